"""The file of a table of endgames: a heading, and one value per position, mapped into memory.

Sixteen bytes of MAGIC, the SHA-256 of all that follows, four bytes with the length of the heading, the heading as JSON,
and then, by number of position, the value for seat 0 as a float of four bytes; little-endian throughout. Written under
another name and renamed, so that the file is never incomplete; many processes may read it at once.
"""

from __future__ import annotations

import json
import mmap
import os
from hashlib import sha256
from pathlib import Path
from struct import Struct
from struct import error as StructError
from typing import Any, NamedTuple

from variants.numbering import Numbering
from variants.position import Position

MAGIC = b"cavalier-endgame"
FORMAT = 1
_START = Struct("<16s32sI")
_VALUE = Struct("<f")


class TableError(Exception):
    """A table that cannot be used: the file and the reason, in a sentence."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path = path
        super().__init__(f"{path.name}: {reason}")


class WrongTable(TableError):
    """A table with a wrong value."""


class TableHeading(NamedTuple):
    """The heading of a table."""

    format: int
    variant: str
    rules_version: int
    numbering: int
    men: int
    numbers: int
    """The number of values."""
    width: float
    """The greatest distance between the bounds of a value."""


def path_of(folder: Path, variant: str, men: int) -> Path:
    """The file of the table of a variant in the folder of tables."""
    return folder / f"{variant}-{men}.table"


def write(path: Path, heading: TableHeading, values: bytes) -> None:
    """Write a table; `values` are the floats as bytes of the file."""
    heading_json = json.dumps(heading._asdict()).encode()
    digest = sha256(heading_json)
    digest.update(values)
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    with aside.open("wb") as file:
        for piece in (_START.pack(MAGIC, digest.digest(), len(heading_json)), heading_json, values):
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


class Table:
    """An open table."""

    def __init__(self, path: Path) -> None:
        """Read and check the whole file. Raises TableError if it is no table, or damaged."""
        self.path = path
        try:
            with path.open("rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError as error:
            raise TableError(path, "there is no such file.") from error
        except (OSError, ValueError) as error:
            raise TableError(path, f"it cannot be read: {error}.") from error
        try:
            magic, digest, length = _START.unpack_from(self._bytes)
        except StructError as error:
            raise TableError(path, "it is not a table of endgames.") from error
        if magic != MAGIC:
            raise TableError(path, "it is not a table of endgames.")
        with memoryview(self._bytes) as whole:
            if sha256(whole[_START.size :]).digest() != digest:
                raise TableError(path, "it is not intact: build it again.")
        self._values = _START.size + length
        self.heading = self._checked_heading(json.loads(self._bytes[_START.size : self._values]))

    def _checked_heading(self, fields: dict[str, Any]) -> TableHeading:
        if fields["format"] != FORMAT:
            raise TableError(self.path, f"its format is {fields['format']}, but this program reads {FORMAT}.")
        heading = TableHeading(**fields)
        if len(self._bytes) != self._values + heading.numbers * _VALUE.size:
            raise TableError(self.path, f"it does not contain the {heading.numbers} values that its heading gives.")
        return heading

    def check(self, name: str, numbering: Numbering) -> None:
        """Raise TableError if the table is not of the current rules of this variant."""
        heading, variant = self.heading, numbering.variant
        if heading.variant != name:
            raise TableError(self.path, f"it is a table of {heading.variant}, not of {name}.")
        if heading.rules_version != variant.rules_version:
            raise TableError(
                self.path,
                f"it was built by version {heading.rules_version} of the rules of {name}, which are at version"
                f" {variant.rules_version} now: build it again.",
            )
        if heading.men not in numbering.men or (
            (heading.numbering, heading.numbers) != (numbering.version, numbering.count(heading.men))
        ):
            raise TableError(self.path, f"it numbers the endgames of {name} in another way: build it again.")

    def value(self, number: int) -> float:
        """The value of the position of this number for seat 0."""
        value: float = _VALUE.unpack_from(self._bytes, self._values + number * _VALUE.size)[0]
        return value

    def known(self, numbering: Numbering, position: Position) -> float | None:
        """The value of a position for seat 0; None if the table does not contain it."""
        place = numbering.place(position)
        return None if place is None or place[0] >= self.heading.numbers else place[1] * self.value(place[0])

"""The file of a table of endgames: what it is of, and one number a position, read where it lies on the disk.

Sixteen bytes of MAGIC, the SHA-256 of all that follows it, four bytes that say how long the heading is, the heading as
JSON, and then, for each number, the value for seat 0 as a float of four bytes; little-endian throughout. Written aside
and renamed, so that there is a whole file or none; many processes may read it at once.
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
    """A table that can be used, and says something wrong."""


class TableHeading(NamedTuple):
    """What a table is of."""

    format: int
    variant: str
    rules_version: int
    numbering: int
    men: int
    numbers: int
    """How many values there are."""
    width: float
    """How far the bounds between which the values lie are apart at most."""


def path_of(folder: Path, variant: str, men: int) -> Path:
    """Where the table of a variant is, in the folder of all tables."""
    return folder / f"{variant}-{men}.table"


def write(path: Path, heading: TableHeading, values: bytes) -> None:
    """Keep a table; `values` are the floats as they stand in the file."""
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
    """A table that was read; it stays open as long as this does."""

    def __init__(self, path: Path) -> None:
        """Looks at the whole file. Raises TableError where it is not one, or not as it was written."""
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
        self.heading = self._told(json.loads(self._bytes[_START.size : self._values]))

    def _told(self, fields: dict[str, Any]) -> TableHeading:
        if fields["format"] != FORMAT:
            raise TableError(self.path, f"its format is {fields['format']}, but this program reads {FORMAT}.")
        heading = TableHeading(**fields)
        if len(self._bytes) != self._values + heading.numbers * _VALUE.size:
            raise TableError(self.path, f"it does not contain the {heading.numbers} values that its heading gives.")
        return heading

    def check(self, name: str, numbering: Numbering) -> None:
        """Raises TableError where the table is not of this variant as it is now."""
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
        """What the position of this number is worth to seat 0."""
        value: float = _VALUE.unpack_from(self._bytes, self._values + number * _VALUE.size)[0]
        return value

    def known(self, numbering: Numbering, position: Position) -> float | None:
        """What a position is worth to seat 0; None where the table does not hold it."""
        place = numbering.place(position)
        return None if place is None or place[0] >= self.heading.numbers else place[1] * self.value(place[0])

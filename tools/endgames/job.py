"""The description of a table to build; other processes receive it pickled."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from server.tablebase.numbering import numbering_of
from variants.numbering import Numbering
from variants.position import Position


class BuildError(Exception):
    """Why a table cannot be built, in a sentence."""


class Job(NamedTuple):
    """One table: the endgames of a variant of at most so many men."""

    variant: str
    """The name of its folder."""
    folders: tuple[Path, ...]
    """Folders of variants outside the project."""
    men: int
    numbers: int
    """How many numbers the table has."""
    rules: int
    """The version of the rules."""
    numbering: int

    @classmethod
    def of(cls, name: str, variant: type[Position], men: int, folders: tuple[Path, ...] = ()) -> Job:
        """The table of a variant. Raises BuildError where it offers no such endgames."""
        numbering = offered(name, variant)
        if men not in numbering.men:
            raise BuildError(f"{name} offers endgames of {' or '.join(map(str, numbering.men))} men, not of {men}.")
        return cls(name, folders, men, numbering.count(men), variant.rules_version, numbering.version)

    def key(self) -> str:
        """Identifies the rules and numbering that a part file was made from."""
        return f"{self.variant} {self.rules}, numbering {self.numbering}, {self.men} men, {self.numbers} numbers"


def offered(name: str, variant: type[Position]) -> Numbering:
    """The endgames of a variant. Raises BuildError where it offers none, and NumberingError."""
    numbering = numbering_of(name, variant)
    if numbering is None:
        raise BuildError(f"{name} offers no endgames.")
    return numbering

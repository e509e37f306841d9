"""All puzzles of a site: those of the variants, those of the operator, and the calendar of daily puzzles.

A variant's puzzles are in `puzzles.jsonl` in the folder of its pages, the operator's in `puzzles/<Variant>.jsonl` in
the data folder: one JSON object a line. Lines are added, never moved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from types import MappingProxyType

from server.puzzles.puzzle import Puzzle, PuzzleError, Theme, read
from server.texts.front_matter import RULES, folder_of
from variants.position import Position

FILE = "puzzles.jsonl"
"""The file in the folder of a variant's pages."""
FOLDER = "puzzles"
"""The folder in the data folder."""


def puzzles_in(path: Path, variant: str) -> Iterator[Puzzle]:
    """The puzzles of a file; none if it does not exist. Raises PuzzleError, which names the file and the line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError(f"{path}: it cannot be read: {error}") from error
    name = "/".join(path.parts[-3:])
    for number, line in enumerate(lines, 1):
        yield read(line, variant, f"{name}:{number}")


def built_in_file(name: str, variant: type[Position]) -> Path:
    """The file of the puzzles that come with a variant."""
    return folder_of(variant, name, RULES) / FILE


def puzzles_of(name: str, variant: type[Position], data: Path | None = None) -> Iterator[Puzzle]:
    """The puzzles of a variant: its own, then the operator's, checked by the rules. Raises PuzzleError."""
    yield from puzzles_in(built_in_file(name, variant), name)
    if data is not None:
        path = data / FOLDER / f"{name}.jsonl"
        for puzzle in puzzles_in(path, name):
            _try(puzzle, variant, path)
            yield puzzle


def _try(puzzle: Puzzle, variant: type[Position], path: Path) -> None:
    """Raise PuzzleError if the rules refuse the position, or do not offer the moves of the solution."""
    try:
        position = variant.from_fen(puzzle.fen, variant.complete(puzzle.settings))
        offered = {position.write(move) for move in position.moves(puzzle.seat)}
    except Exception as error:  # Rules from outside may raise anything.
        raise PuzzleError(f"{path}: the puzzle {puzzle.id} is no position of {puzzle.variant}: {error}") from error
    missing = [move for move in (*puzzle.solution, *puzzle.moves) if move not in offered]
    if missing:
        raise PuzzleError(f"{path}: the puzzle {puzzle.id}: the rules do not offer {', '.join(missing)}")


class PuzzleStore:
    """Puzzles, by their ids, by variant and by day."""

    def __init__(self, puzzles: Iterable[Puzzle]) -> None:
        by_id: dict[str, Puzzle] = {}
        for puzzle in puzzles:
            # The operator may have the same position too: the first one counts.
            by_id.setdefault(puzzle.id, puzzle)
        self.puzzles: Mapping[str, Puzzle] = MappingProxyType(by_id)
        """By id, in the order of the files."""
        self._days: list[Puzzle] = []
        self._calendar = _calendar(list(by_id.values()))
        self._first = min((puzzle.since for puzzle in by_id.values()), default=date.max)

    @classmethod
    def read_sound(cls, variants: Mapping[str, type[Position]], data: Path) -> tuple[PuzzleStore, list[str]]:
        """The puzzles of these variants and the operator, and a fault for each variant whose puzzles are left out."""
        sound: list[Puzzle] = []
        faults = []
        for name, variant in variants.items():
            try:
                sound += puzzles_of(name, variant, data)
            except PuzzleError as error:
                faults.append(f"{name}: {error}")
        return cls(sound), faults

    @classmethod
    def read(cls, variants: Mapping[str, type[Position]], data: Path | None = None) -> PuzzleStore:
        """The puzzles of these variants and of the operator. Raises PuzzleError."""
        return cls(puzzle for name, variant in variants.items() for puzzle in puzzles_of(name, variant, data))

    def of(self, variant: str, level: int | None = None, theme: Theme | None = None) -> list[Puzzle]:
        """The puzzles of a variant, optionally of a level and a theme, in the order of the files."""
        return [
            puzzle
            for puzzle in self.puzzles.values()
            if puzzle.variant == variant and level in (None, puzzle.level) and theme in (None, puzzle.theme)
        ]

    def daily(self, day: date) -> Puzzle | None:
        """The puzzle of a day; None before the first one.

        Variants take turns by their names. No puzzle is repeated before all present ones were shown; one added later
        changes no day before its `since`. The time grows with the number of days: callers ask for no distant ones.
        """
        if day < self._first:
            return None
        while len(self._days) <= (day - self._first).days:
            self._days.append(next(self._calendar))
        return self._days[(day - self._first).days]


def _calendar(puzzles: list[Puzzle]) -> Iterator[Puzzle]:
    """The puzzle of each day, from the first day of any on: within a variant by their ids, which are as good as random.

    It is computed from the beginning, so that every process finds the same.
    """
    waiting = sorted(puzzles, key=lambda puzzle: (puzzle.since, puzzle.id), reverse=True)
    available: dict[str, list[Puzzle]] = defaultdict(list)
    shown: dict[str, list[Puzzle]] = defaultdict(list)
    day, last = waiting[-1].since, ""
    while True:
        while waiting and waiting[-1].since <= day:
            puzzle = waiting.pop()
            available[puzzle.variant].append(puzzle)
        if not any(available.values()):
            available, shown = shown, defaultdict(list)
        names = sorted(name for name, left in available.items() if left)
        last = next((name for name in names if name > last), names[0])
        puzzle = min(available[last], key=lambda each: each.id)
        available[last].remove(puzzle)
        shown[last].append(puzzle)
        yield puzzle
        day += timedelta(1)

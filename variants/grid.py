"""Geometry of a rectangular board: names, rays, leaps and the rows of a FEN, computed once per size."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cached_property, lru_cache
from string import ascii_lowercase

from variants.errors import FenError
from variants.types import Move

Step = tuple[int, int]
"""Files to the right, then rows downward."""

MOST_WRITTEN = 20_000
"""Texts of moves that a grid remembers: a view writes every move that it offers, and most of them come again."""

HOLE = "*"
"""The symbol of a missing square."""

ORTHOGONAL: tuple[Step, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, -1), (1, 1), (-1, 1), (-1, -1))
KNIGHT: tuple[Step, ...] = ((1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2))


class Grid:
    """A board of `files` by `ranks` squares, numbered row by row from the top left. At most 26 files and 99 ranks.

    The squares of `holes` are missing: nothing goes there or through, and no move names them. On a `cylinder` the last
    file is beside the first one.
    """

    def __init__(self, files: int, ranks: int, holes: frozenset[int] = frozenset(), cylinder: bool = False) -> None:
        self.files = files
        self.ranks = ranks
        self.holes = holes
        self.cylinder = cylinder
        self.names = tuple(f"{ascii_lowercase[file]}{ranks - row}" for row in range(ranks) for file in range(files))
        self.index = {name: square for square, name in enumerate(self.names)}
        square = rf"[a-{ascii_lowercase[files - 1]}](?:{'|'.join(str(rank) for rank in range(ranks, 0, -1))})"
        missing = "".join([f"(?!{self.names[hole]}(?![0-9]))" for hole in sorted(holes)])
        self.split = re.compile(square)
        # A letter that could begin a square is the kind only where nothing follows it.
        self.spelled = re.compile(rf"((?:{missing}{square}){{1,8}})([a-z]?)")
        self._written: dict[tuple[tuple[int, ...], str], str] = {}
        self._lines: dict[tuple[Step, int], list[tuple[int, ...]]] = {}

    @cached_property
    def steps(self) -> tuple[tuple[Move, ...], ...]:
        """The move from one square to another; made once, because a search needs millions."""
        squares = range(self.files * self.ranks)
        return tuple([tuple([Move((origin, target)) for target in squares]) for origin in squares])

    def square(self, file: int, row: int) -> int:
        """The number of a square by its file and its row, both counted from the top left."""
        return row * self.files + file

    def written(self, path: tuple[int, ...], into: str) -> str:
        """The text of a move along these squares that ends with this letter; `--` where there are none."""
        move = path, into
        text = self._written.get(move)
        if text is None:
            text = "".join([self.names[square] for square in path]) + into if path else "--"
            if len(self._written) < MOST_WRITTEN:
                self._written[move] = text
        return text

    def leaps(self, steps: Iterable[Step]) -> tuple[tuple[int, ...], ...]:
        """For each square, the targets of these steps."""
        return tuple(tuple(ray[0] for ray in rays if ray) for rays in self.rays(steps, 1))

    def rays(self, steps: Iterable[Step], reach: int = 99) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each square and each step, the squares on the way, nearest first; empty rays are left out."""
        lines = [self._line(step, reach) for step in steps]
        return tuple([tuple([line[at] for line in lines if line[at]]) for at in range(self.files * self.ranks)])

    def _line(self, step: Step, reach: int) -> list[tuple[int, ...]]:
        """For each square the squares on the way in one direction; made once, because many armies go alike."""
        line = self._lines.get((step, reach))
        if line is None:
            places = [divmod(at, self.files) for at in range(self.files * self.ranks)]
            line = [self._ray(file, row, step, reach) for row, file in places]
            self._lines[step, reach] = line
        return line

    def _ray(self, file: int, row: int, step: Step, reach: int) -> tuple[int, ...]:
        ray: list[int] = []
        origin = self.square(file, row)
        if origin in self.holes:
            return ()
        while len(ray) < reach:
            file, row = file + step[0], row + step[1]
            if self.cylinder:
                file %= self.files
            square = self.square(file, row)
            if not (0 <= file < self.files and 0 <= row < self.ranks) or square in self.holes or square == origin:
                break
            ray.append(square)
        return tuple(ray)

    def read_rows(self, text: str, symbols: Collection[str]) -> tuple[str, ...]:
        """The board that the rows of a FEN describe. Raises FenError."""
        rows = text.split("/")
        if len(rows) != self.ranks:
            raise FenError(
                "fen_rows", "Ranks of the board: {found} instead of {needed}.", found=len(rows), needed=self.ranks
            )
        board: list[str] = []
        for number, row in enumerate(rows):
            width = len(board)
            for part in re.findall(r"[1-9][0-9]*|(?s:.)", row):
                if part[0] in "123456789":
                    board += [""] * min(int(part[:3]), self.files + 1)
                elif part in symbols:
                    board.append(part)
                else:
                    raise FenError(
                        "fen_symbol", "Rank {rank} of the board: “{symbol}” is not a piece.",
                        rank=self.ranks - number, symbol=part,
                    )  # fmt: skip
            if len(board) - width != self.files:
                raise FenError(
                    "fen_width", "Rank {rank} of the board, “{row}”, does not fill {needed} squares.",
                    rank=self.ranks - number, row=row, needed=self.files,
                )  # fmt: skip
        for square, symbol in enumerate(board):
            if (symbol == HOLE) != (square in self.holes):
                raise FenError(
                    "fen_hole", "Missing squares, and only these, are written “{hole}”: look at {square}.",
                    hole=HOLE, square=self.names[square],
                )  # fmt: skip
        return tuple(board)

    def write_rows(self, board: Iterable[str]) -> str:
        """The rows of a FEN for this board."""
        cells = list(board)
        rows = []
        for start in range(0, self.files * self.ranks, self.files):
            row, empty = "", 0
            for symbol in cells[start : start + self.files]:
                if symbol:
                    row += (str(empty) if empty else "") + symbol
                    empty = 0
                else:
                    empty += 1
            rows.append(row + (str(empty) if empty else ""))
        return "/".join(rows)


@lru_cache(maxsize=64)
def grid(files: int, ranks: int, holes: frozenset[int] = frozenset(), cylinder: bool = False) -> Grid:
    """The one grid of this size, without these squares."""
    return Grid(files, ranks, holes, cylinder)

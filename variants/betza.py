"""Betza's notation of how a piece goes, read: `N` a knight, `BN` an archbishop, `fmWfcF` a pawn without a double step.

R. Betza's notation as H. G. Muller extended it ("Betza notation 2.0", gnu.org/software/xboard/Betza.html), in part:

* `W F D N A H C Z G`: one leap by (0, 1), (1, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3), (3, 3) squares, in
  all directions.
* `R B Q K`: a rook, a bishop, a queen, a king; `W` and `F` without end, both, and both once.
* `R4`, `W2`, `NN`, `N0`: up to so many leaps in one direction; without end where the letter stands twice, or with 0.
* `f b l r v s`: only forward, back, to the left, to the right, along the file, along the rank. On diagonals also in
  pairs, `fl fr bl br`. Of knights' leaps `f` means the two that go farther forward than aside, `fs` the two others,
  `fh` all four.
* `m c`: only without a capture, only with one. `i`: only from a square where such a piece begins.
* `n`: a leap that a piece on the way hinders; `j`: one that needs such a piece. The square on the way is the first one
  along the line, and for a knight's leap the one straight ahead.
* `p`: over exactly one piece of a line, however far behind it; `g`: only to the square right behind it. Both are for
  lines without end: of `R`, `B`, `Q`, `WW`, `FF`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import atan2, tau
from typing import Final, Literal, NamedTuple

from variants.grid import Step

ATOMS: Final[dict[str, Step]] = {
    "W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3), "C": (1, 3), "Z": (2, 3), "G": (3, 3),
}  # fmt: skip
ENDLESS: Final = 99
"""The reach of a piece that goes as far as the board."""

_NAMES: Final = {
    "K": (("W", 1), ("F", 1)),
    "Q": (("W", ENDLESS), ("F", ENDLESS)),
    "R": (("W", ENDLESS),),
    "B": (("F", ENDLESS),),
}
_TERM = re.compile(r"([a-z]*)([A-Z])([A-Z]|[0-9]{0,2})")
_DIRECTIONS = "fblrvsh"
_OBLIQUE = re.compile("f[fsh]|b[bsh]|[fbrlvs]")
_DIAGONAL = re.compile("[fb][lr]|[fblrvs]")
_CONDITIONS = "mcinjpg"

Hop = Literal["", "p", "g"]


class BetzaError(ValueError):
    """A text that is no notation of a piece; the sentence says where and why."""


class Way(NamedTuple):
    """One direction of a piece: where it leads, how often, and under which conditions."""

    step: Step
    """Files to the right, then rows forward, for a piece that goes up the board."""
    reach: int
    """The most steps."""
    moves: bool = True
    """Whether it may end on an empty square."""
    takes: bool = True
    """Whether it may capture."""
    initial: bool = False
    """Whether it is for squares where such a piece begins alone."""
    leg: Literal["", "n", "j"] = ""
    """Whether the square on the way (`between`) must be empty (n), or must not (j)."""
    hop: Hop = ""

    @property
    def plain(self) -> bool:
        """Whether nothing hinders it but the pieces on its own squares."""
        return not (self.initial or self.leg or self.hop)

    @property
    def between(self) -> Step:
        """The step to the square on the way of a leap."""
        file, row = self.step
        along, ahead = (file > 0) - (file < 0), (row > 0) - (row < 0)
        if abs(file) == abs(row):
            return along, ahead
        return (along, 0) if abs(file) > abs(row) else (0, ahead)


@lru_cache(maxsize=512)
def ways(text: str) -> tuple[Way, ...]:
    """The ways of a piece, in the order of the text. Raises BetzaError."""
    found: list[Way] = []
    at = 0
    while at < len(text):
        term = _TERM.match(text, at)
        if term is None:
            raise BetzaError(f"“{text}” names no piece at its sign {at + 1}: after small letters one of {_letters()}")
        found += _ways_of(text, at, *term.groups())
        at = term.end() - (1 if term[3].isalpha() and term[3] != term[2] else 0)
    if not found:
        raise BetzaError("A piece has no way to go: its notation is empty")
    return tuple(dict.fromkeys(found))


def _letters() -> str:
    return ", ".join((*ATOMS, *_NAMES))


def _ways_of(text: str, at: int, small: str, letter: str, count: str) -> list[Way]:
    """The ways of one term of a text, which begins there."""
    if letter not in ATOMS and letter not in _NAMES:
        raise BetzaError(
            f"“{text}” has an unknown letter {letter} at its sign {at + len(small) + 1}: known are {_letters()}"
        )
    for number, sign in enumerate(small):
        if sign not in _DIRECTIONS + _CONDITIONS:
            raise BetzaError(f"“{text}” has “{sign}” at its sign {at + number + 1}, which is not read here")
    conditions = {sign for sign in small if sign in _CONDITIONS}
    for one, other in ("mc", "nj", "pg"):
        if {one, other} <= conditions:
            raise BetzaError(f"“{text}” asks for “{one}” and “{other}” at once at its sign {at + 1}")
    directions = "".join([sign for sign in small if sign in _DIRECTIONS])
    found = []
    for atom, reach in _NAMES.get(letter, ((letter, 1),)):
        if count.isdigit():
            reach = int(count) or ENDLESS
        elif count == letter:
            reach = ENDLESS
        hop: Hop = "p" if "p" in conditions else "g" if "g" in conditions else ""
        steps = _steps(atom, directions)
        if conditions & {"n", "j"} and (reach > 1 or max(ATOMS[atom]) < 2):
            raise BetzaError(
                f"“{text}” asks at its sign {at + 1} what is on the way of a piece that leaps over nothing"
            )
        if hop and (reach < ENDLESS or max(ATOMS[atom]) > 1):
            raise BetzaError(f"“{text}” asks at its sign {at + 1} for a hop of a piece that has no lines without end")
        if not steps:
            raise BetzaError(f"“{text}” has directions “{directions}” at its sign {at + 1} that {atom} does not have")
        found += [
            Way(
                step,
                reach,
                "c" not in conditions,
                "m" not in conditions,
                "i" in conditions,
                "n" if "n" in conditions else "j" if "j" in conditions else "",
                hop,
            )
            for step in steps
        ]
    return found


def _steps(atom: str, directions: str) -> list[Step]:
    """The steps of an atom in these directions, clockwise from straight ahead; all where none is named."""
    near, far = ATOMS[atom]
    signs = (1, -1)
    every = {(file * left, row * back) for file, row in ((near, far), (far, near)) for left in signs for back in signs}
    clockwise = sorted(every, key=lambda step: atan2(*step) % tau)
    if not directions:
        return clockwise
    if near == 0:
        tokens = re.findall("[fblrvs]", directions)
    elif near == far:
        tokens = _DIAGONAL.findall(directions)
    else:
        tokens = _OBLIQUE.findall(directions)
    if "".join(tokens) != directions:
        return []
    return [step for step in clockwise if any(_fits(step, token) for token in tokens)]


def _fits(step: Step, token: str) -> bool:
    file, row = step
    tall, wide = abs(row) > abs(file), abs(file) > abs(row)
    ahead = {"f": row > 0, "b": row < 0, "l": file < 0, "r": file > 0}
    if tall == wide:  # A diagonal.
        return token in "vs" or all(ahead[sign] for sign in token)
    if token in "vs":
        return tall if token == "v" else wide
    if len(token) == 1:
        return ahead.get(token, False) and (tall if token in "fb" else wide)
    return ahead[token[0]] and (token[1] == "h" or (wide if token[1] == "s" else tall))

"""The value types of the interface: seats, squares, moves, events, options, results and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

Seat = int
"""A player's place in the game: an index in `Position.seats`."""

Square = int
"""0, 1, 2 …: row by row from the top left, as FEN reads; then the slots of hands, where a variant has hands."""


class Eyes(Enum):
    """A viewer who holds no seat. An enum, because a number such as -1 would index from the end."""

    SPECTATOR = "spectator"
    """Sees only what every seat sees."""
    ALL = "all"
    """Sees everything: finished games, rule pages, the journal."""


Viewer = Seat | Eyes

Sign = Literal["arrow", "failed", "clash", "lost", "born"]
"""How the board shows an event: its squares in gold, with an arrow along them where there are several, the arrow of a
move that did not stand, a star on its first square, its first piece struck out beside that square; or how a list of
moves shows it: its first piece beside the move of its seat."""

Stone = Literal["white", "black", "quartered", "both"]
"""The sign beside a seat's name: the colour of its pieces; `quartered` is a third colour, `both` White and Black."""


class Move(NamedTuple):
    """Squares in the order they are clicked, then the resulting kind where it differs from the mover's.

    Written `a2a4`, `b4a5c3`, `e7e8q`, `h8h4p`; a drop `p@c4`; a pass, the empty path, `--`.
    """

    path: tuple[Square, ...]
    into: str = ""


class Event(NamedTuple):
    """One effect of the last turn: a code for a sentence, with the seat, squares and symbols that it names."""

    code: str
    seat: Seat | None = None
    squares: tuple[Square, ...] = ()
    pieces: tuple[str, ...] = ()


class Risk(NamedTuple):
    """Why an offered move may turn out illegal, as two codes for words, with the squares and symbols they speak of."""

    needs: str
    """What another seat has to do, so that the move stands."""
    price: str
    """The cost if it does not; by `defeat` the game is lost, and the browser shows it in the seal's colour."""
    squares: tuple[Square, ...] = ()
    pieces: tuple[str, ...] = ()


class Option(NamedTuple):
    """A choice made before the game: its name and the values it can take, the default first."""

    name: str
    choices: tuple[Any, ...]


class Draws(NamedTuple):
    """Limits of a long game. The variant declares them, the game applies them."""

    occurrences: int | None = 3
    """Occurrences of a position, the first one included, that let a player claim a draw, or draw the game."""
    kind: Literal["claim", "automatic"] = "claim"
    quiet_turns: int | None = None
    """Quiet turns in a row (`Position.quiet`) that draw the game."""


class RuleFact(NamedTuple):
    """A rule that follows from the facts of a class; the words have a sentence for its code, under `rules`."""

    code: str
    about: Literal["board", "moves", "end"] = "moves"
    """The part of a rules page that states it."""
    kinds: str = ""
    """Letters of the kinds that the sentence names."""
    text: str = ""
    """Squares, files or ranks, with commas."""
    number: int = 0
    seat: Seat | None = None


class Result(NamedTuple):
    """How a game ended: one score per seat (they add up to 1) and the code of the reason."""

    points: tuple[float, ...]
    reason: str


class Tally(NamedTuple):
    """A count that players watch: penalty points of a seat, a stage of the game."""

    code: str
    seat: Seat | None
    value: int
    limit: int | None = None


class Picture(NamedTuple):
    """What a viewer may see of a position: enough to draw it, and nothing else."""

    size: tuple[int, int]
    """Files, then ranks."""
    board: tuple[str, ...]
    """A symbol or "" for each square, row by row from the top left."""
    marks: Mapping[Square, str] = MappingProxyType({})
    """A mark on a square that belongs to the position itself: "check", or "unseen" where its viewer sees nothing."""
    hands: tuple[tuple[str, ...], ...] = ()
    """Pieces off the board, one row of slots a seat: a symbol, or "" where a slot is empty.

    If the number of slots never changes, the board keeps its place. Of equal pieces in a hand one may have
    the moves: the browser lets each be picked up.
    """
    counts: tuple[tuple[int, ...], ...] = ()
    """How many pieces lie in each of these slots; nothing where each holds one at most."""


NO_SETTINGS: Mapping[str, Any] = MappingProxyType({})
"""The defaults of all options."""

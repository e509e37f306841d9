"""The armies of each stage of Checkered, and what a capture leaves on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from variants.army import BLACK_PIECES, DOWN, UP, WHITE_PIECES, Army, Choices, promotes, stays
from variants.position import Seat

CHECKERED_KINDS = {"s": "p", "t": "q", "u": "r", "c": "b", "o": "n"}
"""The checkered symbols. There is no checkered king."""
CHECKERED = {kind: symbol for symbol, kind in CHECKERED_KINDS.items()}


def merge(mover: str, victim: str) -> Choices:
    """A capture of stage 1: one checkered piece, of the kind of the capturer or of the captured; a king stays."""
    kind, other = (CHECKERED_KINDS.get(symbol, symbol.lower()) for symbol in (mover, victim))
    if kind == "k":
        return (("", mover),)
    if kind == other:
        return (("", CHECKERED[kind]),)
    return (("", CHECKERED[kind]), (other, CHECKERED[other]))


def merge_promoting(mover: str, victim: str) -> Choices:
    """A promotion of stage 1: a pawn that captures turns checkered, one that does not keeps its colour."""
    return promote_checkered(mover, victim) if victim or mover in CHECKERED_KINDS else promotes(mover, victim)


def promote_checkered(mover: str, victim: str) -> Choices:
    """A promotion to a checkered piece."""
    return tuple((kind, CHECKERED[kind]) for kind in "qrbn")


WHITE = Army(
    pieces={**WHITE_PIECES, **CHECKERED_KINDS}, prey="pnbrq", ways={"P": (UP,), "s": (UP,)},
    take=merge, promote=merge_promoting, en_passant="P",
)  # fmt: skip
BLACK = Army(
    pieces={**BLACK_PIECES, **CHECKERED_KINDS}, prey="PNBRQ", ways={"p": (DOWN,), "s": (DOWN,)},
    take=merge, promote=merge_promoting, en_passant="p",
)  # fmt: skip
ALONE = Army(
    pieces=CHECKERED_KINDS, prey="PNBRQpnbrq", ways={"s": (UP, DOWN)},
    take=stays, promote=promote_checkered, en_passant="s",
)  # fmt: skip
"""The checkered pieces of stage 2."""
ALLIED = Army(
    pieces={**WHITE_PIECES, **BLACK_PIECES}, prey="stuco", ways={"P": (UP,), "p": (DOWN,)},
    take=stays, promote=promotes, en_passant="Pp",
)  # fmt: skip
"""White and Black together, against the checkered pieces of stage 2."""

WHITES = Army(
    pieces=WHITE_PIECES, prey="pnbrqstuco", ways={"P": (UP,)}, take=stays, promote=promotes, en_passant="P"
)  # fmt: skip
BLACKS = Army(
    pieces=BLACK_PIECES, prey="PNBRQstuco", ways={"p": (DOWN,)}, take=stays, promote=promotes, en_passant="p"
)  # fmt: skip
"""A colour of three players, or of the two that are left; it may capture what the third one has left behind."""
NOBODY = Army(pieces={}, prey="", ways={}, take=stays, promote=promotes, en_passant="")


def together(armies: Sequence[Army]) -> Army:
    """The army of all attackers of a king that these armies are against."""
    if len(armies) == 1:
        return armies[0]
    pieces = {symbol: kind for army in armies for symbol, kind in army.pieces.items()}
    ways = {pawn: way for army in armies for pawn, way in army.ways.items()}
    return Army(pieces=pieces, prey="", ways=ways, take=stays, promote=promotes, en_passant="")


class Stage(NamedTuple):
    """A stage of the game, or its form after a player came or left."""

    order: tuple[Seat, ...]
    """The seats that are in the game, in the order of their turns."""
    armies: tuple[Army, Army, Army]
    """The army of each seat; the third one's is what it would get, where it may still join."""
    kings: tuple[str, str, str]
    """The kings that each seat guards."""
    threats: tuple[Army, ...]
    """The army that attacks the kings of each seat."""
    alone: Seat | None
    """The seat that alone moves the checkered pieces."""


def _stage(order: tuple[Seat, ...], armies: tuple[Army, Army, Army], kings: tuple[str, str, str]) -> Stage:
    against = [[armies[other] for other in order if other != seat] for seat in range(3)]
    alone = next((seat for seat in order if armies[seat] is ALONE), None)
    return Stage(order, armies, kings, tuple(map(together, against)), alone)


SHARED = _stage((0, 1), (WHITE, BLACK, ALONE), ("K", "k", ""))
STAGES = {
    "1": SHARED,
    "1-": SHARED,
    "2w": _stage((0, 1), (ALONE, ALLIED, NOBODY), ("", "Kk", "")),
    "2b": _stage((0, 1), (ALLIED, ALONE, NOBODY), ("Kk", "", "")),
    "3": _stage((0, 1, 2), (WHITES, BLACKS, ALONE), ("K", "k", "")),
    "3-": _stage((0, 1), (WHITES, BLACKS, NOBODY), ("K", "k", "")),
    "3w": _stage((0, 2), (ALLIED, NOBODY, ALONE), ("Kk", "", "")),
    "3b": _stage((1, 2), (NOBODY, ALLIED, ALONE), ("", "Kk", "")),
}
"""`1`; `1-` where there is no switch; `2w` and `2b` once White or Black has taken the checkered pieces; `3` once a
third player has; then `3w` and `3b` where White or Black has both colours, `3-` where the third player is out."""

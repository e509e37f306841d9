"""The rules of Atomic: a capture explodes, and with it all around but pawns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from variants import reading
from variants.army import KING_STEPS, Army, Choices, armies, promotes, stays
from variants.Atomic.worth import opinion
from variants.castling import after, standing
from variants.material import company
from variants.orthodox import Deed, Orthodox, lost
from variants.position import NO_SETTINGS, Event, Move, Result, Seat, Sign, Square

_NAMES = ("atomic", "atom", "atomic chess")
"""What programs call it in the tag `Variant` of PGN."""
_LAST_CAPTURE = re.compile("^[a-h]x[a-h][18]")
"""A pawn that captures on the last rank, as players write it."""

UNHARMED = ("", "P", "p")
"""What an explosion beside it leaves as it was (A2)."""


def promote(mover: str, victim: str) -> Choices:
    """A pawn that captures on the last rank explodes as the pawn it is (A3)."""
    return stays(mover, victim) if victim else promotes(mover, victim)


ARMIES = armies("pnbrq", promote=promote)


@dataclass(frozen=True, kw_only=True)
class Atomic(Orthodox):
    """A position of Atomic. Events besides those of chess: blast (square) (captor): a capture has exploded here, with
    its captor; exploded (square) (piece): so has a piece beside it. Reasons: exploded (the king), dead (bare kings).
    """

    signs: ClassVar[Mapping[str, Sign]] = {**Orthodox.signs, "blast": "clash", "exploded": "lost"}
    event_codes = Orthodox.event_codes | {"blast", "exploded"}
    reasons = Orthodox.reasons | {"exploded", "dead"}
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(_NAMES, NO_SETTINGS)
    rules_version = 2

    def army(self, seat: Seat) -> Army:
        """Its own colour."""
        return ARMIES[seat]

    def kings(self, seat: Seat) -> str:
        """None that the generator could guard: what a move does to the kings is known when it was tried out."""
        return ""

    def legal(self, seat: Seat) -> list[Move]:
        """The moves of the pieces that hold when they are tried out; none of a seat whose king is gone."""
        moves = super().legal(seat) if "Kk"[seat] in self.board else []
        return [move for move in moves if self.holds(seat, self.deed(seat, move))]

    def holds(self, seat: Seat, deed: Deed) -> bool:
        """Whether the own king stays on the board (A4), and unthreatened, unless the other goes (A6)."""
        board = list(self.board)
        board[deed.move.path[0]] = ""
        if deed.castle is not None and any(self.threatened(board, square, seat) for square in deed.castle.crossed):
            return False
        board = list(self.board)
        self.settle(board, deed)
        king = "Kk"[seat]
        return king in board and not self.threatened(board, board.index(king), seat)

    def threatened(self, board: Sequence[str], square: Square, seat: Seat) -> bool:
        """Could the king of this seat be captured there? Not beside the other, which would explode with it (A5), and
        not once the other has exploded."""
        other = "kK"[seat]
        beside = any(board[near] == other for near in KING_STEPS[square])
        return not beside and other in board and self.threat(seat).attacks(board, square)

    def checked(self, seat: Seat) -> tuple[Square, ...]:
        """The own king, where it is threatened."""
        kings = [at for at, symbol in enumerate(self.board) if symbol == "Kk"[seat]]
        return tuple([king for king in kings if self.threatened(self.board, king, seat)])

    def settle(self, board: list[str], deed: Deed) -> None:
        """Do the deed, and let it explode if it is a capture (A1, A2)."""
        super().settle(board, deed)
        if deed.victim:
            target = deed.move.path[1]
            for square in (target, *[at for at in KING_STEPS[target] if board[at] not in UNHARMED]):
                board[square] = ""

    def also(self, seat: Seat, deed: Deed, board: Sequence[str]) -> dict[str, Any]:
        """A right to castle goes with its king and with its rook (A7)."""
        return {"castling": standing(after(self.castling, deed.mover, *deed.move.path), board)}

    def story_of(self, seat: Seat, deed: Deed) -> list[Event]:
        """After a capture, what exploded: the captor first."""
        story = super().story_of(seat, deed)
        if deed.victim:
            origin, target = deed.move.path
            struck = [at for at in KING_STEPS[target] if at != origin and self.board[at] not in UNHARMED]
            gone = [Event("exploded", None, (square,), (self.board[square],)) for square in struck]
            story[1:] = [Event("blast", seat, (target,), (deed.mover,)), *gone]
        return story

    def sign(self) -> str:
        """`#` for a king that exploded, too."""
        return super().sign() if "Kk"[self.to_act[0]] in self.board else "#"

    def pgn_name(self) -> str:
        """Also for drawn squares, which the FEN tells."""
        return "Atomic"

    @classmethod
    def san(cls, note: str) -> str:
        """Other programs ask what a pawn becomes that explodes on the last rank (A3): a queen."""
        return _LAST_CAPTURE.sub(r"\g<0>=Q", super().san(note))

    def result(self) -> Result | None:
        """Lost, won or drawn for want of a move (A6, A8); drawn between two bare kings (A9)."""
        return super().result() or self.dead()

    def verdict(self, seat: Seat) -> Result:
        """A king that exploded has lost; else it is mate or stalemate."""
        return super().verdict(seat) if "Kk"[seat] in self.board else lost(seat, "exploded")

    def could_win(self, seat: Seat) -> bool:
        """A bare king captures nothing and threatens nothing."""
        return bool(company(self.board, ARMIES[seat]))

    def evaluate(self, seat: Seat) -> float:
        """What each side has, and how near to the other's king."""
        return opinion(self.board, seat)

    def refuse_kings(self) -> None:
        """As in chess, but the king of the side to move may have exploded (A10)."""
        king = "Kk"[self.to_act[0]]
        reading.refuse_kings(self.board if king in self.board else (*self.board, king))

"""The rules of Atomic: a capture explodes, and with it all around but pawns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from variants import reading
from variants.army import KING_STEPS, Choices, stays
from variants.orthodox import Effects, Orthodox
from variants.position import NO_SETTINGS, Event, Move, Result, Seat, Sign, Square

from .evaluation import evaluation, lead

_NAMES = ("atomic", "atom", "atomic chess")
"""The names of Atomic in the tag `Variant` of PGN."""
_LAST_CAPTURE = re.compile("^[a-h]x[a-h][18]")
"""A pawn that captures on the last rank, as players write it."""

UNHARMED = ("", "P", "p")
"""Symbols that an explosion beside them leaves in place (A2)."""


@dataclass(frozen=True, kw_only=True)
class Atomic(Orthodox):
    """A position of Atomic. Events besides those of chess: blast (square) (captor): a capture has exploded here, with
    its captor; exploded (square) (piece): so has a piece beside it. Reasons: exploded (the king), dead (bare kings).
    """

    event_codes: ClassVar[Mapping[str, Sign | None]] = {
        "blast": "clash",
        "exploded": "lost",
    }
    reasons = frozenset({"exploded", "dead"})
    uci_name = "atomic"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(_NAMES, NO_SETTINGS)
    rules_version = 2
    bare_king_wins = False  # It captures nothing and threatens nothing (A9).
    legality_by_trial = True  # A4: the own king may not explode; A6: the other one may, whatever threatens the own.

    @classmethod
    def promotes(cls, mover: str, victim: str) -> Choices:
        """A pawn that captures on the last rank explodes as the pawn it is (A3)."""
        return stays(mover, victim) if victim else super().promotes(mover, victim)

    def threatened(self, board: Sequence[str], square: Square, seat: Seat) -> bool:
        """Not beside the other king, which would explode too (A5), and not once the other has exploded (A6)."""
        other = "kK"[seat]
        beside = any(board[near] == other for near in KING_STEPS[square])
        return not beside and other in board and super().threatened(board, square, seat)

    def settle(self, board: list[str], effects: Effects) -> None:
        """Carry out a move's effects, with the explosion of a capture (A1, A2)."""
        super().settle(board, effects)
        if effects.victim:
            target = effects.move.path[1]
            for square in (target, *[at for at in KING_STEPS[target] if board[at] not in UNHARMED]):
                board[square] = ""

    def events_of(self, seat: Seat, effects: Effects) -> list[Event]:
        """The events; after a capture those of the explosion, the capturing piece first."""
        events = super().events_of(seat, effects)
        if effects.victim:
            origin, target = effects.move.path
            struck = [at for at in KING_STEPS[target] if at != origin and self.board[at] not in UNHARMED]
            gone = [Event("exploded", None, (square,), (self.board[square],)) for square in struck]
            events[1:] = [Event("blast", seat, (target,), (effects.mover,)), *gone]
        return events

    def suffix(self) -> str:
        """`#` for a king that exploded, too."""
        return super().suffix() if "Kk"[self.to_act[0]] in self.board else "#"

    def pgn_name(self) -> str:
        """Also for drawn squares, which the FEN tells."""
        return "Atomic"

    @classmethod
    def san(cls, note: str) -> str:
        """Other programs ask what a pawn becomes that explodes on the last rank (A3): a queen."""
        return _LAST_CAPTURE.sub(r"\g<0>=Q", super().san(note))

    def result(self) -> Result | None:
        """The result where a king exploded or a seat has no move (A6, A8), or only bare kings are left (A9)."""
        return super().result() or self.dead()

    def verdict(self, seat: Seat) -> Result:
        """A king that exploded has lost; else it is mate or stalemate."""
        return super().verdict(seat) if "Kk"[seat] in self.board else self.lost(seat, "exploded")

    def evaluate(self, seat: Seat) -> float:
        """Material, and how near each piece is to the other's king."""
        return evaluation(self.board, seat)

    def gain(self, seat: Seat, move: Move) -> float | None:
        """A capture wins and loses what explodes; nothing is taken back."""
        effects = self.effects(seat, move)
        if not effects.victim:
            return super().gain(seat, move)
        board = list(self.board)
        self.settle(board, effects)
        return lead(board, seat) - lead(self.board, seat)

    def refuse_kings(self) -> None:
        """As in chess, but the king of the side to move may have exploded (A10)."""
        king = "Kk"[self.to_act[0]]
        reading.refuse_kings(self.board if king in self.board else (*self.board, king))

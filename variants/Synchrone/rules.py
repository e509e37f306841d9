"""Synchrone: chess in which both seats act; a king may be captured, so that nothing is check or mate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from variants.army import NO_ATTACKS, Army
from variants.errors import FenError
from variants.fen import MOST_PLIES, Fields, split
from variants.generation import clearly_moves
from variants.keys import Value
from variants.orthodox import Orthodox
from variants.piece_values import Squares
from variants.position import NO_SETTINGS, Draws, Move, Result, Risk, Seat, Square, only

from .board import ARMIES, EVENTS, offered, refuse
from .evaluation import SIDES
from .resolve import resolve, retakes


@dataclass(frozen=True, kw_only=True)
class Synchrone(Orthodox):
    """A position of Synchrone.

    Events besides those of chess: dodged (from, to) (mover, target): it had moved away; retaken (from, to) (mover, the
    capturer); failed (from, to) (mover, own piece): nothing was to be taken back; collided (square) (White's, Black's);
    collided_king (square) (king, other); vanished (square) (piece). `check` tells of a king that could be captured now.
    Reasons: king_captured, kings_captured (both), no_moves.
    """

    event_codes = EVENTS
    reasons = only(frozenset({"king_captured", "kings_captured", "no_moves"}))
    draws = Draws(occurrences=3, kind="automatic", quiet_turns=50)
    needs_codes = frozenset({"retake"})
    price_codes = frozenset({"stays"})
    turn_letters = "w"
    fen_keys: ClassVar[Mapping[str, Value]] = {
        "enpassant": Value(squares=2),
        "whiteMove": Value(offered=False),
    }
    halfmoves = 2
    rules_version = 2

    @classmethod
    def make_armies(cls, own: str = "") -> Sequence[Army]:
        """Those that may also take back (S3, S4)."""
        return ARMIES

    def legal(self, seat: Seat) -> list[Move]:
        """The moves of chess without regard to the king (S2, S3), and possible recaptures (S4)."""
        return offered(self.board, seat, self.double_steps, self.en_passant, self.castling)

    def checked(self, seat: Seat) -> tuple[Square, ...]:
        """The king that could be captured now; nothing is pinned before it."""
        threat = self.threat(seat)
        return tuple([king for king in self.king_squares(seat) if threat.attacks(self.board, king)])

    def clearly_running(self) -> bool:
        """Where both kings are on the board and each side clearly has a move."""
        board, (white, black) = self.board, ARMIES
        if "K" not in board or "k" not in board:
            return False
        return clearly_moves(board, white, black, NO_ATTACKS) and clearly_moves(board, black, white, NO_ATTACKS)

    def piece_values(self, seat: Seat) -> Squares:
        """The value of each piece on its square."""
        return SIDES[seat]

    def risks(self, seat: Seat) -> Mapping[Move, Risk]:
        """The moves that stand only as recaptures: what stands on their target has to be captured there (S4)."""
        own = ARMIES[seat].pieces
        return {
            move: Risk("retake", "stays", (target,), (self.board[target],))
            for move in self.moves(seat)
            if self.board[target := move.path[1]] in own and retakes(self.effects(seat, move))
        }

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after both moves (S5-S14)."""
        both = {seat: self.effects(seat, move) for seat, move in actions.items()}
        turn = resolve(self.board, both)
        rights, moved = self.castling, [effects for seat, effects in both.items() if turn.stood[seat]]
        for effects in moved:
            rights = self.castles.after(rights, self.board, turn.board, effects.mover, *effects.move.path[:2])
        quiet = turn.board.count("") == self.board.count("") and not any(effects.mover in "Pp" for effects in moved)
        new = self.then(
            board=turn.board,
            castling=self.castles.standing(rights, turn.board),
            en_passant=turn.jumped,
            plies=min(self.plies + 2, MOST_PLIES),
            quiet=self.quiet + 1 if quiet else 0,
            told_quiet=self.told_quiet and quiet,
            events=turn.events,
        )
        return new.with_checks()

    def result(self) -> Result | None:
        """A seat that has lost its king loses (S15); a seat that has no move to declare draws (S16)."""
        gone = [seat for seat in (0, 1) if not self.king_squares(seat)]
        if len(gone) == 1:
            return self.lost(gone[0], "king_captured")
        if gone:
            return self.drawn("kings_captured")
        return None if self.moves(0) and self.moves(1) else self.drawn("no_moves")

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """As in chess, but both seats are to act (S18)."""
        return super().from_fen(fen, settings).then(to_act=(0, 1))

    @classmethod
    def read_fields(cls, fen: str) -> Fields:
        """Black's turn is refused for its own reason (S18)."""
        fields = split(fen, "wb", cls.fen_keys)
        if fields.turn == "b":
            raise FenError("fen_turn_black", "Both sides move at once: the FEN must have “w”, not “b”.")
        return fields

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """As in chess; vchess also says White's move of the turn, which is a secret (S18). Raises FenError."""
        secret = named.get("whiteMove", "-")
        if secret != "-":
            raise FenError(
                "fen_secret", "A position holds no secret: whiteMove must be “-”, not “{move}”.", move=secret
            )
        return super().read_named(named, board, settings)

    def refuse(self) -> None:
        """Raise FenError where this position, read from a FEN, could not be one (S18)."""
        refuse(self.board, self.en_passant)

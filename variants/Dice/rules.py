"""The rules of dice chess: those of chess, and a chance player that says which kind of piece moves (D2, D5)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from variants.errors import FenError
from variants.generation import clearly_moves
from variants.keys import Value, one_of
from variants.material import could_mate
from variants.orthodox import Orthodox
from variants.piece_values import Squares
from variants.position import NO_SETTINGS, Draws, Event, Move, Picture, Result, Seat, Sign, Square, Viewer

from .evaluation import SIDES, evaluation
from .rolls import KINDS, read_roll, read_rolled, write_roll

DIE = 2
"""The seat of the chance player."""


@dataclass(frozen=True, kw_only=True)
class Dice(Orthodox):
    """A position of dice chess, with a die to cast or cast.

    Event besides those of chess: rolled (seat: the mover's) () (a piece of that kind and colour). Reason besides
    checkmate and stalemate: dead (neither side could ever mate).
    """

    event_codes: ClassVar[Mapping[str, Sign | None]] = {"rolled": None}
    reasons = frozenset({"dead"})
    retaken = 0.25
    rules_version = 3
    chance = frozenset({DIE})
    fen_keys: ClassVar[Mapping[str, Value]] = {
        "roll": one_of("-", *KINDS),
        "toplay": one_of("-", *KINDS, offered=False),
    }
    halfmoves = 0.5
    draws = Draws(3, "claim", 200)

    seats: tuple[str, ...] = ("white", "black", "dice")
    mover: Seat = 0
    """The seat that moves next."""
    rolled: str = ""
    """The kind that must move; "" while the die is in the cup."""

    def chess(self) -> Self:
        """The same position without the die; computed once per position."""
        return self.once("chess", lambda: self.then(to_act=(self.mover,), rolled=""))

    def holds_roll(self, move: Move) -> bool:
        """Whether a piece of the kind that was rolled makes this move."""
        return self.rolled in ("", self.board[move.path[0]].lower())

    def legal(self, seat: Seat) -> list[Move]:
        """The moves of the kind that was rolled; for the die, one for each kind that has a move (D3)."""
        if seat != DIE:
            return [move for move in super().legal(seat) if self.holds_roll(move)]
        able = {self.board[move.path[0]].lower() for move in self.chess().moves(self.mover)}
        return [Move((), kind) for kind in KINDS if kind in able]

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after the roll, or after the move, which puts the die back into the cup."""
        if DIE in actions:
            kind = actions[DIE].into
            event = Event("rolled", self.mover, (), (kind if self.mover else kind.upper(),))
            new = self.then(to_act=(self.mover,), rolled=kind, quiet=self.quiet + 1, events=(event,))
            able = tuple([move for move in self.chess().moves(self.mover) if new.holds_roll(move)])
            new.once(("moves", self.mover), lambda: able)
            return new
        return super().play(actions).then(to_act=(DIE,), mover=1 - self.mover, rolled="")

    def result(self) -> Result | None:
        """As in chess, whatever the die shows (D4, D9); it has no share (D5)."""
        return (Orthodox.result(self.chess()) if self.to_act == (DIE,) else None) or self.dead()

    def clearly_running(self) -> bool:
        """Where a piece clearly has a move, and one is left that can mate with a king."""
        army, threat = self.army(self.mover), self.threat(self.mover)
        if army.mating.isdisjoint(self.board) and threat.mating.isdisjoint(self.board):
            return False
        return bool(self.rolled) or clearly_moves(self.board, army, threat, self.attacks_on_kings(self.mover))

    def forcing(self, seat: Seat) -> list[Move]:
        """Captures and promotions by the kind that was rolled."""
        return [] if seat == DIE else [move for move in self.generated(seat, True) if self.holds_roll(move)]

    def gain(self, seat: Seat, move: Move) -> float | None:
        """A roll is quiet."""
        return super().gain(seat, move) if move.path else None

    def piece_values(self, seat: Seat) -> Squares:
        """The value of each piece on its square."""
        return SIDES[seat]

    def evaluate(self, seat: Seat) -> float:
        """The pieces, where they stand, and how near the end is."""
        value = self.once("evaluation", lambda: evaluation(self.board))
        return value if seat == 0 else -value

    def could_win(self, seat: Seat) -> bool:
        """As in chess: where no mate could be given without a die, none can with it (D9)."""
        return seat != DIE and could_mate(self.board, self.army(seat), self.threat(seat))

    def takeable(self) -> tuple[Square, ...]:
        """While the die is in the cup, what the player could capture with a suitable roll."""
        return super().takeable() if self.to_act != (DIE,) else self.chess().takeable()

    def key(self) -> tuple[Hashable, ...]:
        """That of chess, and the roll (D8)."""
        return (super().key(), self.mover, self.rolled)

    def special(self, seat: Seat, move: Move) -> str:
        """No move needs a question."""
        return ""

    def becomes(self, seat: Seat, move: Move) -> str:
        """For the die, a piece of the rolled kind."""
        return super().becomes(seat, move) if move.path else move.into

    def labels(self, seat: Seat) -> Mapping[Move, str]:
        """As in chess; the die writes the letter of the kind."""
        return super().labels(seat) if seat != DIE else {move: move.into.upper() for move in self.moves(DIE)}

    def picture(self, viewer: Viewer) -> Picture:
        """The board, with a king in check marked."""
        return super().picture(viewer) if self.to_act != (DIE,) else self.chess().picture(viewer)

    def fen(self) -> str:
        """As in chess, with the roll (D6)."""
        return super().fen() if self.to_act != (DIE,) else Orthodox.fen(self.then(to_act=(self.mover,)))

    def six_fields(self) -> str:
        """As in chess, the rolls not counted."""
        return Orthodox.six_fields(self.then(to_act=(self.mover,), rolled=""))

    def named(self) -> dict[str, str]:
        """The fields of chess, and the roll."""
        return {**super().named(), "roll": self.rolled or "-"}

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """The position of a FEN; without a roll the die is in the cup. Raises FenError."""
        read = super().from_fen(fen, settings)
        new = read.then(mover=read.to_act[0], to_act=read.to_act if read.rolled else (DIE,))
        if read.rolled and not new.moves(new.mover):
            raise FenError("dice_idle", "No piece of the kind “{kind}” has a legal move.", kind=read.rolled)
        return new

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of chess, and the roll. Raises FenError."""
        return {**super().read_named(named, board, settings), "rolled": read_rolled(named)}

    @classmethod
    def write(cls, move: Move) -> str:
        """The text of a move, or of a roll (D7)."""
        return write_roll(move) or super().write(move)

    @classmethod
    def read(cls, text: str) -> Move:
        """The move or the roll of a text. Raises MoveError."""
        return read_roll(text) or super().read(text)

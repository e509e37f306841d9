"""A part: after each move the player puts a piece of nobody's on another square, where it is in everybody's way."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from variants.errors import FenError
from variants.keys import Value
from variants.orthodox import Effects, Orthodox
from variants.position import Draws, Event, Move, RuleFact, Seat, Sign


@dataclass(frozen=True, kw_only=True)
class Wall(Orthodox):
    """A turn is a move, then the wall is put on another empty square by the same player, an action of its own.

    It would be one action with two parts if a position did not have up to 2,000 of them. The wall is the one symbol of
    `blocks`; before the first turn it is off the board. It is for variants in which no king is guarded (`royal`): it
    would uncover one. Other programs write it `*`. Event: walled (square) (wall).
    """

    placing: bool = False
    """Whether a move was made and the wall is to be put somewhere."""

    event_codes: ClassVar[Mapping[str, Sign | None]] = {"walled": "born"}
    fen_keys: ClassVar[Mapping[str, Value]] = {"placing": Value(most=1, usual="0")}

    draws = Draws(3, "claim", 200)
    halfmoves = 0.5

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The second part of a turn."""
        return [RuleFact("wall"), *super().rule_facts()]

    @classmethod
    def wall(cls) -> str:
        """The symbol of the wall."""
        return next(iter(cls.blocks))

    def legal(self, seat: Seat) -> list[Move]:
        """Moves, or where the wall may be put: each a path of one square."""
        if not self.placing:
            return super().legal(seat)
        return [Move((square,)) for square, symbol in enumerate(self.board) if not symbol]

    def next_fields(self, seat: Seat, effects: Effects, board: Sequence[str]) -> dict[str, Any]:
        """The same player puts the wall somewhere."""
        return {**super().next_fields(seat, effects, board), "placing": True, "to_act": (seat,)}

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after a move, or after the wall was put on its square."""
        ((seat, move),) = actions.items()
        if not self.placing:
            return super().play(actions)
        wall, (target,) = self.wall(), move.path
        board = ["" if symbol == wall else symbol for symbol in self.board]
        board[target] = wall
        events = (Event("walled", seat, (target,), (wall,)),)
        return self.then(
            board=tuple(board), to_act=(self.next_seat(seat),), placing=False, quiet=self.quiet + 1, events=events
        )

    def key(self) -> tuple[Hashable, ...]:
        """Also whether the wall is to be put somewhere, and what can be captured en passant then."""
        if not self.placing:
            return (*super().key(), None)
        next_ones = self.then(placing=False, to_act=(self.next_seat(self.to_act[0]),)).takeable()
        return (*super().key(), next_ones if self.en_passant else ())

    def null_move(self) -> Self | None:
        """None: there is always a better place for the wall than none."""
        return None

    def gain(self, seat: Seat, move: Move) -> float | None:
        """The wall captures nothing."""
        return None if self.placing else super().gain(seat, move)

    def refuse_passing(self) -> None:
        """The wall may have come where the pawn was or passed over, or it comes there next."""
        board = tuple(["" if symbol == self.wall() else symbol for symbol in self.board])
        seat = self.next_seat(self.to_act[0]) if self.placing else self.to_act[0]
        super(Wall, self.then(board=board, placing=False, to_act=(seat,))).refuse_passing()

    # Texts

    def piece_of(self, move: Move) -> str:
        """The wall, where it is put somewhere."""
        return self.wall() if self.placing else super().piece_of(move)

    def becomes(self, seat: Seat, move: Move) -> str:
        """The wall, where it is put somewhere."""
        return self.wall() if self.placing else super().becomes(seat, move)

    def own_text(self, seat: Seat, move: Move) -> str:
        """The square of the wall after its letter and `@`."""
        return (
            f"{self.wall().upper()}@{self.grid.names[move.path[0]]}" if self.placing else super().own_text(seat, move)
        )

    def from_san(self, text: str) -> Move | None:
        """The square of the wall alone will do."""
        if not self.placing:
            return super().from_san(text)
        square = self.grid.index.get(text.rpartition("@")[2])
        move = Move(() if square is None else (square,))
        return move if move in self.moves(self.to_act[0]) else None

    def named(self) -> dict[str, str]:
        """Whether the wall is to be put somewhere, where it is."""
        return {**super().named(), **({"placing": "1"} if self.placing else {})}

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """A move is due where nothing is said. Raises FenError for a second wall."""
        if board.count(cls.wall()) > 1:
            raise FenError(
                "fen_walls", "There is one {wall} at most, not {found}.", wall=cls.wall(), found=board.count(cls.wall())
            )
        return {**super().read_named(named, board, settings), "placing": named.get("placing") == "1"}

    @classmethod
    def foreign(cls, words: list[str]) -> tuple[list[str], dict[str, str]]:
        """A star becomes the symbol of the wall."""
        return super().foreign([words[0].replace("*", cls.wall()), *words[1:]])

    def six_fields(self) -> str:
        """With a star for the wall."""
        rows, blank, rest = super().six_fields().partition(" ")
        return rows.replace(self.wall(), "*") + blank + rest

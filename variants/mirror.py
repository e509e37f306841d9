"""A part: two boards in one. A piece that has moved is on the other board, behind the mirror."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from variants import generation, reading
from variants.army import NO_ATTACKS, Choices
from variants.castling import NO_RIGHTS, Castling
from variants.lazy import Lazy
from variants.orthodox import Effects, Orthodox
from variants.piece_values import Squares, sides, value_at
from variants.position import Move, RuleFact, Seat, Square


class Mirror(Orthodox):
    """Both boards are drawn as one of them: `second` has the letters of kinds and those that they have on the second
    board. A square holds one piece, so a move needs its last square free on the other board.

    Pieces see only those of their own board. A move by a king must also be safe before it goes through the mirror.
    Pawns capture en passant whichever board the other one is on. Castling is on the first board.
    """

    second: ClassVar[Mapping[str, str]] = {"p": "s", "n": "o", "b": "c", "r": "u", "q": "t", "k": "l"}
    opposites: ClassVar[Mapping[str, str]]
    """For each symbol the one that it becomes by a move."""
    behind: ClassVar[frozenset[str]]
    """The symbols of pieces on the second board."""
    legality_by_trial = True

    def __init_subclass__(cls, **more: Any) -> None:
        """Both kings are guarded, wherever they are."""
        super().__init_subclass__(**more)
        cls.opposites, cls.behind = Lazy("opposites", _opposites), Lazy("behind", _behind)  # type: ignore[assignment]
        white, black = cls.guarded
        kings = white + "".join(cls.second[letter.lower()].upper() for letter in white)
        cls.guarded = kings, black + "".join(cls.second[letter] for letter in black)

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The mirror; kings are named once."""
        facts = super().rule_facts()
        once = [fact._replace(kinds="".join([kind for kind in fact.kinds if kind in cls.second])) for fact in facts]
        return [RuleFact("mirror", "board"), *once]

    @classmethod
    def letters(cls) -> str:
        """Those of both boards."""
        plain = super().letters()
        return plain + "".join([cls.second[letter] for letter in plain])

    @classmethod
    def kind_of(cls, letter: str) -> str:
        """A piece goes alike on both boards."""
        return next((plain for plain, other in cls.second.items() if other == letter), letter)

    @classmethod
    def takes(cls, mover: str, victim: str) -> Choices:
        """The capturing piece comes to the other board."""
        return tuple([(into, cls.opposites[born]) for into, born in super().takes(mover, victim)])

    @classmethod
    def promotes(cls, mover: str, victim: str) -> Choices:
        """What a pawn becomes comes to the other board."""
        choices = super().promotes(mover, victim)
        return choices if mover in cls.behind else tuple([(into, cls.opposites[born]) for into, born in choices])

    @classmethod
    def make_values(cls) -> Sequence[Squares]:
        """Pieces count alike on both boards."""
        white = super().make_values()[0]
        behind = {cls.opposites[symbol]: values for symbol, values in white.items() if symbol in cls.opposites}
        return sides({**white, **behind})

    @classmethod
    def view(cls, board: Sequence[str], behind: bool) -> tuple[str, ...]:
        """One of the two boards."""
        return tuple([symbol if (symbol in cls.behind) is behind else "" for symbol in board])

    # Moves

    def generated(self, seat: Seat, forcing: bool = False) -> list[Move]:
        """The moves on both boards that can go through the mirror."""
        army = self.army(seat)
        moves: list[Move] = []
        for behind in (False, True):
            found = generation.legal(
                self.view(self.board, behind), army, self.threat(seat), (), NO_ATTACKS,
                double_steps=frozenset() if behind else self.double_steps,
                en_passant=(), rights=NO_RIGHTS if behind else self.castling, castling=self.castles, forcing=forcing,
            )  # fmt: skip
            moves += [move for move in found if self.is_free(move.path[-1], behind)]
        for passed in self.en_passant:
            if not self.board[passed.square]:
                moves += [Move((origin, passed.square)) for origin in army.takers(self.board, passed)]
        return [move for move in moves if self.holds(seat, move)]

    def is_free(self, square: Square, behind: bool) -> bool:
        """Whether no piece of the other board stands on a square."""
        symbol = self.board[square]
        return symbol == "" or (symbol in self.behind) is behind

    def effects(self, seat: Seat, move: Move) -> Effects:
        """The piece that has moved is on the other board; what stands there is not in the way of castling."""
        mover = self.piece_of(move)
        if mover in Castling.kings:
            castle = self.castles.find(self.castling, self.view(self.board, False), move)
            if castle is not None:
                return Effects(move, mover, mover, castle=castle)
        effects = super().effects(seat, move)
        return effects._replace(born=self.opposites[effects.born]) if effects.born == effects.mover else effects

    def settle(self, board: list[str], effects: Effects) -> None:
        """Castling takes two pieces through the mirror."""
        super().settle(board, effects)
        if effects.castle is not None:
            for square in (effects.castle.king[1], effects.castle.rook[1]):
                board[square] = self.opposites[board[square]]

    def threatened(self, board: Sequence[str], square: Square, seat: Seat) -> bool:
        """Whether a king is attacked on its own board; where none stands, on the first one."""
        behind = board[square] in self.behind.intersection(self.kings(seat))
        return super().threatened(self.view(board, behind), square, seat)

    def holds(self, seat: Seat, move: Move) -> bool:
        """Whether there is room on the other board, and the king is safe after the move; its own moves also before
        the mirror."""
        effects = self.effects(seat, move)
        castle, mover, kings = effects.castle, effects.mover, self.kings(seat)
        ends = (castle.king[1], castle.rook[1]) if castle else move.path[-1:]
        if not all(self.is_free(at, mover in self.behind) for at in ends):
            return False
        if mover in kings:
            board = list(self.board)
            super().settle(board, effects._replace(born=mover))
            if self.threatened(board, ends[0], seat):
                return False
        if castle is not None:
            board = list(self.board)
            board[castle.king[0]] = ""
            if any(self.threatened(board, square, seat) for square in castle.crossed):
                return False
        board = list(self.board)
        self.settle(board, effects)
        return not any(king in board and self.threatened(board, board.index(king), seat) for king in kings)

    def next_fields(self, seat: Seat, effects: Effects, board: Sequence[str]) -> dict[str, Any]:
        """Nothing is captured en passant where a piece of the other board stands."""
        fields = super().next_fields(seat, effects, board)
        step = effects.double_step
        return {**fields, "en_passant": ()} if step is not None and board[step.square] else fields

    def gain(self, seat: Seat, move: Move) -> float | None:
        """What can be recaptured on the other board is lost."""
        effects = self.effects(seat, move)
        mover, target = effects.mover, move.path[-1]
        if not effects.victim and not move.into:
            return None
        worth = self.piece_values(seat)
        won = value_at(worth, effects.born, target) - value_at(worth, mover, move.path[0])
        won -= value_at(worth, effects.victim, target)
        if self.threat(seat).attacks(self.view(self.board, effects.born in self.behind), target):
            won -= self.retaken * value_at(worth, effects.born, target)
        return won

    # Texts

    def own_text(self, seat: Seat, move: Move) -> str:
        """Castling, where a piece of the second board stands between king and rook."""
        castle = self.effects(seat, move).castle
        return castle.text if castle and not castle.is_clear(self.board) else super().own_text(seat, move)

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """Without double steps over a piece of the other board."""
        read = super().read_named(named, board, settings)
        return {**read, "en_passant": tuple([step for step in read["en_passant"] if not board[step.square]])}

    def refuse_kings(self) -> None:
        """Each king on either board."""
        board = [self.opposites[symbol] if symbol in self.behind else symbol for symbol in self.board]
        reading.refuse_kings(board, [kings[: len(kings) // 2] for kings in self.guarded])


def _opposites(cls: type[Mirror]) -> Mapping[str, str]:
    pairs = dict(cls.second)
    pairs |= {plain.upper(): other.upper() for plain, other in cls.second.items()}
    return {**pairs, **{other: plain for plain, other in pairs.items()}}


def _behind(cls: type[Mirror]) -> frozenset[str]:
    letters = "".join(cls.second.values())
    return frozenset(letters + letters.upper())

"""A part: captured pieces change sides, and may be dropped on empty squares."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Self

from variants.errors import FenError
from variants.keys import Value
from variants.orthodox import Effects, Orthodox
from variants.piece_values import value_at
from variants.position import Event, Move, Picture, RuleFact, Seat, Sign, Square, Viewer, only

MOST_HELD = 40
"""Pieces of one kind that a hand in a FEN may hold."""
IN_HAND = 1.1
"""What a piece in hand is worth, as a part of its value on the board: a hint for searches."""


@dataclass(frozen=True, kw_only=True)
class Pockets(Orthodox):
    """A player who captures a piece takes it to their hand and may later drop it instead of a move.

    Behind the squares of the board lie the slots of White's hand, one for each kind, then those of Black's; a drop is a
    move from its slot. A promoted piece comes to the hand as the pawn that it was. A pawn is not dropped where no pawn
    can stand, nor another piece where it could never move. Event: dropped (square) (piece).
    """

    hands: tuple[int, ...] = ()
    """How many pieces lie in each slot; empty for none at all."""
    promoted: frozenset[Square] = frozenset()
    """The squares of pieces that were pawns."""

    event_codes: ClassVar[Mapping[str, Sign | None]] = {"dropped": "arrow"}
    material: ClassVar[Mapping[str, float]] = only({})  # A captured piece is not lost: the hands show it.
    fen_keys: ClassVar[Mapping[str, Value]] = {"hands": Value(), "promoted": Value(squares=144)}

    held: ClassVar[str] = ""
    """The letters of the kinds that a hand may hold, in the order of its slots."""
    slots: ClassVar[str] = ""
    """The symbol of each slot, White's first."""

    def __init_subclass__(cls, **more: Any) -> None:
        """Give the hands a slot for each kind that can be captured."""
        super().__init_subclass__(**more)
        cls.held = "".join(
            [letter for letter in cls.letters() if letter not in cls.guarded[1] and cls.hand_letter(letter) == letter]
        )
        cls.slots = cls.held.upper() + cls.held
        cls.fen_keys = {**cls.fen_keys, "hands": Value(hands=(cls.held.upper(), cls.held))}

    @classmethod
    def hand_letter(cls, letter: str) -> str:
        """The letter of the kind that a captured piece of this kind is in the hand."""
        return letter

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """Captures and drops; where a pawn or another piece is not dropped, and what a promoted piece becomes."""
        facts = [RuleFact("hands", kinds=cls.held)]
        if cls.has_pawns():
            facts.append(RuleFact("drop_pawns_last" if 1 in cls.double_step_ranks else "drop_pawns"))
            if cls.forced_ranks > 1:
                facts.append(RuleFact("drop_pawns_forced", number=cls.forced_ranks))
        if confined := "".join([letter for letter in cls.held if letter in cls.confined]):
            facts.append(RuleFact("drop_confined", kinds=confined))
        if any(map(cls._stuck, cls.held)):
            facts.append(RuleFact("drop_stuck"))
        return [*facts, *super().rule_facts()]

    @classmethod
    def _stuck(cls, letter: str) -> bool:
        """Whether a piece of this kind, but for pawns, could never move from one of its squares."""
        army, symbol = cls.armies[0], letter.upper()
        squares = cls.own_squares(0, cls.confined.get(letter, " ".join(cls.grid.names)))
        return symbol not in army.ways and not army.stuck[symbol].isdisjoint(set(squares) - cls.holes)

    def slot_of(self, place: Square) -> int | None:
        """The number of a slot among all slots, by its place behind the squares; None for a square."""
        slot = place - len(self.board)
        return slot if slot >= 0 else None

    def count(self, slot: int) -> int:
        """How many pieces lie in a slot."""
        return self.hands[slot] if self.hands else 0

    def _halves(self) -> tuple[range, range]:
        """The slots of each seat."""
        return range(len(self.held)), range(len(self.held), len(self.slots))

    # Moves

    def legal(self, seat: Seat) -> list[Move]:
        """The moves on the board, then the drops."""
        return super().legal(seat) + self.drops(seat)

    def drops(self, seat: Seat) -> list[Move]:
        """The drops that leave no king of this seat in danger, kind by kind."""
        held = [slot for slot in self._halves()[seat] if self.count(slot)]
        if not held:
            return []
        board = self.board
        free = [square for square in sorted(self.visible(seat)) if not board[square]]
        sure = not self.legality_by_trial and self.threat(seat).plain
        if sure:
            # A piece on an empty square opens no line: only a single attack from afar must be blocked.
            watch = self.attacks_on_kings(seat)
            if watch.checkers:
                free = [square for square in free if square in watch.answers] if len(watch.checkers) == 1 else []
        moves = [
            Move((len(board) + slot, square))
            for slot in held
            for square in free
            if self.may_drop(seat, self.slots[slot], square)
        ]
        return moves if sure else [move for move in moves if self.holds(seat, move)]

    def may_drop(self, seat: Seat, symbol: str, square: Square) -> bool:
        """Whether a piece may be dropped on an empty square: not where it could never move, nor outside its squares."""
        stuck = square in self.army(seat).stuck[symbol]
        return not stuck and (not self.confined or self._is_within(seat, symbol, square))

    def _is_within(self, seat: Seat, symbol: str, square: Square) -> bool:
        names = self.confined.get(symbol.lower())
        return names is None or square in self.own_squares(seat, names)

    def piece_of(self, move: Move) -> str:
        """The symbol in the slot of a drop."""
        slot = self.slot_of(move.path[0])
        return super().piece_of(move) if slot is None else self.slots[slot]

    def effects(self, seat: Seat, move: Move) -> Effects:
        """A drop puts its piece on the square, and does nothing else."""
        if self.slot_of(move.path[0]) is None:
            return super().effects(seat, move)
        return Effects(move, self.piece_of(move), self.piece_of(move))

    def settle(self, board: list[str], effects: Effects) -> None:
        """Carry out a move's effects; the hands are no part of the board."""
        if self.slot_of(effects.move.path[0]) is None:
            super().settle(board, effects)
        else:
            board[effects.move.path[1]] = effects.born

    def next_fields(self, seat: Seat, effects: Effects, board: Sequence[str]) -> dict[str, Any]:
        """The hands after the move, and which pieces were pawns."""
        origin, target = effects.move.path
        hands = list(self.hands or (0,) * len(self.slots))
        promoted = set(self.promoted)
        slot = self.slot_of(origin)
        if slot is not None:
            hands[slot] -= 1
        elif effects.taken is not None:
            kind = "p" if effects.taken in promoted else self.hand_letter(effects.victim.lower())
            if kind in self.held:
                hands[self._halves()[seat][self.held.index(kind)]] += 1
            promoted.discard(effects.taken)
        if origin in promoted or (effects.mover in self.army(seat).ways and effects.born != effects.mover):
            promoted.add(target)
        if slot is not None or not board[origin]:  # A piece that shoots stays.
            promoted.discard(origin)
        standing = frozenset([square for square in promoted if board[square]])
        return {**super().next_fields(seat, effects, board), "hands": tuple(hands), "promoted": standing}

    def events_of(self, seat: Seat, effects: Effects) -> list[Event]:
        """A drop is an event of its own."""
        if self.slot_of(effects.move.path[0]) is None:
            return super().events_of(seat, effects)
        return [Event("dropped", seat, effects.move.path[1:], (effects.mover,))]

    def own_text(self, seat: Seat, move: Move) -> str:
        """A drop by its kind and its square."""
        if self.slot_of(move.path[0]) is None:
            return super().own_text(seat, move)
        return f"{self.piece_of(move).upper()}@{self.grid.names[move.path[1]]}"

    def key(self) -> tuple[Hashable, ...]:
        """Also the hands, and which pieces were pawns."""
        return (*super().key(), self.hands if any(self.hands) else (), tuple(sorted(self.promoted)))

    def guess(self, viewer: Viewer, random: Random) -> Self:
        """Of pieces that may stand elsewhere nobody knows whether they were pawns."""
        guess = super().guess(viewer, random)
        promoted = frozenset([square for square in self.promoted if guess.board[square] == self.board[square]])
        return guess.then(promoted=promoted) if promoted != guess.promoted else guess

    # Hints

    def lead(self, seat: Seat) -> float:
        """The pieces in hand count a little more than on the board."""
        values, lead = self.piece_values(seat), super().lead(seat)
        middle = len(self.board) // 2
        for slot, count in enumerate(self.hands):
            if count:
                lead += IN_HAND * count * value_at(values, self.slots[slot], middle)
        return lead

    def gain(self, seat: Seat, move: Move) -> float | None:
        """A drop is quiet; a capture wins its piece twice."""
        if self.slot_of(move.path[0]) is not None:
            return None
        gain = super().gain(seat, move)
        if gain is None:
            return None
        effects = self.effects(seat, move)
        taken = value_at(self.piece_values(seat), effects.victim, move.path[1])
        return gain - taken

    # Texts

    @classmethod
    def write(cls, move: Move) -> str:
        """A drop by the symbol of its piece: `P@e4`, `p@e5`."""
        cells = cls.size[0] * cls.size[1]
        if not move.path or move.path[0] < cells:
            return super().write(move)
        return f"{cls.slots[move.path[0] - cells]}@{cls.grid.names[move.path[1]]}"

    @classmethod
    def read(cls, text: str) -> Move:
        """Squares, or a drop. Raises MoveError."""
        match = re.fullmatch("([A-Za-z])@([a-z][0-9]{1,2})", text) if isinstance(text, str) else None
        index = cls.grid.index
        if match is None or match[1] not in cls.slots or match[2] not in index:
            return super().read(text)
        return Move((cls.size[0] * cls.size[1] + cls.slots.index(match[1]), index[match[2]]))

    def from_san(self, text: str) -> Move | None:
        """A drop without a piece is that of a pawn."""
        match = re.fullmatch("([A-Za-z]?)@([a-z][0-9]{1,2})[+#]?", text)
        if match is None:
            return super().from_san(text)
        (seat,) = self.to_act
        case = (str.upper, str.lower)[seat]
        if case(match[1] or "p") not in self.slots or match[2] not in self.grid.index:
            return None
        move = self.read(f"{case(match[1] or 'p')}@{match[2]}")
        return move if move in self.moves(seat) else None

    def picture(self, viewer: Viewer) -> Picture:
        """The board, and both hands, one slot for each kind with the number of its pieces."""
        counts = [self.count(slot) for slot in range(len(self.slots))]
        shown = [symbol if count else "" for symbol, count in zip(self.slots, counts, strict=True)]
        half = len(counts) // 2
        return (
            super()
            .picture(viewer)
            ._replace(
                hands=(tuple(shown[:half]), tuple(shown[half:])), counts=(tuple(counts[:half]), tuple(counts[half:]))
            )
        )

    def named(self) -> dict[str, str]:
        """The hands as letters, White's first, and the squares of the pieces that were pawns."""
        hands = "".join([symbol * self.count(slot) for slot, symbol in enumerate(self.slots)])
        promoted = ",".join([self.grid.names[square] for square in sorted(self.promoted)])
        named = {**super().named(), "hands": hands or "-"}
        return {**named, "promoted": promoted} if promoted else named

    @classmethod
    def is_foreign(cls, fen: str) -> bool:
        """Also rows with hands in brackets, or with a sign at promoted pieces."""
        words = fen.split() if isinstance(fen, str) and "{" not in fen else []
        return super().is_foreign(fen) or (bool(words) and not {"[", "~"}.isdisjoint(words[0]))

    @classmethod
    def foreign(cls, words: list[str]) -> tuple[list[str], dict[str, str]]:
        """The hands in brackets behind the rows, or behind one more stroke; `~` behind each promoted piece."""
        words, named = super().foreign(words)
        match = re.fullmatch(r"([^\[\]]+)(?:\[([^\[\]]*)\])?", words[0])
        rows, hands = (match[1], match[2] or "") if match else (words[0], "")
        if rows.count("/") == cls.size[1]:
            rows, _, hands = rows.rpartition("/")
        board = re.findall(r"[A-Za-z]~?|[0-9]+|[^/]", rows)
        square, promoted = 0, []
        for part in board:
            if part.endswith("~") and square < len(cls.grid.names):
                promoted.append(cls.grid.names[square])
            square += int(part) if part.isdecimal() else 1
        named["hands"] = hands.replace("-", "") or "-"
        if promoted:
            named["promoted"] = ",".join(promoted)
        return [rows.replace("~", ""), *words[1:]], named

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """No hands and no promoted pieces where nothing is said. Raises FenError."""
        hands = named.get("hands", "-")
        counts = tuple([hands.count(symbol) for symbol in cls.slots])
        if max(counts) > MOST_HELD:
            raise FenError("fen_many_held", "A hand holds at most {most} pieces of one kind.", most=MOST_HELD)
        names = [name for name in named.get("promoted", "-").split(",") if name != "-"]
        promoted = frozenset([cls.grid.index[name] for name in names if name in cls.grid.index])
        for square in sorted(promoted):
            if board[square].lower() not in cls.promotes_to or not board[square]:
                raise FenError("fen_promoted", "No promoted piece stands on {square}.", square=cls.grid.names[square])
        fields = super().read_named(named, board, settings)
        return {**fields, "hands": counts if any(counts) else (), "promoted": promoted}

    def six_fields(self) -> str:
        """With the hands in brackets behind the rows, and `~` behind each promoted piece."""
        rest = super().six_fields().partition(" ")[2]
        marked = [symbol + "~" * (square in self.promoted) for square, symbol in enumerate(self.board)]
        # The strongest first, as other programs write them.
        hands = "".join([self.slots[slot] * self.count(slot) for half in self._halves() for slot in reversed(half)])
        return f"{self.grid.write_rows(marked)}[{hands}] {rest}"

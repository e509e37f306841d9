"""A part: pieces that are promoted in a zone, and keep their colour of play: as in shogi."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from variants.errors import FenError
from variants.lazy import Lazy
from variants.orthodox import Effects, Orthodox
from variants.position import Event, Move, RuleFact, Seat, Square


class Promotion(Orthodox):
    """A move that begins or ends in the zone may promote its piece; it must where the piece could go no farther.

    `promoted_kinds` leads from letters of kinds to those that they become; the zone is the last `promotion_ranks` of
    each side. Other programs write a promoted kind by `+` and the letter of what it was.
    """

    move_sign = "+"
    promoted_kinds: ClassVar[Mapping[str, str]] = {}
    promotes_to = ""
    zones: ClassVar[Sequence[frozenset[Square]]]
    """For each seat the squares of its zone."""

    def __init_subclass__(cls, **more: Any) -> None:
        """Let the class make its own tables."""
        super().__init_subclass__(**more)
        cls.zones = Lazy("zones", lambda own: [_zone(own, seat) for seat in (0, 1)])  # type: ignore[assignment]

    @classmethod
    def letters(cls) -> str:
        """Also those of the kinds that others become."""
        return super().letters() + "".join(cls.promoted_kinds.values())

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The zone, and which kinds are promoted to which."""
        kinds, better = "".join(cls.promoted_kinds), "".join(cls.promoted_kinds.values())
        facts = [RuleFact("zone", kinds=kinds, number=cls.promotion_ranks), RuleFact("zone_kinds", kinds=better)]
        return [*facts, *super().rule_facts()]

    @classmethod
    def hand_letter(cls, letter: str) -> str:
        """A promoted piece comes to the hand as what it was."""
        return next((plain for plain, better in cls.promoted_kinds.items() if better == letter), letter)

    def refuse(self) -> None:
        """Also where a piece stands that could never go, and would have had to be promoted."""
        for square, symbol in enumerate(self.board):
            if symbol.lower() in self.promoted_kinds and any(
                square in army.stuck.get(symbol, ()) for army in self.armies
            ):
                raise FenError("fen_stuck", "The piece on {square} could never move.", square=self.grid.names[square])
        super().refuse()

    def generated(self, seat: Seat, forcing: bool = False) -> list[Move]:
        """Each move with a promotion beside it, or in its place."""
        zone, stuck, board = self.zones[seat], self.army(seat).stuck, self.board
        moves = []
        for move in super().generated(seat, forcing):
            origin, target = move.path
            symbol = board[origin]
            better = self.promoted_kinds.get(symbol.lower())
            if better is None or not (origin in zone or target in zone):
                moves.append(move)
                continue
            if target not in stuck[symbol]:
                moves.append(move)
            moves.append(Move(move.path, better))
        return moves

    def effects(self, seat: Seat, move: Move) -> Effects:
        """The symbol of the promoted kind stands there afterwards."""
        if not move.into:
            return super().effects(seat, move)
        effects = super().effects(seat, Move(move.path))
        born = move.into.upper() if effects.mover.isupper() else move.into
        return effects._replace(move=move, born=born)

    def events_of(self, seat: Seat, effects: Effects) -> list[Event]:
        """A promotion is an event of its own."""
        promoted = Event("promoted", seat, effects.move.path[-1:], (effects.mover, effects.born))
        return super().events_of(seat, effects) + [promoted] * bool(effects.move.into)

    # Texts

    @classmethod
    def kind_text(cls, letter: str) -> str:
        """`+` and the letter of what it was."""
        plain = cls.hand_letter(letter)
        return plain if plain == letter else f"+{plain}"

    @classmethod
    def into_text(cls, into: str) -> str:
        """`=+`, because there is one kind that it can become."""
        return "=+"

    @classmethod
    def san(cls, note: str) -> str:
        """With one letter for a promoted kind, because movetext takes a sign for a remark: `Vb6`, `Sb6=V`."""
        match = re.match(r"(\+?)([A-Z]?)", note)
        assert match is not None, "every text begins so"
        better = cls.promoted_kinds.get((match[2] or "P").lower(), "").upper()
        return re.sub(r"^\+[A-Z]", better, super().san(note)).replace("=+", f"={better}")

    def from_import(self, text: str) -> Move | None:
        """Where the sign behind a move may mean a promotion, it does."""
        return self.from_san(text) or super().from_import(text)

    def from_san(self, text: str) -> Move | None:
        """Also as the board's label says it, or as its squares with `+`, by which other programs promote."""
        (seat,) = self.to_act
        labels = self.labels(seat)
        names = {label: move for move, label in labels.items()}
        names |= {self.grid.written(move.path, "") + "+": move for move in labels if move.into}
        for written in (text, re.sub("[+#]$", "", text)):
            if written in names:
                return names[written]
        return super().from_san(text)

    @classmethod
    def is_foreign(cls, fen: str) -> bool:
        """Also rows with a sign before promoted pieces."""
        return super().is_foreign(fen) or (isinstance(fen, str) and "{" not in fen and "+" in fen.partition(" ")[0])

    @classmethod
    def foreign(cls, words: list[str]) -> tuple[list[str], dict[str, str]]:
        """The sign and the letter of what it was become the letter of the promoted kind."""

        def letter(match: re.Match[str]) -> str:
            better = cls.promoted_kinds.get(match[1].lower())
            return match[0] if better is None else better.upper() if match[1].isupper() else better

        return super().foreign([re.sub(r"\+([A-Za-z])", letter, words[0]), *words[1:]])

    def six_fields(self) -> str:
        """With the sign before the letter of what a promoted piece was."""
        rows, blank, rest = super().six_fields().partition(" ")
        for plain, better in self.promoted_kinds.items():
            rows = rows.replace(better, f"+{plain}").replace(better.upper(), f"+{plain.upper()}")
        return rows + blank + rest


def _zone(cls: type[Orthodox], seat: Seat) -> frozenset[Square]:
    files, ranks = cls.size
    rows = range(ranks)[:: -1 if seat else 1][: cls.promotion_ranks]
    return frozenset([cls.grid.square(file, row) for row in rows for file in range(files)])

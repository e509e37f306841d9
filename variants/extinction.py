"""A part: a player who has lost all pieces of a kind has lost, or won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from variants.orthodox import Orthodox
from variants.piece_values import Squares
from variants.position import Result, RuleFact, Seat


class Extinct(Orthodox):
    """A player who has none left of a group of kinds loses, or wins with `extinction_wins`. Reason: extinct.

    `groups` are the groups, each given by its letters; they hold for the `extinction_seats`.
    """

    groups: ClassVar[Sequence[str]] = ()
    extinction_seats: ClassVar[Sequence[Seat]] = (0, 1)
    extinction_wins: ClassVar[bool] = False
    reasons = frozenset({"extinct"})

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The groups, those of one kind together, and the only seat for which they hold."""
        ends = "_wins" if cls.extinction_wins else ""
        kinds = "".join([group for group in cls.groups if len(group) == 1])
        facts = [RuleFact(f"extinct_kind{ends}", "end", kinds=kinds)] if kinds else []
        facts += [RuleFact(f"extinct_group{ends}", "end", kinds=group) for group in cls.groups if len(group) > 1]
        if len(cls.extinction_seats) == 1:
            facts.append(RuleFact("extinct_only", "end", seat=cls.extinction_seats[0]))
        return [*facts, *super().rule_facts()]

    def result(self) -> Result | None:
        """The player who moved last is asked first: a pawn that is promoted may have been the last."""
        mover = 1 - self.to_act[0]
        for seat in (mover, 1 - mover):
            if seat in self.extinction_seats and self.has_lost_group(seat):
                return self.lost(1 - seat if self.extinction_wins else seat, "extinct")
        return super().result()

    def has_lost_group(self, seat: Seat) -> bool:
        """Whether all pieces of a group are gone."""
        case = (str.upper, str.lower)[seat]
        return any(set(map(case, group)).isdisjoint(self.board) for group in self.groups)

    @classmethod
    def make_values(cls) -> Sequence[Squares]:
        """Where it wins to have nothing left, every piece is a burden."""
        white, black = super().make_values()
        return (black, white) if cls.extinction_wins else (white, black)

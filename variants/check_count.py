"""A part: a player who has given check so many times wins."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from variants.orthodox import Orthodox
from variants.position import Move, Result, RuleFact, Seat

CHECK = 1.5
"""What a check that was given is worth, in pawns, as a hint for searches; each further one twice as much."""


@dataclass(frozen=True, kw_only=True)
class CheckCount(Orthodox):
    """A player who gives the last of `counts["checks"]` checks wins.

    Reason: checks. Tally: checks (given by a seat).
    """

    checks: tuple[int, int] = (0, 0)
    """The checks that each seat has given."""

    counts: ClassVar[Mapping[str, int]] = {"checks": 3}
    reasons = frozenset({"checks"})

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """How many checks win."""
        most = cls.counts["checks"]
        return [RuleFact("checks" if most > 1 else "check_wins", "end", number=most), *super().rule_facts()]

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after a move; a check counts once, whatever gives it."""
        after = super().play(actions)
        given = {event.seat for event in after.events if event.code == "check"}
        if not given:
            return after
        checks = tuple([count + (1 - seat in given) for seat, count in enumerate(self.checks)])
        return after.then(checks=checks)

    def lead(self, seat: Seat) -> float:
        """The checks count too, each twice as much as the one before."""
        own, other = (CHECK * ((1 << self.checks[each]) - 1) for each in (seat, 1 - seat))
        return super().lead(seat) + own - other

    @classmethod
    def foreign(cls, words: list[str]) -> tuple[list[str], dict[str, str]]:
        """What is left, `3+3`, before or after the counters; or what was given, `+0+0`."""
        words, named = super().foreign(words)
        for word in words:
            match = re.fullmatch(r"(\+?)([0-9])\+([0-9])", word)
            if match:
                most = cls.counts["checks"]
                white, black = [int(digit) if match[1] else most - int(digit) for digit in match.group(2, 3)]
                return [each for each in words if each is not word], {**named, "checks": f"{white}{black}"}
        return words, named

    def six_fields(self) -> str:
        """With the checks that are left to each side as one more field, before the counters."""
        words = super().six_fields().split(" ")
        white, black = (self.counts["checks"] - given for given in self.checks)
        return " ".join([*words[:4], f"{white}+{black}", *words[4:]])

    def result(self) -> Result | None:
        """The last check wins, even where it is none that mates."""
        for seat, given in enumerate(self.checks):
            if given >= self.counts["checks"]:
                return self.lost(1 - seat, "checks")
        return super().result()

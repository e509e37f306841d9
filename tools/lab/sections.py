"""What the report of the lab says: its sections in order, and the key figures."""

from __future__ import annotations

from collections.abc import Sequence

from tools.lab import course, figures, parts
from tools.lab.figures import share
from tools.lab.game import NODES
from tools.lab.subject import Subject
from tools.lab.written import Section, between, signed, sure

SECTIONS = (
    *(course.length, course.results, course.first, course.ends, course.branching, course.acting),
    *(parts.risk, parts.pieces, parts.events, parts.options, course.dead),
)
"""The course of games, the parts of the variant, and what came to nothing."""


class Told(Subject):
    """The report, for games that were played."""

    def sections(self) -> Sequence[Section]:
        """All of them."""
        return [section(self) for section in SECTIONS]

    def headlines(self) -> Sequence[tuple[str, str]]:
        """The key figures, each with its name."""
        counts, games = self.counts, self.games
        turns = figures.spread(figures.lengths(counts))
        choices = figures.spread(figures.choices(counts))
        lines = [("length", f"{figures.length(counts).value:.1f} turns{between(turns)}")]
        lines += [(self.seat(seat), f"{sure(figures.points(counts, seat))} of a point") for seat in self.players]
        first = figures.first_seat(counts, len(self.players))
        lines.append(
            ("who begins", "everybody at once" if first is None else f"{signed(first[0])} above an even share")
        )
        lines.append(("drawn", sure(share(figures.drawn(counts), games))))
        ends = [f"{reason} {number / games:.1%}" for reason, number, _ in self.reasons() if number]
        lines.append(("ends", ", ".join(ends)))
        if choices is not None:
            lines.append(("moves a turn", f"{choices.mean:.1f}{between(choices)}"))
        if counts.risks["offered_risky"]:
            risky, failed = self.risks()
            lines.append(("risky moves", f"{risky.value:.1%} of those played; of these {failed.value:.1%} failed"))
        dead = counts.dead.total()
        lines.append(("nobody could win", f"{dead / games:.1%} of games, while they were played on"))
        return lines

    def how(self) -> str:
        """Who played, in a sentence."""
        plan = self.experiment.plan
        if plan.strength is None:
            return "Every move was chosen at random."
        nodes = NODES[plan.strength]
        return f"The computer played all seats at strength {plan.strength}, with {nodes:,} nodes a move."

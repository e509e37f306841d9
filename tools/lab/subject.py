"""What all sections of the lab's report speak of: the games that were played, and the words for them."""

from __future__ import annotations

from collections.abc import Sequence

from server.texts.words import Words
from tools.lab import figures
from tools.lab.experiment import Experiment
from tools.lab.figures import Estimate, Spread, share
from variants.position import Seat


class Subject:
    """Games that were played, and what more than one section asks of them."""

    def __init__(self, experiment: Experiment, words: Words) -> None:
        self.experiment = experiment
        self.words = words
        self.counts = experiment.counts
        self.games = experiment.counts.games
        self.start = experiment.start
        self.variant = type(experiment.start)
        self.players = [seat for seat in range(len(self.start.seats)) if seat not in self.start.chance]
        self.even = 1 / len(self.players)

    def reasons(self) -> Sequence[tuple[str, int, Spread | None]]:
        """The reasons why games ended, each with its number and the turns until then."""
        return figures.reasons(self.counts, {*self.variant.reasons, *figures.QUIET})

    def risks(self) -> tuple[Estimate, Estimate]:
        """How many of the moves were risky, and how many of these failed."""
        risks = self.counts.risks
        return share(risks["played_risky"], risks["played"]), share(risks["failed"], risks["played_risky"])

    def seat(self, seat: Seat) -> str:
        """What the seat is called."""
        return self.words.seat(self.start.seats[seat])

"""What the report of the lab says of the course of games: how long, who wins, how they end, who acts."""

from __future__ import annotations

from collections.abc import Sequence

from server.lab import figures
from server.lab.figures import share
from server.lab.game import AGAIN, NATURE, ONE, SEVERAL, TOO_LONG
from server.lab.plots import Bar, band, bars, columns
from server.lab.subject import Subject
from server.lab.written import Section, Table, bar, often, signed, some, spreads, sure


class Course(Subject):
    """The sections on games."""

    def sections(self) -> Sequence[Section]:
        """All but the last of the report."""
        return [self._length(), self._results(), self._first(), self._ends(), self._branching(), self._acting()]

    def _length(self) -> Section:
        numbers = figures.lengths(self.counts)
        shortest = self.counts.shortest
        text = [f"A game has {sure(figures.length(self.counts), '.1f')} turns on average."]
        if self.start.chance:
            text.append("The turns of nature are counted, too.")
        if shortest is not None:
            moves = " ".join(shortest.moves) or "no move at all"
            text.append(f"The shortest game that the rules ended is number {shortest.number}: {moves}.")
        return Section(
            "length",
            "Length",
            text,
            [columns("Games by their length", numbers, "turns")],
            [spreads([("turns", figures.spread(numbers))])],
        )

    def _results(self) -> Section:
        counts, games = self.counts, self.games
        found = {seat: figures.points(counts, seat) for seat in self.players}
        rows = [
            (self.seat(seat), sure(found[seat]), sure(share(figures.wins(counts, seat), games)))
            for seat in self.players
        ]
        drawn = share(figures.drawn(counts), games)
        return Section(
            "results",
            "Results by seat",
            [
                f"{sure(drawn)} of the games gave nobody the whole point. Were all seats alike, each would get"
                f" {self.even:.1%} of the points: the line."
            ],
            [bars("Points by seat", [bar(self.seat(seat), found[seat]) for seat in found], 1.0, self.even)],
            [Table(("seat", "points", "games won"), rows), Table(("", "games"), [("drawn or shared", sure(drawn))])],
        )

    def _first(self) -> Section:
        first = figures.first_seat(self.counts, len(self.players))
        if first is None:
            return Section("first", "Who begins", ["Nobody does: in the first turn several seats act at once."])
        advantage, games = first
        clear = advantage.low > 0 or advantage.high < 0
        verdict = "It is not due to chance" if clear else "It may be due to chance"
        name = "who begins"
        return Section(
            "first",
            "Who begins",
            [
                f"In {games:,} games one player began alone, and got {signed(advantage)} of a point more than an even"
                f" share. {verdict}, at a confidence of 95%."
            ],
            [bars("Points of the first player above an even share", [bar(name, advantage, signed=True)], 0.2, 0, -0.2)],
            [Table(("", "points above an even share"), [(name, signed(advantage))])],
        )

    def _ends(self) -> Section:
        games = self.games
        rows = self.reasons()
        return Section(
            "ends",
            "How games end",
            [
                "Draws that a player may claim are counted as drawn."
                f" A game is left after {self.experiment.plan.longest} turns: {TOO_LONG}."
            ],
            [bars("Games by the reason of their end", [bar(code, share(number, games)) for code, number, _ in rows])],
            [
                Table(
                    ("reason", "games", "share", "turns, mean"),
                    [
                        (code, f"{number:,}", sure(share(number, games)), f"{turns.mean:.1f}" if turns else "never")
                        for code, number, turns in rows
                    ],
                )
            ],
        )

    def _branching(self) -> Section:
        found = figures.choices(self.counts)
        distribution = figures.spread(found)
        by_turn = figures.choices_by_turn(self.counts)
        if distribution is None or not by_turn:
            return Section("branching", "Branching", ["Nobody ever had to choose."])
        forced = share(found[1], distribution.total)
        return Section(
            "branching",
            "Branching",
            [
                f"A player to act has {distribution.mean:.1f} moves on average; in {forced.value:.1%} of all"
                " cases there is only one. By turn: the mean, and between which numbers nine in ten lie, while at"
                f" least {figures.FEW:.0%} of the games go on."
            ],
            [
                band(
                    "Moves of a player by turn",
                    [(turn, at.quantiles[0], at.mean, at.quantiles[-1]) for turn, at in by_turn],
                    "turn",
                ),
                columns("How often a player had so many moves", found, "moves"),
            ],
            [spreads([("all turns", distribution), *((f"turn {turn}", at) for turn, at in some(by_turn))])],
        )

    def _acting(self) -> Section:
        names = {
            ONE: "one, another than before",
            AGAIN: "the same one again",
            SEVERAL: "several at once",
            NATURE: "nature alone",
        }
        acting, turns = self.counts.acting, self.counts.acting.total()
        parts = {kind: acting[kind] / max(1, turns) for kind in names if kind != NATURE or self.start.chance}
        seats = [(self.seat(seat), often(self.counts.acted[seat] / self.games)) for seat in self.players]
        return Section(
            "acting",
            "Who acts",
            ["Of all turns, in how many one seat acts, the same one again, or several at once."],
            [bars("Turns by who acts", [Bar(names[kind], part, f"{part:.1%}") for kind, part in parts.items()], 1.0)],
            [
                Table(("who acts", "share of turns"), [(names[kind], f"{part:.1%}") for kind, part in parts.items()]),
                Table(("seat", "turns a game"), seats),
            ],
        )

    def dead(self) -> Section:
        """Games that came to nothing: the last section."""
        counts, games = self.counts, self.games
        dead = counts.dead.total()
        reasons = {code: number for code, number, _ in self.reasons()}
        rows = [
            ("left as too long", reasons[TOO_LONG]),
            ("drawn by repetition", reasons["repetition"]),
            ("drawn by quiet turns", reasons["quiet_turns"]),
            ("nobody could win", dead),
        ]
        text = [
            "Games that came to nothing, and those that were played on although the rules say that nobody could win."
        ]
        if dead:
            after = sum(turns * number for (_, turns), number in counts.dead.items()) / dead
            text.append(f"Then {after:.1f} more turns were played on average.")
        return Section(
            "dead",
            "Dead positions",
            text,
            [bars("Games that came to nothing", [bar(name, share(number, games)) for name, number in rows], 1.0)],
            [Table(("", "games", "share"), [(name, f"{n:,}", sure(share(n, games))) for name, n in rows])],
        )

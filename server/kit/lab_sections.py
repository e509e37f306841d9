"""What the report of the lab says: each figure with its plot and its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from server.kit import lab_figures as figures
from server.kit.lab import Experiment
from server.kit.lab_figures import Estimate, Spread, share
from server.kit.lab_game import AGAIN, NATURE, NODES, ONE, SEVERAL, TOO_LONG, Counts
from server.kit.lab_plots import Bar, Plot, band, bars, columns
from server.texts.words import Words
from variants.position import Seat

PASSED = "no piece"
SHOWN = 20
"""Rows of a plot at most; its table has all."""


class Table(NamedTuple):
    """Numbers: the first column names the row."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class Section(NamedTuple):
    """One question that is asked of a game."""

    id: str
    title: str
    text: Sequence[str]
    plots: Sequence[Plot] = ()
    tables: Sequence[Table] = ()


class Told:
    """The sections, for games that were played."""

    def __init__(self, experiment: Experiment, words: Words) -> None:
        self._experiment = experiment
        self._words = words
        self._counts = experiment.counts
        self._games = experiment.counts.games
        self._start = experiment.start
        self._variant = type(experiment.start)
        self._players = [seat for seat in range(len(self._start.seats)) if seat not in self._start.chance]
        self._even = 1 / len(self._players)

    def sections(self) -> Sequence[Section]:
        """All of them, in the order of the report."""
        return [
            self._length(),
            self._results(),
            self._first(),
            self._ends(),
            self._branching(),
            self._acting(),
            self._risk(),
            self._pieces(),
            self._events(),
            self._options(),
            self._dead(),
        ]

    def headlines(self) -> Sequence[tuple[str, str]]:
        """The key figures, each with its name."""
        counts, games = self._counts, self._games
        turns = figures.spread(figures.lengths(counts))
        choices = figures.spread(figures.choices(counts))
        lines = [("length", f"{figures.length(counts).value:.1f} turns{_between(turns)}")]
        lines += [(self._seat(seat), f"{_sure(figures.points(counts, seat))} of a point") for seat in self._players]
        first = figures.first_seat(counts, len(self._players))
        lines.append(
            ("who begins", "everybody at once" if first is None else f"{_signed(first[0])} above an even share")
        )
        lines.append(("drawn", _sure(share(figures.drawn(counts), games))))
        ends = [f"{reason} {number / games:.1%}" for reason, number, _ in self._reasons() if number]
        lines.append(("ends", ", ".join(ends)))
        if choices is not None:
            lines.append(("moves a turn", f"{choices.mean:.1f}{_between(choices)}"))
        if counts.risks["offered_risky"]:
            risky, failed = self._risks()
            lines.append(("risky moves", f"{risky.value:.1%} of those played; of these {failed.value:.1%} failed"))
        dead = counts.dead.total()
        lines.append(("nobody could win", f"{dead / games:.1%} of games, while they were played on"))
        return lines

    def how(self) -> str:
        """Who played, in a sentence."""
        plan = self._experiment.plan
        if plan.strength is None:
            return "Every move was drawn by lot."
        nodes = NODES[plan.strength]
        return f"The computer played all seats at strength {plan.strength}, with {nodes:,} nodes a move."

    def _length(self) -> Section:
        numbers = figures.lengths(self._counts)
        shortest = self._counts.shortest
        text = [f"A game has {_sure(figures.length(self._counts), '.1f')} turns, on the average."]
        if self._start.chance:
            text.append("The turns of nature are counted, too.")
        if shortest is not None:
            moves = " ".join(shortest.moves) or "no move at all"
            text.append(f"The shortest game that the rules ended is number {shortest.number}: {moves}.")
        return Section(
            "length",
            "Length",
            text,
            [columns("Games by their length", numbers, "turns")],
            [_spreads([("turns", figures.spread(numbers))])],
        )

    def _results(self) -> Section:
        counts, games = self._counts, self._games
        found = {seat: figures.points(counts, seat) for seat in self._players}
        rows = [
            (self._seat(seat), _sure(found[seat]), _sure(share(figures.wins(counts, seat), games)))
            for seat in self._players
        ]
        drawn = share(figures.drawn(counts), games)
        return Section(
            "results",
            "Results by seat",
            [
                f"{_sure(drawn)} of the games gave nobody the whole point. Were all seats alike, each would get"
                f" {self._even:.1%} of the points: the line."
            ],
            [bars("Points by seat", [_bar(self._seat(seat), found[seat]) for seat in found], 1.0, self._even)],
            [Table(("seat", "points", "games won"), rows), Table(("", "games"), [("drawn or shared", _sure(drawn))])],
        )

    def _first(self) -> Section:
        first = figures.first_seat(self._counts, len(self._players))
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
                f"In {games:,} games one player began alone, and got {_signed(advantage)} of a point more than an even"
                f" share. {verdict}, as far as 95% are enough."
            ],
            [
                bars(
                    "Points of the first player above an even share", [_bar(name, advantage, signed=True)], 0.2, 0, -0.2
                )
            ],
            [Table(("", "points above an even share"), [(name, _signed(advantage))])],
        )

    def _ends(self) -> Section:
        games = self._games
        rows = self._reasons()
        return Section(
            "ends",
            "How games end",
            [
                "Draws that a player may claim are counted as drawn."
                f" A game is left after {self._experiment.plan.longest} turns: {TOO_LONG}."
            ],
            [bars("Games by the reason of their end", [_bar(code, share(number, games)) for code, number, _ in rows])],
            [
                Table(
                    ("reason", "games", "share", "turns, mean"),
                    [
                        (code, f"{number:,}", _sure(share(number, games)), f"{turns.mean:.1f}" if turns else "never")
                        for code, number, turns in rows
                    ],
                )
            ],
        )

    def _branching(self) -> Section:
        found = figures.choices(self._counts)
        distribution = figures.spread(found)
        by_turn = figures.choices_by_turn(self._counts)
        if distribution is None or not by_turn:
            return Section("branching", "Branching", ["Nobody ever had to choose."])
        forced = share(found[1], distribution.total)
        return Section(
            "branching",
            "Branching",
            [
                f"Whoever is to act has {distribution.mean:.1f} moves, on the average; in {forced.value:.1%} of all"
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
            [_spreads([("all turns", distribution), *((f"turn {turn}", at) for turn, at in _some(by_turn))])],
        )

    def _acting(self) -> Section:
        names = {
            ONE: "one, another than before",
            AGAIN: "the same one again",
            SEVERAL: "several at once",
            NATURE: "nature alone",
        }
        acting, turns = self._counts.acting, self._counts.acting.total()
        parts = {kind: acting[kind] / max(1, turns) for kind in names if kind != NATURE or self._start.chance}
        seats = [(self._seat(seat), _number(self._counts.acted[seat] / self._games)) for seat in self._players]
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

    def _risk(self) -> Section:
        risks = self._counts.risks
        if not (risks["offered_risky"] or risks["failed_unforeseen"]):
            return Section("risk", "Risk", ["No move was offered that may turn out illegal, and none failed."])
        risky, failed = self._risks()
        rows = [
            ("risky among offered", share(risks["offered_risky"], risks["offered"])),
            ("risky among played", risky),
            ("failed among risky", failed),
            ("failed among safe", share(risks["failed_unforeseen"], risks["played"] - risks["played_risky"])),
        ]
        return Section(
            "risk",
            "Risk",
            ["Risky is a move that may turn out illegal; it failed where an event with the sign “failed” says so."],
            [
                bars(
                    "Risky moves and failed ones",
                    [Bar(name, each.value, f"{each.value:.1%}") for name, each in rows],
                    1,
                )
            ],
            [Table(("moves", "share"), [(name, f"{each.value:.1%}") for name, each in rows])],
        )

    def _pieces(self) -> Section:
        counts, games = self._counts, self._games
        moves = counts.pieces.total()
        # Where no event strikes pieces out, nothing is known of those that were lost.
        told = "lost" in self._variant.signs.values()
        ranked = figures.ranked(counts.pieces, self._variant.drawings)
        names = {symbol: self._words.piece(symbol) if symbol else PASSED for symbol in ranked}
        idle = [names[symbol] for symbol in ranked if not counts.pieces[symbol]]
        return Section(
            "pieces",
            "Which pieces matter",
            [
                "How often each piece moved in a game. "
                + (f"These never did: {', '.join(idle)}." if idle else "All of them did.")
            ],
            [
                bars(
                    "Moves of each piece in a game",
                    [_plain(names[symbol], counts.pieces[symbol] / games) for symbol in ranked[:SHOWN]],
                )
            ],
            [
                Table(
                    (
                        "piece",
                        "moves a game",
                        "of all moves",
                        "games in which it moved",
                        *(["lost a game"] if told else []),
                    ),
                    [
                        (
                            names[symbol],
                            _number(counts.pieces[symbol] / games),
                            f"{counts.pieces[symbol] / max(1, moves):.1%}",
                            f"{counts.piece_games[symbol] / games:.1%}",
                            *([_number(counts.lost[symbol] / games)] if told else []),
                        )
                        for symbol in ranked
                    ],
                )
            ],
        )

    def _events(self) -> Section:
        counts = self._counts
        tables: list[tuple[str, Mapping[str, int], Mapping[str, int], frozenset[str]]] = [
            ("event", counts.events, counts.event_games, self._variant.event_codes)
        ]
        if self._variant.special_codes:
            tables.append(("special move", counts.specials, counts.special_games, self._variant.special_codes))
        never = [code for _, all_, _, declared in tables for code in sorted(declared) if not all_.get(code)]
        return Section(
            "events",
            "Which rules matter",
            [
                "How often in a game each event happened and each special move was played. "
                + (f"Never seen: {', '.join(never)}." if never else "All were seen.")
            ],
            [
                bars(
                    f"Number in a game, by {what}",
                    [_plain(code, all_.get(code, 0) / self._games) for code in figures.ranked(all_, declared)[:SHOWN]],
                )
                for what, all_, _, declared in tables
                if declared or all_
            ],
            [
                Table(
                    (what, "a game", "games with it"),
                    [
                        (code, _number(all_.get(code, 0) / self._games), f"{games.get(code, 0) / self._games:.1%}")
                        for code in figures.ranked(all_, declared)
                    ],
                )
                for what, all_, games, declared in tables
            ],
        )

    def _options(self) -> Section:
        others = self._experiment.compared
        if not others:
            return Section("options", "What the options change", ["This variant has no options."])
        first = self._players[0]
        runs: list[tuple[str, Counts]] = [("as above", self._counts)]
        runs += [(f"{each.option}={each.choice}", each.counts) for each in others]
        found = {name: figures.compared(counts, first) for name, counts in runs}
        titles = {
            "length": "turns",
            "points": f"points of {self._seat(first)}",
            "draws": "drawn or shared",
            "quiet": "came to nothing",
        }
        before = found["as above"]
        rows = []
        for name, counts in runs:
            each = found[name]
            clear = [titles[key] for key in figures.changes(before, each)]
            cells = [_sure(each[key], ".1f" if key == "length" else ".1%") for key in titles]
            rows.append((name, f"{counts.games:,}", *cells, ", ".join(clear) or "nothing"))
        return Section(
            "options",
            "What the options change",
            [
                "Fewer games with one option changed at a time. A figure counts as changed where its interval does not"
                " touch the one of the games above; of many figures one in twenty or so would even so by chance."
            ],
            [
                bars(
                    f"With one option changed: {titles[key]}",
                    [
                        Bar(name, found[name][key].value, write(found[name][key].value), found[name][key][1:])
                        for name, _ in runs
                    ],
                )
                for key, write in _COMPARED
            ],
            [Table(("option", "games", *titles.values(), "changed"), rows)],
        )

    def _dead(self) -> Section:
        counts, games = self._counts, self._games
        dead = counts.dead.total()
        reasons = {code: number for code, number, _ in self._reasons()}
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
            text.append(f"Then {after:.1f} more turns were played, on the average.")
        return Section(
            "dead",
            "Dead positions",
            text,
            [bars("Games that came to nothing", [_bar(name, share(number, games)) for name, number in rows], 1.0)],
            [Table(("", "games", "share"), [(name, f"{n:,}", _sure(share(n, games))) for name, n in rows])],
        )

    def _reasons(self) -> Sequence[tuple[str, int, Spread | None]]:
        return figures.reasons(self._counts, {*self._variant.reasons, *figures.QUIET})

    def _risks(self) -> tuple[Estimate, Estimate]:
        risks = self._counts.risks
        return share(risks["played_risky"], risks["played"]), share(risks["failed"], risks["played_risky"])

    def _seat(self, seat: Seat) -> str:
        return self._words.seat(self._start.seats[seat])


_COMPARED: Sequence[tuple[str, Callable[[Any], str]]] = (
    ("length", "{:.1f}".format),
    ("points", "{:.1%}".format),
    ("draws", "{:.1%}".format),
)


def _sure(estimate: Estimate, form: str = ".1%") -> str:
    return f"{estimate.value:{form}} ({estimate.low:{form}} to {estimate.high:{form}})"


def _signed(estimate: Estimate) -> str:
    return _sure(estimate, "+.1%").replace("-", "−")


def _number(value: float) -> str:
    return f"{value:.2f}"


def _between(distribution: Spread | None) -> str:
    if distribution is None:
        return ""
    return f", nine in ten between {distribution.quantiles[0]} and {distribution.quantiles[-1]}"


def _bar(name: str, estimate: Estimate, signed: bool = False) -> Bar:
    text = f"{estimate.value:+.1%}".replace("-", "−") if signed else f"{estimate.value:.1%}"
    return Bar(name, estimate.value, text, (estimate.low, estimate.high))


def _plain(name: str, value: float) -> Bar:
    return Bar(name, value, _number(value))


def _some(by_turn: Sequence[tuple[int, Spread]]) -> Sequence[tuple[int, Spread]]:
    """Some turns, about ten, for a table."""
    return by_turn[:: max(1, len(by_turn) // 10)]


def _spreads(rows: Sequence[tuple[str, Spread | None]]) -> Table:
    return Table(
        ("", "mean", "least", *(f"{part:.0%}" for part in figures.QUANTILES), "most"),
        [
            (name, f"{each.mean:.1f}", str(each.least), *map(str, each.quantiles), str(each.most))
            for name, each in rows
            if each is not None
        ],
    )

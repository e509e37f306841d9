"""What the report of the lab says of the parts of a variant: risks, pieces, rules, options, and whether they matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from server.lab import figures
from server.lab.figures import share
from server.lab.game import Counts
from server.lab.plots import Bar, bars
from server.lab.subject import Subject
from server.lab.written import Section, Table, often, plain, sure

PASSED = "no piece"
SHOWN = 20
"""Rows of a plot at most; its table has all."""

COMPARED: Sequence[tuple[str, Callable[[Any], str]]] = (
    ("length", "{:.1f}".format),
    ("points", "{:.1%}".format),
    ("draws", "{:.1%}".format),
)
"""The figures of which an option's plots are drawn, and how each is written."""


class Parts(Subject):
    """The sections on what a variant is made of."""

    def sections(self) -> Sequence[Section]:
        """All of them."""
        return [self._risk(), self._pieces(), self._events(), self._options()]

    def _risk(self) -> Section:
        risks = self.counts.risks
        if not (risks["offered_risky"] or risks["failed_unforeseen"]):
            return Section("risk", "Risk", ["No move was offered that may turn out illegal, and none failed."])
        risky, failed = self.risks()
        rows = [
            ("risky among offered", share(risks["offered_risky"], risks["offered"])),
            ("risky among played", risky),
            ("failed among risky", failed),
            ("failed among safe", share(risks["failed_unforeseen"], risks["played"] - risks["played_risky"])),
        ]
        return Section(
            "risk",
            "Risk",
            ["A risky move is one that may turn out illegal; it failed where an event with the sign “failed” says so."],
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
        counts, games = self.counts, self.games
        moves = counts.pieces.total()
        # Where no event strikes pieces out, nothing is known of those that were lost.
        told = "lost" in self.variant.event_codes.values()
        ranked = figures.ranked(counts.pieces, self.variant.drawings)
        names = {symbol: self.words.piece(symbol) if symbol else PASSED for symbol in ranked}
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
                    [plain(names[symbol], counts.pieces[symbol] / games) for symbol in ranked[:SHOWN]],
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
                            often(counts.pieces[symbol] / games),
                            f"{counts.pieces[symbol] / max(1, moves):.1%}",
                            f"{counts.piece_games[symbol] / games:.1%}",
                            *([often(counts.lost[symbol] / games)] if told else []),
                        )
                        for symbol in ranked
                    ],
                )
            ],
        )

    def _events(self) -> Section:
        counts = self.counts
        tables: list[tuple[str, Mapping[str, int], Mapping[str, int], Iterable[str]]] = [
            ("event", counts.events, counts.event_games, self.variant.event_codes)
        ]
        if self.variant.special_codes:
            tables.append(("special move", counts.specials, counts.special_games, self.variant.special_codes))
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
                    [plain(code, all_.get(code, 0) / self.games) for code in figures.ranked(all_, declared)[:SHOWN]],
                )
                for what, all_, _, declared in tables
                if declared or all_
            ],
            [
                Table(
                    (what, "a game", "games with it"),
                    [
                        (code, often(all_.get(code, 0) / self.games), f"{games.get(code, 0) / self.games:.1%}")
                        for code in figures.ranked(all_, declared)
                    ],
                )
                for what, all_, games, declared in tables
            ],
        )

    def _options(self) -> Section:
        others = self.experiment.compared
        if not others:
            return Section("options", "What the options change", ["This variant has no options."])
        first = self.players[0]
        runs: list[tuple[str, Counts]] = [("as above", self.counts)]
        runs += [(f"{each.option}={each.choice}", each.counts) for each in others]
        found = {name: figures.compared(counts, first) for name, counts in runs}
        titles = {
            "length": "turns",
            "points": f"points of {self.seat(first)}",
            "draws": "drawn or shared",
            "quiet": "came to nothing",
        }
        before = found["as above"]
        rows = []
        for name, counts in runs:
            each = found[name]
            clear = [titles[key] for key in figures.changes(before, each)]
            cells = [sure(each[key], ".1f" if key == "length" else ".1%") for key in titles]
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
                for key, write in COMPARED
            ],
            [Table(("option", "games", *titles.values(), "changed"), rows)],
        )

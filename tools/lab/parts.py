"""What the report of the lab says of the parts of a variant: risks, pieces, rules, options, and whether they matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tools.lab import figures
from tools.lab.figures import share
from tools.lab.plots import Bar, bars
from tools.lab.subject import Subject
from tools.lab.written import Parts, Table, often, section, sure

PASSED = "no piece"
MOST_ROWS = 20
"""Rows of a plot at most; its table has all."""

PLOTTED = ("length", "points", "draws")
"""The figures of which an option's plots are drawn."""


@section("risk", "Risk")
def risk(told: Subject) -> Parts:
    """How many moves may turn out illegal, and do."""
    risks = told.counts.risks
    if not (risks["offered_risky"] or risks["failed_unforeseen"]):
        yield "No move was offered that may turn out illegal, and none failed."
        return
    yield "A risky move is one that may turn out illegal; it failed where an event with the sign “failed” says so."
    risky, failed = told.risks()
    unforeseen = share(risks["failed_unforeseen"], risks["played"] - risks["played_risky"])
    shares = {
        "risky among offered": share(risks["offered_risky"], risks["offered"]).value,
        "risky among played": risky.value,
        "failed among risky": failed.value,
        "failed among safe": unforeseen.value,
    }
    rows = [(name, f"{value:.1%}") for name, value in shares.items()]
    yield bars("Risky moves and failed ones", [Bar(name, shares[name], text) for name, text in rows], 1)
    yield Table(("moves", "share"), rows)


@section("pieces", "Which pieces matter")
def pieces(told: Subject) -> Parts:
    """How often each of them moves, and is lost."""
    counts, games = told.counts, told.games
    moves, ranked = max(1, counts.pieces.total()), figures.ranked(counts.pieces, told.variant.drawings)
    names = {symbol: told.words.piece(symbol) if symbol else PASSED for symbol in ranked}
    idle = [names[symbol] for symbol in ranked if not counts.pieces[symbol]]
    yield "How often each piece moved in a game. " + (
        f"These never did: {', '.join(idle)}." if idle else "All of them did."
    )
    heads = ["piece", "moves a game", "of all moves", "games in which it moved"]
    rows = [
        [names[symbol], number / games, f"{number / moves:.1%}", f"{counts.piece_games[symbol] / games:.1%}"]
        for symbol in ranked
        for number in [counts.pieces[symbol]]
    ]
    # Where no event strikes pieces out, nothing is known of those that were lost.
    if "lost" in told.variant.event_codes.values():
        heads.append("lost a game")
        rows = [[*row, often(counts.lost[symbol] / games)] for row, symbol in zip(rows, ranked, strict=True)]
    yield from _counted("Moves of each piece in a game", heads, rows)


@section("events", "Which rules matter")
def events(told: Subject) -> Parts:
    """What happens how often."""
    counts, variant = told.counts, told.variant
    tables = [("event", counts.events, counts.event_games, frozenset(variant.event_codes))]
    if variant.special_codes:
        tables.append(("special move", counts.specials, counts.special_games, frozenset(variant.special_codes)))
    never = [code for _, all_, _, declared in tables for code in sorted(declared) if not all_[code]]
    yield "How often in a game each event happened and each special move was played. " + (
        f"Never seen: {', '.join(never)}." if never else "All were seen."
    )
    for what, all_, games, declared in tables:
        ranked = figures.ranked(all_, declared)
        rows = [[code, all_[code] / told.games, f"{games[code] / told.games:.1%}"] for code in ranked]
        yield from _counted(f"Number in a game, by {what}", [what, "a game", "games with it"], rows)


def _counted(title: str, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> Parts:
    """A table of names, how often each was counted in a game, and more; and a plot of the first of them."""
    if rows:
        yield bars(title, [Bar(name, value, often(value)) for name, value, *_ in rows[:MOST_ROWS]])
    yield Table(heads, [(name, often(value), *more) for name, value, *more in rows])


@section("options", "What the options change")
def options(told: Subject) -> Parts:
    """The same figures of games with one option changed."""
    if not told.experiment.compared:
        yield "This variant has no options."
        return
    first = told.players[0]
    titles = {
        "length": "turns",
        "points": f"points of {told.seat(first)}",
        "draws": "drawn or shared",
        "quiet": "came to nothing",
    }
    forms = dict.fromkeys(titles, ".1%") | {"length": ".1f"}
    runs = {"as above": told.counts} | {f"{name}={choice}": counts for name, choice, counts in told.experiment.compared}
    found = {name: figures.compared(counts, first) for name, counts in runs.items()}
    yield (
        "Fewer games with one option changed at a time. A figure counts as changed where its interval does not"
        " touch the one of the games above; of many figures one in twenty or so would even so by chance."
    )
    for key in PLOTTED:
        rows = [(name, each[key]) for name, each in found.items()]
        drawn = [Bar(name, at.value, f"{at.value:{forms[key]}}", at[1:]) for name, at in rows]
        yield bars(f"With one option changed: {titles[key]}", drawn)
    table = []
    for name, each in found.items():
        clear = [titles[key] for key in figures.changes(found["as above"], each)]
        cells = [sure(each[key], forms[key]) for key in titles]
        table.append((name, f"{runs[name].games:,}", *cells, ", ".join(clear) or "nothing"))
    yield Table(("option", "games", *titles.values(), "changed"), table)

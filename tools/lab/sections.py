"""The sections of the lab's report: each answers one question about the games, in sentences and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from server.texts.words import Words
from tools.lab import figures
from tools.lab.experiment import Experiment
from tools.lab.figures import Estimate, Spread, share
from tools.lab.game import AGAIN, NATURE, ONE, SEVERAL, TOO_LONG
from variants.position import Seat

PASSED = "no piece"
ABOUT = 10
"""About so many turns are shown in the table of branching."""


class Table(NamedTuple):
    """A table of figures; the first column names the row."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


Parts = Iterator[str | Table]
"""What a section consists of."""


class Subject:
    """The played games, with what several sections need."""

    def __init__(self, experiment: Experiment, words: Words) -> None:
        self.experiment = experiment
        self.words = words
        self.counts = experiment.counts
        self.games = experiment.counts.games
        self.start = experiment.start
        self.variant = type(experiment.start)
        self.players = [seat for seat in range(len(self.start.seats)) if seat not in self.start.chance]

    def reasons(self) -> Sequence[tuple[str, int, Spread | None]]:
        """The reasons why games ended, each with its number and the turns until then."""
        return figures.reasons(self.counts, {*self.variant.reasons, *figures.QUIET})

    def risks(self) -> tuple[Estimate, Estimate]:
        """The share of risky moves, and the share of these that failed."""
        risks = self.counts.risks
        return share(risks["played_risky"], risks["played"]), share(risks["failed"], risks["played_risky"])

    def seat(self, seat: Seat) -> str:
        """The name of a seat."""
        return self.words.seat(self.start.seats[seat])


def sure(estimate: Estimate, form: str = ".1%") -> str:
    """An estimate with its interval."""
    return f"{estimate.value:{form}} ({estimate.low:{form}} to {estimate.high:{form}})"


def signed(estimate: Estimate) -> str:
    """A difference with its sign and interval."""
    return sure(estimate, "+.1%").replace("-", "−")


def spreads(rows: Sequence[tuple[str, Spread | None]]) -> Table:
    """A table of distributions, one row for each."""
    return Table(
        ("", "mean", "least", *(f"{part:.0%}" for part in figures.QUANTILES), "most"),
        [
            (name, f"{each.mean:.1f}", str(each.least), *map(str, each.quantiles), str(each.most))
            for name, each in rows
            if each is not None
        ],
    )


def length(subject: Subject) -> Parts:
    """How many turns there are."""
    shortest = subject.counts.shortest
    yield f"A game has {sure(figures.length(subject.counts), '.1f')} turns on average."
    if subject.start.chance:
        yield "The turns of nature are counted, too."
    if shortest is not None:
        moves = " ".join(shortest.moves) or "no move at all"
        yield f"The shortest game that the rules ended is number {shortest.number}: {moves}."
    yield spreads([("turns", figures.spread(figures.lengths(subject.counts)))])


def results(subject: Subject) -> Parts:
    """What each seat gets."""
    counts, games = subject.counts, subject.games
    yield (
        f"{sure(share(figures.drawn(counts), games))} of the games gave nobody the whole point. Were all seats alike,"
        f" each would get {1 / len(subject.players):.1%} of the points."
    )
    rows = [
        (subject.seat(seat), sure(figures.points(counts, seat)), sure(share(figures.wins(counts, seat), games)))
        for seat in subject.players
    ]
    yield Table(("seat", "points", "games won"), rows)


def first(subject: Subject) -> Parts:
    """What it is worth to begin."""
    begun = figures.first_seat(subject.counts, len(subject.players))
    if begun is None:
        yield "Nobody does: in the first turn several seats act at once."
        return
    advantage, games = begun
    clear = advantage.low > 0 or advantage.high < 0
    verdict = "It is not due to chance" if clear else "It may be due to chance"
    yield (
        f"In {games:,} games one player began alone, and got {signed(advantage)} of a point more than an even share."
        f" {verdict}, at a confidence of 95%."
    )


def ends(subject: Subject) -> Parts:
    """For which reasons."""
    yield (
        "Draws that a player may claim are counted as drawn."
        f" A game is left after {subject.experiment.plan.longest} turns: {TOO_LONG}."
    )
    yield Table(
        ("reason", "games", "share", "turns, mean"),
        [
            (code, f"{number:,}", sure(share(number, subject.games)), f"{turns.mean:.1f}" if turns else "never")
            for code, number, turns in subject.reasons()
        ],
    )


def branching(subject: Subject) -> Parts:
    """How many moves there are to choose from."""
    found, by_turn = figures.choices(subject.counts), figures.choices_by_turn(subject.counts)
    distribution = figures.spread(found)
    if distribution is None or not by_turn:
        yield "Nobody ever had to choose."
        return
    forced = share(found[1], distribution.total)
    yield (
        f"A player to act has {distribution.mean:.1f} moves on average; in {forced.value:.1%} of all cases there is"
        f" only one. By turn, while at least {figures.MIN_SHARE:.0%} of the games go on:"
    )
    some = by_turn[:: max(1, len(by_turn) // ABOUT)]
    yield spreads([("all turns", distribution), *((f"turn {turn}", at) for turn, at in some)])


def acting(subject: Subject) -> Parts:
    """How many seats act in a turn, and whether the same one does again."""
    names = {
        ONE: "one, another than before",
        AGAIN: "the same one again",
        SEVERAL: "several at once",
        NATURE: "nature alone",
    }
    counted = subject.counts.acting
    turns = max(1, counted.total())
    yield "Of all turns, in how many one seat acts, the same one again, or several at once."
    kinds = [kind for kind in names if kind != NATURE or subject.start.chance]
    yield Table(("who acts", "share of turns"), [(names[kind], f"{counted[kind] / turns:.1%}") for kind in kinds])
    seats = [(subject.seat(seat), f"{subject.counts.acted[seat] / subject.games:.2f}") for seat in subject.players]
    yield Table(("seat", "turns a game"), seats)


def risk(subject: Subject) -> Parts:
    """How many moves may turn out illegal, and do."""
    risks = subject.counts.risks
    if not (risks["offered_risky"] or risks["failed_unforeseen"]):
        yield "No move was offered that may turn out illegal, and none failed."
        return
    yield "A risky move is one that may turn out illegal; it failed where an event with the sign “failed” says so."
    risky, failed = subject.risks()
    shares = {
        "risky among offered": share(risks["offered_risky"], risks["offered"]),
        "risky among played": risky,
        "failed among risky": failed,
        "failed among safe": share(risks["failed_unforeseen"], risks["played"] - risks["played_risky"]),
    }
    yield Table(("moves", "share"), [(name, f"{each.value:.1%}") for name, each in shares.items()])


def pieces(subject: Subject) -> Parts:
    """How often each of them moves, and is lost."""
    counts, games = subject.counts, subject.games
    moves, ranked = max(1, counts.pieces.total()), figures.ranked(counts.pieces, subject.variant.drawings)
    names = {symbol: subject.words.piece(symbol) if symbol else PASSED for symbol in ranked}
    idle = [names[symbol] for symbol in ranked if not counts.pieces[symbol]]
    yield "How often each piece moved in a game. " + (
        f"These never did: {', '.join(idle)}." if idle else "All of them did."
    )
    # Where no event strikes pieces out, nothing is known of those that were lost.
    losses = "lost" in subject.variant.event_codes.values()
    heads = ["piece", "moves a game", "of all moves", "games in which it moved", *(["lost a game"] if losses else [])]
    rows = []
    for symbol in ranked:
        number = counts.pieces[symbol]
        row = [names[symbol], f"{number / games:.2f}", f"{number / moves:.1%}"]
        row.append(f"{counts.piece_games[symbol] / games:.1%}")
        rows.append([*row, *([f"{counts.lost[symbol] / games:.2f}"] if losses else [])])
    yield Table(heads, rows)


def events(subject: Subject) -> Parts:
    """What happens how often."""
    counts, games, variant = subject.counts, subject.games, subject.variant
    tables = [("event", counts.events, counts.event_games, frozenset(variant.event_codes))]
    if variant.special_codes:
        tables.append(("special move", counts.specials, counts.special_games, frozenset(variant.special_codes)))
    never = [code for _, all_, _, declared in tables for code in sorted(declared) if not all_[code]]
    yield "How often in a game each event happened and each special move was played. " + (
        f"Never seen: {', '.join(never)}." if never else "All were seen."
    )
    for what, all_, in_games, declared in tables:
        rows = [
            (code, f"{all_[code] / games:.2f}", f"{in_games[code] / games:.1%}")
            for code in figures.ranked(all_, declared)
        ]
        yield Table((what, "a game", "games with it"), rows)


def options(subject: Subject) -> Parts:
    """The same figures of games with one option changed."""
    if not subject.experiment.compared:
        yield "This variant has no options."
        return
    seat = subject.players[0]
    titles = {
        "length": "turns",
        "points": f"points of {subject.seat(seat)}",
        "draws": "drawn or shared",
        "quiet": "came to nothing",
    }
    forms = dict.fromkeys(titles, ".1%") | {"length": ".1f"}
    runs = {"as above": subject.counts}
    runs |= {f"{name}={choice}": counts for name, choice, counts in subject.experiment.compared}
    found = {name: figures.compared(counts, seat) for name, counts in runs.items()}
    yield (
        "Fewer games with one option changed at a time. A figure counts as changed where its interval does not"
        " touch the one of the games above; of many figures one in twenty or so would even so by chance."
    )
    rows = []
    for name, each in found.items():
        clear = [titles[key] for key in figures.changes(found["as above"], each)]
        cells = [sure(each[key], forms[key]) for key in titles]
        rows.append((name, f"{runs[name].games:,}", *cells, ", ".join(clear) or "nothing"))
    yield Table(("option", "games", *titles.values(), "changed"), rows)


def dead(subject: Subject) -> Parts:
    """Games that came to nothing."""
    unwinnable = subject.counts.dead.total()
    reasons = {code: number for code, number, _ in subject.reasons()}
    yield "Games that came to nothing, and those that were played on although the rules say that nobody could win."
    if unwinnable:
        after = sum(turns * number for (_, turns), number in subject.counts.dead.items()) / unwinnable
        yield f"Then {after:.1f} more turns were played on average."
    numbers = {
        "left as too long": reasons[TOO_LONG],
        "drawn by repetition": reasons["repetition"],
        "drawn by quiet turns": reasons["quiet_turns"],
        "nobody could win": unwinnable,
    }
    rows = [(name, f"{number:,}", sure(share(number, subject.games))) for name, number in numbers.items()]
    yield Table(("", "games", "share"), rows)


SECTIONS: dict[str, Callable[[Subject], Parts]] = {
    "Length": length,
    "Results by seat": results,
    "Who begins": first,
    "How games end": ends,
    "Branching": branching,
    "Who acts": acting,
    "Risk": risk,
    "Which pieces matter": pieces,
    "Which rules matter": events,
    "What the options change": options,
    "Dead positions": dead,
}
"""Each section with its title, in order: the course of games, the parts of the variant, and what came to nothing."""

"""What the report of the lab says of the course of games: how long, who wins, how they end, who acts."""

from __future__ import annotations

from tools.lab import figures
from tools.lab.figures import share
from tools.lab.game import AGAIN, NATURE, ONE, SEVERAL, TOO_LONG
from tools.lab.plots import Bar, band, bars, columns
from tools.lab.subject import Subject
from tools.lab.written import Parts, Table, bar, often, section, signed, some, spreads, sure


@section("length", "Length")
def length(told: Subject) -> Parts:
    """How many turns there are."""
    numbers, shortest = figures.lengths(told.counts), told.counts.shortest
    yield f"A game has {sure(figures.length(told.counts), '.1f')} turns on average."
    if told.start.chance:
        yield "The turns of nature are counted, too."
    if shortest is not None:
        moves = " ".join(shortest.moves) or "no move at all"
        yield f"The shortest game that the rules ended is number {shortest.number}: {moves}."
    yield columns("Games by their length", numbers, "turns")
    yield spreads([("turns", figures.spread(numbers))])


@section("results", "Results by seat")
def results(told: Subject) -> Parts:
    """What each seat gets."""
    counts, games = told.counts, told.games
    found = {seat: figures.points(counts, seat) for seat in told.players}
    drawn = sure(share(figures.drawn(counts), games))
    yield (
        f"{drawn} of the games gave nobody the whole point. Were all seats alike, each would get {told.even:.1%} of the"
        " points: the line."
    )
    yield bars("Points by seat", [bar(told.seat(seat), found[seat]) for seat in found], 1.0, told.even)
    wins = {seat: sure(share(figures.wins(counts, seat), games)) for seat in told.players}
    yield Table(("seat", "points", "games won"), [(told.seat(seat), sure(found[seat]), wins[seat]) for seat in found])
    yield Table(("", "games"), [("drawn or shared", drawn)])


@section("first", "Who begins")
def first(told: Subject) -> Parts:
    """What it is worth to begin."""
    begun = figures.first_seat(told.counts, len(told.players))
    if begun is None:
        yield "Nobody does: in the first turn several seats act at once."
        return
    advantage, games = begun
    clear = advantage.low > 0 or advantage.high < 0
    name, verdict = "who begins", "It is not due to chance" if clear else "It may be due to chance"
    yield (
        f"In {games:,} games one player began alone, and got {signed(advantage)} of a point more than an even share."
        f" {verdict}, at a confidence of 95%."
    )
    yield bars("Points of the first player above an even share", [bar(name, advantage, signed=True)], 0.2, 0, -0.2)
    yield Table(("", "points above an even share"), [(name, signed(advantage))])


@section("ends", "How games end")
def ends(told: Subject) -> Parts:
    """For which reasons."""
    yield (
        "Draws that a player may claim are counted as drawn."
        f" A game is left after {told.experiment.plan.longest} turns: {TOO_LONG}."
    )
    rows = [(code, number, share(number, told.games), turns) for code, number, turns in told.reasons()]
    yield bars("Games by the reason of their end", [bar(code, of_all) for code, _, of_all, _ in rows])
    yield Table(
        ("reason", "games", "share", "turns, mean"),
        [(code, f"{n:,}", sure(of_all), f"{turns.mean:.1f}" if turns else "never") for code, n, of_all, turns in rows],
    )


@section("branching", "Branching")
def branching(told: Subject) -> Parts:
    """How many moves there are to choose from."""
    found, by_turn = figures.choices(told.counts), figures.choices_by_turn(told.counts)
    distribution = figures.spread(found)
    if distribution is None or not by_turn:
        yield "Nobody ever had to choose."
        return
    forced = share(found[1], distribution.total)
    yield (
        f"A player to act has {distribution.mean:.1f} moves on average; in {forced.value:.1%} of all cases there is"
        " only one. By turn: the mean, and between which numbers nine in ten lie, while at least"
        f" {figures.FEW:.0%} of the games go on."
    )
    points = [(turn, at.quantiles[0], at.mean, at.quantiles[-1]) for turn, at in by_turn]
    yield band("Moves of a player by turn", points, "turn")
    yield columns("How often a player had so many moves", found, "moves")
    yield spreads([("all turns", distribution), *((f"turn {turn}", at) for turn, at in some(by_turn))])


@section("acting", "Who acts")
def acting(told: Subject) -> Parts:
    """How many seats act in a turn, and whether the same one does again."""
    names = {
        ONE: "one, another than before",
        AGAIN: "the same one again",
        SEVERAL: "several at once",
        NATURE: "nature alone",
    }
    counted = told.counts.acting
    turns = max(1, counted.total())
    parts = [(names[kind], counted[kind] / turns) for kind in names if kind != NATURE or told.start.chance]
    yield "Of all turns, in how many one seat acts, the same one again, or several at once."
    yield bars("Turns by who acts", [Bar(name, part, f"{part:.1%}") for name, part in parts], 1.0)
    yield Table(("who acts", "share of turns"), [(name, f"{part:.1%}") for name, part in parts])
    seats = [(told.seat(seat), often(told.counts.acted[seat] / told.games)) for seat in told.players]
    yield Table(("seat", "turns a game"), seats)


@section("dead", "Dead positions")
def dead(told: Subject) -> Parts:
    """Games that came to nothing."""
    unwinnable = told.counts.dead.total()
    reasons = {code: number for code, number, _ in told.reasons()}
    yield "Games that came to nothing, and those that were played on although the rules say that nobody could win."
    if unwinnable:
        after = sum(turns * number for (_, turns), number in told.counts.dead.items()) / unwinnable
        yield f"Then {after:.1f} more turns were played on average."
    numbers = {
        "left as too long": reasons[TOO_LONG],
        "drawn by repetition": reasons["repetition"],
        "drawn by quiet turns": reasons["quiet_turns"],
        "nobody could win": unwinnable,
    }
    rows = [(name, number, share(number, told.games)) for name, number in numbers.items()]
    yield bars("Games that came to nothing", [bar(name, of_all) for name, _, of_all in rows], 1.0)
    yield Table(("", "games", "share"), [(name, f"{number:,}", sure(of_all)) for name, number, of_all in rows])

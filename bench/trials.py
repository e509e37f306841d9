"""What is tried to tell how strong the bots are, and what each of it is to come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from bench.exploit import exploitability, sample
from bench.games import play
from bench.players import Past, Player, bot, decoupled_uct, greedy, legal, material
from bench.sequential import Hypotheses
from bench.switches import composed, switches
from bench.versions import BEFORE, OLD, player
from server.bots.budget import Budget
from server.bots.choose import choose
from server.bots.estimate import EndgameTable, value_of
from server.tablebase.lookup import FOLDER, endgame_table
from server.tablebase.numbering import numbering_of
from variants.position import Move, Position, Seat
from variants.registry import load

DATA = Path(__file__).parents[1] / "data"
UCT = 5_000
"""Iterations a move of decoupled UCT."""
MOST_GAMES = 200
"""Games of a match, and positions of a sample."""
LEAST_NODES = 20


class Tried(NamedTuple):
    """The number of a try, and what each side may do in it."""

    number: int
    nodes: int
    """Nodes a move of the bot."""
    rival: int
    """Nodes a move of the version that it plays."""


Try = Callable[[Tried, Random], tuple[float, str]]
"""What came out, and why."""


class Trial(NamedTuple):
    """Something tried again and again, each time for a number between 0 and 1."""

    title: str
    game: str
    """Whose nodes a second are the budget: a variant, or one with three players (`Checkered+observer`)."""
    target: float
    try_one: Try
    hypotheses: Hypotheses | None = None
    """What decides when it may stop; without them it goes on to the end."""
    most: int = MOST_GAMES
    less: bool = False
    """Whether less is better."""
    rival: str = ""
    """The version that is played."""
    times: int = 1
    """How many times the bot's time the rival has."""


def start(game: str, random: Random) -> Position:
    """The start of a game; where others may join later, a position after random moves which all have joined."""
    name, _, option = game.partition("+")
    rules = load(name)
    begun = position = rules.start(rules.complete({option: True} if option else {}), random)
    while option and position.open_seats():
        joining = {seat: next(iter(position.moves(seat)), None) for seat in position.open_seats()}
        moves = {seat: move for seat, move in joining.items() if move is not None}
        moves = moves or {seat: random.choice(list(position.moves(seat))) for seat in position.to_act}
        position = position.play(moves)
        if position.result() is not None:
            position = begun
    return position


def match(game: str, rival: Player, tried: Tried, random: Random) -> tuple[float, str]:
    """What the bot gets of one game, and how that ended; the seats alternate."""
    players = [bot(tried.nodes), rival]
    seat = tried.number % 2
    ended = play(start(game, random), players[:: -1 if seat else 1], random)
    return ended.points[seat], f"{ended.reason} after {ended.turns}"


def against(game: str, commit: str, tried: Tried, random: Random) -> tuple[float, str]:
    """What the bot gets of a game against that version in all other seats.

    Of three it is the bot's part of what it and a rival get on average: a half between equals, as with two.
    """
    position = start(game, random)
    seats = list(position.players())
    own = seats[tried.number % len(seats)]
    # Nature's seats are played by nobody: any of the two draws there.
    players = [
        bot(tried.nodes) if seat in (own, *position.chance) else player(commit, tried.rival)
        for seat in range(len(position.seats))
    ]
    ended = play(position, players, random)
    others = fmean(ended.points[seat] for seat in seats if seat != own)
    whole = ended.points[own] + others
    return (ended.points[own] / whole if whole else 0.5), f"{ended.reason} after {ended.turns}"


def switch(tried: Tried, random: Random) -> tuple[float, str]:
    """Whether the bot switches in the composed position of this number."""
    return float(switches(composed()[tried.number].position, tried.nodes, random)), ""


def loss(tried: Tried, random: Random) -> tuple[float, str]:
    """The one-step exploitability of the bot in some solved endgame, of which its search knows nothing."""
    known, numbering = solved(), numbering_of("Apocalypse", load("Apocalypse"))
    if known is None or numbering is None:
        raise ValueError("there is no table of the endgames of Apocalypse")
    position = sample(numbering, random)
    return exploitability(position, tried.number % 2, known, tried.nodes, random), position.fen()


@cache
def solved(data: Path = DATA) -> EndgameTable | None:
    """What the table of Apocalypse knows, if it was built."""
    return endgame_table(data / FOLDER, "Apocalypse", load("Apocalypse"))


def adversary(nodes: int) -> Player:
    """A sampled best response: it knows the odds of the bot, whose search it repeats, and not what the bot draws.

    Of each of its moves it takes the average over those odds of what a search finds after both moves; so many nodes are
    shared by all of these searches. (E. Timbers et al., "Approximate exploitability: learning a best response",
    IJCAI 2022, pp. 3487-3493, with a search in place of learning.)
    """

    def pick(position: Position, seat: Seat, random: Random, past: Past) -> Move:
        odds = choose(position, 1 - seat, Budget(nodes), Random(0)).probabilities
        moves = list(position.moves(seat))
        each = max(LEAST_NODES, nodes // (len(moves) * len(odds)))

        def worth(move: Move) -> float:
            after = [(share, position.play({seat: move, 1 - seat: reply})) for reply, share in odds.items()]
            return sum(share * _value(reached, seat, each) for share, reached in after)

        return max(moves, key=worth)

    return pick


def _value(position: Position, seat: Seat, nodes: int) -> float:
    result = position.result()
    return value_of(result, seat) if result else choose(position, seat, Budget(nodes), Random(0)).value


def gain(tried: Tried, random: Random) -> tuple[float, str]:
    """What the adversary gets of a game of Apocalypse beyond a half."""
    points, note = match("Apocalypse", adversary(tried.nodes), tried, random)
    return max(0.0, 0.5 - points) - max(0.0, points - 0.5), note


def _old(name: str, target: float, low: float, times: int = 1) -> Trial:
    told = f", {times} times as long" if times > 1 else ""
    return Trial(
        f"{name} against version {OLD}{told}", name, target,
        partial(against, name, OLD), Hypotheses(low, target), rival=OLD, times=times,
    )  # fmt: skip


TRIALS: Mapping[str, Trial] = {
    "switch": Trial("Checkered: switches where that alone wins", "Checkered", 0.75, switch, None, 20),
    "exploit": Trial("Apocalypse: one-step exploitability in endgames", "Apocalypse", 0.015, loss, less=True),
    "adversary": Trial("Apocalypse: gain of who knows the odds", "Apocalypse", 0.05, gain, less=True),
    "old": _old("Apocalypse", 0.85, 0.75),
    "older": _old("Apocalypse", 0.60, 0.50, times=10),
    "checkered": _old("Checkered", 0.75, 0.65),
    "dark": _old("Dark", 0.65, 0.55),
    "dice": _old("Dice", 0.65, 0.55),
    "synchrone": _old("Synchrone", 0.65, 0.55),
    "three": Trial(
        f"Checkered of three against version {BEFORE}", "Checkered+observer", 0.65,
        partial(against, "Checkered+observer", BEFORE), Hypotheses(0.55, 0.65), rival=BEFORE,
    ),
    "random": Trial(
        "Apocalypse against a uniform random legal mover", "Apocalypse", 0.99,
        partial(match, "Apocalypse", legal), Hypotheses(0.95, 0.99),
    ),
    "material": Trial(
        "Checkered against depth-2 full-width material without the switch", "Checkered", 0.90,
        partial(match, "Checkered", material), Hypotheses(0.80, 0.90),
    ),
    "greedy": Trial(
        "Apocalypse against one-ply greedy", "Apocalypse", 0.95,
        partial(match, "Apocalypse", greedy), Hypotheses(0.85, 0.95),
    ),
    "uct": Trial(
        f"Apocalypse against decoupled UCT, {UCT} iterations", "Apocalypse", 0.60,
        partial(match, "Apocalypse", decoupled_uct(UCT)), Hypotheses(0.50, 0.60),
    ),
}  # fmt: skip
"""By name, in the order in which they are made."""

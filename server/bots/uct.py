"""UCT on determinizations: the search for all other games, such as a hidden board with simultaneous turns.

UCT: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006, pp. 282-293. Decoupled, each seat
choosing by its own statistics: H. Finnsson and Y. Bjornsson, "Simulation-based approach to general game playing", AAAI
2008, pp. 259-264; M. J. W. Tak, M. Lanctot and M. H. M. Winands, "Monte Carlo tree search variants for simultaneous
move games", IEEE CIG 2014, pp. 232-239. On a hidden board each seat's statistics belong to what it sees: P. I.
Cowling, E. J. Powley and D. Whitehouse, "Information set Monte Carlo tree search", IEEE Transactions on Computational
Intelligence and AI in Games 4 (2), 2012, pp. 120-143. Two seats that learn of each other in step may go round for ever
without an equilibrium; some moves at random lead them out of it: V. Lisy, V. Kovarik, M. Lanctot and B. Bosansky,
"Convergence of Monte Carlo tree search in simultaneous move games", NIPS 2013.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import log, sqrt
from random import Random

from server.bots.budget import Budget, Spent
from server.bots.choice import Choice
from server.bots.estimate import horizon, value_of
from server.bots.lines import Expected
from variants.position import Move, Position, Seat

EXPLORATION = 0.7
"""The weight of exploration, for values from -1 to 1."""
PLAYOUT_TURNS = 20
"""Turns played at random before the position is estimated."""
EXPLORED_AT_RANDOM = 0.1
"""The probability that a seat explores at random where several seats act or the board is hidden."""
RARELY_TRIED = 0.1
"""A move tried at most this fraction as often as the most tried one counts as exploration and is not played."""
ENOUGH_TRIES = 4
"""The mean number of trials of a move that a reliable result needs."""


def search(position: Position, seat: Seat, budget: Budget, random: Random) -> Choice:
    """The strategy of this seat, as good as the budget allows.

    Of the position itself only the seat's moves are used; all else comes from determinizations. Raises ValueError
    for an unlimited budget.
    """
    if not budget.limited:
        raise ValueError("without an end to its budget this search never ends")
    tree = SearchTree(seat, list(position.moves(seat)), budget, random)
    try:
        while True:
            tree.iterate(position.guess(seat, random))
    except Spent:
        return tree.choice()


class _Arm:
    """The statistics of one move of a seat."""

    __slots__ = ("total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0


class _Bandit:
    """The statistics of one seat at one node: its moves and their values."""

    def __init__(self) -> None:
        self.arms: dict[Move, _Arm] = {}

    @property
    def visits(self) -> int:
        """The number of choices of the seat here."""
        return sum(arm.visits for arm in self.arms.values())

    def strategy(self, pure: bool) -> dict[Move, float]:
        """The most tried move, or the frequencies of those that are more than exploration."""
        arms = {move: arm for move, arm in self.arms.items() if arm.visits}
        # Random exploration is no part of the strategy.
        noise = 0.0 if pure else EXPLORED_AT_RANDOM * self.visits / len(arms)
        weights = {move: arm.visits - noise for move, arm in arms.items()}
        most = max(weights, key=weights.__getitem__)
        least = weights[most] * (1 if pure else RARELY_TRIED)
        likely = {move: weight for move, weight in weights.items() if move == most or weight > least}
        total = sum(likely.values())
        return {move: weight / total for move, weight in likely.items()}

    def pick(self, moves: list[Move], random: Random) -> Move:
        """UCB1 (P. Auer, N. Cesa-Bianchi and P. Fischer, 2002) among the moves that are legal now; ties are drawn."""
        arms = [self.arms.setdefault(move, _Arm()) for move in moves]
        fresh = [move for move, arm in zip(moves, arms, strict=True) if not arm.visits]
        if fresh:
            return random.choice(fresh)
        logarithm = log(sum(arm.visits for arm in arms))
        scores = [arm.total / arm.visits + EXPLORATION * sqrt(logarithm / arm.visits) for arm in arms]
        best = max(scores)
        return random.choice([move for move, score in zip(moves, scores, strict=True) if score == best])


class SearchTree:
    """The search tree."""

    def __init__(
        self, seat: Seat, moves: list[Move], budget: Budget, random: Random, playout: int = PLAYOUT_TURNS
    ) -> None:
        self._seat = seat
        self._moves = moves
        self._budget = budget
        self._random = random
        self._playout = playout
        self._root = _Bandit()
        self._bandits: dict[Hashable, _Bandit] = {}
        self._worlds: dict[Hashable, Position] = {}
        """Visited positions of open boards, with what they have cached."""
        self._pure = True
        """Whether the seat has always acted alone so far, on an open board."""
        self._deepest = 0

    def iterate(self, world: Position) -> list[float]:
        """One iteration from a determinization: selection by statistics, then a playout. The value for each seat."""
        path: list[tuple[Seat, _Arm]] = []
        self._pure = not world.hidden and len(world.to_act) == 1
        turn = 0
        known = True
        while known and world.result() is None:
            actions = {}
            for seat in world.to_act:
                bandit = self._bandit(world, seat, turn)
                known = known and bool(bandit.arms)
                actions[seat] = self._pick(world, seat, bandit, turn)
                path.append((seat, bandit.arms[actions[seat]]))
            self._budget.spend()
            world = world.play(actions)
            if not world.hidden:
                world = self._worlds.setdefault(world.key(), world)
            turn += 1
        self._deepest = max(self._deepest, turn)
        values = self._play_out(world)
        for seat, arm in path:
            arm.visits += 1
            arm.total += values[seat]
        return values

    def _pick(self, world: Position, seat: Seat, bandit: _Bandit, turn: int) -> Move:
        # At the root the seat knows its own moves, even if the determinization has others.
        moves = self._moves if not turn and seat == self._seat else list(world.moves(seat))
        surprised = world.hidden or len(world.to_act) > 1
        if seat in world.chance or (surprised and self._random.random() < EXPLORED_AT_RANDOM):
            move = self._random.choice(moves)
            bandit.arms.setdefault(move, _Arm())
            return move
        return bandit.pick(moves, self._random)

    def _bandit(self, world: Position, seat: Seat, turn: int) -> _Bandit:
        """The statistics of a seat, keyed by the position, or on a hidden board by the seat's observation."""
        if not turn and seat == self._seat:
            return self._root
        view: Hashable
        if world.hidden:
            picture = world.picture(seat)
            view = (picture.board, picture.hands, picture.counts, turn)
        else:
            view = world.key()
        return self._bandits.setdefault((seat, view), _Bandit())

    def _play_out(self, world: Position) -> list[float]:
        """The value for each seat at the end of a playout, or its estimate after `playout` turns."""
        seats = range(len(world.seats))
        for _ in range(self._playout):
            result = world.result()
            if result is not None:
                return [value_of(result, seat) for seat in seats]
            self._budget.spend()
            world = world.play({seat: self._random.choice(list(world.moves(seat))) for seat in world.to_act})
        result = world.result()
        return [horizon(world, seat) if result is None else value_of(result, seat) for seat in seats]

    def means(self) -> dict[Move, float]:
        """The mean value of each move of the seat that was tried."""
        return {move: arm.total / arm.visits for move, arm in self._root.arms.items() if arm.visits}

    def tried(self) -> list[Move]:
        """The moves of the seat that were tried often enough, the most tried first."""
        often = [move for move, arm in self._root.arms.items() if arm.visits >= ENOUGH_TRIES]
        return sorted(often, key=lambda move: -self._root.arms[move].visits)

    def choice(self) -> Choice:
        """The most tried move if the seat acts alone on an open board; else the frequencies of its moves."""
        visits = self._root.visits
        if not visits:
            probabilities: Mapping[Move, float] = dict.fromkeys(self._moves, 1 / len(self._moves))
            return Choice(probabilities, 0.0, 0, self._budget.nodes_spent)
        value = sum(arm.total for arm in self._root.arms.values()) / visits
        return Choice(self._root.strategy(self._pure), value, self._deepest, self._budget.nodes_spent)

    def expected(self, position: Position, seat: Seat, turns: int) -> Mapping[Move, float] | None:
        """The strategy of a seat a number of turns from the root; None if it did not try every move often enough.

        Of a chance player, the most frequent move comes first.
        """
        bandit, moves = self._bandit(position, seat, turns), list(position.moves(seat))
        if seat in position.chance:
            often = sorted(moves, key=lambda move: -bandit.arms[move].visits if move in bandit.arms else 0)
            return dict.fromkeys(often, 1 / len(often))
        if bandit.visits < ENOUGH_TRIES * len(moves):
            return None
        return bandit.strategy(len(position.to_act) == 1 and not position.hidden)


def expected(trees: Sequence[SearchTree], position: Position, turns: int) -> Expected | None:
    """The expectation of the trees of several seats (`lines.Expect`): for each seat, of the first one to know it."""
    strategies = {}
    for seat in position.to_act:
        known = (tree.expected(position, seat, turns) for tree in trees)
        strategy = next((each for each in known if each is not None), None)
        if strategy is None:
            return None
        strategies[seat] = strategy
    return Expected(strategies, None)

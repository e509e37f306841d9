"""Search for games in which one seat acts at a time: iterative-deepening alpha-beta (principal variation search).

D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975, pp. 293-326; T. A.
Marsland and M. Campbell, "Parallel search of strongly ordered game trees", Computing Surveys 14 (4), 1982, pp. 533-551;
iterative deepening and quiescence: D. J. Slate and L. R. Atkin, "CHESS 4.5", in: P. W. Frey (ed.), Chess Skill in Man
and Machine, 1977, pp. 82-118. Pruning, reductions and extensions are in `selection.py`.

Of three players the others are taken to play together against the first one ("paranoid": N. R. Sturtevant and R. E.
Korf, "On pruning techniques for multi-player games", AAAI 2000, pp. 201-207). A chance move counts as the mean of its
outcomes (`chance.py`); in games with such moves every other move is searched, to the same depth.

A value is that of the side that acts: the first player, or the other ones; where chance acts, of the one that asks. It
changes its sign only where the next to act is of the other side, because a side may act twice in a row.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Final

from server.bots import selection
from server.bots.budget import Budget, Spent
from server.bots.chance import NEARLY, PROBED_DEPTH, Outcomes
from server.bots.choice import Choice, pure
from server.bots.estimate import DISCOUNT, HORIZON, RULES_ALONE, SearchFacts, horizon
from server.bots.ordering import Ordering, quiet
from server.bots.transposition import Bounds, TranspositionTable
from variants.position import Move, Position, Seat

ALPHABETA_DEPTH: Final = 64
"""Turns looked ahead at most."""
QUIESCENCE_DEPTH: Final = 8
"""The depth of the quiescence search: captures in a row beyond the depth."""
CHANCE_QUIESCENCE_DEPTH: Final = 2
"""The depth of the quiescence search in games with chance moves."""
INFINITE: Final = 2.0
HAIR: Final = 1e-6
"""The width of a null window, in which a search only decides whether a move is better than the best."""


def search(
    position: Position,
    seat: Seat,
    budget: Budget,
    random: Random,
    deepest: int = ALPHABETA_DEPTH,
    facts: SearchFacts = RULES_ALONE,
) -> Choice:
    """The best move for the seat that acts, as deep as the budget allows; of equal moves, any."""
    players = position.players()
    if len(players) > 2:
        facts = facts._replace(known=None)  # Tables hold the value for the first of two.
    tree = AlphaBeta(budget, facts=facts, first=players[0] if len(players) == 2 else seat, chance=bool(position.chance))
    moves = list(position.moves(seat))
    random.shuffle(moves)
    moves = [move for _, move in Ordering().ranked(position, seat, 0, None, moves)]
    best = pure(moves[0], horizon(position, seat), 0)
    for depth in range(1, deepest + 1):
        tree.horizons = 0
        best, finished = _deepened(tree, position, moves, best, depth)
        if not finished or not tree.horizons or abs(best.value) > HORIZON or len(moves) == 1:
            break
        chosen = next(iter(best.probabilities))
        moves.sort(key=lambda move: move != chosen)
    return best._replace(value=max(-1.0, min(1.0, best.value)), nodes=budget.nodes_spent)


def _deepened(tree: AlphaBeta, position: Position, moves: list[Move], best: Choice, depth: int) -> tuple[Choice, bool]:
    """The best move at this depth, and whether the budget lasted.

    If the budget did not last, a move that proved better than the previous depth's best is kept; the remaining moves
    have no value yet.
    """
    value, kept = -INFINITE, best
    try:
        for move in moves:
            if value > -INFINITE:
                reached = tree.after(position, move, depth, value, value + HAIR)
                if reached <= value:
                    continue
                kept, best = best, pure(move, reached, depth)
            reached = tree.after(position, move, depth, value, INFINITE)
            if reached > value:
                value = reached
                best = pure(move, value, depth)
            else:
                best = kept
    except Spent:
        return best, False
    return best, True


class AlphaBeta:
    """The transposition table and the move ordering of one search; they are valid only for its facts."""

    def __init__(
        self,
        budget: Budget,
        quiescence: bool = True,
        facts: SearchFacts = RULES_ALONE,
        first: Seat = 0,
        selective: bool = True,
        chance: bool = False,
    ) -> None:
        """Without `selective` every move is searched, to the same depth. `chance`: there are chance moves."""
        self._budget = budget
        self._first = first
        """The player whose value counts: of two either, of three the player to whom the search belongs."""
        self._facts = facts
        self._quiet = (CHANCE_QUIESCENCE_DEPTH if chance else QUIESCENCE_DEPTH) if quiescence else 0
        self._hopeful = selective and quiescence
        """Whether the quiescence search skips captures that cannot gain enough."""
        self._selective = self._hopeful and not chance
        self.table: TranspositionTable[Move | None] = TranspositionTable()
        self._ordering = Ordering()
        self.horizons = 0
        """How often a value was an estimate."""

    def after(self, position: Position, move: Move, depth: int, low: float, high: float) -> float:
        """The value of a move for the seat that acts, if it is between the bounds, at this depth."""
        (seat,) = position.to_act
        self._budget.spend()
        child = position.play({seat: move})
        return self._seen_by(seat, child, depth - 1, low, high, 1)

    def value(self, position: Position, depth: int, low: float = -INFINITE, high: float = INFINITE) -> float:
        """The value of the position for the seat that acts, or the first player where chance does.

        Outside the bounds it is a bound of it (fail-soft).
        """
        seat = position.to_act[0]
        return self._value_for(self._first if seat in position.chance else seat, position, depth, low, high, 0)

    def _seen_by(
        self, seat: Seat, child: Position, depth: int, low: float, high: float, ply: int, skipped: bool = False
    ) -> float:
        """The value for the side of a seat that has just acted."""
        return DISCOUNT * self._value_for(seat, child, depth, low / DISCOUNT, high / DISCOUNT, ply, skipped)

    def _value_for(
        self, seat: Seat, position: Position, depth: int, low: float, high: float, ply: int, skipped: bool = False
    ) -> float:
        """The value for the side of this seat, where a player or chance acts, `ply` turns from the root."""
        known = self._facts.settled(position, self._first)
        if known is not None:
            return known if seat == self._first else -known
        if len(position.to_act) > 1:
            self.horizons += 1
            return self._static(position, seat)
        (acting,) = position.to_act
        if acting in position.chance:
            return self._chance(position, seat, depth, low, high, ply)
        if (acting == self._first) == (seat == self._first):
            return self._value(position, depth, low, high, ply, skipped)
        return -self._value(position, depth, -high, -low, ply, skipped)

    def _static(self, position: Position, seat: Seat) -> float:
        """The estimate for the side of this seat."""
        alone = seat == self._first or len(position.seats) - len(position.chance) == 2
        return horizon(position, seat) if alone else -horizon(position, self._first)

    def _value(self, position: Position, depth: int, low: float, high: float, ply: int, skipped: bool) -> float:
        """The value for the player who acts; `skipped`: the last move was a null move."""
        (seat,) = position.to_act
        pressed = self._selective and position.must_answer()
        if pressed and depth >= 0 and ply < selection.EXTENDED_PLIES:
            depth += 1
        if depth <= 0:
            return self._quiescence(position, depth, low, high, ply)
        key = position.key()
        entry = self.table.get(key)
        value = self._remembered(entry, depth, low, high)
        if value is not None:
            return value
        static = None
        if self._selective and not pressed:
            static = self._static(position, seat)
            enough = self._enough(position, static, depth, high, ply, skipped)
            if enough is not None:
                self.horizons += 1
                return enough
            if entry is None and depth >= selection.UNKNOWN_DEPTH:
                depth -= 1
        return self._expand(position, key, depth, low, high, ply, static, entry.best if entry else None)

    def _remembered(self, entry: Bounds[Move | None] | None, depth: int, low: float, high: float) -> float | None:
        """The value of an entry of the table, or a sufficient bound of it."""
        if entry is None or not (entry.final or entry.depth == depth or (self._selective and entry.depth > depth)):
            return None
        self.horizons += not entry.final
        if entry.low == entry.high or entry.low >= high:
            return entry.low
        return entry.high if entry.high <= low else None

    def _chance(self, position: Position, seat: Seat, depth: int, low: float, high: float, ply: int) -> float:
        """The mean over the outcomes, which are equally likely, for this seat; outside the bounds, a bound of it."""
        static = self._static(position, seat) if depth <= 0 else 0.0
        if depth <= -self._quiet:
            self.horizons += 1
            return static
        key = (position.key(), seat)
        value = self._remembered(self.table.get(key), depth, low, high)
        if value is not None:
            return value
        horizons = self.horizons
        (chance,) = position.to_act
        rolls = list(position.moves(chance))
        self._budget.spend(len(rolls))
        outcomes = Outcomes(seat, [position.play({chance: roll}) for roll in rolls], low, high)
        if depth <= 0:
            outcomes.at_least(static)
        elif depth >= PROBED_DEPTH:
            self._probe_all(outcomes, depth, ply)
        for number, child in enumerate(outcomes.children):
            if outcomes.settled():
                break
            least, most = outcomes.window(number)
            if least < most:
                outcomes.narrow(number, least, most, self._value_for(seat, child, depth, least, most, ply))
        lowest, highest = outcomes.mean()
        self.table.store(key, Bounds(depth, lowest, highest, None, self.horizons == horizons))
        return lowest if lowest >= high - NEARLY else highest

    def _probe_all(self, outcomes: Outcomes, depth: int, ply: int) -> None:
        """Search the most promising move after each outcome (Star2): it bounds the value on the side of who acts."""
        for number, child in enumerate(outcomes.children):
            if outcomes.settled():
                return
            (acting,) = child.to_act
            if acting in child.chance:
                continue
            least, most = outcomes.window(number)
            entry = self.table.get(child.key())
            move = entry.best if entry is not None else None
            if move is None:
                move = self._ordering.ranked(child, acting, ply, None, child.moves(acting))[0][1]
            if acting == outcomes.seat:
                reached = self._turn(child, acting, move, depth - 1, 0, least, most, ply + 1, False)
                outcomes.raise_low(number, least, reached)
            else:
                reached = -self._turn(child, acting, move, depth - 1, 0, -most, -least, ply + 1, False)
                outcomes.lower_high(number, most, reached)

    def _enough(
        self, position: Position, static: float, depth: int, high: float, ply: int, skipped: bool
    ) -> float | None:
        """A bound without searching a move: the position is good enough as it is, or even after a null move."""
        if static < high:
            return None
        surely = static - selection.margin(depth)
        if depth <= selection.STATIC_DEPTH and surely >= high and position.clearly_running():
            return surely
        if skipped or depth < selection.NULL_DEPTH:
            return None
        child = position.null_move()
        if child is None:
            return None
        (seat,) = position.to_act
        rest = depth - 1 - selection.null_reduction(depth)
        reached = self._seen_by(seat, child, rest, high - HAIR, high, ply + 1, True)
        return min(reached, HORIZON) if reached >= high else None

    def _expand(
        self,
        position: Position,
        key: Hashable,
        depth: int,
        low: float,
        high: float,
        ply: int,
        static: float | None,
        first: Move | None,
    ) -> float:
        horizons = self.horizons
        (seat,) = position.to_act
        best, chosen = -INFINITE, None
        bound = low
        # A quiet move may win at once, unless `clearly_running` rules that out.
        futile = static is not None and depth <= selection.FUTILE_DEPTH and position.clearly_running()
        ceiling = static + selection.futility(depth) if static is not None and futile else INFINITE
        ranked = self._ordering.ranked(position, seat, ply, first, position.moves(seat))
        for number, (rank, move) in enumerate(ranked):
            calm = static is not None and number > 0 and best > -HORIZON and quiet(rank)
            if calm and ceiling <= bound:
                self.horizons += 1
                best = max(best, ceiling)
                continue
            less = selection.reduction(depth, number) if calm else 0
            reached = self._turn(position, seat, move, depth - 1, less, bound, high, ply + 1, number > 0)
            if reached > best:
                best, chosen = reached, move
                if best >= high:
                    self._ordering.cutoff(seat, ply, depth, move, rank)
                    break
                bound = max(bound, best)
        final = self.horizons == horizons
        lowest = best if best > low else -INFINITE
        highest = best if best < high else INFINITE
        self.table.store(key, Bounds(depth, lowest, highest, chosen if best > low else first, final))
        return best

    def _turn(
        self,
        position: Position,
        seat: Seat,
        move: Move,
        depth: int,
        less: int,
        low: float,
        high: float,
        ply: int,
        scouting: bool,
    ) -> float:
        """The value of a move: first with a null window at `low`, and at reduced depth for a late move."""
        self._budget.spend()
        child = position.play({seat: move})
        if scouting and high - low > HAIR:
            if less and child.must_answer():
                less = 0
            reached = self._seen_by(seat, child, depth - less, low, low + HAIR, ply)
            if reached > low and less:
                reached = self._seen_by(seat, child, depth, low, low + HAIR, ply)
            if reached <= low or reached >= high:
                return reached
        elif less and not child.must_answer():
            reached = self._seen_by(seat, child, depth - less, low, high, ply)
            if reached <= low:
                return reached
        return self._seen_by(seat, child, depth, low, high, ply)

    def _quiescence(self, position: Position, depth: int, low: float, high: float, ply: int) -> float:
        """The quiescence search: the estimate of a quiet position, after captures."""
        (seat,) = position.to_act
        self.horizons += 1
        static = self._static(position, seat)
        best = static
        if best >= high or depth <= -self._quiet:
            return best
        for rank, move in self._ordering.ranked(position, seat, ply, None, position.forcing(seat)):
            if self._hopeful and (rank < 0 or static + selection.delta(rank) <= low):
                break
            self._budget.spend()
            child = position.play({seat: move})
            best = max(best, self._seen_by(seat, child, depth - 1, max(low, best), high, ply + 1))
            if best >= high:
                break
        return best

"""Players to measure others by: each picks a move for a seat, by its own lights and reproducibly."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import product
from random import Random

from server.bots import uct
from server.bots.budget import Budget
from server.bots.choose import choose
from server.bots.estimate import SearchFacts, estimate, value_of
from variants.position import Move, Position, Seat

Past = frozenset[Hashable]
"""The keys of the positions of a game so far."""
Player = Callable[[Position, Seat, Random, Past], Move]
"""The move of a seat that is to act. Of a hidden board a player is given a guess."""

PLAYOUT = 4
"""Turns that UCT plays at random before it estimates: a program of its kind plays better so, and faster."""
WORTH = {"p": 1.0, "n": 3.0, "b": 3.0, "r": 5.0, "q": 9.0}
"""By the last letter of a piece's drawing; anything else, such as a king, counts nothing."""


def uniform(position: Position, seat: Seat, random: Random, past: Past) -> Move:
    """A uniformly random move."""
    return random.choice(list(position.moves(seat)))


def legal(position: Position, seat: Seat, random: Random, past: Past) -> Move:
    """A uniformly random move among those that are legal as the board stands."""
    moves, risks = list(position.moves(seat)), position.risks(seat)
    return random.choice([move for move in moves if move not in risks] or moves)


def greedy(position: Position, seat: Seat, random: Random, past: Past) -> Move:
    """The move with the best average, if seats that act at the same time play at random; of equals, any."""
    others = [other for other in position.to_act if other != seat]
    replies = [dict(zip(others, moves, strict=True)) for moves in product(*map(position.moves, others))]

    def outcome(move: Move) -> float:
        return sum(_standing(position.play({seat: move, **reply}), seat) for reply in replies) / len(replies)

    return _best(list(position.moves(seat)), outcome, random)


def material(position: Position, seat: Seat, random: Random, past: Past) -> Move:
    """Looks at every move and every reply and counts pieces; it knows no special moves. One seat acts at a time."""
    owners = _owners(position)

    def outcome(move: Move) -> float:
        child = position.play({seat: move})
        return min(
            (_count(after, seat, owners) for after in _replies(child, seat)), default=_count(child, seat, owners)
        )

    return _best(_ordinary(position, seat), outcome, random)


def bot(nodes: int) -> Player:
    """The site's own, with so many nodes a move."""

    def pick(position: Position, seat: Seat, random: Random, past: Past) -> Move:
        return choose(position, seat, Budget(nodes), random, SearchFacts(past)).draw(random)

    return pick


def decoupled_uct(iterations: int) -> Player:
    """Decoupled UCT, with so many iterations a move, each of which asks for an opinion after a short playout."""

    def pick(position: Position, seat: Seat, random: Random, past: Past) -> Move:
        tree = uct.SearchTree(seat, list(position.moves(seat)), Budget(), random, PLAYOUT)
        for _ in range(iterations):
            tree.iterate(position.guess(seat, random))
        return tree.choice().draw(random)

    return pick


def _best(moves: list[Move], outcome: Callable[[Move], float], random: Random) -> Move:
    random.shuffle(moves)
    return max(moves, key=outcome)


def _standing(position: Position, seat: Seat) -> float:
    result = position.result()
    return estimate(position, seat) if result is None else value_of(result, seat)


def _ordinary(position: Position, seat: Seat) -> list[Move]:
    moves = list(position.moves(seat))
    return [move for move in moves if not position.special(seat, move)] or moves


def _replies(position: Position, seat: Seat) -> list[Position]:
    """What the other seat can make of a position; nothing, where the game is over or the same seat acts again."""
    if position.result() is not None or seat in position.to_act:
        return []
    (other,) = position.to_act
    return [position.play({other: move}) for move in _ordinary(position, other)]


def _owners(position: Position) -> Mapping[str, Seat]:
    """The owner of a symbol: the seat that alone could move such a piece on its turn, else the seat of its colour.

    A piece that both could move has no owner.
    """
    free = position.then(to_act=(0, 1))
    moved = [{position.board[move.path[0]] for move in free.moves(seat) if move.path} for seat in (0, 1)]
    owners = {}
    for symbol, drawing in position.drawings.items():
        seats = [seat for seat in (0, 1) if symbol in moved[seat]]
        if not seats:
            seats = [seat for seat in (0, 1) if position.seats[seat].startswith(drawing[0])]
        if len(seats) == 1:
            owners[symbol] = seats[0]
    return owners


def _count(position: Position, seat: Seat, owners: Mapping[str, Seat]) -> float:
    """How many pawns ahead the seat is; more than any pieces, where it has won."""
    result = position.result()
    if result is not None:
        return 1000 * value_of(result, seat)
    total = 0.0
    for symbol in filter(None, position.board):
        if symbol in owners:
            worth = WORTH.get(position.drawings[symbol][-1], 0.0)
            total += worth if owners[symbol] == seat else -worth
    return total


PLAYERS: Mapping[str, Callable[[int], Player]] = {
    "random": lambda _: uniform,
    "legal": lambda _: legal,
    "greedy": lambda _: greedy,
    "material": lambda _: material,
    "uct": decoupled_uct,
    "bot": bot,
}
"""By name; the number is the nodes or the iterations a move, where there are any."""

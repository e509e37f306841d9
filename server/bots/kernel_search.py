"""The search where both seats act at once and the variant offers a kernel: that of `matrix`, many times as fast."""

from __future__ import annotations

from server.bots.budget import Budget, Spent
from server.bots.choice import Choice
from server.bots.estimate import RULES_ALONE, Facts, horizon
from server.bots.kernel_tree import Game, Tree
from server.bots.memory import Entry, Memory
from server.bots.outlook import Outlook
from server.bots.small import Small
from variants.kernel import Kernel
from variants.position import Position, Seat

KERNEL_DEPTH = 32
"""Turns looked ahead at most."""

Strategy = dict[int, float]
"""A mixed strategy, by the numbers of moves."""


def search(
    position: Position,
    seat: Seat,
    kernel: Kernel,
    budget: Budget,
    deepest: int = KERNEL_DEPTH,
    facts: Facts = RULES_ALONE,
    memory: Memory | None = None,
) -> Choice:
    """The equilibrium strategy of this seat, as deep as the budget allows; at depth 0, any safe move."""
    outlook = Outlook(kernel, position, budget, facts)
    tree = Tree(outlook, memory or Memory())
    white, black = kernel.words(position.key())
    moves = kernel.safe(white, black, seat) or kernel.risky(white, black, seat, kernel.safe(white, black, 1 - seat))
    odds: Strategy = dict.fromkeys(moves, 1 / len(moves))
    value = horizon(position, 0)
    reached = 0
    last: Game | None = None
    before = Entry(white, black)
    try:
        for depth in range(1, deepest + 1):
            outlook.horizons = 0
            game = Game(tree, white, black, depth, before)
            try:
                value, _ = game.solve(-1.0, 1.0)
            except Spent:
                if last is not None:
                    value, odds = _with_help_of(game, last, seat)
                break
            odds = _strategy(game, seat)
            reached = depth
            last = game
            before.rows, before.columns = (
                outlook.played(game.moves[each], game.odds[each], game.chosen[each], each, depth) for each in (0, 1)
            )
            if not outlook.horizons:
                break
    finally:
        outlook.close()
    probabilities = {kernel.move(number): share for number, share in odds.items()}
    return Choice(probabilities, value if seat == 0 else -value, reached, budget.nodes_spent)


def _strategy(game: Game, seat: Seat) -> Strategy:
    moves = [game.moves[seat][number] for number in game.chosen[seat]]
    return {move: share for move, share in zip(moves, game.odds[seat], strict=True) if share > 0}


def _with_help_of(game: Game, last: Game, seat: Seat) -> tuple[float, Strategy]:
    """The best equilibrium known when the budget ends before this game, which looks a turn further, is solved.

    It is over the moves of the last game, and those that joined here and have exact cells against all of them.
    """
    chosen = [[last.moves[each][number] for number in last.chosen[each]] for each in (0, 1)]
    for each in (0, 1):
        for move in [game.moves[each][number] for number in game.chosen[each]]:
            pairs = [(move, other) if each == 0 else (other, move) for other in chosen[1 - each]]
            if move not in chosen[each] and all(_exact(game, *pair) is not None for pair in pairs):
                chosen[each].append(move)
    rows, columns = chosen
    cells = [_known(game, last, row, column) for row in rows for column in columns]
    small = Small(cells, len(rows), len(columns))
    strategy = zip(chosen[seat], small.columns if seat else small.rows, strict=True)
    return small.value, {move: share for move, share in strategy if share > 0}


def _exact(game: Game, row: int, column: int) -> float | None:
    """The value after these moves, if it is known here."""
    place = game.moves[0].index(row) * game.width + game.moves[1].index(column)
    return game.low[place] if game.low[place] == game.high[place] else None


def _known(game: Game, last: Game, row: int, column: int) -> float:
    """The same, or else that of the last game."""
    value = _exact(game, row, column)
    return value if value is not None else _exact(last, row, column) or 0.0

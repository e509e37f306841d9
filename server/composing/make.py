"""Makes the puzzles of a variant: looks at positions, verifies those that teach, and writes a line for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from random import Random
from typing import NamedTuple

from server.bots.budget import Budget
from server.bots.choose import choose
from server.bots.estimate import Facts, Known
from server.composing.finds import Find
from server.composing.teaching import agrees, images, is_plain, level_of, mix_of, theme_of
from server.composing.weighing import Weighed, weighed
from server.puzzles.puzzle import Puzzle, Theme, id_of
from variants.game import Game
from variants.position import Move, Position

GLANCE = 2
"""Turns that the shallow searches look ahead, which come first: a position that is plain to them is not searched."""
DEEPER = 10
"""How many times as many nodes the verifying search has."""
LINE = 5
"""Turns of a line at most."""
ALIKE = 5
"""Puzzles of one variant that may have the same odds and the same value."""


class Making(NamedTuple):
    """How puzzles of a variant are made."""

    variant: str
    nodes: int
    """Of the search that chooses."""
    since: date
    themes: frozenset[Theme]
    known: Known | None = None

    def puzzle(self, find: Find) -> Puzzle | None:
        """The puzzle of a position; None where it does not teach, or a deeper search disagrees."""
        position, seat = find.position, find.seat
        offered = {position.write(move): move for move in position.moves(seat)}
        if len(offered) < 3:
            return None
        depths = {1: weighed(position, seat, self.nodes, deepest=1)}
        exact = self.known is not None and self.known(position) is not None
        found = weighed(position, seat, self.nodes, self.known)
        theme = theme_of(found, depths[1])
        if theme not in self.themes or (theme != "mix" and is_plain(find, offered[next(iter(found.odds))])):
            return None
        verified = found
        if not (exact and found.exact):
            verified = weighed(position, seat, DEEPER * max(self.nodes, found.nodes), self.known)
            further = verified.depth > found.depth
            if not further or not agrees(found, verified) or theme_of(verified, depths[1]) != theme:
                return None
        for depth in range(2, min(verified.depth, 5)):
            depths[depth] = weighed(position, seat, self.nodes, deepest=depth)
        return self._written(find, theme, verified, depths, offered)

    def _written(
        self, find: Find, theme: Theme, verified: Weighed, depths: dict[int, Weighed], offered: dict[str, Move]
    ) -> Puzzle | None:
        position, seat = find.position, find.seat
        fields: dict[str, object]
        if theme == "mix":
            fields = mix_of(verified)
        else:
            best = verified.best()
            costs = {move: max(0.0, round(verified.value - worth, 4)) for move, worth in verified.worth.items()}
            costs.pop(best)
            line = list(self._line(position, seat, offered[best], verified))
            fields = {"solution": {best: 1.0}, "value": verified.value, "costs": costs, "line": line}
            if theme == "trap":
                fields["trap"] = depths[1].best()
        moves = len(fields["moves"]) if theme == "mix" else 0  # type: ignore[arg-type]
        return Puzzle.model_validate(
            {
                "variant": self.variant,
                "id": id_of(self.variant, {}, position.fen(), seat),
                "fen": position.fen(),
                "seat": seat,
                "theme": theme,
                **fields,
                "exact": verified.exact,
                "nodes": None if verified.exact else verified.nodes,
                "source": find.source,
                "level": level_of(theme, verified, depths, moves),
                "since": self.since,
            }
        )

    def _line(self, position: Position, seat: int, best: Move, verified: Weighed) -> Iterator[dict[str, str]]:
        """The turn of the solution and what both sides had best play then, until the game is over or it is enough."""
        game = Game(position)
        chosen: dict[int, Move] = {seat: best}
        for number in range(LINE):
            if game.ending() is not None:
                return
            position = game.position
            for each in position.to_act:
                if each not in chosen:
                    facts = Facts(game.past(), self.known)
                    choice = choose(position, each, Budget(self.nodes), Random(number), facts)
                    chosen[each] = max(choice.probabilities, key=choice.probabilities.__getitem__)
            yield {str(each): position.write(move) for each, move in chosen.items()}
            game, chosen = game.play(chosen), {}


class Kept:
    """What puzzles there are already, so that none comes twice."""

    def __init__(self, puzzles: Iterable[Puzzle], variant: type[Position]) -> None:
        self._variant = variant
        self._boards: set[tuple[str, ...]] = set()
        self._answers: list[tuple[float, ...]] = []
        for puzzle in puzzles:
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> bool:
        """Keep a puzzle; False where its board, an image of it, or its answer is known well enough."""
        board = self._variant.from_fen(puzzle.fen, puzzle.settings).board
        answer = (round(puzzle.value, 2), *sorted(puzzle.solution.values()))
        if self._answers.count(answer) >= ALIKE or board in self._boards:
            return False
        self._boards |= images(board, self._variant.size[0])
        self._answers.append(answer)
        return True


def made(
    finds: Callable[[int], Iterable[Find]], making: Making, kept: Kept, seeds: Iterable[int]
) -> Iterator[tuple[int, Puzzle | None]]:
    """For each seed the first puzzle among its positions; one a seed at most, so that no two are of one game."""
    for seed in seeds:
        puzzles = (making.puzzle(find) for find in finds(seed))
        yield seed, next((puzzle for puzzle in puzzles if puzzle is not None and kept.add(puzzle)), None)

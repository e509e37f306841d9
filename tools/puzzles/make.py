"""Makes puzzles: scores candidate positions, verifies those with a clear answer, and leaves out duplicates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from random import Random
from typing import Any, NamedTuple

from server.bots.budget import Budget
from server.bots.estimate import EndgameTable, SearchFacts, estimate
from server.bots.strengths import choose
from server.puzzles.puzzle import Puzzle, Theme, id_of
from tools.puzzles.scoring import score
from tools.puzzles.selection import (
    MAX_GUESS_CHANCE,
    agree,
    guess_chance,
    images,
    is_recapture,
    level_of,
    mix_of,
    theme_of,
)
from tools.puzzles.sources import Candidate
from variants.game import Game
from variants.position import Move, Position

GREEDY_NODES = 1
"""Nodes of the greedy search: each move is played and its position estimated."""
VERIFY_FACTORS = (20, 10)
"""Nodes of each verifying search, as a multiple of the search before it."""
MIN_DISTANCE = 12
"""Minimum number of turns between two puzzles of one game."""
DECIDED = 0.75
"""A position whose estimate is farther from 0 than this is decided, and not searched."""
MAX_LINE = 5
"""Maximum number of turns of a line."""
MAX_EASY = 12
"""Maximum number of puzzles of level 1."""
MAX_ALIKE = 5
"""Maximum number of puzzles with the same probabilities and value."""


class Maker(NamedTuple):
    """Makes the puzzles of one variant."""

    variant: str
    nodes: int
    """Nodes of the search that selects."""
    since: date
    themes: frozenset[Theme]
    endgames: EndgameTable | None = None

    def puzzle(self, candidate: Candidate) -> Puzzle | None:
        """The puzzle of a position; None where it has no theme, or where a deeper search disagrees."""
        position, seat = candidate.position, candidate.seat
        offered = {position.write(move): move for move in position.moves(seat)}
        if len(offered) < 3 or abs(estimate(position, seat)) > DECIDED:
            return None
        greedy, shallow = score(position, seat, GREEDY_NODES), score(position, seat, self.nodes, deepest=1)
        scores = score(position, seat, self.nodes, self.endgames)
        theme = theme_of(scores, shallow, greedy)
        if theme not in self.themes or (theme != "mix" and is_recapture(candidate, offered[scores.best()])):
            return None
        for factor in VERIFY_FACTORS:
            if not scores.exact:
                deeper = score(position, seat, factor * max(self.nodes, scores.nodes), self.endgames)
                if not agree(scores, deeper) or theme_of(deeper, shallow, greedy) != theme:
                    return None
                scores = deeper
        deepest = min(scores.depth, 5)
        depths = [shallow, *(score(position, seat, self.nodes, deepest=depth) for depth in range(2, deepest))]
        fields: dict[str, Any] = {
            "variant": self.variant,
            "id": id_of(self.variant, {}, position.fen(), seat),
            "fen": position.fen(),
            "seat": seat,
            "theme": theme,
            "exact": scores.exact,
            "nodes": None if scores.exact else scores.nodes,
            "source": candidate.source,
            "level": level_of(theme, scores, depths),
            "since": self.since,
        }
        if theme == "mix":
            puzzle = Puzzle.model_validate(fields | mix_of(scores))
            return puzzle if guess_chance(puzzle) <= MAX_GUESS_CHANCE else None
        best = scores.best()
        fields |= {
            "solution": {best: 1.0},
            "value": scores.value,
            "costs": {move: max(0.0, round(scores.value - worth, 4)) for move, worth in scores.worth.items()},
            "trap": shallow.best() if theme == "trap" else None,
            "line": list(self._line(position, seat, offered[best])),
        }
        del fields["costs"][best]
        return Puzzle.model_validate(fields)

    def _line(self, position: Position, seat: int, best: Move) -> Iterator[dict[str, str]]:
        """The solution and the best play of both sides after it, until the game ends or MAX_LINE turns are played."""
        game = Game(position)
        chosen: dict[int, Move] = {seat: best}
        for number in range(MAX_LINE):
            if game.ending() is not None:
                return
            position = game.position
            for each in position.to_act:
                if each not in chosen:
                    facts = SearchFacts(game.past(), self.endgames)
                    choice = choose(position, each, Budget(self.nodes), Random(number), facts)
                    chosen[each] = max(choice.probabilities, key=choice.probabilities.__getitem__)
            yield {str(each): position.write(move) for each, move in chosen.items()}
            game, chosen = game.play(chosen), {}


class Collection:
    """The puzzles of a file: refuses duplicates, and too many that are alike or easy."""

    def __init__(self, puzzles: Iterable[Puzzle], variant: type[Position]) -> None:
        self._variant = variant
        self._boards: set[tuple[str, ...]] = set()
        self._answers: list[tuple[float, ...]] = []
        self._easy = 0
        for puzzle in puzzles:
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle; False for a duplicate, mirrored or not, and where there are enough like it."""
        board = self._variant.from_fen(puzzle.fen, puzzle.settings).board
        answer = (round(puzzle.value, 2), *sorted(puzzle.solution.values()))
        if puzzle.theme != "mix":
            # Immediate wins count as alike; longer lines never do.
            answer = (0.0, 1.0) if len(puzzle.line) == 1 else (float(len(self._answers)),)
        if self._answers.count(answer) >= MAX_ALIKE or board in self._boards:
            return False
        if puzzle.level == 1 and self._easy >= MAX_EASY:
            return False
        self._easy += puzzle.level == 1
        self._boards |= images(board, self._variant.size[0])
        self._answers.append(answer)
        return True


def make_puzzles(
    candidates: Callable[[int], Iterable[Candidate]], maker: Maker, collection: Collection, seeds: Iterable[int]
) -> Iterator[tuple[int, list[Puzzle]]]:
    """For each seed its puzzles: of a table the first, of a game those at least MIN_DISTANCE turns apart."""
    for seed in seeds:
        found: list[Puzzle] = []
        for candidate in candidates(seed):
            last = found[-1].source.turn if found else None
            if found and (candidate.source.turn is None or last is None or candidate.source.turn - last < MIN_DISTANCE):
                continue
            puzzle = maker.puzzle(candidate)
            if puzzle is not None and collection.add(puzzle):
                found.append(puzzle)
        yield seed, found

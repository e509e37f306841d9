"""Makes puzzles: scores candidate positions, verifies those with a clear answer, and leaves out duplicates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import partial
from random import Random
from typing import Any, NamedTuple

from server.bots.budget import Budget
from server.bots.estimate import EndgameTable, SearchFacts, estimate
from server.bots.strengths import choose
from server.puzzles.puzzle import Puzzle, Theme, id_of
from tools.puzzles.scoring import Scores, clear_move, score
from tools.puzzles.selection import (
    MAX_GUESS_CHANCE,
    MIN_GAP,
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
VERIFY_FACTOR = 20
"""Nodes of the verifying search, as a multiple of the first."""
SECOND_FACTOR = 10
"""Nodes of the second verification, as a multiple of the verifying search."""
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
        theme_by = partial(theme_of, shallow=shallow, greedy=greedy)
        verified = self._verified(candidate, theme_by)
        if verified is None:
            return None
        theme = theme_by(verified)
        if theme not in self.themes or (theme != "mix" and is_recapture(candidate, offered[verified.best()])):
            return None
        if not verified.exact:
            again = score(position, seat, SECOND_FACTOR * verified.nodes, self.endgames)
            if not agree(verified, again) or theme_by(again) != theme:
                return None
            verified = again
        deeper = {depth: score(position, seat, self.nodes, deepest=depth) for depth in range(2, min(verified.depth, 5))}
        depths = {1: shallow, **deeper}
        fields: dict[str, Any]
        if theme == "mix":
            fields = mix_of(verified)
            fields["level"] = level_of(theme, verified, depths, len(fields["moves"]))
        else:
            best = verified.best()
            costs = {move: max(0.0, round(verified.value - worth, 4)) for move, worth in verified.worth.items()}
            costs.pop(best)
            line = list(self._line(position, seat, offered[best]))
            fields = {"solution": {best: 1.0}, "value": verified.value, "costs": costs, "line": line}
            fields["level"] = level_of(theme, verified, depths)
            if theme == "trap":
                fields["trap"] = shallow.best()
        puzzle = Puzzle.model_validate(
            {
                "variant": self.variant,
                "id": id_of(self.variant, {}, position.fen(), seat),
                "fen": position.fen(),
                "seat": seat,
                "theme": theme,
                **fields,
                "exact": verified.exact,
                "nodes": None if verified.exact else verified.nodes,
                "source": candidate.source,
                "since": self.since,
            }
        )
        return None if theme == "mix" and guess_chance(puzzle) > MAX_GUESS_CHANCE else puzzle

    def _verified(self, candidate: Candidate, theme_by: Callable[[Scores], Theme | None]) -> Scores | None:
        """The scores of the verifying search; None where it does not confirm those of the first."""
        position, seat = candidate.position, candidate.seat
        if len(position.to_act) == 1:
            clear = clear_move(position, seat, self.nodes, MIN_GAP)
            if clear is None or is_recapture(candidate, clear[0]):
                return None
            verified = score(position, seat, VERIFY_FACTOR * self.nodes, self.endgames)
            return verified if verified.best() == position.write(clear[0]) and verified.depth >= clear[1] else None
        found = score(position, seat, self.nodes, self.endgames)
        theme = theme_by(found)
        if theme not in self.themes:
            return None
        if found.exact and self.endgames is not None and self.endgames(position) is not None:
            return found
        verified = score(position, seat, VERIFY_FACTOR * max(self.nodes, found.nodes), self.endgames)
        return (
            verified
            if verified.depth > found.depth and agree(found, verified) and theme_by(verified) == theme
            else None
        )

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

"""Makes the puzzles of a variant: looks at positions, verifies those that teach, and writes a line for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from random import Random
from typing import NamedTuple

from server.bots.budget import Budget
from server.bots.choose import choose
from server.bots.estimate import Known, SearchFacts, estimate
from server.puzzles.puzzle import Puzzle, Theme, id_of
from tools.puzzles.finds import Find
from tools.puzzles.teaching import GAP, GUESSED, agrees, guessed, images, is_plain, level_of, mix_of, theme_of
from tools.puzzles.weighing import Weighed, standing_out, weighed
from variants.game import Game
from variants.position import Move, Position

GREEDY = 1
"""Nodes with which nothing is searched."""
DEEPER = 20
"""How many times as many nodes the verifying search has."""
AGAIN = 10
"""And how many times as many as that the one that looks at the answer again."""
APART = 12
"""Turns between two puzzles of one game at least."""
DECIDED = 0.75
"""Where the board says so clearly who wins, or who loses, no search is made."""
LINE = 5
"""Turns of a line at most."""
EASY = 12
"""Puzzles of one variant that may be of the first level."""
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
        if len(offered) < 3 or abs(estimate(position, seat)) > DECIDED:
            return None
        greedy = weighed(position, seat, GREEDY)
        depths = {1: weighed(position, seat, self.nodes, deepest=1)}
        found = self._verified(find, offered, depths[1], greedy)
        if found is None:
            return None
        theme, verified = found
        if not verified.exact:
            again = weighed(position, seat, AGAIN * verified.nodes, self.known)
            if not agrees(verified, again) or theme_of(again, depths[1], greedy) != theme:
                return None
            verified = again
        for depth in range(2, min(verified.depth, 5)):
            depths[depth] = weighed(position, seat, self.nodes, deepest=depth)
        puzzle = self._written(find, theme, verified, depths, offered)
        return None if theme == "mix" and guessed(puzzle) > GUESSED else puzzle

    def _verified(
        self, find: Find, offered: Mapping[str, Move], shallow: Weighed, greedy: Weighed
    ) -> tuple[Theme, Weighed] | None:
        """The theme of a position, and what the verifying search says; None where that disagrees."""
        position, seat = find.position, find.seat
        if len(position.to_act) == 1:
            clear = standing_out(position, seat, self.nodes, GAP)
            if clear is None or is_plain(find, clear[0]):
                return None
            move, depth = position.write(clear[0]), clear[1]
            verified = weighed(position, seat, DEEPER * self.nodes, self.known)
            theme = theme_of(verified, shallow, greedy)
            agreed = verified.best() == move and verified.depth >= depth
            return (theme, verified) if agreed and theme is not None and theme in self.themes else None
        found = weighed(position, seat, self.nodes, self.known)
        theme = theme_of(found, shallow, greedy)
        if theme is None or theme not in self.themes or (theme != "mix" and is_plain(find, offered[found.best()])):
            return None
        if found.exact and self.known is not None and self.known(position) is not None:
            return theme, found
        verified = weighed(position, seat, DEEPER * max(self.nodes, found.nodes), self.known)
        agreed = (
            verified.depth > found.depth and agrees(found, verified) and theme_of(verified, shallow, greedy) == theme
        )
        return (theme, verified) if agreed else None

    def _written(
        self, find: Find, theme: Theme, verified: Weighed, depths: dict[int, Weighed], offered: dict[str, Move]
    ) -> Puzzle:
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
                    facts = SearchFacts(game.past(), self.known)
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
        self._easy = 0
        for puzzle in puzzles:
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> bool:
        """Keep a puzzle; False where its board or an image of it is known, and where enough are alike or easy."""
        board = self._variant.from_fen(puzzle.fen, puzzle.settings).board
        answer = (round(puzzle.value, 2), *sorted(puzzle.solution.values()))
        if puzzle.theme != "mix":
            # Of wins at once a few are enough; what wins or saves later is as different as the ways to it.
            answer = (0.0, 1.0) if len(puzzle.line) == 1 else (float(len(self._answers)),)
        if self._answers.count(answer) >= ALIKE or board in self._boards:
            return False
        if puzzle.level == 1 and self._easy >= EASY:
            return False
        self._easy += puzzle.level == 1
        self._boards |= images(board, self._variant.size[0])
        self._answers.append(answer)
        return True


def made(
    finds: Callable[[int], Iterable[Find]], making: Making, kept: Kept, seeds: Iterable[int]
) -> Iterator[tuple[int, list[Puzzle]]]:
    """For each seed the puzzles among its positions: of a table the first one, of a game those that are far apart."""
    for seed in seeds:
        found: list[Puzzle] = []
        for find in finds(seed):
            last = found[-1].source.turn if found else None
            if found and (find.source.turn is None or last is None or find.source.turn - last < APART):
                continue
            puzzle = making.puzzle(find)
            if puzzle is not None and kept.add(puzzle):
                found.append(puzzle)
        yield seed, found

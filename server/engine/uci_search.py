"""Moves and evaluations by a UCI engine, for the open positions of the variants that it plays by our rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Any, Final, cast

from server.bots import lines
from server.bots.estimate import DISCOUNT, HORIZON
from server.bots.evaluation import DIGITS, Evaluation, best_of
from server.bots.lines import LineDraft, LineStart, Strategies
from server.engine.uci import EngineFailed, EngineLine, UciEngine
from variants.piece_values import estimate
from variants.position import Move, Position, Seat

DEEP: Final = 0.7
"""The part of the time for the best lines; in the rest all moves are compared."""
START_INTERVAL: Final = 60.0
"""Seconds after a start that failed until the next one."""
CHOICES: Final = 4
"""Lines that a player who does not want to repeat a position chooses from."""


class UciSearch:
    """Searches with one engine, which is started when it is first needed and again after it has failed.

    It is only given positions that everybody sees, and in which one of two players acts.
    """

    def __init__(self, path: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._clock = clock
        self._engine: UciEngine | None = None
        self._waits_until = 0.0
        """No start is tried before this moment."""

    def plays(self, position: Position) -> bool:
        """Whether the engine may be asked, and knows the variant. Raises EngineFailed."""
        if position.hidden or position.chance or len(position.seats) != 2 or len(position.to_act) != 1:
            return False
        if self._engine is None and self._clock() < self._waits_until:
            return False
        name = vars(type(position)).get("uci_name")
        return bool(name) and name in self._running().variants and position.standard_fen() is not None

    def move(
        self, position: Position, seconds: float, past: Collection[Hashable], lost: Mapping[Hashable, Seat]
    ) -> Mapping[str, Any]:
        """The answer to a task for a move: the best one, or one as good as even that repeats no position of the past.

        A repetition that loses by the rules is left out. `past` and `lost` are those of `SearchFacts`. Raises
        EngineFailed.
        """
        (seat,) = position.to_act
        found = self._best(position, seconds, CHOICES if len(past) > 1 else 1)
        choices = [(line, self._moves(position, line)[0]) for line in found]
        after = {move: position.play({seat: move}).key() for _, move in choices}
        choices = [each for each in choices if lost.get(after[each[1]]) != seat] or choices
        line, move = choices[0]
        if (line.pawns or 0) > 0 and after[move] in past:
            fresh = (each for each in choices if (each[0].pawns or 0) > 0 and after[each[1]] not in past)
            line, move = next(fresh, (line, move))
        text = position.write(move)
        return {"move": text, "value": _value(line), "depth": line.depth, "nodes": line.nodes, "odds": {text: 1.0}}

    def evaluate(self, position: Position, seconds: float, with_lines: bool) -> Evaluation:
        """The evaluation of a position that is not over. Raises EngineFailed."""
        (seat,) = position.to_act
        offered = list(position.moves(seat))
        best = self._best(position, seconds * DEEP, lines.MOST_LINES)
        others = self._best(position, seconds * (1 - DEEP), len(offered)) if len(offered) > len(best) else []
        played = [self._moves(position, line) for line in best]
        scores = {position.write(moves[0]): _score(line) for moves, line in zip(played, best, strict=True)}
        least = min(scores.values())
        ranked = dict(scores)
        for line in others:
            # A shallow search puts no move above those that were searched deeply.
            ranked.setdefault(position.write(self._moves(position, line)[0]), min(least, _score(line)))
        for move in offered:
            ranked.setdefault(position.write(move), min(ranked.values()))
        evaluation: dict[str, Any] = {
            "kind": "turn",
            "depth": max(line.depth for line in best),
            "nodes": max(line.nodes for line in best),
            "exact": False,
            "engine": self._running().name,
            **best_of(seat, ranked),
        }
        if with_lines:
            drafts = [_draft(position, moves, _score(line)) for moves, line in zip(played, best, strict=True)]
            evaluation["lines"] = lines.written(position, drafts)
        return cast(Evaluation, evaluation)

    def _best(self, position: Position, seconds: float, count: int) -> Sequence[EngineLine]:
        fen, engine = position.standard_fen(), self._running()
        assert fen is not None, "the engine plays this position"
        try:
            found = engine.best(type(position).uci_name, fen, seconds, count)
        except EngineFailed:
            self._engine = None
            raise
        if not found:
            raise EngineFailed(f"{engine.name} found no move.")
        return found

    def _running(self) -> UciEngine:
        if self._engine is None:
            self._waits_until = self._clock() + START_INTERVAL
            self._engine = UciEngine(self._path)
            self._waits_until = 0.0
        return self._engine

    def _moves(self, position: Position, line: EngineLine) -> list[Move]:
        """The moves of a line, at most as many as are shown. Raises EngineFailed where the first is none."""
        moves: list[Move] = []
        for text in line.moves[: lines.MOST_TURNS]:
            move = position.from_uci(text) if position.result() is None else None
            if move is None:
                break
            moves.append(move)
            position = position.play({position.to_act[0]: move})
        if not moves:
            raise EngineFailed(f"{self._running().name} wants to play {line.moves[0]}, which the rules do not offer.")
        return moves


def _value(line: EngineLine) -> float:
    """The value of a line for the side to move, from -1 to 1, as our own searches count it."""
    if line.mate:
        turns = 2 * abs(line.mate) - (1 if line.mate > 0 else 0)
        return DISCOUNT ** (turns - 1) * (1 if line.mate > 0 else -1)
    return HORIZON * estimate(line.pawns or 0.0, 0)


def _score(line: EngineLine) -> float:
    return round((_value(line) + 1) / 2, DIGITS)


def _draft(position: Position, moves: Sequence[Move], score: float) -> LineDraft:
    strategies: list[Strategies] = []
    (first,) = position.to_act
    for move in moves:
        (seat,) = position.to_act
        strategies.append({seat: {move: 1.0}})
        position = position.play({seat: move})
    return LineDraft(LineStart({first: moves[0]}, score, 1.0, None), tuple(strategies))

"""Looks for a game in which a variant breaks its promises, and then for the smallest that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from traceback import format_exception
from typing import Any, NamedTuple

from server.book.validation import where
from variants.contract import (
    BrokenPromise,
    all_settings,
    begin,
    check_begun,
    check_position,
    check_turn,
    random_settings,
)
from variants.position import Move, Position, Seat

GAMES = 100
"""Random games of a thorough examination."""
MOST_GAME_TURNS = 200
"""Turns after which a game is left."""
SHORTER_GAMES = 200
"""How many random games are tried for a smaller one."""

Turn = Mapping[Seat, Move]
Choose = Callable[[Position, int], Turn | None]
"""What is played in a position, with its number; None ends the game."""
Arm = Callable[[], None]
"""Called before a position is examined."""


def _unwatched() -> None:
    """Nobody waits for the end of a call."""


class Failure(NamedTuple):
    """A promise that does not hold, and the game that shows it."""

    promise: str
    kind: str
    """The same for two games that show the same fault."""
    settings: Mapping[str, Any]
    start: Position | None = None
    """None where there is no initial position."""
    turns: tuple[Turn, ...] = ()
    position: Position | None = None
    """Where it was noticed; before the last turn, where that turn is at fault."""
    trace: str = ""
    """The traceback of what the rules raised; "" where they only break a promise."""


class Examination(NamedTuple):
    """What the games came to."""

    lengths: tuple[int, ...]
    """Turns of each game."""
    failure: Failure | None = None


def examine(variant: type[Position], games: int = GAMES, arm: Arm = _unwatched) -> Examination:
    """Play random games, with every setting, until a promise is broken; then look for the smallest such game.

    A MemoryError ends it: a game that takes all memory is not played twice.
    """
    known = all_settings(variant)
    lengths: list[int] = []
    for number in range(games):
        random = Random(number)
        game = _Game(variant, known[number] if number < len(known) else random_settings(variant, random), arm=arm)
        failure = game.failure(_at_random(random, MOST_GAME_TURNS), random)
        if failure is not None:
            return Examination(tuple(lengths), shrink(variant, failure, arm))
        lengths.append(len(game.turns))
    return Examination(tuple(lengths))


def shrink(variant: type[Position], failure: Failure, arm: Arm = _unwatched) -> Failure:
    """The smallest game we can find that shows the same."""
    start = failure.start
    if start is None:
        return failure

    def smaller(tried: Iterator[Failure | None]) -> None:
        nonlocal failure
        for candidate in tried:
            if candidate is not None and candidate.kind == failure.kind and len(candidate.turns) < len(failure.turns):
                failure = candidate

    def at_random() -> Iterator[Failure | None]:
        for seed in range(SHORTER_GAMES):
            if failure.turns:
                random = Random(seed)
                choose = _at_random(random, len(failure.turns) - 1)
                yield _Game(variant, failure.settings, arm=arm).failure(choose, random)

    def with_less(turns: tuple[Turn, ...]) -> Iterator[Failure | None]:
        """The same game with some turns in a row left out, where the rules offer what is left."""
        for size in range(min(4, len(turns)), 0, -1):
            for first in range(len(turns) - size + 1):
                yield _Game(variant, failure.settings, start, arm).failure(
                    _of(turns[:first] + turns[first + size :]), Random(0)
                )

    smaller(at_random())
    last = None
    while last is not failure:
        last = failure
        smaller(with_less(failure.turns))
    return failure


def _at_random(random: Random, longest: int) -> Choose:
    def choose(position: Position, number: int) -> Turn | None:
        return None if number == longest else {s: random.choice(list(position.moves(s))) for s in position.to_act}

    return choose


def _of(turns: Sequence[Turn]) -> Choose:
    """These turns, as long as they are offered."""

    def choose(position: Position, number: int) -> Turn | None:
        turn = turns[number] if number < len(turns) else {}
        offered = set(turn) == set(position.to_act)
        return turn if offered and all(move in set(position.moves(seat)) for seat, move in turn.items()) else None

    return choose


class _Game:
    """A game of which every position and every turn is held to the promises."""

    def __init__(
        self,
        variant: type[Position],
        settings: Mapping[str, Any],
        start: Position | None = None,
        arm: Arm = _unwatched,
    ) -> None:
        self._variant, self._settings, self._arm = variant, settings, arm
        self._start = self._position = start
        self.turns: list[Turn] = []

    def run(self, choose: Choose, random: Random) -> None:
        """Play it; it is begun here, where that is not done yet."""
        start = self._start
        self._arm()
        position = begin(self._variant, self._settings, random) if start is None else start
        self._start = self._position = position
        while True:
            self._arm()
            check_position(position, Random(len(self.turns)))
            if not self.turns:
                check_begun(position)
            actions = choose(position, len(self.turns)) if position.result() is None else None
            if actions is None:
                return
            self.turns.append(actions)
            self._position = position = check_turn(position, actions)

    def failure(self, choose: Choose, random: Random) -> Failure | None:
        """What is wrong with it, if anything is."""
        try:
            self.run(choose, random)
        except MemoryError:
            raise
        except Exception as error:  # Whatever the rules raise is what we look for.
            broken = isinstance(error, BrokenPromise)
            kind = str(error) if broken else type(error).__name__ + where(error, self._variant)
            game = self._settings, self._start, tuple(self.turns), self._position
            return Failure(
                error_text(error, self._variant), kind, *game, "" if broken else "".join(format_exception(error))
            )
        return None


def error_text(error: Exception, variant: type[Position]) -> str:
    """What is wrong, in words."""
    if isinstance(error, BrokenPromise):
        return f"contract violated: {error}" + (f": {error.found}" if error.found else "")
    return f"the rules raise {type(error).__name__}: {error}{where(error, variant)}"

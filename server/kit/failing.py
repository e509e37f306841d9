"""Looks for a game in which a variant breaks its promises, and then for the smallest that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from server.book.admission import where
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
LONGEST = 200
"""Turns after which a game is left."""
SHORTER_GAMES = 200
"""How many random games are tried for a smaller one."""

Turn = Mapping[Seat, Move]
Choose = Callable[[Position, int], Turn | None]
"""What is played in a position, with its number; None ends the game."""


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
    exhausted: bool = False
    """Whether it took all memory: such a game is not played twice."""


class Examined(NamedTuple):
    """What the games came to."""

    lengths: tuple[int, ...]
    """Turns of each game."""
    failure: Failure | None = None


def examine(variant: type[Position], games: int = GAMES, longest: int = LONGEST) -> Examined:
    """Play random games, with every setting, until a promise is broken; then look for the smallest such game."""
    known = all_settings(variant)
    lengths: list[int] = []
    for number in range(games):
        random = Random(number)
        settings = known[number] if number < len(known) else random_settings(variant, random)
        found, length = _random_game(variant, settings, random, longest)
        if found is not None:
            return Examined(tuple(lengths), found if found.exhausted else shrink(variant, found))
        lengths.append(length)
    return Examined(tuple(lengths))


def shrink(variant: type[Position], failure: Failure) -> Failure:
    """The smallest game we can find that shows the same."""
    start = failure.start
    if start is None:
        return failure

    def smaller(tried: Iterator[Failure | None]) -> None:
        nonlocal failure
        for found in tried:
            if found is not None and found.kind == failure.kind and len(found.turns) < len(failure.turns):
                failure = found

    def at_random() -> Iterator[Failure | None]:
        for seed in range(SHORTER_GAMES):
            if failure.turns:
                yield _random_game(variant, failure.settings, Random(seed), len(failure.turns) - 1)[0]

    smaller(at_random())
    last = None
    while last is not failure:
        last = failure
        smaller(_with_less(failure))
    return failure


def _random_game(
    variant: type[Position], settings: Mapping[str, Any], random: Random, longest: int
) -> tuple[Failure | None, int]:
    def choose(position: Position, number: int) -> Turn | None:
        if number == longest:
            return None
        return {seat: random.choice(list(position.moves(seat))) for seat in position.to_act}

    try:
        start = begin(variant, settings, random)
    except Exception as error:  # Whatever the rules raise is what we look for.
        return _failure(error, variant, settings), 0
    return _game(settings, start, choose)


def _with_less(failure: Failure) -> Iterator[Failure | None]:
    """The same game with some turns in a row left out, where the rules offer what is left."""
    turns, start = failure.turns, failure.start
    assert start is not None
    for size in range(min(4, len(turns)), 0, -1):
        for first in range(len(turns) - size + 1):
            yield _game(failure.settings, start, _of(turns[:first] + turns[first + size :]))[0]


def _of(turns: Sequence[Turn]) -> Choose:
    """These turns, as long as they are offered."""

    def choose(position: Position, number: int) -> Turn | None:
        turn = turns[number] if number < len(turns) else {}
        offered = set(turn) == set(position.to_act)
        return turn if offered and all(move in set(position.moves(seat)) for seat, move in turn.items()) else None

    return choose


def _game(settings: Mapping[str, Any], start: Position, choose: Choose) -> tuple[Failure | None, int]:
    """Play a game and hold every position and every turn to the promises; how many turns it came to."""
    position = start
    turns: list[Turn] = []
    try:
        while True:
            check_position(position, Random(len(turns)))
            if not turns:
                check_begun(position)
            actions = choose(position, len(turns)) if position.result() is None else None
            if actions is None:
                return None, len(turns)
            turns.append(actions)
            position = check_turn(position, actions)
    except Exception as error:  # Whatever the rules raise is what we look for.
        return _failure(error, type(start), settings, start, tuple(turns), position), len(turns)


def told(error: Exception, variant: type[Position]) -> str:
    """What is wrong, in words."""
    if isinstance(error, BrokenPromise):
        return f"it is promised that {error}, and it is not so" + (f": {error.found}" if error.found else "")
    if isinstance(error, MemoryError):
        return f"the rules take all the memory there is{where(error, variant)}"
    return f"the rules raise {type(error).__name__}: {error}{where(error, variant)}"


def _failure(error: Exception, variant: type[Position], *game: Any) -> Failure:
    kind = str(error) if isinstance(error, BrokenPromise) else type(error).__name__ + where(error, variant)
    return Failure(told(error, variant), kind, *game)._replace(exhausted=isinstance(error, MemoryError))

"""What a search asks of a game in which seats act at once: the rules, in the numbers of a kernel where there is one.

All values are those of seat 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any, Generic, NamedTuple, TypeVar

from server.bots.estimate import HORIZON, SearchFacts, horizon
from variants.kernel import GOES_ON, Kernel
from variants.position import Move, Position, Seat

Act = Move | None
"""None: this seat does not act now."""
State = TypeVar("State")
Words = tuple[int, int]
"""A position as a kernel has it."""


class Moves(NamedTuple):
    """The keys of the moves of a seat: first the `safe` ones, which cannot turn out illegal."""

    keys: list[Any]
    safe: int
    """How many are safe."""


class Model(ABC, Generic[State]):
    """A game of two seats on an open board, in which they act at once, or one of them alone.

    A state is a position as the model has it. Equal keys of states are equal positions, equal keys of moves are equal
    moves. A seat that does not act has one move, which is None.
    """

    @abstractmethod
    def state(self, position: Position) -> State:
        """The state of a position of this game."""

    @abstractmethod
    def key(self, state: State) -> Hashable:
        """The key by which a state is remembered."""

    @abstractmethod
    def moves(self, state: State) -> tuple[Moves, Moves]:
        """The moves of both seats."""

    @abstractmethod
    def move(self, key: Any) -> Act:
        """The move of a key."""

    @abstractmethod
    def play(self, state: State, first: Any, second: Any) -> State:
        """The state after a move of each seat."""

    @abstractmethod
    def settled(self, state: State) -> float | None:
        """The value of a state that needs no search; one of the past counts as drawn."""

    @abstractmethod
    def estimate(self, state: State) -> float:
        """The value of a game that goes on, where it is not searched."""


def model_of(position: Position, facts: SearchFacts) -> Model[Any]:
    """The model of the game of this position: that of its kernel, where both seats act."""
    kernel = position.kernel() if len(position.to_act) > 1 else None
    return PositionModel(facts) if kernel is None else KernelModel(kernel, position, facts)


def acts_of(position: Position, seat: Seat) -> tuple[list[Act], int]:
    """The acts of this seat, the safe ones first, and how many of them are safe."""
    if seat not in position.to_act:
        return [None], 1
    moves, risks = position.moves(seat), position.risks(seat)
    safe: list[Act] = [move for move in moves if move not in risks]
    return [*safe, *(move for move in moves if move in risks)], len(safe)


class PositionModel(Model[Position]):
    """The model of any game: its states are the positions themselves."""

    def __init__(self, facts: SearchFacts) -> None:
        self._facts = facts

    def state(self, position: Position) -> Position:
        """The same position."""
        return position

    def key(self, state: Position) -> Hashable:
        """The key of the position."""
        return state.key()

    def moves(self, state: Position) -> tuple[Moves, Moves]:
        """As the rules offer them."""
        return Moves(*acts_of(state, 0)), Moves(*acts_of(state, 1))

    def move(self, key: Act) -> Act:
        """The key itself."""
        return key

    def play(self, state: Position, first: Act, second: Act) -> Position:
        """The position after these acts."""
        return state.play({seat: act for seat, act in enumerate((first, second)) if act is not None})

    def settled(self, state: Position) -> float | None:
        """The result, the draw of the past, or what is known of the position."""
        return self._facts.settled(state)

    def estimate(self, state: Position) -> float:
        """The estimate of the variant, or by mobility."""
        return horizon(state, 0)


class KernelModel(Model[Words]):
    """The model by a kernel, in which two seats always act at once."""

    def __init__(self, kernel: Kernel, root: Position, facts: SearchFacts) -> None:
        self._kernel = kernel
        self._endgames = facts.known
        # What came before the last irreversible turn cannot come again.
        self._past = frozenset([kernel.words(key) for key in facts.past] if root.quiet else [])

    def state(self, position: Position) -> Words:
        """The two numbers that the kernel has for the key of the position."""
        return self._kernel.words(position.key())

    def key(self, state: Words) -> Hashable:
        """The state itself."""
        return state

    def moves(self, state: Words) -> tuple[Moves, Moves]:
        """As the kernel offers them."""
        kernel, (white, black) = self._kernel, state
        first, second = kernel.safe(white, black, 0), kernel.safe(white, black, 1)
        return (
            Moves(first + kernel.risky(white, black, 0, second), len(first)),
            Moves(second + kernel.risky(white, black, 1, first), len(second)),
        )

    def move(self, key: int) -> Act:
        """The move of a number of the kernel."""
        return self._kernel.move(key)

    def play(self, state: Words, first: int, second: int) -> Words:
        """The state after these moves."""
        return self._kernel.play(*state, first, second)

    def settled(self, state: Words) -> float | None:
        """The result, the draw of the past, or what is known of the position."""
        value = self._kernel.result(*state)
        if value != GOES_ON:
            return value
        if state in self._past:
            return 0.0
        if self._endgames is None:
            return None
        number = self._kernel.endgame(*state)
        return self._endgames.value(number) if 0 <= number < self._endgames.numbers else None

    def estimate(self, state: Words) -> float:
        """The estimate of the kernel."""
        return HORIZON * self._kernel.estimate(*state)

"""The interface every variant implements: an immutable position and what may be asked of it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Any, Self, TypeVar

from variants.errors import FenError
from variants.grid import HOLE, grid
from variants.hints import Hints
from variants.kernel import Kernel
from variants.terms import (
    NO_SETTINGS,
    Draws,
    Event,
    Eyes,
    Move,
    Option,
    Picture,
    Result,
    Risk,
    Seat,
    Sign,
    Square,
    Stone,
    Tally,
    Viewer,
)

__all__ = [
    "NO_SETTINGS",
    "Draws",
    "Event",
    "Eyes",
    "Move",
    "Option",
    "Picture",
    "Position",
    "Result",
    "Risk",
    "Seat",
    "Sign",
    "Square",
    "Stone",
    "Tally",
    "Viewer",
]

_T = TypeVar("_T")

_put = object.__setattr__

_STONES: Mapping[Seat, Stone] = MappingProxyType({0: "white", 1: "black", 2: "quartered"})
"""The default stones of seats; a fourth and later seat has a white one."""


@dataclass(frozen=True, kw_only=True)
class Position(Hints):
    """A position of one variant. It is immutable: `play` returns the next one.

    Promises every variant keeps: while `result()` is None, `to_act` is not empty and each of its
    seats has a move; no two moves of a seat have one text; a seat outside `to_act` has moves only
    if it is in `joinable`; `play` trusts moves that `moves` offered. Positions are compared and
    stored by `key()`.
    """

    seats: tuple[str, ...] = ("white", "black")
    """Codes of the seats, in the order of their numbers; they depend on the settings alone."""
    board: tuple[str, ...]
    """"" or a symbol, the letter FEN uses, for each square."""
    to_act: tuple[Seat, ...]
    """The seats whose actions are awaited while `result()` is None."""
    quiet: int = 0
    """Turns since the last irreversible one; kept by `play`, not in the FEN."""
    settings: Mapping[str, Any] = field(compare=False, default_factory=lambda: NO_SETTINGS)
    events: tuple[Event, ...] = field(compare=False, default=())
    """The events of the last turn."""

    @abstractmethod
    def fen(self) -> str:
        """The position as text, in the one form this project writes."""

    @abstractmethod
    def moves(self, seat: Seat) -> Iterable[Move]:
        """What this seat may send now, without duplicates."""

    @abstractmethod
    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after this turn; `actions` holds one offered move for each seat of `to_act`.

        Or it holds the move of one `joinable` seat, by which that seat enters the game.
        """

    @abstractmethod
    def result(self) -> Result | None:
        """How the game ended by the rules, or None. Costs as much as `moves`: ask once a turn."""

    @abstractmethod
    def key(self) -> Hashable:
        """The identity of the position for repetition and search tables."""

    @classmethod
    def sketch(cls, fen: str) -> Picture:
        """The position that a FEN shows. Rows alone may be an unplayable position: a page may show a part of one.

        Raises FenError.
        """
        try:
            return cls.from_fen(fen).picture(Eyes.ALL)
        except FenError:
            if not isinstance(fen, str) or " " in fen:
                raise
            return Picture(cls.size, grid(*cls.size, cls.holes).read_rows(fen, cls.drawings))

    def standard_fen(self) -> str | None:
        """The position in the six fields of a FEN that chess programs read, if they can hold all of it."""
        return None

    def pgn_name(self) -> str:
        """The tag `Variant` of a game that begins in this position; one of `pgn_names` but for upper case."""
        raise NotImplementedError("A variant that other programs' PGN knows must say its name there.")

    def from_san(self, text: str) -> Move | None:
        """The offered move that a word of movetext denotes, in SAN or as its squares; None for none or several."""
        return None

    def risky(self, seat: Seat, move: Move) -> bool:
        """Whether this offered move may turn out illegal."""
        return False

    def risk(self, seat: Seat, move: Move) -> Risk | None:
        """What this risky move needs and what it costs without it; None where the variant has no words for it."""
        return None

    def owners(self) -> Mapping[str, Seat]:
        """The owner of each symbol, for a count of what is left; a symbol that is missing has no owner.

        For two seats, upper-case letters belong to the first one, as in most FENs.
        """
        players = [seat for seat in range(len(self.seats)) if seat not in self.chance]
        if len(players) != 2:
            return {}
        return {symbol: players[0 if symbol.isupper() else 1] for symbol in self.drawings if symbol != HOLE}

    def special(self, seat: Seat, move: Move) -> str:
        """A code if the move deserves a button of its own and a question before it is sent, else ""."""
        return "" if move.path else "pass"

    def becomes(self, seat: Seat, move: Move) -> str:
        """The symbol that the mover will be if the move stands, as a chooser draws it. A pass has no mover: ""."""
        if not move.path:
            return ""
        symbol = self.board[move.path[0]]
        if not move.into:
            return symbol
        return move.into.upper() if symbol.isupper() else move.into

    def notation(self, actions: Mapping[Seat, Move], viewer: Viewer) -> Mapping[Seat, str]:
        """The actions as players write them, one text a seat; asked of the position before the turn."""
        return {seat: self.labels(seat).get(move) or self.write(move) for seat, move in actions.items()}

    def sign(self) -> str:
        """The suffix of the move that led here, such as “+” for check; asked of the position after it.

        Not asked on a hidden board, nor where several seats acted at once.
        """
        return ""

    def noted(self, actions: Mapping[Seat, Move], after: Position, viewer: Viewer) -> Mapping[Seat, str]:
        """A played turn as players write it: `notation`, and the suffix that the position after it gives."""
        texts = self.notation(actions, viewer)
        if self.hidden or len(actions) != 1:
            return texts
        sign = after.sign()
        return {seat: text + sign for seat, text in texts.items()}

    def labels(self, seat: Seat) -> Mapping[Move, str]:
        """Each move of this seat now with its text, no two alike, as this seat may see it."""
        return {move: self.write(move) for move in self.moves(seat)}

    def picture(self, viewer: Viewer) -> Picture:
        """What this viewer may see."""
        return Picture(self.size, self.board)

    def story(self, viewer: Viewer) -> tuple[Event, ...]:
        """The events of the last turn that this viewer may know; sentences, arrows and sounds come from them alone."""
        return self.events

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        """The counts that players watch."""
        return ()

    def stones(self) -> tuple[Stone, ...]:
        """The stone of each seat, in the order of their numbers; they are public, on a hidden board too.

        Asked often: it has to be cheap.
        """
        return tuple(_STONES.get(seat, "white") for seat in range(len(self.seats)))

    def guess(self, viewer: Viewer, random: Random) -> Self:
        """A determinization: a position that agrees with all observations of this viewer."""
        return self

    def ahead(self, seat: Seat) -> Iterable[Move]:
        """On a hidden board: what a seat that is not to act may want to play next, as far as it sees; or nothing."""
        return ()

    def out(self) -> frozenset[Seat]:
        """The seats that are out of the game, or not in it yet, while others play.

        They do not act and decide nothing; a game that does not end by the variant's rules is shared without them. No
        player is needed to begin where they are out.
        """
        return frozenset()

    def open_seats(self) -> frozenset[Seat]:
        """The seats of `joinable` that an onlooker may still take in this game, now or later."""
        return self.joinable & self.out()

    def without(self, seat: Seat) -> Self | None:
        """The position once this seat has left, by resignation or time, while at least two others play on.

        None where the game is over then, and the others share the point.
        """
        return None

    def players(self) -> list[Seat]:
        """The seats that share the point: neither chance players nor out."""
        others = self.chance | self.out()
        return [seat for seat in range(len(self.seats)) if seat not in others]

    def shared(self, seats: Collection[Seat], reason: str) -> Result:
        """The game is over, and these seats share the point equally."""
        return Result(tuple([1 / len(seats) if seat in seats else 0.0 for seat in range(len(self.seats))]), reason)

    def drawn(self, reason: str) -> Result:
        """The game is over, and all players share the point."""
        return self.shared(self.players(), reason)

    def lost(self, seat: Seat, reason: str) -> Result:
        """The game is over: this seat has lost, and the other players share the point."""
        return self.shared([other for other in self.players() if other != seat], reason)

    def could_win(self, seat: Seat) -> bool:
        """Whether any further play could make this seat win; if not, it draws when another's time runs out."""
        return True

    def kernel(self) -> Kernel | None:
        """The same rules in numbers, for a search where two seats act at once; None where there is no kernel."""
        return None

    def once(self, key: Hashable, work: Callable[[], _T]) -> _T:
        """The result of `work`, computed once per position."""
        memo: dict[Hashable, Any] | None = getattr(self, "memo", None)
        if memo is None:
            memo = {}
            _put(self, "memo", memo)
        if key not in memo:
            memo[key] = work()
        found: _T = memo[key]
        return found

    def then(self, **changes: Any) -> Self:
        """This position with some fields changed; computed caches are dropped."""
        kind = type(self)
        new = kind.__new__(kind)
        # Not by `__init__`, which would take half as long as the rest of a turn.
        values, old = vars(new), vars(self)
        for name in _fields(kind):
            values[name] = old[name]
        values.update(changes)
        return new


@lru_cache(maxsize=256)
def _fields(kind: type[Position]) -> tuple[str, ...]:
    """The names of the fields that make up a position."""
    return tuple([each.name for each in fields(kind)])

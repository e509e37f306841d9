"""The interface every variant implements: an immutable position and the rules that may be asked of it.

A variant derives from `Position` alone. Two more parts of the interface, which `Position` has as bases, have defaults:
how moves are written (`notation.py`), and hints for the computer (`hints.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Self, TypeVar

from variants.errors import FenError, MoveError, SettingsError
from variants.fen import Fields, split, words_of
from variants.grid import HOLE, grid
from variants.hints import SearchHints
from variants.keys import TEXT, Value, allows
from variants.notation import Notation
from variants.types import (
    NO_SETTINGS,
    Draws,
    Event,
    Eyes,
    Move,
    Option,
    Picture,
    Result,
    Risk,
    RuleFact,
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
    "RuleFact",
    "Seat",
    "Sign",
    "Square",
    "Stone",
    "Tally",
    "Viewer",
]

INTERFACE_VERSION = 1
"""The version of this interface: raised when variants that were written for the one before may have to change."""

_T = TypeVar("_T")

_put = object.__setattr__

TABLES = (
    "drawings", "event_codes", "reasons", "needs_codes", "price_codes", "special_codes", "tally_codes", "fen_keys",
    "pieces", "drawing_names", "counts", "material",
)  # fmt: skip
"""The tables of a class to which each class adds its own entries; those of its bases come first."""


class _OnlyMapping(dict[str, Any]):
    """Of `only`."""


class _OnlySet(frozenset[str]):
    """Of `only`."""


def only(table: _T) -> _T:
    """A table that replaces those of the bases: `reasons = only({"captured"})`."""
    replacing: Any = _OnlyMapping(table) if isinstance(table, Mapping) else _OnlySet(table)  # type: ignore[call-overload]
    only_this: _T = replacing
    return only_this


_STONES: Mapping[Seat, Stone] = MappingProxyType({0: "white", 1: "black", 2: "quartered"})
"""The default stones of seats; a fourth and later seat has a white one."""


@dataclass(frozen=True, kw_only=True)
class Position(Notation, SearchHints, ABC):
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

    def __init_subclass__(cls, **more: Any) -> None:
        """Add the tables that the class declares to those of its bases."""
        super().__init_subclass__(**more)
        cls.declared = {name: vars(cls)[name] for name in TABLES if name in vars(cls)}
        for name in TABLES:
            if (table := cls.united(name)) is not None:
                setattr(cls, name, table)
        for name, value in _nearest_defaults(cls).items():
            setattr(cls, name, value)
            cls.__annotations__ = {**vars(cls).get("__annotations__", {}), name: "Any"}

    declared: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """The class's own part of `TABLES`."""

    @classmethod
    def united(cls, name: str, *first: Any) -> Any:
        """What the class and its bases declare in one of `TABLES`, after these; None where nothing is declared."""
        # A base that is no Position declares its tables as they stand.
        parts = [vars(base).get("declared", vars(base)) for base in reversed(cls.__mro__)]
        return _united([*first, *(part[name] for part in parts if name in part)], of_names=name == "fen_keys")

    # What a variant declares

    size: ClassVar[tuple[int, int]] = (8, 8)
    """Files, then ranks."""
    holes: ClassVar[frozenset[Square]] = frozenset()
    """The squares of the rectangle that are missing; `HOLE` stands there in `board`, and `drawings` has it."""
    regions: ClassVar[tuple[str, ...]] = ()
    """Rectangles of squares that a board shows with a line around, each by two corners: `d1 f3`, a palace."""
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = MappingProxyType({})
    """Named bundles of settings: a code (its words stand on the rule pages) -> the settings it fixes."""
    drawings: ClassVar[Mapping[str, str]]
    """Symbol on the board -> name of its drawing in `pieces/`."""
    event_codes: ClassVar[Mapping[str, Sign | None]] = MappingProxyType({})
    """Every code an event of this variant may have -> how the board shows it; None where only a sentence does.

    Each language's words hold one sentence for each."""
    reasons: ClassVar[frozenset[str]] = frozenset()
    """Every reason `result` may give."""
    needs_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code that `risks` may give for what a move needs."""
    price_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code that `risks` may give for the cost of a failed move."""
    special_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code `special` may give, but "" for none."""
    tally_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code a tally may have."""
    material: ClassVar[Mapping[str, float]] = {}
    """What each symbol counts, in pawns, where players count what was taken; where it is empty they are not shown."""
    draws: ClassVar[Draws] = Draws()
    hidden: ClassVar[bool] = False
    """Whether the board itself holds secrets; then `picture`, `seen_events`, `notation` and `guess` must be defined."""
    joinable: ClassVar[frozenset[Seat]] = frozenset()
    """Seats that an onlooker may take during the game by playing one of their moves, which is a turn of its own.

    Until then they are `out`, and the game does not wait for them.
    """
    seat_codes: ClassVar[frozenset[str]] = frozenset()
    """Codes that `seats` has only with some settings."""
    turn_letters: ClassVar[Sequence[str]] = "wb"
    """For each seat the letter by which a FEN says that it is to move; one letter alone says nothing."""
    fen_keys: ClassVar[Mapping[str, Value] | Collection[str]] = MappingProxyType({})
    """The keys that the JSON of a FEN may have, in the order of vchess's plain fields, and what their values may be.

    A collection of names says nothing of the values but what a base says.
    """
    chance: ClassVar[frozenset[Seat]] = frozenset()
    """Chance players: the table draws their moves uniformly from a committed seed; they have no share of a result."""
    turned: ClassVar[frozenset[Seat]] = frozenset({1})
    """Seats that sit at the top of the board and see it rotated."""
    interface_version: ClassVar[int | None] = None
    """The `INTERFACE_VERSION` that the variant was written for; a packaged variant must declare it."""
    rules_version: ClassVar[int] = 1
    """Raised when the answer to an old position changes.

    A game goes on under the new version from the position that the old one led to, so each version reads the FENs and
    the settings of those before it.
    """

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The rules that follow from what the class declares, for a page that is made of them."""
        return []

    # What a variant must define

    @classmethod
    @abstractmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        """The initial position. Raises SettingsError, and ValueError where a needed `random` is missing."""

    @classmethod
    @abstractmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """The position of a FEN; all after the rows may be missing. Raises FenError, SettingsError."""

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
        """The identity of the position for repetition and search tables: a text, a number, None, or such in tuples and
        frozensets.
        """

    # What it may define

    def risks(self, seat: Seat) -> Mapping[Move, Risk]:
        """The offered moves that may turn out illegal, each with what it needs and what it costs without it."""
        return {}

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

    def picture(self, viewer: Viewer) -> Picture:
        """What this viewer may see."""
        return Picture(self.size, self.board)

    def seen_events(self, viewer: Viewer) -> tuple[Event, ...]:
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

    def premoves(self, seat: Seat) -> Iterable[Move]:
        """On a hidden board: the moves that a seat which is not to act may plan, as far as it sees."""
        return ()

    def out(self) -> frozenset[Seat]:
        """The seats that are out of the game, or not in it yet, while others play.

        They do not act and decide nothing; a game that does not end by the variant's rules is shared without them. No
        player is needed to begin where they are out.
        """
        return frozenset()

    def without(self, seat: Seat) -> Self | None:
        """The position once this seat has left, by resignation or time, while at least two others play on.

        None where the game is over then, and the others share the point.
        """
        return None

    def repeated(self, line: Sequence[Self]) -> Result:
        """The result of a game that ends because this position has occurred so often (`draws`).

        `line` holds the positions after its first occurrence in order, this one at the end.
        """
        return self.drawn("repetition")

    def continues(self, earlier: Self) -> bool:
        """Whether the turn goes on in which a seat acted alone in an earlier position, with another move of its."""
        return self.to_act == earlier.to_act

    def could_win(self, seat: Seat) -> bool:
        """Whether any further play could make this seat win; if not, it draws when another's time runs out."""
        return True

    def claim(self) -> str:
        """The reason, one of `reasons`, for which a player may claim a draw now by the variant's rules; "" for none."""
        return ""

    # Common to all variants

    @classmethod
    def read_fields(cls, fen: str) -> Fields:
        """The fields of a FEN, with a letter of `turn_letters` and keys and values of `fen_keys` alone.

        Raises FenError.
        """
        fields = split(fen, cls.turn_letters, cls.fen_keys)
        cls.refuse_values(fields.named)
        return fields

    @classmethod
    def refuse_values(cls, named: Mapping[str, str]) -> None:
        """Raise FenError for a value that its key may not have (`fen_keys`)."""
        for key, text in named.items():
            value = cls.fen_value(key)
            if allows(value, text, *cls.size):
                continue
            if value.most is not None:
                raise FenError(
                    "fen_number",
                    "The value of “{key}” in the FEN must be a whole number from {least} to {most}, not “{text}”.",
                    key=key, least=value.least, most=value.most, text=text,
                )  # fmt: skip
            if len(value.parts) == 1:
                raise FenError(
                    "fen_choice", "The value of “{key}” in the FEN must be one of {choices}, not “{text}”.",
                    key=key, choices=", ".join(value.parts[0].choices), text=text,
                )  # fmt: skip
            raise FenError(
                "fen_form", "The value of “{key}” in the FEN cannot be “{text}”; it can be “{usual}”, for example.",
                key=key, text=text, usual=value.usual,
            )  # fmt: skip

    @classmethod
    def fen_value(cls, key: str) -> Value:
        """The values that this key of the FEN's JSON may have."""
        for base in cls.__mro__:
            keys = getattr(base, "fen_keys", ())
            if isinstance(keys, Mapping) and key in keys:
                value: Value = keys[key]
                return value
        return TEXT

    @classmethod
    def possible_parts(cls, key: str, board: Sequence[str]) -> Sequence[Collection[str]]:
        """For the parts of the value of a FEN key, from the first on, the choices that this board allows.

        A part that is missing here may be any of its choices.
        """
        return ()

    @classmethod
    def sketch(cls, fen: str) -> Picture:
        """The position that a FEN shows. Rows alone may be an unplayable position: a page may show a part of one.

        Raises FenError.
        """
        try:
            return cls.from_fen(fen).picture(Eyes.ALL)
        except FenError:
            if not isinstance(fen, str) or "{" in fen or len(words_of(fen)) != 1:
                raise
            return Picture(cls.size, grid(*cls.size, cls.holes).read_rows(words_of(fen)[0], cls.drawings))

    @classmethod
    def write(cls, move: Move) -> str:
        """The text of a move: its squares in order, then the resulting kind."""
        return grid(*cls.size, cls.holes).written(move.path, move.into)

    @classmethod
    def read(cls, text: str) -> Move:
        """The move that a text denotes, whether or not it is legal anywhere. Raises MoveError."""
        if not isinstance(text, str):
            raise MoveError("move_type", "A move is a text, not {value}.", value=type(text).__name__)
        if text == "--":
            return Move(())
        board = grid(*cls.size, cls.holes)
        match = board.spelled.fullmatch(text)
        if match is None:
            raise MoveError(
                "move_spelling",
                "“{text}” is not a move: write its squares, such as {example}, then a letter if the piece changes.",
                text=text,
                example=board.names[-1] + board.names[0],
            )
        squares, into = match.groups()
        return Move(tuple(board.index[name] for name in board.split.findall(squares)), into)

    @classmethod
    def complete(cls, settings: Mapping[str, Any]) -> Mapping[str, Any]:
        """These settings with the defaults of the options they leave out. Raises SettingsError."""
        known = {option.name: option.choices for option in cls.options}
        for name, value in settings.items():
            if name not in known:
                raise SettingsError("option_unknown", "There is no option “{name}”.", name=name)
            if not any(type(value) is type(choice) and value == choice for choice in known[name]):
                raise SettingsError(
                    "option_value",
                    "“{value}” is not a choice of the option “{name}”; choose one of: {choices}.",
                    value=value,
                    name=name,
                    choices=", ".join(map(str, known[name])),
                )
        return MappingProxyType({name: settings.get(name, choices[0]) for name, choices in known.items()})

    def open_seats(self) -> frozenset[Seat]:
        """The seats of `joinable` that an onlooker may still take in this game, now or later."""
        return self.joinable & self.out()

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

    def once(self, key: Hashable, work: Callable[[], _T]) -> _T:
        """The result of `work`, computed once per position."""
        memo: dict[Hashable, Any] | None = getattr(self, "memo", None)
        if memo is None:
            memo = {}
            _put(self, "memo", memo)
        if key not in memo:
            memo[key] = work()
        value: _T = memo[key]
        return value

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


def _nearest_defaults(cls: type[Position]) -> dict[str, Any]:
    """The defaults of fields that the nearest base says of several, where `dataclass` would take another base's.

    A dataclass has all fields of its bases, so that of two bases the first one would say even what it only inherits.
    """
    nearest: dict[str, Any] = {}
    taken: dict[str, Any] = {}
    for base in reversed(cls.__mro__[1:]):
        known = {each.name: each for each in fields(base)} if "__dataclass_fields__" in vars(base) else {}
        nearest |= {name: known[name].default for name in vars(base).get("__annotations__", {}) if name in known}
        taken |= {name: each.default for name, each in known.items()}
    own = vars(cls).get("__annotations__", {})
    return {name: value for name, value in nearest.items() if name not in own and value != taken[name]}


def _united(tables: Sequence[Any], of_names: bool = False) -> Any:
    """The tables of a class and its bases as one, one of `only` in place of all before it.

    `of_names`: names alone are a table too, with the values of the bases.
    """
    merged: Any = None
    for table in tables:
        new = dict(table) if isinstance(table, Mapping) else frozenset(table) if isinstance(table, _OnlySet) else table
        alone = isinstance(table, _OnlyMapping | _OnlySet)
        if of_names and isinstance(merged, dict) and isinstance(new, tuple | list | frozenset | set) and not alone:
            new = {key: merged.get(key, TEXT) for key in new}
        joined = isinstance(merged, dict | frozenset) and isinstance(new, type(merged)) and not alone
        merged = merged | new if joined else new
    return MappingProxyType(merged) if isinstance(merged, dict) else merged


@lru_cache(maxsize=256)
def _fields(kind: type[Position]) -> tuple[str, ...]:
    """The names of the fields that make up a position."""
    return tuple([each.name for each in fields(kind)])

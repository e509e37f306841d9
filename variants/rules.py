"""The class side of a variant: its declarations, and what may be asked of it without a position."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Collection, Hashable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Self

from variants.errors import MoveError, SettingsError
from variants.fen import Fields, split
from variants.grid import grid
from variants.keys import TEXT, Value
from variants.terms import NO_SETTINGS, Draws, Move, Option, Seat, Sign, Square

INTERFACE_VERSION = 1
"""The version of this interface: raised when variants that were written for the one before may have to change."""


class Rules(metaclass=ABCMeta):
    """The class of a variant: what it declares, and its texts of moves, of positions and of settings."""

    memo: dict[Hashable, Any]
    """What a position has computed once (`Position.once`): no field, so neither compared nor copied."""

    size: ClassVar[tuple[int, int]] = (8, 8)
    """Files, then ranks."""
    holes: ClassVar[frozenset[Square]] = frozenset()
    """The squares of the rectangle that are missing; `HOLE` stands there in `board`, and `drawings` has it."""
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
    """Every code that `risk` may give for what a move needs."""
    price_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code that `risk` may give for the cost of a failed move."""
    special_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code `special` may give, but "" for none."""
    tally_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code a tally may have."""
    material: ClassVar[Mapping[str, float]] = {}
    """What each symbol counts, in pawns, where players count what was taken; where it is empty they are not shown."""
    draws: ClassVar[Draws] = Draws()
    hidden: ClassVar[bool] = False
    """Whether the board itself holds secrets; then `picture`, `story`, `notation` and `guess` must be defined."""
    joinable: ClassVar[frozenset[Seat]] = frozenset()
    """Seats that an onlooker may take during the game by playing one of their moves, which is a turn of its own.

    Until then they are `out`, and the game does not wait for them.
    """
    seat_codes: ClassVar[frozenset[str]] = frozenset()
    """Codes that `seats` has only with some settings."""
    turn_letters: ClassVar[Sequence[str]] = "wb"
    """For each seat the letter by which a FEN says that it is to move; one letter alone says nothing."""
    fen_keys: ClassVar[Mapping[str, Value] | Collection[str]] = MappingProxyType({})
    """The keys that the JSON of a FEN may have, in the order of the older plain fields, and what their values may be.

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
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = MappingProxyType({})
    """What other programs call this game in the tag `Variant` of PGN, in lower case, and the settings that each name
    means; "" where the tag may be missing. With any name, `pgn_name`, `standard_fen`, `san`, `from_san` are defined."""

    @classmethod
    @abstractmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        """The initial position. Raises SettingsError, and ValueError where a needed `random` is missing."""

    @classmethod
    @abstractmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """The position of a FEN; all after the rows may be missing. Raises FenError, SettingsError."""

    @classmethod
    def read_fields(cls, fen: str) -> Fields:
        """The fields of a FEN, with a letter of `turn_letters` and keys of `fen_keys` alone. Raises FenError."""
        return split(fen, cls.turn_letters, cls.fen_keys)

    @classmethod
    def fen_value(cls, key: str) -> Value:
        """What the value of this key of the FEN's JSON may be."""
        for base in cls.__mro__:
            keys = getattr(base, "fen_keys", ())
            if isinstance(keys, Mapping) and key in keys:
                found: Value = keys[key]
                return found
        return TEXT

    @classmethod
    def san(cls, note: str) -> str:
        """A move as players write it (`notation`), in the movetext of PGN."""
        return note

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
        found = board.spelled.fullmatch(text)
        if found is None:
            raise MoveError(
                "move_spelling",
                "“{text}” is not a move: write its squares, such as {example}, then a letter if the piece changes.",
                text=text,
                example=board.names[-1] + board.names[0],
            )
        squares, into = found.groups()
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

"""The interface every variant implements: a position that never changes, and what may be asked of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NamedTuple, Self

from variants.errors import FenError, MoveError, SettingsError
from variants.grid import grid

Seat = int
"""Who acts: an index in `Position.seats`."""

Square = int
"""0, 1, 2 …: row by row from the top left, as FEN reads; then the slots of hands, where a variant has hands."""


class Eyes(Enum):
    """A viewer who holds no seat. An enum, because a number such as -1 would index from the end."""

    SPECTATOR = "spectator"
    """Sees only what every seat sees."""
    ALL = "all"
    """Sees everything: finished games, rule pages, the journal."""


Viewer = Seat | Eyes

Sign = Literal["arrow", "failed", "clash", "lost", "born"]
"""How the board shows an event: its squares in gold, with an arrow along them where there are several, the arrow of a
move that did not stand, a star on its first square, its first piece struck out beside that square; or how a list of
moves shows it: its first piece beside the move of its seat."""

Stone = Literal["white", "black", "quartered", "both"]
"""The sign beside a seat's name: the colour of its pieces; `quartered` is a third colour, `both` White and Black."""


class Move(NamedTuple):
    """Squares in the order they are clicked, then the resulting nature where it differs from the mover's.

    Written `a2a4`, `b4a5c3`, `e7e8q`, `h8h4p`; a drop `p@c4`; a pass, the empty path, `--`.
    """

    path: tuple[Square, ...]
    into: str = ""


class Event(NamedTuple):
    """One thing the last turn did and why: a code for a sentence, with the seat, squares and symbols it speaks of."""

    code: str
    seat: Seat | None = None
    squares: tuple[Square, ...] = ()
    pieces: tuple[str, ...] = ()


class Risk(NamedTuple):
    """Why an offered move may turn out illegal, as two codes for words, with the squares and symbols they speak of."""

    needs: str
    """What another seat has to do, so that the move stands."""
    price: str
    """What follows if it does not; by `defeat` the game is lost, and the browser shows it in the seal's colour."""
    squares: tuple[Square, ...] = ()
    pieces: tuple[str, ...] = ()


class Option(NamedTuple):
    """A choice made before the game: its name and the values it can take, the default first."""

    name: str
    choices: tuple[Any, ...]


class Draws(NamedTuple):
    """Limits of a long game. The variant says them, the table counts."""

    occurrences: int | None = 3
    """So many positions with one key, the initial one counted, and the game may be (claim) or is (automatic) drawn."""
    kind: Literal["claim", "automatic"] = "claim"
    quiet_turns: int | None = None
    """So many turns in a row with nothing irreversible (`Position.quiet`) and the game is drawn."""


class Result(NamedTuple):
    """How a game ended: one share per seat (they add up to 1) and the code of the reason."""

    points: tuple[float, ...]
    reason: str


class Tally(NamedTuple):
    """A count that players watch: penalty points of a seat, a stage of the game."""

    code: str
    seat: Seat | None
    value: int
    limit: int | None = None


class Picture(NamedTuple):
    """What a viewer may see of a position: enough to draw it, with nothing else in it."""

    size: tuple[int, int]
    """Files, then ranks."""
    board: tuple[str, ...]
    """A symbol or "" for each square, row by row from the top left."""
    marks: Mapping[Square, str] = MappingProxyType({})
    """A sign on a square that belongs to the position itself: "check", or "unseen" where its viewer sees nothing."""
    hands: tuple[tuple[str, ...], ...] = ()
    """Pieces off the board, one row of slots a seat: a symbol, or "" where a slot is empty.

    With as many slots all through a game the board stays where it is. Of pieces that are alike in a hand one may have
    the moves: the browser lets each be picked up.
    """


_STONES: Mapping[Seat, Stone] = MappingProxyType({0: "white", 1: "black", 2: "quartered"})
"""The stones of seats of which a variant says nothing; a fourth and later seat has a white one."""

NO_SETTINGS: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Position(ABC):
    """A position of one variant. Nothing changes it: `play` returns the next one.

    Promises every variant keeps: while `result()` is None, `to_act` is not empty and each of its
    seats has a move; no two moves of a seat have one text; a seat outside `to_act` has moves only
    if it is in `joinable`; `play` trusts moves that `moves` offered. Positions are compared and
    stored by `key()`.
    """

    size: ClassVar[tuple[int, int]] = (8, 8)
    """Files, then ranks."""
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = MappingProxyType({})
    """Named bundles of settings: a code (its words stand on the rule pages) -> the settings it fixes."""
    drawings: ClassVar[Mapping[str, str]]
    """Symbol on the board -> name of its drawing in `pieces/`."""
    signs: ClassVar[Mapping[str, Sign]] = MappingProxyType({})
    """Event code -> how the board shows it; events without a sign are only told."""
    event_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code an event of this variant may have; each language's words hold one sentence for each."""
    reasons: ClassVar[frozenset[str]] = frozenset()
    """Every reason `result` may give."""
    needs_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code that `risk` may give for what a move needs."""
    price_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code that `risk` may give for what a move costs that does not stand."""
    special_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code `special` may give, but "" for none."""
    tally_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code a tally may have."""
    draws: ClassVar[Draws] = Draws()
    hidden: ClassVar[bool] = False
    """True where the board itself holds secrets; then `picture`, `story`, `notation` and `guess` must be defined."""
    joinable: ClassVar[frozenset[Seat]] = frozenset()
    """Seats that an onlooker may take during the game by playing one of their moves, which is a turn of its own.

    Until then they are `out`, and nobody waits for them.
    """
    seat_codes: ClassVar[frozenset[str]] = frozenset()
    """Every code that `seats` has with some settings alone."""
    chance: ClassVar[frozenset[Seat]] = frozenset()
    """Seats that the table plays from a committed seed, equal moves by equal odds; they have no share of a result."""
    turned: ClassVar[frozenset[Seat]] = frozenset({1})
    """Seats that sit at the top of the board and see it turned round."""
    rules_version: ClassVar[int] = 1
    """Raised when the answer to an old position changes.

    A game goes on under the new version from the position that the old one led to, so each version reads the FENs and
    the settings of those before it.
    """
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = MappingProxyType({})
    """What other programs call this game in the tag `Variant` of PGN, in lower case, and the settings that each name
    means; "" where the tag may be missing. With any name, `pgn_name`, `standard_fen`, `san`, `from_san` are defined."""

    seats: tuple[str, ...] = ("white", "black")
    """Codes of the seats, in the order of their numbers; the settings may change them, and nothing else does."""
    board: tuple[str, ...]
    """"" or a symbol, the letter FEN uses, for each square."""
    to_act: tuple[Seat, ...]
    """Whose actions are awaited while `result()` is None."""
    quiet: int = 0
    """Turns since the last irreversible one; kept by `play`, not in the FEN."""
    settings: Mapping[str, Any] = field(compare=False, default_factory=lambda: NO_SETTINGS)
    events: tuple[Event, ...] = field(compare=False, default=())
    """What the last turn did."""

    @classmethod
    @abstractmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        """The initial position. Raises SettingsError, and ValueError where a needed `random` is missing."""

    @classmethod
    @abstractmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """The position a FEN describes; all after the rows may be missing. Raises FenError, SettingsError."""

    @abstractmethod
    def fen(self) -> str:
        """The position as text, in the one form this project writes."""

    @abstractmethod
    def moves(self, seat: Seat) -> Iterable[Move]:
        """What this seat may send now, without duplicates."""

    @abstractmethod
    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after this turn; `actions` holds one offered move for each seat of `to_act`.

        Or it holds the move of one `joinable` seat, by which that seat comes into the game.
        """

    @abstractmethod
    def result(self) -> Result | None:
        """How the game ended by the rules, or None. Costs as much as `moves`: ask once a turn."""

    @abstractmethod
    def key(self) -> Hashable:
        """What counts as the same position, for repetition and search tables."""

    @classmethod
    def sketch(cls, fen: str) -> Picture:
        """What a FEN shows. Rows alone need not be a position that could be played: a page may show a part of one.

        Raises FenError.
        """
        try:
            return cls.from_fen(fen).picture(Eyes.ALL)
        except FenError:
            if not isinstance(fen, str) or " " in fen:
                raise
            return Picture(cls.size, grid(*cls.size).read_rows(fen, cls.drawings))

    def standard_fen(self) -> str | None:
        """The position in the six fields of a FEN that programs for chess read, where these say all of it."""
        return None

    def pgn_name(self) -> str:
        """The tag `Variant` of a game that begins in this position; one of `pgn_names` but for upper case."""
        raise NotImplementedError("A variant that other programs' PGN knows must say its name there.")

    @classmethod
    def san(cls, note: str) -> str:
        """A move as players write it (`notation`), in the movetext of PGN."""
        return note

    def from_san(self, text: str) -> Move | None:
        """The offered move that a word of movetext spells, in SAN or as its squares; None for none or several."""
        return None

    def risky(self, seat: Seat, move: Move) -> bool:
        """True if this offered move may turn out illegal."""
        return False

    def risk(self, seat: Seat, move: Move) -> Risk | None:
        """What this risky move needs and what it costs without it; None where the variant has no words for it."""
        return None

    @classmethod
    def owners(cls) -> Mapping[str, Seat]:
        """Whose piece each symbol is, for a count of what is left; a symbol that is not there is nobody's own.

        Where two play, letters in upper case are the first one's, as in most FENs.
        """
        players = [seat for seat in range(len(cls.seats)) if seat not in cls.chance]
        if len(players) != 2:
            return {}
        return {symbol: players[0 if symbol.isupper() else 1] for symbol in cls.drawings}

    def special(self, seat: Seat, move: Move) -> str:
        """A code if the move deserves a button of its own and a question before it is sent, else ""."""
        return "" if move.path else "pass"

    def becomes(self, seat: Seat, move: Move) -> str:
        """The symbol the mover will be if the move stands: what a chooser draws. A pass has no mover: ""."""
        if not move.path:
            return ""
        symbol = self.board[move.path[0]]
        if not move.into:
            return symbol
        return move.into.upper() if symbol.isupper() else move.into

    def notation(self, actions: Mapping[Seat, Move], viewer: Viewer) -> Mapping[Seat, str]:
        """The actions as players write them, one text a seat; asked of the position before the turn."""
        return {seat: self.write(move) for seat, move in actions.items()}

    def sign(self) -> str:
        """What players write behind the move that led here, such as “+” for check; asked of the position after it.

        Not asked on a hidden board, nor where several seats acted at once.
        """
        return ""

    def noted(self, actions: Mapping[Seat, Move], after: Position, viewer: Viewer) -> Mapping[Seat, str]:
        """A turn that was played, as players write it: `notation`, and the sign that the position after it gives."""
        texts = self.notation(actions, viewer)
        if self.hidden or len(actions) != 1:
            return texts
        sign = after.sign()
        return {seat: text + sign for seat, text in texts.items()}

    def labels(self, seat: Seat) -> Mapping[Move, str]:
        """Each move this seat may send now with its text, no two alike, for the eyes of this seat."""
        return {move: self.notation({seat: move}, seat)[seat] for move in self.moves(seat)}

    def picture(self, viewer: Viewer) -> Picture:
        """What this viewer may see."""
        return Picture(self.size, self.board)

    def story(self, viewer: Viewer) -> tuple[Event, ...]:
        """The events of the last turn that this viewer may know; sentences, arrows and sounds come from it alone."""
        return self.events

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        """The counts that players watch."""
        return ()

    def stones(self) -> tuple[Stone, ...]:
        """The stone of each seat, in the order of their numbers; everybody sees them, and a hidden board keeps these.

        Asked often: it has to be cheap.
        """
        return tuple(_STONES.get(seat, "white") for seat in range(len(self.seats)))

    def guess(self, viewer: Viewer, random: Random) -> Self:
        """A position that agrees with all this viewer has seen."""
        return self

    def out(self) -> frozenset[Seat]:
        """The seats that are out of the game, or not in it yet, while others play.

        They do not act and decide nothing; a game that does not end by the variant's rules is shared without them. No
        player is needed to begin where they are out.
        """
        return frozenset()

    def without(self, seat: Seat) -> Self | None:
        """The position once this seat has left while at least two others play on: it has resigned, or run out of time.

        None where the game is over then, and the others share the point.
        """
        return None

    def players(self) -> list[Seat]:
        """The seats that share the point: neither nature's nor out."""
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

    def evaluate(self, seat: Seat) -> float | None:
        """An estimate in (-1, 1) of how well this seat stands, or None where the variant has no opinion.

        It estimates twice the seat's share of the point, less 1: an even game of two is 0, one of three -1/3.
        """
        return None

    @classmethod
    def write(cls, move: Move) -> str:
        """The text of a move: its squares in order, then the resulting nature."""
        if not move.path:
            return "--"
        names = grid(*cls.size).names
        return "".join([names[square] for square in move.path]) + move.into

    @classmethod
    def read(cls, text: str) -> Move:
        """The move a text spells, whether or not it is legal anywhere. Raises MoveError."""
        if not isinstance(text, str):
            raise MoveError("move_type", "A move is a text, not {value}.", value=type(text).__name__)
        if text == "--":
            return Move(())
        board = grid(*cls.size)
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

    def then(self, **changes: Any) -> Self:
        """This position with some fields changed; what was worked out and kept beside the fields is left behind."""
        new = object.__new__(type(self))
        values = new.__dict__
        old = self.__dict__
        for name in _field_names(type(self)):
            values[name] = old[name]
        values.update(changes)
        return new


@lru_cache(maxsize=256)
def _field_names(variant: type[Position]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(variant))

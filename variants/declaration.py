"""Variants of the family of chess that are declared as data: a class made from a mapping."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, ValidationError, model_validator

from variants.bare_king import BareKing
from variants.betza import BetzaError, ways
from variants.check_count import CheckCount
from variants.conversion import Converts
from variants.errors import RulesError
from variants.extinction import Extinct
from variants.goal import Goal
from variants.grid import HOLE, grid
from variants.mirror import Mirror
from variants.must_capture import MustCapture
from variants.no_checks import NoChecks
from variants.orthodox import Orthodox
from variants.paralysis import Paralyses
from variants.perpetual_check import PerpetualCheck
from variants.pockets import Pockets
from variants.position import Seat
from variants.promotion import Promotion
from variants.returning import ReturningPieces
from variants.shots import Shoots
from variants.stalemate import StalemateLoses, StalemateWins
from variants.two_moves import TwoMoves
from variants.wall import Wall

MOST_FILES: Final = 12
"""Files and ranks of a declared board."""


class DeclarationError(ValueError):
    """A declaration that makes no game; the sentence names the key and says why."""


def _betza(text: str) -> str:
    ways(text)
    return text


def _distinct(letters: str) -> str:
    if twice := [letter for letter in letters if letters.count(letter) > 1]:
        raise ValueError(f"the letter {twice[0]} stands twice")
    return letters


def _kings(said: object) -> object:
    sides = said if isinstance(said, list) and len(said) == 2 else [said]
    for letters in sides:
        if not (isinstance(letters, str) and re.fullmatch("[a-z]*", letters)):
            raise ValueError(f'small letters, such as "k", or a list of those of White and of Black, not {said!r}')
        _distinct(letters)
    return said


Betza = Annotated[str, Field(max_length=100), AfterValidator(_betza)]
Letter = Annotated[str, Field(pattern="^[a-z]$")]
Letters = Annotated[str, Field(pattern="^[a-z]*$", max_length=26), AfterValidator(_distinct)]
Rank = Annotated[int, Field(ge=1, le=MOST_FILES)]
Squares = Annotated[str, Field(pattern="^[a-l][0-9]{1,2}( [a-l][0-9]{1,2})*$")]


class DeclaredFacts(BaseModel):
    """Facts that a declaration says of a class; those that are missing are those of chess."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    def declared(self) -> dict[str, Any]:
        """What is said, by the names of the class."""
        return {name: getattr(self, name) for name in self.model_fields_set}


class GoalFacts(DeclaredFacts):
    """What a Goal declares."""

    goals: Annotated[dict[Letter, Squares], Field(min_length=1)]
    goal_answer: bool = False


class CheckFacts(DeclaredFacts):
    """What a CheckCount declares."""

    checks: Annotated[int, Field(ge=1, le=9)]

    def declared(self) -> dict[str, Any]:
        """The count of the part."""
        return {"counts": {"checks": self.checks}}


class ExtinctFacts(DeclaredFacts):
    """What an Extinct declares."""

    groups: Annotated[list[Annotated[Letters, Field(min_length=1)]], Field(min_length=1, max_length=26)]
    extinction_seats: list[Annotated[Seat, Field(ge=0, le=1)]] = [0, 1]
    extinction_wins: bool = False


class PromotionFacts(DeclaredFacts):
    """What a Promotion declares."""

    promoted_kinds: dict[Letter, Letter]


class WallFacts(DeclaredFacts):
    """What a Wall declares."""

    wall: Letter

    def declared(self) -> dict[str, Any]:
        """The wall is the one thing that is only in the way."""
        return {"blocks": {self.wall: f"w{self.wall}"}}


class ParalysisFacts(DeclaredFacts):
    """What a Paralyses declares."""

    paralysed_kings: bool = False


class MirrorFacts(DeclaredFacts):
    """What a Mirror declares."""

    second: dict[Letter, Letter] = dict(Mirror.second)


class Parts(DeclaredFacts):
    """The parts of a variant, the outermost first: of two that override the same, the first one decides."""

    Wall: WallFacts | None = None
    TwoMoves: DeclaredFacts | None = None
    Mirror: MirrorFacts | None = None
    Shoots: DeclaredFacts | None = None
    Converts: DeclaredFacts | None = None
    Paralyses: ParalysisFacts | None = None
    Promotion: PromotionFacts | None = None
    Pockets: DeclaredFacts | None = None
    MustCapture: DeclaredFacts | None = None
    Goal: GoalFacts | None = None
    CheckCount: CheckFacts | None = None
    Extinct: ExtinctFacts | None = None
    BareKing: DeclaredFacts | None = None
    NoChecks: DeclaredFacts | None = None
    ReturningPieces: DeclaredFacts | None = None
    StalemateWins: DeclaredFacts | None = None
    StalemateLoses: DeclaredFacts | None = None
    PerpetualCheck: DeclaredFacts | None = None


PARTS: Mapping[str, type[Orthodox]] = {
    part.__name__: part
    for part in (
        Wall, TwoMoves, Mirror, Shoots, Converts, Paralyses, Promotion, Pockets, MustCapture, Goal, CheckCount, Extinct,
        BareKing, NoChecks, ReturningPieces, StalemateWins, StalemateLoses, PerpetualCheck,
    )
}  # fmt: skip


class Declaration(DeclaredFacts):
    """A variant as data. Its keys are the facts of the class `Orthodox`, and `parts`."""

    size: Annotated[str, Field(pattern="^[0-9]{1,2}x[0-9]{1,2}$")] = "8x8"
    holes: list[Squares] = []
    cylinder: bool = False
    setup: Annotated[str, Field(max_length=500)] = Orthodox.setup
    pieces: Annotated[dict[Letter, Betza], Field(max_length=26)] = {}
    promotes_to: Letters = Orthodox.promotes_to
    promotion_ranks: Rank = 1
    forced_ranks: Rank = 1
    double_step_ranks: list[Rank] = [2]
    confined: dict[Letter, Squares] = {}
    initial_squares: dict[Letter, Squares] = {}
    castling_files: Annotated[str, Field(pattern="^([a-l]{2})?$")] = Orthodox.castling_files
    royal: Annotated[str | list[str], PlainValidator(_kings)] = "k"
    parts: Parts = Parts()

    @property
    def files_and_ranks(self) -> tuple[int, int]:
        """The size of the board."""
        files, ranks = map(int, self.size.split("x"))
        return files, ranks

    @model_validator(mode="after")
    def _fits(self) -> Self:
        """Refuse sizes, letters and squares that the board does not have."""
        files, ranks = self.files_and_ranks
        if not (3 <= files <= MOST_FILES and 3 <= ranks <= MOST_FILES):
            raise ValueError(f"size: 3 to {MOST_FILES} files and ranks are possible, not {self.size}")
        index = grid(files, ranks).index
        goals = self.parts.Goal.goals.values() if self.parts.Goal else ()
        named = (
            ("holes", self.holes),
            ("parts.Goal.goals", goals),
            ("confined", self.confined.values()),
            ("initial_squares", self.initial_squares.values()),
        )
        for key, names in named:
            if missing := [name for text in names for name in text.split() if name not in index]:
                raise ValueError(f"{key}: there is no square {missing[0]} on {self.size} squares")
        kinds = {*Orthodox.pieces, *self.pieces}
        for key, numbers in (
            ("promotion_ranks", [self.promotion_ranks]),
            ("forced_ranks", [self.forced_ranks]),
            ("double_step_ranks", self.double_step_ranks),
        ):
            if key in self.model_fields_set and max(numbers, default=0) > ranks:
                raise ValueError(f"{key}: there is no rank {max(numbers)} on {self.size} squares")
        self._check_castling(files)
        if self.parts.Wall and self.parts.Wall.wall in kinds:
            raise ValueError(f"parts.Wall.wall: {self.parts.Wall.wall} is the letter of a piece")
        if self.parts.Wall and self.royal:
            raise ValueError('royal: a variant with a wall, which could uncover a king, has none: royal = ""')
        if self.parts.Wall and self.parts.TwoMoves:
            raise ValueError("parts.TwoMoves: a turn with a wall has one move")
        if self.parts.Mirror:
            second, used = self.parts.Mirror.second, {*self.setup.lower(), *self.promotes_to} & kinds
            if missing := sorted(used - second.keys()):
                raise ValueError(f"parts.Mirror.second: {missing[0]} has no letter on the second board")
            if taken := sorted(used.intersection(second.values())):
                raise ValueError(f"parts.Mirror.second: {taken[0]} is the letter of a piece of the first board")
            shared = [*second.values()]
            if twice := [letter for letter in shared if shared.count(letter) > 1]:
                raise ValueError(f"parts.Mirror.second: {twice[0]} is the letter of two pieces of the second board")
        if self.parts.Converts and self.royal:
            raise ValueError('royal: a variant with conversions, which threaten from afar, has no king: royal = ""')
        if self.parts.StalemateWins and self.parts.StalemateLoses:
            raise ValueError("parts.StalemateLoses: StalemateWins says the opposite")
        of_kings = [
            part for part in ("CheckCount", "BareKing", "NoChecks", "PerpetualCheck") if getattr(self.parts, part)
        ]
        if of_kings and not any(self.royal):
            raise ValueError(f"parts.{of_kings[0]}: a variant without kings has no use for it")
        promoted = self.parts.Promotion.promoted_kinds if self.parts.Promotion else {}
        lettered = (
            ("setup", re.sub("[0-9/]", "", self.setup)),
            ("promotes_to", self.promotes_to),
            ("confined", "".join(self.confined)),
            ("initial_squares", "".join(self.initial_squares)),
            ("parts.Promotion.promoted_kinds", "".join([*promoted, *promoted.values()])),
            ("parts.Goal.goals", "".join(self.parts.Goal.goals if self.parts.Goal else ())),
            ("parts.Extinct.groups", "".join(self.parts.Extinct.groups if self.parts.Extinct else ())),
        )
        for key, text in lettered:
            if strange := [sign for sign in text if sign.lower() not in kinds and sign != HOLE]:
                raise ValueError(f"{key}: no piece has the letter {strange[0]!r}; there are {', '.join(sorted(kinds))}")
        return self

    def _check_castling(self, files: int) -> None:
        """Refuse files that the board does not have, and a castling that would be a king's step."""
        first = self.setup.partition("/")[0]
        if not self.castling_files or not {"k", "r"} <= {*first}:
            return
        row = re.sub("[0-9]+", lambda empty: "." * int(empty[0]), first)
        without = 'castling_files = "" is without castling'
        targets = [ascii_lowercase.index(letter) for letter in self.castling_files]
        for to in targets:
            if to >= files:
                raise ValueError(f"castling_files: there is no file {ascii_lowercase[to]} on {self.size}; {without}")
        for to in targets:
            if abs(to - row.index("k")) < 2:
                raise ValueError(f"castling_files: the king goes to {ascii_lowercase[to]} in one step; {without}")

    def facts(self) -> dict[str, Any]:
        """The facts of the class."""
        said = self.declared()
        index = grid(*self.files_and_ranks).index
        facts = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
        facts.pop("parts", None)
        holes = [index[name] for text in self.holes for name in text.split()]
        facts |= {"size": self.files_and_ranks, "holes": frozenset(holes)}
        if said.keys() & {"setup", "size", "holes"}:
            facts["options"] = ()
        return facts


def declare(declaration: Mapping[str, Any], name: str = "Declared", module: str = "") -> type[Orthodox]:
    """The class of a variant that is declared as data, such as the content of a JSON file.

    The keys are those of `Declaration`: `{"pieces": {"n": "NN"}, "parts": {"CheckCount": {"checks": 5}}}`. Its words
    lie beside its `module`, which is that of the caller if none is named. Raises DeclarationError for anything that
    makes no game.
    """
    module = module or sys._getframe(1).f_globals.get("__name__", __name__)
    try:
        read = Declaration.model_validate(declaration)
        facts, bases = read.facts(), []
        for part in PARTS:
            if (more := getattr(read.parts, part)) is not None:
                bases.append(PARTS[part])
                facts |= more.declared()
        made = type(name, (*bases, Orthodox), {"__module__": module, **facts})
        variant: type[Orthodox] = dataclass(frozen=True, kw_only=True)(made)
        _check_start(variant)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        reason = str(first.get("ctx", {}).get("error", first["msg"]))
        raise DeclarationError(f"{place}: {reason}" if place else reason) from error
    except (BetzaError, RulesError) as error:
        raise DeclarationError(f"setup: {error}") from error
    return variant


def _check_start(variant: type[Orthodox]) -> None:
    """Raise DeclarationError or RulesError where no game begins."""
    white, black = (variant.royal, variant.royal) if isinstance(variant.royal, str) else variant.royal
    for symbol in white.upper() + black:
        if variant.setup.count(symbol) != 1:
            raise DeclarationError(
                f"setup: the side that guards {symbol} has one of it, not {variant.setup.count(symbol)}"
            )
    if variant.has_pawns() and not variant.promotes_to:
        raise DeclarationError("promotes_to: a pawn must become something on the last rank")
    if variant.start().result() is not None:
        raise DeclarationError("setup: the game is over before it begins")

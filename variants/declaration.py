"""Variants of the family of chess that are declared as data: a class made from a mapping."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, ValidationError, model_validator

from variants.army import Pawns
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


def _seats(seats: list[Seat]) -> list[Seat]:
    if len({*seats}) < len(seats):
        raise ValueError(f"the seat {seats[0]} stands twice")
    return seats


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
Seats = Annotated[list[Annotated[Seat, Field(ge=0, le=1)]], Field(min_length=1), AfterValidator(_seats)]
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
    extinction_seats: Seats = [0, 1]
    extinction_wins: bool = False


class PromotionFacts(DeclaredFacts):
    """What a Promotion declares."""

    promoted_kinds: Annotated[dict[Letter, Letter], Field(min_length=1)]


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
    MustCapture: DeclaredFacts | None = None
    NoChecks: DeclaredFacts | None = None
    Pockets: DeclaredFacts | None = None
    Goal: GoalFacts | None = None
    CheckCount: CheckFacts | None = None
    Extinct: ExtinctFacts | None = None
    BareKing: DeclaredFacts | None = None
    ReturningPieces: DeclaredFacts | None = None
    StalemateWins: DeclaredFacts | None = None
    StalemateLoses: DeclaredFacts | None = None
    PerpetualCheck: DeclaredFacts | None = None


PARTS: Mapping[str, type[Orthodox]] = {
    part.__name__: part
    for part in (
        Wall, TwoMoves, Mirror, Shoots, Converts, Paralyses, Promotion, MustCapture, NoChecks, Pockets, Goal,
        CheckCount, Extinct, BareKing, ReturningPieces, StalemateWins, StalemateLoses, PerpetualCheck,
    )
}  # fmt: skip

_APART: Final[Mapping[tuple[str, str], str]] = {
    ("BareKing", "Pockets"): "a hand is more than a king",
    ("BareKing", "TwoMoves"): "the answer to a bare king is one move",
    ("Converts", "MustCapture"): "nothing is captured",
    ("Converts", "Pockets"): "nothing is captured",
    ("Converts", "Shoots"): "nothing is captured",
    ("Converts", "confined"): "a piece changes sides where it stands",
    ("Extinct", "Pockets"): "a kind may be left in a hand",
    ("Mirror", "Converts"): "what a piece attacks is on its own board",
    ("Mirror", "Extinct"): "a kind has a letter on each board",
    ("Mirror", "Goal"): "a kind has a letter on each board",
    ("Mirror", "NoChecks"): "it finds checks on one board",
    ("Mirror", "Paralyses"): "a kind has a letter on each board",
    ("Mirror", "Pockets"): "a kind has a letter on each board",
    ("Mirror", "Promotion"): "a promoted piece would stay on its board",
    ("Mirror", "ReturningPieces"): "a kind has a letter on each board",
    ("Mirror", "Shoots"): "a piece that captures would stay on its board",
    ("Mirror", "Wall"): "a wall is on one board",
    ("Mirror", "confined"): "a kind has a letter on each board",
    ("Mirror", "initial_squares"): "a kind has a letter on each board",
    ("NoChecks", "Paralyses"): "it counts checks by paralysed pieces",
    ("Paralyses", "Promotion"): "a promotion changes what is paralysed",
    ("Promotion", "ReturningPieces"): "its promotions do not return",
    ("Promotion", "Shoots"): "a piece that captures does not get to the zone",
    ("StalemateLoses", "StalemateWins"): "that says the opposite",
    ("TwoMoves", "Wall"): "a turn with a wall has one move",
    ("Goal.goal_answer", "Converts"): "a piece on its goal may change sides",
    ("Goal.goal_answer", "Shoots"): "a piece that captures does not get there",
    ("Goal.goal_answer", "TwoMoves"): "the answer is one move",
    ("Goal.goal_answer", "Wall"): "the answer is one move",
}
"""What does not make a game together: parts, the answer to a goal, and keys of a declaration, with the reason."""


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

    @property
    def promotions(self) -> Mapping[str, str]:
        """The kinds that become others in the zone."""
        return self.parts.Promotion.promoted_kinds if self.parts.Promotion else {}

    @property
    def has_pawns(self) -> bool:
        """Whether a `p` that occurs is a pawn."""
        occurring = {*self.setup.lower(), *self.promotions.values()}
        return "p" in occurring and Pawns.are(self.pieces.get("p", Orthodox.pieces["p"]))

    @model_validator(mode="after")
    def _fits(self) -> Self:
        """Refuse sizes, letters and squares that the board does not have, and what does not go together."""
        files, ranks = self.files_and_ranks
        if not (3 <= files <= MOST_FILES and 3 <= ranks <= MOST_FILES):
            raise ValueError(f"size: 3 to {MOST_FILES} files and ranks are possible, not {self.size}")
        self._check_squares()
        for key, numbers in (
            ("promotion_ranks", [self.promotion_ranks]),
            ("forced_ranks", [self.forced_ranks]),
            ("double_step_ranks", self.double_step_ranks),
        ):
            if key in self.model_fields_set and max(numbers, default=0) > ranks:
                raise ValueError(f"{key}: there is no rank {max(numbers)} on {self.size} squares")
        if self.forced_ranks > self.promotion_ranks:
            raise ValueError(f"forced_ranks: a pawn is promoted on the last {self.promotion_ranks}, by promotion_ranks")
        self._check_letters()
        self._check_double_steps(ranks)
        self._check_castling(files)
        self._check_parts()
        return self

    def _check_squares(self) -> None:
        """Refuse squares that the board does not have."""
        index = grid(*self.files_and_ranks).index
        goals = self.parts.Goal.goals.values() if self.parts.Goal else ()
        for key, names in (
            ("holes", self.holes),
            ("parts.Goal.goals", goals),
            ("confined", self.confined.values()),
            ("initial_squares", self.initial_squares.values()),
        ):
            if missing := [name for text in names for name in text.split() if name not in index]:
                raise ValueError(f"{key}: there is no square {missing[0]} on {self.size} squares")

    def _check_letters(self) -> None:
        """Refuse letters without a piece, those of pieces that never occur, and what a piece of a kind does not do."""
        texts = {**Orthodox.pieces, **self.pieces}
        if self.has_pawns and (fault := Pawns.fault(texts["p"])):
            raise ValueError(f"pieces.p: {fault}")
        promotes_to, promoted = self.promotes_to if self.has_pawns else "", "".join(self.promotions.values())
        setup, zone = re.sub("[0-9/]", "", self.setup).replace(HOLE, ""), "".join([*self.promotions, promoted])
        occurring = {*setup.lower(), *promotes_to, *promoted}
        goals = self.parts.Goal.goals if self.parts.Goal else {}
        for key, letters, possible in (
            ("setup", setup, {*texts}),
            ("promotes_to", self.promotes_to, {*texts}),
            ("parts.Promotion.promoted_kinds", self.promotions, {*setup.lower()}),
            ("parts.Promotion.promoted_kinds", promoted, {*texts}),
            ("confined", self.confined, occurring),
            ("initial_squares", self.initial_squares, occurring),
            ("parts.Goal.goals", goals, occurring),
            ("parts.Extinct.groups", "".join(self.parts.Extinct.groups if self.parts.Extinct else ()), occurring),
        ):
            if strange := [letter for letter in letters if letter.lower() not in possible]:
                there = ", ".join(sorted(possible))
                raise ValueError(f"{key}: no piece has the letter {strange[0]!r}; there are {there}")
        if self.has_pawns and self.promotions:
            raise ValueError("parts.Promotion: it does not go together with pawns, which are promoted otherwise")
        for letter in promoted:
            if promoted.count(letter) > 1 or letter in {*setup.lower(), *self.promotions}:
                raise ValueError(f"parts.Promotion.promoted_kinds: {letter} is not promoted from one kind alone")
        if outside := [letter for letter in promotes_to + promoted if letter in self.confined]:
            raise ValueError(f"confined: {outside[0]} may come to stand outside these squares by promotion")
        for name in goals.get("p", "").split() if self.has_pawns else ():
            if not self.forced_ranks < int(name[1:]) <= self.files_and_ranks[1] - self.forced_ranks:
                raise ValueError(f"parts.Goal.goals: no pawn comes to {name} and stays a pawn")
        for key, table in (("confined", self.confined), ("initial_squares", self.initial_squares)):
            if self.has_pawns and "p" in table:
                raise ValueError(f"{key}: p is a pawn, of which that is not said")
        for letter in self.initial_squares:
            if not any(way.initial for way in ways(texts[letter])):
                raise ValueError(f"initial_squares: {letter} has no ways marked i, which begin there")
        if "p" in promotes_to:
            raise ValueError("promotes_to: a pawn becomes something else than a pawn")
        if royal := {*"".join(self.royal)}.intersection(promotes_to):
            raise ValueError(f"promotes_to: {min(royal)} is royal, and a side has one of it")
        if royal := {*"".join(self.royal)}.intersection(zone):
            raise ValueError(f"parts.Promotion.promoted_kinds: {min(royal)} is royal, and a side has one of it")

    def _check_double_steps(self, ranks: int) -> None:
        """Refuse double steps that end or are captured where pawns are promoted, or that may pass the edge."""
        first = [way for way in ways(self.pieces.get("p", Orthodox.pieces["p"])) if way.initial]
        if not (self.has_pawns and first):
            return
        for rank in self.double_step_ranks:
            if not self.promotion_ranks <= rank <= ranks - self.promotion_ranks - 2:
                raise ValueError(f"double_step_ranks: from rank {rank} it comes to ranks of promotion; [] is without")
        if self.cylinder and any(way.step[0] for way in first):
            raise ValueError("pieces.p: a double step aside could pass the edge of a cylinder")

    def _check_parts(self) -> None:
        """Refuse parts that do not go together, or not with the kings or the letters."""
        named = {part for part in PARTS if getattr(self.parts, part) is not None}
        named |= {key for key in self.model_fields_set if getattr(self, key)}
        if self.parts.Goal and self.parts.Goal.goal_answer:
            named.add("Goal.goal_answer")
        for (part, other), reason in _APART.items():
            if {part, other} <= named:
                raise ValueError(f"parts.{part}: it does not go together with {other}: {reason}")
        kinds = {*Orthodox.pieces, *self.pieces}
        if self.parts.Wall and self.parts.Wall.wall in kinds:
            raise ValueError(f"parts.Wall.wall: {self.parts.Wall.wall} is the letter of a piece")
        if self.parts.Wall and any(self.royal):
            raise ValueError('royal: a variant with a wall, which could uncover a king, has none: royal = ""')
        if self.parts.Mirror:
            second, used = self.parts.Mirror.second, {*self.setup.lower(), *self.promotes_to} & kinds
            if missing := sorted(used - second.keys()):
                raise ValueError(f"parts.Mirror.second: {missing[0]} has no letter on the second board")
            if taken := sorted(used.intersection(second.values())):
                raise ValueError(f"parts.Mirror.second: {taken[0]} is the letter of a piece of the first board")
            shared = [*second.values()]
            if twice := [letter for letter in shared if shared.count(letter) > 1]:
                raise ValueError(f"parts.Mirror.second: {twice[0]} is the letter of two pieces of the second board")
        if self.parts.Converts and any(self.royal):
            raise ValueError('royal: a variant with conversions, which threaten from afar, has no king: royal = ""')
        for part in ("TwoMoves", "CheckCount", "BareKing", "NoChecks", "PerpetualCheck"):
            if part in named and not any(self.royal):
                raise ValueError(f"parts.{part}: a variant without kings has no use for it")
        if self.parts.Pockets and isinstance(self.royal, list) and {*self.royal[0]} != {*self.royal[1]}:
            raise ValueError("parts.Pockets: a king that one side alone guards could be dropped")
        if self.parts.BareKing and self.royal not in ("k", ["k", "k"]):
            raise ValueError("parts.BareKing: each side has one king, and guards nothing else")
        if self.parts.ReturningPieces and not self.has_pawns:
            raise ValueError("parts.ReturningPieces: there are no pawns to be promoted")

    def _check_castling(self, files: int) -> None:
        """Refuse files that the board does not have, and a castling that would be a king's step."""
        first, last = self.setup.partition("/")[0], self.setup.rpartition("/")[2]
        if not self.castling_files:
            return
        sides = self.royal if isinstance(self.royal, list) else [self.royal] * 2
        castling = [
            royal for royal, rank, two in zip(sides, (last, first), ("KR", "kr"), strict=True) if {*two} <= {*rank}
        ]
        if "k" in "".join(sides) and not all("k" in royal for royal in castling):
            raise ValueError('castling_files: a king that is not guarded would castle too; "" is without castling')
        if castling and {"k", "r"} & self.confined.keys():
            raise ValueError('castling_files: a piece would leave its squares, by confined; "" is without castling')
        if not {"k", "r"} <= {*first}:
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
        if not self.has_pawns:
            facts["promotes_to"] = ""
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

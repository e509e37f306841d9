"""The pieces of one side: which it moves, how they move, what they capture, and what stands there afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import takewhile
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from variants.betza import Way, ways
from variants.grid import DIAGONAL, ORTHOGONAL, Grid, Step, grid
from variants.position import Square

GRID = grid(8, 8)

UP = -1
"""Up the board, towards the last rank: the direction of white pawns."""
DOWN = 1

Rays = tuple[tuple[tuple[Square, ...], ...], ...]
"""For each square its rays: the squares in each direction, nearest first."""

KINDS: Mapping[str, str] = {"n": "N", "b": "B", "r": "R", "q": "Q", "k": "K"}
"""The kinds of chess but for the pawn, in Betza's notation."""

KING_STEPS = GRID.leaps(ORTHOGONAL + DIAGONAL)

LAST_ROWS: Final[frozenset[Square]] = frozenset({*range(8), *range(56, 64)})
"""The squares of chess on which no pawn can stand."""

NOWHERE: Final[frozenset[Square]] = frozenset()

Sights = Mapping[str, frozenset[Square]]
"""For each symbol the squares from which it attacks a king on an empty board."""
NO_SIGHTS: Final[Sights] = MappingProxyType({})

Choices = tuple[tuple[str, str], ...]
"""The ways a piece can arrive: the letter its move ends with ("" without promotion), and the symbol that then stands
there. Empty where it may not."""

Taking = Mapping[str, Mapping[str, Choices]]
"""For each symbol and each symbol that it captures, "" for none, the ways it can arrive."""


class DoubleStep(NamedTuple):
    """A double step that can be answered en passant."""

    square: Square
    """The square that was passed over."""
    pawn: Square
    """The square of the pawn that made the double step."""


class Pawns:
    """How pawns step and capture, by their direction and their square."""

    def __init__(
        self,
        steps: Iterable[Step],
        takes: Iterable[Step],
        board: Grid = GRID,
        rows: Mapping[int, Collection[int]] = MappingProxyType({UP: (6,), DOWN: (1,)}),
    ) -> None:
        """Steps up the board: files to the right, then rows downward. Pawns that go down mirror them.

        `rows` are those from which they may make a double step, counted from the top.
        """
        self.double = any(rows.values())
        """Whether they may make double steps."""
        self.steps: dict[int, Rays] = {}
        """The squares of a step: one, or two where a double step begins."""
        self.takes: dict[int, tuple[tuple[Square, ...], ...]] = {}
        self.takers: dict[int, tuple[tuple[Square, ...], ...]] = {}
        """The squares from which a pawn attacks a square."""
        for way, sign in ((UP, 1), (DOWN, -1)):
            ahead = [(file, row * sign) for file, row in steps]
            once, twice = board.rays(ahead, 1), board.rays(ahead, 2)
            self.steps[way] = tuple(
                [(once, twice)[at // board.files in rows[way]][at] for at in range(board.files * board.ranks)]
            )
            taking = [(file, row * sign) for file, row in takes]
            self.takes[way], self.takers[way] = board.leaps(taking), board.leaps(_back(taking))

    @classmethod
    def of(cls, text: str, board: Grid, ranks: Collection[int]) -> Pawns:
        """Pawns that go so in Betza's notation; double steps begin on these ranks, counted from their own side."""
        found = ways(text)
        rows = [rank - 1 for rank in ranks] if cls.doubles(text) else []
        steps = [(way.step[0], -way.step[1]) for way in found if way.moves and not way.initial]
        takes = sorted([(way.step[0], -way.step[1]) for way in found if way.takes])
        return cls(steps, takes, board, {UP: [board.ranks - 1 - row for row in rows], DOWN: rows})

    @staticmethod
    def fault(text: str) -> str:
        """A sentence on what pawns that go so would not do; "" if they do it all."""
        found = ways(text)
        once = [way for way in found if not way.initial]
        steps = {way.step for way in once if way.moves}
        if any(way.reach > 1 or way.leg or way.hop for way in once):
            return f"“{text}” has a way of more than one step, or over a piece, which a pawn does not go"
        if any(max(map(abs, step)) > 1 for step in steps):
            return f"“{text}” has a leap, which a pawn makes only to capture"
        if any(way.step[1] < 0 for way in found):
            return f"“{text}” leads back, where a pawn does not go"
        first = [way for way in found if way.initial]
        double = {(2 * file, 2 * row) for file, row in steps if row}
        if first and not (
            {way.step for way in first} == double
            and len(double) == len(steps)
            and all((way.reach, way.leg, way.hop, way.takes) == (1, "n", "", False) for way in first)
        ):
            return f"“{text}” marks by i what is no double step: the step without a capture twice, such as ifmnD"
        return ""

    @staticmethod
    def are(text: str) -> bool:
        """Whether what goes so steps otherwise than it captures, as pawns do."""
        return any(way.moves != way.takes for way in ways(text))

    @staticmethod
    def doubles(text: str) -> bool:
        """Whether pawns that go so may make a double step."""
        return any(way.initial for way in ways(text))


def _back(steps: Iterable[Step]) -> list[Step]:
    return [(-file, -row) for file, row in steps]


PAWNS = Pawns([(0, -1)], [(-1, -1), (1, -1)])
"""The pawns of chess: straight on, and diagonally to capture."""


@lru_cache(maxsize=256)
def _readers(table: tuple[tuple[Square, ...], ...]) -> Sequence[Callable[[Sequence[str]], Iterable[str]]]:
    """For each square a function that reads the symbols on the squares of this table."""
    return [itemgetter(*squares) if squares else lambda board: () for squares in table]


class Attacks(NamedTuple):
    """The attacks of an army on some kings."""

    checked: tuple[Square, ...]
    """The kings under attack."""
    checkers: tuple[Square, ...]
    """The squares of the attackers, one entry for each attack on each king."""
    answers: frozenset[Square]
    """The squares on which a single attack can be blocked, and the attacker's own."""
    shields: frozenset[Square]
    """The squares of pinned pieces: each alone stands between a king and an attacker."""


NO_ATTACKS: Final = Attacks((), (), NOWHERE, NOWHERE)


def stays(mover: str, victim: str) -> Choices:
    """An orthodox capture: the capturing piece stays what it was."""
    return (("", mover),)


def promotes(mover: str, victim: str, kinds: str = "qrbn") -> Choices:
    """An orthodox promotion: queen, rook, bishop or knight of the pawn's colour."""
    return tuple([(kind, kind.upper() if mover.isupper() else kind) for kind in kinds])


class Course(NamedTuple):
    """A way of a piece from one square, where more than the pieces on its squares matters."""

    way: Way
    leg: Square | None
    """The square on the way, where the way says something of it."""
    ray: tuple[Square, ...]

    def ends(self, board: Sequence[str]) -> Sequence[Square]:
        """The squares where it may end on this board, empty ones and the first piece, whosever it is."""
        if self.leg is not None and bool(board[self.leg]) != (self.way.leg == "j"):
            return ()
        ray = self.ray
        if self.way.hop:
            over = next((number for number, square in enumerate(ray) if board[square]), len(ray))
            ray = ray[over + 1 : over + 2] if self.way.hop == "g" else ray[over + 1 :]
        for number, square in enumerate(ray):
            if board[square]:
                return ray[: number + 1]
        return ray


class Army:
    """The moves of one side's pieces, as tables. Immutable; made once for each side of each stage of a variant.

    `pieces` gives each symbol it may move its kind, for all but pawns one of `kinds`, which says in Betza's notation
    how it goes, up the board for symbols in upper case. `prey` are the symbols that it may capture; `ways` says where
    each of its pawns may go (UP, DOWN or both), as `pawns` do; `en_passant` are the pawns that give and take en
    passant. `take` and `promote` say what stands after a capture and after a promotion, by the mover's symbol and the
    victim's ("" where nothing is captured). Pawns are promoted on `last`; on `zone` they may be. `begin` has the
    squares on which a symbol begins, where its kind says something of them, `confined` those that it cannot leave.
    """

    def __init__(
        self,
        *,
        pieces: Mapping[str, str],
        prey: str,
        ways: Mapping[str, tuple[int, ...]],
        en_passant: str,
        take: Callable[[str, str], Choices] = stays,
        promote: Callable[[str, str], Choices] = promotes,
        pawns: Pawns = PAWNS,
        kinds: Mapping[str, str] = KINDS,
        board: Grid = GRID,
        last: Collection[Square] = LAST_ROWS,
        zone: Collection[Square] = NOWHERE,
        begin: Mapping[str, Collection[Square]] = MappingProxyType({}),
        confined: Mapping[str, Collection[Square]] = MappingProxyType({}),
    ) -> None:
        self.pieces = dict(pieces)
        self.kinds = kinds
        self.prey = frozenset(prey)
        self.ways = dict(ways)
        self.en_passant = frozenset(en_passant)
        self.pawns = pawns
        self.walks = {pawn: [(pawns.steps[way], pawns.takes[way]) for way in ways[pawn]] for pawn in ways}
        """For each pawn the squares of its steps and of its captures, for each direction."""
        self.grid = board
        self.steps = board.steps
        self.last = frozenset(last)
        captures = {symbol: {victim: take(symbol, victim) for victim in prey} for symbol in pieces}
        self.captures: Taking = {
            symbol: {victim: choices for victim, choices in taken.items() if choices}
            for symbol, taken in captures.items()
        }
        promotions = {pawn: {victim: promote(pawn, victim) for victim in ("", *self.captures[pawn])} for pawn in ways}
        staying = {
            pawn: {victim: (*(take(pawn, victim) if victim else stays(pawn, "")), *taken[victim]) for victim in taken}
            for pawn, taken in promotions.items()
        }
        self.promotions: Mapping[Square, Taking] = {
            **dict.fromkeys(zone, staying),
            **dict.fromkeys(last, promotions),
        }
        """By the squares where pawns are or may be promoted, the ways they can arrive there."""
        arriving = [*self.captures.values(), *promotions.values()]
        self.arriving = frozenset(pieces).union(
            [born for table in arriving for choices in table.values() for _, born in choices]
        )
        """The symbols that may stand on the last square of a move."""
        self.mating = frozenset([symbol for symbol, kind in pieces.items() if kind in "pqr"])
        """The symbols of which one on the board is enough to mate with a king."""
        self._make_ways({symbol: kinds[kind] for symbol, kind in pieces.items() if symbol not in ways}, begin, confined)
        self._sights: dict[tuple[Square, ...], Sights] = {}

    def _make_ways(
        self,
        texts: Mapping[str, str],
        begin: Mapping[str, Collection[Square]],
        confined: Mapping[str, Collection[Square]],
    ) -> None:
        """Make the tables of all pieces but pawns, and those by which attacks are found."""
        board, squares = self.grid, range(self.grid.files * self.grid.ranks)
        self.rays: dict[str, Rays] = {}
        """By symbol the ways by which it moves and captures alike."""
        self.courses: dict[str, Sequence[Sequence[Course]]] = {}
        """By symbol and square its other ways."""
        self._jumps: dict[Square, list[tuple[Square, str, Course]]] = {}
        """By the square that they end on, the courses by which attacks come that are not seen along plain rays."""
        far: dict[tuple[tuple[Step, ...], int], list[str]] = {}
        near: dict[frozenset[Step], list[str]] = {}
        for symbol, text in texts.items():
            turned = _turned(ways(text), symbol.isupper())
            plain = [way for way in turned if way.plain and symbol not in confined]
            both = [way for way in plain if way.moves and way.takes]
            others = [way for way in turned if way not in both]
            tables = [board.rays([way.step], way.reach) for way in both]
            self.rays[symbol] = tuple([tuple([ray for table in tables for ray in table[at]]) for at in squares])
            if others:
                inside = confined.get(symbol, squares)
                self.courses[symbol] = [self._courses(at, others, begin.get(symbol, ()), inside) for at in squares]
            taking = [way for way in plain if way.takes]
            close = [way.step for way in taking if way.reach == 1]
            if close:
                near.setdefault(frozenset(close), []).append(symbol)
            for reach, steps in _lines([way for way in taking if way.reach > 1]):
                far.setdefault((steps, reach), []).append(symbol)
            for origin, courses in enumerate(self.courses.get(symbol, ())):
                for course in courses:
                    if course.way.takes and course.way not in plain:
                        for square in course.ray:
                            self._jumps.setdefault(square, []).append((origin, symbol, course))
        self.plain = not self._jumps
        """Whether all attacks go along plain rays, so that only a piece on one shields a king."""
        self._sliding = []
        for (steps, reach), symbols in far.items():
            rays = board.rays(_back(steps), reach)
            lines = tuple([tuple([square for ray in each for square in ray]) for each in rays])
            self._sliding.append((rays, _readers(lines), frozenset(symbols)))
        leaping = [(board.leaps(_back(steps)), frozenset(symbols)) for steps, symbols in near.items()]
        leaping += [
            (self.pawns.takers[way], frozenset([pawn for pawn in self.ways if way in self.ways[pawn]]))
            for way in (UP, DOWN)
        ]
        self._close = [(origins, symbols) for origins, symbols in leaping if symbols]
        self._read = [(_readers(origins), symbols) for origins, symbols in self._close]

    def _courses(
        self, at: Square, others: Sequence[Way], begin: Collection[Square], inside: Collection[Square]
    ) -> list[Course]:
        found = []
        for way in others:
            ray = tuple(takewhile(inside.__contains__, self._ray(at, way.step, way.reach)))
            if ray and (not way.initial or at in begin):
                leg = self._ray(at, way.between, 1)[0] if way.leg else None
                found.append(Course(way, leg, ray))
        return found

    def _ray(self, at: Square, step: Step, reach: int) -> tuple[Square, ...]:
        rays = self.grid.rays([step], reach)[at]
        return rays[0] if rays else ()

    @cached_property
    def stuck(self) -> Mapping[str, frozenset[Square]]:
        """For each symbol the squares from which it could never move, for pawns those where none can stand."""
        squares = range(self.grid.files * self.grid.ranks)
        return {
            symbol: self.last
            if symbol in self.ways
            else frozenset(
                [at for at in squares if not (self.rays[symbol][at] or self.courses.get(symbol, {at: ()})[at])]
            )
            for symbol in self.pieces
        }

    def arrival(self, mover: str, victim: str, target: Square, into: str) -> str:
        """The symbol on the last square of a move that ends with this letter and captures what stands there."""
        if mover in self.ways and target in self.promotions:
            choices = self.promotions[target][mover][victim]
        elif victim:
            choices = self.captures[mover][victim]
        else:
            return mover
        for letter, born in choices:
            if letter == into:
                return born
        raise ValueError(f"{mover} cannot become {into!r} where it takes {victim!r}")

    def attacks(self, board: Sequence[str], square: Square) -> bool:
        """Whether a piece of this army could move to this square by capturing there."""
        for read, symbols in self._read:
            if not symbols.isdisjoint(read[square](board)):
                return True
        for rays, read, sliders in self._sliding:
            if sliders.isdisjoint(read[square](board)):
                continue
            for ray in rays[square]:
                for other in ray:
                    symbol = board[other]
                    if symbol:
                        if symbol in sliders:
                            return True
                        break
        return not self.plain and any(True for _ in self._jumping(board, square))

    def _jumping(self, board: Sequence[str], square: Square) -> Iterable[Square]:
        """The squares of pieces that attack this square along no plain ray."""
        scratch: list[str] | None = None
        for origin, symbol, course in self._jumps.get(square, ()):
            if board[origin] == symbol:
                if scratch is None:
                    # What is attacked counts as a piece; that square may be empty where a king would pass.
                    scratch = list(board)
                    scratch[square] = scratch[square] or "?"
                if course.ends(scratch)[-1:] == (square,):
                    yield origin

    def targets(self, board: Sequence[str], origin: Square) -> list[Square]:
        """The squares of the pieces that the piece on a square attacks, whosever they are."""
        symbol = board[origin]
        if symbol in self.walks:
            return [at for _, takes in self.walks[symbol] for at in takes[origin] if board[at]]
        ends = [[at for at in ray if board[at]] for ray in self.rays[symbol][origin]]
        if symbol in self.courses:
            courses = [course for course in self.courses[symbol][origin] if course.way.takes]
            ends += [[at for at in course.ends(board) if board[at]] for course in courses]
        return [end[0] for end in ends if end]

    def takers(self, board: Sequence[str], passed: DoubleStep) -> list[Square]:
        """The squares of pawns that could capture en passant: they move in the opposite direction."""
        way = UP if passed.pawn > passed.square else DOWN
        origins = self.pawns.takers[way][passed.square]
        return [at for at in origins if board[at] in self.en_passant and way in self.ways[board[at]]]

    def watch(self, board: Sequence[str], kings: Sequence[Square]) -> Attacks:
        """The attacks of this army on these kings, and the pieces pinned by it.

        Where it has attacks that go along no plain ray (`plain`), answers and shields are not all known.
        """
        checked: list[Square] = []
        checkers: list[Square] = []
        answers: set[Square] = set()
        shields: set[Square] = set()
        for king in kings:
            before = len(checkers)
            for rays, read, sliders in self._sliding:
                if sliders.isdisjoint(read[king](board)):
                    continue
                for ray in rays[king]:
                    shield = -1
                    for square in ray:
                        symbol = board[square]
                        if not symbol:
                            continue
                        if symbol in sliders:
                            if shield >= 0:
                                shields.add(shield)
                            else:
                                checkers.append(square)
                                answers.update(ray[: ray.index(square) + 1])
                            break
                        if shield >= 0:
                            break
                        shield = square
            for (read, symbols), (origins, _) in zip(self._read, self._close, strict=True):
                if not symbols.isdisjoint(read[king](board)):
                    near = [origin for origin in origins[king] if board[origin] in symbols]
                    checkers += near
                    answers.update(near)
            if self._jumps:
                checkers += self._jumping(board, king)
            if len(checkers) > before:
                checked.append(king)
        if not checkers and not shields:
            return NO_ATTACKS
        return Attacks(tuple(checked), tuple(checkers), frozenset(answers), frozenset(shields))

    def sights(self, kings: tuple[Square, ...]) -> Sights:
        """For each symbol of this army, the squares from which it attacks one of these kings on an empty board."""
        if kings not in self._sights:
            self._sights[kings] = {
                symbol: frozenset([square for king in kings for square in self._sight(symbol, king)])
                for symbol in self.pieces
            }
        return self._sights[kings]

    def _sight(self, symbol: str, king: Square) -> list[Square]:
        if symbol in self.ways:
            return [square for way in self.ways[symbol] for square in self.pawns.takers[way][king]]
        seen = [square for square, rays in enumerate(self.rays[symbol]) if any(king in ray for ray in rays)]
        return seen + [
            square
            for square, courses in enumerate(self.courses.get(symbol, ()))
            if any(course.way.takes and king in course.ray for course in courses)
        ]


def _turned(found: Sequence[Way], upwards: bool) -> list[Way]:
    """The ways of a piece on the board, its steps as files to the right, then rows downward.

    A piece that goes alike in both directions has them in the same order for both sides.
    """
    back = [way._replace(step=(-way.step[0], -way.step[1])) for way in found]
    if upwards or set(back) == set(found):
        back = list(found)
    return [way._replace(step=(way.step[0], -way.step[1])) for way in back]


def _lines(found: Iterable[Way]) -> Iterable[tuple[int, tuple[Step, ...]]]:
    """The steps of ways without their order, straight ones and others apart, with their reach."""
    groups: dict[tuple[int, tuple[int, ...]], list[Step]] = {}
    for way in found:
        groups.setdefault((way.reach, tuple(sorted(map(abs, way.step)))), []).append(way.step)
    return [(reach, tuple(sorted(steps))) for (reach, _), steps in groups.items()]


WHITE_PIECES: Mapping[str, str] = {letter.upper(): letter for letter in "pnbrqk"}
BLACK_PIECES: Mapping[str, str] = {letter: letter for letter in "pnbrqk"}


def armies(prey: str = "pnbrq", own: str = "", letters: str = "pnbrqk", **powers: Any) -> tuple[Army, Army]:
    """White's army and Black's: each has pieces of these kinds and captures these, of the other colour and its own.

    `powers` are the other arguments of an Army; without any, the pieces move as in chess.
    """
    white = Army(
        pieces={letter.upper(): letter for letter in letters}, prey=prey + own.upper(), ways={"P": (UP,)},
        en_passant="P", **powers,
    )  # fmt: skip
    black = Army(
        pieces={letter: letter for letter in letters}, prey=prey.upper() + own, ways={"p": (DOWN,)}, en_passant="p",
        **powers,
    )  # fmt: skip
    return white, black


ORTHODOX = armies()

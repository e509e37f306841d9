"""Checkered in numbers: a code for each symbol, and the armies of each stage as tables of codes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, final

from variants import castling
from variants.army import BISHOP_RAYS, DOWN, GRID, LEAPERS, PAWNS, ROOK_RAYS, UP, Army, Rays
from variants.castling import HOME
from variants.native import i64
from variants.position import Seat

from .armies import CHECKERED_KINDS, STAGES, Stage

SYMBOLS: Final = ("", *"PNBRQKpnbrqkstuco")
"""The symbol of each code."""
CODES: Final = {symbol: code for code, symbol in enumerate(SYMBOLS)}
KINDS: Final = tuple([CHECKERED_KINDS.get(symbol, symbol.lower()) for symbol in SYMBOLS])
WHITE_KING: Final = 6
BLACK_KING: Final = 12
FIRST_CHECKERED: Final = 13
COUNT: Final = 18
"""How many codes there are."""
BOTH_WAYS: Final = (UP, DOWN)


def _lists(table: Rays) -> list[list[list[i64]]]:
    return [[list(ray) for ray in rays] for rays in table]


def _flat(table: Sequence[Sequence[int]]) -> list[list[i64]]:
    return [list(squares) for squares in table]


BIT: Final[list[i64]] = [1 << square for square in range(63)]
"""The bit of each square but the last one; compiled, 1 << square would be taken for a number of 32 bits."""
LINES: Final[list[list[list[i64]]]] = _lists(ROOK_RAYS)
DIAGONALS: Final[list[list[list[i64]]]] = _lists(BISHOP_RAYS)
LEAPS: Final[list[list[i64]]] = _flat(GRID.leaps(LEAPERS["n"]))
NEXT: Final[list[list[i64]]] = _flat(GRID.leaps(LEAPERS["k"]))
STEPS: Final[list[list[list[i64]]]] = [
    [list(rays[0]) if rays else [] for rays in PAWNS.steps[way]] for way in BOTH_WAYS
]
"""For each way, up and down, and each square the squares that a pawn steps to: one, or two from the home row."""
TAKES: Final[list[list[list[i64]]]] = [_flat(PAWNS.takes[way]) for way in BOTH_WAYS]
TAKERS: Final[list[list[list[i64]]]] = [_flat(PAWNS.takers[way]) for way in BOTH_WAYS]
_WALKS: Final = {
    "r": LINES,
    "b": DIAGONALS,
    "q": [straight + oblique for straight, oblique in zip(LINES, DIAGONALS, strict=True)],
    **{kind: _lists(GRID.rays(steps, 1)) for kind, steps in LEAPERS.items()},
}
WALKS: Final[list[list[list[list[i64]]]]] = [_WALKS.get(kind, []) for kind in KINDS]
"""For each code but pawns and each square the rays of the piece."""
LAST: Final[list[bool]] = [square // 8 in (0, 7) for square in range(64)]
"""Whether no pawn can stand on a square."""
NOT_NEAR: Final[list[list[bool]]] = [[False] * 64] * COUNT
"""In place of what `Side.near` holds, where no move puts an attacker on the board."""


@final
class Plan:
    """A castling, as `castling.plan` makes it."""

    def __init__(self, king: int, rook: int) -> None:
        plan = castling.plan(king, rook)
        self.target: i64 = plan.move.path[1]
        self.king_to: i64 = plan.king[1]
        self.rook_to: i64 = plan.rook[1]
        self.crossed: list[i64] = list(plan.crossed)
        self.clear: list[i64] = list(plan.clear)


PLANS: Final[dict[int, Plan]] = {
    home + king << 6 | home + rook: Plan(home + king, home + rook)
    for home in set(HOME)
    for king in range(8)
    for rook in range(8)
    if king != rook
}
"""The castlings by the king's square and the rook's."""


def mask(symbols: Iterable[str]) -> int:
    """A number in which the bits of these symbols' codes are set."""
    return sum([1 << CODES[symbol] for symbol in symbols])


@final
class Side:
    """What a seat moves in a stage, what it may take, and what attacks its kings once it has moved."""

    def __init__(self, stage: Stage, seat: Seat, shared: bool) -> None:
        army, self.threat_army = stage.armies[seat], stage.threats[seat]
        self.shared: bool = shared
        """Whether the checkered pieces are those of the seat to move."""
        self.kings: list[i64] = [CODES[king] for king in stage.kings[seat]]
        self.own: i64 = mask(army.pieces)
        self.passing: i64 = mask(army.passing)
        """The pawns that give and take en passant."""
        self.pawns: list[i64] = _pawns(army)
        """Those that go up, and those that go down."""
        self.takes: list[list[i64]] = [[] for _ in range(COUNT * COUNT)]
        """What may stand there after a capture: by the mover's code times `COUNT`, and the victim's."""
        self.promotes: list[list[i64]] = [[] for _ in range(COUNT * COUNT)]
        """The same of a pawn that reaches the last row, also where it captures nothing."""
        for table, arrivals in ((self.takes, army.captures), (self.promotes, army.promotions)):
            for mover, victims in arrivals.items():
                for victim, choices in victims.items():
                    table[CODES[mover] * COUNT + CODES[victim]] = [CODES[born] for _, born in choices]
        threat = self.threat_army
        self.on_lines: i64 = mask([symbol for symbol, kind in threat.pieces.items() if kind in "rq"])
        self.on_diagonals: i64 = mask([symbol for symbol, kind in threat.pieces.items() if kind in "bq"])
        self.leaping: i64 = mask([symbol for symbol, kind in threat.pieces.items() if kind == "n"])
        self.stepping: i64 = mask([symbol for symbol, kind in threat.pieces.items() if kind == "k"])
        self.taking: list[i64] = _pawns(threat)
        self._near: dict[int, list[list[bool]]] = {}
        self.after: Side = self
        """The side that moves next."""
        self.switched: Side = self
        """This side after the switch, where it may switch."""

    def near(self, king: i64) -> list[list[bool]]:
        """For each code whether such a piece attacks the king on an empty board, if a move may put it there."""
        if not self.shared:
            return NOT_NEAR
        found = self._near.get(king)
        if found is None:
            found = [[False] * 64 for _ in range(COUNT)]
            for symbol, squares in self.threat_army.sights((int(king),)).items():
                if symbol in CHECKERED_KINDS:
                    found[CODES[symbol]] = [square in squares for square in range(64)]
            self._near[king] = found
        return found


def _pawns(army: Army) -> list[i64]:
    return [mask([pawn for pawn in army.ways if way in army.ways[pawn]]) for way in BOTH_WAYS]


def _sides() -> dict[tuple[str, Seat], Side]:
    """The sides of each stage in which two seats play."""
    found: dict[tuple[str, Seat], Side] = {}
    for name, stage in STAGES.items():
        if len(stage.order) == 2:
            first, second = (Side(stage, seat, name[0] == "1") for seat in stage.order)
            first.after, second.after = second, first
            found |= {(name, seat): side for seat, side in zip(stage.order, (first, second), strict=True)}
    for seat, stage_name in ((0, "2w"), (1, "2b")):
        found["1", seat].switched = found[stage_name, seat]
    return found


SIDES: Final = _sides()

"""Apocalypse: the position, its text, the penalties of a turn and the end of the game (R1, R12, R22-R29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Self

from variants import fen as text
from variants.errors import FenError
from variants.kernel import Kernel
from variants.keys import Part, Value
from variants.position import NO_SETTINGS, Draws, Event, Move, Option, Position, Result, Risk, Seat, Tally, Viewer

from .bits import words
from .board import FOOTMEN, GRID, HORSEMEN, LAST_RANKS, Board, fault
from .evaluation import estimated
from .kernel import ApocalypseKernel
from .resolve import EVENTS, resolve

PENALTIES = 2
"""Penalty points that lose (R24)."""


@dataclass(frozen=True, kw_only=True)
class Apocalypse(Position):
    """Footmen and horsemen on 5 x 5 squares; both seats declare a move and both moves are resolved together."""

    to_act: tuple[Seat, ...] = (0, 1)
    penalties: tuple[int, int] = (0, 0)
    """Points of White and of Black."""
    plies: int = 0
    """Half moves so far: two a turn (R29)."""

    size = (5, 5)
    options = (
        Option("collision", ("risk", "classic")),
        Option("promotion", ("restricted", "free")),
        Option("last_footman", ("allowed", "forbidden")),
        Option("redeploy_origin", ("free", "occupied")),
        Option("speculation", ("allowed", "never")),
    )
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "apocalypse": {},
        "wikipedia": {"collision": "classic", "last_footman": "forbidden", "speculation": "never"},
        "apocalypsechess": {"collision": "classic", "promotion": "free"},
    }
    drawings: ClassVar[Mapping[str, str]] = {"P": "wp", "N": "wn", "p": "bp", "n": "bn"}
    turn_letters = "w"
    fen_keys: ClassVar[Mapping[str, Value]] = {
        "whiteMove": Value(offered=False),
        "penalties": Value(parts=(Part(("0", "1", "2")),) * 2, usual="00"),
    }
    event_codes = EVENTS
    reasons = frozenset({"no_footmen", "no_footmen_both", "penalties", "penalties_both", "no_moves"})
    tally_codes = frozenset({"penalties", "footmen"})
    needs_codes = frozenset({"arrival", "departure", "retake", "promotion", "put_down"})
    price_codes = frozenset({"penalty", "defeat"})
    draws = Draws(occurrences=3, kind="automatic", quiet_turns=50)

    @classmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        """R1; there is no randomness."""
        return cls.from_fen("npppn/p3p/5/P3P/NPPPN", settings)

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """Reads `rows w plies {json}`, `rows w plies penalties whiteMove`, and rows alone."""
        settings = cls.complete(settings)
        fields = text.split(fen, (*cls.turn_letters, "b"), cls.fen_keys)
        if fields.turn == "b":
            raise FenError("fen_turn_black", "Both sides move at once: the FEN must have “w”, not “b”.")
        if len(fields.plain) > 2:
            raise FenError("fen_fields", "“{word}” is one field too many in the FEN.", word=fields.plain[2])
        plain = zip(("penalties", "whiteMove"), fields.plain, strict=False)
        named = {**{key: value for key, value in plain if value != "-"}, **fields.named}
        penalties, secret = named.get("penalties", "00"), named.get("whiteMove", "-")
        if secret != "-":
            sentence = "A position holds no secret: whiteMove must be “-”, not “{move}”."
            raise FenError("fen_secret", sentence, move=secret)
        cls.refuse_values({"penalties": penalties})
        board = GRID.read_rows(fields.rows, cls.drawings)
        arrived = [square for seat in (0, 1) for square in LAST_RANKS[seat] if board[square] == FOOTMEN[seat]]
        if arrived:
            sentence = "A footman cannot stand on its last rank, as on {square}."
            raise FenError("fen_last_rank", sentence, square=GRID.names[arrived[0]])
        points = (int(penalties[0]), int(penalties[1]))
        return cls(board=board, settings=settings, penalties=points, plies=fields.plies or 0)

    def fen(self) -> str:
        """The `whiteMove` is always “-”: a position holds no secret."""
        penalties = f"{self.penalties[0]}{self.penalties[1]}"
        return text.join(GRID.write_rows(self.board), "w", self.plies, {"whiteMove": "-", "penalties": penalties})

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """The legal moves, then the speculative ones (R13)."""
        return self.once(("moves", seat), lambda: self._offered(seat)) if seat in self.to_act else ()

    def _offered(self, seat: Seat) -> tuple[Move, ...]:
        kernel, state = ApocalypseKernel(self.settings), self._words()
        safe = self.once("safe", lambda: [kernel.safe(*state, each) for each in (0, 1)])
        return tuple(map(kernel.move, [*safe[seat], *kernel.risky(*state, seat, safe[1 - seat])]))

    def _words(self) -> tuple[int, int]:
        return self.once("words", lambda: words(self.board, self.penalties))

    def risks(self, seat: Seat) -> Mapping[Move, Risk]:
        """For each speculative move, what the opponent must do to make it legal, and the price otherwise (R13, R16)."""
        price = "defeat" if self.penalties[seat] == PENALTIES - 1 else "penalty"
        risks = {}
        for move in self.moves(seat):
            if needs := fault(self.board, seat, move, self.settings):
                square = move.path[-1 if needs == "put_down" else 1]
                occupant = self.board[square]
                risks[move] = Risk(needs, price, (square,), (occupant,) if occupant else ())
        return risks

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """R10-R21. Never raises for a well-formed move: one that could never stand is discarded (R22b)."""
        turn = resolve(self.board, actions, self.settings)
        points, events = list(self.penalties), turn.events
        for seat in (0, 1):
            if not turn.played[seat] and points[seat] < PENALTIES:
                points[seat] += 1  # R12
                events += (Event(("penalty_first", "penalty_second")[points[seat] - 1], seat),)
        stepped = any(self.board[actions[seat].path[0]] in FOOTMEN for seat in (0, 1) if turn.played[seat])
        captured = self.board.count("") != turn.board.count("")
        quiet = 0 if stepped or captured else self.quiet + 1  # R28
        return self.then(board=turn.board, penalties=tuple(points), plies=self.plies + 2, quiet=quiet, events=events)

    def result(self) -> Result | None:
        """R23-R27, in this order."""
        for reason, losers in (
            ("no_footmen", [seat for seat in (0, 1) if FOOTMEN[seat] not in self.board]),
            ("penalties", [seat for seat in (0, 1) if self.penalties[seat] >= PENALTIES]),
        ):
            if len(losers) == 2:
                return Result((0.5, 0.5), f"{reason}_both")
            if losers:
                return Result((1.0, 0.0) if losers[0] else (0.0, 1.0), reason)
        kernel, state = ApocalypseKernel(self.settings), self._words()
        going = kernel.moves_on(*state, 0) and kernel.moves_on(*state, 1)
        return None if going else Result((0.5, 0.5), "no_moves")

    def evaluate(self, seat: Seat) -> float:
        """Pieces and penalty points of this seat against the other's."""
        value = estimated(*self._words())
        return value if seat == 0 else -value

    def kernel(self) -> Kernel | None:
        """Only for this class itself: a subclass may have other rules."""
        return ApocalypseKernel(self.settings) if type(self) is Apocalypse else None

    def key(self) -> tuple[tuple[str, ...], tuple[int, int]]:
        """Board and penalties (R28)."""
        return (self.board, self.penalties)

    def labels(self, seat: Seat) -> Mapping[Move, str]:
        """`Nb3`, `Nxb3`, `c2`, `axb3`, `b5=N`, `b5/c3` for a redeployment; `x` tells of a capture hoped for too."""
        return self.once(("labels", seat), lambda: _labels(self.board, self.moves(seat)))

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        """Penalty points and the footmen left."""
        penalties = [Tally("penalties", seat, self.penalties[seat], PENALTIES) for seat in (0, 1)]
        footmen = [Tally("footmen", seat, self.board.count(FOOTMEN[seat])) for seat in (0, 1)]
        return (*penalties, *footmen)


def _labels(board: Board, moves: Sequence[Move]) -> Mapping[Move, str]:
    """A text for each offered move of one side, no two alike."""
    names = GRID.names
    leapers: dict[int, str] = {}
    for path, _ in moves:
        if board[path[0]] in HORSEMEN:
            leapers[path[1]] = leapers.get(path[1], "") + names[path[0]]
    texts = {}
    for move in moves:
        path, into = move
        file, rank, target = names[path[0]][0], names[path[0]][1], path[1]
        if board[path[0]] in HORSEMEN:
            start = _disambiguation(file, rank, leapers[target].replace(file + rank, ""))
            texts[move] = f"N{start}{'x' if board[target] else ''}{names[target]}"
        else:
            end = "=N" if into else f"/{names[path[2]]}" if len(path) == 3 else ""
            texts[move] = (f"{file}x" if (target - path[0]) % GRID.files else "") + names[target] + end
    return texts


def _disambiguation(file: str, rank: str, others: str) -> str:
    """The file of a horseman, else its rank, else both, among the `others` that may leap to its target; "" for none."""
    if not others:
        return ""
    if file not in others:
        return file
    return rank if rank not in others else file + rank

"""Apocalypse: the position, its text, its end, and the turn that `resolve` works out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import tanh
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Self

from variants import fen as text
from variants.Apocalypse.board import (
    FOOTMEN,
    GRID,
    HORSEMEN,
    LAST_RANKS,
    Rules,
    can_move,
    fault,
    legal_moves,
    speculative_moves,
)
from variants.Apocalypse.codes import EVENTS, NEEDS, PRICES, REASONS, SIGNS, TALLIES
from variants.Apocalypse.notation import labels
from variants.Apocalypse.resolve import resolve
from variants.errors import FenError
from variants.position import (
    NO_SETTINGS,
    Draws,
    Event,
    Move,
    Option,
    Position,
    Result,
    Risk,
    Seat,
    Sign,
    Tally,
    Viewer,
)

START = "npppn/p3p/5/P3P/NPPPN"
PENALTIES = 2
"""So many penalty points lose (R24)."""

FOOTMEN_WORTH = (-2.0, 0.0, 1.2, 2.0, 2.6, 3.0)
"""Of so many footmen: the fewer are left, the more each of them is worth, because who has none has lost (R23)."""
HORSEMAN_WORTH = 1.3
PENALTY_WORTH = 1.0


@dataclass(frozen=True, kw_only=True)
class Apocalypse(Position):
    """Footmen and horsemen on 5 x 5 squares; both seats declare a move and both moves are resolved together.

    Settings, the default first: `collision` risk | classic; `promotion` restricted | free; `last_footman` allowed |
    forbidden; `redeploy_origin` free | occupied; `speculation` allowed | never.

    The codes of events, results and tallies are told in `codes`.
    """

    size: ClassVar[tuple[int, int]] = (5, 5)
    options: ClassVar[tuple[Option, ...]] = (
        Option("collision", ("risk", "classic")),
        Option("promotion", ("restricted", "free")),
        Option("last_footman", ("allowed", "forbidden")),
        Option("redeploy_origin", ("free", "occupied")),
        Option("speculation", ("allowed", "never")),
    )
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
        {
            "apocalypse": {},
            "wikipedia": {"collision": "classic", "last_footman": "forbidden", "speculation": "never"},
            "apocalypsechess": {"collision": "classic", "promotion": "free"},
        }
    )
    drawings: ClassVar[Mapping[str, str]] = MappingProxyType({"P": "wp", "N": "wn", "p": "bp", "n": "bn"})
    signs: ClassVar[Mapping[str, Sign]] = SIGNS
    event_codes: ClassVar[frozenset[str]] = EVENTS
    reasons: ClassVar[frozenset[str]] = REASONS
    tally_codes: ClassVar[frozenset[str]] = TALLIES
    needs_codes: ClassVar[frozenset[str]] = NEEDS
    price_codes: ClassVar[frozenset[str]] = PRICES
    draws: ClassVar[Draws] = Draws(occurrences=3, kind="automatic", quiet_turns=50)

    to_act: tuple[Seat, ...] = (0, 1)
    penalties: tuple[int, int] = (0, 0)
    """Points of White and of Black."""
    plies: int = 0
    """Half moves so far: two a turn (R29)."""
    rules: Rules = field(compare=False)
    """The settings, as the questions `board` and `resolve` ask."""

    @classmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        """R1; nothing is left to chance."""
        return cls.from_fen(START, settings)

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """Reads `rows w plies {json}`, `rows w plies penalties whiteMove`, and rows alone."""
        settings = cls.complete(settings)
        fields = text.split(fen, ("w", "b"), ("whiteMove", "penalties"))
        if fields.turn == "b":
            raise FenError("fen_turn_black", "Both sides move at once: the FEN must have “w”, not “b”.")
        if len(fields.plain) > 2:
            raise FenError("fen_fields", "“{word}” is one field too many in the FEN.", word=fields.plain[2])
        plain = dict(zip(("penalties", "whiteMove"), fields.plain, strict=False))
        penalties = (fields.named or plain).get("penalties", "00")
        secret = (fields.named or plain).get("whiteMove", "-")
        if secret != "-":
            raise FenError(
                "fen_secret", "A position holds no secret: whiteMove must be “-”, not “{move}”.", move=secret
            )
        if len(penalties) != 2 or not set(penalties) <= set("012"):
            raise FenError(
                "fen_penalties",
                "The penalties are two digits from 0 to 2, White's then Black's, not “{value}”.",
                value=penalties,
            )
        board = GRID.read_rows(fields.rows, cls.drawings)
        for seat in (0, 1):
            for square in LAST_RANKS[seat]:
                if board[square] == FOOTMEN[seat]:
                    raise FenError(
                        "fen_last_rank",
                        "A footman cannot stand on its last rank, as on {square}.",
                        square=GRID.names[square],
                    )
        return cls(
            board=board,
            settings=settings,
            penalties=(int(penalties[0]), int(penalties[1])),
            plies=fields.plies or 0,
            rules=Rules.of(settings),
        )

    def fen(self) -> str:
        """The `whiteMove` is always “-”: a secret has no place in a position."""
        penalties = f"{self.penalties[0]}{self.penalties[1]}"
        return text.join(GRID.write_rows(self.board), "w", self.plies, {"whiteMove": "-", "penalties": penalties})

    @cached_property
    def _legal(self) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        return (tuple(legal_moves(self.board, 0, self.rules)), tuple(legal_moves(self.board, 1, self.rules)))

    @cached_property
    def _safe(self) -> tuple[frozenset[Move], frozenset[Move]]:
        return (frozenset(self._legal[0]), frozenset(self._legal[1]))

    @cached_property
    def _offered(self) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        if not self.rules.speculation:
            return self._legal
        white, black = self._legal
        return (
            (*white, *speculative_moves(self.board, 0, black, self.rules)),
            (*black, *speculative_moves(self.board, 1, white, self.rules)),
        )

    @cached_property
    def _labels(self) -> tuple[Mapping[Move, str], Mapping[Move, str]]:
        return (labels(self.board, self._offered[0]), labels(self.board, self._offered[1]))

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """The legal moves, then the speculative ones (R13)."""
        return self._offered[seat] if seat in self.to_act else ()

    def risky(self, seat: Seat, move: Move) -> bool:
        """True for every move that is not legal on the board as it stands."""
        return seat not in self.to_act or move not in self._safe[seat]

    def risk(self, seat: Seat, move: Move) -> Risk | None:
        """What the opponent has to do for this move to stand, and the point that it costs otherwise (R13, R16)."""
        if not self.risky(seat, move):
            return None
        needs = fault(self.board, seat, move, self.rules)
        square = move.path[-1 if needs == "put_down" else 1]
        there = self.board[square]
        price = "defeat" if self.penalties[seat] == PENALTIES - 1 else "penalty"
        return Risk(needs, price, (square,), (there,) if there else ())

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """R10-R21. Never raises for a move that can be spelled: what could never stand is discarded (R22b)."""
        turn = resolve(self.board, actions, self.rules)
        penalties, events = self.penalties, turn.events
        if turn.played != (True, True):
            penalties, told = self._punished(turn.played)
            events += told
        movers = [self.board[actions[seat].path[0]] for seat in (0, 1) if turn.played[seat]]
        quiet = not any(mover in FOOTMEN for mover in movers) and self.board.count("") == turn.board.count("")
        return self.then(
            board=turn.board,
            penalties=penalties,
            plies=self.plies + 2,
            quiet=self.quiet + 1 if quiet else 0,
            events=events,
        )

    def _punished(self, played: tuple[bool, bool]) -> tuple[tuple[int, int], tuple[Event, ...]]:
        """The points after a turn in which not every move was played, and what is told of them."""
        points = list(self.penalties)
        events = []
        for seat in (0, 1):
            if not played[seat] and points[seat] < PENALTIES:
                points[seat] += 1
                events.append(Event(("penalty_first", "penalty_second")[points[seat] - 1], seat))
        return (points[0], points[1]), tuple(events)

    def result(self) -> Result | None:
        """R23-R27, in this order."""
        board = self.board
        if FOOTMEN[0] in board and FOOTMEN[1] in board and max(self.penalties) < PENALTIES:
            going = can_move(board, 0, self.rules) and can_move(board, 1, self.rules)
            return None if going else Result((0.5, 0.5), "no_moves")
        losers = [seat for seat in (0, 1) if FOOTMEN[seat] not in board]
        reason = "no_footmen"
        if not losers:
            losers = [seat for seat in (0, 1) if self.penalties[seat] >= PENALTIES]
            reason = "penalties"
        if len(losers) == 1:
            return Result((0.0, 1.0) if losers[0] == 0 else (1.0, 0.0), reason)
        return Result((0.5, 0.5), f"{reason}_both")

    def evaluate(self, seat: Seat) -> float:
        """Pieces and penalty points against each other, whoever's they are."""
        score = self._worth(seat) - self._worth(1 - seat)
        return tanh(score / 4)

    def _worth(self, seat: Seat) -> float:
        board = self.board
        footmen = min(board.count(FOOTMEN[seat]), len(FOOTMEN_WORTH) - 1)
        return (
            FOOTMEN_WORTH[footmen] + HORSEMAN_WORTH * board.count(HORSEMEN[seat]) - PENALTY_WORTH * self.penalties[seat]
        )

    def key(self) -> tuple[tuple[str, ...], tuple[int, int]]:
        """Board and penalties (R28)."""
        return (self.board, self.penalties)

    def notation(self, actions: Mapping[Seat, Move], viewer: Viewer) -> Mapping[Seat, str]:
        """As `labels` writes them; with both actions given, a “?” follows each move that does not stand."""
        texts = {seat: self._labels[seat].get(move) or self.write(move) for seat, move in actions.items()}
        if len(actions) < 2:
            return texts
        played = resolve(self.board, actions, self.rules).played
        return {seat: label if played[seat] else f"{label}?" for seat, label in texts.items()}

    def labels(self, seat: Seat) -> Mapping[Move, str]:
        """What `notation` writes of each offered move alone."""
        return self._labels[seat]

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        """Penalty points and the footmen left."""
        penalties = [Tally("penalties", seat, self.penalties[seat], PENALTIES) for seat in (0, 1)]
        footmen = [Tally("footmen", seat, self.board.count(FOOTMEN[seat])) for seat in (0, 1)]
        return (*penalties, *footmen)

"""A position of Checkered: its stage and armies, and its FEN."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from variants import reading
from variants.army import GRID, Army
from variants.castling import CASTLING
from variants.errors import FenError
from variants.fen import Fields
from variants.keys import Part, Value, one_of
from variants.orthodox import Orthodox
from variants.position import Seat, Square, Stone, only

from .armies import CHECKERED_KINDS, STAGES, Stage

HOME_SQUARES = tuple([file + row * 8 for row in (6, 1) for file in range(8)])
JUMPS = tuple([Part(("0", "1"), at=GRID.names[square]) for square in HOME_SQUARES])
"""Whether a pawn on this square may still make a double step."""


@dataclass(frozen=True, kw_only=True)
class Staged(Orthodox):
    """The stage of a game, and its text."""

    double_steps: frozenset[Square] = frozenset(HOME_SQUARES)
    stage: str = "1"
    """One of `STAGES`."""
    passed: int = 0
    """How many of three players had to pass since the last move."""
    cmove: tuple[Square, ...] = ()
    """The last ply's two squares, if a checkered piece went there in stage 1 without capture or promotion."""

    drawings: ClassVar[Mapping[str, str]] = {
        **{symbol: "c" + kind for symbol, kind in CHECKERED_KINDS.items()},
    }
    material: ClassVar[Mapping[str, float]] = only({})
    """Not counted: a capture turns the capturing piece checkered too, so missing pieces do not show who leads."""
    seat_codes = frozenset({"checkered"})
    fen_keys: ClassVar[Mapping[str, Value]] = {
        "flags": Value(parts=(*CASTLING.flags, *JUMPS), usual="8888" + "1" * 16),
        "cmove": Value(),
        "stage": one_of(*STAGES),
        "passed": one_of("0", "1", "2", "3"),
    }
    turn_letters = "wbc"
    start_flags = "1" * 16

    @property
    def phase(self) -> Stage:
        """The seats and armies of this stage."""
        return STAGES[self.stage]

    @property
    def is_shared(self) -> bool:
        """Whether this is stage 1, where the checkered pieces are those of the seat to move."""
        return self.stage[0] == "1"

    def army(self, seat: Seat) -> Army:
        """Stage 1: the seat's colour and the checkered pieces. Stage 2: these, both colours, or one of three."""
        return STAGES[self.stage].armies[seat]

    def threat(self, seat: Seat) -> Army:
        """The armies of all others together."""
        return STAGES[self.stage].threats[seat]

    def kings(self, seat: Seat) -> str:
        """The own king; where one player has both colours both, and none for the checkered side."""
        return STAGES[self.stage].kings[seat]

    def next_seat(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat whose turn comes this number of turns after its own."""
        order = self.phase.order
        return order[(order.index(seat) + steps) % len(order)]

    def out(self) -> frozenset[Seat]:
        """The third player until they join, if they ever do; then the seat that was eliminated or has left."""
        return frozenset(range(len(self.seats))).difference(self.phase.order)

    def both(self) -> Seat | None:
        """The seat that has both colours."""
        return next((seat for seat, kings in enumerate(self.phase.kings) if len(kings) == 2), None)

    def stones(self) -> tuple[Stone, ...]:
        """The colours; once somebody has the checkered pieces, or both colours, the sign of these."""
        special: dict[Seat | None, Stone] = {self.phase.alone: "quartered", self.both(): "both"}
        return tuple([special.get(seat, stone) for seat, stone in enumerate(super().stones())])

    @classmethod
    def fields_of(cls, fields: Fields) -> Mapping[str, str]:
        """The named fields of a FEN, or its plain ones, which know nothing of three players. Raises FenError."""
        return reading.by_name(fields, tuple(cls.fen_keys)[:4])

    def left_open(self) -> tuple[Square, ...]:
        """The kings of the last mover that are attacked; the departure of a player may have opened an attack."""
        return () if self.stage == "3-" else self.kings_in_check(self.next_seat(self.to_act[0], -1))

    def refuse(self) -> None:
        """Also refuses a turn of a seat that does not play, and three players without checkered pieces."""
        if self.to_act[0] not in self.phase.order:
            letters = [self.turn_letters[seat] for seat in self.phase.order]
            turn = self.turn_letters[self.to_act[0]]
            raise FenError(
                "fen_turn_out", "In stage {stage} the side to move is one of {turns}, not “{turn}”.",
                stage=self.stage, turns=", ".join(letters), turn=turn,
            )  # fmt: skip
        if self.stage == "3" and CHECKERED_KINDS.keys().isdisjoint(self.board):
            raise FenError("fen_third", "In stage 3 there must be a checkered piece.")
        super().refuse()

    def refuse_passing(self) -> None:
        """Raise FenError where the previous mover cannot have made the double step of `en_passant`."""
        before = self.army(self.next_seat(self.to_act[0], -1))
        for passed in self.en_passant:
            reading.refuse_passing(self.board, passed, before)

    def named(self) -> dict[str, str]:
        """The fields of the FEN that stand in its JSON."""
        named = super().named()
        flags = "".join("01"[square in self.double_steps] for square in HOME_SQUARES)
        cmove = "".join(GRID.names[square] for square in self.cmove)
        named |= {"flags": named["flags"] + flags, "cmove": cmove or "-", "stage": self.stage}
        return named | {"passed": str(self.passed)} if self.passed else named

    @classmethod
    def read_board(cls, rows: str) -> tuple[str, ...]:
        """The board of a FEN; checkered letters may be upper case."""
        return super().read_board(re.sub("[STUCO]", lambda match: match[0].lower(), rows))

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """The defaults of missing fields: all double-step rights, nothing to undo, stage 1 with a switch if allowed."""
        fields = super().read_named(named, board, settings)
        three = settings["observer"]
        stage = named.get("stage", "1" if settings["switch"] else "1-")
        stages = [each for each in STAGES if three or each[0] != "3"]
        if stage not in stages:
            raise FenError(
                "fen_stage", "The stage must be one of {stages}, not “{stage}”.", stages=", ".join(stages), stage=stage
            )
        if not re.fullmatch("[0-3]" if stage == "3" else "0", named.get("passed", "0")):
            raise FenError("fen_passed", "Nobody can have passed “{passed}” times.", passed=named["passed"])
        if three:
            fields["seats"] = ("white", "black", "checkered")
        if "flags" in named:
            digits = zip(HOME_SQUARES, named["flags"][4:], strict=True)
            fields["double_steps"] = frozenset(square for square, digit in digits if digit == "1")
        cmove = _read_cmove(named.get("cmove", "-"), stage, board)
        return {**fields, "stage": stage, "passed": int(named.get("passed", 0)), "cmove": cmove}


def _read_cmove(text: str, stage: str, board: Sequence[str]) -> tuple[Square, ...]:
    if text == "-":
        return ()
    half = len(text) // 2
    path = tuple(reading.square(part, "cmove") for part in (text[:half], text[half:]))
    squares = tuple(square for square in path if square is not None)
    if len(squares) < 2:
        raise FenError("fen_cmove_squares", "“{text}” in the field “cmove” is not two squares.", text=text)
    if stage[0] != "1" or board[squares[0]] or board[squares[1]] not in CHECKERED_KINDS:
        raise FenError(
            "fen_cmove", "No checkered piece can just have moved as “{text}” in the field “cmove” says.", text=text
        )
    return squares

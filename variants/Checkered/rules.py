"""The rules of Checkered: captures make pieces that belong to whoever is to move, until one player takes them all."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from variants import reading
from variants.army import BLACK_PIECES, DOWN, GRID, UP, WHITE_PIECES, Army, Choices, promotes, stays
from variants.Checkered.worth import white
from variants.errors import FenError
from variants.generation import candidates
from variants.orthodox import Deed, Orthodox
from variants.position import Draws, Event, Move, Option, Result, Seat, Sign, Square, Stone, Tally, Viewer
from variants.worth import estimate

NATURES = {"s": "p", "t": "q", "u": "r", "c": "b", "o": "n"}
"""The checkered symbols. There is no checkered king."""
CHECKERED = {nature: symbol for symbol, nature in NATURES.items()}


def merge(mover: str, victim: str) -> Choices:
    """A capture of stage 1: one checkered piece, of the nature of the capturer or of the captured; a king stays."""
    nature, other = (NATURES.get(symbol, symbol.lower()) for symbol in (mover, victim))
    if nature == "k":
        return (("", mover),)
    if nature == other:
        return (("", CHECKERED[nature]),)
    return (("", CHECKERED[nature]), (other, CHECKERED[other]))


def merge_promoting(mover: str, victim: str) -> Choices:
    """A promotion of stage 1: a pawn that captures turns checkered, one that does not keeps its colour."""
    return promote_checkered(mover, victim) if victim or mover in NATURES else promotes(mover, victim)


def promote_checkered(mover: str, victim: str) -> Choices:
    """A promotion to a checkered piece."""
    return tuple((nature, CHECKERED[nature]) for nature in "qrbn")


WHITE = Army(
    pieces={**WHITE_PIECES, **NATURES}, prey="pnbrq", ways={"P": (UP,), "s": (UP,)},
    take=merge, promote=merge_promoting, passing="P",
)  # fmt: skip
BLACK = Army(
    pieces={**BLACK_PIECES, **NATURES}, prey="PNBRQ", ways={"p": (DOWN,), "s": (DOWN,)},
    take=merge, promote=merge_promoting, passing="p",
)  # fmt: skip
ALONE = Army(
    pieces=NATURES, prey="PNBRQpnbrq", ways={"s": (UP, DOWN)},
    take=stays, promote=promote_checkered, passing="s",
)  # fmt: skip
"""The checkered pieces of stage 2."""
ALLIED = Army(
    pieces={**WHITE_PIECES, **BLACK_PIECES}, prey="stuco", ways={"P": (UP,), "p": (DOWN,)},
    take=stays, promote=promotes, passing="Pp",
)  # fmt: skip
"""White and Black together, against the checkered pieces of stage 2."""

ARMIES = {"1": (WHITE, BLACK), "1-": (WHITE, BLACK), "2w": (ALONE, ALLIED), "2b": (ALLIED, ALONE)}
"""For each stage what each seat commands."""
KINGS = {"1": ("K", "k"), "1-": ("K", "k"), "2w": ("", "Kk"), "2b": ("Kk", "")}
"""For each stage the kings each seat guards."""
SWITCHERS = {"1": None, "1-": None, "2w": 0, "2b": 1}
"""For each stage the seat that has taken the checkered pieces."""


@dataclass(frozen=True, kw_only=True)
class Checkered(Orthodox):
    """A position of Checkered.

    Events besides those of chess, with their squares and pieces:
    born (square) (new piece): a capture has made a checkered piece of this nature;
    switched (own king, enemy king) (own king, enemy king): the seat has taken the checkered pieces and moves again.
    In stage 1 `captured` and `en_passant` are followed by `born` unless a king captured or a pawn was promoted; in
    stage 2 the captured piece is gone. `check` tells of each attacked king; in stage 2 that may be two.
    Reasons: checkmate, stalemate; eliminated (the checkered side of stage 2 has no piece left and has lost).
    Special: switch. Tallies: stage (value 1 or 2; limit 1 where there is no switch); in stage 2 also what each seat
    commands, with the number of pieces: checkered_army, both_armies.
    """

    options = (Option("switch", (True, False)), *Orthodox.options)
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"no_switch": {"switch": False}}
    drawings: ClassVar[Mapping[str, str]] = {
        **Orthodox.drawings,
        **{symbol: "c" + nature for symbol, nature in NATURES.items()},
    }
    signs: ClassVar[Mapping[str, Sign]] = {**Orthodox.signs, "born": "born"}
    event_codes = Orthodox.event_codes | {"born", "switched"}
    reasons = Orthodox.reasons | {"eliminated"}
    special_codes = frozenset({"switch"})
    special_texts: ClassVar[Mapping[str, str]] = {"switch": "Switch"}
    tally_codes = frozenset({"stage", "checkered_army", "both_armies"})
    draws = Draws(occurrences=3, kind="claim")
    rules_version = 2
    fen_keys = ("flags", "enpassant", "cmove", "stage")
    flags_pattern = "[0-8a-i]{4}[01]{16}"
    start_flags = "1" * 16

    stage: str = "1"
    """`1`; `1-` where there is no switch; `2w` and `2b` once White or Black has taken the checkered pieces."""
    cmove: tuple[Square, ...] = ()
    """The last ply's two squares, if a checkered piece went there in stage 1 without capture or promotion."""

    def owners(self) -> Mapping[str, Seat]:
        """A checkered piece is nobody's own."""
        return {symbol: 0 if symbol.isupper() else 1 for symbol in Orthodox.drawings}

    @property
    def switcher(self) -> Seat | None:
        """The seat that has the checkered pieces, in stage 2."""
        return SWITCHERS[self.stage]

    def army(self, seat: Seat) -> Army:
        """Stage 1: the seat's colour and the checkered pieces. Stage 2: the checkered pieces, or both colours."""
        return ARMIES[self.stage][seat]

    def kings(self, seat: Seat) -> str:
        """The own king; in stage 2 both, or none for the checkered side."""
        return KINGS[self.stage][seat]

    def legal(self, seat: Seat) -> list[Move]:
        """No checkered move is undone at once; the switch is there only beside an ordinary move."""
        found = super().legal(seat)
        if self.cmove:
            undone = Move(self.cmove[::-1])
            if undone in found:
                found.remove(undone)
        if found and self.stage == "1":
            switch = self._switch(seat)
            if switch is not None:
                found.append(switch)
        return found

    def _switch(self, seat: Seat) -> Move | None:
        """The king "takes" the king, if the checkered pieces can then move and threaten neither king (C2)."""
        board = self.board
        kings = (board.index("Kk"[seat]), board.index("kK"[seat]))
        if any(ALONE.attacks(board, king) for king in kings) or not candidates(board, ALONE, self.jumps):
            return None
        return Move(kings)

    def special(self, seat: Seat, move: Move) -> str:
        """The switch deserves a button."""
        return "switch" if self.board[move.path[1]] in ("K", "k") else ""

    def becomes(self, seat: Seat, move: Move) -> str:
        """The symbol that will stand on the last square: the checkered piece that is born; the king, for the switch."""
        return self.board[move.path[0]] if self.special(seat, move) else super().becomes(seat, move)

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after a move; after the switch the same seat is to move, a checkered piece."""
        (seat, move) = next(iter(actions.items()))
        if not self.special(seat, move):
            return super().play(actions)
        kings = tuple(self.board[square] for square in move.path)
        return self.then(
            stage=("2w", "2b")[seat],
            passing=(),
            cmove=(),
            quiet=0,
            events=(Event("switched", seat, move.path, kings),),
        )

    def also(self, seat: Seat, deed: Deed, board: Sequence[str]) -> dict[str, Any]:
        """The spent jump of a pawn, and what may not be undone."""
        changes: dict[str, Any] = {"cmove": ()}
        if deed.mover in NATURES and not deed.victim and deed.born == deed.mover:
            if self.switcher is None:
                changes["cmove"] = deed.move.path
            if deed.passed is None:
                changes["quiet"] = self.quiet + 1
        if deed.passed is not None:
            changes["jumps"] = self.jumps - {deed.move.path[0]}
        return changes

    def story_of(self, seat: Seat, deed: Deed) -> list[Event]:
        """A piece is born where stage 1 sees a capture; of a pawn that was promoted that is told already."""
        story = super().story_of(seat, deed)
        if deed.victim and deed.born in NATURES and self.switcher is None and story[-1].code != "promoted":
            story.append(Event("born", seat, deed.move.path[1:], (deed.born,)))
        return story

    def verdict(self, seat: Seat) -> Result:
        """In stage 2 the checkered side loses with its last piece."""
        if seat == self.switcher and not any(symbol in NATURES for symbol in self.board):
            return self.lost(seat, "eliminated")
        return super().verdict(seat)

    def evaluate(self, seat: Seat) -> float:
        """What each side commands alone, and whose turn it is."""
        return estimate(white(self.board, self.stage, self.to_act[0]), seat)

    def key(self) -> Hashable:
        """All of the position but the ply counter, the square jumped over in any case (E1)."""
        return (self.board, self.to_act, self.castling, self.passing, self.jumps, self.cmove, self.stage)

    def could_win(self, seat: Seat) -> bool:
        """A bare king wins nothing while no piece is checkered: its captures bring none to life (B3, E5)."""
        alone = self.switcher is None and not any(symbol in NATURES for symbol in self.board)
        return not alone or sum(symbol in self.army(seat).pieces for symbol in self.board) > 1

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        """The stage, and who commands what once the checkered pieces are taken."""
        if self.switcher is None:
            return (Tally("stage", None, 1, 1 if self.stage == "1-" else 2),)
        pieces = len(self.board) - self.board.count("")
        checkered = sum(symbol in NATURES for symbol in self.board)
        return (
            Tally("stage", None, 2, 2),
            Tally("checkered_army", self.switcher, checkered),
            Tally("both_armies", 1 - self.switcher, pieces - checkered),
        )

    def stones(self) -> tuple[Stone, ...]:
        """The colours in stage 1; then the checkered pieces are one seat's, and both colours the other's."""
        if self.switcher is None:
            return super().stones()
        return ("quartered", "both") if self.switcher == 0 else ("both", "quartered")

    def named(self) -> dict[str, str]:
        """The fields of the FEN that stand in its JSON."""
        named = super().named()
        flags = "".join("01"[file + row * 8 in self.jumps] for row in (6, 1) for file in range(8))
        cmove = "".join(GRID.names[square] for square in self.cmove)
        return named | {"flags": named["flags"] + flags, "cmove": cmove or "-", "stage": self.stage}

    @classmethod
    def read_board(cls, rows: str) -> tuple[str, ...]:
        """The board of a FEN; checkered letters may be upper case."""
        return super().read_board(re.sub("[STUCO]", lambda found: found[0].lower(), rows))

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """Where they are missing: all jumps, nothing to undo, stage 1 with the switch if the settings have it."""
        fields = super().read_named(named, board, settings)
        stage = named.get("stage", "1" if settings["switch"] else "1-")
        if stage not in ARMIES:
            raise FenError(
                "fen_stage", "The stage must be one of {stages}, not “{stage}”.", stages=", ".join(ARMIES), stage=stage
            )
        if "flags" in named:
            squares = [file + row * 8 for row in (6, 1) for file in range(8)]
            digits = zip(squares, named["flags"][4:], strict=True)
            fields["jumps"] = frozenset(square for square, digit in digits if digit == "1")
        return {**fields, "stage": stage, "cmove": _read_cmove(named.get("cmove", "-"), stage, board)}


def _read_cmove(text: str, stage: str, board: Sequence[str]) -> tuple[Square, ...]:
    if text == "-":
        return ()
    half = len(text) // 2
    path = tuple(reading.square(part, "cmove") for part in (text[:half], text[half:]))
    squares = tuple(square for square in path if square is not None)
    if len(squares) < 2:
        raise FenError("fen_cmove_squares", "“{text}” in the field “cmove” is not two squares.", text=text)
    if stage[0] == "2" or board[squares[0]] or board[squares[1]] not in NATURES:
        raise FenError(
            "fen_cmove", "No checkered piece can just have moved as “{text}” in the field “cmove” says.", text=text
        )
    return squares

"""A board of chess: the army of each side, and the FEN of a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, ClassVar, Self

from variants import castling, reading, standard, start_positions
from variants.army import GRID, ORTHODOX, Army, Attacks, Passed
from variants.castling import NO_RIGHTS, Rights
from variants.errors import FenError
from variants.fen import Fields, join
from variants.keys import Part, Value, parted
from variants.position import NO_SETTINGS, Option, Position, Seat, Square

CASTLING = (Part(tuple("801234567"), also=tuple("abcdefghi")),) * 4
"""The file of the rook with which White, then Black, may castle on the a-side, and on the h-side; `8` is none."""

HOME_PAWNS = frozenset(range(8, 16)) | frozenset(range(48, 56))


@dataclass(frozen=True, kw_only=True)
class Chessboard(Position):
    """The fields of a position on a board of chess."""

    plies: int = 0
    castling: Rights = NO_RIGHTS
    jumps: frozenset[Square] = HOME_PAWNS
    """The squares of pawns that may still make a double step."""
    passing: tuple[Passed, ...] = ()
    """The double steps that can be answered en passant, in the order of the squares: in chess one at most."""


class Chessmen(Chessboard):
    """The armies of the seats, and the FEN of a position.

    A variant overrides what differs: `armies` or `army` (what a seat commands, takes and leaves behind), `threat` (what
    attacks its kings once it has moved), `kings` (those it must guard), `threatened` (whether one is in danger on a
    square), `next_seat`, `turn_letters`; of its FEN `fen_keys` with `named` and `read_named`, `refuse_kings` and
    `refuse_passing` (what it may not say).
    """

    options: ClassVar[tuple[Option, ...]] = (start_positions.RANDOMNESS,)
    drawings: ClassVar[Mapping[str, str]] = {
        symbol: ("w" if symbol.isupper() else "b") + symbol.lower() for symbol in "PNBRQKpnbrqk"
    }
    try_out: ClassVar[bool] = False
    """Whether each move must be tried to know if it is legal: where more changes than the squares of its path."""
    armies: ClassVar[Sequence[Army]] = ORTHODOX
    """The army of each seat."""
    fen_keys: ClassVar[Mapping[str, Value]] = {
        "flags": Value(parts=CASTLING, usual="8888"),
        "enpassant": Value(squares=1),
    }
    start_flags: ClassVar[str] = ""
    """What follows the castling files in the flags of an initial position."""

    # Armies and kings

    def army(self, seat: Seat) -> Army:
        """The army of this seat on its turn."""
        return self.armies[seat]

    def next_seat(self, seat: Seat) -> Seat:
        """The seat whose turn comes after this seat's; here of two."""
        return 1 - seat

    def threat(self, seat: Seat) -> Army:
        """The army that will attack this seat's kings once it has moved."""
        return self.army(self.next_seat(seat))

    def kings(self, seat: Seat) -> str:
        """The symbols of the kings that this seat may not leave under attack."""
        return "Kk"[seat]

    def places(self, seat: Seat) -> tuple[Square, ...]:
        """The squares of the kings that this seat guards."""
        board = self.board
        return tuple([board.index(king) for king in self.kings(seat) if king in board])

    def threatened(self, board: Sequence[str], square: Square, seat: Seat) -> bool:
        """Whether a king of this seat could be captured on this square."""
        return self.threat(seat).attacks(board, square)

    def checked(self, seat: Seat) -> tuple[Square, ...]:
        """The kings of this seat that are under attack."""
        if not self.try_out:
            return self.watched(seat).checked
        return tuple([king for king in self.places(seat) if self.threatened(self.board, king, seat)])

    def watched(self, seat: Seat) -> Attacks:
        """The attacks on the kings that this seat guards; computed once per position."""
        return self.once(("watched", seat), partial(self._watch, seat))

    def _watch(self, seat: Seat) -> Attacks:
        return self.threat(seat).watch(self.board, self.places(seat))

    @classmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        """The initial position; `randomness` 1 and 2 need `random`."""
        settings = cls.complete(settings)
        white, black = start_positions.back_ranks(settings["randomness"], random)
        files = "".join(str(file) for rank in (white, black) for file, piece in enumerate(rank) if piece == "r")
        named = {"flags": files + cls.start_flags}
        return cls.from_fen(join(start_positions.rows(white, black), "w", 0, named), settings)

    def fen(self) -> str:
        """The rows, the seat to move, the plies and the named fields."""
        return join(GRID.write_rows(self.board), self.turn_letters[self.to_act[0]], self.plies, self.named())

    def named(self) -> dict[str, str]:
        """The fields of the FEN's JSON."""
        return {"flags": castling.write(self.castling), "enpassant": reading.written(self.passing)}

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """The position of a FEN, in this project's form or as other programs write it.

        Missing fields: White to move, castling from the orthodox squares, no en passant. Raises FenError for what
        is malformed, contradictory or not playable.
        """
        settings = cls.complete(settings)
        fields = cls.read_fields(cls.ours(fen) if standard.is_one(fen) else fen)
        board = cls.read_board(fields.rows)
        new = cls(
            board=board,
            to_act=(cls.turn_letters.index(fields.turn or "w"),),
            plies=fields.plies or 0,
            settings=settings,
            **cls.read_named(cls.fields_of(fields), board, settings),
        )
        new.refuse()
        return new

    @classmethod
    def fields_of(cls, fields: Fields) -> Mapping[str, str]:
        """The named fields of a FEN, or its plain ones by these names. Raises FenError."""
        return reading.by_name(fields, tuple(cls.fen_keys))

    @classmethod
    def ours(cls, fen: str) -> str:
        """A FEN of another program, converted to this project's form. Raises FenError."""
        return standard.ours(fen, cls.read_board(fen.split(" ")[0]), cls.start_flags)

    @classmethod
    def read_board(cls, rows: str) -> tuple[str, ...]:
        """The board of a FEN."""
        return GRID.read_rows(rows, cls.drawings)

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the position that the named fields of a FEN give. Raises FenError."""
        flags = named.get("flags")
        if flags is not None and parted(cls.fen_value("flags"), flags) is None:
            raise FenError("fen_flags", "The flags of the FEN, “{flags}”, are misspelled.", flags=flags)
        return {
            "castling": castling.orthodox(board) if flags is None else castling.read(flags[:4], board),
            "passing": reading.passed(named.get("enpassant", "-"), "enpassant", cls.fen_value("enpassant").squares),
        }

    def refuse(self) -> None:
        """Raise FenError where this position, read from a FEN, could not be played."""
        self.refuse_kings()
        reading.refuse_pawns(self.board, *[self.army(seat) for seat in self.players()])
        self.refuse_passing()
        for king in self.left_open():
            raise FenError(
                "fen_king_taken", "The side to move could take the king on {square}.", square=GRID.names[king]
            )

    def left_open(self) -> tuple[Square, ...]:
        """The kings that the last mover left under attack, which no legal move does."""
        return self.checked(1 - self.to_act[0])

    def refuse_kings(self) -> None:
        """Raise FenError unless each side has the kings that it must have."""
        reading.refuse_kings(self.board)

    def refuse_passing(self) -> None:
        """Raise FenError where no double step can have led to `passing`."""
        for passed in self.passing:
            reading.refuse_passing(self.board, passed, self.threat(self.to_act[0]))

"""Chess on eight by eight, cut where variants differ; as it stands it is orthodox chess, itself not registered."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from variants import algebraic, castling, generation, reading, san, standard, start_positions
from variants.army import GRID, LAST_ROWS, ORTHODOX, PAWN_TAKES, Army
from variants.castling import NO_RIGHTS, Plan, Rights
from variants.errors import FenError, MoveError
from variants.fen import MOST_PLIES, Fields, join, split
from variants.position import (
    NO_SETTINGS,
    Draws,
    Event,
    Move,
    Option,
    Picture,
    Position,
    Result,
    Seat,
    Sign,
    Square,
    Viewer,
)
from variants.worth import PLAIN, ahead, estimate

HOME_PAWNS = frozenset(range(8, 16)) | frozenset(range(48, 56))


class Deed(NamedTuple):
    """What a move does on this board."""

    move: Move
    mover: str
    born: str
    """The symbol that stands on the last square afterwards."""
    victim: str = ""
    taken: Square | None = None
    """Where the victim stands: the last square, but for en passant."""
    castle: Plan | None = None
    passed: Square | None = None
    """The square a pawn jumped over."""


@dataclass(frozen=True, kw_only=True)
class Orthodox(Position):
    """Orthodox chess, and the base of the variants that alter it.

    A variant overrides what differs: `army` (what a seat commands, takes and leaves behind), `threat` (what
    attacks its kings once it has moved), `kings` (those it must guard), `settle` (what a move does to the board),
    `also` (further fields of the next position), `story_of` (the events), `verdict` (what no move means),
    `refuse_kings` and `refuse_passing` (what a FEN may not say).

    Events, with their squares and pieces:
    moved (from, to) (mover); captured (from, to) (mover, victim); en_passant (from, to) (mover, victim);
    castled (king from, king to) (king, rook); promoted (square) (pawn, new piece);
    check (the king's square) (king): `seat` is the one in check.
    Reasons: checkmate, stalemate.
    """

    options: ClassVar[tuple[Option, ...]] = (start_positions.RANDOMNESS,)
    drawings: ClassVar[Mapping[str, str]] = {
        symbol: ("w" if symbol.isupper() else "b") + symbol.lower() for symbol in "PNBRQKpnbrqk"
    }
    signs: ClassVar[Mapping[str, Sign]] = {
        "moved": "arrow",
        "captured": "arrow",
        "en_passant": "arrow",
        "castled": "arrow",
    }
    event_codes = frozenset({"moved", "captured", "en_passant", "castled", "promoted", "check"})
    reasons = frozenset({"checkmate", "stalemate"})
    draws = Draws(3, "claim", 100)
    fen_keys: ClassVar[tuple[str, ...]] = ("flags", "enpassant")
    """The keys of the FEN, in the order of the older plain fields."""
    flags_pattern: ClassVar[str] = "[0-8a-i]{4}"
    start_flags: ClassVar[str] = ""
    """What follows the castling files in the flags of an initial position."""

    turn_letters: ClassVar[Sequence[str]] = "wb"
    """For each seat what a FEN writes where that seat is to move."""

    most_passing: ClassVar[int] = 1
    """How many pawns may be there at once to be taken en passant."""

    special_texts: ClassVar[Mapping[str, str]] = {}
    """How players write each special move, by its code."""

    plies: int = 0
    castling: Rights = NO_RIGHTS
    jumps: frozenset[Square] = HOME_PAWNS
    """Where a pawn may still go two squares."""
    passing: tuple[Square, ...] = ()
    """The squares that pawns jumped over and can be taken on, in order: in chess one at most, of the last ply."""

    # What a seat may do

    def army(self, seat: Seat) -> Army:
        """What this seat commands on its turn."""
        return ORTHODOX[seat]

    def next_seat(self, seat: Seat) -> Seat:
        """Whose turn comes after this seat's; here of two."""
        return 1 - seat

    def threat(self, seat: Seat) -> Army:
        """What will attack this seat's kings once it has moved."""
        return ORTHODOX[1 - seat]

    def kings(self, seat: Seat) -> str:
        """The symbols of the kings that this seat may not leave under attack."""
        return "Kk"[seat]

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """What this seat may send now; worked out once a position."""
        kept: dict[Seat, tuple[Move, ...]] = self.__dict__.setdefault("_moves", {})
        if seat not in kept:
            kept[seat] = tuple(self.legal(seat)) if seat in self.to_act else ()
        return kept[seat]

    def legal(self, seat: Seat) -> list[Move]:
        """The moves after which none of the seat's kings is attacked."""
        return generation.legal(
            self.board,
            self.army(seat),
            self.threat(seat),
            self.places(seat),
            jumps=self.jumps,
            passing=self.passing,
            rights=self.castling,
        )

    def places(self, seat: Seat) -> tuple[Square, ...]:
        """Where the kings stand that this seat guards."""
        return tuple([self.board.index(king) for king in self.kings(seat)])

    def checked(self, seat: Seat) -> tuple[Square, ...]:
        """The kings this seat guards that would be taken if it could not move."""
        threat = self.threat(seat)
        return tuple([king for king in self.places(seat) if threat.attacks(self.board, king)])

    # What a move does

    def deed(self, seat: Seat, move: Move) -> Deed:
        """What this offered move does."""
        board = self.board
        army = self.army(seat)
        (origin, target), into = move
        mover = board[origin]
        victim = board[target]
        nature = army.pieces[mover]
        if nature == "k" and self.castling != NO_RIGHTS:
            plan = castling.find(self.castling, board, move)
            if plan is not None:
                return Deed(move, mover, mover, castle=plan)
        if nature != "p":
            if not victim:
                return Deed(move, mover, mover)
            return Deed(move, mover, dict(army.captures[mover][victim])[into], victim, target)
        if target in LAST_ROWS:
            return Deed(move, mover, dict(army.promotions[mover][victim])[into], victim, target if victim else None)
        if victim:
            return Deed(move, mover, dict(army.captures[mover][victim])[into], victim, target)
        if target in self.passing and (target - origin) % 8:
            taken = target - generation.taker_way(target)
            return Deed(move, mover, dict(army.captures[mover][board[taken]])[into], board[taken], taken)
        jumped = (origin + target) // 2 if abs(target - origin) == 16 else None
        return Deed(move, mover, mover, passed=jumped)

    def settle(self, board: list[str], deed: Deed) -> None:
        """Do the deed on a board."""
        origin, target = deed.move.path
        if deed.castle is not None:
            (king, king_to), (rook, rook_to) = deed.castle.king, deed.castle.rook
            tower = board[rook]
            board[king] = board[rook] = ""
            board[king_to], board[rook_to] = deed.mover, tower
            return
        if deed.taken is not None:
            board[deed.taken] = ""
        board[origin] = ""
        board[target] = deed.born

    def also(self, seat: Seat, deed: Deed, board: Sequence[str]) -> dict[str, Any]:
        """Further fields of the next position, whose board this is; where `play` says otherwise, they win."""
        return {}

    def story_of(self, seat: Seat, deed: Deed) -> list[Event]:
        """What a deed is told as: first the deed itself, then what came of it on the board."""
        path = deed.move.path
        mover = deed.mover
        if deed.castle is not None:
            rook = castling.ROOKS[castling.KINGS.index(mover)]
            return [Event("castled", seat, deed.castle.king, (mover, rook))]
        if not deed.victim:
            story = [Event("moved", seat, path, (mover,))]
        else:
            code = "captured" if deed.taken == path[1] else "en_passant"
            story = [Event(code, seat, path, (mover, deed.victim))]
        if deed.mover in self.army(seat).ways and path[1] in LAST_ROWS:
            story.append(Event("promoted", seat, path[1:], (mover, deed.born)))
        return story

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after the move of the one seat that acts."""
        (seat, move) = next(iter(actions.items()))
        deed = self.deed(seat, move)
        army = self.army(seat)
        board = list(self.board)
        self.settle(board, deed)
        irreversible = bool(deed.victim) or deed.mover in army.ways
        changes: dict[str, Any] = {
            "board": tuple(board),
            "to_act": (self.next_seat(seat),),
            "plies": min(self.plies + 1, MOST_PLIES),
            "castling": castling.after(self.castling, deed.mover, *move.path),
            "passing": () if deed.passed is None or deed.mover not in army.passing else (deed.passed,),
            "quiet": 0 if irreversible else self.quiet + 1,
            "events": tuple(self.story_of(seat, deed)),
        }
        changes.update(self.also(seat, deed, board))
        new = self.then(**changes)
        checks = [
            Event("check", seat, (king,), (new.board[king],)) for seat in new.to_act for king in new.checked(seat)
        ]
        return new.then(events=(*new.events, *checks)) if checks else new

    def result(self) -> Result | None:
        """Won or drawn when the seat to act has no move."""
        seat = self.to_act[0]
        return None if self.moves(seat) else self.verdict(seat)

    def verdict(self, seat: Seat) -> Result:
        """What it means that this seat has no move."""
        return self.lost(seat, "checkmate") if self.checked(seat) else self.drawn("stalemate")

    def dead(self) -> Result | None:
        """A draw where neither side could ever win, for the variants that end there."""
        return None if self.could_win(0) or self.could_win(1) else self.drawn("dead")

    def takeable(self) -> tuple[Square, ...]:
        """The squares of `passing` on which a seat that is to act has an en-passant capture."""
        return tuple([square for square in self.passing if not self.board[square] and self._can_pass(square)])

    def _can_pass(self, square: Square) -> bool:
        way = generation.taker_way(square)
        for seat in self.to_act:
            army = self.army(seat)
            for origin in PAWN_TAKES[-way][square]:
                symbol = self.board[origin]
                if symbol in army.passing and way in army.ways[symbol]:
                    path = (origin, square)
                    if any(move.path == path for move in self.moves(seat)):
                        return True
        return False

    def key(self) -> Hashable:
        """Board, turn, rights to castle, and the en-passant captures that are possible (FIDE 9.2.3)."""
        return (self.board, self.to_act, self.castling, self.takeable() if self.passing else ())

    def evaluate(self, seat: Seat) -> float:
        """Pieces against pieces, wherever they stand."""
        return estimate(ahead(self.board, PLAIN), seat)

    # What it looks like

    def becomes(self, seat: Seat, move: Move) -> str:
        """The symbol that will stand on the last square."""
        return self.deed(seat, move).born

    def sign(self) -> str:
        """`#` where the game is won on the board, `+` for check: the event of the move tells, and nothing is tried."""
        if not any(event.code == "check" for event in self.events):
            return ""
        result = self.result()
        return "#" if result is not None and result.reason == "checkmate" else "+"

    def notation(self, actions: Mapping[Seat, Move], viewer: Viewer) -> Mapping[Seat, str]:
        """The moves as players write them, without a sign for check: `noted` adds it to the move that was played."""
        return {seat: self.labels(seat)[move] for seat, move in actions.items()}

    def labels(self, seat: Seat) -> Mapping[Move, str]:
        """The text of each move of this seat; worked out once a position."""
        kept: dict[Seat, dict[Move, str]] = self.__dict__.setdefault("_labels", {})
        if seat not in kept:
            kept[seat] = self._written(seat)
        return kept[seat]

    def _written(self, seat: Seat) -> dict[Move, str]:
        board, pieces = self.board, self.army(seat).pieces
        castlings: dict[Move, Plan] = {}
        goings = []
        texts = {}
        for move in self.moves(seat):
            special = self.special(seat, move)
            if special:
                texts[move] = self.special_texts[special]
                continue
            origin, target = move.path
            nature = pieces[board[origin]]
            castle = castling.find(self.castling, board, move) if nature == "k" else None
            if castle is not None:
                castlings[move] = castle
            else:
                takes = board[target] != "" or (nature == "p" and (target - origin) % 8 != 0)
                goings.append(algebraic.Going(move, nature, takes))
        texts |= algebraic.texts(goings)
        written = [plan.text for plan in castlings.values()]
        for move, plan in castlings.items():
            twice = written.count(plan.text) > 1
            texts[move] = plan.text + (f"({GRID.names[plan.king[1]]})" if twice else "")
        return texts

    def picture(self, viewer: Viewer) -> Picture:
        """The board, with the kings in check marked."""
        marks = {king: "check" for seat in self.to_act for king in self.checked(seat)}
        return Picture(self.size, self.board, marks)

    # Positions from outside

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

    def standard_fen(self) -> str | None:
        """Six fields, if reading them gives this position again."""
        if not standard.LETTERS.issuperset(self.board):
            return None
        fen = self.six_fields()
        try:
            again = type(self).from_fen(fen, self.settings)
        except FenError:
            return None
        return fen if (again.key(), again.plies) == (self.key(), self.plies) else None

    def six_fields(self) -> str:
        """What six fields can say of the position."""
        turn = self.turn_letters[self.to_act[0]]
        return standard.written(self.board, turn, self.castling, self.takeable(), self.quiet, self.plies)

    @classmethod
    def san(cls, note: str) -> str:
        """Castling has the letter O."""
        return san.written(note)

    def from_san(self, text: str) -> Move | None:
        """As its squares or in SAN."""
        seat = self.to_act[0]
        offered = self.moves(seat)
        try:
            move = self.read(text)
        except MoveError:
            move = None
        return move if move in offered else san.read(text, self.board, self.army(seat).pieces, self.castling, offered)

    def named(self) -> dict[str, str]:
        """The fields of the FEN that stand in its JSON."""
        return {"flags": castling.write(self.castling), "enpassant": reading.names(self.passing)}

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """The position a FEN describes, in our form or as other programs write it.

        Missing fields: White to move, castling from the orthodox squares, no en passant. Raises FenError for what
        is misspelled, contradicts itself or cannot be played on.
        """
        settings = cls.complete(settings)
        fields = split(cls.ours(fen) if standard.is_one(fen) else fen, cls.turn_letters, cls.fen_keys)
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
        return reading.by_name(fields, cls.fen_keys)

    @classmethod
    def ours(cls, fen: str) -> str:
        """A FEN as other programs write it, in our form. Raises FenError."""
        return standard.ours(fen, cls.read_board(fen.split(" ")[0]), cls.start_flags)

    @classmethod
    def read_board(cls, rows: str) -> tuple[str, ...]:
        """The board of a FEN."""
        return GRID.read_rows(rows, cls.drawings)

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the position that the named fields of a FEN give. Raises FenError."""
        flags = named.get("flags")
        if flags is not None and not re.fullmatch(cls.flags_pattern, flags):
            raise FenError("fen_flags", "The flags of the FEN, “{flags}”, are misspelled.", flags=flags)
        return {
            "castling": castling.orthodox(board) if flags is None else castling.read(flags[:4], board),
            "passing": reading.squares(named.get("enpassant", "-"), "enpassant", cls.most_passing),
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
        """The kings under attack that the last move cannot have left so."""
        return self.checked(1 - self.to_act[0])

    def refuse_kings(self) -> None:
        """Raise FenError unless each side has the kings that it must have."""
        reading.refuse_kings(self.board)

    def refuse_passing(self) -> None:
        """Raise FenError where no pawn can have jumped as `passing` says."""
        for square in self.passing:
            reading.refuse_passing(self.board, square, self.army(1 - self.to_act[0]))


def lost(seat: Seat, reason: str) -> Result:
    """The other seat has won."""
    return Result((float(seat == 1), float(seat == 0)), reason)

"""Orthodox chess in the parts that variants override; itself not registered."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from variants import algebraic, castling, generation, reading, san, standard, start_positions
from variants.army import GRID, HOME_PAWNS, LAST_ROWS, NO_ATTACKS, ORTHODOX, Army, Attacks, DoubleStep
from variants.castling import FLAGS, NO_RIGHTS, Castle, Rights
from variants.errors import FenError, MoveError
from variants.fen import MOST_PLIES, Fields, join
from variants.keys import Value, allows
from variants.piece_values import COUNTED, PLAIN, Squares, ahead, estimate, sides, value_at
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

PLAIN_SIDES = sides(PLAIN)

QUIET: Mapping[str, Value] = {"quiet": Value(most=MOST_PLIES, usual="0")}
"""The key of a FEN for the count of quiet turns, in variants that such turns draw."""


class Effects(NamedTuple):
    """The effects of a move on the board."""

    move: Move
    mover: str
    born: str
    """The symbol that stands on the last square afterwards."""
    victim: str = ""
    taken: Square | None = None
    """The square of the captured piece: the last square, except en passant."""
    castle: Castle | None = None
    double_step: DoubleStep | None = None
    """The double step, where the move is one."""


@dataclass(frozen=True, kw_only=True)
class Orthodox(Position):
    """Orthodox chess, and the base of the variants that alter it.

    A variant overrides what differs: `armies` or `army` (what a seat commands, takes and leaves behind), `threat` (what
    attacks its kings once it has moved), `kings` (those it must guard), `threatened` (whether one is in danger on a
    square), `next_seat`; `settle` (what a move does to the board), `next_fields` (further fields of the next position),
    `events_of` (the events), `verdict` (what no move means); of its FEN `fen_keys` with `named` and `read_named`,
    `refuse_kings` and `refuse_passing` (what it may not say).

    Events, with their squares and pieces:
    moved (from, to) (mover); captured (from, to) (mover, victim); en_passant (from, to) (mover, victim);
    castled (king from, king to) (king, rook); promoted (square) (pawn, new piece);
    check (the king's square) (king): `seat` is the one in check.
    Reasons: checkmate, stalemate.
    """

    plies: int = 0
    castling: Rights = NO_RIGHTS
    double_steps: frozenset[Square] = HOME_PAWNS
    """The squares of pawns that may still make a double step."""
    en_passant: tuple[DoubleStep, ...] = ()
    """The double steps that can be answered en passant, in the order of the squares: in chess one at most."""
    told_quiet: bool = False
    """Whether the count of quiet turns began in the FEN of the first position; then each FEN says it."""

    options: ClassVar[tuple[Option, ...]] = (start_positions.RANDOMNESS,)
    drawings: ClassVar[Mapping[str, str]] = {
        symbol: ("w" if symbol.isupper() else "b") + symbol.lower() for symbol in "PNBRQKpnbrqk"
    }
    legality_by_trial: ClassVar[bool] = False
    """Whether each move must be tried to know if it is legal: where more changes than the squares of its path."""
    armies: ClassVar[Sequence[Army]] = ORTHODOX
    """The army of each seat."""
    fen_keys: ClassVar[Mapping[str, Value]] = {
        "flags": Value(parts=FLAGS, usual="8888"),
        "enpassant": Value(squares=1),
    }
    halfmoves: ClassVar[float] = 1
    """Halfmoves of a standard FEN for one quiet turn; a variant keeps them whose `fen_keys` have `QUIET`."""
    start_flags: ClassVar[str] = ""
    """What follows the castling files in the flags of an initial position."""
    event_codes: ClassVar[Mapping[str, Sign | None]] = {
        **dict.fromkeys(("moved", "captured", "en_passant", "castled"), "arrow"),
        **dict.fromkeys(("promoted", "check")),
    }
    reasons = frozenset({"checkmate", "stalemate"})
    draws = Draws(3, "claim", 100)
    material: ClassVar[Mapping[str, float]] = COUNTED
    retaken: ClassVar[float] = 1.0
    """The part of a piece that is lost where it can be taken back, as a hint for searches."""
    special_texts: ClassVar[Mapping[str, str]] = {}
    """The text of each special move, by its code."""

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

    def king_squares(self, seat: Seat) -> tuple[Square, ...]:
        """The squares of the kings that this seat guards."""
        board = self.board
        return tuple([board.index(king) for king in self.kings(seat) if king in board])

    def threatened(self, board: Sequence[str], square: Square, seat: Seat) -> bool:
        """Whether a king of this seat could be captured on this square."""
        return self.threat(seat).attacks(board, square)

    def kings_in_check(self, seat: Seat) -> tuple[Square, ...]:
        """The kings of this seat that are under attack."""
        if not self.legality_by_trial:
            return self.attacks_on_kings(seat).checked
        return tuple([king for king in self.king_squares(seat) if self.threatened(self.board, king, seat)])

    def attacks_on_kings(self, seat: Seat) -> Attacks:
        """The attacks on the kings that this seat guards; computed once per position."""
        return self.once(("watched", seat), partial(self._watch, seat))

    def _watch(self, seat: Seat) -> Attacks:
        return self.threat(seat).watch(self.board, self.king_squares(seat))

    # Texts of a position

    @classmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        """The initial position; `randomness` 1 and 2 need `random`."""
        settings = cls.complete(settings)
        return cls.from_fen(cls._start_fen(*start_positions.back_ranks(settings["randomness"], random)), settings)

    @classmethod
    def _start_fen(cls, white: str, black: str) -> str:
        """The FEN of the initial position with these back ranks."""
        files = "".join(str(file) for rank in (white, black) for file, piece in enumerate(rank) if piece == "r")
        named = {"flags": files + cls.start_flags}
        return join(start_positions.rows(white, black), "w", 0, named)

    def fen(self) -> str:
        """The rows, the seat to move, the plies and the named fields."""
        return join(GRID.write_rows(self.board), self.turn_letters[self.to_act[0]], self.plies, self.named())

    def named(self) -> dict[str, str]:
        """The fields of the FEN's JSON."""
        named = {"flags": castling.write(self.castling), "enpassant": reading.written(self.en_passant)}
        return {**named, "quiet": str(self.quiet)} if self.told_quiet and self.quiet else named

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """The position of a FEN, in this project's form or as other programs write it, or of a Chess960 number.

        Missing fields: White to move, castling from the orthodox squares, no en passant. Raises FenError for what
        is malformed, contradictory or not playable.
        """
        settings = cls.complete(settings)
        if fen.strip().isdecimal() and start_positions.RANDOMNESS in cls.options:
            rank = start_positions.numbered(fen.strip())
            fen = cls._start_fen(rank, rank)
        fields = cls.read_fields(cls.ours(fen) if standard.is_one(fen) else fen)
        board, named = cls.read_board(fields.rows), cls.fields_of(fields)
        cls.refuse_values(named)  # Also those that have no names in the FEN.
        new = cls(
            board=board,
            to_act=(cls.turn_letters.index(fields.turn or "w"),),
            plies=fields.plies or 0,
            settings=settings,
            **cls.read_named(named, board, settings),
        )
        new.refuse()
        return new

    @classmethod
    def fields_of(cls, fields: Fields) -> Mapping[str, str]:
        """The named fields of a FEN, or its plain ones by these names. Raises FenError."""
        named = reading.by_name(fields, tuple(cls.fen_keys))
        # A missing field may be written `-`.
        return {key: text for key, text in named.items() if text != "-" or allows(cls.fen_value(key), "-", *cls.size)}

    @classmethod
    def ours(cls, fen: str) -> str:
        """A FEN of another program, converted to this project's form. Raises FenError."""
        fields = standard.six_fields(fen)
        board = cls.read_board(fields.rows)
        named = {"flags": castling.digits(fields.rights, board) + cls.start_flags}
        if "quiet" in cls.fen_keys:
            named["quiet"] = str(int(fields.halfmoves / cls.halfmoves))
        return standard.ours(fields, board, named)

    @classmethod
    def read_board(cls, rows: str) -> tuple[str, ...]:
        """The board of a FEN."""
        return GRID.read_rows(rows, cls.drawings)

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the position that the named fields of a FEN give. Raises FenError."""
        flags = named.get("flags")
        quiet = int(named.get("quiet", "0"))
        return {
            "castling": castling.orthodox(board) if flags is None else castling.read(flags[:4], board),
            "quiet": quiet,
            "told_quiet": quiet > 0,
            "en_passant": reading.passed(named.get("enpassant", "-"), "enpassant", cls.fen_value("enpassant").squares),
        }

    @classmethod
    def possible_parts(cls, key: str, board: Sequence[str]) -> Sequence[Collection[str]]:
        """Castling needs a rook beside the king."""
        return castling.possible(board) if key == "flags" else ()

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
        return self.kings_in_check(1 - self.to_act[0])

    def refuse_kings(self) -> None:
        """Raise FenError unless each side has the kings that it must have."""
        reading.refuse_kings(self.board)

    def refuse_passing(self) -> None:
        """Raise FenError where no double step can have led to `en_passant`."""
        for passed in self.en_passant:
            reading.refuse_passing(self.board, passed, self.threat(self.to_act[0]))

    # For other programs

    def takeable(self) -> tuple[Square, ...]:
        """The en-passant squares where a seat that is to act can capture."""
        return tuple(
            [passed.square for passed in self.en_passant if not self.board[passed.square] and self._taken(passed)]
        )

    def _taken(self, passed: DoubleStep) -> bool:
        for seat in self.to_act:
            for origin in self.army(seat).takers(self.board, passed):
                path = (origin, passed.square)
                if any(move.path == path for move in self.moves(seat)):
                    return True
        return False

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
        """The part of the position that six fields can hold."""
        turn = self.turn_letters[self.to_act[0]]
        halfmoves = int(self.quiet * self.halfmoves)
        return standard.written(self.board, turn, self.castling, self.takeable(), halfmoves, self.plies)

    @classmethod
    def san(cls, note: str) -> str:
        """The text with castling as the letter O."""
        return san.written(note)

    def from_san(self, text: str) -> Move | None:
        """A move as its squares or in SAN."""
        seat = self.to_act[0]
        offered = tuple(self.moves(seat))
        try:
            move = self.read(text)
        except MoveError:
            move = None
        return move if move in offered else san.read(text, self.board, self.army(seat).pieces, self.castling, offered)

    def from_import(self, text: str) -> Move | None:
        """A move in SAN, as its squares with a hyphen, or castling as the squares of the king and where it goes or of
        the rook: `e1h1`, `Kg1`."""
        move = self.from_san(san.tidied(text))
        if move is not None:
            return move
        seat = self.to_act[0]
        return san.castling(text, self.board, self.army(seat).pieces, self.castling, self.moves(seat))

    # Moves

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """The moves of this seat now; computed once per position."""
        return self.once(("moves", seat), lambda: tuple(self.legal(seat)) if seat in self.to_act else ())

    def legal(self, seat: Seat) -> list[Move]:
        """The moves after which none of the seat's kings is under attack."""
        return self.generated(seat)

    def generated(self, seat: Seat, forcing: bool = False) -> list[Move]:
        """These moves, or only the captures and promotions of chess among them."""
        moves = generation.legal(
            self.board,
            self.army(seat),
            self.threat(seat),
            () if self.legality_by_trial else self.king_squares(seat),
            NO_ATTACKS if self.legality_by_trial else self.attacks_on_kings(seat),
            double_steps=self.double_steps,
            en_passant=self.en_passant,
            rights=self.castling,
            forcing=forcing,
        )
        return [move for move in moves if self.holds(seat, move)] if self.legality_by_trial else moves

    def holds(self, seat: Seat, move: Move) -> bool:
        """Whether the seat's kings are on the board and safe after this move and, for castling, on the way."""
        effects = self.effects(seat, move)
        if effects.castle is not None:
            board = list(self.board)
            board[effects.castle.king[0]] = ""
            if any(self.threatened(board, square, seat) for square in effects.castle.crossed):
                return False
        board = list(self.board)
        self.settle(board, effects)
        return all(king in board and not self.threatened(board, board.index(king), seat) for king in self.kings(seat))

    # Effects of a move

    def effects(self, seat: Seat, move: Move) -> Effects:
        """The effects of this offered move."""
        board = self.board
        army = self.army(seat)
        (origin, target), into = move
        mover = board[origin]
        victim = board[target]
        kind = army.pieces[mover]
        if kind == "k" and self.castling != NO_RIGHTS:
            plan = castling.find(self.castling, board, move)
            if plan is not None:
                return Effects(move, mover, mover, castle=plan)
        if victim or (kind == "p" and target in LAST_ROWS):
            born = army.arrival(mover, victim, target, into)
            return Effects(move, mover, born, victim, target if victim else None)
        if kind == "p":
            if abs(target // 8 - origin // 8) == 2:
                return Effects(move, mover, mover, double_step=DoubleStep((origin + target) // 2, target))
            for passed in self.en_passant:
                if passed.square == target and origin in army.takers(board, passed):
                    taken = board[passed.pawn]
                    return Effects(move, mover, army.arrival(mover, taken, target, into), taken, passed.pawn)
        return Effects(move, mover, mover)

    def settle(self, board: list[str], effects: Effects) -> None:
        """Carry out a move's effects on a board."""
        origin, target = effects.move.path
        if effects.castle is not None:
            (king, king_to), (rook, rook_to) = effects.castle.king, effects.castle.rook
            tower = board[rook]
            board[king] = board[rook] = ""
            board[king_to], board[rook_to] = effects.mover, tower
            return
        if effects.taken is not None:
            board[effects.taken] = ""
        board[origin] = ""
        board[target] = effects.born

    def next_fields(self, seat: Seat, effects: Effects, board: Sequence[str]) -> dict[str, Any]:
        """More fields of the next position, with this board; they override those of `play`."""
        return {}

    def events_of(self, seat: Seat, effects: Effects) -> list[Event]:
        """The events of a move: the move itself first, then its effects on the board."""
        path = effects.move.path
        mover = effects.mover
        if effects.castle is not None:
            rook = castling.ROOKS[castling.KINGS.index(mover)]
            return [Event("castled", seat, effects.castle.king, (mover, rook))]
        if not effects.victim:
            events = [Event("moved", seat, path, (mover,))]
        else:
            code = "captured" if effects.taken == path[1] else "en_passant"
            events = [Event(code, seat, path, (mover, effects.victim))]
        if effects.born != mover and mover in self.army(seat).ways and path[1] in LAST_ROWS:
            events.append(Event("promoted", seat, path[1:], (mover, effects.born)))
        return events

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after the move of the one seat that acts."""
        ((seat, move),) = actions.items()
        effects = self.effects(seat, move)
        army = self.army(seat)
        board = list(self.board)
        self.settle(board, effects)
        irreversible = bool(effects.victim) or effects.mover in army.ways
        rights = castling.after(self.castling, effects.mover, *move.path)
        if self.legality_by_trial or effects.victim in castling.KINGS:
            rights = castling.standing(rights, board)
        changes: dict[str, Any] = {
            "board": tuple(board),
            "to_act": (self.next_seat(seat),),
            "plies": min(self.plies + 1, MOST_PLIES),
            "castling": rights,
            "en_passant": (effects.double_step,) if effects.double_step and effects.mover in army.en_passant else (),
            "quiet": 0 if irreversible else self.quiet + 1,
            "told_quiet": self.told_quiet and not irreversible,
            "events": tuple(self.events_of(seat, effects)),
        }
        changes.update(self.next_fields(seat, effects, board))
        return self.then(**changes).with_checks()

    def with_checks(self) -> Self:
        """The same position; its events also tell the kings in check of those who are to act."""
        kings = [(seat, king) for seat in self.to_act for king in self.kings_in_check(seat)]
        checks = [Event("check", seat, (king,), (self.board[king],)) for seat, king in kings]
        return self.then(events=(*self.events, *checks)) if checks else self

    def result(self) -> Result | None:
        """The result when the seat to act has no move."""
        seat = self.to_act[0]
        return None if self.moves(seat) else self.verdict(seat)

    def verdict(self, seat: Seat) -> Result:
        """The result where this seat has no move."""
        return self.lost(seat, "checkmate") if self.kings_in_check(seat) else self.drawn("stalemate")

    def dead(self) -> Result | None:
        """A draw where no seat could ever win, for the variants that end there."""
        return None if any(self.could_win(seat) for seat in self.players()) else self.drawn("dead")

    def key(self) -> Hashable:
        """Board, turn, castling rights, and the en-passant captures that are possible (FIDE 9.2.3)."""
        return (self.board, self.to_act, self.castling, self.takeable() if self.en_passant else ())

    # Hints

    def piece_values(self, seat: Seat) -> Squares:
        """What each symbol adds to this seat's lead on each square, in pawns."""
        return PLAIN_SIDES[0 if seat == 0 else 1]

    def evaluate(self, seat: Seat) -> float:
        """The pieces and where they stand."""
        return estimate(ahead(self.board, self.piece_values(seat)), 0)

    def must_answer(self) -> bool:
        """Whether the side to move is in check."""
        return bool(self.kings_in_check(self.to_act[0]))

    def null_move(self) -> Self | None:
        """Not where the side to move is in check, or has pawns alone: there the best may be not to have to move."""
        seat = self.to_act[0]
        pieces = self.army(seat).pieces
        if self.kings_in_check(seat) or not any(pieces.get(symbol, "p") in "nbrq" for symbol in self.board):
            return None
        return self.then(to_act=(self.next_seat(seat),), en_passant=(), events=())

    def gain(self, seat: Seat, move: Move) -> float | None:
        """What a capture takes and a promotion adds, less the piece itself where it can be taken back."""
        board = self.board
        (origin, target), into = move
        mover, victim = board[origin], board[target]
        if not victim and not into and not any(passed.square == target for passed in self.en_passant):
            return None
        effects = self.effects(seat, move)
        if effects.victim == "" and effects.born == mover:
            return None
        worth, threat, born = self.piece_values(seat), self.threat(seat), effects.born
        won = value_at(worth, born, target) - value_at(worth, mover, origin) - value_at(worth, effects.victim, target)
        if born in threat.prey and threat.attacks(board, target):
            won -= self.retaken * value_at(worth, born, target)
        return won

    # Notation and pictures

    def becomes(self, seat: Seat, move: Move) -> str:
        """The symbol that will stand on the last square."""
        return self.effects(seat, move).born

    def suffix(self) -> str:
        """`#` where the game is won on the board, `+` for check: read from the event, without trying moves."""
        if not any(event.code == "check" for event in self.events):
            return ""
        result = self.result()
        return "#" if result is not None and result.reason == "checkmate" else "+"

    def labels(self, seat: Seat) -> Mapping[Move, str]:
        """The text of each move of this seat, without a sign for check; computed once per position."""
        return self.once(("labels", seat), lambda: self._written(seat))

    def _written(self, seat: Seat) -> dict[Move, str]:
        board, pieces = self.board, self.army(seat).pieces
        castlings: dict[Move, Castle] = {}
        goings = []
        texts = {}
        for move in self.moves(seat):
            special = self.special(seat, move)
            if special:
                texts[move] = self.special_texts[special]
                continue
            origin, target = move.path
            kind = pieces[board[origin]]
            castle = castling.find(self.castling, board, move) if kind == "k" else None
            if castle is not None:
                castlings[move] = castle
            else:
                takes = board[target] != "" or (
                    kind == "p" and self.en_passant != () and self.effects(seat, move).victim != ""
                )
                goings.append(algebraic.Going(move, kind, takes))
        texts |= algebraic.texts(goings)
        written = [plan.text for plan in castlings.values()]
        for move, plan in castlings.items():
            twice = written.count(plan.text) > 1
            texts[move] = plan.text + (f"({GRID.names[plan.king[1]]})" if twice else "")
        return texts

    def picture(self, viewer: Viewer) -> Picture:
        """The board, with the kings in check marked."""
        marks = {king: "check" for seat in self.to_act for king in self.kings_in_check(seat)}
        return Picture(self.size, self.board, marks)

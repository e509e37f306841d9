"""Orthodox chess in the parts that variants override; itself not registered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from string import ascii_lowercase
from typing import Any, ClassVar, NamedTuple, Self

from variants import algebraic, generation, reading, san, standard, start_positions
from variants.army import DOWN, KINDS, NO_ATTACKS, PAWNS, UP, Army, Attacks, Choices, DoubleStep, Pawns, promotes, stays
from variants.castling import CASTLING, NO_RIGHTS, Castle, Castling, Rights
from variants.errors import FenError, MoveError
from variants.fen import MOST_PLIES, Fields, join, words_of
from variants.grid import HOLE, Grid, grid
from variants.keys import TEXT, Part, Value, allows
from variants.lazy import Lazy
from variants.material import company
from variants.piece_values import COUNTED, Squares, ahead, estimate, likely_squares, sides, value_at
from variants.position import (
    NO_SETTINGS,
    TABLES,
    Draws,
    Event,
    Move,
    Option,
    Picture,
    Position,
    Result,
    RuleFact,
    Seat,
    Sign,
    Square,
    Tally,
    Viewer,
)

QUIET: Mapping[str, Value] = {"quiet": Value(most=MOST_PLIES, usual="0")}
"""The key of a FEN for the count of quiet turns; variants that such turns draw have it."""


_MATES = ("checkmate", "stalemate")
RULE_METHODS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("verdict", "result"), _MATES),
    **dict.fromkeys(("legal", "moves", "generated", "holds"), ()),
    **dict.fromkeys(("threat", "threatened", "kings_in_check", "attacks_on_kings"), _MATES),
    **dict.fromkeys(("kings", "king_squares"), (*_MATES, "no_royal")),
    **dict.fromkeys(("next_seat", "play"), ("turns",)),
    **dict.fromkeys(("promotes", "make_armies", "army"), ("promotion",)),
    **dict.fromkeys(("start", "without", "visible", "takes", "effects", "settle", "next_fields", "with_checks"), ()),
    **dict.fromkeys(("drops", "may_drop"), ("drop_",)),
    "hand_letter": ("hands", "drop_"),
    "has_reserve": ("returning",),
    "captures": ("must_capture",),
    "gives_check": ("no_checks",),
    "exempt": ("paralysis_",),
    **dict.fromkeys(("is_paralysed", "paralysed"), ("paralysis",)),
    "at_goal": ("goal",),
    "has_lost_group": ("extinct",),
    "converted": ("conversion",),
    **dict.fromkeys(("repeated", "checking"), ("repetition", "perpetual_check")),
    "claim": (),
}
"""Methods of chess and of the parts that make rules, each with the beginnings of the codes of facts that it decides.

Facts do not state what a class changes by one of these: words must.
"""


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
    """Orthodox chess, and the base of the variants that alter it, on any board.

    A variant declares what differs: `size`, `holes`, `cylinder`, `setup`, `pieces`, `promotes_to` and the other facts
    below; from these its tables are made when they are first needed. It overrides the rules that differ: `takes` and
    `promotes` (what stands after a capture and a promotion), `make_armies` or `army` (what a seat commands), `threat`
    (what attacks its kings once it has moved), `kings` (those it must guard), `threatened` (whether one is in danger on
    a square), `next_seat`; `settle` (what a move does to the board), `next_fields` (further fields of the next
    position), `events_of` (the events), `verdict` (what no move means); of its FEN `fen_keys` with `named` and
    `read_named`, `refuse_kings` and `refuse_passing` (what it may not say).

    Events, with their squares and pieces:
    moved (from, to) (mover); captured (from, to) (mover, victim); en_passant (from, to) (mover, victim);
    castled (king from, king to) (king, rook); promoted (square) (pawn, new piece);
    check (the king's square) (king): `seat` is the one in check.
    Reasons: checkmate, stalemate.
    """

    plies: int = 0
    castling: Rights = NO_RIGHTS
    double_steps: frozenset[Square] | None = None
    """The squares of pawns that may still make a double step, where not all may that stand where one begins."""
    en_passant: tuple[DoubleStep, ...] = ()
    """The double steps that can be answered en passant, in the order of the squares: in chess one at most."""
    told_quiet: bool = False
    """Whether the count of quiet turns began in the FEN of the first position; then each FEN says it."""

    # Facts that a variant may declare otherwise

    cylinder: ClassVar[bool] = False
    """Whether the last file is beside the first one."""
    setup: ClassVar[str] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    """The rows of the start position."""
    pieces: ClassVar[Mapping[str, str]] = {"p": "fmWfcFifmnD", **KINDS}
    """Letters of kinds, and how they go in Betza's notation, besides those of the bases. `p` is the pawn."""
    drawing_names: ClassVar[Mapping[str, str]] = {}
    """Letters of kinds whose drawings have other names than `w` or `b` and the letter, with what follows these two."""
    promotes_to: ClassVar[str] = "qrbn"
    """The letters of the kinds that a pawn may become."""
    promotion_ranks: ClassVar[int] = 1
    """The last ranks on which it may."""
    forced_ranks: ClassVar[int] = 1
    """The last ranks on which it must."""
    double_step_ranks: ClassVar[tuple[int, ...]] = (2,)
    """The ranks, from its own side, where a pawn may make a double step, if it goes so (`i`)."""
    initial_squares: ClassVar[Mapping[str, str]] = {}
    """Letters of kinds, with the squares of White's from which they go the ways marked `i`, and opposite ones of
    Black's; of other kinds those where they begin."""
    confined: ClassVar[Mapping[str, str]] = {}
    """Letters of kinds, with the squares that White's cannot leave; Black's cannot leave those opposite."""
    castling_files: ClassVar[str] = "cg"
    """The files where the king ends by castling, on the a-side and on the h-side; "" without castling."""
    royal: ClassVar[str | tuple[str, str]] = "k"
    """The letters of the kings that both seats guard, or that each does; "" for none. They cannot be captured."""
    bare_king_wins: ClassVar[bool] = True
    """Whether a seat with nothing but a king could still win; False where only a mate wins."""
    blocks: ClassVar[Mapping[str, str]] = {}
    """Symbols of what belongs to nobody and is only in the way, with the names of their drawings."""
    counts: ClassVar[Mapping[str, int]] = {}
    """Fields with a number for each seat, and the most that it can be: part of the key, the FEN and the tallies."""

    options: ClassVar[tuple[Option, ...]] = (start_positions.RANDOMNESS,)
    legality_by_trial: ClassVar[bool] = False
    """Whether each move must be tried to know if it is legal: where more changes than the squares of its path."""
    fen_keys: ClassVar[Mapping[str, Value]] = {
        "flags": Value(parts=CASTLING.flags, usual=CASTLING.usual),
        "enpassant": Value(squares=1),
    }
    halfmoves: ClassVar[float] = 1
    """Halfmoves of a standard FEN for one quiet turn."""
    start_flags: ClassVar[str] = ""
    """What follows the castling files in the flags of an initial position."""
    event_codes: ClassVar[Mapping[str, Sign | None]] = {
        **dict.fromkeys(("moved", "captured", "en_passant", "castled"), "arrow"),
        **dict.fromkeys(("promoted", "check")),
    }
    reasons = frozenset({"checkmate", "stalemate"})
    draws = Draws(3, "claim", 100)
    retaken: ClassVar[float] = 1.0
    """The part of a piece that is lost where it can be taken back, as a hint for searches."""
    special_texts: ClassVar[Mapping[str, str]] = {}
    """The text of each special move, by its code."""

    # Facts that are made of these

    guarded: ClassVar[tuple[str, str]] = ("K", "k")
    """The symbols of the kings that each seat guards."""
    grid: ClassVar[Grid]
    armies: ClassVar[Sequence[Army]]
    """The army of each seat."""
    castles: ClassVar[Castling]
    values: ClassVar[Sequence[Squares]]
    """What each symbol adds to a seat's lead on each square, in pawns."""
    spelling: ClassVar[san.SanReader]
    material: ClassVar[Mapping[str, float]]

    def __init_subclass__(cls, **more: Any) -> None:
        """Let the class make its own tables."""
        super().__init_subclass__(**more)
        _derive(cls)

    @classmethod
    def letters(cls) -> str:
        """The letters of the kinds that occur in a game."""
        used = {*cls.setup.lower(), *cls.promotes_to}
        return "".join([letter for letter in cls.pieces if letter in used])

    @classmethod
    def kind_of(cls, letter: str) -> str:
        """The letter of the kind as which pieces of this letter go."""
        return letter

    @classmethod
    def has_pawns(cls) -> bool:
        """Whether the pieces with the letter `p` are pawns: they step otherwise than they capture."""
        return "p" in cls.letters() and Pawns.are(cls.pieces["p"])

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The rules that the facts state. A part puts its own before these, or replaces some."""
        return _rule_facts(cls)

    @classmethod
    def takes(cls, mover: str, victim: str) -> Choices:
        """What may stand where one symbol has captured another."""
        return stays(mover, victim)

    @classmethod
    def promotes(cls, mover: str, victim: str) -> Choices:
        """What a pawn may become that arrives on the last rank, by this capture ("" for none)."""
        return promotes(mover, victim, cls.promotes_to)

    @classmethod
    def make_armies(cls, own: str = "") -> Sequence[Army]:
        """White's army and Black's; each may also capture its own pieces of the letters of `own`."""
        letters = cls.letters()
        pawns = Pawns.of(cls.pieces["p"], cls.grid, cls.double_step_ranks) if cls.has_pawns() else None
        return [cls._make_army(seat, letters, pawns, own) for seat in (0, 1)]

    @classmethod
    def _make_army(cls, seat: Seat, letters: str, pawns: Pawns | None, own: str) -> Army:
        case, other = ((str.upper, str.lower), (str.lower, str.upper))[seat]
        files, ranks = cls.size
        rows = range(ranks) if seat == 0 else range(ranks)[::-1]
        barred = [*rows[: cls.forced_ranks], *([] if 1 in cls.double_step_ranks else [rows[-1]])]
        begin: dict[str, list[Square]] = {}
        for square, symbol in enumerate(cls.grid.read_rows(cls.setup, {*letters, *letters.upper(), HOLE})):
            begin.setdefault(symbol, []).append(square)
        begin |= {case(letter): cls.own_squares(seat, names) for letter, names in cls.initial_squares.items()}
        guarded = "".join(cls.guarded)
        steppers = [letter for letter in letters if pawns and cls.kind_of(letter) == "p"]
        return Army(
            pieces={case(letter): cls.kind_of(letter) for letter in letters},
            prey="".join([other(letter) for letter in letters if other(letter) not in guarded]) + case(own),
            ways={case(letter): ((UP, DOWN)[seat],) for letter in steppers},
            en_passant="".join(map(case, steppers)) if pawns and pawns.double else "",
            take=cls.takes,
            promote=cls.promotes,
            pawns=pawns or PAWNS,
            kinds=cls.pieces,
            board=cls.grid,
            last=[cls.grid.square(file, row) for row in barred for file in range(files)],
            zone=[cls.grid.square(file, row) for row in rows[: cls.promotion_ranks] for file in range(files)],
            begin=begin,
            confined={case(letter): cls.own_squares(seat, names) for letter, names in cls.confined.items()},
        )

    @classmethod
    def own_squares(cls, seat: Seat, names: str) -> list[Square]:
        """The squares of White that are named, or for Black those opposite."""
        squares = [divmod(cls.grid.index[name], cls.grid.files) for name in names.split()]
        return [cls.grid.square(file, cls.grid.ranks - 1 - row if seat else row) for row, file in squares]

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
        return self.guarded[seat]

    def owners(self) -> Mapping[str, Seat]:
        """Nobody owns what is only in the way."""
        return {symbol: seat for symbol, seat in super().owners().items() if symbol not in self.blocks}

    def king_squares(self, seat: Seat) -> tuple[Square, ...]:
        """The squares of the kings that this seat guards."""
        board = self.board
        return tuple([board.index(king) for king in self.kings(seat) if king in board])

    def visible(self, seat: Seat) -> Collection[Square]:
        """The squares that this seat sees: here all."""
        return range(len(self.board))

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
        rows = cls.setup
        if settings.get("randomness"):
            rows = start_positions.rows(*start_positions.back_ranks(settings["randomness"], random))
        return cls.from_fen(cls._start_fen(rows), settings)

    @classmethod
    def _start_fen(cls, rows: str) -> str:
        """The FEN of the initial position with these rows: each king may castle with the outermost rooks."""
        if not cls.castling_files:
            return join(rows, "w", 0, {})
        flags = cls.castles.write(cls.castles.outermost(cls.read_board(rows)))
        return join(rows, "w", 0, {"flags": flags + cls.start_flags})

    def fen(self) -> str:
        """The rows, the seat to move, the plies and the named fields."""
        return join(self.grid.write_rows(self.board), self.turn_letters[self.to_act[0]], self.plies, self.named())

    def named(self) -> dict[str, str]:
        """The fields of the FEN's JSON."""
        named = {}
        if "flags" in self.fen_keys:
            named["flags"] = self.castles.write(self.castling)
        if "enpassant" in self.fen_keys:
            named["enpassant"] = reading.written(self.en_passant, self.grid)
        for name in self.counts:
            named[name] = "".join(map(str, getattr(self, name)))
        return {**named, "quiet": str(min(self.quiet, MOST_PLIES))} if self.told_quiet and self.quiet else named

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """The position of a FEN, in this project's form or as other programs write it, or of a Chess960 number.

        Missing fields: White to move, castling from the orthodox squares, no en passant. Raises FenError for what
        is malformed, contradictory or not playable.
        """
        settings = cls.complete(settings)
        if fen.strip().isdecimal() and start_positions.RANDOMNESS in cls.options:
            rank = start_positions.numbered(fen.strip())
            fen = cls._start_fen(start_positions.rows(rank, rank))
        fields = cls.read_fields(cls.ours(fen) if cls.is_foreign(fen) else fen)
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
        words, named = cls.foreign(words_of(fen))
        fields = standard.six_fields(words)
        if "flags" in cls.fen_keys:
            named["flags"] = cls.castles.digits(fields.rights, cls.read_board(fields.rows)) + cls.start_flags
        if "enpassant" in cls.fen_keys:
            named["enpassant"] = fields.en_passant
        if "quiet" in cls.fen_keys:
            named["quiet"] = str(int(fields.halfmoves / cls.halfmoves))
        return standard.ours(fields, named)

    @classmethod
    def is_foreign(cls, fen: str) -> bool:
        """Whether a FEN is of another program's form."""
        return standard.is_one(fen)

    @classmethod
    def foreign(cls, words: list[str]) -> tuple[list[str], dict[str, str]]:
        """The words of another program's FEN that are its six fields, and what the others say as named fields."""
        return words, {}

    @classmethod
    def read_board(cls, rows: str) -> tuple[str, ...]:
        """The board of a FEN."""
        return cls.grid.read_rows(rows, cls.drawings)

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the position that the named fields of a FEN give. Raises FenError."""
        flags = named.get("flags")
        quiet = int(named.get("quiet", "0"))
        rights = NO_RIGHTS
        if cls.castling_files:
            rights = cls.castles.usual_rights(board) if flags is None else cls.castles.read(flags[:4], board)
        passed = named.get("enpassant", "-")
        return {
            "castling": rights,
            "quiet": quiet,
            "told_quiet": quiet > 0,
            "en_passant": reading.passed(passed, "enpassant", cls.fen_value("enpassant").squares, cls.grid),
            **{name: tuple(map(int, named[name])) for name in cls.counts if name in named},
        }

    @classmethod
    def possible_parts(cls, key: str, board: Sequence[str]) -> Sequence[Collection[str]]:
        """Castling needs a rook beside the king."""
        return cls.castles.possible(board) if key == "flags" else ()

    def refuse(self) -> None:
        """Raise FenError where this position, read from a FEN, could not be played."""
        self.refuse_kings()
        reading.refuse_pawns(self.board, *[self.army(seat) for seat in self.players()])
        self.refuse_outside()
        self.refuse_passing()
        for king in self.left_open():
            raise FenError(
                "fen_king_taken", "The side to move could take the king on {square}.", square=self.grid.names[king]
            )

    def left_open(self) -> tuple[Square, ...]:
        """The kings that the last mover left under attack, which no legal move does."""
        return self.kings_in_check(1 - self.to_act[0])

    def refuse_kings(self) -> None:
        """Raise FenError unless each side has the kings that it must have."""
        reading.refuse_kings(self.board, self.guarded)

    def refuse_outside(self) -> None:
        """Raise FenError where a piece stands outside the squares that it cannot leave."""
        for letter, names in self.confined.items():
            for seat, symbol in enumerate((letter.upper(), letter)):
                outside = {at for at, there in enumerate(self.board) if there == symbol}
                for square in sorted(outside.difference(self.own_squares(seat, names))):
                    raise FenError(
                        "fen_outside", "The piece on {square} cannot stand there.", square=self.grid.names[square]
                    )

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
        if any(symbol.lower() not in self.pieces and symbol not in self.blocks for symbol in self.board if symbol):
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
        return standard.written(
            self.grid, self.castles, self.board, turn, self.castling, self.takeable(), halfmoves, self.plies
        )

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
        if move in offered:
            return move
        if seat in self.chance:  # A cast has no other spelling.
            return None
        army, squares = self.army(seat), range(len(self.board))
        offered = tuple([move for move in offered if move.path and move.path[0] in squares])
        return self.spelling.read(text, self.board, army.pieces, self.castling, offered, army.promotions)

    def from_import(self, text: str) -> Move | None:
        """A move in SAN, as its squares with a hyphen, or castling as the squares of the king and where it goes or of
        the rook: `e1h1`, `Kg1`."""
        seat, move = self.to_act[0], self.from_san(self.spelling.tidied(text))
        if move is not None or seat in self.chance:
            return move
        return self.spelling.castling(text, self.board, self.army(seat).pieces, self.castling, self.moves(seat))

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
            castling=self.castles,
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

    def piece_of(self, move: Move) -> str:
        """The symbol that makes a move."""
        return self.board[move.path[0]]

    def effects(self, seat: Seat, move: Move) -> Effects:
        """The effects of this offered move."""
        board = self.board
        army = self.army(seat)
        (origin, target), into = move
        mover = board[origin]
        victim = board[target]
        pawn = mover in army.ways
        if army.pieces[mover] == "k" and self.castling != NO_RIGHTS:
            plan = self.castles.find(self.castling, board, move)
            if plan is not None:
                return Effects(move, mover, mover, castle=plan)
        if victim or (pawn and target in army.promotions):
            born = army.arrival(mover, victim, target, into)
            return Effects(move, mover, born, victim, target if victim else None)
        if pawn:
            if abs(target // self.grid.files - origin // self.grid.files) == 2:
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
            rook = Castling.rooks[Castling.kings.index(mover)]
            return [Event("castled", seat, effects.castle.king, (mover, rook))]
        if not effects.victim:
            events = [Event("moved", seat, path, (mover,))]
        else:
            code = "captured" if effects.taken == path[1] else "en_passant"
            events = [Event(code, seat, path, (mover, effects.victim))]
        if effects.born != mover and mover in self.army(seat).ways and path[1] in self.army(seat).promotions:
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
        rights = self.castling
        if rights != NO_RIGHTS:
            rights = self.castles.after(rights, self.board, board, effects.mover, *move.path)
        if self.legality_by_trial:
            rights = self.castles.standing(rights, board)
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

    def could_win(self, seat: Seat) -> bool:
        """Whether this seat has something besides a king, where it needs that (`bare_king_wins`)."""
        return self.bare_king_wins or bool(company(self.board, self.army(seat)))

    def dead(self) -> Result | None:
        """A draw where no seat could ever win, for the variants that end there."""
        return None if any(self.could_win(seat) for seat in self.players()) else self.drawn("dead")

    def key(self) -> tuple[Hashable, ...]:
        """Board, turn, castling rights, and the en-passant captures that are possible (FIDE 9.2.3)."""
        key = (self.board, self.to_act, self.castling, self.takeable() if self.en_passant else ())
        return (*key, *[getattr(self, name) for name in self.counts]) if self.counts else key

    # Hints

    def piece_values(self, seat: Seat) -> Squares:
        """What each symbol adds to this seat's lead on each square, in pawns."""
        return self.values[0 if seat == 0 else 1]

    @classmethod
    def make_values(cls) -> Sequence[Squares]:
        """For each seat what each symbol adds to its lead on each square, in pawns."""
        return sides(likely_squares(cls.armies[0], cls.guarded[1], cls.grid))

    def lead(self, seat: Seat) -> float:
        """This seat's lead in pawns: the pieces and where they stand."""
        return ahead(self.board, self.piece_values(seat))

    def evaluate(self, seat: Seat) -> float:
        """The estimate that the lead gives."""
        return estimate(self.lead(seat), 0)

    def must_answer(self) -> bool:
        """Whether the side to move is in check."""
        return bool(self.kings_in_check(self.to_act[0]))

    def null_move(self) -> Self | None:
        """Not where the side to move is in check, or has pawns alone: there the best may be not to have to move."""
        seat = self.to_act[0]
        army, kings = self.army(seat), self.kings(seat)
        if self.kings_in_check(seat) or not any(symbol in army.rays and symbol not in kings for symbol in self.board):
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

    def own_text(self, seat: Seat, move: Move) -> str:
        """The text of a move that is not written by piece and squares; "" for any other."""
        special = self.special(seat, move)
        return self.special_texts[special] if special else ""

    @classmethod
    def kind_text(cls, letter: str) -> str:
        """What texts of moves call a kind, in lower case."""
        return letter

    @classmethod
    def into_text(cls, into: str) -> str:
        """What follows the squares of a move that promotes to this kind."""
        return f"={into.upper()}"

    def _written(self, seat: Seat) -> dict[Move, str]:
        board, army = self.board, self.army(seat)
        castlings: dict[Move, Castle] = {}
        goings = []
        texts = {}
        for move in self.moves(seat):
            text = self.own_text(seat, move)
            if text:
                texts[move] = text
                continue
            origin, target = move.path
            kind = army.pieces[board[origin]]
            castle = self.castles.find(self.castling, board, move) if kind == "k" else None
            if castle is not None:
                castlings[move] = castle
            else:
                takes = board[target] != "" or (
                    board[origin] in army.ways and self.en_passant != () and self.effects(seat, move).victim != ""
                )
                goings.append(algebraic.Going(move, self.kind_text(kind), takes))
        texts |= algebraic.texts(goings, self.grid, self.into_text)
        written = [plan.text for plan in castlings.values()]
        for move, plan in castlings.items():
            twice = written.count(plan.text) > 1
            texts[move] = plan.text + (f"({self.grid.names[plan.king[1]]})" if twice else "")
        return texts

    def picture(self, viewer: Viewer) -> Picture:
        """The board, with the kings in check marked."""
        marks = {king: "check" for seat in self.to_act for king in self.kings_in_check(seat)}
        return Picture(self.size, self.board, marks)

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        """The counts of each seat."""
        return tuple(
            [
                Tally(name, seat, value, most)
                for name, most in self.counts.items()
                for seat, value in enumerate(getattr(self, name))
            ]
        )


def _derive(cls: type[Orthodox]) -> None:
    """Give a class the tables that follow from its facts, and those that are made later."""
    white, black = (cls.royal, cls.royal) if isinstance(cls.royal, str) else cls.royal
    cls.guarded = white.upper(), black
    letters = cls.letters()
    derived = {
        case(letter): color + cls.drawing_names.get(letter, letter)
        for case, color in ((str.upper, "w"), (str.lower, "b"))
        for letter in letters
    }
    cls.drawings = cls.united("drawings", {**derived, **cls.blocks, **({HOLE: "hole"} if cls.holes else {})})
    keys = {key: cls.fen_value(key) for key in cls.fen_keys}
    if not cls.castling_files:
        keys.pop("flags", None)
    if not (cls.has_pawns() and Pawns.doubles(cls.pieces["p"])):
        keys.pop("enpassant", None)
    for name, most in cls.counts.items():
        if not 1 <= most <= 9:
            raise TypeError(f"{cls.__name__}.counts: {name} is a digit, at most 1 to 9, not {most}")
        numbers = Part(tuple(map(str, range(most + 1))))
        keys[name] = Value(parts=(numbers, numbers), usual="00")
    if cls.draws.quiet_turns is not None:
        keys = {**keys, **QUIET}
    if cls.has_pawns() and (fault := Pawns.fault(cls.pieces["p"])):
        raise TypeError(f"{cls.__name__}.pieces: p: {fault}")
    if len(cls.castling_files) not in (0, 2):
        raise TypeError(f"{cls.__name__}.castling_files: two files or none, not {cls.castling_files!r}")
    for key, table in (("confined", cls.confined), ("initial_squares", cls.initial_squares)):
        names = " ".join(table.values()).split()
        if missing := [name for name in names if name not in grid(*cls.size).index]:
            raise TypeError(f"{cls.__name__}.{key}: there is no square {missing[0]}")
    castling = cls.castling_files if {*"kr"} <= {*cls.setup.partition("/")[0]} else ""
    for file in castling:
        if ascii_lowercase.index(file) >= cls.size[0]:
            raise TypeError(f'{cls.__name__}.castling_files: there is no file {file}; "" is without castling')
    for name in sorted(vars(cls).keys() & _MADE.keys() - set(TABLES)):
        raise TypeError(f"{cls.__name__}.{name} is made from the facts of the class: declare these")
    for name, make in _MADE.items():
        setattr(cls, name, Lazy(name, make))
    if keys.get("flags", TEXT).parts == CASTLING.flags and cls.size[0] != CASTLING.files:
        keys["flags"] = Value(parts=cls.castles.flags, usual=cls.castles.usual)
    cls.fen_keys = keys
    cls.tally_codes = cls.tally_codes | cls.counts.keys()


def _rule_facts(cls: type[Orthodox]) -> list[RuleFact]:
    """The rules of chess as the facts of a class alter them."""
    facts = [RuleFact("turns", "board", seat=0)]
    if cls.holes:
        names = [cls.grid.names[square] for square in sorted(cls.holes)]
        facts.append(RuleFact("holes", "board", text=", ".join(names)))
    if cls.cylinder:
        facts.append(RuleFact("cylinder", "board"))
    if cls.has_pawns():
        zone, forced = cls.promotion_ranks, cls.forced_ranks
        code = "promotion_zone" if zone > forced else "promotion"
        code, text = (code, "") if forced == 1 else (f"{code}_forced", str(forced))
        facts.append(RuleFact(code, kinds=cls.promotes_to, number=zone, text=text))
        ranks = cls.double_step_ranks if Pawns.doubles(cls.pieces["p"]) else ()
        text = ", ".join(map(str, ranks))
        facts.append(RuleFact("double_step", text=text) if ranks else RuleFact("no_double_step"))
    for code, table in (("confined", cls.confined), ("beyond", cls.initial_squares)):
        facts += [RuleFact(code, kinds=kind, text=", ".join(names.split())) for kind, names in table.items()]
    rows = cls.setup.split("/")
    if cls.castling_files and ({*"kr"} <= {*rows[0]} or {*"KR"} <= {*rows[-1]}):
        guarded = "k" in cls.guarded[1] or "K" in cls.guarded[0]
        facts.append(RuleFact("castling" if guarded else "castling_free", text=", ".join(cls.castling_files)))
    else:
        facts.append(RuleFact("no_castling"))
    white, black = cls.guarded[0].lower(), cls.guarded[1]
    if white == black:
        facts.append(RuleFact("checkmate" if black else "no_royal", "end", kinds=black))
    else:
        facts += [
            RuleFact("checkmate_of" if kinds else "no_royal_of", "end", kinds=kinds, seat=seat)
            for seat, kinds in enumerate((white, black))
        ]
    facts.append(RuleFact("stalemate", "end"))
    draws = cls.draws
    if draws.occurrences is None:
        facts.append(RuleFact("no_repetition", "end"))
    else:
        code = "repetition_claim" if draws.kind == "claim" else "repetition"
        facts.append(RuleFact(code, "end", number=draws.occurrences))
    if draws.quiet_turns is None:
        facts.append(RuleFact("no_quiet", "end"))
    else:
        code = "quiet" if cls.has_pawns() else "quiet_captures"
        facts.append(RuleFact(code, "end", number=int(draws.quiet_turns * cls.halfmoves)))
    return facts


def _count_material(cls: type[Orthodox]) -> Mapping[str, float]:
    """What each symbol counts: as declared, else as in chess, other kinds by whole pawns; what is guarded does not."""
    if (declared := cls.united("material")) is not None:
        return dict(declared)
    values = {symbol: float(round(max(map(abs, worth)))) for symbol, worth in cls.values[0].items()}
    worth = {
        symbol: COUNTED.get(cls.kind_of(symbol.lower()), values[symbol.upper()])
        for symbol in cls.drawings
        if symbol in values
    }
    royal = {*"".join(cls.guarded).lower()}
    letters = [letter for letter in cls.letters() if letter not in royal]
    return {symbol: worth[symbol] for letter in letters for symbol in (letter.upper(), letter)}


def _make_castling(cls: type[Orthodox]) -> Castling:
    first = cls.grid.read_rows(cls.setup, {*cls.letters(), *cls.letters().upper(), HOLE})[: cls.size[0]]
    files = [ascii_lowercase.index(file) for file in cls.castling_files] or [2, cls.size[0] - 2]
    return Castling(cls.grid, first.index("k") if "k" in first else cls.size[0] // 2, (files[0], files[1]))


_MADE: Mapping[str, Callable[[type[Orthodox]], object]] = {
    "grid": lambda cls: grid(*cls.size, cls.holes, cls.cylinder),
    "armies": lambda cls: cls.make_armies(),
    "castles": _make_castling,
    "values": lambda cls: cls.make_values(),
    "material": _count_material,
    "spelling": lambda cls: san.SanReader(cls.grid, cls.castles, cls.letters()),
}
_derive(Orthodox)

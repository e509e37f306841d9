"""The state of a table, as its stored rows give it: seats, clocks, seals, turns, the end. It only answers questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from typing import Any, NamedTuple, Self

from server.game.clocks import Clocks, parse_control
from server.game.commitments import roll, seal_digest
from server.game.entries import Opening
from server.game.errors import Refusal
from server.game.history import Answers, PackedList
from server.game.moves import LegalMove, legal_moves
from server.game.plans import PlannedMoves
from server.game.score_sheet import ScoreSheet
from server.game.view_types import PlayedView, Status
from variants.game import Game
from variants.position import Event, Eyes, Position, Seat, Viewer

MOST_KEPT = 32
"""Positions read from FENs that a table keeps."""


class Rated(NamedTuple):
    """The rating of a player, and its deviation, in whole points."""

    rating: int
    deviation: int


def rated_body(rating: Rated | None) -> dict[str, Any]:
    """The part of the body of a `sit` entry with the rating of the player, if known."""
    return {} if rating is None else {"rating": list(rating)}


class Seal(NamedTuple):
    """A sealed move."""

    move: str
    nonce: str
    digest: str
    """The digest that everybody sees."""
    version: int
    """The version of the rules that offered the move."""


class ReplayMismatch(Exception):
    """The rules lead elsewhere than a stored game did. The message is for the log, `refusal` for people."""

    def __init__(self, message: str, refusal: Refusal) -> None:
        super().__init__(message)
        self.refusal = refusal


class Left(NamedTuple):
    """Seats that left the game while others played on, and the reason code."""

    seats: tuple[Seat, ...]
    reason: str


class Turn(NamedTuple):
    """A revealed turn: its actions, the FEN it led to, and its notation and events as they are shown after the game."""

    actions: Mapping[Seat, str]
    """As they were sent, so that a finished game needs no rules to read them."""
    fen: str
    texts: Mapping[Seat, str]
    events: tuple[Event, ...]
    nonces: Mapping[Seat, str]
    """The nonces of its seals; empty where nothing was sealed."""
    takebacks: int
    """The count of takebacks that its seals cover; 0 where nothing was sealed."""
    version: int
    """The version of the rules that played it."""
    left: Left | None = None
    """The seats that left, where that is all that happened in it."""

    def play(self, game: Game) -> Game:
        """The game after this turn by the rules, which may raise anything."""
        if self.left is None:
            return game.play({seat: game.position.read(text) for seat, text in self.actions.items()})
        after = game.without(self.left.seats)
        if after is None:
            raise ValueError("the game is over when these seats leave")
        return after

    def replay(self, game: Game) -> Game:
        """The game after this turn: by the rules, or as its FEN stands where another version of them led elsewhere.

        Raises ReplayMismatch where the same version leads elsewhere, or that FEN cannot be read.
        """
        position, turn = game.position, game.number + 1
        try:
            after = self.play(game)
            fen = after.position.fen()
        except Exception as error:  # Rules that changed under a running game may fail in any way.
            name = type(error).__name__
            fault = f"the rules raise {name}: {error}"
            refusal = Refusal("record_turn", "Turn {turn}: the rules fail ({fault}).", turn=turn, fault=name)
        else:
            if fen == self.fen:
                return after
            sentence = "Turn {turn}: the rules lead to {found}, the record to {told}."
            refusal = Refusal("record_turn", sentence, turn=turn, found=fen, told=self.fen)
            fault = f"the rules now lead to {fen}, the journal has {self.fen}"
        if self.version != position.rules_version:
            try:
                return game.after(position.from_fen(self.fen, position.settings))
            except Exception as error:
                fault += f"; of version {self.version}, and not read: {type(error).__name__}: {error}"
        raise ReplayMismatch(f"turn {turn}: {fault}", refusal)


class TakebackRequest(NamedTuple):
    """Seats that ask to go back to this number of turns."""

    to: int
    seats: frozenset[Seat]


class Ending(NamedTuple):
    """The end of a game: a share for each seat, a reason of the rules or of the site, the seat that caused it."""

    points: tuple[float, ...]
    reason: str
    seat: Seat | None = None

    def __str__(self) -> str:
        return f"{'-'.join(f'{share:.3g}' for share in self.points)} ({self.reason})"


class TableState:
    """The state of a table. Only the functions of `reducer` change it."""

    def __init__(self, rules: type[Position], opening: Opening) -> None:
        self.rules = rules
        self.opening = opening
        self.id = opening.id
        position = rules.from_fen(opening.fen, opening.settings)
        self.players = position.players()
        """The seats that people take before the game begins."""
        self.needed = sorted({*self.players, *rules.chance})
        """All seats that are taken before the game begins."""
        self.chairs: list[str | None] = [None] * len(position.seats)
        """The public id of the player at each seat."""
        self.ratings: dict[Seat, Rated] = {}
        """At a rated table, the ratings of the players when they sat down."""
        self.host = ""
        """The person who opened the table: the first who sat down."""
        self.set_up = False
        """Whether the game began from a position that was set up."""
        self.seed = ""
        """The seed of the chance moves, where a chance player has a seat."""
        self.control = parse_control(opening.control)
        self.clocks = Clocks(self.control, len(position.seats))
        self.last_readings: list[float] = self.clocks.readings(0)
        """The readings of the clocks in the last entry that holds some."""

        self.game = Game(position)
        """The game by the rules; the turns of a finished or faulty game are not replayed, but read as FENs."""
        self.turns = PackedList[Turn]()
        self.number = 0
        """Turns played so far, which is the length of `turns`."""
        self.score_sheet = ScoreSheet(rules.chance)
        self.seals: dict[Seat, Seal] = {}
        self.plans: dict[Seat, PlannedMoves] = {}
        """The plan of each seat, which no other seat may know."""
        self.offers: set[Seat] = set()
        """The seats that offer a draw."""
        self.takeback_request: TakebackRequest | None = None
        self.missed_request: set[Seat] = set()
        """The seats whose consent to the last request may still be on its way, though the request has ended."""
        self.takebacks = 0
        """The number of takebacks: after each, the same number of turns may mean another position."""
        self.rematch_wishes: dict[Seat, bool] = {}
        """The seats that want another game, and whether of a variant drawn by lot."""
        self.rematch: str | None = None
        """The table of that other game."""
        self.turn_counts: Counter[tuple[str, Seat]] = Counter()
        """The entries of each kind that each seat has caused since the last turn, of the kinds in `rights.QUOTAS`."""
        self.game_counts: Counter[tuple[str, Seat]] = Counter()
        """The same for the whole game."""
        self.ending: Ending | None = None
        self.fault = ""
        """Why the game was stopped: its rows and its rules disagree."""
        self.status = self.current_status()

        self.sequence = 0
        """Decisions applied so far: rows of the store."""
        self.lines = 0
        """Entries applied so far, without those of `PRIVATE` kinds."""
        self.last_at = opening.opened_at
        """The moment of the last such entry."""
        self.ended_at = 0.0
        """The moment when the game ended or was stopped; 0 before."""
        self.seated_at = opening.opened_at
        """The moment when the last seat was taken."""
        self.turn_began_at = opening.opened_at
        """The moment since which the present turn lasts."""
        self.answers = Answers()

        self.legal: dict[Seat, Mapping[str, LegalMove]] = {}
        """A cache of `moves`."""
        self.kept_positions: dict[int, Position] = {}
        """A cache of the positions read from kept FENs, by number of turns: those that were last asked for."""
        self.drawn_turns: dict[tuple[int, Viewer], PlayedView] = {}
        """A cache of the turns of a hidden board as they are shown, by number and eyes."""

    @property
    def sitting(self) -> set[str]:
        """All players who hold a seat, chance players too."""
        return {player for player in self.chairs if player is not None}

    @property
    def position(self) -> Position:
        """The position now."""
        # Asked thirty times an action: not by `number`.
        return self.game.position if self.game.number == len(self.turns) else self.position_at(self.number)

    def copy(self) -> Self:
        """A snapshot for a caller that reads in steps: later entries do not change it."""
        other = copy(self)
        other.turns, other.chairs, other.seals = self.turns.copy(), list(self.chairs), dict(self.seals)
        other.missed_request = set(self.missed_request)
        other.legal, other.kept_positions, other.drawn_turns = {}, dict(self.kept_positions), {}
        other.score_sheet = ScoreSheet(self.rules.chance, self.score_sheet.seats)
        return other

    def current_status(self) -> Status:
        """`open`, `running`, `finished`, or `stopped` where the rows and the rules disagree."""
        if self.fault:
            return "stopped"
        if self.ending is not None:
            return "finished"
        return "open" if None in [self.chairs[seat] for seat in self.needed] else "running"

    def seats_of(self, person: str | None) -> list[Seat]:
        """The seats this person holds."""
        return [seat for seat, holder in enumerate(self.chairs) if person is not None and holder == person]

    def eyes(self, viewer: Viewer) -> Viewer:
        """The viewer for whom a position is drawn: this one while the game runs, then one that sees everything."""
        return Eyes.ALL if self.status in ("finished", "stopped") else viewer

    def position_at(self, number: int) -> Position:
        """The position after this number of turns; of a finished game, the one stored as FEN."""
        if number <= self.game.number:
            return self.game.back(self.game.number - number).position
        position = self.kept_positions.pop(number, None)
        if position is None:
            position = self.rules.from_fen(self.turns[number - 1].fen, self.opening.settings)
        self.kept_positions[number] = position
        if len(self.kept_positions) > MOST_KEPT:
            del self.kept_positions[next(iter(self.kept_positions))]
        return position

    def moves(self, seat: Seat) -> Mapping[str, LegalMove]:
        """The moves this seat may send now, by the text it sends."""
        position = self.position
        if self.status != "running" or not (seat in position.to_act or seat in position.joinable):
            return {}
        if seat not in self.legal:
            self.legal[seat] = legal_moves(position, seat)
        return self.legal[seat]

    def waited_for(self) -> list[Seat]:
        """The seats that are to act and have not sealed: their clocks run."""
        if self.status != "running":
            return []
        return [seat for seat in self.position.to_act if seat not in self.seals]

    def acts_by_itself(self) -> bool:
        """Whether a move may be made here without an action: a chance move or a planned one."""
        return bool(self.plans or self.rules.chance)

    def last_turn_of(self, seat: Seat) -> int | None:
        """The number of turns before this seat's last one; None if it has played none."""
        acted = self.score_sheet.seats
        return next((number for number in range(len(acted) - 1, -1, -1) if seat in acted[number]), None)

    def rolled(self, seat: Seat) -> str:
        """The move of a chance player that is to act."""
        return roll(self.seed, self.id, self.number + 1, self.takebacks, seat, self.moves(seat))

    def plan_missed(self, seat: Seat) -> bool:
        """Whether this seat's plan has no move now: others played what it did not foresee, or the move is illegal."""
        plan, position = self.plans[seat], self.position
        due = seat in position.to_act
        return plan.missed or (due and (len(position.to_act) > 1 or plan.next not in self.moves(seat)))

    def answer_to(self, person: str, message: str) -> int | None:
        """The number of turns after the decision for this message of this person; None if none was taken."""
        return self.answers.number(person, message)

    def unplayable_seals(self) -> list[Seat]:
        """The seats that sealed a move under another version of the rules which today's do not offer."""
        return [
            seat
            for seat, seal in self.seals.items()
            if seal.version != self.rules.rules_version and seal.move not in self.moves(seat)
        ]

    def version_of(self, body: Mapping[str, Any]) -> int:
        """The version of the rules that an entry was made under: its own if it names one, else the opening's."""
        version: int = body.get("rules", self.opening.rules_version)
        return version

    def seal_of(self, seat: Seat, body: Mapping[str, Any]) -> Seal:
        """The seal of this seat in the body of an entry, in the turn that is played now."""
        move, nonce = body["move"], body["nonce"]
        digest = seal_digest(self.id, self.number + 1, body["takebacks"], seat, move, nonce)
        return Seal(move, nonce, digest, self.version_of(body))

    def turn_of(self, body: Mapping[str, Any]) -> Turn:
        """The turn in the body of an entry."""
        return Turn(
            {int(seat): text for seat, text in body["actions"].items()},
            body["fen"],
            {int(seat): text for seat, text in body["texts"].items()},
            tuple(Event(code, seat, tuple(squares), tuple(pieces)) for code, seat, squares, pieces in body["events"]),
            {int(seat): nonce for seat, nonce in body.get("nonces", {}).items()},
            body.get("takebacks", 0),
            self.version_of(body),
            Left(tuple(body["left"]), body["reason"]) if "left" in body else None,
        )

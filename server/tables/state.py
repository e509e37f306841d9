"""A game as its journal tells it: chairs, clocks, seals, turns, the end; nothing here decides anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, Self

from server.journal.entries import Decided, Entry, Opening
from server.tables import dice, envelope
from server.tables.clock import Clocks
from server.tables.control import parse
from server.tables.machines import machines, strength_of
from server.tables.offers import Offer, offers
from server.tables.presence import Presence
from server.tables.rows import Rows
from variants.game import Game
from variants.position import Event, Eyes, Position, Seat, Viewer


def _nothing() -> None:
    pass


class Seal(NamedTuple):
    """A sealed move, the nonce in its envelope, and the digest that everybody sees of both."""

    move: str
    nonce: str
    commitment: str | None
    """None for a seal older than envelopes: without a nonce a digest would tell the move to whoever tries them all."""
    version: int
    """The version of the rules that offered the move."""
    takebacks: int | None
    """How often turns had been taken back, as the digest tells it; None where its text is of version 1."""


class Left(NamedTuple):
    """Seats that left the game while others played on, and why: a reason of the house."""

    seats: tuple[Seat, ...]
    reason: str


class Turn(NamedTuple):
    """A revealed turn: its actions, the FEN it led to, and all that may be told of it when the game is over."""

    actions: Mapping[Seat, str]
    """As they were sent, so that a game that is over needs no rules to read them."""
    fen: str
    texts: Mapping[Seat, str]
    events: tuple[Event, ...]
    nonces: Mapping[Seat, str]
    """What was in the envelopes beside the moves; empty where nothing was sealed, or by a program older than them."""
    version: int
    """The version of the rules that played it."""
    takebacks: int | None
    """How often turns had been taken back, as its envelopes tell it; None where their text is of version 1."""
    left: Left | None = None
    """Who left, where that is all that happened in it."""

    def played(self, game: Game) -> Game:
        """What the turn leads to by the rules of this game, which may raise anything."""
        if self.left is None:
            return game.play({seat: game.position.read(text) for seat, text in self.actions.items()})
        found = game.without(self.left.seats)
        if found is None:
            raise ValueError("the game is over when these seats leave")
        return found


class Wish(NamedTuple):
    """Seats that ask to go back to this number of turns."""

    to: int
    seats: frozenset[Seat]


class Ending(NamedTuple):
    """How the game ended here: a share for each seat, a reason of the rules or of the house, who brought it about."""

    points: tuple[float, ...]
    reason: str
    seat: Seat | None = None

    def __str__(self) -> str:
        return f"{'-'.join(f'{share:.3g}' for share in self.points)} ({self.reason})"


class State:
    """The state of a table, changed by one thing alone: an entry of its journal."""

    def __init__(
        self, rules: type[Position], opening: Opening, names: Mapping[str, str], presence: Presence | None = None
    ) -> None:
        self.rules = rules
        self.opening = opening
        self.names = names
        self.presence = presence or Presence(opening.opened_at)
        self.id = opening.id
        position = rules.from_fen(opening.fen, opening.settings)
        self.game = Game(position)
        """As far as its turns were played by the rules: those of a game that is over or at fault show kept FENs."""
        self._shown: dict[int, Position] = {}
        """The positions of those kept FENs that somebody looked at."""
        self.turns: list[Turn] = []
        self.rows = Rows(rules.chance)
        self.players = position.players()
        """The seats that people take before the game begins."""
        self.needed = sorted({*self.players, *rules.chance})
        """All seats that are taken before the game begins."""
        self.chairs: list[str | None] = [None] * len(position.seats)
        self.control = parse(opening.control)
        self.clocks = Clocks(self.control, len(position.seats))
        self._clocks_kept: list[float] = self.clocks.readings(0)
        self.seals: dict[Seat, Seal] = {}
        self.host = ""
        """Who opened the table: the first person that sat down."""
        self.set_up = False
        """Whether somebody laid out the position from which the game began."""
        self.offers: set[Seat] = set()
        self.back: Wish | None = None
        """Who asks to take turns back, and to how many."""
        self.takebacks = 0
        """How often turns were taken back: since then a number of turns may mean another position."""
        self.again_wish: dict[Seat, bool] = {}
        """Who wants another game, and whether of a variant drawn by lot."""
        self.rematch: str | None = None
        """The table of that other game."""
        self.repeats: Counter[tuple[str, Seat]] = Counter()
        """How often each seat has broken its seal, offered or asked for something, since the last turn."""
        self.unsealed: Counter[Seat] = Counter()
        """How often each seat has broken its seal in the whole game."""
        self.seed = ""
        """What nature's moves follow from, where it has a seat."""
        self.ending: Ending | None = None
        self.fault = ""
        self.failed = ""
        """How the rules failed when the table was looked at, where they did: by coming to no end."""
        self.on_failure: Callable[[], object] = lambda: None
        self.status = self._standing()
        self.sequence = 0
        """Decisions taken so far: rows of the journal."""
        self.lines = 0
        """Entries taken so far: lines of the record."""
        self.last_at = opening.opened_at
        """When the last entry was made."""
        self.seated_at = opening.opened_at
        """When the last chair was taken."""
        self.turn_began_at = opening.opened_at
        """Since when the turn lasts that is played now."""
        self.told_at = opening.opened_at
        """When this process told the players of the last turn. The clocks run from when the last move arrived."""
        self._answered: dict[tuple[str, str], int] = {}
        """How many turns stood after each decision that a message asked for, by its person and its id."""
        self.offered: dict[Seat, Mapping[str, Offer]] = {}
        self.told: dict[tuple[int, Viewer], dict[str, Any]] = {}
        """The turns of a hidden board as they were told, by number and eyes."""

    @classmethod
    def replay(
        cls,
        rules: type[Position],
        opening: Opening,
        names: Mapping[str, str],
        status: str,
        decisions: Iterable[Decided],
        presence: Presence | None = None,
        breathe: Callable[[], object] = _nothing,
    ) -> Self:
        """The table that these rows of the journal tell.

        A game that is over is not played again: each turn shows the FEN that was kept. A running game
        is. Where its rules lead elsewhere than to the FEN that was kept, the kept position stands if
        another version of the rules played the turn; else the game is stopped, and `fault` says why.
        `breathe` is called between the decisions, so that others may go on.
        """
        table = cls(rules, opening, names, presence)
        shown = status not in ("open", "running")
        for entries in decisions:
            breathe()
            table.take(entries, None, shown)
        table._look_for_seals()
        return table

    @property
    def number(self) -> int:
        """Turns played so far: calls of `play`."""
        return len(self.turns)

    @property
    def sitting(self) -> set[str]:
        """Everybody who has a chair, nature too."""
        return {person for person in self.chairs if person is not None}

    @property
    def position(self) -> Position:
        """How the game stands."""
        return self.game.position if self.game.number == self.number else self.position_at(self.number)

    def snapshot(self) -> Self:
        """The table as it stands now, for a caller that reads it in steps: later entries do not change it."""
        other = copy(self)
        other.turns, other.chairs, other._shown = list(self.turns), list(self.chairs), dict(self._shown)
        other.seals, other.told, other.offered = dict(self.seals), {}, {}
        other.rows = Rows(self.rules.chance, (turn.actions for turn in self.turns))
        return other

    def seats_of(self, person: str | None) -> list[Seat]:
        """The seats this person holds."""
        return [seat for seat, holder in enumerate(self.chairs) if person is not None and holder == person]

    def eyes(self, viewer: Viewer) -> Viewer:
        """Whose eyes this viewer looks with: his own while the game runs, everybody's afterwards."""
        return Eyes.ALL if self.status in ("finished", "stopped") else viewer

    def position_at(self, number: int) -> Position:
        """The position after so many turns; for a finished game the one that was kept as FEN."""
        if number <= self.game.number:
            return self.game.back(self.game.number - number).position
        if number not in self._shown:
            self._shown[number] = self.rules.from_fen(self.turns[number - 1].fen, self.opening.settings)
        return self._shown[number]

    def moves(self, seat: Seat) -> Mapping[str, Offer]:
        """What this seat may send now, by the text it sends."""
        position = self.position
        if self.status != "running" or not (seat in position.to_act or seat in position.joinable):
            return {}
        if seat not in self.offered:
            self.offered[seat] = offers(position, seat)
        return self.offered[seat]

    def last_turn_of(self, seat: Seat) -> int | None:
        """How many turns were played before this seat's last one; None if it has played none."""
        return next((number for number in reversed(range(self.number)) if seat in self.turns[number].actions), None)

    def waited_for(self) -> list[Seat]:
        """The seats that are to act and have not sealed: their clocks run."""
        if self.status != "running":
            return []
        return [seat for seat in self.position.to_act if seat not in self.seals]

    def rolled(self, seat: Seat) -> str:
        """What nature plays at one of its seats that is to act."""
        return dice.roll(self.seed, self.id, self.number + 1, self.takebacks, seat, self.moves(seat))

    def answer(self, person: str, message: str) -> dict[str, Any] | None:
        """The answer to this message of this person, if a decision was taken for it."""
        number = self._answered.get((person, message))
        return None if number is None else {"ok": True, "number": number}

    def take(self, entries: Decided, next_game: Game | None = None, shown: bool = False) -> None:
        """Let a decision happen.

        `next_game` is what its turn leads to, if that is known already; `shown` leaves the position
        to the FEN that was kept.
        """
        for entry in entries:
            self._take(entry, next_game if entry.kind in ("turn", "left") else None, shown)
        self.sequence += 1
        asked = next((entry for entry in entries if entry.message), None)
        if asked is not None:
            self._answered[asked.person, asked.message] = self.number

    def _take(self, entry: Entry, next_game: Game | None, shown: bool) -> None:
        self.lines += 1
        self._clocks_kept = entry.body.get("clocks") or self._clocks_kept
        self.last_at = max(self.last_at, entry.at)
        seat, body = entry.seat, entry.body
        match entry.kind:
            case "sit":
                assert seat is not None
                self.chairs[seat] = entry.person
                if not machines([entry.person]):
                    self.host = self.host or entry.person
                self.set_up = self.set_up or body.get("set_up", False)
                self.seated_at = entry.at
            case "dice":
                self.seed = body["seed"]
            case "seal":
                assert seat is not None
                self.seals[seat] = self._envelope(seat, body)
                self.clocks.moved([seat])
                self._play_on(seat)
            case "unseal":
                assert seat is not None
                del self.seals[seat]
                self.repeats["unseal", seat] += 1
                self.unsealed[seat] += 1
            case "turn":
                assert seat is not None
                self._play_on(seat)
                self._take_turn(body, next_game, shown, entry.at)
            case "left":
                self.offers.clear()
                self._take_turn(body, next_game, shown, entry.at)
            case "offer":
                assert seat is not None
                self.offers.add(seat)
                self.repeats["offer", seat] += 1
            case "ask_back":
                assert seat is not None
                asking = self.back.seats if self.back is not None else frozenset()
                self.back = Wish(body["to"], asking | {seat})
                self.repeats["ask_back", seat] += 1
            case "decline":
                self.offers &= {seat}
                self.back = None
            case "takeback":
                self._take_back(body["to"], entry.at)
            case "downtime":
                self.clocks.give_back(body["until"] - body["since"])
            case "end":
                self.ending = Ending(tuple(body["points"]), body["reason"], body["seat"])
                # A seal that was not opened is nobody's business any more.
                self._put_away()
            case "again":
                assert seat is not None
                self.again_wish[seat] = body["surprise"]
                self.repeats["again", seat] += 1
            case "rematch":
                self.rematch = body["table"]
            case "stop":
                self.fault = body["fault"]
                self._put_away()
                # What ran on until somebody found the fault was nobody's turn.
                self.clocks.put(self._clocks_kept)
        self.status = self._standing()
        if entry.kind in ("sit", "turn", "left", "takeback"):
            self.turn_began_at = self.last_at
        if self.control.kind != "none" and not shown:
            computers = [seat for seat, person in enumerate(self.chairs) if strength_of(person) is not None]
            self.clocks.run(timed(self.waited_for(), self.position, computers), self.last_at)
        elif body.get("clocks"):
            self.clocks.put(body["clocks"])

    def _put_away(self) -> None:
        self.seals.clear()
        self.offers.clear()
        self.back = None

    def _envelope(self, seat: Seat, body: Mapping[str, Any]) -> Seal:
        move, nonce = body["move"], body.get("nonce")
        version, takebacks = self.version_of(body), body.get("takebacks")
        if nonce is None:
            return Seal(move, "", None, version, None)
        digest = envelope.commitment(self.id, self.number + 1, takebacks, seat, move, nonce)
        return Seal(move, nonce, digest, version, takebacks)

    def _standing(self) -> str:
        """`open`, `running`, `finished`, or `stopped` where the journal and the rules disagree."""
        if self.fault:
            return "stopped"
        if self.ending is not None:
            return "finished"
        return "open" if None in [self.chairs[seat] for seat in self.needed] else "running"

    def read_turn(self, body: Mapping[str, Any]) -> Turn:
        """A turn as its entry tells it."""
        return Turn(
            {int(seat): text for seat, text in body["actions"].items()},
            body["fen"],
            {int(seat): text for seat, text in body["texts"].items()},
            tuple(Event(code, seat, tuple(squares), tuple(pieces)) for code, seat, squares, pieces in body["events"]),
            {int(seat): nonce for seat, nonce in body.get("nonces", {}).items()},
            self.version_of(body),
            body.get("takebacks"),
            Left(tuple(body["left"]), body["reason"]) if "left" in body else None,
        )

    def _take_turn(self, body: Mapping[str, Any], next_game: Game | None, shown: bool, at: float) -> None:
        turn = self.read_turn(body)
        if next_game is None and not shown and not self.fault:
            next_game = self._play_again(turn)
        if next_game is not None:
            self.clocks.run((), at)
            self.clocks.grant(earners(self.position, next_game.position, turn.actions))
            self.game = next_game
        self._clear_turn()
        self.clocks.moved(turn.actions)
        self.turns.append(turn)
        self.rows.add(turn.actions)

    def _play_on(self, seat: Seat) -> None:
        """Whoever plays on declines the draw, but for one that he wants himself."""
        if seat not in self.offers:
            self.offers.clear()

    def _take_back(self, to: int, at: float) -> None:
        self.game = self.game.back(max(0, self.game.number - to))
        del self.turns[to:]
        self.rows = Rows(self.rules.chance, (turn.actions for turn in self.turns))
        self._shown.clear()
        self.told.clear()
        self.takebacks += 1
        self._clear_turn()
        self.offers.clear()
        if self.control.kind == "turn":
            self.clocks.run((), at)
            self.clocks.grant(range(len(self.chairs)))

    def _clear_turn(self) -> None:
        self.seals.clear()
        self.repeats.clear()
        self.offered.clear()
        self.back = None

    def _play_again(self, turn: Turn) -> Game | None:
        """What a kept turn leads to; None, and a fault, where that is nothing."""
        try:
            game = turn.played(self.game)
            found = game.position.fen()
        except Exception as error:  # Rules that changed under a running game may fail in any way.
            fault = f"the rules raise {type(error).__name__}: {error}"
        else:
            if found == turn.fen:
                return game
            fault = f"the rules now lead to {found}, the journal has {turn.fen}"
        if turn.version != self.rules.rules_version:
            try:
                return self.game.after(self.rules.from_fen(turn.fen, self.opening.settings))
            except Exception as error:
                fault += f"; of version {turn.version}, and not read: {type(error).__name__}: {error}"
        self.fault = f"turn {self.number + 1}: {fault}"
        return None

    def unplayable(self) -> list[Seat]:
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

    def _look_for_seals(self) -> None:
        """A fault where the rules of a seal's own version no longer offer its move; whose it is, nobody is told."""
        missing = {seat for seat, seal in self.seals.items() if seal.move not in self.moves(seat)}
        if missing.difference(self.unplayable()):
            self.fault = f"turn {self.number + 1}: the rules no longer offer a move that is sealed"
            self.status = self._standing()


def earners(before: Position, after: Position, actions: Mapping[Seat, str]) -> list[Seat]:
    """Who gets an increment for a turn: the players who acted, but a seat that acts alone only with its last action."""
    if len(actions) == 1 and len(before.to_act) == 1 and after.to_act == before.to_act:
        return []
    return [seat for seat in actions if seat not in before.chance]


def timed(waited_for: Iterable[Seat], position: Position, computers: Collection[Seat]) -> Sequence[Seat]:
    """Whose clocks run of those who are waited for: where several act, first the computer's alone, which seals first.

    People cannot act before it has: what it takes is not their time. Nature has no clock.
    """
    players = [seat for seat in waited_for if seat not in position.chance]
    first = [seat for seat in players if seat in computers] if len(position.to_act) > 1 else []
    return first or players

"""A game as its journal tells it: the chairs, the seals, the turns, the end; nothing here decides anything."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self

from server.offers import Offer, offers
from server.store import Entry, Opening
from variants.position import Event, Eyes, Position, Seat, Viewer

REMEMBERED = 256
"""Answers a table keeps for each player, so that a message sent again is answered as the first time."""


class Turn(NamedTuple):
    """A revealed turn: its actions, the FEN it led to, and all that may be told of it when the game is over."""

    actions: Mapping[Seat, str]
    """As they were sent, so that a game that is over needs no rules to read them."""
    fen: str
    texts: Mapping[Seat, str]
    events: tuple[Event, ...]


class Ending(NamedTuple):
    """How the game ended here: a share for each seat, a reason of the rules or of the house, who brought it about."""

    points: tuple[float, ...]
    reason: str
    seat: Seat | None = None


class Record:
    """The state of a table, changed by one thing alone: an entry of its journal."""

    def __init__(self, rules: type[Position], opening: Opening, names: Mapping[str, str]) -> None:
        self.rules = rules
        self.opening = opening
        self.names = names
        self.id = opening.id
        position = rules.from_fen(opening.fen, opening.settings)
        self.positions: list[Position | None] = [position]
        self.turns: list[Turn] = []
        self.chairs: list[str | None] = [None] * len(position.seats)
        self.seals: dict[Seat, str] = {}
        """The text of the move that each seat has sealed."""
        self.offers: set[Seat] = set()
        self.repeats: Counter[tuple[str, Seat]] = Counter()
        """How often each seat has broken its seal, and offered a draw, since the last turn."""
        self.ending: Ending | None = None
        self.fault = ""
        self.status = self._standing()
        self.sequence = 0
        self._answers: dict[str, OrderedDict[str, dict[str, Any]]] = {}
        self.offered: dict[Seat, Mapping[str, Offer]] = {}
        self._seen = Counter([position.key()])

    @classmethod
    def replay(
        cls, rules: type[Position], opening: Opening, names: Mapping[str, str], status: str, entries: Iterable[Entry]
    ) -> Self:
        """The table that these rows of the journal tell.

        A game that is over is not played again: each turn shows the FEN that was kept. A running
        game is; where the rules no longer agree with what was kept it is stopped, and `fault` says why.
        """
        table = cls(rules, opening, names)
        shown = status in ("finished", "stopped")
        for entry in entries:
            table.take(entry, None, shown)
        table._look_for_seals()
        return table

    @property
    def number(self) -> int:
        """Turns played so far: calls of `play`."""
        return len(self.turns)

    @property
    def position(self) -> Position:
        """How the game stands."""
        return self.position_at(self.number)

    def seats_of(self, person: str | None) -> list[Seat]:
        """The seats this person holds."""
        return [seat for seat, holder in enumerate(self.chairs) if person is not None and holder == person]

    def eyes(self, viewer: Viewer) -> Viewer:
        """Whose eyes this viewer looks with: his own while the game runs, everybody's afterwards."""
        return Eyes.ALL if self.status in ("finished", "stopped") else viewer

    def position_at(self, number: int) -> Position:
        """The position after so many turns; for a finished game the one that was kept as FEN."""
        position = self.positions[number]
        if position is None:
            position = self.rules.from_fen(self.turns[number - 1].fen, self.opening.settings)
            self.positions[number] = position
        return position

    def moves(self, seat: Seat) -> Mapping[str, Offer]:
        """What this seat may send now, by the text it sends."""
        if self.status != "running" or seat not in self.position.to_act:
            return {}
        if seat not in self.offered:
            self.offered[seat] = offers(self.position, seat)
        return self.offered[seat]

    def occurrences(self, position: Position) -> int:
        """How often this position has stood on the board, as repetition counts it."""
        return self._seen[position.key()]

    def claimable(self) -> bool:
        """May a player claim a draw by repetition now? On a hidden board never: it would tell who came back."""
        if self.rules.hidden:
            return False
        limit = self.rules.draws.occurrences
        if limit is None or self.rules.draws.kind != "claim" or self.status != "running":
            return False
        return self.occurrences(self.position) >= limit

    def remember(self, person: str, message: str, answer: dict[str, Any]) -> None:
        """Keep an answer to somebody who sits here, for the case that his message comes again."""
        answers = self._answers.setdefault(person, OrderedDict())
        answers[message] = answer
        if len(answers) > REMEMBERED:
            answers.popitem(last=False)

    def answer(self, person: str, message: str) -> dict[str, Any] | None:
        """What this message of this person was answered, if that is remembered."""
        answers = self._answers.get(person)
        return None if answers is None else answers.get(message)

    def take(self, entry: Entry, next_position: Position | None = None, shown: bool = False) -> None:
        """Let an entry happen.

        `next_position` is where a turn leads, if that is known already; `shown` leaves the position
        to the FEN that was kept.
        """
        self.sequence += 1
        seat, body = entry.seat, entry.body
        match entry.kind:
            case "sit":
                assert seat is not None
                self.chairs[seat] = entry.person
            case "seal":
                assert seat is not None
                self.seals[seat] = body["move"]
                self.offers &= {seat}
            case "unseal":
                assert seat is not None
                del self.seals[seat]
                self.repeats["unseal", seat] += 1
            case "turn":
                assert seat is not None
                self.offers &= {seat}
                self._take_turn(body, next_position, shown)
            case "offer":
                assert seat is not None
                self.offers.add(seat)
                self.repeats["offer", seat] += 1
            case "decline":
                self.offers &= {seat}
            case "end":
                self.ending = Ending(tuple(body["points"]), body["reason"], body["seat"])
                # A seal that was not opened is nobody's business any more.
                self.seals.clear()
                self.offers.clear()
            case "stop":
                self.fault = body["fault"]
                self.seals.clear()
                self.offers.clear()
        self.status = self._standing()
        if entry.message:
            self.remember(entry.person, entry.message, {"ok": True, "number": self.number})

    def _standing(self) -> str:
        """`open`, `running`, `finished`, or `stopped` where the journal and the rules disagree."""
        if self.fault:
            return "stopped"
        if self.ending is not None:
            return "finished"
        return "open" if None in self.chairs else "running"

    def _take_turn(self, body: Mapping[str, Any], next_position: Position | None, shown: bool) -> None:
        actions = {int(seat): text for seat, text in body["actions"].items()}
        texts = {int(seat): text for seat, text in body["texts"].items()}
        events = tuple(
            Event(code, seat, tuple(squares), tuple(pieces)) for code, seat, squares, pieces in body["events"]
        )
        self.seals.clear()
        self.repeats.clear()
        self.offered.clear()
        if next_position is None and not shown and not self.fault:
            next_position = self._play_again(actions, body["fen"])
        self.turns.append(Turn(actions, body["fen"], texts, events))
        self.positions.append(next_position)
        if next_position is not None:
            self._seen[next_position.key()] += 1

    def _play_again(self, actions: Mapping[Seat, str], fen: str) -> Position | None:
        try:
            position = self.position.play({seat: self.rules.read(text) for seat, text in actions.items()})
            found = position.fen()
        except Exception as error:  # Rules that changed under a running game may fail in any way.
            self.fault = f"turn {self.number + 1}: the rules raise {type(error).__name__}: {error}"
            return None
        if found != fen:
            self.fault = f"turn {self.number + 1}: the rules now lead to {found}, the journal has {fen}"
            return None
        return position

    def _look_for_seals(self) -> None:
        """A fault where the rules no longer offer a move that is sealed; which one it is, nobody is told."""
        if any(text not in self.moves(seat) for seat, text in self.seals.items()):
            self.fault = f"turn {self.number + 1}: the rules no longer offer a move that is sealed"
            self.status = self._standing()

"""One game: who sits where, what is sealed, whose turn it is, how it ended."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from server.offers import Offer, offers
from server.refusal import Refusal
from server.store import Entry, Opening
from server.view import Turn, draw_view
from variants.position import Event, Eyes, Move, Position, Result, Seat, Viewer

REMEMBERED = 256
"""Answers a table keeps, so that a message sent again is answered as the first time."""


class Ending(NamedTuple):
    """How the game ended here: a share for each seat, a reason of the rules or of the house, who brought it about."""

    points: tuple[float, ...]
    reason: str
    seat: Seat | None = None


class Decision(NamedTuple):
    """What an accepted action writes into the journal, and the position it leads to if it completes a turn."""

    entries: tuple[Entry, ...]
    next: Position | None = None
    status: str | None = None
    """The status the table gets by it, if that changes."""


class Table:
    """A game as the replay of its journal.

    Asking (`act`, `resign`, …) changes nothing: it answers with a Decision or raises a Refusal
    (MoveError for a text that spells no move). Whoever has put a decision's entries on disk hands
    it to `apply`. So what is not on disk has not happened, and replaying the disk is playing.
    """

    def __init__(self, rules: type[Position], opening: Opening, names: Mapping[str, str]) -> None:
        self.rules = rules
        self.opening = opening
        self.names = names
        self.id = opening.id
        self.position: Position = rules.from_fen(opening.fen, opening.settings)
        self.positions: list[Position | None] = [self.position]
        self.turns: list[Turn] = []
        self.chairs: list[str | None] = [None] * len(self.position.seats)
        self.seals: dict[Seat, Move] = {}
        self.offers: set[Seat] = set()
        self.ending: Ending | None = None
        self.fault = ""
        self.sequence = 0
        self.answers: OrderedDict[tuple[str, str], dict[str, Any]] = OrderedDict()
        self.offered: dict[Seat, Mapping[str, Offer]] = {}
        self._seen = Counter([self.position.key()])

    @classmethod
    def replay(
        cls, rules: type[Position], opening: Opening, names: Mapping[str, str], status: str, entries: Iterable[Entry]
    ) -> Table:
        """The table that these rows of the journal tell.

        A game that is over is not played again: each turn shows the FEN that was kept. A running
        game is; where the rules no longer agree with what was kept it is stopped, and `fault` says why.
        """
        table = cls(rules, opening, names)
        shown = status in ("finished", "stopped")
        for entry in entries:
            table._take(entry, None, shown)
        return table

    @property
    def number(self) -> int:
        """Turns played so far: calls of `play`."""
        return len(self.turns)

    @property
    def status(self) -> str:
        """`open`, `running`, `finished`, or `stopped` where the journal and the rules disagree."""
        if self.fault:
            return "stopped"
        if self.ending is not None:
            return "finished"
        return "open" if None in self.chairs else "running"

    def seats_of(self, person: str | None) -> list[Seat]:
        """The seats this person holds."""
        return [seat for seat, holder in enumerate(self.chairs) if person is not None and holder == person]

    def view(self, viewer: Viewer, since: int = 0, brief: bool = False) -> dict[str, Any]:
        """All that this viewer may know, as plain data (see ARCHITECTURE.md); turns after number `since`.

        `brief` leaves out what only a new turn changes.
        """
        return draw_view(self, viewer, since, brief)

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

    def claimable(self) -> bool:
        """May a player claim a draw by repetition now?"""
        limit = self.rules.draws.occurrences
        return (
            self.status == "running"
            and self.rules.draws.kind == "claim"
            and limit is not None
            and self._seen[self.position.key()] >= limit
        )

    def sit(self, person: str, seat: Seat | None, at: float, several: bool = False) -> Decision:
        """Take a free chair: this one, or any. Only with `several` may one person hold more than one."""
        self._must_be("open")
        if self.seats_of(person) and not several:
            raise Refusal("already_seated", "You already sit at this table.")
        free = [number for number, holder in enumerate(self.chairs) if holder is None]
        if seat is None:
            seat = free[0]
        elif seat not in free:
            raise Refusal("chair_taken", "Somebody else took this seat.")
        return Decision((self._entry("sit", seat, person, "", {}, at),), status="running" if len(free) == 1 else None)

    def act(self, person: str, seat: Seat, number: int, text: str, message: str, at: float) -> Decision:
        """Seal a move; with the last seal of a turn, play it."""
        self._must_sit(person, seat)
        self._must_be("running")
        if number < self.number:
            raise Refusal("late", "This turn is over: the move came for turn {number}.", number=number + 1)
        if number > self.number:
            raise Refusal("early", "Turn {number} has not begun.", number=number + 1)
        if seat not in self.position.to_act:
            raise Refusal("not_your_turn", "It is not your turn.")
        if seat in self.seals:
            raise Refusal("already_sealed", "Your move is sealed; break the seal to choose another.")
        offered = self.moves(seat)
        if text not in offered:
            text = self.rules.write(self.rules.read(text))
            raise Refusal("not_offered", "The move {move} is not possible now.", move=text)
        if any(other not in self.seals and other != seat for other in self.position.to_act):
            return Decision((self._entry("seal", seat, person, message, {"move": text}, at),))
        return self._turn(seat, offered[text].move, person, message, at)

    def unseal(self, person: str, seat: Seat, number: int, message: str, at: float) -> Decision:
        """Take a sealed move back, as long as the turn is not revealed."""
        self._must_sit(person, seat)
        if number < self.number:
            raise Refusal("already_revealed", "Too late: the moves of this turn are already revealed.")
        self._must_be("running")
        if number > self.number:
            raise Refusal("early", "Turn {number} has not begun.", number=number + 1)
        if seat not in self.seals:
            raise Refusal("not_sealed", "There is no sealed move to take back.")
        return Decision((self._entry("unseal", seat, person, message, {}, at),))

    def resign(self, person: str, seat: Seat, message: str, at: float) -> Decision:
        """Give the game up; or, while a chair is free, withdraw the table."""
        self._must_sit(person, seat)
        if self.status == "open":
            points = tuple(1 / len(self.chairs) for _ in self.chairs)
            return self._end(seat, person, message, at, Ending(points, "withdrawn", seat))
        self._must_be("running")
        others = len(self.chairs) - 1
        points = tuple(0.0 if chair == seat else 1 / others for chair in range(others + 1))
        return self._end(seat, person, message, at, Ending(points, "resigned", seat))

    def offer(self, person: str, seat: Seat, message: str, at: float) -> Decision:
        """Offer a draw in one's own turn, or accept the offer of the others."""
        self._must_sit(person, seat)
        self._must_be("running")
        if seat in self.offers:
            raise Refusal("already_offered", "You have already offered a draw.")
        entry = self._entry("offer", seat, person, message, {}, at)
        others = {other for other, holder in enumerate(self.chairs) if other != seat and holder is not None}
        if others <= self.offers:
            ending = self._ending_entry(seat, person, at, self._drawn("agreement", seat))
            return Decision((entry, ending), status="finished")
        if seat not in self.position.to_act and not self.offers:
            raise Refusal("not_your_turn", "It is not your turn.")
        return Decision((entry,))

    def decline(self, person: str, seat: Seat, message: str, at: float) -> Decision:
        """Refuse the draws that others offer."""
        self._must_sit(person, seat)
        self._must_be("running")
        if not self.offers - {seat}:
            raise Refusal("no_offer", "There is no draw offer to decline.")
        return Decision((self._entry("decline", seat, person, message, {}, at),))

    def claim(self, person: str, seat: Seat, message: str, at: float) -> Decision:
        """Claim the draw that a repeated position gives."""
        self._must_sit(person, seat)
        self._must_be("running")
        if not self.claimable():
            raise Refusal("no_claim", "This position has not been repeated often enough to claim a draw.")
        return self._end(seat, person, message, at, self._drawn("repetition", seat))

    def stop(self, at: float) -> Decision:
        """Stop a game whose journal and rules disagree, so that it stays as it stood."""
        return Decision((self._entry("stop", None, "", "", {"fault": self.fault}, at),), status="stopped")

    def apply(self, decision: Decision) -> None:
        """Let what is on disk happen."""
        for entry in decision.entries:
            self._take(entry, decision.next if entry.kind == "turn" else None, shown=False)

    def remember(self, person: str, message: str, answer: dict[str, Any]) -> None:
        """Keep an answer for the case that its message comes again."""
        self.answers[person, message] = answer
        if len(self.answers) > REMEMBERED:
            self.answers.popitem(last=False)

    def _turn(self, seat: Seat, move: Move, person: str, message: str, at: float) -> Decision:
        actions = {**self.seals, seat: move}
        actions = {actor: actions[actor] for actor in self.position.to_act}
        position = self.position.play(actions)
        body = {
            "actions": {str(actor): self.rules.write(action) for actor, action in actions.items()},
            "fen": position.fen(),
            "texts": {str(actor): text for actor, text in self.position.notation(actions, Eyes.ALL).items()},
            "events": position.story(Eyes.ALL),
        }
        entry = self._entry("turn", seat, person, message, body, at)
        ending = self._judge(position)
        if ending is None:
            return Decision((entry,), position)
        return Decision((entry, self._ending_entry(None, "", at, ending, self.number + 1)), position, "finished")

    def _judge(self, position: Position) -> Ending | None:
        result: Result | None = position.result()
        if result is not None:
            return Ending(result.points, result.reason)
        draws = self.rules.draws
        again = self._seen[position.key()] + 1
        if draws.kind == "automatic" and draws.occurrences is not None and again >= draws.occurrences:
            return self._drawn("repetition")
        if draws.quiet_turns is not None and position.quiet >= draws.quiet_turns:
            return self._drawn("quiet_turns")
        return None

    def _drawn(self, reason: str, seat: Seat | None = None) -> Ending:
        return Ending(tuple(1 / len(self.chairs) for _ in self.chairs), reason, seat)

    def _end(self, seat: Seat, person: str, message: str, at: float, ending: Ending) -> Decision:
        return Decision((self._ending_entry(seat, person, at, ending, message=message),), status="finished")

    def _ending_entry(
        self, seat: Seat | None, person: str, at: float, ending: Ending, number: int | None = None, message: str = ""
    ) -> Entry:
        return Entry("end", self.number if number is None else number, seat, person, message, ending._asdict(), at)

    def _entry(
        self, kind: str, seat: Seat | None, person: str, message: str, body: Mapping[str, Any], at: float
    ) -> Entry:
        return Entry(kind, self.number, seat, person, message, body, at)

    def _must_sit(self, person: str, seat: Seat) -> None:
        if not 0 <= seat < len(self.chairs) or self.chairs[seat] != person:
            raise Refusal("not_your_seat", "You do not sit there.")

    def _must_be(self, status: str) -> None:
        if self.status == status:
            return
        if self.status == "open":
            raise Refusal("not_started", "The game has not begun: a seat is still free.")
        if self.status == "running":
            raise Refusal("table_full", "All seats of this table are taken.")
        raise Refusal("game_over", "This game is over.")

    def _take(self, entry: Entry, next_position: Position | None, shown: bool) -> None:
        self.sequence += 1
        seat, body = entry.seat, entry.body
        match entry.kind:
            case "sit":
                assert seat is not None
                self.chairs[seat] = entry.person
            case "seal":
                assert seat is not None
                self.seals[seat] = self.rules.read(body["move"])
                self.offers &= {seat}
            case "unseal":
                assert seat is not None
                del self.seals[seat]
            case "turn":
                assert seat is not None
                self.offers &= {seat}
                self._take_turn(body, next_position, shown)
            case "offer":
                assert seat is not None
                self.offers.add(seat)
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
        if entry.message:
            self.remember(entry.person, entry.message, {"ok": True, "number": self.number})

    def _take_turn(self, body: Mapping[str, Any], next_position: Position | None, shown: bool) -> None:
        actions = {int(seat): self.rules.read(text) for seat, text in body["actions"].items()}
        texts = {int(seat): text for seat, text in body["texts"].items()}
        events = tuple(
            Event(code, seat, tuple(squares), tuple(pieces)) for code, seat, squares, pieces in body["events"]
        )
        self.turns.append(Turn(actions, body["fen"], texts, events))
        self.seals.clear()
        self.offered.clear()
        if next_position is None and not shown and not self.fault:
            next_position = self._play_again(actions, body["fen"])
        self.positions.append(next_position)
        if next_position is not None:
            self.position = next_position
            self._seen[next_position.key()] += 1
        else:
            self.position = self.position_at(self.number)

    def _play_again(self, actions: Mapping[Seat, Move], fen: str) -> Position | None:
        try:
            position = self.position.play(actions)
            found = position.fen()
        except Exception as error:  # Rules that changed under a running game may fail in any way.
            self.fault = f"turn {self.number}: the rules raise {type(error).__name__}: {error}"
            return None
        if found != fen:
            self.fault = f"turn {self.number}: the rules now lead to {found}, the journal has {fen}"
            return None
        return position

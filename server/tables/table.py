"""One game: who sits where, what is sealed, whose turn it is, how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from server.deadline import RulesFailed
from server.refusal import Refusal, TooSoon
from server.tables import absence, envelope
from server.tables.machines import DICE, machines, strength_of
from server.tables.offers import chosen
from server.tables.record import Ending, Record, earners
from server.tables.rights import MOST_ASKS, MOST_OFFERS, MOST_TAKEBACKS, MOST_WISHES, abortable, scouting
from server.tables.sharing import contenders, drawn, lost_by
from server.tables.store import Entry, Opening
from server.tables.view import draw_view
from variants.position import Eyes, Position, Result, Seat, Viewer

MOST_UNSEALS = 20
"""Limit per turn, so a player cannot grow the journal without bound."""

MOST_UNSEALS_IN_ALL = 200
FEW_UNSEALS = 2
"""A seat that has broken MOST_UNSEALS_IN_ALL seals in a game may break FEW_UNSEALS a turn. Otherwise a losing player
could break seals until the game ends in a draw by its length."""

MOST_ENTRIES = 4_000
"""Entries of a table after which the next turn ends the game in a draw: each reader of a table reads all of them."""


class NextTable(NamedTuple):
    """A table that is to be opened: its first row, who sits down at it, and its status then."""

    opening: Opening
    entries: tuple[Entry, ...]
    status: str


class Decision(NamedTuple):
    """What an accepted action writes into the journal, and the position it leads to if it completes a turn."""

    entries: tuple[Entry, ...]
    next: Position | None = None
    status: str | None = None
    """The status the table gets by it, if that changes."""
    also: NextTable | None = None
    """Another table that is opened in the same commit."""


class Table(Record):
    """A game at which people act.

    Asking (`act`, `resign`, …) changes nothing: it answers with a Decision or raises a Refusal
    (MoveError for a text that spells no move). Whoever has put a decision's entries on disk hands
    it to `apply`. So what is not on disk has not happened, and replaying the disk is playing.
    """

    def view(self, viewer: Viewer, since: int = 0, brief: bool = False, at: float | None = None) -> dict[str, Any]:
        """All that this viewer may know, as plain data (see ARCHITECTURE.md); turns after number `since`.

        `brief` leaves out what only a new turn changes; `at` is the moment of looking, in seconds
        since the epoch, by default that of the last entry.
        """
        if self.failed:
            raise rules_failed()
        try:
            return draw_view(self, viewer, since, brief, self.last_at if at is None else at)
        except RulesFailed as error:
            self.fail(error)
            raise rules_failed() from error

    def fail(self, error: RulesFailed) -> None:
        """The rules came to no end: from now on nobody asks them at this table, and whoever holds it is told."""
        self.failed = str(error)
        self.on_failure()

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

    def act(
        self, person: str, seat: Seat, number: int, text: str, message: str, at: float, takebacks: int | None = None
    ) -> Decision:
        """Seal a move; with the last seal of a turn, play it.

        `number` of turns and `takebacks` name the position the move is meant for; where the latter is
        not told, only the number is compared.
        """
        self._must_sit(person, seat)
        self._must_be("running")
        if number < self.number:
            raise Refusal("late", "This turn is over: the move came for turn {number}.", number=number + 1)
        if number > self.number:
            raise Refusal("early", "Turn {number} has not begun.", number=number + 1)
        if takebacks not in (None, self.takebacks):
            raise _changed()
        if seat not in self.position.to_act:
            raise Refusal("not_your_turn", "It is not your turn.")
        if seat in self.seals:
            raise Refusal("already_sealed", "Your move is sealed; break the seal to choose another.")
        if not machines([person]) and self.computer_chooses():
            raise TooSoon("computer_first", "The computer has not sealed its move yet: it does so before you do.")
        if seat in self.rules.chance and text != self.rolled(seat):
            raise Refusal("loaded_dice", "The dice show something else.")
        # Kept as the text that was sent; the offer is looked up again when the turn is played.
        chosen(self.moves(seat), text, self.rules)
        # Looked at only when all the others have sealed: before the turn is complete nobody learns of it.
        waited_for = [other for other in self.position.to_act if other not in self.seals and other != seat]
        broken = [] if waited_for else self.unplayable()
        if waited_for or broken:
            body = {"move": text, "nonce": envelope.fresh(), **self._takebacks(), **self._version()}
            seal = self._entry("seal", seat, person, message, body, at)
            return Decision((*(self._entry("unseal", other, "", "", {}, at) for other in broken), seal))
        return self._turn(seat, text, person, message, at)

    def roll(self, at: float) -> Decision | None:
        """What nature does at this moment; None where it is not to act."""
        seat = next((seat for seat in self.waited_for() if seat in self.rules.chance), None)
        if seat is None:
            return None
        return self.act(DICE, seat, self.number, self.rolled(seat), "", at)

    def computer_chooses(self) -> bool:
        """Whether the computer, which seals before people do, is waited for in a turn that several seats play."""
        waited_for = self.waited_for() if len(self.position.to_act) > 1 else []
        return any(strength_of(self.chairs[seat]) is not None for seat in waited_for)

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
        most = MOST_UNSEALS if self.unsealed[seat] < MOST_UNSEALS_IN_ALL else FEW_UNSEALS
        if self.repeats["unseal", seat] >= most:
            raise Refusal("unsealed_often", "You have broken {most} seals in this turn: this one stays.", most=most)
        return Decision((self._entry("unseal", seat, person, message, {}, at),))

    def resign(self, person: str, seat: Seat, message: str, at: float) -> Decision:
        """Give the game up; or, while a chair is free, withdraw the table that one has opened."""
        self._must_sit(person, seat)
        if self.status == "open":
            if person != self.host:
                raise Refusal("not_host", "Only the person who opened this table may withdraw it.")
            return self._end(seat, person, message, at, self._drawn("withdrawn", seat), "aborted")
        self._must_play(person, seat)
        return self._end(seat, person, message, at, Ending(lost_by([seat], self.position), "resigned", seat))

    def abort(self, person: str, seat: Seat, message: str, at: float) -> Decision:
        """End a game before its second turn, or one in which somebody never came, as if it had not been."""
        self._must_play(person, seat)
        if not abortable(self, at):
            raise Refusal("begun", "The second turn is played: this game can be resigned, not aborted.")
        return self._end(seat, person, message, at, self._drawn("aborted", seat), "aborted")

    def absent(self, person: str, seat: Seat, win: bool, message: str, at: float) -> Decision:
        """Claim the win, or be content with a draw, because who is waited for has gone."""
        self._must_play(person, seat)
        gone = [other for other, opens in absence.claim_opens(self, at).items() if opens <= at and other != seat]
        if not gone:
            raise Refusal("not_absent", "No player whose move is awaited has been gone for long enough.")
        ending = Ending(lost_by(gone, self.position), "abandoned", seat) if win else self._drawn("abandoned_draw", seat)
        return self._end(seat, person, message, at, ending)

    def offer(self, person: str, seat: Seat, message: str, at: float) -> Decision:
        """Offer a draw in one's own turn, or accept the offer of the others."""
        self._must_play(person, seat)
        if seat in self.offers:
            raise Refusal("already_offered", "You have already offered a draw.")
        entry = self._entry("offer", seat, person, message, {}, at)
        if self.offers.issuperset(set(contenders(self.position)) - {seat}):
            ending = self._ending_entry(seat, person, at, self._drawn("agreement", seat))
            return Decision((entry, ending), status="finished")
        if seat not in self.position.to_act and not self.offers:
            raise Refusal("not_your_turn", "It is not your turn.")
        if self.repeats["offer", seat] >= MOST_OFFERS:
            raise Refusal("offered_often", "You have offered {most} draws in this turn.", most=MOST_OFFERS)
        return Decision((entry,))

    def decline(self, person: str, seat: Seat, message: str, at: float) -> Decision:
        """Refuse the draws that others offer, and to take turns back."""
        self._must_sit(person, seat)
        self._must_be("running")
        offered = self.offers - {seat} and seat not in self.position.out()
        if not offered and (self.back is None or seat in self.back.seats):
            raise Refusal("no_offer", "There is nothing to decline.")
        return Decision((self._entry("decline", seat, person, message, {}, at),))

    def claim(self, person: str, seat: Seat, message: str, at: float) -> Decision:
        """Claim the draw that a repeated position gives."""
        self._must_play(person, seat)
        if not self.claimable():
            raise Refusal("no_claim", "This position has not been repeated often enough to claim a draw.")
        return self._end(seat, person, message, at, self._drawn("repetition", seat))

    def takeback(self, person: str, seat: Seat, message: str, at: float, to: int | None = None) -> Decision:
        """Ask to take back one's own last turn and all after it, or agree to what others ask.

        `to`, where it is told, is the number of turns that are to stay: so that nobody who asks
        agrees unawares to what another asked in the same instant.
        """
        self._must_sit(person, seat)
        self._must_be("running")
        if self.takebacks >= MOST_TAKEBACKS:
            raise Refusal(
                "takebacks_used",
                "Turns were taken back {most} times in this game: that was the last.",
                most=MOST_TAKEBACKS,
            )
        if self.back is not None and seat in self.back.seats:
            raise Refusal("already_asked", "You have already asked to take back a turn.")
        wanted = self.back.to if self.back is not None else self.last_turn_of(seat)
        if wanted is None:
            raise Refusal("nothing_back", "You have no turn to take back.")
        if to not in (None, wanted):
            raise _changed()
        if refusal := scouting(self, wanted):
            raise refusal
        if self.back is None and self.repeats["ask_back", seat] >= MOST_ASKS:
            raise Refusal("asked_often", "You have asked {most} times in this turn.", most=MOST_ASKS)
        body = {"to": wanted}
        agreed = {self.chairs[other] for other in (seat, *(self.back.seats if self.back is not None else ()))}
        agreed |= machines(self.chairs)
        if not agreed.issuperset(self.chairs):
            return Decision((self._entry("ask_back", seat, person, message, body, at),))
        # The message goes with the last entry: it is answered with the number of turns that stay.
        asked = self._entry("ask_back", seat, person, "", body, at)
        return Decision((asked, Entry("takeback", wanted, seat, person, message, body, at)))

    def again(self, person: str, seat: Seat, surprise: bool, message: str, at: float) -> Decision:
        """Want another game with the same people; `surprise` leaves the variant to the lot."""
        self._must_sit(person, seat)
        if self.status != "finished" or None in self.chairs:
            raise Refusal("not_over", "Another game can be asked for when this one is over.")
        if self.rematch is not None:
            raise Refusal("rematch_open", "The next game has already begun.")
        if self.again_wish.get(seat) == surprise:
            raise Refusal("already_asked_again", "You have already asked for another game.")
        if self.repeats["again", seat] >= MOST_WISHES:
            raise Refusal("asked_often", "You have asked for another game {most} times.", most=MOST_WISHES)
        return Decision((self._entry("again", seat, person, message, {"surprise": surprise}, at),))

    def fallen(self, at: float) -> Decision | None:
        """How the game ends if a flag has fallen at this moment; None if none has.

        Where it is that of a seat whose first move has not come, the game counts for nobody.
        """
        fallen = self.clocks.fallen(at) if self.status == "running" and self.control.kind != "none" else frozenset()
        if not fallen:
            return None
        late = fallen & self.clocks.unmoved
        if late:
            return self._end(min(late), "", "", at, self._drawn("no_first_move", min(late)), "aborted")
        seat = min(fallen)
        others = [other for other in contenders(self.position) if other not in fallen]
        if not others:
            ending = self._drawn("time_all", seat)
        elif any(self.position.could_win(other) for other in others):
            ending = Ending(lost_by(fallen, self.position), "time", seat)
        else:
            ending = self._drawn("time_material", seat)
        return self._end(seat, "", "", at, ending)

    def ended(self, at: float) -> Decision | None:
        """The end of a running game whose position is over by today's rules, which an older version played on from."""
        result = self.position.result() if self.status == "running" else None
        return None if result is None else self._end(None, "", "", at, Ending(result.points, result.reason))

    def downtime(self, since: float, until: float, at: float) -> Decision:
        """Give back the time in which there was no server (seconds since the epoch)."""
        return Decision((self._entry("downtime", None, "", "", {"since": since, "until": until}, at),))

    def stop(self, at: float, fault: str = "") -> Decision:
        """Stop a game whose journal and rules disagree, or whose rules have failed, so that it stays as it stood."""
        return Decision((self._entry("stop", None, "", "", {"fault": fault or self.fault}, at),), status="stopped")

    def apply(self, decision: Decision) -> None:
        """Let what is on disk happen."""
        for entry in decision.entries:
            self.take(entry, decision.next if entry.kind == "turn" else None)

    def _turn(self, seat: Seat, text: str, person: str, message: str, at: float) -> Decision:
        sent = {**{sealer: seal.move for sealer, seal in self.seals.items()}, seat: text}
        actions = {actor: self.moves(actor)[sent[actor]].move for actor in self.position.to_act}
        position = self.position.play(actions)
        body: dict[str, Any] = {
            "actions": {str(actor): sent[actor] for actor in actions},
            "fen": position.fen(),
            "texts": {str(actor): text for actor, text in self.position.noted(actions, position, Eyes.ALL).items()},
            "events": position.story(Eyes.ALL),
            **self._version(),
        }
        if len(actions) > 1 and all(seal.nonce for seal in self.seals.values()):
            nonces = {sealer: seal.nonce for sealer, seal in self.seals.items()} | {seat: envelope.fresh()}
            body["nonces"] = {str(actor): nonces[actor] for actor in actions}
            body |= self._takebacks()
        if self.control.kind != "none":
            clocks = self.clocks.copy()
            clocks.run((), at)
            clocks.grant(earners(self.position, position, sent))
            body["clocks"] = clocks.readings(at)
        entry = self._entry("turn", seat, person, message, body, at)
        ending = self._judge(position)
        if ending is None:
            return Decision((entry,), position)
        return Decision(
            (entry, self._ending_entry(None, "", at, ending, self.number + 1, clocks=body.get("clocks"))),
            position,
            "finished",
        )

    def _takebacks(self) -> dict[str, int]:
        """How often turns were taken back, for the envelopes of this turn.

        Nothing where one of them was sealed with version 1 of the text: all envelopes of a turn have the same version.
        """
        old = any(seal.takebacks is None for seal in self.seals.values())
        return {} if old else {"takebacks": self.takebacks}

    def _version(self) -> dict[str, int]:
        """The version of the rules, for an entry's body, where it is not that of the opening."""
        version = self.rules.rules_version
        return {} if version == self.opening.rules_version else {"rules": version}

    def _judge(self, position: Position) -> Ending | None:
        result: Result | None = position.result()
        if result is not None:
            return Ending(result.points, result.reason)
        draws = self.rules.draws
        again = self.occurrences(position) + 1
        if draws.kind == "automatic" and draws.occurrences is not None and again >= draws.occurrences:
            return self._drawn("repetition", position=position)
        if draws.quiet_turns is not None and position.quiet >= draws.quiet_turns:
            return self._drawn("quiet_turns", position=position)
        return self._drawn("too_long", position=position) if self.sequence >= MOST_ENTRIES else None

    def _drawn(self, reason: str, seat: Seat | None = None, position: Position | None = None) -> Ending:
        return Ending(drawn(self.position if position is None else position), reason, seat)

    def _end(
        self, seat: Seat | None, person: str, message: str, at: float, ending: Ending, status: str = "finished"
    ) -> Decision:
        return Decision((self._ending_entry(seat, person, at, ending, message=message),), status=status)

    def _ending_entry(
        self,
        seat: Seat | None,
        person: str,
        at: float,
        ending: Ending,
        number: int | None = None,
        message: str = "",
        clocks: list[float] | None = None,
    ) -> Entry:
        body: dict[str, Any] = ending._asdict() | self._version()
        if self.control.kind != "none":
            body["clocks"] = clocks or self.clocks.readings(at)
        return Entry("end", self.number if number is None else number, seat, person, message, body, at)

    def _entry(
        self, kind: str, seat: Seat | None, person: str, message: str, body: Mapping[str, Any], at: float
    ) -> Entry:
        return Entry(kind, self.number, seat, person, message, body, at)

    def _must_sit(self, person: str, seat: Seat) -> None:
        if not 0 <= seat < len(self.chairs) or self.chairs[seat] != person:
            raise Refusal("not_your_seat", "That is not your seat.")

    def _must_play(self, person: str, seat: Seat) -> None:
        self._must_sit(person, seat)
        self._must_be("running")
        if seat in self.position.out():
            raise Refusal("out", "You are out of this game: the others decide it.")

    def _must_be(self, status: str) -> None:
        if self.status == status:
            return
        if self.status == "open":
            raise Refusal("not_started", "The game has not begun: a seat is still free.")
        if self.status == "running":
            raise Refusal("table_full", "All seats of this table are taken.")
        raise Refusal("game_over", "This game is over.")


def rules_failed() -> Refusal:
    """What is answered where the rules of a table came to no end."""
    return Refusal("rules_failed", "The rules of this game have failed, and the game was stopped.")


def _changed() -> Refusal:
    return Refusal("changed", "The game has changed meanwhile: look at it again.")

"""A game as its journal tells it: chairs, clocks, seals, turns, the end; nothing here decides anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from typing import Any, Self

from server.journal.entries import Opening
from server.tables import dice
from server.tables.clock import Clocks
from server.tables.control import parse
from server.tables.offers import Offer, offers
from server.tables.plan import Planned
from server.tables.presence import Presence
from server.tables.rows import Rows
from server.tables.turn import Ending, Left, Seal, Turn, Wish
from variants.game import Game
from variants.position import Event, Eyes, Position, Seat, Viewer


class State:
    """The state of a table; only a decision of its journal changes it, in `Table.apply`."""

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
        self.added: Counter[Seat] = Counter()
        """How often each seat has given others time in the whole game."""
        self.plans: dict[Seat, Planned] = {}
        """What seats have planned for themselves; those of others no seat may know."""
        self.planned: Counter[Seat] = Counter()
        """How often each seat has planned in the whole game."""
        self.seed = ""
        """The seed of the chance moves, where a chance player has a seat."""
        self.ending: Ending | None = None
        self.fault = ""
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

    @property
    def number(self) -> int:
        """Turns played so far: calls of `play`."""
        return len(self.turns)

    @property
    def sitting(self) -> set[str]:
        """Everybody who has a chair, chance players too."""
        return {person for person in self.chairs if person is not None}

    @property
    def position(self) -> Position:
        """How the game stands."""
        # Asked thirty times an action: not by `number`.
        return self.game.position if self.game.number == len(self.turns) else self.position_at(self.number)

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
        """The viewer to show a position to: this one while the game runs, one who sees everything afterwards."""
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
        for number in range(len(self.turns) - 1, -1, -1):
            if seat in self.turns[number].actions:
                return number
        return None

    def waited_for(self) -> list[Seat]:
        """The seats that are to act and have not sealed: their clocks run."""
        if self.status != "running":
            return []
        return [seat for seat in self.position.to_act if seat not in self.seals]

    def rolled(self, seat: Seat) -> str:
        """The move of a chance player that is to act."""
        return dice.roll(self.seed, self.id, self.number + 1, self.takebacks, seat, self.moves(seat))

    def answer(self, person: str, message: str) -> dict[str, Any] | None:
        """The answer to this message of this person, if a decision was taken for it."""
        number = self._answered.get((person, message))
        return None if number is None else {"ok": True, "number": number}

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

"""What a table's state is made of: seals, turns, wishes and endings; and whose clock a turn pays and starts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from server.tables.refusal import Refusal
from variants.game import Game
from variants.position import Event, Position, Seat


class Seal(NamedTuple):
    """A sealed move, the nonce in its envelope, and the digest that everybody sees of both."""

    move: str
    nonce: str
    commitment: str | None
    """None for a seal older than envelopes: without a nonce a digest would tell the move to a client that tries all."""
    version: int
    """The version of the rules that offered the move."""
    takebacks: int | None
    """How often turns had been taken back, as the digest tells it; None where its text is of version 1."""


class Departed(Exception):
    """Rules that lead elsewhere than a game that was kept; the message says where, `refusal` says it to people."""

    def __init__(self, message: str, refusal: Refusal) -> None:
        super().__init__(message)
        self.refusal = refusal


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

    def again(self, game: Game) -> Game:
        """What the turn led to: where other rules than today's played it and lead elsewhere, the FEN that was kept.

        Raises Departed where today's rules lead elsewhere and must not, or cannot read that FEN.
        """
        position, turn = game.position, game.number + 1
        try:
            after = self.played(game)
            found = after.position.fen()
        except Exception as error:  # Rules that changed under a running game may fail in any way.
            fault = f"the rules raise {type(error).__name__}: {error}"
            name = type(error).__name__
            refusal = Refusal("record_turn", "Turn {turn}: the rules fail ({fault}).", turn=turn, fault=name)
        else:
            if found == self.fen:
                return after
            lead = "Turn {turn}: the rules lead to {found}, the record to {told}."
            refusal = Refusal("record_turn", lead, turn=turn, found=found, told=self.fen)
            fault = f"the rules now lead to {found}, the journal has {self.fen}"
        if self.version != position.rules_version:
            try:
                return game.after(position.from_fen(self.fen, position.settings))
            except Exception as error:
                fault += f"; of version {self.version}, and not read: {type(error).__name__}: {error}"
        raise Departed(f"turn {turn}: {fault}", refusal)


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


def earners(before: Position, after: Position, actions: Mapping[Seat, str]) -> list[Seat]:
    """Who gets an increment for a turn: the players who acted, but a seat that acts alone only with its last action."""
    if len(actions) == 1 and len(before.to_act) == 1 and after.to_act == before.to_act:
        return []
    return [seat for seat in actions if seat not in before.chance]


def timed(waited_for: Iterable[Seat], position: Position, computers: Collection[Seat]) -> Sequence[Seat]:
    """Whose clocks run of those who are waited for: where several act, first the computer's alone, which seals first.

    People cannot act before it has: what it takes is not their time. Chance players have no clock.
    """
    players = [seat for seat in waited_for if seat not in position.chance]
    first = [seat for seat in players if seat in computers] if len(position.to_act) > 1 else []
    return first or players

"""What is written when something happens at a table: the entries of a decision, made and not yet kept.

Nothing here changes a table. The caller puts its entries on disk, then hands it to `Table.apply`. So what is not on
disk has not happened, and replaying the disk is playing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from server.journal.entries import Entry, Opening
from server.tables.machines import DICE
from server.tables.refusal import Refusal
from server.tables.rights import plan_missed, unless
from server.tables.state import State
from server.tables.turn import earners
from variants.game import Game
from variants.position import Eyes, Result, Seat

MOST_ENTRIES = 4_000
"""Entries of a table after which the next turn ends the game in a draw: each reader of a table reads all of them."""


class NextTable(NamedTuple):
    """A table that is to be opened: its first row, who sits down at it, and its status then."""

    opening: Opening
    entries: tuple[Entry, ...]
    status: str


class Decision(NamedTuple):
    """What an accepted action writes into the journal, and the game after the turn if it completes one."""

    entries: tuple[Entry, ...]
    next: Game | None = None
    status: str | None = None
    """The status the table gets by it, if that changes."""
    also: NextTable | None = None
    """Another table that is opened in the same commit."""


def entry(
    table: State, kind: str, seat: Seat | None, person: str, message: str, body: Mapping[str, Any], at: float
) -> Entry:
    """An entry of this kind, made after the turns that are played; `at` in seconds since the epoch."""
    return Entry(kind, table.number, seat, person, message, body, at)


NOTHING = Decision(())


def end(
    table: State,
    seat: Seat | None,
    person: str,
    message: str,
    at: float,
    result: Result,
    status: str = "finished",
    after: Decision = NOTHING,
) -> Decision:
    """The game is over by what `after` decides, such as a turn, or because `seat` and `person` end it."""
    turn = after.entries[-1].body if after.next is not None else {}
    body: dict[str, Any] = {**result._asdict(), "seat": seat, **_version(table)}
    if table.control.kind != "none":
        body["clocks"] = turn.get("clocks") or table.clocks.readings(at)
    number = table.number if after.next is None else after.next.number
    last = Entry("end", number, seat, person, message, body, at)
    return Decision((*after.entries, last), after.next, status)


def sit(table: State, person: str, seat: Seat | None, at: float, several: bool = False) -> Decision:
    """A person takes this free chair, or any. Only with `several` may a person hold more than one. Raises Refusal."""
    if refusal := unless(table, "open"):
        raise refusal
    if table.seats_of(person) and not several:
        raise Refusal("already_seated", "You already sit at this table.")
    free = [number for number in table.needed if table.chairs[number] is None]
    if seat is None:
        seat = free[0]
    elif seat not in free:
        raise Refusal("chair_taken", "Somebody else took this seat.")
    return Decision((entry(table, "sit", seat, person, "", {}, at),), status="running" if len(free) == 1 else None)


def choose(
    table: State,
    seat: Seat,
    text: str,
    person: str,
    message: str,
    at: float,
    nonce: Callable[[], str],
) -> Decision:
    """A seat has chosen one of its moves: it is sealed; with the last seal of a turn, the turn is played.

    `nonce` draws what goes into the envelope beside the move: else the few legal moves of a position could be tried.
    A seat that comes into the game by its move waits for nobody.
    """
    acting = table.position.to_act if seat in table.position.to_act else (seat,)
    waited_for = [other for other in acting if other not in table.seals and other != seat]
    # Looked at only when all the others have sealed: before the turn is complete nobody learns of it.
    broken = [] if waited_for or seat not in table.position.to_act else table.unplayable()
    if waited_for or broken:
        body = {"move": text, "nonce": nonce(), **_takebacks(table), **_version(table)}
        seal = entry(table, "seal", seat, person, message, body, at)
        return Decision((*(entry(table, "unseal", other, "", "", {}, at) for other in broken), seal))
    sent = {actor: text if actor == seat else table.seals[actor].move for actor in acting}
    actions = {actor: table.moves(actor)[move].move for actor, move in sent.items()}
    game = table.game.play(actions)
    texts = table.position.noted(actions, game.position, Eyes.ALL)
    return revealed(table, seat, sent, texts, game, person, message, at, nonce)


def roll(table: State, at: float, nonce: Callable[[], str]) -> Decision | None:
    """What the chance player does at this moment; None where it is not to act."""
    seat = next((seat for seat in table.waited_for() if seat in table.rules.chance), None)
    return None if seat is None else choose(table, seat, table.rolled(seat), DICE, "", at, nonce)


def planned(table: State, nonce: Callable[[], str]) -> Decision | None:
    """The move that the seat to act has planned, made at the moment of the last turn; None where there is none.

    Nor is there where it is not possible now, or where others offered a draw meanwhile: only an answer to whatever is
    played declines that, as any move does, because its player knew no more of the game.
    """
    seat = next((seat for seat in table.waited_for() if seat in table.plans), None)
    if seat is None or plan_missed(table, seat):
        return None
    plan, person = table.plans[seat], table.chairs[seat]
    if person is None or (plan.lines and table.offers - {seat}):
        return None
    return choose(table, seat, plan.next, person, "", table.last_at, nonce)


def fallen(table: State, at: float) -> Decision | None:
    """How the game ends if a flag has fallen at this moment; None if none has.

    Where it is that of a seat whose first move has not come, the game counts for nobody.
    """
    if table.status != "running" or table.control.kind == "none":
        return None
    late = table.clocks.fallen(at)
    if not late:
        return None
    if unmoved := late & table.clocks.unmoved:
        return end(table, min(unmoved), "", "", at, table.game.drawn("no_first_move"), "aborted")
    return leave(table, sorted(late), min(late), "", "", at, table.game.out_of_time(late))


def leave(
    table: State, leaving: Sequence[Seat], seat: Seat, person: str, message: str, at: float, result: Result
) -> Decision:
    """These seats leave the game, which ends with this result unless the others play on; `seat` brought it about."""
    game = table.game.without(leaving)
    if game is None:
        return end(table, seat, person, message, at, result)
    return left(table, leaving, result.reason, game, seat, person, message, at)


def left(
    table: State, leaving: Sequence[Seat], reason: str, game: Game, seat: Seat, person: str, message: str, at: float
) -> Decision:
    """These seats leave for this reason, and the others play on in this game."""
    body = {"actions": {}, "texts": {}, "left": list(leaving), "reason": reason, **_told(table, game, (), at)}
    return _played(table, entry(table, "left", seat, person, message, body, at), game, at)


def ended(table: State, at: float) -> Decision | None:
    """The end of a running game whose position is over by today's rules, which an older version played on from."""
    result = table.game.ending() if table.status == "running" else None
    return None if result is None else end(table, None, "", "", at, result)


def downtime(table: State, since: float, until: float, at: float) -> Decision:
    """Give back the time in which no server ran (seconds since the epoch)."""
    return Decision((entry(table, "downtime", None, "", "", {"since": since, "until": until}, at),))


def stop(table: State, at: float, fault: str = "") -> Decision:
    """Stop a game whose journal and rules disagree, so that it stays as it stood."""
    return Decision((entry(table, "stop", None, "", "", {"fault": fault or table.fault}, at),), status="stopped")


def revealed(
    table: State,
    seat: Seat,
    sent: Mapping[Seat, str],
    texts: Mapping[Seat, str],
    game: Game,
    person: str,
    message: str,
    at: float,
    nonce: Callable[[], str],
) -> Decision:
    """The turn in which these moves were sent, `seat`'s last, with this notation and the game that it led to."""
    body: dict[str, Any] = {
        "actions": {str(actor): text for actor, text in sent.items()},
        "texts": {str(actor): text for actor, text in texts.items()},
        **_told(table, game, earners(table.position, game.position, sent), at),
    }
    if len(sent) > 1 and all(seal.nonce for seal in table.seals.values()):
        nonces = {sealer: seal.nonce for sealer, seal in table.seals.items()} | {seat: nonce()}
        body["nonces"] = {str(actor): nonces[actor] for actor in sent}
        body |= _takebacks(table)
    return _played(table, entry(table, "turn", seat, person, message, body, at), game, at)


def _told(table: State, game: Game, earning: Collection[Seat], at: float) -> dict[str, Any]:
    """What an entry tells of the game after it: how it stands, what happened, the clocks once these seats earned."""
    position = game.position
    told: dict[str, Any] = {"fen": position.fen(), "events": position.story(Eyes.ALL), **_version(table)}
    if table.control.kind != "none":
        clocks = table.clocks.copy()
        clocks.run((), at)
        clocks.grant(earning)
        told["clocks"] = clocks.readings(at)
    return told


def _played(table: State, played: Entry, game: Game, at: float) -> Decision:
    """The decision that writes this entry, and the end of the game where it leads there."""
    turn = Decision((played,), game)
    result = game.ending() or (game.drawn("too_long") if table.lines >= MOST_ENTRIES else None)
    return turn if result is None else end(table, None, "", "", at, result, after=turn)


def _takebacks(table: State) -> dict[str, int]:
    """How often turns were taken back, for the envelopes of this turn.

    Nothing where one of them was sealed with version 1 of the text: all envelopes of a turn have the same version.
    """
    old = any(seal.takebacks is None for seal in table.seals.values())
    return {} if old else {"takebacks": table.takebacks}


def _version(table: State) -> dict[str, int]:
    """The version of the rules, for an entry's body, where it is not that of the opening."""
    version = table.rules.rules_version
    return {} if version == table.opening.rules_version else {"rules": version}

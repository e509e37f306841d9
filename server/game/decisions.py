"""Decisions: the entries that are written when something happens at a table, made and not yet stored.

Nothing here changes a table. The caller stores the entries, then hands them to `reducer.apply`. So what is not on disk
has not happened, and applying the rows again is playing the game again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from server.game.clocks import Clocks, earners
from server.game.entries import NOBODY, Author, Entry, Row
from server.game.errors import Refusal
from server.game.facts import Facts, TableToOpen
from server.game.players import DICE
from server.game.rights import wrong_status
from server.game.state import Rated, TableState, rated_body
from variants.game import Game
from variants.position import Eyes, Result, Seat

MOST_ENTRIES = 4_000
"""Entries of a table after which the next turn ends the game in a draw: loading a table reads all of them."""


class Decision(NamedTuple):
    """The row that an accepted action writes, and the game after the turn if it completes one."""

    entries: Row
    next_game: Game | None = None
    status: str | None = None
    """The new status of the table, None for no change."""
    also: TableToOpen | None = None
    """Another table that is opened in the same commit."""


NOTHING = Decision(())


def entry(state: TableState, kind: str, by: Author, body: Mapping[str, Any], at: float) -> Entry:
    """An entry of this kind, made after the turns that are played; `at` in seconds since the epoch."""
    return Entry(kind, state.number, *by, body, at)


def due_move(state: TableState, facts: Facts) -> Decision | None:
    """The move of the chance player, or the planned move of the seat to act; None where there is none.

    A planned move is made at the moment of the last turn. It is not where it is impossible now, or where others offered
    a draw meanwhile: only an answer to any move declines that, as any move does, because its player knew no more of the
    game. A chance move is made now where no clock runs: nobody pays for the time that it was late.
    """
    then = facts._replace(at=state.last_at, credit=0.0)
    for seat in state.waited_for():
        if seat in state.rules.chance:
            now = facts.at if not state.clocks.running else state.last_at
            return choose(state, seat, state.rolled(seat), Author(seat, DICE), then._replace(at=now))
        plan, person = state.plans.get(seat), state.chairs[seat]
        if plan is None or person is None or state.plan_missed(seat) or (plan.lines and state.offers - {seat}):
            continue
        return choose(state, seat, plan.next, Author(seat, person), then)
    return None


def fallen_flag(state: TableState, facts: Facts) -> Decision | None:
    """The end of the game, or of their part in it, for the seats whose time is used up; None where there are none.

    Where that is the time for a first move, the game counts for nobody. Where the credit keeps a flag up, the credit
    alone is written.
    """
    if not state.clocks.fallen(facts.at):
        return None
    late = credited(state, facts).fallen(facts.at)
    decision = NOTHING
    if unmoved := late & state.clocks.unmoved:
        decision = end(state, Author(min(unmoved)), facts, state.game.drawn("no_first_move"), "aborted")
    elif late:
        decision = leave(state, Author(min(late)), sorted(late), facts, state.game.out_of_time(late))
    return with_credit(state, facts, decision)


def over_by_rules(state: TableState, facts: Facts) -> Decision | None:
    """The end of a running game whose position is over by today's rules, which an older version played on from."""
    result = state.game.ending() if state.status == "running" else None
    return None if result is None else end(state, NOBODY, facts, result)


def repair(state: TableState, facts: Facts) -> Decision | None:
    """The decision that a loaded table lacks: its end by today's rules, or a move that was due; None for none."""
    return over_by_rules(state, facts) or due_move(state, facts)


def downtime(state: TableState, since: float, until: float, at: float) -> Decision:
    """Credit the running clocks for downtime from one moment until another (seconds since the epoch)."""
    return Decision((entry(state, "downtime", NOBODY, {"since": since, "until": until}, at),))


def stop(state: TableState, at: float, fault: str = "") -> Decision:
    """Stop a game whose rows and rules disagree: it stays as it is."""
    return Decision((entry(state, "stop", NOBODY, {"fault": fault or state.fault}, at),), status="stopped")


def with_credit(state: TableState, facts: Facts, decision: Decision) -> Decision:
    """The decision, preceded by an entry that credits the running clocks, if there is any credit."""
    if facts.credit <= 0:
        return decision
    (credit,) = downtime(state, facts.at - facts.credit, facts.at, facts.at).entries
    return decision._replace(entries=(credit, *decision.entries))


def credited(state: TableState, facts: Facts) -> Clocks:
    """The clocks once the entry of `with_credit` is applied."""
    since = facts.at - facts.credit
    return state.clocks.copy(facts.at - since)


def sit(
    state: TableState,
    person: str,
    seat: Seat | None,
    at: float,
    several: bool = False,
    rating: Rated | None = None,
) -> Decision:
    """Seat a person at this free seat, or at any; at a rated table with their rating. Raises Refusal.

    Only with `several` may one hold more than one.
    """
    if refusal := wrong_status(state, "open"):
        raise refusal
    if state.seats_of(person) and not several:
        raise Refusal("already_seated", "You already sit at this table.")
    free = [number for number in state.needed if state.chairs[number] is None]
    if seat is None:
        seat = free[0]
    elif seat >= len(state.chairs):
        raise Refusal("no_seat", "There is no such seat.")
    elif seat not in free:
        raise Refusal("chair_taken", "Somebody else took this seat.")
    taken = entry(state, "sit", Author(seat, person), rated_body(rating), at)
    return Decision((taken,), status="running" if len(free) == 1 else None)


def choose(state: TableState, seat: Seat, text: str, by: Author, facts: Facts) -> Decision:
    """Seal the move that a seat has chosen; with the last seal of a turn, the turn is played.

    A nonce is sealed with the move: else the few legal moves of a position could be tried. A seat that comes into the
    game by its move waits for nobody.
    """
    acting = state.position.to_act if seat in state.position.to_act else (seat,)
    waited_for = [other for other in acting if other not in state.seals and other != seat]
    # Checked only with the last seal: a seal that is broken earlier would reveal something of its move.
    broken = [] if waited_for or seat not in state.position.to_act else state.unplayable_seals()
    if waited_for or broken:
        body = {"move": text, "nonce": facts.nonce(), "takebacks": state.takebacks, **_version(state)}
        seal = entry(state, "seal", by, body, facts.at)
        return Decision((*(entry(state, "unseal", Author(other), {}, facts.at) for other in broken), seal))
    return reveal(state, by, {actor: text if actor == seat else state.seals[actor].move for actor in acting}, facts)


def leave(state: TableState, by: Author, leaving: Sequence[Seat], facts: Facts, result: Result) -> Decision:
    """Let these seats leave the game, which ends with this result unless the others play on."""
    game = state.game.without(leaving)
    if game is None:
        return end(state, by, facts, result)
    left = {"left": list(leaving), "reason": result.reason}
    body = {"actions": {}, "texts": {}, **left, **_outcome(state, game, (), facts)}
    return _played(state, entry(state, "left", by, body, facts.at), game, facts)


def end(
    state: TableState, by: Author, facts: Facts, result: Result, status: str = "finished", after: Decision = NOTHING
) -> Decision:
    """End the game, after the entry of a decision if given, or because its author ends it."""
    turn = after.entries[-1].body if after.next_game is not None else {}
    body: dict[str, Any] = {**result._asdict(), "seat": by.seat, **_version(state)}
    if state.control.kind != "none":
        body["clocks"] = turn.get("clocks") or credited(state, facts).readings(facts.at)
    number = state.number if after.next_game is None else after.next_game.number
    last = Entry("end", number, *by, body, facts.at)
    return Decision((*after.entries, last), after.next_game, status)


def reveal(state: TableState, by: Author, sent: Mapping[Seat, str], facts: Facts) -> Decision:
    """Play the turn of these moves, of which the author's came last."""
    before = state.position
    actions = {actor: state.moves(actor)[text].move for actor, text in sent.items()}
    game = state.game.play(actions)
    texts = before.turn_notation(actions, game.position, Eyes.ALL)
    body: dict[str, Any] = {
        "actions": {str(actor): text for actor, text in sent.items()},
        "texts": {str(actor): text for actor, text in texts.items()},
        **_outcome(state, game, earners(before, game.position, sent), facts),
    }
    if len(sent) > 1:
        nonces = {sealer: seal.nonce for sealer, seal in state.seals.items()} | {by.seat: facts.nonce()}
        body["nonces"] = {str(actor): nonces[actor] for actor in sent}
        body["takebacks"] = state.takebacks
    return _played(state, entry(state, "turn", by, body, facts.at), game, facts)


def _played(state: TableState, played: Entry, game: Game, facts: Facts) -> Decision:
    """The decision with this entry, and with the end of the game if it leads there."""
    turn = Decision((played,), game)
    lines = state.lines + (facts.credit > 0)
    result = game.ending() or (game.drawn("too_long") if lines >= MOST_ENTRIES else None)
    return turn if result is None else end(state, NOBODY, facts, result, after=turn)


def _outcome(state: TableState, game: Game, earning: Collection[Seat], facts: Facts) -> dict[str, Any]:
    """The game after an entry: its position, the events, and the clocks with the time that these seats earned."""
    position = game.position
    outcome: dict[str, Any] = {"fen": position.fen(), "events": position.seen_events(Eyes.ALL), **_version(state)}
    if state.control.kind != "none":
        clocks = credited(state, facts)
        clocks.run((), facts.at)
        clocks.grant(earning)
        outcome["clocks"] = clocks.readings(facts.at)
    return outcome


def earned_since(state: TableState, to: int) -> dict[str, list[float]]:
    """For the body of a takeback: the increments in seconds that each seat got for the turns after turn `to`."""
    increment = state.control.increment
    if not increment:
        return {}
    earned = [0.0] * len(state.chairs)
    for number, turn in enumerate(state.turns[to:], to):
        for seat in earners(state.position_at(number), state.position_at(number + 1), turn.actions):
            earned[seat] += increment
    return {"earned": earned}


def _version(state: TableState) -> dict[str, int]:
    """The version of the rules, for an entry's body, if it is not that of the opening."""
    version = state.rules.rules_version
    return {} if version == state.opening.rules_version else {"rules": version}

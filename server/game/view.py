"""Views of a table: what a viewer may know, as plain data. Only views and records show the state of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from server.game.absence import claims, is_gone
from server.game.actions import may
from server.game.board import army, board_view, chair, fixed_facts, past_board, stones_of, turn_view
from server.game.commitments import dice_digest, seal_digest
from server.game.facts import Facts
from server.game.players import strength_of
from server.game.rights import joinable
from server.game.state import TableState, Turn
from variants.errors import MoveError
from variants.game import Game
from variants.position import Event, Eyes, Position, Seat, Stone, Viewer

MOST_SHOWN = 200
"""Turns in one view; the earlier ones of a long game are requested in parts."""

MOST_DRAWN = 5 * MOST_SHOWN
"""Turns of a hidden board that a table keeps as they were shown."""


def table_view(state: TableState, viewer: Viewer, facts: Facts, since: int = 0, brief: bool = False) -> dict[str, Any]:
    """The view that docs/interfaces.md describes, with the turns after number `since`: the last `MOST_SHOWN` of them.

    `brief` leaves out what only a new turn changes. Only a seat itself gets its own seal, plan and moves.
    """
    return shared_view(state, shared_eyes(state, viewer), facts, since, brief) | own_view(state, viewer, facts, brief)


def shared_eyes(state: TableState, viewer: Viewer) -> Viewer:
    """The eyes for which `shared_view` is made for this viewer: those of onlookers if nothing is hidden."""
    eyes = state.eyes(viewer)
    return eyes if state.rules.hidden or eyes is Eyes.ALL else Eyes.SPECTATOR


def viewer_of(seat: Seat | None) -> Viewer:
    """The viewer at this seat; an onlooker for None."""
    return Eyes.SPECTATOR if seat is None else seat


def own_view(state: TableState, viewer: Viewer, facts: Facts, brief: bool) -> dict[str, Any]:
    """The part of a view that is the viewer's own."""
    seat = viewer if isinstance(viewer, int) else None
    own: dict[str, Any] = {
        "viewer": seat,
        "sealed": _sealed(state, seat),
        "plan": _plan(state, seat),
        "may": may(state, seat, facts) if seat is not None else [],
    }
    if not brief:
        own["moves"] = _moves(state, seat) if seat is not None else []
        own["join"] = {str(free): _moves(state, free) for free in joinable(state)} if seat is None else {}
        own["result"] = state.ending._asdict() if state.ending is not None else None
    return own


def shared_view(state: TableState, eyes: Viewer, facts: Facts, since: int, brief: bool) -> dict[str, Any]:
    """The part of a view that all viewers with these `shared_eyes` have in common."""
    open_claims, request = claims(state, facts), state.takeback_request
    stones = stones_of(state.position)
    shared: dict[str, Any] = {
        "table": state.id,
        "number": state.number,
        "takebacks": state.takebacks,
        "status": state.status,
        "chairs": [_chair(state, seat, stones, facts) for seat in range(len(state.chairs))],
        "clocks": _clocks(state, facts.at),
        "offers": sorted(state.offers),
        "back": {"to": request.to, "seats": sorted(request.seats)} if request is not None else None,
        "absent": _absent(open_claims, facts.at),
    }
    if brief:
        return shared
    position = state.position
    since = min(max(since, 0), state.number)
    if since == 0:
        shared |= {
            "variant": state.opening.variant,
            "settings": dict(state.opening.settings),
            "control": state.opening.control,
            "set_up": state.set_up,
            "rated": state.opening.rated,
            **fixed_facts(position),
            "army": army(state.position_at(0)),
        }
    if state.rules.chance:
        shared["dice"] = dice_view(state)
    return shared | {
        **board_view(position, eyes, _before(state, state.number)),
        "since": since,
        "turns": [_turn(state, number, eyes) for number in latest_numbers(state, since)],
        "rematch": _rematch(state),
    }


def past_view(state: TableState, viewer: Viewer, number: int, wanted: Viewer | None = None) -> dict[str, Any]:
    """The position after this number of turns, as this viewer may see it: its picture, tallies and stones.

    When the game is over everybody may look with anybody's eyes: with the `wanted` ones.
    """
    return past_board(state.position_at(number), number, _eyes(state, viewer, wanted), _before(state, number))


def past_turns(
    state: TableState, viewer: Viewer, numbers: Iterable[int], wanted: Viewer | None = None
) -> Iterator[dict[str, Any]]:
    """The turns of these numbers, for the eyes of `past_view`. A turn of a hidden board may take a millisecond.

    The caller may let others go on between two of them: turns that are taken back meanwhile are left out.
    """
    for number in numbers:
        if 0 < number <= state.number:
            yield _turn(state, number, _eyes(state, viewer, wanted))


def latest_numbers(state: TableState, since: int = 0) -> range:
    """The numbers of the turns in a view."""
    return range(max(since, state.number - MOST_SHOWN) + 1, state.number + 1)


def shown_from(state: TableState, number: int) -> int:
    """The number of the first turn that a board shows together with this one."""
    return state.score_sheet.place(number, state.position.to_act).latest if number else 0


def dice_view(state: TableState) -> dict[str, Any]:
    """The commitment to the dice of a table; the seed is shown when the game is over."""
    over = state.status in ("finished", "stopped")
    return {"seal": dice_digest(state.id, state.seed), "seed": state.seed if over else None}


def seen_turn(before: Position, turn: Turn, eyes: Viewer) -> tuple[Mapping[Seat, str], Sequence[Event]]:
    """The notation and the events of a turn on a hidden board, as these eyes saw it.

    Where another version of the rules played it and today's lead elsewhere, a seat sees its own move alone.
    """
    try:
        actions = {seat: before.read(text) for seat, text in turn.actions.items()}
        # Played again: a position read from a FEN has no events of the turn that led to it.
        after = turn.play(Game(before)).position
        if turn.version == before.rules_version or after.fen() == turn.fen:
            return before.turn_notation(actions, after, eyes), after.seen_events(eyes)
    except Exception:  # Today's rules may fail in any way on a turn that another version played.
        if turn.version == before.rules_version:
            raise
    return {seat: text if seat == eyes else "…" for seat, text in turn.actions.items()}, ()


def _eyes(state: TableState, viewer: Viewer, wanted: Viewer | None) -> Viewer:
    own = state.eyes(viewer)
    return wanted if wanted is not None and own is Eyes.ALL else own


def _before(state: TableState, number: int) -> Position | None:
    """The position before the last of this number of turns, where a hidden board needs it."""
    return state.position_at(number - 1) if state.rules.hidden and number else None


def _moves(state: TableState, seat: Seat) -> list[dict[str, Any]]:
    return [legal.row for legal in state.moves(seat).values()]


def _plan(state: TableState, seat: Seat | None) -> dict[str, Any] | None:
    """The plan of this seat; of its answer the squares too, because it is not among the moves."""
    plan = state.plans.get(seat) if seat is not None else None
    if plan is None or seat is None:
        return None
    path = state.rules.read(plan.answer).path if plan.answer else ()
    answer = {"id": plan.answer, "path": path, "label": plan.answer} if plan.answer else None
    return {"answer": answer, "lines": plan.lines, "missed": state.plan_missed(seat)}


def _chair(state: TableState, seat: Seat, stones: Sequence[Stone], facts: Facts) -> dict[str, Any]:
    player = state.chairs[seat]
    return chair(state.position, seat, stones) | {
        "name": facts.names.get(player, "") if player else "",
        "person": player,
        "computer": strength_of(player),
        "state": _chair_state(state, seat),
        "seal": state.seals[seat].digest if seat in state.seals else None,
        "broken": state.turn_counts["unseal", seat],
        "away": is_gone(state, seat, facts),
        **({"rating": state.ratings[seat]._asdict()} if seat in state.ratings else {}),
    }


def _chair_state(state: TableState, seat: Seat) -> str:
    if seat in state.rules.chance:
        return "nature"
    if state.status in ("finished", "stopped"):
        return "done"
    vacant = state.chairs[seat] is None
    if vacant and seat in state.needed:
        return "free"
    if vacant and seat in state.position.open_seats() and not state.rules.hidden:
        return "later"
    if vacant or (state.status == "running" and seat in state.position.out()):
        return "out"
    if state.status == "open" or seat not in state.position.to_act:
        return "waiting"
    return "sealed" if seat in state.seals else "choosing"


def _sealed(state: TableState, seat: Seat | None) -> dict[str, Any] | None:
    if seat is None or seat not in state.seals:
        return None
    move = state.seals[seat].move
    legal = state.moves(seat).get(move)
    if legal is not None:
        return legal.row
    # It was sealed under another version of the rules, and is offered no more.
    try:
        path = state.rules.read(move).path
    except MoveError:
        path = ()
    return {"id": move, "path": path, "label": move}


def _clocks(state: TableState, at: float) -> dict[str, Any] | None:
    if state.control.kind == "none":
        return None
    left = [None if seat in state.rules.chance else reading for seat, reading in enumerate(state.clocks.readings(at))]
    first = [None if seat in state.rules.chance else state.clocks.for_first_move(seat, at) for seat in range(len(left))]
    return {"left": left, "running": sorted(state.clocks.running), "first_move": first}


def _absent(open_claims: Mapping[Seat, float], at: float) -> dict[str, Any] | None:
    return {"seats": sorted(open_claims), "in": max(0, ceil(min(open_claims.values()) - at))} if open_claims else None


def _rematch(state: TableState) -> dict[str, Any] | None:
    if state.status != "finished":
        return None
    wishes = state.rematch_wishes
    surprise = sorted(seat for seat, surprise in wishes.items() if surprise)
    return {"seats": sorted(wishes), "surprise": surprise, "table": state.rematch}


def _turn(state: TableState, number: int, eyes: Viewer) -> dict[str, Any]:
    """A turn as these eyes saw it. On a hidden board the rules are asked once for each, because they take long."""
    drawn = state.drawn_turns.get((number, eyes)) or _draw_turn(state, number, eyes)
    if state.rules.hidden:
        state.drawn_turns[number, eyes] = drawn
        if len(state.drawn_turns) > MOST_DRAWN:
            del state.drawn_turns[next(iter(state.drawn_turns))]
    return drawn | state.score_sheet.place(number, state.position.to_act)._asdict()


def _draw_turn(state: TableState, number: int, eyes: Viewer) -> dict[str, Any]:
    turn = state.turns[number - 1]
    texts: Mapping[Seat, str] = turn.texts
    events: Sequence[Event] = turn.events
    if state.rules.hidden and eyes is not Eyes.ALL:
        texts, events = seen_turn(state.position_at(number - 1), turn, eyes)
    drawn = turn_view(number, texts, events)
    if turn.left is not None:
        drawn["left"] = turn.left._asdict()
    if turn.nonces:
        drawn["opened"] = _opened(state, number, turn, eyes)
    return drawn


def _opened(state: TableState, number: int, turn: Turn, eyes: Viewer) -> dict[str, Any]:
    """The opened seals of a turn; on a hidden board their moves stay secret while the game runs."""
    opened: dict[str, dict[str, Any]] = {}
    for seat, nonce in turn.nonces.items():
        move = turn.actions[seat]
        opened[str(seat)] = {"seal": seal_digest(state.id, number, turn.takebacks, seat, move, nonce)}
        if not state.rules.hidden or eyes is Eyes.ALL:
            opened[str(seat)] |= {"move": move, "nonce": nonce, "takebacks": turn.takebacks}
    return opened

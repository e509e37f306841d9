"""Views of a table: what a viewer may know, as plain data. Only views and records show the state of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil

from server.game.absence import claims, is_gone
from server.game.actions import may
from server.game.board import (
    army,
    board_view,
    chair,
    fixed_facts,
    past_board,
    place_view,
    result_view,
    stones_of,
    turn_view,
)
from server.game.commitments import dice_digest, seal_digest
from server.game.facts import Facts
from server.game.players import strength_of
from server.game.rights import joinable
from server.game.state import TableState, Turn
from server.game.view_types import (
    MOST_SHOWN,
    AbsentView,
    BriefOwnView,
    BriefSharedView,
    BriefView,
    ChairState,
    ChairView,
    ClocksView,
    DiceView,
    MoveView,
    OpenedView,
    OwnView,
    PastView,
    PlanView,
    PlayedView,
    RematchView,
    SharedView,
    TurnView,
    View,
)
from variants.errors import MoveError
from variants.game import Game
from variants.position import Event, Eyes, Position, Seat, Stone, Viewer

MOST_DRAWN = 5 * MOST_SHOWN
"""Turns of a hidden board that a table keeps as they were shown."""


def table_view(state: TableState, viewer: Viewer, facts: Facts, since: int = 0) -> View:
    """The view of a table with the turns after number `since`: the last `MOST_SHOWN` of them.

    Only a seat itself gets its own seal, plan and moves.
    """
    return {**shared_view(state, shared_eyes(state, viewer), facts, since), **own_view(state, viewer, facts)}


def brief_view(state: TableState, viewer: Viewer, facts: Facts) -> BriefView:
    """The view of a table without what only a new turn changes."""
    return {**brief_shared_view(state, facts), **brief_own_view(state, viewer, facts)}


def shared_eyes(state: TableState, viewer: Viewer) -> Viewer:
    """The eyes for which `shared_view` is made for this viewer: those of onlookers if nothing is hidden."""
    eyes = state.eyes(viewer)
    return eyes if state.rules.hidden or eyes is Eyes.ALL else Eyes.SPECTATOR


def viewer_of(seat: Seat | None) -> Viewer:
    """The viewer at this seat; an onlooker for None."""
    return Eyes.SPECTATOR if seat is None else seat


def own_view(state: TableState, viewer: Viewer, facts: Facts) -> OwnView:
    """The part of a view that is the viewer's own."""
    seat = _seat_of(viewer)
    return {
        **brief_own_view(state, viewer, facts),
        "moves": _moves(state, seat) if seat is not None else [],
        "join": {str(free): _moves(state, free) for free in joinable(state)} if seat is None else {},
        "result": result_view(state.ending),
    }


def brief_own_view(state: TableState, viewer: Viewer, facts: Facts) -> BriefOwnView:
    """The part of a brief view that is the viewer's own."""
    seat = _seat_of(viewer)
    return {
        "viewer": seat,
        "sealed": _sealed(state, seat),
        "plan": _plan(state, seat),
        "may": may(state, seat, facts) if seat is not None else [],
    }


def brief_shared_view(state: TableState, facts: Facts) -> BriefSharedView:
    """The part of a brief view that all viewers have in common."""
    open_claims, request = claims(state, facts), state.takeback_request
    stones = stones_of(state.position)
    return {
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


def shared_view(state: TableState, eyes: Viewer, facts: Facts, since: int) -> SharedView:
    """The part of a view that all viewers with these `shared_eyes` have in common."""
    position = state.position
    since = min(max(since, 0), state.number)
    shared: SharedView = {
        **brief_shared_view(state, facts),
        **board_view(position, eyes, _before(state, state.number)),
        "since": since,
        "turns": [_turn(state, number, eyes) for number in latest_numbers(state, since)],
        "rematch": _rematch(state),
    }
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
    return shared


def past_view(state: TableState, viewer: Viewer, number: int, wanted: Viewer | None = None) -> PastView:
    """The position after this number of turns, as this viewer may see it: its picture, tallies and stones.

    When the game is over everybody may look with anybody's eyes: with the `wanted` ones.
    """
    return past_board(state.position_at(number), number, _eyes(state, viewer, wanted), _before(state, number))


def past_turns(
    state: TableState, viewer: Viewer, numbers: Iterable[int], wanted: Viewer | None = None
) -> Iterator[TurnView]:
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


def dice_view(state: TableState) -> DiceView:
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


def _seat_of(viewer: Viewer) -> Seat | None:
    return viewer if isinstance(viewer, int) else None


def _moves(state: TableState, seat: Seat) -> list[MoveView]:
    return [legal.row for legal in state.moves(seat).values()]


def _plan(state: TableState, seat: Seat | None) -> PlanView | None:
    """The plan of this seat; of its answer the squares too, because it is not among the moves."""
    plan = state.plans.get(seat) if seat is not None else None
    if plan is None or seat is None:
        return None
    path = state.rules.read(plan.answer).path if plan.answer else ()
    answer: MoveView | None = {"id": plan.answer, "path": path, "label": plan.answer} if plan.answer else None
    return {"answer": answer, "lines": plan.lines, "missed": state.plan_missed(seat)}


def _chair(state: TableState, seat: Seat, stones: Sequence[Stone], facts: Facts) -> ChairView:
    player = state.chairs[seat]
    view: ChairView = {
        **chair(state.position, seat, stones),
        "name": facts.names.get(player, "") if player else "",
        "person": player,
        "computer": strength_of(player),
        "state": _chair_state(state, seat),
        "seal": state.seals[seat].digest if seat in state.seals else None,
        "broken": state.turn_counts["unseal", seat],
        "away": is_gone(state, seat, facts),
    }
    if seat in state.ratings:
        rating, deviation = state.ratings[seat]
        view["rating"] = {"rating": rating, "deviation": deviation}
    return view


def _chair_state(state: TableState, seat: Seat) -> ChairState:
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


def _sealed(state: TableState, seat: Seat | None) -> MoveView | None:
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


def _clocks(state: TableState, at: float) -> ClocksView | None:
    if state.control.kind == "none":
        return None
    left = [None if seat in state.rules.chance else reading for seat, reading in enumerate(state.clocks.readings(at))]
    first = [None if seat in state.rules.chance else state.clocks.for_first_move(seat, at) for seat in range(len(left))]
    return {"left": left, "running": sorted(state.clocks.running), "first_move": first}


def _absent(open_claims: Mapping[Seat, float], at: float) -> AbsentView | None:
    return {"seats": sorted(open_claims), "in": max(0, ceil(min(open_claims.values()) - at))} if open_claims else None


def _rematch(state: TableState) -> RematchView | None:
    if state.status != "finished":
        return None
    wishes = state.rematch_wishes
    surprise = sorted(seat for seat, surprise in wishes.items() if surprise)
    return {"seats": sorted(wishes), "surprise": surprise, "table": state.rematch}


def _turn(state: TableState, number: int, eyes: Viewer) -> TurnView:
    """A turn as these eyes saw it. On a hidden board the rules are asked once for each, because they take long."""
    drawn = state.drawn_turns.get((number, eyes)) or _draw_turn(state, number, eyes)
    if state.rules.hidden:
        state.drawn_turns[number, eyes] = drawn
        if len(state.drawn_turns) > MOST_DRAWN:
            del state.drawn_turns[next(iter(state.drawn_turns))]
    return {**drawn, **place_view(state.score_sheet.place(number, state.position.to_act))}


def _draw_turn(state: TableState, number: int, eyes: Viewer) -> PlayedView:
    turn = state.turns[number - 1]
    texts: Mapping[Seat, str] = turn.texts
    events: Sequence[Event] = turn.events
    if state.rules.hidden and eyes is not Eyes.ALL:
        texts, events = seen_turn(state.position_at(number - 1), turn, eyes)
    drawn = turn_view(number, texts, events)
    if turn.left is not None:
        drawn["left"] = {"seats": turn.left.seats, "reason": turn.left.reason}
    if turn.nonces:
        drawn["opened"] = _opened(state, number, turn, eyes)
    return drawn


def _opened(state: TableState, number: int, turn: Turn, eyes: Viewer) -> dict[str, OpenedView]:
    """The opened seals of a turn; on a hidden board their moves stay secret while the game runs."""
    opened: dict[str, OpenedView] = {}
    for seat, nonce in turn.nonces.items():
        move = turn.actions[seat]
        seal = seal_digest(state.id, number, turn.takebacks, seat, move, nonce)
        if state.rules.hidden and eyes is not Eyes.ALL:
            opened[str(seat)] = {"seal": seal}
        else:
            opened[str(seat)] = {"seal": seal, "move": move, "nonce": nonce, "takebacks": turn.takebacks}
    return opened

"""What a viewer may know of a table, as plain data: the one door out, beside the record of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from server.loop import breathe
from server.tables import absence, dice, envelope, shown
from server.tables.actions import may
from server.tables.machines import strength_of
from server.tables.rights import joinable, plan_missed
from server.tables.state import State
from server.tables.turn import Turn
from variants.errors import MoveError
from variants.game import Game
from variants.position import Event, Eyes, Position, Seat, Stone, Viewer


def draw_view(table: State, viewer: Viewer, since: int, brief: bool, at: float) -> dict[str, Any]:
    """The view that ARCHITECTURE.md describes. Only a seat itself gets its own seal and its own moves."""
    return draw_shown(table, shown_to(table, viewer), since, brief, at) | draw_own(table, viewer, brief, at)


def shown_to(table: State, viewer: Viewer) -> Viewer:
    """Whose eyes the part of a view that several share is drawn with: where nothing is hidden, those of onlookers."""
    eyes = table.eyes(viewer)
    return eyes if table.rules.hidden or eyes is Eyes.ALL else Eyes.SPECTATOR


def viewer_of(seat: Seat | None) -> Viewer:
    """Who looks from this seat, or as an onlooker."""
    return Eyes.SPECTATOR if seat is None else seat


def draw_own(table: State, viewer: Viewer, brief: bool, at: float) -> dict[str, Any]:
    """The part of a view that is the viewer's own."""
    seat = viewer if isinstance(viewer, int) else None
    own: dict[str, Any] = {
        "viewer": seat,
        "sealed": _sealed(table, seat),
        "plan": _plan(table, seat),
        "may": may(table, seat, at) if seat is not None else [],
    }
    if not brief:
        own["moves"] = _moves(table, seat) if seat is not None else []
        own["join"] = {str(free): _moves(table, free) for free in joinable(table)} if seat is None else {}
        own["result"] = table.ending._asdict() if table.ending is not None else None
    return own


def draw_shown(table: State, eyes: Viewer, since: int, brief: bool, at: float) -> dict[str, Any]:
    """The part of a view that is the same for every viewer with these eyes (`shown_to`)."""
    opens = absence.claim_opens(table, at)
    stones = shown.stones_of(table.position)
    view: dict[str, Any] = {
        "table": table.id,
        "number": table.number,
        "takebacks": table.takebacks,
        "status": table.status,
        "chairs": [_chair(table, number, stones, at) for number in range(len(table.chairs))],
        "clocks": _clocks(table, at),
        "offers": sorted(table.offers),
        "back": {"to": table.back.to, "seats": sorted(table.back.seats)} if table.back is not None else None,
        "absent": {"seats": sorted(opens), "in": max(0, ceil(min(opens.values()) - at))} if opens else None,
    }
    if brief:
        return view
    position = table.position
    since = min(max(since, 0), table.number)
    if since == 0:
        view |= {
            "variant": table.opening.variant,
            "settings": dict(table.opening.settings),
            "control": table.opening.control,
            "set_up": table.set_up,
            **shown.declared(position),
            "army": shown.army(table.position_at(0)),
        }
    if table.rules.chance:
        view["dice"] = dice_of(table)
    return view | {
        **shown.seen_by(position, eyes, _before(table, table.number)),
        "since": since,
        "turns": [_turn(table, number, eyes) for number in range(since + 1, table.number + 1)],
        "rematch": _rematch(table),
    }


def draw_past(table: State, viewer: Viewer, number: int, wanted: Viewer | None = None) -> dict[str, Any]:
    """What this viewer may see of the position after so many turns: its picture, tallies and stones.

    When the game is over everybody may look with anybody's eyes: with the `wanted` ones, which
    then also tell the turn that led there.
    """
    own = table.eyes(viewer)
    eyes = wanted if wanted is not None and own is Eyes.ALL else own
    past = shown.past(table.position_at(number), number, eyes, _before(table, number))
    return past | {"turns": [_turn(table, number, eyes)]} if eyes is not own and number else past


def _before(table: State, number: int) -> Position | None:
    """The position before so many turns' last one, where a hidden board needs it."""
    return table.position_at(number - 1) if table.rules.hidden and number else None


def _moves(table: State, seat: Seat) -> list[dict[str, Any]]:
    return [offer.row for offer in table.moves(seat).values()]


def _plan(table: State, seat: Seat | None) -> dict[str, Any] | None:
    """What this seat has planned; of its answer the squares, because it is not among the moves."""
    plan = table.plans.get(seat) if seat is not None else None
    if plan is None or seat is None:
        return None
    path = table.rules.read(plan.answer).path if plan.answer else ()
    answer = {"id": plan.answer, "path": path, "label": plan.answer} if plan.answer else None
    return {"answer": answer, "lines": plan.lines, "missed": plan_missed(table, seat)}


def _chair(table: State, seat: Seat, stones: Sequence[Stone], at: float) -> dict[str, Any]:
    person = table.chairs[seat]
    return shown.chair(table.position, seat, stones) | {
        "name": table.names.get(person, "") if person else "",
        "person": person,
        "computer": strength_of(person),
        "state": _state(table, seat),
        "seal": table.seals[seat].commitment if seat in table.seals else None,
        "broken": table.repeats["unseal", seat],
        "away": absence.gone_since(table, seat, at) is not None,
    }


def _state(table: State, seat: Seat) -> str:
    if seat in table.rules.chance:
        return "nature"
    if table.status in ("finished", "stopped"):
        return "done"
    vacant = table.chairs[seat] is None
    if vacant and seat in table.needed:
        return "free"
    if vacant and seat in table.position.open_seats() and not table.rules.hidden:
        return "later"
    if vacant or (table.status == "running" and seat in table.position.out()):
        return "out"
    if table.status == "open" or seat not in table.position.to_act:
        return "waiting"
    return "sealed" if seat in table.seals else "choosing"


def _sealed(table: State, seat: Seat | None) -> dict[str, Any] | None:
    if seat is None or seat not in table.seals:
        return None
    move = table.seals[seat].move
    offer = table.moves(seat).get(move)
    if offer is not None:
        return offer.row
    # It was sealed under another version of the rules, and is offered no more.
    try:
        path = table.rules.read(move).path
    except MoveError:
        path = ()
    return {"id": move, "path": path, "label": move}


def _clocks(table: State, at: float) -> dict[str, Any] | None:
    if table.control.kind == "none":
        return None
    left = [None if seat in table.rules.chance else one for seat, one in enumerate(table.clocks.readings(at))]
    first = [None if seat in table.rules.chance else table.clocks.for_first_move(seat, at) for seat in range(len(left))]
    return {"left": left, "running": sorted(table.clocks.running), "first_move": first}


def _rematch(table: State) -> dict[str, Any] | None:
    if table.status != "finished":
        return None
    wishes = table.again_wish
    return {
        "seats": sorted(wishes),
        "surprise": sorted(seat for seat, surprise in wishes.items() if surprise),
        "table": table.rematch,
    }


def dice_of(table: State) -> dict[str, Any]:
    """What fixes the dice of a table; the seed itself is shown when the game is over."""
    over = table.status in ("finished", "stopped")
    return {"seal": dice.commitment(table.id, table.seed), "seed": table.seed if over else None}


def get_ready(table: State, viewer: Viewer) -> None:
    """Draw what of a long view takes long, giving way to others meanwhile; the view itself then takes little time."""
    number = 1
    while number <= table.number:
        breathe()
        if number <= table.number:  # A turn may have been taken back.
            _turn(table, number, table.eyes(viewer))
        number += 1


def _turn(table: State, number: int, eyes: Viewer) -> dict[str, Any]:
    """A turn as these eyes saw it. On a hidden board the rules are asked once for each, because they take long."""
    if not table.rules.hidden:
        told = _drawn_turn(table, number, eyes)
    elif (number, eyes) in table.told:
        told = table.told[number, eyes]
    else:
        told = table.told[number, eyes] = _drawn_turn(table, number, eyes)
    return told | table.rows.place(number, table.position.to_act)._asdict()


def _drawn_turn(table: State, number: int, eyes: Viewer) -> dict[str, Any]:
    turn = table.turns[number - 1]
    texts: Mapping[Seat, str] = turn.texts
    events: Sequence[Event] = turn.events
    if table.rules.hidden and eyes is not Eyes.ALL:
        texts, events = seen(table.position_at(number - 1), turn, eyes)
    told = shown.turn(number, texts, events)
    if turn.left is not None:
        told["left"] = turn.left._asdict()
    if turn.nonces:
        told["opened"] = _opened(table, number, turn, eyes)
    return told


def seen(before: Position, turn: Turn, eyes: Viewer) -> tuple[Mapping[Seat, str], Sequence[Event]]:
    """What these eyes are told of a turn on a hidden board: its notation and its events.

    Where another version of the rules played it and today's lead elsewhere, a seat is told what it sent itself.
    """
    try:
        actions = {seat: before.read(text) for seat, text in turn.actions.items()}
        # Played anew: a position that was kept as FEN knows nothing of the turn that led to it.
        after = turn.played(Game(before)).position
        if turn.version == before.rules_version or after.fen() == turn.fen:
            return before.noted(actions, after, eyes), after.story(eyes)
    except Exception:  # Today's rules may fail in any way on a turn that another version played.
        if turn.version == before.rules_version:
            raise
    return {seat: text if seat == eyes else "…" for seat, text in turn.actions.items()}, ()


def _opened(table: State, number: int, turn: Turn, eyes: Viewer) -> dict[str, Any]:
    """The envelopes of a turn; on a hidden board a move stays in its own while the game runs."""
    opened: dict[str, dict[str, Any]] = {}
    for seat, nonce in turn.nonces.items():
        move = turn.actions[seat]
        opened[str(seat)] = {"seal": envelope.commitment(table.id, number, turn.takebacks, seat, move, nonce)}
        if not table.rules.hidden or eyes is Eyes.ALL:
            opened[str(seat)] |= {"move": move, "nonce": nonce, "takebacks": turn.takebacks}
    return opened

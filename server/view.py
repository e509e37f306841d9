"""What a viewer may know of a table, as plain data: the one door out."""

from __future__ import annotations

from typing import Any

from server.record import Record
from variants.position import Eyes, Picture, Seat, Viewer


def draw_view(table: Record, viewer: Viewer, since: int, brief: bool) -> dict[str, Any]:
    """The view that ARCHITECTURE.md describes. Only a seat itself gets its own seal and its own moves."""
    seat = viewer if isinstance(viewer, int) else None
    view: dict[str, Any] = {
        "table": table.id,
        "number": table.number,
        "status": table.status,
        "viewer": seat,
        "chairs": [_chair(table, number) for number in range(len(table.chairs))],
        "sealed": _sealed(table, seat),
        "offers": sorted(table.offers),
        "claim": seat is not None and table.claimable(),
    }
    if brief:
        return view
    eyes = table.eyes(viewer)
    position = table.position
    since = min(max(since, 0), table.number)
    if since == 0:
        view |= {
            "variant": table.opening.variant,
            "settings": dict(table.opening.settings),
            "signs": dict(table.rules.signs),
        }
    view |= {
        "tallies": [tally._asdict() for tally in position.tallies(eyes)],
        "picture": _picture(position.picture(eyes)),
        "moves": [offer.row for offer in table.moves(seat).values()] if seat is not None else [],
        "since": since,
        "turns": [_turn(table, number, eyes) for number in range(since + 1, table.number + 1)],
        "result": table.ending._asdict() if table.ending is not None else None,
    }
    return view


def draw_past(table: Record, viewer: Viewer, number: int) -> dict[str, Any]:
    """What this viewer may see of the position after so many turns: its picture and tallies."""
    eyes = table.eyes(viewer)
    position = table.position_at(number)
    return {
        "number": number,
        "picture": _picture(position.picture(eyes)),
        "tallies": [tally._asdict() for tally in position.tallies(eyes)],
    }


def _chair(table: Record, seat: Seat) -> dict[str, Any]:
    person = table.chairs[seat]
    return {
        "seat": seat,
        "code": table.position.seats[seat],
        "name": table.names.get(person, "") if person else "",
        "person": person,
        "state": _state(table, seat),
    }


def _state(table: Record, seat: Seat) -> str:
    if table.chairs[seat] is None:
        return "free"
    if table.status in ("finished", "stopped"):
        return "done"
    if table.status == "open" or seat not in table.position.to_act:
        return "waiting"
    return "sealed" if seat in table.seals else "choosing"


def _sealed(table: Record, seat: Seat | None) -> dict[str, Any] | None:
    if seat is None or seat not in table.seals:
        return None
    return table.moves(seat)[table.seals[seat]].row


def _picture(picture: Picture) -> dict[str, Any]:
    return {
        "size": picture.size,
        "board": picture.board,
        "marks": {str(square): mark for square, mark in picture.marks.items()},
        "hands": picture.hands,
    }


def _turn(table: Record, number: int, eyes: Viewer) -> dict[str, Any]:
    turn = table.turns[number - 1]
    texts, events = turn.texts, turn.events
    if table.rules.hidden and eyes is not Eyes.ALL:
        actions = {seat: table.rules.read(text) for seat, text in turn.actions.items()}
        texts = table.position_at(number - 1).notation(actions, eyes)
        events = table.position_at(number).story(eyes)
    return {
        "number": number,
        "texts": {str(seat): text for seat, text in texts.items()},
        "events": [
            {"code": event.code, "seat": event.seat, "squares": event.squares, "pieces": event.pieces}
            for event in events
        ],
    }

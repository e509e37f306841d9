"""What somebody at a table may do now, apart from moving: the buttons he is shown."""

from __future__ import annotations

from server.record import Record
from variants.position import Seat

SECOND_TURN = 2
"""With so many turns played nobody may abort any more."""


def may(table: Record, seat: Seat, at: float) -> set[str]:
    """The names of what this seat may ask of the table at this moment, as the browser sends them."""
    match table.status:
        case "open":
            return {"withdraw"}
        case "finished":
            return {"rematch"} if table.rematch is None and None not in table.chairs else set()
        case "running":
            return {"resign", *_in_a_running_game(table, seat, at)}
    return set()


def _in_a_running_game(table: Record, seat: Seat, at: float) -> set[str]:
    asked_by_others = table.back is not None and seat not in table.back.seats
    allowed = {
        "abort": table.number < SECOND_TURN,
        "absent": any(opens <= at for other, opens in table.claim_opens(at).items() if other != seat),
        "claim": table.claimable(),
        "decline": bool(table.offers - {seat}) or asked_by_others,
        "offer": seat not in table.offers and (seat in table.position.to_act or bool(table.offers)),
        "takeback": asked_by_others or (table.back is None and table.last_turn_of(seat) is not None),
    }
    return {name for name, allows in allowed.items() if allows}

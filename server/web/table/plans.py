"""What a player can plan: the moves that the board offers while another seat is to act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import g, request

from server.content import Descriptions
from server.game import Refusal, ambiguous_paths
from server.http.identity import Identity
from server.runtime.limits import Limits
from server.runtime.loop import yield_to_loop
from server.runtime.numbers import whole
from server.tables import Tables
from server.web.routes import route
from variants.position import Move, Position, Seat

PLAN = 5
"""What the moves that a seat can plan count for the address that asks, in requests."""


@dataclass(frozen=True, eq=False)
class PlanPages:
    """What can be planned."""

    descriptions: Descriptions
    tables: Tables
    identity: Identity
    limits: Limits

    @route("/game/<table_id>/ahead")
    def ahead(self, table_id: str) -> dict[str, Any]:
        """What the reader's seat can plan as an answer; on an open board also the FEN, from which lines are tried.

        Nobody else is told that it was asked.
        """
        seat = whole(request.args.get("seat", ""), 2)
        with self.tables.reading(table_id) as table:
            if seat is None or seat not in table.seats_of(self.identity.visitor()):
                raise Refusal("not_your_seat", "That is not your seat.")
            position, hidden, number, takebacks = table.position, table.rules.hidden, table.number, table.takebacks
            running = table.status == "running" and not table.rules.chance
        self.limits.check(request.remote_addr, cost=PLAN)
        moves = foreseen(position, seat) if running else []
        asked = {"moves": rows(position, seat, moves), "viewer": seat, "seats": position.seats}
        return {
            "number": number,
            "takebacks": takebacks,
            "moves": self.descriptions.view(asked, table.opening.variant, g.language)["moves"],
            "fen": None if hidden else position.fen(),
        }


def foreseen(position: Position, seat: Seat) -> list[Move]:
    """What this seat could play after some move of the seat to act; on a hidden board what it sees says it."""
    if position.hidden:
        return list(position.premoves(seat))
    if len(position.to_act) != 1 or seat in position.to_act:
        return []
    found: dict[Move, None] = {}
    (acting,) = position.to_act
    for move in position.moves(acting):
        yield_to_loop()
        after = position.play({acting: move})
        if after.to_act == (seat,) and after.result() is None:
            found |= dict.fromkeys(after.moves(seat))
    return list(found)


def rows(position: Position, seat: Seat, moves: list[Move]) -> list[dict[str, Any]]:
    """The rows of these moves, as views have those that are offered; each is called by its squares."""
    onboard = [move for move in moves if move.path]
    several = ambiguous_paths([move.path for move in onboard])
    found = []
    for move in onboard:
        text = position.write(move)
        more = {"becomes": position.becomes(seat, move)} if move.path in several else {}
        found.append({"id": text, "path": move.path, "label": text, **more})
    return found

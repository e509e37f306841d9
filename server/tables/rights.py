"""What somebody at a table may do now, apart from moving: the buttons he is shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice

from server.refusal import Refusal
from server.tables import absence
from server.tables.machines import strength_of
from server.tables.record import Record
from server.tables.sharing import contenders
from variants.position import Seat

SECOND_TURN = 2
"""With so many turns played by people nobody may abort any more."""

MOST_OFFERS = 3
MOST_ASKS = 3
"""Draws that one may offer in a turn, and takebacks that one may ask for in it."""

MOST_TAKEBACKS = 100
"""How often turns may be taken back in one game: each time the journal gets longer and the game does not."""

MOST_WISHES = 5
"""How often one may ask for another game after this one."""


def by_people(turns: Iterable[Collection[Seat]], chance: Collection[Seat]) -> Iterable[Collection[Seat]]:
    """Those turns, each told by the seats that acted in it, in which not nature alone did."""
    return (seats for seats in turns if not set(seats).issubset(chance))


def played(table: Record, turns: int) -> bool:
    """Whether people have played so many turns."""
    found = by_people((turn.actions for turn in table.turns), table.rules.chance)
    return len(list(islice(found, turns))) == turns


def begun(table: Record) -> bool:
    """Whether the second turn is played, so that the game is no longer to be aborted."""
    return played(table, SECOND_TURN)


def abortable(table: Record, at: float) -> bool:
    """Whether the game may be aborted: its second turn is not played, or somebody is gone and has never moved."""
    return not begun(table) or bool(absence.never_came(table, at))


def scouting(table: Record, to: int) -> Refusal | None:
    """Why the turns after the first `to` may not be taken back in a game against the computer; None where they may.

    The computer agrees to every takeback. So a player could look behind what the board hides, or throw the dice again
    until they suit.
    """
    if all(strength_of(person) is None for person in table.chairs):
        return None
    if table.rules.hidden:
        return Refusal("hidden_board", "Against the computer nothing is taken back: you have seen what was hidden.")
    if any(not table.rules.chance.isdisjoint(turn.actions) for turn in table.turns[to:]):
        return Refusal("dice_thrown", "Against the computer no roll of the dice is taken back.")
    return None


def may(table: Record, seat: Seat, at: float) -> set[str]:
    """The names of what this seat may ask of the table now: events of the wire, and `withdraw`, which is a `resign`."""
    match table.status:
        case "open":
            return {"withdraw"} if table.chairs[seat] == table.host else set()
        case "finished":
            tired = table.repeats["again", seat] >= MOST_WISHES
            return {"rematch"} if table.rematch is None and None not in table.chairs and not tired else set()
        case "running":
            return _in_a_running_game(table, seat, at)
    return set()


def _in_a_running_game(table: Record, seat: Seat, at: float) -> set[str]:
    asked_by_others = table.back is not None and seat not in table.back.seats
    back = table.takebacks < MOST_TAKEBACKS
    if seat in table.position.out():
        return ({"decline", "takeback"} if back else {"decline"}) if asked_by_others else set()
    accepts = table.offers >= set(contenders(table.position)) - {seat}
    offers = table.repeats["offer", seat] < MOST_OFFERS and (seat in table.position.to_act or bool(table.offers))
    last = table.last_turn_of(seat)
    asks = table.repeats["ask_back", seat] < MOST_ASKS and last is not None and scouting(table, last) is None
    allowed = {
        "abort": abortable(table, at),
        "absent": any(opens <= at for other, opens in absence.claim_opens(table, at).items() if other != seat),
        "claim": table.claimable(),
        "decline": bool(table.offers - {seat}) or asked_by_others,
        "resign": True,
        "offer": seat not in table.offers and (accepts or offers),
        "takeback": back and (asked_by_others or (table.back is None and asks)),
    }
    return {name for name, allows in allowed.items() if allows}

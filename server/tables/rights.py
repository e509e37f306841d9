"""What the state of a table allows and forbids, whatever a player asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice

from server.tables import absence
from server.tables.machines import strength_of
from server.tables.refusal import Refusal
from server.tables.state import State
from variants.position import Seat

SECOND_TURN = 2
"""With so many turns played by people nobody may abort any more."""

MOST_UNSEALS = 20
"""Limit per turn, so a player cannot grow the journal without bound."""

MOST_UNSEALS_IN_ALL = 200
FEW_UNSEALS = 2
"""A seat that has broken MOST_UNSEALS_IN_ALL seals in a game may break FEW_UNSEALS a turn. Otherwise a losing player
could break seals until the game ends in a draw by its length."""

MOST_OFFERS = 3
MOST_ASKS = 3
"""Draws that a seat may offer in a turn, and takebacks that it may ask for in it."""

MOST_ADDED = 10
MOST_ADDED_IN_ALL = 100
"""How often a seat may give others time in a turn, and in a game: each time the journal gets longer."""

MOST_TAKEBACKS = 100
"""How often turns may be taken back in one game: each time the journal gets longer and the game does not."""

MOST_PLANS = 10
MOST_PLANS_IN_ALL = 400
FEW_PLANS = 2
"""The same for plans: how many a seat may make in a turn, and how many of them once it has made many in the game."""

MOST_WISHES = 5
"""How often a seat may ask for another game after this one."""


def unless(table: State, status: str) -> Refusal | None:
    """The refusal of what is possible only at a table of this status (`open` or `running`); None where it is."""
    if table.status == status:
        return None
    if table.status == "open":
        return Refusal("not_started", "The game has not begun: a seat is still free.")
    if table.status == "running":
        return Refusal("table_full", "All seats of this table are taken.")
    return Refusal("game_over", "This game is over.")


def by_people(turns: Iterable[Collection[Seat]], chance: Collection[Seat]) -> Iterable[Collection[Seat]]:
    """Those turns, each told by the seats that acted in it, in which not only chance players did."""
    return (seats for seats in turns if not set(seats).issubset(chance))


def played(table: State, turns: int) -> bool:
    """Whether people have played so many turns."""
    found = by_people((turn.actions for turn in table.turns), table.rules.chance)
    return len(list(islice(found, turns))) == turns


def begun(table: State) -> bool:
    """Whether the second turn is played, so that the game is no longer to be aborted."""
    return played(table, SECOND_TURN)


def abortable(table: State, at: float) -> bool:
    """Whether the game may be aborted: its second turn is not played, or somebody is gone and has never moved."""
    return not begun(table) or bool(absence.never_came(table, at))


def scouting(table: State, to: int) -> Refusal | None:
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


def computer_chooses(table: State) -> bool:
    """Whether the computer, which seals before people do, is waited for in a turn that several seats play."""
    waited_for = table.waited_for() if len(table.position.to_act) > 1 else []
    return any(strength_of(table.chairs[seat]) is not None for seat in waited_for)


def unless_in(table: State, seat: Seat) -> Refusal | None:
    """The refusal of what only a seat may do that is still in the game."""
    out = seat in table.position.out()
    return Refusal("out", "You are out of this game: the others decide it.") if out else None


def joinable(table: State) -> list[Seat]:
    """The seats that somebody who has none may take now, by one of their moves.

    None on a hidden board: these moves, or which of them are refused, would tell an onlooker what stands there.
    """
    if table.rules.hidden:
        return []
    vacant = [seat for seat, person in enumerate(table.chairs) if person is None]
    return [seat for seat in vacant if seat in table.position.joinable and table.moves(seat)]


def gone(table: State, seat: Seat, at: float) -> list[Seat]:
    """The seats against which this one may claim that their players have gone."""
    return [other for other, opens in absence.claim_opens(table, at).items() if opens <= at and other != seat]


def earning_more(table: State, seat: Seat) -> list[Seat]:
    """The seats to which this one may give time: of other people who are still in the game."""
    giver = table.chairs[seat]
    return [
        other
        for other in table.game.contenders()
        if table.chairs[other] not in (giver, None) and strength_of(table.chairs[other]) is None
    ]


def plan_missed(table: State, seat: Seat) -> bool:
    """Whether this seat's plan came to nothing: others played what it has no answer to, or one that is impossible."""
    plan, position = table.plans[seat], table.position
    due = seat in position.to_act
    return plan.missed or (due and (len(position.to_act) > 1 or plan.next not in table.moves(seat)))


def all_others_offer(table: State, seat: Seat) -> bool:
    """Whether this seat's offer of a draw would be an agreement."""
    return table.offers.issuperset(set(table.game.contenders()) - {seat})


def others_ask_back(table: State, seat: Seat) -> bool:
    """Whether others ask this seat to take turns back."""
    return table.back is not None and seat not in table.back.seats

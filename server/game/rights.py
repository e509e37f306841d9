"""What the state of a table forbids, whichever the action; and the quotas of actions."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice
from typing import NamedTuple

from server.game.errors import N_, Refusal
from server.game.players import strength_of
from server.game.state import TableState
from variants.position import Seat

SECOND_TURN = 2
"""Turns of people after which a game cannot be aborted."""

MOST_TAKEBACKS = 100
"""Takebacks in one game: each makes the journal longer and the game not."""


class Quota(NamedTuple):
    """How often a seat may do something: no player may make the journal grow without bound."""

    code: str
    sentence: str
    """The refusal of more; `{most}` is how often it may be done in a turn."""
    per_turn: int
    per_game: int | None = None
    then: int = 0
    """How often in a turn once `per_game` is reached."""


QUOTAS = {
    # Otherwise a losing player could break seals, or plan, until the game ends in a draw by its length.
    "unseal": Quota(
        "unsealed_often", N_("You have broken {most} seals in this turn: this one stays."), 20, 200, then=2
    ),
    "plan": Quota("planned_often", N_("You have made {most} plans in this turn: the last one stays."), 10, 400, then=2),
    "addtime": Quota("added_often", N_("You have given time often enough: {most} times in a turn."), 10, 100),
    "offer": Quota("offered_often", N_("You have offered {most} draws in this turn."), 3),
    "ask_back": Quota("asked_often", N_("You have asked {most} times in this turn."), 3),
    "again": Quota("asked_often", N_("You have asked for another game {most} times."), 5),
}
"""By the kind of the entry."""


def too_often(state: TableState, kind: str, seat: Seat) -> Refusal | None:
    """The refusal of something that this seat has done as often as it may; None if it may do it again."""
    quota = QUOTAS[kind]
    often = quota.per_game is not None and state.game_counts[kind, seat] >= quota.per_game
    most = quota.then if often else quota.per_turn
    if state.turn_counts[kind, seat] < most:
        return None
    return Refusal(quota.code, quota.sentence, most=most or quota.per_turn)


def wrong_status(state: TableState, status: str) -> Refusal | None:
    """The refusal unless the table has this status (`open` or `running`); None if it has."""
    if state.status == status:
        return None
    if state.status == "open":
        return Refusal("not_started", "The game has not begun: a seat is still free.")
    if state.status == "running":
        return Refusal("table_full", "All seats of this table are taken.")
    return Refusal("game_over", "This game is over.")


def out_of_game(state: TableState, seat: Seat) -> Refusal | None:
    """The refusal for a seat that is out of the game; None if it is not."""
    out = seat in state.position.out()
    return Refusal("out", "You are out of this game: the others decide it.") if out else None


def wrong_turn(state: TableState, number: int, takebacks: int | None) -> Refusal | None:
    """The refusal of a message for another position: after other turns, or before a takeback; None for this one."""
    if number < state.number:
        return Refusal("late", "This turn is over: the move came for turn {number}.", number=number + 1)
    if number > state.number:
        return not_begun(number)
    return None if takebacks in (None, state.takebacks) else changed()


def not_begun(number: int) -> Refusal:
    """The refusal of a message for the position after this number of turns, which are not played yet."""
    return Refusal("early", "Turn {number} has not begun.", number=number + 1)


def changed() -> Refusal:
    """The refusal of a message for the game before a takeback, or for another request."""
    return Refusal("changed", "The game has changed meanwhile: look at it again.")


def without_chance(turns: Iterable[Collection[Seat]], chance: frozenset[Seat]) -> Iterable[Collection[Seat]]:
    """These turns, each given by the seats that acted, without those in which only chance players acted."""
    return (seats for seats in turns if not chance.issuperset(seats))


def begun(state: TableState) -> bool:
    """Whether the second turn of people is played, so that the game can no longer be aborted."""
    turns = without_chance(state.score_sheet.seats, state.rules.chance)
    return len(list(islice(turns, SECOND_TURN))) == SECOND_TURN


def takeback_reveals(state: TableState, to: int) -> Refusal | None:
    """The refusal to take back the turns after the first `to` in a game against the computer; None where it may be.

    The computer agrees to every takeback. So a player could look behind what the board hides, or throw the dice again
    until they suit.
    """
    if all(strength_of(player) is None for player in state.chairs):
        return None
    if state.rules.hidden:
        return Refusal("hidden_board", "Against the computer nothing is taken back: you have seen what was hidden.")
    if any(not state.rules.chance.isdisjoint(acted) for acted in state.score_sheet.seats[to:]):
        return Refusal("dice_thrown", "Against the computer no roll of the dice is taken back.")
    return None


def computer_chooses(state: TableState) -> bool:
    """Whether the computer, which seals before people do, is waited for in a turn that several seats play."""
    waited_for = state.waited_for() if len(state.position.to_act) > 1 else []
    return any(strength_of(state.chairs[seat]) is not None for seat in waited_for)


def joinable(state: TableState) -> list[Seat]:
    """The seats that a person who has none may take now, by one of their moves.

    None on a hidden board: these moves, or which of them are refused, would show an onlooker what stands there.
    """
    if state.rules.hidden:
        return []
    vacant = [seat for seat, player in enumerate(state.chairs) if player is None]
    return [seat for seat in vacant if seat in state.position.joinable and state.moves(seat)]


def time_receivers(state: TableState, seat: Seat) -> list[Seat]:
    """The seats to which this one may give time: those of other people in the game."""
    giver = state.chairs[seat]
    return [
        other
        for other in state.game.contenders()
        if state.chairs[other] not in (giver, None) and strength_of(state.chairs[other]) is None
    ]


def all_others_offer(state: TableState, seat: Seat) -> bool:
    """Whether this seat's offer of a draw would be an agreement."""
    return {seat, *state.offers}.issuperset(state.game.contenders())


def others_request_takeback(state: TableState, seat: Seat) -> bool:
    """Whether others ask this seat to take turns back."""
    return state.takeback_request is not None and seat not in state.takeback_request.seats

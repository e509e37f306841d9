"""The one place that changes the state of a table: a stored row is applied, at once or when the table is read again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from server.game.clocks import earners, timed
from server.game.entries import PRIVATE, Entry, Row
from server.game.plans import PlannedMoves
from server.game.players import artificial, strength_of
from server.game.rights import others_request_takeback
from server.game.score_sheet import ScoreSheet
from server.game.state import Ending, Rated, ReplayMismatch, TableState, TakebackRequest
from variants.game import Game
from variants.position import Seat


def apply(state: TableState, row: Row, next_game: Game | None = None, kept: bool = False) -> None:
    """Apply a row that is stored. It refuses nothing.

    `next_game` is the game after its turn, where that is known. `kept`: the game is over, and is not played again: each
    turn shows the FEN that was kept. A running game is. Where its rules lead elsewhere than to that FEN, the kept
    position stands if another version of the rules played the turn; else the game is stopped, and `fault` says why.
    """
    for entry in row:
        if entry.kind in PRIVATE:
            _apply_plan(state, entry)
        else:
            _apply(state, entry, next_game, kept)
    state.sequence += 1
    requested = next((entry for entry in row if entry.message), None)
    if requested is not None:
        state.answers.add(requested.person, requested.message, state.number)


def check_seals(state: TableState) -> None:
    """Set a fault, once all rows are applied, where the rules of a seal's own version do not offer its move.

    The fault does not say whose seal it is.
    """
    missing = {seat for seat, seal in state.seals.items() if seal.move not in state.moves(seat)}
    if missing.difference(state.unplayable_seals()):
        state.fault = f"turn {state.number + 1}: the rules no longer offer a move that is sealed"
        state.status = state.current_status()


def _apply(state: TableState, entry: Entry, next_game: Game | None, kept: bool) -> None:
    state.lines += 1
    seat, body = entry.seat, entry.body
    request = state.takeback_request
    if entry.kind in ("seal", "turn"):
        state.missed_request.discard(-1 if seat is None else seat)
    state.last_readings = body.get("clocks") or state.last_readings
    state.last_at = max(state.last_at, entry.at)
    if seat is not None and entry.kind in ("unseal", "offer", "ask_back", "addtime"):
        state.turn_counts[entry.kind, seat] += 1
        state.game_counts[entry.kind, seat] += 1
    match entry.kind:
        case "sit":
            assert seat is not None
            state.chairs[seat] = entry.person
            if "rating" in body:
                state.ratings[seat] = Rated(*body["rating"])
            if not artificial([entry.person]):
                state.host = state.host or entry.person
            state.set_up = state.set_up or body.get("set_up", False)
            state.seated_at = entry.at
        case "dice":
            state.seed = body["seed"]
        case "seal":
            assert seat is not None
            state.seals[seat] = state.seal_of(seat, body)
            state.clocks.moved([seat], state.last_at)
            _decline_by_playing(state, seat)
        case "unseal":
            assert seat is not None
            del state.seals[seat]
        case "turn":
            assert seat is not None
            _decline_by_playing(state, seat)
            _apply_turn(state, body, next_game, kept, entry.at)
        case "left":
            state.offers.clear()
            _apply_turn(state, body, next_game, kept, entry.at)
        case "offer":
            assert seat is not None
            state.offers.add(seat)
        case "ask_back":
            assert seat is not None
            asking = state.takeback_request.seats if state.takeback_request is not None else frozenset()
            state.takeback_request = TakebackRequest(body["to"], asking | {seat})
        case "decline":
            assert seat is not None
            state.offers &= {seat}
            if others_request_takeback(state, seat):
                state.takeback_request = None
        case "takeback":
            _apply_takeback(state, body, entry.at)
        case "addtime":
            state.clocks.add(body["seats"], body["seconds"])
        case "downtime":
            state.clocks.give_back(body["until"] - body["since"])
        case "end":
            state.ending = Ending(tuple(body["points"]), body["reason"], body["seat"])
            state.ended_at = entry.at
            # A seal that was not opened stays secret for ever.
            _clear_secrets(state)
        case "again":
            assert seat is not None
            if body["surprise"] is None:
                state.rematch_wishes.pop(seat, None)
            else:
                state.rematch_wishes[seat] = body["surprise"]
                state.turn_counts["again", seat] += 1
        case "rematch":
            state.rematch = body["table"]
        case "stop":
            state.fault = body["fault"]
            state.ended_at = entry.at
            _clear_secrets(state)
            # The time that ran on until the fault was found was nobody's.
            state.clocks.put(state.last_readings)
    if request is not None and state.takeback_request is None:
        # Who made the request lapse knows of that, but a consent may come twice.
        twice = {seat} if entry.kind == "takeback" and seat is not None and len(request.seats) > 1 else set()
        state.missed_request = set(range(len(state.chairs))).difference(request.seats, {seat}) | twice
    state.status = state.current_status()
    if entry.kind in ("sit", "turn", "left", "takeback"):
        state.turn_began_at = state.last_at
    if state.control.kind != "none" and not kept:
        computers = [seat for seat, player in enumerate(state.chairs) if strength_of(player) is not None]
        state.clocks.run(timed(state.waited_for(), state.position, computers), state.last_at)
    elif body.get("clocks"):
        state.clocks.put(body["clocks"])


def _apply_plan(state: TableState, entry: Entry) -> None:
    """Change nothing that others may see: not the length of the game, nor the moment of its last entry."""
    seat = entry.seat
    assert seat is not None
    if entry.kind == "unplan":
        del state.plans[seat]
        return
    state.plans[seat] = PlannedMoves.of(entry.body)
    state.turn_counts["plan", seat] += 1
    state.game_counts["plan", seat] += 1


def _apply_turn(state: TableState, body: Mapping[str, Any], next_game: Game | None, kept: bool, at: float) -> None:
    turn = state.turn_of(body)
    if next_game is None and not kept and not state.fault:
        try:
            next_game = turn.replay(state.game)
        except ReplayMismatch as mismatch:
            state.fault = str(mismatch)
    if next_game is not None:
        state.clocks.run((), at)
        state.clocks.grant(earners(state.position, next_game.position, turn.actions))
        state.game = next_game
    _clear_turn(state)
    after = {seat: plan.after(seat, turn.actions) for seat, plan in state.plans.items() if turn.left is None}
    state.plans = {seat: plan for seat, plan in after.items() if plan is not None}
    state.clocks.moved(turn.actions, at)
    state.turns.append(turn)
    state.number += 1
    state.score_sheet.add(turn.actions)


def _apply_takeback(state: TableState, body: Mapping[str, Any], at: float) -> None:
    to = body["to"]
    state.game = state.game.back(max(0, state.game.number - to))
    state.turns.truncate(to)
    state.number = to
    state.score_sheet = ScoreSheet(state.rules.chance, state.score_sheet.seats[:to])
    state.kept_positions.clear()
    state.drawn_turns.clear()
    state.takebacks += 1
    _clear_turn(state)
    state.plans.clear()
    state.offers.clear()
    if state.control.kind == "turn":
        state.clocks.run((), at)
        state.clocks.grant(range(len(state.chairs)))
    elif "earned" in body:
        state.clocks.take_back(body["earned"], at)


def _decline_by_playing(state: TableState, seat: Seat) -> None:
    """The turn of a player declines the draw that others offer; a roll declines nothing."""
    if seat not in state.offers and seat not in state.rules.chance:
        state.offers.clear()


def _clear_turn(state: TableState) -> None:
    state.seals.clear()
    state.turn_counts.clear()
    state.legal.clear()
    state.takeback_request = None


def _clear_secrets(state: TableState) -> None:
    state.seals.clear()
    state.plans.clear()
    state.offers.clear()
    state.takeback_request = None

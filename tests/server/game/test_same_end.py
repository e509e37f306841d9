"""A table, the terminal and a verified record end the same game at the same turn, in the same way."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from server.book.validation import words_of
from server.game import NO_CLOCK, Facts, Opening, TableState, apply, decisions, may
from server.kit.play import InputEnded, Session, Sitting, Terminal
from server.records import pgn, verification
from tests.harness.actions import action, decided
from variants.position import Move, Seat
from variants.registry import load_all

VARIANTS = {name: rules for name, rules in load_all().items() if not rules.chance}
TURNS = 120
"""More than any limit of quiet turns."""


class End(NamedTuple):
    """After how many turns a game ended, and how."""

    turns: int
    points: tuple[float, ...]
    reason: str


class Shuttle:
    """Plays a seat: back where it came from, else a quiet move, so that positions come again soon."""

    def __init__(self, seed):
        self.random = Random(seed)
        self.last = {}

    def turn(self, position):
        for _ in range(200):
            actions = {seat: self._move(position, seat) for seat in position.to_act}
            after = position.play(actions)
            if after.quiet > position.quiet and after.result() is None:
                break
        self.last |= actions
        return actions

    def _move(self, position, seat):
        moves = sorted(position.moves(seat))
        back = [move for move in moves if seat in self.last and move == Move(self.last[seat].path[::-1])]
        return self.random.choice(back if back and self.random.random() < 0.9 else moves)


@cache
def tables_end(name, claims):
    """How a game of two shuttles ends at a table, and its turns; with `claims` each draw that may be claimed is."""
    rules = VARIANTS[name]
    start = rules.start(random=Random(7))
    table = TableState(rules, Opening("t", name, 1, start.settings, start.fen(), 0.0))
    for seat in range(2):
        apply(table, decisions.sit(table, "ab"[seat], seat, 0.0).entries)
    shuttle, turns = Shuttle(name), list[dict[Seat, Move]]()
    while table.status == "running" and len(turns) < TURNS:
        seat = table.position.to_act[0]
        if claims and "claim" in may(table, seat, Facts(0.0)):
            apply(table, decided(table, "ab"[seat], action("claim", seat), 0.0).entries)
            break
        turns.append(shuttle.turn(table.position))
        number = table.number
        for seat, move in turns[-1].items():
            decision = decided(table, "ab"[seat], action("act", seat, number, rules.write(move)), 0.0)
            apply(table, decision.entries, decision.next_game)
    ending = table.ending
    return None if ending is None else End(table.number, ending.points, ending.reason), turns


class Typed(Terminal):
    """A terminal at which these lines are typed, and then no more."""

    def __init__(self, lines):
        self.lines = lines

    def say(self, text):
        pass

    def ask(self, prompt, secret=False):
        if not self.lines:
            raise InputEnded
        return self.lines.pop(0)

    def hand_over(self, name):
        pass


class Watched(Session):
    """A session that keeps its end."""

    end = None

    def _show_result(self, result, who):
        self.end = End(self._game.number, *result)


def terminals_end(name, turns, *more):
    """How a game of two people ends in the terminal, who type these turns, and then these lines."""
    rules = VARIANTS[name]
    lines = [rules.write(move) for turn in turns for move in turn.values()]
    words = words_of(name, rules, "en")
    session = Watched(
        rules.start(random=Random(7)), words, Sitting(frozenset({0, 1}), None), Typed([*lines, *more]), Random(1)
    )
    session.run()
    return session.end


@pytest.mark.parametrize("claims", [True, False])
@pytest.mark.parametrize("name", VARIANTS)
def test_terminal_and_table_end_a_game_at_the_same_turn(name, claims):
    end, turns = tables_end(name, claims)
    claimed = claims and end is not None and end.reason == "repetition" and VARIANTS[name].draws.kind == "claim"
    assert terminals_end(name, turns, *["claim"] * claimed) == end
    if claimed:
        assert terminals_end(name, turns) is None, "it asks, and ends nothing by itself"
        assert terminals_end(name, turns[:-1], "claim") is None


def test_the_games_that_are_compared_end_in_every_way():
    ends = [tables_end(name, claims)[0] for name in VARIANTS for claims in (True, False)]
    assert {end and end.reason for end in ends} >= {"repetition", "quiet_turns", None}
    automatic = [name for name, rules in VARIANTS.items() if rules.draws.kind == "automatic"]
    assert "repetition" in {end and end.reason for end, _ in (tables_end(name, False) for name in automatic)}
    assert tables_end("Chess", True) != tables_end("Chess", False)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_record_ends_like_this_there_and_not_a_turn_earlier(name):
    end, turns = tables_end(name, True)
    if end is None:
        return
    rules = VARIANTS[name]
    start, shares = rules.start(random=Random(7)), tuple(map(Fraction, end.points))
    words = tuple(tuple(rules.write(turn[seat]) for seat in sorted(turn)) for turn in turns)
    text = pgn.PgnGame({}, name, None, start.settings, start.fen(), NO_CLOCK, words, shares, end.reason, None)
    assert verification.examine(text._replace(lines=tuple(range(len(words)))), VARIANTS).fault is None
    fault = verification.examine(text._replace(turns=words[:-1], lines=tuple(range(len(words) - 1))), VARIANTS).fault
    assert "nothing in it leads there" in str(fault)


@pytest.mark.parametrize("name", ["Apocalypse", "Dobutsu"])
def test_the_analysis_board_ends_a_line_at_the_same_turn(name, client):
    end, turns = tables_end(name, False)
    start = VARIANTS[name].start(random=Random(7))
    lines = [" ".join(start.write(turn[seat]) for seat in sorted(turn)) for turn in turns]
    for count in (len(lines) - 1, len(lines)):
        form = {"fen": start.fen(), "moves": "\n".join(lines[:count]), "judge": "no"}
        analysis = client.post(f"/en/variants/{name}/analysis", data=form).get_json()
        assert (analysis["result"] and analysis["result"]["reason"]) == (end.reason if count == end.turns else None)
        assert bool(analysis["moves"]) == (count < end.turns)

"""Plans: moves that are made in advance, played by the table when their time comes, and known to their player alone."""

from random import Random

import pytest

from server.game import QUOTAS, decisions
from server.store import JournalError
from server.tables import TableLoader
from tests.harness.faults import failing, replaced
from tests.harness.game import PEOPLE
from variants.position import Eyes

LINES = [["e2e4", "e7e5", "g1f3", "b8c6"], ["e2e4", "e7e5", "f2f4", "e5f4"], ["d2d4", "d7d5"]]


@pytest.fixture
def match(match):
    """A game of chess, unless a test begins another."""
    match.open("Chess")
    return match


def plan(match, seat, *lines, answer=None, number=None):
    return match.send("plan", seat, match.number if number is None else number, answer, list(lines))


def played(match):
    return [text for turn in match.table.turns for text in turn.actions.values()]


def test_a_premove_is_played_as_soon_as_its_turn_begins(match):
    assert plan(match, 1, answer="e7e5") == ""
    assert match.number == 0
    assert match.act(0, "g1f3") == ""
    assert played(match) == ["g1f3", "e7e5"]
    assert match.table.plans == {}
    assert [heard[0] for heard in match.notified[-2:]] == [1, 2], "each turn is told for itself"


def test_lines_are_followed_as_long_as_the_others_play_them_also_after_a_restart(match):
    assert plan(match, 1, *LINES) == ""
    match.restart()
    assert match.table.plans[1].lines == tuple(map(tuple, LINES))
    match.act(0, "e2e4")
    assert played(match) == ["e2e4", "e7e5"]
    match.restart()
    assert match.view(1)["plan"]["lines"] == (("g1f3", "b8c6"), ("f2f4", "e5f4"))
    match.act(0, "f2f4")
    assert played(match)[2:] == ["f2f4", "e5f4"]
    assert match.view(1)["plan"] is None, "all of it is played"


def test_two_plans_play_against_each_other(match):
    plan(match, 1, *LINES)
    match.act(0, "e2e4")
    assert match.send("plan", 0, 2, None, []) == "your_turn"
    match.act(0, "g1f3")
    assert match.number == 4
    match.act(0, "d2d4")
    plan(match, 0, ["c6d4", "f3d4", "e5d4", "d1d4"])
    match.act(1, "c6d4")
    assert played(match)[-2:] == ["c6d4", "f3d4"]
    plan(match, 0, ["e5d4", "d1d4"])
    match.act(1, "e5d4")
    assert played(match)[-2:] == ["e5d4", "d1d4"]


def test_a_planned_move_costs_no_time_and_is_an_ordinary_move_in_the_record(match):
    match.open("Chess", control="5+3")
    match.first_moves("e2e4", "e7e5")
    match.time += 10
    plan(match, 1, answer="b8c6")
    match.time += 20
    match.act(0, "g1f3")
    assert match.clocks() == {"left": [300 + 3 - 30 + 3, 303 + 3], "running": [0]}
    plan(match, 1, answer="a7a6")
    match.send("unplan", 1)
    match.send("resign", 0)
    record = match.record(Eyes.ALL)
    assert [line["kind"] for line in record["log"]] == ["sit", "sit", "turn", "turn", "turn", "turn", "end"]
    assert "plan" not in str(record)
    assert match.verified(record).fault is None


def test_an_impossible_plan_is_dropped_and_only_its_player_learns_of_it(match):
    plan(match, 1, answer="e7e4")
    before = len(match.notified)
    match.act(0, "e2e4")
    assert len(match.notified) == before + 1
    assert played(match) == ["e2e4"]
    assert match.view(1)["plan"]["missed"]
    assert match.act(1, "e7e5") == ""
    assert match.view(1)["plan"] is None


def test_a_plan_is_replaced_and_dropped(match):
    plan(match, 1, answer="e7e5")
    plan(match, 1, answer="d7d5")
    match.act(0, "e2e4")
    assert played(match) == ["e2e4", "d7d5"]
    match.act(0, "a2a3")
    match.act(1, "a7a6")
    plan(match, 1, answer="e7e5")
    assert match.send("unplan", 1) == ""
    assert match.send("unplan", 1) == "no_plan"
    match.act(0, "b2b3")
    assert played(match)[-1] == "b2b3"


def test_an_invalid_plan_is_refused_by_name(match):
    assert plan(match, 0, answer="e2e4") == "your_turn"
    assert plan(match, 1) == "plan_form"
    assert plan(match, 1, LINES[0], answer="e7e5") == "plan_form"
    assert plan(match, 1, ["e2e4", "e7e4"]) == "not_offered"
    assert plan(match, 1, ["e2e4", "nonsense"]) == "not_offered"
    assert plan(match, 1, answer="nonsense") == "move_spelling"
    assert plan(match, 1, ["e2e4", "e7e5", "g1f3"]) == "plan_end"
    assert plan(match, 1, ["e2e4", "e7e5"], ["e2e4", "d7d5"]) == "plan_answers"
    assert plan(match, 1, ["f2f3", "e7e5", "g2g4", "d8h4", "a2a3", "a7a6"]) == "not_offered", "after mate"
    assert plan(match, 1, answer="e7e5", number=1) == "early"
    match.act(0, "e2e4")
    assert plan(match, 0, answer="e7e5", number=0) == "late"
    assert match.send("plan", 0, 1, "a2a3", [], 1) == "changed"
    assert match.send("plan", 0, 1, "a2a3", [], person=PEOPLE[1]) == "not_your_seat"
    moves = [[text, "a7a6"] for text in ("a2a3", "a2a4", "b2b3", "b2b4", "c2c3", "c2c4", "d2d3", "d2d4", "e2e3")]
    match.open("Chess")
    many = [[*line, again, "b7b6"] for line in moves for again in ("g1f3", "g1h3")]
    assert plan(match, 1, *many[:16]) == "plan_long"
    assert plan(match, 1, *many[:10]) == ""
    assert match.table.status == "running"


def test_on_a_hidden_board_any_premove_is_accepted_but_no_conditional_line(match):
    match.open("Dark")
    assert plan(match, 1, *LINES) == "plan_hidden"
    for answer in ("e7e5", "a1a8", "e7e4"):
        assert plan(match, 1, answer=answer) == ""
        assert match.view(1)["plan"]["missed"] is False
    plan(match, 1, answer="e7e5")
    match.act(0, "e2e4")
    assert played(match) == ["e2e4", "e7e5"]


def test_an_answer_waits_until_the_others_have_played_on(match):
    match.open("Progressive")
    plan(match, 1, answer="e7e5")
    match.act(0, "e2e4")
    assert played(match) == ["e2e4", "e7e5"]
    assert plan(match, 0, ["b8c6", "g1f3", "f1c4"]) == "", "who acts several times in a row is foreseen so often"
    match.act(1, "b8c6")
    assert played(match)[2:] == ["b8c6", "g1f3", "f1c4"]


def test_three_players_may_foresee_both_others(match):
    match.open("Crown")
    order = [match.table.position]
    for _ in range(2):
        (seat,) = order[-1].to_act
        order.append(order[-1].play({seat: next(iter(order[-1].moves(seat)))}))
    (last,) = order[-1].to_act
    texts = [type(at).write(next(iter(at.moves(at.to_act[0])))) for at in order]
    assert plan(match, last, texts) == ""
    for text in texts[:2]:
        (seat,) = match.table.position.to_act
        assert match.act(seat, text) == ""
    assert played(match) == texts


def test_turns_that_are_taken_back_and_the_end_take_the_plan_along(match):
    match.open("Chess", "e2e4 e7e5")
    plan(match, 1, answer="b8c6")
    match.send("takeback", 1)
    match.send("takeback", 0)
    assert match.number == 1
    assert match.table.plans == {}
    match.act(1, "d7d5")
    plan(match, 1, answer="b8c6")
    match.send("resign", 0)
    assert match.table.plans == {}
    assert match.view(1)["plan"] is None


def test_lines_wait_while_others_offer_a_draw_and_an_answer_declines_it(match):
    plan(match, 1, *LINES)
    match.send("offer", 0)
    match.act(0, "e2e4")
    assert match.number == 1
    assert match.table.offers == {0}
    match.send("decline", 1)
    assert played(match) == ["e2e4", "e7e5"]
    plan(match, 1, answer="b8c6")
    match.send("offer", 0)
    match.act(0, "g1f3")
    assert played(match)[-1] == "b8c6"
    assert match.table.offers == set()
    match.open("Chess")
    plan(match, 1, *LINES)
    match.send("offer", 0)
    match.act(0, "e2e4")
    assert match.send("offer", 1) == "", "a draw is agreed instead"
    assert (match.number, match.table.ending.reason) == (1, "agreement")


def test_plans_are_limited_in_a_turn_and_in_a_game(match):
    for _ in range(QUOTAS["plan"].per_turn):
        assert plan(match, 1, answer="e7e5") == ""
    assert plan(match, 1, answer="d7d5") == "planned_often"
    assert "plan" not in match.view(1)["may"]
    match.act(0, "e2e4")
    assert played(match) == ["e2e4", "e7e5"]
    match.turn("d2d4")
    match.table.game_counts["plan", 0] = QUOTAS["plan"].per_game
    for _ in range(QUOTAS["plan"].then):
        assert plan(match, 0, answer="d4e5") == ""
    assert plan(match, 0, answer="d4e5") == "planned_often"


def test_a_planned_move_is_played_once_after_a_crash(match):
    match.open("Chess", control="5+3")
    match.first_moves("e2e4", "e7e5")
    plan(match, 1, answer="b8c6")
    with replaced(decisions, "due_move", lambda *_: None):
        match.act(0, "g1f3")
    assert match.number == 3
    match.restart()
    match.time += 100
    for _ in range(2):
        assert played(match) == ["e2e4", "e7e5", "g1f3", "b8c6"]
        match.restart()


def test_a_move_is_acknowledged_even_if_the_planned_reply_cannot_be_stored(match):
    plan(match, 1, answer="e7e5")
    black_moves = failing(
        match.journal,
        "append",
        JournalError("full"),
        when=lambda _id, _sequence, entries, *_: entries[0].seat == 1,
    )
    with black_moves, replaced(TableLoader, "load", _without_plans):
        assert match.act(0, "e2e4") == ""
    assert match.send("decline", 0) == "no_offer"
    match.tables.expire(match.id)
    assert played(match) == ["e2e4", "e7e5"]


def _without_plans(read, loader, table_id):
    """A table as it is read in a moment in which nothing can be kept."""
    with replaced(decisions, "due_move", lambda *_: None):
        return read(loader, table_id)


def test_another_process_that_applies_the_turn_plays_the_plan_and_both_tell_the_same(two):
    table = two.game("Chess")
    said = list(two.network.published)
    assert two.send(0, table, "plan", 1, 0, "e7e5", [])["ok"]
    assert two.network.published == said, "no news for others"
    assert two.send(1, table, "act", 0, 0, "e2e4")["ok"]
    two.settle()
    for process in (0, 1):
        assert [turn.fen for turn in two.held(process, table).turns] == [turn.fen for turn in two.table(0, table).turns]
        assert two.held(process, table).number == 2


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 12))])
def test_whatever_two_processes_do_nothing_that_was_planned_happens_twice(two, seed):
    random, table = Random(seed), two.game("Chess")
    for _ in range(20):
        held = two.table(random.randrange(2), table)
        if held.status != "running":
            break
        at, number, line, acting = held.position, held.number, [], held.position.to_act[0]
        while len(line) < 2 and not at.result():
            (seat,) = at.to_act
            move = random.choice(sorted(at.moves(seat)))
            line.append(at.write(move))
            at = at.play({seat: move})
        planning = (random.randrange(2), table, "plan", 1 - acting, number, None, [line])
        two.together(planning, (random.randrange(2), table, "act", acting, number, line[0]))
        two.settle()
        numbers = [two.table(process, table).number for process in (0, 1)]
        assert numbers in ([number + 1] * 2, [number + 2] * 2)

"""Nature at a table: its moves follow from a seed that was fixed before the game and is shown after it."""

import json
from collections import Counter
from hashlib import sha256

import pytest

from server.game import DICE, commitments, computer_id, decisions
from server.records.document import RecordError
from server.store import JournalError
from tests.harness.actions import action
from tests.harness.faults import failing
from tests.harness.sources import SEED
from tests.toys import Toss, write_variant


@pytest.fixture
def match(match):
    match.open("Toss")
    return match


def play_on(match, turns=1):
    for _ in range(turns):
        (seat,) = match.table.position.to_act
        assert match.act(seat, next(iter(match.table.moves(seat)))) == ""


def finish(match):
    while match.table.status == "running":
        play_on(match)


def code(match, **changes):
    """The code with which the record is refused where this is changed, its digest made anew; "" for one that holds."""
    try:
        match.verified({**match.record(), **changes})
    except RecordError as error:
        return error.code
    return ""


def test_the_dice_are_thrown_before_anybody_asks(match):
    assert match.table.chairs == ["ann", "bob", DICE]
    assert match.table.status == "running"
    assert match.number == 1
    assert match.table.position.to_act == (0,)
    play_on(match)
    assert match.number == 3
    assert match.table.position.to_act == (1,)


def test_a_roll_follows_from_seed_table_turn_takebacks_and_seat_alone(match):
    moves = [match.table.rules.write(move) for move in Toss.start().moves(2)]
    assert match.table.turns[0].actions == {2: commitments.roll(SEED, match.id, 1, 0, 2, moves[::-1])}
    rolls = [
        [commitments.roll(*key, list("abcdefgh")) for key in keys]
        for keys in (
            [(SEED, "t", turn, 0, 2) for turn in range(20)],
            [(SEED, "t", turn, 1, 2) for turn in range(20)],
            [(SEED, "t", turn, 0, 1) for turn in range(20)],
            [(SEED, "u", turn, 0, 2) for turn in range(20)],
            [("f0" * 32, "t", turn, 0, 2) for turn in range(20)],
        )
    ]
    assert len(set(map(tuple, rolls))) == len(rolls)


def test_equal_moves_have_equal_odds():
    rolls = Counter(commitments.roll(f"{turn:064x}", "t", 1, 0, 2, list("abcdef")) for turn in range(6000))
    assert set(rolls) == set("abcdef")
    assert all(abs(count - 1000) < 150 for count in rolls.values())


def test_the_record_of_a_game_holds_and_other_rolls_do_not(match):
    seal = sha256(f"cavalier dice 1\ntable {match.id}\nseed {SEED}\n".encode()).hexdigest()
    assert match.view()["dice"] == {"seal": seal, "seed": None}
    finish(match)
    record = match.record()
    assert match.view()["dice"] == record["dice"] == {"seal": seal, "seed": SEED}
    assert code(match) == ""
    for seed in ("ab" * 32, None):
        assert code(match, dice={**record["dice"], "seed": seed}) == "record_dice"
    assert code(match, dice=None) in ("record_dice", "record_format")
    other = {"seal": commitments.dice_digest(record["table"], "ab" * 32), "seed": "ab" * 32}
    assert code(match, dice=other) == "record_dice"


def test_a_takeback_does_not_bring_the_same_roll_for_certain(match):
    shown = set()
    for _ in range(12):
        play_on(match)
        shown.add(match.table.turns[2].actions[2])
        assert match.send("takeback", 0) == ""
        assert match.send("takeback", 1) == ""
        assert match.number == 1
    assert len(shown) > 1
    finish(match)
    assert code(match) == ""


def test_a_game_whose_dice_cannot_be_thrown_can_still_be_resigned(match):
    with failing(decisions, "due_move", KeyError("no such face")):
        play_on(match)
        assert match.number == 2, "who moved is answered, though the rules fail after it"
        assert match.send("resign", 1) == ""
    assert match.view()["status"] == "finished"


@pytest.mark.parametrize("restarted", [False, True])
def test_time_in_which_the_dice_could_not_be_thrown_is_nobodys(match, restarted):
    match.open("Toss", control="5+3")

    def is_roll(_table, _sequence, entries, *_, **_more):
        return entries[0].person == DICE

    match.time += 10
    with failing(match.journal, "append", JournalError("the disk is full"), when=is_roll):
        assert match.act(0, next(iter(match.table.moves(0)))) == "not_known"
        match.time += 100
    if restarted:
        match.restart()
    assert match.number == 3
    assert match.clocks() == {"left": [303.0, 300.0, None], "running": [1]}
    assert match.table.clocks.for_first_move(1, match.time) == 75
    match.time += 2
    assert match.table.clocks.for_first_move(1, match.time) == 73
    finish(match)
    assert code(match) == ""


def test_chance_moves_do_not_count_towards_the_limit_for_aborting(match):
    play_on(match)
    assert match.number == 3
    assert "abort" in match.view(1)["may"]
    play_on(match)
    assert match.send("abort", 0) == "begun"
    assert "abort" not in match.view(1)["may"]
    match.open("Toss")
    play_on(match)
    assert match.send("abort", 1) == ""
    assert (match.view()["result"]["reason"], code(match)) == ("aborted", "")


def test_a_draw_is_shared_among_people_and_agreed_among_them(match):
    assert match.send("offer", 0) == ""
    assert match.send("offer", 1) == ""
    assert match.view()["result"]["points"] == (0.5, 0.5, 0.0)
    assert code(match) == ""


def test_a_roll_declines_no_draw_that_was_offered_with_a_move(match):
    assert match.send("offer", 0) == ""
    play_on(match)
    assert match.send("offer", 1) == ""
    assert match.view()["result"]["reason"] == "agreement"
    assert code(match) == ""


def test_in_a_rematch_people_change_seats_and_the_dice_stay(match):
    finish(match)
    first = match.id
    for seat, person in enumerate(("ann", "bob")):
        match.tables.act(first, person, action("rematch", seat, False, message=f"again-{seat}"))
    match.id = match.table.rematch or ""
    assert match.table.chairs == ["bob", "ann", DICE]


def test_the_computer_plays_beside_the_dice(match):
    match.id = match.opener.open("Toss", {}, "ann", None, others=computer_id(1))
    assert sorted(map(str, match.table.chairs)) == ["ann", computer_id(1), DICE]
    assert match.table.chairs[2] == DICE


def test_the_page_of_a_table_shows_no_plate_for_the_dice(start, tmp_path):
    outside = write_variant(tmp_path / "outside", Toss).parent
    app = start(data=tmp_path / "data", variants=(outside,))
    services = app.extensions["cavalier"]
    table = services.opener.open("Toss", {}, "ann", 0)
    services.opener.sit(table, "bob")
    page = app.test_client().get(f"/en/game/{table}").text
    assert 'data-seat="0"' in page
    assert 'data-seat="2"' not in page
    assert "– Dice</title>" not in page
    assert ">Dice</th>" in page.replace("</i> ", "</i>").replace(" Dice", "Dice")
    alone = app.test_client()
    chosen = {"opponent": "alone", "control": "none"}
    page = alone.post("/en/variants/Toss/play", data=chosen, follow_redirects=True).text
    reader = json.loads(page.split('id="reader">', 1)[1].split("</script>", 1)[0])
    assert reader["seats"] == [0, 1]
    assert reader["hand"].keys() == {"0", "1"}, "nobody is told to hand his device to the dice"
    form = app.test_client().get("/en/variants/Toss/play").text
    assert 'name="seat" value="1"' in form
    assert 'name="seat" value="2"' not in form
    assert app.extensions["cavalier"].library.for_two.count("Toss") == 1

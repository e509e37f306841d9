"""Nature at a table: its moves follow from a seed that was fixed before the game and is shown after it."""

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from server.archive import records, scoresheet, verify
from server.archive.scoresheet import RecordError
from server.config import Config
from server.journal.engine import JournalError
from server.journal.entries import Decided
from server.site import create_app
from server.tables import decisions, dice
from server.tables.machines import DICE, machine
from tests.acting import action
from tests.lobbying import House
from tests.random_games import VARIANTS
from tests.toys import Toss, write_variant
from variants.position import Eyes

SEED = "0f" * 32


@pytest.fixture
def house(tmp_path: Path, place: Path | str) -> Iterator[House]:
    made = House(tmp_path, Toss, place=place, seed=lambda: SEED)
    made.game("Toss")
    yield made
    made.journal.close()


def play_on(house: House, turns: int = 1) -> None:
    for _ in range(turns):
        (seat,) = house.table.position.to_act
        assert house.act(seat, next(iter(house.table.moves(seat)))) is True


def finish(house: House) -> dict[str, Any]:
    while house.table.status == "running":
        play_on(house)
    return records.fetch(house.lobby, house.id, lambda _: Eyes.SPECTATOR, str)


def code(record: dict[str, Any], **changes: Any) -> str:
    """The code with which the record is refused, its digest made anew; "" for one that holds."""
    changed = json.loads(json.dumps(record | changes))
    changed["digest"] = records.digest(changed)
    try:
        verify.replay(scoresheet.read(json.dumps(changed)), VARIANTS)
    except RecordError as error:
        return error.code
    return ""


def test_the_dice_are_thrown_before_anybody_asks(house: House) -> None:
    assert house.table.chairs == ["ann", "bob", DICE]
    assert house.table.status == "running"
    assert house.table.number == 1
    assert house.table.position.to_act == (0,)
    play_on(house)
    assert house.table.number == 3
    assert house.table.position.to_act == (1,)


def test_a_roll_follows_from_seed_table_turn_takebacks_and_seat_alone(house: House) -> None:
    moves = [house.table.rules.write(move) for move in Toss.start().moves(2)]
    assert house.table.turns[0].actions == {2: dice.roll(SEED, house.id, 1, 0, 2, moves[::-1])}
    rolls = [
        [dice.roll(*key, list("abcdefgh")) for key in keys]
        for keys in (
            [(SEED, "t", turn, 0, 2) for turn in range(20)],
            [(SEED, "t", turn, 1, 2) for turn in range(20)],
            [(SEED, "t", turn, 0, 1) for turn in range(20)],
            [(SEED, "u", turn, 0, 2) for turn in range(20)],
            [("f0" * 32, "t", turn, 0, 2) for turn in range(20)],
        )
    ]
    assert len(set(map(tuple, rolls))) == len(rolls)


def test_equal_moves_have_equal_odds() -> None:
    rolls = Counter(dice.roll(f"{turn:064x}", "t", 1, 0, 2, list("abcdef")) for turn in range(6000))
    assert set(rolls) == set("abcdef")
    assert all(abs(count - 1000) < 150 for count in rolls.values())


def test_a_digest_is_seen_by_all_from_the_beginning_and_the_seed_by_nobody_before_the_end(house: House) -> None:
    seal = sha256(f"cavalier dice 1\ntable {house.id}\nseed {SEED}\n".encode()).hexdigest()
    for viewer in (0, 1, Eyes.SPECTATOR):
        assert house.view(viewer)["dice"] == {"seal": seal, "seed": None}
        assert SEED not in json.dumps(house.view(viewer))
        record = records.fetch(house.lobby, house.id, lambda _, viewer=viewer: viewer, str)
        assert record["dice"] == {"seal": seal, "seed": None}
        assert SEED not in json.dumps(record)
    finish(house)
    assert house.view()["dice"] == {"seal": seal, "seed": SEED}


def test_nobody_plays_for_the_dice(house: House) -> None:
    assert house.send("act", 2, 1, "a1a2", person="ann") == "not_your_seat"
    assert house.send("resign", 2, person="ann") == "not_your_seat"


def test_the_dice_have_no_clock(house: House) -> None:
    house.game("Toss", control="5+3")
    assert house.view()["clocks"]["left"] == [300, 300, None]


def test_the_record_of_a_game_holds_and_other_rolls_do_not(house: House) -> None:
    record = finish(house)
    assert code(record) == ""
    assert code(record, dice={**record["dice"], "seed": "ab" * 32}) == "record_dice"
    assert code(record, dice=None) in ("record_dice", "record_format")
    other = {"seal": dice.commitment(record["table"], "ab" * 32), "seed": "ab" * 32}
    assert code(record, dice=other) == "record_dice"


def test_a_takeback_does_not_bring_the_same_roll_for_certain(house: House) -> None:
    shown = set()
    for _ in range(12):
        play_on(house)
        shown.add(house.table.turns[2].actions[2])
        assert house.send("takeback", 0) is True
        assert house.send("takeback", 1) is True
        assert house.table.number == 1
    assert len(shown) > 1
    assert code(finish(house)) == ""


def test_after_a_crash_between_move_and_roll_the_dice_are_thrown_when_the_table_is_read(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as crash:
        crash.setattr(decisions, "roll", lambda *_: None)
        play_on(house)
        assert house.table.number == 2
    house.restart()
    assert house.table.number == 3
    assert house.table.position.to_act == (1,)


@pytest.mark.parametrize("restarted", [False, True])
def test_time_in_which_the_dice_could_not_be_thrown_is_nobodys(
    house: House, monkeypatch: pytest.MonkeyPatch, restarted: bool
) -> None:
    house.game("Toss", control="5+3")
    append = house.journal.append

    def keep_moves_alone(table: str, sequence: int, entries: Decided, status: str | None) -> None:
        if entries[0].person == DICE:
            raise JournalError("the disk is full")
        append(table, sequence, entries, status)

    house.time += 10
    with monkeypatch.context() as failing:
        failing.setattr(house.journal, "append", keep_moves_alone)
        assert house.act(0, next(iter(house.table.moves(0)))) == "not_known"
        house.time += 100
    if restarted:
        house.restart()
    assert house.table.number == 3
    assert house.clocks() == {"left": [303.0, 300.0, None], "running": [1]}
    assert house.table.clocks.for_first_move(1, house.time) == 75
    house.time += 2
    assert house.table.clocks.for_first_move(1, house.time) == 73
    assert code(finish(house)) == ""


def test_what_the_dice_do_is_no_turn_after_which_nobody_may_abort(house: House) -> None:
    play_on(house)
    assert house.table.number == 3
    assert "abort" in house.view(1)["may"]
    play_on(house)
    assert house.send("abort", 0) == "begun"
    assert "abort" not in house.view(1)["may"]
    house.game("Toss")
    play_on(house)
    assert house.send("abort", 1) is True
    record = records.fetch(house.lobby, house.id, lambda _: Eyes.SPECTATOR, str)
    assert (record["result"]["reason"], code(record)) == ("aborted", "")


def test_a_draw_is_shared_among_people_and_agreed_among_them(house: House) -> None:
    assert house.send("offer", 0) is True
    assert house.send("offer", 1) is True
    assert house.view()["result"]["points"] == (0.5, 0.5, 0.0)
    record = records.fetch(house.lobby, house.id, lambda _: Eyes.SPECTATOR, str)
    assert code(record) == ""


def test_who_resigns_leaves_the_point_to_people(house: House) -> None:
    assert house.send("resign", 0) is True
    assert house.view()["result"]["points"] == (0.0, 1.0, 0.0)


def test_in_a_rematch_people_change_seats_and_the_dice_stay(house: House) -> None:
    finish(house)
    first = house.id
    for seat, person in enumerate(("ann", "bob")):
        assert house.lobby.send(first, person, action("rematch", seat, False, message=f"again-{seat}"))["ok"]
    house.id = house.table.rematch or ""
    assert house.table.chairs == ["bob", "ann", DICE]


def test_the_computer_plays_beside_the_dice(house: House) -> None:
    house.id = house.lobby.open("Toss", {}, "ann", None, others=machine(1))
    assert sorted(map(str, house.table.chairs)) == ["ann", machine(1), DICE]
    assert house.table.chairs[2] == DICE


def test_the_page_of_a_table_shows_no_plate_for_the_dice(tmp_path: Path) -> None:
    outside = write_variant(tmp_path / "outside", Toss).parent
    app = create_app(Config(data=tmp_path / "data", variants=(outside,)))
    try:
        lobby = app.extensions["cavalier"].lobby
        table = lobby.open("Toss", {}, "ann", 0)
        lobby.sit(table, "bob")
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
        assert app.extensions["cavalier"].for_two.count("Toss") == 1
    finally:
        app.extensions["cavalier"].close()

"""Clocks: whose runs, what a turn earns, how a flag falls; all of it the replay of the journal."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from server.archive import verify
from server.archive.records import fetch, written
from server.config import Config
from server.house import House as ServedHouse
from server.house import steady_clock
from server.journal.engine import JournalError
from server.journal.store import Journal
from server.tables.clock import Clocks
from server.tables.control import CONTROLS, Control, parse
from server.tables.refusal import Refusal
from server.tables.slots import IDLE
from server.tables.stalls import BEAT, LEAST_STALL, Stalls
from server.tables.timekeeper import RETRY
from tests.lobbying import House
from tests.scripted import scripted
from tests.toys import Crown, Twice
from variants.position import Eyes, Seat

BARE_KING = '4k3/8/8/8/8/8/8/R3K3 w 0 {"flags":"88881111111111111111"}'
"""Black has only his king, and no piece is checkered."""


@pytest.fixture
def house(tmp_path: Path, place: Path | str) -> Iterator[House]:
    made = House(tmp_path, Crown, Twice, Weak, place=place)
    yield made
    made.journal.close()


@dataclass(frozen=True, kw_only=True)
class Weak(Crown):
    """A Crown in which only the last seat could still win."""

    def could_win(self, seat: Seat) -> bool:
        return seat == 2


def clocks(house: House) -> dict[str, Any]:
    told = house.table.view(Eyes.SPECTATOR, at=house.time)["clocks"]
    assert isinstance(told, dict)
    return told


def left(house: House) -> list[float]:
    seconds: list[float] = clocks(house)["left"]
    return seconds


def result(house: House) -> Any:
    told = house.view()["result"]
    return told and (told["points"], told["reason"], told["seat"])


def wait(house: House, seconds: float) -> None:
    house.time += seconds
    house.lobby.timekeeper.look()


@pytest.mark.parametrize("text", [*CONTROLS, "1+0", "180+60", "14d"])
def test_a_control_is_read_as_it_is_written(text: str) -> None:
    assert str(parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "5", "0+1", "5+3 ", "05+3", "181+0", "5+61", "0d", "15d", "-1d", "٣d", "1٣+5", "5+1٣", "1٣d", "1e3+0"]
)
def test_what_is_no_control_is_refused_by_name(text: str) -> None:
    with pytest.raises(Refusal, match="not a time control"):
        parse(text)


def test_without_a_control_there_are_no_clocks(house: House) -> None:
    house.game()
    assert house.view()["clocks"] is None


def test_clocks_begin_when_the_last_chair_is_taken(house: House) -> None:
    house.id = house.lobby.open("Checkered", {}, "ann", 0, control=parse("5+3"))
    house.time += 1000
    assert house.clocks() == {"left": [300, 300], "running": []}
    house.lobby.sit(house.id, "bob")
    house.time += 10
    assert house.clocks() == {"left": [300, 300], "running": [0]}
    assert clocks(house)["first_move"] == [65, 75]


def test_a_clock_stands_until_its_seat_has_made_its_first_move(house: House) -> None:
    house.game("Checkered", control="5+3")
    house.time += 70
    house.turn("e2e4")
    house.time += 70
    assert house.clocks() == {"left": [303, 300], "running": [1]}
    house.turn("e7e5")
    assert clocks(house) == {"left": [303, 303], "running": [0], "first_move": [None, None]}
    house.time += 10
    assert house.clocks() == {"left": [293, 303], "running": [0]}


def test_a_seat_to_act_runs_until_it_has_acted_and_earns_its_increment(house: House) -> None:
    house.game("Checkered", control="5+3")
    house.first_moves("e2e4", "e7e5")
    house.time += 10
    house.turn("g1f3")
    assert house.clocks() == {"left": [296, 303], "running": [1]}
    house.time += 20
    house.turn("g8f6")
    assert house.clocks() == {"left": [296, 286], "running": [0]}


def test_where_both_act_each_clock_stops_at_its_own_seal(house: House) -> None:
    house.game(control="5+3")
    house.first_moves("c1c2", "c5c4")
    house.time += 10
    house.act(1, "b5b4")
    house.time += 10
    assert house.clocks() == {"left": [283, 293], "running": [0]}
    house.act(0, "b1b2")
    assert house.clocks() == {"left": [286, 296], "running": [0, 1]}


def test_a_broken_seal_lets_the_clock_go_on(house: House) -> None:
    house.game(control="5+3")
    house.first_moves("c1c2", "c5c4")
    house.act(0, "b1b2")
    house.time += 10
    house.send("unseal", 0, 1)
    house.time += 5
    assert house.clocks() == {"left": [298, 288], "running": [0, 1]}


def test_in_a_run_of_actions_the_increment_comes_after_the_last(house: House) -> None:
    house.game("Twice", control="5+3")
    house.time += 10
    house.turn("a1a2")
    assert left(house)[0] == 300
    house.time += 10
    house.turn("a2a3")
    assert left(house) == [293, 300]


def test_at_the_switch_the_clock_of_the_same_player_goes_on(house: House) -> None:
    fen = '4k3/8/8/8/8/8/s7/4K3 w 0 {"flags":"88881111111111111111","stage":"1"}'
    house.game("Checkered", fen=fen, control="5+3")
    house.time += 10
    house.turn("e1e8")
    house.time += 10
    assert house.clocks() == {"left": [290, 300], "running": [0]}
    house.turn("a2a3")
    assert house.clocks() == {"left": [293, 300], "running": [1]}


def test_days_begin_anew_for_each_turn(house: House) -> None:
    house.game("Checkered", control="3d")
    house.time += 100_000
    house.turn("e2e4")
    assert left(house) == [259_200, 259_200]
    house.time += 5
    assert left(house) == [259_200, 259_195]


def test_a_fallen_flag_loses_without_anybody_asking(house: House) -> None:
    house.game("Checkered", control="5+0")
    house.first_moves()
    wait(house, 299.999)
    assert result(house) is None
    wait(house, 0.001)
    assert result(house) == ((0.0, 1.0), "time", 0)
    assert house.clocks() == {"left": [0, 300], "running": []}


def test_who_moves_after_his_flag_has_fallen_has_lost_before(house: House) -> None:
    house.game("Checkered", control="5+0")
    house.first_moves("e2e4", "e7e5")
    house.time += 300
    assert house.act(0, "d2d4") == "game_over"
    assert result(house) == ((0.0, 1.0), "time", 0)
    assert house.table.number == 2


@pytest.mark.parametrize(
    ("control", "limit"), [("1+0", 30), ("5+3", 75), ("10+0", 150), ("60+30", 300), ("2d", 172_800)]
)
def test_a_game_whose_first_move_does_not_come_in_time_is_aborted_not_lost(
    house: House, control: str, limit: float
) -> None:
    house.game("Checkered", control=control)
    wait(house, limit - 0.001)
    assert result(house) is None
    wait(house, 0.001)
    assert result(house) == ((0.5, 0.5), "no_first_move", 0)
    assert house.lobby.listing.tables_of("ann") == [], "it counts for nobody"


def test_each_seat_has_its_own_limit_for_its_first_move(house: House) -> None:
    house.game("Checkered", control="5+3")
    wait(house, 74)
    house.turn("e2e4")
    assert (left(house), clocks(house)["first_move"]) == ([303, 300], [None, 75])
    wait(house, 10)
    assert clocks(house)["first_move"] == [None, 65]
    wait(house, 65)
    assert result(house) == ((0.5, 0.5), "no_first_move", 1)


def test_a_first_choice_under_its_seal_is_a_first_move(house: House) -> None:
    house.game(control="5+3")
    house.act(0, "c1c2")
    assert clocks(house)["first_move"] == [None, 75]
    house.send("unseal", 0, 0)
    wait(house, 75)
    assert result(house) == ((0.5, 0.5), "no_first_move", 1), "who has chosen uses his own clock"


def test_a_takeback_gives_no_new_limit_for_the_first_move(house: House) -> None:
    house.game("Checkered", control="5+0")
    house.first_moves()
    for seat in (1, 0):
        assert house.send("takeback", seat) is True
    for seat in (0, 1):
        assert house.send("takeback", seat) is True
    assert house.table.number == 0
    wait(house, 300)
    assert result(house) == ((0.0, 1.0), "time", 0)


def test_the_limit_for_the_first_move_gets_the_downtime_back(house: House) -> None:
    house.game("Checkered", control="5+3")
    house.time += 70
    house.journal.alive(house.time)
    house.journal.close()
    house.time += 5000
    house.start()
    house.lobby.wake()
    assert clocks(house)["first_move"] == [5, 75]
    wait(house, 5)
    assert result(house) == ((0.5, 0.5), "no_first_move", 0)


def test_flags_that_have_fallen_at_the_same_reading_draw(house: House) -> None:
    house.game(control="5+0")
    house.first_moves()
    wait(house, 300)
    assert result(house) == ((0.5, 0.5), "time_all", 0)


def test_a_seat_that_has_sealed_does_not_lose_on_time(house: House) -> None:
    house.game(control="5+0")
    house.first_moves("c1c2", "c5c4")
    house.act(0, "a2a3")
    wait(house, 300)
    assert result(house) == ((1.0, 0.0), "time", 1)
    assert house.view(0)["sealed"] is None


def test_a_flag_draws_against_a_side_that_could_not_win(house: House) -> None:
    house.game("Checkered", fen=BARE_KING, control="5+0")
    house.first_moves("e1f1", "e8f8")
    wait(house, 300)
    assert result(house) == ((0.5, 0.5), "time_material", 0)


@pytest.mark.parametrize(
    "rows", ["4k3/8/8/8/8/8/s7/R3K3", "4k2p/8/8/8/8/8/8/R3K3", "n3k3/8/8/8/8/8/8/R3K3"], ids=["s", "p", "n"]
)
def test_a_flag_loses_against_a_side_that_could_still_win(house: House, rows: str) -> None:
    rows = rows.replace("4k2p", "4k3").replace("8/8/8/8/8/8", "8/7p/8/8/8/8") if "p" in rows else rows
    house.game("Checkered", fen=rows + ' w 0 {"flags":"88881111111111111111"}', control="5+0")
    house.first_moves("e1f1", "e8f8")
    wait(house, 300)
    assert result(house) == ((0.0, 1.0), "time", 0)


def test_among_three_the_others_share_what_a_fallen_flag_loses(house: House) -> None:
    house.game("Crown", control="5+0")
    house.first_moves()
    wait(house, 300)
    assert result(house) == ((0.0, 0.5, 0.5), "time", 0)


def test_it_is_enough_that_one_of_the_others_could_win(house: House) -> None:
    house.game("Weak", control="5+0")
    house.first_moves()
    wait(house, 300)
    assert result(house) == ((0.0, 0.5, 0.5), "time", 0)


def test_clocks_are_the_same_after_a_restart(house: House) -> None:
    house.game(control="5+3")
    house.time += 7
    house.turn("c1c2", "c5c4")
    house.time += 7.5
    house.act(0, "a2a3")
    before = clocks(house)
    house.lobby.timekeeper.set(house.id, None)
    house.journal.alive(house.time)
    house.restart()
    assert clocks(house) == before


def test_the_servers_downtime_is_given_back_and_said_so(house: House) -> None:
    house.game("Checkered", control="5+0")
    house.first_moves()
    house.time += 10
    house.journal.alive(house.time)
    house.journal.close()
    house.time += 5000
    house.start()
    house.lobby.wake()
    house.time += 5
    wait(house, 0)
    assert house.clocks() == {"left": [285, 300], "running": [0]}
    _, _, decided = house.journal.table(house.id) or pytest.fail("it is gone")
    assert [(entry.kind, entry.body) for entries in decided for entry in entries if entry.kind == "downtime"] == [
        ("downtime", {"since": 1010.0, "until": 6010.0})
    ]
    house.journal.alive(house.time)
    house.restart()
    assert left(house)[0] == 285, "given back once"


def test_clocks_run_on_though_the_clock_of_the_machine_was_set_back_before_a_restart(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.time = 10_000.0
    house.game(control="5+3")
    house.turn("a2a3", "b5b4")
    house.time += 20
    house.journal.alive(house.time)
    before = left(house)
    house.journal.close()
    passed = iter([1.0, 1.0, 8.0])
    machine = SimpleNamespace(time=lambda: 6_000.0, monotonic=lambda: next(passed, 8.0))
    monkeypatch.setattr("server.house.time", machine)
    clock = steady_clock(Journal(house.place).ticked_at(), machine.monotonic)
    house.time = clock()
    house.start()
    assert left(house) == before
    house.time = clock()
    assert left(house) == [seconds - 7 for seconds in before]
    whole = ServedHouse(Config(data=house.folder, journal=house.address, thinkers=0), scripted())
    assert whole.lobby.clock() >= 10_020
    whole.close()


def test_where_no_clock_runs_the_site_takes_the_time_of_the_machine(house: House) -> None:
    house.time = 10_000.0
    house.game()
    assert house.journal.ticked_at() == 0
    house.game(control="5+3")
    assert house.journal.ticked_at() == 10_000
    house.send("resign", 0)
    assert house.journal.ticked_at() == 0


def test_the_downtime_is_given_back_though_the_next_server_stopped_before_it_had_done_so(house: House) -> None:
    games = []
    for _ in range(2):
        house.game("Checkered", control="5+3")
        games.append(house.id)
    house.lobby.wake()
    house.lobby.timekeeper.tend()
    house.journal.close()
    house.time += 5000
    house.start()
    house.id = games[0]
    assert left(house) == [300, 300]
    house.lobby.timekeeper.tend()
    house.journal.close()
    house.time += 5000
    house.start()
    house.lobby.wake()
    for house.id in games:
        assert left(house) == [300, 300]


def beats(house: House) -> None:
    """From here on the loop of the process beats, by the clock of the house."""
    house.lobby.stalls = Stalls(lambda: house.time, lambda: house.time)
    house.lobby.stalls.beat()


def passes(house: House, seconds: float) -> None:
    """Time in which the loop beats as it should."""
    house.time += seconds
    house.lobby.stalls._beaten_at = house.time


def held_up(house: House, seconds: float) -> None:
    """The next beat comes so much too late."""
    house.time += BEAT + seconds
    house.lobby.stalls.beat()


def downtimes(house: House) -> list[Any]:
    _, _, decided = house.journal.table(house.id) or pytest.fail("it is gone")
    return [entry.body for entries in decided for entry in entries if entry.kind == "downtime"]


def test_a_stall_of_the_process_costs_no_player_time_and_a_replay_shows_the_same(house: House) -> None:
    house.game("Checkered", control="1+0")
    house.first_moves("e2e4", "e7e5")
    beats(house)
    passes(house, 10)
    held_up(house, 34)
    house.turn("d2d4")
    assert left(house) == pytest.approx([50 - BEAT, 60], abs=0.001)
    assert downtimes(house) == [{"since": pytest.approx(1010 + BEAT), "until": pytest.approx(1044 + BEAT)}]
    before = clocks(house)
    house.restart()
    assert clocks(house) == before


def test_no_flag_falls_in_a_stall_whoever_is_looked_after_first(house: House) -> None:
    house.game("Checkered", control="1+0")
    house.first_moves()
    beats(house)
    passes(house, 50)
    wait(house, 34)  # The loop has not beaten again yet.
    assert result(house) is None
    assert left(house) == pytest.approx([10 - BEAT, 60], abs=0.001)
    house.lobby.stalls.beat()
    passes(house, 9)
    wait(house, 0)
    assert result(house) is None
    passes(house, 1)
    wait(house, 0)
    assert result(house) == ((0.0, 1.0), "time", 0)


def test_a_stall_gives_nobody_more_than_it_took(house: House) -> None:
    """Not for time before the clock ran, not twice, not to the player whose clock stood, and nothing for small ones."""
    beats(house)
    held_up(house, 50)
    house.game("Checkered", control="5+0")
    house.first_moves("e2e4", "e7e5")
    held_up(house, 20)
    passes(house, 1)
    house.turn("g1f3")
    held_up(house, 5)
    passes(house, 1)
    house.turn("g8f6")
    held_up(house, LEAST_STALL - 0.01)
    house.turn("d2d4")
    assert left(house) == pytest.approx([300 - 1 - 2 * BEAT - LEAST_STALL + 0.01, 300 - 1 - BEAT], abs=0.002)
    assert len(downtimes(house)) == 2


def test_a_stall_is_written_once_and_not_for_what_is_refused(house: House) -> None:
    house.game("Checkered", control="5+0")
    beats(house)
    held_up(house, 20)
    for _ in range(3):
        assert house.act(0, "e2e5") == "not_offered"
    assert house.send("resign", 1, person="eve") == "not_your_seat"
    assert downtimes(house) == []
    house.turn("e2e4")
    assert len(downtimes(house)) == 1


def test_a_record_with_a_stall_in_it_holds(house: House) -> None:
    house.game("Checkered", control="1+0")
    beats(house)
    for seconds, move in ((34, "e2e4"), (0.2, "e7e5"), (70, "d2d4")):
        held_up(house, seconds)
        house.turn(move)
    house.send("resign", 0)
    record = fetch(house.lobby, house.id, lambda _: Eyes.ALL, lambda _: "")
    assert [line["kind"] for line in record["log"]].count("downtime") == 3
    assert verify.replay(verify.read(written(record), house.lobby.variants), house.lobby.variants).fault is None


def slow_disk(house: House, patch: pytest.MonkeyPatch, seconds: float) -> None:
    """From now on what is kept comes to the disk so late: others had much to read there."""
    append = house.journal.append

    def late(*arguments: Any) -> None:
        house.time += seconds
        append(*arguments)

    patch.setattr(house.journal, "append", late)


def test_no_player_is_charged_for_the_time_before_a_turn_is_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.game("Checkered", control="5+0")
    house.first_moves()
    for _ in range(2):
        before = left(house)
        seat = house.table.position.to_act[0]
        move = next(iter(house.table.moves(seat)))
        with monkeypatch.context() as patch:
            slow_disk(house, patch, 2)
            assert house.act(seat, move) is True
        house.time += 1
        assert house.act(1 - seat, next(iter(house.table.moves(1 - seat)))) is True
        after = left(house)
        assert (after[seat], after[1 - seat]) == pytest.approx((before[seat], before[1 - seat] - 1))
    record = fetch(house.lobby, house.id, lambda _: Eyes.ALL, lambda _: "")
    assert [line["kind"] for line in record["log"]].count("downtime") == 2
    assert verify.replay(verify.read(written(record), house.lobby.variants), house.lobby.variants).fault is None


def test_no_flag_falls_while_nobody_was_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.game("Checkered", control="1+0")
    house.first_moves()
    wait(house, 1)
    seat = house.table.position.to_act[0]
    slow_disk(house, monkeypatch, 50)
    assert house.act(seat, next(iter(house.table.moves(seat)))) is True
    monkeypatch.undo()
    wait(house, 20)
    assert result(house) is None
    wait(house, 41)
    assert house.view()["result"]["reason"] == "time"


def test_a_slow_seal_gives_the_other_no_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.game(control="5+0")
    house.first_moves()
    before = left(house)
    with monkeypatch.context() as patch:
        slow_disk(house, patch, 2)
        house.act(0, next(iter(house.table.moves(0))))
    house.act(1, next(iter(house.table.moves(1))))
    assert left(house) == pytest.approx([before[0], before[1] - 2])


def test_a_flag_falls_though_the_journal_failed_when_it_was_due(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.game("Checkered", control="5+0")
    house.first_moves()
    tries = []

    def full(*rows: object) -> None:
        tries.append(rows)
        raise JournalError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(house.journal, "append", full)
        wait(house, 300)
        wait(house, 1)
    assert len(tries) == 1, "it does not try without a pause"
    assert result(house) is None
    wait(house, RETRY)
    assert result(house) == ((0.0, 1.0), "time", 0)


def test_a_table_out_of_memory_is_brought_back_for_its_flag_and_for_no_absence(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.game("Checkered", control="5+0")
    house.first_moves()
    timed = house.id
    for _ in range(IDLE + 1):
        house.game()
    read, plain = [], house.journal.table
    monkeypatch.setattr(house.journal, "table", lambda table: (read.append(table), plain(table))[1])
    wait(house, 299)
    assert timed not in read, "who is absent from it is missed by nobody"
    wait(house, 1)
    house.id = timed
    assert result(house) == ((0.0, 1.0), "time", 0)


def test_a_flag_that_fell_before_the_crash_is_not_raised_by_it(house: House) -> None:
    house.game("Checkered", control="5+0")
    house.first_moves()
    house.time += 301
    house.journal.alive(house.time)
    house.restart()
    house.lobby.wake()
    wait(house, 0)
    assert result(house) == ((0.0, 1.0), "time", 0)


def test_a_game_over_shows_the_clocks_it_ended_with(house: House) -> None:
    house.game("Checkered", control="5+0")
    house.first_moves("e2e4", "e7e5")
    house.time += 10
    house.turn("d2d4")
    house.time += 10
    house.send("resign", 1)
    house.time += 10
    assert house.clocks() == {"left": [290, 290], "running": []}
    house.restart()
    assert house.clocks() == {"left": [290, 290], "running": []}


def test_a_game_that_is_stopped_shows_the_clocks_of_its_last_turn(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.game("Twice", control="5+3")
    for move in ("a1a2", "a2a3"):
        house.time += 10
        house.turn(move)
    house.time += 10
    house.journal.close()
    monkeypatch.setattr(Twice, "fen", lambda self: "otherwise")
    house.start()
    for restarted in (False, True):
        if restarted:
            house.restart()
        assert house.view()["status"] == "stopped"
        assert house.clocks() == {"left": [293, 300], "running": []}


def test_a_takeback_turns_no_clock_back_but_days_begin_anew(house: House) -> None:
    for control, expected in (("5+0", [280, 295]), ("1d", [86400, 86400])):
        house.game("Checkered", control=control)
        house.first_moves("e2e4", "e7e5")
        house.time += 10
        house.turn("d2d4")
        house.time += 5
        house.turn("d7d5")
        house.time += 10
        for seat in (0, 1):
            assert house.send("takeback", seat) is True
        assert house.table.number == 2
        assert left(house) == expected


def test_time_spent_waiting_for_another_action_costs_nobody(house: House) -> None:
    house.game("Checkered", control="5+0")
    house.first_moves("e2e4", "e7e5")
    readings = iter([house.time + 7, house.time + 7, house.time + 20])
    house.lobby.clock = lambda: next(readings, house.time)
    assert house.act(0, "d2d4") is True
    assert house.table.clocks.left(0, house.time) == 293


def test_a_reading_at_the_deadline_finds_the_flag_down_whatever_floats_say() -> None:
    clocks = Clocks(Control("game", 0.1 + 0.2, 0.0), 1)
    clocks.moved([0], 0.0)
    clocks.run([0], 1_800_000_000.7)
    deadline = clocks.deadline()
    assert deadline is not None
    assert clocks.fallen(deadline) == {0}
    assert clocks.fallen(deadline - 0.01) == frozenset()

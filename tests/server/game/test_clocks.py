"""Clocks: whose runs, what a turn earns, how a flag falls; all of it the replay of the journal."""

from dataclasses import dataclass
from types import SimpleNamespace

import gevent
import pytest

from server.game import CONTROLS, Refusal, parse_control
from server.runtime import Config
from server.runtime.loop import BEAT, LEAST_PAUSE
from server.runtime.sources import steady_clock
from server.store import Journal, JournalError
from server.tables import IDLE_LIMIT, RETRY
from tests.harness.composition import Services
from tests.harness.faults import failing, recorded, replaced
from tests.harness.sources import scripted
from tests.toys import Crown, Twice

BARE_KING = '4k3/8/8/8/8/8/8/R3K3 w 0 {"flags":"88881111111111111111"}'
"""Black has only his king, and no piece is checkered."""


@dataclass(frozen=True, kw_only=True)
class Weak(Crown):
    """A Crown in which only the last seat could still win."""

    def could_win(self, seat):
        return seat == 2


def begin(match, control, *moves):
    """A game of these first moves, or of any."""
    match.open("Checkered", control=control)
    match.first_moves(*moves)


def clocks(match):
    return match.view()["clocks"]


def left(match):
    return match.clocks()["left"]


def result(match):
    shown = match.view()["result"]
    return shown and (shown["points"], shown["reason"], shown["seat"])


@pytest.mark.parametrize("text", [*CONTROLS, "1+0", "180+60", "14d"])
def test_a_control_is_read_as_it_is_written(text):
    assert str(parse_control(text)) == text


@pytest.mark.parametrize(
    "text", ["", "5", "0+1", "5+3 ", "05+3", "181+0", "5+61", "0d", "15d", "-1d", "٣d", "1٣+5", "5+1٣", "1٣d", "1e3+0"]
)
def test_an_invalid_time_control_is_refused_by_name(text):
    with pytest.raises(Refusal, match="not a time control"):
        parse_control(text)


def test_clocks_begin_when_the_last_chair_is_taken(match):
    match.id = match.opener.open("Checkered", {}, "ann", 0, control=parse_control("5+3"))
    match.time += 1000
    assert match.clocks() == {"left": [300, 300], "running": []}
    match.opener.sit(match.id, "bob")
    match.time += 10
    assert match.clocks() == {"left": [300, 300], "running": [0]}
    assert clocks(match)["first_move"] == [65, 75]
    match.turn("e2e4")
    assert clocks(match)["first_move"] == [None, 75]


@pytest.mark.parametrize(
    ("variant", "fen", "points", "reason"),
    [
        ("Checkered", None, (0.0, 1.0), "time"),
        ("Checkered", BARE_KING, (0.5, 0.5), "time_material"),
        ("Weak", None, (0.0, 0.5, 0.5), "time"),
    ],
    ids=["it loses", "it draws against who could not win", "it is enough that one of the others could win"],
)
def test_a_flag_falls_without_anybody_asking(match, variant, fen, points, reason):
    match.variants["Weak"] = Weak
    match.open(variant, fen=fen, control="5+0")
    match.first_moves()
    match.wait(299.999)
    assert result(match) is None
    match.wait(0.001)
    assert result(match) == (points, reason, 0)
    assert match.clocks() == {"left": [0, *[300] * (len(points) - 1)], "running": []}


def test_a_turn_after_which_all_others_pass_earns_its_increment(match):
    rights = '{"stage":"3","flags":"88880000000000000000"}'
    match.open("Checkered", fen=f"7k/8/5K2/6Q1/8/p7/s7/N7 w 40 {rights}", control="5+3", observer=True)
    assert match.act(0, "g5g6") == ""
    assert match.table.position.to_act == (0,), "neither of the others has a move"
    assert match.clocks()["left"][0] == 303


def test_a_move_after_the_flag_fall_is_refused(match):
    begin(match, "5+0", "e2e4", "e7e5")
    match.time += 300
    assert match.act(0, "d2d4") == "game_over"
    assert result(match) == ((0.0, 1.0), "time", 0)
    assert match.number == 2


@pytest.mark.parametrize(
    ("control", "limit"), [("1+0", 30), ("5+3", 75), ("10+0", 150), ("60+30", 300), ("2d", 172_800)]
)
def test_a_game_without_a_timely_first_move_is_aborted_not_lost(match, control, limit):
    match.open("Checkered", control=control)
    match.wait(limit - 0.001)
    assert result(match) is None
    match.wait(0.001)
    assert result(match) == ((0.5, 0.5), "no_first_move", 0)
    assert match.listing.tables_of("ann") == [], "it counts for nobody"


def test_downtime_is_credited_to_the_clocks_and_recorded(match):
    begin(match, "5+0")
    match.time += 10
    match.journal.alive(match.time)
    match.journal.close()
    match.time += 5000
    match.start()
    match.tables.resume_clocked_games()
    match.time += 5
    match.wait(0)
    assert match.clocks() == {"left": [285, 300], "running": [0]}
    assert downtimes(match) == [{"since": 1010.0, "until": 6010.0}]
    match.journal.alive(match.time)
    match.restart()
    assert left(match)[0] == 285, "given back once"


def test_clocks_run_on_though_the_clock_of_the_machine_was_set_back_before_a_restart(match, monkeypatch):
    match.time = 10_000.0
    match.open("Apocalypse", "a2a3 b5b4", control="5+3")
    match.time += 20
    match.journal.alive(match.time)
    before = left(match)
    match.journal.close()
    passed = iter([1.0, 1.0, 8.0])
    machine = SimpleNamespace(time=lambda: 6_000.0, monotonic=lambda: next(passed, 8.0))
    monkeypatch.setattr("server.runtime.sources.time", machine)
    clock = steady_clock(Journal(match.folder / "journal.sqlite").ticked_at(), machine.monotonic)
    match.time = clock()
    match.start()
    assert left(match) == before
    match.time = clock()
    assert left(match) == [seconds - 7 for seconds in before]
    whole = Services(Config(data=match.folder, engines=0), scripted())
    assert whole.clock() >= 10_020
    whole.close()


def test_where_no_clock_runs_the_site_takes_the_time_of_the_machine(match):
    match.time = 10_000.0
    match.open()
    assert match.journal.ticked_at() == 0
    match.open(control="5+3")
    assert match.journal.ticked_at() == 10_000
    match.send("resign", 0)
    assert match.journal.ticked_at() == 0


def test_the_downtime_is_given_back_though_the_next_server_stopped_before_it_had_done_so(match):
    games = []
    for _ in range(2):
        match.open("Checkered", control="5+3")
        games.append(match.id)
    match.tables.resume_clocked_games()
    match.timers.tend(match.tables.expire, match.heartbeat.beat)
    match.journal.close()
    match.time += 5000
    match.start()
    match.id = games[0]
    assert left(match) == [300, 300]
    match.timers.tend(match.tables.expire, match.heartbeat.beat)
    match.journal.close()
    match.time += 5000
    match.start()
    match.tables.resume_clocked_games()
    for match.id in games:
        assert left(match) == [300, 300]


def beats(match):
    """From here on the loop of the process beats, by the clock of the test."""
    match.credit.pauses.beat()


def passes(match, seconds):
    """Time in which the loop beats as it should."""
    match.time += seconds
    match.credit.pauses._beaten_at = match.time


def held_up(match, seconds):
    """The next beat comes so much too late."""
    match.time += BEAT + seconds
    match.credit.pauses.beat()


def downtimes(match):
    _, _, decided = match.journal.table(match.id)
    return [entry.body for entries in decided for entry in entries if entry.kind == "downtime"]


def test_a_stall_of_the_process_costs_no_player_time_and_a_replay_shows_the_same(match):
    begin(match, "1+0", "e2e4", "e7e5")
    beats(match)
    passes(match, 10)
    held_up(match, 34)
    for _ in range(3):
        assert match.act(0, "e2e5") == "not_offered"
    assert match.send("resign", 1, person="eve") == "not_your_seat"
    assert downtimes(match) == [], "nothing is written for what is refused"
    match.turn("d2d4")
    assert left(match) == pytest.approx([50 - BEAT, 60], abs=0.001)
    assert downtimes(match) == [{"since": pytest.approx(1010 + BEAT), "until": pytest.approx(1044 + BEAT)}]
    before = clocks(match)
    match.restart()
    assert clocks(match) == before
    match.send("resign", 0)
    assert match.verified().fault is None


def test_no_flag_falls_in_a_stall_whoever_is_looked_after_first(match):
    begin(match, "1+0")
    beats(match)
    passes(match, 50)
    match.wait(34)  # The loop has not beaten again yet.
    assert result(match) is None
    assert left(match) == pytest.approx([10 - BEAT, 60], abs=0.001)
    match.credit.pauses.beat()
    passes(match, 9)
    match.wait(0)
    assert result(match) is None
    passes(match, 1)
    match.wait(0)
    assert result(match) == ((0.0, 1.0), "time", 0)


def test_time_credit_for_a_stall_never_exceeds_its_length(match):
    """Not for time before the clock ran, not twice, not to the player whose clock stood, and nothing for small ones."""
    beats(match)
    held_up(match, 50)
    begin(match, "5+0", "e2e4", "e7e5")
    held_up(match, 20)
    passes(match, 1)
    match.turn("g1f3")
    held_up(match, 5)
    passes(match, 1)
    match.turn("g8f6")
    held_up(match, LEAST_PAUSE - 0.01)
    match.turn("d2d4")
    assert left(match) == pytest.approx([300 - 1 - 2 * BEAT - LEAST_PAUSE + 0.01, 300 - 1 - BEAT], abs=0.002)
    assert len(downtimes(match)) == 2


def test_a_stall_within_an_outage_of_the_journal_is_credited_once(match):
    begin(match, "1+0", "e2e4", "e7e5")
    match.time += 20
    beats(match)
    match.credit.outages.beat()
    held_up(match, 8)
    match.credit.outages.beat()
    match.turn("d2d4")
    assert left(match) == pytest.approx([40 - BEAT, 60], abs=0.001)


def slow_disk(match, seconds):
    """For the duration of a block rows come to the disk so late."""

    def append_late(append, *arguments):
        match.time += seconds
        append(*arguments)

    return replaced(match.journal, "append", append_late)


def test_no_player_is_charged_for_the_time_before_a_turn_is_broadcast(match):
    begin(match, "5+0")
    for _ in range(2):
        before = left(match)
        seat = match.table.position.to_act[0]
        move = next(iter(match.table.moves(seat)))
        with slow_disk(match, 2):
            assert match.act(seat, move) == ""
        match.time += 1
        assert match.act(1 - seat, next(iter(match.table.moves(1 - seat)))) == ""
        after = left(match)
        assert (after[seat], after[1 - seat]) == pytest.approx((before[seat], before[1 - seat] - 1))
    assert len(downtimes(match)) == 2


def test_no_flag_falls_before_the_turn_is_broadcast(match):
    begin(match, "1+0")
    match.wait(1)
    seat = match.table.position.to_act[0]
    with slow_disk(match, 50):
        assert match.act(seat, next(iter(match.table.moves(seat)))) == ""
    match.wait(20)
    assert result(match) is None
    match.wait(41)
    assert match.view()["result"]["reason"] == "time"


def test_a_slow_seal_gives_the_other_no_time(match):
    match.open(control="5+0")
    match.first_moves()
    before = left(match)
    with slow_disk(match, 2):
        match.act(0, next(iter(match.table.moves(0))))
    match.act(1, next(iter(match.table.moves(1))))
    assert left(match) == pytest.approx([before[0], before[1] - 2])


def test_a_flag_falls_though_the_journal_failed_when_it_was_due(match):
    begin(match, "5+0")
    with failing(match.journal, "append", JournalError("the disk is full")) as tries:
        match.wait(300)
        match.wait(1)
    assert len(tries) == 1, "it does not try without a pause"
    assert result(match) is None
    match.wait(RETRY)
    assert result(match) == ((0.0, 1.0), "time", 0)


def test_a_table_out_of_memory_is_brought_back_for_its_flag_and_for_no_absence(match):
    begin(match, "5+0")
    timed = match.id
    for _ in range(IDLE_LIMIT + 1):
        match.open()
    with recorded(match.journal, "table") as read:
        match.wait(299)
        assert (timed,) not in read, "who is absent from it is missed by nobody"
        match.wait(1)
    match.id = timed
    assert result(match) == ((0.0, 1.0), "time", 0)


def test_a_flag_that_fell_before_the_crash_is_not_raised_by_it(match):
    begin(match, "5+0")
    match.time += 301
    match.journal.alive(match.time)
    match.restart()
    match.tables.resume_clocked_games()
    match.wait(0)
    assert result(match) == ((0.0, 1.0), "time", 0)


def test_a_game_over_shows_the_clocks_it_ended_with(match):
    begin(match, "5+0", "e2e4", "e7e5")
    match.time += 10
    match.turn("d2d4")
    match.time += 10
    match.send("resign", 1)
    match.time += 10
    assert match.clocks() == {"left": [290, 290], "running": []}
    match.restart()
    assert match.clocks() == {"left": [290, 290], "running": []}


def test_a_game_that_is_stopped_shows_the_clocks_of_its_last_turn(match):
    match.open("Twice", control="5+3")
    for move in ("a1a2", "a2a3"):
        match.time += 10
        match.turn(move)
    match.time += 10
    match.journal.close()
    with replaced(Twice, "fen", lambda *_: "otherwise"):
        match.start()
        for restarted in (False, True):
            if restarted:
                match.restart()
            assert match.view()["status"] == "stopped"
            assert match.clocks() == {"left": [293, 300], "running": []}


def test_time_spent_waiting_for_another_action_costs_nobody(match):
    begin(match, "5+0", "e2e4", "e7e5")
    match.time += 7
    with match.cache.pinned(match.id) as slot, slot.lock:
        waiting = gevent.spawn(match.act, 0, "d2d4")
        gevent.sleep(0)
        match.time += 13
    assert waiting.get() == ""
    assert match.table.clocks.left(0, match.time) == 293

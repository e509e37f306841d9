"""Several processes act at one table: the journal decides who was first, and all of them tell the same."""

from collections import Counter
from itertools import chain
from random import Random

import pytest

from server.engine import ComputerPlayer
from server.game import Refusal, computer_id
from server.runtime.limits import Asker
from server.runtime.sources import Sources
from server.store import JournalError
from server.tables import ASK_INTERVAL, MOST_OPEN_AT_ADDRESS, TableChanged
from tests.harness.engines import MoveEngines
from tests.harness.faults import failing
from tests.harness.processes import processes
from tests.harness.random_games import DEEDS
from variants.position import Eyes


def entries(site, table):
    """All that was decided at a table, as the journal keeps it."""
    return list(chain.from_iterable(site.sites[0].journal.table(table)[2]))


def views(site, table, number):
    held = site.held(number, table)
    return [site.sites[number].tables.view(held, viewer) for viewer in (*range(len(held.chairs)), Eyes.SPECTATOR)]


@pytest.mark.parametrize("lost", [0.0, 1.0])
def test_a_change_shows_at_another_process_after_its_bus_message_or_the_next_poll(postgres_server, lost):
    with processes(postgres_server.database(), lost=lost) as two:
        table = two.game("Apocalypse")
        assert two.send(0, table, "act", 0, 0, "a2a3")["ok"]
        two.sites[0].names.rename("p0", "Ann")
        assert two.held(1, table).sequence < two.held(0, table).sequence
        if lost:
            two.settle()
        else:
            two.deliver()
        assert views(two, table, 0) == views(two, table, 1)
        assert two.sites[1].names.chosen == {"p0": "Ann"}


def test_a_decision_made_while_another_process_loads_the_table_is_announced_to_it(two):
    table = two.sites[0].opener.open("Chess", {}, "p0", 0)
    two.sites[0].opener.sit(table, "p1", 1)
    two.settle()
    two.sites[1].cache.pin(table)
    two.table(1, table)
    assert two.send(0, table, "act", 0, 0, "e2e4")["ok"]
    assert two.held(1, table).number == 0
    two.deliver()
    two.deliver()
    assert two.held(1, table).number == 1


def test_decisions_stored_during_a_database_outage_are_shown_after_it(two):
    table = two.game("Apocalypse")
    journal, answers_seen = two.sites[0].journal, []
    two.sites[0].events.subscribe(TableChanged, lambda event: answers_seen.append((event.state.sequence, *event[1:3])))
    lost, silent = JournalError("the answer is lost"), JournalError("it does not answer")
    with failing(journal, "append", lost, done=True), failing(journal, "table", silent):
        answer = two.send(0, table, "act", 0, 0, "a2a3", message="m")
        assert answer["refusal"].code == "not_known"
    length = two.table(1, table).sequence
    assert answers_seen == []
    two.settle()
    assert answers_seen == [(length, 0, False)]
    assert two.send(0, table, "act", 0, 0, "a2a3", message="m")["ok"]
    assert views(two, table, 0) == views(two, table, 1)


@pytest.mark.parametrize(
    ("variant", "requested", "done", "actions"),
    [
        ("Chess", [(0, 0, "e2e4"), (1, 0, "d2d4")], [True, False], {0: "e2e4"}),
        ("Apocalypse", [(0, 0, "a2a3"), (1, 1, "a4a3")], [True, True], {0: "a2a3", 1: "a4a3"}),
    ],
    ids=["the second move of a seat is refused", "the seals of two seats reveal one turn"],
)
def test_an_action_sent_to_two_processes_at_once_is_done_once(two, variant, requested, done, actions):
    table = two.game(variant)
    answers = two.together(*((process, table, "act", seat, 0, move) for process, seat, move in requested))
    assert [answer["ok"] for answer in answers] == done
    two.settle()
    assert [two.held(number, table).turns[0].actions for number in (0, 1)] == [actions] * 2


def test_the_same_message_to_two_processes_is_carried_out_once(two):
    table = two.game("Apocalypse")
    requested = (table, "act", 0, 0, "a2a3")
    answers = [two.send(number, *requested, message="same") for number in (0, 1)]
    assert answers == [{"ok": True, "number": 0}] * 2
    assert [entry.message for entry in entries(two, table)].count("same") == 1


def test_a_refusal_from_a_stale_state_is_decided_again_after_catching_up(two):
    table = two.game("Chess")
    two.send(0, table, "act", 0, 0, "e2e4")
    assert two.held(1, table).number == 0
    assert two.send(1, table, "act", 1, 1, "e7e5") == {"ok": True, "number": 2}


@pytest.fixture
def timed(two):
    """A game in which White has a minute from now on."""
    table = two.game("Chess", "1+0")
    for number, move in enumerate(("e2e4", "e7e5")):
        two.send(0, table, "act", number, number, move)
    two.settle()
    return table


def test_a_flag_falls_once_though_every_process_looks(two, timed):
    for seconds, ends in ((60.4, 0), (0.2, 1)):
        two.time += seconds
        for site in two.sites:
            site.fire_timers()
        assert [entry.kind for entry in entries(two, timed)].count("end") == ends
    assert two.table(1, timed).ending is not None


def test_no_flag_falls_for_time_in_which_the_journal_did_not_answer(two, timed):
    for _ in range(50):
        two.time += 1
        for site in two.sites:
            site.credit.outages.beat()
    two.time += 21
    for site in two.sites:
        site.fire_timers()
    assert two.table(0, timed).status == "running"
    assert two.send(1, timed, "act", 0, 2, "g1f3")["ok"]
    two.settle()
    for number in (0, 1):
        assert two.held(number, timed).clocks.left(0, two.time) == pytest.approx(60 - 50 - ASK_INTERVAL)


def test_a_move_that_came_in_time_stands_though_another_process_saw_the_flag_fall(two, timed):
    two.time += 59.9
    assert two.send(1, timed, "act", 0, 2, "g1f3")["ok"]
    two.time += 0.7
    two.sites[0].fire_timers()
    assert two.table(0, timed).status == "running"


def test_time_to_think_is_given_back_by_no_process_that_reads_a_turn_late(two, timed):
    assert two.send(0, timed, "act", 0, 2, "g1f3")["ok"]
    before = two.held(0, timed).clocks.left(1, two.time)
    two.time += 40
    assert two.send(1, timed, "act", 1, 3, "b8c6")["ok"], "it has not read the move yet"
    assert two.held(1, timed).clocks.left(1, two.time) == pytest.approx(before - 40, abs=0.1)


def away(site, table, number):
    view = site.sites[number].tables.view(site.held(number, table), Eyes.SPECTATOR)
    return [chair["away"] for chair in view["chairs"]]


def test_a_player_present_at_one_process_is_absent_at_none(two):
    table = two.game("Apocalypse")
    two.sites[0].attendance.arrive(two.held(0, table), 0)
    for _ in range(20):
        two.time += 1
        two.settle()
    assert [away(two, table, number) for number in (0, 1)] == [[False, True]] * 2
    two.sites[0].attendance.depart(table, 0)
    for _ in range(6):
        two.time += 1
        two.settle()
    assert [away(two, table, number) for number in (0, 1)] == [[True, True]] * 2


def test_without_the_bus_no_player_is_absent_and_counting_restarts_with_it(two):
    table = two.game("Apocalypse")
    bus = two.network.buses[1]
    bus.reachable = False
    two.time += 600
    two.settle()
    two.time += 4
    assert away(two, table, 1) == [False, False]
    bus.reachable = True
    two.settle()
    two.time += 1
    assert away(two, table, 1) == [True, True]


def test_without_the_bus_who_has_moved_on_to_another_process_is_not_absent(two):
    table = two.game("Apocalypse")
    two.sites[1].attendance.arrive(two.held(1, table), 0)
    two.sites[1].attendance.depart(table, 0)
    two.network.buses[1].reachable = False
    for _ in range(30):
        two.time += 1
        two.settle()
    assert away(two, table, 1) == [False, False]


def test_the_computer_thinks_in_the_process_of_the_last_change_or_in_another_after_its_end(two):
    engines, delayed = [], []
    for site in two.sites:
        engines.append(MoveEngines(lambda task: two.table(0, table).moves(task["seat"])))
        sources = Sources(random=Random(1), later=lambda _, work: delayed.append(work))
        ComputerPlayer(site.tables, site.events, site.clock, engines[-1], sources, lambda *_: None, Asker, alone=False)
    table = two.sites[0].opener.open("Chess", {}, "p0", 0, others=computer_id(1))
    for site in two.sites:
        site.cache.pin(table)
    assert two.table(1, table).number == 0
    for turns, closed, searches in ((2, False, [1, 0]), (4, True, [2, 1])):
        engines[0].closed = closed  # It stops before it has moved.
        first = next(iter(two.table(0, table).moves(0)))
        assert two.send(0, table, "act", 0, turns - 2, first)["ok"]
        two.settle()
        assert two.table(0, table).number == (turns - 1 if closed else turns)
        for work in delayed:
            work()
        delayed.clear()
        two.settle()
        assert two.table(0, table).number == turns
        assert [len(each.tasks) for each in engines] == searches


def test_the_tables_that_an_address_opened_at_one_process_count_at_the_other(two):
    def open_one(process, person):
        return two.sites[process].opener.open("Apocalypse", {}, person, 0)

    opened = [open_one(0, f"home {number}") for number in range(MOST_OPEN_AT_ADDRESS)]
    two.deliver()
    with pytest.raises(Refusal, match="network"):
        open_one(1, "home -1")
    assert open_one(1, "school 1"), "nobody else is kept from it"
    two.sites[1].opener.sit(opened[0], "guest")
    assert open_one(1, "home -1")
    two.deliver()
    with pytest.raises(Refusal, match="network"):
        open_one(0, "home -2")


def test_the_tables_of_an_address_share_the_lists_of_every_process(two):
    opened = [two.sites[0].opener.open("Apocalypse", {}, f"{name} {n}", 0) for name in ("ann", "bob") for n in range(5)]
    two.deliver()
    for site in two.sites:
        assert [row.table for row in site.listing.summaries("open", 2)] == [opened[9], opened[4]]


def test_requests_for_unknown_tables_leave_nothing_in_memory(two):
    for number in range(99):
        with pytest.raises(Refusal), two.sites[0].tables.reading(f"none{number}"):
            pass
    assert len(two.sites[0].cache) == 0


def test_bus_messages_name_the_table_and_length_and_never_a_sealed_move(two):
    table = two.game("Apocalypse")
    two.send(0, table, "act", 0, 0, "a2a3")
    two.sites[0].names.rename("p0", "Ann")
    nonce = two.held(0, table).seals[0].nonce
    said = "\n".join(two.network.published)
    assert f"decided {table}" in said
    assert "a2a3" not in said
    assert nonce not in said


def test_bus_messages_do_not_reveal_premoves_and_reach_processes_without_them(two):
    tables, said = [two.game("Chess"), two.game("Chess")], []
    assert two.send(0, tables[1], "plan", 1, 0, "e7e5", [])["ok"]
    for table in tables:
        assert two.send(0, table, "offer", 0)["ok"]
        said.append([line.replace(table, "") for line in two.network.published if table in line])
    assert said[0] == said[1]
    two.deliver()
    assert [two.held(1, table).offers for table in tables] == [{0}, {0}]
    assert two.held(1, tables[1]).sequence == two.held(0, tables[1]).sequence


@pytest.mark.parametrize("variant", ["Apocalypse", "Checkered", "Dice"])
def test_random_deeds_in_three_processes_lose_and_double_nothing(postgres_server, variant):
    random = Random(f"many {variant}")
    with processes(postgres_server.database(), 3, lost=0.3, doubled=0.2) as site:
        table = site.game(variant, "1d")
        accepted = []
        refused = []
        for _ in range(60):
            site.time += random.random()
            requested = []
            for number in random.sample(range(3), 2):
                # What a player asks for follows from what this process shows, which may be old.
                held = site.held(number, table)
                seat, deed = random.randrange(2), random.choice(DEEDS)
                arguments = (held.number,) if deed == "unseal" else ()
                if deed == "act":
                    moves = sorted(held.moves(seat))
                    if not moves:
                        continue
                    arguments = (held.number, random.choice(moves))
                requested.append((number, table, deed, seat, *arguments))
            messages = [next(site.messages) for _ in requested]
            for message, answer in zip(messages, site.together(*requested, messages=messages), strict=True):
                (accepted if answer["ok"] else refused).append(message)
            if random.random() < 0.5:
                site.deliver()
        site.settle()
        counted = Counter(entry.message for entry in entries(site, table) if entry.message)
        assert accepted
        assert refused
        assert all(counted[message] == 1 for message in accepted)
        assert not any(counted[message] for message in refused)
        # A process that has just started reads the journal alone.
        site.sites.append(site.start())
        site.sites[3].cache.pin(table)
        site.table(3, table)
        # It has seen nobody, and the others saw nobody for as long.
        site.time += 60
        assert views(site, table, 0) == views(site, table, 1) == views(site, table, 2) == views(site, table, 3)

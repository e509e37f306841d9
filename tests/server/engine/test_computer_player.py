"""The computer at a table: it seals first, knows what its seat knows, and never keeps a game waiting."""

from random import Random

import gevent
import pytest
from gevent.event import Event
from sqlalchemy import select

from server.engine import computer_player as computer
from server.engine import evaluation
from server.game import Refusal, computer_id, parse_control
from server.runtime.limits import Asker
from server.runtime.sources import Sources
from server.store import JournalError
from server.store.schema import chat
from server.tables import service
from tests.harness.actions import action
from tests.harness.client import PATIENCE
from tests.harness.composition import app_at
from tests.harness.engines import MoveEngines, wait_long
from tests.harness.faults import changed, failing
from tests.harness.match import Match
from tests.toys import Veil, write_variant

MEDIUM = computer_id(2)
OPENING = "a2a3"
PLACES = {"ann": Asker("192.0.2.1", "ann")}


class Game(Match):
    """A game of ann against the computer; `settle` lets it do what it owes, `run_later` what it put off."""

    def start(self):
        super().start()
        self.engines = MoveEngines(lambda task: self.table.moves(task["seat"]))
        self.phrases, self.refusal = [], None
        """The phrases that it wrote, and why it may write none."""
        self.delayed = []
        self.player = computer.ComputerPlayer(
            self.tables,
            self.events,
            lambda: self.time,
            self.engines,
            Sources(random=Random(7), later=lambda _, work: self.delayed.append(work)),
            self.say,
            PLACES.__getitem__,
        )

    def say(self, state, *phrase):
        if self.refusal:
            raise self.refusal
        self.phrases.append((state.id, *phrase))

    def begin(self, variant="Apocalypse", seat=0, fen=None, control="none"):
        self.id = self.opener.open(variant, {}, "ann", seat, fen, control=parse_control(control), others=MEDIUM)
        while self.cache.state(self.id) is None:
            gevent.idle()

    def begin_thinking(self, *arguments, **settings):
        """Begin a game; the event by which the computer ends its first thought."""
        thought = Event()
        self.engines.answers = [thought]
        self.begin(*arguments, **settings)
        return thought

    def settle(self):
        while self.player.at_work:
            gevent.joinall(list(self.player.at_work.values()))

    def interrupt(self):
        """The computer forgets what it is at."""
        gevent.idle()
        gevent.killall(list(self.player.at_work.values()))

    def run_later(self):
        due, self.delayed = self.delayed, []
        for work in due:
            work()
        self.settle()

    def entries(self):
        """What was decided at the table, by kind and seat."""
        _, _, decided = self.journal.table(self.id)
        return [(entry.kind, entry.seat) for entries in decided for entry in entries if entry.kind != "sit"]


@pytest.fixture
def game(tmp_path):
    made = Game(tmp_path)
    yield made
    made.journal.close()


# Moves


def test_the_computer_seals_its_move_as_soon_as_the_turn_begins(game):
    game.engines.answers = ["a4a3"]
    game.begin()
    game.settle()
    chairs = game.view()["chairs"]
    assert [chair["state"] for chair in chairs] == ["choosing", "sealed"]
    assert [chair["computer"] for chair in chairs] == [None, 2]
    assert game.table.seals[1].move == "a4a3"
    assert not game.phrases


def test_the_wait_for_the_computers_seal_is_bounded_and_the_message_may_be_sent_again(game):
    thought = game.begin_thinking()
    with changed(service, EARLY_ACTION_TIMEOUT=0.01):
        assert game.send("act", 0, 0, OPENING, message="same") == "computer_first"
    assert game.entries() == []
    thought.set()
    game.settle()
    assert game.send("act", 0, 0, OPENING, message="same") == ""


def test_a_longer_evaluation_in_the_only_process_leaves_the_computer_time_to_search(game):
    assert evaluation.LONGER_SECONDS < computer.MOVE_QUEUE_TIMEOUT < computer.MOVE_TIME_MARGIN
    game.begin("Checkered", control="1+0")
    thought = Event()
    assert game.act(0, "e2e4") == ""
    game.settle()
    game.engines.answers = [thought]
    assert game.act(0, "a2a3") == ""
    gevent.idle()
    game.time += 50
    thought.set()
    game.settle()
    assert game.act(0, "d2d4") == ""
    game.settle()
    assert game.engines.patience == [*[computer.MOVE_QUEUE_TIMEOUT] * 2, 5.0], "half of what is left on its clock"


@pytest.mark.parametrize("trouble", [RuntimeError("the queue is full"), "e9e9", "a4a1", {"move": "a4a3"}, Event()])
def test_if_the_engine_fails_the_computer_plays_a_safe_move_and_reports_it(game, trouble):
    game.engines.answers = [trouble]
    game.begin()
    with changed(computer, MOVE_TIME_MARGIN=-0.99):  # A hundredth of a second in all.
        game.settle()
    seal = game.table.seals[1].move
    assert "risky" not in game.table.moves(1)[seal].row
    assert game.phrases == [(game.id, MEDIUM, 1, computer.HURRIED)]


def test_it_plays_on_where_it_may_write_no_more(game, caplog):
    game.engines.answers = [RuntimeError("the queue is full")]
    game.begin()
    game.refusal = Refusal("too_fast", "Too much at once.")
    game.settle()
    assert list(game.table.seals) == [1]
    assert [record.message for record in caplog.records] == ["no engine answered; the computer plays a move at random"]


def test_it_plays_nothing_in_haste_when_the_site_stops(game):
    thought = game.begin_thinking()
    game.engines.closed = True
    thought.set()
    game.settle()
    assert not game.table.seals
    assert not game.phrases


def test_it_comes_back_to_a_table_after_a_restart(game):
    game.begin_thinking()
    game.interrupt()
    game.restart()
    assert game.table.seals == {}
    game.settle()
    assert list(game.table.seals) == [1]


NO_SPACE = JournalError("no space left")


def test_it_comes_back_to_a_table_that_cannot_be_read_either_until_it_can(game):
    thought = game.begin_thinking()
    with failing(game.journal, "append", NO_SPACE), failing(game.journal, "table", NO_SPACE) as reads:
        thought.set()
        game.settle()
        game.run_later()
    assert len(reads) == 2
    game.run_later()
    assert game.entries() == [("seal", 1)]


def test_it_plays_several_seats_of_one_table_on_behalf_of_whoever_plays_it(game):
    game.begin("Crown")
    for _turn in range(5):
        game.settle()
        if moves := game.table.moves(0):
            assert game.act(0, next(iter(moves))) == ""
    assert {task["seat"] for task in game.engines.tasks} == {1, 2}
    assert set(game.engines.askers) == {PLACES["ann"]}


def test_a_hidden_board_leaves_the_table_as_a_guess_alone(tmp_path):
    tasks = []
    for number, fen in enumerate(("2n/3/N2 w 0", "3/2n/N2 w 0", "1n1/3/N2 w 0")):
        game = Game(tmp_path / str(number))
        game.begin("Veil", seat=1, fen=fen)
        game.settle()
        tasks.append(dict(game.engines.tasks[0]))
        game.journal.close()
    assert tasks[0] == tasks[1] == tasks[2]
    assert tasks[0]["past"] == []


# Clocks


def test_with_a_clock_the_computer_uses_a_small_part_of_its_time(game):
    game.begin("Checkered", seat=1, control="1+0")
    game.settle()
    assert game.engines.tasks[0]["seconds"] == 1.0
    game.engines.answers = [Event()]
    assert game.send("act", 1, 1, "e7e5", person="ann") == ""
    game.interrupt()
    game.time += 50
    with game.tables.reading(game.id) as table:
        game.player.attend(table)
    game.settle()
    assert game.engines.tasks[-1]["seconds"] == pytest.approx(10 / computer.CLOCK_DIVISOR)


def test_waiting_for_the_computers_seal_costs_the_person_no_time(game):
    thought = game.begin_thinking(control="1+0")
    quick = gevent.spawn(game.act, 0, OPENING)
    gevent.idle()
    assert game.engines.tasks
    assert not quick.ready()
    assert game.entries() == []
    game.time += 20
    game.site.fire_timers()
    clocks = game.table.clocks
    assert clocks.running == {1}
    assert [clocks.for_first_move(seat, game.time) for seat in (0, 1)] == [30, 10]
    thought.set()
    assert quick.get() == ""
    assert game.entries()[:2] == [("seal", 1), ("turn", 0)]
    game.settle()
    game.time += 25
    assert game.clocks() == {"left": [35.0, 60.0], "running": [0]}


# Requests


def test_the_computer_agrees_to_a_takeback_at_once_and_chooses_again(game):
    game.begin()
    game.settle()
    assert game.act(0, OPENING) == ""
    game.settle()
    assert game.send("takeback", 0) == ""
    assert game.table.number == 0
    game.settle()
    assert list(game.table.seals) == [1]


@pytest.mark.parametrize(("variant", "code"), [("Veil", "hidden_board"), ("Toss", "dice_thrown")])
def test_no_takeback_against_the_computer_on_hidden_boards_or_after_a_roll(match, variant, code):
    for others, expected in ((MEDIUM, code), ("bob", "")):
        match.id = match.opener.open(variant, {}, "ann", 0, others=others)
        match.first_moves()
        may = match.view(0)["may"]
        assert ("takeback" in may) is (expected == "")
        assert match.send("takeback", 0) == expected


@pytest.mark.parametrize(
    ("earliest", "value", "status"), [(2, -0.1, "finished"), (2, 0.2, "running"), (3, -0.1, "running")]
)
def test_it_agrees_to_a_draw_after_the_opening_where_it_does_not_expect_to_win(game, earliest, value, status):
    game.engines.value = value
    game.begin("Checkered")
    assert game.act(0, "e2e4") == ""
    game.settle()
    assert game.send("offer", 0) == ""
    with changed(computer, EARLIEST_DRAW=earliest):
        game.settle()
    assert game.table.status == status
    assert not game.table.offers or status == "finished"


def test_it_agrees_to_no_draw_where_the_other_one_can_only_repeat_and_lose(game):
    game.engines.value = -0.1
    game.begin("Shogi", fen="4k4/9/9/9/9/9/9/9/4K1R2 w 0")
    for number, move in enumerate(["g1g9", "g9g8", "g8g9", "g9g8", "g8g9", "g9g8"]):
        game.engines.answers = ["e8e9" if number % 2 else "e9e8"]
        assert game.act(0, move) == ""
        game.settle()
    assert game.send("offer", 0) == ""
    game.settle()
    assert (game.table.number, game.table.status, game.table.offers) == (12, "running", set())


@pytest.mark.parametrize(("value", "status"), [(-0.5, "finished"), (0.5, "running")])
def test_it_claims_the_draw_of_a_repeated_position_where_it_stands_worse(game, value, status):
    game.begin("Checkered", fen="4k3/8/8/8/8/8/PPPP4/R3K3 w 0")
    game.engines.value = value
    for number, move in enumerate(("a1b1", "b1a1") * 4):
        game.engines.answers = ["e8d8" if number % 2 == 0 else "d8e8"]
        if game.table.status == "finished":
            break
        assert game.act(0, move) == ""
        game.settle()
    assert game.table.status == status


def test_one_request_is_enough_for_a_rematch_and_the_seats_change(game):
    game.begin()
    game.settle()
    assert game.send("resign", 0) == ""
    assert game.send("rematch", 0, False) == ""
    game.id = game.table.rematch
    assert game.table.chairs == [MEDIUM, "ann"]
    game.settle()
    assert list(game.table.seals) == [0]


def test_the_computer_is_never_absent_and_cannot_be_claimed_against(game):
    game.begin_thinking("Checkered", seat=1)
    with game.tables.reading(game.id) as table:
        game.attendance.arrive(table, 1)
    game.time += 100_000
    view = game.tables.view(game.table, 1)
    assert [chair["away"] for chair in view["chairs"]] == [False, False]
    assert view["absent"] is None
    assert game.send("absent", 1, True, person="ann") == "not_absent"


def test_a_process_of_its_own_thinks_for_it(tmp_path):
    outside = write_variant(tmp_path / "outside", Veil).parent
    # It takes a busy machine seconds to start a process.
    patience = changed(computer, MOVE_TIME_MARGIN=PATIENCE, MOVE_QUEUE_TIMEOUT=PATIENCE)
    with app_at(tmp_path / "data", variants=(outside,)) as app, patience, gevent.Timeout(3 * PATIENCE):
        house, player = app.extensions["cavalier"], app.extensions["cavalier-player"]
        wait_long(house.engines)
        table_id = house.opener.open("Veil", {}, "ann", 1, others=computer_id(1))
        with house.tables.reading(table_id) as table:
            for turn in range(2):
                gevent.joinall(list(player.at_work.values()))
                act = action("act", 1, table.number, next(iter(table.moves(1))), message=str(turn))
                house.tables.act(table_id, "ann", act)
            gevent.joinall(list(player.at_work.values()))
            assert table.number >= 2
            assert house.journal.read(select(chat.c.preset)) == [], "it found the time to think"

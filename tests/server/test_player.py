"""The computer at a table: it seals first, knows what its seat knows, and never keeps a game waiting."""

from random import Random

import gevent
import pytest
from gevent.event import Event

from server.computer import player as computer
from server.config import Config
from server.journal.engine import JournalError
from server.site import create_app
from server.tables import acting
from server.tables.control import parse
from server.tables.limits import Asker
from server.tables.machines import machine
from server.tables.refusal import Refusal
from tests.harness.actions import action
from tests.harness.client import PATIENCE
from tests.harness.match import Match
from tests.harness.sources import scripted
from tests.toys import Crown, Toss, Veil, write_variant

MEDIUM = machine(2)
OPENING = "a2a3"
PLACES = {"ann": Asker("192.0.2.1", "ann")}


class Engines:
    """Thinks what it is told to: the answers in turn, then the first move there is."""

    def __init__(self, match):
        self.match = match
        self.tasks = []
        self.askers = []
        self.answers = []
        self.value = 0.0
        self.closed = False

    def ask(self, task, seconds, asker, urgent, patience):
        self.tasks.append(task)
        self.askers.append(asker)
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, Event):
            answer.wait()
            answer = None
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, dict):
            return answer
        return {"move": answer or next(iter(self.match.table.moves(task["seat"]))), "value": self.value}


class Game:
    """A game of ann against the computer; `settle` lets it do what it owes."""

    def __init__(self, folder):
        self.match = Match(folder, Veil, Crown)
        self.said = []
        self.sit_down()

    def sit_down(self):
        self.engines = Engines(self.match)
        self.player = computer.Player(
            self.match.lobby,
            self.engines,
            scripted(random=Random(7)),
            lambda *phrase: self.said.append(phrase),
            PLACES.__getitem__,
        )

    def begin(self, variant="Apocalypse", seat=0, fen=None, control="none"):
        self.match.id = self.match.lobby.open(variant, {}, "ann", seat, fen, control=parse(control), others=MEDIUM)

    def settle(self):
        while self.player.at_work:
            gevent.joinall(list(self.player.at_work.values()))

    def kinds(self):
        found = self.match.journal.table(self.match.id)
        assert found is not None
        return [(entry.kind, entry.seat) for decided in found[2] for entry in decided if entry.kind != "sit"]

    def close(self):
        self.match.journal.close()


@pytest.fixture
def game(tmp_path):
    game = Game(tmp_path)
    yield game
    game.close()


def test_the_computer_seals_as_soon_as_the_turn_begins(game):
    game.begin()
    game.settle()
    chairs = game.match.view()["chairs"]
    assert [chair["state"] for chair in chairs] == ["choosing", "sealed"]
    assert [chair["computer"] for chair in chairs] == [None, 2]
    assert chairs[1]["seal"] is not None


def test_a_person_who_is_quicker_waits_until_the_computer_has_sealed(game):
    thought = Event()
    game.begin()
    game.engines.answers = [thought]
    answers = []
    quick = gevent.spawn(lambda: answers.append(game.match.act(0, OPENING)))
    gevent.idle()
    assert game.engines.tasks
    assert not answers
    assert game.kinds() == []
    thought.set()
    quick.join()
    assert answers == [""]
    assert game.kinds()[:2] == [("seal", 1), ("turn", 0)]


def test_a_person_waits_for_a_computer_that_never_seals_no_longer_than_patience(game, monkeypatch):
    monkeypatch.setattr(acting, "EARLY_ACTION_TIMEOUT", 0.01)
    game.begin()
    game.engines.answers = [Event()]
    assert game.match.act(0, OPENING, 0) == "computer_first"
    assert game.kinds() == []


def test_a_message_that_came_too_soon_is_not_answered_so_for_ever(game, monkeypatch):
    monkeypatch.setattr(acting, "EARLY_ACTION_TIMEOUT", 0.01)
    thought = Event()
    game.begin()
    game.engines.answers = [thought]
    assert game.match.send("act", 0, 0, OPENING, message="same") == "computer_first"
    thought.set()
    game.settle()
    assert game.match.send("act", 0, 0, OPENING, message="same") == ""


@pytest.mark.parametrize("trouble", [RuntimeError("the queue is full"), "e9e9", "a4a1", {"move": "a4a3"}, Event()])
def test_where_thinking_fails_it_plays_a_safe_move_and_says_so(game, trouble, monkeypatch):
    monkeypatch.setattr(computer, "MOVE_TIME_MARGIN", -0.99)  # A hundredth of a second in all.
    game.begin()
    game.engines.answers = [trouble]
    game.settle()
    seal = game.match.table.seals[1].move
    assert "risky" not in game.match.table.moves(1)[seal].row
    assert game.said == [(game.match.id, MEDIUM, 1, computer.HURRIED)]


def test_a_move_that_was_thought_about_is_played_without_a_word(game):
    game.engines.answers = ["a4a3"]
    game.begin()
    game.settle()
    assert game.match.table.seals[1].move == "a4a3"
    assert not game.said


def test_it_plays_nothing_in_haste_when_the_site_stops(game):
    game.begin()
    game.engines.answers = [RuntimeError("nobody thinks here any more")]
    game.engines.closed = True
    game.settle()
    assert not game.match.table.seals
    assert not game.said


def test_it_comes_back_to_a_table_after_a_restart(game):
    game.begin()
    game.engines.answers = [Event()]
    gevent.idle()
    gevent.killall(list(game.player.at_work.values()))
    game.match.restart()
    game.sit_down()
    assert game.match.table.seals == {}
    game.settle()
    assert list(game.match.table.seals) == [1]


def test_it_comes_back_to_a_table_where_the_journal_failed(game, monkeypatch):
    monkeypatch.setattr(computer, "RETRY_DELAY", 0.01)
    append, failures = game.match.journal.append, [OSError("no space left")]

    def fail_once(*arguments):
        if failures:
            raise JournalError("The journal did not take it.") from failures.pop()
        append(*arguments)

    monkeypatch.setattr(game.match.journal, "append", fail_once)
    game.begin()
    game.settle()
    # Asked of the journal: whoever looks at the table calls the computer there.
    assert game.kinds() == []
    with gevent.Timeout(PATIENCE):
        while not game.kinds():
            gevent.sleep(0.01)
    assert game.kinds() == [("seal", 1)]


def test_it_comes_back_to_a_table_that_could_not_be_read_either(game, monkeypatch):
    monkeypatch.setattr(computer, "RETRY_DELAY", 0.01)
    begin, broken = game.match.journal.table, [True, True]

    def fail(table):
        if broken:
            broken.pop()
            raise JournalError("The journal cannot be read.")
        return begin(table)

    def fail_once(*_):
        monkeypatch.undo()
        monkeypatch.setattr(computer, "RETRY_DELAY", 0.01)
        monkeypatch.setattr(game.match.journal, "table", fail)
        raise JournalError("The journal did not take it.")

    game.begin()
    monkeypatch.setattr(game.match.journal, "append", fail_once)
    game.settle()
    with gevent.Timeout(PATIENCE):
        while broken or not game.kinds():
            gevent.sleep(0.01)
    assert game.kinds() == [("seal", 1)]


def test_it_plays_on_where_it_may_say_no_more(game, caplog):
    def refuse(*_):
        raise Refusal("too_fast", "Too much at once.")

    game.player = computer.Player(
        game.match.lobby, game.engines, scripted(random=Random(7)), refuse, PLACES.__getitem__
    )
    game.match.lobby.listeners.pop(1), game.match.lobby.readers.pop(0)
    game.begin()
    game.engines.answers = [RuntimeError("the queue is full")]
    game.settle()
    assert list(game.match.table.seals) == [1]
    assert [record.message for record in caplog.records] == ["the computer moves without a thought"]


@pytest.mark.parametrize("variant", ["Apocalypse", "Crown"])
def test_it_thinks_on_behalf_of_whoever_plays_it(game, variant):
    game.begin(variant)
    if variant == "Crown":
        assert game.match.act(0, next(iter(game.match.table.moves(0)))) == ""
    game.settle()
    assert set(game.engines.askers) == {PLACES["ann"]}


def test_a_hidden_board_leaves_the_table_as_a_guess_alone(tmp_path):
    tasks = []
    for place, fen in enumerate(("2n/3/N2 w 0", "3/2n/N2 w 0", "1n1/3/N2 w 0")):
        (tmp_path / str(place)).mkdir()
        game = Game(tmp_path / str(place))
        game.begin("Veil", seat=1, fen=fen)
        game.settle()
        tasks.append({**game.engines.tasks[0]})
        game.close()
    assert tasks[0] == tasks[1] == tasks[2]
    assert tasks[0]["past"] == []


def test_an_open_board_goes_over_with_what_stood_there_since_the_last_irreversible_turn(game):
    game.begin()
    for mine in (OPENING, "a1b3", "e1d3"):
        game.settle()
        assert game.match.act(0, mine) == ""
    game.settle()
    task = game.engines.tasks[-1]
    table = game.match.table
    assert task["fen"] == table.position.fen()
    assert task["quiet"] == table.position.quiet
    assert len(task["past"]) == min(table.position.quiet, table.number)


def test_with_a_clock_it_thinks_about_a_move_for_a_small_part_of_what_is_left(game):
    game.begin(control="1+0")
    game.settle()
    assert game.engines.tasks[0]["seconds"] == 1.0
    game.match.time += 25
    assert game.match.act(0, OPENING) == ""
    game.settle()
    assert game.engines.tasks[1]["seconds"] == 1.0  # It had sealed: its clock stood still.
    game.begin("Checkered", seat=1, control="1+0")
    game.settle()
    game.engines.answers = [Event()]
    assert game.match.send("act", 1, 1, "e7e5", person="ann") == ""
    gevent.idle()
    gevent.killall(list(game.player.at_work.values()))
    game.match.time += 50
    with game.match.lobby.looking(game.match.id) as table:
        game.player.attend(table)
    game.settle()
    assert game.engines.tasks[-1]["seconds"] == pytest.approx(10 / computer.CLOCK_DIVISOR)


def test_what_it_takes_to_seal_is_not_the_time_of_people(game):
    thought = Event()
    game.begin(control="1+0")
    game.engines.answers = [thought]
    answers = []
    quick = gevent.spawn(lambda: answers.append(game.match.act(0, OPENING)))
    gevent.idle()
    game.match.time += 20
    game.match.lobby.timekeeper.look()
    clocks = game.match.table.clocks
    assert clocks.running == {1}
    assert [clocks.for_first_move(seat, game.match.time) for seat in (0, 1)] == [30, 10]
    thought.set()
    quick.join()
    assert answers == [""]
    game.settle()
    game.match.time += 25
    assert game.match.clocks() == {"left": [35.0, 60.0], "running": [0]}


def test_where_one_acts_at_a_time_everybody_has_his_own_time(game):
    game.begin("Checkered", control="1+0")
    game.match.time += 10
    assert game.match.act(0, "e2e4") == ""
    assert game.match.clocks() == {"left": [60.0, 60.0], "running": [1]}


def test_it_agrees_to_a_takeback_at_once_and_chooses_anew(game):
    game.begin()
    game.settle()
    assert game.match.act(0, OPENING) == ""
    game.settle()
    assert game.match.send("takeback", 0) == ""
    assert game.match.table.number == 0
    game.settle()
    assert list(game.match.table.seals) == [1]


@pytest.mark.parametrize(
    ("variant", "toy", "code"),
    [("Veil", Veil, "hidden_board"), ("Toss", Toss, "dice_thrown")],
    ids=["a hidden board", "dice"],
)
def test_against_it_nobody_scouts_by_taking_turns_back(tmp_path, variant, toy, code):
    match = Match(tmp_path, toy)
    for others, expected in ((MEDIUM, code), ("bob", "")):
        match.id = match.lobby.open(variant, {}, "ann", 0, others=others)
        match.first_moves()
        may = match.table.view(0, at=match.time)["may"]
        assert ("takeback" in may) is (expected == "")
        assert match.send("takeback", 0) == expected
    match.journal.close()


def test_it_declines_a_draw_in_a_game_that_has_hardly_begun(game):
    game.begin("Checkered")
    assert game.match.send("offer", 0) == ""
    game.settle()
    assert not game.match.table.offers
    assert game.match.table.status == "running"


@pytest.mark.parametrize(("value", "status"), [(-0.1, "finished"), (0.2, "running")])
def test_it_agrees_to_a_draw_where_it_does_not_think_it_will_win(game, value, status, monkeypatch):
    monkeypatch.setattr(computer, "EARLIEST_DRAW", 2)
    game.engines.value = value
    game.begin("Checkered")
    assert game.match.act(0, "e2e4") == ""
    game.settle()
    assert game.match.send("offer", 0) == ""
    game.settle()
    assert game.match.table.status == status
    assert not game.match.table.offers or status == "finished"


@pytest.mark.parametrize(("value", "status"), [(-0.5, "finished"), (0.5, "running")])
def test_it_claims_the_draw_of_a_repeated_position_where_it_stands_worse(game, value, status):
    game.begin("Checkered", fen="4k3/8/8/8/8/8/PPPP4/R3K3 w 0")
    for number, mine in enumerate(("a1b1", "b1a1") * 4):
        game.engines.value = value
        game.engines.answers = ["e8d8" if number % 2 == 0 else "d8e8"]
        if game.match.table.status == "finished":
            break
        assert game.match.act(0, mine) == ""
        game.settle()
    assert game.match.table.status == status


def test_one_wish_is_enough_for_a_rematch_and_the_seats_change(game):
    game.begin()
    game.settle()
    assert game.match.send("resign", 0) == ""
    answer = game.match.lobby.send(game.match.id, "ann", action("rematch", 0, False, message="again"))
    assert answer["ok"]
    next_table = game.match.table.rematch
    assert next_table is not None
    game.match.id = next_table
    assert game.match.table.chairs == [MEDIUM, "ann"]
    game.settle()
    assert list(game.match.table.seals) == [0]


def test_it_is_never_away_and_nobody_can_claim_against_it(game):
    game.begin("Checkered", seat=1)
    game.engines.answers = [Event()]
    with game.match.lobby.looking(game.match.id) as table:
        game.match.lobby.arrive(table, 1)
    game.match.time += 100_000
    view = game.match.table.view(1, at=game.match.time)
    assert [chair["away"] for chair in view["chairs"]] == [False, False]
    assert view["absent"] is None
    assert game.match.send("absent", 1, True, person="ann") == "not_absent"


def test_it_plays_several_seats_of_one_table(game):
    game.begin("Crown")
    for _turn in range(5):
        game.settle()
        moves = game.match.table.moves(0)
        if moves:
            assert game.match.act(0, next(iter(moves))) == ""
    assert {task["seat"] for task in game.engines.tasks} == {1, 2}


@pytest.mark.parametrize("variant", ["Apocalypse", "Checkered", "Dice", "Veil"])
def test_a_process_of_its_own_thinks_for_it(variant, tmp_path, monkeypatch):
    # It takes a busy machine seconds to start a process.
    for name in ("MOVE_TIME_MARGIN", "MOVE_QUEUE_TIMEOUT"):
        monkeypatch.setattr(computer, name, PATIENCE)
    outside = write_variant(tmp_path / "outside", Veil).parent
    app = create_app(Config(data=tmp_path / "data", variants=(outside,), thinkers=1))
    match, player = app.extensions["cavalier"], app.extensions["cavalier-player"]
    match.pool._grace = PATIENCE
    table_id = match.lobby.open(variant, {}, "ann", 1, others=machine(1))
    try:
        with gevent.Timeout(3 * PATIENCE), match.lobby.looking(table_id) as table:
            for turn in range(2):
                gevent.joinall(list(player.at_work.values()))
                act = action("act", 1, table.number, next(iter(table.moves(1))), message=str(turn))
                assert match.lobby.send(table_id, "ann", act)["ok"]
            gevent.joinall(list(player.at_work.values()))
            assert table.number >= 2
            assert not app.extensions["cavalier-talk"]._slots
    finally:
        match.close()

"""The review of a game is made in the background, turn by turn, one game at a time, and goes on where it stopped."""

import json
from itertools import pairwise
from math import prod
from random import Random

import gevent
import pytest
from sqlalchemy import func, insert, select, text

from server.bots.costs import costs, joined
from server.computer import analyst, judging
from server.computer import reviewer as computer
from server.computer.judging import TURNED
from server.computer.pool import Busy, Failed
from server.computer.reviewer import (
    MOST_GAMES_WAITING,
    MOST_POSITIONS_SENT,
    MOST_REQUESTS,
    MOST_REVIEW_TURNS,
    Progress,
    Reviewer,
)
from server.journal.schema import reviews
from server.tables.limits import Asker
from server.tables.refusal import Refusal
from tests.harness.engines import Engines
from tests.harness.match import Match
from tests.toys import Crown, Duel, Toss, Twice, Veil

GAMES = {
    "Apocalypse": [("a2a3", "e4e3"), ("e1d3", "a5b3"), ("d3e1", "b3a5")],
    "Twice": [("a1a2",), ("a2a3",), ("c1c2",)],
    "Veil": [("a1a2", "c3c2"), ("a2a3", "c2c1"), ("a3a2", "c1c2")],
    "Crown": [("a1a2",), ("b1b2",), ("c1c2",)],
}
"""Three turns each."""
AT_WORK = ("waiting", "working")
ANN, BOB = Asker("192.0.2.1", "ann"), Asker("192.0.2.2", "bob")


class Place:
    """A lobby, its reviewer, and those who think for it."""

    def __init__(self, folder):
        self.match = Match(folder, Duel, Veil, Crown, Twice, Toss)
        self.rested = []
        self.begin()

    def begin(self):
        self.engines = Engines(self.match.variants)
        self.reviewer = Reviewer(self.match.lobby, self.engines, Random(3), rest=self.rested.append)

    def restart(self):
        self.reviewer.close()
        self.match.restart()
        self.begin()

    def over(self, variant="Apocalypse", turns=3):
        """A game that was resigned after so many turns."""
        self.match.game(variant)
        for moves in GAMES.get(variant, [])[:turns]:
            self.match.turn(*moves)
        assert self.match.send("resign", 0) == ""
        return self.match.id

    def settle(self):
        if self.reviewer._worker is not None:
            self.reviewer._worker.join()

    def until_asked(self, count):
        while len(self.engines.tasks) < count:
            gevent.sleep(0)

    def told(self, table):
        return dict(sorted(self.reviewer.told(table, 1000).items()))

    def ask(self, table, asker=ANN):
        return self.reviewer.ask(table, asker)

    def code(self, table, asker=ANN):
        with pytest.raises(Refusal) as refused:
            self.reviewer.ask(table, asker)
        if refused.value.code in ("no_table", "no_variant", "review_early", "review_stopped"):
            with pytest.raises(Refusal):
                self.reviewer.progress(table)
        else:
            assert self.reviewer.progress(table).state != "working", "a page may look at it without a fault"
        return refused.value.code


@pytest.fixture
def place(tmp_path, monkeypatch):
    """One task a position: no move is searched once more."""
    monkeypatch.setattr(judging, "TURNED", 2.0)
    place = Place(tmp_path)
    yield place
    place.reviewer.close()
    place.match.journal.close()


@pytest.mark.parametrize("variant", GAMES)
def test_a_game_is_judged_turn_by_turn_with_what_each_move_cost(place, variant):
    table = place.over(variant)
    assert place.reviewer.progress(table) == Progress("none", 0, 4)
    assert place.ask(table).state in AT_WORK
    place.settle()
    assert place.reviewer.progress(table) == Progress("done", 4, 4)
    told = place.told(table)
    assert list(told) == [0, 1, 2, 3]
    with place.match.lobby.looking(table) as game:
        for number, thought in told.items():
            position = game.position_at(number)
            judgement = place.engines.answer(place.engines.tasks[3 - number])
            played = game.turns[number].actions if number < 3 else {}
            if number < 3:
                judgement = json.loads(json.dumps(joined(judgement, played, told[number + 1]["judgement"]["scores"])))
            assert (thought["fen"], thought["judgement"]) == (position.fen(), judgement)
            assert thought["played"] == {str(seat): move for seat, move in played.items()}
            expected = {str(seat): cost._asdict() for seat, cost in costs(judgement, played).items()}
            assert thought["costs"] == expected
            # Without a budget no trial game is played, and so nothing is said.
            assert set(expected) == (set() if judgement["kind"] == "sampled" else set(thought["played"]))
            for seat in position.to_act:
                labels = {position.write(move): label for move, label in position.labels(seat).items()}
                assert thought["labels"][str(seat)] == labels
    assert place.ask(table).state == "done"
    assert len(place.engines.tasks) == 4, "what was thought is not thought again"


@pytest.mark.parametrize("nodes", [0, 60, 400])
@pytest.mark.parametrize("variant", ["Apocalypse", "Twice", "Checkered"])
def test_the_score_after_a_turn_is_that_before_less_risk_plus_luck_and_the_sum_is_the_result(
    place, variant, nodes, monkeypatch
):
    monkeypatch.setattr(judging, "TURNED", TURNED)
    place.engines.nodes = nodes
    random = Random(f"{variant} {nodes}")
    place.match.game(variant)
    for _ in range(8):
        if place.match.table.status != "running":
            break
        for seat in list(place.match.table.position.to_act):
            assert place.match.act(seat, random.choice(sorted(place.match.table.moves(seat)))) == ""
    if place.match.table.status == "running":
        assert place.match.send("resign", 0) == ""
    place.ask(place.match.id)
    place.settle()
    told = place.told(place.match.id)
    assert place.reviewer.progress(place.match.id).state == "done"
    scores = [thought["judgement"]["scores"] for thought in told.values()]
    if len(told) == place.match.table.number:  # The rules ended the game.
        scores.append(list(place.match.table.ending.points))
    gained = [0.0, 0.0]
    for number, (before, after) in enumerate(pairwise(scores)):
        found = {int(seat): cost for seat, cost in told[number]["costs"].items()}
        for seat in (0, 1):
            # Where one seat acts, the other is lucky by as much as that one gives away.
            change = found[seat]["luck"] - found[seat]["risk"] if seat in found else found[1 - seat]["risk"]
            gained[seat] += change
            assert before[seat] + change == pytest.approx(after[seat], abs=0.001), (number, seat)
    for seat in (0, 1):
        assert scores[0][seat] + gained[seat] == pytest.approx(scores[-1][seat], abs=0.01)


def test_where_a_move_gave_much_away_the_best_one_is_searched_as_deep(place, monkeypatch):
    monkeypatch.setattr(judging, "TURNED", TURNED)
    # Seen from one ply the queen takes a rook; a ply later the pawn takes the queen.
    place.match.game("Chess", "4k3/8/8/4p3/3r4/8/8/Q3K3 w")
    assert place.match.act(0, "e1e2") == ""
    assert place.match.send("resign", 0) == ""
    place.ask(place.match.id)
    place.settle()
    position = place.match.table.position_at(0)
    raw = place.engines.answer(next(task for task in place.engines.tasks if task["fen"] == position.fen()))
    assert max(raw["moves"], key=raw["moves"].get) == "a1d4"
    thought = place.told(place.match.id)[0]
    assert thought["judgement"]["moves"]["a1d4"] < thought["judgement"]["moves"]["e1e2"]
    assert thought["costs"]["0"]["risk"] < raw["moves"]["a1d4"] - raw["moves"]["e1e2"]
    fens = [task["fen"] for task in place.engines.tasks]
    assert position.play({0: position.read("a1d4")}).fen() in fens
    assert fens.count(position.fen()) == 2, "where the game turned, the position is searched once more"
    assert len(fens) - 1 == len(set(fens)) <= 2 + judging.MOST_BETTER


def test_the_positions_where_the_game_turned_are_searched_longer_but_not_too_many(place, monkeypatch):
    monkeypatch.setattr(judging, "TURNED", 0.0)
    place.ask(place.over())
    place.settle()
    seconds = [task["seconds"] for task in place.engines.tasks]
    assert sorted(seconds) == [judging.POSITION_SECONDS] * 4 + [judging.TURNED_SECONDS]
    twenty = 20 * judging.POSITION_SECONDS + round(20 * judging.PART_THAT_TURNED) * judging.TURNED_SECONDS
    assert twenty < 19, "a game of twenty turns is reviewed within twenty seconds"


def test_of_a_game_with_dice_what_was_cast_is_a_turn_as_well(place):
    place.match.game("Toss")
    for seat in (0, 1):
        assert place.match.act(seat, next(iter(place.match.table.moves(seat)))) == ""
    assert place.match.send("resign", 0) == ""
    table = place.match.id
    place.ask(table)
    place.settle()
    assert place.reviewer.progress(table) == Progress("done", 6, 6)
    assert [list(thought["played"]) for thought in place.told(table).values()] == [
        ["2"],
        ["0"],
        ["2"],
        ["1"],
        ["2"],
        [],
    ]


def test_the_last_position_is_judged_only_if_it_could_have_been_played_on(place):
    place.match.game("Duel", "2n/3/N2 w 6")
    place.match.turn("a1b3", "c3b1")
    assert place.match.table.ending.reason == "missed"
    assert place.ask(place.match.id).total == 1
    place.settle()
    assert list(place.told(place.match.id)) == [0]


def test_those_who_play_go_first_and_one_thing_is_thought_of_at_a_time(place):
    games = [place.over(), place.over("Twice"), place.over("Veil")]
    for table in games:
        place.ask(table)
    place.settle()
    assert [place.reviewer.progress(table).state for table in games] == ["done"] * 3
    assert set(place.engines.urgent) == {False}
    assert place.engines.most_at_once == 1
    assert [task["variant"] for task in place.engines.tasks] == ["Apocalypse"] * 4 + ["Twice"] * 4 + ["Veil"] * 4


def test_a_long_game_lets_the_others_in_between(place, monkeypatch):
    monkeypatch.setattr(computer, "POSITIONS_IN_A_ROW", 3)
    long, short = place.over(), place.over("Twice", 1)
    place.engines.hold()
    for table in (long, short):
        place.ask(table)
    place.until_asked(1)
    place.engines.let_go()
    place.engines.hold(3)
    place.until_asked(4)
    assert place.reviewer.progress(long) == Progress("waiting", 3, 4)
    assert place.reviewer.progress(short) == Progress("working", 0, 2)
    place.engines.let_go()
    place.settle()
    assert [task["variant"] for task in place.engines.tasks] == ["Apocalypse"] * 3 + ["Twice"] * 2 + ["Apocalypse"]
    assert [place.reviewer.progress(table).state for table in (long, short)] == ["done"] * 2


def test_progress_is_told_while_it_is_made(place):
    first, second = place.over(), place.over()
    place.engines.hold()
    place.ask(first)
    place.ask(second)
    place.until_asked(1)
    assert place.reviewer.progress(first) == Progress("working", 0, 4)
    assert place.ask(second) == Progress("waiting", 0, 4)
    place.engines.let_go()
    place.engines.hold(2)
    place.until_asked(3)
    assert place.reviewer.progress(first) == Progress("working", 2, 4)
    assert list(place.told(first)) == [2, 3], "a game is reviewed from its end"
    assert list(place.reviewer.told(first, 3)) == [2]


def test_after_a_restart_it_goes_on_where_it_stopped(place):
    table = place.over()
    place.engines.hold(2)
    place.ask(table)
    place.until_asked(3)
    place.restart()
    assert place.reviewer.progress(table) == Progress("none", 2, 4)
    before = place.told(table)
    place.ask(table)
    place.settle()
    assert place.reviewer.progress(table) == Progress("done", 4, 4)
    assert [task["fen"] for task in place.engines.tasks] == [place.told(table)[number]["fen"] for number in (1, 0)]
    assert {number: place.told(table)[number] for number in before} == before


def test_who_fails_once_is_asked_once_more(place):
    table = place.over()
    place.engines.faults = [None, Failed("it crashed")]
    place.ask(table)
    place.settle()
    assert place.reviewer.progress(table).state == "done"
    assert place.rested == [judging.POSITION_RETRY_DELAY]
    assert place.engines.tasks[1] == place.engines.tasks[2]


@pytest.mark.parametrize(
    ("fault", "code"),
    [(Failed("it crashed"), "review_failed"), (Busy("full"), "review_busy"), (KeyError("x"), "review_broke")],
)
def test_who_fails_twice_ends_it_with_a_sentence_and_what_was_thought_stays(place, fault, code):
    table, other = place.over(), place.over()
    place.engines.faults = [None, fault, fault]
    place.ask(table)
    place.until_asked(1)
    place.ask(other)
    place.settle()
    failed = place.reviewer.progress(table)
    assert (failed.state, failed.done, failed.fault and failed.fault.code) == ("failed", 1, code)
    assert list(place.told(table)) == [3]
    place.engines.faults.clear()
    place.ask(other)
    place.settle()
    assert place.reviewer.progress(other).state == "done", "other games are none the worse"
    assert place.ask(table).state in AT_WORK
    place.settle()
    assert place.reviewer.progress(table) == Progress("done", 4, 4)


def test_a_game_that_is_not_over_is_not_reviewed(place):
    place.match.id = place.match.lobby.open("Apocalypse", {}, "ann", 0)
    assert place.code(place.match.id) == "review_early"
    place.match.lobby.sit(place.match.id, "bob")
    place.match.turn("a2a3", "e4e3")
    assert place.code(place.match.id) == "review_early"
    with pytest.raises(Refusal, match="when it is over"):
        place.reviewer.told(place.match.id, 0)
    place.match.send("resign", 0)
    assert place.ask(place.match.id).total == 2


def test_what_has_nothing_to_review_is_refused_by_name(place, monkeypatch):
    assert place.code("nowhere") == "no_table"
    assert place.code(place.over(turns=0)) == "review_empty"
    assert place.code(place.over("Toss", turns=0)) == "review_empty"
    with place.match.lobby.looking(place.match.id) as table:
        assert table.number == 1, "the die was cast"
    monkeypatch.setattr(computer, "MOST_REVIEW_TURNS", 2)
    assert MOST_REVIEW_TURNS >= 500
    assert place.code(place.over()) == "review_long"
    gone = place.over("Twice")
    del place.match.variants["Twice"]
    place.restart()
    assert place.code(gone) == "no_variant"


def test_a_game_that_was_stopped_is_refused_by_name(place, monkeypatch):
    place.match.game("Duel")
    place.match.turn("a1b3", "c3b1")
    monkeypatch.setattr(Duel, "play", lambda self, actions: self)
    place.restart()
    assert place.match.table.status == "stopped"
    assert place.code(place.match.id) == "review_stopped"


def test_a_game_of_rules_that_changed_says_where_it_leaves_them(place, monkeypatch):
    table = place.over("Twice")
    plain = Twice.play

    def play(self, actions):
        return self if getattr(self, "plies", 0) == 1 else plain(self, actions)

    monkeypatch.setattr(Twice, "play", play)
    place.ask(table)
    place.settle()
    failed = place.reviewer.progress(table)
    assert failed.state == "failed"
    assert failed.fault is not None
    assert (failed.fault.code, failed.fault.parameters["turn"]) == ("record_turn", "2")
    assert failed.done == 2


@pytest.mark.parametrize("raised", ["rules", "judge"])
def test_what_was_thought_by_other_versions_is_thought_anew(place, monkeypatch, raised):
    table = place.over("Twice")
    place.ask(table)
    place.settle()
    if raised == "rules":
        monkeypatch.setattr(Twice, "rules_version", 2)
    else:
        monkeypatch.setattr(judging, "EVALUATION_VERSION", judging.EVALUATION_VERSION + 1)
    assert place.told(table) == {}
    assert place.ask(table).state in AT_WORK
    place.settle()
    assert place.reviewer.progress(table) == Progress("done", 4, 4)
    assert len(place.engines.tasks) == 8
    assert place.match.journal.read(select(func.count()).select_from(reviews)) == [(4,)]


def test_so_many_games_wait_and_no_more(place):
    games = [place.over("Twice", 1) for _ in range(MOST_GAMES_WAITING + 2)]
    place.engines.hold()
    place.ask(games[0])
    place.until_asked(1)
    for number, table in enumerate(games[1:-1]):
        assert place.ask(table, Asker(f"192.0.2.{number}")).state == "waiting"
    assert place.code(games[-1]) == "reviews_full"
    assert place.ask(games[1]).state == "waiting", "who waits already is not refused"
    place.engines.let_go()
    place.settle()
    assert place.ask(games[-1]).state in AT_WORK


def test_nobody_makes_the_others_wait_for_all_his_games(place):
    games = [place.over("Twice", 1) for _ in range(MOST_REQUESTS + 3)]
    place.engines.hold()
    for table in games[: MOST_REQUESTS + 1]:
        place.ask(table, ANN)
        place.until_asked(1)
    assert place.code(games[-2], ANN) == "reviews_many"
    assert place.ask(games[-1], BOB).state == "waiting"


def test_one_address_with_many_cookies_leaves_the_others_their_places(place):
    games = [place.over("Twice", 1) for _ in range(MOST_GAMES_WAITING + 3)]
    place.engines.hold()
    for number, table in enumerate(games[:-2]):
        place.ask(table, Asker("192.0.2.9", f"cookie {number // MOST_REQUESTS}"))
        place.until_asked(1)
    assert place.ask(games[-2], ANN).state == "waiting"
    assert place.ask(games[-1], BOB).state == "waiting"
    stand = [place.reviewer.progress(table) for table in games]
    assert [each.fault.code for each in stand if each.fault is not None] == ["reviews_full"] * 2
    assert [each.state for each in stand[-2:]] == ["waiting"] * 2
    place.engines.let_go()
    place.until_asked(9)
    assert place.engines.askers[2:8] == [place.engines.askers[2]] * 2 + [ANN] * 2 + [BOB] * 2


def test_it_thinks_on_behalf_of_whose_wish_it_is(place):
    for asker in (ANN, BOB):
        place.ask(place.over("Twice", 1), asker)
    place.settle()
    assert place.engines.askers == [ANN, ANN, BOB, BOB]


def test_a_position_with_too_many_pairs_of_moves_is_not_judged(place, monkeypatch):
    table, turns, hidden = place.over(), place.over("Twice"), place.over("Veil")
    with place.match.lobby.looking(table) as game:
        widest = max(
            prod(len(position.moves(seat)) for seat in (0, 1)) for position in map(game.position_at, range(game.number))
        )
    monkeypatch.setattr(analyst, "MOST_MOVE_PAIRS", widest - 1)
    for each in (table, turns, hidden):
        place.ask(each)
    place.settle()
    failed = place.reviewer.progress(table)
    assert (failed.state, failed.fault and failed.fault.code) == ("failed", "too_wide")
    assert [place.reviewer.progress(each).state for each in (turns, hidden)] == ["done"] * 2
    monkeypatch.setattr(analyst, "MOST_MOVE_PAIRS", widest)
    place.ask(table)
    place.settle()
    assert place.reviewer.progress(table).state == "done"


def test_what_is_drawn_if_it_comes_once_more_goes_along_but_never_of_a_hidden_board(place):
    for variant in ("Apocalypse", "Veil"):
        place.ask(place.over(variant))
        place.settle()
    tasks = {name: [task for task in place.engines.tasks if task["variant"] == name] for name in GAMES}
    fens = [task["fen"] for task in tasks["Apocalypse"]]
    assert [task["past"] for task in tasks["Apocalypse"][1:]] == [[]] * 3, "what stood there once may come again"
    assert tasks["Apocalypse"][0]["past"] == fens[2:3], "both horsemen are back where they were"
    assert [task["past"] for task in tasks["Veil"]] == [[]] * 4


def test_a_long_review_is_told_in_parts(place, monkeypatch):
    table = place.over()
    place.ask(table)
    place.settle()
    versions, body = place.match.journal.read(select(reviews.c.versions, reviews.c.body).where(reviews.c.number == 0))[
        0
    ]
    for number in range(4, MOST_POSITIONS_SENT + 10):
        row = {"table_id": table, "number": number, "body": body, "at": 0, "versions": versions}
        place.match.journal.write((insert(reviews), row))
    for letters, most in ((10**9, MOST_POSITIONS_SENT), (40 * len(body), 40), (0, 1)):
        monkeypatch.setattr(computer, "MOST_LETTERS_SENT", letters)
        told = []
        while len(told) < MOST_POSITIONS_SENT + 10:
            part = list(place.reviewer.told(table, min(told, default=1000)))
            assert part
            assert len(part) <= most
            told += part
        assert told == list(reversed(range(MOST_POSITIONS_SENT + 10)))


def test_a_journal_that_does_not_take_it_ends_it_with_a_sentence(place):
    table = place.over()
    trigger = "CREATE TRIGGER no BEFORE INSERT ON reviews BEGIN SELECT RAISE(ABORT, 'no'); END"
    place.match.journal.write((text(trigger), None))
    place.ask(table)
    place.settle()
    failed = place.reviewer.progress(table)
    assert (failed.state, failed.fault and failed.fault.code) == ("failed", "review_not_kept")


def test_why_a_review_failed_is_not_remembered_for_ever(place, monkeypatch):
    monkeypatch.setattr(computer, "MOST_FAULTS", 1)
    games = [place.over("Twice", 1) for _ in range(2)]
    place.engines.faults = [Failed("it crashed")] * 4
    for table in games:
        place.ask(table)
    place.settle()
    assert [place.reviewer.progress(table).state for table in games] == ["none", "failed"]

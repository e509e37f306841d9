"""The review of a game is made in the background, turn by turn, one game at a time, and goes on where it stopped."""

from itertools import pairwise
from math import prod
from random import Random

import gevent
import pytest
from sqlalchemy import func, insert, select

from server.engine import Busy, PoolError, Progress, Reviews, evaluation, reviews
from server.game import Refusal
from server.runtime.limits import Asker
from server.store import JournalError, statement
from server.store.schema import reviews as review_rows
from tests.harness.engines import Engines
from tests.harness.faults import changed, failing, replaced
from tests.harness.match import Match
from tests.toys import Duel, Twice

TURNING_RISK = evaluation.TURNING_RISK
"""As it is; most of these tests set it so that nothing turns."""

GAMES = {
    "Apocalypse": [("a2a3", "e4e3"), ("e1d3", "a5b3"), ("d3e1", "b3a5")],
    "Twice": [("a1a2",), ("a2a3",), ("c1c2",)],
    "Veil": [("a1a2", "c3c2"), ("a2a3", "c2c1"), ("a3a2", "c1c2")],
    "Crown": [("a1a2",), ("b1b2",), ("c1c2",)],
}
"""Three turns each."""
AT_WORK = ("waiting", "working")
DONE = Progress("done", 4, 4)
ANN, BOB = Asker("192.0.2.1", "ann"), Asker("192.0.2.2", "bob")


class ReviewedMatch(Match):
    """Finished games, the reviewer of their lobby, and the engines that think for it."""

    def start(self):
        super().start()
        self.rests = []
        self.engines = Engines(self.variants)
        self.reviewer = Reviews(
            self.tables, self.journal, self.engines, Random(3), lambda: self.time, rest=self.rests.append
        )
        self.progress = self.reviewer.progress

    def restart(self):
        self.reviewer.close()
        super().restart()

    def over(self, variant="Apocalypse", turns=3):
        """A game that was resigned after so many turns."""
        self.open(variant)
        for moves in GAMES.get(variant, [])[:turns]:
            self.turn(*moves)
        assert self.send("resign", 0) == ""
        return self.id

    def ask(self, table, asker=ANN):
        return self.reviewer.ask(table, asker)

    def until_asked(self, count):
        """Let the engines be asked for so many positions."""
        while len(self.engines.tasks) < count:
            gevent.sleep(0)

    def reviewed(self, *tables):
        for table in tables:
            self.ask(table)
        self.wait(*tables)

    def wait(self, *tables):
        """Wait until these reviews are neither waiting nor made."""
        while any(self.progress(table).state in AT_WORK for table in tables):
            gevent.sleep(0)

    def evaluations(self, table):
        return dict(sorted(self.reviewer.page(table, 1000).items()))

    def refusal(self, table, asker=ANN):
        with pytest.raises(Refusal) as refused:
            self.ask(table, asker)
        return refused.value.code

    def fault(self, table):
        progress = self.progress(table)
        assert progress.state == "failed"
        return progress.fault.code

    def close(self):
        self.reviewer.close()
        self.journal.close()


@pytest.fixture
def games(tmp_path):
    """One task a position: no move is searched once more."""
    made = ReviewedMatch(tmp_path)
    with changed(evaluation, TURNING_RISK=2.0):
        yield made
    made.close()


# What a review holds


@pytest.mark.parametrize("variant", GAMES)
def test_a_review_evaluates_each_turn_and_the_cost_of_each_move(games, variant):
    table = games.over(variant)
    assert games.progress(table) == Progress("none", 0, 4)
    assert games.ask(table).state in AT_WORK
    games.wait(table)
    assert games.progress(table) == DONE
    found = games.evaluations(table)
    assert list(found) == [0, 1, 2, 3]
    with games.tables.reading(table) as game:
        for number, thought in found.items():
            position = game.position_at(number)
            played = game.turns[number].actions if number < 3 else {}
            assert thought["fen"] == position.fen()
            assert thought["played"] == {str(seat): move for seat, move in played.items()}
            # Without a budget no trial game is played, and so nothing is known.
            sampled = thought["judgement"]["kind"] == "sampled"
            assert set(thought["costs"]) == (set() if sampled else set(thought["played"]))
            assert thought["labels"] == {
                str(seat): {position.write(move): label for move, label in position.labels(seat).items()}
                for seat in position.to_act
            }
    last = games.engines.answer(games.engines.tasks[0])
    assert found[3]["judgement"] == last, "of the last position it is what the engine answered"
    assert games.ask(table).state == "done"
    assert len(games.engines.tasks) == 4, "what was evaluated is not evaluated again"


@pytest.mark.parametrize("nodes", [60, *(pytest.param(nodes, marks=pytest.mark.slow) for nodes in (0, 400))])
@pytest.mark.parametrize("variant", ["Apocalypse", "Twice", "Checkered"])
def test_the_score_after_a_turn_is_that_before_less_risk_plus_luck_and_the_sum_is_the_result(games, variant, nodes):
    games.engines.nodes = nodes
    random = Random(f"{variant} {nodes}")
    games.open(variant)
    for _ in range(8):
        if games.table.status != "running":
            break
        for seat in list(games.table.position.to_act):
            assert games.act(seat, random.choice(sorted(games.table.moves(seat)))) == ""
    if games.table.status == "running":
        assert games.send("resign", 0) == ""
    with changed(evaluation, TURNING_RISK=TURNING_RISK):
        games.reviewed(games.id)
    found = games.evaluations(games.id)
    assert games.progress(games.id).state == "done"
    scores = [thought["judgement"]["scores"] for thought in found.values()]
    if len(found) == games.table.number:  # The rules ended the game.
        scores.append(list(games.table.ending.points))
    gained = [0.0, 0.0]
    for number, (before, after) in enumerate(pairwise(scores)):
        paid = {int(seat): cost for seat, cost in found[number]["costs"].items()}
        for seat in (0, 1):
            # Where one seat acts, the other is lucky by as much as that one gives away.
            change = paid[seat]["luck"] - paid[seat]["risk"] if seat in paid else paid[1 - seat]["risk"]
            gained[seat] += change
            assert before[seat] + change == pytest.approx(after[seat], abs=0.001), (number, seat)
    for seat in (0, 1):
        assert scores[0][seat] + gained[seat] == pytest.approx(scores[-1][seat], abs=0.01)


def test_where_a_move_gave_much_away_the_best_move_is_searched_as_deep(games):
    # Seen from one ply the queen takes a rook; a ply later the pawn takes the queen.
    games.open("Chess", fen="4k3/8/8/4p3/3r4/8/8/Q3K3 w")
    assert games.act(0, "e1e2") == ""
    assert games.send("resign", 0) == ""
    with changed(evaluation, TURNING_RISK=TURNING_RISK):
        games.reviewed(games.id)
    position = games.table.position_at(0)
    raw = games.engines.answer(next(task for task in games.engines.tasks if task["fen"] == position.fen()))
    assert max(raw["moves"], key=raw["moves"].get) == "a1d4"
    thought = games.evaluations(games.id)[0]
    assert thought["judgement"]["moves"]["a1d4"] < thought["judgement"]["moves"]["e1e2"]
    assert thought["costs"]["0"]["risk"] < raw["moves"]["a1d4"] - raw["moves"]["e1e2"]
    fens = [task["fen"] for task in games.engines.tasks]
    assert position.play({0: position.read("a1d4")}).fen() in fens
    assert fens.count(position.fen()) == 2, "where the game turned, the position is searched once more"
    assert len(fens) - 1 == len(set(fens)) <= 2 + evaluation.MOST_BETTER


def test_a_cast_of_the_dice_is_a_turn_as_well(games):
    games.open("Toss")
    for seat in (0, 1):
        assert games.act(seat, next(iter(games.table.moves(seat)))) == ""
    assert games.send("resign", 0) == ""
    games.reviewed(games.id)
    assert games.progress(games.id) == Progress("done", 6, 6)
    played = [list(thought["played"]) for thought in games.evaluations(games.id).values()]
    assert played == [["2"], ["0"], ["2"], ["1"], ["2"], []]


def test_the_last_position_is_evaluated_only_if_it_could_have_been_played_on(games):
    games.open("Duel", fen="2n/3/N2 w 6")
    games.turn("a1b3", "c3b1")
    assert games.table.ending.reason == "missed"
    games.reviewed(games.id)
    assert list(games.evaluations(games.id)) == [0]


def test_a_task_holds_positions_near_a_draw_by_repetition_but_none_of_a_hidden_board(games):
    for variant in ("Apocalypse", "Veil"):
        games.reviewed(games.over(variant))
    tasks = {name: [task for task in games.engines.tasks if task["variant"] == name] for name in GAMES}
    fens = [task["fen"] for task in tasks["Apocalypse"]]
    assert [task["past"] for task in tasks["Apocalypse"][1:]] == [[]] * 3, "what stood there once may come again"
    assert tasks["Apocalypse"][0]["past"] == fens[2:3], "both horsemen are back where they were"
    assert [task["past"] for task in tasks["Veil"]] == [[]] * 4


def test_a_long_review_is_sent_in_parts(games):
    table = games.over()
    games.reviewed(table)
    query = select(review_rows.c.versions, review_rows.c.body).where(review_rows.c.number == 0)
    ((versions, body),) = games.journal.read(query)
    for number in range(4, reviews.MOST_POSITIONS_SENT + 10):
        row = {"table_id": table, "number": number, "body": body, "at": 0, "versions": versions}
        games.journal.write(statement(insert(review_rows), row))
    for letters, most in ((10**9, reviews.MOST_POSITIONS_SENT), (40 * len(body), 40), (0, 1)):
        numbers = []
        with changed(reviews, MOST_LETTERS_SENT=letters):
            while len(numbers) < reviews.MOST_POSITIONS_SENT + 10:
                part = list(games.reviewer.page(table, min(numbers, default=1000)))
                assert 0 < len(part) <= most
                numbers += part
        assert numbers == list(reversed(range(reviews.MOST_POSITIONS_SENT + 10)))


# In which order, and how far


def test_reviews_evaluate_one_position_at_a_time_after_all_moves_and_charge_the_requester(games):
    tables = [games.over(), games.over("Twice"), games.over("Veil")]
    for table, asker in zip(tables, (ANN, BOB, BOB), strict=True):
        games.ask(table, asker)
    games.wait(*tables)
    assert [games.progress(table).state for table in tables] == ["done"] * 3
    assert set(games.engines.urgent) == {False}
    assert games.engines.most_at_once == 1
    assert [task["variant"] for task in games.engines.tasks] == ["Apocalypse"] * 4 + ["Twice"] * 4 + ["Veil"] * 4
    assert games.engines.askers == [ANN] * 4 + [BOB] * 8


def test_a_long_game_lets_the_others_in_between(games):
    long, short = games.over(), games.over("Twice", 1)
    with changed(reviews, POSITIONS_IN_A_ROW=3):
        games.engines.hold()
        for table in (long, short):
            games.ask(table)
        games.until_asked(1)
        games.engines.let_go()
        games.engines.hold(3)
        games.until_asked(4)
        assert games.progress(long) == Progress("waiting", 3, 4)
        assert games.progress(short) == Progress("working", 0, 2)
        games.engines.let_go()
        games.wait(long, short)
    assert [task["variant"] for task in games.engines.tasks] == ["Apocalypse"] * 3 + ["Twice"] * 2 + ["Apocalypse"]
    assert [games.progress(table).state for table in (long, short)] == ["done"] * 2


def test_a_review_resumes_after_a_restart(games):
    table = games.over()
    games.engines.hold(2)
    games.ask(table)
    games.until_asked(3)
    games.restart()
    assert games.progress(table) == Progress("none", 2, 4)
    before = games.evaluations(table)
    games.reviewed(table)
    assert games.progress(table) == DONE
    after = games.evaluations(table)
    assert [task["fen"] for task in games.engines.tasks] == [after[number]["fen"] for number in (1, 0)]
    assert {number: after[number] for number in before} == before


@pytest.mark.parametrize("raised", ["rules", "evaluation"])
def test_evaluations_of_other_versions_are_computed_again(games, raised):
    table = games.over("Twice")
    games.reviewed(table)
    newer = (
        changed(Twice, rules_version=2)
        if raised == "rules"
        else changed(evaluation, EVALUATION_VERSION=evaluation.EVALUATION_VERSION + 1)
    )
    with newer:
        assert games.evaluations(table) == {}
        games.reviewed(table)
        assert games.progress(table) == DONE
    assert len(games.engines.tasks) == 8
    assert games.journal.read(select(func.count()).select_from(review_rows)) == [(4,)]


# Who may ask for it


def test_a_game_without_moves_to_review_is_refused_by_name(games):
    assert games.refusal("nowhere") == "no_table"
    assert games.refusal(games.over(turns=0)) == "review_empty"
    assert games.refusal(games.over("Toss", turns=0)) == "review_empty"
    assert games.table.number == 1, "the die was cast"
    assert reviews.MOST_REVIEW_TURNS >= 500
    with changed(reviews, MOST_REVIEW_TURNS=2):
        assert games.refusal(games.over()) == "review_long"
    games.open("Duel")
    games.turn("a1b3", "c3b1")
    with replaced(Duel, "play", lambda _, position, actions: position):
        games.restart()
        assert games.table.status == "stopped"
        assert games.refusal(games.id) == "review_stopped"
    gone = games.over("Twice")
    del games.variants["Twice"]
    games.restart()
    assert games.refusal(gone) == "no_variant"


def test_the_review_queue_is_bounded_in_all_and_per_person(games):
    tables = [games.over("Twice", 1) for _ in range(reviews.MOST_GAMES_WAITING + 3)]
    games.engines.hold()
    games.ask(tables[0])
    games.until_asked(1)
    mine, others = tables[1 : reviews.MOST_REQUESTS + 1], tables[reviews.MOST_REQUESTS + 1 : -2]
    for table in mine:
        assert games.ask(table, BOB).state == "waiting"
    assert games.refusal(tables[-1], BOB) == "reviews_many"
    for number, table in enumerate(others):
        assert games.ask(table, Asker(f"192.0.2.{number}")).state == "waiting"
    assert games.refusal(tables[-2], BOB) in ("reviews_many", "reviews_full")
    assert games.ask(mine[0], BOB).state == "waiting", "who waits already is not refused"
    games.engines.let_go()
    games.wait(*tables[:-2])
    assert games.ask(tables[-1]).state in AT_WORK


def test_an_address_with_many_cookies_leaves_the_others_their_places(games):
    tables = [games.over("Twice", 1) for _ in range(reviews.MOST_GAMES_WAITING + 3)]
    games.engines.hold()
    for number, table in enumerate(tables[:-2]):
        games.ask(table, Asker("192.0.2.9", f"cookie {number // reviews.MOST_REQUESTS}"))
        games.until_asked(1)
    assert games.ask(tables[-2], ANN).state == "waiting"
    assert games.ask(tables[-1], BOB).state == "waiting"
    stand = [games.progress(table) for table in tables]
    assert [each.fault.code for each in stand if each.fault is not None] == ["reviews_full"] * 2
    assert [each.state for each in stand[-2:]] == ["waiting"] * 2
    games.engines.let_go()
    games.until_asked(9)
    assert games.engines.askers[2:8] == [games.engines.askers[2]] * 2 + [ANN] * 2 + [BOB] * 2


# What fails


def test_an_engine_that_fails_once_is_asked_once_more(games):
    table = games.over()
    games.engines.faults = [None, PoolError("it crashed")]
    games.reviewed(table)
    assert games.progress(table).state == "done"
    assert games.rests == [evaluation.POSITION_RETRY_DELAY]
    assert games.engines.tasks[1] == games.engines.tasks[2]


@pytest.mark.parametrize(
    ("error", "code"),
    [(PoolError("it crashed"), "review_failed"), (Busy("full"), "review_busy"), (KeyError("x"), "review_broke")],
)
def test_a_second_engine_failure_ends_a_review_and_keeps_its_evaluations(games, error, code):
    table, other = games.over(), games.over()
    games.engines.faults = [None, error, error]
    games.ask(table)
    games.until_asked(1)
    games.ask(other)
    games.wait(table, other)
    assert (games.fault(table), games.progress(table).done) == (code, 1)
    assert list(games.evaluations(table)) == [3]
    games.engines.faults.clear()
    games.reviewed(other)
    assert games.progress(other).state == "done", "other games are none the worse"
    games.reviewed(table)
    assert games.progress(table) == DONE


def test_a_review_names_the_turn_from_which_the_rules_have_changed(games):
    table = games.over("Twice")

    def play(plain, position, actions):
        return position if position.plies == 1 else plain(position, actions)

    with replaced(Twice, "play", play):
        games.reviewed(table)
        assert games.fault(table) == "record_turn"
        assert games.progress(table).fault.parameters["turn"] == "2"
        assert games.progress(table).done == 2


def test_a_position_with_too_many_pairs_of_moves_is_not_evaluated(games):
    table, turns, hidden = games.over(), games.over("Twice"), games.over("Veil")
    with games.tables.reading(table) as game:
        positions = map(game.position_at, range(game.number))
        widest = max(prod(len(position.moves(seat)) for seat in (0, 1)) for position in positions)
    with changed(evaluation, MOST_MOVE_PAIRS=widest - 1):
        games.reviewed(table, turns, hidden)
        assert games.fault(table) == "too_wide"
    assert [games.progress(each).state for each in (turns, hidden)] == ["done"] * 2
    with changed(evaluation, MOST_MOVE_PAIRS=widest):
        games.reviewed(table)
    assert games.progress(table).state == "done"


def test_a_journal_that_fails_ends_a_review_with_a_sentence(games):
    table = games.over()
    with failing(games.journal, "write", JournalError("no")):
        games.reviewed(table)
    assert games.fault(table) == "review_not_kept"


def test_why_a_review_failed_is_not_remembered_for_ever(tmp_path):
    with changed(reviews, MOST_FAULTS=1):
        games = ReviewedMatch(tmp_path)
    tables = [games.over("Twice", 1) for _ in range(2)]
    games.engines.faults = [PoolError("it crashed")] * 4
    games.reviewed(*tables)
    assert [games.progress(table).state for table in tables] == ["none", "failed"]
    games.close()

"""Reviews and judgements over HTTP: JSON in the reader's language for games that are over, a sentence for all else."""

from contextlib import contextmanager
from itertools import pairwise
from random import Random

import gevent
import pytest

from server.engine import Busy, Evaluator, PoolError, Reviews
from server.engine import evaluation as computer
from server.people import person_of
from server.web.table import review
from tests.harness.composition import app_at
from tests.harness.engines import Engines
from tests.harness.faults import changed
from tests.harness.pages import Players
from tests.harness.sources import Clock, scripted
from tests.toys import Veil, write_variant
from variants.registry import load_all

VARIANTS = load_all()

PATIENCE = 90
"""Seconds after which a review that is not done will not be."""
BOARD = "/en/variants/Apocalypse/analysis"
MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w"


@pytest.fixture
def engines():
    """Who thinks for the site in most of these tests."""
    return Engines(VARIANTS)


@pytest.fixture
def app(tmp_path, engines):
    """A site for which they think."""
    parts = {
        "reviews": reviews_by(engines, rest=lambda _: None),
        "evaluator": lambda _: Evaluator(engines, Random(1), lambda: 0.0, limited=False),
    }
    with app_at(tmp_path / "site", parts=parts) as app:
        yield app


@contextmanager
def site_of(folder, nodes, *variants):
    """Somebody at a site with these variants besides its own, whose engines search so many nodes; and the engines."""
    for variant in variants:
        write_variant(folder / "variants", variant)
    outside = (folder / "variants",) if variants else ()
    engines = Engines({}, nodes)

    def evaluator(site):
        engines.variants = site.library.variants
        return Evaluator(engines, Random(1), lambda: 0.0)

    with app_at(folder / "data", parts={"evaluator": evaluator}, variants=outside) as app:
        yield app.test_client(), engines


def reviews_by(engines, **more):
    """Reviews that these engines make."""
    return lambda site: Reviews(site.tables, site.journal, engines, Random(1), site.clock, **more)


@pytest.fixture
def over(app, engines):
    """A game that is over: three turns, then Black resigned."""
    return ended(app)


def ended(app, variant="Apocalypse"):
    players = Players(app, variant)
    if variant == "Apocalypse":
        for moves in (("a2a3", "e4e3"), ("e1d3", "a5b3"), ("d3e1", "b3a5")):
            players.turn(*moves)
    else:
        for number, move in enumerate(("e2e4", "e7e5", "d1h5")):
            players.do("act", number % 2, number, move)
    players.do("resign", 1)
    return players


def reviewed(players):
    """The review of a game, when it is done; the turns in their order."""
    client, address = players.clients[0], f"/en/game/{players.id}/review"
    shown = client.post(address).json
    with gevent.Timeout(PATIENCE):
        while shown["state"] != "done":
            assert shown["state"] in ("waiting", "working"), shown["sentence"]
            gevent.sleep(0.01)
            shown = client.get(address).json
    shown = client.get(address).json
    return {**shown, "turns": shown["turns"][::-1]}


def refused(answer, status=409):
    """The code of what was refused; it has a sentence."""
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "application/json"
    assert set(answer.json) == {"refusal"}
    assert answer.json["refusal"]["sentence"].endswith((".", "!", "?"))
    return answer.json["refusal"]["code"]


# Reviews


def test_a_review_is_asked_for_and_followed(over, client):
    address = f"/en/game/{over.id}/review"
    begun = client.get(address).json
    assert begun == {"state": "none", "done": 0, "total": 4, "sentence": "", "turns": []}
    answers = client.post(address).json
    assert answers["state"] in ("waiting", "working")
    shown = reviewed(over)
    assert (shown["state"], shown["done"], shown["total"]) == ("done", 4, 4)
    assert [turn["number"] for turn in client.get(address).json["turns"]] == [3, 2, 1, 0], "from the end"
    assert client.get(f"{address}?before=2").json == {**shown, "turns": shown["turns"][1::-1]}
    assert client.get(f"{address}?before=0").json["turns"] == []


def test_a_simultaneous_turn_is_reviewed_with_a_payoff_table_that_can_be_checked_by_hand(over):
    first, *_, last = reviewed(over)["turns"]
    assert (first["kind"], first["list"]) == ("matrix", None)
    rows, columns, cells = (first["grid"][part] for part in ("rows", "columns", "cells"))
    assert [len(cells), {len(row) for row in cells}] == [len(rows), {len(columns)}]
    assert [move["label"] for move in (*rows, *columns) if move["played"]] == ["a3", "e3"]
    worth = [sum(column["odds"] * cell for column, cell in zip(columns, row, strict=True)) for row in cells]
    assert max(worth) == pytest.approx(first["scores"][0], abs=0.001)
    for moves in first["odds"].values():
        odds = [move["odds"] for move in moves]
        assert odds == sorted(odds, reverse=True)
    assert last["costs"] == {}
    assert not any(move["played"] for move in last["grid"]["rows"]), "Black resigned here"


def test_a_turn_of_one_seat_is_reviewed_with_its_moves_best_first(app, engines):
    turns = reviewed(ended(app, "Checkered"))["turns"]
    for number, turn in enumerate(turns):
        scores = [move["score"] for move in turn["list"]]
        assert scores == sorted(scores, reverse=True)
        assert (turn["kind"], turn["grid"], list(turn["odds"])) == ("turn", None, [str(number % 2)])
    assert [move["label"] for turn in turns for move in turn["list"] if move["played"]] == ["e4", "e5", "Qh5"]


def test_the_processes_of_the_site_review_a_whole_game(tmp_path):
    with changed(computer, POSITION_SECONDS=0.01, TURNING_SECONDS=0.01), app_at(tmp_path) as app:
        shown = reviewed(ended(app))
        assert (shown["state"], len(shown["turns"])) == ("done", 4)
        judged = app.test_client().post("/en/variants/Checkered/analysis", data={"fen": MATE}).json["judgement"]
        assert (judged["scores"], judged["sentences"]) == ([1.0, 0.0], ["Best for White: Ra8."])


def test_a_running_game_has_no_review_or_evaluation(app, engines):
    players = Players(app)
    players.turn("a2a3", "e4e3")
    players.do("act", 0, 1, "e1d3")
    answers = []
    for client in (*players.clients, app.test_client()):
        for address in (f"/en/game/{players.id}/review", f"/en/game/{players.id}/review?before=9"):
            answers += [client.get(address), client.post(address)]
    assert {refused(answer) for answer in answers} == {"review_early"}
    assert len({answer.text for answer in answers}) == 1
    assert engines.tasks == []


def test_a_game_that_cannot_be_reviewed_is_refused_in_the_readers_language(app, client, over):
    assert refused(client.get("/en/game/nowhere/review"), 404) == "no_table"
    assert refused(client.post("/en/game/nowhere/review"), 404) == "no_table"
    assert refused(client.post("/en/variants/Nothing/analysis"), 404) == "no_variant"
    for first in ("x", "-1", "1" * 7, "²", ""):
        assert refused(client.get(f"/en/game/{over.id}/review?before={first}")) == "no_turn"
    sentence = client.post(f"/fr/game/{Players(app).id}/review").json["refusal"]["sentence"]
    assert sentence == "Une partie s’analyse quand elle est finie."


def test_without_engines_reviews_are_shown_but_not_made(tmp_path):
    with app_at(tmp_path, parts={"reviews": reviews_by(Engines(VARIANTS))}) as app:
        players = ended(app)
        assert reviewed(players)["state"] == "done"
    with app_at(tmp_path, engines=0) as app:
        client = app.test_client()
        assert client.get(f"/en/game/{players.id}/review").json["state"] == "done"
        assert {refused(client.post(path)) for path in (f"/en/game/{players.id}/review", BOARD)} == {"no_judge"}
        assert client.post(BOARD, data={"judge": "no"}).json["judgement"] is None


# The analysis board


def test_any_position_is_judged(client, engines):
    shown = client.post(BOARD, data={"fen": "2n2/p4/5/4P/2N2 w 0"}).json
    judgement = shown["judgement"]
    assert (judgement["number"], judgement["fen"], judgement["costs"]) == (0, shown["fen"], {})
    assert {move["id"] for move in judgement["grid"]["rows"]} == {move["id"] for move in shown["moves"]["0"]}
    assert judgement["sentences"][0].startswith("Best for White")
    assert judgement["sentences"][1].startswith("Best for Black")
    assert (shown["turn"], shown["result"], shown["number"]) == (None, None, 0)
    assert engines.urgent == [False]


def test_lines_are_numbered_like_the_score_sheet(tmp_path):
    with site_of(tmp_path, 900) as (client, engines):
        sent = {"fen": "4k3/8/8/8/8/8/8/R3K3 b 0", "moves": "e8f7"}
        shown = client.post("/en/variants/Chess/analysis", data=sent).json["judgement"]
    assert [task["lines"] for task in engines.tasks] == [True]
    assert max(len(line["turns"]) for line in shown["lines"]) > 1
    for line in shown["lines"]:
        (first, *others) = line["turns"]
        (score,) = [move["score"] for move in shown["list"] if move["id"] == first["moves"]["0"]]
        assert (line["score"], first["row"], first["begins"]) == (score, 2, True)
        assert [(turn["row"], turn["begins"]) for turn in others[:2]] == [(2, False), (3, True)][: len(others)]


def test_lines_show_chance_moves_with_their_probability(tmp_path):
    with site_of(tmp_path, 20_000) as (client, _):
        sent = {"fen": "4k3/8/8/8/8/8/8/R3K3 w", "moves": "=r"}
        shown = client.post("/en/variants/Dice/analysis", data=sent).json
    turns = [turn for line in shown["judgement"]["lines"] for turn in line["turns"]]
    rolls = [turn for turn in turns if turn["chance"]]
    assert rolls
    for turn in rolls:
        assert turn["odds"] == {"2": [[turn["texts"]["2"], 1.0]]} or turn["odds"] == {}
    assert all("2" not in turn["moves"] for turn in turns if not turn["chance"])


def test_a_review_for_one_seat_shows_no_move_of_other_seats(tmp_path):
    sent = {"fen": "k7/8/8/8/8/8/8/K6R w"}
    with site_of(tmp_path, 30_000) as (client, _):
        every, own = (
            client.post("/en/variants/Dark/analysis", data=sent | eyes).json["judgement"]["lines"]
            for eyes in ({}, {"eyes": "mover"})
        )
    assert max(len(line["turns"]) for line in every) > 1
    assert {len(line["turns"]) for line in own} == {1}
    assert {seat for line in own for turn in line["turns"] for seat in turn["moves"]} == {"0"}


def test_a_line_is_played_from_a_position(client, engines):
    shown = client.post(BOARD, data={"moves": "a2a3 e4e3\ne1d3 a5b3", "judge": "no"}).json
    assert (shown["number"], shown["judgement"], engines.tasks) == (2, None, [])
    assert shown["turn"]["texts"] == {"0": "Nd3", "1": "Nb3"}
    assert len(shown["turn"]["sentences"]) == 2
    again = client.post(BOARD, data={"fen": shown["fen"], "moves": "d3e1 b3a5"}).json
    assert again["picture"]["board"].count("N") == 2
    assert again["judgement"]["number"] == 1


def test_a_second_occurrence_is_not_evaluated_as_the_draw_of_a_third(client, engines):
    there = "8/4k3/8/8/8/8/4K3/Q7 w 0"
    board, shuffle = "/en/variants/Checkered/analysis", ["a1b1", "e7d7", "b1a1"]
    scores = []
    for times in (1, 2):
        moves = "\n".join([*[*shuffle, "d7e7"] * (times - 1), *shuffle])
        shown = client.post(board, data={"fen": there, "moves": moves}).json["judgement"]["list"]
        scores += [row["score"] for row in shown if row["id"] == "d7e7"]
    assert scores[0] < 0.3
    assert scores[1] == 0.5


def test_options_are_taken_from_the_address_and_from_the_form(client, engines):
    answers = [
        client.post(f"{BOARD}?option-collision=classic&judge=no"),
        client.post(BOARD, data={"option-collision": "classic"}),
    ]
    shown = [answer.json.get("settings") for answer in answers]
    assert shown[0] == shown[1]
    assert shown[0] != client.post(BOARD, data={"judge": "no"}).json["settings"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"fen": "x" * 10_000}, "fen_long"),
        ({"fen": "zz"}, None),
        ({"fen": "5/5/5/5/5 w 0 \u0000"}, None),
        ({"option-nothing": "1"}, "option_unknown"),
        ({"option-": "1"}, "option_unknown"),
        ({"option-collision": "x" * 10_000}, "option_value"),
        ({"moves": "a2a3"}, "line_moves"),
        ({"moves": "a2a3 e4e3 e4e3"}, "line_moves"),
        ({"moves": "a2a3 e4e3\n\na3a4 e3e2"}, "line_moves"),
        ({"moves": "a2a4 e4e3"}, "record_turn"),
        ({"moves": "a2a3 \u202e"}, "record_turn"),
        ({"moves": "a2a3 " + "e" * 5_000}, "line_move"),
        ({"moves": "a2a3 e4e3\n" * 301}, "line_long"),
        ({"fen": "5/5/5/P4/5 w 0", "moves": "a2a3 a2a3"}, "record_turn"),
    ],
)
def test_a_position_that_cannot_be_set_up_is_refused_with_a_sentence(client, engines, fields, code):
    answer = client.post("/fr/variants/Apocalypse/analysis", data=fields)
    status = 409 if code is not None and code.startswith("line") else 400  # What cannot be read at all.
    assert code in (refused(answer, status), None)
    assert len(answer.text) < 1000, "what is wrong is not sent back in full"
    assert engines.tasks == []


@pytest.mark.parametrize(("fault", "code"), [(Busy("full"), "analysis_busy"), (PoolError("x"), "analysis_failed")])
def test_an_evaluation_that_is_not_possible_is_refused_by_name(client, engines, fault, code):
    engines.faults = [fault]
    assert refused(client.post(BOARD), 503) == code


def test_the_evaluations_of_one_address_are_rate_limited(tmp_path, engines):
    clock = Clock()
    with app_at(tmp_path, parts={"evaluator": lambda _: Evaluator(engines, Random(1), clock)}) as app:

        def post(address):
            return app.test_client().post(BOARD, environ_overrides={"REMOTE_ADDR": address})

        assert {post("192.0.2.1").status_code for _ in range(computer.EVALUATION_BURST)} == {200}
        assert refused(post("192.0.2.1"), 429) == "too_fast"
        assert post("192.0.2.2").status_code == 200
        clock.now += 2
        assert post("192.0.2.1").status_code == 200
    assert len(engines.tasks) == computer.EVALUATION_BURST + 2


def test_engine_tasks_are_charged_to_the_address_and_person_who_asked(app, over, engines):
    stranger, ann = app.test_client(), app.test_client()
    with ann.session_transaction() as session:
        session["secret"] = "a" * 32
    for client in (stranger, ann):
        client.environ_base["REMOTE_ADDR"] = "192.0.2.1"
        client.post(BOARD)
    ann.post(f"/en/game/{over.id}/review")
    with gevent.Timeout(PATIENCE):
        while app.extensions["cavalier"].reviews.progress(over.id).state != "done":
            gevent.sleep(0.01)
    known = ("192.0.2.1", person_of("a" * 32))
    assert engines.askers == [("192.0.2.1", "")] + [known] * (len(engines.askers) - 1)
    assert len(engines.askers) >= 6, "a review is the wish of who began it"


def test_a_position_with_too_many_pairs_of_moves_is_refused_before_anybody_thinks(client, engines):
    queens = 'q1q1q1q1/k7/q1q1q1q1/8/8/1Q1Q1Q1Q/7K/1Q1Q1Q1Q w 10 {"flags":"8888","enpassant":"-"}'
    answer = client.post("/fr/variants/Synchrone/analysis", data={"fen": queens})
    assert refused(answer) == "too_wide"
    assert "6000" in answer.json["refusal"]["sentence"]
    assert engines.tasks == []


def test_a_long_review_counts_as_many_requests(tmp_path, engines, monkeypatch):
    parts = {"reviews": reviews_by(engines, rest=lambda _: None)}
    with app_at(tmp_path, scripted(lambda: 0.0), parts, address_rate=10) as app:  # Fifty at once.
        over = ended(app)
        reviewed(over)
        monkeypatch.setattr(review, "EVALUATION_COST", 4.75)
        address, client = f"/en/game/{over.id}/review", app.test_client()
        client.environ_base["REMOTE_ADDR"] = "192.0.2.2"
        assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429]
        assert client.get(f"{address}?before=1").status_code == 200


def test_the_board_is_a_page_that_begins_with_the_position_of_its_address(client):
    answer = client.get(f"{BOARD}?fen=2n2/p4/5/4P/2N2")
    assert answer.status_code == 200
    assert '"fen": "2n2/p4/5/4P/2N2 w 0' in answer.text
    wrong = client.get("/fr/variants/Apocalypse/analysis?fen=zz")
    assert wrong.status_code == 400
    assert "npppn/p3p/5/P3P/NPPPN" in wrong.text
    for fen, hidden in (("zz", True), ("", False)):
        page = client.get(f"/en/variants/Chess/analysis?fen={fen}").text
        assert ('id="own" hidden' in page) == hidden, "of a position that is refused no other form is told"
    assert ">rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1</textarea>" in page
    unknown = client.get(f"{BOARD}?option-nothing=1")
    assert (unknown.status_code, "There is no option “nothing”" in unknown.text) == (400, True)


def test_hidden_boards_and_dice_are_judged_by_trial_games(tmp_path):
    with site_of(tmp_path, 400, Veil) as (client, _):
        shown = client.post("/en/variants/Veil/analysis").json["judgement"]
        assert (shown["kind"], shown["grid"], shown["list"]) == ("sampled", None, None)
        assert set(shown["lists"]) == {"0", "1"}
        for ranking in shown["lists"].values():
            assert all(one["score"] >= other["score"] for one, other in pairwise(ranking))
        for moves, listed in (("", set()), ("=p", {"0"}), ("=p\ne2e4", set())):
            shown = client.post("/en/variants/Dice/analysis", data={"moves": moves}).json
            assert [chair["state"] for chair in shown["chairs"]] == ["done", "done", "nature"]
            judged = shown["judgement"]
            assert judged["scores"][2] == 0
            assert sum(judged["scores"]) == pytest.approx(1, abs=1e-3)
            assert set(judged["lists"]) == listed
            assert len(judged["sentences"]) == len(listed), "nothing is best for the dice"

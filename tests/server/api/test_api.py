"""Programs can do what people can, are refused by the same names, and are told no more than their eyes may see."""

import json
from random import Random

import pytest

from server.engine import Busy
from server.game import AWAY
from server.store import Journal, JournalError
from tests.harness.client import cookie, open_table
from tests.harness.composition import app_at
from tests.harness.faults import changed, failing
from tests.harness.site import scripted_site
from tests.harness.sources import scripted
from tests.toys import TOYS, write_variant
from variants.position import Eyes
from variants.registry import load, load_all

START = load("Apocalypse").start().fen()


class Program:
    """Somebody who plays by the interface alone."""

    def __init__(self, client, name=None):
        self.client = client
        self.sent = 0
        answer = client.post("/api/v1/identity", json={"name": name} if name else {})
        assert answer.status_code == 201
        self.person, self.secret = answer.json["person"], answer.json["secret"]

    def get(self, path, **headers):
        return self.client.get(f"/api/v1{path}", headers=self._headers(headers))

    def post(self, path, body, **headers):
        return self.client.post(f"/api/v1{path}", json=body, headers=self._headers(headers))

    def do(self, table, deed, **body):
        """Do something at a table: the number of turns played since, or what was refused."""
        self.sent += 1
        answer = self.post(f"/tables/{table}/{deed}", {"id": f"{self.person}-{self.sent}", **body}).json
        return answer["number"] if "number" in answer else answer["refusal"]["code"]

    def _headers(self, more):
        return {"Authorization": f"Bearer {self.secret}", **more}


@pytest.fixture(scope="module")
def app(tmp_path_factory, clock):
    """A site with the toys, whose clock is turned by hand."""
    toys = tmp_path_factory.mktemp("toys")
    for toy in TOYS:
        write_variant(toys, toy)
    with app_at(tmp_path_factory.mktemp("data"), scripted(clock), variants=(toys,)) as app:
        yield app


def game(app, variant, **more):
    """A running game of as many programs as it has seats."""
    rules = app.extensions["cavalier"].library.variants[variant]
    players = [Program(app.test_client()) for seat in range(len(rules.seats)) if seat not in rules.chance]
    table = players[0].post("/tables", {"variant": variant, "seat": 0, **more}).json["table"]
    for player in players[1:]:
        assert player.post(f"/tables/{table}/join", {}).status_code == 200
    return table, players


@pytest.fixture
def ann(app):
    return Program(app.test_client(), "Ann")


NAMES = [*load_all(), *(toy.__name__ for toy in TOYS)]


@pytest.mark.parametrize("name", NAMES)
def test_positions_and_outcomes_are_those_of_the_rules(app, ann, name):
    random = Random(name)
    rules = app.extensions["cavalier"].library.variants[name]
    answer = ann.post("/positions", {"variant": name}).json
    for _ in range(12):
        position = rules.from_fen(answer["fen"], answer["settings"])
        if answer["result"] is not None:
            assert (answer["to_act"], answer["moves"]) == ([], {})
            break
        assert answer["to_act"] == sorted(position.to_act)
        offered = {seat: {row["id"] for row in answer["moves"][str(seat)]} for seat in position.to_act}
        assert offered == {seat: {rules.write(move) for move in position.moves(seat)} for seat in position.to_act}
        chosen = {str(seat): random.choice(sorted(moves)) for seat, moves in offered.items()}
        after = position.play({int(seat): rules.read(text) for seat, text in chosen.items()})
        answer = ann.post(
            "/outcomes", {"variant": name, "settings": answer["settings"], "fen": answer["fen"], "actions": chosen}
        ).json
        assert (answer["fen"], answer["standard_fen"]) == (after.fen(), after.standard_fen())
        assert [event["code"] for event in answer["events"]] == [event.code for event in after.seen_events(Eyes.ALL)]
        assert all(event["sentence"] for event in answer["events"])
        assert set(answer["notation"]) == set(chosen)
        assert (answer["result"] or {}).get("reason") == (after.result().reason if after.result() else None)
        assert tuple(answer["picture"]["board"]) == after.picture(Eyes.ALL).board


@pytest.mark.parametrize(
    "fen", ["4k3/8/8/8/8/8/8/4K2R w K - 0 1 ", "4k3/8/8/8/8/8/8/4K2R\n w  K", "4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1"]
)
def test_a_position_is_read_from_a_fen_with_any_blanks(ann, fen):
    answer = ann.post("/positions", {"variant": "Chess", "fen": fen}).json
    assert answer["standard_fen"] == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


def test_a_bearer_secret_and_the_cookie_are_one_identity(app, ann):
    browser = app.test_client()
    browser.post("/en/name", data={"name": "Zoe"})
    table = browser.post("/api/v1/tables", json={"variant": "Checkered", "seat": 1}).json["table"]
    assert browser.get(f"/api/v1/tables/{table}?seat=1").json["viewer"] == 1
    assert "Zoe" in browser.get(f"/en/game/{table}").text
    assert ann.get(f"/tables/{table}?seat=1").status_code == 403
    both = browser.get(f"/api/v1/tables/{table}?seat=1", headers={"Authorization": f"Bearer {ann.secret}"})
    assert both.status_code == 403, "whoever says who he is is not who his cookie says"
    foreign = ann.post("/tables", {"variant": "Checkered"}, Origin="https://elsewhere.example")
    assert foreign.status_code == 201, "a secret needs no origin"


@pytest.mark.parametrize(
    "secret", ["", " x", " ", f" {'x' * 31}", f" {'x' * 33}", f" {'é' * 32}", f" {'x' * 31}/", f" {'x' * 32}"]
)
def test_a_secret_that_this_site_did_not_draw_is_refused_by_name_everywhere(app, secret):
    client, headers = app.test_client(), {"Authorization": f"Bearer{secret}"}
    for answer in (
        client.get("/api/v1/variants", headers=headers),
        client.post("/api/v1/tables", json={"variant": "Checkered"}, headers=headers),
    ):
        assert (answer.status_code, answer.json["refusal"]["code"]) == (401, "no_identity")
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_without_an_identity_actions_are_refused_and_public_data_is_served(app):
    stranger = app.test_client()
    table, _ = game(app, "Apocalypse")
    assert stranger.get(f"/api/v1/tables/{table}").json["viewer"] is None
    for path, body in (
        ("/tables", {"variant": "Apocalypse"}),
        (f"/tables/{table}/join", {}),
        (f"/tables/{table}/act", {"seat": 0, "number": 0, "move": "a2a3", "id": "x"}),
        (f"/tables/{table}/rematch", {"seat": 0, "id": "x", "surprise": False}),
    ):
        answer = stranger.post(f"/api/v1{path}", json=body)
        assert (answer.status_code, answer.json["refusal"]["code"]) == (401, "no_identity")


def test_answers_come_in_the_language_that_is_asked_for(ann):
    sentences = {
        language: ann.get("/tables/nothing", **{"Accept-Language": language}).json["refusal"]["sentence"]
        for language in ("en", "fr-CA", "de", "xx;;;")
    }
    assert sentences["fr-CA"].startswith("Il n’y a pas de partie")
    assert {sentences["en"], sentences["de"], sentences["xx;;;"]} == {"There is no game at this address."}
    assert ann.get("/variants/Checkered", **{"Accept-Language": "fr"}).json["seats"][0]["title"] == "Blancs"
    wrong = {"variant": "Apocalypse", "fen": "npppn/p3p/5/P3P/NPPPN b"}
    refusal = ann.post("/positions", wrong, **{"Accept-Language": "fr"}).json["refusal"]
    assert refusal["sentence"].startswith("Les deux camps jouent"), "a variant refuses in its own words"


ACTIONS = {"0": "a2a3", "1": "a4a3"}


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("positions", {"settings": {"collision": True}}, 400, "option_value"),
        ("positions", {"fen": "npppn/p3p/5/P3P/NPPPN b"}, 400, "fen_turn_black"),
        ("positions", {"fen": "x" * 1001}, 400, "message"),
        ("positions", {"more": 1}, 400, "message"),
        ("positions", [], 400, "message"),
        ("outcomes", {"fen": START, "actions": ACTIONS | {"1": "x"}}, 400, "move_spelling"),
        ("outcomes", {"fen": START, "actions": ACTIONS | {"26": "a4a3"}}, 400, "message"),
        ("tables", {"seat": -1}, 400, "message"),
        ("tables", {"computer": 4}, 400, "message"),
        ("tables", {"computer": True}, 400, "message"),
        ("tables", {"computer": 2}, 409, "no_computer"),
    ],
)
def test_an_invalid_request_is_refused_by_name(app, ann, path, body, status, code):
    with changed(type(app.extensions["cavalier"].engines), runs=False):
        answer = ann.post(f"/{path}", {"variant": "Apocalypse", **body} if body else body)
    assert (answer.status_code, answer.json["refusal"]["code"]) == (status, code)
    assert answer.json["refusal"]["sentence"]


@pytest.mark.parametrize("body", ["", "{", "[]", '"name"'])
def test_a_body_that_is_no_json_object_is_refused_as_such(app, body):
    refused = app.test_client().post("/api/v1/identity", data=body, content_type="application/json")
    assert refused.status_code == 400
    assert refused.json["refusal"]["sentence"] == "The data sent is not a JSON object."


def test_a_seat_that_a_table_does_not_have_is_refused_by_name_and_a_taken_one_as_such(app, ann):
    table = ann.post("/tables", {"variant": "Apocalypse", "seat": 0, "listed": False}).json["table"]
    bob = Program(app.test_client(), "Bob")
    answers = [bob.post(f"/tables/{table}/join", {"seat": seat}) for seat in (7, 0, 1)]
    assert [each.status_code for each in answers] == [409, 409, 200]
    assert [each.json["refusal"]["code"] for each in answers[:2]] == ["no_seat", "chair_taken"]


def test_the_open_tables_of_one_person_are_limited(ann):
    opened = [ann.post("/tables", {"variant": "Apocalypse", "listed": False}) for _ in range(11)]
    assert [each.status_code for each in opened] == [201] * 10 + [409]
    assert opened[10].json["refusal"]["code"] == "too_many_tables"
    last = opened[0].json
    assert opened[0].headers["Location"] == f"/api/v1/tables/{last['table']}"
    assert last["table"] not in {row["table"] for row in ann.get("/tables?most=100").json["tables"]}, "not listed"
    assert ann.do(last["table"], "resign", seat=last["seat"]) == 0
    assert ann.post("/tables", {"variant": "Apocalypse"}).status_code == 201


def test_a_program_is_present_while_it_calls_and_absent_when_it_stops(app, clock):
    table, (white, black) = game(app, "Checkered", control="5+3")
    for player, seat, move in ((white, 0, "e2e4"), (black, 1, "e7e5")):
        assert player.do(table, "act", seat=seat, number=seat, move=move) == seat + 1

    def away():
        return [chair["away"] for chair in app.test_client().get(f"/api/v1/tables/{table}").json["chairs"]]

    white.get(f"/tables/{table}?seat=0")
    black.get(f"/tables/{table}?seat=1")
    assert away() == [False, False]
    for _ in range(4):
        clock.now += AWAY - 1
        assert black.do(table, "decline", seat=1) == "no_offer", "what is refused is a sign of life too"
    assert away() == [True, False]
    assert black.do(table, "absent", seat=1, win=True) == "not_absent"
    clock.now += 80
    assert black.do(table, "absent", seat=1, win=True) == 2
    assert black.get(f"/tables/{table}").json["result"]["reason"] == "abandoned"


@pytest.mark.parametrize("name", NAMES)
def test_two_programs_play_a_game_whose_record_verifies_and_any_change_to_it_is_refused(app, name):
    random = Random(name)
    table, players = game(app, name)
    for _ in range(20):
        number = players[0].get(f"/tables/{table}").json["number"]
        for seat, player in enumerate(players):
            mine = player.get(f"/tables/{table}?seat={seat}&since={number}").json
            if mine["moves"] and mine["number"] == number:
                move = random.choice(mine["moves"])["id"]
                assert player.do(table, "act", seat=seat, number=number, move=move) in (number, number + 1)
    players[0].do(table, "resign", seat=0)
    own = [player.get(f"/tables/{table}/record.json?seat=0").status_code for player in players]
    assert own == [200, *[403] * (len(players) - 1)], "a record with the eyes of a seat is for its player"
    view = players[0].get(f"/tables/{table}").json
    assert view["result"]["sentence"]
    assert [turn["number"] for turn in view["turns"]] == list(range(1, view["number"] + 1))
    stranger = Program(app.test_client())
    text = stranger.get(f"/tables/{table}/record.json").text
    answer = stranger.client.post("/api/v1/records", data=text, content_type="application/json")
    assert (answer.status_code, answer.json["holds"], answer.json["ours"]) == (200, True, True)
    assert answer.json["fen"] == json.loads(text)["final_fen"]
    assert {check["fault"] for check in answer.json["checks"]} == {None}
    changed = stranger.post("/records", {**json.loads(text), "control": "5+3"})
    assert not changed.json["holds"]
    assert "record_digest" in {check["fault"] for check in changed.json["checks"]}
    moves = stranger.get(f"/tables/{table}/record.pgn")
    assert moves.headers["Content-Type"].startswith("application/vnd.chess-pgn")
    assert "private" in moves.headers["Cache-Control"]
    again = stranger.client.post("/api/v1/records", data=moves.text, content_type="application/x-chess-pgn")
    assert (again.json["holds"], again.json["turns"], again.json["fen"]) == (True, view["number"], answer.json["fen"])


def test_a_table_opened_against_the_computer_runs_at_once(app, ann):
    with failing(app.extensions["cavalier"].engines, "ask", Busy("Nobody thinks in this test.")):
        answer = ann.post("/tables", {"variant": "Apocalypse", "seat": 1, "computer": 3})
    assert answer.status_code == 201
    view = ann.get(f"/tables/{answer.json['table']}?seat=1").json
    chairs = [(chair["person"], chair["computer"]) for chair in view["chairs"]]
    assert (view["status"], chairs) == ("running", [("computer-3", 3), (ann.person, None)])
    assert answer.json["table"] in {row["table"] for row in ann.get("/tables?status=running&most=100").json["tables"]}


@pytest.mark.parametrize(
    ("sent", "media", "status", "code"),
    [
        (b"{}", "application/json", 400, "record_unknown"),
        (b"\xff", "application/json", 400, "message"),
        (b"[" * 100_000, "application/x-chess-pgn", 400, None),
        (b" " * 2_000_000, "application/json", 413, "too_long"),
        (b"x", "text/html", 415, "media"),
    ],
)
def test_an_invalid_record_is_refused_by_name(ann, sent, media, status, code):
    answer = ann.client.post("/api/v1/records", data=sent, content_type=media)
    assert answer.status_code == status
    assert answer.json["refusal"]["code"] == code or code is None
    assert code != "media" or "“application/json / application/vnd.chess-pgn”" in answer.json["refusal"]["sentence"]


def test_failing_rules_and_a_failing_journal_are_answered_by_name(app, ann):
    with failing(load("Apocalypse"), "result", KeyError("in the middle")):
        answer = ann.post("/positions", {"variant": "Apocalypse"})
    assert (answer.status_code, answer.json["refusal"]["code"]) == (500, "failed")
    with failing(Journal, "open_table", JournalError("the disk is full")):
        answer = ann.post("/tables", {"variant": "Apocalypse"})
    assert (answer.status_code, answer.json["refusal"]["code"]) == (503, "not_kept")


def test_an_unknown_path_or_method_is_refused_as_json(client):
    assert client.get("/api/v2/variants").json["refusal"]["code"] == "no_page"
    assert client.get("/api/v1/").json["refusal"]["code"] == "no_page"
    answer = client.delete("/api/v1/tables")
    assert (answer.status_code, answer.json["refusal"]["code"]) == (405, "method")
    assert {"GET", "POST"} <= set(answer.headers["Allow"].split(", "))
    form = client.post("/api/v1/positions", data={"variant": "Apocalypse"})
    assert (form.status_code, form.json["refusal"]["code"]) == (415, "media")
    long = client.post("/api/v1/positions", data=b" " * 70_000, content_type="application/json")
    assert (long.status_code, long.json["refusal"]["code"]) == (413, "too_long")


def test_an_action_of_a_program_is_broadcast_and_logged_without_secrets(tmp_path):
    with scripted_site(tmp_path, "--log-level", "debug") as served:
        client = served.client("cleo").connect()
        table = open_table("Apocalypse", client, served.client("dan"))
        client.call("watch", table=table, seat=0, language="en")
        sent = {"Content-Type": "application/json"}
        answer = served.client().get("/api/v1/identity", "POST", '{"name": "Robot"}', **sent)
        assert (answer.status, answer.header("Cache-Control")) == (201, "no-store")
        made_up, secret = "0123456789abcdefghijklmnopqrstuv", json.loads(answer.body)["secret"]
        for known, code in ((made_up, "no_identity"), (secret, "not_your_seat")):
            bearer = {**sent, "Authorization": f"Bearer {known}"}
            refused = served.client().get(f"/api/v1/tables/{table}/resign", "POST", '{"seat": 1, "id": "x"}', **bearer)
            assert json.loads(refused.body)["refusal"]["code"] == code, "not whatever is well formed is an identity"
        once = client.call("offer", table=table, seat=0, id="offered")
        as_cleo = {**sent, "Cookie": f"cavalier={cookie('cleo')}"}
        again = served.client().get(f"/api/v1/tables/{table}/offer", "POST", '{"seat": 0, "id": "offered"}', **as_cleo)
        assert json.loads(again.body)["number"] == once["number"], "an id is the same through either interface"
        as_dan = {**sent, "Cookie": f"cavalier={cookie('dan')}"}
        done = served.client("dan").get(f"/api/v1/tables/{table}/resign", "POST", '{"seat": 1, "id": "y"}', **as_dan)
        assert done.status == 200
        client.until(lambda: any(view["status"] == "finished" for view in client.views))
        log = served.log()
    assert "/api/v1/tables/" in log
    assert made_up not in log
    assert secret not in log

"""Programs can do what people can, are refused by the same names, and are told no more than their eyes may see."""

import json
from random import Random

import pytest

from server.engine import Busy
from server.game import AWAY
from server.runtime import Config
from server.store import Journal, JournalError
from tests.harness.client import cookie, open_table
from tests.harness.composition import create_app
from tests.harness.faults import changed, failing
from tests.harness.site import scripted_site, without_digests
from tests.harness.sources import Clock, scripted
from tests.toys import TOYS, Veil, write_variant
from variants.position import Eyes
from variants.registry import load, load_all

START = load("Apocalypse").start().fen()
NO_LIMITS = {"identity_rate": 0, "address_rate": 0}


class Program:
    """Somebody who plays by the interface alone."""

    def __init__(self, client, name=None):
        self.client = client
        self.sent = 0
        told = client.post("/api/v1/identity", json={"name": name} if name else {})
        assert told.status_code == 201
        self.person, self.secret = told.json["person"], told.json["secret"]

    def get(self, path, **headers):
        """Ask."""
        return self.client.get(f"/api/v1{path}", headers=self._headers(headers))

    def post(self, path, body, **headers):
        """Do."""
        return self.client.post(f"/api/v1{path}", json=body, headers=self._headers(headers))

    def do(self, table, deed, **body):
        """Do something at a table: the number of turns played since, or what was refused."""
        self.sent += 1
        told = self.post(f"/tables/{table}/{deed}", {"id": f"{self.person}-{self.sent}", **body}).json
        return told["number"] if "number" in told else told["refusal"]["code"]

    def _headers(self, more):
        return {"Authorization": f"Bearer {self.secret}", **more}


class Place:
    """A site with the toys, whose clock is turned by hand."""

    def __init__(self, folder, journal=""):
        for toy in TOYS:
            write_variant(folder / "toys", toy)
        self.clock = Clock()
        self.app = create_app(
            Config(data=folder / "data", journal=journal, variants=(folder / "toys",), **NO_LIMITS),
            scripted(self.clock),
        )
        self.services = self.app.extensions["cavalier"]

    def program(self, name=None):
        """Somebody new."""
        return Program(self.app.test_client(), name)

    def game(self, variant, **more):
        """A running game of as many programs as it has seats."""
        rules = self.services.library.variants[variant]
        players = [self.program() for seat in range(len(rules.seats)) if seat not in rules.chance]
        table = players[0].post("/tables", {"variant": variant, "seat": 0, **more}).json["table"]
        for player in players[1:]:
            assert player.post(f"/tables/{table}/join", {}).status_code == 200
        return table, players


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """One site for all."""
    made = Place(tmp_path_factory.mktemp("site"))
    yield made
    made.services.close()


@pytest.fixture(scope="module")
def either(tmp_path_factory, all_on_engine):
    """One site for all that is about what is kept, on each engine."""
    made = Place(tmp_path_factory.mktemp("either"), *all_on_engine[1:])
    yield made
    made.services.close()


@pytest.fixture
def ann(place):
    """Somebody."""
    return place.program("Ann")


NAMES = [*load_all(), *(toy.__name__ for toy in TOYS)]


def test_a_variant_is_described_with_all_that_it_takes_to_play_it(place, ann):
    told = {each["name"]: each for each in ann.get("/variants").json["variants"]}
    assert sorted(told) == sorted(NAMES)
    for name, variant in told.items():
        rules = place.services.library.variants[name]
        assert variant == ann.get(f"/variants/{name}").json
        assert [seat["code"] for seat in variant["seats"]] == list(rules.seats)
        assert {
            option["name"]: tuple(each["value"] for each in option["choices"]) for option in variant["options"]
        } == {option.name: option.choices for option in rules.options}
        assert all(variant["title"] and seat["title"] for seat in variant["seats"])
        for preset in variant["presets"]:
            assert ann.post("/positions", {"variant": name, "settings": preset["settings"]}).status_code == 200
        assert ann.post("/positions", {"variant": name}).json["fen"] == variant["fen"] or variant["fen"] is None
    french = ann.get("/variants/Checkered", **{"Accept-Language": "fr"}).json
    assert french["title"] != told["Checkered"]["title"]
    assert french["seats"][0]["title"] == "Blancs"


@pytest.mark.parametrize("name", NAMES)
def test_positions_and_outcomes_are_those_of_the_rules(place, ann, name):
    random = Random(name)
    rules = place.services.library.variants[name]
    told = ann.post("/positions", {"variant": name}).json
    for _ in range(12):
        position = rules.from_fen(told["fen"], told["settings"])
        if told["result"] is not None:
            assert (told["to_act"], told["moves"]) == ([], {})
            break
        assert told["to_act"] == sorted(position.to_act)
        offered = {seat: {row["id"] for row in told["moves"][str(seat)]} for seat in position.to_act}
        assert offered == {seat: {rules.write(move) for move in position.moves(seat)} for seat in position.to_act}
        chosen = {str(seat): random.choice(sorted(moves)) for seat, moves in offered.items()}
        after = position.play({int(seat): rules.read(text) for seat, text in chosen.items()})
        told = ann.post(
            "/outcomes", {"variant": name, "settings": told["settings"], "fen": told["fen"], "actions": chosen}
        ).json
        assert (told["fen"], told["standard_fen"]) == (after.fen(), after.standard_fen())
        assert [event["code"] for event in told["events"]] == [event.code for event in after.story(Eyes.ALL)]
        assert all(event["sentence"] for event in told["events"])
        assert set(told["notation"]) == set(chosen)
        assert (told["result"] or {}).get("reason") == (after.result().reason if after.result() else None)
        assert tuple(told["picture"]["board"]) == after.picture(Eyes.ALL).board


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_played_by_programs_alone(place, name):
    random = Random(name)
    table, players = place.game(name)
    number = -1
    for _ in range(400):
        view = players[0].get(f"/tables/{table}").json
        if view["status"] == "finished":
            break
        assert view["number"] > number
        number = view["number"]
        for seat, player in enumerate(players):
            mine = player.get(f"/tables/{table}?seat={seat}&since={number}").json
            if mine["moves"] and mine["number"] == number:
                move = random.choice(mine["moves"])["id"]
                assert player.do(table, "act", seat=seat, number=number, move=move) in (number, number + 1)
        if number >= 200:
            assert players[0].do(table, "resign", seat=0) > number
    assert view["result"]["sentence"]
    assert [turn["number"] for turn in view["turns"]] == list(range(1, view["number"] + 1))
    assert table in {row["table"] for row in players[0].get("/tables?status=finished").json["tables"]}


def test_what_is_sent_again_is_answered_as_the_first_time_and_done_once(either):
    table, (white, _) = either.game("Apocalypse")
    deed = {"seat": 0, "number": 0, "move": "a2a3", "id": "once"}
    answers = [white.post(f"/tables/{table}/act", deed) for _ in range(3)]
    assert [(each.status_code, each.json) for each in answers] == [(200, {"number": 0})] * 3
    decided = either.services.journal.table(table)[2]
    assert [entry.kind for entries in decided for entry in entries] == ["sit", "sit", "seal"]


def test_the_programs_of_a_person_and_his_browser_are_one(place, ann):
    browser = place.app.test_client()
    browser.post("/en/name", data={"name": "Zoe"})
    table = browser.post("/api/v1/tables", json={"variant": "Checkered", "seat": 1}).json["table"]
    assert browser.get(f"/api/v1/tables/{table}?seat=1").json["viewer"] == 1
    assert "Zoe" in browser.get(f"/en/game/{table}").text
    assert ann.get(f"/tables/{table}?seat=1").status_code == 403
    both = browser.get(f"/api/v1/tables/{table}?seat=1", headers={"Authorization": f"Bearer {ann.secret}"})
    assert both.status_code == 403, "whoever says who he is is not who his cookie says"


def test_a_page_of_another_site_does_nothing_with_a_cookie_and_a_secret_needs_no_origin(place):
    browser, ann = place.app.test_client(), place.program()
    browser.post("/en/name", data={"name": "Zoe"})
    foreign = {"Origin": "https://elsewhere.example"}
    refused = browser.post("/api/v1/tables", json={"variant": "Checkered"}, headers=foreign)
    assert (refused.status_code, refused.json["refusal"]["code"]) == (403, "foreign")
    assert ann.post("/tables", {"variant": "Checkered"}, **foreign).status_code == 201


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "bearer x",
        "Bearer ",
        f"Bearer {'x' * 31}",
        f"Bearer {'x' * 33}",
        f"Bearer {'é' * 32}",
        f"Bearer {'x' * 31}/",
        f"Bearer {'x' * 32}",
    ],
)
def test_a_secret_that_this_site_did_not_draw_is_refused_by_name_everywhere(place, header):
    client = place.app.test_client()
    for told in (
        client.get("/api/v1/variants", headers={"Authorization": header}),
        client.post("/api/v1/tables", json={"variant": "Checkered"}, headers={"Authorization": header}),
    ):
        assert (told.status_code, told.json["refusal"]["code"]) == (401, "no_identity")
        assert told.headers["WWW-Authenticate"] == "Bearer"


def test_without_an_identity_nothing_is_done_and_everything_public_is_told(place):
    stranger = place.app.test_client()
    table, _ = place.game("Apocalypse")
    assert stranger.get(f"/api/v1/tables/{table}").json["viewer"] is None
    for path, body in (
        ("/tables", {"variant": "Apocalypse"}),
        (f"/tables/{table}/join", {}),
        (f"/tables/{table}/act", {"seat": 0, "number": 0, "move": "a2a3", "id": "x"}),
        (f"/tables/{table}/resign", {"seat": 0, "id": "x"}),
        (f"/tables/{table}/rematch", {"seat": 0, "id": "x", "surprise": False}),
    ):
        told = stranger.post(f"/api/v1{path}", json=body)
        assert (told.status_code, told.json["refusal"]["code"]) == (401, "no_identity")


def test_refusals_come_in_the_language_that_is_asked_for(ann):
    sentences = {
        language: ann.get("/tables/nothing", **{"Accept-Language": language}).json["refusal"]["sentence"]
        for language in ("en", "fr-CA", "de", "xx;;;")
    }
    assert sentences["fr-CA"].startswith("Il n’y a pas de partie")
    assert ann.get("/tables/nothing").status_code == 404
    assert {sentences["en"], sentences["de"], sentences["xx;;;"]} == {"There is no game at this address."}


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/positions", {"variant": "Nothing"}, 404, "no_variant"),
        ("/positions", {"variant": "Apocalypse", "settings": {"x": 1}}, 400, "option_unknown"),
        ("/positions", {"variant": "Apocalypse", "settings": {"collision": True}}, 400, "option_value"),
        ("/positions", {"variant": "Apocalypse", "fen": "5"}, 400, "fen_rows"),
        ("/positions", {"variant": "Apocalypse", "fen": "x" * 1001}, 400, "message"),
        ("/positions", {"variant": "Apocalypse", "more": 1}, 400, "message"),
        ("/positions", {}, 400, "message"),
        ("/positions", [], 400, "message"),
        ("/outcomes", {"variant": "Apocalypse", "fen": START, "actions": {}}, 409, "seats_to_act"),
        ("/outcomes", {"variant": "Apocalypse", "fen": START, "actions": {"0": "a2a3"}}, 409, "seats_to_act"),
        (
            "/outcomes",
            {"variant": "Apocalypse", "fen": START, "actions": {"0": "a2a3", "1": "x"}},
            400,
            "move_spelling",
        ),
        (
            "/outcomes",
            {"variant": "Apocalypse", "fen": START, "actions": {"0": "a2a3", "1": "a4a5"}},
            409,
            "not_offered",
        ),
        ("/outcomes", {"variant": "Apocalypse", "fen": START, "actions": {"0": "a2a3", "26": "a4a3"}}, 400, "message"),
        ("/tables", {"variant": "Apocalypse", "seat": 2}, 409, "no_seat"),
        ("/tables", {"variant": "Apocalypse", "seat": -1}, 400, "message"),
        ("/tables", {"variant": "Apocalypse", "control": "0+0"}, 400, "no_control"),
        ("/identity", {"name": ""}, 400, "name_length"),
        ("/identity", {"name": "a\u202eb"}, 400, "name_characters"),
    ],
)
def test_what_is_not_right_is_refused_by_name(ann, path, body, status, code):
    told = ann.post(path, body)
    assert (told.status_code, told.json["refusal"]["code"]) == (status, code)
    assert told.json["refusal"]["sentence"]


def test_a_variant_refuses_in_its_own_words(ann):
    asked = {"variant": "Apocalypse", "fen": "npppn/p3p/5/P3P/NPPPN b"}
    told = [ann.post("/positions", asked, **{"Accept-Language": language}) for language in ("en", "fr")]
    assert [each.status_code for each in told] == [400, 400]
    assert {each.json["refusal"]["code"] for each in told} == {"fen_turn_black"}
    assert told[1].json["refusal"]["sentence"].startswith("Les deux camps jouent")


@pytest.mark.parametrize(
    "query", ["seat=26", "seat=-1", "seat=x", "seat=00", "seat=", "seat=1&seat=1", "since=-1", "since=1.0", "other=1"]
)
def test_a_query_that_is_not_right_is_refused_by_name(place, ann, query):
    table, _ = place.game("Apocalypse")
    told = ann.get(f"/tables/{table}?{query}")
    assert (told.status_code, told.json["refusal"]["code"]) == (400, "message")


def test_a_person_waits_at_so_many_tables_and_no_more(ann):
    opened = [ann.post("/tables", {"variant": "Apocalypse", "listed": False}) for _ in range(11)]
    assert [each.status_code for each in opened] == [201] * 10 + [409]
    assert opened[10].json["refusal"]["code"] == "too_many_tables"
    last = opened[0].json
    assert opened[0].headers["Location"] == f"/api/v1/tables/{last['table']}"
    assert last["table"] not in {row["table"] for row in ann.get("/tables?most=100").json["tables"]}, "not listed"
    assert ann.do(last["table"], "resign", seat=last["seat"]) == 0
    assert ann.post("/tables", {"variant": "Apocalypse"}).status_code == 201


def test_a_rematch_draws_offers_and_takebacks_go_their_whole_way(either):
    table, (white, black) = either.game("Checkered", control="5+3")
    assert white.do(table, "act", seat=0, number=0, move="e2e4") == 1
    assert white.do(table, "takeback", seat=0) == 1
    assert black.get(f"/tables/{table}?seat=1").json["back"] == {"to": 0, "seats": [0]}
    assert isinstance(black.do(table, "takeback", seat=1), int)
    assert black.get(f"/tables/{table}").json["number"] == 0
    assert white.do(table, "act", seat=0, number=0, move="d2d4") == 1
    assert black.do(table, "offer", seat=1) == 1
    assert white.do(table, "decline", seat=0) == 1
    assert black.do(table, "act", seat=1, number=1, move="d7d5") == 2
    assert white.do(table, "abort", seat=0) == "begun"
    assert white.do(table, "claim", seat=0) == "no_claim"
    assert white.do(table, "offer", seat=0) == 2
    assert black.do(table, "offer", seat=1) == 2
    view = white.get(f"/tables/{table}?seat=0").json
    assert (view["result"]["reason"], view["control"], view["may"]) == ("agreement", "5+3", ["rematch"])
    assert white.do(table, "rematch", seat=0, surprise=False) == 2
    assert black.do(table, "rematch", seat=1, surprise=False) == 2
    following = white.get(f"/tables/{table}").json["rematch"]["table"]
    assert white.get(f"/tables/{following}?seat=1").json["status"] == "running"


def test_a_view_names_the_stone_of_each_seat_as_the_position_has_it(place):
    table, (white, black) = place.game("Checkered")
    for number, (player, seat, move) in enumerate(((white, 0, "b1c3"), (black, 1, "d7d5"), (white, 0, "c3d5p"))):
        assert player.do(table, "act", seat=seat, number=number, move=move) == number + 1
    assert [chair["stone"] for chair in white.get(f"/tables/{table}").json["chairs"]] == ["white", "black"]
    assert black.do(table, "act", seat=1, number=3, move="e8e1") == 4
    assert [chair["stone"] for chair in white.get(f"/tables/{table}").json["chairs"]] == ["both", "quartered"]


def test_a_program_is_there_while_it_calls_and_can_be_claimed_against_when_it_is_gone(either):
    table, (white, black) = either.game("Checkered", control="5+3")
    for player, seat, move in ((white, 0, "e2e4"), (black, 1, "e7e5")):
        assert player.do(table, "act", seat=seat, number=seat, move=move) == seat + 1

    def away():
        return [chair["away"] for chair in either.app.test_client().get(f"/api/v1/tables/{table}").json["chairs"]]

    white.get(f"/tables/{table}?seat=0")
    black.get(f"/tables/{table}?seat=1")
    assert away() == [False, False]
    for _ in range(4):
        either.clock.now += AWAY - 1
        assert black.do(table, "decline", seat=1) == "no_offer", "what is refused is a sign of life too"
    assert away() == [True, False]
    assert black.do(table, "absent", seat=1, win=True) == "not_absent"
    either.clock.now += 80
    assert black.do(table, "absent", seat=1, win=True) == 2
    assert black.get(f"/tables/{table}").json["result"]["reason"] == "abandoned"


def test_a_view_shows_a_program_what_its_eyes_may_see(place):
    table, (white, black) = place.game(Veil.__name__)
    assert white.do(table, "act", seat=0, number=0, move="a1a2") == 0
    assert white.get(f"/tables/{table}?seat=0").json["sealed"]["id"] == "a1a2"
    for who, seat in ((black, 1), (black, None), (place.program(), None)):
        told = who.get(f"/tables/{table}" + (f"?seat={seat}" if seat is not None else ""))
        assert told.json["sealed"] is None
        assert "a1a2" not in without_digests(told.text)
        assert "N" not in told.json["picture"]["board"]
    assert black.get(f"/tables/{table}?seat=0").json["refusal"]["code"] == "not_your_seat"


@pytest.mark.parametrize("name", NAMES)
def test_the_record_of_a_game_holds_and_what_is_changed_in_it_is_refused_by_name(place, name):
    random = Random(name)
    table, players = place.game(name)
    for number in range(3):
        for seat, player in enumerate(players):
            mine = player.get(f"/tables/{table}?seat={seat}").json
            if mine["moves"] and mine["number"] == number:
                player.do(table, "act", seat=seat, number=number, move=random.choice(mine["moves"])["id"])
    players[0].do(table, "resign", seat=0)
    stranger = place.program()
    text = stranger.get(f"/tables/{table}/record.json").text
    told = stranger.client.post("/api/v1/records", data=text, content_type="application/json")
    assert (told.status_code, told.json["holds"], told.json["ours"]) == (200, True, True)
    assert told.json["fen"] == json.loads(text)["final_fen"]
    assert {check["fault"] for check in told.json["checks"]} == {None}
    changed = stranger.post("/records", {**json.loads(text), "control": "5+3"})
    assert not changed.json["holds"]
    assert "record_digest" in {check["fault"] for check in changed.json["checks"]}
    moves = stranger.get(f"/tables/{table}/record.pgn")
    assert moves.headers["Content-Type"].startswith("application/vnd.chess-pgn")
    assert "private" in moves.headers["Cache-Control"]
    again = stranger.client.post("/api/v1/records", data=moves.text, content_type="application/x-chess-pgn")
    assert (again.json["holds"], again.json["turns"], again.json["fen"]) == (True, 3, told.json["fen"])


@pytest.mark.parametrize("strength", [1, 3])
def test_a_table_opened_against_the_computer_runs_at_once(place, ann, strength):
    with failing(place.services.engines, "ask", Busy("Nobody thinks in this test.")):
        told = ann.post("/tables", {"variant": "Apocalypse", "seat": 1, "computer": strength})
    assert told.status_code == 201
    view = ann.get(f"/tables/{told.json['table']}?seat=1").json
    assert view["status"] == "running"
    assert [(chair["person"], chair["computer"]) for chair in view["chairs"]] == [
        (f"computer-{strength}", strength),
        (ann.person, None),
    ]
    assert told.json["table"] in {row["table"] for row in ann.get("/tables?status=running&most=100").json["tables"]}


@pytest.mark.parametrize("strength", [0, 4, "2", True, 2.0])
def test_the_computer_has_three_strengths_for_programs_too(ann, strength):
    told = ann.post("/tables", {"variant": "Apocalypse", "computer": strength})
    assert (told.status_code, told.json["refusal"]["code"]) == (400, "message")


def test_where_the_computer_does_not_play_a_program_is_told_so_by_name(place, ann):
    with changed(type(place.services.engines), thinks=False):
        told = ann.post("/tables", {"variant": "Apocalypse", "computer": 2})
    assert (told.status_code, told.json["refusal"]["code"]) == (409, "no_computer")


def test_the_record_of_a_running_game_opens_no_seal(either):
    table, (white, black) = either.game("Apocalypse")
    assert white.do(table, "act", seat=0, number=0, move="a2a3") == 0
    for who in (white, black, either.program()):
        for ending in ("json", "pgn"):
            assert "a2a3" not in without_digests(who.get(f"/tables/{table}/record.{ending}").text)
    assert black.get(f"/tables/{table}/record.json?seat=0").status_code == 403
    assert white.get(f"/tables/{table}/record.json?seat=0").status_code == 200


@pytest.mark.parametrize(
    ("sent", "media", "status", "code"),
    [
        (b"{", "application/json", 400, "record_json"),
        (b"{}", "application/json", 400, "record_unknown"),
        (b"\xff", "application/json", 400, "message"),
        (b"[" * 100_000, "application/x-chess-pgn", 400, None),
        (b'{"a":' * 50_000, "application/json", 400, "record_deep"),
        (b" " * 2_000_000, "application/json", 413, "too_long"),
        (b"x", "text/html", 415, "media"),
        (b"", "application/json", 400, None),
    ],
)
def test_what_is_no_record_is_refused_by_name(ann, sent, media, status, code):
    told = ann.client.post("/api/v1/records", data=sent, content_type=media)
    assert told.status_code == status
    assert told.json["refusal"]["code"] == code or code is None


def test_rules_that_fail_and_a_journal_that_does_not_answer_are_said_so(place, ann):
    with failing(load("Apocalypse"), "result", KeyError("in the middle")):
        told = ann.post("/positions", {"variant": "Apocalypse"})
    assert (told.status_code, told.json["refusal"]["code"]) == (500, "failed")
    with failing(Journal, "open_table", JournalError("the disk is full")):
        told = ann.post("/tables", {"variant": "Apocalypse"})
    assert (told.status_code, told.json["refusal"]["code"]) == (503, "not_kept")


def test_an_address_that_is_not_there_or_not_asked_so_is_refused_as_json(place):
    client = place.app.test_client()
    assert client.get("/api/v2/variants").json["refusal"]["code"] == "no_page"
    assert client.get("/api/v1/").json["refusal"]["code"] == "no_page"
    told = client.delete("/api/v1/tables")
    assert (told.status_code, told.json["refusal"]["code"]) == (405, "method")
    assert {"GET", "POST"} <= set(told.headers["Allow"].split(", "))
    form = client.post("/api/v1/positions", data={"variant": "Apocalypse"})
    assert (form.status_code, form.json["refusal"]["code"]) == (415, "media")
    long = client.post("/api/v1/positions", data=b" " * 70_000, content_type="application/json")
    assert (long.status_code, long.json["refusal"]["code"]) == (413, "too_long")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A site as it really runs."""
    with scripted_site(tmp_path_factory.mktemp("served"), "--log-level", "debug") as running:
        yield running


SAME = [
    ("act", {"seat": 0, "number": 0, "move": "a2a5"}),
    ("act", {"seat": 0, "number": 0, "move": "<b>"}),
    ("act", {"seat": 0, "number": 7, "move": "a2a3"}),
    ("act", {"seat": 1, "number": 0, "move": "a4a3"}),
    ("act", {"seat": 0, "number": 0, "move": 5}),
    ("act", {"seat": 25, "number": 0, "move": "a4a3"}),
    ("act", {"seat": 26, "number": 0, "move": "a4a3"}),
    ("unseal", {"seat": 0, "number": 0}),
    ("decline", {"seat": 0}),
    ("claim", {"seat": 0}),
    ("takeback", {"seat": 0}),
    ("absent", {"seat": 0, "win": True}),
    ("absent", {"seat": 0, "win": 1}),
    ("rematch", {"seat": 0, "surprise": False}),
    ("resign", {"seat": 1}),
    ("offer", {"seat": 0, "more": 1}),
]


def test_programs_are_refused_by_the_same_names_as_browsers(served):
    client, other = served.client("ann").connect(), served.client("bob")
    table = open_table("Apocalypse", client, other)
    for number, (deed, body) in enumerate(SAME):
        over_socket = client.call(deed, table=table, id=f"s{number}", **body)["refusal"]
        form = {"Content-Type": "application/json", "Origin": "http://cavalier.test"}
        path = f"/api/v1/tables/{table}/{deed}"
        told = client.get(path, "POST", json.dumps({"id": f"a{number}", **body}), **form)
        refusal = json.loads(told.body)["refusal"]
        assert (deed, refusal["code"]) == (deed, over_socket["code"])
        if refusal["code"] != "message":
            assert refusal == over_socket
    once = client.call("offer", table=table, seat=0, id="offered")
    again = client.get(f"/api/v1/tables/{table}/offer", "POST", json.dumps({"seat": 0, "id": "offered"}), **form)
    assert json.loads(again.body)["number"] == once["number"], "an id is the same through either door"


def test_browsers_see_at_once_what_a_program_does_and_the_log_has_no_secret_of_it(
    served,
):
    client = served.client("cleo").connect()
    table = open_table("Apocalypse", client, served.client("dan"))
    client.call("watch", table=table, seat=0, language="en")
    told = served.client().get("/api/v1/identity", "POST", '{"name": "Robot"}', **{"Content-Type": "application/json"})
    assert told.status == 201
    assert told.header("Cache-Control") == "no-store"
    secret = "0123456789abcdefghijklmnopqrstuv"
    for known, code in ((secret, "no_identity"), (json.loads(told.body)["secret"], "not_your_seat")):
        bearer = {"Content-Type": "application/json", "Authorization": f"Bearer {known}"}
        refused = served.client().get(f"/api/v1/tables/{table}/resign", "POST", '{"seat": 1, "id": "x"}', **bearer)
        assert json.loads(refused.body)["refusal"]["code"] == code, "not whatever is well formed is an identity"
    as_dan = {"Content-Type": "application/json", "Cookie": f"cavalier={cookie('dan')}"}
    assert (
        served.client("dan").get(f"/api/v1/tables/{table}/resign", "POST", '{"seat": 1, "id": "y"}', **as_dan).status
        == 200
    )
    client.until(lambda: any(view["status"] == "finished" for view in client.views))
    log = served.log()
    assert "/api/v1/tables/" in log
    assert secret not in log
    assert json.loads(told.body)["secret"] not in log

"""Records over HTTP: downloads with the right eyes, and the page that plays a record again and says what holds."""

import io
import json
import re

import pytest

from server.records import examiner
from server.records.examiner import MOST_BYTES
from server.records.tasks import MOST_EXAMINED_TURNS
from server.records.writer import digest
from tests.harness.composition import app_at
from tests.harness.pages import Players, data, text
from tests.harness.sources import scripted
from tests.toys import Duel, write_variant


@pytest.fixture
def over(app):
    """A game that is over."""
    players = Players(app, name='<b>"Ann"</b>')
    players.turn("a2a3", "c5c4")
    players.turn("b1b2", "c4c3")
    players.do("resign", 1)
    return players


def sent(client, record, language="en"):
    """The answer to a record that was pasted (a text or an object) or chosen as a file (bytes)."""
    if isinstance(record, bytes):
        return client.post(f"/{language}/replay", data={"file": (io.BytesIO(record), "game.json"), "text": ""})
    pasted = record if isinstance(record, str) else json.dumps(record)
    return client.post(f"/{language}/replay", data={"text": pasted}, content_type="multipart/form-data")


# Downloads


@pytest.mark.parametrize(("ending", "mimetype"), [("json", "application/json"), ("pgn", "application/vnd.chess-pgn")])
def test_a_record_is_downloaded_under_its_name_and_kept_by_no_cache(over, client, ending, mimetype):
    answer = client.get(f"{over.address}/record.{ending}")
    assert answer.mimetype == mimetype
    name = f"Apocalypse-{over.id}.{ending}"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Cookie" in answer.headers["Vary"]
    assert ending == "json" or f'[Site "http://localhost/game/{over.id}"]' in answer.text
    for record in (answer.text, answer.data):
        said = text(sent(client, record).text)
        assert "The record is valid." in said
        assert "its own record says the same" in said
    assert client.get(f"/en/game/nothing/record.{ending}").status_code == 404


# Played again


@pytest.mark.parametrize(
    ("moves", "shown"),
    [("1. e4 e5", "2"), ("1. f3 e5 2. g4 Qh4# 0-1", "White is checkmated."), ("1. e4 1-0", "does not say why")],
)
def test_a_game_of_chess_from_any_other_program_is_played(app, moves, shown):
    answer = sent(app.test_client(), moves)
    assert answer.status_code == 200
    assert shown in text(answer.text)
    assert "Chess" in text(answer.text)


def test_a_record_of_this_site_is_played_again_with_every_position(over, client):
    answer = sent(client, over.downloaded(), "fr")
    assert answer.status_code == 200
    said = text(answer.text)
    assert "Coups scellés conformes à leur sceau : 4." in said
    assert said.count(" oui ") == 6
    assert 'class="board' in answer.text
    past = data(answer.text, "past")
    assert [position["number"] for position in past] == [0, 1, 2]
    assert past[1]["picture"] != past[0]["picture"]


def test_a_record_with_another_move_is_refused_with_its_turn_and_shown_as_far_as_it_holds(over, client):
    record = over.downloaded()
    line = [line for line in record["log"] if line["kind"] == "turn"][1]
    line["moves"]["0"] = "c1c5"
    answer = sent(client, record)
    said = text(answer.text)
    assert answer.status_code == 200
    assert "The record is invalid." in said
    assert "The digest is not that of the record" in said
    assert "Turn 2: the rules do not offer the move c1c5." in said
    assert "its own record says otherwise" in said
    view = data(answer.text, "view")
    assert (view["number"], view["result"]) == (1, None)


def test_a_valid_record_is_compared_with_the_sites_game_once_that_is_over(over, app, client):
    other, running = over.downloaded(), Players(app)
    other["opened_at"] -= 1
    other["digest"] = digest(other)
    for record, shown in ((other, "its own record says otherwise"), (running.downloaded(), "")):
        said = text(sent(client, record).text)
        assert "The record is valid." in said
        assert shown in said
        assert bool(shown) == ("own record" in said)


def test_names_in_a_record_are_text_and_nothing_else(over, client):
    record = over.downloaded()
    assert record["seats"][0]["name"] == '<b>"Ann"</b>'
    record["seats"][1]["name"] = "</script><script>alert(1)</script>"
    page = sent(client, record).text
    assert "&lt;b&gt;&#34;Ann&#34;&lt;/b&gt;" in page
    assert not re.search("<b>&#34;Ann|<script>alert", page)
    page = sent(client, '[Variant "<i>x</i>"]\n[FEN "<u>"]\n<s>').text
    assert not re.search("<(i|u|s)>", page.split('id="refusal"')[1])


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("   \n", "Choose the file of a record, or paste its text."),
        ("hello", "Line 1"),
        ("{", "This is not JSON"),
        ("{}", "not a record"),
        (b'{"\xff": 1}', "not UTF-8 text"),
        ('[Variant "Halma"]\n[FEN "8/8"]\n*', "There is no variant “Halma” here."),
        (b"{" * (MOST_BYTES - 10_000), "This is not JSON"),
        ("x" * 1_000_000, "A record of at most 512 kB can be played here."),
        (b"x" * 1_000_000, "A record of at most 512 kB can be played here."),
    ],
    ids=range(9),
)
def test_an_invalid_record_is_refused_with_a_sentence(client, record, sentence):
    answer = sent(client, record)
    assert answer.status_code == (404 if "Halma" in sentence else 413 if "512" in sentence else 400)
    assert "This record was not played." in text(answer.text)
    assert sentence in text(answer.text)


def test_a_record_may_be_longer_than_other_forms_but_no_other_form(client):
    assert client.application.config["MAX_CONTENT_LENGTH"] < MOST_BYTES
    assert client.post("/en/name", data={"name": "x" * 200_000}).status_code == 413


@pytest.mark.parametrize(
    ("play", "status", "sentence"),
    [
        ("__import__('sys').exit()", 503, "This record could not be played here in time."),
        ("any(iter(int, 1))", 503, "This record could not be played here in time."),
        ("1 / 0", 200, "Turn 1: the rules fail (ZeroDivisionError)."),
    ],
    ids=["exit", "endless", "error"],
)
def test_rules_that_fail_leave_or_never_end_cost_the_site_a_process_and_not_its_games(
    tmp_path, monkeypatch, play, status, sentence
):
    if status == 503:
        monkeypatch.setattr(examiner, "RECORD_SECONDS", -2.0)  # With the grace of the pool: one second.
    home = write_variant(tmp_path / "variants", Duel)
    with app_at(tmp_path / "data", variants=(tmp_path / "variants",)) as app:
        players = Players(app, "Duel")
        players.turn("a1b3", "c3b1")
        record = players.downloaded()
        with (home / "__init__.py").open("a", encoding="utf-8") as file:
            file.write(f"\n\nVariant.play = lambda *_: {play}\n")
        answer = sent(app.test_client(), record)
        assert answer.status_code == status
        assert sentence in text(answer.text)
        assert app.test_client().get(players.address).status_code == 200


def test_a_record_is_charged_by_its_length(tmp_path):
    with app_at(tmp_path, scripted(lambda: 0.0), address_rate=10) as app:
        answers = [sent(app.test_client(), "x" * 45_000) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [400, 429]
    assert answers[1].headers["Retry-After"] == "1"


def test_a_record_of_more_turns_than_a_page_shows_is_refused_by_name(client):
    moves = " ".join(f"{number}. a|a" for number in range(1, MOST_EXAMINED_TURNS + 2))
    said = text(sent(client, f'[Variant "Apocalypse"]\n[RulesVersion "1"]\n[FEN "x"]\n\n{moves} *').text)
    assert f"A game of more than {MOST_EXAMINED_TURNS} turns is not read." in said


SEVERAL = '[White "Ada"]\n[Black "Bruno"]\n\n1. e4 e5 1-0\n\n[White "Cleo"]\n[Black "Dan"]\n\n1. d4 hm d5 *\n'


def test_a_file_of_several_games_offers_a_list_and_the_chosen_game_is_played(client):
    page = sent(client, SEVERAL).text
    assert re.findall(r'name="game" value="([0-9]+)"><bdi>([^<]*)', page) == [
        ("1", "Ada – Bruno"),
        ("2", "Cleo – Dan"),
    ]
    page = client.post("/en/replay", data={"text": SEVERAL, "game": "2"}).text
    assert "The record is valid." in text(page)
    assert "Cleo" in text(page)
    assert "This was passed over: “hm” (line 9)." in text(page)
    assert "Ceci a été omis" in text(client.post("/fr/replay", data={"text": SEVERAL, "game": "2"}).text)


def test_programs_choose_a_game_by_its_number_and_are_told_what_was_passed_over(client):
    def upload(query="", content=SEVERAL):
        return client.post(f"/api/v1/records{query}", data=content, content_type="application/vnd.chess-pgn")

    assert upload().json["refusal"]["code"] == "pgn_games"
    assert upload("?game=3").json["refusal"]["code"] == "pgn_no_game"
    shown = upload("?game=2").json
    assert (shown["turns"], shown["notice"]) == (2, "This was passed over: “hm” (line 9).")
    shown = upload(content=b'[White "M\xfcller"]\n\n1. e4 *').json
    assert (shown["turns"], shown["notice"]) == (1, None)

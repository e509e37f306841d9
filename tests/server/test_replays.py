"""Records over HTTP: downloads with the right eyes, and the page that plays a record again and says what holds."""

import io
import json
import re

import pytest

from server.archive import examiner
from server.archive.examiner import MOST_BYTES
from server.archive.records import digest
from server.archive.tasks import MOST_EXAMINED_TURNS
from server.archive.verify import read, replay
from server.runtime import Config
from tests.harness.composition import create_app
from tests.harness.pages import Players, text
from tests.harness.sources import scripted
from tests.toys import Duel, Veil, write_variant


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
def test_a_record_is_downloaded_under_its_name_and_kept_by_no_cache(over, ending, mimetype):
    answer = over.clients[0].get(f"{over.address}/record.{ending}")
    assert answer.mimetype == mimetype
    name = f"Apocalypse-{over.id}.{ending}"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Cookie" in answer.headers["Vary"]
    variants = over.app.extensions["cavalier"].library.variants
    assert len(replay(read(answer.text, variants), variants).turns) == 2


def test_the_text_names_the_address_of_the_game(over):
    page = over.clients[0].get(f"/fr/game/{over.id}/record.pgn").text
    assert f'[Site "http://localhost/game/{over.id}"]' in page


def test_there_is_no_record_where_there_is_no_game(client):
    assert client.get("/en/game/nothing/record.json").status_code == 404
    assert client.get("/en/game/nothing/record.pgn").status_code == 404


def test_a_running_game_shows_of_a_sealed_move_its_commitment_alone_also_to_its_owner(app):
    players = Players(app)
    players.do("act", 0, 0, "a2a3")
    told = [players.record(client) for client in (*players.clients, app.test_client())]
    assert told[0] == told[1] == told[2]
    assert set(told[0]["log"][-1]) == {"kind", "turn", "at", "seat", "seal"}
    with players.tables.reading(players.id) as table:
        seal = table.seals[0]
    assert told[0]["log"][-1]["seal"] == seal.digest
    assert seal.nonce not in players.clients[0].get(f"{players.address}/record.json").text


def test_a_hidden_board_is_told_to_each_with_his_own_eyes(tmp_path):
    write_variant(tmp_path / "variants", Veil)
    app = create_app(Config(data=tmp_path / "data", variants=(tmp_path / "variants",)))
    players = Players(app, "Veil")
    players.turn("a1b2", "c3c2")
    ann, bob, eve = (players.record(client) for client in (*players.clients, app.test_client()))
    assert [record["seen_by"] for record in (ann, bob, eve)] == [0, 1, "onlooker"]
    assert ann["log"][-1]["notation"] == {"0": "a1b2", "1": "…"}
    assert bob["log"][-1]["notation"] == {"0": "…", "1": "c3c2"}
    assert eve["log"][-1]["notation"] == {"0": "…", "1": "…"}
    answer = sent(app.test_client(), ann)
    assert answer.status_code == 400
    assert "downloaded while the board was hidden" in text(answer.text)
    app.extensions["cavalier"].close()


# Played again


@pytest.mark.parametrize(
    ("moves", "told"),
    [("1. e4 e5", "2"), ("1. f3 e5 2. g4 Qh4# 0-1", "White is checkmated."), ("1. e4 1-0", "does not say why")],
)
def test_a_game_of_chess_from_any_other_program_is_played(app, moves, told):
    answer = sent(app.test_client(), moves)
    assert answer.status_code == 200
    assert told in text(answer.text)
    assert "Chess" in text(answer.text)


def test_a_record_of_this_site_is_played_again_and_found_the_same(over, client):
    answer = sent(client, over.record())
    assert answer.status_code == 200
    said = text(answer.text)
    assert "The record is valid." in said
    assert "its own record says the same" in said
    assert "Sealed moves that match their seals: 4." in said
    assert said.count(" yes ") == 6
    assert "White wins" in said
    assert "axb" not in said
    assert 'class="board' in answer.text


def test_the_text_of_moves_is_played_again_too_and_as_a_file(over, client):
    moves = over.clients[0].get(f"{over.address}/record.pgn").data
    said = text(sent(client, moves).text)
    assert "The record is valid." in said
    assert "its own record says the same" in said


def test_the_page_speaks_french(over, client):
    said = text(sent(client, over.record(), "fr").text)
    assert "La feuille est exacte." in said
    assert "Coups scellés conformes à leur sceau : 4." in said


def test_a_record_with_another_move_is_refused_with_its_turn_and_shown_as_far_as_it_holds(over, client):
    record = over.record()
    line = [line for line in record["log"] if line["kind"] == "turn"][1]
    line["moves"]["0"] = "c1c5"
    answer = sent(client, record)
    said = text(answer.text)
    assert answer.status_code == 200
    assert "The record is invalid." in said
    assert "The digest is not that of the record" in said
    assert "Turn 2: the rules do not offer the move c1c5." in said
    assert "its own record says otherwise" in said
    view = json.loads(re.findall(r'id="view">(.*?)</script>', answer.text)[0])
    assert (view["number"], view["result"]) == (1, None)


def test_a_record_that_holds_but_is_not_what_was_played_here_is_told_from_it(over, client):
    record = over.record()
    record["opened_at"] -= 1
    record["digest"] = digest(record)
    said = text(sent(client, record).text)
    assert "The record is valid." in said
    assert "its own record says otherwise" in said


def test_of_a_game_that_still_runs_nothing_is_compared(app, client):
    players = Players(app)
    players.turn("a2a3", "c5c4")
    said = text(sent(client, players.record()).text)
    assert "The record is valid." in said
    assert "own record" not in said


def test_names_in_a_record_are_text_and_nothing_else(over, client):
    record = over.record()
    assert record["seats"][0]["name"] == '<b>"Ann"</b>'
    record["seats"][1]["name"] = "</script><script>alert(1)</script>"
    page = sent(client, record).text
    assert "<b>&#34;Ann" not in page
    assert "&lt;b&gt;&#34;Ann&#34;&lt;/b&gt;" in page
    assert "<script>alert" not in page
    assert "</script><script>alert" not in page
    bad = '[Variant "<i>x</i>"]\n[FEN "<u>"]\n<s>'
    page = sent(client, bad).text
    assert not re.search("<(i|u|s)>", page.split('id="refusal"')[1])


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("", "Choose the file of a record, or paste its text."),
        ("   \n", "Choose the file of a record"),
        ("hello", "Line 1"),
        ("{", "This is not JSON"),
        ("{}", "not a record"),
        (b"\xff\xfe", "not UTF-8 text"),
        (b"\x00\x00", "Line 1"),
        ('{"format": "\\ud800"}', "not a record"),
        ('[Variant "Halma"]\n[FEN "8/8"]\n*', "There is no variant “Halma” here."),
        ("[" * 400_000, "Line 1"),
        ("{" * 400_000, "This is not JSON"),
    ],
)
def test_what_is_no_record_is_refused_in_words(client, record, sentence):
    answer = sent(client, record)
    assert answer.status_code == (404 if "Halma" in sentence else 400)
    assert "This record was not played." in text(answer.text)
    assert sentence in text(answer.text)


@pytest.mark.parametrize("content", [b"x" * 1_000_000, "x" * 1_000_000], ids=["file", "text"])
def test_a_record_that_is_too_long_is_refused_by_name(client, content):
    answer = sent(client, content)
    assert answer.status_code == 413
    assert "A record of at most 512 kB can be played here." in text(answer.text)


def test_a_record_may_be_longer_than_other_forms_but_no_other_form(client):
    assert client.application.config["MAX_CONTENT_LENGTH"] < MOST_BYTES
    assert "This is not JSON" in text(sent(client, b"{" * (MOST_BYTES - 10_000)).text)
    assert client.post("/en/name", data={"name": "x" * 200_000}).status_code == 413


def test_the_page_waits_for_a_record_and_sends_nothing_elsewhere(client):
    page = client.get("/en/replay").text
    assert 'enctype="multipart/form-data"' in page
    assert 'type="file"' in page
    assert "replayed.js" not in page


def test_every_position_that_can_be_stepped_to_is_in_the_page(over, client):
    page = sent(client, over.record()).text
    past = json.loads(re.findall(r'id="past">(.*?)</script>', page)[0])
    assert [position["number"] for position in past] == [0, 1, 2]
    assert past[1]["picture"] != past[0]["picture"]


def spoil(home, play):
    """From now on whoever loads this variant plays each turn by this expression."""
    with (home / "__init__.py").open("a", encoding="utf-8") as file:
        file.write(f"\n\nVariant.play = lambda *_: {play}\n")


@pytest.mark.parametrize("play", ["__import__('sys').exit()", "any(iter(int, 1))"], ids=["exit", "endless"])
def test_rules_that_leave_or_never_end_cost_the_site_a_process_and_not_its_games(tmp_path, monkeypatch, play):
    monkeypatch.setattr(examiner, "RECORD_SECONDS", -2.0)  # With the grace of the pool: one second.
    home = write_variant(tmp_path / "variants", Duel)
    app = create_app(Config(data=tmp_path / "data", variants=(tmp_path / "variants",)))
    players = Players(app, "Duel")
    players.turn("a1b3", "c3b1")
    record = players.record()
    spoil(home, play)
    answer = sent(app.test_client(), record)
    assert answer.status_code == 503
    assert "This record could not be played here in time." in text(answer.text)
    assert app.test_client().get(players.address).status_code == 200
    app.extensions["cavalier"].close()


def test_a_record_is_charged_by_its_length(tmp_path):
    app = create_app(Config(data=tmp_path / "data", address_rate=10), scripted(lambda: 0.0))
    client = app.test_client()
    assert sent(client, "x" * 45_000).status_code == 400
    answer = sent(client, "x" * 45_000)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    app.extensions["cavalier"].close()


def test_a_record_of_more_turns_than_a_page_shows_is_refused_by_name(client):
    moves = " ".join(f"{number}. a|a" for number in range(1, MOST_EXAMINED_TURNS + 2))
    said = text(sent(client, f'[Variant "Apocalypse"]\n[FEN "x"]\n\n{moves} *').text)
    assert f"A game of more than {MOST_EXAMINED_TURNS} turns is not read." in said


def test_rules_that_fail_are_a_sentence_and_not_a_fault_of_the_site(tmp_path):
    home = write_variant(tmp_path / "variants", Duel)
    app = create_app(Config(data=tmp_path / "data", variants=(tmp_path / "variants",)))
    players = Players(app, "Duel")
    players.turn("a1b3", "c3b1")
    record = players.record()
    spoil(home, "1 / 0")
    answer = sent(app.test_client(), record)
    assert answer.status_code == 200
    assert "Turn 1: the rules fail (ZeroDivisionError)." in text(answer.text)
    app.extensions["cavalier"].close()

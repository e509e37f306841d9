"""Frames for the pages of others: what may be framed and what not, and the line of HTML that shows one."""

import json
import re
from html import unescape
from urllib.parse import quote

import pytest

from tests.harness.pages import Players

FEN = "n3n/5/2p2/1P3/N3N"


def ancestors(answer):
    """Which sites may show an answer in a frame."""
    policy = dict(rule.split(" ", 1) for rule in answer.headers["Content-Security-Policy"].split("; "))
    return policy["frame-ancestors"]


def line_on(client, path):
    """The line of HTML to copy from a page."""
    (line,) = re.findall(r'id="embed-line"[^>]* value="([^"]+)"', client.get(path).text)
    return unescape(line)


@pytest.fixture
def game(app):
    """A game of two turns that goes on."""
    players = Players(app, name="<b>Bob")
    players.turn("a2a3", "e4e3")
    players.turn("a1b3", "e5d3")
    return players


def test_a_frame_shows_a_position_of_any_variant(app, client):
    for name in app.extensions["cavalier"].library.variants:
        for language in ("en", "fr"):
            answer = client.get(f"/embed/{name}?lang={language}")
            assert answer.status_code == 200
            assert f'<html lang="{language}">' in answer.text
            assert f'href="http://localhost/{language}/variants/{name}" target="_blank" rel="noopener"' in answer.text
            assert "<script" not in answer.text
            assert "<form" not in answer.text
            assert 'class="board' in answer.text
            assert "Set-Cookie" not in answer.headers
    start, other = client.get("/embed/Apocalypse").text, client.get(f"/embed/Apocalypse?fen={FEN}").text
    assert start.count("<use") > other.count("<use") > 4


@pytest.mark.parametrize("fen", ["nonsense", "x" * 5000, "<script>"])
def test_a_frame_says_what_is_wrong_with_a_fen(client, fen):
    answer = client.get(f"/embed/Apocalypse?fen={quote(fen)}&lang=fr")
    assert answer.status_code == 400
    assert re.search("<footer><p>[^<]{20,}</p>", answer.text), "a sentence"
    assert "<script>" not in answer.text
    assert ancestors(answer) == "*"


def test_a_finished_game_is_framed_with_its_stepper(client, game):
    game.do("resign", 1)
    answer = client.get(f"/embed/game/{game.id}?lang=fr")
    assert answer.status_code == 200
    assert "Victoire des Blancs." in answer.text
    assert "&lt;b&gt;Bob" in answer.text
    (words,) = re.findall(r'<script type="application/json" id="words">(.*?)</script>', answer.text)
    positions = client.get(json.loads(words)["positions"]).json
    assert [one["number"] for one in positions["positions"]] == [0, 1, 2]
    assert "replayed.js" in answer.text
    assert "<form" not in answer.text


def test_a_game_that_goes_on_is_in_no_frame(client, game):
    answer = client.get(f"/embed/game/{game.id}")
    assert answer.status_code == 409
    assert "Only a finished game is shown on other pages." in answer.text
    assert ancestors(answer) == "'none'"
    assert client.get("/embed/game/none").status_code == 404
    assert client.get("/embed/Nothing").status_code == 404


def test_frames_and_nothing_else_may_be_framed(app, client, game):
    game.do("resign", 1)
    seen = set()
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        values = {"variant": "Apocalypse", "name": "Apocalypse", "table_id": game.id, "language": "en"}
        values |= {"words_of": "en", "kind": "svg", "drawing": "wn", "version": "0" * 12, "filename": "style.css"}
        path = rule.rule
        for name, value in values.items():
            path = re.sub(rf"<(?:[^<>]*:)?{name}>", value, path)
        answer = client.get(path)
        framed = ancestors(answer) == "*"
        assert framed == (rule.endpoint in ("embeds.position", "embeds.game")), path
        seen.add(framed)
    assert seen == {True, False}


@pytest.mark.parametrize("path", ["/fr/variants/Atomic", "/fr/variants/Atomic/analysis/edit"])
def test_a_page_has_the_line_of_html_that_shows_its_board(client, path):
    frame = re.fullmatch(
        r'<iframe src="([^"]+)" title="([^"]+)" width="400" height="500" .*></iframe>', line_on(client, path)
    )
    assert frame is not None
    address = unescape(frame[1])
    assert address == "http://localhost/embed/Atomic?lang=fr"
    assert client.get(address).status_code == 200

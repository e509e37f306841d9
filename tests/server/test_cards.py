"""The pictures that messages show of links: of the site, of variants and of tables, as a stranger may see them."""

import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from server.config import Config
from server.drawing.card import readable
from server.site import create_app
from server.texts.languages import LANGUAGES
from tests.acting import action
from tests.scripted import scripted
from tests.server.test_attacks import ready
from tests.site import site
from tests.wire import Wire


def pixels(client: FlaskClient, address: str) -> bytes:
    """The pixels of a card; fails for any other picture."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "image/png"
    with Image.open(BytesIO(answer.data)) as image:
        assert image.size == (1200, 630)
        return image.convert("RGB").tobytes()


@pytest.fixture
def opened(client: FlaskClient) -> str:
    """The id of a table that this client has opened under a name."""
    answer = client.post("/en/variants/Apocalypse/play", data={"seat": "0", "name": "Amélie"})
    return answer.headers["Location"].split("?")[0].rsplit("/", 1)[-1]


def shared(client: FlaskClient, path: str) -> dict[str, str]:
    """What a message is told of a page."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', client.get(path).text)
    return {name: unescape(text) for name, text in found}


def test_every_variant_has_a_card_in_each_language(app: Flask, client: FlaskClient) -> None:
    seen = set()
    for language in LANGUAGES:
        seen.add(pixels(client, f"/card/{language}.png"))
        for name in app.extensions["cavalier"].variants:
            seen.add(pixels(client, f"/card/{language}/{name}.png"))
    assert len(seen) == len(LANGUAGES) * (1 + len(app.extensions["cavalier"].variants))
    assert client.get("/card/en/Nothing.png").status_code == 404
    assert client.get("/card/de.png").status_code == 404


def test_a_card_that_caches_share_carries_no_cookie(client: FlaskClient) -> None:
    answer = client.get("/card/fr/Apocalypse.png", headers={"Accept-Language": "en"})
    assert answer.headers["Cache-Control"].startswith("public")
    assert "Set-Cookie" not in answer.headers
    again = client.get("/card/fr/Apocalypse.png", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Amélie invites you to play Apocalypse"), ("fr", "Amélie vous invite à une partie\u202f: Apocalypse")],
)
def test_an_open_table_invites_in_the_language_of_its_page(
    app: Flask, client: FlaskClient, opened: str, language: str, title: str
) -> None:
    stranger = app.test_client()
    told = shared(stranger, f"/{language}/game/{opened}")
    assert told["og:title"] == title
    assert told["og:image"].startswith(f"http://localhost/card/{language}/game/{opened}.png?")
    assert told["twitter:card"] == "summary_large_image"
    assert (told["og:image:width"], told["og:image:height"]) == ("1200", "630")
    assert told["og:locale"] == {"en": "en_GB", "fr": "fr_FR"}[language]
    assert told == shared(client, f"/{language}/game/{opened}"), "the host is told the same"
    assert pixels(stranger, told["og:image"].removeprefix("http://localhost")) == pixels(
        client, f"/card/{language}/game/{opened}.png"
    )


def test_a_name_that_the_typefaces_cannot_write_is_left_out(app: Flask) -> None:
    host = app.test_client()
    answer = host.post("/en/variants/Apocalypse/play", data={"seat": "0", "name": "さくら"})
    told = shared(host, answer.headers["Location"].split("?")[0])
    assert told["og:title"] == "You are invited to play Apocalypse"
    assert readable("Zoé d’Œuvre – “x”…")
    assert not readable("さくら")


def test_a_running_game_shows_its_position_and_a_finished_one_its_result(
    app: Flask, client: FlaskClient, opened: str
) -> None:
    other, stranger = app.test_client(), app.test_client()
    card = f"/card/en/game/{opened}.png"
    seen = [pixels(stranger, card)]
    addresses = [shared(stranger, f"/en/game/{opened}")["og:image"]]
    other.post(f"/en/game/{opened}/join", data={"seat": "1", "name": "Bob"})
    lobby = app.extensions["cavalier"].lobby
    with lobby.looking(opened) as table:
        ann, bob = table.chairs
    for person, sent in (
        (None, None),
        (ann, action("act", 0, 0, "a2a3")),
        (bob, action("act", 1, 0, "e4e3")),
        (bob, action("resign", 1, message="r")),
    ):
        if sent is not None:
            assert lobby.send(opened, person, sent)["ok"]
        seen.append(pixels(stranger, card))
        addresses.append(shared(stranger, f"/en/game/{opened}")["og:image"])
    assert seen[1] == seen[2], "a seal is on no card"
    assert addresses[1] == addresses[2]
    del seen[2], addresses[2]
    assert len(set(seen)) == len(seen)
    assert len(set(addresses)) == len(addresses), "a messenger keeps a picture by its address"
    told = shared(client, f"/en/game/{opened}")
    assert told["og:title"] == "Apocalypse: White wins."
    assert told["og:description"] == "Amélie – Bob. Black resigns."
    assert told == shared(other, f"/en/game/{opened}"), "winner, loser and strangers are told the same"


def test_a_card_is_painted_once_and_charged_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(Config(data=tmp_path, address_rate=4), scripted(lambda: 0.0))
    for name in ("Checkered", "Dark"):  # Cards that no other test has painted.
        monkeypatch.setattr(app.extensions["cavalier"].words(name, "en"), "summary", f"A {name} of its own.")
    client = app.test_client()
    # Twenty requests at once: a card costs ten and the request for it one.
    names = ("Checkered", "Checkered", "Checkered", "Dark")
    assert [client.get(f"/card/en/{name}.png").status_code for name in names] == [200, 200, 200, 429]
    app.extensions["cavalier"].close()


def test_painting_does_not_hold_the_games(tmp_path: Path) -> None:
    with site(tmp_path / "data") as place:
        ready(place)
        wire = Wire(place.url)
        for name in ("Apocalypse", "Checkered", "Dark", "Dobutsu", "Progressive"):
            assert wire.get(f"/card/fr/{name}.png").status == 200
        held = [line for line in place.log().splitlines() if "the loop was held" in line and "/card/" in line]
    assert held == []

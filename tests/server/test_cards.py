"""The pictures that messages show of links: of the site, of variants and of tables, as a stranger may see them."""

import re
from html import unescape
from io import BytesIO

import pytest
from PIL import Image

from server.drawing.card import PAPER
from server.drawing.overlays import SEAL
from server.runtime import Config
from tests.harness.client import Client
from tests.harness.composition import create_app
from tests.harness.event_loop import wait_until_ready
from tests.harness.pages import Players, opened
from tests.harness.site import site
from tests.harness.sources import scripted


def pixels(client, address):
    """The pixels of a card; fails for any other picture."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "image/png"
    with Image.open(BytesIO(answer.data)) as image:
        assert image.size == (1200, 630)
        return image.convert("RGB").tobytes()


def shared(client, path):
    """What a message is told of a page."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', client.get(path).text)
    return {name: unescape(text) for name, text in found}


def test_every_variant_has_a_card(app, client):
    names = list(app.extensions["cavalier"].library.variants)
    seen = {name: pixels(client, f"/card/{name}.png") for name in names}
    assert len(set(seen.values())) == len(names)
    assert pixels(client, "/card.png") == seen[names[0]]
    assert client.get("/card/Nothing.png").status_code == 404


def test_a_card_shows_the_board_in_the_middle_and_the_mark_of_the_site(client):
    painted = pixels(client, "/card/Apocalypse.png")

    def places(colour):
        wanted = bytes.fromhex(colour[1:])
        return [(at % 1200, at // 1200) for at in range(1200 * 630) if painted[3 * at : 3 * at + 3] == wanted]

    assert all(x < 334 or x > 865 for x, y in places(PAPER) if 43 < y < 574), "nothing of the board is missing"
    mark = [(x, y) for x, y in places(SEAL) if x > 1000]
    assert 3000 < len(mark) < 96 * 96
    assert all(1062 <= x < 1158 and 480 <= y < 576 for x, y in mark)


def test_addresses_of_cards_with_a_language_lead_to_those_without(client):
    for former, now in (
        ("/card/en.png", "/card.png"),
        ("/card/fr/Dice.png", "/card/Dice.png"),
        ("/card/es/game/abc.png?stage=open-0-0", "/card/game/abc.png"),
    ):
        answer = client.get(former)
        assert (answer.status_code, answer.headers["Location"]) == (301, now)
    assert client.get("/card/de.png").status_code == 404


def test_a_card_that_caches_share_carries_no_cookie(client):
    answer = client.get("/card/Apocalypse.png", headers={"Accept-Language": "fr"})
    assert answer.headers["Cache-Control"].startswith("public")
    assert "Set-Cookie" not in answer.headers
    assert not {"Accept-Language", "Cookie"} & set(answer.vary)
    again = client.get("/card/Apocalypse.png", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Amélie invites you to play Apocalypse"), ("fr", "Amélie vous invite à une partie\u202f: Apocalypse")],
)
def test_an_open_table_invites_in_the_language_of_its_page(app, client, language, title):
    path = opened(client, name="Amélie")
    stranger = app.test_client()
    told = shared(stranger, f"/{language}{path}")
    assert told["og:title"] == title
    assert told["og:image"].startswith(f"http://localhost/card{path}.png?")
    assert told["twitter:card"] == "summary_large_image"
    assert (told["og:image:width"], told["og:image:height"]) == ("1200", "630")
    assert told["og:locale"] == {"en": "en_GB", "fr": "fr_FR"}[language]
    assert told == shared(client, f"/{language}{path}"), "the host is told the same"
    pixels(stranger, told["og:image"].removeprefix("http://localhost"))


def test_a_running_game_shows_its_position_and_a_finished_one_tells_its_result(app):
    players, stranger = Players(app, name="Amélie"), app.test_client()
    seen, addresses = [], []
    for did in ((), ("act", 0, 0, "a2a3"), ("act", 1, 0, "e4e3"), ("resign", 1)):
        if did:
            players.do(*did)
        seen.append(pixels(stranger, f"/card/game/{players.id}.png"))
        addresses.append(shared(stranger, players.address)["og:image"])
    assert (seen[0], addresses[0]) == (seen[1], addresses[1]), "a seal is on no card"
    assert seen[1] != seen[2]
    assert seen[2] == seen[3], "the last position"
    assert len(set(addresses)) == 3, "a messenger keeps a picture by its address"
    told = shared(stranger, players.address)
    assert told["og:title"] == "Apocalypse: White wins."
    assert re.fullmatch("Amélie – .+[.] Black resigns[.]", told["og:description"])
    assert [shared(client, players.address) for client in players.clients] == [told] * 2


def test_a_card_is_painted_once_and_charged_then(tmp_path):
    app = create_app(Config(data=tmp_path, address_rate=4), scripted(lambda: 0.0))
    client = app.test_client()
    # Twenty requests at once: a card costs ten and the request for it one.
    names = ("Checkered", "Checkered", "Checkered", "Dark")
    assert [client.get(f"/card/{name}.png").status_code for name in names] == [200, 200, 200, 429]
    app.extensions["cavalier"].close()


@pytest.mark.slow
def test_painting_does_not_hold_the_games(tmp_path):
    with site(tmp_path / "data") as place:
        wait_until_ready(place)
        client = Client(place.url)
        for name in ("Apocalypse", "Checkered", "Dark", "Dobutsu", "Progressive"):
            assert client.get(f"/card/{name}.png").status == 200
        held = [line for line in place.log().splitlines() if "the loop was held" in line and "/card/" in line]
    assert held == []

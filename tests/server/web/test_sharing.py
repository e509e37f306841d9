"""What others are told of pages: search engines, messages that show links, and frames for the pages of others."""

import json
import re
from hashlib import sha256
from html import unescape
from io import BytesIO
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from PIL import Image

from server.texts.languages import LANGUAGES
from tests.harness.composition import app_at
from tests.harness.pages import Players, opened
from tests.harness.sources import scripted

EVERYWHERE = (
    "/", "/variants", "/puzzles", "/games", "/fair-play", "/make", "/programs", "/replay", "/variants/Checkered"
)  # fmt: skip


def linked(page, rel):
    """The links of a page with this relation, by their language."""
    found = re.findall(rf'<link rel="{rel}"(?: hreflang="([\w-]+)")? href="([^"]+)">', page)
    return {language: unescape(address) for language, address in found}


@pytest.mark.parametrize("path", EVERYWHERE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_canonical_and_alternate_links(client, language, path):
    page = client.get(f"/{language}{path}?preset=wikipedia").text
    assert linked(page, "canonical") == {"": f"http://localhost/{language}{path}"}
    default = "/" if path == "/" else f"/en{path}"
    addresses = {**{each: f"/{each}{path}" for each in LANGUAGES}, "x-default": default}
    assert linked(page, "alternate") == {name: f"http://localhost{each}" for name, each in addresses.items()}


def test_missing_pages_have_no_canonical_address(client):
    page = client.get("/en/nothing").text
    assert linked(page, "canonical") == linked(page, "alternate") == {}
    assert "og:" not in page


def test_the_map_lists_every_page_with_its_other_languages(app, client):
    answer = client.get("/sitemap.xml")
    assert answer.mimetype == "application/xml"
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    urls = ElementTree.fromstring(answer.data).findall("s:url", names)
    found = {url.findtext("s:loc", "", names): url for url in urls}
    variants = {
        f"/variants/{name}{page}" for name in app.extensions["cavalier"].library.variants for page in ("", "/leaflet")
    }
    puzzles = {f"/puzzles/{puzzle}" for puzzle in app.extensions["cavalier"].puzzles.store.puzzles}
    assert puzzles
    wanted = variants | puzzles | set(EVERYWHERE)
    assert found.keys() == {f"http://localhost/{language}{path}" for language in LANGUAGES for path in wanted}
    for address, url in sorted(found.items())[::7]:
        page = client.get(address)
        assert page.status_code == 200
        assert "noindex" not in page.text
        links = {link.get("hreflang", ""): link.get("href") for link in url.findall("x:link", names)}
        assert links == linked(page.text, "alternate")


def test_robots_txt_names_the_sitemap_and_allows_previews_of_tables(client):
    lines = client.get("/robots.txt").text.splitlines()
    assert "Sitemap: http://localhost/sitemap.xml" in lines
    barred = [line.removeprefix("Disallow: ") for line in lines if line.startswith("Disallow: ")]
    assert not any(path.startswith(("/card", "/game", "/*/game", "/en", "/diagram")) for path in barred)
    assert {"/api/", "/*/mine", "/*/restore"} <= set(barred)


@pytest.mark.parametrize("path", ["/game", "/en/variants/Apocalypse/analysis"])
def test_private_pages_are_marked_noindex(client, path):
    if path == "/game":
        path = client.post("/en/variants/Apocalypse/play", data={"seat": "0"}).headers["Location"]
    assert '<meta name="robots" content="noindex">' in client.get(path).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rules_page_has_structured_data_that_no_text_can_break(app, client, monkeypatch, language):
    words = app.extensions["cavalier"].library.words("Checkered", language)
    monkeypatch.setattr(words, "summary", '</script><script src="/x.js"></script> & "x"')
    page = client.get(f"/{language}/variants/Checkered?fresh").text
    (block,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.S)
    game, method = json.loads(block)["@graph"]
    assert (game["@type"], method["@type"]) == ("Game", "HowTo")
    assert (game["name"], game["url"]) == (words.title, linked(page, "canonical")[""])
    assert game["description"] == words.summary
    assert "x.js" not in "".join(re.findall(r"<script[^>]*>", page))
    assert [step["text"] for step in method["step"]] == list(words.reminder)
    assert client.get(game["image"]).mimetype == "image/png"


# The address of the site


def metadata(page):
    """All whole addresses of a page's head, in a line."""
    return " ".join(re.findall(r'(?:href|content)="(https?://[^"]+)"', page.partition("<body>")[0]))


def test_links_use_the_configured_address_whatever_host_was_asked(tmp_path):
    with app_at(tmp_path, site_address="https://chess.example") as app:
        for path in ("/en/", "/fr/variants/Apocalypse", "/sitemap.xml", "/robots.txt"):
            page = app.test_client().get(path, headers={"Host": "evil.example"}).text
            assert "https://chess.example/" in page
            assert "evil.example" not in page


def test_a_forged_host_appears_in_no_other_response(client):
    evil = client.get("/en/variants/Dark", headers={"Host": "evil.example"})
    assert "http://evil.example/en/variants/Dark" in metadata(evil.text)
    answer = client.get("/en/variants/Dark")
    assert "evil.example" not in answer.text
    assert "private" in answer.headers["Cache-Control"]
    for host in ('evil"><script>', "evil example", "x/y.example", "a@evil.example", "evil,example"):
        answer = client.get("/en/variants/Dark", headers={"Host": host})
        assert host not in answer.text
        assert metadata(answer.text).count("://") == metadata(answer.text).count("http:///")


# Pictures that messages show of links


def pixels(client, address):
    """The digest of the pixels of a card; fails for any other picture."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "image/png"
    with Image.open(BytesIO(answer.data)) as image:
        assert image.size == (1200, 630)
        return sha256(image.convert("RGB").tobytes()).hexdigest()


def shared(client, path):
    """What a message is told of a page."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', client.get(path).text)
    return {name: unescape(text) for name, text in found}


def test_every_variant_has_a_card(app, client):
    library = app.extensions["cavalier"].library
    names = list(library.variants)
    seen = {name: pixels(client, f"/card/{name}.png") for name in names}
    assert len(set(seen.values())) == len(names)
    assert pixels(client, "/card.png") == seen[library.first]
    assert client.get("/card/Nothing.png").status_code == 404


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
    metadata = shared(stranger, f"/{language}{path}")
    assert metadata["og:title"] == title
    assert metadata["og:image"].startswith(f"http://localhost/card{path}.png?")
    assert metadata["twitter:card"] == "summary_large_image"
    assert (metadata["og:image:width"], metadata["og:image:height"]) == ("1200", "630")
    assert metadata["og:locale"] == {"en": "en_GB", "fr": "fr_FR"}[language]
    assert metadata == shared(client, f"/{language}{path}"), "the host is told the same"
    pixels(stranger, metadata["og:image"].removeprefix("http://localhost"))


def test_the_preview_of_a_game_shows_its_position_or_result(app):
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
    metadata = shared(stranger, players.address)
    assert metadata["og:title"] == "Apocalypse: White wins."
    assert re.fullmatch("Amélie – .+[.] Black resigns[.]", metadata["og:description"])
    assert [shared(client, players.address) for client in players.clients] == [metadata] * 2


def test_a_card_is_painted_once_and_charged_then(tmp_path):
    # Twenty requests at once: a card costs ten and the request for it one.
    names = ("Checkered", "Checkered", "Checkered", "Dark")
    with app_at(tmp_path, scripted(lambda: 0.0), address_rate=4) as app:
        codes = [app.test_client().get(f"/card/{name}.png").status_code for name in names]
    assert codes == [200, 200, 200, 429]


def test_a_png_is_painted_once_and_charged_then_by_its_width(tmp_path):
    # Twenty requests at once: of 480 pixels one costs eleven, of 80 five, and each request for it one.
    queries = ("", "", "?width=80", "?turned=1")
    with app_at(tmp_path, scripted(lambda: 0.0), address_rate=4) as app:
        codes = [app.test_client().get(f"/diagram/Checkered.png{query}").status_code for query in queries]
    assert codes == [200, 200, 200, 429]


# Frames


FEN = "n3n/5/2p2/1P3/N3N"


def ancestors(answer):
    """Which sites may show an answer in a frame."""
    policy = dict(rule.split(" ", 1) for rule in answer.headers["Content-Security-Policy"].split("; "))
    return policy["frame-ancestors"]


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
def test_an_embed_explains_an_invalid_fen(client, fen):
    answer = client.get(f"/embed/Apocalypse?fen={quote(fen)}&lang=fr")
    assert answer.status_code == 400
    assert re.search("<footer><p>[^<]{20,}</p>", answer.text), "a sentence"
    assert "<script>" not in answer.text
    assert ancestors(answer) == "*"


def test_a_running_game_cannot_be_embedded(client, game):
    answer = client.get(f"/embed/game/{game.id}")
    assert answer.status_code == 409
    assert "Only a finished game is shown on other pages." in answer.text
    assert ancestors(answer) == "'none'"
    assert client.get("/embed/game/none").status_code == 404
    assert client.get("/embed/Nothing").status_code == 404


@pytest.mark.parametrize("path", ["/fr/variants/Atomic", "/fr/variants/Atomic/analysis/edit"])
def test_a_page_has_the_line_of_html_that_shows_its_board(client, path):
    (line,) = re.findall(r'id="embed-line"[^>]* value="([^"]+)"', client.get(path).text)
    frame = re.fullmatch(r'<iframe src="([^"]+)" title="([^"]+)" width="400" height="500" .*></iframe>', unescape(line))
    assert frame is not None
    address = unescape(frame[1])
    assert address == "http://localhost/embed/Atomic?lang=fr"
    assert client.get(address).status_code == 200

"""What search engines are told: the address of each page, its other languages, what it is about, and a map of all."""

import json
import re
from html import unescape
from xml.etree import ElementTree

import pytest

from server.runtime import Config
from server.texts.languages import LANGUAGES
from tests.harness.composition import create_app

EVERYWHERE = ("/", "/puzzles", "/games", "/fair-play", "/make", "/programs", "/replay", "/variants/Checkered")


def linked(page, rel):
    """The links of a page with this relation, by their language."""
    found = re.findall(rf'<link rel="{rel}"(?: hreflang="([\w-]+)")? href="([^"]+)">', page)
    return {language: unescape(address) for language, address in found}


@pytest.mark.parametrize("path", EVERYWHERE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_tells_its_address_and_its_other_languages(client, language, path):
    page = client.get(f"/{language}{path}?preset=wikipedia").text
    assert linked(page, "canonical") == {"": f"http://localhost/{language}{path}"}
    default = "/" if path == "/" else f"/en{path}"
    addresses = {**{each: f"/{each}{path}" for each in LANGUAGES}, "x-default": default}
    assert linked(page, "alternate") == {name: f"http://localhost{each}" for name, each in addresses.items()}


def test_what_is_not_there_has_no_address(client):
    page = client.get("/en/nothing").text
    assert linked(page, "canonical") == linked(page, "alternate") == {}
    assert "og:" not in page


@pytest.mark.parametrize(
    ("language", "words"), [("en", "chess variant"), ("fr", "variantes? d’échecs"), ("es", "variantes? de ajedrez")]
)
def test_titles_say_what_this_is(client, language, words):
    for path in ("/variants/Checkered", "/"):
        title = re.search("<title>(.*)</title>", client.get(f"/{language}{path}").text)
        assert re.search(words, unescape(title[1]).lower())


def test_the_map_lists_every_page_with_its_other_languages(app, client):
    answer = client.get("/sitemap.xml")
    assert answer.mimetype == "application/xml"
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    urls = ElementTree.fromstring(answer.data).findall("s:url", names)
    found = {url.findtext("s:loc", "", names): url for url in urls}
    variants = {
        f"/variants/{name}{page}" for name in app.extensions["cavalier"].library.variants for page in ("", "/leaflet")
    }
    puzzles = {f"/puzzles/{puzzle}" for puzzle in app.extensions["cavalier"].solving.store.puzzles}
    assert puzzles
    wanted = variants | puzzles | set(EVERYWHERE)
    assert found.keys() == {f"http://localhost/{language}{path}" for language in LANGUAGES for path in wanted}
    for address, url in sorted(found.items())[::7]:
        page = client.get(address)
        assert page.status_code == 200
        assert "noindex" not in page.text
        links = {link.get("hreflang", ""): link.get("href") for link in url.findall("x:link", names)}
        assert links == linked(page.text, "alternate")


def test_robots_are_told_where_the_map_is_and_may_preview_tables(client):
    lines = client.get("/robots.txt").text.splitlines()
    assert "Sitemap: http://localhost/sitemap.xml" in lines
    barred = [line.removeprefix("Disallow: ") for line in lines if line.startswith("Disallow: ")]
    assert not any(path.startswith(("/card", "/game", "/*/game", "/en", "/diagram")) for path in barred)
    assert {"/api/", "/*/mine", "/*/restore"} <= set(barred)


@pytest.mark.parametrize("path", ["/game", "/en/variants/Apocalypse/analysis"])
def test_what_no_search_engine_is_to_keep_says_so(client, path):
    if path == "/game":
        path = client.post("/en/variants/Apocalypse/play", data={"seat": "0"}).headers["Location"]
    assert '<meta name="robots" content="noindex">' in client.get(path).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rules_page_tells_of_the_game_and_how_it_is_played(app, client, language):
    words = app.extensions["cavalier"].library.words("Checkered", language)
    page = client.get(f"/{language}/variants/Checkered").text
    (block,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.S)
    game, method = json.loads(block)["@graph"]
    assert (game["@type"], method["@type"]) == ("Game", "HowTo")
    assert (game["name"], game["url"]) == (words.title, linked(page, "canonical")[""])
    assert [step["text"] for step in method["step"]] == list(words.reminder)
    assert client.get(game["image"]).mimetype == "image/png"


def test_no_word_of_a_variant_ends_its_structured_data(app, client, monkeypatch):
    words = app.extensions["cavalier"].library.words("Checkered", "en")
    monkeypatch.setattr(words, "summary", '</script><script src="/x.js"></script> & "x"')
    page = client.get("/en/variants/Checkered?fresh").text
    (block,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.S)
    assert json.loads(block)["@graph"][0]["description"] == words.summary
    assert "x.js" not in "".join(re.findall(r"<script[^>]*>", page))


# The address of the site


def told(page):
    """All whole addresses of a page's head, in a line."""
    return " ".join(re.findall(r'(?:href|content)="(https?://[^"]+)"', page.partition("<body>")[0]))


def test_the_configured_address_is_told_whatever_host_was_asked(tmp_path):
    app = create_app(Config(data=tmp_path, site_address="https://chess.example"))
    client = app.test_client()
    for path in ("/en/", "/fr/variants/Apocalypse", "/sitemap.xml", "/robots.txt"):
        page = client.get(path, headers={"Host": "evil.example"}).text
        assert "https://chess.example/" in page
        assert "evil.example" not in page
    app.extensions["cavalier"].close()


def test_a_host_that_somebody_made_up_is_told_to_nobody_else(client):
    evil = client.get("/en/variants/Dark", headers={"Host": "evil.example"})
    assert "http://evil.example/en/variants/Dark" in told(evil.text)
    answer = client.get("/en/variants/Dark")
    assert "evil.example" not in answer.text
    assert "private" in answer.headers["Cache-Control"]
    for host in ('evil"><script>', "evil example", "x/y.example", "a@evil.example", "evil,example"):
        answer = client.get("/en/variants/Dark", headers={"Host": host})
        assert host not in answer.text
        assert told(answer.text).count("://") == told(answer.text).count("http:///")

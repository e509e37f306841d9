"""Pages that tell what to do about seals, programs and new variants: it can be done as it stands. And leaflets."""

import json
import re
import shlex
import subprocess
from hashlib import sha256
from html import unescape

import pytest

from server.game import commitments
from server.kit.new import EXAMPLE
from server.runtime.sources import unguessable
from server.texts.languages import LANGUAGES, file_in
from tests.harness.checkout import ROOT, bare_environment, copied

IDS = re.compile(r'<section id="([^"]+)"')


def read(client, language, page):
    answer = client.get(f"/{language}/{page}")
    assert answer.status_code == 200
    return answer.text


def blocks(text):
    """The blocks of code of a guide."""
    return [unescape(block).rstrip() for block in re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", text, re.S)]


@pytest.mark.parametrize(("page", "number"), [("fair-play", 4), ("make", 8)])
def test_the_languages_have_the_same_sections_and_the_same_examples(client, page, number):
    pages = [read(client, language, page) for language in LANGUAGES]
    assert len({tuple(IDS.findall(text)) for text in pages}) == 1
    # Words of a variant are examples in the language of the page.
    of_words = ("events:", "```play")
    assert len({tuple(block for block in blocks(text) if not block.startswith(of_words)) for text in pages}) == 1
    for text in pages:
        assert len(blocks(text)) == number
        assert [f"#{section}" for section in IDS.findall(text)] == re.findall(r'<li><a href="(#[^"]+)"', text)


# What a seal proves: a reader who runs the commands of the page, with other programs, gets the digests that it shows


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_of_the_page_compute_the_digests_that_it_shows(client, language):
    text = read(client, language, "fair-play")
    slip, digest, other, command = blocks(text)
    assert sha256(f"{slip}\n".encode()).hexdigest() == digest
    said = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert said.stdout.split()[0] == digest
    (move,) = [move for move in re.findall(r"<code>([^<]+)</code>", text) if re.fullmatch(r"\w{4}", move)]
    assert sha256(re.sub("(?m)^move .*$", f"move {move}", f"{slip}\n").encode()).hexdigest() == other


def test_the_slip_of_the_page_is_the_one_that_tables_seal(client):
    """Field by field, so that a change of the text that is hashed shows here and must be told."""
    slip, digest, *_ = blocks(read(client, "en", "fair-play"))
    lines = dict(line.rsplit(" ", 1) for line in slip.split("\n"))
    assert list(lines) == ["cavalier seal", "table", "turn", "takebacks", "seat", "move", "nonce"]
    assert lines["cavalier seal"] == "1"
    numbers = (int(lines["turn"]), int(lines["takebacks"]), int(lines["seat"]))
    fields = (lines["table"], *numbers, lines["move"], lines["nonce"])
    assert commitments.sealed_text(*fields) == slip + "\n"
    assert commitments.seal_digest(*fields) == digest
    assert len(lines["nonce"]) == len(unguessable("nonce"))


# For those who write programs


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_command_on_the_page_does_what_it_says(app, language):
    client, other = app.test_client(), app.test_client()
    secret, others = (each.post("/api/v1/identity", json={}).json["secret"] for each in (client, other))
    lines = "\n".join(blocks(read(client, language, "programs"))).split("\n")
    found = [shlex.split(line) for line in lines if line.startswith("curl ")]
    assert len(found) >= 9
    table, record = "", None
    for _curl, *words in found:
        address = next(word for word in words if word.startswith("http"))
        assert address.startswith("http://localhost/api/v1/")
        path = address.removeprefix("http://localhost").replace("TABLE", table)
        sent = words[words.index("--json") + 1] if "--json" in words else None
        body = record if sent == "@record.json" else json.loads(sent) if sent else None
        bearer = next((word for word in words if word.startswith("Authorization")), "").partition("Bearer ")[2]
        assert bearer in ("", "SECRET")
        mine = others if path.endswith("/join") else secret
        if path.endswith("/tables"):
            body["seat"] = 0  # Which the others take for granted.
        headers = {"Authorization": f"Bearer {mine}"} if bearer else {}
        answer = client.open(path, method="GET" if body is None else "POST", json=body, headers=headers)
        assert answer.status_code in (200, 201), (path, answer.text)
        table = answer.json.get("table", table) if path.endswith("/tables") else table
        record = answer.json if path.endswith("record.json") else record
    assert answer.json["holds"], "the record that was downloaded"


def test_the_page_leads_to_the_description_and_shows_a_refusal(client):
    page = read(client, "fr", "programs")
    assert 'href="/api/v1/openapi.json"' in page
    refused = json.loads(unescape(re.findall(r"<code>(\{&quot;refusal.*?)</code>", page, re.S)[0]))
    assert refused["refusal"]["code"] == "late"


# How players bring a game


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_code_on_the_page_is_that_of_a_new_variant(client, language):
    rules = (EXAMPLE / "rules.py").read_text(encoding="utf-8").replace("\n    ", "\n")
    words = file_in(EXAMPLE / "rules", language).read_text(encoding="utf-8")
    shown = blocks(read(client, language, "make"))
    code = [block for block in shown if block.startswith("def ")]
    text = [block for block in shown if block.startswith(("events:", "```play"))]
    assert len(code) == len(text) == 2
    assert all(block in rules for block in code)
    assert all(block in words for block in text)


def test_its_commands_do_what_it_says(client, tmp_path):
    checkout = copied(tmp_path / "checkout")
    shown = blocks(read(client, "en", "make"))
    serving, *commands = [block for block in shown if block.startswith((".venv/", "make "))]
    for command in commands:
        subprocess.run(["sh", "-ec", command], cwd=checkout, env=bare_environment(), check=True, input="", text=True)
    assert (checkout / "variants" / "Frogs" / "rules.py").is_file()
    assert len(commands) == 3
    answer = subprocess.run([*serving.split(), "-n"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "-m server serve --reload" in answer.stdout


# Leaflets


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_leaflet_says_what_the_rules_page_says(app, client, language):
    library = app.extensions["cavalier"].library
    for name in library.variants:
        words, answer = library.words(name, language), library.page(name, language)
        text = read(client, language, f"variants/{name}/leaflet")
        for part in (words.title, words.summary, *words.facts, *words.reminder):
            assert part in unescape(text), (name, part)
        assert answer.cover.figure.startswith("<figure")
        assert re.search(r"<h2.*?</h2>\s*<(p|ul|ol)>", answer.ending), name
        (heading,) = re.findall("<h2[^>]*>(.*?)</h2>", answer.ending)
        assert f"{re.sub('<.*?>', '', heading)}</h2>" in text
        ids = re.findall(r'\bid="([^"]+)"', text)
        for target in re.findall(r'href="#([^"]+)"', text):
            assert target in ids, f"{name}: {target} is not on the sheet"
        assert f"http://localhost/{language}/variants/{name}" in text
        assert f'href="/{language}/variants/{name}/leaflet"' in read(client, language, f"variants/{name}")
    assert client.get(f"/{language}/variants/Nothing/leaflet").status_code == 404

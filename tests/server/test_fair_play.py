"""The page that says what a seal proves: whoever does what it says, with other programs, finds what it shows."""

import re
import subprocess
from hashlib import sha256
from html import unescape

import pytest

from server.game import commitments
from server.runtime.sources import unguessable
from server.texts.languages import LANGUAGES
from tests.harness.faults import replaced

BLOCK = re.compile(r"<pre[^>]*><code>(.*?)</code></pre>", re.S)
IDS = re.compile(r'<section id="([^"]+)"')


def page(client, language):
    answer = client.get(f"/{language}/fair-play")
    assert answer.status_code == 200
    return answer.text


def blocks(client, language):
    """What stands in the four blocks of the page: slip, fingerprint, the other fingerprint, command."""
    found = [unescape(block).rstrip("\n") for block in BLOCK.findall(page(client, language))]
    assert len(found) == 4
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fingerprint_is_the_sha_256_of_the_slip_that_is_shown(client, language):
    slip, digest, *_ = blocks(client, language)
    assert sha256(f"{slip}\n".encode()).hexdigest() == digest


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_other_move_gives_the_other_fingerprint(client, language):
    slip, _, other, _ = blocks(client, language)
    moves = [
        move for move in re.findall(r"<code>([^<]+)</code>", page(client, language)) if re.fullmatch(r"\w{4}", move)
    ]
    (move,) = moves
    assert sha256(re.sub("(?m)^move .*$", f"move {move}", f"{slip}\n").encode()).hexdigest() == other


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_does_in_a_shell_what_the_page_says(client, language):
    _, digest, _, command = blocks(client, language)
    said = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert said.stdout.split()[0] == digest


def test_the_slip_of_the_page_is_the_one_that_tables_seal(client):
    """Field by field, so that a change of the text that is hashed shows here and must be told."""
    lines = dict(line.rsplit(" ", 1) for line in blocks(client, "en")[0].split("\n"))
    assert list(lines) == ["cavalier seal", "table", "turn", "takebacks", "seat", "move", "nonce"]
    assert lines["cavalier seal"] == "2"
    numbers = (int(lines["turn"]), int(lines["takebacks"]), int(lines["seat"]))
    fields = (lines["table"], *numbers, lines["move"], lines["nonce"])
    assert commitments.sealed_text(*fields) == blocks(client, "en")[0] + "\n"
    assert commitments.seal_digest(*fields) == blocks(client, "en")[1]
    assert len(lines["nonce"]) == len(unguessable("nonce"))


def test_the_example_follows_the_code_that_seals(client):
    """Nothing of it is written down by hand."""
    from server.web import fairplay

    text = replaced(fairplay, "sealed_text", lambda *_: "another text\n")
    digest = replaced(fairplay, "seal_digest", lambda _commitment, *fields: f"digest of {fields[4]}")
    fairplay.page.cache_clear()
    with text, digest:
        found = blocks(client, "en")
    fairplay.page.cache_clear()
    assert found[:2] == ["another text", f"digest of {fairplay.MOVE}"]
    assert found[2:] == [f"digest of {fairplay.OTHER_MOVE}", "printf 'another text\\n' | sha256sum"]


def test_the_languages_have_the_same_sections_and_the_same_example(client):
    pages = [page(client, language) for language in LANGUAGES]
    assert len({tuple(IDS.findall(text)) for text in pages}) == 1
    assert len({tuple(BLOCK.findall(text)) for text in pages}) == 1
    for text in pages:
        assert [f"#{section}" for section in IDS.findall(text)] == re.findall(r'<li><a href="(#[^"]+)"', text)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "That the operator cannot look."), ("fr", "Que l’exploitant ne puisse pas regarder.")],
)
def test_the_page_says_what_a_seal_does_not_prove(client, language, sentence):
    limits = page(client, language).split('<section id="limits">')[1].split("<section")[0]
    assert sentence in unescape(limits)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_leads_to_it(client, language):
    for path in ("", "games", "variants/Apocalypse", "nowhere"):
        assert f'<a href="/{language}/fair-play">' in client.get(f"/{language}/{path}").text

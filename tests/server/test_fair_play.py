"""The page that says what a seal proves: whoever does what it says, with other programs, finds what it shows."""

import re
import subprocess
from hashlib import sha256
from html import unescape

import pytest

from server.game import commitments
from server.runtime.sources import unguessable
from server.texts.languages import LANGUAGES

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
def test_whoever_does_what_the_page_says_finds_the_fingerprints_that_it_shows(client, language):
    slip, digest, other, command = blocks(client, language)
    assert sha256(f"{slip}\n".encode()).hexdigest() == digest
    said = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert said.stdout.split()[0] == digest
    moves = re.findall(r"<code>([^<]+)</code>", page(client, language))
    (move,) = [move for move in moves if re.fullmatch(r"\w{4}", move)]
    assert sha256(re.sub("(?m)^move .*$", f"move {move}", f"{slip}\n").encode()).hexdigest() == other


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


def test_the_languages_have_the_same_sections_and_the_same_example(client):
    pages = [page(client, language) for language in LANGUAGES]
    assert len({tuple(IDS.findall(text)) for text in pages}) == 1
    assert len({tuple(BLOCK.findall(text)) for text in pages}) == 1
    for text in pages:
        assert [f"#{section}" for section in IDS.findall(text)] == re.findall(r'<li><a href="(#[^"]+)"', text)

"""The page that tells players how to bring a game: what it says can be done as it stands, in both languages."""

import re
import subprocess
from html import unescape

import pytest

from server.kit.new import EXAMPLE
from server.texts.languages import LANGUAGES, file_in
from tests.harness.checkout import ROOT, bare_environment, copied

BLOCK = re.compile(r"<pre[^>]*><code>(.*?)</code></pre>", re.S)


def blocks(client, language):
    answer = client.get(f"/{language}/make")
    assert answer.status_code == 200
    return [unescape(block).rstrip() for block in BLOCK.findall(answer.text)]


def test_all_languages_show_the_same(client):
    shown = [blocks(client, language) for language in LANGUAGES]
    assert len(shown[0]) == 8
    same = [[block for block in each if not block.startswith(("events:", "```play"))] for each in shown]
    assert all(each == same[0] for each in same)
    ids = [re.findall(r'<section id="([^"]+)"', client.get(f"/{language}/make").text) for language in LANGUAGES]
    assert all(each == ids[0] for each in ids)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_shows_stands_in_a_new_variant(client, language):
    rules = (EXAMPLE / "rules.py").read_text(encoding="utf-8").replace("\n    ", "\n")
    words = file_in(EXAMPLE / "rules", language).read_text(encoding="utf-8")
    code = [block for block in blocks(client, language) if block.startswith("def ")]
    text = [block for block in blocks(client, language) if block.startswith(("events:", "```play"))]
    assert len(code) == len(text) == 2
    assert all(block in rules for block in code)
    assert all(block in words for block in text)


def test_its_commands_do_what_it_says(client, tmp_path):
    house = copied(tmp_path / "house")
    serving, *commands = [block for block in blocks(client, "en") if block.startswith((".venv/", "make "))]
    for command in commands:
        subprocess.run(["sh", "-ec", command], cwd=house, env=bare_environment(), check=True, input="", text=True)
    assert (house / "variants" / "Frogs" / "rules.py").is_file()
    assert len(commands) == 3
    told = subprocess.run([*serving.split(), "-n"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "-m server serve --reload" in told.stdout

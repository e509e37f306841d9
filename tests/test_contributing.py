"""Whoever does what CONTRIBUTING.md says comes to a variant: every snippet is run, in a copy of the house."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.harness.checkout import bare_environment, copied
from variants.packages import GROUP

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"# (\S+\.(?:py|toml))\n")


class Snippet(NamedTuple):
    language: str
    text: str


SNIPPETS = [Snippet(*found) for found in FENCE.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A copy of the house in which everything was done that the page says; and what each command of a block printed."""
    house = copied(tmp_path_factory.mktemp("contributing") / "house")
    printed, before = {}, ""
    for language, text in SNIPPETS:
        file = FILE.match(text)
        if file is not None:
            path = house / file[1]
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            continue
        if language == "sh":
            # Functions stay from one block to the next, as they do for whoever types them in.
            command = ["sh", "-ec", before + text]
            before += "".join(re.findall(r"^\w+\(\) .*\n", text, re.M))
        else:
            command = [sys.executable, "-c", text]
        ran = subprocess.run(command, cwd=house, env=bare_environment(), capture_output=True, text=True, check=False)
        assert ran.returncode == 0, f"{text}\n{ran.stdout}\n{ran.stderr}"
        printed[text] = ran.stdout
    return house, printed


def test_every_snippet_is_run():
    assert {language for language, _ in SNIPPETS} == {"sh", "python", "toml"}
    assert len(SNIPPETS) >= 9
    assert all(FILE.match(text) for language, text in SNIPPETS if language == "toml")


def test_every_snippet_runs(done):
    house, printed = done
    said = "".join(printed.values())
    assert (house / "variants" / "Frogs" / "rules.py").is_file()
    assert "Frogs: no faults." in said
    assert "Newts: no faults." in said
    assert re.search(r"^\d+ lines of 3 turns", said, re.M)
    assert "wins." in said
    assert len(re.findall(r"^\d+ passed", said, re.M)) == 3
    assert re.search(r"^Newts \(Newts\), from .*mine$", said, re.M)


def test_the_package_of_the_page_brings_its_variant(done, tmp_path):
    house, _ = done
    package = house.parent / "newts"
    about = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))
    assert about["project"]["entry-points"] == {GROUP: {"Newts": "newts"}}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "built")]
    subprocess.run(command, cwd=package, check=True, capture_output=True, text=True)
    (wheel,) = (tmp_path / "built").iterdir()
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path / "site")
    listed = subprocess.run(
        [sys.executable, "-m", "server", "variants"],
        cwd=house,
        env={**bare_environment(), "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Newts (Newts), from package newts\n" in listed.stdout


def test_every_file_named_on_the_page_exists(done):
    text = FENCE.sub("", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    named = set(re.findall(r"`((?:variants|tests|rules|pieces|tools|static)/[\w./]*)`|\]\(([\w./]+)\)", text))
    paths = {one or other for one, other in named} - {"variants/Frogs/LAW.md", "pieces/Frogs/", "static/dist"}
    assert len(paths) > 10
    assert [path for path in sorted(paths) if not (ROOT / path).exists() and not (done[0] / path).exists()] == []


def test_the_commands_of_the_readme_run():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^( *)```\w*\n(.*?)^\1```$", text, re.M | re.S)
    assert text.count("```") == 2 * len(blocks), "a fence does not stand on a line of its own"
    lines = [line.strip() for _, block in blocks for line in block.splitlines()]
    asked = [line.split() for line in lines if re.search(r"-m server (fen|perft|variants)\b", line)]
    assert len(asked) >= 2
    for _, *arguments in asked:
        subprocess.run([sys.executable, *arguments], cwd=ROOT, env=bare_environment(), check=True, capture_output=True)

"""One word for one thing: a word that was replaced comes back nowhere, in code, documents and words of the site."""

import re
import subprocess
from functools import cache

import pytest

from tests.harness.checkout import ROOT

REPLACED = {
    r"thinkers?\b": "engines",
    r"a process that thinks": "engine",
    r"(?:games?|parties|partidas) (?:of|par|por) (?:days|jours|días)": "correspondence game",
    r"this was not done": "That did not work.",
    r"told_from": "described_from",
    r"untold": "unlisted",
    r"foreseen\(|laid_out\(|late_words": "plannable_moves, requested_line, lazy_words",
    r"it is promised that": "contract violated",
    r"sign of life was|was not kept": "was not stored",
    r"\bAsking\(|pause_asking": "RulesCall, yield_during_rules_call",
    r"tables\.(?:wake|look)\b": "resume_clocked_games, expire",
    r"telling figures|hung up on": "serving metrics, disconnected",
    r"\b(?:who asks for|what came of|where a call has not come)\b": "a sentence with its actor first",
    r"\btold\(view|\bheard\(messages|\bwaits\(wait": "onView, onChat, onSeek",
}
"""By the pattern of an old word, the word to use."""

NAME = re.compile(r"(?<![\w\"#-])(?:told|heard|asked|kept|tell|tells)(?![\w\":-])")
"""A name in a script that hides what the value is: it is shown, received, requested or stored."""

PLACES = ("server", "static", "variants", "rules", "tools", "bench", "docs", "*.md", "pyproject.toml")


@cache
def lines():
    """Every line of the product and its documents, with its place."""
    listed = subprocess.run(["git", "ls-files", *PLACES], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    names = [name for name in listed.splitlines() if name.endswith((".py", ".js", ".html", ".md", ".po", ".toml"))]
    return [
        (f"{name}:{number}", line)
        for name in names
        for number, line in enumerate((ROOT / name).read_text("utf-8").splitlines(), 1)
    ]


@pytest.mark.parametrize("old", REPLACED)
def test_a_word_that_was_replaced_is_used_nowhere(old):
    pattern = re.compile(old, re.IGNORECASE)
    found = [f"{place}: {line.strip()[:100]}" for place, line in lines() if pattern.search(line)]
    assert found == [], f"say {REPLACED[old]}"


def test_scripts_name_values_by_what_they_are():
    scripts = [(place, re.sub(r"//.*|/\*\*.*?(\*/|$)|^ *\*.*", "", line)) for place, line in lines() if ".js:" in place]
    found = [f"{place}: {code.strip()[:100]}" for place, code in scripts if NAME.search(code)]
    assert found == []


def test_the_glossary_has_at_most_forty_words():
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("## Words")[2].partition("\n## ")[0]
    _header, _line, *rows = re.findall(r"^\|(.+?)\|", text, re.MULTILINE)
    assert 20 <= sum(len(row.split(",")) for row in rows) <= 40

"""The page that tells players how to bring a game of their own; the rules it shows are those of the kit's example."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from flask import Blueprint, g, render_template

from server.kit.new import EXAMPLE
from server.texts.languages import file_in
from server.web.essays.essay import Essay, essay

blueprint = Blueprint("make", __name__)

TEXTS = Path(__file__).parent / "make"

SHOWN_FUNCTIONS = ("moves", "play")
"""The functions of the example that the page shows."""


@blueprint.get("/make")
def make() -> str:
    """How to make a variant, the same for everybody."""
    return render_template("essays/make.html", section="make", page=page(g.language))


@cache
def page(language: str) -> Essay:
    """The page in a language, with its examples filled in."""
    rules = (EXAMPLE / "rules.py").read_text(encoding="utf-8")
    words = file_in(EXAMPLE / "rules", language).read_text(encoding="utf-8")
    values = {name: _function(rules, name) for name in SHOWN_FUNCTIONS}
    return essay(TEXTS, language, {**values, "events": _table(words, "events"), "fence": _last_fence(words)})


def _function(source: str, name: str) -> str:
    """A method as it stands in the source, without its margin."""
    lines = source.split(f"    def {name}(")[1].split("\n    def ")[0].rstrip().split("\n")
    return "\n".join([f"def {name}({lines[0]}", *(line.removeprefix("    ") for line in lines[1:])])


def _table(words: str, key: str) -> str:
    """A table of the front matter."""
    lines = words.split(f"\n{key}:\n")[1].split("\n")
    end = next(number for number, line in enumerate(lines) if not line.startswith("  "))
    return "\n".join([f"{key}:", *lines[:end]])


def _last_fence(words: str) -> str:
    return "```play\n" + words.rpartition("```play\n")[2].rstrip()

"""The page that says what a seal proves: its text from `fair_play/`, its example computed by the code that seals."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Template
from typing import NamedTuple

from flask import Blueprint, g, render_template
from markdown import Markdown

from server.envelope import canonical, commitment
from server.rulebook import Heading, headings, section
from server.typography import typography_html

blueprint = Blueprint("fair_play", __name__)

TEXTS = Path(__file__).parent / "fair_play"

TABLE, TURN, SEAT, MOVE, NONCE = "g5w0c8q1zt7m3x9k2b6h", 7, 1, "d4e2", "9c3f0b7a51de284690fbc1e37d82a465"
"""The example's slip."""

OTHER_MOVE = "d4f3"
"""What might have stood on it instead."""


class FairPlay(NamedTuple):
    """The page in one language; its HTML is the project's own and safe to put into a template as it is."""

    lead: str
    html: str
    contents: tuple[Heading, ...]


@blueprint.get("/fair-play")
def fair_play() -> str:
    """What a seal proves and what it does not, the same for everybody."""
    return render_template("fair_play.html", section="fair_play", page=page(g.language))


@cache
def page(language: str) -> FairPlay:
    """The page in a language, with its example filled in."""
    slip = canonical(TABLE, TURN, SEAT, MOVE, NONCE)
    text = Template((TEXTS / f"{language}.md").read_text(encoding="utf-8")).substitute(
        slip=slip.rstrip("\n"),
        digest=commitment(TABLE, TURN, SEAT, MOVE, NONCE),
        other_move=OTHER_MOVE,
        other_digest=commitment(TABLE, TURN, SEAT, OTHER_MOVE, NONCE),
        command=f"printf '{slip}' | sha256sum".replace("\n", "\\n"),
    )
    markdown = Markdown(extensions=["attr_list", "toc", "fenced_code"], output_format="html")
    lead, *parts = re.split(r"(?=<h2)", typography_html(markdown.convert(text), language))
    return FairPlay(lead, "".join(map(section, parts)), headings(getattr(markdown, "toc_tokens", ()), language))

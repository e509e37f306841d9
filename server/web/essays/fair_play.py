"""The page that says what a seal proves: its text from `fair_play/`, its example computed by the code that seals."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from flask import Blueprint, g, render_template

from server.game import seal_digest, sealed_text
from server.web.essays.essay import Essay, essay

blueprint = Blueprint("fair_play", __name__)

TEXTS = Path(__file__).parent / "fair_play"

TABLE, TURN, TAKEBACKS, SEAT = "g5w0c8q1zt7m3x9k2b6h", 7, 0, 1
MOVE, NONCE = "d4e2", "9c3f0b7a51de284690fbc1e37d82a465"
"""The example's slip."""

OTHER_MOVE = "d4f3"
"""What might have stood on it instead."""


@blueprint.get("/fair-play")
def fair_play() -> str:
    """What a seal proves and what it does not, the same for everybody."""
    return render_template("essays/fair_play.html", section="fair_play", page=page(g.language))


@cache
def page(language: str) -> Essay:
    """The page in a language, with its example filled in."""
    slip = sealed_text(TABLE, TURN, TAKEBACKS, SEAT, MOVE, NONCE)
    values = {
        "slip": slip.rstrip("\n"),
        "digest": seal_digest(TABLE, TURN, TAKEBACKS, SEAT, MOVE, NONCE),
        "other_move": OTHER_MOVE,
        "other_digest": seal_digest(TABLE, TURN, TAKEBACKS, SEAT, OTHER_MOVE, NONCE),
        "command": f"printf '{slip}' | sha256sum".replace("\n", "\\n"),
    }
    return essay(TEXTS, language, values)

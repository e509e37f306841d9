"""The settings of a reader: the page that changes them, the cookie that keeps them, the attributes that pages carry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.drawing.drawings import PIECE_SETS
from server.house import the_house
from server.tables.openings import start_of
from server.tables.refusal import Refusal
from server.web.boards import defined, drawn
from server.web.language import translate as _
from server.web.mine import private
from variants.position import Eyes

blueprint = Blueprint("settings", __name__)

COOKIE = "settings"
_YEAR = 365 * 24 * 3600
LONGEST = 300
"""Characters of the cookie that are read."""

ON_SQUARES, OFF = "squares", "off"
SOUNDS, QUIET = "sounds", "30"

CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": ("system", "light", "dark"),
    "board": ("slate", "sage", "print"),
    "pieces": PIECE_SETS,
    "coordinates": ("outside", ON_SQUARES, "none"),
    "animation": ("on", OFF),
    "confirm": ("variant", "on", OFF),
    SOUNDS: (QUIET, *(str(volume) for volume in range(101) if str(volume) != QUIET)),
}
"""What each setting can be. The first is the default, which no cookie holds and no page says."""

Chosen = dict[str, str]
"""The settings that differ from the default."""


def allowed(told: Iterable[tuple[str, str]]) -> Chosen:
    """What is told, without what is no setting, is no value of it, or is the default."""
    return {name: value for name, value in told if value in CHOICES.get(name, ())[1:]}


def kept() -> Chosen:
    """The settings of who sent this request."""
    text = request.cookies.get(COOKIE, "")
    return allowed(parse_qsl(text)) if len(text) <= LONGEST else {}


def attributes() -> str:
    """The settings as attributes of `<html>`, by which the style and the scripts know them: words of ours."""
    return "".join(f' data-{name}="{value}"' for name, value in sorted(kept().items()))


@blueprint.before_app_request
def _settle_pieces() -> None:
    g.pieces = kept().get("pieces", PIECE_SETS[0])


@blueprint.get("/settings")
def page(error: str = "") -> Response:
    """All settings, as a form that also works without a script."""
    name = next(iter(the_house().variants), None)
    boards = {}
    if name is not None:
        picture, title = start_of(the_house().variants[name]).picture(Eyes.ALL), _("So your boards look.")
        for pieces in PIECE_SETS:
            boards[pieces] = drawn(
                name, picture, prefix=f"look-{pieces}-", coordinates=True, title=title, pieces=pieces
            )
    body = render_template(
        "settings.html",
        section="settings",
        chosen={name: values[0] for name, values in CHOICES.items()} | kept(),
        boards=boards,
        cards={pieces: defined(pieces, f"card-{pieces}-", "wn", "wp", "bn", "bp") for pieces in PIECE_SETS},
        error=error,
    )
    return private(body, 400 if error else 200)


@blueprint.post("/settings")
def choose() -> BaseResponse:
    """Keep what is told, and leave what is not as it is; a value that no setting has is refused by name."""
    told = {name: value for name, value in request.form.items() if name != "sounding"}
    try:
        for name, value in told.items():
            if value not in CHOICES.get(name, ()):
                raise Refusal(
                    "no_setting", "The setting “{name}” cannot be “{value}”.", name=name[:40], value=value[:40]
                )
    except Refusal as error:
        return page(the_house().say(error, g.language))
    if SOUNDS in told:
        # The switch and the volume come together; who switches them on wants to hear something.
        told[SOUNDS] = (told[SOUNDS] if told[SOUNDS] != "0" else QUIET) if "sounding" in request.form else "0"
    chosen = allowed((kept() | told).items())
    answer = redirect(url_for("settings.page") + "#kept", 303)
    # Scripts read and write it too: there a setting counts at once.
    answer.set_cookie(COOKIE, urlencode(chosen), max_age=_YEAR, secure=request.is_secure, samesite="Lax")
    return answer

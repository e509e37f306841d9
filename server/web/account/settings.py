"""The settings of a reader: their cookie, and their page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from flask import Response, g, has_app_context, has_request_context, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.content import BoardLook, Boards, Descriptions, Library, defined
from server.drawing.pieces import PIECE_SETS
from server.game import Refusal
from server.http.language import translate as _
from server.http.responses import private_response
from server.web.routes import route

COOKIE = "settings"
_YEAR = 365 * 24 * 3600
LONGEST = 300
"""Characters of the cookie that are read."""

SOUNDS, QUIET = "sounds", "30"

CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": ("system", "light", "dark"),
    "board": ("slate", "sage", "print"),
    "pieces": PIECE_SETS,
    "coordinates": ("outside", "squares", "none"),
    "animation": ("on", "off"),
    "confirm": ("variant", "on", "off"),
    SOUNDS: (QUIET, *(str(volume) for volume in range(101) if str(volume) != QUIET)),
}
"""The values of each setting. The first is the default, which is not in the cookie."""

Chosen = dict[str, str]
"""The settings that differ from the default."""


def valid(settings: Iterable[tuple[str, str]]) -> Chosen:
    """The valid settings of these that differ from the default."""
    return {name: value for name, value in settings if value in CHOICES.get(name, ())[1:]}


def stored() -> Chosen:
    """The settings of the current request."""
    chosen: Chosen | None = g.get("chosen")
    if chosen is None:
        text = request.cookies.get(COOKIE, "")
        chosen = g.chosen = valid(parse_qsl(text)) if len(text) <= LONGEST else {}
    return chosen


def attributes() -> str:
    """The settings as attributes of `<html>`, for style and scripts. Safe: only known values."""
    return "".join(f' data-{name}="{value}"' for name, value in sorted(stored().items()))


def look() -> BoardLook:
    """The reader's settings of boards: `g.look` if set, and the default outside of a request."""
    if not has_app_context():
        return BoardLook()
    if "look" not in g:
        chosen = stored() if has_request_context() else {}
        g.look = BoardLook(chosen.get("pieces", PIECE_SETS[0]), "coordinates" not in chosen)
    look: BoardLook = g.look
    return look


def save(answer: BaseResponse, chosen: Chosen) -> None:
    """Set the cookie of these settings. Scripts read and write it too, where a change takes effect at once."""
    answer.set_cookie(COOKIE, urlencode(chosen), max_age=_YEAR, secure=request.is_secure, samesite="Lax")


DEFAULTS = "defaults"
"""The field of a form that resets all settings."""


@dataclass(frozen=True, eq=False)
class SettingsPages:
    """The settings of a reader."""

    library: Library
    descriptions: Descriptions
    boards: Boards

    @route("/settings")
    def page(self, error: str = "") -> Response:
        """All settings, as a form that works without a script too."""
        name = self.library.first
        boards = {}
        for pieces in PIECE_SETS if name else ():
            title, look = _("So your boards look."), BoardLook(pieces)
            boards[pieces] = self.boards.draw_cover(
                name, prefix=f"look-{pieces}-", coordinates=True, title=title, look=look
            )
        body = render_template(
            "account/settings.html",
            section="settings",
            chosen={name: values[0] for name, values in CHOICES.items()} | stored(),
            boards=boards,
            cards={pieces: defined(pieces, f"card-{pieces}-", "wn", "wp", "bn", "bp") for pieces in PIECE_SETS},
            error=error,
        )
        return private_response(body, 400 if error else 200)

    @route("/settings", "POST")
    def choose(self) -> BaseResponse:
        """Change the given settings, and no others; an invalid value is refused by name."""
        chosen = {name: value for name, value in request.form.items() if name not in ("sounding", DEFAULTS)}
        for name, value in chosen.items():
            if value not in CHOICES.get(name, ()):
                refusal = Refusal(
                    "no_setting", "The setting “{name}” cannot be “{value}”.", name=name[:40], value=value[:40]
                )
                return self.page(self.descriptions.error(refusal, g.language))
        if SOUNDS in chosen:
            # The form sends switch and volume together; sounds that are switched on must be audible.
            chosen[SOUNDS] = (chosen[SOUNDS] if chosen[SOUNDS] != "0" else QUIET) if "sounding" in request.form else "0"
        answer = redirect(url_for("settings.page") + "#kept", 303)
        save(answer, {} if DEFAULTS in request.form else valid((stored() | chosen).items()))
        return answer

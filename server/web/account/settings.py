"""The page of a reader's settings."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.content import BoardLook, Boards, Descriptions, Library, defined
from server.drawing.pieces import PIECE_SETS
from server.game import Refusal
from server.http.language import translate as _
from server.http.responses import private_response
from server.web.account.settings_cookie import CHOICES, QUIET, SOUNDS, save, stored, valid
from server.web.routes import route

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

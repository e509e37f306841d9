"""The settings of a reader, in a cookie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, urlencode

from flask import g, has_app_context, has_request_context, request
from werkzeug.wrappers import Response

from server.content import BoardLook
from server.drawing.pieces import PIECE_SETS

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


def save(answer: Response, chosen: Chosen) -> None:
    """Set the cookie of these settings. Scripts read and write it too, where a change takes effect at once."""
    answer.set_cookie(COOKIE, urlencode(chosen), max_age=_YEAR, secure=request.is_secure, samesite="Lax")

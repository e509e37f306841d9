"""The settings of a reader: the cookie that keeps them on a device, and the journal that keeps them for a person.

Each page is made by the cookie alone. A choice is written to both; a device takes over what the journal has when
somebody takes their link there, or opens the page of settings; of two choices the later one counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from flask import g, request
from werkzeug.wrappers import Response

from server.drawing.drawings import PIECE_SETS
from server.house import the_house
from server.journal import preferences
from server.tables.digits import whole

COOKIE, WHEN = "settings", "at"
"""The cookie, and what stands in it beside the settings: the time of the last choice, in milliseconds."""
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


class Kept(NamedTuple):
    """What somebody chose, and when they did so last, in seconds since the epoch; 0 for never."""

    chosen: Chosen
    at: float


def on_device() -> Kept:
    """What the cookie of this request says. A clock that is ahead counts as ours."""
    text = request.cookies.get(COOKIE, "")
    if len(text) > LONGEST:
        return Kept({}, 0.0)
    told = parse_qsl(text)
    moment = whole(dict(told).get(WHEN, ""), 15) or 0
    return Kept(allowed(told), min(moment / 1000, the_house().lobby.clock()))


def kept() -> Chosen:
    """The settings by which this answer is made."""
    found: Chosen | None = g.get("chosen")
    if found is None:
        found = g.chosen = on_device().chosen
    return found


def attributes() -> str:
    """The settings as attributes of `<html>`, by which the style and the scripts know them: words of ours."""
    return "".join(f' data-{name}="{value}"' for name, value in sorted(kept().items()))


def settle_boards() -> None:
    """Let the boards of this answer be drawn as their reader chose."""
    g.pieces = kept().get("pieces", PIECE_SETS[0])
    g.margin = "coordinates" not in kept()


def keep_on_device(answer: Response, kept: Kept) -> None:
    """Let the browser keep these settings from now on. Scripts read and write them too: there one counts at once."""
    text = urlencode({**kept.chosen, WHEN: round(kept.at * 1000)})
    answer.set_cookie(COOKIE, text, max_age=_YEAR, secure=request.is_secure, samesite="Lax")


def keep_for(person: str, kept: Kept) -> None:
    """Let the other devices of this person take these settings over. Raises JournalError."""
    preferences.keep(the_house().journal, person, urlencode(kept.chosen), kept.at)


def of_person(person: str) -> Kept | None:
    """What this person chose last on any device; None if never. Raises JournalError."""
    found = preferences.of(the_house().journal, person)
    return None if found is None else Kept(allowed(parse_qsl(found[0])), found[1])

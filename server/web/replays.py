"""Records of games: downloads of this site's own, and a page that plays any record again and says whether it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, current_app, g, render_template, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import Headers
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartDecoder, NeedData
from werkzeug.wrappers import Response

from server.archive import pgn, records
from server.game import TableState
from server.house import the_house
from server.runtime.limits import RETRY_AFTER, Asker, network
from server.runtime.loop import yield_to_loop
from server.web import analysis
from server.web.boards import of_view
from server.web.examiner import MOST_BYTES, compared, examined, text_of, too_long, verdict
from server.web.identity import visitor
from server.web.rendering import render_in_steps
from server.web.turns import rows
from variants.errors import RulesError
from variants.position import Eyes, Viewer

blueprint = Blueprint("replays", __name__)

MOST_PARTS = 10
LONGEST_HEAD = 1_000
"""Parts of a form that is sent with a record, and bytes that may stand before what each holds."""

LONGEST_ECHO = 65_536
"""Characters of a text that is refused which stand in the form again."""

STATUSES = {"record_long": 413, "record_wait": 503, "record_failed": 503, "too_fast": 429}
"""What HTTP says of a refusal that is not simply 400."""


@blueprint.get("/game/<table_id>/record.json")
def as_json(table_id: str) -> Response:
    """The record of a game as this reader may see it."""
    record = _record(table_id)
    return _download(records.written(record, yield_to_loop), record, "json", "application/json")


@blueprint.get("/game/<table_id>/record.pgn")
def as_pgn(table_id: str) -> Response:
    """The same as text, the moves alone."""
    record = _record(table_id)
    address = url_for("permanent.game", table_id=table_id, _external=True)
    return _download(pgn.write(record, the_house().variants[record["variant"]], address), record, "pgn", pgn.MEDIUM)


@blueprint.get("/replay")
def form() -> str:
    """The form that takes a record."""
    return render_template("replay.html", section="games", most=MOST_BYTES // 1024)


@blueprint.post("/replay")
def replay() -> tuple[str, int, dict[str, str]]:
    """A record played again: its last position, its turns, and what came of each check."""
    text = ""
    try:
        text = _sent()
        shown = _played(text)
    except RulesError as error:
        refusal = the_house().say(error, g.language)
        again = text if len(text) <= LONGEST_ECHO else ""
        page = render_template("replay.html", section="games", most=MOST_BYTES // 1024, refusal=refusal, text=again)
        return page, STATUSES.get(error.code, 400), {"Retry-After": RETRY_AFTER} if error.code == "too_fast" else {}
    return render_in_steps("replay.html", section="games", most=MOST_BYTES // 1024, **shown), 200, {}


def _record(table_id: str) -> dict[str, Any]:
    house = the_house()
    return records.fetch(
        house.tables,
        house.journal,
        table_id,
        _viewer,
        lambda person: house.name_of(person, g.language),
        lambda cost: house.limits.check(request.remote_addr, cost=cost),
    )


def _viewer(table: TableState) -> Viewer:
    """The seat that the reader holds; where there are several, the one that was asked for, else an onlooker's eyes."""
    mine = table.seats_of(visitor())
    asked = [seat for seat in mine if str(seat) == request.args.get("seat")]
    return asked[0] if asked else mine[0] if len(mine) == 1 else Eyes.SPECTATOR


def _download(text: str, record: Mapping[str, Any], ending: str, mimetype: str) -> Response:
    response = current_app.response_class(text, mimetype=mimetype)
    name = f"{record['variant']}-{record['table']}.{ending}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.add("Cookie")
    return response


def _sent() -> str:
    """The text that was pasted or chosen. Raises RecordError."""
    if request.mimetype == "multipart/form-data":  # As our form sends it; other forms are shorter.
        request.max_content_length = MOST_BYTES
    try:
        content = _parts() if request.mimetype == "multipart/form-data" else request.form.get("text", "").encode()
    except RequestEntityTooLarge:
        raise too_long() from None
    return text_of(content)


class _Decoder(MultipartDecoder):
    """Takes a form apart whose parts have short heads: of 80,000 lines one head would hold the loop."""

    def _parse_headers(self, data: bytes | bytearray) -> Headers:
        if len(data) > LONGEST_HEAD:
            raise RequestEntityTooLarge
        return super()._parse_headers(data)


def _parts() -> bytes:
    """What the file of the form holds, else what its text does."""
    boundary = request.mimetype_params.get("boundary", "").encode("latin-1", "replace")
    decoder = _Decoder(boundary, MOST_BYTES, max_parts=MOST_PARTS)
    found: dict[str, bytes] = {}
    name = ""
    try:
        for piece in (request.get_data(cache=False), None):
            decoder.receive_data(piece)
            while not isinstance(event := decoder.next_event(), NeedData | Epilogue):
                if isinstance(event, Field | File):
                    name = event.name
                elif isinstance(event, Data):
                    found[name] = found.get(name, b"") + event.data
    except ValueError:
        return b""
    return found.get("file") or found.get("text", b"")


def _played(text: str) -> dict[str, Any]:
    """What the page shows of a record. Raises RulesError where there is nothing to show."""
    house = the_house()
    asker = Asker(network(request.remote_addr), visitor() or "")
    replayed = examined(house, text, asker, pictures=True)
    variant = replayed.variant
    words = house.words(variant, g.language)
    view = house.speak_in_steps({**replayed.view, "status": "finished"}, variant, g.language)
    return {
        "view": view,
        "words": words,
        "rows": rows(view),
        "moves": replayed.moves,
        "past": Markup(replayed.past),
        "analysis": analysis.address(variant, replayed.settings, replayed.fen),
        "board": of_view(view, prefix="b-", title=words.title, live=True),
        "checks": [verdict(house, g.language, check, replayed) for check in replayed.checks],
        "fault": replayed.fault and house.say(replayed.fault, g.language, variant),
        "versions": replayed.versions,
        "ours": compared(house, text, replayed, asker, lambda cost: house.limits.check(request.remote_addr, cost=cost)),
    }

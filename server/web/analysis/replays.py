"""Records of games: downloads, and a page that replays and verifies any record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app, g, render_template, request
from markupsafe import Markup
from werkzeug.datastructures import Headers
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartDecoder, NeedData
from werkzeug.wrappers import Response

from server.content import Boards, Descriptions, Library
from server.game import TableState
from server.http.identity import Identity
from server.http.refusals import status_of
from server.http.responses import render_in_steps, table_link
from server.records import pgn, writer
from server.records.document import text_of
from server.records.examiner import MOST_BYTES, Examiner, too_long
from server.records.pgn_file import SeveralGames, game_number
from server.runtime.limits import RETRY_AFTER, Limits
from server.runtime.loop import yield_to_loop
from server.store import Journal
from server.tables import Tables
from server.web.analysis import views as analysis
from server.web.routes import route
from variants.errors import RulesError
from variants.position import Eyes, Viewer

MOST_PARTS = 10
LONGEST_HEAD = 1_000
"""Limits of the form with a record: its parts, and the bytes of the head of a part."""

LONGEST_ECHO = 65_536
"""Characters of a refused text that the form repeats."""


@dataclass(frozen=True, eq=False)
class ReplayPages:
    """Downloads and uploads of records."""

    library: Library
    descriptions: Descriptions
    boards: Boards
    tables: Tables
    identity: Identity
    limits: Limits
    journal: Journal
    examiner: Examiner

    @route("/game/<table_id>/record.json")
    def as_json(self, table_id: str) -> Response:
        """The record of a game as this reader may see it."""
        record = self._record(table_id)
        return _download(writer.written(record, yield_to_loop), record, "json", "application/json")

    @route("/game/<table_id>/record.pgn")
    def as_pgn(self, table_id: str) -> Response:
        """The moves of the record as PGN."""
        record = self._record(table_id)
        address = table_link(table_id)
        return _download(
            pgn.write(record, self.library.variants[record["variant"]], address), record, "pgn", pgn.MEDIUM
        )

    @route("/replay")
    def form(self) -> str:
        """The form for a record."""
        return render_template("analysis/replay.html", section="games", most=MOST_BYTES // 1024)

    @route("/replay", "POST")
    def replay(self) -> tuple[str, int, dict[str, str]]:
        """A replayed record: its last position, its turns, and the result of each check."""
        text, status, headers = "", 200, {}
        try:
            text, game = _sent()
            shown = self._played(text, game)
        except SeveralGames as several:
            shown = {"games": several.titles, "several": self.descriptions.error(several, g.language), "text": text}
        except RulesError as error:
            again = text if len(text) <= LONGEST_ECHO else ""
            shown = {"refusal": self.descriptions.error(error, g.language), "text": again}
            status, headers = status_of(error), {"Retry-After": RETRY_AFTER} if error.code == "too_fast" else {}
        page = render_in_steps("analysis/replay.html", section="games", most=MOST_BYTES // 1024, **shown)
        return page, status, headers

    def _record(self, table_id: str) -> dict[str, Any]:
        return writer.fetch(
            self.tables,
            self.journal,
            table_id,
            self._viewer,
            lambda person: self.descriptions.person(person, g.language),
            self.limits.charge,
        )

    def _viewer(self, table: TableState) -> Viewer:
        """The reader's seat; of several, the requested one, else the eyes of an onlooker."""
        mine = table.seats_of(self.identity.visitor())
        requested = [seat for seat in mine if str(seat) == request.args.get("seat")]
        return requested[0] if requested else mine[0] if len(mine) == 1 else Eyes.SPECTATOR

    def _played(self, text: str, game: int | None) -> dict[str, Any]:
        """The context of the page for a record. Raises RulesError if there is nothing to show."""
        asker = self.identity.asker()
        replayed = self.examiner.examine(text, asker, pictures=True, game=game)
        variant = replayed.variant
        words = self.library.words(variant, g.language)
        view = self.descriptions.view_in_steps({**replayed.view, "status": "finished"}, variant, g.language)
        return {
            "view": view,
            "words": words,
            "rows": analysis.rows(view),
            "moves": replayed.moves,
            "past": Markup(replayed.past),
            "analysis": analysis.address(variant, replayed.settings, fen=replayed.fen),
            "board": self.boards.of_view(view, prefix="b-", title=words.title, live=True, coordinates=True),
            "checks": [self.examiner.verdict(g.language, check, replayed) for check in replayed.checks],
            "fault": replayed.fault and self.descriptions.error(replayed.fault, g.language, variant),
            "versions": replayed.versions,
            "ours": self.examiner.agrees(text, replayed, asker, game),
            "passed": self.examiner.notice(g.language, replayed.passed),
        }


def _download(text: str, record: Mapping[str, Any], ending: str, mimetype: str) -> Response:
    response = current_app.response_class(text, mimetype=mimetype)
    name = f"{record['variant']}-{record['table']}.{ending}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.add("Cookie")
    return response


def _sent() -> tuple[str, int | None]:
    """The text that was pasted or chosen, and the number of its game. Raises RecordError."""
    if request.mimetype == "multipart/form-data":  # As the form of the page sends it; the app's limit is lower.
        request.max_content_length = MOST_BYTES
    try:
        fields = _parts() if request.mimetype == "multipart/form-data" else _plain_fields()
    except RequestEntityTooLarge:
        raise too_long() from None
    number = game_number({"game": fields.get("game", b"").decode("ascii", "replace")})
    return text_of(fields.get("file") or fields.get("text", b"")), number


def _plain_fields() -> dict[str, bytes]:
    return {name: text.encode() for name, text in request.form.items()}


class _Decoder(MultipartDecoder):
    """Decodes a form with a limit on the heads of parts: a head of 80,000 lines would hold the loop."""

    def _parse_headers(self, data: bytes | bytearray) -> Headers:
        if len(data) > LONGEST_HEAD:
            raise RequestEntityTooLarge
        return super()._parse_headers(data)


def _parts() -> dict[str, bytes]:
    """The fields of the form, and the content of the uploaded file."""
    boundary = request.mimetype_params.get("boundary", "").encode("latin-1", "replace")
    decoder = _Decoder(boundary, MOST_BYTES, max_parts=MOST_PARTS)
    bodies: dict[str, bytes] = {}
    name = ""
    try:
        for piece in (request.get_data(cache=False), None):
            decoder.receive_data(piece)
            while not isinstance(event := decoder.next_event(), NeedData | Epilogue):
                if isinstance(event, Field | File):
                    name = event.name
                elif isinstance(event, Data):
                    bodies[name] = bodies.get(name, b"") + event.data
    except ValueError:
        return {}
    return bodies

"""One's own data: all that is stored of the reader as a file, all games as a file, and the deletion of it all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import gevent
import orjson
from flask import (
    Response,
    abort,
    current_app,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from werkzeug.wrappers import Response as BaseResponse

from server.content import Descriptions, Library
from server.game import TableState
from server.http.identity import Identity
from server.http.responses import absolute, private_response
from server.people import Accounts, PersonalData
from server.records import pgn, writer
from server.runtime.limits import Limits, network
from server.runtime.loop import working_for
from server.store import Journal
from server.tables import Tables, skip_unreadable
from server.web.account import settings
from server.web.routes import route
from variants.position import Eyes, Viewer

MOST_GAMES = 10_000
"""Games in one file, the newest."""

PAUSE = 0.02
"""Seconds between two games of a file: reading one takes about as long, so that a file takes half a core at most."""

FILE_COST = 20
"""The cost of a file for its address, in requests."""


@dataclass(frozen=True, eq=False)
class MyDataPages:
    """The data of the reader, who need not have an account."""

    library: Library
    descriptions: Descriptions
    identity: Identity
    accounts: Accounts
    personal_data: PersonalData
    tables: Tables
    journal: Journal
    limits: Limits

    @route("/my-data")
    def page(self) -> Response:
        """What the reader can take along, and the button that deletes it."""
        me = self.identity.visitor()
        body = render_template("account/my_data.html", section="mine", me=me, account=self.accounts.of(me))
        return private_response(body)

    @route("/my-data/all.json")
    def everything(self) -> Response:
        """All that is stored of the reader."""
        me = self._me()
        self.limits.charge(FILE_COST)
        return _file(_as_json(self.personal_data.everything(me)), "all.json")

    @route("/my-data/games.jsonl")
    def games(self) -> Response:
        """The records of all games of the reader, a line each."""
        records = (orjson.dumps(record) + b"\n" for record in self._records(self._me()))
        return _file(records, "games.jsonl", "application/jsonl")

    @route("/my-data/games.pgn")
    def games_as_pgn(self) -> Response:
        """All games of the reader as PGN."""
        root = absolute("/game/")
        games = (
            pgn.write(record, self.library.variants[record["variant"]], root + record["table"]) + "\n"
            for record in self._records(self._me())
        )
        return _file(games, "games.pgn", pgn.MEDIUM)

    @route("/my-data/delete", "POST")
    def delete(self) -> BaseResponse:
        """Delete what is stored of the reader, if they have said that they are sure."""
        me = self._me()
        if request.form.get("sure") != "yes":
            return redirect(url_for("my_data.page", _anchor="delete"), 303)
        self.personal_data.delete(me)
        session.clear()
        response = redirect(url_for("home.home"), 303)
        response.delete_cookie(settings.COOKIE)
        return response

    def _me(self) -> str:
        me = self.identity.visitor()
        if me is None:
            abort(404)
        return me

    def _records(self, me: str) -> Iterator[dict[str, Any]]:
        """The record of each game of the reader that is over, from their seat, the newest first.

        Made while it is sent, when no request is at hand any more.
        """
        self.limits.charge(FILE_COST)
        return self._written(me, g.language, network(request.remote_addr))

    def _written(self, me: str, language: str, address: str) -> Iterator[dict[str, Any]]:
        def viewer_of(table: TableState) -> Viewer:
            mine = table.seats_of(me)
            return mine[0] if mine else Eyes.SPECTATOR

        for row in self.journal.tables_of(me, MOST_GAMES, "finished"):
            record = None
            with skip_unreadable(row.id), working_for(address):
                record = writer.fetch(
                    self.tables,
                    self.journal,
                    row.id,
                    viewer_of,
                    lambda person: self.descriptions.person(person, language),
                )
            if record is not None:
                yield record
            gevent.sleep(PAUSE)


def _as_json(parts: Iterator[tuple[str, list[dict[str, Any]]]]) -> Iterator[bytes]:
    """One object of lists, from parts of these lists, each with the name of its list."""
    last, begun = "", False
    yield b"{"
    for name, rows in parts:
        if name != last:
            yield (b"]," if last else b"") + orjson.dumps(name) + b":["
            last, begun = name, False
        if rows:
            yield (b"," if begun else b"") + orjson.dumps(rows)[1:-1]
            begun = True
    yield b"]}" if last else b"}"


def _file(content: Iterator[bytes] | Iterator[str], name: str, mimetype: str = "application/json") -> Response:
    response = current_app.response_class(content, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response

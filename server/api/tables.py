"""The endpoints of tables, equivalent to pages and sockets: open, watch, act; and the records of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, current_app, g, request

import server.api.schemas as schemas
from server.api.endpoint import Endpoints
from server.api.models import model_of
from server.content import Descriptions, Library
from server.engine import EnginePool, opponent
from server.game import ACTIONS, Action, Refusal, TableState, parse_control
from server.game.view_types import View
from server.http.identity import Identity
from server.http.refusals import JSON, json_response
from server.http.responses import table_link
from server.http.security import API_PREFIX
from server.lobby import Listing
from server.people import Names, Secrets, person_of
from server.records import pgn, writer
from server.records.document import GameRecord
from server.records.examiner import MOST_BYTES, Examiner
from server.runtime.limits import Limits
from server.runtime.loop import yield_to_loop
from server.store import Journal
from server.tables import Attendance, TableOpener, Tables
from variants.position import Eyes, Seat, Viewer

Json = dict[str, Any]


def _act_by(action: type[Action]) -> Callable[[TablesApi, str, Action], Json]:
    """The method by which a program asks a table for this action, exactly as the message of its name does."""

    def act(self: TablesApi, table_id: str, body: Action) -> Json:
        return self.act(table_id, body)

    act.__name__, act.__doc__ = action.name(), action.__doc__
    return act


@dataclass(frozen=True, eq=False)
class TablesApi:
    """The endpoints of tables and records."""

    endpoints = Endpoints()
    _library: Library
    _descriptions: Descriptions
    _tables: Tables
    _opener: TableOpener
    _attendance: Attendance
    _listing: Listing
    _names: Names
    _secrets: Secrets
    _engines: EnginePool
    _examiner: Examiner
    _journal: Journal
    _limits: Limits
    _identity: Identity

    @endpoints.add(
        "POST", "/identity", schemas.IdentitySchema, body=schemas.NewIdentity, status=201, refused=(409, 503)
    )
    def identity(self, body: schemas.NewIdentity) -> Response:
        """Get an identity: a new public id and its secret.

        There is no account behind it. Keep the secret: it is not shown again, and whoever has it is you.
        """
        self._limits.check_newcomer(request.remote_addr)
        secret = self._secrets.new()
        person = person_of(secret)
        if body.name is not None:
            self._limits.note_address(request.remote_addr, person)
            self._names.rename(person, body.name)
        response = json_response({"person": person, "secret": secret}, 201)
        response.headers["Cache-Control"] = "no-store"
        return response

    @endpoints.add(
        "POST", "/tables", schemas.Opened, body=schemas.NewTable, status=201, private=True, refused=(404, 409, 503)
    )
    def open_table(self, body: schemas.NewTable) -> Response:
        """Open a table and take a seat; the game begins when the other chairs are taken (by the computer, at once)."""
        me = self._me()
        table = self._opener.open(
            body.variant,
            body.settings,
            me,
            body.seat,
            body.fen,
            control=parse_control(body.control),
            listed=body.listed,
            rated=body.rated,
            others=opponent(self._engines, body.computer) if body.computer is not None else None,
        )
        with self._tables.reading(table) as opened:
            (seat,) = opened.seats_of(me)
        response = json_response({"table": table, "seat": seat}, 201)
        response.headers["Location"] = f"{API_PREFIX}/tables/{table}"
        return response

    @endpoints.add("GET", "/tables", schemas.TablesSchema, query=schemas.ListQuery, refused=(503,))
    def tables(self, query: schemas.ListQuery) -> Json:
        """The newest listed tables of a status."""
        return {
            "tables": [
                {
                    **{field: getattr(row, field) for field in schemas.TableSchema.model_fields},
                    "people": [
                        {
                            "person": person or None,
                            "name": self._descriptions.person(person, g.language) if person else "",
                        }
                        for person in row.people
                    ],
                }
                for row in self._listing.summaries(query.status, query.most)
            ]
        }

    @endpoints.add("GET", "/tables/<table_id>", model_of(View), query=schemas.ViewQuery, refused=(403, 404, 503))
    def view(self, table_id: str, query: schemas.ViewQuery) -> Json:
        """A table as you may see it: from your seat, or as an onlooker.

        With `since` it is an update to a view that you have, as the site's pages get it.
        """
        with self._tables.reading(table_id) as table:
            viewer = self._eyes(table, query.seat)
            self._is_here(table, query.seat)
            return self._descriptions.whole_view(table, viewer, g.language, self._tables.view, query.since)

    @endpoints.add(
        "GET", "/tables/<table_id>/turns", model_of(schemas.TurnsView), query=schemas.ViewQuery, refused=(403, 404, 503)
    )
    def turns(self, table_id: str, query: schemas.ViewQuery) -> Json:
        """A part of the turns of a long game: a view has only the last ones."""
        with self._tables.reading(table_id) as table:
            viewer = self._eyes(table, query.seat)
            return self._descriptions.part(table, viewer, g.language, query.since)

    @endpoints.add(
        "POST", "/tables/<table_id>/join", schemas.Seated, body=schemas.Join, private=True, refused=(404, 409, 503)
    )
    def join(self, table_id: str, body: schemas.Join) -> Json:
        """Take a free chair; with the last one the game begins."""
        return {"seat": self._opener.sit(table_id, self._me(), body.seat)}

    for _action in ACTIONS:
        endpoints.add(
            "POST",
            f"/tables/<table_id>/{_action.name()}",
            schemas.Done,
            body=_action,
            private=True,
            refused=(403, 404, 409, 503),
        )(_act_by(_action))
    del _action

    @endpoints.add(
        "GET", "/tables/<table_id>/record.json", GameRecord, query=schemas.SeatQuery, refused=(403, 404, 503)
    )
    def record(self, table_id: str, query: schemas.SeatQuery) -> Response:
        """The record of a game: all of a finished game, or what your seat may see of a running one.

        Seals that are not open show their commitment and nothing else.
        """
        return current_app.response_class(
            writer.written(self._record(table_id, query.seat), yield_to_loop), mimetype=JSON
        )

    @endpoints.add(
        "GET", "/tables/<table_id>/record.pgn", None, query=schemas.SeatQuery, media=pgn.MEDIUM, refused=(403, 404, 503)
    )
    def record_as_text(self, table_id: str, query: schemas.SeatQuery) -> Response:
        """The moves of the record as PGN, or as text like it for games that PGN does not know."""
        address = table_link(table_id)
        shown = self._record(table_id, query.seat)
        text = pgn.write(shown, self._library.variants[shown["variant"]], address)
        return current_app.response_class(text, mimetype=pgn.MEDIUM)

    @endpoints.add(
        "POST",
        "/records",
        schemas.VerificationSchema,
        query=schemas.RecordQuery,
        body=GameRecord,
        texts=(pgn.MEDIUM, pgn.OLD_MEDIUM),
        most=MOST_BYTES,
        refused=(404, 503),
    )
    def verification(self, text: str, query: schemas.RecordQuery) -> Json:
        """Replay a record and check all of it: order, turns, seals, clocks, end.

        Nothing is kept of it. What cannot be played at all is refused by name.
        """
        asker = self._identity.asker()
        replayed = self._examiner.examine(text, asker, game=query.game)
        return {
            "holds": all(check.holds for check in replayed.checks),
            "variant": replayed.variant,
            "turns": replayed.view["number"],
            "fen": replayed.fen,
            "checks": [self._examiner.verdict(g.language, check, replayed) for check in replayed.checks],
            "versions": dict(zip(("record", "here"), replayed.versions, strict=True)) if replayed.versions else None,
            "ours": self._examiner.agrees(text, replayed, asker, query.game),
            "notice": self._examiner.notice(g.language, replayed.passed) or None,
        }

    def act(self, table_id: str, action: Action) -> Json:
        """Ask a table for an action of one's own."""
        me = self._me()
        with self._tables.reading(table_id) as table:
            if action.seat in table.seats_of(me):
                self._is_here(table, action.seat)
        return {"number": self._tables.act(table_id, me, action)}

    def _record(self, table_id: str, seat: Seat | None) -> Mapping[str, Any]:
        return writer.fetch(
            self._tables,
            self._journal,
            table_id,
            lambda table: self._eyes(table, seat),
            lambda person: self._descriptions.person(person, g.language),
            self._limits.charge,
        )

    def _me(self) -> str:
        me = self._identity.caller()
        if me is None:
            raise Refusal("no_identity", "Identify yourself with “Authorization: Bearer” and a secret from this site.")
        return me

    def _eyes(self, table: TableState, seat: Seat | None) -> Viewer:
        if seat is None:
            return Eyes.SPECTATOR
        if seat not in table.seats_of(self._identity.caller()):
            raise Refusal("not_your_seat", "That is not your seat.")
        return seat

    def _is_here(self, table: TableState, seat: Seat | None) -> None:
        """A program has no lasting connection: each request from a seat counts as presence."""
        if seat is not None:
            self._attendance.see(table, seat)

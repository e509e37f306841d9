"""The endpoints of tables, equivalent to pages and sockets: open, watch, act; and the records of games."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Response, current_app, g, request, url_for

from server.archive import pgn, records
from server.archive.scoresheet import GameRecord
from server.game import ACTIONS, Action, Refusal, TableState, parse_control, prepare_turns
from server.house import the_house
from server.interface import api_answers as answers
from server.interface import api_models as models
from server.interface.api_door import JSON, answer_with, endpoint, refuse
from server.people import person_of
from server.runtime.limits import Asker, network
from server.runtime.loop import yield_to_loop
from server.web.examiner import MOST_BYTES, compared, examined, verdict
from server.web.identity import caller
from server.web.security import PREFIX
from variants.position import Eyes, Seat, Viewer

Json = dict[str, Any]
_TABLE_ID = re.compile(r"[a-z0-9]{1,40}")


@endpoint("POST", "/identity", answers.IdentityTold, body=models.NewIdentity, status=201, refused=(503,))
def identity(body: models.NewIdentity) -> Response:
    """Get an identity: a new public id and its secret.

    There is no account behind it. Keep the secret: it is not shown again, and whoever has it is you.
    """
    house = the_house()
    house.limits.check_newcomer(request.remote_addr)
    secret = house.secrets.new()
    person = person_of(secret)
    if body.name is not None:
        house.limits.meet(request.remote_addr, person)
        house.names.rename(person, body.name)
    response = answer_with({"person": person, "secret": secret}, 201)
    response.headers["Cache-Control"] = "no-store"
    return response


@endpoint("POST", "/tables", answers.Opened, body=models.NewTable, status=201, private=True, refused=(404, 409, 503))
def open_table(body: models.NewTable) -> Response:
    """Open a table and take a seat; the game begins when the other chairs are taken (by the computer, at once)."""
    house, me = the_house(), _me()
    table = house.opener.open(
        body.variant,
        body.settings,
        me,
        body.seat,
        body.fen,
        control=parse_control(body.control),
        listed=body.listed,
        others=house.computer(body.computer) if body.computer is not None else None,
    )
    with house.tables.reading(table) as opened:
        (seat,) = opened.seats_of(me)
    response = answer_with({"table": table, "seat": seat}, 201)
    response.headers["Location"] = f"{PREFIX}/tables/{table}"
    return response


@endpoint("GET", "/tables", answers.TablesTold, query=models.ListQuery, refused=(503,))
def tables(query: models.ListQuery) -> Json:
    """The newest listed tables of a status."""
    house = the_house()
    return {
        "tables": [
            {
                **{field: getattr(row, field) for field in answers.TableTold.model_fields},
                "people": [
                    {"person": person or None, "name": house.name_of(person, g.language) if person else ""}
                    for person in row.people
                ],
            }
            for row in house.listing.summaries(query.status, query.most)
        ]
    }


@endpoint("GET", "/tables/<table_id>", answers.ViewTold, query=models.ViewQuery, refused=(403, 404, 503))
def view(table_id: str, query: models.ViewQuery) -> Json:
    """A table as you may see it: from your seat, or as an onlooker.

    With `since` it is an update to a view that you have, as the site's pages get it.
    """
    house = the_house()
    with house.tables.reading(_known(table_id)) as table:
        viewer, seen_variant = _eyes(table, query.seat), table.opening.variant
        _is_here(table, query.seat)
        for _ in prepare_turns(table, viewer):
            yield_to_loop()
        seen = house.tables.view(table, viewer, query.since)
    return house.speak_in_steps(seen, seen_variant, g.language)


@endpoint("POST", "/tables/<table_id>/join", answers.Seated, body=models.Join, private=True, refused=(404, 409, 503))
def join(table_id: str, body: models.Join) -> Json:
    """Take a free chair; with the last one the game begins."""
    return {"seat": the_house().opener.sit(_known(table_id), _me(), body.seat)}


def _answer(action: type[Action]) -> None:
    """An address at which a program asks a table for this action, exactly as the message of its name does."""

    def asked(table_id: str, body: Action) -> Json | Response:
        house, me = the_house(), _me()
        with house.tables.reading(_known(table_id)) as table:
            if body.seat in table.seats_of(me):
                _is_here(table, body.seat)
        answer = house.tables.act(table_id, me, body)
        return {"number": answer["number"]} if answer["ok"] else refuse(answer["refusal"])

    asked.__name__, asked.__doc__ = action.name(), action.__doc__
    path, refused = f"/tables/<table_id>/{action.name()}", (403, 404, 409, 503)
    endpoint("POST", path, answers.Done, body=action, private=True, refused=refused)(asked)


for _action in ACTIONS:
    _answer(_action)


@endpoint("GET", "/tables/<table_id>/record.json", GameRecord, query=models.SeatQuery, refused=(403, 404, 503))
def record(table_id: str, query: models.SeatQuery) -> Response:
    """The record of a game: all of a finished game, or what your seat may see of a running one.

    Seals that are not open show their commitment and nothing else.
    """
    return current_app.response_class(records.written(_record(table_id, query.seat), yield_to_loop), mimetype=JSON)


@endpoint(
    "GET", "/tables/<table_id>/record.pgn", None, query=models.SeatQuery, media=pgn.MEDIUM, refused=(403, 404, 503)
)
def record_as_text(table_id: str, query: models.SeatQuery) -> Response:
    """The moves of the record as PGN, or as text like it for games that PGN does not know."""
    address = url_for("permanent.game", table_id=table_id, _external=True)
    shown = _record(table_id, query.seat)
    text = pgn.write(shown, the_house().variants[shown["variant"]], address)
    return current_app.response_class(text, mimetype=pgn.MEDIUM)


@endpoint(
    "POST",
    "/records",
    answers.VerificationTold,
    body=GameRecord,
    texts=(pgn.MEDIUM, pgn.OLD_MEDIUM),
    most=MOST_BYTES,
    refused=(404, 503),
)
def verification(text: str) -> Json:
    """Replay a record and check all of it: order, turns, seals, clocks, end.

    Nothing is kept of it. What cannot be played at all is refused by name.
    """
    house = the_house()
    asker = Asker(network(request.remote_addr), caller() or "")
    replayed = examined(house, text, asker)
    return {
        "holds": all(check.holds for check in replayed.checks),
        "variant": replayed.variant,
        "turns": replayed.view["number"],
        "fen": replayed.fen,
        "checks": [verdict(house, g.language, check, replayed) for check in replayed.checks],
        "versions": dict(zip(("record", "here"), replayed.versions, strict=True)) if replayed.versions else None,
        "ours": compared(house, text, replayed, asker, lambda cost: house.limits.check(request.remote_addr, cost=cost)),
    }


def _record(table_id: str, seat: Seat | None) -> Mapping[str, Any]:
    house = the_house()
    return records.fetch(
        house.tables,
        house.journal,
        _known(table_id),
        lambda table: _eyes(table, seat),
        lambda person: house.name_of(person, g.language),
        lambda cost: house.limits.check(request.remote_addr, cost=cost),
    )


def _me() -> str:
    me = caller()
    if me is None:
        raise Refusal("no_identity", "Identify yourself with “Authorization: Bearer” and a secret from this site.")
    return me


def _known(table_id: str) -> str:
    if not _TABLE_ID.fullmatch(table_id):
        raise Refusal("no_table", "There is no game at this address.")
    return table_id


def _eyes(table: TableState, seat: Seat | None) -> Viewer:
    if seat is None:
        return Eyes.SPECTATOR
    if seat not in table.seats_of(caller()):
        raise Refusal("not_your_seat", "That is not your seat.")
    return seat


def _is_here(table: TableState, seat: Seat | None) -> None:
    """A program has no lasting connection: each request from a seat counts as presence."""
    if seat is not None:
        the_house().attendance.see(table, seat)

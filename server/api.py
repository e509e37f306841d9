"""The JSON interface for programs: rules, tables and records, by the functions that the pages and the sockets call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, Response, current_app, g, url_for

from server import api_models as models
from server import openapi, pgn, records
from server.api_door import ENDPOINTS as ENDPOINTS
from server.api_door import JSON, answer_with, blueprint, endpoint, refuse
from server.boards import the_house
from server.control import CONTROLS, parse
from server.identity import caller, new_secret, person_of
from server.offers import offers
from server.record import Record
from server.refusal import Refusal
from server.replays import MOST_BYTES, compared, examined, verdict
from server.scoresheet import GameRecord
from server.table import Decision, Table
from server.verify import Check, Replayed
from variants.position import Eyes, Position, Seat, Viewer

PGN = "application/x-chess-pgn"
"""The medium of games as text."""

Told = dict[str, Any]
_TABLE_ID = re.compile(r"[a-z0-9]{1,40}")
Ask = Callable[[Table, str, Any, float], Decision]


def install(app: Flask) -> None:
    """Open the door for programs, with its description beside it."""
    app.register_blueprint(blueprint)


@blueprint.get("/openapi.json", provide_automatic_options=False)
def description() -> Response:
    """The description of all this, for programs that make programs."""
    return answer_with(openapi.document())


@endpoint("GET", "/variants", models.VariantsTold)
def variants() -> Told:
    """All variants."""
    return {"variants": [_variant(name) for name in the_house().variants]}


@endpoint("GET", "/variants/<name>", models.VariantTold, refused=(404,))
def variant(name: str) -> Told:
    """One variant."""
    return _variant(name)


@endpoint("POST", "/positions", models.PositionTold, body=models.PositionAsked, refused=(404,))
def positions(body: models.PositionAsked) -> Told:
    """A position and the moves in it, from a FEN or the start.

    Nothing is kept: this asks the rules alone. Where the start is drawn by lot, each call draws another one.
    """
    rules = _rules(body.variant)
    settings = rules.complete(body.settings)
    fen, random = body.fen, the_house().lobby.random
    return _position(body.variant, rules.start(settings, random) if fen is None else rules.from_fen(fen, settings))


@endpoint("POST", "/outcomes", models.OutcomeTold, body=models.OutcomeAsked, refused=(404, 409))
def outcomes(body: models.OutcomeAsked) -> Told:
    """What comes of a turn: a position, and a move for each seat that is to act in it.

    Nothing is kept: this asks the rules alone.
    """
    rules = _rules(body.variant)
    position = rules.from_fen(body.fen, rules.complete(body.settings))
    if position.result() is not None:
        raise Refusal("position_over", "In this position the game is already over.")
    sent = {int(seat): text for seat, text in body.actions.items()}
    if sent.keys() != set(position.to_act):
        seats = ", ".join(map(str, sorted(position.to_act)))
        raise Refusal("seats_to_act", "A move is needed for each of these seats and no other: {seats}.", seats=seats)
    actions = {}
    for seat in position.to_act:
        offered = offers(position, seat)
        if sent[seat] not in offered:
            text = rules.write(rules.read(sent[seat]))
            raise Refusal("not_offered", "The move {move} is not possible now.", move=text)
        actions[seat] = offered[sent[seat]].move
    notation = {str(seat): text for seat, text in position.notation(actions, Eyes.ALL).items()}
    after = position.play(actions)
    events = [event._asdict() for event in after.story(Eyes.ALL)]
    turn = {"turns": [{"number": 1, "texts": notation, "events": events}]}
    sentences = the_house().speak(turn, body.variant, g.language)["turns"][0]["sentences"]
    told = [{**event, "sentence": sentence} for event, sentence in zip(events, sentences, strict=True)]
    return {**_position(body.variant, after), "notation": notation, "events": told}


@endpoint("POST", "/identity", models.IdentityTold, body=models.NewIdentity, status=201, refused=(503,))
def identity(body: models.NewIdentity) -> Response:
    """Become somebody: a new public id with the secret that says so.

    There is no account behind it. Keep the secret: it is not shown again, and whoever has it is you.
    """
    secret = new_secret()
    person = person_of(secret)
    if body.name is not None:
        the_house().lobby.rename(person, body.name)
    response = answer_with({"person": person, "secret": secret}, 201)
    response.headers["Cache-Control"] = "no-store"
    return response


@endpoint("POST", "/tables", models.Opened, body=models.NewTable, status=201, private=True, refused=(404, 409, 503))
def open_table(body: models.NewTable) -> Response:
    """Open a table and sit down at it; the game begins when its other chairs are taken."""
    lobby, me = the_house().lobby, _me()
    table = lobby.open(
        body.variant, body.settings, me, body.seat, body.fen, control=parse(body.control), listed=body.listed
    )
    with lobby.looking(table) as opened:
        (seat,) = opened.seats_of(me)
    response = answer_with({"table": table, "seat": seat}, 201)
    response.headers["Location"] = f"{blueprint.url_prefix}/tables/{table}"
    return response


@endpoint("GET", "/tables", models.TablesTold, query=models.ListQuery, refused=(503,))
def tables(query: models.ListQuery) -> Told:
    """The newest listed tables of a status."""
    house = the_house()
    return {
        "tables": [
            {
                "table": row.table,
                "variant": row.variant,
                "status": row.status,
                "number": row.number,
                "control": row.control,
                "changed_at": row.changed_at,
                "people": [
                    {"person": person or None, "name": house.name_of(person, g.language) if person else ""}
                    for person in row.people
                ],
            }
            for row in house.lobby.summaries(query.status, query.most)
        ]
    }


@endpoint("GET", "/tables/<table_id>", models.ViewTold, query=models.ViewQuery, refused=(403, 404, 503))
def view(table_id: str, query: models.ViewQuery) -> Told:
    """A table as you may see it: from a seat that you hold, else as an onlooker.

    With `since` it is an update to a view that you have, as the site's pages get it.
    """
    house = the_house()
    with house.lobby.looking(_known(table_id)) as table:
        viewer = _eyes(table, query.seat)
        _is_here(table, query.seat)
        seen = table.view(viewer, query.since, at=house.lobby.clock())
        return house.speak(seen, table.opening.variant, g.language)


@endpoint("POST", "/tables/<table_id>/join", models.Seated, body=models.Join, private=True, refused=(404, 409, 503))
def join(table_id: str, body: models.Join) -> Told:
    """Take a free chair; with the last one the game begins."""
    return {"seat": the_house().lobby.sit(_known(table_id), _me(), body.seat)}


def _act(table: Table, me: str, deed: models.Act, at: float) -> Decision:
    """Play a move, or seal it where others act in the same turn.

    `number` is the number of turns that you know of; if it is not the table's, your move came too late and is refused.
    """
    return table.act(me, deed.seat, deed.number, deed.move, deed.id, at, deed.takebacks)


def _unseal(table: Table, me: str, deed: models.DeedInTurn, at: float) -> Decision:
    """Break the seal of a move to choose another one, as long as the turn is not revealed."""
    return table.unseal(me, deed.seat, deed.number, deed.id, at)


def _absent(table: Table, me: str, deed: models.Absent, at: float) -> Decision:
    """Claim the win or a draw against a player who has been gone for too long."""
    return table.absent(me, deed.seat, deed.win, deed.id, at)


def _resign(table: Table, me: str, deed: models.Deed, at: float) -> Decision:
    """Give the game up; or, while a chair is free, withdraw the table."""
    return table.resign(me, deed.seat, deed.id, at)


def _offer(table: Table, me: str, deed: models.Deed, at: float) -> Decision:
    """Offer a draw, or accept the draw that the others offer."""
    return table.offer(me, deed.seat, deed.id, at)


def _decline(table: Table, me: str, deed: models.Deed, at: float) -> Decision:
    """Refuse the draw or the takeback that others ask for."""
    return table.decline(me, deed.seat, deed.id, at)


def _claim(table: Table, me: str, deed: models.Deed, at: float) -> Decision:
    """Claim the draw that a repeated position gives."""
    return table.claim(me, deed.seat, deed.id, at)


def _abort(table: Table, me: str, deed: models.Deed, at: float) -> Decision:
    """End a game that has hardly begun; it counts for nobody."""
    return table.abort(me, deed.seat, deed.id, at)


def _takeback(table: Table, me: str, deed: models.Takeback, at: float) -> Decision:
    """Ask to take the last turn back, or agree to that."""
    return table.takeback(me, deed.seat, deed.id, at, deed.to)


def _offer_deed(name: str, ask: Ask, model: type[models.Deed]) -> None:
    """An endpoint that does something at a table, exactly as the message of this name over a socket does."""

    def deed(table_id: str, body: models.Deed) -> Told | Response:
        house, me = the_house(), _me()
        with house.lobby.looking(_known(table_id)) as table:
            if body.seat in table.seats_of(me):
                _is_here(table, body.seat)
        return _done(house.lobby.send(table_id, me, body.id, lambda table, at: ask(table, me, body, at)))

    deed.__name__, deed.__doc__ = name, ask.__doc__
    endpoint("POST", f"/tables/<table_id>/{name}", models.Done, body=model, private=True, refused=(403, 404, 409, 503))(
        deed
    )


for _name, _ask, _model in (
    ("act", _act, models.Act),
    ("unseal", _unseal, models.DeedInTurn),
    ("resign", _resign, models.Deed),
    ("offer", _offer, models.Deed),
    ("decline", _decline, models.Deed),
    ("claim", _claim, models.Deed),
    ("takeback", _takeback, models.Takeback),
    ("abort", _abort, models.Deed),
    ("absent", _absent, models.Absent),
):
    _offer_deed(_name, _ask, _model)


@endpoint(
    "POST", "/tables/<table_id>/rematch", models.Done, body=models.Rematch, private=True, refused=(403, 404, 409, 503)
)
def rematch(table_id: str, body: models.Rematch) -> Told | Response:
    """Want another game with the same people; when all do it begins, and the view says at which table."""
    return _done(the_house().lobby.ask_again(_known(table_id), _me(), body.seat, body.surprise, body.id))


@endpoint("GET", "/tables/<table_id>/record.json", GameRecord, query=models.SeatQuery, refused=(403, 404, 503))
def record(table_id: str, query: models.SeatQuery) -> Response:
    """The record of a game: of a finished one all of it, of a running one what may be seen from your seat.

    Seals that are not open show their commitment and nothing else.
    """
    return current_app.response_class(records.written(_record(table_id, query.seat)), mimetype=JSON)


@endpoint("GET", "/tables/<table_id>/record.pgn", None, query=models.SeatQuery, media=PGN, refused=(403, 404, 503))
def record_as_text(table_id: str, query: models.SeatQuery) -> Response:
    """The same as text in the manner of PGN: the moves alone."""
    address = url_for("permanent.game", table_id=table_id, _external=True)
    return current_app.response_class(pgn.write(_record(table_id, query.seat), address), mimetype=PGN)


@endpoint(
    "POST", "/records", models.VerificationTold, body=GameRecord, texts=(PGN,), most=MOST_BYTES, refused=(404, 503)
)
def verification(text: str) -> Told:
    """Play a record again and look whether all of it holds: order, turns, seals, clocks, end.

    Nothing is kept of it. What cannot be played at all is refused by name.
    """
    document, replayed = examined(text)
    return {
        "holds": all(check.fault is None and check.reached for check in replayed.checks),
        "variant": replayed.variant,
        "turns": len(replayed.turns),
        "fen": replayed.positions[-1].fen(),
        "checks": [_check(check, replayed) for check in replayed.checks],
        "versions": dict(zip(("record", "here"), replayed.versions, strict=True)) if replayed.versions else None,
        "ours": compared(document),
    }


def _record(table_id: str, seat: Seat | None) -> Mapping[str, Any]:
    house = the_house()
    return records.fetch(
        house.lobby,
        _known(table_id),
        lambda table: _eyes(table, seat),
        lambda person: house.name_of(person, g.language),
    )


def _check(check: Check, replayed: Replayed) -> Told:
    told = verdict(check, replayed)
    return {
        "name": check.name,
        "title": told["title"],
        "holds": told["holds"],
        "reached": told["reached"],
        "sentence": told["told"],
        "fault": check.fault.code if check.fault is not None else None,
    }


def _variant(name: str) -> Told:
    words, rules = the_house().words(name, g.language), _rules(name)
    try:
        fen = rules.start(rules.complete({})).fen()
    except ValueError:  # It begins with a draw of lots.
        fen = None
    return {
        "name": name,
        "title": words.title,
        "summary": words.summary,
        "rules_version": rules.rules_version,
        "size": rules.size,
        "seats": [{"seat": seat, "code": code, "title": words.seat(code)} for seat, code in enumerate(rules.seats)],
        "hidden": rules.hidden,
        "pieces": {symbol: words.piece(symbol) for symbol in rules.drawings},
        "options": [
            {
                "name": option.name,
                "title": words.options[option.name].title,
                "help": words.options[option.name].help,
                "choices": [
                    {"value": choice, "title": words.options[option.name].choices[str(choice)]}
                    for choice in option.choices
                ],
            }
            for option in rules.options
        ],
        "presets": [
            {"name": code, "title": words.presets[code], "settings": dict(settings)}
            for code, settings in rules.presets.items()
        ],
        "fen": fen,
        "controls": CONTROLS,
    }


def _position(name: str, position: Position) -> Told:
    result = position.result()
    seats = sorted(position.to_act) if result is None else []
    moves = {str(seat): [offer.row for offer in offers(position, seat).values()] for seat in seats}
    picture = position.picture(Eyes.ALL)
    spoken = the_house().speak(
        {
            "tallies": [tally._asdict() for tally in position.tallies(Eyes.ALL)],
            "result": None if result is None else {**result._asdict(), "seat": None},
        },
        name,
        g.language,
    )
    for seat, rows in moves.items():
        moves[seat] = the_house().speak({"moves": rows}, name, g.language)["moves"]
    return {
        "variant": name,
        "settings": dict(position.settings),
        "fen": position.fen(),
        "to_act": seats,
        "moves": moves,
        "picture": {**picture._asdict(), "marks": {str(square): mark for square, mark in picture.marks.items()}},
        "tallies": spoken["tallies"],
        "result": spoken["result"],
    }


def _rules(name: str) -> type[Position]:
    the_house().words(name, g.language)  # Which refuses a variant that is not here.
    return the_house().variants[name]


def _me() -> str:
    me = caller()
    if me is None:
        raise Refusal("no_identity", "Say who you are, with “Authorization: Bearer” and a secret of this site.")
    return me


def _known(table_id: str) -> str:
    if not _TABLE_ID.fullmatch(table_id):
        raise Refusal("no_table", "There is no game at this address.")
    return table_id


def _eyes(table: Record, seat: Seat | None) -> Viewer:
    if seat is None:
        return Eyes.SPECTATOR
    if seat not in table.seats_of(caller()):
        raise Refusal("not_your_seat", "You do not sit there.")
    return seat


def _is_here(table: Table, seat: Seat | None) -> None:
    """A program has no lasting connection: each question from a seat is a sign of life."""
    if seat is not None:
        the_house().lobby.hear_from(table, seat)


def _done(answer: Mapping[str, Any]) -> Told | Response:
    return {"number": answer["number"]} if answer["ok"] else refuse(answer["refusal"])

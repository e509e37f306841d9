"""The page of one table: to play, to plan, to watch, and to replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import current_app, g, redirect, request, url_for
from werkzeug.wrappers import Response

from server.content import Boards, Descriptions, Library
from server.game import (
    ACTIONS,
    MOST_SHOWN,
    Act,
    Refusal,
    TableState,
    ambiguous_paths,
    joinable,
    parse_control,
    past_view,
    players_of,
    shown_from,
)
from server.http.identity import Identity
from server.http.language import link_language, preferred_language
from server.http.language import translate as _
from server.http.responses import cached_response, render_in_steps, table_link
from server.http.security import renew_cookie
from server.people import Names
from server.runtime.limits import Limits
from server.runtime.loop import yield_to_loop
from server.runtime.parsing import whole_number
from server.tables import TableOpener, Tables
from server.texts.names import checked_name
from server.texts.words import Words
from server.web.analysis import views as analysis
from server.web.routes import route, shared_route
from server.web.sharing import SharingPages, qr_code
from variants.errors import RulesError
from variants.position import Eyes, Move, Position, Seat, Viewer

PLAN_COST = 5
"""The cost of the moves that a seat can plan for its address, in requests."""


@dataclass(frozen=True, eq=False)
class TablePages:
    """The pages of tables."""

    library: Library
    descriptions: Descriptions
    boards: Boards
    tables: Tables
    opener: TableOpener
    names: Names
    identity: Identity
    limits: Limits
    sharing: SharingPages
    token: Callable[[str], str]

    @shared_route("/game/<table_id>")
    def permanent(self, table_id: str) -> Response:
        """The permanent address: redirects readers to their own languages."""
        language, seat = preferred_language(request), request.args.get("seat")
        return redirect(url_for("table.show", table_id=table_id, language=language, seat=seat))

    @route("/game/<table_id>")
    def show(
        self, table_id: str, name_error: str = "", my_name: str | None = None, refusal: str = "", chat_error: str = ""
    ) -> Response:
        """The table as its reader may see it, optionally with a refusal."""
        me, g.table_shown = self.identity.visitor(), table_id
        renew_cookie()
        with self.tables.reading(table_id) as table:
            mine = table.seats_of(me)
            viewer = first_look(table, mine)
            variant = table.opening.variant
            rules = self.library.variants[variant]
            view = self.descriptions.whole_view(table, viewer, g.language, self.tables.view)
            past: dict[str, Any] = {}
            eyes = _eyes(table)
            if eyes is not None:
                past = {**past_view(table, viewer, table.number, eyes)}
                numbers = range(shown_from(table, table.number), table.number + 1)
                past["turns"] = self.descriptions.turns(table, viewer, g.language, numbers, eyes)
            set_up = table.opening.fen if table.set_up else ""
            sealing = len(table.position.to_act) > 1 or any("opened" in turn for turn in view["turns"])
        words = self.library.words(variant, g.language)
        seat = view["viewer"]
        players = sum(chair["state"] != "nature" for chair in view["chairs"])
        page = render_in_steps(
            "table/game.html",
            section="play",
            view=view,
            rows=analysis.rows(view),
            sealing=sealing,
            set_up=set_up,
            words=words,
            settings=_settings(view["settings"], rules, words)
            + ([_("from a position that was set up")] if view["set_up"] else [])
            + ([_("rated")] if view["rated"] else []),
            analysis=analysis.address(variant, view["settings"]),
            planning=analysis.address(variant, {}, plan=table_id)
            if parse_control(view["control"]).kind == "turn" and not rules.hidden
            else "",
            other_seats=[view["chairs"][other] for other in mine if other != seat and view["status"] == "running"],
            headline=_headline(view),
            invited=_invited(view) if seat is None else "",
            board=self.boards.of_view({**view, **past}, prefix="b-", title=words.title, live=True, coordinates=True),
            turned=seat in rules.turned,
            surprise=any(
                players_of(other) == players for name, other in self.library.variants.items() if name != variant
            ),
            reader=_reader(view, mine, rules, words),
            plain_actions=[(action.name(), _(action.title)) for action in ACTIONS if action.title],
            points=points,
            preview=self.sharing.of_table(view),
            link=table_link(table_id, **link_language()),
            my_name=self.names.chosen.get(me or "", "") if my_name is None else my_name,
            name_error=name_error,
            refusal=refusal,
            chat_error=chat_error,
        )
        response = current_app.response_class(page, 400 if name_error or chat_error else 409 if refusal else 200)
        response.vary.add("Cookie")
        return response

    @route("/game/<table_id>/join", "POST")
    def join(self, table_id: str) -> Response:
        """Take a free chair; in a running game, by one of its moves (`2:c1c2`)."""
        text, _colon, move = request.form.get("seat", "").partition(":")
        requested = whole_number(text, 2)
        if requested is None and text:
            raise Refusal("no_seat", "There is no such seat.")
        given = request.form.get("name", "").strip()
        if given:
            try:
                given = checked_name(given)
            except Refusal as error:
                return self.show(table_id, self.descriptions.error(error, g.language), given)
        with self.tables.reading(table_id) as table:
            me = self.identity.identify()
            try:
                # If the seat is refused, the former name is kept.
                action = self._entering(table, me, requested, move) if move else None
                if action is None:
                    self.opener.check_sit(table, me, requested)
            except Refusal as error:
                return self._refused(table_id, error, given)
        if given and given != self.names.chosen.get(me, ""):
            try:
                self.names.rename(me, given)
            except Refusal as error:
                return self.show(table_id, self.descriptions.error(error, g.language), given)
        if action is not None:
            try:
                self.tables.act(table_id, me, action)
            except RulesError as error:
                return self._refused(table_id, error, given)
            return redirect(url_for("table.show", table_id=table_id, seat=action.seat), 303)
        try:
            seat = self.opener.sit(table_id, me, requested)
        except Refusal as error:
            return self._refused(table_id, error, given)
        return redirect(url_for("table.show", table_id=table_id, seat=seat), 303)

    def _refused(self, table_id: str, error: RulesError, given: str) -> Response:
        """The table with a refusal, and the name that was given along with what is refused."""
        return self.show(table_id, my_name=given or None, refusal=self.descriptions.error(error, g.language))

    def _entering(self, table: TableState, me: str, seat: int | None, move: str) -> Act:
        """The action by which a person joins a running game. Raises Refusal."""
        if table.seats_of(me):
            raise Refusal("already_seated", "You already sit at this table.")
        if seat not in joinable(table) or move not in table.moves(seat):
            raise Refusal("chair_taken", "Somebody else took this seat.")
        id = self.token("message")
        return Act(seat=seat, id=id, number=table.number, move=move, takebacks=table.takebacks)

    @route("/game/<table_id>/name", "POST")
    def name(self, table_id: str) -> Response:
        """Get an identity in order to chat: with a chosen name, else a generated one."""
        given = request.form.get("name", "").strip()
        self.tables.check_exists(table_id)  # A visitor who names an unknown table gets no identity.
        try:
            if given:
                given = checked_name(given)  # Checked first: a refused visitor gets no identity.
            me = self.identity.identify()
            if given:
                self.names.rename(me, given)
        except Refusal as error:
            return self.show(table_id, my_name=given, chat_error=self.descriptions.error(error, g.language))
        return redirect(url_for("table.show", table_id=table_id, _anchor="chat"), 303)

    @route("/game/<table_id>/positions")
    def positions(self, table_id: str) -> dict[str, Any]:
        """The positions of a replay, beginning with that after `from` turns, as this reader may see them.

        With the turns that a board shows as the last ones of each.
        """
        first = _first_turn()
        with self.tables.reading(table_id) as table:
            viewer, eyes = _viewer(table, table.seats_of(self.identity.visitor())), _eyes(table)
            numbers = range(first, min(table.number + 1, first + MOST_SHOWN))
            past = [past_view(table, viewer, number, eyes) for number in numbers]
            shown = range(shown_from(table, first) if past else first, numbers.stop)
            turns = self.descriptions.turns(table, viewer, g.language, shown, eyes)
            number, variant = table.number, table.opening.variant
        positions = [self.descriptions.view(view, variant, g.language) for view in past]
        return {"number": number, "positions": positions, "turns": turns}

    @route("/game/<table_id>/turns")
    def turns(self, table_id: str) -> dict[str, Any]:
        """The turns of a long game after number `from`, as this reader may see them: a view has only the last ones."""
        first = _first_turn()
        with self.tables.reading(table_id) as table:
            viewer = _viewer(table, table.seats_of(self.identity.visitor()))
            return self.descriptions.part(table, viewer, g.language, first)

    @route("/game/<table_id>/ahead")
    def ahead(self, table_id: str) -> dict[str, Any]:
        """The moves that the reader's seat can plan as an answer. Other players do not learn of the request."""
        seat = whole_number(request.args.get("seat", ""), 2)
        with self.tables.reading(table_id) as table:
            if seat is None or seat not in table.seats_of(self.identity.visitor()):
                raise Refusal("not_your_seat", "That is not your seat.")
            position, number, takebacks = table.position, table.number, table.takebacks
            running = table.status == "running" and not table.rules.chance
        self.limits.check(request.remote_addr, cost=PLAN_COST)
        moves = _plannable_moves(position, seat) if running else []
        offers = {"moves": _plan_offers(position, seat, moves), "viewer": seat, "seats": position.seats}
        return {
            "number": number,
            "takebacks": takebacks,
            "moves": self.descriptions.view(offers, table.opening.variant, g.language)["moves"],
        }

    @route("/game/<table_id>/code.svg")
    def code(self, table_id: str) -> Response:
        """The permanent link of a table as a QR code."""
        self.tables.check_exists(table_id)
        code = _link_code(table_link(table_id, **link_language()))
        # Private: everybody who knows the link may take the free seat.
        return cached_response(code, "image/svg+xml", "private, max-age=86400, immutable")


@lru_cache(maxsize=256)
def _link_code(link: str) -> str:
    """The QR code of a permanent link; making it takes 3 ms."""
    return qr_code(link)


def points(share: float) -> str:
    """A share of the point: 0, ½, 1, or two decimals."""
    return {0.0: "0", 0.5: "½", 1.0: "1"}.get(share, f"{share:.2f}")


def first_look(table: TableState, mine: list[int]) -> Viewer:
    """The viewer of the page before its script runs.

    If one device serves several seats with secrets from each other, it is none of them.
    """
    if len(mine) < 2 or table.status == "open":
        return _viewer(table, mine)
    acting = [seat for seat in mine if seat in table.position.to_act]
    secret = table.rules.hidden or len(table.position.to_act) > 1
    return acting[0] if table.status == "running" and acting and not secret else Eyes.SPECTATOR


def _eyes(table: TableState) -> Viewer | None:
    """The requested eyes for a finished game on a hidden board; None for all."""
    requested = request.args.get("eyes", "")
    if not table.rules.hidden or table.status not in ("finished", "stopped"):
        return None
    seats = {str(seat): seat for seat in range(len(table.chairs))}
    return Eyes.SPECTATOR if requested == "none" else seats.get(requested)


def _reader(view: Mapping[str, Any], mine: list[int], rules: type[Position], words: Words) -> dict[str, Any]:
    """The data of the reader for the script: their seats, and texts for a shared device."""
    requested = request.args.get("seat", "")
    names = {seat: words.the_seat(view["chairs"][seat]["code"]) for seat in mine}
    return {
        "seats": mine,
        "requested": int(requested) if requested in map(str, mine) else None,
        "turned": sorted(rules.turned),
        "hidden": rules.hidden,
        "hand": {
            seat: {
                "to": words.finish(_("Hand the device to {seat}.").format(seat=name)),
                "i_am": words.finish(_("I am {seat}").format(seat=name)),
            }
            for seat, name in names.items()
        },
    }


def _first_turn() -> int:
    """The number of turns before the requested ones. Raises Refusal."""
    first = whole_number(request.args.get("from", "0"), 6)
    if first is None:
        raise Refusal("no_turn", "There is no such turn.")
    return first


def _viewer(table: TableState, mine: list[int]) -> Viewer:
    """The requested seat if the reader holds it, else the first one held, else the eyes of an onlooker.

    A device that is handed over asks for seat `none`.
    """
    requested = request.args.get("seat", "")
    if requested == "none":
        return Eyes.SPECTATOR
    for seat in mine:
        if requested == str(seat):
            return seat
    return mine[0] if mine else Eyes.SPECTATOR


def _plannable_moves(position: Position, seat: Seat) -> list[Move]:
    """The moves that this seat could play after some move of the seat to act; on a hidden board, as far as it sees."""
    if position.hidden:
        return list(position.premoves(seat))
    if len(position.to_act) != 1 or seat in position.to_act:
        return []
    moves: dict[Move, None] = {}
    (acting,) = position.to_act
    for move in position.moves(acting):
        yield_to_loop()
        after = position.play({acting: move})
        if after.to_act == (seat,) and after.result() is None:
            moves |= dict.fromkeys(after.moves(seat))
    return list(moves)


def _plan_offers(position: Position, seat: Seat, moves: list[Move]) -> list[dict[str, Any]]:
    """The rows of these moves, as in views; labelled by their squares."""
    onboard = [move for move in moves if move.path]
    several = ambiguous_paths([move.path for move in onboard])
    offers = []
    for move in onboard:
        text = position.write(move)
        more = {"becomes": position.becomes(seat, move)} if move.path in several else {}
        offers.append({"id": text, "path": move.path, "label": text, **more})
    return offers


def _settings(settings: Mapping[str, Any], rules: type[Position], words: Words) -> list[str]:
    """The settings of this table that are not the defaults."""
    return [
        _("{option}: {choice}").format(option=words.options[option.name].title, choice=title)
        for option in rules.options
        if (choice := settings[option.name]) != option.choices[0]
        and (title := words.options[option.name].choices[str(choice)])
    ]


def _invited(view: Mapping[str, Any]) -> str:
    """The player who invites the reader to a free seat; "" unless exactly one of two players sits at the table."""
    seated = [chair["person"] is not None for chair in view["chairs"] if chair["state"] != "nature"]
    if view["status"] != "open" or sorted(seated) != [False, True]:
        return ""
    return _("{name} invites you.").format(name=next(chair["name"] for chair in view["chairs"] if chair["person"]))


def _headline(view: Mapping[str, Any]) -> str:
    """The state of the table in words, for pages without script."""
    if view["result"]:
        title: str = view["result"]["title"]
        return title
    match view["status"]:
        case "open":
            return _("Waiting for a player")
        case "stopped":
            return _("This game was stopped.")
    return _("Turn {number}").format(number=view["number"] + 1)

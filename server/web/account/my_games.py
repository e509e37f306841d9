"""My games: those that wait for me, run, or are over; my name; and the link to another device."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.content import Descriptions
from server.game import Refusal
from server.http.identity import Identity, sign_in
from server.http.responses import private_response
from server.http.security import renew_cookie
from server.lobby import MOST_IN_LIST, Listing, MyGames, Previews, urgency
from server.people import Names, Secrets, well_formed
from server.runtime.limits import Limits
from server.runtime.parsing import whole_number
from server.store import Journal, invitations
from server.texts.names import checked_name
from server.web.account.settings import look
from server.web.routes import route
from server.web.sharing import qr_code

PAGE = 50
"""Games of each kind on one page."""


@dataclass(frozen=True, eq=False)
class MyGamesPages:
    """My games, my name and my link."""

    descriptions: Descriptions
    identity: Identity
    limits: Limits
    listing: Listing
    names: Names
    secrets: Secrets
    my_games: MyGames
    previews: Previews
    journal: Journal

    @route("/mine")
    def page(self, name_error: str = "", my_name: str | None = None) -> Response:
        """My games, which only I see, and my name."""
        me = self.identity.visitor()
        renew_cookie()
        page = whole_number(request.args.get("page", "1"), 4) or 0
        tables = self.listing.tables_of(me) if me is not None else []
        kinds = {
            "running": [game for game in tables if game.status == "running"],
            "open": [game for game in tables if game.status == "open"],
            "over": [game for game in tables if game.status in ("finished", "stopped")],
        }
        pages = max(1, *(-(-len(games) // PAGE) for games in kinds.values()))
        if not 1 <= page <= pages:
            abort(404)
        shown = {kind: games[(page - 1) * PAGE : page * PAGE] for kind, games in kinds.items()}
        listed = [game for some in shown.values() for game in some]
        rows = self.my_games.rows(listed, me, g.language) if me is not None else []
        challenges = self.listing.challenges(me) if me is not None else []
        boards = self.previews.of(shown["running"][:MOST_IN_LIST] + shown["over"][:MOST_IN_LIST], me)
        body = render_template(
            "account/my_games.html",
            section="mine",
            me=me,
            minis=boards,
            definitions=self.previews.definitions(boards.values()),
            pieces=look().pieces,
            played=bool(tables) or bool(challenges),
            waiting=sorted((row for row in rows if row.part == "waiting"), key=urgency),
            running=sorted((row for row in rows if row.part == "running"), key=urgency),
            open_tables=[row for row in rows if row.part == "open"],
            over=[row for row in rows if row.part == "finished"],
            page=page,
            pages=pages,
            challenges=challenges,
            name_error=name_error,
            my_name=self.names.chosen.get(me or "", "") if my_name is None else my_name,
            link=self._own_link(),
        )
        return private_response(body, 400 if name_error else 200)

    @route("/mine/decline", "POST")
    def decline(self) -> BaseResponse:
        """Decline a challenge: the chair is no longer kept."""
        me = self.identity.visitor()
        if me is None:
            abort(404)
        table = request.form.get("table", "")
        if any(challenge.table == table for challenge in self.listing.challenges(me)):
            invitations.decline(self.journal, table, me)
        return redirect(url_for("my_games.page"), 303)

    @route("/name", "POST")
    def name(self) -> BaseResponse:
        """Choose a name."""
        given = request.form.get("name", "").strip()
        try:
            # Checked first: a refused visitor gets no identity.
            given = checked_name(given)
            self.names.rename(self.identity.identify(), given)
        except Refusal as error:
            return self.page(self.descriptions.error(error, g.language), given)
        return redirect(url_for("my_games.page") + "#kept", 303)

    @route("/restore")
    def restore(self, error: str = "") -> Response:
        """The form for a link; it warns a reader with games that this browser would lose them."""
        me = self.identity.visitor()
        games = len(self.listing.tables_of(me)) if me is not None else 0
        body = render_template(
            "account/restore.html",
            section="mine",
            me=me,
            games=games,
            leaving=me is not None and (games > 0 or me in self.names.chosen),
            link=self._own_link(),
            error=error,
        )
        return private_response(body, 400 if error else 200)

    @route("/restore", "POST")
    def take(self) -> BaseResponse:
        """Give this browser the identity of the link."""
        secret = request.form.get("link", "").strip().rpartition("#")[2]
        try:
            if not well_formed(secret):
                raise Refusal(
                    "no_link", "This is not a link to play from another device. Copy all of it, to its last letter."
                )
            person = self.secrets.person(secret)
            if person is None or not self.names.knows(person):
                raise Refusal("unknown_link", "Nobody has played here under this link.")
        except Refusal as error:
            return self.restore(self.descriptions.error(error, g.language))
        sign_in(secret)
        return redirect(url_for("my_games.page"), 303)

    @route("/restore/new", "POST")
    def renew(self) -> BaseResponse:
        """Make a new link: the old one, and every other browser with this identity, is no longer valid."""
        secret, me = self.identity.own_secret(), self.identity.visitor()
        if secret is None or me is None:
            abort(404)
        self.limits.check_new(me)
        sign_in(self.secrets.replace(secret))
        return redirect(url_for("my_games.page", _anchor="move"), 303)

    @route("/restore/code.svg")
    def code(self) -> Response:
        """The own link as a QR code."""
        link = self._own_link()
        if link is None:
            abort(404)
        response = private_response(qr_code(link), mimetype="image/svg+xml")
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return response

    def _own_link(self) -> str | None:
        """The link that gives another browser this identity; None for a visitor without one.

        The secret follows the “#”, which browsers do not send: it is in no log and no Referer.
        """
        secret = self.identity.own_secret()
        return None if secret is None else f"{url_for('my_games.restore', _external=True)}#{secret}"

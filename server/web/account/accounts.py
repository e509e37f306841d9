"""The account of a person: passkeys, the unique name, signing in on another device, and signing out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from flask import Response, abort, g, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.content import Descriptions
from server.game import Refusal
from server.http.identity import Identity, sign_in
from server.http.refusals import json_response
from server.http.responses import absolute, private_response
from server.lobby import Listing
from server.people import Accounts, Blocks, Challenge, Names, Passkeys, Sanctions, Secrets
from server.runtime.limits import Limits
from server.web.routes import route

CHALLENGE = "challenge"
"""The name of a challenge in the cookie of the browser that it was sent to."""


@dataclass(frozen=True, eq=False)
class AccountPages:
    """The page of an account, and the page on which a browser signs in."""

    descriptions: Descriptions
    identity: Identity
    limits: Limits
    accounts: Accounts
    passkeys: Passkeys
    names: Names
    blocks: Blocks
    sanctions: Sanctions
    secrets: Secrets
    listing: Listing

    @route("/account")
    def page(self, name_error: str = "", my_name: str | None = None, removing: str = "") -> Response:
        """The account of the reader, or how to make one; `removing` is the passkey that the reader wants to remove."""
        me = self.identity.visitor()
        account = self.accounts.of(me)
        shown = (self.names.chosen.get(me or "", "") if account else "") if my_name is None else my_name
        body = render_template(
            "account/account.html",
            section="mine",
            me=me,
            account=account,
            passkeys=self.passkeys.of(me) if me is not None else [],
            sanctions=self.sanctions.of(me) if me is not None else [],
            blocked=self.blocks.of(me) if me is not None else [],
            removing=removing,
            name_error=name_error,
            my_name=shown,
        )
        return private_response(body, 400 if name_error else 200)

    @route("/account/passkeys/remove", "POST")
    def remove(self) -> BaseResponse:
        """Remove a passkey; the last one after a warning."""
        me, id = self._me(), request.form.get("id", "")
        known = [each.id for each in self.passkeys.of(me)]
        if known == [id] and request.form.get("sure") != "yes":
            return self.page(removing=id)
        self.passkeys.remove(me, id)
        return redirect(url_for("account.page"), 303)

    @route("/account/name", "POST")
    def name(self) -> BaseResponse:
        """Claim a unique name."""
        given = request.form.get("name", "").strip()
        try:
            self.names.claim(self._me(), given)
        except Refusal as error:
            return self.page(self.descriptions.error(error, g.language), given)
        return redirect(url_for("account.page", _anchor="kept"), 303)

    @route("/account/answer", "POST")
    def answer(self) -> BaseResponse:
        """Answer a sanction, once."""
        id = request.form.get("id", "")
        self.sanctions.answer(self._me(), id, request.form.get("text", ""))
        return redirect(url_for("account.page", _anchor=f"sanction-{id}"), 303)

    @route("/account/profile", "POST")
    def profile(self) -> BaseResponse:
        """Show the reader's profile to nobody else, or to everybody."""
        me = self._me()
        if me not in self.accounts:
            abort(404)
        self.accounts.set_private(me, "private" in request.form)
        return redirect(url_for("account.page", _anchor="profile"), 303)

    @route("/account/sign-out", "POST")
    def sign_out(self) -> BaseResponse:
        """Sign this browser out: its secret is no longer valid. Only for an account, which can come back."""
        me, secret = self._me(), self.identity.own_secret()
        if me not in self.accounts or secret is None:
            abort(404)
        self.secrets.revoke(secret)
        session.clear()
        return redirect(url_for("account.sign_in"), 303)

    @route("/account/sign-out-others", "POST")
    def sign_out_others(self) -> BaseResponse:
        """Sign out every other browser of the reader; the link to another device changes."""
        me, secret = self._me(), self.identity.own_secret()
        if secret is None:
            abort(404)
        self.limits.check_new(me)
        sign_in(self.secrets.replace(secret))
        return redirect(url_for("account.page", _anchor="out"), 303)

    @route("/sign-in")
    def sign_in(self, error: Refusal | None = None, given: str = "") -> Response:
        """The page on which a browser signs in; it warns a reader with games that this browser would lose them.

        With the address that was given for a mail, and why none is sent.
        """
        me = self.identity.visitor()
        account = self.accounts.of(me)
        games = len(self.listing.tables_of(me)) if me is not None and account is None else 0
        body = render_template(
            "account/sign_in.html",
            section="mine",
            me=me,
            account=account,
            games=games,
            error=self.descriptions.error(error, g.language) if error is not None else "",
            given=given,
        )
        return private_response(body, 400 if error is not None else 200)

    def _me(self) -> str:
        me = self.identity.visitor()
        if me is None:
            abort(404)
        return me


@dataclass(frozen=True, eq=False)
class PasskeyPages:
    """What the scripts of these pages ask: a challenge for the browser, then its answer."""

    descriptions: Descriptions
    identity: Identity
    limits: Limits
    passkeys: Passkeys
    secrets: Secrets

    @route("/account/passkeys/offer", "POST")
    def offer(self) -> Response:
        """What the reader's browser makes a passkey from."""
        me = self.identity.identify()
        name = self.descriptions.person(me, g.language)
        return self._challenged(lambda: self.passkeys.offer(me, name, _origin()))

    @route("/account/passkeys", "POST")
    def make(self) -> Response:
        """Store the passkey that the reader's browser has made."""
        self.passkeys.make(self.identity.visitor(), _challenge(), _answer(), _origin())
        return json_response({"next": url_for("account.page")})

    @route("/sign-in/ask", "POST")
    def ask(self) -> Response:
        """What the reader's browser signs with a passkey."""
        self.limits.check_sign_in(request.remote_addr)
        return self._challenged(lambda: self.passkeys.ask(_origin()))

    @route("/sign-in", "POST")
    def take(self) -> Response:
        """Sign in with the answer of a passkey: this browser gets a secret of its own for its person."""
        person = self.passkeys.person(_challenge(), _answer(), _origin())
        sign_in(self.secrets.issue(person))
        return json_response({"next": url_for("my_games.page")})

    def _challenged(self, ask: Callable[[], tuple[dict[str, Any], Challenge]]) -> Response:
        """The options for the browser; the challenge in them goes into its cookie."""
        options, challenge = ask()
        session[CHALLENGE] = list(challenge)
        return json_response(options)


def _challenge() -> Challenge | None:
    """The challenge in the cookie of this browser, which answers one once."""
    stored = session.pop(CHALLENGE, None)
    return Challenge(*stored) if stored is not None else None


def _answer() -> Mapping[str, Any]:
    try:
        answer = orjson.loads(request.get_data())
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise Refusal("message", "The answer of the passkey is not JSON.")
    return answer


def _origin() -> str:
    """The origin of the site's pages."""
    return absolute("")

"""Refusals and failures as answers of HTTP: pages for people, JSON for scripts and programs, one table of statuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from flask import Response, current_app, g, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from server.content import Descriptions, Library
from server.game import Refusal, unsaved
from server.http.language import translate as _
from server.records.document import RecordError
from server.runtime.limits import RETRY_AFTER
from server.store import JournalError
from variants.errors import RulesError

JSON = "application/json"

STATUS: Mapping[str, int] = {
    "message": 400,
    "name_length": 400,
    "name_characters": 400,
    "name_reserved": 400,
    "account_name": 400,
    "answer_length": 400,
    "report_length": 400,
    "challenge_over": 400,
    "passkey_not_valid": 400,
    "no_control": 400,
    "no_identity": 401,
    "foreign": 403,
    "muted": 403,
    "not_your_seat": 403,
    "no_page": 404,
    "no_puzzle": 404,
    "no_table": 404,
    "no_variant": 404,
    "method": 405,
    "too_long": 413,
    "record_long": 413,
    "media": 415,
    "too_fast": 429,
    "failed": 500,
    "analysis_busy": 503,
    "analysis_failed": 503,
    "not_kept": 503,
    "not_known": 503,
    "record_failed": 503,
    "record_wait": 503,
}
"""The status of a refusal by its code. Other refusals of the site get 409, input that cannot be read gets 400."""


def status_of(error: RulesError) -> int:
    """The HTTP status of a refusal."""
    refused = isinstance(error, Refusal) and not isinstance(error, RecordError)
    return STATUS.get(error.code, 409 if refused else 400)


def json_response(body: Mapping[str, Any], status: int = 200) -> Response:
    """Plain data as JSON."""
    return current_app.response_class(orjson.dumps(body), status, mimetype=JSON)


def vary_by_reader(response: BaseResponse) -> BaseResponse:
    """Mark a response as dependent on identity and language, and private."""
    response.vary.update(["Accept-Language", "Cookie", "Authorization"])
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


@dataclass(frozen=True, eq=False)
class Refusals:
    """Responses for refusals and failures."""

    _library: Library
    _descriptions: Descriptions

    def page(self, error: RulesError) -> Response:
        """The page for a refusal."""
        sentence, status = self._descriptions.error(error, g.language), status_of(error)
        if status == 404:
            return _page(404, sentence, _("A letter of the link may be missing. Ask for the link again."))
        return _with_headers(_page(status, _("That did not work."), sentence))

    def journal_page(self, error: JournalError) -> Response:
        """The page for a failure of the journal."""
        current_app.logger.error("the journal did not answer", exc_info=error)
        if error.unknown:
            sentence = self._descriptions.error(unsaved(error.unknown), g.language)
            return _page(503, _("Something went wrong here."), sentence)
        return _page(503, _("That did not work."), _("It could not be saved. Try again."))

    def for_script(self, error: RulesError) -> Response:
        """A refusal as JSON for a script of the site's pages, in the words of the variant in the address."""
        return self.json(error, (request.view_args or {}).get("variant"))

    def json(self, error: RulesError, variant: str | None = None) -> Response:
        """A refusal as JSON: its code, and a sentence in the words of the variant, if known."""
        known = variant if variant in self._library.variants else None
        return _json(error.code, self._descriptions.error(error, g.language, known), status_of(error))


def http_page(error: HTTPException) -> Response | BaseResponse:
    """The page for an error of Flask, or for a page that failed."""
    if error.code is None or error.code < 400:
        return error.get_response()
    by_status = {
        400: (_("This was refused."), _("This message cannot be read.")),
        403: (_("This was refused."), _("The request came from another site.")),
        404: (
            _("There is no page at this address."),
            _("A letter of the link may be missing. Ask for the link again."),
        ),
        405: (_("This address cannot be opened like a page."), _("Use the button that leads here.")),
        413: (_("This is too long."), _("Send less at once.")),
    }
    title, line = by_status.get(
        error.code, (_("Something went wrong here."), _("It is our fault, and it has been logged. Try again."))
    )
    return _with_allowed(_page(error.code, title, line), error)


def http_json(error: HTTPException) -> Response:
    """An error of Flask as JSON, before an endpoint is called or because one failed."""
    by_status = {
        400: ("message", _("This message cannot be read.")),
        403: ("foreign", _("The request came from another site.")),
        404: ("no_page", _("There is no page at this address.")),
        405: ("method", _("This address does not accept this kind of request.")),
        413: ("too_long", _("This is too long.")),
    }
    code, sentence = by_status.get(error.code or 500, ("failed", _("Something went wrong here.")))
    return _with_allowed(_json(code, sentence, STATUS[code]), error)


def _page(status: int, title: str, line: str) -> Response:
    ways = ((_("Go to the home page"), url_for("home.home")), (_("Games"), url_for("home.games")))
    # Does not read the journal, which may be the cause.
    page = render_template("layout/message.html", badge=str, astray=True, title=title, lines=(line,), ways=ways)
    return current_app.response_class(page, status)


def _json(code: str, sentence: str, status: int) -> Response:
    response = json_response({"refusal": {"code": code, "sentence": sentence}}, status)
    vary_by_reader(response)
    return _with_headers(response)


def _with_headers(response: Response) -> Response:
    if response.status_code == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if response.status_code == 429:
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def _with_allowed(response: Response, error: HTTPException) -> Response:
    if response.status_code == 405:
        response.headers["Allow"] = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
    return response

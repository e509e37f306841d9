"""Pages for people that say what went wrong."""

from __future__ import annotations

from flask import Response, current_app, g, render_template, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from server.game import not_known
from server.house import the_house
from server.runtime.limits import RETRY_AFTER
from server.store import JournalError
from server.web.language import translate as _
from variants.errors import RulesError

NOT_FOUND = frozenset({"no_table", "no_variant", "no_puzzle"})
"""Refusals that say that there is nothing at an address."""


def went_wrong(error: HTTPException) -> Response | BaseResponse:
    """What the reader sees where Flask refuses a request, or where a page broke."""
    if error.code is None or error.code < 400:
        return error.get_response()
    told = {
        400: (_("This was refused."), _("This message cannot be read.")),
        403: (_("This was refused."), _("The request came from another site.")),
        404: (
            _("There is no page at this address."),
            _("A letter of the link may be missing. Ask for the link again."),
        ),
        405: (_("This address cannot be opened like a page."), _("Use the button that leads here.")),
        413: (_("This is too long."), _("Send less at once.")),
    }
    title, line = told.get(
        error.code, (_("Something went wrong here."), _("It is our fault, and it has been logged. Try again."))
    )
    response = _message(error.code, title, line)
    if error.code == 405:
        response.headers["Allow"] = ", ".join(getattr(error, "valid_methods", None) or ())
    return response


def refused(error: RulesError) -> Response:
    """What the reader sees where the house refuses what was asked."""
    sentence = the_house().say(error, g.language)
    if error.code == "too_fast":
        slow = _message(429, _("This was not done."), sentence)
        slow.headers["Retry-After"] = RETRY_AFTER
        return slow
    if error.code in NOT_FOUND:
        return _message(404, sentence, _("A letter of the link may be missing. Ask for the link again."))
    return _message(409, _("This was not done."), sentence)


def not_kept(error: JournalError) -> Response:
    """What the reader sees where the journal failed."""
    current_app.logger.error("the journal did not answer", exc_info=error)
    if error.unknown:
        return _message(503, _("Something went wrong here."), the_house().say(not_known(), g.language))
    return _message(503, _("This was not done."), _("It could not be saved. Try again."))


def _message(status: int, title: str, line: str) -> Response:
    ways = ((_("Go to the home page"), url_for("pages.home")), (_("Games"), url_for("pages.games")))
    # Nothing is asked of the journal, which may be what went wrong.
    page = render_template("message.html", badge=str, astray=True, title=title, lines=(line,), ways=ways)
    return current_app.response_class(page, status)

"""The reader's language: which one it is, and the templates' words in it."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date
from flask import Flask, Request, Response, g, request
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from server.texts.catalogue import count_in, forms_in, translator
from server.texts.languages import BY_CODE, FALLBACK, LANGUAGES
from server.texts.typography import contract

COOKIE = "language"
_YEAR = 365 * 24 * 3600

LINK_PARAMETER = "lang"
"""The parameter of a shared link with the language of its author, used for previews of the link."""

LONGEST_ACCEPT_LANGUAGE = 200
"""Characters of `Accept-Language` that are read."""


def translate(text: str, **values: object) -> str:
    """A text of the site in the reader's language. Values fill its {fields}, escaped as HTML asks."""
    translation = translator(g.language)(text)
    return Markup(escape(translation)).format(**values) if values else translation


def translate_count(singular: str, plural: str, count: int) -> str:
    """A text with a {count} in the reader's language."""
    return count_in(g.language, singular, plural, count)


def plural_forms(singular: str, plural: str) -> dict[str, str]:
    """A text with a {count} for scripts: its plural forms in the reader's language, by their categories."""
    return forms_in(g.language, singular, plural)


def preferred_language(received: Request) -> str:
    """The language of the last choice, else of the browser's wishes, else of the link, else English."""
    chosen = received.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    wishes = parse_accept_header(received.headers.get("Accept-Language", "")[:LONGEST_ACCEPT_LANGUAGE], LanguageAccept)
    linked = received.args.get(LINK_PARAMETER)
    return wishes.best_match(LANGUAGES) or (linked if linked in LANGUAGES else FALLBACK)


def link_language() -> dict[str, str]:
    """The parameters of a shared link: the reader's language, unless it is the fallback."""
    return {} if g.language == FALLBACK else {LINK_PARAMETER: g.language}


def here_in(language: str) -> str:
    """The address of this page in another language; that of the home page if this page has none."""
    if request.method == "GET" and request.path.startswith(f"/{g.language}/"):
        return f"/{language}" + request.full_path.removeprefix(f"/{g.language}").removesuffix("?")
    return f"/{language}/"


def day(when: float) -> str:
    """A moment (seconds since 1970) as a date, in UTC."""
    date = format_date(datetime.fromtimestamp(when, UTC), format="long", locale=BY_CODE[g.language].locale)
    return contract(date, g.language)


def install(app: Flask, contact: str) -> None:
    """Choose the language before every request, remember it as the last choice, and give the templates their words.

    `contact` is as `Config.contact`.
    """
    app.before_request(_choose)
    app.after_request(_remember)
    app.jinja_env.globals.update(
        _=translate,
        _n=translate_count,
        _forms=plural_forms,
        here_in=here_in,
        languages=LANGUAGES,
        fallback=FALLBACK,
        contact=contact,
        language_of=BY_CODE.__getitem__,
    )
    app.jinja_env.filters["day"] = day


def _choose() -> None:
    first = request.path.split("/", 2)[1]
    g.language = first if first in LANGUAGES else preferred_language(request)


def _remember(response: Response) -> Response:
    language = g.get("language")
    if language is None:  # The request was refused before it had one.
        return response
    if not request.path.startswith(f"/{language}/"):
        if response.mimetype == "text/html":
            response.vary.update(["Accept-Language", "Cookie"])
    elif response.status_code == 200 and request.cookies.get(COOKIE) != language:
        response.set_cookie(COOKIE, language, max_age=_YEAR, secure=request.is_secure, httponly=True, samesite="Lax")
    return response

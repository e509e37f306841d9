"""Endpoints of the JSON interface: each with its address and models, validated requests, refusals as JSON."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import orjson
from flask import Blueprint, Response, current_app, g, request
from pydantic import BaseModel, ValidationError
from werkzeug.exceptions import ClientDisconnected, HTTPException
from werkzeug.wrappers import Response as BaseResponse

from server.archive.scoresheet import RecordError
from server.game import Refusal, unsaved
from server.house import the_house
from server.interface.api_models import Nothing
from server.runtime.limits import RETRY_AFTER
from server.store import JournalError
from server.web.language import translate as _
from server.web.security import PREFIX
from variants.errors import RulesError

log = logging.getLogger(__name__)

blueprint = Blueprint("api", __name__, url_prefix=PREFIX)

JSON = "application/json"

STATUS: Mapping[str, int] = {
    "message": 400,
    "name_length": 400,
    "name_characters": 400,
    "name_reserved": 400,
    "no_control": 400,
    "no_identity": 401,
    "foreign": 403,
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
    "not_kept": 503,
    "record_failed": 503,
    "record_wait": 503,
    "not_known": 503,
}
"""The status of a refusal. Others get 409 where the site refuses, 400 where the request cannot be read."""

Asked = TypeVar("Asked", bound=BaseModel)


class Endpoint(NamedTuple):
    """An address and what may be asked there."""

    method: str
    path: str
    name: str
    told: str
    """What it does: a line, then more."""
    query: type[BaseModel]
    body: type[BaseModel] | None
    texts: tuple[str, ...]
    """Other media types of the body; a body of one of these is passed on as text."""
    answer: type[BaseModel] | None
    """None for a text answer."""
    media: str
    status: int
    private: bool
    """Whether the client needs an identity."""
    refused: tuple[int, ...]
    """The statuses of its refusals, besides those that any endpoint of its kind may give."""


ENDPOINTS: list[Endpoint] = []
"""All of them, in the order in which people read about them."""


def endpoint(
    method: str,
    path: str,
    answer: type[BaseModel] | None,
    *,
    query: type[BaseModel] = Nothing,
    body: type[BaseModel] | None = None,
    texts: tuple[str, ...] = (),
    most: int | None = None,
    media: str = JSON,
    status: int = 200,
    private: bool = False,
    refused: tuple[int, ...] = (),
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Answer at this address with the result of a function of the request's query and body, or its refusal.

    The function gets what the path names and, where there is one, `query` and `body` as models; or, where the body
    may be in one of the media of `texts` too, `text`, of at most so many bytes. Its docstring is the description: a
    line, then more.
    """

    def register(view: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(view)
        def asked(**named: Any) -> Any:
            asked_for = _query(query)
            if query is not Nothing:
                named["query"] = asked_for
            if texts:
                request.max_content_length = most
                named["text"] = _text(JSON, *texts)
            elif body is not None:
                named["body"] = _body(body)
            try:
                told = view(**named)
            except RulesError as error:
                return refuse(error, getattr(named.get("body"), "variant", None))
            except JournalError as error:
                log.exception("the journal did not answer")
                return refuse(unsaved(error.unknown))
            return _private(told if isinstance(told, BaseResponse) else answer_with(told, status))

        told = view.__doc__ or ""
        ENDPOINTS.append(
            Endpoint(method, path, view.__name__, told, query, body, texts, answer, media, status, private, refused)
        )
        blueprint.add_url_rule(path, view.__name__, asked, methods=[method], provide_automatic_options=False)
        return view

    return register


def refuse(error: RulesError, variant: str | None = None) -> Response:
    """A refusal as JSON, in the words of the variant if it has some."""
    house = the_house()
    sentence = house.say(error, g.language, variant if variant in house.variants else None)
    said_no = isinstance(error, Refusal) and not isinstance(error, RecordError)
    return _refused(error.code, sentence, STATUS.get(error.code, 409 if said_no else 400))


def went_wrong(error: HTTPException) -> Response:
    """The same for errors of Flask itself, before an endpoint is called or because one failed."""
    told = {
        400: ("message", _("This message cannot be read.")),
        403: ("foreign", _("The request came from another site.")),
        404: ("no_page", _("There is no page at this address.")),
        405: ("method", _("This address does not accept this kind of request.")),
        413: ("too_long", _("This is too long.")),
    }
    code, sentence = told.get(error.code or 500, ("failed", _("Something went wrong here.")))
    response = _refused(code, sentence, STATUS[code])
    if error.code == 405:
        response.headers["Allow"] = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
    return response


def _refused(code: str, sentence: str, status: int) -> Response:
    response = answer_with({"refusal": {"code": code, "sentence": sentence}}, status)
    _private(response)
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if status == 429:
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def answer_with(told: Mapping[str, Any], status: int = 200) -> Response:
    """Plain data as JSON."""
    return current_app.response_class(orjson.dumps(told), status, mimetype=JSON)


def _private(response: BaseResponse) -> BaseResponse:
    """The headers on which an answer depends: the identity and the language."""
    response.vary.update(["Accept-Language", "Cookie", "Authorization"])
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _query(model: type[Asked]) -> Asked:
    asked = request.args.to_dict(flat=False)
    return _checked(
        lambda: model.model_validate({key: each[0] if len(each) == 1 else each for key, each in asked.items()})
    )


def _body(model: type[Asked]) -> Asked:
    sent = _sent(JSON)
    return _checked(lambda: model.model_validate_json(sent))


def _text(*media: str) -> str:
    try:
        return _sent(*media).decode()
    except UnicodeDecodeError:
        raise Refusal("message", "The data sent is not UTF-8 text.") from None


def _sent(*media: str) -> bytes:
    if request.mimetype not in media:
        raise Refusal("media", "Send “{media}”, and say so as its “Content-Type”.", media=" / ".join(media))
    try:
        return request.get_data()
    except ClientDisconnected:  # Or the body is malformed: broken chunks, or too many.
        raise Refusal("message", "This message cannot be read.") from None


def _checked(validate: Callable[[], Asked]) -> Asked:
    try:
        return validate()
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "object"
        raise Refusal("message", "The data sent is invalid at “{where}”.", where=where) from None

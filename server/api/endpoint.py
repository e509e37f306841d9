"""Endpoints of the JSON interface: each with its address and models, validated requests, refusals as JSON."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from flask import Blueprint, request
from pydantic import BaseModel, ValidationError
from werkzeug.exceptions import ClientDisconnected
from werkzeug.wrappers import Response

from server.api.schemas import Nothing
from server.game import Refusal, unsaved
from server.http.refusals import JSON, Refusals, json_response, vary_by_reader
from server.records.document import text_of
from server.store import JournalError
from variants.errors import RulesError

log = logging.getLogger(__name__)

Model = TypeVar("Model", bound=BaseModel)
View = TypeVar("View", bound=Callable[..., Any])


class Endpoint(NamedTuple):
    """An endpoint: its address, its models and its refusals."""

    view: Callable[..., Any]
    """A method with the parameters of the path, the query and the body; answers plain data or a response."""
    method: str
    path: str
    answer: type[BaseModel] | None
    """None for a text answer."""
    query: type[BaseModel] = Nothing
    body: type[BaseModel] | None = None
    texts: tuple[str, ...] = ()
    """Other media types of the body; with them the method gets the `text` of the body for every type."""
    most: int | None = None
    """The largest body of such an endpoint, in bytes."""
    media: str = JSON
    """The media type of the answer."""
    status: int = 200
    private: bool = False
    """Whether the client needs an identity."""
    refused: tuple[int, ...] = ()
    """The statuses of its refusals, besides those that follow from its method and its body."""

    @property
    def name(self) -> str:
        """Its name in the description."""
        return self.view.__name__


class Endpoints(list[Endpoint]):
    """The endpoints of a class, in the order of the description."""

    def add(self, method: str, path: str, answer: type[BaseModel] | None, **more: Any) -> Callable[[View], View]:
        """Declare a method as an endpoint; `more` are fields of `Endpoint`."""

        def declare(view: View) -> View:
            self.append(Endpoint(view, method, path, answer, **more))
            return view

        return declare


def register(blueprint: Blueprint, endpoint: Endpoint, part: object, refusals: Refusals) -> None:
    """Serve an endpoint of this object: its requests are validated, its refusals become JSON."""

    @functools.wraps(endpoint.view)
    def serve(**named: Any) -> Any:
        query = _query(endpoint.query)
        if endpoint.query is not Nothing:
            named["query"] = query
        if endpoint.texts:
            request.max_content_length = endpoint.most
            named["text"] = _text(JSON, *endpoint.texts)
        elif endpoint.body is not None:
            named["body"] = _body(endpoint.body)
        try:
            answer = endpoint.view(part, **named)
        except RulesError as error:
            return refusals.json(error, getattr(named.get("body"), "variant", None))
        except JournalError as error:
            log.exception("the journal did not answer")
            return refusals.json(unsaved(error.unknown))
        return vary_by_reader(answer if isinstance(answer, Response) else json_response(answer, endpoint.status))

    blueprint.add_url_rule(
        endpoint.path, endpoint.name, serve, methods=[endpoint.method], provide_automatic_options=False
    )


def _query(model: type[Model]) -> Model:
    arguments = request.args.to_dict(flat=False)
    return _checked(
        lambda: model.model_validate({key: each[0] if len(each) == 1 else each for key, each in arguments.items()})
    )


def _body(model: type[Model]) -> Model:
    sent = _sent(JSON)
    return _checked(lambda: model.model_validate_json(sent))


def _text(*media: str) -> str:
    sent = _sent(*media)
    try:
        return sent.decode()
    except UnicodeDecodeError:
        if request.mimetype != JSON:
            return text_of(sent)
        raise Refusal("message", "The data sent is not UTF-8 text.") from None


def _sent(*media: str) -> bytes:
    if request.mimetype not in media:
        # A third name, of older programs, is taken and not asked for.
        raise Refusal("media", "Send “{media}”, and say so as its “Content-Type”.", media=" / ".join(media[:2]))
    try:
        return request.get_data()
    except ClientDisconnected:  # Or the body is malformed: broken chunks, or too many.
        raise Refusal("message", "This message cannot be read.") from None


def _checked(validate: Callable[[], Model]) -> Model:
    try:
        return validate()
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        if not where:
            raise Refusal("message", "The data sent is not a JSON object.") from None
        raise Refusal("message", "The data sent is invalid at “{where}”.", where=where) from None

"""The OpenAPI 3.1 description of the JSON interface, generated from the endpoints and their models."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from typing import Any

from pydantic.json_schema import JsonSchemaMode, models_json_schema

from server import __version__
from server.api.endpoint import Endpoint
from server.api.schemas import Nothing, Refused
from server.game import TABLE_ID
from server.http.refusals import JSON
from server.http.security import API_PREFIX

SCHEMAS = "#/components/schemas/{model}"

ABOUT = """\
Everything that the pages of this site do: the rules of each variant, tables, records, puzzles. What a page would \
refuse is refused here with the same code. To play, request an identity (`POST /identity`) and send its secret with \
each request. Sentences are in the language that `Accept-Language` asks for."""

PATH_PARAMETERS = {
    "table_id": {"description": "the id of a table", "schema": {"type": "string", "pattern": f"^{TABLE_ID}$"}},
    "puzzle_id": {"description": "the id of a puzzle", "schema": {"type": "string", "pattern": "^[a-z2-7]{8}$"}},
    "name": {"description": "the name of a variant", "schema": {"type": "string", "pattern": "^[A-Za-z0-9_]{1,60}$"}},
}


@cache
def document(endpoints: tuple[Endpoint, ...]) -> dict[str, Any]:
    """The whole description of these endpoints."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(spelled(endpoint.path), {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cavalier", "version": __version__, "description": ABOUT, "license": {"name": "MIT"}},
        "servers": [{"url": API_PREFIX}],
        "security": [{"secret": []}, {}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "secret": {"type": "http", "scheme": "bearer", "description": "the secret of an identity"}
            },
            "schemas": _schemas(endpoints),
        },
    }


def spelled(path: str) -> str:
    """A path as OpenAPI spells it: `/tables/{table_id}`."""
    return re.sub(r"<(\w+)>", r"{\1}", path)


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    summary, _, details = (endpoint.view.__doc__ or "").partition("\n")
    operation: dict[str, Any] = {"operationId": endpoint.name, "summary": summary, "responses": _responses(endpoint)}
    if details.strip():
        operation["description"] = " ".join(details.split())
    if endpoint.private:
        operation["security"] = [{"secret": []}]
    if parameters := [*_in_path(endpoint), *_in_query(endpoint)]:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        content = {JSON: {"schema": _named(endpoint.body)}}
        content |= {media: {"schema": {"type": "string"}} for media in endpoint.texts}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    answer = _named(endpoint.answer) if endpoint.answer is not None else {"type": "string"}
    done = "It is done." if endpoint.status == 201 else "The answer."
    responses = {str(endpoint.status): _response(done, endpoint.media, answer)}
    for status in sorted(_refusals(endpoint)):
        responses[str(status)] = _response(HTTPStatus(status).phrase, JSON, _named(Refused))
    responses["429"]["headers"] = {"Retry-After": {"description": "seconds to wait", "schema": {"type": "string"}}}
    return responses


def _response(description: str, media: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {media: {"schema": schema}}}


def _refusals(endpoint: Endpoint) -> set[int]:
    """The statuses of its refusals, among them invalid query, bad secret, rate limit and fault of the site."""
    always = {400, 401, 429, 500}
    if endpoint.method != "GET":
        always |= {403}
    if endpoint.body is not None:
        always |= {413, 415}
    return always | set(endpoint.refused)


def _in_path(endpoint: Endpoint) -> Iterator[dict[str, Any]]:
    for name in re.findall(r"<(\w+)>", endpoint.path):
        yield {"name": name, "in": "path", "required": True, **PATH_PARAMETERS[name]}


def _in_query(endpoint: Endpoint) -> Iterator[dict[str, Any]]:
    if endpoint.query is Nothing:
        return
    schema = _plain(endpoint.query.model_json_schema())
    for name, parameter in schema["properties"].items():
        # An omitted parameter does not appear in the address as null.
        alternatives = [each for each in parameter.get("anyOf", []) if each.get("type") != "null"]
        parameter = {**parameter, **alternatives[0]} if alternatives else dict(parameter)
        yield {
            "name": name,
            "in": "query",
            "required": name in schema.get("required", ()),
            "schema": {
                key: value for key, value in parameter.items() if key not in ("anyOf", "title") and value is not None
            },
        }


def _named(model: Any) -> dict[str, Any]:
    return {"$ref": SCHEMAS.format(model=model.__name__)}


def _schemas(endpoints: tuple[Endpoint, ...]) -> dict[str, Any]:
    models: dict[Any, JsonSchemaMode] = {Refused: "serialization"}
    for endpoint in endpoints:
        if endpoint.body is not None:
            models[endpoint.body] = "validation"
        if endpoint.answer is not None:
            models[endpoint.answer] = "validation"
    _, schema = models_json_schema(list(models.items()), ref_template=SCHEMAS)
    definitions: dict[str, Any] = _plain(schema["$defs"])
    return dict(sorted(definitions.items()))


def _plain(schema: Any) -> Any:
    """A schema with patterns for all languages, and without titles that only repeat a name."""
    if isinstance(schema, list):
        return [_plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    plain: dict[str, Any] = {
        key: _common(value) if key == "pattern" else _plain(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str))
    }
    if "patternProperties" in plain:
        # Other keys are refused; pydantic does not describe that.
        plain["patternProperties"] = {_common(key): value for key, value in plain["patternProperties"].items()}
        plain["additionalProperties"] = False
    return plain


def _common(pattern: str) -> str:
    return pattern.replace(r"\A", "^").replace(r"\z", "$")

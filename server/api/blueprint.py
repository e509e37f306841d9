"""The JSON interface for programs: all its endpoints, and their description."""

from __future__ import annotations

from flask import Blueprint, Flask, Response

from server.api.endpoint import Endpoint, register
from server.api.openapi import document
from server.api.puzzles import PuzzlesApi
from server.api.rules import RulesApi
from server.api.tables import TablesApi
from server.http.refusals import Refusals, json_response
from server.http.security import API_PREFIX

ENDPOINTS: tuple[Endpoint, ...] = (*RulesApi.endpoints, *PuzzlesApi.endpoints, *TablesApi.endpoints)
"""All endpoints, in the order of the description."""


def description() -> Response:
    """The OpenAPI description."""
    return json_response(document(ENDPOINTS))


def install(app: Flask, refusals: Refusals, rules: RulesApi, puzzles: PuzzlesApi, tables: TablesApi) -> None:
    """Register the JSON interface and its description."""
    blueprint = Blueprint("api", __name__, url_prefix=API_PREFIX)
    for part in (rules, puzzles, tables):
        for endpoint in part.endpoints:
            register(blueprint, endpoint, part, refusals)
    blueprint.add_url_rule("/openapi.json", view_func=description, provide_automatic_options=False)
    app.register_blueprint(blueprint)

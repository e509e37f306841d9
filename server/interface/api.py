"""The JSON interface for programs: all its endpoints, and their description."""

from __future__ import annotations

from flask import Flask, Response

from server.interface import api_rules, api_solving, api_tables, openapi
from server.interface.api_door import ENDPOINTS as ENDPOINTS
from server.interface.api_door import answer_with, blueprint

PARTS = (api_rules, api_solving, api_tables)
"""Where the endpoints are declared, in the order in which people read about them."""


def install(app: Flask) -> None:
    """Register the JSON interface, with its description beside it."""
    app.register_blueprint(blueprint)


@blueprint.get("/openapi.json", provide_automatic_options=False)
def description() -> Response:
    """The description of all this, for programs that make programs."""
    return answer_with(openapi.document())

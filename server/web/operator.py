"""The operator's page: which variants are here and from where, and which are left out and why."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, render_template, request
from werkzeug.wrappers import Response

from server import __version__
from server.house import the_house
from server.web import operator_key

blueprint = Blueprint("operator", __name__)


@blueprint.get("/operator")
def operator() -> Response:
    """For a reader with a key by `cavalier operator`; for all others there is no such page."""
    signing_key = current_app.secret_key
    if not isinstance(signing_key, bytes) or not operator_key.opens(request.args.get("key", ""), signing_key):
        abort(404)
    house = the_house()
    page = render_template(
        "operator.html", section="operator", places=house.places, faults=house.faults, version=__version__
    )
    response = current_app.response_class(page, mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response

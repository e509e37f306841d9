"""Links as codes for the camera of a telephone, and the one that leads to a table."""

from __future__ import annotations

from io import BytesIO

import segno
from flask import Response, current_app, url_for

from server.house import the_house
from server.web.language import of_link


def qr_code(link: str) -> str:
    """A link as a QR code in SVG: dark on white in every theme, with the quiet zone that readers need."""
    picture = BytesIO()
    segno.make(link, micro=False, error="m").save(picture, kind="svg", light="#fff", omitsize=True, nl=False)
    return picture.getvalue().decode()


def code(table_id: str) -> Response:
    """The permanent link of a table as a code."""
    with the_house().tables.reading(table_id):
        link = url_for("permanent.game", table_id=table_id, _external=True, **of_link())
    response = current_app.response_class(qr_code(link), mimetype="image/svg+xml")
    # Anyone who knows the link may take the free seat.
    response.headers["Cache-Control"] = "private, max-age=86400"
    return response

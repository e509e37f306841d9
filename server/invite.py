"""The code that a telephone reads to come to a table: the table's permanent link, as a picture."""

from __future__ import annotations

from io import BytesIO

import segno
from flask import Response, current_app, url_for

from server.boards import the_house


def code(table_id: str) -> Response:
    """The QR code of a table's link as SVG, dark on white with the quiet zone that readers need."""
    with the_house().lobby.looking(table_id):
        link = url_for("permanent.game", table_id=table_id, _external=True)
    picture = BytesIO()
    segno.make(link, micro=False, error="m").save(picture, kind="svg", light="#fff", omitsize=True, nl=False)
    return current_app.response_class(picture.getvalue(), mimetype="image/svg+xml")

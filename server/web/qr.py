"""Links as QR codes."""

from __future__ import annotations

from io import BytesIO

import segno


def qr_code(link: str) -> str:
    """A link as a QR code in SVG: dark on white in every theme, with the quiet zone that readers need."""
    picture = BytesIO()
    segno.make(link, micro=False, error="m").save(picture, kind="svg", light="#fff", omitsize=True, nl=False)
    return picture.getvalue().decode()

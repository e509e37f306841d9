"""The site as an installed program: what a browser needs to install it, and what is there without a connection."""

from io import BytesIO

import pytest
from PIL import Image

from server.texts.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_names_icons_of_the_size_it_says(client, language):
    page = client.get(f"/{language}/").text
    assert f'<link rel="manifest" href="/manifest/{language}.webmanifest">' in page
    answer = client.get(f"/manifest/{language}.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    assert "Set-Cookie" not in answer.headers
    manifest = answer.get_json(force=True)
    assert (manifest["lang"], manifest["start_url"], manifest["scope"]) == (language, f"/{language}/", "/")
    assert manifest["display"] == "standalone"
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for icon in manifest["icons"]:
        with Image.open(BytesIO(client.get(icon["src"]).data)) as image:
            assert "x".join(map(str, image.size)) == icon["sizes"]
            corner = image.convert("RGBA").getpixel((0, 0))
            assert (corner == (0xA4, 0x16, 0x2A, 0xFF)) == (icon["purpose"] == "maskable"), "whole to its edges"


def test_the_service_worker_is_always_revalidated(client):
    answer = client.get("/worker.js?version=1")
    assert answer.mimetype == "text/javascript"
    assert "no-cache" in answer.headers["Cache-Control"]
    assert "manifest-src 'self'" in client.get("/en/").headers["Content-Security-Policy"]


@pytest.mark.parametrize(("language", "title"), [("en", "No connection"), ("fr", "Pas de connexion")])
def test_the_page_without_a_connection_is_the_same_for_everybody(app, client, language, title):
    answer = client.get(f"/offline/{language}", headers={"Accept-Language": "de"})
    assert f"<h1>{title}</h1>" in answer.text
    assert f'<html lang="{language}">' in answer.text
    assert "Set-Cookie" not in answer.headers
    for name in app.extensions["cavalier"].library.variants:
        assert f'"/{language}/variants/{name}"' in answer.text
    assert client.get("/offline/de").status_code == 404
    assert client.get("/icons/other.png").status_code == 404

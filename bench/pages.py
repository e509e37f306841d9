"""How fast rules pages are made from their sources, and answered once they are kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from flask.testing import FlaskClient

from bench.figures import Figure, figure, rates
from server.book import rulebook
from server.house import House
from server.runtime import Config
from server.site import create_app
from server.texts.catalogue import speaker


def figures() -> Iterator[Figure]:
    """Pages a second: rendered (Markdown, boards drawn, examples played), kept, and not changed since (304)."""
    with TemporaryDirectory() as folder:
        app = create_app(Config(data=Path(folder), identity_rate=0, address_rate=0))
        house: House = app.extensions["cavalier"]
        try:
            for name in house.variants:
                for language in house.languages:
                    yield from _page(app.test_client(), house, name, language)
        finally:
            house.close()


def _page(client: FlaskClient, house: House, name: str, language: str) -> Iterator[Figure]:
    variant, words, drawings = house.variants[name], house.words(name, language), house.drawings(name)
    address = f"/{language}/variants/{name}"
    tag = {"If-None-Match": client.get(address).headers["ETag"]}

    def render() -> int:
        rulebook.build(name, variant, words, drawings, speaker(language))
        return 1

    made = figure(f"rules page {name} {language}, made", "pages/s", rates(render))
    yield made

    def ask(headers: dict[str, str], status: int) -> int:
        return client.get(address, headers=headers).status_code == status

    for how, headers, status in (("kept", {}, 200), ("not changed since", tag, 304)):
        line = figure(f"rules page {name} {language}, {how}", "pages/s", rates(partial(ask, headers, status)))
        yield line | {"times_made": round(line["value"] / made["value"], 1)}

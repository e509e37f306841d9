"""How fast rules pages are made from their sources, and answered once they are kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from flask.testing import FlaskClient

from bench.figures import Figure, figure, rates
from server.app.factory import create_app
from server.app.services import Services
from server.book import rulebook
from server.runtime import Config
from server.texts.languages import LANGUAGES


def figures() -> Iterator[Figure]:
    """Pages a second: rendered (Markdown, boards drawn, examples played), kept, and not changed since (304)."""
    with TemporaryDirectory() as folder:
        app = create_app(Config(data=Path(folder), identity_rate=0, address_rate=0))
        services: Services = app.extensions["cavalier"]
        try:
            for name in services.library.variants:
                for language in LANGUAGES:
                    yield from _page(app.test_client(), services, name, language)
        finally:
            services.close()


def _page(client: FlaskClient, services: Services, name: str, language: str) -> Iterator[Figure]:
    variant, words, drawings = (
        services.library.variants[name],
        services.library.words(name, language),
        services.library.drawings(name),
    )
    address = f"/{language}/variants/{name}"
    tag = {"If-None-Match": client.get(address).headers["ETag"]}

    def render() -> int:
        rulebook.build(name, variant, words, drawings)
        return 1

    made = figure(f"rules page {name} {language}, made", "pages/s", rates(render))
    yield made

    def ask(headers: dict[str, str], status: int) -> int:
        return client.get(address, headers=headers).status_code == status

    for how, headers, status in (("kept", {}, 200), ("not changed since", tag, 304)):
        line = figure(f"rules page {name} {language}, {how}", "pages/s", rates(partial(ask, headers, status)))
        yield line | {"times_made": round(line["value"] / made["value"], 1)}

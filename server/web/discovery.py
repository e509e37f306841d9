"""What search engines are told of the site: the address of each page, its other languages, and what it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Response, current_app, g, render_template, request, url_for

from server.content import Library
from server.game import players_of
from server.http.responses import absolute
from server.puzzles.store import PuzzleStore
from server.texts.languages import LANGUAGES
from server.web.cards import Cards
from server.web.routes import shared_route

ESSAYS = ("essays.fair_play", "essays.make", "essays.programs", "replays.form")
LISTED = ("home.home", "puzzles.index", "home.games", *ESSAYS)
"""Pages that exist once in each language, for anybody."""

OF_VARIANTS = ("rules.rules", "rules.leaflet")

UNLISTED = ("/api/", "/socket.io/", "/*/mine", "/*/restore", "/*/options")
"""Where no search engine needs to look. Tables say so themselves: who previews a link has to be let in."""


def here(language: str) -> str:
    """The whole address of this page in a language, without what a link added to it."""
    return absolute(f"/{language}{request.path.removeprefix(f'/{g.language}')}")


@dataclass(frozen=True, eq=False)
class DiscoveryPages:
    """What search engines ask for."""

    library: Library
    puzzle_store: PuzzleStore
    cards: Cards

    def facts_of(self, variant: str) -> dict[str, Any]:
        """A rules page as structured data: a game, and how it is played."""
        words, language = self.library.words(variant, g.language), g.language
        address = absolute(url_for("rules.rules", variant=variant))
        shared = self.cards.of_variant(variant)
        game = {
            "@type": "Game",
            "@id": f"{address}#game",
            "name": words.title,
            "description": words.summary,
            "url": address,
            "inLanguage": language,
            "image": absolute(shared.picture),
            "numberOfPlayers": {"@type": "QuantitativeValue", "value": players_of(self.library.variants[variant])},
        }
        steps = [
            {"@type": "HowToStep", "position": number, "text": line}
            for number, line in enumerate(words.reminder, start=1)
        ]
        method = {
            "@type": "HowTo",
            "name": shared.title,
            "inLanguage": language,
            "image": absolute(shared.picture),
            "about": {"@id": game["@id"]},
            "step": steps,
        }
        return {"@context": "https://schema.org", "@graph": [game, method]}

    @shared_route("/sitemap.xml")
    def sitemap(self) -> Response:
        """Every page that search engines are to know, with its address in each language."""
        endpoints: list[tuple[str, dict[str, Any]]] = [
            *((page, {}) for page in LISTED),
            *((page, {"variant": name}) for name in self.library.variants for page in OF_VARIANTS),
            *(("puzzles.show", {"puzzle_id": puzzle}) for puzzle in self.puzzle_store.puzzles),
        ]
        pages = [
            {language: absolute(url_for(page, language=language, **named)) for language in LANGUAGES}
            for page, named in endpoints
        ]
        entrance = absolute(url_for("home.entrance"))
        answer = render_template("sitemap.xml", pages=pages, entrance=entrance, home=pages[0])
        return current_app.response_class(answer, mimetype="application/xml")

    @shared_route("/robots.txt")
    def robots(self) -> Response:
        """What search engines may ask for, and where the map is."""
        lines = [
            "User-agent: *",
            *(f"Disallow: {path}" for path in UNLISTED),
            f"Sitemap: {absolute('/sitemap.xml')}",
            "",
        ]
        return current_app.response_class("\n".join(lines), mimetype="text/plain")

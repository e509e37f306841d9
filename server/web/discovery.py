"""What search engines are told of the site: the address of each page, its other languages, and what it is about."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, Response, current_app, g, render_template, request, url_for

from server.game import players_of
from server.house import the_house
from server.texts.languages import LANGUAGES
from server.web.cards import of_puzzle, of_site, of_variant

blueprint = Blueprint("discovery", __name__)

ESSAYS = ("fair_play.fair_play", "make.make", "programs.programs", "replays.form")
LISTED = ("pages.home", "puzzles.index", "pages.games", *ESSAYS)
"""Pages that exist once in each language, for anybody."""

OF_VARIANTS = ("pages.rules", "pages.leaflet")

UNLISTED = ("/api/", "/socket.io/", "/*/mine", "/*/restore", "/*/options")
"""Where no search engine needs to look. Tables say so themselves: who previews a link has to be let in."""


def install(app: Flask, public: str) -> None:
    """Put in the pages for search engines, and what templates tell them; `public` is as `Config.site_address`."""
    app.config["SITE_ADDRESS"] = public
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(
        whole=whole,
        here=here,
        shared_site=of_site,
        shared_variant=of_variant,
        shared_puzzle=of_puzzle,
        facts_of=facts_of,
    )


def whole(path: str) -> str:
    """A path of this site as a whole address: of the configured site, else of the one that was asked.

    Werkzeug has made sure that the host of a request is one; nothing that is kept for others may hold it.
    """
    address: str = current_app.config["SITE_ADDRESS"]
    return (address or request.url_root.removesuffix("/")) + path


def here(language: str) -> str:
    """The whole address of this page in a language, without what a link added to it."""
    return whole(f"/{language}{request.path.removeprefix(f'/{g.language}')}")


def facts_of(variant: str) -> dict[str, Any]:
    """A rules page as structured data: a game, and how it is played."""
    house = the_house()
    words, language = house.words(variant, g.language), g.language
    address = whole(url_for("pages.rules", variant=variant))
    shared = of_variant(variant)
    game = {
        "@type": "Game",
        "@id": f"{address}#game",
        "name": words.title,
        "description": words.summary,
        "url": address,
        "inLanguage": language,
        "image": whole(shared.picture),
        "numberOfPlayers": {"@type": "QuantitativeValue", "value": players_of(house.variants[variant])},
    }
    steps = [
        {"@type": "HowToStep", "position": number, "text": line} for number, line in enumerate(words.reminder, start=1)
    ]
    method = {
        "@type": "HowTo",
        "name": shared.title,
        "inLanguage": language,
        "image": whole(shared.picture),
        "about": {"@id": game["@id"]},
        "step": steps,
    }
    return {"@context": "https://schema.org", "@graph": [game, method]}


@blueprint.get("/sitemap.xml")
def sitemap() -> Response:
    """Every page that search engines are to know, with its address in each language."""
    house = the_house()
    pages = [{language: whole(url_for(page, language=language)) for language in LANGUAGES} for page in LISTED]
    pages += [
        {language: whole(url_for(page, language=language, variant=name)) for language in LANGUAGES}
        for name in house.variants
        for page in OF_VARIANTS
    ]
    pages += [
        {language: whole(url_for("puzzles.show", language=language, puzzle_id=puzzle)) for language in LANGUAGES}
        for puzzle in house.shelf.puzzles
    ]
    entrance = whole(url_for("entrance"))
    answer = render_template("sitemap.xml", pages=pages, entrance=entrance, home=pages[0])
    return current_app.response_class(answer, mimetype="application/xml")


@blueprint.get("/robots.txt")
def robots() -> Response:
    """What search engines may ask for, and where the map is."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in UNLISTED), f"Sitemap: {whole('/sitemap.xml')}", ""]
    return current_app.response_class("\n".join(lines), mimetype="text/plain")

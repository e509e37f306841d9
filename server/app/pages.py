"""The pages for people, put together and given their addresses."""

from __future__ import annotations

from typing import Any, Protocol

from flask import Blueprint, Flask, current_app, g, request
from markupsafe import Markup

from server.app.services import Services
from server.chat import phrases
from server.content import seal
from server.game import parse_control
from server.http.language import translate as _
from server.http.responses import absolute
from server.texts.languages import LANGUAGES
from server.texts.view_text import clock_reading, control_title
from server.web import discovery, embeds
from server.web.account.device import RestorePages
from server.web.account.mail import MailPages
from server.web.account.my_games import MyGamesPages
from server.web.account.reader_games import ReaderGames
from server.web.account.settings import SettingsPages
from server.web.account.settings_cookie import attributes
from server.web.analysis.editor import EditorPages
from server.web.analysis.replays import ReplayPages
from server.web.analysis.tree import TreePages
from server.web.analysis.views import AnalysisPages
from server.web.cards import Cards
from server.web.diagrams import DiagramPages
from server.web.discovery import DiscoveryPages
from server.web.embeds import EmbedPages
from server.web.essays import fair_play, make
from server.web.essays.programs import ProgramsPage
from server.web.home import views as home
from server.web.home.games import GamesPage
from server.web.home.showcase import Showcase
from server.web.home.views import HomePage
from server.web.puzzles.views import PuzzlePages
from server.web.pwa import PwaPages
from server.web.rules.leaflet import LeafletPage
from server.web.rules.views import RulesPages
from server.web.table import views as table
from server.web.table.computer import ComputerPages, strengths
from server.web.table.plans import PlanPages
from server.web.table.review import ReviewPages
from server.web.table.setup import SetupPages
from server.web.table.views import TablePages

IN_A_LANGUAGE = f"/<any({', '.join(LANGUAGES)}):language>"


class Pages(Protocol):
    """Pages that know their addresses."""

    def blueprint(self) -> Blueprint:
        """Their routes."""


def install(app: Flask, site: Services) -> None:
    """Put all pages into the application, with what their templates use."""
    library, descriptions, boards = site.library, site.descriptions, site.boards
    tables, opener, names, listing = site.tables, site.opener, site.names, site.listing
    identity, limits, refusals, engines = site.identity, site.limits, site.refusals, site.engines
    puzzle_store, token = site.puzzles.store, site.sources.token
    cards = Cards(library, descriptions, boards, tables, puzzle_store, limits)
    reader_games = ReaderGames(library, descriptions, boards, tables, site.my_games, identity)
    games = GamesPage(identity, listing, site.rows, site.previews, site.my_games)
    computer = ComputerPages(library, engines, listing, tables, opener, identity, token)
    analysis = AnalysisPages(library, descriptions, boards, tables, limits)
    editor = EditorPages(library, descriptions, boards)
    discovering = DiscoveryPages(library, puzzle_store, cards)
    showcase = Showcase(library, descriptions, boards, tables, listing)
    rules = RulesPages(library, boards, puzzle_store, limits, reader_games)
    in_a_language: list[Pages] = [
        HomePage(
            library, boards, engines, identity, listing, site.matchmaker, site.rows, site.previews, site.my_games,
            reader_games, games, computer, showcase,
        ),
        games,
        rules,
        LeafletPage(library, boards),
        SetupPages(library, descriptions, boards, engines, opener, names, identity, computer),
        computer,
        TablePages(library, descriptions, boards, tables, opener, names, identity, cards, site.clock, token),
        PlanPages(descriptions, tables, identity, limits),
        ReviewPages(
            library, descriptions, tables, identity, limits, engines, site.reviews, site.evaluator, analysis, editor,
            refusals,
        ),
        analysis,
        editor,
        TreePages(library, descriptions, identity, limits, site.examiner, refusals),
        ReplayPages(library, descriptions, boards, tables, identity, limits, site.journal, site.examiner),
        PuzzlePages(library, boards, identity, limits, site.puzzles, analysis, refusals),
        MyGamesPages(descriptions, identity, listing, names, site.my_games, site.previews),
        RestorePages(descriptions, identity, limits, listing, names, site.secrets),
        SettingsPages(library, descriptions, boards),
        ProgramsPage(library),
        *([MailPages(site.notifier, descriptions, identity, site.journal, limits)] if site.notifier else []),
    ]  # fmt: skip
    in_any: list[Pages] = [
        EmbedPages(library, descriptions, boards, tables),
        DiagramPages(library, descriptions),
        cards,
        PwaPages(library),
        discovering,
    ]
    for blueprint in (fair_play.blueprint, make.blueprint, *(part.blueprint() for part in in_a_language)):
        app.register_blueprint(blueprint, url_prefix=IN_A_LANGUAGE)
    for blueprint in (table.permanent, *(part.blueprint() for part in in_any)):
        app.register_blueprint(blueprint)
    app.add_url_rule("/", "entrance", home.entrance)
    app.add_url_rule("/healthz", "alive", lambda: {"ok": True})
    app.add_url_rule("/readyz", "ready", site.readiness.answer)
    app.add_url_rule("/variants/<variant>/complete_rules.html", "old_rules", rules.old_rules)
    app.url_value_preprocessor(lambda _endpoint, values: values and values.pop("language", None))
    app.url_defaults(_keep_language)

    def variant_here(shown: str = "") -> str | None:
        """The variant that a page is about, by what it shows or by its address, else the first one of the site."""
        about = shown or (request.view_args or {}).get("variant")
        return about if about in library.variants else library.first or None

    def letters_of(name: str) -> dict[str, str]:
        """Letter that moves are written with -> the letter of the reader's language for that piece."""
        return dict(library.words(name, g.language).letters)

    def pieces_of(name: str) -> dict[str, str]:
        """Symbol -> the piece's name in the reader's language."""
        words = library.words(name, g.language)
        return {symbol: words.piece(symbol) for symbol in library.variants[name].drawings}

    app.jinja_env.globals.update(
        seal=seal,
        drawings_of=lambda name: dict(library.variants[name].drawings),
        page_definitions=boards.page_definitions,
        pieces_of=pieces_of,
        letters_of=letters_of,
        title_of=lambda name: library.words(name, g.language).title,
        clock_of=lambda control: control_title(parse_control(control), _),
        reading=lambda left: clock_reading(left, _),
        called=lambda person: descriptions.person(person, g.language),
        visitor=identity.visitor,
        strengths=strengths,
        badge=reader_games.badge,
        look=lambda: Markup(attributes()),
        variant_here=variant_here,
        variants_here=lambda: list(library.variants),
        computer_plays=lambda: engines.thinks,
        mail_is_sent=lambda: site.notifier is not None,
        embedding=embeds.line_of,
        frame_of=embeds.frame_of,
        frame_of_game=embeds.frame_of_game,
        phrases=lambda: phrases(_),
        whole=absolute,
        here=discovery.here,
        shared_site=cards.of_site,
        shared_variant=cards.of_variant,
        shared_puzzle=cards.of_puzzle,
        facts_of=discovering.facts_of,
    )


def _keep_language(endpoint: str, values: dict[str, Any]) -> None:
    if current_app.url_map.is_endpoint_expecting(endpoint, "language"):
        values.setdefault("language", g.language)

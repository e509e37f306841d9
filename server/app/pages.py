"""The pages for people: their blueprints, and the functions that templates use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Flask, Response, current_app, g, request
from markupsafe import Markup
from werkzeug.exceptions import RequestEntityTooLarge

from server.app.services import Services
from server.chat import phrases
from server.content import Catalogue, CoverSheets, seal
from server.game import parse_control
from server.http.language import translate as _
from server.http.responses import absolute
from server.ratings import rating_text
from server.records.examiner import too_long
from server.texts.entries import GROUPS
from server.texts.view_text import clock_reading, control_title
from server.web import diagrams
from server.web.account.accounts import AccountPages, PasskeyPages
from server.web.account.mail import MailPages
from server.web.account.my_data import MyDataPages
from server.web.account.my_games import MyGamesPages
from server.web.account.reader_games import ReaderGames
from server.web.account.settings import SettingsPages, attributes
from server.web.analysis.editor import EditorPages
from server.web.analysis.replays import ReplayPages
from server.web.analysis.tree import TreePages
from server.web.analysis.views import AnalysisPages
from server.web.catalogue.views import CataloguePages
from server.web.diagrams import DiagramPages
from server.web.essays.views import EssayPages
from server.web.home.showcase import Showcase
from server.web.home.views import HomePages
from server.web.moderation.views import ModerationPages
from server.web.people.order import OrderPages, reason_name, report_kind_name, sanction_name, sanction_text
from server.web.people.views import PeoplePages, pace_name
from server.web.puzzles.views import PuzzlePages
from server.web.pwa import PwaPages
from server.web.routes import blueprint
from server.web.rules.views import RulesPages
from server.web.sharing import SharingPages, draw_for_everybody, here
from server.web.table.review import ReviewPages
from server.web.table.setup import SetupPages, strengths
from server.web.table.views import TablePages
from variants.errors import RulesError


def install(app: Flask, site: Services) -> None:
    """Register all pages, and what their templates use."""
    library, descriptions, boards = site.library, site.descriptions, site.boards
    tables, opener, names, listing = site.tables, site.opener, site.names, site.listing
    identity, limits, refusals, engines = site.identity, site.limits, site.refusals, site.engines
    puzzle_store, token = site.puzzles.store, site.sources.token
    catalogue, covers = Catalogue(library), CoverSheets(library, boards)
    app.extensions["covers"] = covers
    sharing = SharingPages(library, descriptions, boards, tables, puzzle_store, limits)
    reader_games = ReaderGames(
        library, descriptions, boards, tables, site.my_games, site.listing, site.accounts, identity
    )
    setup = SetupPages(
        library, descriptions, boards, engines, listing, tables, opener, names, site.accounts, identity, token
    )
    analysis = AnalysisPages(library, descriptions, boards, tables, identity, limits)
    account = AccountPages(
        descriptions, identity, limits, site.accounts, site.passkeys, names, site.blocks, site.sanctions, site.secrets,
        listing,
    )  # fmt: skip
    pages: dict[str, object] = {
        "home": HomePages(
            library, catalogue, covers, engines, identity, listing, site.matchmaker, site.rows, site.previews,
            site.my_games, reader_games, setup, Showcase(library, descriptions, boards, tables, listing), site.clock,
        ),
        "catalogue": CataloguePages(library, catalogue, covers, site.sources.random),
        "rules": RulesPages(library, boards, puzzle_store, limits, reader_games),
        "setup": setup,
        "table": TablePages(
            library, descriptions, boards, tables, opener, names, identity, limits, sharing, token
        ),
        "review": ReviewPages(
            library, descriptions, tables, identity, limits, engines, site.reviews, site.evaluator, analysis
        ),
        "analysis": analysis,
        "editor": EditorPages(library, descriptions, boards),
        "tree": TreePages(library, descriptions, identity, limits, site.examiner),
        "replays": ReplayPages(library, descriptions, boards, tables, identity, limits, site.journal, site.examiner),
        "puzzles": PuzzlePages(library, boards, identity, limits, site.puzzles, analysis),
        "my_games": MyGamesPages(
            descriptions, identity, limits, listing, names, site.secrets, site.my_games, site.previews, site.journal
        ),
        "account": account,
        "passkey": PasskeyPages(descriptions, identity, limits, site.passkeys, site.secrets),
        "people": PeoplePages(
            library, descriptions, identity, site.accounts, site.blocks, site.journal, tables, listing, site.my_games,
            site.previews, setup, site.clock,
        ),
        "order": OrderPages(
            descriptions, identity, site.accounts, names, site.blocks, site.reports, tables, site.chat
        ),
        "moderation": ModerationPages(
            identity, site.accounts, names, site.sanctions, site.reports, tables, site.chat, site.clock
        ),
        "my_data": MyDataPages(
            library, descriptions, identity, site.accounts, site.personal_data, tables, site.journal, limits
        ),
        "settings": SettingsPages(library, descriptions, boards),
        "essays": EssayPages(library),
        "diagrams": DiagramPages(library, descriptions, boards, tables, limits),
        "pwa": PwaPages(library),
        "sharing": sharing,
    }  # fmt: skip
    if site.notifier:
        pages["mail"] = MailPages(
            site.notifier,
            descriptions,
            identity,
            site.journal,
            limits,
            site.accounts,
            site.secrets,
            account,
            site.clock,
        )

    def refused(error: RulesError) -> Response:
        """A refusal as JSON for the POST of a script, else as a page."""
        return refusals.for_script(error) if request.method == "POST" else refusals.page(error)

    blueprints = {name: blueprint(name, answering) for name, answering in pages.items()}
    blueprints["sharing"].before_request(draw_for_everybody)
    blueprints["tree"].register_error_handler(RequestEntityTooLarge, lambda _error: refusals.for_script(too_long()))
    for name in ("review", "tree", "passkey"):
        blueprints[name].register_error_handler(RulesError, refusals.for_script)
    for name in ("editor", "puzzles"):
        blueprints[name].register_error_handler(RulesError, refused)
    for made in blueprints.values():
        app.register_blueprint(made)
    app.add_url_rule("/healthz", "alive", lambda: {"ok": True})
    app.add_url_rule("/readyz", "ready", site.readiness.answer)
    app.url_value_preprocessor(lambda _endpoint, values: values and values.pop("language", None))
    app.url_defaults(_add_language)

    def variant_here(shown: str = "") -> str | None:
        """The variant that a page shows, else that of its address, else the first one of the site."""
        about = shown or (request.view_args or {}).get("variant")
        return about if about in library.variants else library.first or None

    def letters_of(name: str) -> dict[str, str]:
        """Letter of a piece in notation -> its letter in the reader's language."""
        return dict(library.words(name, g.language).letters)

    def pieces_of(name: str) -> dict[str, str]:
        """Symbol -> name of the piece in the reader's language."""
        words = library.words(name, g.language)
        return {symbol: words.piece(symbol) for symbol in library.variants[name].drawings}

    def variant_groups(names: Iterable[str] | None = None) -> list[tuple[str, list[dict[str, str]]]]:
        """These variants, or all, for a choice: the title of each group, and its members with their words."""
        grouped = catalogue.groups(library.variants if names is None else names, g.language)
        return [
            (
                _(GROUPS[group]),
                [
                    {
                        "name": name,
                        "title": library.words(name, g.language).title,
                        "words": catalogue.name_words(name),
                    }
                    for name in members
                ],
            )
            for group, members in grouped.items()
        ]

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
        has_account=lambda: identity.visitor() in site.accounts,
        strengths=strengths,
        badge=reader_games.badge,
        look=lambda: Markup(attributes()),
        variant_here=variant_here,
        variant_groups=variant_groups,
        variants_here=lambda: list(library.variants),
        computer_plays=lambda: engines.runs,
        mail_is_sent=lambda: site.notifier is not None,
        embedding=diagrams.line_of,
        phrases=lambda: phrases(_),
        whole=absolute,
        here=here,
        shared_site=sharing.of_site,
        shared_variant=sharing.of_variant,
        shared_puzzle=sharing.of_puzzle,
        facts_of=sharing.facts_of,
        pace_name=pace_name,
        reason_name=reason_name,
        report_kind_name=report_kind_name,
        sanction_name=sanction_name,
        sanction_text=sanction_text,
        rating_text=rating_text,
    )


def _add_language(endpoint: str, values: dict[str, Any]) -> None:
    if current_app.url_map.is_endpoint_expecting(endpoint, "language"):
        values.setdefault("language", g.language)

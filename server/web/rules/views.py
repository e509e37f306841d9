"""The rules of a variant: a page, cached for all readers, and a leaflet to print."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256

from flask import current_app, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from server.content import Boards, Library
from server.game import start_of
from server.http.language import preferred_language
from server.http.responses import absolute
from server.http.security import PAGE_COST
from server.puzzles.store import PuzzleStore
from server.runtime.limits import Limits
from server.runtime.lru import Cache
from server.texts.languages import name_in
from server.web.account.reader_games import ReaderGames
from server.web.account.settings import attributes
from server.web.routes import find_or_404, route, shared_route
from server.web.sharing import qr_code
from variants.position import Eyes, Position

BADGE, LOOK = "<!-- badge -->", " data-look"
"""Placeholders in the cached page: for the number of waiting games in the menu, and for the reader's settings."""

_LINK = re.compile(r'<a [^>]*href="#[^>]*>(.*?)</a>', re.S)
"""A link to another part of the rules page, which is not on the leaflet."""

CACHE_BYTES = 24_000_000
"""Bytes of the cache of rules pages. A page contains its address, so each query is a page of its own."""


@dataclass(frozen=True, eq=False)
class RulesPages:
    """The rules page of each variant, and its leaflet."""

    library: Library
    boards: Boards
    puzzle_store: PuzzleStore
    limits: Limits
    reader_games: ReaderGames
    _rendered: Cache[tuple[str, str]] = field(default_factory=lambda: Cache(CACHE_BYTES), init=False)

    @route("/variants/<variant>")
    def rules(self, variant: str) -> Response:
        """The rules page, the same for everybody but for menu and settings, so it is cached."""
        find_or_404(self.library.variants, variant)
        key = variant, g.language, self.boards.look().pieces, request.url_root, request.full_path
        body, tag = self._rendered.get(key, lambda: self._render(variant))
        badge, look = self.reader_games.badge(), attributes()
        body = body.replace(BADGE, badge).replace(LOOK, look, 1)
        response = current_app.response_class(body, mimetype="text/html")
        response.headers["Cache-Control"] = "private, max-age=0, must-revalidate"
        response.set_etag(tag + sha256((badge + look).encode()).hexdigest()[:8] if badge or look else tag)
        return response.make_conditional(request)

    @route("/variants/<variant>/leaflet")
    def leaflet(self, variant: str) -> str:
        """Start, pieces, rules in short, one figure, the end, and the address of the rules page."""
        start = start_of(find_or_404(self.library.variants, variant))
        words, rules_page = self.library.words(variant, g.language), self.library.page(variant, g.language)
        address = absolute(url_for("rules.rules", variant=variant))
        return render_template(
            "rules/leaflet.html",
            section="variants",
            variant=variant,
            words=words,
            start=self.boards.draw(variant, start.picture(Eyes.ALL), prefix="s-", title=words.title, coordinates=True),
            pieces=[(self.boards.piece(variant, symbol), words.piece(symbol)) for symbol in _pieces(start)],
            definitions=self.boards.page_definitions(variant, rules_page.turned),
            figure=_alone(rules_page.cover.figure),
            example=_alone(rules_page.cover.text),
            ending=_alone(rules_page.ending),
            body_language=rules_page.language,
            address=address,
            code=Markup(qr_code(address)),
        )

    @shared_route("/variants/<variant>/complete_rules.html")
    def old_rules(self, variant: str) -> Response:
        """Redirect from the address that rules pages had on earlier sites."""
        find_or_404(self.library.variants, variant)
        return redirect(url_for("rules.rules", variant=variant, language=preferred_language(request)), 301)

    def _render(self, variant: str) -> tuple[str, str]:
        """The page, and its digest."""
        self.limits.check(request.remote_addr, cost=PAGE_COST - 1)
        words, page = self.library.words(variant, g.language), self.library.page(variant, g.language)
        # The page links to its translations by whole addresses.
        body = render_template(
            "rules/rules.html",
            section="variants",
            variant=variant,
            words=words,
            page=page,
            language_name=lambda code: name_in(code, g.language),
            puzzles=self.puzzle_store.of(variant),
            cover=self.boards.thumbnail(variant),
            badge=lambda: Markup(BADGE),
            look=lambda: Markup(LOOK),
        )
        return body, sha256(body.encode()).hexdigest()[:24]


def _alone(html: str) -> str:
    """A part of the rules page without links to other parts."""
    return _LINK.sub(r"\1", html)


def _pieces(start: Position) -> list[str]:
    """The pieces of the first seat on the start board, each once."""
    owners = start.owners()
    return [symbol for symbol in start.drawings if symbol in start.picture(Eyes.ALL).board and not owners.get(symbol)]

"""The rules pages, each rendered once for all who see the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256

from flask import abort, current_app, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from server.content import Boards, Library
from server.http.language import preferred_language
from server.http.security import PAGE
from server.puzzles.store import PuzzleStore
from server.runtime.limits import Limits
from server.runtime.lru import Cache
from server.web.account.reader_games import ReaderGames
from server.web.account.settings_cookie import attributes
from server.web.routes import route, shared_route

BADGE, LOOK = "<!-- badge -->", " data-look"
"""Stand in a page that is kept for everybody: where the menu counts the games of its reader, where its settings go."""

CACHE_BYTES = 24_000_000
"""Bytes of rules pages that are kept. Their addresses are told in them, so each query is a page of its own."""


@dataclass(frozen=True, eq=False)
class RulesPages:
    """The rules page of each variant."""

    library: Library
    boards: Boards
    puzzle_store: PuzzleStore
    limits: Limits
    reader_games: ReaderGames
    _rendered: Cache[tuple[str, str]] = field(default_factory=lambda: Cache(CACHE_BYTES), init=False)

    @route("/variants/<variant>")
    def rules(self, variant: str) -> Response:
        """The rules page; but for the menu the same for everybody, so it is rendered once."""
        if variant not in self.library.variants:
            abort(404)
        key = variant, g.language, self.boards.look().pieces, request.url_root, request.full_path
        body, tag = self._rendered.get(key, lambda: self._render(variant))
        badge, look = self.reader_games.badge(), attributes()
        body = body.replace(BADGE, badge).replace(LOOK, look, 1)
        response = current_app.response_class(body, mimetype="text/html")
        response.headers["Cache-Control"] = "private, max-age=0, must-revalidate"
        response.set_etag(tag + sha256((badge + look).encode()).hexdigest()[:8] if badge or look else tag)
        return response.make_conditional(request)

    @shared_route("/variants/<variant>/complete_rules.html")
    def old_rules(self, variant: str) -> Response:
        """The address that rules pages had on other sites."""
        if variant not in self.library.variants:
            abort(404)
        return redirect(url_for("rules.rules", variant=variant, language=preferred_language(request)), 301)

    def _render(self, variant: str) -> tuple[str, str]:
        """The page, and its digest."""
        self.limits.check(request.remote_addr, cost=PAGE - 1)
        # The page links to itself in the other languages, by its whole address.
        body = render_template(
            "rules/rules.html",
            section="variants",
            variant=variant,
            words=self.library.words(variant, g.language),
            page=self.library.page(variant, g.language),
            puzzles=self.puzzle_store.of(variant),
            badge=lambda: Markup(BADGE),
            look=lambda: Markup(LOOK),
        )
        return body, sha256(body.encode()).hexdigest()[:24]

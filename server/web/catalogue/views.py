"""The catalogue: all variants in groups, filtered as the address asks; and the way to a variant chosen elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from flask import g, redirect, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from server.content import Catalogue, CoverSheets, Facets, Library, Query
from server.http.language import translate as _
from server.http.responses import render_in_steps
from server.runtime.parsing import whole_number
from server.texts.entries import GROUPS
from server.texts.words import Words
from server.web.routes import find_or_404, route

KINDS = ("together", "hidden", "luck")
BOARDS = ("small", "usual", "large")
LENGTHS = (10, 20, 30)
MOST_NEW = 5

LONGEST_SEARCH = 100
"""Characters of a search that are read."""

OPENED = {"analysis": "analysis.page", "editor": "editor.page"}
"""Endpoints of pages of a variant that a form with a choice of variants leads to."""


class Card(NamedTuple):
    """A variant on the page."""

    name: str
    words: Words
    facets: Facets
    search_words: str
    board: Markup
    shown: bool


@dataclass(frozen=True, eq=False)
class CataloguePages:
    """The page of all variants, and redirects to one of them."""

    library: Library
    catalogue: Catalogue
    covers: CoverSheets
    random: Random

    @route("/variants")
    def page(self) -> str:
        """All variants; those that the query does not admit are hidden, and a script may show them again."""
        query = read_query(request.args)
        boards = self.covers.boards(self.library.variants)
        grouped = self.catalogue.groups(self.library.variants, g.language)
        groups = {group: [self._card(name, query, boards) for name in names] for group, names in grouped.items()}
        return render_in_steps(
            "catalogue/catalogue.html",
            section="variants",
            groups=groups,
            titles={group: _(GROUPS[group]) for group in groups},
            shown=sum(card.shown for cards in groups.values() for card in cards),
            query=query,
            definitions=self.covers.definitions(self.library.variants),
            lengths=LENGTHS,
        )

    @route("/surprise")
    def surprise(self) -> Response:
        """Redirect to the rules of a variant drawn by lot, of those that the query admits if there are any."""
        query = read_query(request.args)
        admitted = [name for name in self.library.variants if self._admits(query, name)]
        names = admitted or list(self.library.variants)
        if not names:
            return redirect(url_for("catalogue.page"))
        drawn = redirect(url_for("rules.rules", variant=self.random.choice(names)))
        drawn.headers["Cache-Control"] = "no-store"
        return drawn

    @route("/open/<kind>")
    def open(self, kind: str) -> Response:
        """Redirect from a form with a variant to a page of this variant."""
        endpoint, variant = find_or_404(OPENED, kind), request.args.get("variant", "")
        find_or_404(self.library.variants, variant)
        return redirect(url_for(endpoint, variant=variant))

    def _admits(self, query: Query, name: str) -> bool:
        return query.admits(self.catalogue.facets(name), self.catalogue.search_words(name, g.language))

    def _card(self, name: str, query: Query, boards: Mapping[str, Markup]) -> Card:
        search_words = self.catalogue.search_words(name, g.language)
        facets = self.catalogue.facets(name)
        shown = query.admits(facets, search_words)
        return Card(name, self.library.words(name, g.language), facets, search_words, boards[name], shown)


def read_query(fields: MultiDict[str, str]) -> Query:
    """The query of an address; a part that cannot be read asks for nothing."""
    board, novelty = fields.get("board", ""), whole_number(fields.get("new", ""), 1) or 0
    minutes = whole_number(fields.get("minutes", ""), 3)
    return Query(
        fields.get("q", "")[:LONGEST_SEARCH].strip(),
        frozenset(kind for kind in KINDS if fields.get(kind)),
        board if board in BOARDS else "",
        minutes if minutes in LENGTHS else 0,
        novelty if novelty <= MOST_NEW else 0,
    )

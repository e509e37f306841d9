"""The page that tells people how to write a program that plays here; its examples are made by the rules themselves."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from flask import Blueprint, g, render_template, request

from server.content import Library
from server.game import AWAY, start_of
from server.http.language import translate as _
from server.http.security import PREFIX
from server.runtime.lru import Cache
from server.web.essays.essay import Essay, essay
from variants.position import Position

MOST_PAGES = 2_000_000
"""Bytes of the page that are remembered: it tells the address at which the site was asked for, which anybody names."""

TEXTS = Path(__file__).parent / "programs"


@dataclass(frozen=True, eq=False)
class ProgramsPage:
    """The page about programs."""

    library: Library
    _pages: Cache[Essay] = field(default_factory=lambda: Cache(MOST_PAGES), init=False)

    def blueprint(self) -> Blueprint:
        """The routes of these pages."""
        pages = Blueprint("programs", __name__)
        pages.get("/programs")(self.programs)
        return pages

    def programs(self) -> str:
        """How a program plays here, the same for everybody."""
        asked = g.language, request.url_root.rstrip("/")
        page = self._pages.get(asked, lambda: self._page(*asked))
        return render_template("essays/programs.html", section="programs", page=page)

    def _page(self, language: str, site: str) -> Essay:
        name, rules = next(iter(self.library.variants.items()))
        position = start_of(rules)
        moves = {str(seat): rules.write(next(iter(position.moves(seat)))) for seat in position.to_act}
        late = _("This turn is over: the move came for turn {number}.").format(number=7)
        values = {
            "site": site,
            "path": PREFIX,
            "variant": name,
            "move": next(iter(moves.values())),
            "outcome": json.dumps({"variant": name, "fen": _short(position), "actions": moves}),
            "away": str(round(AWAY)),
            "late": late,
        }
        return essay(TEXTS, language, values)


def _short(position: Position) -> str:
    """The position's FEN without what all that is missing would be read as."""
    rows = position.fen().split(" ")[0]
    return rows if type(position).from_fen(rows, position.settings) == position else position.fen()

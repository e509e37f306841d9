"""Link previews (Open Graph) with their cards, structured data, the sitemap and robots.txt, and links as QR codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import segno
from flask import abort, current_app, g, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from server.content import BoardLook, Boards, Descriptions, Library
from server.drawing.overlays import INK
from server.game import players_of, start_of
from server.http.language import translate as _
from server.http.responses import DAY, absolute, cached_response, paint
from server.lobby import RECENT_TURNS
from server.puzzles.puzzle import Puzzle
from server.puzzles.store import PuzzleStore
from server.runtime.limits import Limits
from server.runtime.lru import Cache
from server.tables import Tables
from server.texts.languages import LANGUAGES
from server.web.routes import find_or_404, shared_route
from variants.position import Eyes

MOST_CARDS = 16_000_000
"""Bytes of the cache of cards."""

CARD_COST = 10
"""The cost of rendering a card for its address, in requests."""

MINUTE = "private, max-age=60"

SITEMAP_ENDPOINTS = (
    "home.home", "catalogue.page", "puzzles.index", "home.games", "essays.fair_play", "essays.make", "essays.programs",
    "replays.form",
)  # fmt: skip
"""Public pages that exist once in each language."""

VARIANT_ENDPOINTS = ("rules.rules", "rules.leaflet")

DISALLOWED = ("/api/", "/socket.io/", "/*/mine", "/*/restore", "/*/options", "/*/open/", "/*/surprise")
"""Paths that robots.txt excludes. Tables are excluded by their pages, because link previews must load them."""

WIDTH, HEIGHT = 1200, 630
"""Pixels of a card."""
PAPER = "#f6f6f3"
MARGIN, BAND = 42, 12
BOARD = HEIGHT - BAND - 2 * MARGIN
"""Pixels of the square in which the board is centred."""
MARK = 96


class Shared(NamedTuple):
    """The preview of a page in a message."""

    title: str
    line: str
    picture: str
    """The address of its card."""
    described: str
    """The alternative text of the card."""


@dataclass(frozen=True, eq=False)
class SharingPages:
    """Previews of pages with their cards, and the files for search engines."""

    library: Library
    descriptions: Descriptions
    boards: Boards
    tables: Tables
    puzzle_store: PuzzleStore
    limits: Limits
    _painted: Cache[bytes] = field(default_factory=lambda: Cache(MOST_CARDS), init=False)

    def of_site(self) -> Shared:
        """The default preview."""
        line = _("Odd chess variants, playable in the browser without an account.")
        return Shared(
            _("Chess, with one rule changed."), line, url_for("sharing.site"), self._board_of(self.library.first)
        )

    def of_variant(self, name: str) -> Shared:
        """The preview of the pages of a variant."""
        words = self.library.words(name, g.language)
        title = _("{variant}, a chess variant").format(variant=words.title)
        return Shared(title, words.summary, url_for("sharing.variant", name=name), self._board_of(name))

    def of_puzzle(self, puzzle: Puzzle) -> Shared:
        """The preview of a puzzle: its position, without the answer."""
        words = self.library.words(puzzle.variant, g.language)
        codes = start_of(self.library.variants[puzzle.variant]).seats
        question = _("Which mix is best?") if puzzle.theme == "mix" else _("What is the best move?")
        title = _("{variant}: {question}").format(variant=words.title, question=question)
        line = _("{seat} to solve. Level {level} of 5.").format(
            seat=words.the_seat(codes[puzzle.seat]), level=puzzle.level
        )
        return Shared(
            title, words.finish(line), url_for("sharing.puzzle", puzzle_id=puzzle.id), self._board_of(puzzle.variant)
        )

    def of_table(self, view: Mapping[str, Any]) -> Shared:
        """The preview of a table, as everybody may see it."""
        words = self.library.words(view["variant"], g.language)
        people = [chair["person"] for chair in view["chairs"] if chair["person"] and chair["state"] != "nature"]
        names = [self.descriptions.person(person, g.language) for person in people]
        players = " – ".join(names)
        if view["status"] == "open":
            line = words.summary
            if len(names) == 1:
                title = _("{name} invites you to play {game}").format(name=names[0], game=words.title)
            else:
                title = _("You are invited to play {game}").format(game=words.title)
        elif view["result"] is None:
            title = _("{game}: {players}").format(game=words.title, players=players)
            line = _("Turn {number}").format(number=view["number"] + 1)
        else:
            codes = [chair["code"] for chair in view["chairs"]]
            ended = {"seats": codes, "result": dict(view["result"]), "viewer": None}
            result = self.descriptions.view(ended, view["variant"], g.language)["result"]
            title = _("{game}: {players}").format(game=words.title, players=result["title"])
            line = f"{players}. {result['sentence']}"
        # Messengers cache a picture by its address: each position has its own.
        stage = f"{view['status']}-{view['takebacks']}-{view['number']}"
        picture = url_for("sharing.table", table_id=view["table"], stage=stage)
        return Shared(title, line, picture, self._board_of(view["variant"]))

    def facts_of(self, variant: str) -> dict[str, Any]:
        """A rules page as structured data: a game and its rules."""
        words, language = self.library.words(variant, g.language), g.language
        address = absolute(url_for("rules.rules", variant=variant))
        shared = self.of_variant(variant)
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

    @shared_route("/card.png")
    def site(self) -> Response:
        """The card of the site: the board of the first variant."""
        name = self.library.first
        if not name:
            abort(404)
        return self._answer(self.boards.cover(name), DAY)

    @shared_route("/card/<name>.png")
    def variant(self, name: str) -> Response:
        """The card of a variant: its cover."""
        find_or_404(self.library.variants, name)
        return self._answer(self.boards.cover(name), DAY)

    @shared_route("/card/puzzle/<puzzle_id>.png")
    def puzzle(self, puzzle_id: str) -> Response:
        """The card of a puzzle: its position."""
        puzzle = find_or_404(self.puzzle_store.puzzles, puzzle_id)
        board = self.boards.of_position(puzzle.variant, puzzle.fen, puzzle.settings, puzzle.seat, prefix="c-")
        return self._answer(board, DAY)

    @shared_route("/card/game/<table_id>.png")
    def table(self, table_id: str) -> Response:
        """The card of a table: the position that a stranger may see."""
        with self.tables.reading(table_id) as table:
            view: dict[str, Any] = {
                **self.tables.view(table, Eyes.SPECTATOR, since=max(0, table.number - RECENT_TURNS)),
                "variant": table.opening.variant,
                "signs": table.position.event_codes,
            }
        board = self.boards.of_view(view, prefix="c-")
        return self._answer(board, DAY if view["result"] else MINUTE)

    @shared_route("/sitemap.xml")
    def sitemap(self) -> Response:
        """The sitemap: every public page, with its address in each language."""
        endpoints: list[tuple[str, dict[str, Any]]] = [
            *((page, {}) for page in SITEMAP_ENDPOINTS),
            *((page, {"variant": name}) for name in self.library.variants for page in VARIANT_ENDPOINTS),
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
        """The file robots.txt, with the address of the sitemap."""
        lines = [
            "User-agent: *",
            *(f"Disallow: {path}" for path in DISALLOWED),
            f"Sitemap: {absolute('/sitemap.xml')}",
            "",
        ]
        return current_app.response_class("\n".join(lines), mimetype="text/plain")

    def _answer(self, board: Markup, how: str) -> Response:
        painted = self._painted.get(str(board), lambda: self._card(str(board)))
        return cached_response(painted, "image/png", how)

    def _card(self, board: str) -> bytes:
        self.limits.check(request.remote_addr, cost=CARD_COST)
        mark = Path(str(current_app.static_folder), "favicon.svg").read_text(encoding="utf-8")
        return paint(_drawn(board, mark), WIDTH)

    def _board_of(self, name: str) -> str:
        return _("A board of {variant}.").format(variant=self.library.words(name, g.language).title) if name else ""


def _drawn(board: str, mark: str) -> str:
    """A card as SVG, without words: a board and the mark of the site, which are SVG elements."""
    side = BAND // 2
    band = [f"M{at * side} {HEIGHT - side * (1 + at % 2)}h{side}v{side}h-{side}z" for at in range(WIDTH // side)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<path fill="{PAPER}" d="M0 0h{WIDTH}v{HEIGHT}H0z"/><path fill="{INK}" d="{"".join(band)}"/>'
        f"{_placed(board, (WIDTH - BOARD) // 2, MARGIN, BOARD)}"
        f"{_placed(mark, WIDTH - MARGIN - MARK, MARGIN + BOARD - MARK, MARK)}</svg>"
    )


def _placed(svg: str, x: int, y: int, side: int) -> str:
    return svg.replace("<svg ", f'<svg x="{x}" y="{y}" width="{side}" height="{side}" ', 1)


def draw_for_everybody() -> None:
    """Draw without the settings of the reader: shared caches keep the picture."""
    g.look = BoardLook()


def here(language: str) -> str:
    """The canonical address of this page in a language."""
    return absolute(f"/{language}{request.path.removeprefix(f'/{g.language}')}")


def qr_code(link: str) -> str:
    """A link as a QR code in SVG: dark on white in every theme, with the quiet zone that readers need."""
    picture = BytesIO()
    segno.make(link, micro=False, error="m").save(picture, kind="svg", light="#fff", omitsize=True, nl=False)
    return picture.getvalue().decode()

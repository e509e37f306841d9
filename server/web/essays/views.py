"""The longer texts of the site, with examples made by the code that they describe."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import NamedTuple

from flask import g, render_template, request

from server.book.document import Document, Heading, skeleton
from server.book.figures import macros
from server.book.rulebook import lead_html, section_html
from server.content import Library
from server.game import AWAY, seal_digest, sealed_text, start_of
from server.http.language import translate as _
from server.http.security import API_PREFIX
from server.kit.new import EXAMPLE
from server.runtime.lru import Cache
from server.texts.languages import BY_CODE, FALLBACK, file_in
from server.web.routes import route
from variants.position import Position

MOST_ESSAYS = 2_000_000
"""Bytes of the cache of pages: one of them contains the requested host, which clients choose."""

SHOWN_FUNCTIONS = ("moves", "play")
"""The functions of the kit's example that the page on making a variant shows."""

SLIP = ("g5w0c8q1zt7m3x9k2b6h", 7, 0, 1)
MOVE, NONCE = "d4e2", "9c3f0b7a51de284690fbc1e37d82a465"
"""The sealed text of the example: table, turn, takebacks and seat, then the move and the nonce."""

OTHER_MOVE = "d4f3"
"""Another move that the example could have sealed."""


class Essay(NamedTuple):
    """A text in one language; its HTML is the project's own and safe for templates."""

    lead: str
    html: str
    contents: tuple[Heading, ...]
    lacking: bool
    """Whether it is in the fallback, because its language lacks it or has another structure."""


@dataclass(frozen=True, eq=False)
class EssayPages:
    """The same pages for everybody: what a seal proves, how to make a variant, how a program plays."""

    library: Library
    _essays: Cache[Essay] = field(default_factory=lambda: Cache(MOST_ESSAYS), init=False)

    @route("/fair-play")
    def fair_play(self) -> str:
        """What a seal proves and what it does not."""
        return self._page("fair_play", _sealed_move)

    @route("/make")
    def make(self) -> str:
        """How to make a variant, with the rules of the kit's example."""
        return self._page("make", _kit_example)

    @route("/programs")
    def programs(self) -> str:
        """How a program plays here."""
        site = request.url_root.rstrip("/")
        return self._page("programs", lambda: self._requests(site), site)

    def _page(self, name: str, values: Callable[[], Mapping[str, str]], site: str = "") -> str:
        """The page of an essay with these values for its `$names`; `site` if they depend on the address of the site."""
        language = g.language
        page = self._essays.get((name, language, site), lambda: essay(Path(__file__).parent / name, language, values()))
        return render_template(f"essays/{name}.html", section=name, page=page)

    def _requests(self, site: str) -> dict[str, str]:
        """The example requests of a program."""
        name, rules = next(iter(self.library.variants.items()))
        position = start_of(rules)
        moves = {str(seat): rules.write(next(iter(position.moves(seat)))) for seat in position.to_act}
        return {
            "site": site,
            "path": API_PREFIX,
            "variant": name,
            "move": next(iter(moves.values())),
            "outcome": json.dumps({"variant": name, "fen": _short(position), "actions": moves}),
            "away": str(round(AWAY)),
            "late": _("This turn is over: the move came for turn {number}.").format(number=7),
        }


def _sealed_move() -> dict[str, str]:
    """A sealed text with a move, and its digest."""
    slip = sealed_text(*SLIP, MOVE, NONCE)
    return {
        "slip": slip.rstrip("\n"),
        "digest": seal_digest(*SLIP, MOVE, NONCE),
        "other_move": OTHER_MOVE,
        "other_digest": seal_digest(*SLIP, OTHER_MOVE, NONCE),
        "command": f"printf '{slip}' | sha256sum".replace("\n", "\\n"),
    }


def _kit_example() -> dict[str, str]:
    """Parts of the variant that `cavalier new` makes."""
    rules = (EXAMPLE / "rules.py").read_text(encoding="utf-8")
    words = file_in(EXAMPLE / "rules", g.language).read_text(encoding="utf-8")
    values = {name: _function(rules, name) for name in SHOWN_FUNCTIONS}
    return {**values, "events": _table(words, "events"), "fence": _last_fence(words)}


def _function(source: str, name: str) -> str:
    """The source of a method, dedented."""
    lines = source.split(f"    def {name}(")[1].split("\n    def ")[0].rstrip().split("\n")
    return "\n".join([f"def {name}({lines[0]}", *(line.removeprefix("    ") for line in lines[1:])])


def _table(words: str, key: str) -> str:
    """A table of the front matter."""
    lines = words.split(f"\n{key}:\n")[1].split("\n")
    end = next(number for number, line in enumerate(lines) if not line.startswith("  "))
    return "\n".join([f"{key}:", *lines[:end]])


def _last_fence(words: str) -> str:
    return "```play\n" + words.rpartition("```play\n")[2].rstrip()


def _short(position: Position) -> str:
    """The position's FEN without default values."""
    rows = position.fen().split(" ")[0]
    return rows if type(position).from_fen(rows, position.settings) == position else position.fen()


def essay(folder: Path, language: str, values: Mapping[str, str]) -> Essay:
    """The text `<language>.md` of a folder, with its `$names` filled in.

    In the fallback if the language is not complete and the structure differs.
    """
    own, english = (file.read_text(encoding="utf-8") for file in (file_in(folder, language), folder / f"{FALLBACK}.md"))
    structures = [skeleton(Document(text, folder.name, language).sections) for text in (own, english)]
    same = BY_CODE[language].complete or structures[0] == structures[1]
    foreign = "" if language == FALLBACK or (same and own != english) else FALLBACK
    document = Document(Template(english if foreign else own).substitute(values), folder.name, language)
    first, *sections = document.sections
    html = macros(language)
    return Essay(
        lead_html(first, foreign),
        # Long lines of code scroll, also by keys: wrapped lines would lose their indentation.
        "".join(section_html(section, html, foreign) for section in sections).replace("<pre>", '<pre tabindex="0">'),
        document.contents,
        bool(foreign),
    )

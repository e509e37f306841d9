"""The rules as files: all rules pages, leaflets and diagrams, for any server of files or none."""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path
from posixpath import dirname, relpath
from typing import Any
from urllib.parse import unquote

from flask import Flask, g, render_template

from server.book.illustrations import definitions
from server.house import House
from server.texts.languages import FALLBACK, LANGUAGES
from server.web import leaflet
from server.web.boards import thumbnail

LAYOUT = "_export.html"

_LINK = re.compile(r' ?<a (?P<tag>[^>]*)href="(?P<address>/[^"]*)"(?P<rest>[^>]*)>(?P<text>.*?)</a>', re.S)
_FILE = re.compile(r'(?P<before> (?:src|href)=")(?P<address>/[^"]*)')
_PAGE = re.compile(r"/(?P<language>\w\w)/(?:variants/(?P<name>\w+)(?P<leaflet>/leaflet)?)?(?P<part>#[\w-]*)?")
_ASSET = re.compile(r"/static/v\w+/(?P<name>.+)")
_FONT = re.compile(rb"""url\(["']?([\w./-]+)["']?\)""")
_FIGURE = re.compile(r'<figure class="fig[^"]*" id="([^"]+)"[^>]*>.*?(<svg [^>]*class="board.*?</svg>)', re.S)


class Export:
    """One export into a folder, which is made. `site` is the address of the live site, "" where there is none."""

    def __init__(self, app: Flask, folder: Path, site: str = "") -> None:
        self._app = app
        self._house: House = app.extensions["cavalier"]
        self._folder = folder
        self._site = site
        self.files: set[str] = set()
        """What was written, as paths from the folder."""

    def run(self) -> None:
        """Write everything. Raises OSError."""
        for language in LANGUAGES:
            self._page(f"{language}/index.html", language, f"/{language}/", "export_index.html", covers=self._covers)
            for name in self._house.variants:
                self._variant(language, name)
        self._page("index.html", FALLBACK, f"/{FALLBACK}/", "export_index.html", covers=self._covers)

    def _variant(self, language: str, name: str) -> None:
        words, page = self._house.words(name, language), self._house.rulebook(name, language)
        path = f"/{language}/variants/{name}"
        common = {"variant": name, "words": words, "exported": True}
        self._page(f"{language}/{name}.html", language, path, "rules.html", page=lambda: page, **common)
        told = lambda: leaflet.contents(name, self._site and f"{self._site}{path}")  # noqa: E731
        self._page(f"{language}/{name}-leaflet.html", language, f"{path}/leaflet", "leaflet.html", told=told, **common)
        defined = definitions(self._house.variants[name], self._house.drawings(name), page.turned)
        defined = defined[defined.index("<defs>") : defined.rindex("</defs>")] + "</defs>"
        shown = []
        for number, board in _FIGURE.findall(page.html):
            file = f"{language}/diagrams/{name}/{number}.svg"
            head, _, rest = board.partition(">")
            self._write(file, f"{head}>{defined}{rest}".encode())
            shown.append((f"diagrams/{name}/{number}.svg", number))
        self._page(f"{language}/{name}-diagrams.html", language, path, "export_diagrams.html", shown=shown, **common)

    def _covers(self) -> list[tuple[str, Any, Any]]:
        return [(name, self._house.words(name, g.language), thumbnail(name)) for name in self._house.variants]

    def _page(self, file: str, language: str, path: str, template: str, **context: Any) -> None:
        """Write a page as it is at a path of the site; what depends on the request is called."""
        with self._app.test_request_context(path):
            g.language = language
            made = {key: value() if callable(value) else value for key, value in context.items()}
            html = render_template(template, **made, **made.pop("told", {}), layout=LAYOUT, site=self._site, badge=str)
        html = _LINK.sub(lambda found: self._link(found, file), html)
        html = _FILE.sub(lambda found: found["before"] + self._beside(found["address"], file), html)
        self._write(file, html.encode())

    def _link(self, found: re.Match[str], file: str) -> str:
        """A link to another page of the export, or to the live site; without one only its text stays."""
        address = unescape(found["address"])
        if self._place(address) is not None or self._site:
            return found[0]
        return "" if re.search('class="(try|analyse)"', found["tag"]) else f" {found['text']}"

    def _beside(self, address: str, file: str) -> str:
        """An address of the site as a page of the export names it."""
        place = self._place(unescape(address))
        if place is None:
            return f"{self._site}{address}"
        place, sharp, part = place.partition("#")
        return escape(relpath(place, dirname(file) or ".")) + sharp + part

    def _place(self, address: str) -> str | None:
        """Where the export has what is at an address of the site; None where it is left out."""
        asset = _ASSET.fullmatch(address)
        if asset is not None:
            return self._asset(address, unquote(asset["name"]))
        page = _PAGE.fullmatch(address)
        if page is None or page["language"] not in LANGUAGES:
            return None
        if not page["name"]:
            return f"{page['language']}/index.html"
        return f"{page['language']}/{page['name']}{'-leaflet' if page['leaflet'] else ''}.html{page['part'] or ''}"

    def _asset(self, address: str, name: str) -> str:
        file = f"static/{name}"
        if file not in self.files:
            body = self._app.test_client().get(address).data
            # A page that is a file has no font when it is first drawn, whenever it is opened.
            body = body.replace(b"font-display:optional", b"font-display:swap") if name.endswith(".css") else body
            self._write(file, body)
            for font in _FONT.findall(body) if name.endswith(".css") else ():
                self._asset(f"{dirname(address)}/{font.decode()}", font.decode())
        return file

    def _write(self, file: str, body: bytes) -> None:
        place = self._folder / file
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(body)
        self.files.add(file)

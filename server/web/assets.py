"""The files of `static/`, at addresses that change when one of them does, so that a browser keeps each for a year."""

from __future__ import annotations

import gzip
import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, partial
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

import brotli
from flask import Flask, Response, abort, current_app, request, url_for
from gevent.threadpool import ThreadPool
from markupsafe import Markup
from rcssmin import cssmin
from werkzeug.wrappers import Response as BaseResponse

from server.runtime.limits import Limits
from server.web import bundles

YEAR = "public, max-age=31536000, immutable"

LOOK = 1.0
"""Seconds for which the files are taken to be unchanged: a developer reloads a page and sees what was saved."""

DIGITS = 12
"""Length of the version in an address, after a “v”."""

LEAST_PACKED = 500
"""Bytes of the shortest answer that is packed; the headers of a shorter one are most of it."""

PACKED = ("text/", "application/json", "application/javascript", "image/svg+xml")

PAGES = "pages/"
"""The folder of the modules with which the scripts of pages begin."""

SHEETS = "css/"
"""The folder of sheets, and how the name of one begins that is made of several: `css/style+board.css`."""

BUNDLES = "bundles/"
"""How the names begin of what is made of several modules: `table.js`, the script of a page that begins with
`pages/table.js`, and `table/review/review.js`, which it imports late."""

COMBINED = 40
"""What several sheets count for the address that asks for them, in requests, where no page of this process has named
them together: making one file of them takes up to 0.2 s of a thread."""

Packer = Callable[[bytes], bytes]
FILE_PACKERS: dict[str, Packer] = {"br": brotli.compress, "gzip": partial(gzip.compress, compresslevel=9, mtime=0)}
"""By the names that a browser accepts them under, the smallest first. A script takes a quarter of a second."""

PAGE_PACKERS: dict[str, Packer] = {
    "br": partial(brotli.compress, quality=5),
    "gzip": partial(gzip.compress, compresslevel=5, mtime=0),
}
"""The same for an answer that is made each time: at most two milliseconds."""


class Asset:
    """A file as it is sent: what it is, and its bytes as they are made, once, of what stands in the folder."""

    def __init__(self, name: str, make: Callable[[], bytes]) -> None:
        self.mimetype = guess_type(name)[0] or "application/octet-stream"
        self._make = make
        self._sent: dict[str, bytes] = {}

    @cached_property
    def body(self) -> bytes:
        """The bytes, not packed."""
        return self._make()

    def packers(self) -> Iterator[str]:
        """The packers by which it gains something."""
        yield from FILE_PACKERS if self.mimetype.startswith(PACKED) else ()

    def sent(self, packer: str) -> bytes:
        """The bytes by this packer, or by none (""): made in a thread of their own the first time."""
        if packer not in self._sent:
            _thread().apply(self._pack, (packer,))
        return self._sent[packer]

    def _pack(self, packer: str) -> None:
        if packer not in self._sent:  # Somebody else may have asked meanwhile.
            self._sent[packer] = FILE_PACKERS[packer](self.body) if packer else self.body


@cache
def _thread() -> ThreadPool:
    """One native thread: the games go on while something is packed, and nothing is packed twice at the same time."""
    return ThreadPool(1)


class Assets:
    """All files of a folder and the scripts made of them, made again when one of them changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._looked_at = float("-inf")
        self._seen: tuple[tuple[str, int, int], ...] = ()
        self._files: dict[str, bytes] = {}
        self._assets: dict[str, Asset] = {}
        self._modules: dict[str, bundles.Module] = {}
        self._named: set[str] = set()
        """The sheets made of several that pages have named."""
        self._version = ""

    @property
    def version(self) -> str:
        """A digest of all files as they are now, and of how scripts are made of them."""
        self._look()
        return self._version

    def get(self, name: str) -> Asset | None:
        """The file of this name, as a path from the folder, or the script of a page: `bundles/table.js`.

        It is kept, but for several sheets that no page has named together: strangers may name any.
        """
        self._look()
        found = self._assets.get(name)
        if found is None and (make := self._maker(name)):
            found = Asset(name, make)
            if not self.is_foreign(name):
                self._assets[name] = found
        return found

    def name_sheets(self, names: Iterable[str]) -> str:
        """The name of these sheets as one file, for a page."""
        name = f"{SHEETS}{'+'.join(names)}.css"
        self._named.add(name)
        return name

    def is_foreign(self, name: str) -> bool:
        """Whether it is of several sheets that no page has named together, but perhaps one of another process."""
        return "+" in name and name not in self._named

    def scripts(self, page: str) -> list[str]:
        """The names of the script of a page, such as `table`, and of what it imports late."""
        self._look()
        late = bundles.late(self.module, f"{PAGES}{page}.js")
        return [f"{BUNDLES}{page}.js", *(f"{BUNDLES}{page}/{name}" for name in late)]

    def module(self, name: str) -> bundles.Module:
        """The module of this name. Raises KeyError where there is none."""
        if name not in self._modules:
            self._modules[name] = bundles.Module(name, self._files[name].decode())
        return self._modules[name]

    def _maker(self, name: str) -> Callable[[], bytes] | None:
        if name.startswith(SHEETS) and name.endswith(".css"):
            parts = [f"{SHEETS}{part}.css" for part in name.removeprefix(SHEETS).removesuffix(".css").split("+")]
            sheets = {part: self._files[part].decode() for part in parts if part in self._files}
            return (lambda: str(cssmin("\n".join(sheets.values()))).encode()) if len(sheets) == len(parts) else None
        if name in self._files:
            return lambda: self._files[name]
        page, _, late = name.removeprefix(BUNDLES).partition("/")
        page = page.removesuffix(".js")
        module = f"{PAGES}{page}.js"
        if not name.startswith(BUNDLES) or module not in self._files or name not in self.scripts(page):
            return None
        if late:
            return lambda: bundles.late_script(self.module, module, late).encode()
        return lambda: bundles.page_script(self.module, module).encode()

    def _look(self) -> None:
        now = time.monotonic()
        if now < self._looked_at + LOOK:
            return
        self._looked_at = now
        seen = []
        for place, _, names in os.walk(self._folder, followlinks=True):
            for path in (Path(place) / name for name in names):
                about = path.stat()
                seen.append((path.relative_to(self._folder).as_posix(), about.st_mtime_ns, about.st_size))
        seen.sort()
        if tuple(seen) != self._seen:
            self._seen = tuple(seen)
            self._files = {name: (self._folder / name).read_bytes() for name, _, _ in seen}
            self._assets, self._modules = {}, {}
            digest = sha256(Path(bundles.__file__).read_bytes())
            for name, body in self._files.items():
                digest.update(f"{name} {len(body)} ".encode() + body)
            self._version = digest.hexdigest()[:DIGITS]


def install(app: Flask, limits: Limits) -> None:
    """Serve the files, give templates their addresses, and pack what is sent."""
    assets = Assets(Path(str(app.static_folder)))

    def address(name: str) -> str:
        return url_for("asset", version=assets.version, name=name)

    def script(page: str) -> Markup:
        """The script of a page, such as `table`, as one file."""
        made = address(f"{BUNDLES}{page}.js")
        return Markup(f'<script type="module" src="{made}"></script>')

    def sheet(names: Iterable[str]) -> Markup:
        """Sheets of style, as one file."""
        made = address(assets.name_sheets(names))
        return Markup(f'<link rel="stylesheet" href="{made}">')

    def serve(version: str, name: str) -> BaseResponse:
        if assets.is_foreign(name):
            limits.check(request.remote_addr, cost=COMBINED)
        found = assets.get(name)
        # What is imported late goes with the script that imports it: the page says that it could not be loaded.
        unfit = version != assets.version and name.startswith(BUNDLES) and name.count("/") > BUNDLES.count("/")
        if found is None or unfit:
            abort(404)
        packer = _accepted(found.packers())
        response = current_app.response_class(found.sent(packer), mimetype=found.mimetype)
        if packer:
            response.content_encoding = packer
        response.vary.add("Accept-Encoding")
        # A page of another version of the site may ask for its files here.
        response.headers["Cache-Control"] = YEAR if version == assets.version else "no-cache"
        response.add_etag()
        return response.make_conditional(request)

    app.add_url_rule(f"/static/v<string(length={DIGITS}):version>/<path:name>", "asset", serve)
    # A letter with an accent would take six.
    app.jinja_env.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    app.jinja_env.globals.update(asset=address, script=script, sheet=sheet)
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    """Pack an answer for a client that accepts it packed; never one that holds a secret (`no-store`)."""
    if response.is_streamed or response.content_encoding or not (response.mimetype or "").startswith(PACKED):
        return response
    if response.cache_control.no_store or response.status_code != 200:
        return response
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) >= LEAST_PACKED and (packer := _accepted(PAGE_PACKERS)):
        response.set_data(PAGE_PACKERS[packer](body))
        response.content_encoding = packer
    return response


def _accepted(packers: Iterable[str]) -> str:
    """The first of these that the client accepts; "" for none."""
    return next((each for each in packers if request.accept_encodings[each] > 0), "")

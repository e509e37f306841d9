"""The files of `static/`, at addresses that change when one of them does, so that a browser keeps each for a year."""

from __future__ import annotations

import gzip
import os
import re
import time
from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path, PurePosixPath

from flask import Flask, Response, abort, current_app, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

YEAR = "public, max-age=31536000, immutable"

LOOK = 1.0
"""Seconds for which the files are taken to be unchanged: a developer reloads a page and sees what was saved."""

DIGITS = 12
"""Length of the version in an address, after a “v”."""

LEAST_PACKED = 500
"""Bytes of the shortest answer that is packed; the headers of a shorter one are most of it."""

PAGE_LEVEL, FILE_LEVEL = 5, 9
"""How hard gzip tries: for each answer, at most two milliseconds; for a file, once."""

PACKED = ("text/", "application/json", "application/javascript", "image/svg+xml")

_IMPORT = re.compile(rb"""^(?:import|export)\b[^"'();=]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)


class Asset:
    """A file as it is sent: its bytes, the same packed by gzip, and what it is."""

    def __init__(self, path: Path) -> None:
        self.body = path.read_bytes()
        self.mimetype = guess_type(path.name)[0] or "application/octet-stream"

    @cached_property
    def packed(self) -> bytes | None:
        """The body packed; None for what gains nothing by it."""
        return gzip.compress(self.body, FILE_LEVEL, mtime=0) if self.mimetype.startswith(PACKED) else None

    def imports(self, name: str) -> Iterator[str]:
        """The names of the modules that this module, whose name is told, imports itself."""
        for found in _IMPORT.findall(self.body):
            parts: list[str] = []
            for part in (PurePosixPath(name).parent / found.decode()).parts:
                if part == "..":
                    parts.pop()
                else:
                    parts.append(part)
            yield "/".join(parts)


class Assets:
    """All files of a folder, read again when one of them changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._looked_at = float("-inf")
        self._seen: tuple[tuple[str, int, int], ...] = ()
        self._files: dict[str, Asset] = {}
        self._version = ""
        self._modules: dict[str, list[str]] = {}

    @property
    def version(self) -> str:
        """A digest of all files as they are now."""
        self._look()
        return self._version

    def get(self, name: str) -> Asset | None:
        """The file of this name, as a path from the folder."""
        self._look()
        return self._files.get(name)

    def modules(self, name: str) -> list[str]:
        """The modules that a module needs, directly and through others, those it imports itself first."""
        self._look()
        if name not in self._modules:
            found = [name]
            for module in found:
                found += [each for each in dict.fromkeys(self._files[module].imports(module)) if each not in found]
            self._modules[name] = found[1:]
        return self._modules[name]

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
            self._files = {name: Asset(self._folder / name) for name, _, _ in seen}
            digest = sha256()
            for name, asset in self._files.items():
                digest.update(f"{name} {len(asset.body)} ".encode() + asset.body)
            self._version = digest.hexdigest()[:DIGITS]
            self._modules = {}


def install(app: Flask) -> None:
    """Serve the files, give templates their addresses, and pack what is sent."""
    assets = Assets(Path(str(app.static_folder)))

    def address(name: str) -> str:
        return url_for("asset", version=assets.version, name=name)

    def script(name: str) -> Markup:
        """A module, with all that it imports asked for at once, rather than one round trip after the other."""
        own = address(name)
        folder = own.removesuffix(name)
        needed = "".join(f'<link rel="modulepreload" href="{folder}{each}">\n' for each in assets.modules(name))
        return Markup(f'{needed}<script type="module" src="{own}"></script>')

    def serve(version: str, name: str) -> BaseResponse:
        found = assets.get(name)
        if found is None:
            abort(404)
        packed = found.packed if _takes_gzip() else None
        response = current_app.response_class(packed or found.body, mimetype=found.mimetype)
        if packed:
            response.content_encoding = "gzip"
        response.vary.add("Accept-Encoding")
        # A page of another version of the site may ask for its files here.
        response.headers["Cache-Control"] = YEAR if version == assets.version else "no-cache"
        response.add_etag()
        return response.make_conditional(request)

    app.add_url_rule(f"/static/v<string(length={DIGITS}):version>/<path:name>", "asset", serve)
    app.jinja_env.globals.update(asset=address, script=script)
    app.after_request(_pack)


def _takes_gzip() -> bool:
    return request.accept_encodings["gzip"] > 0


def _pack(response: Response) -> Response:
    """Pack an answer for a client that accepts it packed; never one that holds a secret (`no-store`)."""
    if response.is_streamed or response.content_encoding or not (response.mimetype or "").startswith(PACKED):
        return response
    if response.cache_control.no_store or response.status_code != 200:
        return response
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) >= LEAST_PACKED and _takes_gzip():
        response.set_data(gzip.compress(body, PAGE_LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response

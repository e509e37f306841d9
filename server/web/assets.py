"""The files of `static/dist`, at addresses with a version, so that browsers cache them for a year."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

import brotli
from flask import Flask, Response, abort, current_app, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

YEAR = "public, max-age=31536000, immutable"

DIGITS = 12
"""Digits of the version in an address, after a “v”."""

LEAST_COMPRESSED = 500
"""Bytes of the shortest response that is compressed; a shorter one consists mostly of headers."""

COMPRESSIBLE = ("text/", "application/json", "application/javascript", "image/svg+xml")

FILE_SUFFIXES = {"br": ".br", "gzip": ".gz"}
"""By content encoding, the smallest result first: the suffix of files compressed so."""

COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=5),
    "gzip": partial(gzip.compress, compresslevel=5, mtime=0),
}
"""By content encoding: the compressor of dynamic responses, which takes at most two milliseconds."""


class Assets:
    """All files of a folder that `tools/static.mjs` has built, read when the site starts."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise RuntimeError(f"{folder} is missing: run python3 tools/setup.py first")
        paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix)
        self.files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        """Contents by path in the folder, compressed forms included."""
        self.late: dict[str, list[str]] = json.loads(self.files.pop("late.json"))
        """By page the names of the modules that its script imports late."""
        digest = sha256()
        for name, body in self.files.items():
            digest.update(f"{name} {len(body)} ".encode() + body)
        self.version = digest.hexdigest()[:DIGITS]
        """A digest of all files."""


def install(app: Flask) -> None:
    """Serve the files, give templates their addresses, and compress responses."""
    assets = Assets(Path(str(app.static_folder), "dist"))

    def address(name: str) -> str:
        return url_for("asset", version=assets.version, name=name)

    def script(page: str, *, offline: bool = False) -> Markup:
        """The script element of a page, such as `table`; if it must work `offline`, with its late modules."""
        late = f' data-late="{" ".join(map(address, assets.late[page]))}"' if offline else ""
        return Markup(f'<script type="module" src="{address(f"{page}.js")}"{late}></script>')

    def sheet(page: str) -> Markup:
        """The style sheet of a page."""
        return Markup(f'<link rel="stylesheet" href="{address(f"{page}.css")}">')

    def serve(version: str, name: str) -> BaseResponse:
        if name not in assets.files:
            abort(404)
        encoded = {coding: f"{name}{suffix}" for coding, suffix in FILE_SUFFIXES.items()}
        coding = request.accept_encodings.best_match([each for each in encoded if encoded[each] in assets.files], "")
        body = assets.files[encoded.get(coding, name)]
        response = current_app.response_class(body, mimetype=guess_type(name)[0] or "application/octet-stream")
        if coding:
            response.content_encoding = coding
        response.vary.add("Accept-Encoding")
        # A page of another version of the site may request its files here.
        response.headers["Cache-Control"] = YEAR if version == assets.version else "no-cache"
        response.add_etag()
        return response.make_conditional(request)

    app.add_url_rule(f"/static/v<string(length={DIGITS}):version>/<path:name>", "asset", serve)
    # JSON would escape a letter with an accent by six characters.
    app.jinja_env.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    app.jinja_env.globals.update(asset=address, script=script, sheet=sheet)
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    """Compress a response if the client accepts it; never one with a secret (`no-store`)."""
    if response.is_streamed or response.content_encoding or not (response.mimetype or "").startswith(COMPRESSIBLE):
        return response
    if response.cache_control.no_store or response.status_code != 200:
        return response
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) >= LEAST_COMPRESSED and (coding := request.accept_encodings.best_match(COMPRESSORS)):
        response.set_data(COMPRESSORS[coding](body))
        response.content_encoding = coding
    return response

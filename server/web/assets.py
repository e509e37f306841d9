"""The files of `static/dist`, at addresses that change when one of them does: a browser keeps each for a year."""

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
"""Length of the version in an address, after a “v”."""

LEAST_PACKED = 500
"""Bytes of the shortest answer that is packed; the headers of a shorter one are most of it."""

PACKED = ("text/", "application/json", "application/javascript", "image/svg+xml")

FILE_PACKINGS = {"br": ".br", "gzip": ".gz"}
"""By the names that a browser accepts them under, the smallest first: how the name of a file ends that is packed so."""

PAGE_PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=5),
    "gzip": partial(gzip.compress, compresslevel=5, mtime=0),
}
"""The same for an answer that is made each time: at most two milliseconds."""


class Assets:
    """All files of a folder that `tools/static.mjs` has built, as they are when the site starts."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise RuntimeError(f"{folder} is missing: run python3 tools/setup.py first")
        paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix)
        self.files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        """By their names, as paths from the folder, their bytes. A packed one stands beside the one that it is of."""
        self.late: dict[str, list[str]] = json.loads(self.files.pop("late.json"))
        """By page the names of what its script imports late."""
        digest = sha256()
        for name, body in self.files.items():
            digest.update(f"{name} {len(body)} ".encode() + body)
        self.version = digest.hexdigest()[:DIGITS]
        """A digest of all files."""


def install(app: Flask) -> None:
    """Serve the files, give templates their addresses, and pack what is sent."""
    assets = Assets(Path(str(app.static_folder), "dist"))

    def address(name: str) -> str:
        return url_for("asset", version=assets.version, name=name)

    def script(page: str, *, offline: bool = False) -> Markup:
        """The script of a page, such as `table`; where it must work `offline`, with what it imports late."""
        late = f' data-late="{" ".join(map(address, assets.late[page]))}"' if offline else ""
        return Markup(f'<script type="module" src="{address(f"{page}.js")}"{late}></script>')

    def sheet(page: str) -> Markup:
        """The sheet of style of a page."""
        return Markup(f'<link rel="stylesheet" href="{address(f"{page}.css")}">')

    def serve(version: str, name: str) -> BaseResponse:
        if name not in assets.files:
            abort(404)
        packed = {coding: f"{name}{suffix}" for coding, suffix in FILE_PACKINGS.items()}
        packing = request.accept_encodings.best_match([each for each in packed if packed[each] in assets.files], "")
        body = assets.files[packed.get(packing, name)]
        response = current_app.response_class(body, mimetype=guess_type(name)[0] or "application/octet-stream")
        if packing:
            response.content_encoding = packing
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
    if len(body) >= LEAST_PACKED and (packer := request.accept_encodings.best_match(PAGE_PACKERS)):
        response.set_data(PAGE_PACKERS[packer](body))
        response.content_encoding = packer
    return response

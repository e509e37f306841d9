"""The addresses of pages: each is answered by a method of a class that got its collaborators by its constructor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import Blueprint, abort

from server.texts.languages import LANGUAGES

IN_A_LANGUAGE = f"/<any({', '.join(LANGUAGES)}):language>"

View = TypeVar("View", bound=Callable[..., Any])
Found = TypeVar("Found")


def shared_route(path: str, *methods: str) -> Callable[[View], View]:
    """The method answers at an address that all languages share, by default to GET."""

    def declare(view: View) -> View:
        vars(view).setdefault("routes", []).append((path, methods or ("GET",)))
        return view

    return declare


def route(path: str, *methods: str) -> Callable[[View], View]:
    """The method answers at an address in each language, by default to GET."""
    return shared_route(IN_A_LANGUAGE + path, *methods)


def find_or_404(known: Mapping[str, Found], name: str) -> Found:
    """What an address names; 404 where it is not known."""
    if name not in known:
        abort(404)
    return known[name]


def blueprint(name: str, pages: object) -> Blueprint:
    """The methods of an object that have addresses, as endpoints of this name."""
    made = Blueprint(name, __name__)
    for attribute in vars(type(pages)):
        view = getattr(pages, attribute)
        for path, methods in getattr(view, "routes", ()):
            made.add_url_rule(path, view_func=view, methods=methods)
    return made

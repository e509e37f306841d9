"""Routes of pages: each leads to a method of a class with its collaborators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import Blueprint, abort

from server.texts.languages import LANGUAGES

IN_A_LANGUAGE = f"/<any({', '.join(LANGUAGES)}):language>"

View = TypeVar("View", bound=Callable[..., Any])
Found = TypeVar("Found")


def shared_route(path: str, *methods: str) -> Callable[[View], View]:
    """Route an address without a language to the method, by default for GET."""

    def declare(view: View) -> View:
        vars(view).setdefault("routes", []).append((path, methods or ("GET",)))
        return view

    return declare


def route(path: str, *methods: str) -> Callable[[View], View]:
    """Route an address in each language to the method, by default for GET."""
    return shared_route(IN_A_LANGUAGE + path, *methods)


def find_or_404(known: Mapping[str, Found], name: str) -> Found:
    """The object that an address names; 404 if it is unknown."""
    if name not in known:
        abort(404)
    return known[name]


def blueprint(name: str, pages: object) -> Blueprint:
    """A blueprint of this name with the routed methods of an object."""
    made = Blueprint(name, __name__)
    for attribute in vars(type(pages)):
        view = getattr(pages, attribute)
        for path, methods in getattr(view, "routes", ()):
            made.add_url_rule(path, view_func=view, methods=methods)
    return made

"""Which of many variants the home page shows: what is played, waited for or new, and one for the week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date
from hashlib import sha256
from itertools import chain
from typing import NamedTuple

from server.content import Catalogue, Library

MOST = 8
"""Variants on the home page."""

MOST_PLAYED, MOST_AWAITED = 3, 2

NEW_DAYS = 60
"""Days for which a variant is called new."""


class Selected(NamedTuple):
    """A variant on the home page."""

    name: str
    why: str
    """`week`, `played`, `awaited` or `new`; "" if it only fills the page."""
    many: int = 0
    """Running games, or those who wait."""


def select(
    library: Library, catalogue: Catalogue, day: date, played: Iterable[str], awaited: Iterable[str]
) -> list[Selected]:
    """At most `MOST` variants. `played` and `awaited` are the variants of running games, and of seeks and open tables.

    What is new, and what fills the page, changes with the week.
    """
    week = catalogue.of_the_week(day)
    year, number, _ = day.isocalendar()
    by_lot = sorted(library.variants, key=lambda name: sha256(f"{year} {number} {name}".encode()).digest())
    since = {name: catalogue.facets(name).since for name in by_lot}
    age = {name: (day - first).days for name, first in since.items() if first is not None}
    wishes = chain(
        [Selected(week, "week")] if week else [],
        (Selected(name, "played", many) for name, many in Counter(played).most_common(MOST_PLAYED)),
        (Selected(name, "awaited", many) for name, many in Counter(awaited).most_common(MOST_AWAITED)),
        (Selected(name, "new") for name in sorted(age, key=age.__getitem__) if age[name] < NEW_DAYS),
        (Selected(name, "") for name in by_lot),
    )
    selected: dict[str, Selected] = {}
    for wish in wishes:
        if len(selected) < MOST:
            selected.setdefault(wish.name, wish)
    return list(selected.values())

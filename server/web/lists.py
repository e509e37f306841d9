"""The lists of the lobby: who waits, which tables are open and which games run, as much as all may see."""

from __future__ import annotations

from typing import Any, NamedTuple

from server.house import House
from server.tables.control import parse
from server.tables.listing import Summary
from server.tables.machines import DICE
from server.tables.pairing import Wait
from server.texts.catalogue import speaker
from server.texts.speech import control_title

MOST_LISTED = 20
"""Rows of each list."""

Lists = dict[str, list[dict[str, Any]]]


class Listed(NamedTuple):
    """The tables of the lists."""

    open: list[Summary]
    running: list[Summary]


def listed(house: House) -> Listed:
    """The tables that are listed now."""
    opened = [table for table in house.lobby.listing.summaries("open") if house.lobby.listing.keeps_open(table)]
    return Listed(opened[:MOST_LISTED], house.lobby.listing.running(MOST_LISTED))


def lists(house: House, language: str, tables: Listed | None = None) -> Lists:
    """All lists in the words of a language; `tables` where the caller has them already."""
    tables = tables or listed(house)
    return {
        "waiting": [
            {**_named(house, wait.person, language), **wish(house, wait, language)}
            for wait in house.waits.oldest(MOST_LISTED)
        ],
        "open": [_row(house, one, language) for one in tables.open],
        "running": [
            {**_row(house, one, language), "turns": one.number, "looking": house.onlookers(one.table)}
            for one in tables.running
        ],
    }


def wish(house: House, wait: Wait, language: str) -> dict[str, Any]:
    """What somebody waits for."""
    variants = sorted(wait.variants)
    return {
        "variants": variants,
        "titles": [house.words(variant, language).title for variant in variants],
        "control": str(wait.control),
        "control_title": control_title(wait.control, speaker(language)),
    }


def _named(house: House, person: str, language: str) -> dict[str, Any]:
    return {"person": person, "name": house.name_of(person, language)}


def _row(house: House, table: Summary, language: str) -> dict[str, Any]:
    return {
        "table": table.table,
        "title": house.words(table.variant, language).title,
        "control_title": control_title(parse(table.control), speaker(language)),
        "people": [_named(house, person, language) if person else None for person in table.people if person != DICE],
    }

"""The board at the top of the home page: what is played now, what was played last, or an example."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import compress
from random import Random
from typing import Any

from flask import g, url_for
from markupsafe import Markup

from server.content import Boards, Descriptions, Library
from server.game import public_view, start_of
from server.http.language import translate as _
from server.lobby import Listing
from server.runtime.loop import yield_to_loop
from server.tables import Tables, skip_unreadable
from variants.position import Eyes, Position, Seat

GAMES = 60
"""Random games among which an example is looked for."""
NEWEST = 10
"""Games that are looked at; of those that are over many may have been withdrawn before the first turn."""
FIRST, LAST = 3, 9
"""The turns of a game that are good to show."""


@dataclass(frozen=True, eq=False)
class Showcase:
    """Chooses and draws the board at the top of the home page."""

    library: Library
    descriptions: Descriptions
    boards: Boards
    tables: Tables
    listing: Listing
    _examples: dict[str, tuple[int, Position]] = field(default_factory=dict, init=False)

    def showcase(self) -> dict[str, Any] | None:
        """A board, its chairs, a caption and a link for the home page; None where there is no variant at all."""
        for listed in (self.listing.running, partial(self.listing.summaries, "finished")):
            for game in listed(NEWEST):
                if game.status == "running" or game.number:
                    with skip_unreadable(game.table):
                        return self._table(game.table, game.variant, game.status == "running")
        return self._example(self.library.first) if self.library.first else None

    def _table(self, table_id: str, name: str, running: bool) -> dict[str, Any]:
        with self.tables.reading(table_id) as table:
            view = self.descriptions.view(self.tables.view(table, Eyes.SPECTATOR), name, g.language)
        title = self.library.words(name, g.language).title
        number = Markup('<span id="turn">{}</span>').format(view["number"] + running)
        if running:
            caption = _("Live: {variant}, turn {number}.", variant=title, number=number)
        else:
            caption = _("{variant}, over after {number} turns.", variant=title, number=number)
        return {
            "view": view if running else None,
            "name": name,
            "chairs": [chair for chair in view["chairs"] if chair["state"] != "nature"],
            "board": self.boards.of_view(view, prefix="b-", title=title, live=running, coordinates=False),
            "caption": caption,
            "address": url_for("table.show", table_id=table_id),
            "link": _("Watch this game") if running else _("See it again"),
        }

    def _example(self, name: str) -> dict[str, Any]:
        words = self.library.words(name, g.language)
        if name not in self._examples:
            self._examples[name] = example_turn(self.library.variants[name])
        number, position = self._examples[name]
        view = self.descriptions.view(
            public_view(name, position, [({}, position.seen_events(Eyes.ALL))]), name, g.language
        )
        (turn,) = view["turns"]
        clashes = [view["signs"].get(event["code"]) == "clash" for event in turn["events"]]
        told = list(compress(turn["sentences"], clashes)) or turn["sentences"][:1]
        return {
            "view": None,
            "name": name,
            "chairs": [
                {**chair, "state": _state(position, chair["seat"])}
                for chair in view["chairs"]
                if chair["state"] != "nature"
            ],
            "board": self.boards.of_view(view, prefix="b-", title=words.title, live=False, coordinates=False),
            "caption": _("An example of {variant}, turn {number}: {sentences}").format(
                variant=words.title, number=number, sentences=" ".join(told)
            ),
            "address": url_for("rules.rules", variant=name),
            "link": _("Read the rules"),
        }


def example_turn(variant: type[Position]) -> tuple[int, Position]:
    """A turn in which as many kinds of things happened as in few others, and the position after it. Always the same."""
    best: tuple[int, int, Position] | None = None
    for seed in range(GAMES):
        yield_to_loop()
        random = Random(seed)
        position = start_of(variant)
        for number in range(1, LAST + 1):
            if position.result() is not None:
                break
            position = position.play({seat: random.choice(sorted(position.moves(seat))) for seat in position.to_act})
            kinds = len({variant.event_codes[event.code] for event in position.events} - {None})
            if number >= FIRST and (best is None or kinds > best[0]):
                best = (kinds, number, position)
    return (best[1], best[2]) if best is not None else (0, start_of(variant))


def _state(position: Position, seat: Seat) -> str:
    """What a seat of an example does: of several that act at once the first has sealed, so that a seal is seen."""
    if position.result() is not None or seat not in position.to_act:
        return ""
    first, *others = sorted(set(position.to_act) - set(position.chance))
    return "sealed" if others and seat == first else "choosing"

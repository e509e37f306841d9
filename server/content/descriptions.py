"""Views, errors and people in the words of a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from server.content.library import Library
from server.game import MOST_SHOWN, TableState, latest_numbers, past_turns
from server.runtime.limits import Limits
from server.runtime.loop import yield_to_loop
from server.texts.catalogue import translator
from server.texts.names import default_name
from server.texts.view_text import describe_view
from variants.errors import RulesError
from variants.position import Viewer

View = Mapping[str, Any]

TURN_COST = 0.012
"""The cost of a turn for the address that asks, in requests: on a page it takes 0.06 ms, where a request has 5."""

TURNS_PER_STEP = 20
"""Turns of a record that are described in one step."""


class Descriptions:
    """Descriptions in the words of a language. `names` are the chosen names by public id; they may change.

    `limits` charges an address for the turns that it is shown.
    """

    def __init__(self, library: Library, names: Mapping[str, str], limits: Limits) -> None:
        self._library = library
        self._names = names
        self._limits = limits

    def view(self, view: View, variant: str, language: str, codes: Sequence[str] = ()) -> dict[str, Any]:
        """A view of a table in words; `codes` are those of its seats if the view has none."""
        return describe_view(view, self._library.words(variant, language), translator(language), codes)

    def view_in_steps(self, view: View, variant: str, language: str) -> dict[str, Any]:
        """A view of a record in words; yields to the loop between its turns."""
        turns, seats = view["turns"], {name: view[name] for name in ("chairs", "viewer") if name in view}
        described: list[Any] = []
        for first in range(0, len(turns), TURNS_PER_STEP):
            yield_to_loop()
            part = {**seats, "turns": turns[first : first + TURNS_PER_STEP]}
            described += self.view(part, variant, language)["turns"]
        return {**self.view({**view, "turns": []}, variant, language), "turns": described}

    def prepare(self, table: TableState, viewer: Viewer, numbers: Sequence[int], wanted: Viewer | None = None) -> None:
        """Charge the address that asks for the turns of these numbers, and draw those of a hidden board beforehand.

        For the eyes of `past_view`. Yields to the loop between turns that are drawn. Raises Refusal.
        """
        self._limits.charge(len(numbers) * TURN_COST)
        if table.rules.hidden:
            for _ in past_turns(table, viewer, numbers, wanted):
                yield_to_loop()

    def whole_view(
        self,
        table: TableState,
        viewer: Viewer,
        language: str,
        view: Callable[[TableState, Viewer, int], View],
        since: int = 0,
    ) -> dict[str, Any]:
        """The view of a table in words, with the turns after number `since`, once they are prepared. Raises Refusal."""
        self.prepare(table, viewer, latest_numbers(table, since))
        return self.view(view(table, viewer, since), table.opening.variant, language)

    def turns(
        self, table: TableState, viewer: Viewer, language: str, numbers: range, wanted: Viewer | None = None
    ) -> list[dict[str, Any]]:
        """The turns of these numbers in words, for the eyes of `past_view`, once they are prepared. Raises Refusal."""
        self.prepare(table, viewer, numbers, wanted)
        shared = len({table.chairs[seat] for seat in table.players}) == 1
        shown = {
            "turns": [*past_turns(table, viewer, numbers, wanted)],
            "viewer": viewer if isinstance(viewer, int) and not shared else None,
        }
        described: list[dict[str, Any]] = self.view(shown, table.opening.variant, language, table.position.seats)[
            "turns"
        ]
        return described

    def part(self, table: TableState, viewer: Viewer, language: str, first: int) -> dict[str, Any]:
        """The turns after number `first` in words, `MOST_SHOWN` at most, once they are prepared. Raises Refusal.

        `takebacks` and `status` tell the views of the table to which they belong.
        """
        turns = self.turns(table, viewer, language, range(first + 1, min(first + MOST_SHOWN, table.number) + 1))
        return {"takebacks": table.takebacks, "status": table.status, "turns": turns}

    def person(self, person: str, language: str) -> str:
        """The name that a person chose, else a generated one in the reader's language."""
        return self._names.get(person) or default_name(person, language, translator(language))

    def error(self, error: RulesError, language: str, variant: str | None = None) -> str:
        """The sentence of an error, in the words of the variant, else of the site."""
        own = self._library.words(variant, language).error(error) if variant is not None else None
        return own if own is not None else translator(language)(error.sentence).format(**error.parameters)

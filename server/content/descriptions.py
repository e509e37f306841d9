"""Views, errors and people in the words of a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from server.content.library import Library
from server.game import TableState, prepare_turns
from server.runtime.loop import yield_to_loop
from server.texts.catalogue import translator
from server.texts.names import default_name
from server.texts.view_text import describe_view
from variants.errors import RulesError
from variants.position import Viewer

View = Mapping[str, Any]

STEPPED_FROM = 200
"""Games with more turns than this are described in steps."""

TURNS_PER_STEP = 20
"""Turns that are described in one step."""


class DescribedTurns(NamedTuple):
    """Turns that were described before their view, and the state of the table then."""

    status: str
    takebacks: int
    turns: list[Any]


class Descriptions:
    """Descriptions in the words of a language. `names` are the chosen names by public id; they may change."""

    def __init__(self, library: Library, names: Mapping[str, str]) -> None:
        self._library = library
        self._names = names

    def view(self, view: View, variant: str, language: str, codes: Sequence[str] = ()) -> dict[str, Any]:
        """A view of a table in words; `codes` are those of its seats if the view has none."""
        return describe_view(view, self._library.words(variant, language), translator(language), codes)

    def view_in_steps(self, view: View, variant: str, language: str) -> dict[str, Any]:
        """A view of a table in words; yields to the loop between the turns of a long one."""
        turns, seats = view["turns"], {name: view[name] for name in ("chairs", "viewer") if name in view}
        described: list[Any] = []
        for first in range(0, len(turns), TURNS_PER_STEP):
            yield_to_loop()
            described += self.view({**seats, "turns": turns[first : first + TURNS_PER_STEP]}, variant, language)[
                "turns"
            ]
        return {**self.view({**view, "turns": []}, variant, language), "turns": described}

    def turns(
        self, table: TableState, viewer: Viewer, language: str, view: Callable[[TableState, Viewer], View]
    ) -> DescribedTurns:
        """The turns of a long game in words, made in steps before the view itself (`view_after`).

        `view` makes the view of a table.
        """
        if table.number <= STEPPED_FROM:
            return DescribedTurns("", 0, [])
        for _ in prepare_turns(table, viewer):
            yield_to_loop()
        seen = view(table, viewer)
        described = self.view_in_steps(seen, table.opening.variant, language)
        return DescribedTurns(seen["status"], seen["takebacks"], described["turns"])

    def view_after(self, view: View, before: DescribedTurns, variant: str, language: str) -> dict[str, Any]:
        """A whole view in words; reuses the turns described before, unless they were taken back."""
        if (view["status"], view["takebacks"]) != (before.status, before.takebacks):
            return self.view(view, variant, language)
        described = self.view({**view, "turns": view["turns"][len(before.turns) :]}, variant, language)
        return {**described, "turns": [*before.turns, *described["turns"]]}

    def person(self, person: str, language: str) -> str:
        """The name that a person chose, else a generated one in the reader's language."""
        return self._names.get(person) or default_name(person, language, translator(language))

    def error(self, error: RulesError, language: str, variant: str | None = None) -> str:
        """The sentence of an error, in the words of the variant, else of the site."""
        own = self._library.words(variant, language).error(error) if variant is not None else None
        return own if own is not None else translator(language)(error.sentence).format(**error.parameters)

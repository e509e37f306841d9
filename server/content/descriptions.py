"""Views, errors and people in the words of a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

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

    def whole_view(
        self, table: TableState, viewer: Viewer, language: str, view: Callable[[TableState, Viewer], View]
    ) -> Callable[[], dict[str, Any]]:
        """A function that makes the view of a table in words, as the table is when it is called; it does not wait.

        The turns of a long game are described here, in steps. `view` makes the view of a table.
        """
        variant, before, described = table.opening.variant, None, []
        if table.number > STEPPED_FROM:
            for _ in prepare_turns(table, viewer):
                yield_to_loop()
            seen = view(table, viewer)
            before, described = _of_same_turns(seen), self.view_in_steps(seen, variant, language)["turns"]

        def whole() -> dict[str, Any]:
            now = view(table, viewer)
            known = described if _of_same_turns(now) == before else []
            rest = self.view({**now, "turns": now["turns"][len(known) :]}, variant, language)
            return {**rest, "turns": [*known, *rest["turns"]]}

        return whole

    def person(self, person: str, language: str) -> str:
        """The name that a person chose, else a generated one in the reader's language."""
        return self._names.get(person) or default_name(person, language, translator(language))

    def error(self, error: RulesError, language: str, variant: str | None = None) -> str:
        """The sentence of an error, in the words of the variant, else of the site."""
        own = self._library.words(variant, language).error(error) if variant is not None else None
        return own if own is not None else translator(language)(error.sentence).format(**error.parameters)


def _of_same_turns(view: View) -> tuple[str, int]:
    """What changes when turns that were shown are taken back, or shown anew because the game is over."""
    return view["status"], view["takebacks"]

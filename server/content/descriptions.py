"""Views, errors and people in the words of a language."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from server.content.library import Library
from server.game import TableState, prepare_turns, shared_eyes
from server.runtime.limits import Limits
from server.runtime.loop import yield_to_loop
from server.runtime.lru import LRU
from server.texts.catalogue import translator
from server.texts.names import default_name
from server.texts.view_text import describe_view
from variants.errors import RulesError
from variants.position import Viewer

View = Mapping[str, Any]

STEPPED_FROM = 200
"""Games with more turns than this are described in steps."""

TURN_COST = 0.012
"""The cost of a turn of a long view for its address, in requests: on a page it takes 0.06 ms, where a request has 5."""

SHARED_GAMES = 2
"""Long games whose described turns are kept; those of the longest take 10 MB."""

TURNS_PER_STEP = 20
"""Turns that are described in one step."""


class Descriptions:
    """Descriptions in the words of a language. `names` are the chosen names by public id; they may change.

    `limits` charges an address for long views.
    """

    def __init__(self, library: Library, names: Mapping[str, str], limits: Limits) -> None:
        self._library = library
        self._names = names
        self._limits = limits
        self._described: LRU[Hashable, list[dict[str, Any]]] = LRU(SHARED_GAMES)
        """The turns of long games as a group of viewers who see the same reads them."""

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
        self,
        table: TableState,
        viewer: Viewer,
        language: str,
        view: Callable[[TableState, Viewer, int], View],
        since: int = 0,
    ) -> Callable[[], dict[str, Any]]:
        """A function that makes the view of a table in words, as the table is when it is called; it does not wait.

        The turns of a long game are described here, in steps, once for all viewers who see the same; the address that
        asks is charged for them. `view` makes the view of a table with the turns after number `since`. Raises Refusal.
        """
        variant, before, described = table.opening.variant, None, list[dict[str, Any]]()
        if table.number - since > STEPPED_FROM:
            self._limits.charge((table.number - since) * TURN_COST)
            for _ in prepare_turns(table, viewer):
                yield_to_loop()
            seen = view(table, viewer, since)
            before = _of_same_turns(seen)
            group = (table.id, *before, shared_eyes(table, viewer), seen["viewer"], *table.chairs, since, language)
            known = self._described.get(group, [])
            more = self.view_in_steps({**seen, "turns": seen["turns"][len(known) :]}, variant, language)["turns"]
            described = self._described[group] = [*known, *more]

        def whole() -> dict[str, Any]:
            now = view(table, viewer, since)
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

"""What is sent is held against the types of views."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from server.api.models import model_of
from server.game import Facts, TableState, brief_view, past_view, table_view
from server.game.board import public_view
from server.game.view_types import BriefView, PastView, PublicView, View
from server.texts.catalogue import translator
from server.texts.view_text import describe_view
from tests.harness.words import words_of
from variants.position import Eyes


def check_views(name: str, table: TableState, at: float) -> None:
    """Raise an error if a view of this table, of a seat or an onlooker, whole, brief or past, differs from its type."""
    codes, facts = table.position.seats, Facts(at)
    for viewer in (0, 1, Eyes.SPECTATOR):
        for since in (0, 1):
            _check(name, View, table_view(table, viewer, facts, since), codes)
        _check(name, BriefView, brief_view(table, viewer, facts), codes)
        _check(name, PastView, past_view(table, viewer, table.number), codes)


def check_public_view(name: str, table: TableState) -> None:
    """Raise an error if the game as one without players differs from its type."""
    turns = [(turn.texts, turn.events) for turn in table.turns]
    _check(name, PublicView, public_view(name, table.position, turns, table.ending))


def _check(name: str, kind: Any, sent: Mapping[str, Any], codes: Sequence[str] = ()) -> None:
    spoken = describe_view(sent, words_of(name, "en"), translator("en"), codes)
    model_of(kind).model_validate_json(json.dumps(spoken))

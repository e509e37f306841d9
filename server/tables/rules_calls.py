"""Functions of the game, called while the table is noted on disk (see `endless_rules`)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from server.game import (
    Action,
    Decision,
    Facts,
    Opening,
    TableState,
    brief_own_view,
    brief_shared_view,
    decisions,
    own_view,
    reducer,
    shared_view,
    table_view,
)
from server.game import brief_view as brief_table_view
from server.game.view_types import BriefOwnView, BriefSharedView, OwnView, SharedView
from server.runtime.logs import report
from server.tables.endless_rules import RulesCall
from variants.position import Position, Viewer

log = logging.getLogger(__name__)

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def new_state(rules: type[Position], opening: Opening) -> TableState:
    """The state of a table before its first row."""
    with RulesCall(opening.id):
        return TableState(rules, opening)


def decide(action: Action, state: TableState, person: str, facts: Facts) -> Decision:
    """The decision of an action. Raises RulesError."""
    with RulesCall(state.id):
        return action.decide(state, person, facts)


def automatic(state: TableState, facts: Facts) -> Decision | None:
    """The decision that no player makes: a move that is due, or a flag that fell."""
    if (due := due_move(state, facts)) is not None:
        return due
    with RulesCall(state.id):
        return decisions.fallen_flag(state, facts)


def due_move(state: TableState, facts: Facts) -> Decision | None:
    """A chance move or a planned move that is due; None also if the rules fail on it, which is logged.

    So players can still end a game whose rules fail.
    """
    if not state.acts_by_itself():
        return None
    with RulesCall(state.id):
        try:
            return decisions.due_move(state, facts)
        except Exception as error:
            report(log, "a move that is due cannot be played", error, table=state.id)
            return None


def _noting(
    ask: Callable[Concatenate[TableState, Given], Answer],
) -> Callable[Concatenate[TableState, Given], Answer]:
    """The function, with its table noted while it runs."""

    def noted(state: TableState, /, *given: Given.args, **named: Given.kwargs) -> Answer:
        with RulesCall(state.id):
            return ask(state, *given, **named)

    return noted


apply = _noting(reducer.apply)
check_seals = _noting(reducer.check_seals)
repair = _noting(decisions.repair)
view = _noting(table_view)
brief_view = _noting(brief_table_view)


@_noting
def view_of_all(state: TableState, eyes: Viewer, facts: Facts, since: int, brief: bool) -> SharedView | BriefSharedView:
    """The part of a view that all viewers with these eyes have in common."""
    return brief_shared_view(state, facts) if brief else shared_view(state, eyes, facts, since)


@_noting
def view_of_one(state: TableState, viewer: Viewer, facts: Facts, brief: bool) -> OwnView | BriefOwnView:
    """The part of a view that is the viewer's own."""
    return brief_own_view(state, viewer, facts) if brief else own_view(state, viewer, facts)

"""The types of views hold: what is sent follows them, and docs and scripts are made from them."""

import json

import pytest

from server.api.models import model_of
from server.game import Facts, board, view
from server.game.view_types import BriefView, PastView, PublicView, View
from server.texts.catalogue import translator
from server.texts.view_text import describe_view
from tests.harness.match import match_of
from tests.harness.words import words_of
from tools import view_types
from variants.position import Eyes
from variants.registry import load

NAMES = ("Apocalypse", "Checkered", "Dark", "Dice", "Crazyhouse")
"""Variants in which moves are sealed, boards hidden, dice cast and pieces in hand."""


def test_the_docs_and_the_scripts_are_made_from_the_types(capsys):
    assert view_types.main(["--check"]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_what_each_viewer_is_sent_follows_the_types(tmp_path, name):
    words, translate = words_of(name, "en"), translator("en")

    def follows(kind, sent, codes=()):
        spoken = describe_view(sent, words, translate, codes)
        model_of(kind).model_validate_json(json.dumps(spoken))

    def check(match):
        table, facts = match.table, Facts(match.time)
        for viewer in (0, 1, Eyes.SPECTATOR):
            for since in (0, 1):
                follows(View, view.table_view(table, viewer, facts, since), table.position.seats)
            follows(BriefView, view.brief_view(table, viewer, facts), table.position.seats)
            follows(PastView, view.past_view(table, viewer, table.number))

    with match_of(tmp_path, load(name)) as match:
        match.game(name, control="5+3")
        for _ in range(4):
            check(match)
            for seat in match.table.position.to_act:
                assert match.act(seat, next(iter(match.table.moves(seat)))) == ""
                check(match)
        assert match.send("resign", 0) == ""
        check(match)
        turns = [(turn.texts, turn.events) for turn in match.table.turns]
        follows(PublicView, board.public_view(name, match.table.position, turns, match.table.ending))

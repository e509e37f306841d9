"""The types of views hold: what is sent follows them, and docs and scripts are made from them."""

import pytest

from tests.harness.match import match_of
from tests.harness.view_types import check_public_view, check_views
from tools import view_types
from variants.registry import load

NAMES = ("Apocalypse", "Checkered", "Dark", "Dice", "Crazyhouse")
"""Variants in which moves are sealed, boards hidden, dice cast and pieces in hand."""


def test_the_docs_and_the_scripts_are_made_from_the_types(capsys):
    assert view_types.main(["--check"]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_what_each_viewer_is_sent_follows_the_types(tmp_path, name):
    with match_of(tmp_path, load(name)) as match:
        match.open(name, control="5+3")
        for _ in range(4):
            check_views(name, match.table, match.time)
            for seat in match.table.position.to_act:
                assert match.act(seat, next(iter(match.table.moves(seat)))) == ""
                check_views(name, match.table, match.time)
        assert match.send("resign", 0) == ""
        check_views(name, match.table, match.time)
        check_public_view(name, match.table)

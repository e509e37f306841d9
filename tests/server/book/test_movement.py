"""The fence `moves`: how a piece goes, on a board and in a sentence made from its notation."""

import re

import pytest

from tests.harness.movements import (
    FAMILY,
    PageFault,
    best_square,
    caption,
    marks_of,
    mover_of,
    page_of,
    said,
    ways,
)

EVERYTHING = (
    "fmWfcFifmnD", "nN", "fhN", "bhC", "fZ", "NN", "R4", "D3", "mRcpR", "gQ", "jH", "vWrW", "lWbW", "sWflFfrFblFbrF",
    "bF", "fFbF", "A", "B",
)  # fmt: skip
"""Notations that need every word of movements."""


@pytest.mark.parametrize(
    ("notation", "told"),
    [
        ("BN", "goes any number of squares along diagonals and leaps like a knight"),
        ("K", "goes one square in any direction"),
        (
            "fmWfcFifmnD",
            "goes one square straight ahead without capturing, goes one square obliquely forward only to capture "
            "and goes two squares straight ahead without capturing from where it begins",
        ),
        ("WfF", "goes one square along ranks and files or obliquely forward"),
        ("A", "leaps two squares along diagonals"),
        ("nA", "goes two squares along diagonals"),
        ("nN", "leaps like a knight if the square next to it on the way is empty"),
        ("fhN", "leaps like a knight only forward"),
        ("bhC", "leaps three squares on and one aside only back"),
        ("fZ", "leaps three squares on and two aside only in some directions"),
        ("NN", "leaps like a knight as often as it likes in one direction"),
        ("R4", "goes up to 4 squares along ranks and files"),
        ("D3", "leaps two squares along ranks and files up to 3 times in one direction"),
        (
            "mRcpR",
            "goes any number of squares along ranks and files without capturing "
            "and goes any number of squares along ranks and files over exactly one piece only to capture",
        ),
        ("gQ", "leaps over one piece in any direction, to the square right behind it"),
        ("jH", "leaps three squares along ranks and files if a piece stands next to it on the way"),
        ("vWrW", "goes one square along its file or to the right"),
        ("sWflFbrF", "goes one square sideways or obliquely forward to the left or obliquely back to the right"),
    ],
)
def test_a_notation_becomes_a_sentence(notation, told):
    assert said(notation, "en") == f"It {told}."


@pytest.mark.parametrize("language", ["fr", "es"])
def test_every_word_of_a_sentence_is_translated(language):
    for notation in EVERYTHING:
        english, own = said(notation, "en"), said(notation, language)
        for phrase in re.split(", | and | or ", english[3:-1]):
            assert phrase not in own


@pytest.mark.parametrize("name", FAMILY)
def test_a_figure_shows_the_squares_that_the_rules_offer_on_an_empty_board(name):
    variant = FAMILY[name]
    for symbol in variant.armies[0].pieces:
        mover = mover_of(variant, symbol)
        square = best_square(mover)
        marks = marks_of(mover, square)
        if all(way.hop for way in ways(mover.notation)):
            assert (marks.safe, marks.only_takes, marks.arrows) == ((), (), ())
            continue
        few = 3 if symbol in mover.army.walks else min(4, sum(not way.initial for way in ways(mover.notation)))
        assert len(marks.safe) + len(marks.only_takes) >= few
        ends = {arrow.squares[-1] for arrow in marks.arrows}
        assert ends <= {*marks.safe, *marks.only_takes}
        far = any(way.reach > 1 for way in ways(mover.notation))
        assert bool(marks.arrows) == far
        assert square not in (*marks.safe, *marks.only_takes)


def test_an_archbishop_has_arrows_along_diagonals_and_dots_where_it_leaps():
    variant = FAMILY["Capablanca"]
    names = variant.grid.names
    marks = marks_of(mover_of(variant, "a"), variant.grid.index["c3"])
    assert {names[arrow.squares[1]] for arrow in marks.arrows} == {"a1", "a5", "e1", "h8"}
    assert {arrow.seat for arrow in marks.arrows} == {1}
    leaps = {"a2", "a4", "b1", "b5", "d1", "d5", "e2", "e4"}
    assert {names[at] for at in marks.safe} == leaps | {"a1", "a5", "e1", "h8"}
    assert marks.only_takes == ()


def test_a_pawn_has_rings_where_it_only_captures(tmp_path):
    page = page_of(tmp_path, "piece: P", "square: c2", "caption: And it is *promoted*.")
    assert page.html.count('class="tg-safe"') == 4
    assert page.html.count('class="tg-line"') == 2, "rings on a line of paper"
    assert caption(page).startswith("Fig. 1. The white pawn goes one square straight ahead without capturing, goes")
    assert caption(page).endswith("from where it begins. And it is promoted.")
    assert 'id="fig-1"' in page.html


def test_a_page_says_it_in_its_language(tmp_path):
    told = caption(page_of(tmp_path, "piece: q", language="fr"))
    assert told.endswith("La dame noire va d’un nombre quelconque de cases dans toutes les directions.")
    assert said("BN", "es") == "It va cuantas casillas quiera por las diagonales y salta como un caballo."


@pytest.mark.parametrize(
    ("name", "lines", "sentence"),
    [
        ("Chess", ("piece: Z",), "there is no piece “Z” that moves"),
        ("Chess", ("piece: N", "square: i9"), "there is no square “i9”"),
        ("Chess", ("square: c3",), "the moves fence lacks “piece”"),
        ("Chess", ("piece: N", "fen: 8/8"), "a moves fence has no key “fen”"),
        ("Dobutsu", ("piece: C",), "only the pieces of variants of chess"),
    ],
)
def test_a_fault_names_file_and_line(tmp_path, name, lines, sentence):
    with pytest.raises(PageFault, match=rf"en\.md:\d+: {re.escape(sentence)}"):
        page_of(tmp_path, *lines, name=name)

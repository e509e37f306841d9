"""Typed moves: squares, written moves with the English letters, and the letters of the reader's own language."""

import pytest
from playwright.sync_api import expect

ENGLISH = {}
FRENCH = {"K": "R", "Q": "D", "R": "T", "B": "F", "N": "C"}
ANIMALS = {"C": "P", "H": "P"}

MEANT = (
    "async ([text, moves, letters]) => (await import('/static/typed.js')).meant(text, moves, letters).map(({id}) => id)"
)

CASES = [
    (FRENCH, "Cf3", "g1f3:Nf3 f2f3:f3", "g1f3"),
    (FRENCH, "Nf3", "g1f3:Nf3 f2f3:f3", "g1f3"),
    (FRENCH, "cf3", "g1f3:Nf3 f2f3:f3", "g1f3"),
    (FRENCH, "Dxd5", "d1d5:Qxd5 e4d5:exd5", "d1d5"),
    (FRENCH, "Td3", "a3d3:Rd3 e2d3:Kd3", "a3d3"),
    (FRENCH, "Rd3", "a3d3:Rd3", "a3d3"),
    (FRENCH, "Rd3", "e2d3:Kd3", "e2d3"),
    (FRENCH, "Rd3", "a3d3:Rd3 e2d3:Kd3", "a3d3 e2d3"),
    (FRENCH, "Fxc4", "d3c4:Bxc4 b3c4:bxc4", "d3c4"),
    (FRENCH, "bxc4", "d3c4:Bxc4 b3c4:bxc4", "b3c4"),
    (FRENCH, "Bxc4", "d3c4:Bxc4 b3c4:bxc4", "d3c4"),
    (FRENCH, "BXC4", "d3c4:Bxc4 b3c4:bxc4", "d3c4 b3c4"),
    (FRENCH, "e8=D", "e7e8q:e8=Q e7e8n:e8=N", "e7e8q"),
    (FRENCH, "e8C", "e7e8q:e8=Q e7e8n:e8=N", "e7e8n"),
    (FRENCH, "e7e8d", "e7e8q:e8=Q e7e8n:e8=N", "e7e8q"),
    (FRENCH, "Txh4=P", "h5h4:Rxh4 h5h4p:Rxh4=P", "h5h4p"),
    (FRENCH, "Cf3", "g1f3:Nf3+", "g1f3"),
    (FRENCH, "C×d5", "c3d5:Nxd5 c2d5:cxd5", "c3d5"),
    (FRENCH, "Cd5", "c3d5:Nxd5", "c3d5"),
    (FRENCH, "O-O", "e1g1:0-0 e1c1:0-0-0", "e1g1"),
    (FRENCH, "0-0-0", "e1g1:0-0 e1c1:0-0-0", "e1c1"),
    (ENGLISH, "Cf3", "g1f3:Nf3", ""),
    (ENGLISH, "ed5", "e4d5:exd5", "e4d5"),
    (ENGLISH, "", "--:--", ""),
    (ENGLISH, "--", "--:-- e2e4:e4", "--"),
    (ANIMALS, "Pb3", "b2b3:Cb3 a3b3:Hb3", "b2b3 a3b3"),
    (ANIMALS, "Pb3", "b2b3:Cb3 b2a3:Ca3", "b2b3"),
    (ANIMALS, "P@b2", "C@b2:C@b2 E@b2:E@b2", "C@b2"),
]  # fmt: skip


def test_a_text_means_the_moves_that_it_spells_in_english_or_with_the_letters_of_the_reader(visitors):
    page = visitors.person("anna").go("en/fair-play").page
    for letters, text, offered, expected in CASES:
        moves = [dict(zip(("id", "label"), word.split(":"), strict=True)) for word in offered.split()]
        assert page.evaluate(MEANT, [text, moves, letters]) == expected.split(), (text, offered)


def seated(visitors, variant, fen=""):
    """A French reader with the white pieces, whose opponent has come."""
    white, black = (visitors.person(name, locale="fr-FR") for name in ("Chloé", "Zoé"))
    black.join(white.open(variant, language="fr", fen=fen))
    expect(white.part("typed")).to_be_visible()
    return white


@pytest.mark.parametrize(
    ("variant", "text", "move"),
    [("Chess", "Cf3", "Nf3"), ("Chess", "Nf3", "Nf3"), ("Dark", "Cc3", "Nc3"), ("Dobutsu", "Pxb3", "Cxb3")],
)
def test_a_french_reader_may_type_french_letters_and_english_ones(visitors, variant, text, move):
    white = seated(visitors, variant)
    white.part("move").fill(text)
    white.part("move").press("Enter")
    expect(white.part("moves")).to_contain_text(move)


def test_a_move_typed_with_french_letters_may_be_sealed(visitors):
    white = seated(visitors, "Apocalypse")
    white.part("move").fill("Cb3")
    white.part("move").press("Enter")
    expect(white.part("send")).to_have_text("Sceller Nb3")


def test_a_text_that_means_two_moves_is_refused_and_both_are_named(visitors):
    white = seated(visitors, "Chess", "4k3/8/8/8/8/R7/4K3/8 w 0")
    white.part("move").fill("Rd3")
    white.part("move").press("Enter")
    error = white.part("move-error")
    expect(error).to_contain_text("« Rd3 » peut désigner")
    expect(error).to_contain_text("Rd3 (a3d3)")
    expect(error).to_contain_text("Kd3 (e2d3)")
    expect(white.part("decide")).to_be_hidden()
    white.part("move").fill("Td3")
    white.part("move").press("Enter")
    expect(white.part("moves")).to_contain_text("Rd3")


def test_the_next_move_is_typed_where_the_last_one_was(visitors):
    white, black = (visitors.person(name) for name in ("anna", "oskar"))
    black.join(white.open("Apocalypse"))
    white.part("move").fill("Nb3")
    white.part("move").press("Enter")
    expect(white.part("send")).to_be_focused()
    white.part("send").press("Enter")
    expect(white.part("headline")).to_have_text("Your move is sealed.")
    black.play("a5b3")
    white.sees_turn(1)
    expect(white.part("move")).to_be_focused()

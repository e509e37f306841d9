"""Betza's notation: which ways it gives a piece, and where a text is none."""

import pytest

from variants.betza import ENDLESS, BetzaError, ways

ALL = {(1, True, True)}
"""One step, with a capture or without."""


def steps(text):
    return {way.step for way in ways(text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("W", {(0, 1), (1, 0), (0, -1), (-1, 0)}),
        ("F", {(1, 1), (1, -1), (-1, -1), (-1, 1)}),
        ("N", {(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)}),
        ("fW", {(0, 1)}),
        ("fsW", {(0, 1), (1, 0), (-1, 0)}),
        ("vW", {(0, 1), (0, -1)}),
        ("fF", {(1, 1), (-1, 1)}),
        ("flbrF", {(-1, 1), (1, -1)}),
        ("lF", {(-1, 1), (-1, -1)}),
        ("fN", {(1, 2), (-1, 2)}),
        ("ffN", {(1, 2), (-1, 2)}),
        ("fsN", {(2, 1), (-2, 1)}),
        ("fhN", {(1, 2), (-1, 2), (2, 1), (-2, 1)}),
        ("sC", {(3, 1), (3, -1), (-3, 1), (-3, -1)}),
        ("D", {(0, 2), (2, 0), (0, -2), (-2, 0)}),
        ("WfF", {(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1)}),
    ],
)
def test_where_a_piece_goes(text, expected):
    assert steps(text) == expected
    assert {way[1:4] for way in ways(text)} == ALL


@pytest.mark.parametrize(
    ("text", "reach"),
    [("R", ENDLESS), ("B", ENDLESS), ("R4", 4), ("W2", 2), ("NN", ENDLESS), ("N0", ENDLESS), ("WW", ENDLESS)],
)
def test_how_far_a_piece_goes(text, reach):
    assert {way.reach for way in ways(text)} == {reach}


def test_an_archbishop_is_a_bishop_and_a_knight():
    assert steps("BN") == steps("B") | steps("N")
    assert steps("K") == steps("Q") == steps("WF")


def test_what_a_piece_may_do_only_with_or_without_a_capture():
    pawn = {(way.step, way.moves, way.takes, way.initial, way.leg) for way in ways("fmWfcFifmnD")}
    assert pawn == {
        ((0, 1), True, False, False, ""),
        ((1, 1), False, True, False, ""),
        ((-1, 1), False, True, False, ""),
        ((0, 2), True, False, True, "n"),
    }


@pytest.mark.parametrize(
    ("text", "between"),
    [("fnD", (0, 1)), ("frnA", (1, 1)), ("fnN", (0, 1)), ("fsnN", (1, 0)), ("bnH", (0, -1))],
)
def test_the_square_on_the_way_of_a_lame_leap(text, between):
    found = [way for way in ways(text) if way.step[0] >= 0]
    assert {(way.leg, way.between) for way in found} == {("n", between)}


def test_cannons_and_grasshoppers_jump():
    assert {(way.hop, way.moves, way.takes) for way in ways("mRcpR")} == {("", True, False), ("p", False, True)}
    assert {way.hop for way in ways("gQ")} == {"g"}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "A piece has no way to go"),
        ("x", "“x” names no piece at its sign 1"),
        ("NfX", "“NfX” has an unknown letter X at its sign 3"),
        ("RyN", "“RyN” has “y” at its sign 2, which is not read here"),
        ("mcN", "“mcN” asks for “m” and “c” at once at its sign 1"),
        ("pgR", "“pgR” asks for “p” and “g” at once at its sign 1"),
        ("NpWR", "“NpWR” asks at its sign 2 for a hop of a piece that has no lines without end"),
        ("gNgF", "“gNgF” asks at its sign 1 for a hop"),
        ("RgDD", "“RgDD” asks at its sign 2 for a hop of a piece that has no lines without end"),
        ("pR3", "“pR3” asks at its sign 1 for a hop of a piece that has no lines without end"),
        ("fhW", "“fhW” has directions “fh” at its sign 1 that W does not have"),
        ("hW", "“hW” has directions “h” at its sign 1 that W does not have"),
        ("nW", "“nW” asks at its sign 1 what is on the way of a piece that leaps over nothing"),
        ("N 1", "“N 1” names no piece at its sign 2"),
    ],
)
def test_a_text_that_is_no_notation_is_refused_with_its_place(text, fault):
    with pytest.raises(BetzaError) as refused:
        ways(text)
    assert str(refused.value).startswith(fault)

"""The special rules of catalogue variants, each by its variant and its number in the LAW.md there."""

import pytest

from variants.registry import load


def targets(position, origin):
    """The squares where the piece of a square may go."""
    (seat,) = position.to_act
    texts = [position.write(move) for move in position.moves(seat)]
    return {text[2:] for text in texts if text.startswith(origin)}


@pytest.mark.parametrize(
    ("rank", "expected"),
    [
        ("3G4", set()),  # Nobody stands on its lines.
        ("3G2P1", {"h4"}),  # Its own piece,
        ("3G2p1", {"h4"}),  # or the other side's, however far away.
        ("3G2Pp", {"h4"}),  # It captures behind it,
        ("3G2PP", set()),  # but not its own piece,
        ("3G3P", set()),  # nor beyond the board.
    ],
)
def test_grasshopper_h2_it_goes_right_behind_the_nearest_piece(rank, expected):
    position = load("Grasshopper").from_fen(f"k7/8/8/8/{rank}/8/8/7K w 0")
    assert targets(position, "d4") == expected


def test_grasshopper_h2_what_is_leapt_over_stays():
    position = load("Grasshopper").from_fen("k7/8/8/8/3G2pp/8/8/6K1 w 0")
    after = position.play({0: position.read("d4h4")})
    assert after.fen().startswith("k7/8/8/8/6pG/8/8/6K1 b")
    assert [event.code for event in after.events] == ["captured"]


@pytest.mark.parametrize(
    ("fen", "checked"),
    [
        ("4k3/8/8/8/4G3/8/8/4K3 b 0", False),
        ("4k3/4n3/8/8/4G3/8/8/4K3 b 0", True),
        ("4k3/8/4n3/8/4G3/8/8/4K3 b 0", False),  # Its square behind is e7.
        ("4k3/4n3/4p3/8/4G3/8/8/4K3 b 0", False),
    ],
)
def test_grasshopper_h3_it_attacks_over_a_piece_before_the_king(fen, checked):
    assert bool(load("Grasshopper").from_fen(fen).kings_in_check(1)) == checked


def test_grasshopper_h3_a_piece_between_gives_check_and_its_leaving_ends_it():
    variant = load("Grasshopper")
    given = variant.from_fen("4k3/8/2N5/8/4G3/8/8/4K3 w 0")
    after = given.play({0: given.read("c6e7")})
    assert [event.code for event in after.events] == ["moved", "check"]
    carried = variant.from_fen("4k3/4n3/8/8/4G3/8/8/4K3 b 0")
    assert targets(carried, "e7") == {"c8", "g8", "c6", "g6", "d5", "f5"}
    free = variant.from_fen("4k3/8/8/2b5/4G3/8/7K/8 b 0")
    assert {"d6", "f8"} < targets(free, "c5")
    assert "e7" not in targets(free, "c5")


def test_grasshopper_h4_pawns_step_once_and_become_grasshoppers_too():
    variant = load("Grasshopper")
    assert targets(variant.start(), "e3") == {"e4"}
    assert targets(variant.from_fen("7k/P7/8/8/8/8/8/6K1 w 0"), "a7") == {"a8q", "a8r", "a8b", "a8n", "a8g"}

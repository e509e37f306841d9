"""Whatever text comes from outside, Apocalypse answers with a position or a move that works, or refuses it by name."""

import json
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from variants.contract import check_fen, check_picture, check_turn
from variants.errors import FenError, MoveError, SettingsError
from variants.position import NO_SETTINGS, Eyes, Move
from variants.registry import load

Variant = load("Apocalypse")
START = Variant.start().fen()
SETTINGS = [{}, *Variant.presets.values()]

rows = st.lists(st.text("PpNn12345", min_size=1, max_size=6), min_size=4, max_size=6).map("/".join)
boards = st.lists(st.sampled_from(" " * 8 + "PpNn"), min_size=25, max_size=25).map(
    lambda cells: "/".join("".join(cells[at : at + 5]).replace(" ", "1") for at in range(0, 25, 5))
)
spread = boards.map(lambda text: "/".join(_joined(row) for row in text.split("/")))
numbers = st.one_of(
    st.integers().map(str), st.sampled_from(["9" * 9, "9" * 10, "9" * 900, "-0", "1e9", "٣", "0x1", ""])
)
values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(["-", "00", "22"])
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)),
)
fields = st.one_of(
    st.dictionaries(st.sampled_from(["whiteMove", "penalties", "flags", ""]), values, max_size=3).map(json.dumps),
    st.tuples(st.text("012x", max_size=3), st.sampled_from(["", " -", " a2a3", " - -"])).map("".join),
    st.integers(1, 600).map(lambda depth: '{"penalties":' + "[" * depth),
    st.integers(1, 150).map(lambda depth: '{"a":' * depth + "}" * depth),
    st.text(max_size=30),
)
fens = st.tuples(st.one_of(rows, spread), st.sampled_from(["w", "b", "W", ""]), numbers, fields).map(" ".join)
mutated = st.tuples(st.integers(0, len(START)), st.integers(0, 6), st.text(max_size=4)).map(
    lambda cut: START[: cut[0]] + cut[2] + START[cut[0] + cut[1] :]
)
squares = st.tuples(st.sampled_from("abcde"), st.sampled_from("12345")).map("".join)
spellings = st.one_of(
    st.tuples(squares, squares, st.sampled_from(["", "n", "q", "p", "z"])).map("".join),
    st.tuples(squares, squares, squares).map("".join),
    st.lists(squares, min_size=2, max_size=8).map("".join),
    st.just("--"),
)


def _joined(row):
    for width in range(5, 1, -1):
        row = row.replace("1" * width, str(width))
    return row


def read(fen, settings=NO_SETTINGS):
    """The position, or None where it was refused with a sentence."""
    try:
        return Variant.from_fen(fen, settings)
    except FenError as error:
        sentence = str(error)
    assert sentence
    return None


def use(position):
    """Nothing that may be asked of an accepted position fails, before its end and after it."""
    if position is None:
        return
    check_fen(position)
    check_picture(position)
    offers = [list(position.moves(seat)) for seat in (0, 1)]
    for seat in (0, 1):
        labels = [position.notation({seat: move}, seat)[seat] for move in offers[seat]]
        assert len(set(labels)) == len(labels)
        assert all(isinstance(position.risky(seat, move), bool) for move in offers[seat])
    for choice in (0, -1):
        actions = {seat: offers[seat][choice] if offers[seat] else Move(()) for seat in (0, 1)}
        after = check_turn(position, actions)
        check_fen(after)
        position.notation(actions, Eyes.ALL)


@given(st.text())
@example("\ud800")
@example(START + "\n")
@example("5/p4/5/P4/5 w " + "9" * 9)
@example("5/p4/5/P4/5 w 0 " + "[" * 900)
@example('5/p4/5/P4/5 w 0 {"whiteMove":"\\ud800"}')
@example("{}")
def test_any_text_as_a_fen(text):
    use(read(text))


@given(mutated, st.sampled_from(SETTINGS))
def test_a_mutated_fen(text, settings):
    use(read(text, settings))


@given(fens, st.sampled_from(SETTINGS))
def test_a_fen_put_together_from_good_and_bad_fields(text, settings):
    use(read(text, settings))


@given(spread, st.sampled_from(["00", "11", "22"]), st.sampled_from(SETTINGS))
def test_any_board(text, penalties, settings):
    stuck = "P" in text.split("/")[0] or "p" in text.split("/")[4]
    position = read(f"{text} w 999999999 {penalties} -", settings)
    assert (position is None) is stuck
    use(position)


@given(st.one_of(st.text(), st.text("abcde12345npq-@", max_size=12)))
@example("")
@example("a1b3\n")
@example("a1" * 1000)
@example("a１b3")
@example("\ud800")
def test_any_text_as_a_move(text):
    try:
        move = Variant.read(text)
    except MoveError as error:
        sentence = str(error)
    else:
        sentence = Variant.write(move)
        assert sentence == text
        Variant.start().play({0: move, 1: move})
    assert sentence


@given(spread, spellings, spellings, st.sampled_from(SETTINGS))
def test_any_two_spelled_moves_on_any_board(text, white, black, settings):
    position = read(text, settings)
    if position is None:
        return
    actions = {0: Variant.read(white), 1: Variant.read(black)}
    after = check_turn(position, actions)
    check_fen(after)
    position.notation(actions, Random(0).choice(list(Eyes)))
    for seat in (0, 1):
        position.risky(seat, actions[seat])
        position.becomes(seat, actions[seat])
        position.special(seat, actions[seat])


@given(st.dictionaries(st.text(max_size=12) | st.sampled_from(["collision"]), values, max_size=3))
def test_any_settings(settings):
    known = {option.name: option.choices for option in Variant.options}
    good = all(name in known and value in known[name] for name, value in settings.items())
    if good:
        use(Variant.start(settings))
    else:
        with pytest.raises(SettingsError):
            Variant.start(settings)

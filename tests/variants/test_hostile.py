"""Whatever text comes from outside, every variant reads it or refuses it by its own errors."""

import json
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.variants.hostile import corpus, examined, fuzz, tried, tried_move
from variants.errors import SettingsError
from variants.registry import load_all

VARIANTS = load_all()
names = st.sampled_from(sorted(VARIANTS))
numbers = st.one_of(
    st.integers().map(str), st.sampled_from(["9" * 9, "9" * 10, "9" * 900, "-0", "1e9", "٣", "0x1", ""])
)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(["-", "00"])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)),
)
keys = st.sampled_from(sorted({key for rules in VARIANTS.values() for key in rules.fen_keys} | {""}))
fields = st.one_of(
    st.dictionaries(keys, values, max_size=3).map(json.dumps),
    st.tuples(keys, st.integers(1, 900)).map(lambda drawn: "{" + json.dumps(drawn[0]) + ":" + "[" * drawn[1]),
    st.integers(1, 150).map(lambda depth: '{"a":' * depth + "}" * depth),
    st.tuples(st.text("012x", max_size=3), st.sampled_from(["", " -", " a2a3", " - -"])).map("".join),
    st.text(max_size=30),
)


@pytest.fixture(scope="module")
def strangers():
    """FENs of every variant."""
    return [fen for variant in VARIANTS.values() for fen in corpus(variant, 3, 20).fens]


@pytest.mark.parametrize("name", sorted(VARIANTS))
@pytest.mark.parametrize("texts", [1500, pytest.param(20_000, marks=pytest.mark.slow)])
def test_hostile_fens_and_moves_are_read_or_refused_by_name(name, texts, strangers):
    taken = fuzz(VARIANTS[name], texts, strangers, seed=texts)
    assert texts / 50 < taken < texts, "the texts are neither all nonsense nor all sense"


@given(names, st.text() | st.text("abcdeh12358npq-@P{", max_size=12))
@example("Apocalypse", "")
@example("Chess", "a1b3\n")
@example("Checkered", "a1" * 1000)
@example("Dobutsu", "a１b3")
@example("Dark", "\ud800")
def test_any_text_is_read_as_a_fen_and_as_a_move_or_refused(name, text):
    tried(VARIANTS[name], text, {}, Random(0))
    tried_move(VARIANTS[name], text)


@given(names, st.sampled_from(["w", "b", "W", ""]), numbers, fields)
def test_any_fields_after_the_rows_are_read_or_refused(name, turn, number, rest):
    rows = VARIANTS[name].start({}, Random(0)).fen().split(" ")[0]
    tried(VARIANTS[name], f"{rows} {turn} {number} {rest}", {}, Random(0))
    tried(VARIANTS[name], f"{number}/{rows} {turn}", {}, Random(0))


@given(names, st.data())
def test_any_settings_start_a_game_or_are_refused(name, data):
    rules = VARIANTS[name]
    known = {option.name: option.choices for option in rules.options}
    settings = data.draw(
        st.dictionaries(st.text(max_size=12) | st.sampled_from(sorted(known) or [""]), values, max_size=3)
    )
    # Python counts False among (0, 1, 2), the rules do not.
    choices = {key: [(type(choice), choice) for choice in offered] for key, offered in known.items()}
    if all((type(value), value) in choices.get(key, ()) for key, value in settings.items()):
        examined(rules.start(settings, Random(0)), Random(0))
    else:
        with pytest.raises(SettingsError):
            rules.start(settings, Random(0))

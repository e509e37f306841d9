"""Whatever text comes from outside, every variant reads it or refuses it by its own errors."""

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.variants.hostile import corpus, examined, fuzz, tried, tried_move
from variants.errors import SettingsError
from variants.registry import load_all

VARIANTS = load_all()
names = st.sampled_from(sorted(VARIANTS))
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(["-", "00"])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)),
)


@pytest.fixture(scope="module")
def strangers():
    """FENs of every variant."""
    return [fen for variant in VARIANTS.values() for fen in corpus(variant, 3, 20).fens]


@pytest.mark.parametrize("name", sorted(VARIANTS))
@pytest.mark.parametrize("texts", [400, pytest.param(20_000, marks=pytest.mark.slow)])
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

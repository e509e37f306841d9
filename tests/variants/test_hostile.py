"""Whatever text comes from outside, every variant reads it or refuses it by its own errors."""

from random import Random

import pytest

from tests.variants.hostile import corpus, fuzz, hostile
from variants.registry import load_all

VARIANTS = load_all()
TEXTS = 1500


@pytest.fixture(scope="module")
def strangers():
    """FENs of every variant."""
    return [fen for variant in VARIANTS.values() for fen in corpus(variant, 3, 20).fens]


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_hostile_fens_and_moves_are_read_or_refused_by_name(name, strangers):
    taken = fuzz(VARIANTS[name], TEXTS, strangers, seed=1)
    assert TEXTS / 50 < taken < TEXTS, "the texts are neither all nonsense nor all sense"


def test_the_same_seed_gives_the_same_texts():
    known = corpus(VARIANTS["Chess"], 2, 5)
    one, other = Random(7), Random(7)
    assert [hostile(known, known.fens, one) for _ in range(99)] == [
        hostile(known, known.fens, other) for _ in range(99)
    ]

"""Who is paired with whom: oldest first among seeks that suit each other, the variant and the seats by lot."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.game import NO_CLOCK, Refusal, parse_control
from server.lobby import Seek, seeks

FIVE = parse_control("5+3")
VARIANTS = ("Duel", "Twice", "Veil")


def seek(person, *variants, control=FIVE, since=0.0, network=""):
    return Seek(person, frozenset(variants), (control,), since, "m", network)


def by_person(*given):
    return {each.person: each for each in given}


def pair(person, *given, seed=0):
    pool = by_person(*given)
    return seeks.pair(pool[person], pool.values(), VARIANTS, Random(seed))


def test_the_oldest_seek_is_paired_first_regardless_of_arrival_order():
    given = [
        seek("late", since=5.0),
        seek("first", since=1.0),
        seek("never", "Duel", control=NO_CLOCK, since=0.0),
        seek("second", since=3.0),
        seek("ann", since=6.0),
    ]
    assert [each.person for each in seeks.oldest(given)] == ["never", "first", "second", "late", "ann"]
    assert {each.person for each in pair("ann", *given).seeks} == {"ann", "first"}


def test_the_variant_is_drawn_from_those_both_want_and_the_seats_by_lot():
    variants, first = Counter(), Counter()
    for seed in range(200):
        pairing = pair("bob", seek("ann", "Duel", "Veil"), seek("bob", since=1.0), seed=seed)
        variants[pairing.variant] += 1
        first[pairing.seeks[0].person] += 1
    for drawn, among in ((variants, {"Duel", "Veil"}), (first, {"ann", "bob"})):
        assert set(drawn) == among
        assert min(drawn.values()) > 70
    assert pair("ann", seek("ann"), seek("bob")).variant in VARIANTS, "where both want any"


def rated(person, since=0.0, distance=None):
    return Seek(person, frozenset({"Duel"}), (FIVE,), since, "m", rated=True, distance=distance)


def test_a_rated_seek_is_paired_with_the_nearest_rating_and_the_distance_grows_with_the_wait():
    points = {("ann", "Duel/blitz"): 1500.0, ("near", "Duel/blitz"): 1620.0, ("far", "Duel/blitz"): 1900.0}

    def met(at, *others, mine=None):
        pairing = seeks.pair_rated(mine or rated("ann"), others, VARIANTS, Random(0), points, at)
        return pairing and {each.person for each in pairing.seeks} - {"ann"}

    assert met(0.0, rated("far"), rated("near")) == {"near"}, "not the oldest"
    assert met(0.0, rated("far")) is None
    assert met(20.0, rated("far", since=20.0)) is None
    assert met(25.0, rated("far", since=25.0)) == {"far"}, "who waits for one waits for both"
    assert met(0.0, rated("new")) == {"new"}, "a new player has 1500"
    assert met(1000.0, rated("far"), mine=rated("ann", distance=399)) is None, "both may say how far is too far"
    assert met(1000.0, rated("far", distance=399)) is None
    assert met(1000.0, rated("far", distance=400), mine=rated("ann", distance=400)) == {"far"}
    assert met(10.0, rated("near", since=11.0)) is met(10.0, rated("near"), mine=rated("ann", since=11.0)) is None
    assert met(11.0, rated("near", since=11.0)) == {"near"}, "a seek that begins later is not paired before"
    assert met(100.0, seek("casual", "Duel")) is None
    assert pair("casual", seek("casual", "Duel"), rated("ann")) is None


def test_the_number_of_seeks_is_bounded_and_a_seek_may_still_be_changed():
    others = seek("ann", "Duel"), seek("bob", "Veil")
    with pytest.raises(Refusal) as refusal:
        seeks.check(seek("cyd", "Twice"), by_person(*others), VARIANTS, 2)
    assert refusal.value.code == "too_many_waits"
    seeks.check(seek("ann", "Twice"), by_person(*others), VARIANTS, 2)
    seeks.check(seek("cyd", "Veil"), by_person(others[0]), VARIANTS, 2)


@given(
    st.lists(
        st.tuples(st.sampled_from("abcdef"), st.sets(st.sampled_from(VARIANTS)), st.sampled_from([FIVE, NO_CLOCK])),
        max_size=30,
    )
)
def test_after_each_pairing_no_two_remaining_seeks_suit_each_other(comers):
    pool = {}
    for since, (person, variants, control) in enumerate(comers):
        pool[person] = seek(person, *variants, control=control, since=since)
        pairing = seeks.pair(pool[person], pool.values(), VARIANTS, Random(since))
        if pairing:
            one, other = pairing.seeks
            assert one.person != other.person
            assert one.controls == other.controls == (pairing.control,)
            assert all(pairing.variant in (each.variants or VARIANTS) for each in pairing.seeks)
            for each in pairing.seeks:
                del pool[each.person]
        assert not any(
            one.controls == other.controls and (one.variants or set(VARIANTS)) & (other.variants or set(VARIANTS))
            for one in pool.values()
            for other in pool.values()
            if one is not other
        )

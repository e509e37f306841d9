"""Who is paired with whom: oldest first among seeks that suit each other, the variant and the seats by lot."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.game import NO_CLOCK, Refusal, parse_control
from server.tables.pairing import MOST_OF_ONE, Pool, Wait

FIVE = parse_control("5+3")
VARIANTS = ("Duel", "Twice", "Veil")


def seek(person, *variants, control=FIVE, since=0.0, network=""):
    return Wait(person, frozenset(variants), control, since, "m", network)


def pool_of(*seeks, seed=0, most=500):
    pool = Pool(VARIANTS, Random(seed), most)
    for each in seeks:
        pool.add(each)
    return pool


def names(pair):
    """Who was paired, in alphabetical order; nobody if nobody was."""
    return sorted(each.person for each in pair.waits) if pair else []


def seekers(pool):
    """Who seeks and is promised to nobody, the oldest first."""
    return [each.person for each in pool.oldest(99)]


def refused(pool, added):
    with pytest.raises(Refusal) as refusal:
        pool.add(added)
    return refusal.value.code


@pytest.mark.parametrize(
    "other",
    [
        seek("bob", "Twice", "Veil"),
        seek("bob", "Duel", control=NO_CLOCK),
        seek("bob", "Duel", control=parse_control("5+2")),
        seek("bob", control=parse_control("3d")),
        seek("ann", "Duel", since=1.0),
    ],
)
def test_seeks_without_a_common_variant_with_another_clock_or_of_one_person_are_never_paired(other):
    pool = pool_of(seek("ann", "Duel"), other)
    assert pool.pair("ann") is None
    assert pool.pair("bob") is None
    assert seekers(pool) == list(dict.fromkeys(["ann", other.person]))


def test_the_oldest_seek_comes_first_in_whatever_order_they_came():
    pool = pool_of(
        seek("late", since=5.0),
        seek("first", since=1.0),
        seek("never", "Duel", control=NO_CLOCK, since=0.0),
        seek("second", since=3.0),
        seek("ann", since=6.0),
    )
    assert seekers(pool) == ["never", "first", "second", "late", "ann"]
    assert names(pool.pair("ann")) == ["ann", "first"]


def test_the_variant_is_drawn_from_those_both_want_and_the_seats_by_lot():
    variants, first = Counter(), Counter()
    for seed in range(200):
        pair = pool_of(seek("ann", "Duel", "Veil"), seek("bob", since=1.0), seed=seed).pair("bob")
        variants[pair.variant] += 1
        first[pair.waits[0].person] += 1
    for drawn, among in ((variants, {"Duel", "Veil"}), (first, {"ann", "bob"})):
        assert set(drawn) == among
        assert min(drawn.values()) > 70
    assert pool_of(seek("ann"), seek("bob")).pair("ann").variant in VARIANTS, "where both want any"


@pytest.mark.parametrize("variants", [("Crown",), ("Duel", "Crown"), ("nonsense",), ("",)])
def test_a_variant_that_is_unknown_or_not_for_two_is_refused_by_name(variants):
    assert refused(pool_of(), seek("ann", *variants)) == "not_for_two"


def test_no_more_than_so_many_seek_but_a_seek_may_be_changed():
    pool = pool_of(seek("ann", "Duel"), seek("bob", "Veil"), most=2)
    assert refused(pool, seek("cyd", "Twice")) == "too_many_waits"
    pool.add(seek("ann", "Twice"))
    assert pool.cancel("bob")
    pool.add(seek("cyd", "Veil"))
    assert seekers(pool) == ["ann", "cyd"]


def test_an_address_has_a_share_of_the_seeks():
    pool = pool_of(*(seek(f"mallory{number}", "Duel", network="203.0.113.7") for number in range(MOST_OF_ONE)))
    assert refused(pool, seek("mallory", "Duel", network="203.0.113.7")) == "too_many_waits"
    pool.add(seek("mallory0", "Twice", network="203.0.113.7"))
    pool.add(seek("ann", "Veil", network="198.51.100.1"))
    pool.add(seek("bob", "Veil"))
    assert names(pool.pair("ann")) == ["ann", "bob"]


def test_a_pair_is_promised_to_nobody_else_until_it_has_a_table_or_is_given_up():
    pool = pool_of(*(seek(person, since=number) for number, person in enumerate(("ann", "bob", "cyd"))))
    pair = pool.pair("bob")
    assert names(pair) == ["ann", "bob"]
    assert pool.pair("cyd") is pool.pair("ann") is None
    assert not pool.cancel("ann")
    assert refused(pool, seek("ann", "Duel")) == "being_paired"
    assert seekers(pool) == ["cyd"]
    assert pool.of("ann") == seek("ann"), "until there is a table, the person seeks"
    pool.give_up(pair)
    assert seekers(pool) == ["ann", "bob", "cyd"]
    assert names(pool.pair("cyd")) == ["ann", "cyd"]


@given(
    st.lists(
        st.tuples(st.sampled_from("abcdef"), st.sets(st.sampled_from(VARIANTS)), st.sampled_from([FIVE, NO_CLOCK])),
        max_size=30,
    )
)
def test_whoever_is_paired_on_coming_leaves_no_two_seeks_that_suit_each_other(comers):
    pool = pool_of()
    for since, (person, variants, control) in enumerate(comers):
        pool.add(seek(person, *variants, control=control, since=since))
        pair = pool.pair(person)
        if pair:
            one, other = pair.waits
            assert one.person != other.person
            assert one.control == other.control
            assert all(pair.variant in (each.variants or VARIANTS) for each in pair.waits)
            pool.keep(pair)
        left = pool.oldest(99)
        assert len({each.person for each in left}) == len(left) == len(pool)
        assert not any(
            one.control == other.control and (one.variants or set(VARIANTS)) & (other.variants or set(VARIANTS))
            for one in left
            for other in left
            if one is not other
        )

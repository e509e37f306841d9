"""Who is paired with whom: oldest first among waits that suit each other, the variant and the seats by lot."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.tables.control import NO_CLOCK, parse
from server.tables.pairing import MOST_OF_ONE, Pool, Wait
from server.tables.refusal import Refusal

FIVE = parse("5+3")
VARIANTS = ("Duel", "Twice", "Veil")


def pool(seed=0, most=500):
    return Pool(VARIANTS, Random(seed), most)


def wait(person, *variants, control=FIVE, since=0.0):
    return Wait(person, frozenset(variants), control, since, "m")


def names(pair):
    """Who was paired, in alphabetical order; nobody if nobody was."""
    return sorted(one.person for one in pair.waits) if pair else []


def test_two_waits_that_suit_each_other_become_a_pair_and_leave_the_pool():
    waits = pool()
    waits.add(wait("ann", "Duel"))
    assert waits.pair("ann") is None
    waits.add(wait("bob", "Duel", since=1.0))
    pair = waits.pair("bob")
    assert pair is not None
    assert (names(pair), pair.variant) == (["ann", "bob"], "Duel")
    waits.keep(pair)
    assert len(waits) == 0


@pytest.mark.parametrize(
    "other",
    [
        wait("bob", "Twice"),
        wait("bob", "Twice", "Veil"),
        wait("bob", "Duel", control=NO_CLOCK),
        wait("bob", "Duel", control=parse("5+2")),
        wait("bob", control=parse("3d")),
    ],
)
def test_waits_without_a_common_variant_or_with_another_clock_are_never_paired(other):
    waits = pool()
    waits.add(wait("ann", "Duel"))
    waits.add(other)
    assert waits.pair("ann") is None
    assert waits.pair("bob") is None
    assert len(waits) == 2


def test_nobody_is_paired_with_himself():
    waits = pool()
    waits.add(wait("ann", "Duel"))
    waits.add(wait("ann", "Duel", since=1.0))
    assert waits.pair("ann") is None
    assert len(waits) == 1


def test_who_has_waited_longest_comes_first_in_whatever_order_they_are_kept():
    waits = pool()
    waits.add(wait("late", since=5.0))
    waits.add(wait("first", since=1.0))
    waits.add(wait("never", "Duel", control=NO_CLOCK, since=0.0))
    waits.add(wait("second", since=3.0))
    assert [one.person for one in waits.oldest(3)] == ["never", "first", "second"]
    waits.add(wait("ann", since=6.0))
    assert names(waits.pair("ann")) == ["ann", "first"]


def test_a_new_wait_replaces_the_old_one_and_keeps_nothing_of_it():
    waits = pool()
    waits.add(wait("ann", "Duel", since=1.0))
    waits.add(wait("bob", "Veil", since=2.0))
    waits.add(wait("ann", "Twice", control=NO_CLOCK, since=3.0))
    assert waits.of("ann") == wait("ann", "Twice", control=NO_CLOCK, since=3.0)
    assert [one.person for one in waits.oldest(9)] == ["bob", "ann"]
    waits.add(wait("cyd", "Duel", since=4.0))
    assert waits.pair("cyd") is None


def test_the_variant_is_drawn_from_those_both_want_and_surprise_me_wants_all():
    drawn = Counter()
    for seed in range(200):
        waits = pool(seed)
        waits.add(wait("ann", "Duel", "Veil"))
        waits.add(wait("bob", since=1.0))
        pair = waits.pair("bob")
        assert pair is not None
        drawn[pair.variant] += 1
    assert set(drawn) == {"Duel", "Veil"}
    assert min(drawn.values()) > 70
    two = pool()
    two.add(wait("ann"))
    two.add(wait("bob"))
    pair = two.pair("ann")
    assert pair is not None
    assert pair.variant in VARIANTS


def test_seats_are_drawn_by_lot():
    first = Counter()
    for seed in range(200):
        waits = pool(seed)
        waits.add(wait("ann"))
        waits.add(wait("bob", since=1.0))
        pair = waits.pair("bob")
        assert pair is not None
        first[pair.waits[0].person] += 1
    assert min(first["ann"], first["bob"]) > 70


@pytest.mark.parametrize("variants", [("Crown",), ("Duel", "Crown"), ("nonsense",), ("",)])
def test_a_variant_that_is_unknown_or_not_for_two_is_refused_by_name(variants):
    waits = pool()
    with pytest.raises(Refusal) as refused:
        waits.add(wait("ann", *variants))
    assert refused.value.code == "not_for_two"
    assert len(waits) == 0


def test_no_more_than_so_many_wait_but_who_waits_may_change_his_mind():
    waits = pool(most=2)
    waits.add(wait("ann", "Duel"))
    waits.add(wait("bob", "Veil"))
    with pytest.raises(Refusal) as refused:
        waits.add(wait("cyd", "Twice"))
    assert refused.value.code == "too_many_waits"
    waits.add(wait("ann", "Twice"))
    assert len(waits) == 2
    assert waits.cancel("bob")
    waits.add(wait("cyd", "Veil"))
    assert names(waits.pair("cyd")) == []


def test_a_promised_wait_is_nobody_elses_cannot_be_changed_and_is_not_shown():
    waits = pool()
    for person in ("ann", "bob", "cyd"):
        waits.add(wait(person))
    assert names(waits.pair("bob")) == ["ann", "bob"]
    assert waits.pair("cyd") is None
    assert waits.pair("ann") is None
    assert not waits.cancel("ann")
    with pytest.raises(Refusal) as refused:
        waits.add(wait("ann", "Duel"))
    assert refused.value.code == "being_paired"
    assert [one.person for one in waits.oldest(9)] == ["cyd"]
    assert waits.of("ann") == wait("ann"), "until there is a table, she waits"


def test_a_pair_for_which_there_is_no_table_waits_on_since_when_it_did():
    waits = pool()
    waits.add(wait("ann", since=1.0))
    waits.add(wait("bob", since=2.0))
    pair = waits.pair("bob")
    assert pair is not None
    waits.give_up(pair)
    assert [(one.person, one.since) for one in waits.oldest(9)] == [("ann", 1.0), ("bob", 2.0)]
    waits.add(wait("cyd", since=3.0))
    assert names(waits.pair("cyd")) == ["ann", "cyd"]


def test_who_has_cancelled_is_paired_with_nobody():
    waits = pool()
    waits.add(wait("ann"))
    assert waits.cancel("ann")
    assert not waits.cancel("ann")
    waits.add(wait("bob"))
    assert waits.pair("bob") is None
    assert waits.pair("ann") is None


@given(
    st.lists(
        st.tuples(st.sampled_from("abcdef"), st.sets(st.sampled_from(VARIANTS)), st.sampled_from([FIVE, NO_CLOCK])),
        max_size=30,
    )
)
def test_who_comes_leaves_no_two_waits_in_the_pool_that_suit_each_other(
    comers,
):
    """As long as everybody is paired as he comes; and each pair is what both have asked for."""
    waits = pool()
    for since, (person, variants, control) in enumerate(comers):
        waits.add(Wait(person, frozenset(variants), control, since, "m"))
        pair = waits.pair(person)
        if pair:
            one, other = pair.waits
            assert one.person != other.person
            assert one.control == other.control
            assert all(pair.variant in (each.variants or VARIANTS) for each in pair.waits)
            waits.keep(pair)
        left = waits.oldest(99)
        assert len({one.person for one in left}) == len(left) == len(waits)
        assert not any(
            one.control == other.control and (one.variants or set(VARIANTS)) & (other.variants or set(VARIANTS))
            for one in left
            for other in left
            if one is not other
        )


def test_one_address_has_a_share_of_the_waits_and_leaves_room_for_the_others():
    waits = pool()
    for number in range(MOST_OF_ONE):
        waits.add(wait(f"mallory{number}", "Duel", control=parse("1+0"))._replace(network="203.0.113.7"))
    with pytest.raises(Refusal) as refused:
        waits.add(wait("mallory", "Duel")._replace(network="203.0.113.7"))
    assert refused.value.code == "too_many_waits"
    waits.add(wait("mallory0", "Twice")._replace(network="203.0.113.7"))
    waits.add(wait("ann", "Duel")._replace(network="198.51.100.1"))
    waits.add(wait("bob", "Duel"))
    assert names(waits.pair("ann")) == ["ann", "bob"]

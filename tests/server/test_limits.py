"""Whoever goes too fast is told so and slows nobody else down; what is remembered of everybody is bounded."""

import pytest

from server.limits import MOST_CONNECTIONS, Buckets, Limits, network
from server.refusal import Refusal


class Clock:
    """A clock turned by hand."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still."""
    return Clock()


def taken(buckets: Buckets, key: str, times: int) -> int:
    """Of so many tries, how many got a token."""
    return sum(buckets.take(key) for _ in range(times))


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate(clock: Clock) -> None:
    buckets = Buckets(8, 40, clock, 100)
    assert taken(buckets, "ann", 100) == 40
    clock.at += 0.4375
    assert taken(buckets, "ann", 100) == 3
    clock.at += 0.0625
    assert taken(buckets, "ann", 100) == 1
    clock.at += 3600
    assert taken(buckets, "ann", 100) == 40


def test_in_any_second_that_follows_no_more_than_the_rate_gets_through(clock: Clock) -> None:
    buckets = Buckets(8, 40, clock, 100)
    taken(buckets, "ann", 40)
    through = []
    for _ in range(640):
        clock.at += 1 / 64
        through.append(buckets.take("ann"))
    assert sum(through) == 80
    assert {sum(through[begin : begin + 64]) for begin in range(576)} == {8}


def test_one_bucket_takes_nothing_from_another(clock: Clock) -> None:
    buckets = Buckets(1, 5, clock, 100)
    assert taken(buckets, "ann", 10) == 5
    assert taken(buckets, "bob", 10) == 5


def test_a_dear_request_takes_all_its_tokens_or_none(clock: Clock) -> None:
    buckets = Buckets(1, 5, clock, 100)
    assert buckets.take("ann", 4)
    assert not buckets.take("ann", 2)
    assert buckets.take("ann", 1)


def test_a_clock_that_goes_back_gives_and_takes_nothing(clock: Clock) -> None:
    buckets = Buckets(1, 5, clock, 100)
    assert taken(buckets, "ann", 5) == 5
    clock.at -= 500
    assert not buckets.take("ann")
    clock.at += 1
    assert taken(buckets, "ann", 5) == 1


def test_memory_is_bounded_and_what_is_forgotten_is_what_was_used_longest_ago(clock: Clock) -> None:
    buckets = Buckets(1, 5, clock, 100)
    taken(buckets, "ann", 5)
    for number in range(10_000):
        buckets.take(str(number))
        assert not buckets.take("ann"), "who asks all the time stays known"
    assert len(buckets) == 100


def test_a_rate_of_nothing_is_no_limit_and_remembers_nobody(clock: Clock) -> None:
    buckets = Buckets(0, 0, clock, 100)
    assert taken(buckets, "ann", 10_000) == 10_000
    assert len(buckets) == 0


def told(limits: Limits, address: str, person: str | None, times: int) -> list[str]:
    """What somebody is refused who asks so often."""
    refused = []
    for _ in range(times):
        try:
            limits.check(address, person)
        except Refusal as refusal:
            refused.append(refusal.code)
    return refused


def test_who_goes_too_fast_is_refused_by_name_and_his_neighbours_go_on(clock: Clock) -> None:
    limits = Limits(10, 100, clock)
    assert told(limits, "192.0.2.1", "ann", 1000) == ["too_fast"] * 950
    assert told(limits, "192.0.2.1", "bob", 50) == []
    assert told(limits, "192.0.2.9", "ann", 1) == ["too_fast"], "another address is the same person"


def test_a_person_with_many_names_shares_one_address(clock: Clock) -> None:
    limits = Limits(10, 100, clock)
    refused = sum(len(told(limits, "192.0.2.1", f"name {number}", 10)) for number in range(100))
    assert refused == 500
    assert told(limits, "192.0.2.1", None, 1) == ["too_fast"]
    assert told(limits, "192.0.2.2", None, 500) == []


def test_an_address_has_so_many_connections_and_each_that_closes_makes_room(clock: Clock) -> None:
    limits = Limits(10, 100, clock)
    for number in range(MOST_CONNECTIONS):
        limits.check_room("192.0.2.1")
        limits.come(f"c{number}", "192.0.2.1")
    with pytest.raises(Refusal, match="Close some") as refused:
        limits.check_room("192.0.2.1")
    assert refused.value.code == "too_many_connections"
    limits.check_room("192.0.2.2")
    limits.go("c7")
    limits.go("c7")
    limits.go("never came")
    limits.check_room("192.0.2.1")
    assert limits.connections() == MOST_CONNECTIONS - 1
    for number in range(MOST_CONNECTIONS):
        limits.go(f"c{number}")
    assert limits.connections() == 0
    assert not limits._connections, "nothing is kept of an address that has left"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("fe80::1%eth0", "fe80::1%eth1", True),
        ("", "192.0.2.1", False),
    ],
)
def test_what_counts_as_one_address(one: str, other: str, same: bool) -> None:
    assert (network(one) == network(other)) is same


def test_no_address_is_one_too() -> None:
    assert network(None) == network("")

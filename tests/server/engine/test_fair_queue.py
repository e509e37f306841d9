"""Whose turn it is: nobody gains by asking for much, nor by many names, nor by one that nobody has heard before."""

from collections import Counter
from random import Random

from server.engine import FairQueue, fair_queue
from server.runtime.limits import Asker

ANN, BOB = Asker("192.0.2.1", "ann"), Asker("192.0.2.2", "bob")


def order(queue):
    return [queue.take()[0] for _ in range(len(queue))]


def waiting(most=100, **askers):
    queue = FairQueue(most)
    for item, asker in askers.items():
        queue.add(item, asker)
    return queue


def test_nobody_is_served_before_another_who_waits_because_he_is_new():
    queue = waiting(a=ANN)
    for number in range(50):
        queue.add(str(number), Asker(f"198.51.100.{number}"))
    queue.take()
    queue.add("b", ANN)
    for number in range(50, 60):
        queue.add(str(number), Asker(f"198.51.100.{number}"))
    assert order(queue)[49:52] == ["49", "b", "50"]


def test_the_client_with_fewer_running_tasks_goes_first():
    queue = waiting(a=ANN, b=BOB)
    assert queue.take([ANN]) == ("b", BOB)
    assert queue.take([ANN]) == ("a", ANN)
    there = Asker(ANN.network, "her neighbour")
    queue = waiting(a=ANN, c=there, b=BOB)
    assert [queue.take([ANN])[0] for _ in range(3)] == ["b", "c", "a"]


def test_where_it_is_full_the_last_of_those_who_have_most_leaves():
    crowd = {f"c{number}": Asker("192.0.2.9", f"cookie {number % 3}") for number in range(5)}
    queue = waiting(5, **crowd)
    assert queue.drop_overflow() is None
    for item, asker, out in (("a", ANN, "c4"), ("b", BOB, "c3"), ("a2", ANN, "c2"), ("c5", crowd["c0"], "c5")):
        queue.add(item, asker)
        assert queue.drop_overflow() == out
        assert out not in queue
    assert set(queue) == {"c0", "c1", "a", "a2", "b"}
    queue.add("d", Asker("192.0.2.3"))
    assert queue.drop_overflow() == "a2", "of two who have as many, it is the newest that leaves"
    queue.add("e", Asker("192.0.2.4"))
    assert queue.drop_overflow() == "c1"
    queue.add("f", Asker("192.0.2.5"))
    assert queue.drop_overflow() == "f", "who comes when everybody has one waits for no place of theirs"


def test_a_crowd_at_one_address_shares_its_places_among_its_people():
    queue = waiting(4, a=ANN, b=ANN, c=ANN, d=ANN)
    for item in ("e", "f"):
        queue.add(item, Asker(ANN.network, "her neighbour"))
        queue.drop_overflow()
    assert set(queue) == {"a", "b", "e", "f"}


def test_every_client_gets_its_share_whatever_a_crowd_asks():
    random, served = Random(5), Counter[str]()
    queue = FairQueue(64)
    for turn in range(1000):
        for number in range(random.randrange(4)):
            queue.add(f"crowd {turn} {number}", Asker("192.0.2.9", f"cookie {random.randrange(50)}"))
            queue.drop_overflow()
        for asker in (ANN, BOB):
            if asker not in queue.askers:
                queue.add(f"{asker.person} {turn}", asker)
                queue.drop_overflow()
        served[queue.take()[1].network] += 1
    assert min(served.values()) >= 333


def test_memory_is_bounded_and_who_is_forgotten_while_he_waits_is_served_first():
    queue = waiting(10_000, waits=ANN)
    queue.add("a", BOB)
    assert queue.take([ANN]) == ("a", BOB)
    for number in range(fair_queue.MOST_LAST_TURNS):
        queue.add(str(number), Asker(f"address {number}"))
        queue.take([ANN])
    assert len(queue._last) == fair_queue.MOST_LAST_TURNS
    assert queue.take() == ("waits", ANN)

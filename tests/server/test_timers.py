"""Timers: each table is looked at when its moment has come, once, whatever happens at another."""

import logging

from server.tables import STALE, Timers


class Watch:
    """Timers at a time that is set by hand, and what it looked at."""

    def __init__(self):
        self.time = 100.0
        self.seen = []
        self.broken = set()
        self.beats = []
        self.timers = Timers(lambda: self.time)

    def tend(self):
        self.timers.tend(self.look, lambda: self.beats.append(self.time))

    def look(self, table):
        self.seen.append(table)
        if table in self.broken:
            raise KeyError("a2a3")


def test_a_table_that_cannot_be_looked_at_keeps_no_other_from_it(caplog):
    watch = Watch()
    watch.broken = {"broken"}
    for table, moment in (("broken", 101.0), ("whole", 102.0)):
        watch.timers.set(table, moment)
    watch.time = 110.0
    with caplog.at_level(logging.ERROR):
        watch.timers.fire(watch.look)
    assert watch.seen == ["broken", "whole"]
    assert "could not be looked at" in caplog.text
    assert "a2a3" not in caplog.text, "what went wrong may hold a move"


def test_a_table_that_asks_for_a_moment_that_is_past_keeps_no_other_waiting():
    watch = Watch()
    plain = watch.look

    def look(table):
        plain(table)
        if table == "greedy" and len(watch.seen) < 100:
            watch.timers.set(table, 101.0)

    for table, moment in (("greedy", 101.0), ("other", 102.0)):
        watch.timers.set(table, moment)
    watch.time = 110.0
    watch.timers.fire(look)
    assert watch.seen == ["greedy", "other"]


def test_signs_of_life_come_once_a_second_while_a_table_waits_and_at_no_other_time():
    watch = Watch()
    watch.tend()
    watch.timers.set("t", 1000.0)
    for _ in range(30):
        watch.time += 0.25
        watch.tend()
    assert watch.beats == [100.25 + second for second in range(8)]
    watch.timers.set("t", None)
    watch.time += 10
    watch.tend()
    assert len(watch.beats) == 8


def test_moments_that_are_set_anew_without_end_take_no_memory_without_end():
    watch = Watch()
    for step in range(10 * STALE):
        watch.timers.set("t", 1_000_000.0 + step)
    watch.timers.set("soon", 110.0)
    assert len(watch.timers._heap) <= STALE + 4
    watch.time = 110.0
    watch.timers.fire(watch.look)
    assert watch.seen == ["soon"]

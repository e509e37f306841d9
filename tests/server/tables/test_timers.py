"""Timers: each table is looked at when its moment has come, once, whatever happens at another."""

import logging

from server.tables import Timers


class Watch:
    """Timers at a time that is set by hand, and what it looked at."""

    def __init__(self, **moments):
        self.time = 100.0
        self.seen = []
        self.timers = Timers(lambda: self.time)
        for table, moment in moments.items():
            self.timers.set(table, moment)

    def fire(self, look=lambda _: None):
        """Fire what is due at 110."""
        self.time = 110.0
        self.timers.fire(lambda table: (self.seen.append(table), look(table)))


def test_a_table_that_cannot_be_looked_at_keeps_no_other_from_it(caplog):
    watch = Watch(broken=101.0, whole=102.0)
    with caplog.at_level(logging.ERROR):
        watch.fire(lambda table: table == "whole" or {}["a2a3"])
    assert watch.seen == ["broken", "whole"]
    assert "could not be checked" in caplog.text
    assert "a2a3" not in caplog.text, "what went wrong may hold a move"


def test_a_table_that_asks_for_a_moment_that_is_past_keeps_no_other_waiting():
    watch = Watch(greedy=101.0, other=102.0)
    watch.fire(lambda table: watch.timers.set("greedy", 101.0) if len(watch.seen) < 100 else None)
    assert watch.seen == ["greedy", "other"]


def test_a_heartbeat_is_written_each_second_while_a_timer_is_set():
    watch, beats = Watch(), []

    def tend(seconds):
        watch.time += seconds
        watch.timers.tend(watch.seen.append, lambda: beats.append(watch.time))

    tend(0)
    watch.timers.set("t", 1000.0)
    for _ in range(30):
        tend(0.25)
    assert beats == [100.25 + second for second in range(8)]
    watch.timers.set("t", None)
    tend(10)
    assert len(beats) == 8

"""Rules from outside that never end, or would end the process, cost one table and nothing else."""

import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import gevent
import pytest
from flask import Flask
from gevent.event import Event

from server.config import Config
from server.site import create_app
from server.tables import deadline
from server.tables.deadline import LONGEST_WAIT
from tests.acting import action
from tests.server.test_replays import Players
from tests.toys import Duel, write_variant

NEVER = "forever()"
ENDS = {
    "endless": NEVER,
    "swallowing": "swallow()",
    "exit": "__import__('sys').exit()",
    "interrupt": "stop()",
}
HELPERS = """
def forever():
    while True:
        pass

def stop():
    raise KeyboardInterrupt

def swallow():
    while True:
        try:
            forever()
        except Exception:
            pass
"""


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """A site with a variant from outside, whose calls fail as soon as `spoiled` is set to how."""
    monkeypatch.setattr(deadline, "RULES_CALL_SECONDS", 0.2)
    home = write_variant(tmp_path / "variants", Duel)
    wrapped = "".join(
        f"\n_{name} = Variant.{name}\n"
        f"def {name}(self, *rest):\n"
        f"    return eval(spoiled[{name!r}]) if {name!r} in spoiled else _{name}(self, *rest)\n"
        f"Variant.{name} = {name}\n"
        for name in ("play", "picture")
    )
    with (home / "__init__.py").open("a", encoding="utf-8") as file:
        file.write(f"{HELPERS}\nspoiled = {{}}\n{wrapped}")
    app = create_app(Config(data=tmp_path / "data", variants=(tmp_path / "variants",), identity_rate=0))
    yield app
    app.extensions["cavalier"].close()


def spoil(app: Flask, name: str, how: str) -> None:
    """From now on this is what comes of a call."""
    variant = app.extensions["cavalier"].variants["Duel"]
    variant.play.__wrapped__.__globals__["spoiled"][name] = how


@pytest.mark.parametrize("how", ENDS.values(), ids=ENDS)
def test_rules_that_fail_in_a_turn_stop_that_table_alone(
    app: Flask, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    bad, good = Players(app, "Duel"), Players(app, "Apocalypse")
    spoil(app, "play", how)
    bad.do("act", 0, 0, "a1b3")
    with bad.lobby.looking(bad.id) as table:
        person = table.chairs[1]
    answer = bad.lobby.send(bad.id, person, action("act", 1, 0, "c3b1", message="m"))
    assert answer["refusal"].code == "rules_failed"
    with bad.lobby.looking(bad.id) as table:
        assert table.status == "stopped"
    good.turn("a2a3", "c5c4")
    (told,) = [vars(record) for record in caplog.records if record.message == "a running game is stopped"]
    assert told["fault"].startswith("Duel: play ")


def test_rules_that_fail_when_somebody_looks_stop_that_table_and_are_asked_once(app: Flask) -> None:
    bad = Players(app, "Duel")
    bad.turn("a1b3", "c3b1")
    spoil(app, "picture", NEVER)
    answers = [app.test_client().get(bad.address) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [409, 409, 409]
    assert "have failed" in answers[0].text
    gevent.wait(timeout=1, objects=[gevent.spawn(lambda: None)])
    with bad.lobby.using(bad.id) as (_, table):
        assert table.status == "stopped"


def test_an_alarm_strikes_nobody_but_the_rules_it_was_set_for() -> None:
    """Rules that wait let other work go on, which must not be interrupted for them."""
    steps: list[str] = []

    def bystander() -> None:
        for _ in range(20):
            gevent.sleep(0.001)
            sum(range(20_000))
        steps.append("whole")

    def waiting() -> None:
        try:
            with deadline.deadline(0.005):
                while True:
                    gevent.sleep(0.0001)
        except deadline.Endless:
            steps.append("interrupted")

    gevent.joinall([gevent.spawn(bystander), gevent.spawn(waiting)], raise_error=True)
    assert sorted(steps) == ["interrupted", "whole"]


def never_end() -> None:
    """Rules that come to no end."""
    while True:
        pass


def test_who_waits_for_the_processor_has_more_time_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    passed, now = [], 0.0
    monkeypatch.setattr(deadline, "time", SimpleNamespace(thread_time=lambda: 0.0, monotonic=lambda: now))

    def wait() -> None:
        nonlocal now
        for now in (60 * LONGEST_WAIT - 1.0, 60.0 * LONGEST_WAIT):
            signal.raise_signal(signal.SIGALRM)
            passed.append(now)

    with pytest.raises(deadline.Endless), deadline.deadline(60):
        wait()
    assert passed == [60 * LONGEST_WAIT - 1.0]


def test_an_alarm_that_rings_as_the_work_ends_leaves_the_next_deadline_in_force(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_timer = signal.setitimer

    def late(which: int, seconds: float) -> tuple[float, float]:
        if seconds == 0:
            signal.raise_signal(signal.SIGALRM)
        return set_timer(which, seconds)

    with monkeypatch.context() as patch:
        patch.setattr(signal, "setitimer", late)
        with deadline.deadline(30):
            pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    with pytest.raises(deadline.Endless), deadline.deadline(0.05):
        never_end()


def test_rules_that_wait_take_the_deadline_from_nobody_else() -> None:
    waiting = Event()

    def wait() -> None:
        with deadline.deadline(30):
            waiting.wait()

    parked = gevent.spawn(wait)
    gevent.sleep(0)
    try:
        with pytest.raises(deadline.Endless), deadline.deadline(0.05):
            never_end()
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 20, "the timer of the one that waits runs on"
    finally:
        waiting.set()
        parked.join()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)

"""The pool of processes that think: who asks is answered or told why not, whatever a process does to itself."""

import json
import logging
import os
import select
import signal
import sys
from contextlib import closing

import gevent
import pytest
from gevent import subprocess

from server.engine import Busy, EnginePool, PoolError, process
from server.runtime import Config
from server.runtime.limits import Asker
from tests.harness.checkout import ROOT
from tests.harness.composition import Services
from tests.harness.site import START_TIMEOUT
from tests.harness.sources import scripted

PLENTY = 30.0
"""Seconds nobody here waits for."""

SOON = 0.05
"""Seconds somebody here does wait for."""

FAKE = """
import json, os, signal, sys
for line in sys.stdin:
    task = json.loads(line)
    say = lambda text: (sys.stdout.write(text), sys.stdout.flush())
    answer = lambda **found: say(json.dumps({"id": task["id"], **found}) + "\\n")
    match task["do"]:
        case "echo": answer(ok={"text": task["text"]})
        case "process": answer(ok={"number": os.getpid()})
        case "meet": open(task["path"], task["mode"]).close(); answer(ok={"number": os.getpid()})
        case "fault": answer(fault="SomeError: " + task["text"])
        case "mutter": sys.stderr.write(task["text"] + "\\n"); sys.stderr.flush(); answer(ok={})
        case "say": say(task["text"])
        case "leave": say(task["text"]); sys.exit(3)
        case "stray": say("{}\\n"); answer(ok={})
        case "swell": say("x" * task["size"])
        case "crash": os.kill(os.getpid(), signal.SIGKILL)
        case "hang": pass
"""
"""A process that does what it is told, however foolish."""


def task(do, **fields):
    return {"do": do, "variant": "None", **fields}


def pool(processes=1, queue=64, program=FAKE):
    """Processes that run this program, and may not be late."""
    return closing(EnginePool([sys.executable, "-c", program], processes, queue, grace=0.0))


ANN = Asker("192.0.2.1", "ann")


def ask(engines, do, seconds=PLENTY, urgent=True, asker=ANN, **fields):
    return engines.ask(task(do, **fields), seconds, asker, urgent)


def outcome(call):
    """What is answered, or the name of the error."""
    try:
        return call()
    except PoolError as error:
        return type(error).__name__


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def kill(process):
    """Kill it from outside; it is gone when this returns."""
    os.kill(process, signal.SIGKILL)
    while alive(process):
        gevent.sleep(0)


def test_the_pool_survives_a_crash_a_kill_and_a_hang_among_two_hundred_tasks():
    with pool(2, queue=200) as thinking:
        kinds = {50: ("crash", PLENTY), 100: ("hang", SOON), 150: ("leave", PLENTY)}
        requests = []
        for number in range(200):
            do, seconds = kinds.get(number, ("echo", PLENTY))
            requests.append(
                gevent.spawn(
                    outcome, lambda do=do, seconds=seconds, text=str(number): ask(thinking, do, seconds, text=text)
                )
            )
        outcomes = [each.get() for each in requests]
        kill(ask(thinking, "process")["number"])
        assert ask(thinking, "echo", text="after") == {"text": "after"}
    assert outcomes == ["PoolError" if number in kinds else {"text": str(number)} for number in range(200)]


def test_as_many_think_at_once_as_are_needed_and_allowed(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pool(2) as thinking:
        one_by_one = {ask(thinking, "process")["number"] for _ in range(5)}
        # Each opens one end of a pipe, and waits for who opens the other.
        meeting = [gevent.spawn(ask, thinking, "meet", path=str(tmp_path / "pipe"), mode=mode) for mode in "wr"]
        met = {each.get()["number"] for each in meeting}
        requests = [gevent.spawn(ask, thinking, "process") for _ in range(20)]
        at_once = {each.get()["number"] for each in requests}
        assert len(one_by_one) == 1
        assert len(met) == 2
        assert one_by_one | at_once <= met


NO_ANSWERS = ("no JSON", "[]", "{}", '{"id": 0, "ok": {}}', '{"id": 2, "neither": {}}', '{"id": 2, "ok": 1}')
LATE = r"^It did not answer in time\.$"


@pytest.mark.parametrize(
    ("do", "seconds", "fields", "sentence"),
    [
        *(("say", PLENTY, {"text": f"{text}\n"}, ".") for text in (*NO_ANSWERS, "[" * 100_000, "\xff")),
        *(("leave", PLENTY, {"text": text}, ".") for text in ("", '{"id": 2, "ok"', '{"id": 2, "ok": {}}')),
        ("crash", PLENTY, {}, "."),
        ("hang", SOON, {}, LATE),
        ("say", SOON, {"text": '{"id": 2, "ok": {'}, LATE),
        ("swell", SOON, {"size": process.LONGEST_LINE // 2}, LATE),
        ("swell", PLENTY, {"size": process.LONGEST_LINE + 1}, "longer than"),
        ("echo", PLENTY, {"text": "x" * process.LONGEST_LINE}, "longer than"),
    ],
    ids=range(17),
)
def test_an_invalid_answer_is_a_failure_and_its_process_is_replaced(do, seconds, fields, sentence):
    with pool() as thinking:
        before = ask(thinking, "process")["number"]
        with pytest.raises(PoolError, match=sentence):
            ask(thinking, do, seconds, **fields)
        assert ask(thinking, "process")["number"] != before
    assert not alive(before)


def test_an_answer_is_no_answer_to_the_next_task():
    with pool() as thinking:
        assert outcome(lambda: ask(thinking, "stray")) == "PoolError"
        assert ask(thinking, "echo", text="mine") == {"text": "mine"}


@pytest.mark.parametrize("command", [[sys.executable, "-c", "pass"], ["no-such-program"]])
def test_processes_that_cannot_be_started_are_a_failure_each_time(command):
    thinking = EnginePool(command, 1)
    assert [outcome(lambda: ask(thinking, "echo", text="x" * 200_000)) for _ in range(3)] == ["PoolError"] * 3
    thinking.close()


def test_a_failing_task_is_reported_and_its_process_is_reused():
    with pool() as thinking:
        before = ask(thinking, "process")
        with pytest.raises(PoolError, match=r"^SomeError: a horse stands on b1$"):
            ask(thinking, "fault", text="a horse stands on b1")
        assert ask(thinking, "process") == before


@pytest.mark.parametrize("urgent", [True, False])
def test_a_full_queue_is_refused_by_name_and_takes_no_place_of_tasks_of_the_other_kind(urgent):
    with pool(1, queue=2) as thinking:
        requests = [
            gevent.spawn(outcome, lambda text=text: ask(thinking, "echo", text=text, urgent=urgent == (text < 9)))
            for text in (1, 2, 3, 4, 9)
        ]
        assert [each.get() for each in requests] == [*({"text": text} for text in (1, 2, 3)), "Busy", {"text": 9}]


CROWD = [(f"crowd {number}", Asker("192.0.2.9", f"cookie {number}")) for number in range(20)]
OTHERS = [("ann", ANN), ("ann again", ANN), ("bob", Asker("192.0.2.2", "bob"))]


@pytest.mark.parametrize(
    ("requests", "answered"),
    [
        ([*CROWD, *OTHERS], ["crowd 0", "crowd 1", "ann", "bob", "crowd 2", "ann again", "crowd 3"]),
        (
            [(name, ANN) for name in ("first", "review 1", "review 2", "urgent 1", "urgent 2")],
            ["first", "urgent 1", "urgent 2", "review 1", "review 2"],
        ),
    ],
    ids=["an address with many cookies waits for others", "urgent tasks go before reviews"],
)
def test_tasks_are_answered_in_the_order_that_is_fair(requests, answered):
    done = []

    def wait(name, asker):
        ask(thinking, "echo", text=0, asker=asker, urgent=not name.startswith("review"))
        done.append(name)

    with pool() as thinking:
        gevent.joinall([gevent.spawn(wait, *each) for each in requests], raise_error=True)
    assert done[:7] == answered


def test_of_several_processes_one_is_always_left_to_games():
    with pool(3) as thinking:
        slow = [gevent.spawn(outcome, lambda: ask(thinking, "hang", urgent=False)) for _ in range(5)]
        gevent.sleep(0)
        assert thinking.load.busy == 2
        assert ask(thinking, "echo", text="a move") == {"text": "a move"}
        assert thinking.load.busy == 2
        gevent.killall(slow)


def test_a_queued_task_times_out_and_a_started_one_is_awaited():
    with pool(2) as thinking:
        number = ask(thinking, "process")["number"]
        os.kill(number, signal.SIGSTOP)
        begun, other = (
            gevent.spawn(outcome, lambda: thinking.ask(task("process"), PLENTY, ANN, patience=SOON)) for _ in range(2)
        )
        assert other.get() != {"number": number}
        late = gevent.spawn(outcome, lambda: thinking.ask(task("hang"), PLENTY, ANN))
        gevent.sleep(0)
        assert outcome(lambda: thinking.ask(task("echo", text=1), PLENTY, ANN, patience=SOON)) == "Busy"
        assert not begun.ready()
        os.kill(number, signal.SIGCONT)
        assert begun.get() == {"number": number}
    assert late.get() == "Busy"


def test_a_stopped_client_leaves_no_task_behind():
    with pool(1, queue=1) as thinking:
        process = ask(thinking, "process")
        thought_about, waiting = (gevent.spawn(ask, thinking, "echo", text=number) for number in range(2))
        gevent.sleep(0)
        for stopped in (waiting, thought_about):
            stopped.kill()
        assert ask(thinking, "process") == process, "his place is free, and the process answers the right question"


def test_a_task_whose_caller_has_left_is_still_limited_in_time():
    with pool() as thinking:
        before = ask(thinking, "process")["number"]
        stopped = gevent.spawn(ask, thinking, "hang", SOON)
        gevent.sleep(0)
        stopped.kill()
        assert ask(thinking, "process")["number"] != before
        assert not alive(before)


def test_shutdown_answers_all_callers_and_leaves_no_process():
    with pool(2) as thinking:
        processes = {each.get()["number"] for each in [gevent.spawn(ask, thinking, "process") for _ in range(2)]}
        requests = [gevent.spawn(outcome, lambda: ask(thinking, "hang")) for _ in range(4)]
        gevent.sleep(0)
        thinking.close()
        assert [each.get() for each in requests] == ["Busy"] * 4
        assert [alive(process) for process in processes] == [False, False]
        assert thinking.closed
        assert outcome(lambda: ask(thinking, "process")) == "Busy"


def test_the_log_names_kind_and_duration_of_a_task_but_no_contents(caplog):
    caplog.set_level(logging.DEBUG)
    times = iter(range(100))
    thinking = EnginePool([sys.executable, "-c", FAKE], 1, grace=SOON, clock=lambda: next(times))
    for do in ("echo", "fault", "leave", "hang"):
        outcome(lambda do=do: ask(thinking, do, 0 if do == "hang" else PLENTY, text="secret"))
    thinking.close()
    fields = ("do", "variant", "milliseconds", "error", "reason")
    logged = [{key: vars(record)[key] for key in fields if key in vars(record)} for record in caplog.records]
    # What a pool of an earlier test still says is about a variant that exists.
    assert [each for each in logged if each.get("variant") == "None"] == [
        {"do": "echo", "variant": "None", "milliseconds": 1000},
        {"do": "fault", "variant": "None", "milliseconds": 1000, "error": "SomeError"},
        {"do": "leave", "variant": "None", "reason": "It ended without an answer."},
        {"do": "hang", "variant": "None", "reason": "It did not answer in time."},
    ]
    assert "secret" not in str([vars(record) for record in caplog.records])


def test_standard_error_of_a_process_is_logged(caplog):
    with pool() as thinking:
        ask(thinking, "mutter", text="out of memory " + "x" * 2000)
        number = ask(thinking, "process")["number"]
    logged = [vars(record) for record in caplog.records if record.levelname == "WARNING"]
    assert "".join(record["said"] for record in logged).startswith("out of memory xxx")
    assert {record["child"] for record in logged} == {number}
    assert max(len(record["said"]) for record in logged) <= 500


PARENT = """
{patch}
import json, sys
from pathlib import Path
from server.engine import EnginePool, command
from server.runtime.limits import Asker
pool = EnginePool({command}, 1)
print(json.dumps(pool.ask({task}, 30.0, Asker("here"))), flush=True)
print(next(iter(pool._started)).pid, flush=True)
input()
"""


MOVE = {
    "do": "move",
    "variant": "Apocalypse",
    "settings": {},
    "fen": "npppn/p3p/5/P3P/NPPPN w 0",
    "quiet": 0,
    "past": [],
    "seat": 0,
    "strength": 2,
    "seconds": 30.0,
    "seed": 1,
}


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="the system does not tell when a process ends")
@pytest.mark.parametrize("patch", [False, True])
def test_the_processes_end_with_a_site_that_is_killed(patch):
    program = PARENT.format(
        patch="from gevent import monkey; monkey.patch_all()" if patch else "",
        command='command("server.engine.searches", [], Path("data"))',
        task=repr(MOVE),
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True) as site:
        assert json.loads(site.stdout.readline())["nodes"] == 1000
        ending = os.pidfd_open(int(site.stdout.readline()))
        site.kill()
    with os.fdopen(ending):
        assert select.select([ending], [], [], START_TIMEOUT)[0], "it lives on"


def test_a_site_starts_as_many_processes_as_configured_when_needed_and_ends_them_when_it_is_closed(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    house = Services(Config(data=tmp_path / "one"), scripted())
    assert not [record for record in caplog.records if "child" in vars(record)], "they start when they are needed"
    assert house.engines.ask(MOVE, PLENTY, ANN)["nodes"] == 1000
    (number,) = {vars(record)["child"] for record in caplog.records if "child" in vars(record)}
    assert alive(number)
    house.close()
    assert not alive(number)
    idle = Services(Config(data=tmp_path / "two", engines=0), scripted())
    with pytest.raises(Busy):
        idle.engines.ask(MOVE, PLENTY, ANN)
    idle.close()

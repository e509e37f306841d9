"""`cavalier think`: processes that only think, on a real PostgreSQL and a real Redis, and what happens without them."""

import json
import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import gevent
import pytest
from cryptography.fernet import InvalidToken

from server.computer import thinkers
from server.computer.child import EngineError
from server.computer.thinkers import Sealed, TaskQueue, Thinkers
from server.journal import keys
from server.journal.datafolder import KEY as KEY_FILE
from server.journal.store import Journal
from tests.links import DOWN, UP, link, standing_still
from tests.server.test_metrics import figures, free_port
from tests.services import Postgres, RedisServer, redis
from tests.serving import KEY, cookie
from tests.site import Patient, Site, site, started
from tests.wire import Wire

pytestmark = pytest.mark.slow

PATIENCE = 40.0
"""Seconds for another process to do something."""

HURRIED = "the computer moves without a thought"
TOKEN = re.compile(r"gAAAA[\w=-]+")
"""What is encrypted: any move may be written in it by chance."""


class Thinker(Site):
    """A process that only thinks, and its figures."""

    program = ("server", "think")

    def __init__(self, *options: str) -> None:
        self.port = free_port()
        self._log = tempfile.TemporaryFile("a+")  # noqa: SIM115
        arguments = [*self.program[1:], "--metrics-port", str(self.port), *options]
        self.process = started(self.program[0], arguments, {}, self._log)
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline()

    def at_work(self) -> bool:
        """Whether it has a task in hand."""
        return figures(self.port)["cavalier_thinkers", (("state", "busy"),)] > 0

    def workers(self) -> list[int]:
        """The processes that search for it."""
        command = ["ps", "-o", "pid=", "--ppid", str(self.process.pid)]
        return [
            int(each) for each in subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        ]

    def worker(self) -> int:
        """The one that searches for it."""
        (found,) = self.workers()
        return found

    def close(self) -> None:
        """Stop it if it still runs."""
        super().close()
        self._log.close()


class Place:
    """A site with processes that think: its services, and what it starts on them."""

    def __init__(self, folder: Path, postgres: Postgres, stack: ExitStack) -> None:
        self.folder, self._stack = folder, stack
        self.journal = postgres.database()
        self.redis: RedisServer = stack.enter_context(redis())
        (folder / KEY_FILE).write_bytes(KEY)

    def site(self, thinkers: int = 0, name: str = "", *options: str, port: int | None = None) -> Site:
        """A process of the site, with so many processes of its own that think; it reaches Redis at this port."""
        address = f"redis://127.0.0.1:{port or self.redis.port}/0"
        services = ("--journal", self.journal, "--redis", address, "--thinkers", str(thinkers))
        return self._stack.enter_context(site(self.folder / name, *services, *options, kind=Patient))

    def keep_key(self) -> None:
        """As the first process of the site does."""
        with closing(Journal(self.journal)) as journal:
            assert keys.shared(journal, KEY) == KEY

    def thinker(self, *options: str) -> Thinker:
        """A process that only thinks."""
        places = ("--journal", self.journal, "--redis", self.redis.address, "--data", str(self.folder))
        started = Thinker(*places, *options)
        self._stack.callback(started.close)
        assert started.first_line.startswith("Cavalier thinks, "), started.log()
        return started

    def game(self, running: Site, strength: str = "2") -> "Game":
        """A game there; a site that stops need not wait until its player leaves."""
        game = Game(running, strength)
        self._stack.callback(game.ann.close)
        return game

    def queue(self) -> TaskQueue:
        """The queue, as a process of the site asks it."""
        made = TaskQueue(self.redis.address, KEY, lambda told: None)
        self._stack.callback(made.close)
        return made


@pytest.fixture
def place(tmp_path: Path, postgres_server: Postgres) -> Iterator[Place]:
    with ExitStack() as stack:
        yield Place(tmp_path, postgres_server, stack)


def until(holds: Callable[[], object]) -> None:
    ends = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < ends, "it never came to hold"
        time.sleep(0.05)


class Game:
    """Ann against the computer, which sits in the second seat and acts as soon as the game begins."""

    def __init__(self, running: Site, strength: str = "2") -> None:
        self.site = running
        self.ann = Wire(running.url, {"cavalier": cookie("ann", None)})
        until(self.offered)
        fields = {"opponent": "computer", "strength": strength, "seat": "0"}
        answer = self.ann.post("/en/variants/Apocalypse/play", **fields)
        assert answer.status == 303, answer
        self.table = answer.header("Location").split("?")[0].rsplit("/", 1)[-1]

    def offered(self) -> bool:
        """Whether the site says that the computer plays."""
        return 'action="/en/computer"' in self.ann.get("/en/").text()

    def view(self, running: Site | None = None) -> dict[str, Any]:
        """What Ann sees now, at another process perhaps."""
        wire = Wire((running or self.site).url, self.ann.cookies).connect()
        view: dict[str, Any] = wire.call("watch", table=self.table, seat=0, language="en")["view"]
        wire.close()
        return view

    def sealed(self) -> bool:
        """Whether the computer has sealed its move."""
        return bool(self.view()["chairs"][1]["state"] == "sealed")

    def play(self, move: str = "a2a3") -> str:
        """Ann's first move; that of the computer, which is revealed."""
        self.ann.connect()
        self.ann.call("watch", table=self.table, seat=0, language="en")
        answer = self.ann.call("act", table=self.table, seat=0, number=0, move=move, id="first")
        assert answer["ok"], answer
        revealed: str = self.view()["turns"][0]["opened"]["1"]["move"]
        return revealed

    def seals(self, journal: str) -> int:
        """How often the computer sealed before the first turn was revealed."""
        with closing(Journal(journal)) as opened:
            kept = opened.table(self.table)
        assert kept is not None
        entries = [entry for decided in kept[2] for entry in decided]
        return sum((entry.kind, entry.seat, entry.number) == ("seal", 1, 0) for entry in entries)


def hurried(running: Site) -> bool:
    return any(line["message"] == HURRIED for line in running.log_entries())


def thoughts(running: Any) -> list[dict[str, Any]]:
    return [line for line in running.log_entries() if line["message"] == "thought"]


def test_the_computer_s_move_comes_from_the_process_that_thinks_and_redis_reads_nothing_of_it(place: Place) -> None:
    running = place.site(0, "", "--metrics-port", str(port := free_port()))
    assert 'action="/en/computer"' not in Wire(running.url).get("/en/").text()
    thinker = place.thinker()
    with place.redis.overheard() as heard:
        game = place.game(running)
        until(game.sealed)
        # Once Ann has moved it thinks again, and is soon done.
        until(lambda: all(thoughts(each) for each in (running, thinker)))
        asked, thought = thoughts(running), thoughts(thinker)
        move = game.play()
    assert not hurried(running)
    assert len(asked) == len(thought) == 1
    assert asked[0]["request"] == thought[0]["request"]
    told = figures(port)
    assert told["cavalier_thinkers", (("state", "elsewhere"),)] == 1
    assert told["cavalier_queued", (("queue", "elsewhere"),)] == 0
    tokens = [token for command in heard for token in TOKEN.findall(command)]
    clear = "\n".join(TOKEN.sub("", command) for command in heard)
    for secret in (move, "a2a3", "npppn", "Apocalypse", "fen", "seed"):
        assert secret not in clear
    assert len(tokens) >= 2
    # And the test would find them, were they not encrypted.
    opened = str([Sealed(KEY).deserialize(token.encode()) for token in tokens])
    for secret in (move, "npppn", "Apocalypse", "fen", "seed"):
        assert secret in opened
    assert thinker.stop() == 0


def test_what_was_written_with_another_key_or_changed_is_not_read() -> None:
    token = Sealed(KEY).serialize({"move": "a2a3"})
    assert Sealed(KEY).deserialize(token) == {"move": "a2a3"}
    for foreign in (Sealed(b"another").serialize({"move": "a2a3"}), token[:-5] + b"AAAA=", b"{}"):
        with pytest.raises(InvalidToken):
            Sealed(KEY).deserialize(foreign)


def test_a_process_that_has_no_others_to_ask_thinks_itself(place: Place) -> None:
    running = place.site(1)
    game = place.game(running)
    until(game.sealed)
    assert not hurried(running)


@pytest.mark.parametrize("own", [0, 1])
def test_a_task_whose_process_is_killed_is_done_by_another_once(place: Place, own: int) -> None:
    running = place.site(own)
    thinker = place.thinker()
    if own:
        until(lambda: any(line["message"] == "processes that think elsewhere" for line in running.log_entries()))
    worker = thinker.worker()
    os.kill(worker, signal.SIGSTOP)
    try:
        game = place.game(running)
        until(thinker.at_work)
        other = None if own else place.thinker()
        assert not game.sealed()
        thinker.process.kill()
    finally:
        os.kill(worker, signal.SIGKILL)
    until(game.sealed)
    assert not hurried(running)
    assert any(line["message"] == "nobody thought elsewhere" for line in running.log_entries())
    game.play()
    assert game.seals(place.journal) == 1
    if other:
        assert any(line["message"] == "thought" for line in other.log_entries())


@pytest.mark.parametrize("own", [0, 1])
def test_a_task_that_redis_forgot_is_asked_for_again(place: Place, own: int) -> None:
    running = place.site(own)
    thinker = place.thinker()
    if own:
        until(lambda: any(line["message"] == "processes that think elsewhere" for line in running.log_entries()))
    worker = thinker.worker()
    os.kill(worker, signal.SIGSTOP)
    try:
        game = place.game(running)
        until(thinker.at_work)
        place.redis.stop()
        place.redis.start()
    finally:
        os.kill(worker, signal.SIGCONT)
    until(game.sealed)
    assert not hurried(running)
    game.play()
    assert game.seals(place.journal) == 1


def test_a_process_whose_link_to_redis_is_silent_thinks_itself(place: Place) -> None:
    with link(place.redis.port) as held:
        running = place.site(1, port=held.port)
        thinker = place.thinker()
        until(lambda: any(line["message"] == "processes that think elsewhere" for line in running.log_entries()))
        held.hold(UP, DOWN)
        game = place.game(running)
        until(game.sealed)
        assert not hurried(running)
    assert '"thought"' not in thinker.log()


def test_a_process_that_is_told_to_stop_ends_its_task_first(place: Place) -> None:
    running = place.site(0)
    thinker = place.thinker()
    game = place.game(running, strength="3")
    until(thinker.at_work)
    assert thinker.stop() == 0
    until(game.sealed)
    assert not hurried(running)
    assert "nobody thought elsewhere" not in running.log()
    until(lambda: not game.offered())


def test_positions_are_evaluated_elsewhere_too(place: Place) -> None:
    running = place.site(0)
    thinker = place.thinker()
    game = place.game(running)
    answer = game.ann.post("/en/variants/Chess/analysis", fen="6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    assert json.loads(answer.body)["judgement"]["scores"] == [1.0, 0.0]
    assert {line["do"] for line in thinker.log_entries() if line["message"] == "thought"} >= {"judge"}


def test_a_site_asks_and_hears_its_own_alone(place: Place) -> None:
    place.keep_key()
    place.thinker()
    stranger = Thinkers(place.redis.address, b"another")
    own = Thinkers(place.redis.address, KEY)
    try:
        until(lambda: (gevent.sleep(0.05), own.workers)[1])
        assert stranger.workers == 0
    finally:
        own.close()
        stranger.close()


def test_of_two_processes_that_let_think_for_one_table_one_plays(place: Place) -> None:
    first, second = place.site(0), place.site(0, "second")
    thinker = place.thinker("--workers", "2")
    workers = thinker.workers()
    for worker in workers:  # Whichever gets the task has it in hand until the second process has seen the table.
        os.kill(worker, signal.SIGSTOP)
    try:
        game = place.game(first)
        until(thinker.at_work)
        game.view(second)
    finally:
        for worker in workers:
            os.kill(worker, signal.SIGCONT)
    until(game.sealed)
    until(lambda: game.view(second)["chairs"][1]["state"] == "sealed")
    game.play()
    assert game.seals(place.journal) == 1


def test_a_task_that_is_too_old_is_dropped(place: Place) -> None:
    place.keep_key()
    thinker = place.thinker()
    with standing_still(thinker.process), pytest.raises(EngineError, match="in time"):
        place.queue().ask({"do": "move", "variant": "Apocalypse"}, 0.1, True)
    until(lambda: any(line["message"] == "a task came too late" for line in thinker.log_entries()))
    assert not any(line["message"] in ("thought", "a thought failed") for line in thinker.log_entries())


def test_a_task_that_fails_is_answered_with_its_fault(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "BEGUN_WITHIN", {True: PATIENCE})
    place.keep_key()
    thinker = place.thinker()
    answer = place.queue().ask({"do": "move", "variant": "Nothing"}, 1.0, True)
    assert "ok" not in answer
    assert "Nothing" in answer["fault"]
    assert "a thought failed" in thinker.log()
    assert answer["fault"] not in thinker.log()


def test_a_process_needs_the_key_of_a_site_and_its_services(place: Place) -> None:
    for options, said in (
        ((), "think: it needs --journal and --redis"),
        (("--journal", place.journal, "--redis", place.redis.address), "No process of the site has used this database"),
    ):
        refused = Thinker(*options)
        assert refused.process.wait(PATIENCE) == 2
        assert said in refused.log()
        refused.close()
    place.keep_key()
    with closing(Journal(place.journal)) as journal:
        assert keys.known(journal) == KEY

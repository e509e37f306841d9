"""`make cluster`: services, processes and proxy on one machine, as an operator runs them."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from server.store import locked
from tests.harness.checkout import ROOT, bare_environment
from tests.harness.child_processes import children
from tests.harness.client import Client, cookie, open_table
from tests.harness.faults import replaced
from tests.harness.site import NO_LIMITS, known_key
from tools.cluster import services
from tools.cluster.__main__ import main
from tools.cluster.running import Cluster
from tools.cluster.services import CannotStart, Program

START_TIMEOUT = 120
"""Seconds after which a cluster is given up that does not answer."""


@pytest.fixture
def folder():
    """Not below the folders of the tests, whose names are too long for a socket."""
    with tempfile.TemporaryDirectory(prefix="cavalier-") as made:
        known_key(Path(made) / "site0")
        yield Path(made)


def client(url, name):
    return Client(url, {"cavalier": cookie(name, None)})


def the_computer_seals(url):
    """Begin a game against the computer, and wait until it has sealed a move that it thought of."""
    ann = client(url, "ann")
    table = open_table("Apocalypse", ann, opponent="computer", strength="1")
    views = [ann.connect().call("watch", table=table, seat=0, language="en")["view"]]
    ann.until(lambda: "sealed" in [view["chairs"][1]["state"] for view in [*views, *ann.views]])
    ann.close()


def test_a_port_or_a_folder_in_use_is_refused_in_a_sentence(capsys, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["--port", str(port), "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"cavalier: Cannot listen on 127.0.0.1, port {port}: it is in use.\n"
    with locked(tmp_path):
        assert main(["--port", "0", "--data", str(tmp_path)]) == 2
    said = f"cavalier: The data folder {tmp_path} is in use by another process of Cavalier.\n"
    assert capsys.readouterr().err == said
    assert [*tmp_path.iterdir()] == []


@pytest.mark.slow
def test_a_game_is_played_on_through_the_proxy_while_processes_are_killed(folder):
    command = [sys.executable, "-m", "tools.cluster", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=bare_environment() | NO_LIMITS,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            found = re.fullmatch(r"Cavalier listens on (http://\S+/)\n", running.stdout.readline())
            ann, bob = client(found[1], "ann"), client(found[1], "bob")
            table = open_table("Apocalypse", ann, bob)
            moves = [("a2a3", "a4a3"), ("b1b2", "b5b4"), ("c1c2", "c5c4")]
            for number, turn in enumerate(moves):
                if number:
                    sites = [pid for pid, command in children(running.pid).items() if f"site{number - 1}" in command]
                    assert len(sites) == 1
                    os.kill(sites[0], signal.SIGKILL)
                for seat, (name, move) in enumerate(zip(("ann", "bob"), turn, strict=True)):
                    player = client(found[1], name).connect()
                    view = player.call("watch", table=table, seat=seat, language="en")["view"]
                    assert view["number"] == number
                    answer = player.call("act", table=table, seat=seat, id=f"{seat}-{number}", number=number, move=move)
                    assert answer["ok"], answer
                    player.close()
            last = client(found[1], "ann").connect()
            assert last.call("watch", table=table, seat=0, language="en")["view"]["number"] == 3
            the_computer_seals(found[1])
            left = children(running.pid)
            running.send_signal(signal.SIGTERM)
            errors = running.communicate(timeout=START_TIMEOUT)[1]
        finally:
            if running.poll() is None:
                # In order: a cluster that is killed leaves its programs behind.
                running.terminate()
    assert running.returncode == 0
    for ended in ("site0", "site1"):
        assert f"{ended} has ended, and is started again" in errors
    assert not [each for each in (0, 1, 2) if "no engine answered" in (folder / f"site{each}.log").read_text()]
    assert [pid for pid in left if Path(f"/proc/{pid}").exists()] == []


def test_a_missing_program_is_named_with_its_package(folder):
    sentence = r"redis-server is not installed\..*apt-get install redis-server"
    with replaced(services.shutil, "which", lambda *_, **__: None), pytest.raises(CannotStart, match=sentence):
        Cluster(folder, 0, 1)


def test_a_program_that_does_not_start_stops_the_others_and_names_its_log(folder):
    cluster = Cluster(folder, 0, 1)
    (folder / "haproxy.cfg").write_text("nonsense")
    with pytest.raises(CannotStart, match=r"haproxy does not start; \S+haproxy\.log says why"):
        cluster.start()
    assert [each.name for each in cluster.programs if each.running] == []


def test_only_the_account_of_the_cluster_reads_the_password_of_redis(folder):
    _, address = services.redis(folder)
    assert (folder / "redis.conf").stat().st_mode & 0o077 == 0
    password = re.fullmatch(r"redis://:(\S{32})@127\.0\.0\.1:\d+/0", address)
    assert f"requirepass {password[1]}\n" in (folder / "redis.conf").read_text()


def test_only_the_account_of_the_cluster_reads_its_logs(tmp_path):
    program = Program("site0", tmp_path, [sys.executable, "-c", "print('here')"], lambda: True)
    program.start()
    program.stop()
    assert program.log.stat().st_mode & 0o777 == 0o600

"""One process of the site starts, says where, keeps its data folder to itself, logs no secret and stops when told."""

import json
import re
import signal
import socket
import subprocess
import sys
from errno import ECONNREFUSED
from urllib.request import Request, urlopen

import pytest

from server.runtime.ports import free_port
from tests.harness.checkout import ROOT
from tests.harness.site import START_TIMEOUT, site


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """One site for the tests that leave it as it is."""
    with site(tmp_path_factory.mktemp("data"), "--log-level", "debug", machine=None) as started:
        yield started


def refusal(*options):
    """What is said by a site that cannot start with these options."""
    command = [sys.executable, "-m", "server", "serve", *options]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=START_TIMEOUT)
    assert (ended.returncode, ended.stdout) == (2, "")
    return ended.stderr


def said(program, *arguments):
    """What a program prints that imports the site."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=START_TIMEOUT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_redis_server_that_never_answers_is_logged_once():
    program = """
from gevent import monkey; monkey.patch_all()
import logging, sys, gevent
from server.bus import redis
redis.RETRY = 0.01
logging.basicConfig(stream=sys.stdout, format="%(levelname)s %(message)s")
bus = redis.RedisBus(f"redis://127.0.0.1:{sys.argv[1]}/0")
gevent.sleep(20 * redis.RETRY)
bus.close()
"""
    assert said(program, free_port()) == "WARNING Redis does not answer: news come late\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_site_cleanly(tmp_path, number):
    with site(tmp_path) as started:
        assert started.stop(number) == 0
        assert [entry["message"] for entry in started.log_entries()][-2:] == ["stopping", "stopped"]


def test_a_data_folder_belongs_to_one_process(running, tmp_path):
    with site(tmp_path):
        assert f"data folder {tmp_path} is in use" in refusal("--port", "0", "--data", str(tmp_path))
    with site(tmp_path) as again:
        assert again.url


def test_a_port_in_use_is_refused_by_name(running, tmp_path):
    port = running.url.rpartition(":")[2].rstrip("/")
    sentence = refusal("--port", port, "--data", str(tmp_path))
    assert sentence == f"cavalier: Cannot listen on 127.0.0.1, port {port}: it is in use.\n"


def test_a_data_folder_that_cannot_be_made_is_refused_by_name(tmp_path):
    (tmp_path / "file").write_text("")
    assert "data folder" in refusal("--port", "0", "--data", str(tmp_path / "file" / "below"))


def test_accepted_connections_send_small_messages_at_once():
    program = """
from server.app.serve import listen, socket
listener = listen("127.0.0.1", 0)
client = socket.create_connection(listener.getsockname())
print(listener.accept()[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
"""
    assert said(program) != "0\n"


ASK = """
import socket
import sys

from server.app import serve
from server.runtime.config import load


def create(config):
    with socket.socket() as asked:
        print(asked.connect_ex(("127.0.0.1", config.port)))
    raise ValueError("enough")


try:
    serve.run(load({}, {"data": sys.argv[1], "port": sys.argv[2], "journal": sys.argv[3] or None}), create)
except serve.RunError:
    pass
"""
"""Whether a process that starts takes connections already."""


@pytest.mark.parametrize(("journal", "answer"), [("", 0), ("postgresql://nobody@nowhere/nothing", ECONNREFUSED)])
def test_while_it_starts_connections_wait_unless_another_process_may_take_them(tmp_path, journal, answer):
    assert said(ASK, tmp_path, free_port(), journal) == f"{answer}\n"


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_an_address_of_ipv6_is_written_as_browsers_read_it():
    program = 'from server.app.serve import listen, url; print(url(listen("::1", 0)))'
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    if "Cannot assign requested address" in answer.stderr:
        pytest.skip("no IPv6 loopback here")
    assert re.fullmatch(r"http://\[::1\]:\d+/\n", answer.stdout)


def test_the_log_holds_no_query_and_no_cookie(tmp_path):
    with site(tmp_path, "--log-level", "debug") as started:
        request = Request(f"{started.url}healthz?fen=query-secret", headers={"Cookie": "cavalier=cookie-secret"})
        with urlopen(request) as answer:
            answer.read()
        assert started.stop() == 0, "a line is written after the answer, but before the end"
        answered = [entry for entry in started.log_entries() if entry["logger"] == "server.access"]
        assert {"method": "GET", "path": "/healthz", "status": 200}.items() <= answered[-1].items()
        assert "secret" not in json.dumps(started.log_entries())


def test_the_library_is_patched_before_anything_else_is_loaded(running):
    # gevent warns on standard error, outside the log, when it comes too late; every line here is an entry.
    assert {"time", "level", "logger", "message"} <= running.log_entries()[0].keys()
    assert "MonkeyPatchWarning" not in running.log()


def test_no_template_is_compiled_in_the_thread_of_the_games(tmp_path):
    program = """
from server.app import serve
import sys
from gevent import monkey
from pathlib import Path
from server.runtime import Config
from tests.harness.composition import create_app

get_ident = monkey.get_original("_thread", "get_ident")
app = create_app(Config(data=Path(sys.argv[1]), engines=0))
load, threads, here = app.jinja_env.get_template, set(), get_ident()

def get_template(name):
    threads.add(get_ident())
    return load(name)

app.jinja_env.get_template = get_template
serve._warm_up(app, app.extensions["cavalier"].readiness)
app.extensions["cavalier"].close()
print(len(threads), here in threads)
"""
    assert said(program, tmp_path) == "1 False\n"

"""A site of three processes behind a proxy, in two browsers, while processes are killed or stopped."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from tests.harness.board_page import launch
from tests.harness.child_processes import children
from tests.harness.people import Visitors, play_turns
from tests.harness.site import NO_LIMITS
from tests.harness.zygote import ROOT

pytestmark = pytest.mark.slow


@contextmanager
def clustered():
    """A cluster that runs: its address, and the process that looks after it."""
    with tempfile.TemporaryDirectory(prefix="cavalier-") as folder:
        command = [sys.executable, "-m", "tools.cluster", "--port", "0", "--data", folder]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CAVALIER_")}
        environment |= NO_LIMITS | {"CAVALIER_THINKERS": "0"}
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as running:
            try:
                assert running.stdout is not None
                found = re.fullmatch(r"Cavalier listens on (http://\S+/)\n", running.stdout.readline())
                assert found is not None
                yield SimpleNamespace(url=found[1], process=running)
            finally:
                running.terminate()


def test_a_game_goes_on_in_both_browsers_though_two_of_three_processes_are_killed():
    with clustered() as running, launch() as browser:
        visitors = Visitors(browser, running)
        white, black = visitors.person("anna"), visitors.person("oskar")
        black.join(white.open("Apocalypse"))
        play_turns("a2a3/a4a3", white=white, black=black)
        for number in (0, 1):
            (site,) = (pid for pid, told in children(running.process.pid).items() if f"site{number}" in told)
            os.kill(site, signal.SIGKILL)
        play_turns("b1b2/b5b4", white=white, black=black, first=2)
        visitors.leave()


def test_a_page_turns_to_another_process_at_once_when_its_own_stops():
    with clustered() as running, launch() as browser:
        visitors = Visitors(browser, running)
        white, black = visitors.person("anna"), visitors.person("oskar")
        white.own_page.clock.install()
        black.join(white.open("Apocalypse"))
        play_turns("a2a3/a4a3", white=white, black=black)
        sockets = []
        white.page.on("websocket", lambda socket: sockets.append(socket))
        # From here on the page's time stands still: socket.io itself would wait for half a second at least.
        white.own_page.clock.pause_at(white.page.evaluate("Date.now()") / 1000 + 1)
        for number in range(3):
            (process,) = (pid for pid, told in children(running.process.pid).items() if f"site{number}" in told)
            os.kill(process, signal.SIGTERM)
            while not sockets and Path(f"/proc/{process}").exists():
                white.own_page.clock.run_for(5)
                white.page.wait_for_timeout(100)
            if sockets:
                break
        assert sockets
        expect(white.part("connection")).to_be_hidden()
        white.own_page.clock.resume()
        play_turns("b1b2/b5b4", white=white, black=black, first=2)
        visitors.leave()

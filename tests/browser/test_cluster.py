"""A site of three processes behind a proxy, in two browsers, while processes are killed."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from tests.browser.board_page import launch
from tests.browser.players import Place, play_turns
from tests.server.test_cluster_command import children
from tests.site import ROOT, UNHURRIED


@contextmanager
def clustered() -> Iterator[Any]:
    """A cluster that runs: its address, and the process that looks after it."""
    with tempfile.TemporaryDirectory(prefix="cavalier-") as folder:
        command = [sys.executable, "-m", "server", "cluster", "--port", "0", "--data", folder]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CAVALIER_")}
        environment |= UNHURRIED | {"CAVALIER_THINKERS": "0"}
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as running:
            try:
                assert running.stdout is not None
                found = re.fullmatch(r"Cavalier listens on (http://\S+/)\n", running.stdout.readline())
                assert found is not None
                yield SimpleNamespace(url=found[1], process=running)
            finally:
                running.terminate()


def test_a_game_goes_on_in_both_browsers_though_two_of_three_processes_are_killed() -> None:
    with clustered() as running, launch() as browser:
        place = Place(browser, running)
        white, black = place.player("anna"), place.player("oskar")
        black.join(white.open("Apocalypse"))
        play_turns("a2a3/a4a3", white=white, black=black)
        for number in (0, 1):
            (site,) = (pid for pid, told in children(running.process.pid).items() if f"site{number}" in told)
            os.kill(site, signal.SIGKILL)
        play_turns("b1b2/b5b4", white=white, black=black, first=2)
        place.leave()

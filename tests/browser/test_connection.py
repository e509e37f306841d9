"""A page whose connection is lost, swallowed or refused, and pages of a site of several processes that are killed."""

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

from tests.harness.browsers import launch
from tests.harness.child_processes import children
from tests.harness.people import Visitors, play_turns
from tests.harness.site import NO_LIMITS
from tests.harness.zygote import ROOT


def test_a_move_that_waits_for_the_connection_says_so_covers_nothing_and_is_given_up(visitors):
    visitors.person("anna", viewport={"width": 360, "height": 640})
    white, black = visitors.game(language="fr")
    white.choose("e2d3")
    white.go_offline()
    may = white.part("connection-moves")
    expect(may).to_have_text(re.compile("Vous pouvez jouer"))
    expect(may).to_be_visible()
    white.part("send").click()
    expect(may).to_be_hidden()
    sentence = re.compile("d3 sera scellé dès que la connexion reviendra")
    expect(white.part("connection")).to_contain_text(sentence)
    expect(white.part("explain")).to_have_text(sentence)
    white.page.evaluate("() => scrollTo(0, 0)")
    strip = white.part("connection").bounding_box()
    for selector in (".menu summary", ".lang", ".plate:first-of-type", "cavalier-board"):
        box = white.page.locator(selector).first.bounding_box()
        assert box["y"] + box["height"] <= strip["y"], selector
    white.page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    foot = white.page.locator(".foot").bounding_box()
    assert foot["y"] + foot["height"] <= strip["y"] + 1
    white.part("connection-cancel").click()
    expect(white.part("connection-cancel")).to_be_hidden()
    white.page.context.set_offline(False)
    expect(white.part("connection")).to_be_hidden()
    expect(white.part("headline")).to_have_text("Choisissez votre coup.")
    assert black.page.locator(".plate[data-seat='0'] .slot.full").count() == 0
    white.play("e2d3")
    expect(black.page.locator(".plate[data-seat='0'] .slot.full")).to_have_count(1)


def test_a_game_is_played_through_a_network_that_swallows_web_sockets(visitors):
    anna = visitors.person("anna")
    anna.allowed_errors.append("WebSocket")
    # The browser takes it for connected, and nobody ever answers.
    anna.own_page.route_web_socket(re.compile("socket.io"), lambda _: None)
    white, black = visitors.game()
    expect(white.part("headline")).to_have_text("Choose your move.")
    play_turns("e2d3/e5d3", white=white, black=black)
    expect(white.part("connection")).to_be_hidden()


@pytest.mark.slow
def test_where_nothing_comes_through_the_page_says_so_and_the_strip_goes_at_a_press(visitors):
    reader = visitors.person("anna")
    reader.allowed_errors.append("ERR_FAILED|WebSocket")
    page = reader.own_page
    page.clock.install()
    page.route("**/socket.io/**", lambda route: route.abort())
    page.route_web_socket(re.compile("socket.io"), lambda route: route.close())
    reader.go("en/")
    for _ in range(40):
        page.clock.run_for(1000)
    expect(reader.part("connection")).to_contain_text("No live connection comes through.")
    reader.part("connection-close").click()
    expect(reader.part("connection")).to_be_hidden()


# Several processes behind a proxy


@contextmanager
def visitors_of_cluster():
    """People at a site of three processes; its `site` has the address and the process that looks after the others."""
    with tempfile.TemporaryDirectory(prefix="cavalier-") as folder:
        command = [sys.executable, "-m", "tools.cluster", "--port", "0", "--data", folder]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CAVALIER_")}
        environment |= NO_LIMITS | {"CAVALIER_THINKERS": "0"}
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as running:
            try:
                found = re.fullmatch(r"Cavalier listens on (http://\S+/)\n", running.stdout.readline())
                with launch() as browser:
                    visitors = Visitors(browser, SimpleNamespace(url=found[1], process=running))
                    yield visitors
                    visitors.leave()
            finally:
                running.terminate()


def stop(visitors, number, kind):
    """Send this signal to a process of the site; its id."""
    processes = children(visitors.site.process.pid)
    (process,) = (pid for pid, command in processes.items() if f"site{number}" in command)
    os.kill(process, kind)
    return process


@pytest.mark.slow
def test_a_page_turns_to_another_process_at_once_when_its_own_stops():
    with visitors_of_cluster() as visitors:
        page = visitors.person("anna").own_page
        page.clock.install()
        white, black = visitors.game()
        play_turns("a2a3/a4a3", white=white, black=black)
        sockets = []
        page.on("websocket", lambda socket: sockets.append(socket))
        # From here on the page's time stands still: socket.io itself would wait for half a second at least.
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
        for number in range(3):
            process = stop(visitors, number, signal.SIGTERM)
            while not sockets and Path(f"/proc/{process}").exists():
                page.clock.run_for(5)
                page.wait_for_timeout(100)
            if sockets:
                break
        assert sockets
        expect(white.part("connection")).to_be_hidden()
        page.clock.resume()
        play_turns("b1b2/b5b4", white=white, black=black, first=2)

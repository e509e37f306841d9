"""A page whose connection is lost, swallowed or refused, and whose process stops."""

import json
import re
import signal

import pytest
from playwright.sync_api import expect

from tests.harness.browsers import launch
from tests.harness.people import Visitors, play_turns, until
from tests.harness.services import redis
from tests.harness.site import site
from tools.cluster.services import free_port


def test_a_move_waiting_for_the_connection_is_shown_without_covering_and_can_be_given_up(visitors):
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


def test_a_move_that_waits_for_the_connection_is_sent_though_its_page_is_loaded_again(visitors):
    white, black = visitors.game()
    white.allowed_errors.append("ERR_FAILED|WebSocket")
    page, blocked = white.page, True
    white.choose("e2d3")
    white.go_offline()
    white.part("send").click()
    expect(white.part("explain")).to_contain_text("will be sealed")
    page.route("**/socket.io/**", lambda route: route.abort() if blocked else route.continue_())
    page.route_web_socket(
        re.compile("socket.io"), lambda route: route.close() if blocked else route.connect_to_server()
    )
    page.context.set_offline(False)
    page.clock.install()
    page.reload()
    expect(white.part("connection-says")).to_contain_text("will be sent")
    for _ in range(20):
        page.clock.run_for(1000)
    expect(white.part("connection-says")).to_contain_text("No live connection comes through.")
    expect(white.part("connection-says")).not_to_contain_text("Reload")
    expect(white.part("connection-cancel")).to_be_visible()
    blocked = False
    expect(black.page.locator(".plate[data-seat='0'] .slot.full")).to_have_count(1)
    expect(white.part("connection")).to_be_hidden()
    page.reload()
    expect(white.part("headline")).to_have_text("Your move is sealed.")


def test_of_two_moves_chosen_without_a_connection_the_second_is_announced_and_played(visitors):
    white, black = visitors.game("Chess")
    white.go_offline()
    white.choose("e2e4")
    expect(white.part("connection")).to_contain_text("e4 will be played")
    white.choose("d2d4")
    expect(white.part("connection")).to_contain_text("d4 will be played")
    white.page.context.set_offline(False)
    black.sees_turn(1)
    assert black.move_list() == ["d4"]
    expect(white.part("connection")).to_be_hidden()
    expect(white.part("refusal")).to_be_hidden()


def test_a_move_that_is_on_its_way_is_not_replaced_by_another_one(visitors):
    page = visitors.person("anna").own_page
    held = []

    def hold_moves(route):
        server = route.connect_to_server()
        route.on_message(lambda text: held.append((server, text)) if '"act"' in text else server.send(text))

    page.route_web_socket(re.compile("socket.io"), hold_moves)
    white, black = visitors.game()
    white.play("e2d3")
    until(page, lambda: held)
    white.choose("a2a3")
    expect(white.square("d3")).to_have_attribute("aria-label", re.compile("choose again"))
    expect(white.square("a3")).not_to_have_attribute("aria-label", re.compile("choose again"))
    white.part("send").click()
    for server, text in held:
        server.send(text)
    expect(white.part("headline")).to_have_text("Your move is sealed.")
    assert len(held) == 1
    black.play("e5d3")
    black.sees_turn(1)
    assert black.move_list() == ["exd3", "Nd3"]


def test_a_table_is_not_requested_again_after_a_message_that_came_too_fast(visitors):
    page = visitors.person("anna").own_page
    watched, acts = [], []

    def refuse_first(route):
        server = route.connect_to_server()

        def take(text):
            if '"act"' in text and not acts:
                acts.append(text)
                refusal = json.dumps([{"ok": False, "refusal": {"code": "too_fast", "sentence": "Too fast."}}])
                route.send(f"43{re.match('42([0-9]+)', text)[1]}{refusal}")
            else:
                watched.extend(['"watch"'] if '"watch"' in text else [])
                server.send(text)

        route.on_message(take)

    page.route_web_socket(re.compile("socket.io"), refuse_first)
    white, black = visitors.game("Chess")
    white.choose("e2e4")
    expect(white.part("refusal")).to_contain_text("Too fast.")
    white.choose("e2e4")
    black.sees_turn(1)
    assert len(watched) == 1


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
def test_a_lost_connection_shows_a_banner_that_can_be_closed(visitors):
    reader = visitors.person("anna")
    reader.allowed_errors.append("ERR_FAILED|WebSocket")
    page = reader.own_page
    page.clock.install()
    page.route("**/socket.io/**", lambda route: route.abort())
    page.route_web_socket(re.compile("socket.io"), lambda route: route.close())
    reader.go("en/")
    for _ in range(40):
        page.clock.run_for(1000)
    expect(reader.part("connection")).to_contain_text("No live connection comes through. Reload the page")
    reader.part("connection-close").click()
    expect(reader.part("connection")).to_be_hidden()


@pytest.mark.slow
def test_a_page_turns_to_another_process_at_once_when_its_own_stops(tmp_path, postgres_server):
    with redis() as server, launch() as browser:
        options = ("--port", str(free_port()), "--journal", postgres_server.database(), "--redis", server.address)
        with site(tmp_path, *options) as first:
            visitors = Visitors(browser, first)
            page = visitors.person("anna").own_page
            page.clock.install()
            white, black = visitors.game()
            play_turns("a2a3/a4a3", white=white, black=black)
            sockets = []
            page.on("websocket", lambda socket: sockets.append(socket))
            # From here on the page's time stands still: socket.io itself would wait for half a second at least.
            page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
            first.process.send_signal(signal.SIGTERM)
            while not sockets and first.process.poll() is None:
                page.clock.run_for(5)
                page.wait_for_timeout(100)
            assert sockets
        with site(tmp_path, *options):
            page.clock.resume()
            expect(white.part("connection")).to_be_hidden()
            play_turns("b1b2/b5b4", white=white, black=black, first=2)
            visitors.leave()

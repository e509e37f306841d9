"""A page without a connection: it says what becomes of what was asked for, covers nothing, and finds another way."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.people import AUDITED

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("language", AUDITED)
def test_a_move_that_waits_for_the_connection_says_so_covers_nothing_and_is_given_up(visitors, language):
    phone = {"viewport": {"width": 360, "height": 640}}
    white, black = visitors.person("anna", **phone), visitors.person("oskar")
    link = white.open("Apocalypse", language=language, name="Anna")
    black.join(link)
    white.choose("e2d3")
    white.allowed_errors.append("ERR_INTERNET_DISCONNECTED|WebSocket")
    white.page.context.set_offline(True)
    expect(white.part("connection")).to_be_visible(timeout=60_000)
    may = white.part("connection-moves")
    expect(may).to_have_text(re.compile("You can move: |Vous pouvez jouer"))
    expect(may).to_be_visible()
    white.part("send").click()
    expect(may).to_be_hidden()
    told = re.compile("d3 will be sealed when you are back|d3 sera scellé dès que la connexion reviendra")
    expect(white.part("connection")).to_contain_text(told)
    expect(white.part("explain")).to_have_text(told)
    white.page.evaluate("() => scrollTo(0, 0)")
    strip = white.part("connection").bounding_box()
    assert strip is not None
    for selector in (".menu summary", ".lang", ".plate:first-of-type", "cavalier-board"):
        box = white.page.locator(selector).first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= strip["y"], selector
    white.page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    foot = white.page.locator(".foot").bounding_box()
    assert foot is not None
    assert foot["y"] + foot["height"] <= strip["y"] + 1
    white.part("connection-cancel").click()
    expect(white.part("connection-cancel")).to_be_hidden()
    white.page.context.set_offline(False)
    expect(white.part("connection")).to_be_hidden()
    expect(white.part("headline")).to_have_text(re.compile("Choose your move|Choisissez votre coup"))
    assert black.page.locator(".plate[data-seat='0'] .slot.full").count() == 0
    white.play("e2d3")
    expect(black.page.locator(".plate[data-seat='0'] .slot.full")).to_have_count(1)


def test_a_network_that_swallows_web_sockets_is_played_through_all_the_same(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    white.allowed_errors.append("WebSocket")

    def swallow(_route):
        """The browser takes it for connected, and nobody ever answers."""

    white.own_page.route_web_socket(re.compile("socket.io"), swallow)
    link = white.open("Apocalypse", name="Anna")
    black.join(link)
    expect(white.part("headline")).to_have_text("Choose your move.")
    white.play("e2d3")
    black.play("e5d3")
    white.sees_turn(1)
    expect(white.part("connection")).to_be_hidden()


def test_where_nothing_comes_through_the_page_says_so_and_the_strip_goes_at_a_press(visitors):
    reader = visitors.person("anna")
    reader.allowed_errors.append("ERR_FAILED|WebSocket")
    reader.own_page.clock.install()
    reader.page.route("**/socket.io/**", lambda route: route.abort())
    reader.own_page.route_web_socket(re.compile("socket.io"), lambda route: route.close())
    reader.go("en/")
    for _ in range(40):
        reader.own_page.clock.run_for(1000)
    expect(reader.part("connection")).to_contain_text("No live connection comes through.")
    reader.part("connection-close").click()
    expect(reader.part("connection")).to_be_hidden()

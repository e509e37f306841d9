"""A server that is killed in the middle of a game and comes back: the page says so, and the game goes on by itself."""

from __future__ import annotations

import signal
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.board_page import launch
from tests.browser.players import Place
from tests.browser.test_pairing import plays, seek, waits
from tests.site import site

UNREACHABLE = "ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|WebSocket"


def test_a_killed_server_loses_nothing_and_the_game_goes_on(tmp_path: Path) -> None:
    with launch() as browser:
        with site(tmp_path) as first:
            place = Place(browser, first)
            white, black = place.player("anna"), place.player("oskar", viewport={"width": 360, "height": 640})
            link = white.open("Apocalypse", name="Anna", control="30+20")
            black.join(link)
            white.seal("e2d3")
            black.seal("e5d3")
            for player in (white, black):
                player.sees_turn(1)
                player.excused.append(UNREACHABLE)
            white.seal("a1c2")
            expect(black.page.locator(".plate[data-seat='0'] [data-part=state]")).to_have_text("sealed")
            first.stop(signal.SIGKILL)
            for player in (white, black):
                expect(player.part("connection")).to_be_in_viewport()
                expect(player.part("connection-clocks")).to_be_visible()
            # Sent while nobody answers: the button says so, and it arrives once somebody does.
            black.choose("a5b3")
            width = black.part("send").bounding_box()["width"]
            black.part("send").click()
            expect(black.part("send")).to_have_text("Sealing…")
            expect(black.part("send")).to_have_attribute("aria-busy", "true")
            expect(black.part("explain")).to_have_text("Nb3 will be sealed when you are back.")
            assert black.part("send").bounding_box()["width"] == width
        port = first.url.rsplit(":", 1)[1].strip("/")
        with site(tmp_path, "--port", port):
            for player in (white, black):
                expect(player.part("connection")).to_be_hidden(timeout=20_000)
                player.sees_turn(2)
                player.holds("c2", "white horseman")
                player.holds("b3", "black horseman")
            white.seal("d3d4")
            black.seal("d5e4")
            for player in (white, black):
                player.sees_turn(3)
                assert player.cells() == ["exd3", "Nd3", "Nac2", "Nb3", "d4", "dxe4?"]
            assert place.complaints() == []
            browser.contexts[0].close()


def test_who_waits_for_an_opponent_waits_again_by_himself_after_a_restart(tmp_path: Path) -> None:
    with launch() as browser:
        with site(tmp_path) as first:
            place = Place(browser, first)
            anna, oskar = place.player("anna"), place.player("oskar")
            seek(anna, "Apocalypse", control="none")
            waits(anna, "^Apocalypse")
            anna.excused.append(UNREACHABLE)
            first.stop(signal.SIGKILL)
            expect(anna.part("connection")).to_be_in_viewport()
            waits(anna, "^Apocalypse")
        port = first.url.rsplit(":", 1)[1].strip("/")
        with site(tmp_path, "--port", port):
            expect(anna.part("connection")).to_be_hidden(timeout=20_000)
            waits(anna, "^Apocalypse")
            seek(oskar, "Apocalypse", control="none")
            assert plays(oskar) == plays(anna)
            assert place.complaints() == []
            browser.contexts[0].close()

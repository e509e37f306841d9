"""Clocks beside the board: the figures of the server, counted down between its messages, and announced when low."""

import re

from playwright.sync_api import expect

from tests.harness.people import RECORD_ANNOUNCEMENTS, play_turns, read, visitors_at

module_visitors = visitors_at("still_site")


def shows(player, seat, figures):
    """Wait until the clock of a seat shows this."""
    expect(player.plate(seat, "clock")).to_have_text(re.compile(rf"^\S+\s?: {re.escape(figures)}$"))


def runs(player, *seats):
    """Wait until the clocks of these seats run, and no others."""
    for seat in (0, 1):
        expect(player.plate(seat, "clock")).to_have_class(
            re.compile(r"\brun\b" if seat in seats else r"^(?!.*\brun\b)")
        )


def begin(visitors, control, variant="Apocalypse"):
    """A running game of two people in whose browsers time stands still."""
    for name in ("anna", "oskar"):
        person = visitors.person(name)
        person.allowed_errors.append("WebSocket is closed before")  # A page is left as soon as it shows what it should.
        person.own_page.clock.install(time=0)
        person.own_page.clock.pause_at(60_000)  # Not before what the browser's clock shows by then.
    return visitors.game(variant, control=control)


def test_the_page_counts_down_between_updates_never_below_nothing_and_follows_the_server_again(visitors):
    white, black = begin(visitors, "5+3")
    play_turns("e2d3/e5d3", white=white, black=black)
    page = white.page
    shows(white, 0, "5:03")
    page.evaluate(RECORD_ANNOUNCEMENTS)
    page.clock.run_for(1000)
    shows(white, 0, "5:02")
    page.clock.run_for(282_500)
    shows(white, 0, "0:19.5")
    expect(white.plate(0, "clock")).to_have_class(re.compile(r"\blow\b"))
    shows(black, 0, "5:03")
    page.clock.run_for(30_000)
    shows(white, 0, "0:00.0")
    # A screen reader announces it twice, and no second in between.
    assert page.evaluate("() => window.announced") == [
        "One minute is left on your clock.",
        "20 seconds are left on your clock.",
    ]
    assert white.plate(0, "clock").get_attribute("aria-live") is None
    black.part("draw").click()
    expect(white.part("offer")).to_be_visible()
    shows(white, 0, "5:03")
    expect(white.plate(0, "clock")).not_to_have_class(re.compile(r"\blow\b"))


def test_a_clock_that_is_low_is_red_with_tenths_only_while_it_runs(visitors):
    white, black = begin(visitors, "3+2")
    play_turns("e2d3/e5d3", white=white, black=black)
    visitors.scripted.turn_clock(163.5)
    white.play("a1c2")
    shows(black, 0, "0:18")
    shows(black, 1, "0:18.5")
    for seat in (0, 1):
        expect(black.plate(seat, "clock")).to_have_class(re.compile(r"\blow\b"))
    black.page.set_viewport_size({"width": 320, "height": 640})
    assert black.overflow() <= 0
    # The page as the server makes it says the same without a script.
    reader = visitors.person("still", java_script_enabled=False)
    reader.page.goto(white.address)
    expect(reader.part("moves")).to_contain_text("Clash on d3: the white footman stays")
    for seat, state in ((0, "clock low"), (1, "clock run low")):
        shows(reader, seat, "0:18")
        expect(reader.plate(seat, "clock")).to_have_class(state)


def test_a_flag_that_falls_ends_the_game_and_the_past_shows_no_clock_of_it(visitors):
    white, black = begin(visitors, "5+3")
    play_turns("e2d3/e5d3", white=white, black=black)
    white.page.keyboard.press("ArrowLeft")
    expect(white.part("shown")).to_have_text("turn 0 of 1")
    shows(white, 0, "5:03")
    white.page.keyboard.press("ArrowRight")
    white.play("a1c2")
    runs(white, 1)
    visitors.scripted.turn_clock(400)
    read((white, black), "headline", "You won.", "You lost.")
    for player, why in ((white, "Black ran out of time."), (black, "You ran out of time.")):
        expect(player.part("explain")).to_have_text(why)
        expect(player.announcement()).to_contain_text(why)
        shows(player, 0, "5:03")
        shows(player, 1, "0:00")
        runs(player)
    white.page.keyboard.press("Home")
    expect(white.page.locator("[data-part=clock]").locator("visible=true")).to_have_count(0)
    white.page.keyboard.press("End")
    shows(white, 1, "0:00")


def test_each_player_plate_shows_the_deadline_of_the_first_move(visitors):
    white, _ = begin(visitors, "5+3")
    white.page.goto(white.page.url.replace("/en/", "/fr/"))
    first = [white.wait_for_board().plate(seat, "first") for seat in (0, 1)]
    for limit in first:
        expect(limit).to_contain_text("1:15")
    visitors.scripted.turn_clock(10)
    white.play("e2d3")
    expect(first[0]).to_have_text("")
    expect(first[1]).to_have_text(re.compile(r"premier coup\s: 1:05"))
    expect(first[1]).not_to_have_class(re.compile("red"))
    white.own_page.clock.run_for(46_000)
    expect(first[1]).to_have_class(re.compile("red"))
    visitors.scripted.turn_clock(65)
    expect(white.part("explain")).to_contain_text("Le premier coup des Noirs n’est pas venu à temps")
    expect(first[1]).to_have_text("")
    expect(white.page.locator("[data-part=points]")).to_have_text(["", ""])

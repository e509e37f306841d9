"""My games while the page is open: rows change by themselves, clocks count down, the badge follows."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.people import AUDITED

WORDS = {
    "en": ("Waiting for you", "1 game waits for you", "You won."),
    "fr": ("À vous de jouer", "1 partie vous attend", "Vous avez gagné."),
}


@pytest.mark.parametrize("language", AUDITED)
def test_a_move_of_the_opponent_changes_the_row_without_a_reload(visitors, language):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Checkered", name="Anna", control="5+3")
    black.join(link, name="Oskar")
    waits, badge, won = WORDS[language]
    looking = visitors.tab(black).go(f"/{language}/mine")
    page = looking.page
    page.evaluate("window.stays = true")
    running, waiting = (page.locator(f"#{part} tr[data-table]") for part in ("running", "waiting"))
    expect(running).to_have_count(1)
    expect(page.locator("#waiting [data-none]")).to_be_visible()
    before = page.locator(".thumb svg.board").inner_html()
    white.choose("e2e4")
    white.send()
    expect(waiting).to_have_count(1)
    expect(waiting).to_contain_text("Anna")
    expect(page.locator("#waiting h2")).to_have_text(waits)
    expect(page.locator("#waiting [data-none]")).to_be_hidden()
    expect(page.locator("#running")).to_be_hidden()
    expect(page.locator("nav.wide [data-part=badge] .vh")).to_have_text(re.compile(re.escape(badge)))
    assert page.locator(".thumb svg.board").inner_html() != before
    black.play("e7e5")
    expect(waiting).to_have_count(0)
    white.play("g1f3")
    # My clock runs, the other one stands: each player has made a first move.
    clock = waiting.locator(".time.run [role=timer]")
    expect(clock).to_have_count(1)
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown)
    white.part("resign").click()
    white.answer("yes")
    expect(page.locator("#finished tr[data-table]")).to_contain_text(won)
    expect(waiting).to_have_count(0)
    expect(page.locator("nav.wide .badge")).to_have_count(0)
    assert page.evaluate("window.stays"), "the page was not loaded anew"


def test_the_first_table_comes_to_a_page_that_had_none(visitors):
    player = visitors.person("anna")
    player.open("Checkered")
    looking = visitors.tab(player).go("/en/mine").page
    expect(looking.locator("#open tr[data-table]")).to_have_count(1)
    player.part("withdraw").click()
    player.answer("yes")
    expect(looking.locator("#open")).to_be_hidden()
    looking.reload()
    expect(looking.locator(".page-head .btn.primary")).to_be_visible()
    player.open("Checkered")
    expect(looking.locator("#open tr[data-table]")).to_have_count(1)


def test_the_badge_follows_on_pages_with_a_socket_and_opens_none_on_others(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    black.join(white.open("Checkered", name="Anna"), name="Oskar")
    home, games = visitors.tab(black).go("/en/").page, visitors.tab(black).page
    opened = []
    games.on("websocket", lambda socket: opened.append(socket.url))
    games.goto(visitors.url + "en/games")
    for page in (home, black.page, games):
        expect(page.locator("nav.wide .badge")).to_have_count(0)
    white.choose("e2e4")
    white.send()
    for page in (home, black.page):
        expect(page.locator("nav.wide .badge")).to_have_text("1")
    black.choose("e7e5")
    black.send()
    for page in (home, black.page):
        expect(page.locator("nav.wide .badge")).to_have_count(0)
    assert opened == []

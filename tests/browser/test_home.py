"""The home page, the menu and the list of one's games, also as they change; and the link to another browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import NARROW
from tests.harness.site import until


def test_the_home_page_leads_back_to_the_game_that_waits_for_me(visitors):
    anna, oskar = visitors.person("anna"), visitors.person("oskar")
    expect(anna.go("fr/").page.locator(".foremost, .badge")).to_have_count(0)
    link = anna.open("Apocalypse", language="fr", name="Anna")
    oskar.join(link, name="Oskar").play("e5d3")
    strip = anna.page.locator(".foremost")
    # His move may still be under way when she comes.
    until(lambda: "coup scellé" in anna.go("fr/").page.locator("main").inner_text())
    expect(strip).to_contain_text("À vous de jouer contre Oskar")
    expect(strip).to_contain_text("coup scellé : Oskar")
    expect(anna.page.locator(".wide .badge")).to_have_text("1")
    for path in ("variants/Apocalypse", "games", "mine"):
        anna.go(f"fr/{path}")
        expect(anna.page.locator(".wide .badge")).to_have_text("1")
        # What is cached of a page for everybody does not show one reader the games of another.
        expect(oskar.go(f"fr/{path}").page.locator(".badge")).to_have_count(0)
    anna.go("fr/").page.locator(".foremost .btn").click()
    anna.wait_for_board()
    assert anna.page.url.endswith(link.rsplit("/", 1)[1].partition("?")[0])


def test_two_presses_lead_to_the_link_for_a_friend(visitors):
    anna = visitors.person("host").go("fr/")
    expect(anna.page.locator("main details[name=way]")).to_have_count(3)
    expect(anna.page.locator("main .btn.primary:visible")).to_be_in_viewport()
    anna.page.locator("#way-friend > summary").click()
    expect(anna.page.locator("#way-computer .primary")).to_be_hidden()
    anna.page.locator("form.friend .primary").click()
    anna.wait_for_board()
    friend = visitors.person("guest").visit(anna.part("link").input_value())
    friend.page.locator("#join button").last.click()
    expect(friend.part("join")).to_be_hidden()
    expect(anna.go("fr/").page.locator("form.friend .primary")).to_be_visible()


# While a page is open


def test_a_move_of_the_opponent_changes_the_row_without_a_reload(visitors):
    white, black = visitors.game("Checkered", control="5+3")
    looking = visitors.tab(black).go("fr/mine")
    page = looking.page
    page.evaluate("window.stays = true")
    running, waiting = (page.locator(f"#{part} tr[data-table]") for part in ("running", "waiting"))
    expect(running).to_have_count(1)
    expect(page.locator("#waiting [data-none]")).to_be_visible()
    before = page.locator(".thumb svg.board").inner_html()
    white.play("e2e4")
    expect(waiting).to_have_count(1)
    expect(waiting).to_contain_text("Anna")
    expect(page.locator("#waiting h2")).to_have_text("À vous de jouer")
    expect(page.locator("#waiting [data-none]")).to_be_hidden()
    expect(page.locator("#running")).to_be_hidden()
    expect(page.locator("nav.wide [data-part=badge] .vh")).to_have_text(re.compile("1 partie vous attend"))
    assert page.locator(".thumb svg.board").inner_html() != before
    black.play("e7e5")
    expect(waiting).to_have_count(0)
    white.play("g1f3")
    # My clock runs, the other one stands: each player has made a first move.
    clock = waiting.locator(".time.run [role=timer]")
    expect(clock).to_have_count(1)
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown)
    white.resign()
    expect(page.locator("#finished tr[data-table]")).to_contain_text("Vous avez gagné.")
    expect(waiting).to_have_count(0)
    expect(page.locator("nav.wide .badge")).to_have_count(0)
    assert page.evaluate("window.stays"), "the page was not loaded anew"


def test_the_first_table_appears_on_a_page_without_tables(visitors):
    player = visitors.person("anna")
    player.open("Checkered")
    looking = visitors.tab(player).go("en/mine").page
    expect(looking.locator("#open tr[data-table]")).to_have_count(1)
    player.part("withdraw").click()
    player.answer("yes")
    expect(looking.locator("#open")).to_be_hidden()
    looking.reload()
    expect(looking.locator(".page-head .btn.primary")).to_be_visible()
    player.open("Checkered")
    expect(looking.locator("#open tr[data-table]")).to_have_count(1)


def test_the_badge_follows_on_pages_with_a_socket_and_opens_none_on_others(visitors):
    white, black = visitors.game("Checkered")
    home, games = visitors.tab(black).go("en/").page, visitors.tab(black).page
    opened = []
    games.on("websocket", lambda socket: opened.append(socket.url))
    games.goto(visitors.url + "en/games")
    for page in (home, black.page, games):
        expect(page.locator("nav.wide .badge")).to_have_count(0)
    white.play("e2e4")
    expect(home.locator("nav.wide .badge")).to_have_text("1")
    expect(black.page.locator("nav.wide .badge")).to_have_count(0)  # It shows the game that waits.
    black.play("e7e5")
    for page in (home, black.page):
        expect(page.locator("nav.wide .badge")).to_have_count(0)
    assert opened == []


# The link that takes a person to another browser


def test_a_link_takes_a_person_with_a_running_game_to_another_browser(visitors):
    anna, oskar = visitors.game()
    phone = visitors.person("phone", viewport=NARROW, locale="fr-FR")
    anna.play("c1c2")
    expect(anna.part("unseal")).to_be_visible()
    anna.go("en/mine")
    expect(anna.part("link")).to_be_hidden()
    anna.page.locator("#move summary").click()
    secret = anna.part("link").input_value()

    phone.page.goto(secret.replace("/en/", "/fr/"))
    expect(phone.part("key")).to_have_value(secret.partition("#")[2])
    assert phone.page.url == visitors.url + "fr/restore", "the secret has left the address"
    phone.page.get_by_role("button", name="Jouer ici sous ce nom").click()
    expect(phone.page).to_have_url(visitors.url + "fr/mine")
    expect(phone.part("name")).to_have_value("Anna")
    oskar.play("c5c4")
    oskar.sees_turn(1)
    phone.page.reload()
    phone.page.locator("#waiting a").first.click()
    phone.wait_for_board().play("a1b3")
    oskar.play("a5b3")
    anna.page.go_back()
    for player in (anna, oskar, phone):
        player.sees_turn(2)


@pytest.mark.slow
def test_a_link_that_is_opened_on_the_page_of_its_form_is_taken_too(visitors):
    reader = visitors.person("reader")
    reader.go("en/restore").page.evaluate("location.hash = 'a'.repeat(32)")
    expect(reader.part("key")).to_have_value("a" * 32)
    assert reader.page.url == visitors.url + "en/restore"
    # The link to the content names a part of the page.
    reader.page.locator("a.skip").press("Enter")
    assert reader.page.url == visitors.url + "en/restore#main"
    expect(reader.part("key")).to_have_value("a" * 32)
    reader.allowed_errors.append("400")
    reader.page.get_by_role("button", name="Play here as that person").click()
    expect(reader.page.get_by_role("alert")).to_have_text("Nobody has played here under this link.")
    expect(reader.part("key")).to_be_focused()

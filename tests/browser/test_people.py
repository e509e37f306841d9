"""Who people are: friendly names and own ones, the list of one's games, and a person who moves to another browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import ENGLISH, examine, words
from tests.harness.people import AUDITED

pytestmark = pytest.mark.slow

TELEPHONE = {"viewport": {"width": 360, "height": 740}, "locale": "fr-FR"}
SLIP = re.compile("^[0-9a-f]{64}$")


def friendly_name(player, language):
    """What the form says that somebody is called who has chosen no name."""
    player.go(f"{language}/mine")
    return player.part("name-help").locator("bdi").inner_text()


def secret_link(player, language="en"):
    """The link out of the closed part of My games."""
    player.go(f"{language}/mine")
    expect(player.part("link")).to_be_hidden()
    player.page.locator("#move summary").click()
    expect(player.part("link")).to_be_visible()
    return player.part("link").input_value()


def listed(player, part, link):
    """Wait until a table stands in this part of My games."""
    table = link.rsplit("/", 1)[1].split("?")[0]
    expect(player.page.locator(f"#{part} a[href$='/game/{table}']").first).to_be_visible()


def test_a_link_takes_a_person_with_a_running_game_to_another_browser(visitors):
    anna, oskar, telephone = (
        visitors.person("anna"),
        visitors.person("oskar"),
        visitors.person("telephone", **TELEPHONE),
    )
    link = anna.open("Apocalypse")
    name = friendly_name(anna, "fr")
    oskar.join(link)
    anna.visit(link).play("c1c2")
    expect(anna.part("unseal")).to_be_visible()
    secret = secret_link(anna)
    listed(anna, "running", link)

    telephone.page.goto(secret.replace("/en/", "/fr/"))
    expect(telephone.part("key")).to_have_value(secret.partition("#")[2])
    assert telephone.page.url == visitors.url + "fr/restore", "the secret has left the address"
    assert telephone.overflow() <= 0
    telephone.page.get_by_role("button", name="Jouer ici sous ce nom").click()
    expect(telephone.page).to_have_url(visitors.url + "fr/mine")
    expect(telephone.part("name-help")).to_contain_text(f"Vous êtes {name}.")
    listed(telephone, "running", link)

    oskar.play("c5c4")
    oskar.sees_turn(1)
    telephone.page.reload()
    listed(telephone, "waiting", link)
    telephone.page.locator("#waiting a").first.click()
    telephone.wait_for_board().play("a1b3")
    oskar.play("a5b3")
    anna.visit(link)
    for player in (anna, oskar, telephone):
        player.sees_turn(2)
    telephone.part("resign").click()
    telephone.answer("yes")
    expect(anna.page.locator("main.over")).to_be_attached()
    anna.go("en/mine")
    listed(anna, "finished", link)
    expect(anna.part("finished")).to_contain_text("You lost. You resigned.")
    oskar.go("en/mine")
    expect(oskar.part("finished")).to_contain_text("You won. White resigns.")


def test_a_link_that_is_opened_where_the_form_stands_already_is_taken_too(visitors):
    reader = visitors.person("reader")
    reader.go("en/restore").page.evaluate("location.hash = 'a'.repeat(32)")
    expect(reader.part("key")).to_have_value("a" * 32)
    assert reader.page.url == visitors.url + "en/restore"
    reader.allowed_errors.append("400")
    reader.page.get_by_role("button", name="Play here as that person").click()
    expect(reader.page.get_by_role("alert")).to_have_text("Nobody has played here under this link.")
    expect(reader.part("key")).to_be_focused()


def test_who_would_leave_games_is_warned_and_finds_back_by_the_link_of_the_warning(visitors):
    anna, leaver = visitors.person("anna"), visitors.person("leaver")
    anna.open("Apocalypse")
    left = leaver.open("Checkered", name="Léa")
    leaver.page.goto(secret_link(anna))
    warning = leaver.part("leaving")
    expect(warning).to_contain_text("This browser plays as Léa already.")
    way_back = leaver.part("link").input_value()
    leaver.page.get_by_role("button", name="Play here as that person").click()
    expect(leaver.page.locator("main h1")).to_have_text("My games")
    expect(leaver.part("name")).not_to_have_value("Léa")
    leaver.page.goto(way_back)
    leaver.page.get_by_role("button", name="Play here as that person").click()
    expect(leaver.part("name")).to_have_value("Léa")
    listed(leaver, "open", left)


def test_the_link_is_copied_by_a_button(visitors):
    anna = visitors.person("anna")
    anna.open("Apocalypse")
    anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = secret_link(anna)
    anna.page.get_by_role("button", name="Copy").click()
    expect(anna.page.get_by_role("button", name="Copied")).to_be_visible()
    assert anna.page.evaluate("navigator.clipboard.readText()") == link


def test_a_friendly_name_is_seen_by_others_until_it_is_changed(visitors):
    anna, oskar = visitors.person("anna"), visitors.person("new", locale="fr-FR")
    link = anna.open("Apocalypse", name="Anna")
    oskar.join(link.replace("/en/", "/fr/"))
    english, french = friendly_name(oskar, "en"), friendly_name(oskar, "fr")
    anna.visit(link)
    his_plate = anna.page.locator(".plate[data-seat='1'] [data-part=name]")
    expect(his_plate).to_have_text(english)
    assert english != french
    oskar.go("fr/mine").part("name").fill("Oskar <b>")
    oskar.page.get_by_role("button", name="Garder ce nom").click()
    expect(oskar.part("name")).to_have_value("Oskar <b>")
    anna.page.reload()
    expect(his_plate).to_have_text("Oskar <b>")


@pytest.mark.parametrize("language", AUDITED)
def test_no_page_about_people_has_a_fault(visitors, language):
    anna, oskar, stranger = visitors.person("anna"), visitors.person("oskar"), visitors.person(f"stranger-{language}")
    stranger.allowed_errors.append("400")
    found = []

    def look(player, state):
        found.extend(examine(player, f"{language}, {state}"))
        if language == "fr":
            assert words(player, ENGLISH) == [], state

    stranger.go(f"{language}/mine")
    look(stranger, "no games")
    stranger.go(f"{language}/restore")
    look(stranger, "bring a link")
    stranger.part("key").fill("nothing")
    stranger.page.locator("form .btn.primary").click()
    expect(stranger.part("key-error")).to_be_visible()
    look(stranger, "a wrong link")
    stranger.go(f"{language}/fair-play")
    look(stranger, "fair play")
    anna.open("Checkered", language=language, name="W" * 32)
    link = anna.open("Apocalypse", language=language)
    oskar.go(f"{language}/games").join(link, name="漢" * 32)
    anna.go(f"{language}/mine")
    look(anna, "my games")
    anna.page.locator("#move summary").click()
    expect(anna.part("link")).to_be_visible()
    look(anna, "my games and their link")
    anna.go(f"{language}/restore")
    look(anna, "warned")
    assert found == []


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("language", AUDITED)
def test_the_fingerprint_of_the_page_can_be_recomputed_in_the_browser(visitors, language, width):
    """As the page of a table does it, with the browser's own SHA-256."""
    reader = visitors.person("reader")
    reader.page.set_viewport_size({"width": width, "height": 740})
    reader.go(f"{language}/fair-play")
    slip, shown, *_ = reader.page.locator("article pre").all_inner_texts()
    digest = reader.page.evaluate(
        """async (text) => Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256",
        new TextEncoder().encode(text))), (byte) => byte.toString(16).padStart(2, "0")).join("")""",
        slip.rstrip("\n") + "\n",
    )
    assert SLIP.match(digest)
    assert digest == shown.strip()
    assert reader.overflow() <= 0

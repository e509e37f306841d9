"""Who people are: the list of one's games, and the link that takes them to another browser."""

import pytest
from playwright.sync_api import expect

from tests.harness.audits import NARROW
from tests.harness.people import visitors_at

PHONE = {"viewport": NARROW, "locale": "fr-FR"}

module_visitors = visitors_at("still_site")


def friendly_name(player, language):
    """The generated name of a person who has chosen none."""
    return player.go(f"{language}/mine").part("name-help").locator("bdi").inner_text()


def secret_link(player):
    """The link that is unfolded on the page of one's games."""
    player.go("en/mine")
    expect(player.part("link")).to_be_hidden()
    player.page.locator("#move summary").click()
    expect(player.part("link")).to_be_visible()
    return player.part("link").input_value()


def listed(player, part, link):
    """Wait until a table is in this part of the list of one's games."""
    table = link.rsplit("/", 1)[1].split("?")[0]
    expect(player.page.locator(f"#{part} a[href$='/game/{table}']").first).to_be_visible()


def test_a_link_takes_a_person_with_a_running_game_to_another_browser(visitors):
    anna, oskar, phone = visitors.person("anna"), visitors.person("oskar"), visitors.person("phone", **PHONE)
    link = anna.open("Apocalypse")
    name = friendly_name(anna, "fr")
    oskar.join(link)
    anna.visit(link).play("c1c2")
    expect(anna.part("unseal")).to_be_visible()
    secret = secret_link(anna)
    listed(anna, "running", link)

    phone.page.goto(secret.replace("/en/", "/fr/"))
    expect(phone.part("key")).to_have_value(secret.partition("#")[2])
    assert phone.page.url == visitors.url + "fr/restore", "the secret has left the address"
    assert phone.overflow() <= 0
    phone.page.get_by_role("button", name="Jouer ici sous ce nom").click()
    expect(phone.page).to_have_url(visitors.url + "fr/mine")
    expect(phone.part("name-help")).to_contain_text(f"Vous êtes {name}.")
    listed(phone, "running", link)

    oskar.play("c5c4")
    oskar.sees_turn(1)
    phone.page.reload()
    listed(phone, "waiting", link)
    phone.page.locator("#waiting a").first.click()
    phone.wait_for_board().play("a1b3")
    oskar.play("a5b3")
    anna.visit(link)
    for player in (anna, oskar, phone):
        player.sees_turn(2)
    phone.resign()
    expect(anna.page.locator("main.over")).to_be_attached()
    for player, sentence in ((anna, "You lost. You resigned."), (oskar, "You won. White resigns.")):
        listed(player.go("en/mine"), "finished", link)
        expect(player.part("finished")).to_contain_text(sentence)


@pytest.mark.slow
def test_a_link_that_is_opened_on_the_page_of_its_form_is_taken_too(visitors):
    reader = visitors.person("reader")
    reader.go("en/restore").page.evaluate("location.hash = 'a'.repeat(32)")
    expect(reader.part("key")).to_have_value("a" * 32)
    assert reader.page.url == visitors.url + "en/restore"
    reader.allowed_errors.append("400")
    reader.page.get_by_role("button", name="Play here as that person").click()
    expect(reader.page.get_by_role("alert")).to_have_text("Nobody has played here under this link.")
    expect(reader.part("key")).to_be_focused()

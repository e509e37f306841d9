"""Who people are: names, the list of one's games, the link to another browser, and mail about games of days."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import NARROW, WIDE, tab_to
from tests.harness.people import visitors_fixture

PHONE = {"viewport": NARROW, "locale": "fr-FR"}

module_visitors = visitors_fixture(scripted=True, mail=True)


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


@pytest.mark.slow
def test_who_would_leave_games_is_warned_and_finds_back_by_the_link_of_the_warning(visitors):
    anna, leaver = visitors.person("anna"), visitors.person("leaver")
    anna.open("Apocalypse")
    left = leaver.open("Checkered", name="Léa")
    leaver.page.goto(secret_link(anna))
    expect(leaver.part("leaving")).to_contain_text("This browser plays as Léa already.")
    way_back = leaver.part("link").input_value()
    leaver.page.get_by_role("button", name="Play here as that person").click()
    expect(leaver.page.locator("main h1")).to_have_text("My games")
    expect(leaver.part("name")).not_to_have_value("Léa")
    leaver.page.goto(way_back)
    leaver.page.get_by_role("button", name="Play here as that person").click()
    expect(leaver.part("name")).to_have_value("Léa")
    listed(leaver, "open", left)


@pytest.mark.slow
def test_the_link_is_copied_by_a_button(visitors):
    anna = visitors.person("anna")
    anna.open("Apocalypse")
    anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = secret_link(anna)
    anna.page.get_by_role("button", name="Copy").click()
    expect(anna.page.get_by_role("button", name="Copied")).to_be_visible()
    assert anna.page.evaluate("navigator.clipboard.readText()") == link


@pytest.mark.slow
def test_a_friendly_name_is_seen_by_others_until_it_is_changed(visitors):
    anna, oskar = visitors.person("anna"), visitors.person("new", locale="fr-FR")
    link = anna.open("Apocalypse", name="Anna")
    oskar.join(link.replace("/en/", "/fr/"))
    english, french = friendly_name(oskar, "en"), friendly_name(oskar, "fr")
    assert english != french
    plate = anna.visit(link).page.locator(".plate[data-seat='1'] [data-part=name]")
    expect(plate).to_have_text(english)
    oskar.go("fr/mine").part("name").fill("Oskar <b>")
    oskar.page.get_by_role("button", name="Garder ce nom").click()
    expect(oskar.part("name")).to_have_value("Oskar <b>")
    anna.page.reload()
    expect(plate).to_have_text("Oskar <b>")


@pytest.mark.parametrize(("language", "window"), [("fr", NARROW), ("en", WIDE)])
@pytest.mark.slow
def test_the_fingerprint_on_the_page_of_fair_play_can_be_computed_in_the_browser(visitors, language, window):
    reader = visitors.person("reader", viewport=window).go(f"{language}/fair-play")
    text, shown, *_ = reader.page.locator("article pre").all_inner_texts()
    digest = reader.page.evaluate(
        """async (text) => Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256",
        new TextEncoder().encode(text))), (byte) => byte.toString(16).padStart(2, "0")).join("")""",
        text.rstrip("\n") + "\n",
    )
    assert re.fullmatch("[0-9a-f]{64}", digest)
    assert digest == shown.strip()
    assert reader.overflow() <= 0


# Mail


def give(reader, address):
    """Give an address in the form."""
    reader.go("en/mail").part("address").fill(address)
    reader.page.locator("main form .btn.primary").click()


@pytest.mark.slow
def test_an_address_is_given_confirmed_and_forgotten(visitors):
    reader = visitors.person("anna")
    title, box = reader.page.get_by_role("heading", level=1), reader.part("box")
    for path in ("settings", "mine"):
        reader.go(f"en/{path}").page.get_by_role("link", name="Mail about your games of days").click()
        expect(title).to_have_text("Mail about your games of days")
    expect(box).to_have_count(0)
    reader.allowed_errors.append("400|409")
    # The browser itself takes this for an address.
    give(reader, "ann@nowhere")
    expect(reader.part("address-error")).to_contain_text("This is not a mail address")
    expect(reader.part("address")).to_be_focused()
    expect(reader.part("address")).to_have_value("ann@nowhere")
    give(reader, "ann@example.org")
    expect(box).to_contain_text("ann@example.org")
    unconfirmed = box.locator("p").first.text_content()
    confirm = visitors.link_in_mail("confirm", "ann@example.org")
    sent = visitors.mail.taken[visitors.mail.receivers.index("ann@example.org")]
    assert (sent["Subject"], sent["Content-Language"]) == ("Confirm your address", "en")
    expect(reader.go(confirm).page.get_by_role("heading", level=1)).to_have_text("Confirm your address")
    # Programs open links, too: that confirms nothing.
    expect(reader.go("en/mail").part("box").locator("p").first).to_have_text(unconfirmed)
    reader.go(confirm).page.get_by_role("button", name="Confirm this address").click()
    expect(title).to_have_text("Mail is on")
    reader.page.locator("main a.btn").click()
    expect(box.locator("p").first).not_to_have_text(unconfirmed)
    box.get_by_role("button").click()
    expect(box).to_have_count(0)
    expect(reader.go(confirm).page.locator("main")).to_contain_text("no longer valid")


@pytest.mark.slow
def test_the_links_of_a_mail_stop_one_game_and_then_all(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    text = visitors.stopping_mail(white, black, games=2)
    # In the signature of a link any move may be written by chance.
    assert "e4" not in re.sub(r"https:\S+", "", text)
    # The reader of the mail need not be known to the site.
    reader = visitors.person("reader")
    stop_one, *_, stop_all = re.findall(r"https://chess.example/(../mail/stop/\S+)", text)
    for link, sentence, left in ((stop_one, "This game sends no more mail.", 1), (stop_all, "", 0)):
        reader.go(link).page.locator("main form button").click()
        expect(reader.page.get_by_role("heading", level=1)).to_have_text("Mail is stopped")
        expect(reader.page.locator("main .lead")).to_contain_text(sentence)
        expect(black.go("en/mail").part("box")).to_have_count(left)


@pytest.mark.slow
def test_an_address_is_given_and_forgotten_by_keyboard(visitors):
    reader = visitors.person("anna").go("en/mail")
    keys = reader.page.keyboard
    tab_to(reader, "#address")
    keys.type("keys@example.org")
    keys.press("Enter")
    expect(reader.part("box")).to_be_visible()
    reader.go(visitors.link_in_mail("confirm", "keys@example.org"))
    tab_to(reader, "main form button")
    keys.press("Enter")
    expect(reader.page.get_by_role("heading", level=1)).to_have_text("Mail is on")
    reader.go("en/mail")
    tab_to(reader, "#box button")
    keys.press("Enter")
    expect(reader.part("box")).to_have_count(0)


@pytest.mark.slow
def test_without_a_script_a_long_address_is_given_on_a_phone(visitors):
    reader = visitors.person("plain", java_script_enabled=False, viewport=NARROW)
    address = f"{'long.' * 10}ann@{'long.' * 30}example.org"
    visitors.subscribe(reader, address)
    expect(reader.go("en/mail").part("box")).to_contain_text(address)
    assert reader.overflow() <= 0

"""The pages of mail: an address is given, confirmed behind the link of the mail, and forgotten, in a browser."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.harness.audits import examine, tab_to, unreached
from tests.harness.mail import mail_options, mail_server
from tests.harness.people import AUDITED, until, visitors_of

pytestmark = pytest.mark.slow

NARROW = {"width": 360, "height": 740}


class Words(NamedTuple):
    """What the pages say in one language."""

    mine: str
    question: str
    button: str
    on: str
    stopped: str
    silent: str
    refused: str
    expired: str


WORDS = {
    "en": Words(
        "Mail about your games of days",
        "Confirm your address",
        "Confirm this address",
        "Mail is on",
        "Mail is stopped",
        "This game sends no more mail.",
        "This is not a mail address",
        "no longer valid",
    ),
    "fr": Words(
        "Courriels sur vos parties par jours",
        "Confirmez votre adresse",
        "Confirmer cette adresse",
        "Les courriels sont activés",
        "Les courriels sont arrêtés",
        "Cette partie n’envoie plus de courriels.",
        "Ce n’est pas une adresse électronique",
        "n’est plus valable",
    ),
}


@pytest.fixture(scope="module")
def server():
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def module_visitors(tmp_path_factory, server):
    with visitors_of(tmp_path_factory.mktemp("data"), *mail_options(server), scripted=True) as visitors:
        yield visitors


@pytest.fixture(autouse=True)
def emptied(server):
    """What an earlier test was sent is forgotten."""
    server.taken.clear()


def link(server, reader, what, number=0, *, last=False):
    """Wait until so many mails and one more have come; the address within the site of a link in that one."""
    until(reader.page, lambda: len(server.taken) > number)
    found = re.findall(rf"https://chess.example/(../mail/{what}/\S+)", server.texts()[number])
    return str(found[-1 if last else 0])


def give(reader, address, language):
    """Give an address in the form."""
    reader.go(f"{language}/mail")
    reader.part("address").fill(address)
    reader.page.locator("main form .btn.primary").click()


def subscribe(server, reader, address, language="en"):
    """Give an address and confirm it."""
    number = len(server.taken)
    give(reader, address, language)
    reader.go(link(server, reader, "confirm", number)).page.locator("main form button").click()
    expect(reader.page.get_by_role("heading", level=1)).to_have_text(WORDS[language].on)


@pytest.mark.parametrize("language", AUDITED)
def test_an_address_is_given_confirmed_and_forgotten(visitors, server, language):
    words, address, found = WORDS[language], f"ann-{language}@example.org", []
    reader = visitors.person("anna")
    title = reader.page.get_by_role("heading", level=1)

    def look(state):
        found.extend(examine(reader, f"{language}, {state}"))

    reader.go(f"{language}/settings").page.get_by_role("link", name=words.mine).click()
    expect(title).to_have_text(words.mine)
    reader.go(f"{language}/mine").page.get_by_role("link", name=words.mine).click()
    expect(title).to_have_text(words.mine)
    expect(reader.part("box")).to_have_count(0)
    look("no address")

    reader.allowed_errors.append("400|409")
    # The browser itself takes this for an address.
    give(reader, "ann@nowhere", language)
    expect(reader.part("address-error")).to_contain_text(words.refused)
    expect(reader.part("address")).to_be_focused()
    expect(reader.part("address")).to_have_value("ann@nowhere")
    look("refused")

    give(reader, address, language)
    expect(reader.part("box")).to_contain_text(address)
    asked = reader.part("box").locator("p").first.text_content()
    look("asked")

    confirm = link(server, reader, "confirm")
    (mail,) = server.taken
    assert (mail["Subject"], mail["Content-Language"]) == (words.question, language)
    assert not re.search("[<&]", server.texts()[0].split("https", 1)[0])
    reader.go(confirm)
    expect(title).to_have_text(words.question)
    look("to confirm")
    # It is opened by programs too: nothing was confirmed by that.
    reader.go(f"{language}/mail")
    expect(reader.part("box").locator("p").first).to_have_text(str(asked))
    reader.go(confirm).page.get_by_role("button", name=words.button).click()
    expect(title).to_have_text(words.on)
    look("confirmed")
    reader.page.locator("main a.btn").click()
    expect(reader.part("box").locator("p").first).not_to_have_text(str(asked))
    look("sent to")

    reader.part("box").get_by_role("button").click()
    expect(reader.part("box")).to_have_count(0)
    reader.go(confirm)
    expect(reader.page.locator("main")).to_contain_text(words.expired)
    look("link expired")
    assert found == []


@pytest.mark.parametrize("language", AUDITED)
def test_the_links_of_a_mail_stop_one_game_and_then_all(visitors, server, language):
    words, found = WORDS[language], []
    white, black = visitors.person("anna"), visitors.person("oskar")
    # Mail comes to one who did not look since: time goes by between all that is done.
    tables = [white.open("Chess", control="3d", language=language) for _ in range(2)]
    subscribe(server, black, f"oskar-{language}@example.org", language)
    for table in tables:
        black.join(table)
    black.go(f"{language}/mail")
    visitors.scripted.turn_clock(60)
    for table in tables:
        white.visit(table).play("e2e4")
        white.sees_turn(1)
    visitors.scripted.turn_clock(700)
    # Whoever gives an address lets the site look for what is to be sent.
    subscribe(server, visitors.person("zoe"), f"zoe-{language}@example.org", language)
    until(black.page, lambda: any(mail["List-Unsubscribe"] for mail in server.taken))
    (number,) = (number for number, mail in enumerate(server.taken) if mail["List-Unsubscribe"])
    # In the signature of a link any move may be written by chance.
    assert "e4" not in re.sub(r"https:\S+", "", server.texts()[number])

    # The reader of the mail need not be known to the site.
    reader = visitors.person("reader")
    title, lead = reader.page.get_by_role("heading", level=1), reader.page.locator("main .lead")
    for last, said in ((False, words.silent), (True, "")):
        reader.go(link(server, reader, "stop", number, last=last))
        found += examine(reader, f"{language}, to stop")
        reader.page.locator("main form button").click()
        expect(title).to_have_text(words.stopped)
        expect(lead).to_contain_text(said)
        found += examine(reader, f"{language}, stopped")
        expect(black.go(f"{language}/mail").part("box")).to_have_count(0 if last else 1)
    assert found == []


def test_an_address_is_given_and_forgotten_without_a_mouse(visitors, server):
    reader = visitors.person("anna").go("en/mail")
    keys = reader.page.keyboard
    tab_to(reader, "#address")
    keys.type("keys@example.org")
    keys.press("Enter")
    expect(reader.part("box")).to_be_visible()
    assert unreached(reader) == []
    reader.go(link(server, reader, "confirm"))
    assert unreached(reader) == []
    tab_to(reader, "main form button")
    keys.press("Enter")
    expect(reader.page.get_by_role("heading", level=1)).to_have_text(WORDS["en"].on)
    reader.go("en/mail")
    tab_to(reader, "#box button")
    keys.press("Enter")
    expect(reader.part("box")).to_have_count(0)


@pytest.mark.parametrize("language", AUDITED)
def test_without_a_script_all_of_it_works(visitors, server, language):
    reader = visitors.person("still", java_script_enabled=False, viewport=NARROW)
    address = f"{'long.' * 10}still-{language}@{'long.' * 30}example.org"
    subscribe(server, reader, address, language)
    reader.go(f"{language}/mail")
    expect(reader.part("box")).to_contain_text(address)
    assert reader.overflow() <= 0

"""Accounts in a browser with an authenticator: one press makes a passkey, with which another browser signs in."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.people import visitors_fixture

module_visitors = visitors_fixture(named=True)

WORDS = {
    "en": (
        "Keep my name on every device",
        "Sign in with a passkey",
        "Keep this name",
        "Remove",
        "Rated",
        "Remove it all the same",
        "Delete all of it",
        "Delete my account",
        "Deleted player",
    ),
    "fr": (
        "Garder mon nom sur tous mes appareils",
        "Se connecter avec une clé d’accès",
        "Garder ce nom",
        "Supprimer",
        "Classée",
        "La supprimer quand même",
        "Tout supprimer",
        "Supprimer mon compte",
        "Joueur supprimé",
    ),
}
PHONE = {"width": 360, "height": 740}
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Device:
    """The authenticator of a browser, for which Chromium stands in."""

    def __init__(self, person):
        self.session = person.own_page.context.new_cdp_session(person.page)
        self.session.send("WebAuthn.enable")
        self.id = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]

    @property
    def passkeys(self):
        return self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def take(self, other):
        """Get the passkeys of another device, as a password manager brings them."""
        for passkey in other.passkeys:
            self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": passkey})


def press(person, name, by_keyboard):
    button = person.page.get_by_role("button", name=name, exact=True)
    if by_keyboard:
        button.focus()
        button.press("Enter")
    else:
        button.click()


def account(visitors, name, language="en", by_keyboard=False, **more):
    """A person whose browser has made a passkey and claimed a name; and its device."""
    keep, _, keep_name, *_ = WORDS[language]
    person = visitors.person(name, **more)
    device = Device(person)
    person.go(f"{language}/account")
    press(person, keep, by_keyboard)
    expect(person.page.get_by_role("button", name=WORDS[language][3], exact=True)).to_be_visible()
    assert len(device.passkeys) == 1
    person.part("name").fill(name)
    press(person, keep_name, by_keyboard)
    expect(person.part("kept")).to_be_visible()
    return person, device


@pytest.mark.parametrize(
    ("language", "window"),
    [("en", None), pytest.param("fr", PHONE, marks=pytest.mark.slow)],
)
def test_a_passkey_signs_in_a_second_browser_which_plays_a_rated_game_that_changes_both_ratings(
    visitors, language, window
):
    more = {"viewport": window} if window else {}
    by_keyboard = window is not None
    _, sign_in, _, remove, rated, remove_anyway, delete_all, delete, deleted = WORDS[language]
    name = f"Ada_{language}"
    ada, at_home = account(visitors, name, language, by_keyboard, **more)
    bea, _ = account(visitors, f"Bea_{language}", language, by_keyboard, **more)
    phone = visitors.person("phone", **more)
    Device(phone).take(at_home)
    phone.go(f"{language}/sign-in")
    press(phone, sign_in, by_keyboard)
    expect(phone.page).to_have_url(re.compile(r"/mine$"))
    phone.go(f"{language}/variants/Chess/play")
    phone.part("control").select_option("5+3")
    phone.page.locator("input[name=seat][value='0']").check(force=True)
    phone.page.get_by_label(rated).check(force=True)
    phone.page.locator("form .btn.primary").first.click()
    link = phone.wait_for_board().part("link").input_value()
    bea.join(link)
    expect(phone.plate(1, "rating")).to_have_text("1500?")
    for player, move in ((phone, "f2f3"), (bea, "e7e5"), (phone, "g2g4"), (bea, "d8h4")):
        player.play(move)
    for player in (phone, bea):
        expect(player.plate(0, "rating")).to_have_text("1338? (−162)")
        expect(player.plate(1, "rating")).to_have_text("1662? (+162)")
    bea.go(f"{language}/people/{name.lower()}")
    expect(bea.page).to_have_url(re.compile(f"/people/{name}$"))
    expect(bea.page.locator("figcaption b")).to_have_text("1338?")
    expect(bea.page.locator("svg.curve")).to_be_visible()
    assert bea.overflow() <= 0
    ada.go(f"{language}/account")
    press(ada, remove, by_keyboard)
    expect(ada.page.get_by_role("alert").first).to_be_visible()
    press(ada, remove_anyway, by_keyboard)
    expect(ada.page.get_by_role("button", name=remove, exact=True)).to_have_count(0)
    phone.go(f"{language}/my-data").page.get_by_label(delete_all).check(force=True)
    press(phone, delete, by_keyboard)
    expect(phone.page).to_have_url(re.compile(f"/{language}/$"))
    bea.allowed_errors.append("404")
    assert bea.page.goto(f"{visitors.url}{language}/people/{name}").status == 404
    bea.go(f"{language}/people/Bea_{language}")
    expect(bea.page.get_by_text(deleted).first).to_be_visible()


def test_a_seek_takes_a_range_of_ratings_and_a_challenge_appears_on_the_open_page(visitors):
    cat, _ = account(visitors, "Cat_01")
    dan, _ = account(visitors, "Dan_01")
    cat.go("en/")
    cat.page.locator("#way-somebody summary").first.click()
    expect(cat.part("seek-near")).to_be_hidden()
    cat.page.locator("#seek-variants summary").click()
    cat.page.locator("#seek-form [name=variant][value=Chess]").check(force=True)
    cat.page.get_by_label("Rated", exact=True).check(force=True)
    cat.part("seek-distance").select_option(label="At most 100 points away")
    cat.part("seek-go").click()
    expect(cat.part("seeking-wish")).to_contain_text("rated ±100")
    dan.go("en/")
    expect(dan.part("waiting-list")).to_contain_text("Cat_01 1500?")
    cat.part("unwait").click()
    expect(cat.part("seek-go")).to_be_visible()
    cat.go("en/mine")
    dan.go("en/people/Cat_01").page.get_by_role("button", name="Challenge").click()
    dan.page.locator("form .btn.primary").first.click()
    dan.wait_for_board()
    # A page on which nothing was played is loaded anew by its first game.
    challenge = cat.part("challenge-list").locator("li")
    expect(challenge).to_contain_text("Dan_01 · ")
    expect(cat.page.locator("[data-part=badge]").first).to_contain_text("1 game waits for you")
    challenge.get_by_role("button", name="Decline").click()
    expect(cat.page.get_by_text("Dan_01")).to_have_count(0)

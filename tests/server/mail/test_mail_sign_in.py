"""Signing in by mail: one link, once, within ten minutes, for who has confirmed the address; nobody learns who has."""

import string

import pytest

from server.http import SECRET
from server.people import person_of
from tests.harness.mail import ADDRESS, MailSite, mail_server

SIGNS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
"""The signs of Base64 in addresses, by their values."""


@pytest.fixture
def server():
    with mail_server() as running:
        yield running


@pytest.fixture
def post(tmp_path, server):
    running = MailSite(tmp_path, server)
    yield running
    running.stop()


@pytest.fixture
def me(post):
    return post.subscribe(post.app.test_client())


def ask(post, address=ADDRESS):
    """The answer to a new browser that asks for a mail, and the browser."""
    browser = post.app.test_client()
    page = browser.post("/en/sign-in/mail", data={"address": address})
    post.notifier.round()
    return page, browser


def person(browser):
    with browser.session_transaction() as session:
        return person_of(session[SECRET]) if SECRET in session else None


def test_the_link_of_a_mail_signs_in_once_by_its_button(post, me):
    page, browser = ask(post)
    assert "a mail is on its way" in page.text
    link = post.link("sign-in")
    assert person(browser) is None
    for _ in range(3):  # Programs that look for danger open the link.
        assert post.app.test_client().get(link).status_code == 200
    assert browser.post(link).status_code == 303
    assert post.services.secrets.person(session_secret(browser)) == me
    assert post.services.accounts.of(me) is not None
    again = post.app.test_client()
    assert again.post(link).status_code == 409
    assert person(again) is None


def session_secret(browser):
    with browser.session_transaction() as session:
        return session[SECRET]


def test_the_link_lasts_ten_minutes_and_no_other_link_signs_in(post, me):
    _, browser = ask(post)
    link = post.link("sign-in")
    post.clock.now += 601
    assert browser.post(link).status_code == 409
    _, browser = ask(post)
    link = post.link("sign-in")
    assert browser.post(link.replace("/sign-in/mail/", "/mail/stop/")).status_code == 404
    assert browser.post(f"{link}x").status_code == 409
    assert person(browser) is None


def test_a_link_that_was_used_signs_in_by_no_other_spelling(post, me):
    _, browser = ask(post)
    link = post.link("sign-in")
    assert browser.post(link).status_code == 303
    # Base64 of 32 bytes leaves bits of its last letter unused, and may end with signs that fill it up.
    last = SIGNS.index(link[-1])
    for alike in (f"{link}=", *(f"{link[:-1]}{SIGNS[last ^ bits]}" for bits in (1, 2, 3))):
        again = post.app.test_client()
        assert again.post(alike).status_code == 409, alike
        assert person(again) is None


def test_a_link_that_could_not_be_sent_is_sent_while_its_reader_waits_and_not_later(post, me):
    post.server.answers["MAIL"] = "451 later"
    _, browser = ask(post)
    post.wait(60)
    post.server.answers.clear()
    post.wait(60)
    post.wait(60)
    assert len(post.server.taken) == 1
    assert browser.post(post.link("sign-in")).status_code == 303
    post.server.answers["MAIL"] = "451 later"
    ask(post)
    post.server.answers.clear()
    post.wait(601)
    assert len(post.server.taken) == 1


def test_a_link_that_another_reader_of_the_address_got_is_not_sent_again(post, me):
    post.subscribe(post.app.test_client())
    taken = []

    def take():
        taken.append(post.server.taken[-1])
        post.server.answers["MAIL"] = "451 later"

    post.server.took = take
    ask(post)
    assert len(post.server.taken) == 1
    post.server.answers.clear()
    post.wait(60)
    assert len(post.server.taken) == 2
    post.server.answers.clear()
    post.wait(60)
    assert len(post.server.taken) == 2


def test_the_answer_and_the_mail_do_not_tell_who_has_confirmed_an_address(post, me):
    known, _ = ask(post)
    sent = len(post.server.taken)
    unknown, _ = ask(post, "nobody@example.org")
    waiting = post.app.test_client()
    post.give(waiting, "waiting@example.org")
    before = len(post.server.taken)
    unconfirmed, _ = ask(post, "waiting@example.org")
    assert known.text == unknown.text == unconfirmed.text
    assert len(post.server.taken) == before == sent + 1, "the question of the last address alone"


def test_the_page_of_the_answer_leads_back_to_signing_in(post, me):
    page, _ = ask(post)
    assert 'href="/en/sign-in"' in page.text
    assert 'href="/en/mail"' not in page.text, "there an address would be that of a new person"


def test_an_address_that_is_none_and_too_many_mails_are_refused(post, me):
    page, _ = ask(post, "no address")
    assert (page.status_code, "This is not a mail address" in page.text) == (400, True)
    assert 'action="/en/sign-in/mail"' in page.text, "the form is there again"
    assert 'value="no address"' in page.text
    for _ in range(3):
        page, _ = ask(post)
    page, _ = ask(post)
    assert (page.status_code, "Too much mail" in page.text) == (400, True)

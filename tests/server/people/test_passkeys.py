"""Accounts: a passkey signs a person in on another device, and nothing else does; names that nobody else can have."""

import itertools
import json
import re
import sqlite3

import pytest

from server.people import person_of
from server.store import JOURNAL
from tests.harness.authenticator import Authenticator, Browser

DAY = 86_400.0


@pytest.fixture
def ann(app):
    """A browser whose person has made a passkey."""
    browser = Browser(app)
    assert browser.make().status_code == 200
    return browser


def code(response):
    return response.json["refusal"]["code"]


def test_a_passkey_gives_another_browser_a_secret_of_its_own_for_the_same_person(app, ann):
    services = app.extensions["cavalier"]
    phone = Browser(app, ann.key)
    assert phone.sign_in().json == {"next": "/en/mine"}
    assert phone.secret != ann.secret
    assert services.secrets.person(phone.secret) == services.secrets.person(ann.secret) == person_of(ann.secret)
    assert [services.secrets.ours(each) for each in (phone.secret, ann.secret)] == [True, True]
    assert person_of(ann.secret) in services.accounts


def test_a_challenge_is_answered_once_in_five_minutes_by_the_browser_that_got_it(app, ann, clock):
    phone = Browser(app, ann.key)
    options = phone.ask()
    with phone.client.session_transaction() as session:
        kept = dict(session)
    answer = ann.key.sign(options)
    assert phone.post("/sign-in", answer).status_code == 200
    thief = Browser(app)
    with thief.client.session_transaction() as session:
        session.update(kept)
    assert code(thief.post("/sign-in", answer)) == "challenge_over", "replayed, with the cookie"
    assert code(Browser(app).post("/sign-in", ann.key.sign(phone.ask()))) == "challenge_over", "of another browser"
    late = phone.ask()
    clock.now += 300
    assert code(phone.post("/sign-in", ann.key.sign(late))) == "challenge_over", "too old"
    wrong = ann.key.sign({"publicKey": {"challenge": options["publicKey"]["challenge"]}})
    phone.ask()
    assert code(phone.post("/sign-in", wrong)) == "passkey_not_valid", "not the challenge of now"
    assert code(phone.post("/account/passkeys", ann.key.make(phone.ask()))) == "challenge_over", "for something else"


@pytest.mark.parametrize(
    "changes",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://sub.localhost"},
        {"type": "webauthn.create"},
        {"challenge": "AAAA"},
    ],
)
def test_an_answer_for_another_site_or_purpose_signs_nobody_in(app, ann, changes):
    phone = Browser(app, ann.key)
    response = phone.sign_in(**changes)
    assert (response.status_code, code(response)) == (400, "passkey_not_valid")
    assert phone.secret is None


def test_a_key_that_was_never_made_here_or_is_a_copy_signs_nobody_in(app, ann):
    assert code(Browser(app, Authenticator(b"unknown")).sign_in()) == "passkey_not_valid"
    assert code(Browser(app, Authenticator(ann.key.id)).sign_in()) == "passkey_not_valid", "the id of a known one"
    bob = Browser(app, Authenticator(b"counts", counter=5))
    assert bob.make().status_code == 200
    assert bob.sign_in().status_code == 200
    bob.key.counter = 5
    assert code(bob.sign_in()) == "passkey_not_valid", "its count went back"


def test_a_copied_database_signs_nobody_in(app, ann, tmp_path):
    ann.form("/account/name", name="Ann_01")
    with sqlite3.connect(tmp_path / JOURNAL) as connection:
        copied = "\n".join(connection.iterdump())
    assert "Ann_01" in copied
    assert ann.secret not in copied
    thief = Browser(app)
    for text in sorted(set(re.findall(r"[\w+/=-]{8,}", copied))):
        assert thief.form("/restore", link=text).status_code == 400, text
        forged = {"id": text, "rawId": text, "type": "public-key", "response": ann.key.sign(thief.ask())["response"]}
        assert (
            thief.post("/sign-in", {**forged, "response": {**forged["response"], "signature": text}}).status_code == 400
        )
    assert thief.secret is None


def test_a_key_whose_count_ends_is_a_copy(app, ann):
    bob = Browser(app, Authenticator(b"counts", counter=5))
    assert bob.make().status_code == 200
    bob.key.counter = 0
    assert code(bob.sign_in()) == "passkey_not_valid"


@pytest.mark.parametrize("body", ["[" * 60_000, "{", "\xff"])
def test_what_is_no_json_is_refused_by_name(app, ann, body):
    ann.ask()
    response = ann.client.post("/en/sign-in", data=body.encode("latin-1"), content_type="application/json")
    assert (response.status_code, code(response)) == (400, "message")


@pytest.mark.parametrize("body", [[], "x", 1, None, {}, {"id": 1}, {"rawId": "AA", "response": {}}, {"response": "x"}])
def test_what_is_no_answer_is_refused_by_name(app, ann, body):
    for page, ask in (("/sign-in", ann.ask), ("/account/passkeys", ann.offer)):
        ask()
        response = ann.client.post(f"/en{page}", data=json.dumps(body), content_type="application/json")
        assert (response.status_code, code(response)) in ((400, "message"), (400, "passkey_not_valid"))


def test_a_browser_that_was_signed_out_meanwhile_makes_no_passkey(app, ann):
    services, me, thief = app.extensions["cavalier"], ann.id, Browser(app)
    ann.form("/account/name", name="Ann_01")
    assert thief.form("/restore", link=ann.secret).status_code == 303
    offer = thief.offer()
    assert ann.form("/account/sign-out-others").status_code == 303
    answer = thief.post("/account/passkeys", Authenticator(b"stolen").make(offer))
    assert (answer.status_code, code(answer)) == (400, "challenge_over")
    assert len(services.passkeys.of(me)) == 1


def test_passkeys_offered_in_two_browsers_at_once_are_no_more_than_a_person_may_have(app, ann):
    phone = Browser(app, ann.key)
    phone.sign_in()
    another = map(Authenticator, (bytes([number]) * 8 for number in itertools.count()))

    def answer(browser, offer):
        return browser.post("/account/passkeys", next(another).make(offer))

    for _ in range(8):
        assert answer(ann, ann.offer()).status_code == 200
    offers = {browser: browser.offer() for browser in (ann, phone)}
    answers = [answer(*each) for each in offers.items()]
    assert [each.status_code for each in answers] == [200, 409]
    assert code(answers[1]) == code(ann.post("/account/passkeys/offer")) == "passkeys"


def test_a_site_without_a_name_says_that_passkeys_need_one(app):
    for page in ("/sign-in/ask", "/account/passkeys/offer"):
        response = app.test_client().post(f"/en{page}", json={}, base_url="http://127.0.0.1:8000")
        assert (code(response), "localhost" in response.json["refusal"]["sentence"]) == ("passkey_host", True)


@pytest.mark.parametrize(
    ("page", "visitor"),
    [
        ("/account/passkeys/remove", 303),
        ("/account/name", 400),
        ("/account/profile", 404),
        ("/account/sign-out", 404),
        ("/account/sign-out-others", 303),
        ("/my-data/delete", 303),
        ("/mine/decline", 303),
    ],
)
def test_who_has_no_identity_changes_nothing_and_who_has_no_account_nothing_of_one(app, page, visitor):
    newcomer, known = Browser(app), Browser(app)
    assert newcomer.form(page).status_code == 404
    assert newcomer.secret is None
    known.form("/name", name="Somebody")
    before = known.secret
    assert known.form(page, id="x", name="Some_body", table="x").status_code == visitor
    services = app.extensions["cavalier"]
    assert person_of(before) not in services.accounts
    assert services.secrets.person(known.secret) == person_of(before), "it is the same person still"


def test_the_last_passkey_goes_only_after_a_warning(app, ann):
    other = Browser(app, Authenticator(b"another"))
    other.client = ann.client
    assert other.make().status_code == 200
    services = app.extensions["cavalier"]
    me = person_of(ann.secret)
    first, second = (each.id for each in services.passkeys.of(me))
    assert ann.form("/account/passkeys/remove", id=first).status_code == 303
    page = ann.form("/account/passkeys/remove", id=second)
    assert (page.status_code, "your last passkey" in page.text) == (200, True)
    stranger = Browser(app, Authenticator(b"a third"))
    stranger.make()
    stranger.form("/account/passkeys/remove", id=second, sure="yes")
    assert [each.id for each in services.passkeys.of(me)] == [second], "nobody removes the passkey of another"
    assert ann.form("/account/passkeys/remove", id=second, sure="yes").status_code == 303
    assert not services.passkeys.of(me)
    assert code(Browser(app, other.key).sign_in()) == "passkey_not_valid"


def test_signing_out_ends_this_browser_alone_and_signing_out_elsewhere_all_others(app, ann):
    phone, tablet = Browser(app, ann.key), Browser(app, ann.key)
    phone.sign_in()
    tablet.sign_in()
    person, secrets = person_of(ann.secret), app.extensions["cavalier"].secrets
    gone, held = phone.secret, tablet.secret
    assert phone.form("/account/sign-out").status_code == 303
    assert (phone.secret, secrets.person(gone), secrets.person(held)) == (None, None, person)
    first = ann.secret
    assert tablet.form("/account/sign-out-others").status_code == 303
    assert [secrets.person(each) for each in (first, held, tablet.secret)] == [None, None, person]
    visitor = app.test_client()
    assert visitor.post("/en/account/sign-out").status_code == 404, "a visitor would never come back"


def test_a_name_that_a_visitor_has_chosen_is_no_longer_shown_once_it_is_that_of_an_account(app, ann):
    visitor = Browser(app)
    visitor.form("/name", name="Ann 01")
    table = visitor.form("/variants/Chess/play", listed="1").headers["Location"]
    assert "Ann 01" in app.test_client().get(table).text
    assert ann.form("/account/name", name="Ann_01").status_code == 303
    assert "Ann 01" not in app.test_client().get(table).text
    app.extensions["cavalier"].names.follow()
    assert "Ann 01" not in app.test_client().get(table).text, "nor when the names are read again"
    assert "Ann_01" in ann.client.get("/en/account").text


def test_the_page_of_a_table_says_beside_the_name_that_an_account_has_it(app, ann):
    assert ann.form("/account/name", name="Ann_01").status_code == 303
    table = ann.form("/variants/Chess/play").headers["Location"].removeprefix("/en")
    for form, field in ((f"{table}/join", "name"), (f"{table}/name", "chat-name"), ("/variants/Chess/play", "name")):
        page = Browser(app).form(form, name="ann_01")
        assert page.status_code == 400
        (given,) = re.findall(rf'<input [^>]*id="{field}"[^>]*>', page.text)
        assert ('value="ann_01"' in given, 'aria-invalid="true"' in given) == (True, True), form
        assert re.search(rf'id="{field}-error">Somebody else has this name', page.text), form


@pytest.mark.parametrize(("name", "alike"), [("Dave", "cLave"), ("Martha", "rnartha"), ("Willy", "VVilly")])
def test_two_letters_that_look_like_one_make_no_other_name(app, ann, name, alike):
    assert ann.form("/account/name", name=name).status_code == 303
    assert "Somebody else has this name" in Browser(app).form("/name", name=alike).text
    assert Browser(app).form("/name", name=f"{name}s").status_code == 303


def test_the_name_of_an_account_is_its_own_whatever_looks_like_it(app, ann, clock):
    bob, visitor = Browser(app, Authenticator(b"bob")), Browser(app)
    bob.make()
    assert ann.form("/account/name", name="Ann_01").status_code == 303
    for alike in ("ann_01", "ANN01", "Ann-Ol", "Ann_0I"):
        page = bob.form("/account/name", name=alike)
        assert (page.status_code, "Somebody else has this name" in page.text) == (400, True), alike
    assert "Somebody else has this name" in visitor.form("/name", name="Änn 01").text
    for wrong in ("an", "x" * 21, "a b c", "é_è_ç", "a/../b"):
        assert "3 to 20 letters" in bob.form("/account/name", name=wrong).text
    assert "reserved" in bob.form("/account/name", name="Computer").text
    assert "once in 30 days" in ann.form("/account/name", name="Anna").text
    clock.now += 30 * DAY
    assert ann.form("/account/name", name="Anna").status_code == 303
    for other, page in ((bob, "/account/name"), (visitor, "/name")):
        assert "Somebody else has this name" in other.form(page, name="Ann_01").text, "it stays Ann's for a year"
    clock.now += 366 * DAY
    assert bob.form("/account/name", name="Ann_01").status_code == 303
    accounts = app.extensions["cavalier"].accounts
    assert [accounts.called(name).person for name in ("anna", "ann_01")] == [
        person_of(each.secret) for each in (ann, bob)
    ]

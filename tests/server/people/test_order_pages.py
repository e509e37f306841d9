"""The pages of order: who sees and does what, what the accused learn, and that moderators see no secret of a game."""

import re

import pytest

from tests.harness.actions import action
from tests.harness.authenticator import Authenticator, Browser
from tests.harness.composition import app_at
from tests.harness.game import Calls, Game
from tests.harness.sources import Clock, scripted

DAY = 86_400.0


@pytest.fixture
def mod(member):
    return member("Judge", moderator=True)


def say(services, table, person, text):
    with services.tables.reading(table) as state:
        seat = next(iter(state.seats_of(person)), None)
        services.chat.say(state, person, seat, text, None, text)


def report(browser, person, **fields):
    given = {"kind": "chat", "reason": "insults", "text": "He swears", **fields}
    return browser.form(f"/report/{person}", **given)


def impose(browser, person, kind, reason="insults", **fields):
    return browser.form(f"/moderation/{person}", kind=kind, reason=reason, **{"days": "1", **fields})


def test_nobody_with_a_nul_in_their_id_is_known_on_either_engine(place, tmp_path):
    with app_at(tmp_path, scripted(Clock()), journal=place, engines=0) as app:
        visitor = Browser(app)
        answers = [visitor.get("/report/a%00b"), visitor.form("/report/a%00b"), visitor.form("/block/a%00b")]
        assert [answer.status_code for answer in answers] == [404, 404, 404]


# Blocks


def test_a_profile_blocks_and_unblocks_and_the_account_lists_who_is_blocked(ann, bob, services):
    assert ">Block<" in ann.get("/people/Bob").text
    assert ann.form(f"/block/{bob.id}").headers["Location"] == "/en/people/Bob"
    assert services.blocks.between(ann.id, bob.id)
    assert ">Unblock<" in ann.get("/people/Bob").text
    assert "People whom you block" in ann.get("/account").text
    assert "People whom you block" not in bob.get("/account").text, "who is blocked does not learn it"
    assert ">Block<" in bob.get("/people/Ann").text
    assert ann.form(f"/unblock/{bob.id}", **{"from": "account"}).headers["Location"] == "/en/account#blocked"
    assert not services.blocks.between(ann.id, bob.id)
    assert ann.form(f"/unblock/{bob.id}").status_code == 404


def test_a_visitor_blocks_and_reports_the_people_of_a_table_by_its_page(app, services, play, bob):
    table = play(bob.id, "f" * 40)
    visitor, page = Browser(app), f"/en/game/{table}/people"
    assert page in visitor.get(f"/game/{table}").text
    assert f"/en/block/{'f' * 40}" in visitor.client.get(page).text
    assert visitor.form(f"/block/{'f' * 40}", game=table).headers["Location"] == page
    assert services.blocks.between(visitor.id, "f" * 40)
    assert visitor.get(f"/report/{'f' * 40}?game={table}").status_code == 200
    assert report(visitor, "f" * 40, game=table).status_code == 303
    assert [each.table_id for each in services.reports.open()] == [table]


@pytest.mark.parametrize("page", ["/block/nobody", "/report/nobody", "/unblock/nobody", "/report/computer-1"])
def test_nobody_of_whom_the_site_knows_nothing_is_blocked_or_reported(ann, page):
    assert ann.form(page, kind="chat", reason="other", text="x").status_code == 404


def test_a_page_of_a_table_joins_nobody_who_is_blocked(ann, bob, services):
    table = services.opener.open("Chess", {}, ann.id, 0)
    services.blocks.block(ann.id, bob.id)
    page = bob.form(f"/game/{table}/join", seat="1")
    assert (page.status_code, "one has blocked the other" in page.text) == (409, True)


# Reports


def test_a_report_names_what_is_missing(ann, bob):
    assert ann.form(f"/report/{bob.id}", kind="life", reason="insults", text="x").status_code == 400
    assert ann.form(f"/report/{bob.id}", kind="chat", reason="life", text="x").status_code == 400
    for text in (" ", "x" * 301):
        page = report(ann, bob.id, text=text)
        assert (page.status_code, "1 to 300 characters" in page.text) == (400, True)
    assert "cannot report yourself" in report(ann, ann.id).text


def test_reports_of_newcomers_are_rarer_than_those_of_others(start, clock, tmp_path):
    app = start(clock, data=tmp_path / "limited")
    limits, services = app.extensions["cavalier"].limits, app.extensions["cavalier"]
    services.accounts.open("bob")
    visitor = Browser(app)
    clock.now += 1000
    codes = [report(visitor, "bob").status_code for _ in range(5)]
    assert codes == [303] * 3 + [429] * 2
    for _ in range(10):
        limits.check_report("old", False)
    clock.now += 3600
    assert report(visitor, "bob").status_code == 303


# Moderators


def test_only_moderators_find_the_pages_of_moderation(app, services, ann, bob, mod):
    for browser in (Browser(app), ann):
        for page in ("/moderation", f"/moderation/{bob.id}"):
            assert browser.get(page).status_code == 404
        for page in ("", "/close", "/end"):
            form = {"kind": "warning", "reason": "other", "days": "1", "id": "x"}
            assert browser.form(f"/moderation/{bob.id}{page}", **form).status_code == 404
    assert "/en/moderation" not in ann.get("/account").text
    assert "/en/moderation" in mod.get("/account").text
    assert mod.get("/moderation").status_code == 200
    assert mod.get("/moderation/nobody").status_code == 404
    services.accounts.set_moderator(mod.id, False)
    assert mod.get("/moderation").status_code == 404


def test_a_report_waits_in_the_queue_with_its_chat_until_a_moderator_closes_it(services, play, ann, bob, mod):
    table = play(ann.id, bob.id)
    say(services, table, bob.id, "You are a toad")
    services.tables.act(table, ann.id, action("resign", 0))
    assert report(ann, bob.id, game=table, text="He calls me a toad").status_code == 303
    assert "Bob" in mod.get("/moderation").text
    page = mod.get(f"/moderation/{bob.id}").text
    assert all(
        each in page for each in ("You are a toad", "He calls me a toad", "insults or threats", f"/game/{table}")
    )
    assert mod.form(f"/moderation/{bob.id}/close").status_code == 303
    assert "No report is open" in mod.get("/moderation").text
    assert "He calls me a toad" in mod.get(f"/moderation/{bob.id}").text, "earlier reports stay"


def test_a_report_stays_readable_when_its_game_was_deleted(services, bob, mod):
    services.reports.add(mod.id, bob.id, "play", "other", "He left", "gone")
    page = mod.get(f"/moderation/{bob.id}").text
    assert "The game is no longer here" in page
    assert "He left" in page


def test_the_accused_learns_the_sanction_and_its_reason_and_nothing_of_the_reporter(services, ann, bob, mod):
    before = bob.get("/account").text
    report(ann, bob.id, text="He calls me a toad")
    assert bob.get("/account").text == before
    assert impose(mod, bob.id, "warning").status_code == 303
    assert "No report is open" in mod.get("/moderation").text, "a sanction closes the reports"
    page = bob.get("/account").text
    assert "A moderator has warned you. Reason: insults or threats." in re.sub(r"\s+", " ", page)
    assert not any(each in page for each in ("Ann", ann.id, "toad", "Judge", mod.id))
    (warning,) = services.sanctions.of(bob.id)
    assert bob.form("/account/answer", id=warning.id, text="I was joking").status_code == 303
    assert bob.form("/account/answer", id=warning.id, text="And again").status_code == 409
    assert "I was joking" in bob.get("/account").text
    assert "I was joking" in mod.get(f"/moderation/{bob.id}").text
    assert ann.get(f"/moderation/{bob.id}").status_code == 404


def test_a_moderator_mutes_and_ends_it_and_does_neither_for_themselves(services, bob, mod, clock):
    impose(mod, bob.id, "mute", days="7")
    assert services.sanctions.lasting(bob.id, "mute").until == clock.now + 7 * DAY
    id = services.sanctions.of(bob.id)[0].id
    assert mod.form(f"/moderation/{bob.id}/end", id=id).status_code == 303
    assert services.sanctions.lasting(bob.id, "mute") is None
    assert impose(mod, bob.id, "mute", days="8").status_code == 400
    assert impose(mod, mod.id, "warning").status_code == 409
    assert mod.form(f"/moderation/{mod.id}/close").status_code == 409
    report(bob, mod.id, text="He is unjust")
    assert "No report is open" in mod.get("/moderation").text
    assert "He is unjust" not in mod.get(f"/moderation/{mod.id}").text


def test_a_closed_account_has_no_profile_and_signs_in_nowhere_until_it_is_open_again(app, services, bob, mod, ann):
    impose(mod, bob.id, "close")
    assert ann.get("/people/Bob").status_code == 404
    phone = Browser(app, bob.key)
    assert phone.sign_in().json["refusal"]["code"] == "account_closed"
    assert "A moderator has closed your account." in bob.get("/account").text
    mod.form(f"/moderation/{bob.id}/end", id=services.sanctions.of(bob.id)[0].id)
    assert ann.get("/people/Bob").status_code == 200
    assert phone.sign_in().status_code == 200


def test_a_name_that_was_taken_away_is_shown_nowhere_and_another_is_chosen(services, ann, bob, mod):
    impose(mod, bob.id, "name")
    assert ann.get("/people/Bob").status_code == 404
    page = bob.get("/account").text
    assert "choose another" in page
    assert "Bob" not in page
    assert bob.form("/account/name", name="Bob").status_code == 400
    assert bob.form("/account/name", name="Robert").status_code == 303
    assert ann.get("/people/Robert").status_code == 200


# Secrecy


def test_pages_about_people_do_not_differ_between_games_that_differ_in_a_sealed_move(start, clock, tmp_path):
    def pages(move):
        app = start(clock, data=tmp_path / move, identity_rate=0, address_rate=0)
        services = app.extensions["cavalier"]
        services.accounts.open("ann")
        services.names.claim("ann", "Ann")
        judge = Browser(app, Authenticator(b"judge"))
        judge.make()
        services.accounts.set_moderator(judge.id, True)
        game = Game(Calls(services), ("ann", "bob"))
        table = game.open()
        say(services, table, "ann", "A secret plan")
        say(services, table, "onlooker", "Look at that")
        game.do("act", 0, 0, move)
        services.reports.add("bob", "ann", "play", "unfair_help", "He is too good", table)
        addresses = (
            "/moderation", "/moderation/ann", "/people/Ann", f"/game/{table}/people", f"/report/ann?game={table}",
            "/people?name=An", "/variants/Apocalypse/ratings", f"/game/{table}/ratings", "/games",
        )  # fmt: skip
        shown = [judge.get(address).text for address in addresses]
        assert "He is too good" in shown[1]
        assert "Look at that" in shown[1]
        assert "A secret plan" not in shown[1], "onlookers do not read it while the game runs"
        return [page.replace(table, "TABLE").replace(judge.id, "JUDGE") for page in shown]

    assert [re.sub(r"[0-9a-f]{32}", "ID", each) for each in pages("a2a3")] == [
        re.sub(r"[0-9a-f]{32}", "ID", each) for each in pages("e2e3")
    ]

"""A challenge keeps the chair of a table for one person, who finds it in My games, and may decline it."""

import re

import pytest

from server.store import invitations
from tests.harness.authenticator import Browser

NAMES = ("Ann", "Bob", "Cleo")


@pytest.fixture
def people(member):
    """Three accounts."""
    return {name: member(name) for name in NAMES}


def challenge(people, **more):
    """Ann challenges Bob; the address of the table."""
    response = people["Ann"].form("/variants/Chess/play", against="bob", control="5+3", **more)
    assert response.status_code == 303, response.text
    return response.headers["Location"].removeprefix("/en")


def test_a_challenge_stands_in_my_games_of_the_one_who_is_challenged_and_nobody_else_takes_the_chair(people):
    table = challenge(people, rated="1")
    assert [f"/en{table}" in browser.get("/mine").text for browser in people.values()] == [True, True, False]
    assert re.search(r"Ann</bdi> · Chess · 5.min \+ 3.s · rated", people["Bob"].get("/mine").text)
    assert f"/en{table}" not in people["Cleo"].get("/").text, "it is not listed"
    refused = [people["Cleo"].form(f"{table}/join", seat=seat) for seat in ("0", "1")]
    assert {each.status_code for each in refused} == {409}
    assert "This chair is kept for somebody else." in "".join(each.text for each in refused)
    joined = [people["Bob"].form(f"{table}/join", seat=seat).status_code for seat in ("0", "1")]
    assert 303 in joined
    assert "Ann</bdi> · Chess" not in people["Bob"].get("/mine").text


def test_who_gets_no_chair_keeps_their_name_and_sees_the_one_that_was_typed(app, services, people):
    table, visitor = challenge(people), Browser(app)
    page = visitor.form(f"{table}/join", name="Zed")
    assert (page.status_code, "This chair is kept for somebody else." in page.text) == (409, True)
    assert visitor.id not in services.names.chosen
    assert re.search('id="name" name="name" value="Zed"', page.text)


def test_after_a_refusal_the_chair_is_free_for_those_who_have_the_link(people):
    table = challenge(people)
    assert people["Cleo"].form("/mine/decline", table=table.removeprefix("/game/")).status_code == 303
    assert f"/en{table}" in people["Bob"].get("/mine").text, "nobody declines for another"
    assert people["Bob"].form("/mine/decline", table=table.removeprefix("/game/")).status_code == 303
    assert f"/en{table}" not in people["Bob"].get("/mine").text
    assert 303 in [people["Cleo"].form(f"{table}/join", seat=seat).status_code for seat in ("0", "1")]


def test_nobody_challenges_a_stranger_or_who_has_blocked_them(people):
    refused = people["Ann"].form("/variants/Chess/play", against="Nobody_7", control="5+3")
    assert (refused.status_code, "Nobody here is called “Nobody_7”." in refused.text) == (400, True)
    services = people["Ann"].client.application.extensions["cavalier"]
    services.blocks.block(services.accounts.called("Bob").person, services.accounts.called("Ann").person)
    refused = people["Ann"].form("/variants/Chess/play", against="Bob", control="5+3")
    assert refused.status_code == 400


@pytest.mark.parametrize(("person", "other"), [("Ann", "Bob"), ("Bob", "Ann")])
def test_a_block_ends_the_challenges_between_two_people_and_no_others(people, person, other):
    services = people["Ann"].client.application.extensions["cavalier"]
    challenge(people)
    kept = people["Cleo"].form("/variants/Chess/play", against="bob", control="5+3").headers["Location"]
    services.blocks.block(people[person].id, people[other].id)
    assert [f"/en/game/{each.table}" for each in services.listing.challenges(people["Bob"].id)] == [kept]


def test_the_menu_counts_a_challenge_as_a_game_that_waits(people):
    challenge(people)
    pages = [people[name].get("/variants").text for name in NAMES]
    assert ["1 game waits for you" in page for page in pages] == [False, True, False]


def test_the_open_pages_of_the_one_who_is_challenged_show_it_at_once_and_nobody_elses(local):
    for name in ("ann", "bob", "cleo", "tab of bob"):
        local.connect(name, name.removeprefix("tab of "))
        assert local.call(name, "mine", language="en", rows=None if "tab" in name else {})["ok"]
    local.run_later()
    table = local.opener.open("Chess", {}, "ann", 0, listed=False, invited="bob")
    local.run_later()
    news, tab = local.received("bob", "mine")[-1], local.received("tab of bob", "mine")[-1]
    assert [each["challenged"] for each in (news, tab)] == [True, True]
    assert "1 game waits for you" in news["badge"] == tab["badge"]
    assert f"/en/game/{table}" in news["challenges"]
    assert "challenges" not in tab
    assert local.received("cleo", "mine")[1:] == []
    assert "challenged" not in local.received("ann", "mine")[-1]
    assert f"/en/game/{table}" in local.call("bob", "mine", language="en", rows={})["challenges"]
    invitations.decline(local.journal, table, "bob")
    local.run_later()
    assert local.received("bob", "mine")[-1] == {
        "badge": "",
        "rows": [],
        "gone": [],
        "definitions": {},
        "challenges": "",
    }


def test_the_form_of_a_challenge_offers_no_other_opponent(people):
    page = people["Ann"].get("/variants/Chess/play?against=bob").text
    assert "You challenge bob: the other chair is kept for this player." in page
    assert re.search(r'<button class="btn primary">(.*?)</button>', page)[1] == (
        '<span class="of-friend of-alone">Open the table</span>'
    )
    for phrase in ("Choose your opponent", "Strength", "The computer"):
        assert phrase not in page


def test_a_profile_offers_a_challenge_at_the_variant_that_its_reader_played_last(people):
    def offered():
        return re.findall(r'<option value="(\w+)" selected>', people["Bob"].get("/people/Ann").text)

    assert offered() == ["Apocalypse"], "what the site shows first"
    people["Bob"].form("/computer", variant="Shogi")
    assert offered() == ["Shogi"]

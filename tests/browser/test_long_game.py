"""The page of a long game, whose earlier turns come in parts."""

import pytest
from playwright.sync_api import expect

from tests.harness.browsers import launch
from tests.harness.long_games import store_long_game
from tests.harness.people import Visitors
from tests.harness.site import site

TURNS = 450


@pytest.fixture(scope="module")
def long_site(tmp_path_factory):
    """A site with a long game: its visitors, the notation of its turns, its address."""
    folder = tmp_path_factory.mktemp("long")
    table, texts = store_long_game(folder, TURNS)
    with site(folder) as running, launch() as browser:
        yield lambda: Visitors(browser, running), texts, f"{running.url}en/game/{table}"


def test_turns_that_cannot_be_fetched_are_not_requested_again_at_once(long_site):
    new_visitors, texts, address = long_site
    reader, requests = new_visitors().person("max"), []

    def refuse(route):
        requests.append(route.request.url)
        route.fulfill(status=429)

    reader.page.route("**/turns*", refuse)
    reader.visit(address)
    expect(reader.part("connection")).to_be_hidden()
    for number in range(1, 6):
        reader.page.locator("[data-step=back]").click()
        expect(reader.part("headline")).to_contain_text(texts[TURNS - 1 - number])
    assert 1 <= len(requests) <= 2, "on arrival, and when the connection is open"
    expect(reader.part("moves").locator("tbody:last-of-type td").first).not_to_have_text(texts[0])


def test_the_page_of_a_long_game_lists_all_its_turns_and_steps_to_each(long_site):
    new_visitors, texts, address = long_site
    visitors = new_visitors()
    reader = visitors.person("eve")
    reader.visit(address)
    expect(reader.part("moves").locator("tbody:last-of-type td").first).to_have_text(texts[0])
    cells = reader.part("moves").locator("tbody tr:not(.why) td:not(.checks)").all_inner_texts()
    assert sorted(" ".join(filter(None, cells)).split()) == sorted(" ".join(texts).split())
    reader.page.locator("[data-step=first]").click()
    expect(reader.part("shown")).to_have_text(f"turn 0 of {TURNS}")
    reader.page.locator("[data-step=forward]").click()
    reader.page.locator("[data-step=forward]").click()
    expect(reader.part("headline")).to_contain_text(texts[1])
    assert visitors.errors() == []

"""The page of a long game, whose earlier turns come in parts."""

from playwright.sync_api import expect

from tests.harness.browsers import launch
from tests.harness.long_games import store_long_game
from tests.harness.people import Visitors
from tests.harness.site import site

TURNS = 450


def test_the_page_of_a_long_game_lists_all_its_turns_and_steps_to_each(tmp_path):
    table, texts = store_long_game(tmp_path, TURNS)
    with site(tmp_path) as running, launch() as browser:
        visitors = Visitors(browser, running)
        reader = visitors.person("eve")
        reader.visit(f"{running.url}en/game/{table}")
        moves = reader.part("moves").locator("tbody:last-of-type td")
        expect(moves.first).to_have_text(texts[0])
        cells = reader.part("moves").locator("tbody tr:not(.why) td:not(.checks)").all_inner_texts()
        assert sorted(" ".join(filter(None, cells)).split()) == sorted(" ".join(texts).split())
        reader.page.locator("[data-step=first]").click()
        expect(reader.part("shown")).to_have_text(f"turn 0 of {TURNS}")
        reader.page.locator("[data-step=forward]").click()
        reader.page.locator("[data-step=forward]").click()
        expect(reader.part("headline")).to_contain_text(texts[1])
        assert visitors.errors() == []

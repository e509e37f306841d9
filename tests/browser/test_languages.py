"""Two players who read different languages. That no French page has an English word is one of the audits."""

import re

from playwright.sync_api import expect

from tests.harness.audits import ENGLISH, FRENCH, words
from tests.harness.people import play_turns


def test_each_player_reads_the_same_game_in_his_own_language(visitors):
    white, black = visitors.person("Ann", locale="en-GB"), visitors.person("Chloé", locale="fr-FR")
    # The browser's wish decides where a first visit leads.
    for player, language in ((white, "en"), (black, "fr")):
        expect(player.go("").page).to_have_url(re.compile(f"/{language}/$"))
    link = white.open("Apocalypse")
    black.join(link.replace("/en/", "/"))
    expect(black.page).to_have_url(re.compile("/fr/game/"))
    play_turns("e2d3/e5d3", white=white, black=black)
    expect(white.announcement()).to_contain_text("Clash on d3: your white footman stays")
    expect(black.announcement()).to_contain_text(re.compile(r"Rencontre en\sd3\u202f?: le fantassin blanc"))
    assert words(white, FRENCH) == []
    assert words(black, ENGLISH) == []
    assert len(words(black, FRENCH)) > 9, "the heuristic knows its own language"
    black.page.locator("header .lang[lang=en]").click()
    expect(black.page).to_have_url(re.compile("/en/game/"))
    black.wait_for_board().ready("a5")
    expect(black.page.locator("#moves")).to_contain_text("Clash on d3")


def test_a_french_page_takes_french_letters_for_a_promotion(visitors):
    both = visitors.person("Chloé")
    both.open("Chess", one_device=True, language="fr", fen="7k/P7/8/8/8/8/8/K7 w - - 0 1")
    both.press("a7", "a8")
    both.page.keyboard.press("t")
    both.holds("a8", "tour blanche")

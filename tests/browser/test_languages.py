"""A whole game in French, in which no word of English appears; and two players who read different languages."""

import re

from playwright.sync_api import expect

from tests.harness.audits import ENGLISH, FRENCH, words
from tests.harness.people import play_turns
from tests.harness.states import CROWDED


def test_a_whole_game_in_french_shows_no_english(visitors):
    french = {"locale": "fr-FR"}
    white, black, onlooker = everybody = [visitors.person(name, **french) for name in ("Chloé", "Zoé", "Léa")]

    def check(*players):
        for player in players:
            assert words(player, ENGLISH) == []
            assert len(words(player, FRENCH)) > 9, "the heuristic knows its own language"

    # The browser's wish decides where a first visit leads.
    white.go("")
    expect(white.page).to_have_url(re.compile("/fr/$"))
    white.page.locator("a[href$='Apocalypse/play']").first.click()
    expect(white.page.get_by_role("heading", level=1)).to_contain_text("Apocalypse")
    link = white.open("Apocalypse", language="fr", fen=CROWDED, name="Chloé")
    check(white)
    onlooker.visit(link)
    expect(onlooker.page).to_have_url(re.compile("/fr/game/"))
    check(onlooker)
    black.join(link)
    check(*everybody)

    white.choose("b4b5")
    expect(white.part("chooser").get_by_role("button").first).to_contain_text("cavalier blanc")
    check(white)
    white.part("chooser").get_by_role("button").first.click()
    check(white)
    white.part("send").click()
    expect(white.part("unseal")).to_be_visible()
    expect(black.page.locator(".plate .slot.full")).to_have_count(1)
    check(*everybody)
    black.part("draw").click()
    expect(white.part("offer")).to_be_visible()
    check(white, black)
    white.part("decline").click()
    black.play("a3a2")
    for player in everybody:
        player.sees_turn(1)
        expect(player.announcement()).to_contain_text("pénalité")
    white.part("move").fill("e9")
    white.part("move").press("Enter")
    check(*everybody)
    white.part("resign").click()
    check(white)
    white.answer("no")
    play_turns("b4b5n/e5c4", white=white, black=black, first=2)
    for player, title in zip(everybody, ("Vous avez perdu.", "Vous avez gagné.", "Victoire des Noirs."), strict=True):
        expect(player.part("headline")).to_have_text(title)
    check(*everybody)
    onlooker.page.keyboard.press("Home")
    onlooker.holds("b4", "fantassin blanc")
    check(onlooker)
    white.go("fr/mine")
    check(white)
    onlooker.go("fr/games")
    assert words(onlooker, ENGLISH) == []
    onlooker.allowed_errors.append("404")
    onlooker.go("fr/nowhere")
    assert words(onlooker, ENGLISH) == []


def test_a_game_of_checkered_in_french_shows_no_english(visitors):
    white, black = (visitors.person(name, locale="fr-FR") for name in ("Chloé", "Zoé"))
    link = white.open("Checkered", language="fr")
    black.join(link)
    for number, (player, move) in enumerate(((white, "b1c3"), (black, "d7d5"), (white, "c3d5")), 1):
        player.choose(move)
        if move == "c3d5":
            white.part("chooser").get_by_role("button", name="pion échiqueté").click()
        player.send()
        for other in (white, black):
            other.sees_turn(number)
    black.part("specials").get_by_role("button").click()
    expect(black.part("ask")).to_be_visible()
    for player in (white, black):
        assert words(player, ENGLISH) == []
    black.answer("yes")
    for player in (white, black):
        player.sees_turn(4)
        assert words(player, ENGLISH) == []


def test_each_player_reads_the_same_game_in_his_own_language(visitors):
    white, black = visitors.person("Ann", locale="en-GB"), visitors.person("Chloé", locale="fr-FR")
    link = white.open("Apocalypse")
    black.join(link)
    expect(black.page).to_have_url(re.compile("/fr/game/"))
    play_turns("e2d3/e5d3", white=white, black=black)
    expect(white.announcement()).to_contain_text("Clash on d3: your white footman stays")
    expect(black.announcement()).to_contain_text(re.compile(r"Rencontre en\sd3\u202f?: le fantassin blanc"))
    assert words(white, FRENCH) == []
    black.page.locator("header .lang[lang=en]").click()
    expect(black.page).to_have_url(re.compile("/en/game/"))
    black.wait_for_board().ready("a5")
    expect(black.page.locator("#moves")).to_contain_text("Clash on d3")


def test_a_french_page_takes_the_letters_of_french_and_of_written_moves_for_a_promotion(visitors):
    for key, name in (("t", "tour blanche"), ("n", "cavalier blanc")):
        both = visitors.person(f"Chloé {name}")
        both.open("Chess", one_device=True, language="fr", fen="7k/P7/8/8/8/8/8/K7 w - - 0 1")
        both.press("a7", "a8")
        both.page.keyboard.press(key)
        both.holds("a8", name)

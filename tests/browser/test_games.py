"""Whole games on the whole site: two players and an onlooker, each in a browser of his own."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import ENGLISH, FRENCH, NARROW, words
from tests.harness.game import Game
from tests.harness.people import Pages, play_in_turn, play_turns, read
from tests.harness.samples import sampled
from variants.registry import load_all


def test_two_players_and_an_onlooker_see_a_whole_game_of_apocalypse(visitors):
    white, black, onlooker = everybody = [visitors.person(name) for name in ("anna", "oskar", "maria")]
    link = white.open("Apocalypse", name="Anna")
    expect(white.part("headline")).to_have_text("Your table is open.")
    onlooker.visit(link)
    expect(onlooker.part("headline")).to_have_text("Anna invites you.")
    expect(onlooker.part("explain")).to_have_text("Apocalypse · No clock")
    black.join(link, name="Оскар <b>")
    for player in everybody:
        expect(player.page.locator("bdi[data-part=name]").filter(has_text="free seat")).to_have_count(0)
    expect(onlooker.plate(1, "name")).to_have_text("Оскар <b>")

    # White's risky move holds, because the black horseman comes to d3; there they clash, and the risky one stays.
    white.choose("e2d3")
    expect(white.page.locator("[data-part=clock]:visible")).to_have_count(0)
    expect(white.part("headline")).to_have_text("exd3 is a bet.")
    expect(white.part("explain")).to_have_text("Played only if Black comes to d3. If not: a penalty point, 1 of 2.")
    expect(white.layer("sealed")).not_to_have_count(0)
    white.part("send").click()
    expect(white.part("headline")).to_have_text("Your move is sealed.")
    for player in (black, onlooker):
        expect(player.plate(0, "state")).to_have_text("sealed")
        expect(player.layer("sealed")).to_have_count(0)
    white.part("unseal").click()
    expect(black.plate(0, "state")).to_have_text("choosing")
    white.play("e2d3")
    black.play("e5d3")
    for player in everybody:
        player.sees_turn(1)
        player.holds("d3", "white footman")
        player.holds("e5", "empty")
        expect(player.announcement()).to_contain_text(re.compile("Clash on d3: (the|your) white footman stays"))
        expect(player.layer("clash")).not_to_have_count(0)

    # A page that is loaded anew shows one's own sealed move, and nobody else's.
    white.play("a1c2")
    for player in everybody:
        player.reload()
        expect(player.plate(0, "state")).to_have_text("sealed")
    expect(white.part("explain")).to_contain_text("Nac2")
    expect(white.layer("sealed")).not_to_have_count(0)
    for player in (black, onlooker):
        expect(player.layer("sealed")).to_have_count(0)
    black.play("a5b3")

    white.play("d3d4")
    black.play("d5e4")
    for player in everybody:
        player.sees_turn(3)
        expect(player.page.locator(".plate[data-seat='1'] .pip.x")).to_have_count(1)
        who = "You get" if player is black else "Black gets"
        expect(player.announcement()).to_contain_text(f"{who} a penalty point, 1 of 2.")

    # A move that goes on says what is to be chosen next.
    white.press("d4", "c5")
    expect(white.part("headline")).to_have_text("White footman to c5: where does it go from there?")
    expect(white.part("explain")).to_have_text("Choose one of the marked squares.")
    white.square("c3").click()
    expect(white.part("headline")).to_have_text("dxc5/c3 is safe.")
    white.part("send").click()
    black.play("a4b3")
    read(everybody, "headline", "You won.", "You lost.", "White wins.")
    for player in everybody:
        expect(player.part("explain")).to_contain_text("two penalty points")
        expect(player.announcement()).to_contain_text("is put down on c3")
        player.holds("c3", "white footman")
        player.holds("c5", "empty")
        assert player.move_list() == ["exd3", "Nd3", "Nac2", "Nb3", "d4", "dxe4?", "dxc5/c3", "axb3?"]

    # Afterwards the same address shows the game again, turn by turn.
    player = onlooker.visit(link)
    expect(player.part("shown")).to_have_text("turn 4 of 4")
    player.page.keyboard.press("Home")
    player.holds("e5", "black horseman")
    expect(player.part("headline")).to_have_text("The start of the game.")
    player.page.keyboard.press("ArrowRight")
    player.holds("d3", "white footman")
    expect(player.part("headline")).to_have_text("1. exd3 Nd3")
    player.page.get_by_role("button", name="One turn forward").click()
    player.holds("b3", "black horseman")
    for name, shown in (("One turn back", 1), ("First position", 0), ("Last position", 4)):
        player.page.get_by_role("button", name=name).click()
        expect(player.part("shown")).to_have_text(f"turn {shown} of 4")
    player.page.keyboard.press("ArrowLeft")
    player.holds("c5", "black footman")
    player.page.locator("#moves [data-turn='2']").first.click()
    expect(player.part("headline")).to_have_text("2. Nac2 Nb3")
    player.page.keyboard.press("End")
    player.holds("c3", "white footman")


def test_consecutive_moves_of_one_side_share_a_row_and_each_can_be_opened(visitors):
    both = visitors.person("series")
    both.open("Progressive", one_device=True)
    headlines = ("Your move.", "Move 1 of 2.", "Move 2 of 2.")
    for number, (move, headline) in enumerate(zip(("e2e4", "e7e5", "d7d5"), headlines, strict=True), 1):
        expect(both.part("headline")).to_have_text(headline)
        both.play(move)
        both.sees_turn(number)
    expect(both.page.locator("#moves tbody tr:not(.why)")).to_have_count(1)
    expect(both.page.locator("#moves tbody tr").first.locator("td").nth(1)).to_have_text("e5 d5")
    both.page.locator("#moves [data-turn='2']").click()
    expect(both.part("headline")).to_have_text("1… e5")
    expect(both.page.locator("#moves .shown")).to_have_text("e5")
    both.page.locator("#moves [data-turn='1']").click()
    expect(both.part("headline")).to_have_text("1. e4")
    both.page.locator("[data-step=last]").click()
    both.play("g1f3")
    both.sees_turn(4)
    expect(both.page.locator("#moves tbody tr:not(.why)")).to_have_count(2)


def test_a_game_of_checkered_is_played_through_switch_and_stage_two_to_its_end(visitors):
    white, black, onlooker = everybody = visitors.game("Checkered", onlooker="maria")
    play_in_turn((white, black), "b1c3 d7d5")

    # A capture asks which nature the checkered piece has.
    white.choose("c3d5")
    expect(white.part("chooser").get_by_role("button")).to_have_text(["checkered knight", "checkered pawn"])
    white.part("chooser").get_by_role("button", name="checkered pawn").click()
    for player in everybody:
        player.sees_turn(3)
        player.holds("d5", "checkered pawn")
        expect(player.announcement()).to_contain_text("A checkered pawn appears on d5.")

    # The switch has a button of its own and is sent only after a question.
    switch = black.part("specials").get_by_role("button", name="Take the checkered pieces")
    switch.click()
    expect(black.part("ask")).to_contain_text("It can be taken back only by agreement.")
    expect(black.part("ask-yes")).to_have_text("Take the checkered pieces")
    black.answer("no")
    expect(black.page.locator("#moves [data-turn='4']")).to_have_count(0)
    switch.click()
    black.answer("yes")
    for player in everybody:
        player.sees_turn(4)
        expect(player.part("tallies")).to_have_text("Stage 2 of 2")
        for seat, army in ((0, "With White and Black (30)"), (1, "With the checkered pieces (1)")):
            expect(player.plate(seat, "tallies")).to_have_text(army)
        for seat, stone in ((0, "both"), (1, "quartered")):
            for part in (".plate", "#moves thead"):
                expect(player.page.locator(f"{part} [data-stone='{seat}']")).to_have_class(f"stone stone-{stone}")
    expect(black.part("headline")).to_have_text("Your move.")
    expect(switch).to_have_count(0)

    play_in_turn((black, white), "d5d6 e2e4 d6e7 f8e7", onlooker, first=5)
    read(everybody, "headline", "You won.", "You lost.", "White wins.")
    nothing_left = "No checkered piece is left."
    read(everybody, "explain", nothing_left, "You have no checkered piece left.", nothing_left)
    for player in everybody:
        player.holds("e7", "black bishop")
        assert player.move_list() == ["Nc3", "d5", "Nxd5=P", "Switch", "d6", "e4", "dxe7", "Bxe7"]


QUEEN_MATES = '7k/5Q2/6K1/8/8/8/8/8 w 0 {"roll":"q"}'
"""The die names the queen, and Qg7 mates."""

NO_RIGHTS = ' {"flags":"8888"}'

SHORT = {
    "Alice": ("", "e2e4 d7d5 f1e2 d5e4 e2b5", 0),
    "Antichess": ("8/8/8/8/8/1p6/P7/8 b 0", "b3a2", 0),
    "Atomic": ("", "g1f3 a7a6 f3g5 a6a5 g5f7", 0),
    "Benedict": ("4k3/8/8/8/8/8/8/R3K3 w 0" + NO_RIGHTS, "a1a8", 0),
    "Berolina": ("6k1/5ppp/8/8/8/8/8/R5K1 w 0" + NO_RIGHTS, "a1a8", 0),
    "Capablanca": ('k9/10/1K8/10/10/10/10/2C7 w 0 {"flags":"----"}', "c1c8", 0),
    "Chess": ("", "f2f3 e7e5 g2g4 d8h4", 1),
    "Crazyhouse": ('6k1/5ppp/8/8/8/8/8/K7 w 0 {"flags":"8888","hands":"R"}', "R@a8", 0),
    "Cylinder": ("7k/2Q5/K7/8/8/8/8/8 w 0" + NO_RIGHTS, "c7h7", 0),
    "Dark": ("", "e2e4 f7f6 d1h5 a7a6 h5e8", 0),
    "Dice": (QUEEN_MATES, "f7g7", 0),
    "Dobutsu": ("", "b2b3 a4a3 C@c2 a3a2 b3b4h", 0),
    "Duck": ("4k3/8/8/8/8/8/5d2/4RK2 w 0" + NO_RIGHTS, "e1e8", 0),
    "Extinction": ("", "e2e4 d7d5 e4d5 d8d5 b1c3 e7e5 c3d5", 0),
    "Grand": ("k9/10/1K8/10/10/10/10/10/10/2C7 w 0", "c1c10", 0),
    "Grasshopper": ("6rk/6pp/6P1/8/8/4P3/8/4K1G1 w 0" + NO_RIGHTS, "g1d4", 0),
    "Horde": ("4k3/8/8/8/8/8/r7/P7 b 0" + NO_RIGHTS, "a2a1", 1),
    "KingOfTheHill": ("", "e2e4 a7a5 e1e2 a5a4 e2e3 a4a3 e3d4", 0),
    "Knightmate": ("k7/4R3/8/8/8/8/1Q6/2K5 w 0" + NO_RIGHTS, "b2b8", 0),
    "LosAlamos": ("5k/6/4K1/6/6/R5 w 0", "a1a6", 0),
    "Madrasi": ("8/8/8/8/3k4/3K4/8/4R3 w 0" + NO_RIGHTS, "e1e4", 0),
    "Makruk": ("k7/8/1KS5/8/8/8/8/8 w 0", "c6b7", 0),
    "Marseillais": ("k7/8/1K6/8/8/8/8/7R w 2" + NO_RIGHTS, "h1h2 h2h8", 0),
    "Minichess": ("4k/5/3K1/5/R4 w 0", "a1a5", 0),
    "Minishogi": ('4k/5/4P/5/K4 w 0 {"hands":"G"}', "G@e4", 0),
    "Progressive": ("", "e2e4 f7f6 g7g5 d1h5", 0),
    "RacingKings": ("8/6K1/8/1k6/8/8/8/8 w 0", "g7g8", 0),
    "Rifle": ("6k1/5ppp/8/8/8/8/8/R3K3 w 0" + NO_RIGHTS, "a1a8", 0),
    "Shatranj": ("8/8/3k4/8/4n3/3K4/P7/R7 w 0", "d3e4", 0),
    "Shogi": ('8k/9/6NG1/9/9/9/9/9/4K4 w 0 {"hands":"G"}', "G@i8", 0),
    "Synchrone": ("r3r1bb/ppqRkppp/8/2p1n3/7n/8/PPPPP1P1/RNBQNBK1", "d7e7/c7d7", 0),
    "ThreeCheck": ("", "e2e4 e7e5 f1c4 b8c6 c4f7 e8f7 d1h5 g7g6 h5f3", 0),
    "Xiangqi": ("3k5/R8/9/9/9/9/9/9/4K4/1R7 w 0", "b1b10", 0),
}
"""By variant a position or the start, a short game from there, and the seat that wins it."""


def test_each_variant_has_a_short_game():
    assert SHORT.keys() == load_all().keys() - {"Apocalypse", "Checkered"}, "whole games of these two are played above"


@pytest.mark.parametrize("name", sampled(SHORT))
def test_a_short_game_of_each_variant_is_played_to_its_end(visitors, name):
    """And the view that the page has made of the changes that came is the one that the site sends whole."""
    fen, moves, winner = SHORT[name]
    pages = Pages(visitors)
    game = Game(pages, ("anna", "oskar"))
    game.open(name, moves.replace("/", " "), fen=fen)
    players = [visitors.person(each) for each in game.people]
    read((players[winner], players[1 - winner]), "headline", "You won.", "You lost.")
    for seat, player in enumerate(players):
        whole = pages.whole(game.id, game.people[seat], seat)
        assert game.view(seat) == whole
        expect(player.layer("pieces")).to_have_count(sum(map(bool, whole["picture"]["board"])))


# Beside the board


def shows_material(player, seat, symbols, lead=""):
    """Wait until a plate shows these drawings and this lead."""
    pieces = player.plate(seat, "taken").locator("use")
    expect(pieces).to_have_count(len(symbols.split()))
    hrefs = pieces.evaluate_all("uses => uses.map((use) => use.getAttribute('href'))")
    assert [href[-2:] for href in hrefs] == symbols.split()
    expect(player.plate(seat, "taken").locator("b")).to_have_text([lead] if lead else [])


@pytest.mark.slow
def test_the_player_plate_shows_captured_pieces_and_the_lead(visitors):
    white, black = visitors.game("Chess")
    play_in_turn((white, black), "e2e4 d7d5 e4d5")
    shows_material(white, 0, "bp", "+1")
    shows_material(white, 1, "")
    play_in_turn((black, white), "d8d5 b1c3 d5a2 c3a2", first=4)
    for player in (white, black):
        shows_material(player, 0, "bp bq", "+8")
        shows_material(player, 1, "wp wp")
    expect(black.plate(0, "taken")).to_contain_text("2 pieces taken")
    # A past position is shown with what was taken by then.
    white.page.locator("#moves [data-turn='3']").click()
    shows_material(white, 0, "bp", "+1")


@pytest.mark.slow
def test_the_number_of_onlookers_follows_those_who_join_and_leave(visitors):
    white, _, eve = visitors.game("Chess", onlooker="eve", language="fr")
    expect(white.part("onlookers")).to_have_text("1 spectateur")
    dan = visitors.person("dan").visit(white.address)
    for player in (white, eve, dan):
        expect(player.part("onlookers")).to_have_text(re.compile("^2 (spectateurs|onlookers)$"))
    eve.page.close()
    expect(white.part("onlookers")).to_have_text("1 spectateur")


@pytest.mark.slow
def test_on_a_phone_the_result_is_scrolled_into_view_unless_its_reader_writes(visitors):
    visitors.person("oskar", viewport=NARROW)
    for writes in (False, True):
        white, black = visitors.game()
        black.page.mouse.wheel(0, 3000)
        if writes:
            black.page.locator("#chat > summary").click()
            black.part("say-text").click()  # It waits until the chat is loaded.
            expect(black.part("say-text")).to_be_focused()
            black.part("say-text").evaluate("field => field.scrollIntoView({block: 'start'})")
        white.resign()
        expect(black.part("headline")).to_have_text("You won.")
        for part, seen in (("headline", not writes), ("say-text", writes)):
            expect(black.part(part)).to_be_in_viewport() if seen else expect(black.part(part)).not_to_be_in_viewport()


# The seat of chance


def test_a_roll_is_shown_and_announced_with_the_move_before_it(visitors):
    white, black = visitors.game("Dice")
    white.sees_turn(1)
    expect(white.page.locator(".plate")).to_have_count(2)
    expect(white.part("rolled").locator("use")).to_have_count(1)
    expect(white.part("explain")).to_contain_text("The die names the white")
    white.play_any()
    black.sees_turn(3)
    expect(black.announcement()).to_have_text(re.compile("goes from .* The die names the black"))
    expect(black.part("explain")).to_contain_text("The die names the black")
    expect(black.layer("last")).not_to_have_count(0)
    expect(black.layer("arrows")).not_to_have_count(0)
    rows = black.page.locator("#moves tbody tr:not(.why)")
    expect(rows).to_have_count(1)
    expect(rows.locator("[data-turn]")).to_have_count(3)
    black.reload()
    expect(black.layer("arrows")).not_to_have_count(0)
    expect(black.part("rolled").locator("use")).to_have_count(1)


def test_on_the_analysis_board_the_reader_chooses_the_roll(visitors):
    def answer(route):
        if "judge=yes" in (route.request.post_data or ""):
            thought = {"scores": [0.4, 0.6, 0], "sentences": [], "exact": False, "odds": {}, "lists": {}, "lines": []}
            route.fulfill(json={"picture": {}, "judgement": thought})
        else:
            route.continue_()

    reader = visitors.person("reader")
    reader.page.route(re.compile("/analysis$"), answer)
    reader.go("en/variants/Dice/analysis").wait_for_board()
    expect(reader.part("odds-told")).to_have_text("At the start: White 40\u202f%, Black 60\u202f%.")
    expect(reader.part("turn")).to_be_hidden()
    expect(reader.page.locator(".plate")).to_have_count(2)
    expect(reader.part("headline")).to_have_text("Die to move.")
    expect(reader.part("explain")).to_have_text("Choose what the dice show.")
    expect(reader.part("specials").get_by_role("button")).to_have_text(["P", "N"])
    reader.part("specials").get_by_role("button", name="P").click()
    expect(reader.part("headline")).to_have_text("White to move.")
    expect(reader.part("explain")).to_have_text("The die names the white pawn.")
    expect(reader.part("state")).to_be_focused()
    expect(reader.part("specials")).to_be_hidden()
    reader.page.locator("button[data-kind=origin]").first.click()
    reader.page.locator("button[data-kind=target]").first.click()
    expect(reader.part("headline")).to_have_text("Die to move.")
    expect(reader.part("explain")).to_have_text(re.compile("goes from .* Choose what the dice show"))
    expect(reader.layer("last")).not_to_have_count(0)
    reader.page.unroute_all()


def test_the_seed_of_the_dice_is_fixed_before_the_game_and_checked_after_it(visitors):
    white, black = visitors.game("Dice", fen=QUEEN_MATES)
    expect(white.part("envelopes")).to_contain_text("The dice")
    digest = white.part("seals").locator("code").inner_text()
    expect(white.part("seals").get_by_role("button", name="Verify")).to_have_count(0)
    white.play("f7g7")
    expect(white.part("headline")).to_have_text("You won.")
    expect(white.part("rolled")).to_be_hidden()
    for player, sentence in ((white, "this browser saw this digest while the game ran"), (black, "It matches")):
        player.part("seals").get_by_role("button", name="Verify").click()
        expect(player.part("opened-checks")).to_contain_text(sentence)
        expect(player.part("opened-checks")).to_contain_text(digest.rstrip("…"))
        player.page.locator("[data-close]").click()
        player.part("verify-all").click()
        expect(player.part("verified")).to_have_text(re.compile("^Envelopes that match: 1,"))


# Two languages. That no French page has an English word is one of the audits


def test_each_player_reads_the_same_game_in_his_own_language(visitors):
    white, black = visitors.person("Ann"), visitors.person("Chloé", locale="fr-FR")
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

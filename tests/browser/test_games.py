"""Whole games on the whole site: two players and an onlooker, each in a browser of his own."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from variants import registry


def three(visitors):
    return visitors.person("anna"), visitors.person("oskar"), visitors.person("maria")


def test_two_players_and_an_onlooker_see_a_whole_game_of_apocalypse(visitors):
    white, black, onlooker = everybody = three(visitors)
    link = white.open("Apocalypse", name="Anna")
    expect(white.part("headline")).to_have_text("Your table is open.")
    onlooker.visit(link)
    expect(onlooker.part("headline")).to_have_text("Anna invites you.")
    expect(onlooker.part("explain")).to_have_text("Apocalypse · No clock")
    black.join(link, name="Оскар <b>")
    for player in everybody:
        expect(player.page.locator("bdi[data-part=name]").filter(has_text="free seat")).to_have_count(0)
    expect(onlooker.page.locator(".plate[data-seat='1'] [data-part=name]")).to_have_text("Оскар <b>")

    # White's risky move holds, because the black horseman comes to d3; there they clash, and the risky one stays.
    white.choose("e2d3")
    expect(white.part("headline")).to_have_text("exd3 is a bet.")
    expect(white.part("explain")).to_have_text("Played only if Black comes to d3. If not: a penalty point, 1 of 2.")
    expect(white.layer("sealed")).not_to_have_count(0)
    white.part("send").click()
    expect(white.part("headline")).to_have_text("Your move is sealed.")
    for player in (black, onlooker):
        expect(player.page.locator(".plate[data-seat='0'] [data-part=state]")).to_have_text("sealed")
        expect(player.layer("sealed")).to_have_count(0)
        expect(player.page.locator("body")).not_to_contain_text("exd3")
    white.part("unseal").click()
    expect(black.page.locator(".plate[data-seat='0'] [data-part=state]")).to_have_text("choosing")
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
        player.page.reload()
        player.wait_for_board()
        expect(player.page.locator(".plate[data-seat='0'] [data-part=state]")).to_have_text("sealed")
    expect(white.part("explain")).to_contain_text("Nac2")
    expect(white.layer("sealed")).not_to_have_count(0)
    for player in (black, onlooker):
        expect(player.layer("sealed")).to_have_count(0)
        expect(player.page.locator("body")).not_to_contain_text("Nac2")
    black.play("a5b3")

    white.play("d3d4")
    black.play("d5e4")
    for player in everybody:
        player.sees_turn(3)
        expect(player.page.locator(".plate[data-seat='1'] .pip.x")).to_have_count(1)
        who = "You get" if player is black else "Black gets"
        expect(player.announcement()).to_contain_text(f"{who} a penalty point, 1 of 2.")

    white.play("d4c5c3")
    black.play("a4b3")
    for player, title in zip(everybody, ("You won.", "You lost.", "White wins."), strict=True):
        expect(player.part("headline")).to_have_text(title)
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
    player.page.get_by_role("button", name="One turn back").click()
    expect(player.part("shown")).to_have_text("turn 1 of 4")
    player.page.get_by_role("button", name="Last position").click()
    expect(player.part("headline")).to_have_text("White wins.")
    player.page.get_by_role("button", name="First position").click()
    expect(player.part("shown")).to_have_text("turn 0 of 4")
    player.page.keyboard.press("End")
    expect(player.part("shown")).to_have_text("turn 4 of 4")
    player.page.keyboard.press("ArrowLeft")
    player.holds("c5", "black footman")
    player.page.locator("#moves [data-turn='2']").first.click()
    expect(player.part("headline")).to_have_text("2. Nac2 Nb3")
    player.page.keyboard.press("End")
    player.holds("c3", "white footman")


def test_moves_that_one_side_makes_in_a_row_stand_side_by_side_and_each_can_be_looked_at(visitors):
    both = visitors.person("series")
    both.open("Progressive", one_device=True)
    for number, move in enumerate(("e2e4", "e7e5", "d7d5"), 1):
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


def test_a_game_of_checkered_goes_through_choice_switch_and_stage_two_to_its_end(visitors):
    white, black, onlooker = everybody = three(visitors)
    link = white.open("Checkered")
    black.join(link)
    onlooker.visit(link)
    white.play("b1c3")
    black.play("d7d5")

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
            expect(player.page.locator(f".plate[data-seat='{seat}'] [data-part=tallies]")).to_have_text(army)
        for seat, stone in ((0, "both"), (1, "quartered")):
            for part in (".plate", "#moves thead"):
                expect(player.page.locator(f"{part} [data-stone='{seat}']")).to_have_class(f"stone stone-{stone}")
    expect(black.part("headline")).to_have_text("Your move.")
    expect(switch).to_have_count(0)

    for number, (player, move) in enumerate(((black, "d5d6"), (white, "e2e4"), (black, "d6e7"), (white, "f8e7")), 5):
        player.play(move)
        for other in everybody:
            other.sees_turn(number)
    none, own = "No checkered piece is left.", "You have no checkered piece left."
    for player, title, told in zip(everybody, ("You won.", "You lost.", "White wins."), (none, own, none), strict=True):
        expect(player.part("headline")).to_have_text(title)
        expect(player.part("explain")).to_have_text(told)
        player.holds("e7", "black bishop")
        assert player.move_list() == ["Nc3", "d5", "Nxd5=P", "Switch", "d6", "e4", "dxe7", "Bxe7"]


SHORT = {
    "Atomic": ("", "g1f3 a7a6 f3g5 a6a5 g5f7", "White wins."),
    "Chess": ("", "f2f3 e7e5 g2g4 d8h4", "Black wins."),
    "Dark": ("", "e2e4 f7f6 d1h5 a7a6 h5e8", "White wins."),
    "Dice": ('7k/5Q2/6K1/8/8/8/8/8 w 0 {"roll":"q"}', "f7g7", "White wins."),
    "Dobutsu": ("", "b2b3 a4a3 C@c2 a3a2 b3b4h", "White wins."),
    "Progressive": ("", "e2e4 f7f6 g7g5 d1h5", "White wins."),
    "Synchrone": ("r3r1bb/ppqRkppp/8/2p1n3/7n/8/PPPPP1P1/RNBQNBK1", "d7e7/c7d7", "White wins."),
}
"""For variants whose games are seldom short by chance a position or the start, a game from there, and what an onlooker
reads at the end."""


def drawn_by_lot(variant):
    """A short game of any other variant, as those above."""
    for seed in range(500):
        random, position, turns = Random(seed), variant.start(random=Random(0)), []
        while position.result() is None and len(turns) < 12:
            actions = {seat: random.choice(list(position.moves(seat))) for seat in position.to_act}
            turns.append("/".join(variant.write(move) for move in actions.values()))
            position = position.play(actions)
        result = position.result()
        if result is not None and result.points in ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5)):
            return "", " ".join(turns), re.compile("^Draw$" if result.points[0] == 0.5 else " wins$")
    raise AssertionError(f"no game of {variant.__name__} is short by chance: write one down in SHORT")


@pytest.mark.parametrize("name", sorted(registry.load_all().keys() - {"Apocalypse", "Checkered"}))
def test_a_short_game_of_each_variant_is_played_to_its_end(visitors, name):
    variant = registry.load_all()[name]
    fen, game, title = SHORT[name] if name in SHORT else drawn_by_lot(variant)
    position = variant.from_fen(fen) if fen else variant.start(random=Random(0))
    white, black, onlooker = everybody = three(visitors)
    link = white.open(name, fen=fen)
    black.join(link)
    onlooker.visit(link)
    for number, turn in enumerate(game.split(), 1):
        actions = {}
        for seat, text in zip(position.to_act, turn.split("/"), strict=True):
            move = actions[seat] = variant.read(text)
            player = everybody[seat]
            expect(player.page.locator(f"button[data-square='{move.path[0]}']")).to_have_attribute(
                "data-kind", "origin"
            )
            for square in move.path:
                player.page.locator(f".board-squares button[data-square='{square}']").click()
            player.send()
        position = position.play(actions)
        for player in everybody:
            player.sees_turn(number)
    expect(onlooker.part("headline")).to_have_text(title)
    for player in everybody:
        expect(player.layer("pieces")).to_have_count(len(position.board) - position.board.count(""))


def test_a_draw_is_offered_declined_offered_again_and_accepted(visitors):
    white, black, onlooker = everybody = three(visitors)
    link = white.open("Checkered", name="Anna")
    black.join(link)
    onlooker.visit(link)
    white.part("draw").click()
    expect(white.part("draw")).to_have_text("Draw offered")
    expect(black.part("offer")).to_contain_text("Anna offers a draw.")
    expect(onlooker.part("offer")).to_be_hidden()
    black.part("decline").click()
    expect(black.part("offer")).to_be_hidden()
    expect(white.part("draw")).to_have_text("Offer a draw")
    white.play("e2e4")
    black.part("draw").click()
    white.part("accept").click()
    for player in everybody:
        expect(player.part("headline")).to_have_text("Draw.")
        expect(player.page.locator("[data-part=points]")).to_have_text(["½", "½"])


def test_a_position_that_came_three_times_may_be_claimed_as_a_draw(visitors):
    white, black, onlooker = everybody = three(visitors)
    link = white.open("Checkered")
    black.join(link)
    onlooker.visit(link)
    for number, move in enumerate(("g1f3", "g8f6", "f3g1", "f6g8") * 2, 1):
        player = (black, white)[number % 2]
        expect(player.part("claim")).to_be_hidden()
        player.play(move)
        (white, black)[number % 2].sees_turn(number)
    expect(onlooker.part("claim")).to_be_hidden()
    black.part("claim").click()
    for player in everybody:
        expect(player.part("headline")).to_have_text("Draw.")
        expect(player.part("explain")).to_contain_text("3 times")


def test_a_table_is_withdrawn_and_a_game_is_resigned_after_one_question_each(visitors):
    white, black, _ = three(visitors)
    link = white.open("Apocalypse")
    black.visit(link)
    white.part("withdraw").click()
    white.answer("yes")
    expect(white.part("headline")).to_have_text("Withdrawn.")
    for page in (white, white.visit(link)):
        expect(page.page.locator("[data-part=name]")).to_have_text(["nobody", "you"])
        for part in ("points", "state"):
            expect(page.page.locator(f"[data-part={part}]")).to_have_text(["", ""])
    expect(black.part("join")).to_be_hidden()
    link = white.open("Apocalypse")
    black.join(link)
    white.play("c1c2")
    white.part("resign").click()
    expect(white.part("ask")).to_contain_text("Your sealed move is not shown to anyone.")
    white.answer("yes")
    for player, title in ((white, "You lost."), (black, "You won.")):
        expect(player.part("headline")).to_have_text(title)
        expect(player.page.locator("main")).to_have_class(re.compile(r"\bover\b"))
    expect(black.page.locator("body")).not_to_contain_text("c2")


def test_on_a_telephone_the_result_is_seen_wherever_its_reader_looked_but_not_while_he_writes(visitors):
    white, black = visitors.person("anna"), visitors.person("telephone", viewport={"width": 360, "height": 740})
    for writes in (False, True):
        black.join(white.open("Apocalypse"))
        black.page.mouse.wheel(0, 3000)
        if writes:
            black.page.locator("#chat > summary").click()
            black.part("say-text").click()  # It waits until the chat is loaded.
            expect(black.part("say-text")).to_be_focused()
            black.part("say-text").evaluate("field => field.scrollIntoView({block: 'start'})")
        white.part("resign").click()
        white.answer("yes")
        expect(black.part("headline")).to_have_text("You won.")
        for part, seen in (("headline", not writes), ("say-text", writes)):
            expect(black.part(part)).to_be_in_viewport() if seen else expect(black.part(part)).not_to_be_in_viewport()

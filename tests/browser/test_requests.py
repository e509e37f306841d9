"""What players do beside moving: aborting, taking back, claiming against somebody who left, playing again."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import NARROW
from tests.harness.people import play_in_turn, play_turns, read, visitors_at

module_visitors = visitors_at("still_site")


def begin(visitors, variant="Apocalypse", control="none"):
    """Anna with White, Oskar with Black at a phone, and Maria who looks on."""
    visitors.person("oskar", viewport=NARROW)
    return visitors.game(variant, onlooker="maria", control=control)


# Aborting


def test_a_game_is_aborted_after_a_question_and_counts_for_nobody(visitors):
    white, black, onlooker = everybody = begin(visitors)
    white.part("abort").click()
    expect(white.part("ask")).to_contain_text("It ends and does not count.")
    white.answer("no")
    expect(white.part("headline")).to_have_text("Choose your move.")
    expect(onlooker.part("abort")).to_be_hidden()
    white.part("abort").click()
    white.answer("yes")
    read(everybody, "headline", "Aborted.")
    for player in everybody:
        expect(player.page.locator("[data-part=points]")).to_have_text(["", ""])
    expect(black.reload().page.locator("[data-part=points]")).to_have_text(["", ""])


TWICE = """(again) => {
  document.getElementById("abort").click();
  document.getElementById("ask").close("no");
  document.getElementById(again).click();
}"""
"""A question is closed, and the next one asked before the browser has dispatched its event."""


def test_a_question_asked_at_once_after_another_is_answered_by_itself(visitors):
    white, black = visitors.game()
    play_turns("a2a3/a4a3", white=white, black=black)
    white.page.evaluate(TWICE, "resign")
    expect(white.part("ask-title")).to_contain_text("Resign")
    white.answer("yes")
    expect(white.part("headline")).to_contain_text("You lost")


# Draws, resignation, more time


def test_a_draw_offer_is_declined_and_a_threefold_repetition_is_claimed(visitors):
    white, black, onlooker = everybody = begin(visitors, "Checkered")
    white.part("draw").click()
    expect(white.part("draw")).to_have_text("Draw offered")
    expect(black.part("offer")).to_contain_text("Anna offers a draw.")
    expect(onlooker.part("offer")).to_be_hidden()
    black.part("decline").click()
    expect(black.part("offer")).to_be_hidden()
    expect(white.part("draw")).to_have_text("Offer a draw")
    play_in_turn((white, black), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")
    for player in everybody:
        expect(player.part("claim")).to_be_hidden()
    play_in_turn((black,), "f6g8", first=8)
    expect(onlooker.part("claim")).to_be_hidden()
    black.part("claim").click()
    read(everybody, "headline", "Draw.")
    for player in everybody:
        expect(player.part("explain")).to_contain_text("3 times")
        expect(player.page.locator("[data-part=points]")).to_have_text(["½", "½"])


def test_a_table_is_withdrawn_and_a_game_is_resigned_after_one_question_each(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Apocalypse")
    black.visit(link)
    white.part("withdraw").click()
    white.answer("yes")
    expect(white.part("headline")).to_have_text("Withdrawn.")
    for player in (white, white.visit(link)):
        expect(player.page.locator("[data-part=name]")).to_have_text(["nobody", "you"])
        for part in ("points", "state"):
            expect(player.page.locator(f"[data-part={part}]")).to_have_text(["", ""])
    expect(black.part("join")).to_be_hidden()
    white, black = visitors.game()
    white.play("c1c2")
    white.part("resign").click()
    expect(white.part("ask")).to_contain_text("Your sealed move is not shown to anyone.")
    white.answer("yes")
    read((white, black), "headline", "You lost.", "You won.")
    for player in (white, black):
        expect(player.page.locator("main")).to_have_class(re.compile(r"\bover\b"))


@pytest.mark.slow
def test_added_time_is_announced_and_shown_on_the_clock(visitors):
    white, black = visitors.game("Chess", control="3d")
    white.part("addtime").click()
    expect(black.part("toast")).to_contain_text("You were given more time.")
    for player in (white, black):
        expect(player.plate(1, "clock")).to_contain_text("4 d")


# Taking back


def test_a_turn_is_taken_back_when_both_agree_alone_and_everybody_sees_the_game_before_it(visitors):
    white, black, onlooker = everybody = begin(visitors)
    expect(white.part("takeback")).to_be_hidden()
    expect(white.part("abort")).to_be_visible()
    play_turns("e2d3/e5d3", "a1c2/a5b3", white=white, black=black)
    for player in (white, black):
        expect(player.part("abort")).to_be_hidden()
    onlooker.sees_turn(2)
    onlooker.page.keyboard.press("ArrowLeft")
    onlooker.holds("a1", "white horseman")
    onlooker.page.keyboard.press("ArrowRight")
    black.part("takeback").click()
    expect(black.part("takeback")).to_have_text("Takeback asked")
    expect(black.part("takeback")).to_be_disabled()
    expect(white.part("back")).to_contain_text("Oskar asks to take back 2. Nac2 Nb3.")
    expect(onlooker.part("back")).to_be_hidden()
    white.part("back-no").click()
    expect(white.part("back")).to_be_hidden()
    expect(black.part("toast")).to_contain_text("Your takeback was not accepted.")
    expect(white.part("toast")).to_be_hidden()
    expect(black.part("takeback")).to_have_text("Take back")
    assert white.move_list() == ["exd3", "Nd3", "Nac2", "Nb3"]
    black.part("takeback").click()
    white.part("back-yes").click()
    for player in everybody:
        expect(player.page.locator("#moves [data-turn='2']")).to_have_count(0)
        expect(player.part("shown")).to_have_text("turn 1 of 1")
        expect(player.part("explain")).to_have_text("The last turn was taken back.")
        expect(player.announcement()).to_contain_text("The last turn was taken back.")
        player.holds("a1", "white horseman")
        player.holds("d3", "white footman")
        assert player.move_list() == ["exd3", "Nd3"]
    expect(white.part("back")).to_be_hidden()
    # Another turn takes its place, also where somebody steps back to it, and also after a reload.
    play_turns("e1c2/a5b3", "a2a3/b5b4", white=white, black=black, first=2)
    onlooker.sees_turn(3)
    onlooker.page.keyboard.press("ArrowLeft")
    onlooker.holds("c2", "white horseman")
    onlooker.holds("a1", "white horseman")
    onlooker.holds("e1", "empty")
    for player in everybody:
        assert player.move_list() == ["exd3", "Nd3", "Nec2", "Nb3", "a3", "b4"]
    white.reload().sees_turn(3)
    assert white.move_list() == black.move_list()


@pytest.mark.slow
def test_each_toast_closes_after_six_seconds_or_on_demand(visitors):
    white, black, _ = begin(visitors)
    play_turns("e2d3/e5d3", white=white, black=black)
    toast, clock = black.part("toast"), black.own_page.clock
    clock.install()

    def declined():
        toast.locator("span").evaluate("(span) => { span.textContent = ''; }")
        black.part("takeback").click()
        white.part("back-no").click()
        expect(toast.locator("span")).to_have_text("Your takeback was not accepted.")

    clock.pause_at(black.page.evaluate("() => Date.now() + 10_000"))
    declined()
    clock.run_for(4000)
    declined()
    clock.run_for(5999)
    expect(toast).to_be_visible()
    clock.run_for(1)
    expect(toast).to_be_hidden()
    declined()
    expect(toast).to_be_visible()
    toast.get_by_role("button", name="Close").click()
    expect(toast).to_be_hidden()


# Playing again


def test_a_rematch_swaps_the_seats_and_takes_the_players_there(visitors):
    white, black, onlooker = begin(visitors)
    white.resign()
    old = white.page.url
    expect(black.part("rematch")).to_be_visible()
    where = black.part("rematch").bounding_box()
    white.part("rematch").click()
    expect(white.part("rematch-told")).to_contain_text("You want a rematch.")
    expect(white.part("rematch")).to_have_text("Take back the rematch")
    expect(black.part("rematch-told")).to_have_text("Anna wants a rematch, with seats swapped.")
    assert black.part("rematch").bounding_box() == where, "what is told does not move the button"
    black.part("rematch").click()
    for player in (white, black):
        expect(player.page).not_to_have_url(re.compile(re.escape(old.split("?")[0].rsplit("/", 1)[1])))
        player.wait_for_board()
        expect(player.page.get_by_role("heading", level=1)).to_have_text("Apocalypse")
    for player, names in ((white, ("Oskar", "you")), (black, ("you", "Anna"))):
        for seat, name in enumerate(names):
            expect(player.plate(seat, "name")).to_have_text(name)
    expect(onlooker.part("rematch-told")).to_have_text("The rematch has begun.")
    onlooker.part("next-table").click()
    expect(onlooker.page).to_have_url(white.page.url.split("?")[0])
    # Who comes back to the old game stays there and finds the way.
    white.page.goto(old)
    expect(white.wait_for_board().part("next-table")).to_be_visible()
    expect(white.part("rematch")).to_be_hidden()
    expect(white.page).to_have_url(old)


def test_two_different_rematch_requests_are_shown_and_either_may_be_accepted(visitors):
    white, black, onlooker = begin(visitors)
    black.resign()
    white.part("rematch").click()
    expect(black.part("rematch-told")).to_have_text("Anna wants a rematch, with seats swapped.")
    black.open_more()
    black.part("surprise").click()
    annas, oskars = "Anna wants a rematch, with seats swapped.", "Oskar wants a rematch of another variant."
    read((white, black, onlooker), "rematch-told", oskars, annas, f"{annas} {oskars}")
    for player, given, free in ((white, "rematch", "surprise"), (black, "surprise", "rematch")):
        expect(player.part(given)).to_have_text("Take back the rematch")
        expect(player.part(free)).to_have_text(re.compile("^Rematch"))
    black.part("surprise").click()
    expect(white.part("rematch-told")).to_have_text("You want a rematch. It begins as soon as everybody wants it.")
    expect(onlooker.part("rematch-told")).to_have_text(annas)
    black.part("surprise").click()
    expect(white.part("rematch-told")).to_have_text(oskars)
    white.part("surprise").click()
    titles = []
    for player in (white, black):
        title = player.page.get_by_role("heading", level=1)
        expect(title).not_to_have_text("Apocalypse")
        titles.append(player.wait_for_board().page.get_by_role("heading", level=1).inner_text())
    assert titles[0] == titles[1]


# Absence


def test_an_absent_player_is_shown_as_gone_and_the_win_may_be_claimed_later(visitors):
    white, black, onlooker = begin(visitors, control="3+2")
    away = "[data-seat='1'] [data-part=away]"
    play_turns("e2d3/e5d3", white=white, black=black)
    white.play("a1c2")
    black.disconnect()
    visitors.scripted.turn_clock(6)
    for player in (white, onlooker):
        expect(player.page.locator(away)).to_have_text("gone")
    expect(white.part("absent")).to_contain_text(re.compile(r"Oskar is absent\. ?You may claim the win in \d+ s\."))
    expect(white.part("absent-win")).to_be_hidden()
    expect(onlooker.part("absent")).to_be_hidden()
    # The seconds go down by themselves, and are not read out.
    before = white.part("absent").locator(".count").inner_text()
    expect(white.part("absent").locator(".count")).not_to_have_text(before)
    assert white.part("absent").locator(".count").evaluate("node => node.closest('[role=status], [aria-live]')") is None
    # Whoever comes back is there again.
    black.page.go_back()
    black.wait_for_board()
    expect(white.part("absent")).to_be_hidden()
    expect(white.page.locator(away)).to_have_text("")
    black.disconnect()
    visitors.scripted.turn_clock(60)
    expect(white.part("absent")).to_contain_text("You may claim the win or a draw, or wait.")
    expect(white.part("absent-draw")).to_be_visible()
    white.part("absent-win").click()
    read((white, onlooker), "headline", "You won.", "White wins.")
    read((white, onlooker), "explain", *(f"A player was absent; {who} claimed the win." for who in ("you", "White")))


def test_the_seek_of_a_player_at_a_table_ends_and_returns_with_the_connection(visitors):
    white, reader = visitors.person("anna"), visitors.person("maria").go("en/")
    white.seek(control="30+20")
    white.page.get_by_role("button", name="Play the computer meanwhile", exact=True).click()
    expect(white.wait_for_board().part("meanwhile")).to_be_visible()
    row = reader.page.locator("#waiting-list tr", has_text="30 min + 20 s")

    def listed(count):
        visitors.scripted.turn_clock(1)  # The lists are sent when some time has gone by.
        return row.count() == count

    visitors.scripted.until(lambda: listed(1))
    white.go_offline()
    visitors.scripted.until(lambda: listed(0))
    white.page.context.set_offline(False)
    expect(white.part("connection")).to_be_hidden()
    visitors.scripted.until(lambda: listed(1))
    expect(white.part("meanwhile")).to_be_visible()
    white.part("unwait").click()
    expect(white.part("meanwhile")).to_be_hidden()
    visitors.scripted.until(lambda: listed(0))

"""The decision at the table: it stays where it is, is always in reach, and nothing takes its place under a finger."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

PHONES = [(360, 612), (390, 664)]
SHAPES = [
    *PHONES, (667, 375), (740, 360), (844, 390), (640, 400), (768, 1024), (1280, 720), (1920, 1000)
]  # fmt: skip
"""Windows in pixels; 640 x 400 is 1280 x 800 at 200 %."""


def begin(visitors, size, variant="Apocalypse", **options):
    """A game whose White has a touch screen of this size."""
    visitors.person("anna", viewport={"width": size[0], "height": size[1]}, has_touch=True)
    white, black = visitors.game(variant, **options)
    expect(white.page.locator(".board-squares button[data-kind=origin]").first).to_be_attached()
    return white, black


def middle(player, id):
    """The middle of a part of the page, in pixels."""
    box = player.part(id).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def bottom(box):
    return box["y"] + box["height"]


@pytest.mark.parametrize("control", ["none", "10+5"])
@pytest.mark.parametrize("size", PHONES)
def test_a_tap_that_was_on_its_way_to_the_seal_never_answers_an_offer(visitors, size, control):
    white, black = begin(visitors, size, control=control)
    for move, answer in (("a1b3", "a5b3"), ("c1c2", "d5d4")):
        white.play(move)
        black.play(answer)
    white.sees_turn(2)
    white.choose("e1d3")
    where = middle(white, "send")
    for button, notice in (("draw", "offer"), ("takeback", "back")):
        black.part(button).click()
        expect(white.part(notice)).to_be_visible()
        assert middle(white, "send") == where, "the button stays where it was"
    white.page.touchscreen.tap(*where)
    expect(white.part("headline")).to_have_text("Your move is sealed.")
    white.sees_turn(2)


def test_a_button_cannot_be_pressed_just_after_it_appeared(visitors):
    white, black = begin(visitors, (390, 664))
    clock = white.own_page.clock
    clock.install()
    white.play("c1c2")
    # What the page does after its own move is done before its time stands still.
    expect(white.part("unseal")).to_be_visible()
    expect(black.page.locator(".plate[data-seat='0']")).to_contain_text("sealed")
    clock.pause_at(white.page.evaluate("() => Date.now() + 10_000"))
    black.part("draw").click()
    expect(white.part("offer")).to_be_visible()
    inert = "(id) => document.getElementById(id).closest('[inert]') !== null"
    assert all(white.page.evaluate(inert, id) for id in ("accept", "decline"))
    clock.run_for(799)
    assert white.page.evaluate(inert, "accept")
    clock.run_for(2)
    assert not white.page.evaluate(inert, "accept")


@pytest.mark.parametrize("size", PHONES)
def test_a_tap_that_was_on_its_way_to_the_seal_never_asks_for_a_rematch(visitors, size):
    white, black = begin(visitors, size)
    white.choose("a2a3")
    seal = middle(white, "send")
    white.page.evaluate(
        """() => document.addEventListener("click", ({ target }) => (window.pressed ??= []).push(target.id), true)"""
    )
    black.resign()
    expect(white.part("rematch")).to_be_visible()
    white.page.touchscreen.tap(*middle(white, "rematch"))
    white.page.touchscreen.tap(*seal)
    assert "rematch" not in white.page.evaluate("() => window.pressed")
    white.part("rematch").tap()
    expect(white.part("rematch")).to_have_text("Take back the rematch")
    # Nor does the second tap of two take it back at once.
    white.page.touchscreen.tap(*middle(white, "rematch"))
    expect(white.part("rematch-told")).to_be_visible()
    white.part("rematch").tap()
    expect(white.part("rematch")).to_have_text("Rematch")
    expect(white.part("rematch-told")).to_be_hidden()


@pytest.mark.parametrize(
    ("variant", "language", "move"),
    [("Apocalypse", "fr", "c1c2"), ("Chess", "fr", "e2e4"), ("Dobutsu", "en", "b2b3")],
)
def test_board_and_decision_are_seen_whole_in_every_window(visitors, variant, language, move):
    white, _ = begin(visitors, PHONES[0], variant, language=language)
    if variant != "Apocalypse":
        white.part("ask-first").get_by_role("checkbox").check()
    for width, height in SHAPES:
        white.page.set_viewport_size({"width": width, "height": height})
        white.page.evaluate("() => scrollTo(0, 0)")
        seen = []
        for chosen in (False, True):
            if chosen:
                white.choose(move)
            board = white.page.locator("cavalier-board svg.board").bounding_box()
            button = white.part("send").bounding_box()
            assert board["y"] >= 0
            assert bottom(board) <= height, (width, height, chosen)
            assert bottom(button) <= height, (width, height, chosen)
            assert button["x"] + button["width"] <= width
            assert white.overflow() <= 0
            seen.append((bottom(board), board["width"], button["y"]))
        assert seen[0] == seen[1], "the board has one size in every state, and the button one place"
        white.part("cancel").click()


@pytest.mark.parametrize("variant", ["Apocalypse", "Checkered"])
def test_a_visitor_with_a_link_sees_the_button_to_join_at_once(visitors, variant):
    link = visitors.person("anna").open(variant, name="Anna", language="fr")
    guest = visitors.person("oskar").go("fr/games").visit(link)
    for width, height in SHAPES:
        guest.page.set_viewport_size({"width": width, "height": height})
        guest.page.evaluate("() => scrollTo(0, 0)")
        expect(guest.page.locator("#join button")).to_be_in_viewport(ratio=1)


def test_the_rules_are_open_at_a_first_game_and_folded_after_it(visitors):
    for variant, folded in (("Dobutsu", False), ("Dobutsu", True), ("Apocalypse", False)):
        white, black, onlooker = visitors.game(variant, onlooker="mia")
        for player in (white, black):
            assert player.part("reminder").evaluate("(part) => part.open") != folded
        assert onlooker.part("reminder").evaluate("(part) => part.open"), "an onlooker has played nothing"
        white.resign()
        for player in (black, onlooker):
            expect(player.part("headline")).to_have_text(re.compile("won|wins"))


# On a phone


def test_on_a_phone_a_new_message_is_shown_beside_the_headline(visitors):
    white, black = begin(visitors, (360, 640))
    black.say("hello")
    nudge = white.part("nudge")
    expect(nudge).to_have_text("1 message")
    expect(nudge).to_be_in_viewport()
    nudge.tap()
    expect(white.part("said")).to_be_in_viewport()
    expect(white.part("said")).to_contain_text("hello")
    expect(nudge).to_be_hidden()

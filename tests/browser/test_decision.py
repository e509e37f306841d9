"""The decision at the table: it stays where it is, is always in reach, and nothing takes its place under a finger."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.people import play_turns

pytestmark = pytest.mark.slow

PHONES = [(360, 612), (390, 664)]
SHAPES = [
    (360, 612),
    (390, 664),
    (667, 375),
    (740, 360),
    (844, 390),
    (640, 400),
    (768, 1024),
    (1280, 720),
    (1920, 1000),
]
"""Windows in pixels; 640 x 400 is 1280 x 800 at 200 %."""


HEADLINES = {"en": ("Choose your move.", "Your move."), "fr": ("Choisissez votre coup.", "À vous de jouer.")}


def begin(visitors, size, control="none", variant="Apocalypse", language="en"):
    white = visitors.person("anna", viewport={"width": size[0], "height": size[1]}, has_touch=True)
    black = visitors.person("oskar")
    link = white.open(variant, name="Anna", control=control, language=language)
    black.join(link, name="oskar")
    expect(white.part("headline")).to_have_text(HEADLINES[language][variant != "Apocalypse"])
    return white, black


def spot(player, id):
    box = player.part(id).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("control", ["none", "10+5"])
@pytest.mark.parametrize("size", PHONES)
def test_a_tap_that_was_on_its_way_to_the_seal_never_answers_an_offer(visitors, size, control):
    white, black = begin(visitors, size, control)
    for move, answer in (("a1b3", "a5b3"), ("c1c2", "d5d4")):
        white.play(move)
        black.play(answer)
    white.sees_turn(2)
    white.choose("e1d3")
    where = spot(white, "send")
    for asks, notice in (("draw", "offer"), ("takeback", "back")):
        black.part(asks).click()
        expect(white.part(notice)).to_be_visible()
        assert spot(white, "send") == where, "the button stays where it was"
    white.page.touchscreen.tap(*where)
    expect(white.part("headline")).to_have_text("Your move is sealed.")
    white.sees_turn(2)


@pytest.mark.parametrize("size", PHONES)
def test_a_claim_that_comes_up_leaves_the_seal_where_it_is(visitors, size):
    white, _ = begin(visitors, size)
    white.choose("c1c2")
    where = spot(white, "send")
    # The claim itself comes after minutes: the page is told of it as the server would tell it.
    white.page.evaluate(
        """() => {
          for (const id of ["absent", "offer", "back", "meanwhile"]) document.getElementById(id).hidden = false;
          document.querySelector("#absent .row").hidden = false;
        }"""
    )
    assert spot(white, "send") == where
    white.page.touchscreen.tap(*where)
    expect(white.part("headline")).to_have_text("Your move is sealed.")


def test_what_has_just_appeared_cannot_be_pressed_at_first(visitors):
    white, black = begin(visitors, (390, 664))
    white.own_page.clock.install()
    white.play("c1c2")
    # What the page does after its own move is done before its time stands still.
    expect(white.part("unseal")).to_be_visible()
    expect(black.page.locator(".plate[data-seat='0']")).to_contain_text("sealed")
    white.own_page.clock.pause_at(white.page.evaluate("() => Date.now() + 10_000"))
    black.part("draw").click()
    expect(white.part("offer")).to_be_visible()
    for id in ("accept", "decline"):
        assert white.page.evaluate("(id) => document.getElementById(id).closest('[inert]') !== null", id)
    white.own_page.clock.run_for(799)
    assert white.page.evaluate("() => document.getElementById('accept').closest('[inert]') !== null")
    white.own_page.clock.run_for(2)
    assert white.page.evaluate("() => document.getElementById('accept').closest('[inert]') === null")


@pytest.mark.parametrize(
    ("variant", "language"), [("Apocalypse", "en"), ("Apocalypse", "fr"), ("Chess", "fr"), ("Dobutsu", "en")]
)
def test_board_and_decision_are_seen_whole_in_every_window(visitors, variant, language):
    first = {"Apocalypse": "c1c2", "Chess": "e2e4", "Dobutsu": "b2b3"}[variant]
    white, _ = begin(visitors, (360, 612), variant=variant, language=language)
    if variant != "Apocalypse":
        white.part("ask-first").get_by_role("checkbox").check()
    for size in SHAPES:
        white.page.set_viewport_size({"width": size[0], "height": size[1]})
        white.page.evaluate("() => scrollTo(0, 0)")
        seen = []
        for step in ("nothing", "chosen"):
            if step == "chosen":
                white.choose(first)
            box = white.page.locator("cavalier-board svg.board").bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= size[1], (size, step, box)
            button = white.part("send").bounding_box()
            assert button is not None
            assert button["y"] + button["height"] <= size[1], (size, step, button)
            assert button["x"] + button["width"] <= size[0]
            assert white.overflow() <= 0
            seen.append((box["y"] + box["height"], box["width"], button["y"]))
        assert seen[0] == seen[1], "the board has one size in every state, and the button one place"
        white.part("cancel").click()


@pytest.mark.parametrize("variant", ["Apocalypse", "Checkered"])
def test_whoever_follows_a_link_sees_the_button_to_join_at_once(visitors, variant):
    link = visitors.person("anna").open(variant, name="Anna", language="fr")
    guest = visitors.person("oskar").go("fr/games").visit(link)
    for width, height in SHAPES:
        guest.page.set_viewport_size({"width": width, "height": height})
        guest.page.evaluate("() => scrollTo(0, 0)")
        expect(guest.page.locator("#join button")).to_be_in_viewport(ratio=1)


def test_a_board_grows_in_a_large_window_but_not_beyond_what_an_eye_takes_in(visitors):
    player = visitors.person("anna")
    player.open("Apocalypse", one_device=True)
    for height in (1008, 1600):
        player.page.set_viewport_size({"width": 1920, "height": height})
        box = player.page.locator("cavalier-board").bounding_box()
        assert box is not None
        assert box["width"] == 760, height


def test_the_rules_are_open_at_a_first_game_and_folded_after_it(visitors):
    white, black, onlooker = (visitors.person(name) for name in ("anna", "oskar", "mia"))
    for variant, folded in (("Dobutsu", False), ("Dobutsu", True), ("Apocalypse", False)):
        link = white.open(variant)
        black.join(link)
        onlooker.visit(link)
        for player in (white, black):
            assert player.part("reminder").evaluate("(part) => part.open") != folded
        assert onlooker.part("reminder").evaluate("(part) => part.open"), "who looks on has played nothing"
        white.part("resign").click()
        white.answer("yes")
        for player in (white, black, onlooker):
            expect(player.part("headline")).to_have_text(re.compile("won|lost|wins"))


@pytest.mark.parametrize(("penalties", "grave"), [("00", False), ("10", True)])
def test_a_price_that_loses_the_game_is_in_the_colour_of_the_seal(visitors, penalties, grave):
    white = visitors.person("anna")
    white.open("Apocalypse", fen=f'npppn/p3p/5/P3P/NPPPN w 0 {{"penalties":"{penalties}"}}')
    visitors.person("oskar").join(white.part("link").input_value())
    white.choose("e2d3")
    needs, price = (
        white.part("explain").locator("b").nth(at).evaluate("(element) => getComputedStyle(element).color")
        for at in (0, 1)
    )
    assert (price != needs) == grave
    seal = white.page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--seal-ink')")
    assert (price == "rgb({}, {}, {})".format(*bytes.fromhex(seal.strip("# ")))) == grave


@pytest.mark.parametrize("size", PHONES)
def test_a_tap_that_was_on_its_way_to_the_seal_never_asks_for_a_rematch(visitors, size):
    white, black = begin(visitors, size)
    white.choose("a2a3")
    place_of_seal = spot(white, "send")
    white.page.evaluate(
        """() => document.addEventListener("click", ({ target }) => (window.pressed ??= []).push(target.id), true)"""
    )
    black.part("resign").click()
    black.answer("yes")
    expect(white.part("rematch")).to_be_visible()
    white.page.touchscreen.tap(*spot(white, "rematch"))
    white.page.touchscreen.tap(*place_of_seal)
    assert "rematch" not in white.page.evaluate("() => window.pressed")
    white.part("rematch").tap()
    expect(white.part("rematch")).to_have_text("Take back the rematch")
    # Nor does the second tap of two take it back at once.
    white.page.touchscreen.tap(*spot(white, "rematch"))
    expect(white.part("rematch-told")).to_be_visible()
    white.part("rematch").tap()
    expect(white.part("rematch")).to_have_text("Rematch")
    expect(white.part("rematch-told")).to_be_hidden()


def test_a_move_that_goes_on_says_what_is_to_be_chosen_next(visitors):
    white, black = begin(visitors, (1280, 800))
    play_turns("e2d3/e5d3", "a1c2/a5b3", "d3d4/d5e4", white=white, black=black)
    white.press("d4", "c5")
    expect(white.part("headline")).to_have_text("White footman to c5: where does it go from there?")
    expect(white.part("explain")).to_have_text("Choose one of the marked squares.")
    white.square("c3").click()
    expect(white.part("headline")).to_have_text("dxc5/c3 is safe.")
    white.part("cancel").click()
    expect(white.part("headline")).to_have_text("Choose your move.")


def test_on_a_telephone_a_new_message_is_told_beside_the_headline(visitors):
    white, black = begin(visitors, (360, 640))
    black.part("chat").locator("> summary").click()
    black.part("say-text").fill("hello")
    black.part("say-text").press("Enter")
    nudge = white.part("nudge")
    expect(nudge).to_have_text("1 message")
    expect(nudge).to_be_in_viewport()
    nudge.tap()
    expect(white.part("said")).to_be_in_viewport()
    expect(white.part("said")).to_contain_text("hello")
    expect(nudge).to_be_hidden()

"""The tools of a board: it is flipped, arrows and circles are drawn for oneself alone, and its keys are listed."""

import pytest
from playwright.sync_api import expect

from tests.harness.people import play_turns

pytestmark = pytest.mark.slow


def flip(player, flipped=True):
    """Press the key that flips the board."""
    player.page.keyboard.press("f")
    expect(player.part("flip")).to_have_attribute("aria-pressed", "true" if flipped else "false")


def ready(player):
    """Wait until the tools of the board are loaded: it has been flipped and back."""
    flip(player)
    flip(player, flipped=False)
    return player


def seated(visitors, variant="Chess"):
    """A game whose players have the tools of their boards loaded."""
    return [ready(player) for player in visitors.game(variant)]


def analysis(visitors, variant="Chess", text=""):
    """Somebody at the analysis board with the tree of this address, where the tools and the tree are loaded."""
    reader = visitors.person("reader").go(f"en/variants/{variant}/analysis#{text}").wait_for_board()
    reader.page.wait_for_load_state("networkidle")  # The answers about the tree draw the position anew.
    return ready(reader)


def marks(player):
    """The arrows and circles on a board."""
    return player.page.locator("cavalier-board .own-marks .mark")


def squares(player):
    """The squares of the board in the order in which they are seen, without the slots of hands."""
    return player.page.locator(".board-squares > :not(.board-slots) button").evaluate_all(
        "buttons => buttons.map((button) => button.dataset.square)"
    )


def plates(player):
    """The seats of the plates from top to bottom, and the board between them."""
    return player.page.locator(".plate, cavalier-board").evaluate_all(
        "parts => parts.map((part) => part.dataset.seat ?? 'board')"
    )


def draw(player, origin, target, *held):
    """Draw with the right button while these keys are held."""
    for key in held:
        player.page.keyboard.down(key)
    player.page.mouse.move(*player.center(origin))
    player.page.mouse.down(button="right")
    player.page.mouse.move(*player.center(target))
    player.page.mouse.up(button="right")
    for key in held:
        player.page.keyboard.up(key)


# Flipping


@pytest.mark.parametrize("variant", ["Apocalypse", "Dark", "Dobutsu"])
@pytest.mark.parametrize("where", ["table", "analysis"])
def test_a_flipped_board_is_seen_from_the_other_side_with_its_plates_and_hands(visitors, where, variant):
    reader = seated(visitors, variant)[0] if where == "table" else analysis(visitors, variant)
    tops = "slots => slots.map((slot) => slot.getBoundingClientRect().top)"
    slots, before = reader.page.locator(".board-slots button"), squares(reader)
    assert plates(reader) == ["1", "board", "0"]
    hands = [slots.evaluate_all(tops)]
    flip(reader)
    assert squares(reader) == before[::-1]
    assert plates(reader) == ["0", "board", "1"]
    hands.append(slots.evaluate_all(tops))
    if variant == "Dobutsu":
        first, half = 0, len(hands[0]) // 2
        assert hands[0][first] > hands[0][half], "White's own hand is below"
        assert hands[1][first] < hands[1][half]
    reader.part("flip").click()
    expect(reader.part("flip")).to_have_attribute("aria-pressed", "false")
    assert (squares(reader), plates(reader)) == (before, ["1", "board", "0"])


def test_on_a_flipped_board_the_focus_stays_arrow_keys_walk_as_seen_and_moves_are_played(visitors):
    white, black = seated(visitors)
    # A key that is typed into a field does nothing else.
    white.part("move").press_sequentially("f?")
    expect(white.part("move")).to_have_value("f?")
    expect(white.part("flip")).to_have_attribute("aria-pressed", "false")
    white.square("e2").focus()
    flip(white)
    expect(white.square("e2")).to_be_focused()
    white.page.keyboard.press("ArrowDown")
    expect(white.square("e3")).to_be_focused()
    white.play("e2e4")
    black.sees_turn(1)
    assert plates(white) == plates(black) == ["0", "board", "1"]
    # What is drawn is seen by nobody else, until the next turn.
    draw(white, "e7", "e5")
    expect(marks(white)).to_have_count(1)
    black.play("e7e5")
    white.sees_turn(2)
    expect(marks(white)).to_have_count(0)


# Arrows and circles


def test_the_right_button_draws_arrows_and_circles_of_four_kinds(visitors):
    white, _ = seated(visitors)
    for kind, held in enumerate([(), ("Shift",), ("Control",), ("Alt",)]):
        file = "abcd"[kind]
        draw(white, "e2", f"{file}4", *held)
        draw(white, f"{file}6", f"{file}6", *held)
        expect(white.page.locator(f".own-marks .mark-{kind}")).to_have_count(2)
    dashes = [
        white.page.locator(f".own-marks path.mark-{kind}").get_attribute("stroke-dasharray") or "" for kind in range(4)
    ]
    assert len(set(dashes)) == 4, "each is known without its colour"
    draw(white, "e2", "a4")
    expect(marks(white)).to_have_count(7)
    draw(white, "e2", "b4")
    expect(white.page.locator(".own-marks .mark-0")).to_have_count(2)
    flip(white)
    expect(marks(white)).to_have_count(7)
    white.square("h5").click()
    expect(marks(white)).to_have_count(0)


def test_no_mark_is_sent_anywhere(visitors):
    white, _ = seated(visitors, "Apocalypse")
    white.page.evaluate(
        """() => {
            window.sent = 0;
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (...frame) {
                if (frame[0] !== "3") window.sent += 1;
                return send.apply(this, frame);
            };
        }"""
    )
    draw(white, "a2", "c3")
    draw(white, "e2", "e2", "Shift")
    expect(marks(white)).to_have_count(2)
    requested = []
    white.page.on("request", lambda request: requested.append(request.url))
    white.page.keyboard.press("Escape")
    white.square("a2").focus()
    white.page.keyboard.press("Escape")
    expect(marks(white)).to_have_count(0)
    assert white.page.evaluate("window.sent") == 0
    # Sounds and parts of the page are loaded once the reader has done something, whatever it was.
    assert [url for url in requested if "/static/" not in url] == []


def test_marks_on_the_analysis_board_belong_to_the_position_that_it_shows(visitors):
    reader = analysis(visitors, text="1:e2e4.e7e5(c7c5):2")
    expect(reader.page.locator("#tree [aria-current]")).to_have_text("e5")
    draw(reader, "g1", "f3")
    draw(reader, "d4", "d4", "Shift")
    expect(marks(reader)).to_have_count(2)
    flip(reader)
    expect(marks(reader)).to_have_count(2)
    reader.page.keyboard.press("ArrowDown")
    expect(reader.page.locator("#tree [aria-current]")).to_have_text("1… c5")
    expect(marks(reader)).to_have_count(0)


def test_marks_on_a_table_belong_to_the_position_that_it_shows(visitors):
    white, _ = seated(visitors)
    white.play("e2e4")
    white.sees_turn(1)
    draw(white, "g8", "f6")
    expect(marks(white)).to_have_count(1)
    white.page.locator("[data-step=back]").click()
    expect(marks(white)).to_have_count(0)


def test_keys_draw_on_the_focused_square_and_what_was_drawn_is_announced(visitors):
    white, _ = seated(visitors)
    announced = white.page.locator(".board-says")
    white.square("e2").focus()
    white.page.keyboard.press("o")
    expect(announced).to_have_text("Circle on e2.")
    white.page.keyboard.press("a")
    white.page.keyboard.press("ArrowUp")
    white.page.keyboard.press("A")
    expect(announced).to_have_text("Arrow from e2 to e3.")
    expect(marks(white)).to_have_count(2)
    white.square("e2").focus()
    white.page.keyboard.press("o")
    expect(announced).to_have_text("No circle on e2.")
    expect(marks(white)).to_have_count(1)


def test_a_long_press_draws_a_circle_or_an_arrow_and_a_short_one_still_moves(visitors):
    visitors.person("anna", has_touch=True, viewport={"width": 360, "height": 740})
    white, black = seated(visitors)
    session = white.page.context.new_cdp_session(white.page)

    def touch(kind, square=""):
        points = [dict(zip("xy", white.center(square), strict=True))] if square else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    for number, (origin, target) in enumerate((("e4", "e4"), ("e2", "d5")), 1):
        touch("touchStart", origin)
        expect(marks(white)).to_have_count(number)
        touch("touchMove", target)
        touch("touchEnd")
        expect(marks(white)).to_have_count(number)
    assert white.page.locator(".own-marks circle.mark").count() == 1
    assert white.part("decide").is_hidden(), "nothing was chosen"
    touch("touchStart", "e2")
    touch("touchMove", "e3")
    touch("touchMove", "e4")
    touch("touchEnd")
    white.send()
    black.sees_turn(1)


# The list of keys


ARROWS = {"←", "→", "↑", "↓"}


def test_the_list_of_keys_names_those_that_the_page_takes(visitors):
    white, black = visitors.game()
    play_turns("a2a3/a4a3", white=white, black=black)
    expect(white.part("after")).to_be_visible()
    white.page.keyboard.press("?")
    dialog = white.part("shortcuts")
    expect(dialog.locator("h2")).to_have_text("Keys")
    keys = set(dialog.locator("kbd").all_text_contents())
    assert keys >= ARROWS
    assert {key.lower() for key in keys - ARROWS if len(key) == 1} == {"f", "m", "o", "a", "?"}
    white.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

"""The tools of a board: it is flipped, arrows and circles are drawn for oneself alone, and its keys are listed."""

import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.harness.audits import examine

pytestmark = pytest.mark.slow

STATIC = Path(__file__).parents[2] / "static"


def ready(player):
    """Wait until the tools of the board are loaded: it has been turned over and back."""
    for pressed in ("true", "false"):
        player.page.keyboard.press("f")
        expect(player.part("flip")).to_have_attribute("aria-pressed", pressed)
    return player


def seated(visitors, variant, **options):
    """Two people at a table, whose tools are loaded."""
    white, black = visitors.person("anna", **options), visitors.person("oskar")
    black.join(white.open(variant, name="Anna"), name="oskar")
    return ready(white), black


def marks(player):
    """The arrows and circles on a board."""
    return player.page.locator("cavalier-board .own-marks .mark")


def order(player):
    """The squares as the eye meets them."""
    return player.page.locator(".board-squares button").evaluate_all(
        "buttons => buttons.map((button) => button.dataset.square)"
    )


def board_of(player, squares):
    """Of these the squares of the board, without the slots of hands."""
    slots = set(player.page.locator(".board-slots button").evaluate_all("all => all.map((one) => one.dataset.square)"))
    return [square for square in squares if square not in slots]


def plates(player):
    """The plates from top to bottom, and the board between them."""
    return player.page.locator(".plate, cavalier-board").evaluate_all(
        "parts => parts.map((part) => part.dataset.seat ?? 'board')"
    )


@pytest.mark.parametrize("variant", ["Chess", "Apocalypse", "Dark", "Dobutsu"])
def test_a_flipped_board_is_seen_from_the_other_side_with_all_that_belongs_to_it(visitors, variant):
    white, _ = seated(visitors, variant)
    before = order(white)
    assert plates(white) == ["1", "board", "0"]
    white.page.keyboard.press("f")
    expect(white.part("flip")).to_have_attribute("aria-pressed", "true")
    assert board_of(white, order(white)) == board_of(white, before)[::-1]
    assert plates(white) == ["0", "board", "1"]
    white.part("flip").click()
    expect(white.part("flip")).to_have_attribute("aria-pressed", "false")
    assert (order(white), plates(white)) == (before, ["1", "board", "0"])


def test_hands_change_sides_with_the_board(visitors):
    white, _ = seated(visitors, "Dobutsu")
    slots = white.page.locator(".board-slots button")
    before = slots.evaluate_all("slots => slots.map((slot) => slot.getBoundingClientRect().top)")
    white.page.keyboard.press("f")
    expect(white.part("flip")).to_have_attribute("aria-pressed", "true")
    after = slots.evaluate_all("slots => slots.map((slot) => slot.getBoundingClientRect().top)")
    half = len(before) // 2
    assert before[0] > before[half], "White's own hand is below"
    assert after[0] < after[half]


def test_on_a_flipped_board_the_arrow_keys_walk_as_the_eye_sees_and_moves_are_played(visitors):
    white, black = seated(visitors, "Chess")
    white.page.keyboard.press("f")
    expect(white.part("flip")).to_have_attribute("aria-pressed", "true")
    white.square("e2").focus()
    white.page.keyboard.press("ArrowDown")
    expect(white.square("e3")).to_be_focused()
    white.play("e2e4")
    black.sees_turn(1)
    assert plates(white) == ["0", "board", "1"]


def test_the_focus_stays_on_its_square_when_the_board_is_flipped(visitors):
    white, _ = seated(visitors, "Chess")
    white.square("e2").focus()
    white.page.keyboard.press("f")
    expect(white.part("flip")).to_have_attribute("aria-pressed", "true")
    expect(white.square("e2")).to_be_focused()


def test_an_onlooker_may_flip_the_board_and_draw_on_it(visitors):
    white, black = seated(visitors, "Chess")
    eve = visitors.person("eve").visit(white.page.url)
    eve.part("flip").click()
    expect(eve.part("flip")).to_have_attribute("aria-pressed", "true")
    assert plates(eve) == ["0", "board", "1"]
    draw(eve, "e2", "e4")
    expect(marks(eve)).to_have_count(1)
    for other in (white, black):
        expect(marks(other)).to_have_count(0)
        assert plates(other) == (["1", "board", "0"] if other is white else ["0", "board", "1"])


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


def test_the_right_button_draws_arrows_and_circles_of_four_kinds(visitors):
    white, black = seated(visitors, "Chess")
    for kind, held in enumerate([(), ("Shift",), ("Control",), ("Alt",)]):
        draw(white, "e2", f"{'abcd'[kind]}4", *held)
        draw(white, f"{'abcd'[kind]}6", f"{'abcd'[kind]}6", *held)
        expect(white.page.locator(f".own-marks .mark-{kind}")).to_have_count(2)
    shapes = [
        white.page.locator(f".own-marks path.mark-{kind}").get_attribute("stroke-dasharray") or "" for kind in range(4)
    ]
    assert len(set(shapes)) == 4, "each is known without its colour"
    draw(white, "e2", "a4")
    expect(marks(white)).to_have_count(7)
    draw(white, "e2", "b4")
    expect(white.page.locator(".own-marks .mark-0")).to_have_count(2)
    expect(marks(black)).to_have_count(0)
    white.page.keyboard.press("f")
    expect(marks(white)).to_have_count(7)
    white.square("h5").click()
    expect(marks(white)).to_have_count(0)


def test_the_analysis_board_is_flipped_and_drawn_on_too(visitors):
    player = ready(visitors.person("anna").go("en/variants/Chess/analysis").wait_for_board())
    draw(player, "b1", "c3")
    expect(marks(player)).to_have_count(1)
    player.part("flip").click()
    assert plates(player) == ["0", "board", "1"]
    expect(marks(player)).to_have_count(1)
    player.press("e2", "e4")
    player.send()
    expect(player.square("e4")).to_have_attribute("aria-label", re.compile("white pawn"))
    expect(marks(player)).to_have_count(0)


def test_nobody_is_told_of_a_mark(visitors):
    white, _ = seated(visitors, "Apocalypse")
    frames = white.page.evaluate(
        """() => {
            window.sentFrames = 0;
            const plain = WebSocket.prototype.send;
            WebSocket.prototype.send = function (...said) {
                if (said[0] !== "3") window.sentFrames += 1;
                return plain.apply(this, said);
            };
            return 0;
        }"""
    )
    draw(white, "a2", "c3")
    draw(white, "e2", "e2", "Shift")
    expect(marks(white)).to_have_count(2)
    asked = []
    white.page.on("request", lambda request: asked.append(request.url))
    white.page.keyboard.press("Escape")
    white.square("a2").focus()
    white.page.keyboard.press("Escape")
    expect(marks(white)).to_have_count(0)
    assert white.page.evaluate("window.sentFrames") == frames == 0
    # Sounds and parts of the page are loaded once the reader has done something, whatever it was.
    assert [url for url in asked if "/static/" not in url] == []


def test_a_new_turn_wipes_the_marks(visitors):
    white, black = seated(visitors, "Chess")
    white.play("e2e4")
    black.sees_turn(1)
    draw(white, "e7", "e5")
    expect(marks(white)).to_have_count(1)
    black.play("e7e5")
    white.sees_turn(2)
    expect(marks(white)).to_have_count(0)


def test_keys_draw_on_the_focused_square_and_what_was_drawn_is_said(visitors):
    white, _ = seated(visitors, "Chess")
    said = white.page.locator(".board-says")
    white.square("e2").focus()
    white.page.keyboard.press("o")
    expect(said).to_have_text("Circle on e2.")
    white.page.keyboard.press("a")
    white.page.keyboard.press("ArrowUp")
    white.page.keyboard.press("A")
    expect(said).to_have_text("Arrow from e2 to e3.")
    expect(marks(white)).to_have_count(2)
    white.square("e2").focus()
    white.page.keyboard.press("o")
    expect(said).to_have_text("No circle on e2.")
    expect(marks(white)).to_have_count(1)


class Finger:
    """A finger on the screen of a phone."""

    def __init__(self, player):
        self.player = player
        self.session = player.page.context.new_cdp_session(player.page)

    def touch(self, kind, square=""):
        points = [dict(zip("xy", self.player.center(square), strict=True))] if square else []
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_long_press_draws_a_circle_or_an_arrow_and_a_short_one_still_moves(visitors):
    white, black = seated(visitors, "Chess", has_touch=True, viewport={"width": 360, "height": 740})
    finger = Finger(white)
    for origin, target in (("e4", "e4"), ("e2", "d5")):
        count = marks(white).count()
        finger.touch("touchStart", origin)
        expect(marks(white)).to_have_count(count + 1)
        finger.touch("touchMove", target)
        finger.touch("touchEnd")
        expect(marks(white)).to_have_count(count + 1)
    assert white.page.locator(".own-marks circle.mark").count() == 1
    assert white.part("decide").is_hidden(), "nothing was chosen"
    finger.touch("touchStart", "e2")
    finger.touch("touchMove", "e3")
    finger.touch("touchMove", "e4")
    finger.touch("touchEnd")
    white.send()
    black.sees_turn(1)


def analysed(visitors, variant="Chess", text="", language="en"):
    """Somebody at the analysis board with the tree of this address, where the tools and the tree are loaded."""
    reader = visitors.person("reader").go(f"{language}/variants/{variant}/analysis#{text}").wait_for_board()
    reader.page.wait_for_load_state("networkidle")  # What is asked of the tree: its answers show the position anew.
    return ready(reader)


@pytest.mark.parametrize("variant", ["Chess", "Apocalypse", "Dobutsu"])
def test_the_analysis_board_is_flipped_and_moves_are_tried_on_it(visitors, variant):
    reader = analysed(visitors, variant)
    before = order(reader)
    assert plates(reader) == ["1", "board", "0"]
    reader.page.keyboard.press("f")
    expect(reader.part("flip")).to_have_attribute("aria-pressed", "true")
    assert board_of(reader, order(reader)) == board_of(reader, before)[::-1]
    assert plates(reader) == ["0", "board", "1"]
    move = {"Chess": ("e2", "e4"), "Apocalypse": ("a2", "a3"), "Dobutsu": ("b2", "b3")}[variant]
    reader.press(*move)
    expect(reader.page.locator("#picked li" if variant == "Apocalypse" else "#tree .move")).to_have_count(1)
    reader.part("flip").click()
    expect(reader.part("flip")).to_have_attribute("aria-pressed", "false")
    assert (order(reader), plates(reader)) == (before, ["1", "board", "0"])


def test_what_is_drawn_on_the_analysis_board_belongs_to_the_position_that_it_shows(visitors):
    reader = analysed(visitors, text="1:e2e4.e7e5(c7c5):2")
    expect(reader.page.locator("#tree [aria-current]")).to_have_text("e5")
    asked = []
    reader.page.on("request", lambda request: asked.append(request))
    draw(reader, "g1", "f3")
    draw(reader, "d4", "d4", "Shift")
    expect(marks(reader)).to_have_count(2)
    reader.page.keyboard.press("f")
    expect(reader.part("flip")).to_have_attribute("aria-pressed", "true")
    expect(marks(reader)).to_have_count(2)
    # What the page asks about its position may be on its way yet: the line of play, and nothing of the marks.
    assert {request.url for request in asked} <= {f"{visitors.url}en/variants/Chess/analysis"}
    for fields in (parse_qs(request.post_data or "") for request in asked):
        assert fields.keys() <= {"fen", "moves", "judge"}, "nobody is told"
        assert fields["moves"] == ["e2e4\ne7e5"]
    reader.page.keyboard.press("ArrowDown")
    expect(reader.page.locator("#tree [aria-current]")).to_have_text("1… c5")
    expect(marks(reader)).to_have_count(0)


PLAIN = {"Enter": "Enter", "Esc": "Escape", "←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown"}
"""How a browser calls the keys that the list names otherwise; the reader presses letters small."""

ELSEWHERE = {"Home", "End", " ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Escape", "Tab"}
"""Keys that browsers or lists give everywhere."""


def taken():
    """The letters and signs that the scripts of a table listen for."""
    names = ("tooled.js", "markings.js", "panel.js", "replay.js", "board/buttons.js", "board.js")
    text = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in names)
    compared = re.findall(r'key(?:\.toLowerCase\(\))? === "([^"]+)"', text)
    listed = re.findall(r"const [A-Z_]+ = \[([^\]]+)\];", (STATIC / "tooled.js").read_text(encoding="utf-8"))
    return {key.lower() for key in compared + re.findall('"([^"]+)"', " ".join(listed[:2])) if key not in ELSEWHERE}


@pytest.mark.parametrize(("language", "title"), [("en", "Keys"), ("fr", "Touches")])
def test_the_list_of_keys_names_those_that_the_page_takes(visitors, language, title):
    white, black = visitors.person("anna"), visitors.person("oskar")
    black.join(white.open("Apocalypse", name="Anna", language=language), name="oskar")
    white.play("a2a3")
    black.play("a4a3")
    white.sees_turn(1)
    expect(white.part("after")).to_be_visible()
    white.page.keyboard.press("?")
    dialog = white.part("shortcuts")
    expect(dialog.locator("h2")).to_have_text(title)
    keys = set(dialog.locator("kbd").all_text_contents())
    letters = {key.lower() for key in keys if len(key) == 1 and key not in PLAIN}
    assert letters == taken()
    assert set("←→↑↓") <= keys
    assert examine(white, "the list of keys") == []
    white.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize(("language", "title"), [("en", "Keys"), ("fr", "Touches")])
def test_the_list_of_keys_names_those_of_the_analysis_board_and_no_others(visitors, language, title):
    reader = analysed(visitors, text="1:e2e4", language=language)
    reader.part("keys").click()
    dialog = reader.part("shortcuts")
    expect(dialog.locator("h2")).to_have_text(title)
    rows = dialog.locator("dl.keys dt").evaluate_all(
        "all => all.map((row) => [...row.querySelectorAll('kbd')].map((key) => key.textContent).join(' '))"
    )
    words = {"en": ["Enter", "Esc"], "fr": ["Entrée", "Échap"]}[language]
    assert sorted(rows) == sorted(["← → ↑ ↓", "← →", "↑ ↓", "F", "O", "A", "?", *words])
    assert examine(reader, "the keys of the analysis board") == []


def test_keys_that_are_typed_into_a_field_do_nothing_else(visitors):
    white, _ = seated(visitors, "Chess")
    white.part("move").press_sequentially("f?")
    expect(white.part("move")).to_have_value("f?")
    expect(white.part("flip")).to_have_attribute("aria-pressed", "false")
    expect(white.part("shortcuts")).to_have_count(0)

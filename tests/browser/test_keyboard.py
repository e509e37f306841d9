"""A whole game without a mouse: from the home page to the result by Tab, arrows, Enter and Escape."""

import re

import pytest
from playwright.sync_api import expect

TABS = 60
"""So many presses of Tab lead through any page."""

CONTROLS = """() => {
  const groups = new Set();
  const within = document.querySelector("dialog:modal") ?? document;
  window.unreached = new Set(
    [...within.querySelectorAll("a[href], button, input, select, textarea, summary")].filter((node) => {
      if (node.tabIndex < 0 || node.matches(":disabled") || node.closest("[inert]") || !node.checkVisibility({
        visibilityProperty: true})) return false;
      if (node.type !== "radio") return true;
      const first = !groups.has(node.name);
      groups.add(node.name);
      return first;
    }));
  return window.unreached.size;
}"""
"""Remember every control that Tab has to reach, in an open dialog or on the page: of a group of radio buttons, one."""

FOCUSED = """() => {
  const node = document.activeElement;
  if (node === document.body) return "";
  for (const control of window.unreached)
    if (control === node || (node.type === "radio" && control.name === node.name)) window.unreached.delete(control);
  const outlined = [node, node.closest(".seg label, .card")].filter(Boolean).some((shown) => {
    const {outlineStyle, outlineWidth} = getComputedStyle(shown);
    const {width, height} = shown.getBoundingClientRect();
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && width > 1 && height > 1;
  });
  return outlined ? "" : `no outline: ${node.outerHTML.slice(0, 120)}`;
}"""
"""What is wrong with where the focus is."""


def unreached(player):
    """What Tab does not reach, once round from where the focus is, and each control whose focus is not seen."""
    page, found, ends = player.page, [], 0
    for _ in range(page.evaluate(CONTROLS) + TABS):
        page.keyboard.press("Tab")
        if fault := page.evaluate(FOCUSED):
            found.append(fault)
        ends += page.evaluate("() => document.activeElement === document.body")
        if ends == 2 or not page.evaluate("() => window.unreached.size"):
            break
    missed = page.evaluate("() => [...window.unreached].map((node) => node.outerHTML.slice(0, 120))")
    return found + [f"not reached: {control}" for control in missed]


def tab_to(player, selector, key="Tab"):
    """Press Tab until the focus stands there; what has just appeared can be reached when it can be pressed."""
    expect(player.page.locator(f"[inert] :is({selector}), [inert]:is({selector})")).to_have_count(0)
    for _ in range(TABS):
        player.page.keyboard.press(key)
        if player.page.locator(f":focus:is({selector})").count():
            return
    raise AssertionError(f"Tab never comes to {selector}")


def walk(player, name):
    """Move the focus to a square with the arrow keys, as it lies on the screen."""
    here = player.page.locator(".board-squares button:focus")
    (x, y), (to_x, to_y) = (
        place_of(player, int(here.get_attribute("data-square") or "")),
        place_of(player, player.squares.index[name]),
    )
    turned = player.page.locator("cavalier-board[data-turned]").count()
    across, down = (to_x - x, to_y - y) if not turned else (x - to_x, y - to_y)
    for steps, forward, back in ((across, "ArrowRight", "ArrowLeft"), (down, "ArrowDown", "ArrowUp")):
        for _ in range(abs(steps)):
            player.page.keyboard.press(forward if steps > 0 else back)
    expect(player.square(name)).to_be_focused()


def place_of(player, square):
    return square % player.squares.files, square // player.squares.files


def seal(player, move):
    """Choose a move with arrows and Enter, and seal it with a second Enter on its last square."""
    names = player.squares.split.findall(move)
    player.ready(names[0])
    if not player.page.locator(".board-squares button:focus").count():
        tab_to(player, ".board-squares button")
    for name in names:
        walk(player, name)
        player.page.keyboard.press("Enter")
    player.page.keyboard.press("Enter")


def test_a_whole_game_is_played_without_a_mouse(place):
    white, black = place.player("anna"), place.player("oskar")
    keys = white.page.keyboard

    # The first press of Tab offers to skip the menu.
    white.go("en/")
    keys.press("Tab")
    expect(white.page.locator(":focus")).to_have_text("Skip to the content")
    keys.press("Enter")
    tab_to(white, "a[href$='/variants/Apocalypse/play']")
    keys.press("Enter")
    expect(white.page).to_have_url(re.compile("/variants/Apocalypse/play$"))
    tab_to(white, "input[name=seat]")
    while not white.page.locator("input[name=seat][value='0']:checked").count():
        keys.press("ArrowLeft")
    tab_to(white, "#name")
    keys.type("Anna")
    keys.press("Enter")
    white.sit()
    link = white.part("link").input_value()

    black.visit(link)
    tab_to(black, "#join #name")
    tab_to(black, "#join button")
    black.page.keyboard.press("Enter")
    black.sit()

    # Escape drops a piece, then a chosen move; the seal is broken with the keyboard too.
    white.ready("c1")
    tab_to(white, ".board-squares button")
    walk(white, "c1")
    keys.press("Enter")
    expect(white.drawn("selected")).not_to_have_count(0)
    keys.press("Escape")
    expect(white.drawn("selected")).to_have_count(0)
    walk(white, "c1")
    keys.press("Space")
    walk(white, "c2")
    keys.press("Space")
    expect(white.part("send")).to_have_text("Seal c2")
    keys.press("Escape")
    expect(white.part("send")).to_be_disabled()
    seal(white, "c1c2")
    expect(white.part("headline")).to_have_text("Your move is sealed.")
    tab_to(white, "#unseal")
    keys.press("Enter")
    expect(white.part("headline")).to_have_text("Choose your move.")

    game = ("e2d3/e5d3", "a1c2/a5b3", "d3d4/d5e4", "d4c5c3/a4b3")
    for number, turn in enumerate(game, 1):
        for player, move in zip((white, black), turn.split("/"), strict=True):
            seal(player, move)
        for player in (white, black):
            player.sees_turn(number)
    for player, title in ((white, "You won."), (black, "You lost.")):
        expect(player.part("headline")).to_have_text(title)

    tab_to(white, "[data-step=first]")
    keys.press("Enter")
    white.holds("e5", "black horseman")
    keys.press("ArrowRight")
    white.holds("d3", "white footman")


def test_choices_and_questions_are_answered_with_keys(place):
    white, black = place.player("anna"), place.player("oskar")
    link = white.open("Checkered", fen="7k/P7/8/3s4/8/8/8/K7 w")
    black.join(link)
    keys = white.page.keyboard
    white.part("ask-first").get_by_role("checkbox").check()
    white.ready("a7")
    tab_to(white, ".board-squares button")
    walk(white, "a7")
    keys.press("Enter")
    walk(white, "a8")
    keys.press("Enter")
    expect(white.page.locator(".board-chooser button:focus")).to_have_count(1)
    keys.press("Escape")
    expect(white.part("chooser")).to_be_hidden()
    walk(white, "a7")
    keys.press("Enter")
    walk(white, "a8")
    keys.press("Enter")
    keys.press("r")
    expect(white.part("send")).to_have_text("Play a8=R")
    keys.press("Escape")

    tab_to(white, "#specials button")
    keys.press("Enter")
    expect(white.part("ask")).to_be_visible()
    keys.press("Escape")
    expect(white.part("ask")).to_be_hidden()
    tab_to(white, "#resign")
    keys.press("Enter")
    tab_to(white, "#ask-yes")
    keys.press("Enter")
    expect(black.part("headline")).to_have_text("You won.")
    expect(white.part("state")).to_be_focused()


@pytest.mark.slow
def test_tab_reaches_every_control_and_its_focus_is_seen(place):
    white, black = place.player("anna"), place.player("oskar")
    link = white.open("Chess", name="Anna", listed=True)
    black.join(link)
    white.seal("e2e4")
    white.sees_turn(1)
    page, found = white.page, {}

    def table(link):
        return "game/" + link.rsplit("/", 1)[1].partition("?")[0]

    mine, free, over = white.open("Apocalypse"), black.open("Apocalypse"), black.open("Chess")
    white.join(over)
    white.part("resign").click()
    white.answer("yes")
    expect(white.page.locator("main.over")).to_be_attached()
    read = ("", "games", "mine", "mail", "settings", "replay", "fair-play", "programs", "make", "restore", "nowhere")
    made = ("variants/Chess", "variants/Chess/play", "variants/Chess/analysis")
    white.excused.append("404")
    for path in (*read, *made, *map(table, (link, mine, free, over))):
        white.go(f"en/{path}")
        page.wait_for_load_state("networkidle")
        found[path] = unreached(white)
    assert {path: faults for path, faults in found.items() if faults} == {}

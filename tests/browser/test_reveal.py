"""The reveal at the table: the seals break whole, nothing tells the result before the pieces arrive, nothing moves."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import RECORD_PLACES, places
from tests.harness.people import play_in_turn, play_turns, read

GAME = ("e2d3/e5d3", "a1c2/a5b3", "d3d4/d5e4", "d4c5c3/a4b3")
"""A game that ends in its fourth turn by Black's second penalty point."""


WATCH_TEXTS = """() => {
  const parts = "[data-part=tallies], [data-part=points], #headline, #explain, #shown, #moves td, #tallies";
  const hidden = () => ["review", "again", "after"].map((id) => document.getElementById(id).hidden);
  const texts = () => [...document.querySelectorAll(parts)].map((part) => part.textContent);
  const telling = () => texts().concat(hidden()).join("|");
  window.seen = [];
  for (const name of ["revealing", "breaking", "settled", "shown"]) {
    document.addEventListener(name, () => {
      const slots = [...document.querySelectorAll(".plate .slot")];
      window.seen.push({
        name,
        texts: telling(),
        full: slots.filter((slot) => slot.classList.contains("full")).length,
        opened: slots.filter((slot) => slot.classList.contains("opened")).length,
      });
    });
  }
}"""

RECORD_SEALS = """() => {
  window.broken = [];
  const slots = () => [...document.querySelectorAll(".plate .slot")];
  document.addEventListener("revealing", () => {
    requestAnimationFrame(() => window.broken.push(slots().filter((slot) => slot.matches(".full")).length));
  });
  document.addEventListener("breaking", () => requestAnimationFrame(() => {
    for (const slot of slots()) {
      const { width, height } = slot.getBoundingClientRect();
      window.broken.push(slot.matches(".opened") ? [width, height] : "not opened");
    }
  }));
}"""


def begin(visitors, width, height):
    """A game whose White has a touch screen of this size on which pieces move."""
    visitors.person("anna", viewport={"width": width, "height": height}, reduced_motion="no-preference", has_touch=True)
    white, black = visitors.game(control="10+5")
    expect(white.part("headline")).to_have_text("Choose your move.")
    return white, black


@pytest.mark.parametrize(("width", "height"), [(360, 612), (1280, 800)])
@pytest.mark.slow
def test_the_board_does_not_move_by_a_pixel_from_the_first_choice_to_the_end(visitors, width, height):
    white, black = begin(visitors, width, height)
    white.page.evaluate(RECORD_PLACES)
    for number, turn in enumerate(GAME, 1):
        one, other = turn.split("/")
        for name in white.squares.split.findall(one):
            white.ready(name) if name == one[:2] else None
            white.square(name).tap()
        if number == 2:
            black.part("draw").click()
            expect(white.part("offer")).to_be_visible()
        if number == 3:
            black.part("takeback").click()
            expect(white.part("back")).to_be_visible()
        white.part("send").tap()
        black.play(other)
        white.sees_turn(number)
    expect(white.part("headline")).to_have_text("You won.")
    for id in ("rematch", "stepper"):
        expect(white.part(id)).to_be_in_viewport(ratio=1)
    white.page.locator("[data-step=back]").tap()
    (board,) = (where for what, where in places(white).items() if "cavalier-board" in what)
    assert len(board) == 1


def test_nothing_of_the_result_is_shown_before_the_pieces_arrive(visitors):
    white, black = begin(visitors, 1280, 900)
    play_turns(*GAME[:3], white=white, black=black)
    # Black seals first: White's own seal would never be seen, were it not held before it breaks.
    black.play("a4b3")
    expect(white.page.locator(".plate[data-seat='1'] .slot.full")).to_be_attached()
    white.choose("d4c5c3")
    white.page.evaluate(WATCH_TEXTS)
    white.part("send").click()
    expect(white.part("headline")).to_have_text("You won.")
    seen = white.page.evaluate("() => window.seen")
    by_name = {step["name"]: step for step in reversed(seen)}
    names = [step["name"] for step in seen]
    assert names.index("revealing") < names.index("breaking") < names.index("settled")
    assert by_name["revealing"]["texts"] == by_name["breaking"]["texts"] == by_name["settled"]["texts"]
    assert "You won." not in by_name["settled"]["texts"]
    assert "2 of 2" not in by_name["settled"]["texts"]
    last = by_name["breaking"]
    assert (last["full"], last["opened"]) in ((2, 0), (0, 2))


def test_the_reveal_breaks_both_seals_and_the_result_has_a_headline_and_remaining_pieces(visitors):
    white, black = begin(visitors, 1280, 900)
    white.page.evaluate(RECORD_SEALS)
    play_turns(GAME[0], white=white, black=black)
    assert white.page.evaluate("() => window.broken") == [2, [40, 40], [40, 40]]
    expect(white.part("headline")).to_have_text("Clash on d3.")
    expect(white.page.locator("#explain .verdict")).to_have_text("Your white footman stays, because it took the risk.")
    expect(white.page.locator("#left div")).to_have_count(2)
    expect(white.page.locator("#left div").nth(1)).to_contain_text("6 pieces")
    expect(white.page.locator("#left .gone")).to_have_count(1)
    expect(white.part("decide")).to_be_hidden()
    white.press("c1")
    expect(white.part("headline")).to_have_text("Choose your move.")
    expect(white.part("after")).to_be_hidden()


def test_from_the_choice_to_the_verdict_nothing_beside_the_board_moves(visitors):
    visitors.person("anna", viewport={"width": 1280, "height": 800})
    white, black = visitors.game(language="fr", control="5+3")
    white.ready("e2")
    page, places = white.page, []

    def look(*ids):
        places.append({id: white.part(id).bounding_box() for id in ids})

    look("acts", "typed", "wishes")
    white.choose("e2d3")
    look("acts", "typed", "wishes")
    white.send()
    expect(white.part("break")).to_be_visible()
    look("acts", "wishes")
    black.play("e5d3")
    expect(white.part("after")).to_be_visible()
    look("acts", "typed", "wishes")
    white.press("c1")
    look("acts", "typed", "wishes")
    for id in ("acts", "typed", "wishes"):
        boxes = [found[id] for found in places if id in found]
        assert {box["y"] for box in boxes if box} == {boxes[0]["y"]}, id
        assert all(box and box["y"] + box["height"] <= 800 for box in boxes), id
    stepper = white.part("stepper").bounding_box()
    assert stepper["y"] + stepper["height"] <= 800
    words = page.locator("#acts button:visible").evaluate_all("all => all.map((each) => each.offsetTop)")
    assert all(words.count(top) > 1 for top in words), "no word stands alone on a line"


# Steps, with motion as most readers have it


def step(player, *keys):
    for key in keys:
        player.page.keyboard.press(f"Arrow{key}")


def test_players_and_onlookers_step_through_a_running_game_while_it_continues(visitors):
    for name in ("anna", "oskar", "maria"):
        visitors.person(name, reduced_motion="no-preference")
    white, black, onlooker = everybody = visitors.game("Checkered", onlooker="maria")
    play_in_turn((white, black), "e2e4 e7e5 g1f3 b8c6", onlooker)
    for person in everybody:
        step(person, "Left", "Left", "Right")
        expect(person.part("shown")).to_have_text("turn 3 of 4")
        person.holds("f3", "white knight")
        assert len(person.move_list()) == 4
        step(person, "Right")
        expect(person.part("shown")).to_have_text("turn 4 of 4")
        person.holds("c6", "black knight")
        expect(person.part("explain")).not_to_contain_text("taken back")
    play_in_turn((white, black), "f1c4", onlooker, first=5)
    read(everybody, "shown", "turn 5 of 5")
    step(black, "Left", "Left", "Right", "Right")
    play_in_turn((black, white), "f8c5", first=6)


def test_a_new_turn_leaves_an_onlooker_in_the_past_and_marks_the_button_that_leads_to_it(visitors):
    white, black, onlooker = visitors.game("Chess", onlooker="maria")
    play_in_turn((white, black), "e2e4 e7e5", onlooker)
    last = onlooker.page.locator("[data-step=last]")
    step(onlooker, "Left")
    expect(last).not_to_have_class(re.compile("fresh"))
    white.play("g1f3")
    expect(onlooker.part("shown")).to_have_text("turn 1 of 3")
    expect(last).to_have_class(re.compile("fresh"))
    onlooker.holds("e4", "white pawn")
    assert onlooker.move_list() == ["e4", "e5", "Nf3"]
    last.click()
    expect(onlooker.part("shown")).to_have_text("turn 3 of 3")
    expect(last).not_to_have_class(re.compile("fresh"))
    onlooker.holds("f3", "white knight")
    black.play("b8c6")
    expect(onlooker.part("shown")).to_have_text("turn 4 of 4")


def test_a_new_turn_leads_a_reader_of_past_turns_back_to_the_present(visitors):
    white, black = visitors.game("Chess")
    play_in_turn((white, black), "e2e4 e7e5 g1f3")
    step(white, "Left", "Left")
    expect(white.part("headline")).to_have_text("1. e4")
    # What changes no turn leads nowhere, and is seen all the same.
    black.part("draw").click()
    expect(white.part("offer")).to_be_visible()
    expect(white.part("headline")).to_have_text("1. e4")
    black.play("b8c6")
    expect(white.part("shown")).to_have_text("turn 4 of 4")
    expect(white.part("headline")).to_have_text("Your move.")
    expect(white.part("typed")).to_be_visible()

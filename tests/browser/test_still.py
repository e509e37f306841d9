"""What is done at a table, by its reader or by others, moves neither the board nor the players beside it."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.harness.audits import MAX_SHIFT, RECORD_SHIFT, layout_shift
from tests.harness.people import Person, play_turns, visitors_fixture
from tests.harness.states import record
from tests.toys import Crown

WATCH = """() => {
  window.shifted = 0;
  window.places = {};
  const look = () => {
    document.querySelectorAll("cavalier-board, .plate, .set, .look").forEach((node, index) => {
      const {x, y, width, height} = node.getBoundingClientRect();
      if (!width) return;  // It is not shown.
      const places = (window.places[`${index} ${node.localName}`] ??= new Set());
      places.add([x + scrollX, y + scrollY, width, height].join(" "));
    });
    requestAnimationFrame(look);
  };
  look();
}"""
"""Remember in every frame where the board and the players beside it stand on the page, or what is set there."""

Act = Iterator[list[Person]]
"""Names those who look on; what is done after that moves nothing on their pages."""


module_visitors = visitors_fixture(toys=(Crown,))


def a_record_is_stepped_through(visitors, language):
    reader = record(visitors, language)
    yield [reader]
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft"):
        reader.page.keyboard.press(key)
    for step in ("last", "first", "forward", "back"):
        reader.page.locator(f"[data-step={step}]").click()
    expect(reader.part("shown")).to_have_text(re.compile("^(turn|tour) 0 "))


def a_game_is_stepped_through(visitors, language):
    white, black = visitors.game(language=language)
    play_turns("e2d3/e5d3", "a1c2/a5b3", white=white, black=black)
    yield [white, black]
    for player in (white, black):
        for step in ("first", "forward", "last", "back", "forward"):
            player.page.locator(f"[data-step={step}]").click()
            player.page.wait_for_load_state("networkidle")


def the_chat_is_opened_and_written_in(visitors, language):
    white, black = visitors.game(language=language)
    yield [white, black]
    for number in range(4):
        white.say(
            f"What {white.visitors.url} {number} has to say is long, and takes more than a line in the narrow column.",
        )
        expect(black.page.locator("#said li")).to_have_count(2 * number + 1)
        black.say("Yes")
        expect(white.page.locator("#said li")).to_have_count(2 * number + 2)


def three_move_in_turn(visitors, language):
    players = visitors.game("Crown", ("anna", "oskar", "maria"), language=language)
    yield players
    for number, (seat, move) in enumerate(((0, "a1a2"), (1, "b1b2"), (2, "c1c2"), (0, "a2a3")), 1):
        players[seat].play(move)
        for player in players:
            player.sees_turn(number)


def a_takeback_is_asked_for_and_declined(visitors, language):
    white, black = visitors.game(language=language)
    play_turns("e2d3/e5d3", "a1c2/a5b3", white=white, black=black)
    yield [white, black]
    black.part("takeback").click()
    expect(white.part("back")).to_be_visible()
    layout_shift(white)  # Nothing is counted after the press that declines.
    white.part("back-no").click()
    expect(black.part("toast")).to_be_visible()


def a_takeback_is_granted(visitors, language):
    white, black = visitors.game(language=language)
    play_turns("e2d3/e5d3", "a1c2/a5b3", white=white, black=black)
    yield [white, black]
    black.part("takeback").click()
    white.part("back-yes").click()
    for player in (white, black):
        expect(player.page.locator("#moves [data-turn='2']")).to_have_count(0)


def a_draw_is_offered_and_declined(visitors, language):
    white, black = visitors.game(language=language)
    yield [white, black]
    black.part("draw").click()
    white.part("decline").click()
    expect(black.part("toast")).to_be_visible()


def the_connection_is_lost_and_comes_back(visitors, language):
    white, _ = visitors.game(language=language)
    white.allowed_errors.append("ERR_INTERNET_DISCONNECTED|WebSocket")
    yield [white]
    white.page.context.set_offline(True)
    expect(white.part("connection")).to_be_visible(timeout=60_000)
    white.page.context.set_offline(False)
    expect(white.part("connection")).to_be_hidden()


def settings_are_chosen(visitors, language):
    reader = visitors.person("anna")
    reader.go(f"{language}/settings")
    yield [reader]
    for name, value in (("theme", "dark"), ("board", "sage"), ("pieces", "woodcut"), ("animation", "off")):
        reader.page.locator(f"input[name={name}][value={value}]").check(force=True)
        expect(reader.page.locator("html")).to_have_attribute(f"data-{name}", value)


def parts_of_the_page_come_late(visitors, language):
    white, black = visitors.game(language=language)
    for player in (white, black):
        player.page.route(re.compile("bundles/play/|words/"), slowly)
    yield [white, black]
    play_turns("e2d3/e5d3", white=white, black=black)
    for player in (white, black):
        expect(player.part("verify-all")).to_be_visible()
    white.say("Well played.")
    black.part("resign").click()
    black.answer("yes")
    for player in (white, black):
        expect(player.part("review-start")).to_be_visible()


def slowly(route):
    """Let it come over a slow network."""
    time.sleep(0.7)
    route.continue_()


ACTS = (
    a_record_is_stepped_through,
    a_game_is_stepped_through,
    the_chat_is_opened_and_written_in,
    three_move_in_turn,
    a_takeback_is_asked_for_and_declined,
    a_takeback_is_granted,
    a_draw_is_offered_and_declined,
    the_connection_is_lost_and_comes_back,
    settings_are_chosen,
    parts_of_the_page_come_late,
)
OTHERWISE = {a_takeback_is_granted: 0.06, parts_of_the_page_come_late: 0.6}
"""How much may jump where another turn is told of: a line of text below the board; and where a game ends: all that is
below the board, or beside it."""


@pytest.mark.parametrize(("language", "width"), [pytest.param("en", 1280, marks=pytest.mark.slow), ("fr", 360)])
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_the_board_stands_still_while(visitors, act, language, width):
    doing = act(visitors, language)
    watchers = next(doing)
    for player in watchers:
        player.page.set_viewport_size({"width": width, "height": 800})
        player.page.evaluate(RECORD_SHIFT)
        player.page.wait_for_timeout(600)  # What follows input or another size within half a second is not counted.
        player.page.evaluate(WATCH)
    assert list(doing) == []
    for player in watchers:
        assert layout_shift(player) <= OTHERWISE.get(act, MAX_SHIFT)
        places = player.page.evaluate(
            "() => Object.fromEntries(Object.entries(window.places).map(([what, where]) => [what, [...where]]))"
        )
        assert re.search("cavalier-board|fieldset", " ".join(places))
        assert {what: where for what, where in places.items() if len(where) > 1} == {}

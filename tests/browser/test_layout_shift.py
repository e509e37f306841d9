"""What is done at a table, by its reader or by others, moves neither the board nor the players beside it.

That no page jumps while it comes is one of the audits; here are those whose typefaces come late.
"""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.harness.audits import MAX_SHIFT, NARROW, RECORD_PLACES, WIDE, layout_shift, places
from tests.harness.people import play_in_turn, play_turns, until, visitors_at
from tests.harness.states import THREE

module_visitors = visitors_at("still_site")


def steps(visitors, language):
    white, black = visitors.game(language=language)
    play_turns("e2d3/e5d3", "a1c2/a5b3", white=white, black=black)
    yield [white, black]
    for player in (white, black):
        for step in ("first", "forward", "last", "back", "forward"):
            player.page.locator(f"[data-step={step}]").click()
            player.page.wait_for_load_state("networkidle")


def chat(visitors, language):
    white, black = visitors.game(language=language)
    yield [white, black]
    for number in range(4):
        white.say(f"Message {number} is long, and takes more than a line in the narrow column of the chat.")
        expect(black.page.locator("#said li")).to_have_count(2 * number + 1)
        black.say("Yes")
        expect(white.page.locator("#said li")).to_have_count(2 * number + 2)


def three_in_turn(visitors, language):
    players = visitors.game("Crown", THREE, language=language)
    yield players
    play_in_turn(players, "a1a2 b1b2 c1c2 a2a3")


def takeback_declined(visitors, language):
    white, black = visitors.game(language=language)
    play_turns("e2d3/e5d3", "a1c2/a5b3", white=white, black=black)
    yield [white, black]
    black.part("takeback").click()
    expect(white.part("back")).to_be_visible()
    layout_shift(white)  # What follows the press that declines is not counted.
    white.part("back-no").click()
    expect(black.part("toast")).to_be_visible()


def takeback_granted(visitors, language):
    white, black = visitors.game(language=language)
    play_turns("e2d3/e5d3", "a1c2/a5b3", white=white, black=black)
    yield [white, black]
    black.part("takeback").click()
    white.part("back-yes").click()
    for player in (white, black):
        expect(player.page.locator("#moves [data-turn='2']")).to_have_count(0)


def connection_lost(visitors, language):
    white, _ = visitors.game(language=language)
    yield [white]
    white.go_offline()
    white.page.context.set_offline(False)
    expect(white.part("connection")).to_be_hidden()


def late_parts(visitors, language):
    def delay(route):
        time.sleep(0.7)
        route.continue_()

    white, black = visitors.game(language=language)
    for player in (white, black):
        player.page.route(re.compile("/parts/|words/"), delay)
    yield [white, black]
    play_turns("e2d3/e5d3", white=white, black=black)
    for player in (white, black):
        expect(player.part("verify-all")).to_be_visible()
    white.say("Well played.")
    black.resign()
    for player in (white, black):
        expect(player.part("review-start")).to_be_visible()


ACTS = (
    steps, chat, three_in_turn, takeback_declined, takeback_granted, connection_lost,
    pytest.param(late_parts, marks=pytest.mark.slow),
)  # fmt: skip
"""Each yields those who look on; what it does after that moves nothing on their pages."""

ALLOWED = {takeback_granted: 0.06, late_parts: 0.6}
"""Where a turn goes a line of text below the board does too; where a game ends, all that is below or beside the board
makes room for what may be done then."""


@pytest.mark.parametrize(
    ("window", "most"), [(WIDE, MAX_SHIFT), pytest.param(NARROW, 0.05, marks=pytest.mark.slow)], ids=["wide", "narrow"]
)
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_the_board_causes_no_layout_shift(visitors, act, window, most):
    """On a phone a line of text below the board is a larger part of what is seen."""
    visitors.window = window
    acting = act(visitors, "fr")
    watchers = next(acting)
    begun = []
    for player in watchers:
        player.page.wait_for_timeout(600)  # The browser does not count what follows an input within half a second.
        begun.append(player.page.evaluate(RECORD_PLACES))
    assert list(acting) == []
    for player, since in zip(watchers, begun, strict=True):
        assert layout_shift(player, since) <= ALLOWED.get(act, most)
        found = places(player)
        assert "cavalier-board" in " ".join(found)
        assert {what: where for what, where in found.items() if len(where) > 1} == {}


@pytest.mark.parametrize("window", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.slow
def test_a_page_does_not_jump_when_its_typefaces_come_late(visitors, window):
    reader = visitors.person("reader", first=True, viewport=window)
    held = []
    reader.page.route("**/*.woff2", lambda route: held.append(route))
    for path in ("en/", "fr/variants/Apocalypse", "fr/variants/Dark"):
        held.clear()
        reader.page.goto(visitors.url + path, wait_until="domcontentloaded")
        expect(reader.page.locator(".foot")).to_be_attached()
        reader.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        until(reader.page, lambda: len(held) >= 2)  # The text is drawn before its typeface is there.
        for route in held:
            route.continue_()
        reader.page.evaluate("() => document.fonts.ready.then(() => 0)")
        assert reader.page.evaluate("() => [...document.fonts].filter(({status}) => status === 'loaded').length") >= 2
        assert layout_shift(reader) <= MAX_SHIFT, path

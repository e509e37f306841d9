"""States of pages beside the usual ones: no fault that axe finds, none that jumps as it comes, and Tab reaches all."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.test_accessibility import NARROW, WIDE, examine
from tests.browser.test_home import MOST_SHIFT, SHIFTS, shift
from tests.browser.test_keyboard import unreached
from tests.browser.test_records import DOCUMENTED
from tests.browser.test_three_seats import three
from tests.harness.people import AUDITED, gathering, play_turns
from tests.toys import Crown, write_variant


@pytest.fixture(scope="module")
def gathered(tmp_path_factory):
    """A site with a game of three from outside, and a process that thinks."""
    folder = tmp_path_factory.mktemp("variants")
    write_variant(folder, Crown)
    with gathering(tmp_path_factory.mktemp("data"), "--variants", str(folder), "--thinkers", "1") as place:
        yield place


def begin(place, variant, language, **options):
    """White and Black, who have just sat down."""
    white, black = place.player("anna"), place.player("oskar")
    black.join(white.open(variant, language=language, name="Anna", **options), name="Oskar")
    expect(white.page.locator("button[data-kind=origin]").first).to_be_attached()
    return white, black


def dark(place, language):
    white, black = begin(place, "Dark", language)
    white.seal("e2e4")
    black.seal("d7d5")
    white.sees_turn(2)
    white.press("e4")
    return white


def dice(place, language):
    white, black = begin(place, "Dice", language)
    white.page.locator("button[data-kind=origin]").first.click()
    white.page.locator("button[data-kind=target]").first.click()
    white.send()
    black.sees_turn(3)
    return black


def offline(place, language):
    white, _ = begin(place, "Apocalypse", language)
    white.choose("e2d3")
    white.excused.append("ERR_INTERNET_DISCONNECTED|WebSocket")
    white.page.context.set_offline(True)
    expect(white.part("connection")).to_be_visible(timeout=60_000)
    white.part("send").click()
    expect(white.part("connection-cancel")).to_be_visible()
    return white


def in_hand(place, language):
    white, black = begin(place, "Dobutsu", language)
    for number, (player, move) in enumerate(((white, "b2b3"), (black, "a4a3")), 1):
        player.seal(move)
        white.sees_turn(number)
    white.page.locator(".board-slots button[data-kind=origin]").click()
    expect(white.drawn("selected")).not_to_have_count(0)
    return white


def progressive(place, language):
    white, black = begin(place, "Progressive", language)
    for number, (player, move) in enumerate(((white, "e2e4"), (black, "d7d5")), 1):
        player.seal(move)
        black.sees_turn(number)
    return black


def three_seats(place, language):
    players = three(place, language=language)
    for number, (player, move) in enumerate(zip(players[:2], ("a1a2", "b1b2"), strict=True), 1):
        player.seal(move)
        players[2].sees_turn(number)
    players[0].part("takeback").click()
    expect(players[2].part("back")).to_be_visible()
    return players[2]


def refused_form(place, language):
    """Every field that can be wrong is wrong."""
    anna = place.player("anna")
    anna.excused.append("400")
    anna.go(f"{language}/variants/Apocalypse/play?fen=nonsense")
    for name in ("opponent", "seat", "option-collision"):
        anna.page.locator(f"input[name={name}]").first.evaluate(
            "input => { input.value = 'wrong'; input.checked = true }"
        )
    anna.part("control").evaluate("select => { select.options[0].value = 'wrong'; select.selectedIndex = 0 }")
    anna.page.locator("form .btn.primary").click()
    expect(anna.page.locator("form .msg")).to_have_count(5)
    return anna


def curtain(place, language):
    both = place.player("both")
    both.open("Apocalypse", alone=True, language=language)
    expect(both.part("curtain")).to_be_visible()
    return both


def envelopes(place, language):
    white, black = begin(place, "Apocalypse", language)
    play_turns("e2d3/e5d3", white=white, black=black)
    white.page.locator("[data-verify='1']").click()
    expect(white.part("opened-checks").locator("section")).to_have_count(2)
    return white


def review(place, language):
    white, black = begin(place, "Apocalypse", language, fen="4n/1p3/5/2P2/N4 w")
    play_turns("c2c3/e5d3", white=white, black=black)
    black.part("resign").click()
    black.answer("yes")
    white.part("review-start").click()
    expect(white.part("costs")).to_be_visible()
    expect(white.part("review-progress")).to_be_hidden()
    expect(white.part("heat")).to_be_visible()
    return white


def record(place, language):
    reader = place.player("reader").go(f"{language}/replay")
    reader.page.locator("textarea").fill(json.dumps(json.loads(DOCUMENTED.split("```json\n")[1].split("```")[0])))
    reader.page.locator("main form .btn.primary").click()
    expect(reader.part("stepper")).to_be_visible()
    return reader


STATES = (
    dark,
    dice,
    offline,
    in_hand,
    progressive,
    three_seats,
    refused_form,
    curtain,
    envelopes,
    review,
    record,
)
SENT = (refused_form, record)
"""Pages that answer a form: a reload does not bring them back."""


@pytest.mark.parametrize("language", AUDITED)
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_a_state_has_no_fault_does_not_jump_and_tab_reaches_all(place, state, language):
    for name in ("anna", "oskar", "maria", "both", "reader"):
        place.player(name).page.add_init_script(f"({SHIFTS})()")
    player = state(place, language)
    moved = {"when it came": shift(player)} if state in SENT else {}
    found = examine(player, state.__name__) + unreached(player)
    for size in (WIDE, NARROW) if state not in (offline, *SENT) else ():
        player.page.set_viewport_size(size)
        player.page.reload()
        moved[f"{size['width']} px, reloaded"] = shift(player)
    assert found == []
    assert {when: much for when, much in moved.items() if much > MOST_SHIFT} == {}

"""What reaches who looks elsewhere: the title of the tab, notices and tones that were allowed; and sounds."""

import re
import wave
from array import array

import pytest
from playwright.sync_api import expect

from tests.harness.board_page import ROOT
from tests.harness.people import RECORD_SOUNDS, play_turns, until, visitors_fixture

pytestmark = pytest.mark.slow

module_visitors = visitors_fixture(whole=True)

HIDDEN = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"
"""Let every page believe that its reader looks elsewhere."""

RECORD_NOTICES = """
window.noted = { asked: 0, notices: [], tones: 0 };
const Plain = window.Notification;
window.Notification = class extends EventTarget {
  static get permission() { return Plain.permission; }
  static requestPermission() { noted.asked += 1; return Promise.resolve(Plain.permission); }
  constructor(title, { body, tag }) {
    super();
    noted.notices.push([title, body, tag]);
    window.hear?.(`${title}: ${body}`);
  }
  close() { noted.notices.push("closed"); }
};
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  noted.tones += 1;
  window.hear?.("tone");
  return start.apply(this, when);
};
"""
"""Count what a page asks of the browser, shows and plays, and pass it to `hear` if that is exposed.

The permission is the browser's own.
"""


def test_the_title_counts_events_while_the_tab_is_hidden(visitors):
    white, black = visitors.game()
    title = "● Apocalypse: Anna – Oskar – Cavalier"
    expect(white.page).to_have_title(title)
    white.hide()
    black.say("hello?")
    expect(white.page).to_have_title(f"(1) {title}")
    black.part("draw").click()
    expect(white.page).to_have_title(f"(2) {title}")
    white.hide(False)
    expect(white.page).to_have_title(title)
    black.say("here you are")
    expect(white.messages()).to_have_count(2)
    expect(white.page).to_have_title(title)


def test_a_seeker_in_another_tab_gets_a_notification_a_sound_and_a_title(visitors):
    anna, oskar = visitors.person("waiting"), visitors.person("coming")
    noted = []
    anna.page.context.grant_permissions(["notifications"], origin=visitors.url)
    anna.own_page.expose_function("hear", lambda what: noted.append(what))
    anna.own_page.add_init_script(RECORD_NOTICES)
    anna.seek("Apocalypse")
    anna.part("notices").locator("> summary").click()
    anna.part("notify").click()
    anna.part("sound").check()
    anna.page.wait_for_function("() => noted.tones === 2")
    anna.own_page.add_init_script(HIDDEN)
    anna.hide()
    oskar.seek()
    anna.wait_for_pairing()
    expect(anna.page).to_have_title(re.compile(r"^\(1\)"))
    until(anna.page, lambda: len(noted) == 6)
    assert noted[2:] == ["Cavalier: An opponent is found.", "tone", "tone", "Apocalypse: It is your turn."]


def test_a_panel_of_notices_whose_script_fails_to_load_says_so_and_works_when_it_is_opened_again(visitors):
    person = visitors.person("anna")
    person.allowed_errors.append("ERR_FAILED|Failed to load")
    page = person.page
    page.route(re.compile("/parts/"), lambda route: route.abort())
    person.seek("Apocalypse")
    person.part("notices").locator("> summary").click()
    expect(page.get_by_role("status").and_(person.part("notify-told"))).to_have_text(
        "A part of this page could not be loaded. It is tried again when it is needed."
    )
    page.unroute(re.compile("/parts/"))
    for _ in ("close", "open"):
        person.part("notices").locator("> summary").click()
    person.part("sound").check()
    expect(person.part("notify-told")).to_have_text("")


def test_a_page_is_silent_until_it_is_allowed_to_notify_without_a_word_of_the_game_and_to_sound(visitors):
    white = visitors.person("anna")
    white.page.context.grant_permissions(["notifications"], origin=visitors.url)
    white.own_page.add_init_script(RECORD_NOTICES)
    white, black = visitors.game()
    white.part("notices").locator("> summary").click()
    expect(white.part("sound")).not_to_be_checked()
    expect(white.part("notify")).to_have_attribute("aria-pressed", "false")
    white.hide()
    black.say("hello?")
    expect(white.part("chat-new")).to_have_text("1 new")
    assert white.page.evaluate("noted") == {"asked": 0, "notices": [], "tones": 0}
    white.hide(False)
    white.part("notify").click()
    expect(white.part("notify")).to_have_attribute("aria-pressed", "true")
    white.part("sound").check()
    white.page.wait_for_function("() => noted.tones === 2")
    white.reload()
    white.part("notices").locator("> summary").click()
    expect(white.part("notify")).to_have_attribute("aria-pressed", "true")
    expect(white.part("sound")).to_be_checked()
    white.play("e2d3")
    expect(white.part("unseal")).to_be_visible()
    white.hide()
    black.play("e5d3")
    white.sees_turn(1)
    black.say("Rendez-vous in d3")
    table = white.address.rsplit("/", 1)[1]
    white.page.wait_for_function("() => noted.notices.length === 2 && noted.tones === 4")
    assert white.page.evaluate("noted.notices") == [
        ["Apocalypse", "It is your turn.", table],
        ["Apocalypse", "Somebody has sent a message.", table],
    ]
    white.hide(False)
    white.page.wait_for_function("() => noted.notices.at(-1) === 'closed'")
    white.part("notify").click()
    expect(white.part("notify")).to_have_attribute("aria-pressed", "false")
    white.part("sound").uncheck()
    white.hide()
    play_turns("d3d4/d5e4", white=white, black=black, first=2)
    assert white.page.evaluate("noted.notices.length") == 3
    assert white.page.evaluate("noted.tones") == 4


# Sounds


FILE = ROOT / "static" / "sounds.wav"


def listener(visitors, name, **options):
    """Somebody whose page keeps the names of the sounds that it plays."""
    player = visitors.person(name, **options)
    player.own_page.add_init_script(RECORD_SOUNDS)
    return player


def touch(*players):
    """Each touches the page, and the sounds are loaded."""
    for player in players:
        player.page.locator(".p-title").click()
        player.page.wait_for_load_state("networkidle")


def plays(player, *names):
    """Wait until these sounds were played, and no others, since the last time."""
    until(player.page, lambda: player.page.evaluate("heard.length") >= len(names))
    assert player.page.evaluate("heard.splice(0)") == [*names]


def test_move_capture_and_end_each_play_a_sound_after_a_first_interaction(visitors):
    white, black, eve, idle = (listener(visitors, name) for name in ("anna", "oskar", "eve", "idle"))
    visitors.game("Chess", onlooker="eve")
    requested = []
    idle.page.on("request", lambda request: requested.append(request.url))
    idle.visit(white.address)
    touch(white, black, eve)
    for number, (move, name) in enumerate((("e2e4", "move"), ("d7d5", "move"), ("e4d5", "capture")), 1):
        (white if number % 2 else black).play(move)
        for player in (white, black, eve):
            plays(player, name)
    idle.sees_turn(3)
    idle.page.evaluate("document.documentElement.dataset.sounds = '0'")
    touch(idle)
    black.resign()
    for player in (white, black, eve):
        plays(player, "end")
    expect(idle.page.locator("main.over")).to_be_attached()
    assert idle.page.evaluate("heard") == [], "none is played before the page is touched, or where sounds are off"
    assert not [each for each in requested if "sounds" in each], "nor loaded"


def test_a_capture_into_a_hand_sounds_like_a_capture(visitors):
    white, black = listener(visitors, "anna"), listener(visitors, "oskar")
    visitors.game("Dobutsu")
    touch(white, black)
    white.play("b2b3")
    for player in (white, black):
        plays(player, "capture")


def test_a_reveal_has_the_sounds_of_breaking_seals_and_of_its_result(visitors):
    white, black = (listener(visitors, name, reduced_motion="no-preference") for name in ("anna", "oskar"))
    visitors.game()
    touch(white, black)
    white.play("e2d3")
    plays(black, "seal")
    plays(white, "seal")
    white.part("unseal").click()
    plays(black, "break")
    plays(white, "break")
    white.play("e2d3")
    plays(black, "seal")
    plays(white, "seal")
    black.play("e5d3")
    plays(white, "break", "clash")
    plays(black, "break", "clash")


def test_the_parts_of_the_file_that_the_page_plays_follow_each_other_and_end_quietly():
    with wave.open(str(FILE)) as file:
        rate, sound = file.getframerate(), array("h", file.readframes(file.getnframes()))
    spans = re.findall(
        r"(\w+): \[([\d.]+), ([\d.]+)\]", (ROOT / "static" / "lib" / "sounds.js").read_text(encoding="utf-8")
    )
    assert len(spans) == 7
    end = 0.0
    for name, begin, lasts in spans:
        assert float(begin) == pytest.approx(end), name
        end = float(begin) + float(lasts)
        part = [*map(abs, sound[round(float(begin) * rate) : round(end * rate)])]
        assert max(part) > 10_000 > 1_000 > part[-1], name
    assert len(sound) == pytest.approx(end * rate, abs=len(spans))

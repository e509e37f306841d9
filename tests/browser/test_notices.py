"""Who looks elsewhere is told, in the title of the tab, by a sound and by a notice, and only where he allows it."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.people import play_turns, until, visitors_fixture

pytestmark = pytest.mark.slow


SPY = """
window.told = { asked: 0, notices: [], tones: 0 };
const Plain = window.Notification;
window.Notification = class extends EventTarget {
  static get permission() { return Plain.permission; }
  static requestPermission() { told.asked += 1; return Promise.resolve(Plain.permission); }
  constructor(title, { body, tag }) {
    super();
    told.notices.push([title, body, tag]);
    window.hear?.(`${title}: ${body}`);
  }
  close() { told.notices.push("closed"); }
};
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  told.tones += 1;
  window.hear?.("tone");
  return start.apply(this, when);
};
"""
"""Counts what a page asks of the browser and has it show and play, and tells it to `hear` if there is one.

The permission is the browser's own.
"""


module_visitors = visitors_fixture(whole=True)


def test_the_title_counts_what_happens_while_one_looks_elsewhere(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    black.join(white.open("Apocalypse"), name="oskar")
    title = white.page.title()
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


def test_who_is_led_to_a_game_without_looking_is_told_there_that_it_is_his_turn(visitors):
    white, black = visitors.person("away"), visitors.person("oskar")
    black.join(white.open("Apocalypse"), name="oskar")
    white.ready("a2")
    white.own_page.add_init_script("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    white.page.reload()
    expect(white.page).to_have_title(re.compile(r"^\(1\) ● Apocalypse"))
    white.hide(False)
    expect(white.page).to_have_title(re.compile("^● Apocalypse"))


def test_who_waits_for_an_opponent_and_looks_elsewhere_hears_and_reads_that_one_came(visitors):
    anna, oskar = visitors.person("waiting"), visitors.person("coming")
    told = []
    anna.page.context.grant_permissions(["notifications"], origin=visitors.url)
    anna.own_page.expose_function("hear", lambda what: told.append(what))
    anna.own_page.add_init_script(SPY)
    anna.seek("Apocalypse")
    anna.part("notices").locator("> summary").click()
    anna.part("notify").click()
    anna.part("sound").check()
    anna.page.wait_for_function("() => told.tones === 2")
    anna.own_page.add_init_script("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    anna.hide()
    oskar.seek()
    anna.wait_for_pairing()
    expect(anna.page).to_have_title(re.compile(r"^\(1\)"))
    until(anna.page, lambda: len(told) == 6)
    assert told[2:] == ["Cavalier: An opponent is found.", "tone", "tone", "Apocalypse: It is your turn."]


def test_it_is_silent_and_asks_for_nothing_until_it_is_told_to(visitors):
    white, black = visitors.person("quiet"), visitors.person("oskar")
    white.own_page.add_init_script(SPY)
    link = white.open("Apocalypse")
    black.join(link, name="oskar")
    expect(white.part("sound")).not_to_be_checked()
    expect(white.part("notify")).to_have_attribute("aria-pressed", "false")
    white.hide()
    black.say("hello?")
    expect(white.part("chat-new")).to_have_text("1 new")
    assert white.page.evaluate("told") == {"asked": 0, "notices": [], "tones": 0}


def test_who_allows_it_is_notified_without_a_word_of_the_game_and_hears_a_sound(visitors):
    white, black = visitors.person("keen"), visitors.person("oskar")
    white.page.context.grant_permissions(["notifications"], origin=visitors.url)
    white.own_page.add_init_script(SPY)
    link = white.open("Apocalypse")
    black.join(link, name="oskar")
    white.part("notices").locator("> summary").click()
    white.part("notify").click()
    expect(white.part("notify")).to_have_attribute("aria-pressed", "true")
    white.part("sound").check()
    white.page.wait_for_function("() => told.tones === 2")
    white.page.reload()
    white.wait_for_board()
    white.part("notices").locator("> summary").click()
    expect(white.part("notify")).to_have_attribute("aria-pressed", "true")
    expect(white.part("sound")).to_be_checked()
    white.play("e2d3")
    expect(white.part("unseal")).to_be_visible()
    white.hide()
    black.play("e5d3")
    white.sees_turn(1)
    black.say("Rendez-vous in d3")
    table = link.rsplit("/", 1)[-1].split("?")[0]
    white.page.wait_for_function("() => told.notices.length === 2 && told.tones === 4")
    assert white.page.evaluate("told.notices") == [
        ["Apocalypse", "It is your turn.", table],
        ["Apocalypse", "Somebody has sent a message.", table],
    ]
    white.hide(False)
    white.page.wait_for_function("() => told.notices.at(-1) === 'closed'")
    white.part("notify").click()
    expect(white.part("notify")).to_have_attribute("aria-pressed", "false")
    white.part("sound").uncheck()
    white.hide()
    play_turns("d3d4/d5e4", white=white, black=black, first=2)
    assert white.page.evaluate("told.notices.length") == 3
    assert white.page.evaluate("told.tones") == 4

"""Who looks elsewhere is told, in the title of the tab, by a sound and by a notice, and only where he allows it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_chat import lines, say
from tests.browser.test_pairing import plays, seek
from tests.harness.people import gathering, play_turns, until

pytestmark = pytest.mark.slow

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

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


@pytest.fixture(scope="module")
def gathered(tmp_path_factory):
    with gathering(tmp_path_factory.mktemp("data"), whole=True) as place:
        yield place


def test_the_title_counts_what_happens_while_one_looks_elsewhere(place):
    white, black = place.player("anna"), place.player("oskar")
    black.join(white.open("Apocalypse"), name="oskar")
    title = white.page.title()
    white.page.evaluate(HIDE, True)
    say(black, "hello?")
    expect(white.page).to_have_title(f"(1) {title}")
    black.part("draw").click()
    expect(white.page).to_have_title(f"(2) {title}")
    white.page.evaluate(HIDE, False)
    expect(white.page).to_have_title(title)
    say(black, "here you are")
    expect(lines(white)).to_have_count(2)
    expect(white.page).to_have_title(title)


def test_who_is_led_to_a_game_without_looking_is_told_there_that_it_is_his_turn(place):
    white, black = place.player("away"), place.player("oskar")
    black.join(white.open("Apocalypse"), name="oskar")
    white.ready("a2")
    white.page.add_init_script("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    white.page.reload()
    expect(white.page).to_have_title(re.compile(r"^\(1\) ● Apocalypse"))
    white.page.evaluate(HIDE, False)
    expect(white.page).to_have_title(re.compile("^● Apocalypse"))


def test_who_waits_for_an_opponent_and_looks_elsewhere_hears_and_reads_that_one_came(place):
    anna, oskar = place.player("waiting"), place.player("coming")
    told = []
    anna.page.context.grant_permissions(["notifications"], origin=place.url)
    anna.page.expose_function("hear", lambda what: told.append(what))
    anna.page.add_init_script(SPY)
    seek(anna, "Apocalypse")
    anna.part("notices").locator("> summary").click()
    anna.part("notify").click()
    anna.part("sound").check()
    anna.page.wait_for_function("() => told.tones === 2")
    anna.page.add_init_script("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    anna.page.evaluate(HIDE, True)
    seek(oskar)
    plays(anna)
    expect(anna.page).to_have_title(re.compile(r"^\(1\)"))
    until(anna.page, lambda: len(told) == 6)
    assert told[2:] == ["Cavalier: An opponent is found.", "tone", "tone", "Apocalypse: It is your turn."]


def test_it_is_silent_and_asks_for_nothing_until_it_is_told_to(place):
    white, black = place.player("quiet"), place.player("oskar")
    white.page.add_init_script(SPY)
    link = white.open("Apocalypse")
    black.join(link, name="oskar")
    expect(white.part("sound")).not_to_be_checked()
    expect(white.part("notify")).to_have_attribute("aria-pressed", "false")
    white.page.evaluate(HIDE, True)
    say(black, "hello?")
    expect(white.part("chat-new")).to_have_text("1 new")
    assert white.page.evaluate("told") == {"asked": 0, "notices": [], "tones": 0}


def test_who_allows_it_is_notified_without_a_word_of_the_game_and_hears_a_sound(place):
    white, black = place.player("keen"), place.player("oskar")
    white.page.context.grant_permissions(["notifications"], origin=place.url)
    white.page.add_init_script(SPY)
    link = white.open("Apocalypse")
    black.join(link, name="oskar")
    white.part("notices").locator("> summary").click()
    white.part("notify").click()
    expect(white.part("notify")).to_have_attribute("aria-pressed", "true")
    white.part("sound").check()
    white.page.wait_for_function("() => told.tones === 2")
    white.page.reload()
    white.sit()
    white.part("notices").locator("> summary").click()
    expect(white.part("notify")).to_have_attribute("aria-pressed", "true")
    expect(white.part("sound")).to_be_checked()
    white.seal("e2d3")
    expect(white.part("unseal")).to_be_visible()
    white.page.evaluate(HIDE, True)
    black.seal("e5d3")
    white.sees_turn(1)
    say(black, "Rendez-vous in d3")
    table = link.rsplit("/", 1)[-1].split("?")[0]
    white.page.wait_for_function("() => told.notices.length === 2 && told.tones === 4")
    assert white.page.evaluate("told.notices") == [
        ["Apocalypse", "It is your turn.", table],
        ["Apocalypse", "Somebody has sent a message.", table],
    ]
    white.page.evaluate(HIDE, False)
    white.page.wait_for_function("() => told.notices.at(-1) === 'closed'")
    white.part("notify").click()
    expect(white.part("notify")).to_have_attribute("aria-pressed", "false")
    white.part("sound").uncheck()
    white.page.evaluate(HIDE, True)
    play_turns("d3d4/d5e4", white=white, black=black, first=2)
    assert white.page.evaluate("told.notices.length") == 3
    assert white.page.evaluate("told.tones") == 4

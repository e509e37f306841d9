"""Chat at a table: its readers, its announcements, and muting."""

import pytest
from playwright.sync_api import expect

from tests.harness.audits import NARROW


@pytest.fixture
def table(visitors):
    """Anna plays oskar; Eve looks on."""
    white, black, eve = visitors.game(onlooker="eve")
    return white, black, eve


def test_players_read_each_other_and_the_onlooker_reads_them_when_the_game_is_over(
    table,
):
    white, black, eve = table
    expect(white.part("chat-none")).to_be_hidden()
    white.say("Hé, <b>oskar</b>")
    black.open_chat()
    expect(black.messages()).to_have_text(["Hé, <b>oskar</b>"])
    expect(black.page.locator("#said .by bdi")).to_have_text(["Anna"])
    expect(white.page.locator("#said .by bdi")).to_have_text(["you"])
    black.part("phrases").locator("summary").click()
    black.page.locator("[data-preset=thanks]").click()
    expect(white.messages()).to_have_text(["Hé, <b>oskar</b>", "Thank you."])
    added = "lines => lines.map((line) => getComputedStyle(line, '::after').content)"
    assert white.page.locator("#said li").evaluate_all(added) == ["none", "none"], "nothing but what was said"
    eve.open_chat()
    expect(eve.part("chat-none")).to_have_text("Nobody has written yet.")
    expect(eve.part("chat-room")).to_contain_text("only when the game is over")
    white.resign()
    expect(eve.messages()).to_have_text(["Hé, <b>oskar</b>", "Thank you."])
    expect(eve.part("chat-room")).to_contain_text("everybody reads everything")


def test_markup_is_shown_as_text_and_makes_nothing(table):
    white, black, _ = table
    text = "<img src=x onerror=alert(1)><script>alert(2)</script>&amp;"
    white.say(text)
    black.open_chat()
    expect(black.messages()).to_have_text([text])
    assert black.page.locator("#said img, #said script").count() == 0


def test_each_reads_a_phrase_in_his_own_language(visitors, table):
    white, black, _ = table
    black.page.goto(black.page.url.replace("/en/", "/fr/"))
    black.wait_for_board()
    black.open_chat().part("phrases").locator("summary").click()
    black.page.get_by_role("button", name="Bonne chance.").click()
    expect(white.open_chat().messages()).to_have_text(["Good luck."])
    expect(black.messages()).to_have_text(["Bonne chance."])


def test_a_closed_chat_counts_what_is_new_and_remembers_what_was_read(table):
    white, black, _ = table
    new = black.part("chat-new")
    expect(new).to_be_hidden()
    white.say("one")
    expect(new).to_have_text("1 new")
    white.say("two")
    expect(new).to_have_text("2 new")
    black.page.reload()
    expect(new).to_have_text("2 new")
    black.open_chat()
    expect(new).to_be_hidden()
    expect(black.messages()).to_have_text(["one", "two"])
    black.page.reload()
    expect(black.messages()).to_have_count(2)
    expect(new).to_be_hidden()
    expect(white.part("chat-new")).to_be_hidden()


def test_a_long_talk_opens_at_its_end_and_stays_there_unless_it_is_scrolled(
    table,
):
    white, black, _ = table
    for number in range(5):
        white.say(f"{number} " + "x" * 150)
    expect(black.part("chat-new")).to_have_text("5 new")
    black.open_chat()
    expect(black.messages().last).to_be_in_viewport()
    expect(black.messages().first).not_to_be_in_viewport()
    black.part("said").evaluate("list => { list.style.fontSize = '24px'; }")  # As where a font comes late.
    expect(black.messages().last).to_be_in_viewport()
    black.say("mine")
    expect(black.messages()).to_have_count(6)
    expect(black.messages().last).to_be_in_viewport()
    black.part("said").evaluate("list => { list.scrollTop = 0; }")
    black.say("unseen")
    expect(black.messages()).to_have_count(7)
    expect(black.messages().last).not_to_be_in_viewport()


def test_only_an_open_chat_is_read_out_and_only_what_comes(table):
    white, black, _ = table
    white.say("before")
    expect(black.part("said")).to_have_attribute("aria-live", "off")
    black.open_chat()
    expect(black.part("said")).to_have_attribute("aria-live", "polite")
    line = black.messages().first.element_handle()
    white.say("after")
    expect(black.messages()).to_have_count(2)
    assert line.evaluate("line => line.isConnected"), "what was there is not put in anew"
    black.part("chat").locator("> summary").click()
    expect(black.part("said")).to_have_attribute("aria-live", "off")


def test_messages_of_who_is_muted_are_hidden_in_every_tab_until_he_is_unmuted(visitors, table):
    white, black, _ = table
    black.say("noise")
    white.open_chat()
    expect(white.messages()).to_have_text(["noise"])
    white.part("mutes").locator("> summary").click()
    white.page.get_by_label("Oskar", exact=True).check()
    expect(white.messages()).to_have_count(0)
    expect(white.part("chat-none")).to_be_visible()
    white.part("chat").locator("> summary").click()
    black.say("more noise")
    tab = visitors.tab(white).visit(white.page.url)
    tab.open_chat()
    expect(tab.part("chat-none")).to_have_text("Everybody who has written here is muted.")
    expect(tab.part("chat-none")).to_be_visible()
    expect(tab.messages()).to_have_count(0)
    expect(white.part("chat-new")).to_be_hidden()
    white.open_chat().page.get_by_label("Oskar", exact=True).uncheck()
    for player in (white, tab):
        expect(player.messages()).to_have_text(["noise", "more noise"])
    white.page.get_by_label("Everybody", exact=True).check()
    expect(white.messages()).to_have_count(0)
    white.say("myself I hear")
    expect(white.messages()).to_have_text(["myself I hear"])
    white.page.get_by_label("Everybody", exact=True).uncheck()
    expect(white.messages()).to_have_count(3)
    tab.page.close()


def test_a_refused_message_stays_in_the_field_beside_the_reason(table):
    white, black, _ = table
    white.open_chat()
    white.part("say-text").fill("a\u202eb")
    white.part("say").get_by_role("button").click()
    expect(white.part("say-error")).to_contain_text("direction of writing")
    expect(white.part("say-text")).to_have_value("a\u202eb")
    for number in range(5):
        white.say(f"{number}")
    white.part("say-text").fill("too fast")
    white.part("say-text").press("Enter")
    expect(white.part("say-error")).to_contain_text("Wait a few seconds")
    expect(black.open_chat().messages()).to_have_count(5)


def test_an_onlooker_takes_a_name_and_writes(visitors, table):
    white, _, eve = table
    zoe = visitors.person("zoe")
    zoe.visit(eve.page.url)
    zoe.open_chat()
    assert zoe.part("say").count() == 0
    zoe.part("chat-name").fill("Zoe")
    zoe.page.get_by_role("button", name="Take part in the chat").click()
    expect(zoe.part("say-text")).to_be_visible()
    zoe.say("who wins?")
    expect(eve.open_chat().messages()).to_have_text(["who wins?"])
    expect(eve.page.locator("#said .by bdi")).to_have_text(["Zoe"])
    expect(white.open_chat().messages()).to_have_count(0)


def test_on_a_phone_the_chat_comes_last_and_its_targets_are_large(visitors):
    visitors.window = NARROW
    white, black = visitors.game(language="fr")
    white.open_chat()
    black.say("x" * 120)
    expect(white.messages()).to_have_count(1)
    for part in ("mutes", "notices"):
        white.part(part).locator("> summary").click()
    moves, chat = white.part("state").bounding_box(), white.part("chat").bounding_box()
    assert chat["y"] > moves["y"] + moves["height"]
    targets = white.part("chat").locator("button:visible, summary:visible, label.check:visible")
    small = "all => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent)"
    assert targets.evaluate_all(small) == []

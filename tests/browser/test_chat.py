"""Chat at a table: its readers, its announcements, and muting."""

from playwright.sync_api import expect


def test_players_read_each_other_and_onlookers_read_them_when_the_game_is_over(visitors):
    white, black, eve = visitors.game(onlooker="eve")
    text = "<img src=x onerror=alert(1)><script>alert(2)</script>&amp; hé"
    white.say(text)
    black.page.goto(black.page.url.replace("/en/", "/fr/"))
    black.wait_for_board().open_chat()
    expect(black.messages()).to_have_text([text])
    assert black.page.locator("#said img, #said script").count() == 0
    expect(black.page.locator("#said .by bdi")).to_have_text(["Anna"])
    expect(white.page.locator("#said .by bdi")).to_have_text(["you"])
    # Each reads a phrase in his own language.
    black.part("phrases").locator("summary").click()
    black.page.get_by_role("button", name="Bonne chance.").click()
    expect(white.messages()).to_have_text([text, "Good luck."])
    expect(black.messages()).to_have_text([text, "Bonne chance."])
    # An onlooker takes a name and writes to those who look on.
    eve.open_chat()
    expect(eve.part("chat-none")).to_have_text("Nobody has written yet.")
    expect(eve.part("chat-room")).to_contain_text("only when the game is over")
    assert eve.part("say").count() == 0
    eve.part("chat-name").fill("Eve")
    eve.page.get_by_role("button", name="Take part in the chat").click()
    expect(eve.part("say-text")).to_be_visible()
    eve.say("who wins?")
    expect(eve.messages()).to_have_text(["who wins?"])
    expect(white.messages()).to_have_count(2)
    white.resign()
    expect(eve.messages()).to_have_text([text, "Good luck.", "who wins?"])
    expect(eve.part("chat-room")).to_contain_text("everybody reads everything")


def test_a_closed_chat_counts_what_is_new_and_only_an_open_one_is_read_out(visitors):
    white, black = visitors.game()
    new = black.part("chat-new")
    expect(new).to_be_hidden()
    for number, text in enumerate(("one", "two"), 1):
        white.say(text)
        expect(new).to_have_text(f"{number} new")
    expect(black.part("said")).to_have_attribute("aria-live", "off")
    black.page.reload()
    expect(new).to_have_text("2 new")
    black.open_chat()
    expect(new).to_be_hidden()
    expect(black.messages()).to_have_text(["one", "two"])
    expect(black.part("said")).to_have_attribute("aria-live", "polite")
    line = black.messages().first.element_handle()
    white.say("three")
    expect(black.messages()).to_have_count(3)
    assert line.evaluate("line => line.isConnected"), "what was there is not put in anew"
    black.page.reload()
    expect(black.messages()).to_have_count(3)
    expect(new).to_be_hidden()
    black.part("chat").locator("> summary").click()
    expect(black.part("said")).to_have_attribute("aria-live", "off")


def test_a_long_talk_opens_at_its_end_and_stays_there_unless_it_is_scrolled(visitors):
    white, black = visitors.game()
    for number in range(5):
        white.say(f"{number} " + "x" * 150)
    # A refused message stays in the field beside the reason.
    for text, reason in (("too fast", "Wait a few seconds"), ("a\u202eb", "direction of writing")):
        white.part("say-text").fill(text)
        white.part("say-text").press("Enter")
        expect(white.part("say-error")).to_contain_text(reason)
        expect(white.part("say-text")).to_have_value(text)
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


def test_messages_of_a_muted_person_are_hidden_in_every_tab_until_unmuted(visitors):
    white, black = visitors.game()
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

"""The catalogue of variants while one types, and choices of a variant by the keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.audits import NARROW, tab_to

CARDS = ".card:visible"


def type_into(person, selector, text):
    """Put the focus on a field and type."""
    person.page.locator(selector).focus()
    person.page.keyboard.type(text)


def test_the_catalogue_is_filtered_while_one_types_and_the_address_follows(visitors):
    reader = visitors.person("reader", viewport=NARROW).go("fr/variants")
    page = reader.page
    cards = page.locator(CARDS)
    every = cards.count()
    assert every >= 30
    type_into(reader, "#q", "Echecs Chin")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Xiangqi")
    expect(reader.part("count")).to_have_text("1 variante")
    expect(page.locator("main section:visible")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/fr/variants\?q=Echecs\+Chin$"))
    expect(reader.part("surprise")).to_have_attribute("href", re.compile(r"\?q=Echecs\+Chin$"))
    page.keyboard.type("xyz")
    expect(cards).to_have_count(0)
    expect(reader.part("count")).to_have_text("Aucune variante ne convient.")
    page.reload()
    expect(reader.part("q")).to_have_value("Echecs Chinxyz")
    expect(cards).to_have_count(0)
    reader.part("q").fill("")
    expect(cards).to_have_count(every)
    page.locator("select[name=board]").select_option("small")
    page.locator("input[name=together]").check(force=True)
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Apocalypse")
    page.keyboard.press("Tab")
    page.locator("#q").press("Enter")
    expect(cards).to_have_count(1)
    assert reader.overflow() <= 0


def test_the_script_and_the_site_find_the_same(visitors):
    reader = visitors.person("reader").go("fr/variants")
    plain = visitors.person("plain", java_script_enabled=False)
    titles = ".card:visible h3"
    for query in ("q=thaï", "q=ÉCHECS 960", "q=roi colline", "q=x", "board=large", "new=2&minutes=10", "luck=1", "q='"):
        reader.go("fr/variants")
        for name, value in (part.split("=") for part in query.split("&")):
            field = reader.page.locator(f"#finder [name={name}]")
            if name == "q":
                field.fill(value)
            elif name == "luck":
                field.check(force=True)
            else:
                field.select_option(value)
        found = plain.go(f"fr/variants?{query}").page.locator(titles).all_inner_texts()
        assert reader.page.locator(titles).all_inner_texts() == found, query


def test_a_variant_is_picked_by_the_keyboard_alone(visitors):
    anna = visitors.person("keys", viewport=NARROW).go("en/")
    field, keys = anna.part("computer-variant-search"), anna.page.keyboard
    listed = anna.part("computer-variant-list")
    active = listed.locator("[role=option].active")
    tab_to(anna, "#computer-variant-search")
    expect(field).to_have_role("combobox")
    expect(field).to_have_accessible_name("Variant")
    expect(field).to_have_attribute("aria-expanded", "false")
    expect(listed).to_be_hidden()
    keys.press("ArrowDown")
    expect(field).to_have_attribute("aria-expanded", "true")
    chosen = listed.get_by_role("option", selected=True)
    expect(chosen).to_have_text(anna.page.locator("#computer-variant").evaluate("(one) => one.selectedOptions[0].text"))
    keys.type("giveaway")
    expect(listed.locator("[role=option]:visible")).to_have_count(1)
    expect(active).to_have_text("Antichess")
    expect(field).to_have_attribute("aria-activedescendant", "computer-variant-list-Antichess")
    assert anna.overflow() <= 0
    keys.press("Escape")
    expect(listed).to_be_hidden()
    expect(field).not_to_have_value("giveaway")
    keys.press("ControlOrMeta+a")
    keys.type("chess")
    expect(active).to_have_text("Chess")
    keys.press("ControlOrMeta+a")
    keys.type("king")
    expect(active).to_have_text("King of the Hill")
    expect(listed.get_by_role("group", name="Other goals")).to_be_visible()
    first = active.inner_text()
    keys.press("ArrowDown")
    expect(active).not_to_have_text(first)
    keys.press("ArrowUp")
    expect(active).to_have_text(first)
    keys.press("Enter")
    expect(field).to_have_value("King of the Hill")
    expect(listed).to_be_hidden()
    expect(field).to_be_focused()
    keys.press("Tab")
    anna.page.locator("form.computer .primary").press("Enter")
    anna.wait_for_board()
    expect(anna.page.locator(".p-title")).to_have_text("King of the Hill")


def test_a_search_without_a_match_says_so_and_changes_nothing(visitors):
    anna = visitors.person("nothing").go("fr/")
    select = anna.page.locator("#computer-variant")
    before = select.input_value()
    anna.part("computer-variant-search").click()
    anna.page.keyboard.type("qqq")
    expect(anna.page.locator("form.computer [role=status]")).to_have_text("Aucune variante ne convient.")
    anna.page.keyboard.press("Enter")
    assert select.input_value() == before
    expect(anna.page).to_have_url(re.compile("/fr/$"))
    anna.part("friend-variant-search").evaluate("(field) => field.blur()")
    anna.page.locator("h1").click()
    expect(anna.page.locator("form.computer [role=status]")).to_have_text("")
    expect(anna.part("computer-variant-search")).not_to_have_value("qqq")


def test_a_press_picks_and_the_analysis_opens_it(visitors):
    anna = visitors.person("pressing", viewport=NARROW).go("en/variants/Chess/analysis")
    anna.page.locator("summary", has_text="Another variant").click()
    anna.part("another-search").click()
    anna.page.keyboard.type("ato")
    anna.page.get_by_role("option", name="Atomic").click()
    expect(anna.part("another-search")).to_have_value("Atomic")
    anna.page.get_by_role("button", name="Open", exact=True).click()
    expect(anna.page).to_have_url(re.compile("/en/variants/Atomic/analysis"))


def test_the_boxes_of_a_seek_are_filtered_and_what_is_checked_stays(visitors):
    anna = visitors.person("boxes", viewport=NARROW).go("en/").unfold("somebody")
    anna.page.locator("#seek-variants > summary").click()
    boxes = anna.page.locator("#seek-boxes .box:visible")
    every = boxes.count()
    anna.page.get_by_role("checkbox", name="Duck chess").check()
    type_into(anna, "#seek-boxes-search", "chinese")
    expect(boxes).to_have_count(2)
    expect(anna.page.locator("#seek-boxes fieldset:visible")).to_have_count(2)
    anna.page.keyboard.press("Enter")
    expect(anna.part("seeking")).to_be_hidden()
    anna.page.get_by_role("checkbox", name="Xiangqi").check()
    expect(anna.part("seek-chosen")).to_have_text("Duck chess, Xiangqi")
    anna.part("seek-boxes-search").fill("")
    expect(boxes).to_have_count(every)
    assert anna.overflow() <= 0
    anna.part("seek-go").click()
    anna.wait_for_seek("^Duck chess, Xiangqi")


@pytest.mark.parametrize("path", ["en/", "en/variants/Chess/analysis"])
def test_without_a_script_the_choice_is_a_select_with_groups(visitors, path):
    plain = visitors.person("plain", java_script_enabled=False).go(path)
    for summary in plain.page.locator("summary", has_text="Another variant").all():
        summary.click()
    select = plain.page.locator("select[name=variant]:visible").first
    expect(select.locator("optgroup").first).to_be_attached()
    expect(plain.page.locator("[role=combobox]")).to_have_count(0)

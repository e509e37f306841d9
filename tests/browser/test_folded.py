"""What a rules page folds where the window is narrow: how long it is, what opens it, and its questions by keyboard."""

import re

import pytest
from playwright.sync_api import expect

from server.texts.languages import COMPLETE
from variants.registry import load_all

PHONE = {"width": 360, "height": 640}
SCREENS = 12
"""Screens of a telephone that a page may take before anything is unfolded."""


def reader(visitors, path, **options):
    return visitors.person("reader", viewport=PHONE, **options).go(path)


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", sorted(load_all()))
def test_a_page_takes_at_most_twelve_screens_of_a_telephone(visitors, name, language):
    player = reader(visitors, f"{language}/variants/{name}").with_fonts()
    assert player.overflow() == 0
    assert player.page.locator("main details[open]").count() == 0
    height = player.page.evaluate("document.documentElement.scrollHeight")
    assert height <= SCREENS * PHONE["height"], f"{height / PHONE['height']:.1f} screens"


def test_a_link_unfolds_what_it_leads_to(visitors):
    player = reader(visitors, "en/variants/Apocalypse")
    page, options = player.page, player.page.locator("#options table").first
    expect(options).to_be_hidden()
    page.locator("#contents summary").click()
    page.locator(".toc a[href='#options']").click()
    expect(options).to_be_visible()
    expect(page.locator("#options")).to_be_in_viewport()
    page.locator("#options summary").click()
    expect(options).to_be_hidden()
    page.locator(".toc a[href='#options']").click()
    expect(options).to_be_visible()
    example = page.locator("section#end figure").first
    expect(example).to_be_hidden()
    page.goto(f"{visitors.url}en/variants/Apocalypse#{example.get_attribute('id')}")
    expect(example).to_be_in_viewport()


@pytest.mark.parametrize("script", [True, False])
def test_an_address_with_a_part_shows_that_part(visitors, script):
    player = reader(visitors, "fr/variants/Checkered#third-player", java_script_enabled=script)
    expect(player.page.locator("#third-player h3").first).to_be_visible()
    expect(player.page.locator("#options table").first).to_be_hidden()


@pytest.mark.parametrize("script", [True, False])
def test_a_question_is_answered_by_keyboard_also_without_a_script(visitors, script):
    player = reader(visitors, "en/variants/Apocalypse", java_script_enabled=script)
    player.page.locator("#questions > details > summary").press("Enter")
    first = player.page.locator("#questions .step").first
    wrong, right = first.locator(".answer:not(.right)").first, first.locator(".answer.right")
    expect(first.locator("> figure svg.board").first).to_be_visible()
    wrong.locator("summary").press("Enter")
    expect(wrong.locator("p")).to_have_text(re.compile("^Wrong. White was right"))
    expect(right.locator("figure")).to_be_hidden()
    right.locator("summary").press("Space")
    expect(right.locator("p")).to_have_text(re.compile("^Right. White was right.*Clash on b3"))
    expect(right.locator("figure")).to_be_visible()
    expect(wrong.locator("p")).to_be_hidden()
    assert player.overflow() == 0


def test_where_there_is_room_nothing_is_folded_but_the_answers(visitors):
    player = visitors.person("reader", viewport={"width": 1280, "height": 900}).go("en/variants/Apocalypse")
    for part in player.page.locator(".part > :not(summary)").all():
        expect(part).to_be_visible()
    expect(player.page.locator(".step > .part > summary").first).to_be_hidden()
    expect(player.page.locator("#options h2")).to_be_visible()
    assert player.page.locator(".answer > :not(summary):visible").count() == 0


def test_paper_shows_all_that_is_folded_and_the_right_answers(visitors):
    player = reader(visitors, "fr/variants/Apocalypse")
    player.page.emulate_media(media="print")
    for part in player.page.locator(".prose .part > :not(summary), .answer.right > p").all():
        expect(part).to_be_visible()
    assert player.page.locator(".answer:not(.right) > p:visible").count() == 0
    player.page.emulate_media(media="null")
    player.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert player.page.locator(".part:not([open])").count() == 0
    player.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert player.page.locator(".part[open]").count() == 0

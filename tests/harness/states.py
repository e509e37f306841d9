"""States of pages, by name: each function brings a page into one, in a language, and answers whose page it is."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.harness.people import Person, Visitors, play_turns
from tests.harness.zygote import ROOT

DOCUMENTED_RECORD = (ROOT / "docs" / "records.md").read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
"""The record that the documentation shows."""

CROWDED = "4n/1P3/p4/1p3/N2PN w"
"""White's footman on b4 may be put down elsewhere, or become a horseman if Black's footman captures the one on a1."""


def dark(visitors: Visitors, language: str) -> Person:
    white, black = visitors.game("Dark", language=language)
    white.play("e2e4")
    black.play("d7d5")
    white.sees_turn(2)
    white.press("e4")
    return white


def dice(visitors: Visitors, language: str) -> Person:
    white, black = visitors.game("Dice", language=language)
    white.page.locator("button[data-kind=origin]").first.click()
    white.page.locator("button[data-kind=target]").first.click()
    white.send()
    black.sees_turn(3)
    return black


def offline(visitors: Visitors, language: str) -> Person:
    white, _ = visitors.game(language=language)
    white.choose("e2d3")
    white.allowed_errors.append("ERR_INTERNET_DISCONNECTED|WebSocket")
    white.page.context.set_offline(True)
    expect(white.part("connection")).to_be_visible(timeout=60_000)
    white.part("send").click()
    expect(white.part("connection-cancel")).to_be_visible()
    return white


def in_hand(visitors: Visitors, language: str) -> Person:
    white, black = visitors.game("Dobutsu", language=language)
    for number, (player, move) in enumerate(((white, "b2b3"), (black, "a4a3")), 1):
        player.play(move)
        white.sees_turn(number)
    white.page.locator(".board-slots button[data-kind=origin]").click()
    expect(white.layer("selected")).not_to_have_count(0)
    return white


def progressive(visitors: Visitors, language: str) -> Person:
    white, black = visitors.game("Progressive", language=language)
    for number, (player, move) in enumerate(((white, "e2e4"), (black, "d7d5")), 1):
        player.play(move)
        black.sees_turn(number)
    return black


def three_seats(visitors: Visitors, language: str) -> Person:
    players = visitors.game("Crown", ("anna", "oskar", "maria"), language=language)
    for number, (player, move) in enumerate(zip(players[:2], ("a1a2", "b1b2"), strict=True), 1):
        player.play(move)
        players[2].sees_turn(number)
    players[0].part("takeback").click()
    expect(players[2].part("back")).to_be_visible()
    return players[2]


def refused_form(visitors: Visitors, language: str) -> Person:
    """Every field that can be wrong is wrong."""
    anna = visitors.person("anna")
    anna.allowed_errors.append("400")
    anna.go(f"{language}/variants/Apocalypse/play?fen=nonsense")
    for name in ("opponent", "seat", "option-collision"):
        anna.page.locator(f"input[name={name}]").first.evaluate(
            "input => { input.value = 'wrong'; input.checked = true }"
        )
    anna.part("control").evaluate("select => { select.options[0].value = 'wrong'; select.selectedIndex = 0 }")
    anna.page.locator("form .btn.primary").click()
    expect(anna.page.locator("form .msg")).to_have_count(5)
    return anna


def curtain(visitors: Visitors, language: str) -> Person:
    both = visitors.person("both")
    both.open("Apocalypse", one_device=True, language=language)
    expect(both.part("curtain")).to_be_visible()
    return both


def envelopes(visitors: Visitors, language: str) -> Person:
    white, black = visitors.game(language=language)
    play_turns("e2d3/e5d3", white=white, black=black)
    white.page.locator("[data-verify='1']").click()
    expect(white.part("opened-checks").locator("section")).to_have_count(2)
    return white


def review(visitors: Visitors, language: str) -> Person:
    white, black = visitors.game(language=language, fen="4n/1p3/5/2P2/N4 w")
    play_turns("c2c3/e5d3", white=white, black=black)
    black.part("resign").click()
    black.answer("yes")
    white.part("review-start").click()
    expect(white.part("costs")).to_be_visible()
    expect(white.part("review-progress")).to_be_hidden()
    expect(white.part("heat")).to_be_visible()
    return white


def record(visitors: Visitors, language: str) -> Person:
    reader = visitors.person("reader").go(f"{language}/replay")
    reader.page.locator("textarea").fill(json.dumps(json.loads(DOCUMENTED_RECORD)))
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

"""A game that is over is reviewed, and any position analysed: odds, pairs of moves and risk, in numbers that agree."""

import re

import pytest
from playwright.sync_api import expect

from tests.harness.people import until, visitors_at
from tests.harness.states import ENDGAME
from tests.harness.tabs import LiveGame

module_visitors = visitors_at("still_site")


REVIEWS = re.compile(r"/review(\?|$)")
"""Where a page asks for a review."""


def reviewed(player, table):
    """Open the page of a game and have it reviewed; the turns of the review as the site tells them."""
    player.go(f"en/game/{table}").wait_for_board()
    start = player.part("review-start")
    expect(player.page.locator("#review-start, #odds-told").locator("visible=true")).to_have_count(1)
    if start.is_visible():
        player.review()
    expect(player.part("costs")).to_be_visible()
    review = player.page.request.get(f"{player.visitors.url}en/game/{table}/review").json()
    assert review["state"] == "done"
    return review["turns"][::-1]


@pytest.fixture(scope="module")
def apocalypse(module_visitors):
    """A game of ann and bob that ended after two turns."""
    with LiveGame(module_visitors.scripted, fen=ENDGAME) as game:
        for number, moves in enumerate((("c2c3", "e5d3"), ("c3b4", "d3e5"))):
            game.turn(number, *moves)
    return game.table


@pytest.fixture(scope="module")
def checkered(module_visitors):
    """A game of ann and bob that ended after a move."""
    with LiveGame(module_visitors.scripted, "Checkered", fen="4k3/8/8/3q4/4P3/8/8/4K3 w") as game:
        assert game.act(game.ann, 0, "e1e2") == game.send(game.bob, "resign") == ""
    return game.table


def show_all(player, table):
    """Have all moves shown, where some are left out at first."""
    if player.part(f"{table}-all").is_visible():
        player.part(f"{table}-all").click()


def percent(share):
    """A share as a page rounds it."""
    return int(100 * share + 0.5)


def pair_scores(player):
    """The table of pairs as it is read: what stands at the heads of row and column -> the number."""
    rows = player.page.locator("#heat tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((cell) => "
        "(cell.querySelector('.move, button') ?? cell).textContent))"
    )
    head, *body = rows
    return {(row[0], column): int(text) for row in body for column, text in zip(head[1:], row[1:], strict=True)}


def test_a_game_of_apocalypse_is_reviewed_and_every_number_is_that_of_the_site(visitors, apocalypse):
    white, black = visitors.known_person("ann"), visitors.known_person("bob")
    turns = reviewed(white, apocalypse)
    assert [turn["number"] for turn in turns] == [0, 1]
    expect(white.part("shown")).to_have_text("turn 2 of 2")
    expect(white.part("odds-told")).to_contain_text("After turn 2: you 100\u202f%")

    white.page.keyboard.press("ArrowLeft")
    slider = white.part("odds-turn")
    expect(slider).to_have_value("1")
    after = percent(turns[1]["scores"][0])
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"^After turn 1: you {after}\u202f%, "))
    grid = turns[0]["grid"]
    show_all(white, "heat")
    found = pair_scores(white)
    for row, line in zip(grid["rows"], grid["cells"], strict=True):
        for column, share in zip(grid["columns"], line, strict=True):
            assert found[row["label"], column["label"]] == percent(share)
    assert len(found) == len(grid["rows"]) * len(grid["columns"])
    (row,) = [row["label"] for row in grid["rows"] if row["played"]]
    (column,) = [column["label"] for column in grid["columns"] if column["played"]]
    framed = white.page.locator("#heat td.played button")
    expect(framed).to_have_count(1)
    expect(framed).to_have_attribute("aria-label", f"{row}, {column}: {found[row, column]}\u202f%, played")

    # A press on the line leads to the turn that is under it, and so does a key.
    cursor, places = white.page.locator("#odds-line .odds-cursor"), set()
    for number in (1, 2, 0):
        box = slider.bounding_box()
        white.page.mouse.click(box["x"] + box["width"] * (number + 0.85) / 3, box["y"] + 20)
        expect(white.part("shown")).to_have_text(f"turn {number} of 2")
        places.add(cursor.get_attribute("d"))
    assert len(places) == 3
    slider.press("ArrowRight")
    expect(white.part("shown")).to_have_text("turn 1 of 2")

    # Black reads the same from his own side; the review is there when he comes.
    black.go(f"en/game/{apocalypse}").wait_for_board()
    expect(black.part("costs")).to_be_visible()
    expect(black.part("review-start")).to_be_hidden()
    black.page.keyboard.press("ArrowLeft")
    expect(black.part("odds-turn")).to_have_value("1")
    show_all(black, "heat")
    turned = pair_scores(black)
    for row, line in zip(grid["rows"], grid["cells"], strict=True):
        for column, share in zip(grid["columns"], line, strict=True):
            assert turned[column["label"], row["label"]] == percent(1 - share)


def test_a_pair_that_was_not_played_is_shown_on_the_board_and_the_way_back_leads_to_the_game(visitors, apocalypse):
    white = visitors.known_person("ann")
    reviewed(white, apocalypse)
    white.page.keyboard.press("ArrowLeft")
    white.holds("c3", "white footman")
    played = white.page.locator("#heat td.played button")
    played.focus()
    white.page.keyboard.press("ArrowDown")
    if white.page.locator("#heat td.played button:focus").count():
        white.page.keyboard.press("ArrowUp")
    white.page.keyboard.press("Enter")
    expect(white.part("supposed")).to_be_visible()
    expect(white.part("supposed-told")).to_contain_text("Not played")
    expect(white.page.locator("#heat button[aria-pressed='true']")).to_be_focused()
    white.holds("c3", "empty")
    white.part("supposed-back").click()
    white.holds("c3", "white footman")
    expect(white.part("supposed")).to_be_hidden()
    expect(white.page.locator("#heat button:focus")).to_have_count(1)
    white.page.locator("#heat td:not(.played) button").first.click()
    expect(white.part("supposed")).to_be_visible()
    white.page.locator("#heat td.played button").click()
    expect(white.part("supposed")).to_be_hidden()
    white.holds("c3", "white footman")
    # A pair of a later turn is shown without the marks of earlier ones: one arrow for each of its two moves.
    white.page.keyboard.press("End")
    white.page.locator("#heat td:not(.played) button").first.click()
    expect(white.part("supposed")).to_be_visible()
    expect(white.page.locator("[data-layer=arrows] > *")).to_have_count(2)
    expect(white.part("headline")).to_contain_text("2. ")


def test_a_game_of_checkered_is_reviewed_as_a_list_and_the_costliest_move_is_named(visitors, checkered):
    white = visitors.known_person("ann")
    turns = reviewed(white, checkered)
    worst = max(turns, key=lambda turn: max((cost["risk"] for cost in turn["costs"].values()), default=0))
    (cost,) = worst["costs"].values()
    button = white.part("lost").get_by_role("button").first
    (played,) = [move for move in worst["list"] if move["played"]]
    # Numbered as players do it where they move one after the other; where nobody was lucky nothing is written of luck.
    expect(button).to_have_text(f"you: 1. {played['label']}")
    expect(white.part("costs-title")).to_have_text("What the moves cost", use_inner_text=True)
    expect(white.part("odds-told")).to_contain_text(f"After 1. {played['label']}: you ")
    expect(white.part("lost").locator("li").first).to_contain_text(f"\u2212{percent(cost['risk'])}\u202f%")
    white.page.keyboard.press("ArrowLeft")
    expect(white.part("turn")).to_be_hidden()
    button.click()
    expect(white.part("shown")).to_have_text(f"turn {worst['number'] + 1} of 1")
    expect(white.part("turn-title")).to_have_text(f"1. {played['label']}, and what could have been")
    row = white.page.locator("#ranking tr.played")
    expect(row).to_have_text(f"{played['label']}{100 * played['score']:.1f}\u202f%played")
    show_all(white, "ranking")
    shown = white.page.locator("#ranking tbody tr")
    expect(shown).to_have_count(len(worst["list"]))
    expect(shown.first).to_contain_text(f"{100 * worst['list'][0]['score']:.1f}\u202f%")


@pytest.mark.slow
def test_at_first_only_the_pairs_that_matter_are_shown_and_all_at_the_press_of_a_button(visitors, apocalypse):
    white = visitors.known_person("ann")
    (turn, last) = reviewed(white, apocalypse)

    def moves(name, odds, played):
        return [
            {"id": f"{name}{number}", "label": f"{name}{number}", "odds": share, "played": number == played}
            for number, share in enumerate(odds)
        ]

    # A column is the better for the other the higher its number; of the rows, 7 is played against the odds.
    grid = {
        "rows": moves("r", [0, 0, 0.5, 0, 0.5, 0, 0, 0], 7),
        "columns": moves("c", [1, *[0.0] * 8], 0),
        "cells": [[(90 - 10 * column - row) / 100 for column in range(9)] for row in range(8)],
    }
    review = {
        "state": "done",
        "done": 2,
        "total": 2,
        "sentence": "",
        "turns": [{**turn, "grid": grid}, {**last, "exact": True}],
    }
    white.page.route(REVIEWS, lambda route: route.fulfill(json=review))
    white.go(f"en/game/{apocalypse}").wait_for_board()
    expect(white.part("costs")).to_be_visible()
    white.page.locator("[data-step=back]").click()
    expect(white.part("odds-told")).to_contain_text("Known exactly, not an opinion.")
    expect(white.part("heat-how")).to_contain_text("The pair that was played is framed.")
    expect(white.part("heat-how")).to_contain_text("Choose a number to see that pair of moves on the board.")
    heads = white.page.locator("#heat th .move")
    expect(heads).to_have_text(["c0", "c8", "c7", "c6", "c5", "c4", "r2", "r4", "r7", "r0", "r1", "r3"])
    expect(white.page.locator("#heat td.played button")).to_have_text("83")
    white.part("heat-all").click()
    expect(white.page.locator("#heat td button")).to_have_count(72)
    assert white.overflow() == 0
    white.part("heat-all").click()
    expect(heads).to_have_count(12)
    white.page.unroute_all()


@pytest.mark.slow
def test_a_review_is_offered_only_once_its_state_is_known_and_a_refusal_is_explained(visitors, apocalypse):
    """A button went away under the finger; where nobody answers, one may ask, and ask again."""
    white = visitors.known_person("ann")
    white.allowed_errors.append("500|409")
    requested = []
    white.page.route(REVIEWS, lambda route: requested.append(route))
    with white.page.expect_request(REVIEWS):
        white.go(f"en/game/{apocalypse}").wait_for_board()
    white.page.keyboard.press("ArrowLeft")
    expect(white.part("shown")).to_have_text("turn 1 of 2")
    expect(white.part("review")).to_be_visible()
    start, refusal = white.part("review-start"), white.part("review-refusal")
    expect(start).to_be_hidden()
    requested.pop().fulfill(status=500, body="")
    refused = {"refusal": {"code": "reviews_full", "sentence": "Many games wait."}}
    waiting = {"state": "waiting", "done": 0, "total": 2, "sentence": "", "turns": []}
    for status, answer in ((409, refused), (200, waiting)):
        with white.page.expect_request(REVIEWS):
            start.click()
        requested.pop().fulfill(status=status, json=answer)
        expect(refusal).to_have_text("Many games wait.") if status == 409 else expect(refusal).to_be_hidden()
    expect(white.part("review-count")).to_contain_text("other games are reviewed first")
    expect(white.part("review")).to_be_focused()
    white.page.unroute_all()


@pytest.mark.slow
def test_a_review_shows_progress_and_stops_polling_when_ready_or_hidden(visitors, apocalypse):
    white = visitors.known_person("ann")
    turns = reviewed(white, apocalypse)
    requested = []
    state = {"state": "working", "done": 1, "total": 2, "sentence": ""}

    def answer(route):
        requested.append(route.request.method)
        _, _, before = route.request.url.partition("?before=")
        last_first = turns[: int(before or len(turns))][::-1]
        route.fulfill(json={**state, "turns": last_first[: state["done"] - len(turns) + len(last_first)]})

    page = white.own_page
    page.route(REVIEWS, answer)
    page.clock.install(time=0)
    page.clock.pause_at(60_000)  # How often it asks is counted: no time may go by but what runs here.
    white.go(f"en/game/{apocalypse}").wait_for_board()
    expect(white.part("review-count")).to_have_text("1 of 2 positions")
    expect(white.part("review-bar")).to_have_attribute("value", "1")
    expect(white.part("odds")).to_be_visible()
    requested.clear()

    def until_requested(times):
        """Let seconds go by until the page has asked so often: it counts them from when the last answer came."""
        until(page, lambda: len(requested) >= times or page.clock.run_for(1000))
        assert requested == ["GET"] * times

    until_requested(1)
    until_requested(2)
    white.hide()
    page.clock.run_for(5000)
    assert len(requested) == 2
    white.hide(False)
    state |= {"state": "done", "done": 2}
    until_requested(3)
    expect(white.part("review-told")).to_have_text("The review is ready.")
    assert len(requested) == 3
    page.clock.run_for(60_000)
    assert len(requested) == 3
    page.unroute_all()


def test_the_analysis_board_plays_what_all_sides_choose_and_steps_back(visitors):
    reader = visitors.person("reader")
    reader.allowed_errors.append("400")
    reader.go("en/variants/Apocalypse/analysis?fen=nonsense").wait_for_board()
    expect(reader.part("fen")).to_have_value("nonsense")
    expect(reader.part("fen")).to_have_attribute("aria-describedby", "fen-error")
    expect(reader.part("fen-error")).to_be_visible()
    reader.part("fen").fill(ENDGAME)
    reader.page.get_by_role("button", name="Set up this position").click()
    expect(reader.part("fen-error")).to_have_count(0)
    reader.wait_for_board()
    expect(reader.part("headline")).to_have_text("White: choose a move.")
    start = reader.part("fen").input_value()
    reader.press("c2", "c3")
    expect(reader.part("headline")).to_have_text("Black: choose a move.")
    expect(reader.part("picked")).to_contain_text("White: c3")
    reader.press("e5", "d3")
    expect(reader.part("shown")).to_have_text("turn 1 of 1")
    reader.holds("d3", "black horseman")
    assert reader.part("fen").input_value() != start
    expect(reader.page).to_have_url(re.compile(re.escape("#1:c2c3+e5d3:1") + "$"))
    reader.page.locator("[data-step=back]").click()
    reader.holds("d3", "empty")
    expect(reader.part("fen")).to_have_value(re.compile(re.escape(start)))
    # With keys alone: what was tried is framed in the table, and another pair is played from there.
    played = reader.page.locator("#heat td.played button")
    expect(played).to_have_attribute("aria-label", re.compile("^c3, Nd3: "))
    expect(reader.part("heat-how")).to_contain_text("Choose a number to see where that pair of moves leads.")
    played.focus()
    reader.page.keyboard.press("Enter")
    expect(reader.part("shown")).to_have_text("turn 1 of 1")
    reader.holds("d3", "black horseman")
    expect(reader.part("state")).to_be_focused()
    expect(reader.part("odds-told")).to_have_text(re.compile("^After c3 Nd3: "))

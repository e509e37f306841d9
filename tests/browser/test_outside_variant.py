"""Variants that the site has never seen, from folders outside it, in the browser: no rule stands in JavaScript."""

from __future__ import annotations

import inspect
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from playwright.sync_api import expect

from tests.harness.client import open_table
from tests.harness.people import play_turns, visitors_of
from tests.toys import FORWARD, Crown, Veil, write_variant
from variants.position import NO_SETTINGS, Event, Move, Result, Seat, Sign

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def module_visitors(tmp_path_factory):
    folder = tmp_path_factory.mktemp("variants")
    write_variant(folder, Veil)
    write_odd(folder, Fair)
    shutil.copytree(Path(__file__).parents[1] / "kit" / "brought" / "Link", folder / "Link")
    options = ("--variants", str(folder), "--engines", "1")
    with visitors_of(tmp_path_factory.mktemp("data"), *options, scripted=True) as visitors:
        yield visitors


def test_a_game_on_a_hidden_board_is_seen_again_with_the_eyes_of_each_seat(visitors):
    white, black, onlooker = everybody = visitors.game("Veil", onlooker="maria")
    for number, turn in enumerate(("a1b1/c3b3", "b1a1/b3c3") * 2, 1):
        play_turns(turn, white=white, black=black, first=number)
        if number == 1:
            white.holds("b3", "empty")
            # The moves stay in their envelopes as long as the board hides them.
            expect(white.page.locator("[data-verify]")).to_have_count(0)
            expect(white.part("eyes")).to_be_hidden()
    for player in everybody:
        expect(player.page.locator("[data-verify]")).to_have_count(4)
        player.page.keyboard.press("Home")
        player.page.keyboard.press("ArrowRight")
        player.holds("b1", "white horseman")
        player.holds("b3", "black horseman")
    eyes = onlooker.part("eyes")
    for name, seen in (("White", ("white horseman", "empty")), ("Black", ("empty", "black horseman"))):
        eyes.get_by_role("link", name=name).click()
        onlooker.wait_for_board()
        expect(eyes.get_by_role("link", name=name)).to_have_attribute("aria-current", "true")
        onlooker.page.keyboard.press("Home")
        onlooker.page.keyboard.press("ArrowRight")
        for square, what in zip(("b1", "b3"), seen, strict=True):
            onlooker.holds(square, what)
    expect(onlooker.part("headline")).to_contain_text("…")


# A board with a missing square, and moves of one square


def test_one_press_is_a_whole_move_and_two_sides_are_linked(visitors):
    white, black = players = visitors.game("Link", fen="5/1pp2/pp*2/5/1PPP1 w 7")
    white.ready("a1")
    expect(white.square("c3")).not_to_have_attribute("data-kind", re.compile("origin|target"))
    white.play("a1")
    for player in players:
        player.holds("a1", "white stone")
        player.holds("c3", "missing square")
    black.play("e5")
    white.play("e1")
    for player in players:
        player.sees_turn(3)
        expect(player.part("explain")).to_have_text("White has linked both sides.")


# A chance player in the first seat, who moves at the same time as some of three others


@dataclass(frozen=True, kw_only=True)
class Fair(Crown):
    """Crown with dice: they roll, then they and all bid at once, then White and Black step at once."""

    event_codes: ClassVar[Mapping[str, Sign | None]] = {"ran": "arrow", "rolled": None}
    special_codes = frozenset({"bid"})
    chance: ClassVar[frozenset[Seat]] = frozenset({0})
    rounds: ClassVar[tuple[tuple[Seat, ...], ...]] = ((0,), (0, 1, 2, 3), (1, 2))
    seats: tuple[str, ...] = ("dice", "white", "black", "checkered")

    @classmethod
    def from_fen(cls, fen, settings=NO_SETTINGS):
        position = super().from_fen(fen, settings)
        return position.then(to_act=cls.rounds[position.plies % 3])

    def moves(self, seat):
        if seat not in self.to_act:
            return []
        if self.plies % 3 < 2:
            return [Move((), bid) for bid in "12"]
        origin = self.board.index("Pps"[seat - 1])
        return [Move((origin, target)) for target in FORWARD[origin] if not self.board[target]]

    def play(self, actions):
        board, events = list(self.board), [Event("rolled", seat) for seat in actions if seat in self.chance]
        for seat, move in actions.items():
            if move.path and not board[move.path[1]]:
                board[move.path[1]], board[move.path[0]] = board[move.path[0]], ""
                events.append(Event("ran", seat, move.path, ("Pps"[seat - 1],)))
        plies = self.plies + 1
        return self.then(board=tuple(board), plies=plies, to_act=self.rounds[plies % 3], events=tuple(events))

    def result(self):
        arrived = ["Pps".index(symbol) + 1 for symbol in self.board[:3] if symbol]
        return Result(tuple(float(seat == min(arrived)) for seat in range(4)), "crowned") if arrived else None

    def key(self):
        return (self.board, self.plies)

    def special(self, seat, move):
        return "" if move.path or seat in self.chance else "bid"

    @classmethod
    def write(cls, move):
        return super().write(move) if move.path else f"={move.into}"

    @classmethod
    def read(cls, text):
        return Move((), text[1:]) if isinstance(text, str) and text in ("=1", "=2") else super().read(text)


BIDDING, STEPPING = "3/3/3/3/Pps w 1", "3/3/3/3/Pps w 2"


def write_odd(folder, variant):
    """Make a variant of this module a folder, as the toys are."""
    home = write_variant(folder, variant)
    specials = "specials:\n  bid:\n    title: Bid\n    ask: Bid?\n"
    for page in (home / "rules").iterdir():
        text = page.read_text(encoding="utf-8").replace("seats:\n", f"{specials}seats:\n")
        page.write_text(text, encoding="utf-8")
    module = home / "__init__.py"
    source, name = module.read_text(encoding="utf-8"), f"Variant = {variant.__name__}"
    module.write_text(source.replace(name, f"{inspect.getsource(variant)}\n\n{name}"), encoding="utf-8")


def opened(visitors, fen=""):
    """A running game of ann, bob and cleo, who sit in this order, and what they are connected by, by seat."""
    people = {seat: visitors.scripted.client(name) for seat, name in enumerate(("ann", "bob", "cleo"), 1)}
    table = open_table("Fair", *people.values(), seat="1", fen=fen)
    for client in people.values():
        client.connect()
    return table, people


def act(table, people, number, moves):
    """Moves of these seats in the turn after so many."""
    for seat, move in moves.items():
        answer = people[seat].call("act", table=table, seat=seat, number=number, move=move, id=f"{number}-{seat}")
        assert answer["ok"], answer


def close(people):
    for client in people.values():
        client.close()


def test_chance_in_the_first_seat_has_no_plate_and_no_part_of_a_review_and_its_seal_is_none_of_its_seed(visitors):
    table, people = opened(visitors, BIDDING)
    ann = visitors.known_person("ann").go(f"en/game/{table}?seat=1").wait_for_board()
    expect(ann.part("explain")).to_have_text("Make your choice. Nobody sees the move before all are sealed.")
    reader = visitors.person("reader").go(f"en/game/{table}").wait_for_board()
    expect(reader.page.locator("#seals li > span:first-child")).to_have_text(["The dice, this turn", "The dice"])
    expect(reader.page.locator("cavalier-board ~ .plate")).to_have_attribute("data-seat", "1")
    act(table, people, 0, {1: "=1", 2: "=2", 3: "=2"})
    assert people[1].call("resign", table=table, seat=1, id="enough")["ok"]
    close(people)
    bob = visitors.known_person("bob").go(f"en/game/{table}").wait_for_board()
    bob.part("review-start").click()
    expect(bob.part("costs")).to_be_visible()
    # A bid is replaced by another, and what was drawn beside it stays.
    bob.page.keyboard.press("ArrowLeft")
    bob.page.keyboard.press("ArrowRight")
    ranking = bob.part("ranking").locator("button")
    expect(ranking).to_have_count(2)
    bob.part("ranking").get_by_role("button", name="=1").click()
    expect(bob.part("supposed-told")).to_have_text(re.compile("^Not played: =1"))
    expect(bob.part("review-refusal")).to_be_hidden()
    bob.part("ranking").get_by_role("button", name="=2").click()
    expect(bob.part("supposed")).to_be_hidden()
    reader.page.reload()
    of_three = re.compile("^After [^:]*: [^%]*%, [^%]*%, [^%]*%[.]")
    expect(reader.part("odds-told")).to_have_text(of_three)
    expect(reader.part("odds-line")).not_to_have_attribute("aria-label", re.compile("[Dd]ice"))


def test_on_the_analysis_board_the_moves_of_one_after_the_other_are_listed_and_chosen(visitors):
    reader = visitors.person("reader").go(f"en/variants/Fair/analysis?fen={BIDDING}").wait_for_board()
    reader.part("specials").get_by_role("button", name="=1").click()
    expect(reader.part("explain")).to_have_text("Make your choice. When all moves are chosen, all are played.")
    reader.go(f"en/variants/Fair/analysis?fen={STEPPING}").wait_for_board()
    expect(reader.page.locator(".plate [data-name]")).to_have_text(["Checkered", "Black", "White"])
    expect(reader.part("odds-told")).to_have_text(
        re.compile("^At the start: White .*Black .*Checkered"), timeout=20_000
    )
    ranking = reader.part("ranking").locator("button")
    expect(reader.part("ranking-name")).to_have_text("White")
    expect(ranking).to_have_count(2)
    reader.part("ranking").get_by_role("button", name="a1a2").click()
    expect(reader.part("ranking-name")).to_have_text("Black")
    expect(reader.part("headline")).to_have_text("Black: choose a move.")
    reader.part("ranking").get_by_role("button", name="b1c2").click()
    expect(reader.part("headline")).to_have_text("Dice to move.")
    reader.holds("a2", "white footman")
    reader.holds("c2", "black footman")


def test_a_waiting_player_reads_of_both_choosing_players(visitors):
    table, people = opened(visitors, STEPPING)
    cleo = visitors.known_person("cleo").go(f"en/game/{table}").wait_for_board()
    expect(cleo.part("headline")).to_have_text("The players choose.")
    act(table, people, 0, {1: "a1a2"})
    expect(cleo.part("headline")).to_have_text(re.compile("is still choosing"))
    close(people)


def test_seals_appear_as_soon_as_several_seats_choose_after_a_chance_move(visitors):
    anna = visitors.person("anna")
    link = anna.open("Fair", seat=1)
    slots = anna.page.locator(".plate .slot").locator("visible=true")
    expect(slots).to_have_count(0)
    for seat, name in ((2, "oskar"), (3, "maria")):
        visitors.person(name).join(link, seat=seat)
    anna.sees_turn(1)
    expect(slots).to_have_count(3)
    expect(anna.page.locator("#moves thead th").first).to_have_text("Turn")

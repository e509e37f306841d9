"""People who use the whole site in a real browser: they open tables, press squares, seal moves and read."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, expect

from tests.harness.board_page import launch
from tests.harness.resting import RESTING, USUAL, changed
from tests.harness.site import PATIENT, Site, scripted_site, site
from variants.grid import Grid, grid

AUDITED = ["fr", pytest.param("en", marks=pytest.mark.slow)]
"""The languages in which whole pages are looked at: French every time, since its words are longer."""

THEMES = ["dark", pytest.param("light", marks=pytest.mark.slow)]

PATIENCE = 30_000
"""Milliseconds after which something that should appear is missed: longer than a busy machine takes for it."""

expect.set_options(timeout=PATIENCE)

GRAVE = ("error", "warning")

NO_WORKER = "Service Worker registration blocked by Playwright"
"""Nobody has the worker of the site who does not ask for it: it asks for files itself, past what a test holds back."""

IN_OUR_FONTS = """() => document.fonts.ready.then(() => ["Young Serif", "Source Sans 3"].every((face) => {
  const probe = document.body.appendChild(document.createElement("span"));
  probe.textContent = "Waterfalls";
  const widths = [`"${face}", monospace`, "monospace"].map((family) => {
    probe.style.cssText = `position: absolute; font: 40px ${family}`;
    return probe.getBoundingClientRect().width;
  });
  probe.remove();
  return widths[0] !== widths[1];
}))"""
"""Whether both fonts of the house are what text is drawn in."""


class Player:
    """One person's browser at a table, and what it complained about."""

    def __init__(self, place: Place, page: Page, usual: bool = False) -> None:
        self.place = place
        self.page = page
        self.usual = usual
        self.squares: Grid = grid(8, 8)
        self.complaints: list[str] = []
        self.excused: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", self._fail)
        page.on("console", self._hear)
        changed.discard(page)

    def _fail(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _hear(self, message: ConsoleMessage) -> None:
        if (
            message.type in GRAVE
            and message.text != NO_WORKER
            and not any(re.search(excuse, message.text) for excuse in self.excused)
        ):
            self.complaints.append(f"{self.page.url}: {message.text}")

    def leave(self) -> None:
        """Leave the page for somebody who comes later, if nothing was done to it that lasts."""
        for event, hears in (("pageerror", self._fail), ("console", self._hear)):
            self.page.remove_listener(event, hears)
        if self.usual and not self.page.is_closed():
            RESTING.keep(self.page, self.place.url)

    def part(self, id: str) -> Locator:
        """The part of the page with this id."""
        return self.page.locator(f"#{id}")

    def go(self, path: str) -> Player:
        """Open an address of the site."""
        self.page.goto(self.place.url + path.removeprefix("/"))
        return self

    def in_our_fonts(self) -> Player:
        """Load the page anew until it is drawn in the fonts of the house: a browser uses those that come in time."""
        for _ in range(20):
            if self.page.evaluate(IN_OUR_FONTS):
                return self
            self.page.reload()
        raise AssertionError("the fonts never came in time")

    def overflow(self) -> int:
        """How many pixels of the page lie beside the window, once its style is there."""
        self.page.wait_for_load_state()
        sideways: int = self.page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return sideways

    def unfold(self, way: str) -> Player:
        """Open this way to an opponent on the home page: `computer`, `friend` or `somebody`."""
        if self.page.locator(f"#way-{way}:not([open])").count():
            self.page.locator(f"#way-{way} > summary").click()
        return self

    # The table

    def open(
        self,
        variant: str,
        *,
        seat: int = 0,
        language: str = "en",
        fen: str = "",
        name: str = "",
        control: str = "none",
        listed: bool = False,
        alone: bool = False,
        preset: str = "",
    ) -> str:
        """Open a table as its form does, without the page; answers the link to send, or its address if all sit here."""
        fields = table_form(seat=seat, fen=fen, name=name, control=control, listed=listed, alone=alone, preset=preset)
        address = f"{self.place.url}{language}/variants/{variant}/play"
        opened = self.page.context.request.post(address, form=fields, max_redirects=0)
        assert opened.status == 303, opened.text()
        self.page.goto(urljoin(address, opened.headers["location"]))
        self.sit()
        return self.page.url if alone else self.part("link").input_value()

    def visit(self, link: str) -> Player:
        """Follow a link to a table."""
        self.page.goto(link)
        return self.sit()

    def join(self, link: str, *, seat: int = 1, name: str = "") -> Player:
        """Follow the link and take a chair."""
        self.visit(link)
        self.part("name").fill(name)
        self.page.locator(f"#join button[data-free='{seat}']").click()
        return self.sit()

    def sit(self) -> Player:
        """Wait until the board of a table can be used."""
        expect(self.page.locator(".board-squares")).to_be_attached()
        rows = self.page.locator(".board-squares > [role=row]:not(.board-slots)")
        self.squares = grid(rows.first.locator("button").count(), rows.count())
        return self

    # The board

    def square(self, name: str) -> Locator:
        """The button over a square."""
        return self.page.locator(f".board-squares button[data-square='{self.squares.index[name]}']")

    def holds(self, name: str, what: str) -> None:
        """Wait until a square is said to hold this."""
        expect(self.square(name)).to_have_attribute("aria-label", re.compile(f"^{name}, {what}(,|$)"))

    def middle(self, name: str) -> tuple[float, float]:
        """Where the middle of a square is in the window."""
        box = self.square(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drawn(self, layer: str) -> Locator:
        """What a layer of the drawing holds."""
        return self.page.locator(f"cavalier-board [data-layer='{layer}'] *")

    def ready(self, name: str) -> None:
        """Wait until the piece on this square may be moved."""
        expect(self.square(name)).to_have_attribute("data-kind", "origin")

    def press(self, *names: str) -> None:
        """Press squares, the first of which holds a piece that can move."""
        self.ready(names[0])
        for name in names:
            self.square(name).click()

    def choose(self, move: str) -> None:
        """Press the squares of a move written `d4c5c3`, and the key of the nature it asks for, as in `b4b5n`."""
        names = self.squares.split.findall(move)
        self.press(*names)
        if into := move.removeprefix("".join(names)):
            self.page.locator(".board-chooser button:focus").press(into)

    def seal(self, move: str) -> None:
        """Choose a move, and press the button that sends it where the page asks for that."""
        self.choose(move)
        self.send()

    def send(self) -> None:
        """Press the button that sends what was chosen, where the page asks for that."""
        if self.part("decide").is_visible():
            self.part("send").click()

    def more(self) -> None:
        """Unfold the other ways to play on after a game."""
        self.part("more").locator("summary").click()

    def answer(self, value: str) -> None:
        """Answer the question in the middle of the page with `yes` or `no`."""
        self.page.locator(f"#ask button[value={value}]").click()
        expect(self.part("ask")).to_be_hidden()

    def sees_turn(self, number: int) -> None:
        """Wait until the table of moves holds so many turns."""
        expect(self.page.locator(f"#moves [data-turn='{number}']").first).to_be_attached()

    def told(self) -> Locator:
        """What was announced last to those who cannot see the board."""
        return self.part("announce")

    def digest(self, seat: int) -> str:
        """How the digest begins of the envelope that lies beside a seat's plate; "" where none does."""
        title = self.page.locator(f".plate[data-seat='{seat}'] [data-part=slot]").get_attribute("title") or ""
        found = re.search("[0-9a-f]{8}$", title)
        return found[0] if found else ""

    def cells(self) -> list[str]:
        """The moves of the table of moves, oldest first."""
        cells = self.page.locator("#moves [data-turn]")
        found: list[tuple[int, int, str]] = cells.evaluate_all(
            "cells => cells.map((cell) => [Number(cell.dataset.turn), cell.closest('td').cellIndex, cell.textContent])"
        )
        return [text for *_, text in sorted(found)]


def table_form(
    *,
    seat: int = 0,
    fen: str = "",
    name: str = "",
    control: str = "none",
    listed: bool = False,
    alone: bool = False,
    preset: str = "",
) -> dict[str, str]:
    """What the form that opens a table sends."""
    fields = {"fen": fen, "control": control, "opponent": "alone" if alone else "friend"}
    fields |= {"preset": preset} if preset else {}
    return fields if alone else {**fields, "seat": str(seat), "name": name, **({"listed": "1"} if listed else {})}


def until(page: Page, holds: Callable[[], object]) -> None:
    """Let the browser go on until this holds, of which no part of its page tells."""
    ends = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < ends, "it never came to hold"
        page.wait_for_timeout(20)


class Place:
    """A running site and a browser: who comes, and the complaints of everybody's browser."""

    def __init__(self, browser: Browser, running: Site, whole: bool = False) -> None:
        self.browser = browser
        self.whole = whole
        self.site = running
        self.url = running.url
        self.people: dict[str, Player] = {}

    def player(self, name: str, *, first: bool = False, **options: Any) -> Player:
        """Somebody with a browser of their own; the same name is the same person, with the options of the first time.

        `first` asks for a browser that has loaded nothing of the site before.
        """
        if name not in self.people:
            # A whole browser would ask for the icon of the page on which nobody is.
            usual = not (first or options or self.whole)
            page = (RESTING.take(self.browser) if usual else None) or self.browser.new_context(
                **{**USUAL, **options}
            ).new_page()
            self.people[name] = Player(self, page, usual)
        return self.people[name]

    def tab(self, player: Player) -> Player:
        """A second tab of the same person."""
        name = f"{len(self.people)}"
        self.people[name] = Player(self, player.page.context.new_page())
        return self.people[name]

    def complaints(self) -> list[str]:
        """All complaints since the last time."""
        found = [complaint for person in self.people.values() for complaint in person.complaints]
        for person in self.people.values():
            person.complaints.clear()
            person.excused.clear()
        return found

    def leave(self) -> None:
        """All go, and are forgotten: whoever comes later is somebody else."""
        for person in self.people.values():
            person.leave()
        self.people.clear()
        for context in self.browser.contexts:
            if context not in RESTING.contexts():
                context.close()


@contextmanager
def gathering(data: Path, *options: str, whole: bool = False) -> Iterator[Place]:
    """A site with this data folder and a browser to use it."""
    with site(data, *options, machine=PATIENT) as running, launch(whole) as browser:
        yield Place(browser, running, whole)


@contextmanager
def gathering_by_hand(data: Path, *options: str) -> Iterator[Place]:
    """The same, on a site whose clock stands still unless `place.site.turn_clock` turns it."""
    with scripted_site(data, *options) as running, launch() as browser:
        yield Place(browser, running)


def play_turns(*turns: str, white: Player, black: Player, first: int = 1) -> None:
    """Turns of Apocalypse, each `white/black`; returns when both have seen the last one."""
    for number, turn in enumerate(turns, first):
        for player, move in zip((white, black), turn.split("/"), strict=True):
            player.seal(move)
        for player in (white, black):
            player.sees_turn(number)

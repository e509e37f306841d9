"""People who use the whole site in a real browser: they open tables, press squares, seal moves and read."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Route, ViewportSize, expect

from server.game import Act, Action
from tests.harness.audits import tab_to
from tests.harness.browsers import DEFAULTS, PAGE_POOL, launch
from tests.harness.client import cookie
from tests.harness.mail import MailServer, mail_options, mail_server
from tests.harness.site import PATIENT, ScriptedSite, Site, scripted_site, site
from tests.toys import write_variant
from variants.grid import Grid, grid
from variants.position import Eyes, Position, Seat, Viewer
from variants.registry import load

PATIENCE = 30_000
"""Milliseconds until an expectation fails: more than a busy machine needs."""

expect.set_options(timeout=PATIENCE)

NO_WORKER = "Service Worker registration blocked by Playwright"
"""The service worker asks for files itself, past the routes of a test: only who asks for it has it."""

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
"""Whether text is drawn in both fonts of the site."""


RECORD_SOUNDS = """
window.heard = [];
document.addEventListener("sounded", ({ detail }) => window.heard.push(detail.name));
"""
"""A script that keeps the names of the sounds that a page plays, in `heard`."""

RECORD_ANNOUNCEMENTS = """() => {
  window.announced = [];
  new MutationObserver((changes) => {
    for (const {addedNodes} of changes) for (const node of addedNodes) window.announced.push(node.textContent);
  }).observe(document.getElementById("announce"), {childList: true});
}"""
"""Keep what is added to the live region, in `announced`."""

COUNT_MOVING = """(selector) => {
  window.travelled = 0;
  const LAYER = "[data-layer=moving]";
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target.matches(LAYER)) window.travelled += addedNodes.length;
      else for (const node of addedNodes) window.travelled += node.querySelectorAll?.(`${LAYER} > *`).length ?? 0;
    }
  }).observe(document.querySelector(selector), { childList: true, subtree: true });
}"""
"""Count the pieces of a board that are drawn on their way, in `travelled`, however few frames a busy machine draws."""


SHOWN = "document.querySelector('cavalier-board').view"
"""The view that a board shows."""

HAS_ACTED = f"(number) => {SHOWN}.number > number || {SHOWN}.sealed || {SHOWN}.result"
"""Whether a board shows that its player has made a move after so many turns."""


class Person:
    """Somebody with a browser context of their own: its page, and the errors that the browser reports on it."""

    def __init__(self, visitors: Visitors, page: Page, pooled: bool = False) -> None:
        self.visitors = visitors
        self.page = page
        self.squares: Grid = grid(8, 8)
        self.errors: list[str] = []
        self.allowed_errors: list[str] = []
        """Patterns of what is no error in this test."""
        self._pooled = pooled
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", self._note_error)
        page.on("console", self._note_message)

    @property
    def own_page(self) -> Page:
        """The page, for what outlasts its document: an init script, a clock, an exposed function, a web socket route.

        It is closed with its person; other pages are used again.
        """
        self._pooled = False
        return self.page

    def _note_error(self, error: Error) -> None:
        self.errors.append(str(error))

    def _note_message(self, message: ConsoleMessage) -> None:
        if (
            message.type in ("error", "warning")
            and message.text != NO_WORKER
            and not any(re.search(allowed, message.text) for allowed in self.allowed_errors)
        ):
            self.errors.append(f"{self.page.url}: {message.text}")

    def close(self) -> None:
        """Leave the page to somebody who comes later, if it is not this person's own."""
        for event, noted in (("pageerror", self._note_error), ("console", self._note_message)):
            self.page.remove_listener(event, noted)
        if self._pooled and not self.page.is_closed():
            PAGE_POOL.put(self.page, self.visitors.url)

    def part(self, id: str) -> Locator:
        """The part of the page with this id."""
        return self.page.locator(f"#{id}")

    def plate(self, seat: int, part: str) -> Locator:
        """A part of the plate of a seat, beside the board."""
        return self.page.locator(f".plate[data-seat='{seat}'] [data-part={part}]")

    def go(self, path: str) -> Person:
        """Open an address of the site."""
        self.page.goto(self.visitors.url + path.removeprefix("/"))
        return self

    def with_fonts(self) -> Person:
        """Load the page anew until it is drawn in the fonts of the site: a browser uses those that come in time."""
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

    def unfold(self, way: str) -> Person:
        """Open this way to an opponent on the home page: `computer`, `friend` or `somebody`."""
        if self.page.locator(f"#way-{way}:not([open])").count():
            self.page.locator(f"#way-{way} > summary").click()
        return self

    def disconnect(self) -> None:
        """Leave the scripted site; returns when it has noticed."""
        site = self.visitors.scripted
        connected = site.memory()["connections"]
        self.page.goto("about:blank")
        site.until(lambda: site.memory()["connections"] < connected)

    def go_offline(self) -> None:
        """Lose the network; returns when the page says so."""
        self.allowed_errors.append("ERR_INTERNET_DISCONNECTED|WebSocket")
        self.page.context.set_offline(True)
        expect(self.part("connection")).to_be_visible(timeout=2 * PATIENCE)

    # A seek

    def seek(self, *variants: str, control: str = "5+3", language: str = "en") -> Person:
        """Ask for an opponent on the home page, for any variant if none is named."""
        self.go(f"{language}/").unfold("somebody")
        if variants:
            self.part("seek-variants").evaluate("(details) => { details.open = true; }")
        for variant in variants:
            self.page.locator(f"#seek-form [name=variant][value={variant}]").check(force=True)
        boxes = {box.get_attribute("value"): box for box in self.page.locator("#seek-form [name=control]").all()}
        wanted = control.split()
        for value in [*wanted, *(boxes.keys() - set(wanted))]:  # One is chosen at any time.
            boxes[value].set_checked(value in wanted, force=True)
        self.part("seek-go").click()
        return self

    def wait_for_seek(self, what: str) -> None:
        """Wait until the page says for what its reader waits."""
        expect(self.part("seeking")).to_be_visible()
        expect(self.part("seeking-wish")).to_have_text(re.compile(what))

    def wait_for_pairing(self) -> str:
        """Wait until the page is that of a running game, seen from a seat; the game's address."""
        expect(self.page).to_have_url(re.compile(r"/game/\w+\?seat=[01]$"))
        expect(self.wait_for_board().page.locator("[data-part=name]", has_text="you")).to_have_count(1)
        return self.address

    # The table

    @property
    def address(self) -> str:
        """The address of the table that is open, as everybody may use it."""
        return self.page.url.split("?")[0]

    def open(self, variant: str, *, language: str = "en", one_device: bool = False, **fields: Any) -> str:
        """Open a table as its form does, with these fields of `table_form`, without the page.

        Answers the link to send, or the address of the table if all sit here.
        """
        form = table_form(one_device=one_device, **fields)
        self.page.goto(self.post(f"{language}/variants/{variant}/play", form))
        self.wait_for_board()
        return self.page.url if one_device else self.part("link").input_value()

    def post(self, path: str, fields: Mapping[str, str]) -> str:
        """Send a form as its page does, without the page; the address to which the site leads."""
        address = self.visitors.url + path
        answer = self.page.context.request.post(address, form={**fields}, max_redirects=0)
        assert answer.status == 303, answer.text()
        return urljoin(address, answer.headers["location"])

    def visit(self, link: str) -> Person:
        """Follow a link to a table."""
        self.page.goto(link)
        return self.wait_for_board()

    def join(self, link: str, *, seat: int = 1, name: str = "") -> Person:
        """Follow the link and take a chair."""
        self.visit(link)
        self.part("name").fill(name)
        self.page.locator(f"#join button[data-free='{seat}']").click()
        return self.wait_for_board()

    def wait_for_board(self) -> Person:
        """Wait until the board of a table can be used."""
        self.page.locator(".board-squares").wait_for(state="attached")
        rows = self.page.locator(".board-squares > [role=row]:not(.board-slots)")
        self.squares = grid(rows.first.locator("button").count(), rows.count())
        return self

    def reload(self) -> Person:
        """Load the page of a table anew."""
        self.page.reload()
        return self.wait_for_board()

    def play_computer(self, variant: str, language: str = "en") -> Person:
        """Begin a game of this variant against the computer at its least strength, on the home page."""
        form = self.go(f"{language}/").unfold("computer").page.locator("form.computer")
        form.locator("select").select_option(variant, force=True)  # The picker in its place follows it.
        form.locator("input[name=strength][value='1']").check(force=True)
        form.locator(".primary").click()
        return self.wait_for_board()

    def take_device(self) -> Person:
        """Press the button of the curtain between two players on one device."""
        self.part("curtain-yes").click()
        expect(self.part("curtain")).to_be_hidden()
        return self

    def resign(self) -> None:
        """Resign, and say yes to the question."""
        self.part("resign").click()
        self.answer("yes")
        expect(self.page.locator("main.over")).to_be_attached()

    def review(self) -> None:
        """Have the game that is over reviewed, and wait until all of it is there."""
        self.part("review-start").click()
        expect(self.part("costs")).to_be_visible()
        expect(self.part("review-progress")).to_be_hidden()

    # The chat

    def open_chat(self) -> Person:
        """Unfold the chat."""
        if self.part("chat").get_attribute("open") is None:
            self.part("chat").locator("> summary").click()
        return self

    def say(self, text: str) -> None:
        """Write it in the chat and press Enter."""
        self.open_chat()
        self.part("say-text").fill(text)
        self.part("say-text").press("Enter")
        expect(self.part("say-text")).to_have_value("")

    def messages(self) -> Locator:
        """The texts that the chat shows."""
        return self.page.locator("#said li p:last-child")

    # The board

    def square(self, name: str) -> Locator:
        """The button over a square."""
        return self.page.locator(f".board-squares button[data-square='{self.squares.index[name]}']")

    def holds(self, name: str, what: str) -> None:
        """Wait until the label of a square says that it holds this."""
        expect(self.square(name)).to_have_attribute("aria-label", re.compile(f"^{name}, {what}(,|$)"))

    def center(self, name: str) -> tuple[float, float]:
        """The middle of a square in the window, in pixels."""
        box = self.square(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def layer(self, layer: str) -> Locator:
        """The elements in a layer of the drawn board."""
        return self.page.locator(f"cavalier-board [data-layer='{layer}'] *")

    def ready(self, name: str) -> None:
        """Wait until the piece on this square may be moved."""
        self.square(name).and_(self.page.locator("[data-kind=origin]")).wait_for(state="attached")

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

    def play(self, move: str) -> None:
        """Choose a move, and press the button that sends it where the page asks for that."""
        self.choose(move)
        self.send()

    def play_any(self) -> None:
        """Play the first move of the first piece that may be moved."""
        self.page.locator(".board-squares button[data-kind=origin]").first.click()
        self.page.locator(".board-squares button[data-kind=target]").first.click()
        self.send()

    def send(self) -> None:
        """Press the button that sends what was chosen, where the page asks for that."""
        if self.part("decide").is_visible():
            self.part("send").click()

    def open_more(self) -> None:
        """Unfold the other ways to play on after a game."""
        self.part("more").locator("summary").click()

    def answer(self, value: str) -> None:
        """Answer the question in the middle of the page with `yes` or `no`."""
        self.page.locator(f"#ask button[value={value}]").click()
        expect(self.part("ask")).to_be_hidden()

    def walk(self, name: str) -> None:
        """Move the focus to a square with the arrow keys, as it lies on the screen."""
        files = self.squares.files
        focused = int(self.page.locator(".board-squares button:focus").get_attribute("data-square") or "")
        target = self.squares.index[name]
        side = -1 if self.page.locator("cavalier-board[data-turned]").count() else 1
        for steps, forward, back in (
            (side * (target % files - focused % files), "ArrowRight", "ArrowLeft"),
            (side * (target // files - focused // files), "ArrowDown", "ArrowUp"),
        ):
            for _ in range(abs(steps)):
                self.page.keyboard.press(forward if steps > 0 else back)
        expect(self.square(name)).to_be_focused()

    def play_by_keys(self, move: str) -> None:
        """Choose a move with arrows and Enter, and seal it with a second Enter on its last square."""
        names = self.squares.split.findall(move)
        self.ready(names[0])
        if not self.page.locator(".board-squares button:focus").count():
            tab_to(self, ".board-squares button")
        for name in names:
            self.walk(name)
            self.page.keyboard.press("Enter")
        self.page.keyboard.press("Enter")

    def hide(self, hidden: bool = True) -> None:
        """Let the page believe that its reader looks elsewhere, or looks again."""
        self.page.evaluate(
            """hidden => {
              Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
              document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )

    def sees_turn(self, number: int) -> None:
        """Wait until the table of moves holds so many turns."""
        self.page.locator(f"#moves [data-turn='{number}']").first.wait_for(state="attached")

    def announcement(self) -> Locator:
        """The live region: what was announced last to a screen reader."""
        return self.page.locator("#announce[role=status]")

    def digest(self, seat: int) -> str:
        """The first digits of the digest on the envelope beside a seat's plate; "" if there is none."""
        title = self.plate(seat, "slot").get_attribute("title") or ""
        found = re.search("[0-9a-f]{8}$", title)
        return found[0] if found else ""

    def move_list(self) -> list[str]:
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
    one_device: bool = False,
    preset: str = "",
) -> dict[str, str]:
    """What the form that opens a table sends."""
    fields = {"fen": fen, "control": control, "opponent": "alone" if one_device else "friend"}
    fields |= {"preset": preset} if preset else {}
    return fields if one_device else {**fields, "seat": str(seat), "name": name, **({"listed": "1"} if listed else {})}


def call(page: Page, module: str, function: str, *arguments: Any) -> Any:
    """What a function of a script of the site answers."""
    script = "async ([file, name, given]) => (await import(`/static/${file}.js`))[name](...given)"
    return page.evaluate(script, [module, function, arguments])


def until(page: Page, holds: Callable[[], object]) -> None:
    """Let the browser go on until this holds, which no part of its page shows."""
    ends = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < ends, "it never came to hold"
        page.wait_for_timeout(20)


def hold_first(page: Page, pattern: str, method: str = "") -> list[Route]:
    """The first request from now on whose address fits, of this method if one is named: held until it is continued."""
    held: list[Route] = []

    def take(route: Route) -> None:
        if held or (method and route.request.method != method):
            route.continue_()
        else:
            held.append(route)

    page.route(pattern, take)
    return held


class Visitors:
    """A running site, a browser, and the people who use the site in it, by name."""

    def __init__(self, browser: Browser, running: Site, whole: bool = False, mail: MailServer | None = None) -> None:
        self.browser = browser
        self.whole = whole
        self.site = running
        self.url = running.url
        self.mail = mail
        self.people: dict[str, Person] = {}
        self.window: ViewportSize | None = None
        """The size of the windows of those who come from now on, until all leave."""

    @property
    def scripted(self) -> ScriptedSite:
        """The site, where a test turns its clock."""
        assert isinstance(self.site, ScriptedSite)
        return self.site

    def person(self, name: str, *, first: bool = False, **options: Any) -> Person:
        """Somebody with a browser context; the same name is the same person, with the options of the first time.

        `first` asks for a browser that has loaded nothing of the site before.
        """
        if name not in self.people:
            # A whole browser would ask for the icon of a page of the pool.
            pooled = not (first or self.whole or options.keys() - {"viewport", "reduced_motion"})
            page = PAGE_POOL.take(self.browser) if pooled else None
            page = page or self.browser.new_context(**{**DEFAULTS, **({} if pooled else options)}).new_page()
            if window := options.get("viewport", self.window):
                page.set_viewport_size(window)
            if motion := options.get("reduced_motion"):
                page.emulate_media(reduced_motion=motion)
            self.people[name] = Person(self, page, pooled)
        return self.people[name]

    def known_person(self, name: str, **options: Any) -> Person:
        """Somebody whose cookie is known on a scripted site: a `Client` of this name acts for the same person."""
        person = self.person(name, **options)
        person.page.context.add_cookies([{"name": "cavalier", "value": cookie(name), "url": self.url}])
        return person

    def tab(self, person: Person) -> Person:
        """A second tab of the same person."""
        name = f"{len(self.people)}"
        self.people[name] = Person(self, person.page.context.new_page())
        return self.people[name]

    def game(
        self,
        variant: str = "Apocalypse",
        names: Sequence[str] = ("anna", "oskar"),
        onlooker: str = "",
        language: str = "en",
        **options: Any,
    ) -> list[Person]:
        """A game that has begun: its players in the order of seats, called by their names, and an onlooker if named.

        All come to its page at the same time, when the seats are taken.
        """
        everybody = [self.person(name) for name in (*names, *filter(None, [onlooker]))]
        fields = table_form(name=names[0].title(), **options)
        table = everybody[0].post(f"{language}/variants/{variant}/play", fields).split("?")[0]
        for seat, name in enumerate(names[1:], 1):
            join = f"{table.removeprefix(self.url)}/join"
            everybody[seat].post(join, {"seat": str(seat), "name": name.title()})
        for seat, person in enumerate(everybody):
            own = f"?seat={seat}" if seat < len(names) else ""
            person.page.goto(table + own, wait_until="commit")
        for person in everybody:
            person.page.wait_for_load_state()
            person.wait_for_board()
        return everybody

    def link_in_mail(self, kind: str, address: str) -> str:
        """Wait for a mail to this address; the first link of this kind in it, as an address within the site."""
        assert self.mail is not None
        server, page = self.mail, next(iter(self.people.values())).page
        until(page, lambda: address in server.receivers[: len(server.taken)])
        text = server.texts()[server.receivers.index(address)]
        return str(re.findall(rf"https://chess.example/(../mail/{kind}/\S+)", text)[0])

    def errors(self) -> list[str]:
        """All errors that browsers have reported since the last time."""
        found = [error for person in self.people.values() for error in person.errors]
        for person in self.people.values():
            person.errors.clear()
            person.allowed_errors.clear()
        return found

    def leave(self) -> None:
        """Close all pages and forget all people."""
        for person in self.people.values():
            person.close()
        self.people.clear()
        self.window = None
        for context in self.browser.contexts:
            if context not in PAGE_POOL.contexts():
                context.close()


class Pages:
    """The transport of `game` through the pages of visitors: they press squares, and a view is what a board shows."""

    def __init__(self, visitors: Visitors) -> None:
        self.visitors = visitors
        self._rules: type[Position] | None = None

    def open(self, name: str, variant: str, *, fen: str | None = None, control: str = "none", **settings: Any) -> str:
        self._rules = load(variant)
        options = {f"option-{key}": str(value) for key, value in settings.items()}
        person = self.visitors.person(name)
        form = table_form(name=name.title(), fen=fen or "", control=control) | options
        person.visit(person.post(f"en/variants/{variant}/play", form))
        return person.address.rpartition("/")[2]

    def join(self, table: str, name: str, seat: Seat) -> None:
        person = self.visitors.person(name)
        person.visit(person.post(f"en/game/{table}/join", {"seat": str(seat), "name": name.title()}))

    def act(self, table: str, name: str, requested: Action) -> str:
        """Play a move; other actions have buttons of their own. It was never refused when this returns."""
        assert isinstance(requested, Act), requested
        assert self._rules is not None
        person = self.visitors.person(name)
        first, *path = self._rules.read(requested.move).path
        pressed = person.page.locator(f".board-squares button[data-square='{first}']")
        expect(pressed).to_have_attribute("data-kind", "origin")
        for square in (first, *path):
            person.page.locator(f".board-squares button[data-square='{square}']").click()
        person.send()
        person.page.wait_for_function(HAS_ACTED, arg=requested.number)
        return ""

    def view(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR, language: str = "en") -> dict[str, Any]:
        """What the board of a person shows, with all turns that have been played."""
        person = self.visitors.person(name or "onlooker")
        if not person.page.url.startswith(f"{self.visitors.url}{language}/game/{table}"):
            person.go(f"{language}/game/{table}").wait_for_board()
        newest = self.whole(table, name, viewer)["number"]
        person.page.wait_for_function(f"(number) => {SHOWN}.number === number", arg=newest)
        shown: dict[str, Any] = person.page.evaluate(SHOWN)
        del shown["arrived"]
        return shown

    def whole(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR) -> dict[str, Any]:
        """The view that the site sends to a program of this person, which has seen none before."""
        own = f"?seat={viewer}" if isinstance(viewer, int) else ""
        address = f"{self.visitors.url}api/v1/tables/{table}{own}"
        answer = self.visitors.person(name or "onlooker").page.context.request.get(address)
        return dict(answer.json())

    def record(self, table: str, name: str = "", viewer: Viewer = Eyes.SPECTATOR) -> dict[str, Any]:
        own = f"?seat={viewer}" if isinstance(viewer, int) else ""
        address = f"{self.visitors.url}en/game/{table}/record.json{own}"
        return dict(self.visitors.person(name or "onlooker").page.context.request.get(address).json())


@contextmanager
def visitors_of(data: Path, *options: str, whole: bool = False, scripted: bool = False) -> Iterator[Visitors]:
    """A site with this data folder and a browser, which has windows if it is `whole`.

    The clock of a scripted site stands still unless `visitors.scripted` turns it.
    """
    with running_site(data, *options, scripted=scripted) as running, launch(whole) as browser:
        yield Visitors(browser, running, whole)


def running_site(data: Path, *options: str, scripted: bool) -> AbstractContextManager[Site]:
    """A site as of `visitors_of`."""
    return scripted_site(data, *options) if scripted else site(data, *options, machine=PATIENT)


def site_fixture(*options: str, toys: Sequence[type[Position]] = (), scripted: bool = False) -> Any:
    """A fixture: a site with these options and toy variants, which files of tests share, and its mail server.

    Without mail a site has no page on which a reader gives an address.
    """

    @pytest.fixture(scope="session")
    def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, MailServer]]:
        folder = tmp_path_factory.mktemp("variants")
        for toy in toys:
            write_variant(folder, toy)
        outside = ("--variants", str(folder)) if toys else ()
        with mail_server() as server:
            own = (*outside, *mail_options(server), *options)
            with running_site(tmp_path_factory.mktemp("data"), *own, scripted=scripted) as running:
                yield running, server

    return shared_site


def visitors_at(shared_site: str) -> Any:
    """The fixture `module_visitors` for a file that uses the shared site of this fixture."""

    @pytest.fixture(scope="module")
    def module_visitors(request: pytest.FixtureRequest) -> Iterator[Visitors]:
        running, server = request.getfixturevalue(shared_site)
        with launch() as browser:
            yield Visitors(browser, running, mail=server)

    return module_visitors


def visitors_fixture(whole: bool = False, named: bool = False) -> Any:
    """The fixture `module_visitors` for a file with a site of its own (see `visitors_of`).

    They use its name if it is `named`, else its number: browsers make passkeys only for a name.
    """

    @pytest.fixture(scope="module")
    def module_visitors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitors]:
        with visitors_of(tmp_path_factory.mktemp("data"), whole=whole) as visitors:
            if named:
                visitors.url = visitors.url.replace("127.0.0.1", "localhost")
            yield visitors

    return module_visitors


def press_on(board: Locator, *names: str, size: int = 5) -> None:
    """Press these squares of a square board, as soon as the first one holds a piece that may be moved."""
    squares = [square_on(board, name, size) for name in names]
    expect(squares[0]).to_have_attribute("data-kind", "origin")
    for square in squares:
        square.click()


def square_on(board: Locator, name: str, size: int = 5) -> Locator:
    """The button over a square of a square board."""
    return board.locator(f".board-squares button[data-square='{grid(size, size).index[name]}']")


def play_turns(*turns: str, white: Person, black: Person, first: int = 1) -> None:
    """Turns of Apocalypse, each `white/black`; returns when both have seen the last one."""
    for number, turn in enumerate(turns, first):
        for person, move in zip((white, black), turn.split("/"), strict=True):
            person.play(move)
        for person in (white, black):
            person.sees_turn(number)


def play_in_turn(players: Sequence[Person], moves: str, *onlookers: Person, first: int = 1) -> None:
    """Moves of players who take turns, in their order; returns when all have seen the last one."""
    for number, move in enumerate(moves.split(), first):
        players[(number - first) % len(players)].play(move)
        for person in (*players, *onlookers):
            person.sees_turn(number)


def read(people: Sequence[Person], part: str, *texts: str) -> None:
    """Wait until each of these people reads this text, of one for each or one for all, in a part of the page."""
    for person, text in zip(people, texts * (len(people) // len(texts)), strict=True):
        expect(person.part(part)).to_have_text(text)

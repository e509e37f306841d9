"""A page with nothing but one board element, served with the site's content policy, and a driver of that element."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from playwright.sync_api import Page

from server.drawing.diagram import board_svg
from server.drawing.marks import from_story
from server.drawing.pieces import Drawings
from tests.harness.checkout import ROOT
from variants.grid import Grid, grid
from variants.position import Event, Picture

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'"

DRAWINGS = Drawings(ROOT / "pieces")
SYMBOLS = {
    **{nature.upper(): f"w{nature}" for nature in "pnbrqk"},
    **{nature: f"b{nature}" for nature in "pnbrqk"},
    **{symbol: f"c{nature}" for symbol, nature in zip("stuco", "pqrbn", strict=True)},
}
NAMES = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
WORDS = {
    "board": "Board",
    "choose": "Which move",
    "empty": "empty",
    "hand": "in hand",
    "held": "{count} in hand",
    "movable": "can move",
    "selected": "picked up",
    "safe": "safe",
    "possible": "possible",
    "risky": "risky",
    "pending": "chosen",
    "sealed": "sealed",
    "check": "in check",
    "unseen": "dark",
    "last": "last turn",
    "elsewhere": "put it down elsewhere",
    "pieces": {
        symbol: f"{ {'w': 'white', 'b': 'black', 'c': 'checkered'}[name[0]] } {NAMES[name[1]]}"
        for symbol, name in SYMBOLS.items()
    },
}


def geometry(fen: str) -> Grid:
    """The grid of the board that these rows describe."""
    rows = fen.split("/")
    files = sum(int(sign) if sign.isdigit() else 1 for sign in rows[0])
    return grid(files, len(rows))


def view(fen: str, moves: str = "", risky: str = "", **more: Any) -> dict[str, Any]:
    """A table's view: moves by their texts, a letter after the squares being the symbol the piece becomes.

    A drop, `P@c3`, is that of the first of its kind. A hand is the symbols of its slots, with a dot where one is empty.
    """
    board = geometry(fen)
    hands = more.pop("hands", ())
    offered = []
    for text in [*moves.split(), *risky.split()]:
        dropped, drop, squares = text.rpartition("@")
        names = board.split.findall(squares)
        becomes = squares[len("".join(names)) :]
        move: dict[str, Any] = {"id": text, "label": text, "path": [board.index[name] for name in names]}
        if drop:
            move["path"].insert(0, board.files * board.ranks + "".join(hands).index(dropped))
        if becomes:
            move["becomes"] = becomes
        if text in risky.split():
            move["risky"] = True
        offered.append(move)
    marks = {board.index[name]: mark for mark in ("check", "unseen") for name in more.pop(mark, "").split()}
    slots = [[symbol.strip(".") for symbol in hand] for hand in hands]
    return {
        "number": 0,
        "picture": {
            "size": (board.files, board.ranks),
            "board": board.read_rows(fen, SYMBOLS),
            "marks": marks,
            "hands": slots,
        },
        "moves": offered,
        "sealed": None,
        "turns": [],
        "signs": {"moved": "arrow", "failed": "failed", "clashed": "clash", "removed": "lost"},
        **more,
    }


def turn(number: int, fen: str, *events: tuple[str, int | None, str, str]) -> dict[str, Any]:
    """A turn of a view; an event is its code, seat, squares and pieces."""
    board = geometry(fen)
    return {
        "number": number,
        "row": number,
        "latest": number,
        "described_from": number,
        "chance": False,
        "begins": True,
        "texts": {},
        "events": [
            {
                "code": code,
                "seat": seat,
                "squares": [board.index[name] for name in squares.split()],
                "pieces": [*pieces],
            }
            for code, seat, squares, pieces in events
        ],
    }


def drawing(view: Mapping[str, Any], turned: bool = False) -> str:
    """The live board that the server draws of a view, with the signs of its last turn."""
    size, board, marks, hands = (view["picture"][name] for name in ("size", "board", "marks", "hands"))
    counts = view["picture"].get("counts", ())
    shown = view["turns"][-1]["events"] if view["turns"] else []
    events = [Event(event["code"], event["seat"], tuple(event["squares"]), tuple(event["pieces"])) for event in shown]
    return board_svg(
        Picture(tuple(size), tuple(board), marks, hands, counts),
        SYMBOLS,
        DRAWINGS,
        marks=from_story(events, view["signs"]),
        turned=turned,
        near=view.get("viewer"),
        live=True,
        title="Board",
    )


@dataclass
class BoardServer:
    """A running server of board pages."""

    address: str
    pages: dict[str, str]

    def show(self, view: Mapping[str, Any], *, turned: bool = False) -> str:
        """Put a page with this view's board at an address of its own."""
        svg = drawing(view, turned)
        attributes = {"data-drawings": json.dumps(SYMBOLS), "data-words": json.dumps(WORDS)}
        if turned:
            attributes["data-turned"] = ""
        written = " ".join(f'{name}="{value.replace(chr(34), "&quot;")}"' for name, value in attributes.items())
        path = f"/page{len(self.pages)}"
        self.pages[path] = (
            '<!doctype html><html lang="en"><title>Board</title><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            '<link rel="stylesheet" href="/static/css/board.css">'
            '<script type="module" src="/static/board/element.js"></script>'
            f"<body><main><cavalier-board {written}>{svg}</cavalier-board></main></body></html>"
        )
        return self.address + path

    def open(self, page: Page, view: Mapping[str, Any], *, turned: bool = False) -> BoardDriver:
        """Open a page with this view's board, and give it the view."""
        page.goto(self.show(view, turned=turned))
        board = BoardDriver(page, grid(*view["picture"]["size"]))
        board.show(view)
        return board


@contextmanager
def board_server() -> Iterator[BoardServer]:
    """A server of the static files and of pages with a board, under the policy of the site."""
    with page_server({"Content-Security-Policy": POLICY}) as (address, pages):
        yield BoardServer(address, pages)


@contextmanager
def page_server(headers: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """A server on a free port of this machine: its address, and the pages that it sends besides the static files."""
    pages: dict[str, str] = {"/favicon.ico": ""}

    class Answer(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            page = pages.get(self.path)
            if page is None:
                return super().do_GET()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

        def end_headers(self) -> None:
            for name, value in headers.items():
                self.send_header(name, value)
            super().end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Answer, directory=str(ROOT))) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield f"http://localhost:{server.server_port}", pages
        finally:
            server.shutdown()


class BoardDriver:
    """Drives one board element: presses squares by name and keeps the events that it dispatches."""

    def __init__(self, page: Page, board: Grid) -> None:
        self.page = page
        self.grid = board

    def show(self, view: Mapping[str, Any]) -> None:
        """Give the element another view."""
        self.page.evaluate("view => { document.querySelector('cavalier-board').view = view; }", view)

    def button(self, name: str) -> Any:
        return self.page.locator(f"button[data-square='{self.grid.index[name]}']")

    def press(self, *names: str) -> None:
        for name in names:
            self.button(name).click()

    def drag(self, origin: str, target: str) -> int:
        """Drag a piece; how many were drawn on their way."""
        x, y = self.center(origin)
        to_x, to_y = self.center(target)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
        self.page.mouse.move(to_x, to_y)
        moving = self.count("moving")
        self.page.mouse.up()
        return moving

    def center(self, name: str) -> tuple[float, float]:
        box = self.button(name).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def label(self, name: str) -> str:
        return str(self.button(name).get_attribute("aria-label"))

    def count(self, layer: str, what: str = "*") -> int:
        """How many elements of a kind a layer of the drawing holds."""
        return self.page.locator(f"[data-layer='{layer}'] {what}").count()

    def events(self) -> list[Any]:
        """The events since the last time: their names, with the move's id if there is one."""
        return list(self.page.evaluate("() => events.splice(0)"))

    def choices(self) -> list[str]:
        """The labels of the chooser's tiles."""
        return [str(tile.get_attribute("aria-label")) for tile in self.page.locator(".board-chooser button").all()]


RECORD_EVENTS = """
window.events = [];
for (const name of ["choose", "confirm", "cancel", "choosing", "settled"]) {
  addEventListener(name, (event) => {
    if (event.target.localName !== "cavalier-board") return;
    const { id, choices, number } = event.detail;
    events.push(id ? `${name} ${id}` : choices ? `${name} ${choices.length}` : number ? `${name} ${number}` : name);
  });
}
"""

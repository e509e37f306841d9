"""Records the moving picture of README, `python -m tools.reveal`: a turn of Apocalypse on the page of a real game."""

from __future__ import annotations

import base64
import io
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from bench.site import serving

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "reveal.webp"
MOST_BYTES = 400_000
CHROMIUM = "/usr/bin/chromium"
WINDOW = ViewportSize(width=480, height=650)
FILES = "abcde"
RANKS = 5

WHITE_MOVE = ("e2", "d3")
"""A footman captures on an empty square: White guesses that the horseman goes there."""
BLACK_MOVE = ("e5", "d3")

LOOK = 900
"""Milliseconds for which each step stands before the next one."""
LAST_LOOK = 3500
REVEAL = 3500
"""Milliseconds that hold all movement of the reveal."""
SHORTEST = 50
"""Milliseconds that a frame lasts at least: frames that follow faster are left out."""


class Frame(NamedTuple):
    """What the page showed, from this time in seconds on."""

    time: float
    image: Image.Image


class Recording:
    """Everything that a page shows, frame by frame, while it is open."""

    def __init__(self, page: Page) -> None:
        self.frames: list[Frame] = []
        self._browser = page.context.new_cdp_session(page)
        self._browser.on("Page.screencastFrame", self._add)
        self._browser.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})

    def _add(self, event: dict[str, Any]) -> None:
        image = Image.open(io.BytesIO(base64.b64decode(event["data"]))).convert("RGB")
        self.frames.append(Frame(event["metadata"]["timestamp"], image))
        self._browser.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    def stop(self) -> list[tuple[Image.Image, int]]:
        """The frames, each with the milliseconds for which it stands."""
        self._browser.send("Page.stopScreencast")
        kept = self.frames[:1]
        for frame in self.frames[1:]:
            if frame.time - kept[-1].time >= SHORTEST / 1000:
                kept.append(frame)
        kept[-1] = Frame(kept[-1].time, self.frames[-1].image)
        lengths = [round(1000 * (after.time - frame.time)) for frame, after in pairwise(kept)]
        return list(zip([frame.image for frame in kept], [*lengths, LAST_LOOK], strict=True))


def main() -> int:
    """Record the reveal and write it to `docs/reveal.webp`; 1 if it is larger than README allows."""
    with serving() as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--headless", "--no-sandbox"])
        frames = record(browser, f"http://127.0.0.1:{server.port}/")
        browser.close()
    images, lengths = zip(*frames, strict=True)
    images[0].save(PICTURE, save_all=True, append_images=images[1:], duration=lengths, loop=0, quality=60, method=6)
    size = PICTURE.stat().st_size
    print(f"{PICTURE}: {len(images)} frames, {sum(lengths) / 1000:.1f} s, {size} bytes")
    return int(size > MOST_BYTES)


def record(browser: Browser, url: str) -> list[tuple[Image.Image, int]]:
    """Play a turn in two pages; what White's page shows of it."""
    white, black = [
        browser.new_context(viewport=WINDOW, reduced_motion="no-preference", service_workers="block").new_page()
        for _ in range(2)
    ]
    white.goto(f"{url}en/variants/Apocalypse/play")
    white.locator("input[name=seat][value='0']").check(force=True)
    white.locator("form .btn.primary").click()
    black.goto(white.locator("#link").input_value())
    black.locator("#join button[data-free]").first.click()
    ready = white.locator(".board-squares [data-kind=origin]").first
    ready.wait_for(state="attached")
    white.evaluate("document.fonts.ready")
    white.locator("cavalier-board").scroll_into_view_if_needed()

    recording = Recording(white)
    white.wait_for_timeout(LOOK)
    for name in WHITE_MOVE:
        square(white, name).click()
        white.wait_for_timeout(LOOK)
    white.locator("#send").click()
    white.wait_for_timeout(LOOK)
    for name in BLACK_MOVE:
        square(black, name).click()
    black.locator("#send").click()
    expect(white.locator("#moves [data-turn='1']").first).to_be_attached()
    white.wait_for_timeout(REVEAL)
    return recording.stop()


def square(page: Page, name: str) -> Any:
    """The button over a square of the board."""
    number = (RANKS - int(name[1])) * len(FILES) + FILES.index(name[0])
    return page.locator(f".board-squares button[data-square='{number}']")


if __name__ == "__main__":
    sys.exit(main())

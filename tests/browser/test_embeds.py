"""A page of another site: it shows our frames, a finished game steps in one, and no other page of ours is shown."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import expect

from tests.harness.people import play_turns


@contextmanager
def elsewhere(page):
    """The address of another site that shows this page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_finished_game_steps_in_a_frame_of_another_site_and_no_other_page_is_shown_there(visitors):
    ann, bob, reader = (visitors.person(name) for name in ("ann", "bob", "reader"))
    link = ann.open("Apocalypse", name="Ann")
    bob.join(link, name="Bob")
    play_turns("a2a3/e4e3", "a1b3/e5d3", white=ann, black=bob)
    bob.page.locator("#resign").click()
    bob.answer("yes")
    expect(bob.part("again")).to_be_visible()
    bob.page.reload()
    bob.page.locator("#embed summary").click()
    line = bob.part("embed-line").input_value()
    # The site tells its own address, at which it does not stand here.
    assert line.startswith('<iframe src="https://chess.example/embed/game/')
    line = line.replace("https://chess.example/", visitors.url)
    fen = "n3n/5/2p2/1P3/N3N"
    others = "".join(
        f'<iframe src="{visitors.url}{path}"></iframe>' for path in (f"embed/Apocalypse?fen={fen}", "en/games")
    )
    reader.allowed_errors.append("frame-ancestors")
    with elsewhere(line + others) as address:
        reader.page.goto(address)
        game, position, page = (reader.page.frame_locator("iframe").nth(at) for at in range(3))
        expect(game.locator("#shown")).to_have_text("turn 2 of 2")
        lost = game.locator("[data-layer='pieces'] use")
        expect(lost).to_have_count(14)
        game.locator("[data-step=first]").click()
        expect(game.locator("#shown")).to_have_text("turn 0 of 2")
        expect(game.locator("[data-layer='arrows'] *")).to_have_count(0)
        game.locator("[data-step=forward]").click()
        expect(game.locator("#shown")).to_have_text("turn 1 of 2")
        expect(game.locator("[data-layer='arrows'] > *")).to_have_count(2)
        expect(position.locator("svg.board")).to_be_visible()
        expect(page.locator("main")).to_have_count(0)
        for frame in (game, position):
            fits = "main => main.scrollHeight <= innerHeight && main.scrollWidth <= innerWidth"
            assert frame.locator("main").evaluate(fits), "nothing is cut off"

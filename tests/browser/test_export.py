"""The rules as files in a real browser: from the file system, and from a server that knows nothing but files."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from server.cli import main
from server.texts.languages import COMPLETE
from tests.browser.board_page import launch

pytestmark = pytest.mark.slow

NEEDED = {
    "en": "Trying moves needs a connection to the site, which knows the rules.",
    "fr": "Pour essayer des coups, il faut être connecté au site, qui connaît les règles.",
}
BACK = {"en": "Back to the figure", "fr": "Revenir à la figure"}


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that says nothing."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("export") / "made"
    assert main(["export", str(made)]) == 0
    return made


@pytest.fixture(params=["files", "server"])
def address(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    """Where the export is, with a slash at its end."""
    if request.param == "files":
        yield f"{folder.as_uri()}/"
        return
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def page() -> Iterator[Page]:
    """A page in which nothing is complained about."""
    with launch(whole=True) as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", lambda asked: complaints.append(f"{asked.failure} {asked.url}"))
        yield page
        # A page that is left breaks off what it has asked for.
        assert [text for text in complaints if not text.startswith("net::ERR_ABORTED ")] == []


def test_a_reader_goes_from_the_list_to_the_rules_and_back(page: Page, address: str) -> None:
    page.goto(f"{address}index.html")
    page.get_by_role("link", name="Apocalypse", exact=True).click()
    expect(page.locator("h1")).to_have_text("Apocalypse")
    assert page.locator("figure.fig svg.board").count() >= 20
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('20px Young Serif'))")
    assert page.locator(".prose").evaluate("one => getComputedStyle(one).maxWidth") is not None
    page.locator(".lang[lang=fr]").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page).to_have_url(f"{address}fr/Apocalypse.html")
    page.get_by_role("link", name="Diagrammes").click()
    page.wait_for_load_state("load")
    broken = "all => all.filter((one) => !one.complete || one.naturalWidth === 0).length"
    assert page.locator(".diagrams img").evaluate_all(broken) == 0
    page.go_back()
    page.get_by_role("link", name="Une page à imprimer").click()
    assert page.locator("svg.board").count() == 2
    page.locator(".brand").click()
    expect(page).to_have_url(f"{address}fr/index.html")


@pytest.mark.parametrize("language", COMPLETE)
def test_figures_step_and_what_a_trial_lacks_is_said(page: Page, address: str, language: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    page.goto(f"{address}{language}/Apocalypse.html")
    figure = page.locator("figure.stepped").first
    back, forward = figure.locator("[data-course] button").all()
    told = figure.locator("[data-course] b")
    last = told.inner_text()
    back.click()
    expect(figure.locator("cavalier-board")).to_be_visible()
    assert told.inner_text() != last
    forward.click()
    expect(told).to_contain_text(last)
    figure.locator(".try-it").click()
    expect(figure.locator(".trial > p")).to_have_text(NEEDED[language])
    figure.get_by_role("button", name=BACK[language]).click()
    expect(figure.locator(".trial")).to_have_count(0)
    expect(figure.locator("[data-course]")).to_be_visible()
    assert set(asked) == {"GET"}, "nobody is asked for the rules"

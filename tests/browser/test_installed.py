"""The worker of the site in a real browser: rules without a connection, a new version, notices, and the offer."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from server.runtime.ports import free_port
from tests.harness import people
from tests.harness.checkout import PARTS, ROOT
from tests.harness.people import Visitors, visitors_fixture
from tests.harness.site import site

pytestmark = pytest.mark.slow

WORKS = "() => navigator.serviceWorker.ready.then(() => true)"
CACHED = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    kept[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  }
  return kept;
}"""
RULES = "en/variants/Apocalypse"


module_visitors = visitors_fixture(whole=True)


@pytest.fixture
def ended(module_visitors, tmp_path):
    """A site that a test stops: its browser complains about that, and is not asked."""
    with site(tmp_path / "data") as running:
        visitors = Visitors(module_visitors.browser, running, module_visitors.whole)
        yield visitors
        visitors.leave()


def until(page, holds):
    """Ask the page until this holds: what it answers may be a promise."""
    people.until(page, lambda: page.evaluate(f"async () => {holds}"))


def is_cached(path):
    """Whether a page is kept."""
    return f"Boolean(await caches.match('{path}', {{ ignoreVary: true }}))"


def read(page, address):
    """Open a rules page under the eyes of the worker, until it is kept."""
    page.goto(address)
    page.evaluate(WORKS)
    page.reload()
    path = "/" + "/".join(address.split("/")[3:])
    until(page, is_cached(path))


def test_rules_pages_work_offline_and_other_pages_report_the_missing_connection(ended):
    page = ended.person("reader", service_workers="allow").page
    read(page, ended.url + RULES)
    figures = page.locator("figure svg.board").count()
    assert figures > 10
    ended.site.stop()
    page.reload()
    expect(page.locator("h1")).to_have_text("Apocalypse")
    assert page.locator("figure svg.board").count() == figures
    expect(page.locator(".toc [aria-current]")).to_have_count(1)  # Its script runs.
    assert "Young Serif" in page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily")
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('20px Young Serif'))")
    figure = page.locator("figure#guess")
    figure.locator(".steps button").first.click()
    expect(figure.locator(".steps b")).to_have_text("Both moves")
    expect(figure.locator("cavalier-board [data-layer=arrows] > *")).to_have_count(2)
    figure.locator(".try-it").click()
    expect(figure.locator(".trial > p")).to_have_text(
        "Trying moves needs a connection to the site, which knows the rules."
    )
    figure.get_by_role("button", name="Back to the figure").click()
    page.goto(ended.url + "en/games")
    expect(page.locator("h1")).to_have_text("No connection")
    page.goto(ended.url + "fr/variants/Dark")
    expect(page.locator("h1")).to_have_text("Pas de connexion")
    page.goto(ended.url + "es/games")
    expect(page.locator("h1")).to_have_text("Sin conexión")


def test_the_page_without_a_connection_comes_back_by_a_button_and_by_itself(module_visitors, tmp_path):
    data, port = tmp_path / "data", ("--port", str(free_port()))
    page = module_visitors.browser.new_page()
    with site(data, *port) as running:
        read(page, running.url + RULES)
        address = running.url + "en/games"
    page.goto(address)
    heading = page.locator("h1")
    expect(heading).to_have_text("No connection")
    with site(data, *port):
        page.get_by_role("link", name="Try again").click()
        expect(heading).to_have_text("Games")
    page.goto(address)
    expect(heading).to_have_text("No connection")
    with site(data, *port):
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(heading).to_have_text("Games")
        page.close()


def test_an_installed_site_keeps_the_rules_of_all_variants(ended):
    page = ended.person("reader", service_workers="allow").page
    page.goto(ended.url + "fr/games")
    page.evaluate(WORKS)
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    until(page, is_cached("/fr/variants/Synchrone"))
    ended.site.stop()
    for name in ("Apocalypse", "Checkered", "Synchrone"):
        page.goto(f"{ended.url}fr/variants/{name}")
        assert page.locator("figure svg.board").count() > 5


def test_a_new_version_under_an_open_tab_runs_no_stale_script(module_visitors, tmp_path):
    checkout, data, port = tmp_path / "checkout", tmp_path / "data", ("--port", str(free_port()))
    for part in (*PARTS, "static"):
        shutil.copytree(ROOT / part, checkout / part, ignore=shutil.ignore_patterns("__pycache__"))
    page = module_visitors.browser.new_page()
    with site(data, *port, root=checkout) as running:
        read(page, running.url + RULES)
        (first,) = page.evaluate(CACHED)
    built = checkout / "static" / "dist"
    with (built / "contents.js").open("a", encoding="utf-8") as script:
        script.write('document.documentElement.dataset.version = "second";\n')
    for packed in built.glob("contents.js.*"):
        packed.unlink()
    with site(data, *port, root=checkout):
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-version", "second")
        until(page, f"!(await caches.keys()).includes('{first}')")
        ((second, paths),) = page.evaluate(CACHED).items()
        assert second != first
        assert f"/{RULES}" in paths
        assert [path for path in paths if first.removeprefix("cavalier-") in path] == [], "nothing old is left"
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-version", "second")
    expect(page.locator(".toc [aria-current]")).to_have_count(1)
    page.close()


def test_installing_is_offered_once_in_the_menu(visitors):
    reader = visitors.person("reader", viewport={"width": 360, "height": 640})
    reader.go("fr/")
    can = """() => {
      const event = new Event("beforeinstallprompt", { cancelable: true });
      event.prompt = () => { window.asked = (window.asked ?? 0) + 1; };
      dispatchEvent(event);
      return event.defaultPrevented;
    }"""
    button = reader.page.locator(".menu [data-install]")
    reader.page.locator(".menu summary").click()
    expect(button).to_be_hidden()
    assert reader.page.evaluate(can), "the browser does not ask by itself"
    expect(button).to_have_text("Installer Cavalier")
    button.click()
    assert reader.page.evaluate("asked") == 1
    expect(button).to_be_hidden()
    reader.page.reload()
    reader.page.evaluate(can)
    reader.page.locator(".menu summary").click()
    expect(button).to_be_hidden()


ANDROID = """
const Plain = window.Notification;
window.Notification = class {
  static get permission() { return Plain.permission; }
  static requestPermission() { return Promise.resolve(Plain.permission); }
  constructor() { throw new TypeError("Illegal constructor. Use showNotification() of the registration instead."); }
};
"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, data }) => [title, body, data])"""


def test_where_a_page_may_not_notify_its_worker_does(visitors):
    anna, oskar = (
        visitors.person("anna", permissions=["notifications"], service_workers="allow"),
        visitors.person("oskar"),
    )
    anna.own_page.add_init_script(ANDROID)
    link = anna.open("Apocalypse", name="Anna")
    anna.page.evaluate(WORKS)
    anna.page.locator("#notices summary").click()
    anna.part("notify").click()
    expect(anna.part("notify")).to_have_attribute("aria-pressed", "true")
    anna.hide()
    oskar.join(link, name="Oskar")
    until(anna.page, f"(await ({SHOWN})()).length === 1")
    ((title, body, address),) = anna.page.evaluate(SHOWN)
    assert "Apocalypse" in title
    assert re.search("begins|turn", body)
    assert address == anna.page.url
    anna.hide(False)
    until(anna.page, f"(await ({SHOWN})()).length === 0")

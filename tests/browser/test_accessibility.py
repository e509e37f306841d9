"""Every page in every state: no fault that axe finds, in both languages and themes, and no scrolling sideways."""

import pytest
from playwright.sync_api import expect

from tests.harness.audits import WIDE, examine
from tests.harness.people import AUDITED
from tests.harness.states import CROWDED
from variants.registry import load_all

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("language", AUDITED)
def test_no_page_that_is_read_has_a_fault(visitors, language):
    reader = visitors.person("reader")
    reader.allowed_errors.append("404|400")
    found = []
    for path in (
        "",
        "variants/Apocalypse",  # As it comes; all pages of rules are looked at unfolded, below.
        *(f"variants/{name}/leaflet" for name in ("Apocalypse", "Dobutsu")),
        "variants/Apocalypse/play",
        "variants/Checkered/play?fen=7k/P7/8/3s4/8/8/8/K7 w",
        "variants/Checkered/play?fen=nonsense",
        "games",
        "mine",
        "mail",
        "settings",
        "replay",
        "programs",
        "make",
        "fair-play",
        "restore",
        "nowhere",
    ):
        reader.go(f"{language}/{path}")
        found += examine(reader, f"{language}/{path}")
    for path in (f"offline/{language}", f"embed/Apocalypse?lang={language}", f"embed/Apocalypse?fen=x&lang={language}"):
        reader.go(path)
        found += examine(reader, path)
    for way in ("friend", "computer", "somebody"):
        reader.go(f"{language}/").unfold(way)
        found += examine(reader, f"{language}, way {way} unfolded")
    assert found == []


OPEN = """() => {
  for (const one of document.querySelectorAll("main details:not(.answer)")) one.open = true;
  for (const one of document.querySelectorAll(".answer.right")) one.open = true;
}"""


@pytest.mark.parametrize("language", AUDITED)
@pytest.mark.parametrize("name", sorted(load_all()))
def test_no_page_of_rules_has_a_fault_when_all_of_it_is_used(visitors, name, language):
    """All is unfolded, the questions are answered, a figure is stepped back, another one is tried."""
    reader = visitors.person("reader").go(f"{language}/variants/{name}")
    page = reader.page
    page.evaluate(OPEN)
    stepped = page.locator("figure.stepped").first
    stepped.locator(".steps button").first.click()
    expect(stepped.locator("cavalier-board button[data-square]").first).to_be_attached()
    tried = page.locator("figure[data-try]:has(.try-it)").last
    tried.locator(".try-it").click()
    expect(tried.locator(".trial > p")).to_be_focused()
    assert examine(reader, f"{language}/{name}") == []


@pytest.mark.parametrize("language", AUDITED)
def test_no_state_of_a_table_has_a_fault(visitors, language):
    white, black = visitors.person("anna"), visitors.person("oskar")
    found = []

    def look(player, state):
        found.extend(examine(player, f"{language}, {state}"))

    link = white.open("Apocalypse", language=language, fen=CROWDED, name="Anna", listed=True)
    look(white, "open table")
    # The language of the last page is that of the next link.
    black.go(f"{language}/games").visit(link)
    look(black, "free seat")
    black.go(f"{language}/").part("waiting").get_by_role("button").click()
    black.wait_for_board()
    white.ready("b4")
    look(white, "to choose")
    white.press("b4")
    look(white, "picked up")
    white.square("b5").click()
    expect(white.part("chooser")).to_be_visible()
    look(white, "chooser")
    white.page.locator(".board-chooser button").first.click()
    look(white, "risky move chosen")
    white.part("send").click()
    expect(white.part("unseal")).to_be_visible()
    look(white, "sealed")
    expect(black.page.locator(".plate .slot.full")).to_have_count(1)
    look(black, "the other has sealed")
    black.part("draw").click()
    expect(white.part("offer")).to_be_visible()
    look(white, "draw offered")
    white.part("decline").click()
    black.play("a3a2")
    white.sees_turn(1)
    look(white, "turn with a penalty")
    black.part("takeback").click()
    expect(white.part("back")).to_be_visible()
    look(white, "takeback asked")
    white.part("back-no").click()
    white.page.locator("#chat > summary").click()
    look(white, "chat open")
    white.part("move").fill("e9")
    white.part("move").press("Enter")
    look(white, "typed text refused")
    white.part("resign").click()
    expect(white.part("ask")).to_be_visible()
    look(white, "question")
    white.answer("yes")
    expect(white.page.locator("main.over")).to_be_attached()
    look(white, "finished")
    white.page.keyboard.press("Home")
    white.holds("b2", "[^,]+")
    look(white, "replay")
    for path in ("games", "mine"):
        look(white.go(f"{language}/{path}"), f"{path} with a game")
    assert found == []


@pytest.mark.parametrize("language", AUDITED)
def test_no_table_of_another_kind_has_a_fault(visitors, language):
    white, black = visitors.person("anna"), visitors.person("oskar")
    white.allowed_errors.append("ERR_INTERNET_DISCONNECTED|WebSocket")
    found = []
    for variant in ("Dark", "Dice", "Progressive", "Dobutsu", "Chess"):
        black.join(white.open(variant, language=language))
        expect(white.page.locator("button[data-kind=origin]").first).to_be_attached()
        if variant == "Dobutsu":
            white.play("b2b3")
            white.sees_turn(1)
        found += examine(white, f"{language}, {variant}")
    white.part("ask-first").get_by_role("checkbox").check()
    white.press("e2", "e4")
    expect(white.part("send")).to_be_enabled()
    found += examine(white, f"{language}, move to confirm")
    white.page.context.set_offline(True)
    expect(white.part("connection")).to_be_visible(timeout=60_000)
    white.part("send").click()
    expect(white.part("connection-cancel")).to_be_visible()
    found += examine(white, f"{language}, connection lost")
    assert found == []


@pytest.mark.parametrize("width", [360, 720, 1100])
def test_checkered_fits_the_window_with_its_question_and_its_chooser(visitors, width):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Checkered", language="fr", fen="r6k/1P6/8/3s4/8/8/8/2K5 w", name="W" * 32)
    black.join(link, name="漢" * 32)
    white.page.set_viewport_size({"width": width, "height": 740})
    white.choose("b7a8")
    expect(white.part("chooser").get_by_role("button")).to_have_count(4)
    assert white.overflow() <= 0
    white.page.keyboard.press("Escape")
    white.part("specials").get_by_role("button").click()
    expect(white.part("ask")).to_be_visible()
    assert white.overflow() <= 0
    white.answer("no")
    white.page.set_viewport_size(WIDE)


def test_a_page_without_script_tells_how_a_game_stands(visitors):
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Apocalypse", name="Anna")
    reader = visitors.person("still", java_script_enabled=False)
    reader.page.goto(link)
    expect(reader.page.get_by_role("heading", name="Anna invites you.")).to_be_visible()
    expect(reader.page.get_by_role("button", name="Join as Black")).to_be_visible()
    black.join(link)
    for player, move in ((white, "e2d3"), (black, "e5d3")):
        player.play(move)
    white.sees_turn(1)
    reader.page.reload()
    expect(reader.page.locator("#moves")).to_contain_text("Clash on d3: the white footman stays")
    expect(reader.page.locator("cavalier-board svg.board")).to_be_visible()
    reader.go("en/variants/Apocalypse")
    expect(reader.page.locator("article figure").first).to_be_visible()

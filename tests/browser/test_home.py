"""The home page and the menu know the games of their reader, lead to an opponent in two steps, and do not jump."""

import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.harness.audits import MAX_SHIFT, RECORD_SHIFT, examine, layout_shift
from tests.harness.people import AUDITED, table_form, until
from variants.registry import load_all


@pytest.mark.parametrize("language", AUDITED)
def test_the_home_page_leads_back_to_the_game_that_waits_for_me(visitors, language):
    anna, oskar = visitors.person("anna"), visitors.person("oskar")
    expect(anna.go(f"{language}/").page.locator(".foremost, .badge")).to_have_count(0)
    link = anna.open("Apocalypse", language=language, name="Anna")
    oskar.join(link, name="Oskar")
    oskar.play("e5d3")
    anna.go(f"{language}/")
    strip = anna.page.locator(".foremost")
    expect(strip).to_contain_text({"en": "Your move against Oskar", "fr": "À vous de jouer contre Oskar"}[language])
    expect(strip).to_contain_text({"en": "Oskar has sealed", "fr": "Oskar a scellé"}[language])
    expect(anna.page.locator(".wide .badge")).to_have_text("1")
    found = examine(anna, f"{language}, home with a game")
    for path in ("variants/Apocalypse", "games", "mine"):
        anna.go(f"{language}/{path}")
        expect(anna.page.locator(".wide .badge")).to_have_text("1")
        # What is kept of a page for everybody does not tell one reader of the games of another.
        expect(oskar.go(f"{language}/{path}").page.locator(".badge")).to_have_count(0)
    anna.go(f"{language}/").page.locator(".foremost .btn").click()
    anna.wait_for_board()
    assert anna.page.url.endswith(link.rsplit("/", 1)[1].partition("?")[0])
    assert found == []


def test_a_game_against_the_computer_is_among_mine_and_among_those_that_run(visitors):
    anna, reader = visitors.person("against"), visitors.person("onlooker")
    anna.go("en/").unfold("computer").page.locator("form.computer select").select_option("Checkered")
    anna.page.locator("form.computer .primary").click()
    anna.wait_for_board()
    expect(anna.part("headline")).to_have_text("Your move.")
    anna.page.locator(".board-squares button[data-kind=origin]").first.click()
    anna.page.locator(".board-squares button[data-kind=target]").first.click()
    anna.sees_turn(1)
    expect(reader.go("en/games").part("running").locator(".mini", has_text="Computer")).to_have_count(1)
    for language, title in (("en", "against the computer (medium)"), ("fr", "contre l’ordinateur (moyen)")):
        expect(anna.go(f"{language}/").page.locator(".foremost .display")).to_contain_text(title)


def test_a_high_board_does_not_make_the_strip_of_my_game_higher(visitors):
    anna = visitors.person("tall")
    visitors.person("small").join(anna.open("Dobutsu"))
    box = anna.go("en/").page.locator(".foremost").bounding_box()
    assert box is not None
    assert box["height"] <= 98


@pytest.mark.parametrize("language", AUDITED)
def test_two_presses_lead_to_the_link_for_a_friend(visitors, language):
    anna = visitors.person(f"host {language}").go(f"{language}/")
    anna.page.locator("#way-friend > summary").click()
    expect(anna.page.locator("#way-computer .primary")).to_be_hidden()
    anna.page.locator("form.friend .primary").click()
    anna.wait_for_board()
    link = anna.part("link").input_value()
    friend = visitors.person(f"guest {language}").visit(link)
    friend.page.locator("#join button").last.click()
    expect(friend.part("join")).to_be_hidden()
    anna.go(f"{language}/")
    expect(anna.page.locator("form.friend .primary")).to_be_visible()


def test_a_finished_game_is_listed_with_its_result_and_told_to_me_as_mine(visitors):
    anna, oskar, reader = (visitors.person(name) for name in ("winner", "loser", "reader"))
    link = anna.open("Chess", name="Wanda", listed=True)
    oskar.join(link, name="Lars")
    anna.play("e2e4")
    anna.sees_turn(1)
    oskar.part("resign").click()
    oskar.answer("yes")
    expect(anna.part("headline")).to_have_text(re.compile("You won"))
    for player, title in ((anna, "You won"), (oskar, "You lost"), (reader, "White wins")):
        row = player.go("en/games").part("finished").locator("tr", has_text="Wanda")
        expect(row).to_contain_text(title)


@pytest.mark.parametrize("width", [360, 768, 1280])
@pytest.mark.parametrize("language", AUDITED)
@pytest.mark.slow
def test_no_page_jumps_while_it_comes(visitors, width, language):
    anna, oskar = visitors.person("steady"), visitors.person("other")
    free = oskar.open("Apocalypse", language=language)
    link = anna.open("Apocalypse", language=language, name="Anna", listed=True)
    oskar.join(link)
    anna.page.set_viewport_size({"width": width, "height": 740})
    anna.own_page.add_init_script(f"({RECORD_SHIFT})()")
    found = {}
    for path in ("", "games", "mine", "variants/Apocalypse", "variants/Checkered/play", "variants/Checkered/analysis"):
        found[path] = layout_shift(anna.go(f"{language}/{path}"))
    for state, address in (("game", link), ("free seat", free)):
        anna.visit(address)
        found[state] = layout_shift(anna)
    oskar.page.set_viewport_size({"width": width, "height": 740})
    oskar.own_page.add_init_script(f"({RECORD_SHIFT})()")
    oskar.visit(free)
    found["open table"] = layout_shift(oskar)
    anna.visit(link).play("e2d3")
    expect(anna.part("unseal")).to_be_visible()
    anna.page.reload()
    found["sealed"] = layout_shift(anna.wait_for_board())
    assert {path: moved for path, moved in found.items() if moved > MAX_SHIFT} == {}


@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("fr", 360)])
@pytest.mark.slow
def test_no_other_page_jumps_while_it_comes(visitors, language, width):
    anna, oskar = visitors.person("steady"), visitors.person("other")
    link = anna.open("Chess", language=language, name="Anna")
    oskar.join(link)
    anna.play("e2e4")
    anna.sees_turn(1)
    anna.part("resign").click()
    anna.answer("yes")
    expect(anna.page.locator("main.over")).to_be_attached()
    game = link.rsplit("/", 1)[1].partition("?")[0]
    anna.go(f"{language}/").unfold("computer").page.locator("form.computer .primary").click()
    against = anna.wait_for_board().page.url.rsplit("/", 1)[1]
    anna.page.set_viewport_size({"width": width, "height": 740})
    anna.own_page.add_init_script(f"({RECORD_SHIFT})()")
    paths = [f"variants/{name}" for name in load_all() if name != "Apocalypse"]
    paths += ["replay", "fair-play", "programs", "make", "restore", "nowhere", f"game/{game}", f"game/{against}"]
    anna.allowed_errors.append("404")
    found = {path: layout_shift(anna.go(f"{language}/{path}")) for path in paths}
    assert {path: moved for path, moved in found.items() if moved > MAX_SHIFT} == {}


def test_three_ways_and_nothing_else_stand_before_the_fold(visitors):
    anna = visitors.person("new")
    anna.page.set_viewport_size({"width": 1280, "height": 800})
    anna.go("en/")
    red = anna.page.locator("main .btn.primary:visible")
    expect(red).to_have_count(1)
    expect(red).to_be_in_viewport()
    expect(anna.page.locator("main details[name=way]")).to_have_count(3)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("language", AUDITED)
@pytest.mark.slow
def test_a_page_does_not_jump_when_its_typefaces_come_late(visitors, width, language):
    reader = visitors.person(f"late {language} {width}", viewport={"width": width, "height": 740})
    held = []
    reader.page.route("**/*.woff2", lambda route: held.append(route))
    reader.own_page.add_init_script(f"({RECORD_SHIFT})()")
    for path in ("", "variants/Apocalypse"):
        held.clear()
        reader.page.goto(f"{visitors.url}{language}/{path}", wait_until="domcontentloaded")
        expect(reader.page.locator(".foot")).to_be_attached()
        reader.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        until(reader.page, lambda: len(held) >= 2)  # Text stands there before its typeface.
        for route in held:
            route.continue_()
        reader.page.evaluate("() => document.fonts.ready.then(() => 0)")
        assert reader.page.evaluate("() => [...document.fonts].filter(({status}) => status === 'loaded').length") >= 2
        assert layout_shift(reader) <= MAX_SHIFT, path


def test_the_tab_of_who_opened_a_table_is_named_after_the_opponent_too(visitors):
    anna = visitors.person("titled")
    link = anna.open("Chess", name="Tina")
    expect(anna.page).to_have_title("Chess: Tina – Cavalier")
    visitors.person("guest").join(link, name="Gus")
    expect(anna.page).to_have_title("● Chess: Tina – Gus – Cavalier")


def test_the_form_sends_what_these_tests_open_tables_with(visitors):
    anna = visitors.person("anna").go("en/variants/Apocalypse/play")
    page = anna.page
    page.locator("input[name=seat][value='1']").check(force=True)
    page.get_by_label("Your name").fill("Anna")
    page.locator("input[name=listed]").check()
    anna.part("control").select_option("5+3")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.locator("form .btn.primary").click()
    expect(anna.part("link")).to_be_visible()
    form = {name: value for name, (value,) in parse_qs(sent.value.post_data, keep_blank_values=True).items()}
    by_hand = table_form(seat=1, name="Anna", control="5+3", listed=True)
    assert {**form, **by_hand} == form, "each field of theirs is sent, with the same value"
    others = form.keys() - by_hand.keys()
    assert {name for name in others if not name.startswith("option-")} == {"strength"}

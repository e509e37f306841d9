"""Finding an opponent as people do it: by playing now and by the lists as they change."""

import re

from playwright.sync_api import expect

from tests.harness.audits import NARROW
from tests.harness.people import visitors_fixture

# On the lists of the home page nobody is but the people of these tests.
module_visitors = visitors_fixture()


def test_two_windows_pair_by_playing_now(visitors):
    anna, oskar = visitors.person("anna"), visitors.person("oskar")
    anna.seek("Checkered")
    anna.wait_for_seek("^Checkered · 5 min \\+ 3 s ·$")
    anna.page.wait_for_function(OTHERS_COUNTED)
    expect(anna.part("seeking-since")).to_have_text(re.compile(r"^since 0:[0-5]\d$"))
    expect(anna.page).to_have_title(re.compile("^Waiting for a player"))
    oskar.seek()
    assert anna.wait_for_pairing() == oskar.wait_for_pairing()
    for player in (anna, oskar):
        expect(player.page.locator(".p-title")).to_have_text("Checkered")
    assert {anna.page.url[-1], oskar.page.url[-1]} == {"0", "1"}


def test_surprise_me_and_variants_exclude_each_other_and_the_keyboard_alone_waits_and_stops(visitors):
    anna = visitors.person("surprised").go("en/")
    keys = anna.page.keyboard
    anna.page.locator("#way-somebody > summary").press("Enter")
    surprise = anna.part("any")
    anna.page.locator("#seek-variants > summary").press("Enter")
    boxes = [anna.page.locator(f"#seek-form [name=variant][value={name}]") for name in ("Apocalypse", "Checkered")]
    expect(surprise).to_be_checked()
    for box in boxes:
        box.check(force=True)
        expect(surprise).not_to_be_checked()
    expect(anna.part("seek-chosen")).to_have_text("Apocalypse, Checkered")
    surprise.check(force=True)
    for box in boxes:
        expect(box).not_to_be_checked()
    surprise.click(force=True)
    expect(surprise).to_be_checked()
    # A browser that restores the fields says so.
    boxes[0].evaluate("box => { box.checked = true; dispatchEvent(new Event('pageshow')); }")
    expect(anna.part("seek-chosen")).to_have_text("Apocalypse")
    surprise.check(force=True)
    for checked in (True, False):
        boxes[0].press("Space")
        expect(boxes[0]).to_be_checked(checked=checked)
    expect(surprise).to_be_checked()
    anna.part("seek-go").press("Enter")
    anna.wait_for_seek("^Any variant")
    expect(anna.part("seeking-title")).to_be_focused()
    keys.press("Tab")
    expect(anna.part("unwait")).to_be_focused()
    keys.press("Enter")
    expect(anna.part("seek-go")).to_be_focused()
    expect(anna.part("seek-told")).to_have_text("You are no longer waiting.")
    expect(anna.page).to_have_title(re.compile("^Chess variants"))


def test_several_clocks_and_ones_own_are_sought_and_one_is_always_chosen(visitors):
    anna = visitors.person("clocks").go("en/").unfold("somebody")
    boxes = {
        value: anna.page.locator(f"#seek-form [name=control][value='{value}']") for value in ("5+3", "10+5", "own")
    }
    expect(anna.page.locator("#seek-form [name=minutes]")).to_be_hidden()
    boxes["5+3"].click(force=True)
    expect(boxes["5+3"]).to_be_checked()
    for value in ("10+5", "own"):
        boxes[value].check(force=True)
    anna.page.locator("#seek-form [name=minutes]").fill("12")
    anna.page.locator("#seek-form [name=increment]").fill("900")
    anna.part("seek-go").click()
    expect(anna.part("seek-refused")).to_contain_text("“12+900” is not a time control")
    anna.page.locator("#seek-form [name=increment]").fill("7")
    anna.part("seek-go").click()
    anna.wait_for_seek(r"^Any variant · 5 min \+ 3 s, 10 min \+ 5 s, 12 min \+ 7 s ·$")
    anna.part("unwait").click()


def test_a_seek_and_a_listed_table_meet_in_two_windows(visitors):
    anna, oskar = visitors.person("seeker"), visitors.person("opener")
    oskar.open("Dobutsu", control="30+20", listed="1")
    anna.seek("Dobutsu", "Chess", control="30+20")
    assert anna.wait_for_pairing() == oskar.address
    maria, paul = visitors.person("waiting"), visitors.person("opening")
    maria.seek("Dobutsu", "Chess", control="3+2")
    maria.wait_for_seek("Chess, Dobutsu")
    paul.open("Chess", control="3+2", listed="1")
    assert maria.wait_for_pairing() == paul.address


def test_a_reload_keeps_the_wait_and_both_tabs_go_to_the_table(visitors):
    anna, oskar = visitors.person("reloading"), visitors.person("other")
    anna.seek("Apocalypse", control="3d", language="fr")
    anna.wait_for_seek("^Apocalypse · 3 jours par tour ·$")
    anna.page.reload()
    anna.wait_for_seek("^Apocalypse · 3 jours par tour ·$")
    second = visitors.tab(anna).go("fr/")
    second.wait_for_seek("^Apocalypse")
    # It is stopped in both tabs at once, and goes on in both.
    second.part("unwait").click()
    expect(anna.part("seek-form")).to_be_visible()
    expect(anna.part("seeking")).to_be_hidden()
    second.seek("Apocalypse", control="3d", language="fr")
    anna.wait_for_seek("^Apocalypse")
    oskar.go("en/")
    row = oskar.page.locator("#waiting-list tr", has_text="3 days a turn")
    row.get_by_role("button", name="Play").click()
    expect(oskar.page).to_have_url(re.compile(r"\?seat=[01]$"))
    table = oskar.wait_for_pairing().replace("/en/", "/fr/")
    for tab in (anna, second):
        expect(tab.page).to_have_url(re.compile(re.escape(table)))


def test_lists_that_change_while_a_stranger_is_greeted_do_not_end_his_wait(visitors):
    """The server knows nobody before the first wait: between the press and its answer the lists may come."""
    stranger, other = visitors.person("greeted"), visitors.person("meanwhile")
    held = []
    stranger.page.route("**/hello", lambda route: held.append(route))
    with stranger.page.expect_request("**/hello"):
        stranger.seek("Apocalypse", control="7d")
    other.seek("Checkered", control="1d")
    expect(stranger.page.locator("#waiting-list tr", has_text="1 day a turn")).to_have_count(1)
    held[0].continue_()
    stranger.wait_for_seek("^Apocalypse · 7 days a turn ·$")
    for player in (stranger, other):
        player.part("unwait").click()
        expect(player.part("seek-form")).to_be_visible()


def test_a_press_on_a_row_counts_though_the_lists_change_under_it(visitors):
    anna, oskar, eve = (visitors.person(f"{name} at the list") for name in ("anna", "oskar", "eve"))
    anna.seek("Apocalypse", control="3d")
    anna.wait_for_seek("^Apocalypse")
    rows = oskar.go("en/").page.locator("#waiting-list tr")
    play = rows.filter(has_text="3 days a turn").get_by_role("button", name="Play")
    play.hover()
    oskar.page.mouse.down()
    eve.seek("Checkered", control="1d")
    expect(rows.filter(has_text="1 day a turn")).to_have_count(1)
    oskar.page.mouse.up()
    assert oskar.wait_for_pairing() == anna.wait_for_pairing()
    eve.part("unwait").click()
    expect(eve.part("seek-form")).to_be_visible()


def test_a_press_on_a_row_that_is_refused_shows_why(visitors):
    anna, oskar = visitors.person("refused"), visitors.person("waited for")
    anna.allowed_errors.append("ERR_FAILED")
    oskar.seek("Apocalypse", control="3d")
    anna.page.route("**/hello", lambda route: route.abort())
    anna.go("en/").page.locator("#waiting-list tr", has_text="3 days a turn").get_by_role("button", name="Play").click()
    expect(anna.part("seek-refused")).to_have_text(re.compile("did not work"))
    expect(anna.part("seek-refused")).to_be_in_viewport()
    oskar.part("unwait").click()
    expect(oskar.part("seek-form")).to_be_visible()


OTHERS_COUNTED = """() => {
  const counted = Number(document.getElementById("how-many").textContent.match(/[0-9]+/)?.[0] ?? 0);
  const rows = [...document.querySelectorAll("#waiting-list tbody tr")];
  const others = rows.filter((row) => row.querySelector("[data-part=you]").hidden);
  return others.length < rows.length && counted === others.length;
}"""
"""Whether the number of those who wait is that of the rows besides the own one of the reader."""


def test_the_lobby_row_names_the_game_if_only_one_player_waits(visitors):
    anna, eve = visitors.person("opening"), visitors.person("reading", viewport=NARROW)
    row = eve.go("fr/").part("how-many")
    expect(row).to_have_text(re.compile("premier"))
    anna.open("Apocalypse", control="5+3", listed=True)
    only = "1 en attente\u202f: Apocalypse · 5 min + 3 s"
    expect(row).to_have_text(only, use_inner_text=True)
    eve.page.reload()
    expect(row).to_have_text(only, use_inner_text=True)
    assert eve.overflow() <= 0
    expect(anna.go("fr/").part("how-many")).to_have_text(re.compile("premier"))
    assert "premier" in re.search('id="how-many">([^<]*)<', anna.page.context.request.get(anna.page.url).text())[1]
    anna.page.wait_for_selector("#waiting-list [data-part=you]:not([hidden])")
    expect(anna.part("how-many")).to_have_text(re.compile("premier"))
    anna.page.go_back()
    anna.open("Checkered", control="10+5", listed=True)
    expect(row).to_contain_text("2 ")
    for _ in range(2):
        anna.part("withdraw").click()
        anna.answer("yes")
        anna.page.go_back()


def test_the_lobby_lists_are_updated_live(visitors):
    reader, anna, oskar = (visitors.person(name) for name in ("reader", "opener", "joiner"))
    reader.go("fr/")
    link = anna.open("Apocalypse", control="15+10", listed=True, name="Mireille")
    row = reader.page.locator("#waiting-list tr", has_text="15 min + 10 s")
    expect(row).to_contain_text("Mireille")
    expect(row.get_by_role("button", name="Rejoindre")).to_be_visible()
    oskar.go("en/")
    oskar.page.locator("#waiting-list tr", has_text="15 min + 10 s").get_by_role("button", name="Join").click()
    oskar.wait_for_board()
    assert oskar.page.url.split("?")[0].endswith(link.rsplit("/", 1)[1])
    expect(row).to_have_count(0)
    game = reader.page.locator("#running-list .mini", has_text="15 min + 10 s")
    expect(game).to_contain_text("Mireille")
    expect(game.locator("[data-part=watching]")).to_have_text("")
    visitors.person("onlooker").visit(link)
    expect(game.locator("[data-part=watching]")).to_have_text("1 spectateur")
    expect(game.locator("[data-part=turn]")).to_have_text("tour 1")
    pressed = game.locator("bdi").first.element_handle()
    anna.visit(link)
    anna.play("c1c2")
    oskar.play("c5c4")
    expect(game.locator("[data-part=turn]")).to_have_text("tour 2")
    assert pressed.evaluate("name => name.isConnected"), "a press that has begun on it leads to the game"
    game.click()
    expect(reader.page).to_have_url(re.compile(link.rsplit("/", 1)[1]))


def test_without_script_the_lists_and_the_form_work(visitors):
    anna = visitors.person("scripted")
    link = anna.open("Apocalypse", control="1d", listed=True, name="Anna")
    plain = visitors.person("plain", java_script_enabled=False).go("en/")
    expect(plain.part("seek")).to_be_hidden()
    row = plain.page.locator("#waiting-list tr", has_text="1 day a turn").filter(has_text="Anna")
    row.get_by_role("button", name="Join").click()
    expect(plain.page).to_have_url(re.compile(link.rsplit("/", 1)[1]))
    expect(plain.page.get_by_role("heading", name="Turn 1")).to_be_visible()
    expect(plain.page.locator("cavalier-board svg.board")).to_be_visible()

"""Against the computer as people play it: one press, its envelope first, and whoever waits for others is called."""

import os
import re
import signal

import pytest
from playwright.sync_api import expect

from tests.harness.audits import NARROW, WIDE, examine
from tests.harness.child_processes import children
from tests.harness.people import AUDITED

MEANWHILE = {"en": "Play the computer meanwhile", "fr": "Jouer contre l’ordinateur en attendant"}
YOUR_MOVE = {"en": "Your move.", "fr": "À vous de jouer."}
EASY = {"en": "Computer (easy)", "fr": "Ordinateur (facile)"}


def press(player, variant="", strength=1, language="en"):
    """Begin a game from the home page: choose a variant and how strong the computer is to play."""
    form = player.go(f"{language}/").unfold("computer").page.locator("form.computer")
    if variant:
        form.locator("select").select_option(variant)
    form.locator(f"input[name=strength][value='{strength}']").check(force=True)
    form.locator(".primary").click()
    return player.wait_for_board()


def opposite(player):
    """At which seat the computer sits."""
    return 1 if player.page.locator(".plate[data-seat='0'] [data-part=name]").inner_text() in ("you", "vous") else 0


def waits_for_me(player):
    """Wait until the computer has sealed, and the page says so."""
    plate = player.page.locator(f".plate[data-seat='{opposite(player)}']")
    expect(plate.locator("[data-part=state]")).to_have_text(re.compile("^(sealed|scellé)$"))
    assert player.digest(opposite(player))


def move(player):
    """Choose the first of the moves that are offered, and press the button that sends it."""
    origin = player.page.locator(".board-squares button[data-kind=origin]").first
    origin.click()
    player.page.locator(".board-squares button[data-kind=target]").first.click()
    player.send()


def worker(visitors):
    """The process that thinks."""
    (thinking,) = (pid for pid, command in children(visitors.site.process.pid).items() if "server.computer" in command)
    return thinking


@pytest.mark.parametrize("language", AUDITED)
def test_one_press_leads_from_the_home_page_into_a_game(visitors, language):
    player = visitors.person(f"presser {language}").go(f"{language}/")
    player.page.locator("form.computer").get_by_role("button", name=re.compile("^(Play|Jouer)$")).click()
    player.wait_for_board()
    waits_for_me(player)
    name = {"en": "Computer (medium)", "fr": "Ordinateur (moyen)"}[language]
    plate = player.page.locator(f".plate[data-seat='{opposite(player)}']")
    expect(plate.locator("[data-part=name]")).to_have_text(name)
    expect(player.part("chat")).to_be_hidden()
    player.go(f"{language}/mine")
    expect(player.page.locator("#waiting td:not(.thumb)").first).to_contain_text(name)


@pytest.mark.parametrize("language", AUDITED)
def test_a_strength_begins_a_game_of_the_variant_above_it_and_is_the_usual_one_from_then_on(visitors, language):
    player = press(visitors.person(f"strong {language}"), "Dobutsu", strength=3, language=language)
    expect(player.page.locator(".p-title")).to_have_text("Dobutsu shogi")
    name = {"en": "Computer (strong)", "fr": "Ordinateur (fort)"}[language]
    expect(player.page.locator("[data-part=name]", has_text=name)).to_have_count(1)
    form = player.go(f"{language}/").page.locator("form.computer")
    expect(form.locator("select")).to_have_value("Dobutsu")
    expect(form.locator("input[name=strength][value='3']")).to_be_checked()
    form.locator(".primary").click()
    expect(player.wait_for_board().page.locator("[data-part=name]", has_text=name)).to_have_count(1)


@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("fr", 360)])
def test_its_envelope_lies_there_before_mine_and_holds_when_it_is_opened(visitors, language, width):
    player = visitors.person(f"sealer {language}")
    player.page.set_viewport_size({"width": width, "height": 740})
    press(player, "Apocalypse", language=language)
    seat = opposite(player)
    waits_for_me(player)
    expect(player.part("explain")).to_contain_text(
        {"en": "Choose a piece, then its destination.", "fr": "Choisissez une pièce, puis la case où elle va."}[
            language
        ]
    )
    expect(player.part("explain")).to_contain_text(
        re.compile("The computer has sealed its move. It chose before you.|L.ordinateur a scellé son coup.")
    )
    for number in (1, 2):
        waits_for_me(player)
        digest = player.digest(seat)
        move(player)
        player.sees_turn(number)
        assert player.overflow() <= 0
        checks = player.page.locator("#moves tbody").first.locator(".checks button")
        checks.click()
        section = player.page.locator("#opened-checks section", has_text=digest).first
        expect(section.locator(".verdict")).to_contain_text(
            {
                "en": "this browser saw this digest before the reveal",
                "fr": re.compile("ce navigateur a vu cette empreinte avant"),
            }[language]
        )
        player.page.locator("#opened [data-close]").last.click()


@pytest.mark.parametrize("language", AUDITED)
def test_where_they_move_in_turn_it_answers(visitors, language):
    player = press(visitors.person(f"mover {language}"), "Checkered", language=language)
    begun = 0 if opposite(player) else 1
    expect(player.part("headline")).to_have_text(YOUR_MOVE[language])
    move(player)
    player.sees_turn(begun + 2)
    assert not player.digest(0) + player.digest(1)
    player.part("takeback").click()
    expect(player.page.locator(f"#moves [data-turn='{begun + 2}']")).to_have_count(0)
    expect(player.part("headline")).to_have_text(YOUR_MOVE[language])


def test_who_is_quicker_than_the_computer_waits_for_it_and_is_told_so(visitors):
    player = press(visitors.person("quick"), "Apocalypse")
    waits_for_me(player)
    thinking = worker(visitors)
    os.kill(thinking, signal.SIGSTOP)
    try:
        move(player)
        player.sees_turn(1)
        player.page.locator(".board-squares button[data-kind=origin]").first.click()
        expect(player.part("explain")).to_contain_text("The computer is still choosing. It seals before you do.")
        player.page.keyboard.press("Escape")
        expect(player.page.locator(f".plate[data-seat='{opposite(player)}'] [data-part=state]")).to_have_text("thinks")
        move(player)
        expect(player.part("explain")).to_contain_text("waits. The computer seals first.")
        expect(player.part("send")).to_have_text("Sealing…")
        expect(player.page.locator("#moves [data-turn='2']")).to_have_count(0)
    finally:
        os.kill(thinking, signal.SIGCONT)
    player.sees_turn(2)


@pytest.mark.parametrize("language", AUDITED)
def test_a_move_in_haste_is_told_and_can_be_read_afterwards(visitors, language):
    player = press(visitors.person(f"hurried {language}"), "Apocalypse", language=language)
    waits_for_me(player)
    thinking = worker(visitors)
    os.kill(thinking, signal.SIGSTOP)
    move(player)
    player.sees_turn(1)
    player.page.locator(".board-squares button[data-kind=origin]").first.click()
    expect(player.part("explain")).to_contain_text(re.compile("It seals before you do|Il scelle avant vous"))
    os.kill(thinking, signal.SIGKILL)
    said = {
        "en": "I ran out of thinking time and played the first move I found",
        "fr": "Je n’ai pas eu le temps de réfléchir à ce tour",
    }
    expect(player.part("toast")).to_contain_text(said[language])
    waits_for_me(player)
    for _ in range(2):
        expect(player.part("said")).to_be_visible()
        expect(player.part("said")).to_contain_text(EASY[language])
        expect(player.part("said")).to_contain_text(said[language])
        expect(player.page.locator("#say, .phrases")).to_have_count(0)
        player.page.reload()
        player.wait_for_board()


def give_up(player):
    player.part("resign").click()
    player.answer("yes")
    expect(player.part("headline")).to_have_text("You lost.")


def go_on(player, button):
    """Begin the next game by this button of the one that is over."""
    over = player.page.url
    button.click()
    expect(player.page).not_to_have_url(over)
    player.wait_for_board()


def test_after_the_end_another_game_begins_at_one_press(visitors):
    player = press(visitors.person("again"), "Apocalypse")
    seat = opposite(player)
    waits_for_me(player)
    give_up(player)
    go_on(player, player.part("rematch"))
    waits_for_me(player)
    assert opposite(player) == 1 - seat
    give_up(player)
    player.open_more()
    go_on(player, player.page.get_by_role("button", name="Strong"))
    assert opposite(player) == seat
    expect(player.page.locator(f".plate[data-seat='{seat}'] [data-part=name]")).to_have_text("Computer (strong)")


def test_the_dice_are_nobody_to_write_to_and_take_no_seat_in_the_next_game(visitors):
    player = press(visitors.person("dicing"), "Dice")
    seat = opposite(player)
    expect(player.part("chat")).to_be_hidden()
    give_up(player)
    player.open_more()
    go_on(player, player.page.get_by_role("button", name="Strong"))
    assert opposite(player) == 1 - seat
    expect(player.page.locator(f".plate[data-seat='{1 - seat}'] [data-part=name]")).to_have_text("Computer (strong)")


@pytest.mark.parametrize("language", AUDITED)
def test_who_waits_may_play_it_meanwhile_and_is_called(visitors, language):
    ann, bob = visitors.person(f"warming {language}"), visitors.person(f"coming {language}")
    ann.seek("Checkered", control="10+5" if language == "en" else "15+10", language=language)
    ann.wait_for_seek("Checkered")
    ann.page.get_by_role("button", name=MEANWHILE[language], exact=True).click()
    ann.wait_for_board()
    expect(ann.page.locator(".p-title")).to_have_text(re.compile("Checkered"))
    warm = ann.page.url
    expect(ann.part("meanwhile")).to_contain_text(re.compile("Checkered.*(10 min|15 min)"))
    found = examine(ann, f"{language}, waiting at a table")
    # Once it is her move nothing else will tell her that something happened.
    expect(ann.part("headline")).to_have_text(YOUR_MOVE[language])
    ann.hide()
    bob.go(f"{language}/").unfold("somebody").part("seek-control").select_option(
        "10+5" if language == "en" else "15+10"
    )
    bob.part("seek-go").click()
    expect(bob.page).to_have_url(re.compile(r"/game/\w+\?seat=[01]$"))
    called = ann.part("called")
    expect(called).to_contain_text(
        {"en": "is waiting for you at the table.", "fr": "vous attend à la table."}[language]
    )
    expect(ann.part("meanwhile")).to_be_hidden()
    expect(ann.page).to_have_title(re.compile(r"^\(\d+\) "))
    ann.hide(False)
    assert ann.page.url == warm, "nobody is torn out of a game"
    found += examine(ann, f"{language}, called")
    for size in (NARROW, WIDE):
        ann.page.set_viewport_size(size)
        expect(called.get_by_role("link")).to_be_in_viewport()
    # Who loads the page anew is called again.
    ann.page.reload()
    called.get_by_role("link").click()
    ann.wait_for_board()
    assert ann.page.url.split("?")[0].split("/")[-1] == bob.page.url.split("?")[0].split("/")[-1]
    ann.go(f"{language}/mine")
    expect(
        ann.page.locator(f"#waiting a[href$='{warm.rsplit('/', 1)[1]}'], #running a[href$='{warm.rsplit('/', 1)[1]}']")
    ).to_have_count(1)
    assert found == []


def test_a_wait_may_be_stopped_at_the_table_and_elsewhere(visitors):
    ann, bob = visitors.person("stopping"), visitors.person("staying")
    for where in ("here", "elsewhere"):
        ann.seek(control="30+20")
        ann.wait_for_seek("^Any")
        ann.page.get_by_role("button", name=MEANWHILE["en"], exact=True).click()
        ann.wait_for_board()
        expect(ann.part("meanwhile")).to_be_visible()
        stopping = ann
        if where == "elsewhere":
            stopping = visitors.tab(ann).go("en/")
            stopping.wait_for_seek("^Any")
        stopping.part("unwait").click()
        expect(ann.part("meanwhile")).to_be_hidden()
    bob.seek(control="30+20")
    bob.wait_for_seek("^Any")
    bob.part("unwait").click()
    expect(ann.part("called")).to_be_hidden()


def test_without_script_one_press_leads_to_the_table_and_the_form_opens_one(visitors):
    plain = visitors.person("plain", java_script_enabled=False).go("en/")
    plain.page.locator("form.computer .primary").click()
    expect(plain.page.locator(".p-title")).to_have_text("Apocalypse")
    expect(plain.page.locator("[data-part=name]", has_text="Computer (medium)")).to_have_count(1)
    plain.go("fr/variants/Checkered/play")
    strength, listed = plain.page.locator("input[name=strength]").first, plain.page.locator("input[name=listed]")
    expect(strength).to_be_hidden()
    expect(listed).to_be_visible()
    plain.page.locator("input[name=opponent][value=computer]").check(force=True)
    expect(strength).to_be_visible()
    expect(listed).to_be_hidden()
    strength.check(force=True)
    plain.page.locator("form .btn.primary").click()
    expect(plain.page.locator("[data-part=name]", has_text="Ordinateur (facile)")).to_have_count(1)


@pytest.mark.parametrize("language", AUDITED)
@pytest.mark.slow
def test_no_page_about_the_computer_has_a_fault(visitors, language):
    player = visitors.person(f"examined {language}")
    found = examine(player.go(f"{language}/"), f"{language}, home")
    found += examine(player.go(f"{language}/variants/Apocalypse/play?opponent=computer"), f"{language}, form")
    press(player, "Apocalypse", language=language)
    waits_for_me(player)
    found += examine(player, f"{language}, sealed before me")
    move(player)
    player.sees_turn(1)
    waits_for_me(player)
    player.part("resign").click()
    player.answer("yes")
    expect(player.part("rematch")).to_be_visible()
    found += examine(player, f"{language}, over")
    assert found == []

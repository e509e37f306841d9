"""Games against the computer: begun at one press, sealed by it first, and played while one waits for somebody."""

import os
import re
import signal

from playwright.sync_api import expect

from tests.harness.audits import NARROW, WIDE
from tests.harness.child_processes import children
from tests.harness.states import PLAY_MEANWHILE


def computers_seat(player):
    """The seat opposite to the reader's."""
    return 1 if player.plate(0, "name").inner_text() in ("you", "vous") else 0


def has_sealed(player):
    """Wait until the computer has sealed, and the page says so."""
    state = player.plate(computers_seat(player), "state")
    expect(state).to_have_text(re.compile("^(sealed|scellé)$"))
    assert player.digest(computers_seat(player))


def test_one_press_opens_a_game_where_the_computer_seals_first_and_its_commitment_holds(visitors):
    player = visitors.person("anna").go("en/")
    player.page.locator("form.computer").get_by_role("button", name=re.compile("^Play$")).click()
    seat = computers_seat(player.wait_for_board())
    has_sealed(player)
    expect(player.plate(computers_seat(player), "name")).to_have_text("Computer (medium)")
    expect(player.part("chat")).to_be_hidden()
    expect(player.part("explain")).to_contain_text("Choose a piece, then its destination.")
    expect(player.part("explain")).to_contain_text("The computer has sealed its move. It chose before you.")
    for number in (1, 2):
        has_sealed(player)
        digest = player.digest(seat)
        player.play_any()
        player.sees_turn(number)
        player.page.locator("#moves tbody").first.locator(".checks button").click()
        section = player.page.locator("#opened-checks section", has_text=digest).first
        expect(section.locator(".verdict")).to_contain_text("this browser saw this digest before the reveal")
        player.page.locator("#opened [data-close]").last.click()


def test_a_player_quicker_than_the_computer_waits_for_its_seal_and_a_random_move_is_announced(visitors):
    player = visitors.person("anna").play_computer("Apocalypse")
    has_sealed(player)
    (thinking,) = (pid for pid, command in children(visitors.site.process.pid).items() if "server.engine" in command)
    os.kill(thinking, signal.SIGSTOP)
    player.play_any()
    player.sees_turn(1)
    player.page.locator(".board-squares button[data-kind=origin]").first.click()
    expect(player.part("explain")).to_contain_text("The computer is still choosing. It seals before you do.")
    player.page.keyboard.press("Escape")
    state = player.plate(computers_seat(player), "state")
    expect(state).to_have_text("thinks")
    player.play_any()
    expect(player.part("explain")).to_contain_text("waits. The computer seals first.")
    expect(player.part("send")).to_have_text("Sealing…")
    expect(player.page.locator("#moves [data-turn='2']")).to_have_count(0)
    os.kill(thinking, signal.SIGKILL)
    sentence = "I ran out of thinking time and played the first move I found"
    expect(player.part("toast")).to_contain_text(sentence)
    player.sees_turn(2)
    for _ in range(2):
        expect(player.part("said")).to_be_visible()
        expect(player.part("said")).to_contain_text("Computer (easy)")
        expect(player.part("said")).to_contain_text(sentence)
        expect(player.page.locator("#say, .phrases")).to_have_count(0)
        player.reload()


def go_on(player, button):
    """Begin the next game by this button of the one that is over."""
    over = player.page.url
    button.click()
    expect(player.page).not_to_have_url(over)
    player.wait_for_board()


def test_after_the_end_another_game_begins_at_one_press_also_of_another_strength(visitors):
    player = visitors.person("anna").play_computer("Dobutsu")
    expect(player.plate(computers_seat(player), "name")).to_have_text("Computer (easy)")
    seat = computers_seat(player)
    player.resign()
    go_on(player, player.part("rematch"))
    assert computers_seat(player) == 1 - seat
    player.resign()
    player.open_more()
    go_on(player, player.page.get_by_role("button", name="Strong"))
    assert computers_seat(player) == seat
    expect(player.plate(computers_seat(player), "name")).to_have_text("Computer (strong)")


def test_a_seeker_may_play_the_computer_and_is_called_to_the_game(visitors):
    ann, bob = visitors.person("ann"), visitors.person("bob")
    ann.seek("Checkered", control="15+10", language="fr")
    ann.wait_for_seek("Checkered")
    ann.page.get_by_role("button", name=PLAY_MEANWHILE["fr"], exact=True).click()
    ann.wait_for_board()
    expect(ann.page.locator(".p-title")).to_have_text(re.compile("Checkered"))
    meanwhile = ann.page.url
    expect(ann.part("meanwhile")).to_contain_text(re.compile("Checkered.*15 min"))
    # Once it is her move nothing else announces that something happened.
    expect(ann.part("headline")).to_have_text("À vous de jouer.")
    ann.hide()
    bob.seek(control="15+10")
    table = bob.wait_for_pairing().rsplit("/", 1)[1]
    called = ann.part("called")
    expect(called).to_contain_text("vous attend à la table.")
    expect(ann.part("meanwhile")).to_be_hidden()
    expect(ann.page).to_have_title(re.compile(r"^\(\d+\) "))
    ann.hide(False)
    assert ann.page.url == meanwhile, "nobody is torn out of a game"
    for size in (NARROW, WIDE):
        ann.page.set_viewport_size(size)
        expect(called.get_by_role("link")).to_be_in_viewport()
    # Who loads the page anew is called again.
    ann.page.reload()
    called.get_by_role("link").click()
    assert ann.wait_for_board().address.rsplit("/", 1)[1] == table
    ann.go("fr/mine")
    left = meanwhile.rsplit("/", 1)[1]
    expect(ann.page.locator(f"#waiting a[href$='{left}'], #running a[href$='{left}']")).to_have_count(1)


def test_without_script_one_press_and_the_form_open_a_table(visitors):
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

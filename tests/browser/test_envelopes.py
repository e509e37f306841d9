"""Sealed envelopes in the browser: what is seen of them while they are closed, and verified once they are open."""

import re
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.harness.audits import NARROW
from tests.harness.people import play_turns, visitors_of

SEEN = "It matches: this browser saw this digest before the reveal."
LAST = "It matches. Nobody saw a digest before the reveal: the last seal of a turn is opened at once."
UNSEEN = "It matches the digest that the site shows now. This browser kept none from before the reveal to compare."

FROZEN = Path(__file__).parent.parent / "frozen" / "data" / "0.1.0" / "journal.sqlite"
FIRST_FORM = "pwzxh87xkylxvr21aihj"
"""A finished game there whose envelopes have version 1 of the text."""


@pytest.fixture(scope="module")
def module_visitors(tmp_path_factory):
    """A site that goes on with that journal."""
    data = tmp_path_factory.mktemp("data")
    shutil.copy(FROZEN, data)
    with visitors_of(data) as visitors:
        yield visitors


def begin(visitors):
    """A game of Anna, on a desktop, and Oskar, on a phone."""
    visitors.person("oskar", viewport=NARROW)
    return visitors.game()


def verified(player, turn):
    """Open the envelopes of a turn; the sections about each seat's."""
    player.page.locator(f"[data-verify='{turn}']").click()
    expect(player.part("opened")).to_be_visible()
    sections = player.part("opened-checks").locator("section")
    expect(sections).to_have_count(2)
    return sections.all()


def close(player):
    player.page.locator("#opened [data-close]").click()
    expect(player.part("opened")).to_be_hidden()


def changed_on_its_way(player, change):
    """From the next page on, let this browser get other texts than the site sent."""

    def carry(socket):
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(change(message) if isinstance(message, str) else message))

    player.own_page.route_web_socket(re.compile("/socket.io/"), carry)
    player.page.reload()
    player.wait_for_board()


def test_everybody_sees_the_digest_of_a_closed_envelope_and_that_it_was_broken(visitors):
    white, black = begin(visitors)
    for player in (white, black):
        expect(player.part("envelopes")).to_be_hidden()
    white.play("e2d3")
    white.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    digests = []
    for player in (white, black):
        plate = player.page.locator(".plate[data-seat='0']")
        expect(plate.locator("[data-part=state]")).to_have_text("sealed")
        digests.append(player.digest(0))
    assert digests[0] == digests[1] != ""
    white.part("seals").get_by_role("button", name="Copy the digest: you").click()
    copied = white.page.evaluate("() => navigator.clipboard.readText()")
    assert re.fullmatch("[0-9a-f]{64}", copied)
    assert copied.startswith(digests[0])
    white.part("unseal").click()
    plate = black.page.locator(".plate[data-seat='0']")
    expect(plate.locator("[data-part=broken]")).to_have_text("1 seal broken")
    assert not black.digest(0)
    white.play("e2d3")
    expect(plate.locator("[data-part=state]")).to_have_text("sealed again")
    expect(black.part("seals")).to_contain_text("1 seal broken")
    assert black.digest(0) not in ("", digests[0])


def test_the_browser_computes_each_digest_itself_and_says_which_it_had_seen(visitors):
    white, black = begin(visitors)
    play_turns("e2d3/e5d3", white=white, black=black)
    table = white.page.url.split("?")[0].rsplit("/", 1)[1]
    first, second = verified(white, 1)
    for seat, (section, move) in enumerate(((first, "e2d3"), (second, "e5d3"))):
        shown = section.locator("dd").all_inner_texts()
        nonce = shown[1]
        assert re.fullmatch("[0-9a-f]{32}", nonce)
        text = f"cavalier seal 2\ntable {table}\nturn 1\ntakebacks 0\nseat {seat}\nmove {move}\nnonce {nonce}\n"
        digest = sha256(text.encode()).hexdigest()
        assert shown[0] == move
        assert section.locator(".lines").text_content() == text
        assert shown[3:] == [digest, digest]
    verdicts = [section.locator(".verdict").inner_text() for section in (first, second)]
    assert verdicts == [SEEN, LAST]
    close(white)
    expect(white.page.locator("[data-verify='1']")).to_have_text("✓ matches")
    # What was seen outlives a reload, and a turn that follows.
    white.page.reload()
    white.wait_for_board()
    play_turns("a1c2/a5b3", white=white, black=black, first=2)
    white.part("verify-all").click()
    expect(white.part("verified")).to_have_text(re.compile(r"\b4\b.*\b2\b"))
    expect(white.page.locator("[data-verify]")).to_have_text(["✓ matches"] * 2)


def test_another_tab_of_a_browser_knows_what_the_first_one_saw_and_another_browser_says_that_it_kept_none(
    visitors,
):
    white, black = begin(visitors)
    play_turns("e2d3/e5d3", white=white, black=black)
    button = white.page.locator("[data-verify='1']")
    expect(button).to_have_accessible_name(re.compile(r"^Verify: 1\. \S+ \S+$"))
    address = white.page.url
    white.page = white.page.context.new_page()
    white.visit(address).wait_for_board()
    first, second = verified(white, 1)
    expect(first.locator(".verdict")).to_have_text(SEEN)
    expect(second.locator(".verdict")).to_have_text(LAST)
    close(white)
    expect(white.page.locator("[data-verify='1']")).to_have_accessible_name(re.compile(r"^✓ matches: 1\. \S+ \S+$"))
    late = visitors.person("maria").visit(address.split("?")[0]).wait_for_board()
    for section in verified(late, 1):
        expect(section.locator(".verdict")).to_have_text(UNSEEN)
    close(late)


def test_a_seal_that_was_broken_and_sealed_again_last_accuses_nobody(visitors):
    white, black = begin(visitors)
    white.play("e2d3")
    expect(black.part("seals").locator("li")).to_have_count(1)
    white.part("unseal").click()
    expect(black.part("seals").locator("li")).to_have_count(0)
    black.play("e5d3")
    white.play("a1b3")
    black.sees_turn(1)
    first, second = verified(black, 1)
    expect(first.locator(".verdict")).to_have_text(LAST)
    expect(second.locator(".verdict")).to_have_text(SEEN)
    close(black)


def test_a_browser_keeps_the_digests_of_a_bounded_number_of_tables(visitors):
    reader = visitors.person("maria")
    reader.go("en/games")
    kept = reader.page.evaluate(
        """async () => {
          const { keep, recall } = await import("/static/digests.js");
          const many = Object.fromEntries([...Array(2000).keys()].map((turn) => [`${turn} 0`, "d".repeat(64)]));
          for (let table = 0; table < 80; table += 1) keep(`t${table}`, 0, many);
          keep("t40", 0, { "2001 0": "e" });
          const names = Object.keys(localStorage).filter((name) => name.startsWith("cavalier-seals-"));
          const [old, again, other] = [recall("t0", 0), recall("t40", 0), recall("t79", 1)].map(Object.keys);
          return { names: names.length, old: old.length, again: again.length, last: again.at(-1), other: other.length };
        }"""
    )
    assert kept == {"names": 50, "old": 0, "again": 400, "last": "2001 0", "other": 0}


def test_a_nonce_that_is_not_the_sealed_one_is_found_out(visitors):
    white, black = begin(visitors)
    changed_on_its_way(black, lambda text: re.sub('"nonce":"[0-9a-f]{8}', '"nonce":"00000000', text, count=1))
    play_turns("e2d3/e5d3", white=white, black=black)
    first, second = verified(black, 1)
    expect(first.locator(".verdict")).to_have_text(
        "It does not match: the digest of this text is not the one on the envelope."
    )
    expect(second.locator(".verdict")).to_have_text(LAST)
    close(black)
    expect(black.page.locator("[data-verify='1']")).to_have_text("✕ does not match")
    black.part("verify-all").click()
    expect(black.part("verified")).to_have_text("Envelopes that do not match: 1 of 2.")
    verified(white, 1)[0].get_by_text(SEEN).wait_for()
    close(white)


def test_an_envelope_that_was_exchanged_at_the_reveal_is_found_out_by_who_saw_the_first(visitors):
    white, black = begin(visitors)
    table = white.page.url.split("?")[0].rsplit("/", 1)[1]
    text = f"cavalier seal 2\ntable {table}\nturn 1\ntakebacks 0\nseat 0\nmove a1b3\nnonce {'0' * 32}\n"
    other = f'"0":{{"seal":"{sha256(text.encode()).hexdigest()}","move":"a1b3","nonce":"{"0" * 32}","takebacks":0}}'
    changed_on_its_way(black, lambda sent: re.sub(r'"0":\{"seal":[^}]*\}', other, sent))
    play_turns("e2d3/e5d3", white=white, black=black)
    first, _ = verified(black, 1)
    expect(first.locator(".verdict")).to_have_text(
        "It does not match: before the reveal this browser saw another digest."
    )
    close(black)
    expect(black.page.locator("[data-verify='1']")).to_have_text("✕ does not match")


def test_a_turn_that_was_taken_back_leaves_no_digest_behind(visitors):
    white, black = begin(visitors)
    play_turns("e2d3/e5d3", white=white, black=black)
    verified(black, 1)
    close(black)
    black.part("takeback").click()
    white.part("back-yes").click()
    expect(black.part("moves")).to_be_hidden()
    for player, move in ((black, "e5d3"), (white, "a1b3")):
        player.play(move)
    black.sees_turn(1)
    expect(black.page.locator("[data-verify='1']")).to_have_text("Verify")
    first, second = verified(black, 1)
    expect(first.locator(".verdict")).to_have_text(LAST)
    expect(second.locator(".verdict")).to_have_text(SEEN)
    close(black)


def test_who_looked_away_while_a_turn_was_taken_back_accuses_nobody(visitors):
    white, black = begin(visitors)
    onlooker = visitors.person("maria").visit(white.page.url.split("?")[0])
    white.play("e2d3")
    expect(onlooker.part("seals").locator("li")).to_have_count(1)
    onlooker.page.goto("about:blank")
    black.play("e5d3")
    white.sees_turn(1)
    white.part("takeback").click()
    black.part("back-yes").click()
    expect(black.part("moves")).to_be_hidden()
    play_turns("a1b3/e5d3", white=white, black=black)
    onlooker.page.go_back()
    onlooker.wait_for_board().sees_turn(1)
    for section in verified(onlooker, 1):
        expect(section.locator(".verdict")).to_have_text(UNSEEN)
    close(onlooker)


def test_where_the_browser_computes_nothing_it_says_so_and_shows_what_to_hash(visitors):
    white, black = begin(visitors)
    black.own_page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    black.page.reload()
    black.wait_for_board()
    play_turns("e2d3/e5d3", white=white, black=black)
    for section in verified(black, 1):
        expect(section.locator(".verdict")).to_contain_text("Compute the SHA-256 of the text yourself and compare.")
        expect(section.locator(".lines")).to_contain_text("cavalier seal 2")
    close(black)
    expect(black.page.locator("[data-verify='1']")).to_have_text("Verify")
    black.part("verify-all").click()
    expect(black.part("verified")).to_contain_text("Compute the SHA-256")


def test_envelopes_of_a_game_that_an_older_site_kept_are_verified_too(visitors):
    reader = visitors.person("reader").visit(f"{visitors.url}en/game/{FIRST_FORM}")
    section = verified(reader, 1)[0]
    expect(section.locator(".lines")).to_contain_text("cavalier seal 1")
    expect(section.locator(".verdict")).to_have_text(UNSEEN)
    close(reader)
    reader.part("verify-all").click()
    expect(reader.part("verified")).to_contain_text("Envelopes that match: 4,")

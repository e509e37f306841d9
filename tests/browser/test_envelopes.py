"""Sealed envelopes in the browser: what is seen of them while they are closed, and verified once they are open."""

import re
from hashlib import sha256

import pytest
from playwright.sync_api import expect

from tests.harness.audits import NARROW
from tests.harness.people import play_turns

SEEN = "It matches: this browser saw this digest before the reveal."
LAST = "It matches. Nobody saw a digest before the reveal: the last seal of a turn is opened at once."
UNSEEN = "It matches the digest that the site shows now. This browser kept none from before the reveal to compare."


def begin(visitors):
    """A game of Anna, on a desktop, and Oskar, on a phone."""
    visitors.person("oskar", viewport=NARROW)
    return visitors.game()


def verified(player, turn=1):
    """Open the envelopes of a turn; the sections about each seat's."""
    player.page.locator(f"[data-verify='{turn}']").click()
    expect(player.part("opened")).to_be_visible()
    sections = player.part("opened-checks").locator("section")
    expect(sections).to_have_count(2)
    return sections.all()


def verdicts(player):
    """What is found in the envelopes of the first turn, which are closed again."""
    found = [section.locator(".verdict").inner_text() for section in verified(player)]
    close(player)
    return found


def close(player):
    player.page.locator("#opened [data-close]").click()
    expect(player.part("opened")).to_be_hidden()


def changed_on_its_way(player, change):
    """From the next page on, let this browser get other texts than the site sent."""

    def carry(socket):
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(change(message) if isinstance(message, str) else message))

    player.own_page.route_web_socket(re.compile("/socket.io/"), carry)
    player.reload()


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
    white.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('denied')); }")
    white.part("seals").get_by_role("button", name="Copy the digest: you").click()
    selected = white.page.evaluate("() => getSelection().toString().trim()")
    assert re.fullmatch("[0-9a-f]{64}", selected), "a reader can copy what the browser did not"
    # The digests of seals that were broken accuse nobody.
    white.part("unseal").click()
    expect(black.part("seals").locator("li")).to_have_count(0)
    black.play("e5d3")
    white.play("a1b3")
    black.sees_turn(1)
    assert verdicts(black) == [LAST, SEEN]


def test_the_browser_computes_each_digest_and_marks_those_seen_before(visitors):
    white, black = begin(visitors)
    play_turns("e2d3/e5d3", white=white, black=black)
    address = white.page.url
    table = address.split("?")[0].rsplit("/", 1)[1]
    expect(white.page.locator("[data-verify='1']")).to_have_accessible_name(re.compile(r"^Verify: 1\. \S+ \S+$"))
    for seat, (section, move) in enumerate(zip(verified(white), ("e2d3", "e5d3"), strict=True)):
        shown = section.locator("dd").all_inner_texts()
        nonce = shown[1]
        assert re.fullmatch("[0-9a-f]{32}", nonce)
        text = f"cavalier seal 1\ntable {table}\nturn 1\ntakebacks 0\nseat {seat}\nmove {move}\nnonce {nonce}\n"
        digest = sha256(text.encode()).hexdigest()
        assert shown[0] == move
        assert section.locator(".lines").text_content() == text
        assert shown[3:] == [digest, digest]
    close(white)
    expect(white.page.locator("[data-verify='1']")).to_have_text("✓ matches")
    # Another tab of the browser knows what the first one saw; another browser says that it kept none.
    assert verdicts(visitors.tab(white).visit(address)) == [SEEN, LAST]
    assert verdicts(visitors.person("maria").visit(address.split("?")[0])) == [UNSEEN, UNSEEN]
    # What was seen outlives a reload, and a turn that follows.
    white.reload()
    play_turns("a1c2/a5b3", white=white, black=black, first=2)
    white.part("verify-all").click()
    expect(white.part("verified")).to_have_text(re.compile(r"\b4\b.*\b2\b"))
    expect(white.page.locator("[data-verify]")).to_have_text(["✓ matches"] * 2)


def other_nonce(text, _):
    """The message with another nonce than the sealed one."""
    return re.sub('"nonce":"[0-9a-f]{8}', '"nonce":"00000000', text, count=1)


def other_envelope(text, table):
    """The message with another envelope of White, which holds another move."""
    lines = f"cavalier seal 1\ntable {table}\nturn 1\ntakebacks 0\nseat 0\nmove a1b3\nnonce {'0' * 32}\n"
    seal = sha256(lines.encode()).hexdigest()
    other = f'"0":{{"seal":"{seal}","move":"a1b3","nonce":"{"0" * 32}","takebacks":0}}'
    return re.sub(r'"0":\{"seal":[^}]*\}', other, text)


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        (other_nonce, "the digest of this text is not the one on the envelope."),
        (other_envelope, "before the reveal this browser saw another digest."),
    ],
)
def test_an_envelope_that_is_changed_at_the_reveal_is_found_out(visitors, change, verdict):
    white, black = begin(visitors)
    table = white.address.rsplit("/", 1)[1]
    changed_on_its_way(black, lambda text: change(text, table))
    play_turns("e2d3/e5d3", white=white, black=black)
    assert verdicts(black) == [f"It does not match: {verdict}", LAST]
    expect(black.page.locator("[data-verify='1']")).to_have_text("✕ does not match")
    black.part("verify-all").click()
    expect(black.part("verified")).to_have_text("Envelopes that do not match: 1 of 2.")
    assert verdicts(white)[0] == SEEN


def test_a_takeback_removes_the_digest_in_background_tabs_too(visitors):
    white, black = begin(visitors)
    onlooker = visitors.person("maria").visit(white.address)
    white.play("e2d3")
    expect(onlooker.part("seals").locator("li")).to_have_count(1)
    onlooker.page.goto("about:blank")
    black.play("e5d3")
    black.sees_turn(1)
    assert verdicts(black) == [SEEN, LAST]
    black.part("takeback").click()
    white.part("back-yes").click()
    expect(black.part("moves")).to_be_hidden()
    black.play("e5d3")
    white.play("a1b3")
    black.sees_turn(1)
    expect(black.page.locator("[data-verify='1']")).to_have_text("Verify")
    assert verdicts(black) == [LAST, SEEN]
    onlooker.page.go_back()
    onlooker.wait_for_board().sees_turn(1)
    assert verdicts(onlooker) == [UNSEEN, UNSEEN]


@pytest.mark.slow
def test_without_browser_crypto_the_page_shows_the_text_to_hash(visitors):
    white, black = begin(visitors)
    black.own_page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    black.reload()
    play_turns("e2d3/e5d3", white=white, black=black)
    for section in verified(black):
        expect(section.locator(".verdict")).to_contain_text("Compute the SHA-256 of the text yourself and compare.")
        expect(section.locator(".lines")).to_contain_text("cavalier seal 1")
    close(black)
    expect(black.page.locator("[data-verify='1']")).to_have_text("Verify")
    black.part("verify-all").click()
    expect(black.part("verified")).to_contain_text("Compute the SHA-256")

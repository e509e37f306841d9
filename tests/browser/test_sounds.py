"""Sounds: which belongs to what a reader is shown, that nothing else decides it, and when nothing is heard."""

import re
import wave
from array import array

import pytest
from playwright.sync_api import expect

from tests.harness.people import RECORD_SOUNDS, until, visitors_fixture
from tests.harness.zygote import ROOT

pytestmark = pytest.mark.slow

FILE = ROOT / "static" / "sounds.wav"


module_visitors = visitors_fixture(whole=True)


def listening(visitors, name, **options):
    """Somebody who hears what the page plays, once they have touched it."""
    player = visitors.person(name, **options)
    player.own_page.add_init_script(RECORD_SOUNDS)
    return player


def ready(*players):
    """Each touches the page, and the sounds are there."""
    for player in players:
        player.page.locator(".p-title").click()
        player.page.wait_for_load_state("networkidle")


def hears(player, *names):
    """Wait until this was played, and nothing else, since the last question."""
    until(player.page, lambda: player.page.evaluate("heard.length") >= len(names))
    assert player.page.evaluate("heard.splice(0)") == [*names]


def test_a_move_a_capture_and_the_end_each_have_their_sound_for_all_who_look(visitors):
    white, black, eve = (listening(visitors, name) for name in ("anna", "oskar", "eve"))
    link = white.open("Chess", name="Anna")
    black.join(link, name="oskar")
    eve.visit(link)
    ready(white, black, eve)
    for number, (move, name) in enumerate((("e2e4", "move"), ("d7d5", "move"), ("e4d5", "capture")), 1):
        (white if number % 2 else black).play(move)
        for player in (white, black, eve):
            hears(player, name)
    black.part("resign").click()
    black.answer("yes")
    for player in (white, black, eve):
        hears(player, "end")


def test_a_piece_that_goes_into_a_hand_is_heard_as_taken_and_one_that_comes_from_it_is_not(visitors):
    white, black = listening(visitors, "anna"), listening(visitors, "oskar")
    black.join(white.open("Dobutsu", name="Anna"), name="oskar")
    ready(white, black)
    white.play("b2b3")
    for player in (white, black):
        hears(player, "capture")
    assert sound_of(white.page, seen("PP-r", 2, hands=["", ""]), seen("P--r", 1, hands=["P", ""])) == "move"


def test_a_seal_is_heard_and_what_it_holds_is_not(visitors):
    """The rival hears the same whatever was sealed: a sound follows from the view, which holds no secret."""
    for move in ("a2a3", "a1b3"):
        white, black = listening(visitors, f"anna {move}"), listening(visitors, f"oskar {move}")
        black.join(white.open("Apocalypse", name="Anna"), name="oskar")
        ready(white, black)
        white.play(move)
        hears(black, "seal")
        white.part("unseal").click()
        hears(black, "break")


def test_the_seals_break_and_what_came_of_it_is_heard(visitors):
    white, black = (listening(visitors, name, reduced_motion="no-preference") for name in ("anna", "oskar"))
    black.join(white.open("Apocalypse", name="Anna"), name="oskar")
    ready(white, black)
    white.play("e2d3")
    hears(black, "seal")
    hears(white, "seal")
    black.play("e5d3")
    hears(white, "break", "clash")
    hears(black, "break", "clash")


def test_nothing_is_heard_before_the_page_is_touched_nor_asked_for(visitors):
    white, black = listening(visitors, "anna"), listening(visitors, "oskar")
    black.join(white.open("Chess", name="Anna"), name="oskar")
    asked = []
    idle = listening(visitors, "eve")
    idle.page.on("request", lambda request: asked.append(request.url))
    idle.visit(white.page.url)
    white.play("e2e4")
    idle.sees_turn(1)
    assert idle.page.evaluate("heard") == []
    assert not [each for each in asked if "sounds" in each]


def test_where_sounds_are_off_nothing_is_loaded_and_nothing_heard(visitors):
    white, black = listening(visitors, "anna"), listening(visitors, "oskar")
    black.join(white.open("Chess", name="Anna"), name="oskar")
    asked = []
    black.page.evaluate("document.documentElement.dataset.sounds = '0'")
    black.page.on("request", lambda request: asked.append(request.url))
    ready(black)
    white.play("e2e4")
    black.sees_turn(1)
    assert black.page.evaluate("heard") == []
    assert not [each for each in asked if "sounds" in each]


def sound_of(page, view, before):
    """What the page would play for this view after that one."""
    return page.evaluate(
        """async ([view, before, address]) => (await import(address)).soundOf(view, before)""",
        [view, before, "/static/sounds.js"],
    )


def seen(board, number, **more):
    """A view of a row of squares as White has it."""
    picture = {"board": [*board.replace("?", " ").replace(" ", "-")], "marks": {}}
    picture["board"] = ["" if symbol == "-" else symbol for symbol in board.replace("?", "-")]
    picture["marks"] = {str(at): "unseen" for at, symbol in enumerate(board) if symbol == "?"}
    turns = [{"number": each, "events": []} for each in range(1, number + 1)]
    owners = {"P": 0, "R": 0, "p": 1, "r": 1}
    picture["hands"] = more.pop("hands", [])
    base = {"picture": picture, "number": number, "turns": turns, "takebacks": 0, "status": "running", "chairs": []}
    return {**base, "viewer": 0, "owners": owners, "signs": {}, "result": None, **more}


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ("PP-rr", "PP-r?", "move"),  # A rook has gone out of sight: nobody says that it was taken.
        ("PP-rr", "-P-r?", "capture"),  # A pawn of one's own is gone, and that is known.
        ("PPrr-", "P-Pr-", "capture"),
        ("PP-rr", "-PPrr", "move"),
    ],
)
def test_on_a_hidden_board_a_piece_out_of_sight_is_not_heard_as_taken(visitors, before, after, name):
    page = visitors.person("listener").go("en/").page
    assert sound_of(page, seen(after, 1), seen(before, 0)) == name


def test_the_parts_of_the_file_that_the_page_plays_follow_each_other_and_end_quietly():
    with wave.open(str(FILE)) as file:
        rate, sound = file.getframerate(), array("h", file.readframes(file.getnframes()))
    spans = re.findall(r"(\w+): \[([\d.]+), ([\d.]+)\]", FILE.with_suffix(".js").read_text(encoding="utf-8"))
    assert len(spans) == 7
    end = 0.0
    for name, begin, lasts in spans:
        assert float(begin) == pytest.approx(end), name
        end = float(begin) + float(lasts)
        part = [*map(abs, sound[round(float(begin) * rate) : round(end * rate)])]
        assert max(part) > 10_000 > 1_000 > part[-1], name
    assert len(sound) == pytest.approx(end * rate, abs=len(spans))


def test_sounds_that_could_not_be_loaded_are_loaded_when_they_are_next_needed(visitors):
    white, black = listening(visitors, "anna"), visitors.person("oskar")
    white.allowed_errors.append("ERR_FAILED")
    black.join(white.open("Chess", name="Anna"))
    with white.page.expect_event("requestfailed"):
        white.page.route(f"**/{FILE.name}*", lambda route: route.abort())
        white.page.locator(".p-title").click()
    white.page.unroute(f"**/{FILE.name}*")
    white.play("e2e4")
    hears(white, "move")


def test_the_page_says_where_its_sounds_are(visitors):
    white = visitors.person("anna")
    white.open("Chess", name="Anna")
    address = white.part("notices").get_attribute("data-sound-file") or ""
    answer = white.page.request.get(visitors.url.rstrip("/") + address)
    assert (answer.status, answer.headers["content-type"]) == (200, "audio/x-wav")
    expect(white.part("notices")).to_be_attached()

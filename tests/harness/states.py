"""A catalogue of the states in which pages are seen: each walk brings pages into some of them, one after the other.

A walk begins with people who are new to a scripted site, and yields each state as it is reached; the audits of
`tests.harness.audits` look at it then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from playwright.sync_api import expect

from server.game import DAY
from server.mail.links import STOP, LinkContent, Links
from tests.harness.audits import Audited
from tests.harness.checkout import ROOT
from tests.harness.client import KEY, person
from tests.harness.game import Game, InProcess
from tests.harness.people import Person, Visitors, play_in_turn, play_turns, press_on
from tests.harness.puzzles import find_puzzle
from tests.harness.site import known_key
from variants.registry import load_all

DOCUMENTED_RECORD = (ROOT / "docs" / "records.md").read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
"""The record that the documentation shows."""

CROWDED = "4n/1P3/p4/1p3/N2PN w"
"""White's footman on b4 may be put down elsewhere, or become a horseman if Black's footman captures the one on a1."""

ENDGAME = "4n/1p3/5/2P2/N4 w"
"""A position of Apocalypse with few moves: a review of it takes little time."""

PROMOTION = "r6k/1P6/8/3s4/8/8/8/2K5 w"
"""A position of Checkered in which a pawn has four ways to be promoted, and Black's switch is White's to make."""

THREE = ("anna", "oskar", "maria")

LONG_NAMES = "W" * 32, "漢" * 32

PLAY_MEANWHILE = {"en": "Play the computer meanwhile", "fr": "Jouer contre l’ordinateur en attendant"}


class State(NamedTuple):
    """A page as it stands, and how much of it the audits may try."""

    name: str
    person: Person
    audited: Audited = Audited.STANDING


Walk = Iterator[State]


# Pages that are read


DOCUMENTS = ("replay", "programs", "make", "fair-play", "nowhere", "variants/Apocalypse", "variants/Dobutsu/leaflet")
PERSONAL = (
    "games", "mine", "mail", "settings", "restore", "puzzles", "variants", "variants/Checkered/analysis", "account",
    "sign-in", "my-data", "people?name=nobody", "variants/Chess/ratings",
)  # fmt: skip
FORMS = (
    "variants/Apocalypse/play",
    "variants/Checkered/play?fen=7k/P7/8/3s4/8/8/8/K7 w",
    "variants/Apocalypse/play?control=5%2B99&opponent=computer&listed=1",
    "variants/Apocalypse/analysis?fen=nonsense",
)


def pages(paths: tuple[str, ...], visitors: Visitors, language: str) -> Walk:
    """These pages, for somebody who has no game."""
    reader = visitors.person("reader")
    reader.allowed_errors.append("404|400")
    for path in paths:
        yield State(path, reader.go(f"{language}/{path}"), Audited.RELOADED)


def framed_pages(visitors: Visitors, language: str) -> Walk:
    """Pages without a menu: for other sites, and for when there is no connection."""
    reader = visitors.person("reader")
    reader.allowed_errors.append("400")
    for path in (f"offline/{language}", f"embed/Apocalypse?lang={language}", f"embed/Apocalypse?fen=x&lang={language}"):
        yield State(path, reader.go(path))


def home(visitors: Visitors, language: str) -> Walk:
    """The home page with each way to an opponent, and with a game that waits for its reader."""
    anna, oskar = visitors.person("anna"), visitors.person("oskar")
    yield State("home", anna.go(f"{language}/"), Audited.RELOADED)
    for way in ("friend", "computer", "somebody"):
        yield State(f"way {way}", anna.unfold(way))
    anna.page.locator("#seek-variants > summary").click()
    yield State("the boxes of a seek", anna, Audited.TABBED)
    anna.unfold("computer").part("computer-variant-search").click()
    yield State("a picker", anna)
    anna.page.keyboard.type("zzz")
    yield State("a picker without a match", anna)
    link = anna.open("Apocalypse", language=language, name="Anna")
    oskar.join(link, name="Oskar").play("e5d3")
    yield State("home with a game", anna.go(f"{language}/"), Audited.RELOADED)


def rules(variant: str, visitors: Visitors, language: str) -> Walk:
    """A page of rules that is used: all is unfolded, a figure is stepped back, another one is tried."""
    reader = visitors.person("reader").go(f"{language}/variants/{variant}")
    reader.page.evaluate("""() => {
      for (const part of document.querySelectorAll("main details:not(.answer), .answer.right")) part.open = true;
    }""")
    stepped = reader.page.locator("figure.stepped").first
    stepped.locator(".steps button").first.click()
    expect(stepped.locator("cavalier-board button[data-square]").first).to_be_attached()
    tried = reader.page.locator("figure[data-try]:has(.try-it)").last
    tried.locator(".try-it").click()
    expect(tried.locator(".trial > p")).to_be_focused()
    yield State(f"rules of {variant}", reader)


def tried_figure(visitors: Visitors, language: str) -> Walk:
    """A figure on which the secret moves of both sides are made and revealed."""
    reader = visitors.person("reader").go(f"{language}/variants/Apocalypse")
    figure = reader.page.locator("figure#guess")
    figure.locator(".try-it").click()
    press_on(figure, "a2", "b3")
    yield State("one move chosen", reader)
    press_on(figure, "a5", "b3")
    figure.locator(".trial .primary").click()
    expect(figure.locator(".trial > p b")).to_have_count(2)
    yield State("moves revealed", reader)


def refused_form(visitors: Visitors, language: str) -> Walk:
    """A form in which every field that can be wrong is wrong."""
    anna = visitors.person("anna")
    anna.allowed_errors.append("400")
    anna.go(f"{language}/variants/Apocalypse/play?fen=nonsense").with_fonts()
    for name in ("opponent", "seat", "option-collision"):
        field = anna.page.locator(f"input[name={name}]").first
        field.evaluate("input => { input.value = 'wrong'; input.checked = true }")
    anna.part("control").evaluate("select => { select.options[0].value = 'wrong'; select.selectedIndex = 0 }")
    anna.page.locator("form .btn.primary").click()
    expect(anna.page.locator("form .msg")).to_have_count(5)
    yield State("refused form", anna, Audited.SENT)


def settings(visitors: Visitors, language: str) -> Walk:
    """What is chosen on the page of settings, and a browser that has no notifications."""
    reader = visitors.person("reader").go(f"{language}/settings")
    for name, value in (("board", "print"), ("coordinates", "squares"), ("theme", "light"), ("theme", "dark")):
        reader.page.locator(f"input[name={name}][value={value}]").check(force=True)
        if name == "theme":
            yield State(f"settings, {value} chosen", reader)
    silent = visitors.person("silent")
    silent.own_page.add_init_script("delete window.Notification")
    yield State("settings without notifications", silent.go(f"{language}/settings"))


# People


def identity(visitors: Visitors, language: str) -> Walk:
    """My games, the link to another browser, and the page on which it is opened."""
    anna, oskar, stranger = (visitors.person(name) for name in ("anna", "oskar", "stranger"))
    stranger.allowed_errors.append("400")
    stranger.go(f"{language}/restore").with_fonts().part("key").fill("nothing")
    stranger.page.locator("form .btn.primary").click()
    expect(stranger.part("key-error")).to_be_visible()
    yield State("a wrong link", stranger, Audited.SENT)
    anna.open("Checkered", language=language, name=LONG_NAMES[0])
    oskar.join(anna.open("Apocalypse", language=language), name=LONG_NAMES[1])
    yield State("my games", anna.go(f"{language}/mine"), Audited.RELOADED)
    anna.page.locator("#move summary").click()
    expect(anna.part("link")).to_be_visible()
    yield State("my games and their link", anna, Audited.TABBED)
    yield State("warned of the games that are left", anna.go(f"{language}/restore"), Audited.RELOADED)


def mail(visitors: Visitors, language: str) -> Walk:
    """An address for mail is refused, given, confirmed by the link in a mail, and forgotten."""
    assert visitors.mail is not None
    name = f"ann{len(visitors.mail.taken)}"
    own = f"{name}@example.org"
    reader = visitors.known_person(name)
    reader.allowed_errors.append("400|409")
    address = reader.go(f"{language}/mail").with_fonts().part("address")
    send = reader.page.locator("main form .btn.primary")
    address.fill("ann@nowhere")
    send.click()
    expect(reader.part("address-error")).to_be_visible()
    yield State("address refused", reader, Audited.SENT)
    address.fill(own)
    send.click()
    expect(reader.part("box")).to_be_visible()
    yield State("address asked for", reader, Audited.TABBED)
    confirm = visitors.link_in_mail("confirm", own)
    yield State("address to confirm", reader.go(confirm), Audited.RELOADED)
    reader.page.locator("main form button").click()
    expect(reader.page.locator("main a.btn")).to_be_visible()
    yield State("address confirmed", reader, Audited.TABBED)
    yield from account(reader, language, name.capitalize())
    reader.go(f"{language}/mail")
    yield State("mail is sent", reader, Audited.RELOADED)
    links = Links(KEY)
    stop = f"{language}/mail/stop/{links.write(STOP, LinkContent(person(name), links.digest(own)))}"
    yield State("mail to stop", reader.go(stop), Audited.TABBED)
    reader.go(f"{language}/mail")
    reader.part("box").get_by_role("button").click()
    expect(reader.part("box")).to_have_count(0)
    yield State("mail stopped", reader.go(stop))
    yield State("link expired", reader.go(confirm))


def account(reader: Person, language: str, name: str) -> Walk:
    """The pages of somebody whose confirmed address is an account: a name refused and claimed, the profile, data."""
    reader.go(f"{language}/account").with_fonts().part("name").fill("no")
    claim = reader.page.locator("form:has(#name) .btn")
    reader.page.locator("form:has(#name)").evaluate("form => { form.noValidate = true; }")
    claim.click()
    expect(reader.part("name-error")).to_be_visible()
    yield State("account name refused", reader, Audited.SENT)
    reader.part("name").fill(name)
    claim.click()
    expect(reader.part("profile")).to_be_visible()
    for path in ("account", f"people/{name}", "my-data", f"variants/Chess/play?against={name}"):
        yield State(f"{path} of an account", reader.go(f"{language}/{path}"), Audited.RELOADED)
    stranger = reader.visitors.person(f"stranger to {name}")
    yield State("people found", stranger.go(f"{language}/people?name={name[:2]}"), Audited.RELOADED)
    yield State("profile of another", stranger.go(f"{language}/people/{name}"), Audited.RELOADED)
    stranger.page.locator("a[href*='/report/']").click()
    yield State("report", stranger, Audited.RELOADED)


RATED = {"anna": "Anna", "oskar": "Oskar_Przybylski_99", "judge": "Judge"}
"""The accounts of `rated_people`, by the names of their cookies."""

BEGUN = 10 * DAY
"""Seconds for which these accounts are there: long enough to play as many rated games as one likes."""

RATED_GAMES = 40
"""So many rated games these people have played, all within a day: enough for ratings that hold."""

LAST_RATED = f"table{RATED_GAMES - 1}"
"""The id of the last of them."""


def rated_people(folder: Path) -> None:
    """Fill the data folder of a scripted site: two accounts with ratings that hold, one of a moderator, and reports."""
    site = InProcess(known_key(folder))
    people, services = {name: person(name) for name in RATED}, site.services
    anna, oskar, judge = people.values()
    for name, account in RATED.items():
        services.accounts.open(people[name])
        services.accounts.claim(people[name], account)
    services.accounts.set_moderator(judge, True)
    site.wait(8 * DAY)
    for number in range(RATED_GAMES):
        site.wait(DAY / RATED_GAMES)
        game = Game(site, ("oskar", "anna") if number % 3 else ("anna", "oskar"))
        game.open("Chess", "f2f3 e7e5 g2g4 d8h4", control="5+3", rated=True)
    with services.tables.reading(game.id) as table:
        services.chat.say(table, oskar, game.people.index("oskar"), "x" * 120, None, "1")
    services.reports.add(anna, oskar, "chat", "insults", "y" * 200, game.id)
    site.wait(60)
    services.reports.add(judge, oskar, "play", "unfair_help", "?" * 20)
    services.sanctions.impose(judge, oskar, "warning", "insults")
    site.wait(60)
    services.sanctions.impose(judge, oskar, "mute", "spoiled_games", days=7)
    warning = services.sanctions.of(oskar)[-1]
    services.sanctions.answer(oskar, warning.id, "z" * 200)
    site.wait(60)
    services.reports.add(anna, oskar, "name", "other", "!")
    site.close()


def rated(visitors: Visitors, language: str) -> Walk:
    """Pages of `rated_people`: a rated game, profiles, the best players, sanctions, and what a moderator sees."""
    anna, oskar, judge = (visitors.known_person(name) for name in RATED)
    last = f"game/{LAST_RATED}"
    for reader, path in (
        (anna, last),
        (anna, "people/Anna"),
        (anna, f"people/{RATED['oskar']}"),
        (anna, "variants/Chess/ratings"),
        (anna, f"report/{person('oskar')}?game={LAST_RATED}"),
        (anna, f"{last}/people"),
        (oskar, "account"),
        (oskar, "mine"),
        (judge, "moderation"),
        (judge, f"moderation/{person('oskar')}"),
    ):
        yield State(path, reader.go(f"{language}/{path}"), Audited.RELOADED)


# Finding an opponent


def seek(visitors: Visitors, language: str) -> Walk:
    """Waiting for an opponent: on the home page, at a table against the computer, and being called away from it."""
    anna, oskar = visitors.person("anna"), visitors.person("oskar")
    anna.seek("Checkered", control="15+10", language=language)
    anna.wait_for_seek("Checkered")
    yield State("waiting", anna, Audited.RELOADED)
    anna.page.get_by_role("button", name=PLAY_MEANWHILE[language], exact=True).click()
    expect(anna.wait_for_board().part("meanwhile")).to_be_visible()
    yield State("waiting at a table", anna)
    oskar.seek(control="15+10")
    expect(anna.part("called")).to_be_visible()
    yield State("called to the table", anna)
    expect(anna.part("called").get_by_role("link")).to_be_in_viewport()


def computer(visitors: Visitors, language: str) -> Walk:
    """A game against the computer, which seals first."""
    anna = visitors.person("anna").play_computer("Apocalypse", language=language)
    expect(anna.page.locator(".plate .slot.full")).to_have_count(1)
    yield State("the computer has sealed", anna, Audited.RELOADED)
    anna.resign()
    yield State("a game against the computer is over", anna)


# A table


def sealed_game(visitors: Visitors, language: str) -> Walk:
    """A game of Apocalypse from the open table to a past position of it."""
    white, black = visitors.person("anna"), visitors.person("oskar")
    link = white.open("Apocalypse", language=language, fen=CROWDED, name="Anna", listed=True)
    yield State("open table", white, Audited.RELOADED)
    yield State("free seat", black.go(f"{language}/games").visit(link), Audited.RELOADED)
    black.join(link, name="Oskar")
    white.ready("b4")
    yield State("to choose", white, Audited.RELOADED)
    white.press("b4")
    yield State("picked up", white)
    white.square("b5").click()
    expect(white.part("chooser")).to_be_visible()
    yield State("chooser", white)
    white.page.locator(".board-chooser button").first.click()
    yield State("risky move chosen", white)
    white.part("send").click()
    expect(white.part("unseal")).to_be_visible()
    yield State("sealed", white, Audited.RELOADED)
    expect(black.page.locator(".plate .slot.full")).to_have_count(1)
    yield State("the other has sealed", black)
    black.part("draw").click()
    expect(white.part("offer")).to_be_visible()
    yield State("draw offered", white)
    white.part("decline").click()
    black.play("a3a2")
    white.sees_turn(1)
    yield State("turn with a penalty", white)
    black.part("takeback").click()
    expect(white.part("back")).to_be_visible()
    yield State("takeback asked", white)
    white.part("back-no").click()
    white.part("move").fill("e9")
    white.part("move").press("Enter")
    yield State("typed text refused", white)
    white.part("resign").click()
    expect(white.part("ask")).to_be_visible()
    yield State("question", white, Audited.TABBED)
    white.answer("yes")
    expect(white.page.locator("main.over")).to_be_attached()
    yield State("finished", white, Audited.RELOADED)
    white.page.keyboard.press("Home")
    white.holds("b2", "[^,]+")
    yield State("past position", white)
    for path in ("games", "mine"):
        yield State(f"{path} with a game", white.go(f"{language}/{path}"))


def chess(visitors: Visitors, language: str) -> Walk:
    """A game of Chess in which pieces were taken, and a move that is asked for before it is sent."""
    white, black = visitors.game("Chess", language=language)
    play_in_turn((white, black), "e2e4 d7d5 e4d5 d8d5")
    yield State("pieces taken", white, Audited.RELOADED)
    white.part("ask-first").get_by_role("checkbox").check()
    white.press("b1", "c3")
    expect(white.part("send")).to_be_enabled()
    yield State("move to confirm", white)


def checkered(visitors: Visitors, language: str) -> Walk:
    """Checkered, with a choice of four pieces, the question of the switch, and names of the greatest length."""
    white, black = visitors.person("anna"), visitors.person("oskar")
    black.join(white.open("Checkered", language=language, fen=PROMOTION, name=LONG_NAMES[0]), name=LONG_NAMES[1])
    white.choose("b7a8")
    expect(white.part("chooser").get_by_role("button")).to_have_count(4)
    yield State("a choice of four", white)
    white.page.keyboard.press("Escape")
    white.part("specials").get_by_role("button").click()
    expect(white.part("ask")).to_be_visible()
    yield State("the switch is asked for", white, Audited.TABBED)
    white.answer("no")


def dark(visitors: Visitors, language: str) -> Walk:
    white, black = visitors.game("Dark", language=language)
    play_in_turn((white, black), "e2e4 d7d5")
    white.press("e4")
    yield State("dark", white, Audited.RELOADED)


def dice(visitors: Visitors, language: str) -> Walk:
    white, black = visitors.game("Dice", language=language)
    white.play_any()
    black.sees_turn(3)
    yield State("dice", black, Audited.RELOADED)


def pieces_in_hand(visitors: Visitors, language: str) -> Walk:
    white, black = visitors.game("Dobutsu", language=language)
    play_in_turn((white, black), "b2b3 a4a3")
    white.page.locator(".board-slots button[data-kind=origin]").click()
    expect(white.layer("selected")).not_to_have_count(0)
    yield State("a piece in hand is picked up", white, Audited.RELOADED)


def three_seats(visitors: Visitors, language: str) -> Walk:
    players = visitors.game("Crown", THREE, language=language)
    play_in_turn(players, "a1a2 b1b2")
    players[0].part("takeback").click()
    expect(players[2].part("back")).to_be_visible()
    yield State("takeback among three", players[2], Audited.RELOADED)


def third_player(visitors: Visitors, language: str) -> Walk:
    """A game of two that a third may join, and in which somebody is out."""
    anna, oskar, maria = visitors.game(
        "Checkered", onlooker="maria", language=language, preset="three_players", control="5+3"
    )
    play_in_turn((anna, oskar), "e2e4 d7d5 e4d5", maria)
    enter = maria.page.locator("#enter button")
    expect(enter).to_be_visible()
    yield State("an onlooker may join", maria)
    enter.click()
    maria.wait_for_board()
    play_in_turn((oskar, maria, anna), "g8f6 d5d6 g1f3 e7d6", first=5)
    yield State("one of three is out", oskar, Audited.RELOADED)


def one_device(visitors: Visitors, language: str) -> Walk:
    both = visitors.person("both")
    both.open("Apocalypse", one_device=True, language=language)
    expect(both.part("curtain")).to_be_visible()
    yield State("curtain", both, Audited.RELOADED)
    for move in ("e2d3", "e5d3"):
        both.take_device()
        both.play(move)
    both.sees_turn(1)
    yield State("reveal on one device", both)


def clocks(visitors: Visitors, language: str) -> Walk:
    white, black = visitors.game(language=language, control="30+20")
    yield State("limit of the first move", white)
    play_turns("e2d3/e5d3", white=white, black=black)
    yield State("clocks run", white, Audited.RELOADED)
    visitors.scripted.turn_clock(30 * 60 + 20 - 12)
    black.play("a5c4")
    expect(white.plate(0, "clock")).to_have_class(re.compile("low"))
    yield State("clock low", white)


def absence(visitors: Visitors, language: str) -> Walk:
    """An opponent who has left, the claim against him, the question of aborting, and a rematch."""
    white, black = visitors.game(language=language, control="5+3")
    play_turns("e2d3/e5d3", white=white, black=black)
    white.play("a1c2")
    black.disconnect()
    visitors.scripted.turn_clock(6)
    expect(white.part("absent")).to_be_visible()
    yield State("the other is gone", white)
    visitors.scripted.turn_clock(100)
    expect(white.part("absent-win")).to_be_visible()
    yield State("the win may be claimed", white)
    white.part("abort").click()
    yield State("asked whether to abort", white, Audited.TABBED)
    white.answer("no")
    black.page.go_back()
    black.wait_for_board().resign()
    black.part("rematch").click()
    expect(white.part("rematch-told")).to_be_visible()
    yield State("rematch asked", white)


def offline(visitors: Visitors, language: str) -> Walk:
    white, _ = visitors.game(language=language)
    white.choose("e2d3")
    white.go_offline()
    white.part("send").click()
    expect(white.part("connection-cancel")).to_be_visible()
    yield State("connection lost", white, Audited.TABBED)


def chat(visitors: Visitors, language: str) -> Walk:
    white, black, eve = visitors.game(onlooker="eve", language=language)
    white.open_chat()
    black.say("x" * 120)
    # When it comes it moves what stands below, perhaps while that is pressed.
    expect(black.messages()).to_have_count(1)
    black.part("phrases").locator("summary").click()
    black.page.locator("[data-preset=one_moment]").click()
    expect(white.messages()).to_have_count(2)
    for part in ("mutes", "notices"):
        white.part(part).locator("> summary").click()
    yield State("chat", white, Audited.TABBED)
    yield State("chat of an onlooker", eve.open_chat(), Audited.TABBED)
    eve.page.locator("a[href$='/people']").click()
    yield State("people at a table", eve, Audited.RELOADED)


def conditional_moves(visitors: Visitors, language: str) -> Walk:
    _, black = visitors.game("Chess", language=language, control="3d")
    black.part("lines").locator("a").click()
    black.wait_for_board()
    black.choose("d2d4")
    expect(black.page.locator("#tree .move")).to_have_count(1)
    yield State("lines of moves in advance", black, Audited.TABBED)


def keys(visitors: Visitors, language: str) -> Walk:
    """The lists of keys, at a table and on the analysis board."""
    white, black = visitors.game(language=language)
    play_turns("a2a3/a4a3", white=white, black=black)
    expect(white.part("after")).to_be_visible()
    white.page.keyboard.press("?")
    expect(white.part("shortcuts")).to_be_visible()
    yield State("keys of a table", white, Audited.TABBED)
    reader = visitors.person("reader").go(f"{language}/variants/Chess/analysis#1:e2e4:1").wait_for_board()
    reader.part("keys").click()
    expect(reader.part("shortcuts")).to_be_visible()
    yield State("keys of the analysis board", reader, Audited.TABBED)


# After a game


def envelopes(visitors: Visitors, language: str) -> Walk:
    white, black = visitors.game(language=language)
    play_turns("e2d3/e5d3", white=white, black=black)
    white.page.locator("[data-verify='1']").click()
    expect(white.part("opened-checks").locator("section")).to_have_count(2)
    yield State("envelopes", white, Audited.RELOADED)


def review(visitors: Visitors, language: str) -> Walk:
    """Reviews: of moves that were made at once, with a pair that was not played, and of moves made in turn."""
    white, black = visitors.game(language=language, fen=ENDGAME)
    play_turns("c2c3/e5d3", white=white, black=black)
    black.resign()
    white.review()
    expect(white.part("heat")).to_be_visible()
    yield State("review of pairs of moves", white, Audited.RELOADED)
    white.page.locator("#heat td:not(.played) button").first.click()
    expect(white.part("supposed")).to_be_visible()
    yield State("a pair that was not played", white)
    white, black = visitors.game("Checkered", language=language, fen="4k3/8/8/3q4/4P3/8/8/4K3 w")
    white.play("e1e2")
    black.sees_turn(1)
    black.resign()
    white.review()
    expect(white.part("turn")).to_be_visible()
    yield State("review of single moves", white, Audited.RELOADED)


def record(visitors: Visitors, language: str) -> Walk:
    """Records that are played again: one that holds, and one that does not."""
    valid = json.dumps(json.loads(DOCUMENTED_RECORD))
    for name, text in (("valid record", valid), ("invalid record", valid.replace('"1": "c5c4"', '"1": "c5c1"'))):
        yield State(name, replayed(visitors, language, text), Audited.SENT)


def replayed(visitors: Visitors, language: str, text: str = DOCUMENTED_RECORD) -> Person:
    """Somebody who has sent the text of a record."""
    reader = visitors.person("reader").go(f"{language}/replay").with_fonts()
    reader.page.locator("textarea").fill(text)
    reader.page.locator("main form .btn.primary").click()
    expect(reader.page.locator("#stepper, [role=alert]").first).to_be_visible()
    return reader


# The analysis board, puzzles, the editor


SPANISH = "1:e2e4.e7e5(c7c5!Sicile.g1f3).g1f3.b8c6.f1b5(f1c4)"
"""A tree with two variations and a comment, as an address keeps it."""

MIXED = "?fen=n3n/p1p2/5/2P1P/N4%20w%200%2000"
"""An endgame of Apocalypse in which both sides vary, in this turn and in the next."""


def tree(visitors: Visitors, language: str) -> Walk:
    """The tree of variations: with comments and files, too long for a link, and beside the expected lines."""
    reader = visitors.person("reader")
    long = ".".join(f"{move}!{quote('“”' * 250)}" for move in ("g1f3", "g8f6", "f3g1", "f6g8"))
    for name, path in (
        ("tree", f"Chess/analysis#{SPANISH}:3"),
        ("tree too long for a link", f"Chess/analysis#1:{long}:1"),
        ("expected lines", f"Apocalypse/analysis{MIXED}"),
    ):
        reader.page.goto("about:blank")
        reader.go(f"{language}/variants/{path}").wait_for_board()
        if name == "expected lines":
            expect(reader.part("expected").locator("tbody tr").first).to_be_visible()
        else:
            expect(reader.page.locator("#tree [aria-current]")).to_have_count(1)
            for part in ("commenting", "files"):
                reader.part(part).evaluate("node => { node.open = true; }")
        yield State(name, reader)


def puzzles(visitors: Visitors, language: str) -> Walk:
    """Puzzles of both kinds before and after an answer, and the list of those that were answered."""
    reader = visitors.person("reader")
    for theme in ("mix", "best"):
        puzzle = find_puzzle("Apocalypse", theme)
        yield State(f"puzzle, {theme}", reader.go(f"{language}/puzzles/{puzzle.id}"), Audited.RELOADED)
        if theme == "best":
            move = next(iter(puzzle.solution))
            press_on(reader.page.locator("cavalier-board"), move[:2], move[2:])
        reader.part("answer").click()
        expect(reader.part("verdict")).not_to_be_empty()
        yield State(f"puzzle, {theme}, answered", reader, Audited.TABBED)
    yield State("puzzles that were answered", reader.go(f"{language}/puzzles"))


def editor(visitors: Visitors, language: str) -> Walk:
    """The board editor, with all its parts unfolded."""
    reader = visitors.person("reader")
    reader.allowed_errors.append("400")
    for variant, fen in (("Checkered", ""), ("Dobutsu", ""), ("Chess", "8/8/8/8/8/8/8/P7")):
        reader.go(f"{language}/variants/{variant}/analysis/edit?fen={fen}")
        expect(reader.page.locator("main.ready")).to_be_attached()
        reader.page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
        yield State(f"editor of {variant} {fen}".strip(), reader)


WALKS: dict[str, Callable[[Visitors, str], Walk]] = {
    "documents": partial(pages, DOCUMENTS),
    "personal": partial(pages, PERSONAL),
    "forms": partial(pages, FORMS),
    "rules": partial(rules, "Apocalypse"),
    **{
        walk.__name__: walk
        for walk in (
            framed_pages, home, tried_figure, refused_form, settings, identity, mail, seek, sealed_game, chess,
            checkered, dark, dice, pieces_in_hand, three_seats, one_device, clocks, absence, offline, chat,
            conditional_moves, keys, envelopes, review, record, tree, puzzles, editor,
        )
    },
}  # fmt: skip
"""By name, those that every run of the tests audits."""

FURTHER_WALKS = {
    "leaflets": partial(pages, tuple(f"variants/{name}/leaflet" for name in sorted(load_all()))),
    "third_player": third_player,
    "computer": computer,
    **{f"rules of {name}": partial(rules, name) for name in sorted(load_all()) if name != "Apocalypse"},
}
"""By name, those that repeat on another variant what `WALKS` have."""

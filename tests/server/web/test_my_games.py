"""My games: each under what it waits for, with how it ended from my side; seen by nobody else."""

import itertools
import re
from random import Random

import pytest

from server.game import computer_id, decisions, parse_control
from server.http import SECRET
from server.lobby import NEWEST_RUNNING
from server.people import person_of
from server.tables import TableLoader
from server.texts.names import generated_name
from server.web.account import my_games
from tests.harness.actions import action
from tests.harness.composition import app_at
from tests.harness.faults import failing
from tests.harness.pages import text
from tests.harness.sources import scripted
from tests.harness.tables import evict_tables
from variants.errors import FenError

START = 1_800_000_000.0
DAY = 86_400.0


@pytest.fixture(scope="module")
def app(tmp_path_factory, clock):
    """One site for all, with a clock of its own."""
    with app_at(tmp_path_factory.mktemp("data"), scripted(clock, Random(1))) as app:
        yield app


@pytest.fixture
def services(app):
    return app.extensions["cavalier"]


NUMBERS = itertools.count()


def somebody(app, name):
    """The browser of somebody new, and the public id."""
    client, secret = app.test_client(), f"the secret of {name} {next(NUMBERS)}"
    with client.session_transaction() as session:
        session[SECRET] = secret
    return client, person_of(secret)


def between(services, *people, control="none", variant="Apocalypse"):
    return services.opener.open_between(variant, people, parse_control(control))


def seal(services, table, person, seat, move):
    services.tables.act(table, person, action("act", seat, 0, move, message=f"{seat}"))


def resign(services, table, person, seat):
    services.tables.act(table, person, action("resign", seat, message="r"))


def page(client, language="en", number=""):
    answer = client.get(f"/{language}/mine{number}")
    assert answer.status_code == 200, answer.text
    return answer.text


def parts(shown):
    """What stands in each section of the page that is shown."""
    shown = re.sub(r"<(section|table|p)\b[^>]* hidden(?: [^>]*)?>.*?</\1>", "", shown, flags=re.S)
    return {
        name: text(body) for body, name in re.findall(r'(<section class="sec" id="(\w+)".*?</section>)', shown, re.S)
    }


def tables(text, part):
    """The tables that a section leads to, in their order."""
    body = re.search(rf'<section class="sec" id="{part}".*?</section>', text, re.S)
    return re.findall(r'href="/\w+/game/(\w+)"', body[0]) if body else []


def test_my_games_are_grouped_by_status_and_shown_to_their_player_alone(app, services):
    client, me = somebody(app, "ann")
    stranger, other = somebody(app, "bob")
    to_seal = between(services, me, other)
    sealed = between(services, other, me)
    seal(services, sealed, me, 1, "c5c4")
    white = between(services, me, other, variant="Checkered")
    black = between(services, other, me, variant="Checkered")
    opened = services.opener.open("Apocalypse", {}, me, 0, listed=False)
    lost = between(services, me, other)
    resign(services, lost, me, 0)
    hidden = between(services, other, "eve")
    text = page(client)
    assert set(tables(text, "waiting")) == {to_seal, white}
    assert set(tables(text, "running")) == {sealed, black}
    assert tables(text, "open") == [opened]
    assert tables(text, "finished") == [lost]
    assert hidden not in text
    assert opened not in page(stranger) + page(app.test_client())


def test_every_page_can_tell_my_running_games_those_that_wait_for_me_first(app, services):
    client, me = somebody(app, "ann")
    _, other = somebody(app, "bob")
    waits = between(services, me, other, variant="Checkered")
    computer = services.opener.open("Checkered", {}, me, 1, others=computer_id(1))
    sealed = between(services, other, me)
    seal(services, sealed, me, 1, "c5c4")
    resign(services, between(services, me, other), me, 0)
    services.opener.open("Apocalypse", {}, me, 0)
    rows = services.my_games.running(me)
    assert (rows[0].game.table, rows[0].waits) == (waits, True)
    assert {row.game.table for row in rows} == {waits, computer, sealed}
    assert not any(row.waits for row in rows[1:])
    for _ in range(NEWEST_RUNNING):
        between(services, me, other)
    assert len(services.my_games.running(me)) == NEWEST_RUNNING
    assert client.get("/en/").status_code == 200


@pytest.mark.parametrize("variant", ["Apocalypse", "Dice"])
def test_a_game_on_one_device_waits_for_whoever_holds_it(app, services, variant):
    client, me = somebody(app, "ann")
    table = services.opener.open(variant, {}, me, 0, others=me)
    assert tables(page(client), "waiting") == [table]
    assert "On one device" in parts(page(client))["waiting"]
    resign(services, table, me, 0)
    assert "Black wins" in parts(page(client))["finished"], "he has neither won nor lost"


def test_the_dice_are_named_in_no_list_of_games(app, services):
    client, me = somebody(app, "ann")
    table = between(services, me, somebody(app, "bob")[1], variant="Dice")
    assert tables(page(client), "waiting") + tables(page(client), "running") == [table]
    resign(services, table, me, 0)
    lists = client.get("/en/games").text
    assert table in lists
    assert "The dice" not in page(client) + lists


def test_a_finished_game_is_described_from_the_readers_side(app, services):
    people = [somebody(app, name) for name in ("ann", "bob")]
    resign(services, between(services, *(person for _, person in people)), people[0][1], 0)
    for language, lost, won in (
        ("en", "You lost. You resigned.", "You won. White resigns."),
        ("fr", "Vous avez perdu. Vous avez abandonné.", "Vous avez gagné. Abandon des Blancs."),
    ):
        for (client, _), (_, other), said in zip(people, people[::-1], (lost, won), strict=True):
            finished = parts(page(client, language))["finished"].replace("\u202f", " ")
            assert said in finished
            assert generated_name(other, language) in finished


def test_a_game_that_nobody_won_says_so(app, services):
    client, me = somebody(app, "ann")
    drawn, stopped = between(services, me, "bob"), between(services, me, "bob")
    for person, seat in ((me, 0), ("bob", 1)):
        services.tables.act(drawn, person, action("offer", seat, message=f"d{seat}"))
    services.tables.decide(stopped, lambda table: decisions.stop(table, START, "turn 1"))
    finished = parts(page(client))["finished"]
    assert "Draw. The players agreed to a draw." in finished
    assert "This game was stopped." in finished


def test_a_slow_game_shows_the_time_left_to_the_reader_only(app, services, clock):
    client, me = somebody(app, "ann")
    table, began = between(services, me, "bob", control="3d"), clock.now
    for passed, left in ((0.0, "3 d 0 h"), (1.5 * DAY, "1 d 12 h")):
        clock.now = began + passed
        assert f"3 days a turn 1 White: {left} Black: {left}" in parts(page(client))["waiting"]
    seal(services, table, me, 0, "c1c2")
    for passed, left in ((2 * DAY + 1, "23:59:59"), (3 * DAY - 3599, "59:59")):
        clock.now = began + passed
        assert f"1 Black: {left}" in parts(page(client))["running"], "what is left to the one who still chooses"
    services.tables.act(table, me, action("unseal", 0, 0, message="u"))
    assert "1 White: 1 d 12 h" in parts(page(client))["waiting"], "my clock stood still while my move was sealed"


def test_a_game_that_cannot_be_loaded_does_not_hide_the_others(app, services):
    client, me = somebody(app, "ann")
    table = between(services, me, "bob")
    evict_tables(services.table_services.cache)
    with failing(TableLoader, "load", FenError("fen_rows", "This FEN is of other rules.")):
        assert tables(page(client), "running") == [table]


def test_long_lists_are_paginated(app, services, clock, monkeypatch):
    monkeypatch.setattr(my_games, "PAGE", 2)
    client, me = somebody(app, "ann")
    made = []
    for _ in range(5):
        clock.now += 60
        made.append(between(services, me, "bob"))
        resign(services, made[-1], me, 0)
    shown = [tables(page(client, number=f"?page={number}"), "finished") for number in (1, 2, 3)]
    assert shown == [made[:2:-1], made[2:0:-1], made[:1]]
    assert 'rel="next" href="/en/mine?page=2"' in page(client)
    assert 'rel="prev"' not in page(client)
    last = page(client, number="?page=3")
    assert 'rel="next"' not in last
    assert "waiting" in parts(page(client))
    assert "waiting" not in parts(last), "that nothing waits is said of all games, on the first page"


@pytest.mark.parametrize("number", ["0", "2", "-1", "", "٣", "9" * 30])
def test_a_page_number_out_of_range_is_not_found(app, number):
    client, _ = somebody(app, "ann")
    assert client.get("/en/mine", query_string={"page": number}).status_code == 404


def test_the_name_form_shows_the_name_and_changes_it(app):
    client, me = somebody(app, "ann")
    assert f"You are {generated_name(me, 'en')} . Change it if you like." in parts(page(client))["you"]
    answer = client.post("/fr/name", data={"name": "  Zoë 王 "})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/fr/mine#kept")
    assert 'value="Zoë 王"' in page(client)
    assert "You are" not in page(client)


def test_my_games_are_sorted_by_urgency(app, services, clock):
    client, me = somebody(app, "ann")
    free = between(services, me, "bob", variant="Checkered")
    days = between(services, me, "bob", control="1d", variant="Checkered")
    clock.now += DAY - 100
    later = between(services, me, "bob", control="3d", variant="Checkered")
    assert tables(page(client), "waiting") == [days, later, free]


def test_games_with_a_short_clock_show_both_readings_the_readers_first(app, services, clock):
    client, me = somebody(app, "ann")
    table = between(services, "bob", me, control="5+3")
    seal(services, table, "bob", 0, "c1c2")
    seal(services, table, me, 1, "c5c4")
    clock.now += 13
    text = page(client, "fr")
    assert "2 Noirs : 4:50 Blancs : 4:50" in parts(text)["waiting"].replace("\xa0", " ").replace("\u202f", " ")
    assert len(re.findall(r'data-left="290.0" data-runs', text)) == 2, "both are to act"

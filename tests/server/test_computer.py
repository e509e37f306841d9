"""A game against the computer begins at one press, as the last one or as it is chosen, and presses leave no heaps."""

import re

import gevent
import pytest
from sqlalchemy import select

from server.computer.pool import Busy
from server.config import Config
from server.journal.schema import chat
from server.site import create_app
from server.tables.limits import network
from server.tables.machines import machine, strength_of
from server.tables.table import Table
from tests.harness.actions import action
from tests.harness.pages import text
from variants.errors import FenError
from variants.position import Eyes

ARTICLE = re.compile("<article.*</article>", re.DOTALL)
"""The rules of a page."""


def no_time(*_):
    """What whoever asks for a thought is told."""
    raise Busy("Nobody thinks in this test.")


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """A site whose computer never finds the time to think: it plays what comes to hand."""
    app = create_app(Config(data=tmp_path_factory.mktemp("data"), identity_rate=0, address_rate=0))
    app.extensions["cavalier"].pool.ask = no_time
    yield app
    app.extensions["cavalier"].close()


@pytest.fixture
def still(tmp_path):
    """A site where the computer does not play."""
    app = create_app(Config(data=tmp_path / "data", identity_rate=0, address_rate=0, thinkers=0))
    yield app
    app.extensions["cavalier"].close()


def press(client, language="en", **fields):
    """Press the button; the id of the table it leads to."""
    answer = client.post(f"/{language}/computer", data=fields)
    assert answer.status_code == 303, answer.text
    found = re.fullmatch(rf"/{language}/game/(\w+)", answer.headers["Location"])
    assert found
    return found[1]


def met(client, table_id):
    """The table, the seat of whoever pressed, and who sits opposite."""
    lobby = client.application.extensions["cavalier"].lobby
    with lobby.looking(table_id) as table:
        (seat,) = (seat for seat in table.players if strength_of(table.chairs[seat]) is None)
        return table, seat, str(table.chairs[1 - seat])


def move(client, table_id):
    """Play any move from the seat of whoever pressed."""
    table, seat, _ = met(client, table_id)
    lobby, person = client.application.extensions["cavalier"].lobby, str(table.chairs[seat])
    number = table.number

    while not (offered := next(iter(table.moves(seat)), "")):
        gevent.joinall(list(client.application.extensions["cavalier-player"].at_work.values()))
    assert lobby.send(table_id, person, action("act", seat, table.number, offered, message=f"m{number}"))["ok"]


def test_one_press_without_any_choice_begins_a_game_that_no_list_shows(app):
    client = app.test_client()
    table_id = press(client)
    table, _, opponent = met(client, table_id)
    assert (table.status, table.opening.variant, table.opening.control) == ("running", "Apocalypse", "none")
    assert opponent == machine(2)
    for page in ("/en/", "/en/games"):
        assert table_id not in app.test_client().get(page).text


def test_the_rules_lead_into_a_game_of_their_variant_at_one_press(app):
    client = app.test_client()
    for variant in ("Apocalypse", "Checkered"):
        page = client.get(f"/en/variants/{variant}").text
        form = page[page.index('action="/en/computer"') : page.index("</form>")]
        assert f'name="variant" value="{variant}"' in form
        table, _, _ = met(client, press(client, variant=variant))
        assert table.opening.variant == variant


def test_home_offers_it_first_with_what_was_played_last_chosen(app):
    client = app.test_client()

    def offered():
        page = client.get("/en/").text
        ways = [page.index(f'id="way-{way}"') for way in ("computer", "friend", "somebody")]
        assert ways == sorted(ways)
        form = page[page.index('action="/en/computer"') : page.index('id="way-friend"')]
        strength = re.search(r'value="\d" checked><span>(\w+)</span>', form)
        variant = re.search(r'<option value="(\w+)" selected', form)
        assert strength
        assert variant
        return variant[1], strength[1]

    assert offered() == ("Apocalypse", "Medium")
    press(client, variant="Checkered", strength="3")
    assert offered() == ("Checkered", "Strong")
    client.post("/en/variants/Apocalypse/play", data={"seat": "0"})
    assert offered() == ("Apocalypse", "Strong"), "the strength is that of the last game against it"
    table, _, opponent = met(client, press(client))
    assert (table.opening.variant, opponent) == ("Apocalypse", machine(3))


def test_the_seat_is_drawn_by_lot(app):
    client = app.test_client()
    seats = set()
    for number in range(40):
        # Another strength each time: what is not as it was begins anew.
        seats.add(met(client, press(client, strength=str(1 + number % 2)))[1])
    assert seats == {0, 1}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("variant", ["Apocalypse", "Checkered", "Dice"])
def test_pressing_again_takes_up_the_game_in_which_nothing_was_played_and_ends_others(app, variant, seat, monkeypatch):
    monkeypatch.setattr(app.extensions["cavalier"].sources.random, "choice", lambda seats: seats[seat])
    client = app.test_client()
    first = press(client, variant=variant, strength="1")
    gevent.joinall(list(app.extensions["cavalier-player"].at_work.values()))
    assert [press(client, variant=variant, strength="1") for _ in range(3)] == [first] * 3
    other = press(client, variant=variant, strength="3")
    assert other != first
    assert met(client, first)[0].status == "finished"
    assert met(client, first)[0].ending is not None
    assert met(client, first)[0].ending.reason == "aborted"
    person = met(client, other)[0].chairs[met(client, other)[1]]
    kept = app.extensions["cavalier"].lobby.listing.tables_of(person)
    assert [one.table for one in kept] == [other], "what was ended is in none of his lists"


def test_a_game_in_which_something_was_played_stays_and_another_begins(app):
    client = app.test_client()
    first = press(client)
    move(client, first)
    second = press(client)
    assert second != first
    assert met(client, first)[0].status == "running"
    assert press(client) == second


def test_a_game_that_was_opened_otherwise_is_not_taken_up(app):
    client = app.test_client()
    for fields in ({"fen": "5/p4/5/P4/5 w 0"}, {"control": "5+3"}, {"option-collision": "classic"}):
        answer = client.post("/en/variants/Apocalypse/play", data={"opponent": "computer", **fields})
        assert answer.status_code == 303, text(answer.text)
        own = answer.headers["Location"].split("?")[0].rsplit("/", 1)[1]
        assert met(client, own)[0].status == "running"
        assert press(client) != own
        assert met(client, own)[0].status == "finished"


def test_a_game_against_somebody_is_left_alone(app):
    client, friend = app.test_client(), app.test_client()
    address = client.post("/en/variants/Apocalypse/play", data={"seat": "0"}).headers["Location"]
    friend.post(f"{address}/join", data={"seat": "1"})
    alone = client.post("/en/variants/Apocalypse/play", data={"opponent": "alone"}).headers["Location"]
    press(client)
    for path in (address, alone):
        with app.extensions["cavalier"].lobby.looking(path.split("?")[0].rsplit("/", 1)[1]) as table:
            assert table.status == "running"


def test_a_game_that_cannot_be_read_closes_the_door_to_no_other(app, monkeypatch):
    client = app.test_client()
    first = press(client)
    lobby = app.extensions["cavalier"].lobby
    replay = Table.replay

    def broken(rules, opening, *more):
        if opening.id == first:
            raise FenError("fen_rows", "This FEN is of other rules.")
        return replay(rules, opening, *more)

    monkeypatch.setattr(lobby, "_slots", {})
    monkeypatch.setattr(Table, "replay", broken)
    assert press(client) != first


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"strength": "4"}, 409, "L’ordinateur n’a pas ce niveau."),
        ({"strength": "medium"}, 409, "L’ordinateur n’a pas ce niveau."),
        ({"variant": "Nothing"}, 404, "Il n’y a pas de variante « Nothing » ici."),
    ],
)
def test_what_is_not_there_is_refused_by_name_and_makes_nobody_known(app, fields, status, sentence):
    client = app.test_client()
    answer = client.post("/fr/computer", data=fields)
    assert answer.status_code == status
    assert sentence in text(answer.text).replace("\u202f", " ")
    assert client.get_cookie("cavalier") is None


def test_a_press_that_comes_from_another_site_is_refused(app):
    answer = app.test_client().post("/en/computer", headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


# The form that opens a table


def test_the_form_opens_a_game_against_the_computer_as_it_is_chosen(app):
    client = app.test_client()
    answer = client.post(
        "/en/variants/Checkered/play",
        data={"opponent": "computer", "strength": "3", "seat": "1", "control": "10+5", "listed": "1"},
    )
    table, seat, opponent = met(client, answer.headers["Location"].rsplit("/", 1)[1])
    assert (seat, opponent, table.opening.control, table.opening.listed) == (1, machine(3), "10+5", True)
    page = client.get("/en/variants/Checkered/play?opponent=computer&strength=1").text
    assert 'name="opponent" value="computer" checked' in page
    assert 'name="strength" value="1" checked' in page


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The game is listed, and anybody may watch it."),
        ("fr", "La partie figure dans les listes, et chacun peut la regarder."),
    ],
)
def test_the_form_says_that_a_game_against_the_computer_is_listed(app, language, sentence):
    client = app.test_client()
    form = client.get(f"/{language}/variants/Chess/play").text
    assert sentence in "".join(re.findall(r'<p class="help of-computer">(.*?)</p>', form))
    answer = client.post("/en/variants/Chess/play", data={"opponent": "computer", "seat": "0"})
    table, _, _ = met(client, answer.headers["Location"].rsplit("/", 1)[1])
    assert table.opening.listed


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"opponent": "nobody"}, "Cet adversaire n’existe pas."),
        ({"opponent": "computer", "strength": "0"}, "L’ordinateur n’a pas ce niveau."),
    ],
)
def test_an_opponent_that_does_not_exist_is_named_beside_the_field(app, fields, sentence):
    answer = app.test_client().post("/fr/variants/Apocalypse/play", data=fields)
    assert answer.status_code == 400
    beside = re.search(r'<p class="msg" id="opponent-error">([^<]*)</p>', answer.text)
    assert beside
    assert text(beside[1]) == sentence


# Where it does not play


def test_where_it_does_not_play_nothing_offers_it_and_asking_is_refused_by_name(still):
    client = still.test_client()
    for page in ("/en/", "/en/variants/Apocalypse", "/en/variants/Apocalypse/play"):
        # What the rules advise may come from games of the computer.
        assert "computer" not in text(ARTICLE.sub("", client.get(page).text)).lower()
    answer = client.post("/en/computer")
    assert answer.status_code == 409
    assert "The computer does not play here." in text(answer.text)
    form = client.post("/en/variants/Apocalypse/play", data={"opponent": "computer"})
    assert form.status_code == 400
    assert "The computer does not play here." in text(form.text)
    assert client.get_cookie("cavalier") is None


def test_that_it_finds_no_time_to_think_is_said_once_a_game_also_when_it_never_thinks_again(tmp_path):
    def said(app):
        return app.extensions["cavalier"].journal.read(select(chat.c.table_id, chat.c.preset))

    table_id = ""
    for thinkers in (1, 0):
        app = create_app(Config(data=tmp_path, identity_rate=0, address_rate=0, thinkers=thinkers))
        if thinkers:
            app.extensions["cavalier"].pool.ask = no_time
        client = app.test_client()
        table_id = table_id or press(client, variant="Apocalypse")
        for _ in range(3):
            move(client, table_id)
        gevent.joinall(list(app.extensions["cavalier-player"].at_work.values()))
        assert said(app) == [(table_id, "computer_hurried")]
        app.extensions["cavalier"].close()


# What it is called


@pytest.mark.parametrize(("language", "name"), [("en", "Computer (strong)"), ("fr", "Ordinateur (fort)")])
def test_it_has_a_name_in_both_languages_wherever_it_played(app, language, name):
    client = app.test_client()
    table_id = press(client, language, strength="3")
    for page in (f"/{language}/game/{table_id}", f"/{language}/mine"):
        assert name in text(client.get(page).text)
    record = client.get(f"/{language}/game/{table_id}/record.json").json
    assert name in str(record)
    assert name in client.get(f"/{language}/game/{table_id}/record.pgn").text


def test_it_thinks_for_somebody_new_on_behalf_of_his_address(app, monkeypatch):
    askers = []

    def ask(_task, _seconds, asker, *_):
        askers.append(asker)
        raise Busy("Nobody thinks in this test.")

    monkeypatch.setattr(app.extensions["cavalier"].pool, "ask", ask)
    people = []
    for number in range(2):
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = f"2001:db8:1:2::{number}"
        table, seat, _ = met(client, press(client, variant="Apocalypse"))
        people.append(table.chairs[seat])
        while len(askers) < len(people):
            app.extensions["cavalier"].lobby.journal.read(select(1))
    assert askers == [(network("2001:db8:1:2::"), person) for person in people]


def test_an_onlooker_sees_that_the_computer_has_sealed_and_not_what(app):
    client = app.test_client()
    table, seat, _ = met(client, press(client))
    gevent.joinall(list(app.extensions["cavalier-player"].at_work.values()))
    view = table.view(Eyes.SPECTATOR)
    chair = view["chairs"][1 - seat]
    assert (chair["state"], chair["computer"]) == ("sealed", 2)
    assert table.seals[1 - seat].move not in str(view["chairs"])

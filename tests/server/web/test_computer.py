"""A game against the computer begins at one press, as the last one or as it is chosen, and presses leave no heaps."""

import re
from contextlib import contextmanager
from html import unescape

import gevent
import pytest
from sqlalchemy import select

from server.engine import Busy
from server.game import computer_id, strength_of
from server.runtime.limits import network
from server.store.schema import chat
from server.tables import TableLoader
from tests.harness.actions import action
from tests.harness.composition import app_at
from tests.harness.faults import failing, replaced
from tests.harness.pages import opened as address_of
from tests.harness.pages import text
from variants.errors import FenError

ARTICLE = re.compile("<article.*</article>", re.DOTALL)
"""The rules of a page."""


@contextmanager
def running(folder, engines=1):
    """A site whose computer never finds the time to think: it plays what comes to hand. And its calls of engines."""
    idle = Busy("Nobody thinks in this test.")
    with app_at(folder, engines=engines) as app, failing(app.extensions["cavalier"].engines, "ask", idle) as calls:
        yield app, calls


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with running(tmp_path_factory.mktemp("data")) as made:
        yield made


@pytest.fixture
def app(site):
    return site[0]


def press(client, **fields):
    """Press the button; the id of the table it leads to."""
    answer = client.post("/en/computer", data=fields)
    assert answer.status_code == 303, answer.text
    return re.fullmatch(r"/en/game/(\w+)", answer.headers["Location"])[1]


def opened(client, variant="Apocalypse", **fields):
    """The id of a table that is opened by the form."""
    return address_of(client, variant, **fields).split("?")[0].rsplit("/", 1)[1]


def met(client, table_id):
    """The table, the seat of whoever pressed, and who sits opposite."""
    with client.application.extensions["cavalier"].tables.reading(table_id) as table:
        (seat,) = (seat for seat in table.players if strength_of(table.chairs[seat]) is None)
        return table, seat, table.chairs[1 - seat]


def status(client, table_id):
    with client.application.extensions["cavalier"].tables.reading(table_id) as table:
        return table.status


def settle(app):
    gevent.joinall(list(app.extensions["cavalier-player"].at_work.values()))


def move(client, table_id):
    """Play any move from the seat of whoever pressed."""
    table, seat, _ = met(client, table_id)
    while not (offered := next(iter(table.moves(seat)), "")):
        settle(client.application)
    act = action("act", seat, table.number, offered, message=f"m{table.number}")
    client.application.extensions["cavalier"].tables.act(table_id, table.chairs[seat], act)


# One press


def test_one_press_with_defaults_begins_an_unlisted_game(app, client):
    table_id = press(client)
    table, _, opponent = met(client, table_id)
    assert (table.status, table.opening.variant, table.opening.control) == ("running", "Apocalypse", "none")
    assert opponent == computer_id(2)
    for page in ("/en/", "/en/games"):
        assert table_id not in app.test_client().get(page).text


def test_a_rules_page_starts_a_game_of_its_variant_at_one_press(client):
    form = client.get("/en/variants/Checkered").text.partition('action="/en/computer"')[2].partition("</form>")[0]
    assert 'name="variant" value="Checkered"' in form
    assert met(client, press(client, variant="Checkered"))[0].opening.variant == "Checkered"


def test_home_offers_it_first_with_what_was_played_last_chosen(client):
    def offered():
        page = client.get("/en/").text
        ways = [page.index(f'id="way-{way}"') for way in ("computer", "friend", "somebody")]
        assert ways == sorted(ways)
        form = page[page.index('action="/en/computer"') : page.index('id="way-friend"')]
        strength = re.search(r'value="\d" checked><span>(\w+)</span>', form)
        variant = re.search(r'<option value="(\w+)" selected', form)
        return variant[1], strength[1]

    assert offered() == ("Apocalypse", "Medium")
    press(client, variant="Checkered", strength="3")
    assert offered() == ("Checkered", "Strong")
    opened(client, seat="0")
    assert offered() == ("Apocalypse", "Strong"), "the strength is that of the last game against it"
    table, _, opponent = met(client, press(client))
    assert (table.opening.variant, opponent) == ("Apocalypse", computer_id(3))


@pytest.mark.parametrize("fen", ["", "4k3/8/8/8/8/8/PPPP4/R3K3 w 0"])
def test_another_strength_begins_where_the_game_did(client, fen):
    page = client.get(f"/en/game/{opened(client, 'Checkered', opponent='computer', strength='1', fen=fen)}").text
    (form,) = re.findall(r'<form class="row" method="post" action="/en/variants/Checkered/play">.*?</form>', page, re.S)
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form))
    assert unescape(fields.get("fen", "")).startswith(fen)
    assert bool(fields.get("fen")) == bool(fen)
    address = client.post(
        "/en/variants/Checkered/play", data={**fields, "fen": unescape(fields.get("fen", "")), "strength": "2"}
    )
    table, _, opponent = met(client, address.headers["Location"].split("?")[0].rsplit("/", 1)[1])
    assert (table.set_up, opponent) == (bool(fen), computer_id(2))


def test_the_seat_is_drawn_by_lot(client):
    # Another strength each time: what is not as it was begins anew.
    assert {met(client, press(client, strength=str(1 + number % 2)))[1] for number in range(40)} == {0, 1}


@pytest.mark.parametrize(("variant", "seat"), [("Apocalypse", 0), ("Checkered", 1), ("Dice", 0)])
def test_pressing_again_ends_the_games_in_which_nothing_was_played(app, client, variant, seat):
    with replaced(app.extensions["cavalier"].sources.random, "choice", lambda _, seats: seats[seat]):
        first = press(client, variant=variant, strength="1")
        settle(app)
        last = press(client, variant=variant, strength="1")
    ended, _, _ = met(client, first)
    assert (ended.status, ended.ending.reason) == ("finished", "aborted")
    table, seat, _ = met(client, last)
    stored = app.extensions["cavalier"].listing.tables_of(table.chairs[seat])
    assert [each.table for each in stored] == [last], "what was ended is in none of the person's lists"


def test_a_game_in_which_something_was_played_stays_and_another_begins(client):
    first = press(client)
    move(client, first)
    second = press(client)
    assert second != first
    assert status(client, first) == "running"
    press(client)
    assert [status(client, table) for table in (first, second)] == ["running", "finished"]


@pytest.mark.parametrize("fields", [{"fen": "5/p4/5/P4/5 w 0"}, {"control": "5+3"}, {"option-collision": "classic"}])
def test_a_new_game_ends_any_old_one_against_the_computer_but_none_against_a_person(app, client, fields):
    own = opened(client, opponent="computer", **fields)
    with_a_friend, alone = opened(client, seat="0"), opened(client, opponent="alone")
    app.test_client().post(f"/en/game/{with_a_friend}/join", data={"seat": "1"})
    assert status(client, own) == "running"
    assert press(client) != own
    assert [status(client, table) for table in (own, with_a_friend, alone)] == ["finished", "running", "running"]


def test_a_new_game_ends_none_with_dice_on_one_device(client):
    alone = opened(client, "Dice", opponent="alone")
    press(client)
    assert status(client, alone) == "running"


def test_an_unreadable_game_does_not_block_a_new_one(tmp_path):
    with running(tmp_path) as (app, _):
        client = app.test_client()
        first, cookie = press(client), client.get_cookie("cavalier").value
    with running(tmp_path) as (app, _):
        client = app.test_client()
        client.set_cookie("cavalier", cookie)
        error = FenError("fen_rows", "This FEN is of other rules.")
        with failing(TableLoader, "load", error, when=lambda _, table: table == first) as reads:
            assert press(client) != first
        assert reads


@pytest.mark.parametrize(
    ("path", "fields", "code", "sentence"),
    [
        ("computer", {"strength": "medium"}, 409, "L’ordinateur n’a pas ce niveau."),
        ("computer", {"variant": "Nothing"}, 404, "Il n’y a pas de variante « Nothing » ici."),
        ("variants/Chess/play", {"opponent": "nobody"}, 400, "Cet adversaire n’existe pas."),
        ("variants/Chess/play", {"opponent": "computer", "strength": "0"}, 400, "L’ordinateur n’a pas ce niveau."),
    ],
)
def test_unknown_choices_are_refused_by_name_and_create_no_identity(client, path, fields, code, sentence):
    answer = client.post(f"/fr/{path}", data=fields)
    assert answer.status_code == code
    assert sentence in text(answer.text).replace("\u202f", " ")
    assert client.get_cookie("cavalier") is None


# The form that opens a table


def test_the_form_opens_a_game_against_the_computer_as_it_is_chosen_and_lists_it(client):
    choice = {"opponent": "computer", "strength": "3", "seat": "1", "control": "10+5", "listed": ""}
    table, seat, opponent = met(client, opened(client, "Checkered", **choice))
    assert (seat, opponent, table.opening.control, table.opening.listed) == (1, computer_id(3), "10+5", True)
    page = client.get("/en/variants/Checkered/play?opponent=computer&strength=1").text
    assert 'name="opponent" value="computer" checked' in page
    assert 'name="strength" value="1" checked' in page
    help = "".join(re.findall(r'<p class="help of-computer">(.*?)</p>', page))
    assert "The game is listed, and anybody may watch it." in help


# Where it does not play, or not think


def test_where_it_does_not_play_nothing_offers_it_and_asking_is_refused_by_name(tmp_path):
    with running(tmp_path, engines=0) as (app, _):
        client = app.test_client()
        for page in ("/en/", "/en/variants/Apocalypse", "/en/variants/Apocalypse/play"):
            # What the rules advise may come from games of the computer.
            assert "computer" not in text(ARTICLE.sub("", client.get(page).text)).lower()
        pressed = client.post("/en/computer")
        form = client.post("/en/variants/Apocalypse/play", data={"opponent": "computer"})
        for answer, code in ((pressed, 409), (form, 400)):
            assert answer.status_code == code
            assert "The computer does not play here." in text(answer.text)
        assert client.get_cookie("cavalier") is None


def test_that_it_finds_no_time_to_think_is_written_once_a_game_also_after_a_restart(tmp_path):
    table_id = ""
    for engines in (1, 0):
        with running(tmp_path, engines) as (app, _):
            client = app.test_client()
            table_id = table_id or press(client, variant="Apocalypse")
            for _ in range(3):
                move(client, table_id)
            settle(app)
            written = app.extensions["cavalier"].journal.read(select(chat.c.table_id, chat.c.preset))
            assert written == [(table_id, "computer_hurried")]


def test_the_computers_work_for_a_newcomer_is_charged_to_the_address(site):
    app, calls = site
    for number in range(2):
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = f"2001:db8:1:2::{number}"
        table, seat, _ = met(client, press(client, variant="Apocalypse"))
        settle(app)
        _, _, asker, *_ = calls[-1]
        assert asker == (network("2001:db8:1:2::"), table.chairs[seat])


def test_it_has_a_name_in_both_languages_wherever_it_played(client):
    table_id = press(client, strength="3")
    for language, name in (("en", "Computer (strong)"), ("fr", "Ordinateur (fort)")):
        for page in (f"game/{table_id}", "mine"):
            assert name in text(client.get(f"/{language}/{page}").text)
        for record in ("record.json", "record.pgn"):
            assert name in client.get(f"/{language}/game/{table_id}/{record}").get_data(as_text=True)

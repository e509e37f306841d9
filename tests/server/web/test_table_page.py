"""The page of a table, asked for without a script: whose eyes it looks with, and what it says of clocks and claims."""

import re

import pytest

from server.game import ScoreSheet
from server.web.analysis.views import rows
from tests.harness.actions import action
from tests.harness.composition import app_at
from tests.harness.pages import Players, data, opened, text
from tests.harness.site import without_digests
from tests.harness.sources import scripted
from tests.toys import Veil, write_variant


@pytest.fixture(scope="module")
def app(tmp_path_factory, clock):
    """The site with a variant whose board hides something, and a clock of its own."""
    folder = tmp_path_factory.mktemp("variants")
    write_variant(folder, Veil)
    with app_at(tmp_path_factory.mktemp("data"), scripted(clock), variants=(folder,)) as app:
        yield app


def boards(client, address, eyes=""):
    """The board after so many turns, as this client may see it."""
    shown = client.get(f"{address}/positions{eyes}").get_json()
    return [position["picture"]["board"] for position in shown["positions"]]


def act(app, address, move):
    """The first move, on one device."""
    tables, table_id = app.extensions["cavalier"].tables, address.rsplit("/", 1)[1]
    with tables.reading(table_id) as table:
        person = table.chairs[0]
    tables.act(table_id, person, action("act", 0, 0, move))


def test_a_running_hidden_game_shows_no_other_view_and_explains_it_to_onlookers(app):
    players, onlooker = Players(app, "Veil"), app.test_client()
    players.turn("a1b1", "c3b3")
    for client in (*players.clients, onlooker):
        own = client.get(f"{players.address}/positions").data
        for eyes in ("0", "1", "none", "all"):
            assert client.get(f"{players.address}/positions?eyes={eyes}").data == own
    white = boards(players.clients[0], players.address)[1]
    assert (white.count("N"), white.count("n")) == (1, 0)
    assert not any(boards(onlooker, players.address)[1])
    shown = "Onlookers see what is hidden once the game is over."
    assert shown in onlooker.get(players.address).text
    assert shown not in players.clients[0].get(players.address).text
    assert shown not in onlooker.get(Players(app, "Chess").address).text


def test_each_plate_says_the_penalties_of_its_seat(app):
    players = Players(app, "Apocalypse", fen="4n/1P3/p4/1p3/N2PN w")
    players.turn("b4b5n", "a3a2")
    page = players.clients[1].get(players.address).text
    plates = {
        seat: text(plate) for seat, plate in re.findall(r'class="plate" data-seat="(.)">(.*?)role="timer"', page, re.S)
    }
    assert "Penalties: 1 of 2" in plates["0"]
    assert "Penalties: 0 of 2" in plates["1"]


def test_when_it_is_over_everybody_may_look_with_the_eyes_of_any_seat(app):
    players, onlooker = Players(app, "Veil"), app.test_client()
    for moves in (("a1b1", "c3b3"), ("b1a1", "b3c3")) * 2:
        players.turn(*moves)
    for client in (players.clients[1], onlooker):
        for eyes, seen in (("", {"N", "n"}), ("?eyes=0", {"N"}), ("?eyes=1", {"n"}), ("?eyes=none", set())):
            assert set(boards(client, players.address, eyes)[1]) - {""} == seen
    shown = onlooker.get(f"{players.address}/positions?eyes=0").get_json()["turns"][0]
    assert shown["texts"] == {"0": "a1b1", "1": "…"}
    assert [event["code"] for event in shown["events"]] == ["moved", "unseen"]
    page = onlooker.get(players.address).text
    assert 'href="?eyes=none"' in page
    assert 'id="eyes" hidden' not in page


def test_on_one_device_a_seats_view_is_sent_only_after_its_player_confirms(app):
    both = app.test_client()
    address = "/en" + opened(both, "Veil", opponent="alone")
    act(app, address, "a1b1")
    for path in (address, f"{address}?seat=0", f"{address}?seat=1"):
        page = both.get(path).text
        view = data(page, "view")
        assert (view["viewer"], view["moves"], view["sealed"], set(view["picture"]["board"])) == (None, [], None, {""})
        assert "a1b1" not in without_digests(page)
        assert data(page, "reader")["seats"] == [0, 1]
    assert data(both.get(f"{address}?seat=1").text, "reader")["requested"] == 1
    assert [set(board) for board in boards(both, address, "?seat=none")] == [{""}]
    assert set(boards(both, address, "?seat=0")[0]) == {"", "N"}
    stranger = app.test_client().get(f"{address}?seat=1").text
    assert (data(stranger, "reader")["seats"], data(stranger, "reader")["requested"]) == ([], None)


def test_one_device_of_players_in_turn_looks_from_the_seat_that_moves(app):
    both = app.test_client()
    address = "/en" + opened(both, "Checkered", opponent="alone")
    assert data(both.get(address).text, "view")["viewer"] == 0
    act(app, address, "e2e4")
    assert data(both.get(address).text, "view")["viewer"] == 1


@pytest.mark.parametrize(
    ("control", "gone", "figures"),
    [
        ("5+3", 3, "5:00"),
        ("5+3", 284, "0:19"),
        ("90+0", 60, "1:29:00"),
        ("3d", 3600, "2 d 23 h"),
        ("1d", 3600, "23:00:00"),
    ],
)
def test_the_page_contains_the_servers_time(app, clock, control, gone, figures):
    players = Players(app, control=control)
    players.turn("a2a3", "c5c4")
    clock.now += gone
    page = app.test_client().get(players.address).text
    clocks = re.findall(r'<span class="(clock[^"]*)".*?data-figures>([^<]*)<', page)
    low = " low" if gone == 284 else ""
    assert clocks == [(f"clock run{low}", figures)] * 2


def sheet(acted):
    """The rows of turns in which these seats acted; each text names its turn."""
    placed = ScoreSheet((), acted)
    turns = [
        {"number": number, "texts": {str(seat): f"x{number}" for seat in seats}, "notes": []}
        | placed.place(number, (0,))._asdict()
        for number, seats in enumerate(acted, 1)
    ]
    return rows({"turns": turns})


def test_consecutive_turns_of_one_seat_share_a_cell():
    shown = sheet([[int(seat)] for seat in "011000"])
    assert [row["texts"] for row in shown] == [{"0": "x1", "1": "x2 x3"}, {"0": "x4 x5 x6"}]
    assert [row["turns"] for row in sheet([[0, 1], [0, 1]])] == [[1], [2]]
    many = sheet([[seat] for seat in (*range(12), 0)])
    assert [row["turns"] for row in many] == [list(range(1, 13)), [13]], "in the order of numbers, not of texts"


@pytest.mark.parametrize(
    ("acting", "written", "described_from"),
    [
        ("0 1 0", "1. 1… 2.", [1, 2, 3]),
        ("01 01", "1. 2.", [1, 2]),
        ("0 0 1 1 0", "1. 1. 1… 1… 2.", [1, 2, 3, 4, 5]),
        ("2 0 2 1 2", "1. 1. 1. 1… 2.", [1, 2, 2, 4, 4]),
        ("0 - 1 0", "1. 1… 1… 2.", [1, 2, 3, 4]),
        ("- 1 0", "1. 1. 2.", [1, 2, 3]),
    ],
)
def test_a_turn_is_named_by_its_row_and_described_with_the_following_chance_move(acting, written, described_from):
    """Each turn by the seats that acted, the chance player on the third; none where a seat left."""
    acted = [[int(seat) for seat in seats.strip("-")] for seats in acting.split()]
    placed = ScoreSheet({2}, acted)
    places = [placed.place(number, [0]) for number in range(1, len(acted) + 1)]
    assert " ".join(f"{place.row}{'.' if place.begins else '…'}" for place in places) == written
    assert [place.described_from for place in places] == described_from

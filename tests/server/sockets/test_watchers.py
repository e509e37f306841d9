"""Who watches a table: nothing is kept of who has gone, a seat is present, and onlookers are counted once a person."""

import gevent
import pytest

from server.sockets import table as table_handler
from server.store import JournalError
from server.tables import ONLOOKER_PAUSE, ONLOOKER_SILENCE
from tests.harness.faults import changed, failing, recorded, replaced
from tests.harness.local_site import local_sites
from tests.harness.site import scripted_site
from tests.harness.tabs import LiveGame


@pytest.fixture
def table(local):
    """A table with a free seat, which is on the disk only."""
    return local.opener.open("Apocalypse", {}, "ann", 0)


# Nothing is kept of who has gone


ASKED = {
    "watch": lambda table: {"language": "en", "table": table, "seat": None},
    "lobby": lambda _: {"language": "en"},
    "mine": lambda _: {"language": "en", "rows": {}},
}


@pytest.mark.parametrize("event", ASKED)
def test_a_connection_that_closes_during_a_read_leaves_nothing_behind(local, table, event):
    local.connect("eve")

    def hang_up(plain, *arguments):
        local.disconnect("eve")
        return plain(*arguments)

    with replaced(local.journal, "run", hang_up):
        answer = local.call("eve", event, **ASKED[event](table))
    assert answer["refusal"]["code"] == "gone"
    assert not any(local.memory().values())
    assert local.delayed == []


def test_two_watch_messages_at_once_watch_once(local, table):
    local.connect("eve")
    pending = [local.start("eve", "watch", table=table, seat=None, language=language) for language in ("en", "fr")]
    gevent.joinall(pending, raise_error=True)
    assert (local.memory()["audiences"], local.memory()["held"]) == (1, 1)
    local.disconnect("eve")
    local.run_later()
    assert not any(local.memory().values())


def test_who_plays_all_sides_is_not_sent_that_they_have_lost(local):
    local.connect("ann")
    table = local.opener.open("Chess", {}, "ann", 0, others="ann")
    assert local.watch("ann", table, 1)["ok"]
    assert local.call("ann", "resign", table=table, seat=1, id="r")["ok"]
    assert local.received("ann", "view")[-1]["result"]["title"] == "White wins."


@pytest.mark.parametrize("event", ["view", "lobby"])
def test_a_connection_found_closed_during_a_broadcast_does_not_stop_it(local, table, event):
    gone, here = ([f"{kind}{number}" for number in range(9)] for kind in ("gone", "here"))
    for number, name in enumerate((*gone, *here)):
        local.connect(name)
        language = ("en", "fr")[number % 2]
        assert local.watch(name, table, language=language)["ok"]
        assert local.call(name, "lobby", language=language)["ok"]
    local.run_later()
    local.events.clear()
    local.sending = lambda name: local.disconnect(name) if name in gone else None
    if event == "view":
        local.opener.sit(table, "bob")
    else:
        assert local.call("here0", "wait", variants=[], control="none", id="m")["ok"]
        local.run_later()
    assert {name for name in here if local.received(name, event)} == set(here)
    assert not any(len(local.events[name]) > 1 for name in gone)
    assert (local.memory()["connections"], local.memory()["lists"]) == (9, 9)


@pytest.mark.parametrize("event", ASKED)
def test_a_watch_message_during_a_journal_failure_is_refused_and_its_connection_closed(local, table, event):
    """Otherwise the page would wait for news that nobody sends it."""
    local.connect("ann")
    with (
        failing(local.journal, "run", JournalError("The database has gone.")),
        recorded(local.sockets.server.gate, "close") as closed,
    ):
        assert local.call("ann", event, **ASKED[event](table))["refusal"]["code"] == "not_kept"
        assert closed == [], "the refusal is sent first"
        gevent.sleep(0)
    assert closed == [("ann",)]


def test_a_refused_watch_changes_no_subscription(local, table):
    local.connect("eve")
    local.watch("eve", table)
    assert local.watch("eve", table, seat=0)["refusal"]["code"] == "not_your_seat"
    local.opener.sit(table, "bob")
    (view,) = local.received("eve", "view")
    assert (view["viewer"], view["status"]) == (None, "running")


def test_an_address_may_watch_some_long_games_at_a_time(local):
    tables = [local.open_game("Chess") for _ in range(3)]
    for table in tables[:2]:
        assert local.call("ann", "act", table=table, seat=0, number=0, move="e2e4", id=table)["ok"]
    local.connect("eve")
    local.connect("max")
    with changed(table_handler, LONG_GAME=0, MOST_LONG=1):
        first, second, short = tables
        assert local.watch("eve", first)["ok"]
        refusal = local.watch("max", second)["refusal"]
        assert (refusal["code"], refusal["sentence"]) == ("too_many", "Your network may watch 1 long games at a time.")
        assert local.watch("max", first)["ok"]
        assert local.watch("max", short)["ok"]
        local.call("eve", "leave", table=first)
        local.call("max", "leave", table=first)
        assert local.watch("max", second)["ok"]
        for player, seat, move in (("ann", 0, "e2e4"), ("bob", 1, "e7e5")):
            assert local.call(player, "act", table=short, seat=seat, number=seat, move=move, id="x")["ok"]
            views = len(local.received("ann", "view"))
            assert local.watch("ann", short, 0)["refusal"]["code"] == "too_many"
        assert local.call("ann", "act", table=short, seat=0, number=2, move="d2d4", id="y")["ok"]
        assert len(local.received("ann", "view")) == views + 1, "a refused message changes nothing"


ACTIONS = {
    "nothing": [],
    "a turn": [("bob", "act", {"seat": 1, "number": 3, "move": "d7d5"})],
    "a takeback": [("ann", "takeback", {"seat": 0}), ("bob", "takeback", {"seat": 1})],
}


@pytest.mark.parametrize(("meanwhile", "turns"), [("nothing", 3), ("a turn", 4), ("a takeback", 2)])
def test_a_game_that_changes_during_its_description_is_shown_up_to_date(local, meanwhile, turns):
    table = local.open_game("Dark")
    for number, (name, move) in enumerate((("ann", "e2e4"), ("bob", "e7e5"), ("ann", "d2d4"))):
        assert local.call(name, "act", table=table, seat=number % 2, number=number, move=move, id=str(number))["ok"]

    def act_meanwhile(plain, *arguments):
        ahead = plain(*arguments)
        for name, event, fields in ACTIONS[meanwhile]:
            assert local.call(name, event, table=table, id="meanwhile", **fields)["ok"]
        return ahead

    with replaced(local.services.descriptions, "prepare", act_meanwhile):
        view = local.watch("ann", table, 0)["view"]
    assert view == local.watch("ann", table, 0)["view"]
    assert len(view["turns"]) == turns


# Presence and onlookers, over the wire


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with scripted_site(tmp_path_factory.mktemp("watchers") / "data") as running:
        yield running


@pytest.fixture
def game(served):
    with LiveGame(served, "Dark") as started:
        yield started


def counted(game, client):
    """The numbers of onlookers that a tab was sent, by now."""
    game.turn_clock(ONLOOKER_PAUSE)
    return [each["count"] for each in client.events["onlookers"] if each["table"] == game.table]


def test_a_player_is_present_while_a_tab_watches_even_without_the_seat(game):
    tab = game.come("ann")
    game.close(game.ann)
    game.turn_clock(600)
    assert [chair["away"] for chair in game.view(game.bob)["chairs"]] == [False, False]
    game.close(tab)
    game.turn_clock(600)
    assert [chair["away"] for chair in game.view(game.bob)["chairs"]] == [True, False]


def test_the_number_of_onlookers_is_broadcast_to_all_viewers(game):
    stranger = game.eve
    assert counted(game, game.ann) == [1]
    assert game.watch(game.come("eve"))["onlookers"] == 2
    assert game.watch(game.come("eve"))["onlookers"] == 2, "a person counts once"
    assert counted(game, game.ann) == [1, 2]
    game.close(stranger)
    assert counted(game, game.ann) == [1, 2, 1]


# Several processes


def test_onlookers_of_all_processes_count_until_a_process_is_silent_for_long(tmp_path, postgres_server):
    with local_sites(tmp_path, postgres_server.database()) as both:
        one, other = both.sites
        table = one.open_game()
        for site, name in ((one, "dan"), (other, "fay"), (other, "gil")):
            site.connect(name)
            assert site.watch(name, table)["ok"]

        def counts(*watchers):
            return [site.received(name, "onlookers")[-1]["count"] for site, name in watchers]

        both.settle(ONLOOKER_PAUSE)
        assert counts((one, "ann"), (other, "fay")) == [4, 4]
        other.disconnect("gil")
        both.settle(ONLOOKER_PAUSE)
        assert counts((one, "ann"), (other, "fay")) == [3, 3]
        both.settle(ONLOOKER_SILENCE * 0.75)
        both.settle(ONLOOKER_SILENCE * 0.75)
        assert counts((one, "ann")) == [3], "the other process has sent it again meanwhile"
        both.settle(ONLOOKER_SILENCE + 1, other)
        assert counts((one, "ann")) == [2]
        for name in ("ann", "bob", "eve", "dan"):
            one.disconnect(name)
        both.settle(ONLOOKER_PAUSE)
        assert not any(one.memory().values())

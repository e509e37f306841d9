"""Matchmaking over the sockets of a real server whose clock is turned by hand: who is paired, how long a seek lasts."""

import itertools
from contextlib import closing

import pytest

from server.game import parse_control
from server.lobby import SEEK_TIMEOUT
from server.sockets import LIST_INTERVAL
from server.store import Journal, JournalError, seeks
from server.tables import TableLoader
from tests.harness.client import open_table, person
from tests.harness.faults import failing, preceded
from tests.harness.local_site import local_site, local_sites
from tests.harness.site import scripted_site
from tests.harness.tables import evict_tables
from tests.harness.tabs import Tabs, code
from variants.errors import FenError

MESSAGES = map("new{}".format, itertools.count())


def lobby(client, language="en"):
    """The lobby as this tab sees it when it asks."""
    return client.call("lobby", language=language)["lobby"]


def home(people, name, language="en"):
    """A new tab of somebody that watches the lobby."""
    client = people.connect(name)
    lobby(client, language)
    return client


def seek(client, *variants, control="5+3", message=""):
    """Ask for an opponent; by a new message if none is named."""
    return client.call("wait", variants=list(variants), control=control, id=message or next(MESSAGES))


def seeking(client):
    return [row["person"] for row in lobby(client)["waiting"]]


def paired(client):
    client.settle()
    return client.events["paired"]


def tables(client):
    return [pairing["table"] for pairing in paired(client)]


# Seeks and pairings


def test_two_matching_seeks_are_paired_and_announced_in_every_tab(people):
    tabs = [home(people, name) for name in ("ann", "ann", "bob", "bob")]
    assert seek(tabs[0], "Apocalypse")["wait"]["titles"] == ["Apocalypse"]
    assert seek(tabs[2])["wait"] is None
    assert [len(paired(tab)) for tab in tabs] == [1, 1, 1, 1]
    ((table,),) = {tuple(tables(tab)) for tab in tabs}
    seats = [tab.events["paired"][0]["seat"] for tab in tabs]
    assert sorted(seats) == [0, 0, 1, 1]
    assert seats[0] == seats[1]
    view = tabs[0].call("watch", table=table, seat=seats[0], language="en")["view"]
    assert (view["status"], view["variant"], view["control"]) == ("running", "Apocalypse", "5+3")
    assert {chair["person"] for chair in view["chairs"]} == {person("ann"), person("bob")}
    assert seeking(tabs[0]) == []


def test_a_person_away_during_the_pairing_is_sent_the_table_once_on_return(people):
    ann, bob = home(people, "ann"), home(people, "bob")
    seek(ann)
    people.close(ann)
    seek(bob)
    assert len(paired(home(people, "ann"))) == 1
    assert paired(home(people, "ann")) == []


def test_the_page_of_all_games_names_those_who_seek_too(people):
    ann, eve = home(people, "ann"), people.connect("eve")
    assert "Nobody is waiting." in eve.get("/en/games").text()
    seek(ann, "Apocalypse", control="3d")
    page = eve.get("/en/games").text()
    assert f'class="wait" data-key="{person("ann")}"' in page
    assert "Nobody is waiting." not in page


def test_a_seek_sent_again_after_it_was_paired_leads_to_its_table(people):
    ann, bob = home(people, "ann"), home(people, "bob")
    seek(ann, message="hers")
    seek(bob, message="his")
    (table,) = tables(ann)
    for client, message in ((ann, "hers"), (bob, "his")):
        assert seek(client, message=message) == {"ok": True, "wait": None}
        assert tables(client) == [table] * 2
    assert seeking(ann) == []
    assert seek(ann, message="another")["wait"] is not None


def test_a_seek_sent_again_keeps_its_place_and_a_new_one_replaces_it(people):
    ann = home(people, "ann")
    seek(ann, "Apocalypse", message="first")
    people.turn_clock(5)
    assert seek(ann, "Apocalypse", message="first")["wait"]["waited"] == 5
    assert seek(ann, "Apocalypse", message="second")["wait"]["waited"] == 0
    seek(ann, "Checkered", control="3d", message="third")
    assert [(row["variants"], row["control"]) for row in lobby(ann)["waiting"]] == [(["Checkered"], "3d")]


@pytest.mark.parametrize("listed", [True, False])
def test_a_seek_is_cancelled_in_all_tabs_of_its_person(people, listed):
    """Also where the other tab has not been sent any list since."""
    ann, second, bob = home(people, "ann"), home(people, "ann"), home(people, "bob")
    seek(ann)
    if listed:
        people.turn_clock(LIST_INTERVAL)
        assert second.events["lobby"][-1]["mine"] is not None
    assert second.call("unwait") == {"ok": True, "wait": None}
    people.turn_clock(LIST_INTERVAL)
    assert ann.events["lobby"][-1]["mine"] is None
    assert seek(bob)["wait"] is not None
    assert paired(ann) == []


def test_a_stranger_seeks_only_after_saying_hello(people):
    stranger = home(people, "")
    assert code(seek(stranger)) == "unknown_person"
    assert stranger.call("unwait")["ok"]
    assert stranger.post("/en/hello").status == 200
    assert code(seek(stranger)) == "unknown_person", "who somebody is, is settled when they connect"
    people.close(stranger)
    people.clients.append(stranger.connect())
    assert seek(stranger)["wait"] is not None


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"variants": ["Nothing"]}, "not_for_two"),
        ({"control": "5"}, "no_control"),
        ({"control": "900+3"}, "no_control"),
    ],
)
def test_a_wrong_seek_is_refused_by_name_and_leaves_the_old_one(people, fields, refusal):
    ann = home(people, "ann")
    seek(ann, "Checkered", message="old")
    assert code(ann.call("wait", **{"variants": [], "control": "5+3", "id": "m", **fields})) == refusal
    assert lobby(ann)["mine"]["variants"] == ["Checkered"]


def test_a_seek_takes_any_of_several_controls_and_the_game_has_one_that_both_want(people):
    ann, bob, cid = (home(people, name) for name in ("ann", "bob", "cid"))
    row = seek(ann, "Chess", control="3d 5+3 7+4")["wait"]
    assert (row["control"], row["control_title"]) == ("3d 5+3 7+4", "3 days a turn, 5 min + 3 s, 7 min + 4 s")
    assert seek(cid, control="7+5 1d")["wait"] is not None
    assert seek(bob, control="10+5 7+4")["wait"] is None
    ((table,),) = {tuple(tables(tab)) for tab in (ann, bob)}
    assert ann.call("watch", table=table, seat=None, language="en")["view"]["control"] == "7+4"
    assert paired(cid) == []


# Seeks and listed tables


def test_a_seek_takes_the_oldest_listed_table_that_suits_it(people):
    ann, bob = home(people, "ann"), home(people, "bob")
    for control in ("20+3", "20+5"):
        open_table("Checkered", ann, control=control)
    other = open_table("Chess", ann, control="20+3")
    people.turn_clock(1)
    newer = open_table("Chess", people.connect("cid"), control="20+3")
    assert seek(bob, "Chess", "Apocalypse", control="3d 20+3")["wait"] is None
    (pairing,) = paired(bob)
    assert pairing["table"] == other
    view = bob.call("watch", table=other, seat=pairing["seat"], language="en")["view"]
    assert (view["status"], pairing["seat"]) == ("running", 1)
    assert newer in [row["table"] for row in lobby(bob)["open"]]
    assert seeking(bob) == []


def test_a_table_that_is_opened_takes_a_seek_that_suits_it_and_sends_its_person_there(people):
    ann, bob = home(people, "ann"), people.connect("bob")
    seek(ann, "Chess", "Checkered", control="15+7 15+8")
    people.turn_clock(1)
    table = open_table("Checkered", bob, control="15+8", seat="1")
    assert bob.call("watch", table=table, seat=1, language="en")["view"]["status"] == "open"
    people.turn_clock(1)
    assert [(each["table"], each["seat"]) for each in paired(ann)] == [(table, 0)]
    assert bob.events["view"][-1]["status"] == "running"


def test_a_seek_passes_over_a_listed_table_that_was_set_up(people):
    set_up = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"
    open_table("Chess", people.connect("ann"), control="20+9", fen=set_up)
    people.turn_clock(1)
    table = open_table("Chess", people.connect("cid"), control="20+9")
    bob = home(people, "bob")
    assert seek(bob, "Chess", control="20+9")["wait"] is None
    assert [pairing["table"] for pairing in paired(bob)] == [table]


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("Chess", {"control": "10+5"}),
        ("Checkered", {}),
        ("Chess", {"listed": ""}),
        ("Chess", {"option-randomness": "2"}),
        ("Chess", {"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"}),
        ("Chess", {"away": "yes"}),
        ("Chess", {"mine": "yes"}),
    ],
    ids=["another control", "another variant", "not listed", "other settings", "set up", "nobody there", "one's own"],
)
def test_a_seek_leaves_tables_alone_that_do_not_suit_it(people, variant, options):
    opener = people.connect("bob" if "mine" in options else "ann")
    wish = {"control": "20+7", **options}
    if wish.get("listed") == "":
        assert opener.post("/en/friend", variant=variant).status == 303
    else:
        open_table(variant, opener, **wish)
    people.turn_clock(400 if "away" in options else 1)
    bob = home(people, "bob")
    assert seek(bob, "Chess", control="20+7")["wait"] is not None
    people.turn_clock(2)
    assert paired(bob) == []


# How long a seek lasts


def test_a_seek_ends_some_seconds_after_the_last_tab_that_watches_the_lobby_has_closed(people):
    first, second, bob = home(people, "ann"), home(people, "ann"), home(people, "bob")
    people.connect("ann")  # Which does not watch the lobby.
    seek(first, "Checkered")
    people.close(first)
    people.turn_clock(SEEK_TIMEOUT + 1)
    assert seeking(bob) == [person("ann")], "there is another tab"
    people.close(second)
    people.turn_clock(SEEK_TIMEOUT - 2)
    people.close(home(people, "ann"))
    people.turn_clock(SEEK_TIMEOUT - 1)
    assert seeking(bob) == [person("ann")], "who comes back and goes again has the whole grace again"
    people.turn_clock(2)
    assert seeking(bob) == []


def test_a_seek_survives_a_restart_if_its_person_comes_back_soon(tmp_path):
    with scripted_site(tmp_path / "data") as first:
        for name, control in (("ann", "3d"), ("bob", "7d")):
            seek(first.client(name).connect(), "Checkered", control=control, message=f"by-{name}")
            first.turn_clock(1)
    with scripted_site(tmp_path / "data", "--clock", "2") as second, Tabs(second) as people:
        client = people.connect("ann")
        assert lobby(client)["mine"]["waited"] == 2
        assert seek(client, "Checkered", control="3d", message="by-ann")["wait"]["waited"] == 2, "it keeps its place"
        people.turn_clock(SEEK_TIMEOUT + 1)
        assert seeking(client) == [person("ann")], "bob has not come back"


# A seek of somebody who plays meanwhile


def warm_up(client, language="en"):
    """Watch a table that this person opens for nobody else; its id, and what watching is answered with."""
    table = open_table("Apocalypse", client, opponent="alone")
    return table, client.call("watch", table=table, seat=0, language=language)


@pytest.fixture
def called(people):
    """Ann seeks, goes on to a table, and is paired with bob: his tab, that table, and the pairing as she is sent it."""
    home_page, bob, tab = home(people, "ann"), home(people, "bob"), people.connect("ann")
    seek(home_page, control="10+5")
    people.close(home_page)
    table, _ = warm_up(tab, "fr")
    seek(bob, control="10+5")
    (call,) = paired(tab)
    return bob, table, call


def test_a_seek_lasts_as_long_as_its_person_watches_a_table(people):
    home_page, bob, tab = home(people, "ann"), home(people, "bob"), people.connect("ann")
    seek(home_page, "Checkered", control="10+5")
    people.close(home_page)
    people.turn_clock(SEEK_TIMEOUT - 1)
    _, answer = warm_up(tab, "fr")
    assert (answer["wait"]["titles"], answer["wait"]["control"]) == (["L’Échiqueté (Checkered)"], "10+5")
    people.turn_clock(SEEK_TIMEOUT + 100)
    assert seeking(bob) == [person("ann")]
    people.close(tab)
    people.turn_clock(SEEK_TIMEOUT - 1)
    assert seeking(bob) == [person("ann")], "the page may be loading anew"
    people.turn_clock(2)
    assert seeking(bob) == []


def test_a_table_that_was_watched_before_the_seek_keeps_it_no_longer(people):
    home_page, bob, tab = home(people, "ann"), home(people, "bob"), people.connect("ann")
    assert warm_up(tab)[1]["wait"] is None
    seek(home_page, "Checkered")
    people.close(home_page)
    people.turn_clock(SEEK_TIMEOUT + 1)
    assert seeking(bob) == []


def test_a_pairing_is_announced_again_until_the_player_opens_the_table(people, called):
    bob, table, call = called
    (gone,) = paired(bob)
    assert call["table"] == gone["table"] != table
    view = bob.call("watch", table=gone["table"], seat=gone["seat"], language="fr")["view"]
    assert call["name"] == view["chairs"][gone["seat"]]["name"]
    again = people.connect("ann")
    answer = again.call("watch", table=table, seat=0, language="fr")
    assert (answer["wait"], tables(again)) == (None, [call["table"]])
    # The home page shows running games, perhaps this one, from no seat; and the seat of another is refused.
    for seat in (None, 1 - call["seat"]):
        again.call("watch", table=call["table"], seat=seat, language="fr")
    again.call("watch", table=table, seat=0, language="fr")
    assert tables(again) == [call["table"]] * 3
    again.call("watch", table=call["table"], seat=call["seat"], language="fr")
    again.call("watch", table=table, seat=0, language="fr")
    assert lobby(again)["mine"] is None
    assert len(paired(again)) == 3


def test_a_pairing_whose_game_is_over_is_not_announced(people, called):
    bob, table, call = called
    assert bob.call("resign", table=call["table"], seat=1 - call["seat"], id="enough")["ok"]
    again = people.connect("ann")
    again.call("watch", table=table, seat=0, language="en")
    lobby(again)
    assert paired(again) == []


def test_cancelling_a_seek_is_sent_to_every_other_tab(people):
    home_page, tab = home(people, "ann"), people.connect("ann")
    seek(home_page)
    assert warm_up(tab)[1]["wait"] is not None
    assert home_page.call("unwait")["ok"]
    tab.settle()
    assert tab.events["wait"] == [{"wait": None}]
    seek(home_page)
    assert tab.call("unwait") == {"ok": True, "wait": None}
    people.turn_clock(LIST_INTERVAL)
    assert home_page.events["lobby"][-1]["mine"] is None
    assert len(tab.events["wait"]) == 1, "who cancels is answered"


# A journal that fails, and several processes


def local_seek(site, name, *variants):
    """As `seek`, by a connection of this person that is opened for it if need be."""
    if name not in site.people():
        site.connect(name)
    return site.call(name, "wait", variants=list(variants), control="5+3", id=f"by-{name}")


def test_a_seek_for_a_removed_variant_does_not_break_the_lobby(tmp_path):
    with local_site(tmp_path) as site:
        gone = seeks.Seek("zoe", frozenset({"Gone"}), (parse_control("5+3"),), 1.0, "m")
        seeks.save(site.journal, gone, site.services.clock())
        assert local_seek(site, "ann")["ok"]
        waiting = site.call("ann", "lobby", language="en")["lobby"]["waiting"]
        assert [row["person"] for row in waiting] == ["ann"]
        assert local_seek(site, "bob") == {"ok": True, "wait": None}


def test_a_pairing_with_an_unreadable_table_does_not_break_the_lobby(tmp_path):
    with local_site(tmp_path) as site:
        for name in ("ann", "bob"):
            local_seek(site, name)
        evict_tables(site.services.table_services.cache)
        with failing(TableLoader, "load", FenError("fen_rows", "This FEN is of other rules.")):
            assert site.call("ann", "lobby", language="en")["ok"]
        assert local_seek(site, "ann", "Chess")["ok"]


def test_a_tab_that_begins_to_watch_while_a_seek_is_cancelled_does_not_show_it(local):
    table = local.open_game()
    local_seek(local, "ann")
    local.connect("tab", "ann")
    with preceded(local.services.descriptions, "prepare", lambda: local.call("ann", "unwait")):
        assert local.watch("tab", table, 0)["wait"] is None


def test_cancelling_a_seek_is_acknowledged_although_another_tab_has_died(tmp_path):
    with local_site(tmp_path) as site:
        table = site.open_game()
        local_seek(site, "ann", "Dobutsu")
        for tab in ("second", "third"):
            site.connect(tab, "ann")
            assert site.watch(tab, table)["wait"] is not None
        # As engine.io, which finds out while it sends that a client is silent.
        site.sending = lambda tab: site.disconnect(tab) if tab == "second" else None
        assert site.call("ann", "unwait") == {"ok": True, "wait": None}
        assert site.received("third", "wait") == [{"wait": None}]


def test_a_late_note_of_a_departure_moves_no_seek_back(place):
    with closing(Journal(place)) as journal:
        seeks.save(journal, seeks.Seek("ann", frozenset(), (parse_control("5+3"),), 1.0, "m"), 100.0)
        seeks.seen(journal, {"ann": 50.0}, 90.0, 0.0)
        assert seeks.seen_at(journal) == {"ann": 100.0}
        seeks.seen(journal, {"ann": 120.0}, 110.0, 0.0)
        assert seeks.seen_at(journal) == {"ann": 120.0}
        seeks.seen(journal, {}, 121.0, 0.0)
        assert seeks.seen_at(journal) == {}


@pytest.fixture
def sites(tmp_path, postgres_server):
    with local_sites(tmp_path, postgres_server.database(), 3) as made:
        yield made


def pairings(sites):
    """The table of each person who was paired, by name."""
    return {
        name: data["table"] for site in sites.sites for name in site.people() for data in site.received(name, "paired")
    }


def test_a_seeker_at_another_process_is_paired_and_sent_the_table(sites):
    one, other, _ = sites.sites
    local_seek(one, "ann")
    assert local_seek(other, "bob")["wait"] is None
    changed = one.call("ann", "wait", variants=["Chess"], control="5+3", id="changed")
    assert code(changed) == "being_paired", "also before this process has sent the pairing"
    sites.settle()
    found = pairings(sites)
    assert set(found) == {"ann", "bob"}
    with sites.sites[2].tables.reading(found["ann"]) as table:
        assert {"ann", "bob"} <= set(table.chairs)
    assert found["ann"] == found["bob"]


@pytest.mark.parametrize(
    ("before", "at_once", "people", "games"),
    [
        ([], [(0, "ann"), (1, "bob")], 2, 1),
        ([("cleo", "Chess")], [(1, "ann", "Chess"), (2, "bob", "Chess")], 2, 1),
        # Each of both would take cleo, whose seek is the oldest.
        ([("cleo", "Chess"), ("dora", "Dobutsu")], [(1, "ann"), (2, "bob")], 4, 2),
    ],
    ids=["they find each other", "one person is paired once", "who lost an opponent is paired with the next one"],
)
def test_a_seek_begun_at_two_processes_at_once_is_paired_once(sites, before, at_once, people, games):
    for each in before:
        local_seek(sites.sites[0], *each)
        sites.settle(1.0)
    sites.together(local_seek, *at_once)
    sites.settle(1.0)
    found = pairings(sites)
    assert (len(found), len(set(found.values()))) == (people, games)
    assert len(sites.sites[0].journal.tables("running", 99)) == games


@pytest.mark.parametrize("table_first", [True, False])
def test_a_seek_and_a_listed_table_at_another_process_meet(sites, table_first):
    one, other, _ = sites.sites

    def open_listed():
        return one.services.opener.open("Chess", {}, "ann", 0, control=parse_control("5+3"))

    if table_first:
        table = open_listed()
        sites.settle(1.0)
    local_seek(other, "bob", "Chess")
    if not table_first:
        sites.settle(1.0)
        table = open_listed()
    sites.settle(1.0)
    assert pairings(sites) == {"bob": table}
    with sites.sites[2].tables.reading(table) as state:
        assert (state.status, state.chairs[:2]) == ("running", ["ann", "bob"])


def test_two_seeks_at_once_for_one_listed_table_seat_one_person(sites):
    table = sites.sites[0].services.opener.open("Chess", {}, "ann", 0, control=parse_control("5+3"))
    sites.together(local_seek, (1, "bob", "Chess"), (2, "cid", "Checkered", "Chess"))
    sites.settle(1.0)
    assert len(sites.sites[0].journal.tables("running", 99)) == 1
    assert sorted(pairings(sites).values()) in ([table], [pairings(sites)["bob"]] * 2)


def test_a_table_of_another_process_is_listed_while_its_opener_is_there(sites):
    one, other, _ = sites.sites
    table = one.services.opener.open("Chess", {}, "ann", 0, control=parse_control("5+3"))
    one.connect("ann")
    assert one.watch("ann", table, 0)["ok"]
    other.connect("bob")
    for _ in range(20):
        sites.settle(10.0)
    assert [row["table"] for row in other.call("bob", "lobby", language="en")["lobby"]["open"]] == [table]


def test_a_seek_ends_in_every_process_when_no_process_has_a_connection_any_more(sites):
    one, other, third = sites.sites
    local_seek(one, "ann")
    third.connect("eve")

    def seekers():
        return [row["person"] for row in third.call("eve", "lobby", language="en")["lobby"]["waiting"]]

    other.connect("ann")
    other.call("ann", "lobby", language="en")
    one.disconnect("ann")
    for _ in range(9):
        sites.settle(2.0)
    assert seekers() == ["ann"]
    other.disconnect("ann")
    for _ in range(6):
        sites.settle(2.0)
    assert seekers() == []


def test_a_seek_cancelled_at_another_process_is_not_paired(sites):
    one, other, _ = sites.sites
    local_seek(one, "ann")
    one.call("ann", "unwait")
    assert local_seek(other, "bob")["wait"] is not None
    assert pairings(sites) == {}


def test_where_no_table_can_be_opened_both_go_on_seeking_in_all_processes(sites):
    one, other, _ = sites.sites
    local_seek(one, "ann")
    with failing(other.journal, "open_table", JournalError("the disk is full")):
        assert code(local_seek(other, "bob")) == "not_kept"
    sites.settle(1.0)
    assert set(pairings(sites)) == {"ann", "bob"}

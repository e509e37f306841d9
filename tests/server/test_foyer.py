"""How people find an opponent over the sockets of a real server whose clock is turned by hand."""

import itertools

import pytest

from server.book.admission import drawings_of
from server.drawing.drawings import PIECE_SETS
from server.journal.engine import JournalError
from server.web.lists import MOST_LISTED
from server.wire import foyer as wired
from server.wire.foyer import LIST_INTERVAL, WAIT_GRACE
from tests.harness.client import open_table, person
from tests.harness.guests import Guests
from tests.harness.pages import outlined, outlines
from tests.harness.site import scripted_site, without_digests
from variants.registry import discover


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """One site; every test leaves nobody waiting in it."""
    with scripted_site(tmp_path_factory.mktemp("foyer") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def either(tmp_path_factory, all_on_engine):
    """One site on each engine, for what does not depend on how long somebody may be gone."""
    with scripted_site(tmp_path_factory.mktemp("either") / "data", *all_on_engine) as running:
        yield running


class People:
    """Tabs of people at one site; they are closed, and their waits given up, at the end."""

    def __init__(self, served):
        self.served = served
        self.clients = []

    def tab(self, name, language="en"):
        """A new tab of somebody, which watches the lobby."""
        client = self.bare(name)
        assert look(client, language) is not None
        return client

    def bare(self, name=""):
        """A connection that has said nothing yet."""
        client = self.served.client(name).connect()
        self.clients.append(client)
        return client

    def close(self, *clients):
        """These tabs are closed, and the server has noticed."""
        left = self.served.memory()["people"] - len(clients)
        for client in clients:
            client.close()
            self.clients.remove(client)
        self.served.until(lambda: self.served.memory()["people"] == left)

    def turn(self, seconds):
        """So many seconds go by."""
        self.served.turn_clock(seconds)
        for client in self.clients:
            client.settle()


@pytest.fixture
def people(served):
    """Those who come in one test."""
    yield from coming(served)


@pytest.fixture
def kept(either):
    """The same on each engine."""
    yield from coming(either)


def coming(served):
    came = People(served)
    yield came
    # Whoever was paired knows it now.
    came.turn(0)
    for client in came.clients:
        client.call("unwait")
    came.close(*came.clients)


def look(client, language="en"):
    """The lobby as this tab sees it when it asks."""
    return client.call("lobby", language=language)["lobby"]


MESSAGES = itertools.count()


def wait(client, *variants, control="5+3", message=""):
    """Ask for an opponent; by a new message if none is named."""
    return client.call("wait", variants=list(variants), control=control, id=message or f"new{next(MESSAGES)}")


def code(answer):
    """ "" if it was accepted, else the code of the refusal."""
    return "" if answer["ok"] else str(answer["refusal"]["code"])


def waiting(client):
    """Who waits, by public id."""
    return [row["person"] for row in look(client)["waiting"]]


def test_two_who_wait_for_the_same_are_seated_at_one_table_in_every_tab_of_theirs(kept):
    tabs = [kept.tab("ann"), kept.tab("ann"), kept.tab("bob"), kept.tab("bob")]
    assert wait(tabs[0], "Apocalypse")["wait"]["titles"] == ["Apocalypse"]
    assert wait(tabs[2])["wait"] is None
    kept.turn(0)
    (paired,) = {str(tab.events["paired"][0]["table"]) for tab in tabs}
    assert [len(tab.events["paired"]) for tab in tabs] == [1, 1, 1, 1]
    seats = [tab.events["paired"][0]["seat"] for tab in tabs]
    assert sorted(seats) == [0, 0, 1, 1]
    assert seats[0] == seats[1]
    view = tabs[0].call("watch", table=paired, seat=seats[0], language="en")["view"]
    assert (view["status"], view["variant"], view["control"]) == ("running", "Apocalypse", "5+3")
    assert {chair["person"] for chair in view["chairs"]} == {person("ann"), person("bob")}
    assert waiting(tabs[0]) == []


def test_a_wait_outlives_a_reload(kept):
    tab = kept.tab("ann")
    wait(tab, "Checkered")
    kept.close(tab)
    kept.turn(WAIT_GRACE - 1)
    again = kept.bare("ann")
    mine = look(again)["mine"]
    assert (mine["variants"], mine["control"], mine["waited"]) == (["Checkered"], "5+3", WAIT_GRACE - 1)
    kept.turn(WAIT_GRACE + 1)
    assert look(again)["mine"] is not None, "whoever has come back is not leaving"


def test_a_wait_ends_some_seconds_after_the_last_tab_has_closed(people):
    first, second, other = people.tab("ann"), people.tab("ann"), people.tab("bob")
    wait(first, "Checkered")
    people.close(first)
    people.turn(WAIT_GRACE + 1)
    assert waiting(other) == [person("ann")], "she has another tab"
    people.close(second)
    people.turn(WAIT_GRACE - 1)
    assert waiting(other) == [person("ann")]
    people.turn(2)
    assert waiting(other) == []


def test_who_comes_back_and_goes_again_has_the_whole_grace_again(people):
    first, other = people.tab("ann"), people.tab("bob")
    wait(first, "Checkered")
    people.close(first)
    people.turn(WAIT_GRACE - 2)
    second = people.tab("ann")
    people.close(second)
    people.turn(3)
    assert waiting(other) == [person("ann")]
    people.turn(WAIT_GRACE)
    assert waiting(other) == []


def test_a_page_that_does_not_watch_the_lobby_keeps_no_wait(people):
    tab, other = people.tab("ann"), people.tab("bob")
    people.bare("ann")
    wait(tab, "Checkered")
    people.close(tab)
    people.turn(WAIT_GRACE + 1)
    assert waiting(other) == []


def test_who_was_gone_when_he_was_paired_is_told_as_soon_as_he_is_back_and_once(kept):
    ann, bob = kept.tab("ann"), kept.tab("bob")
    wait(ann, message="gone")
    kept.close(ann)
    wait(bob)
    back = kept.tab("ann")
    back.settle()
    assert len(back.events["paired"]) == 1
    later = kept.tab("ann")
    later.settle()
    assert later.events["paired"] == []


def test_the_same_wait_sent_again_after_it_was_paired_leads_to_its_table(people):
    ann, bob = people.tab("ann"), people.tab("bob")
    wait(ann, message="hers")
    wait(bob, message="his")
    ann.settle()
    for client, message in ((ann, "hers"), (bob, "his")):
        assert wait(client, message=message) == {"ok": True, "wait": None}
        assert [told["table"] for told in client.events["paired"]] == [ann.events["paired"][0]["table"]] * 2
    assert waiting(ann) == []
    assert wait(ann, message="another")["wait"] is not None


def test_the_same_wait_sent_again_keeps_its_place_and_a_new_one_does_not(kept):
    ann = kept.tab("ann")
    wait(ann, "Apocalypse", message="first")
    kept.turn(5)
    assert wait(ann, "Apocalypse", message="first")["wait"]["waited"] == 5
    assert wait(ann, "Apocalypse", message="second")["wait"]["waited"] == 0
    wait(ann, "Checkered", control="3d", message="third")
    assert [(row["variants"], row["control"]) for row in look(ann)["waiting"]] == [(["Checkered"], "3d")]


def test_a_wait_is_cancelled_in_all_tabs_of_its_person(kept):
    ann, second, bob = kept.tab("ann"), kept.tab("ann"), kept.tab("bob")
    wait(ann)
    kept.turn(LIST_INTERVAL)
    assert second.events["lobby"][-1]["mine"] is not None
    assert second.call("unwait") == {"ok": True, "wait": None}
    kept.turn(LIST_INTERVAL)
    assert ann.events["lobby"][-1]["mine"] is None
    assert wait(bob)["wait"] is not None
    assert ann.events["paired"] == []


def test_after_a_restart_the_same_message_waits_anew(tmp_path):
    with scripted_site(tmp_path / "data") as first:
        client = first.client("ann").connect()
        wait(client, "Checkered", message="hers")
        client.close()
    with scripted_site(tmp_path / "data") as second:
        client = second.client("ann").connect()
        assert look(client)["mine"] is None
        assert wait(client, "Checkered", message="hers")["wait"]["variants"] == ["Checkered"]
        client.close()


def test_a_stranger_watches_and_waits_only_once_he_has_said_hello(kept):
    stranger = kept.tab("")
    assert code(wait(stranger)) == "unknown_person"
    assert stranger.call("unwait")["ok"]
    assert stranger.post("/en/hello").status == 200
    assert code(wait(stranger)) == "unknown_person", "who somebody is, is settled when he connects"
    kept.close(stranger)
    kept.clients.append(stranger.connect())
    assert wait(stranger)["wait"] is not None


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"variants": ["Nothing"]}, "not_for_two"),
        ({"control": "5"}, "no_control"),
        ({"control": "900+3"}, "no_control"),
        ({"control": "x" * 11}, "message"),
        ({"variants": ["x" * 61]}, "message"),
        ({"variants": ["Apocalypse"] * 51}, "message"),
        ({"variants": "Apocalypse"}, "message"),
        ({"variants": [1]}, "message"),
        ({"id": ""}, "message"),
        ({"more": 1}, "message"),
    ],
)
def test_a_wait_that_is_not_right_is_refused_by_name_and_leaves_the_old_one(people, fields, refusal):
    ann = people.tab("ann")
    wait(ann, "Checkered", message="old")
    answer = ann.call("wait", **{"variants": [], "control": "5+3", "id": "m", **fields})
    assert code(answer) == refusal
    assert look(ann)["mine"]["variants"] == ["Checkered"]


def test_messages_of_the_lobby_are_exact(people):
    ann = people.bare("ann")
    assert code(ann.call("lobby", language="de")) == "language"
    for fields in ({}, {"language": 1}, {"language": "en", "more": 1}):
        assert code(ann.call("lobby", **fields)) == "message"
    assert code(ann.call("unwait", table="t")) == "message"


def test_the_lists_are_pushed_at_most_once_a_second_only_when_changed_and_in_the_language_of_the_watcher(
    people,
):
    english, french, bob = people.tab("ann"), people.tab("eve", "fr"), people.tab("bob")
    people.turn(LIST_INTERVAL)
    before = [len(client.events["lobby"]) for client in (english, french)]
    for message in "abc":
        wait(bob, "Checkered", control="3d", message=message)
        people.turn(0)
    assert [len(client.events["lobby"]) for client in (english, french)] == before
    people.turn(LIST_INTERVAL)
    assert [len(client.events["lobby"]) for client in (english, french)] == [one + 1 for one in before]
    rows = [client.events["lobby"][-1]["waiting"] for client in (english, french)]
    assert [(row["titles"], row["control_title"]) for (row,) in rows] == [
        (["Checkered"], "3 days a turn"),
        (["L’Échiqueté (Checkered)"], "3 jours par tour"),
    ]
    assert "mine" in english.events["lobby"][-1]
    assert english.events["lobby"][-1]["mine"] is None
    for _ in range(3):
        people.turn(LIST_INTERVAL)
    assert [len(client.events["lobby"]) for client in (english, french)] == [one + 1 for one in before]


def test_the_lists_tell_of_open_tables_and_running_games_and_who_looks_on(people):
    eve = people.tab("eve")
    opener, joiner = people.bare("ann"), people.bare("bob")
    hidden = opener.post("/en/variants/Apocalypse/play", seat="0").header("Location").rsplit("/", 1)[1]
    table = open_table("Apocalypse", opener, control="10+5")
    people.turn(LIST_INTERVAL)
    (row,) = [row for row in eve.events["lobby"][-1]["open"] if row["table"] == table]
    assert (row["title"], row["control_title"]) == ("Apocalypse", "10 min + 5 s")
    assert [one and one["person"] for one in row["people"]] == [person("ann"), None]
    assert hidden not in str(eve.events["lobby"])
    joiner.post(f"/en/game/{table}/join", seat="1")
    joiner.call("watch", table=table, seat=None, language="en")
    joiner.call("watch", table=table, seat=1, language="en")
    opener.call("watch", table=table, seat=None, language="fr")
    people.bare("dan").call("watch", table=table, seat=None, language="fr")
    eve.call("watch", table=table, seat=None, language="en")
    people.turn(LIST_INTERVAL)
    now = eve.events["lobby"][-1]
    assert table not in str(now["open"])
    (row,) = [row for row in now["running"] if row["table"] == table]
    assert (row["turns"], row["looking"]) == (0, 1), "neither a player nor the board of the home page is an onlooker"


def test_a_table_is_listed_while_its_opener_may_still_be_met_there(people):
    eve, ann = people.tab("eve"), people.bare("ann")
    slow, quick = (open_table("Apocalypse", ann, control=control) for control in ("3d", "5+3"))

    def listed():
        return [row["table"] for row in look(eve)["open"] if row["table"] in (slow, quick)]

    people.turn(60)
    assert listed() == [quick, slow]
    people.turn(20)
    assert listed() == [slow], "nobody has come to the quick one since it was opened"
    ann.call("watch", table=quick, seat=0, language="en")
    people.turn(3600)
    assert listed() == [quick, slow]
    people.close(ann)
    people.turn(60)
    assert listed() == [quick, slow], "he may be loading the page anew"
    people.turn(20)
    assert listed() == [slow]


def test_nothing_that_is_sealed_shows_in_the_lobby(people):
    eve = people.tab("eve")
    ann, bob = people.bare("ann"), people.bare("bob")
    table = open_table("Apocalypse", ann, bob)
    people.turn(LIST_INTERVAL)
    eve.settle()
    before = eve.events["lobby"][-1]
    (row,) = [row for row in before["running"] if row["table"] == table]
    assert (row["sealed"], row["doing"]) == (0, "both are choosing")
    assert ann.call("act", table=table, seat=0, number=0, move="c1c2", id="x")["ok"]
    people.turn(LIST_INTERVAL)
    after = eve.events["lobby"][-1]
    assert after["boards"] == {}, "a seal changes no board"
    sealed = {**row, "sealed": 1, "doing": "1 sealed"}
    running = [sealed if one == row else one for one in before["running"]]
    assert after == {**before, "boards": {}, "running": running}, "it tells that there is a seal, as the table does"
    assert "c1c2" not in without_digests(str(eve.frames))


def test_a_page_is_sent_no_board_that_it_holds(people):
    open_table("Apocalypse", people.bare("ann"), people.bare("bob"))
    eve = people.bare("eve")
    held = list(eve.call("lobby", language="en")["lobby"]["boards"])
    assert held
    again = people.bare("eve").call("lobby", language="fr", boards=held[1:])
    assert again["ok"]
    assert list(again["lobby"]["boards"]) == held[:1]


def test_a_page_is_sent_boards_in_its_set_of_pieces(people):
    variants = discover().variants

    def drawings(name, pieces):
        return drawings_of(name, variants[name], pieces)

    open_table("Chess", people.bare("ann"), people.bare("bob"))
    tabs = {pieces: people.bare(f"eve {pieces}") for pieces in PIECE_SETS}
    said = {pieces: tab.call("lobby", language="en", pieces=pieces) for pieces, tab in tabs.items()}
    for pieces, answer in said.items():
        assert outlines(drawings("Chess", pieces)) & outlined(str(answer["lobby"]["boards"]))
    assert not outlined(str(said[PIECE_SETS[0]]["lobby"]["boards"])) & outlines(drawings("Chess", "woodcut"))
    open_table("Dobutsu", people.bare("cid"), people.bare("dan"))
    people.turn(LIST_INTERVAL)
    for pieces, tab in tabs.items():
        tab.settle()
        assert outlines(drawings("Dobutsu", pieces)) & outlined(str(tab.events["lobby"][-1]["boards"]))
    assert not people.bare("mallory").call("lobby", language="en", pieces="../etc")["ok"]


def test_the_lists_are_bounded(people):
    everybody = [people.bare(f"guest{number}") for number in range(MOST_LISTED + 3)]
    for number, client in enumerate(everybody):
        # Each with a clock of his own, so that nobody suits anybody.
        assert wait(client, control=f"{number + 1}+0")["ok"]
    assert len(look(everybody[0])["waiting"]) == MOST_LISTED


# Who waits plays meanwhile


def warm_up(client, language="en"):
    """Watch a table that this person opens for nobody else; its id, and what watching is answered with."""
    opened = client.post("/en/variants/Apocalypse/play", opponent="alone")
    table = opened.header("Location").split("?")[0].rsplit("/", 1)[-1]
    return table, client.call("watch", table=table, seat=0, language=language)


def test_a_wait_lasts_as_long_as_its_person_watches_a_table(people):
    home, bob, tab = people.tab("ann"), people.tab("bob"), people.bare("ann")
    wait(home, "Checkered", control="10+5")
    people.close(home)
    people.turn(WAIT_GRACE - 1)
    _, answer = warm_up(tab, "fr")
    assert (answer["wait"]["titles"], answer["wait"]["control"]) == (["L’Échiqueté (Checkered)"], "10+5")
    people.turn(WAIT_GRACE + 100)
    assert waiting(bob) == [person("ann")]
    people.close(tab)
    people.turn(WAIT_GRACE - 1)
    assert waiting(bob) == [person("ann")], "she may be loading the page anew"
    people.turn(2)
    assert waiting(bob) == []


def test_who_does_not_wait_is_told_so_at_a_table_which_keeps_no_later_wait(people):
    home, bob, tab = people.tab("ann"), people.tab("bob"), people.bare("ann")
    assert warm_up(tab)[1]["wait"] is None
    wait(home, "Checkered")
    people.close(home)
    people.turn(WAIT_GRACE + 1)
    assert waiting(bob) == []


def test_who_plays_meanwhile_is_called_until_he_comes_and_is_told_who_is_there(kept):
    home, bob, tab = kept.tab("ann"), kept.tab("bob"), kept.bare("ann")
    wait(home, control="10+5")
    kept.close(home)
    table, _ = warm_up(tab, "fr")
    wait(bob, control="10+5")
    tab.settle()
    bob.settle()
    (called,) = tab.events["paired"]
    (gone,) = bob.events["paired"]
    assert called["table"] == gone["table"] != table
    view = bob.call("watch", table=gone["table"], seat=gone["seat"], language="fr")["view"]
    assert called["name"] == view["chairs"][gone["seat"]]["name"]
    again = kept.bare("ann")
    answer = again.call("watch", table=table, seat=0, language="fr")
    assert (answer["wait"], [told["table"] for told in again.events["paired"]]) == (None, [called["table"]])
    # The home page shows games that run, perhaps this one: so nobody has come to it.
    again.call("watch", table=called["table"], seat=None, language="fr")
    again.call("watch", table=table, seat=0, language="fr")
    assert len(again.events["paired"]) == 3
    again.call("watch", table=called["table"], seat=called["seat"], language="fr")
    again.call("watch", table=table, seat=0, language="fr")
    assert look(again)["mine"] is None
    again.settle()
    assert len(again.events["paired"]) == 3


def test_who_asks_for_a_seat_of_another_is_refused_and_still_called(people):
    home, bob, tab = people.tab("ann"), people.tab("bob"), people.bare("ann")
    wait(home, control="10+5")
    people.close(home)
    table, _ = warm_up(tab)
    wait(bob, control="10+5")
    tab.settle()
    (called,) = tab.events["paired"]
    again = people.bare("ann")
    refused = again.call("watch", table=called["table"], seat=1 - called["seat"], language="en")
    assert refused["refusal"]["code"] == "not_your_seat"
    again.call("watch", table=table, seat=0, language="en")
    again.settle()
    assert [told["table"] for told in again.events["paired"]] == [called["table"]]


def test_nobody_is_called_to_a_game_that_is_over(people):
    home, bob, tab = people.tab("ann"), people.tab("bob"), people.bare("ann")
    wait(home, control="10+5")
    people.close(home)
    table, _ = warm_up(tab)
    wait(bob, control="10+5")
    bob.settle()
    (gone,) = bob.events["paired"]
    assert bob.call("resign", table=gone["table"], seat=gone["seat"], id="enough")["ok"]
    again = people.bare("ann")
    again.call("watch", table=table, seat=0, language="en")
    look(again)
    again.settle()
    assert again.events["paired"] == []


def test_a_wait_that_is_stopped_elsewhere_is_stopped_for_who_plays_meanwhile(kept):
    home, tab = kept.tab("ann"), kept.bare("ann")
    wait(home)
    assert warm_up(tab)[1]["wait"] is not None
    assert home.call("unwait")["ok"]
    tab.settle()
    assert tab.events["wait"] == [{"wait": None}]
    wait(home)
    assert tab.call("unwait") == {"ok": True, "wait": None}
    kept.turn(LIST_INTERVAL)
    assert home.events["lobby"][-1]["mine"] is None
    assert len(tab.events["wait"]) == 1, "who stops it himself is answered"


class Hall(Guests):
    """A house in one process: what it sends is kept, and what it puts off is done by call."""

    def __init__(self, folder):
        super().__init__(folder)
        self.foyer = self.app.extensions["cavalier-foyer"]
        self.sent = []
        self.put_off = []
        self.live.emit = lambda *message: self.sent.append(message)
        self.foyer.later = lambda _, work: self.put_off.append(work)

    def enter(self, sid, name):
        """A tab of somebody opens."""
        self.come(sid)
        self.live._people[sid] = name

    def call(self, name, sid, **fields):
        """A message comes in."""
        return self.live._server.handlers["/"][name](sid, fields)

    def wait(self, sid):
        """This tab asks for anybody."""
        return self.call("wait", sid, variants=[], control="none", id="m")


@pytest.fixture
def hall(tmp_path):
    """A house with nobody in it."""
    house = Hall(tmp_path)
    yield house
    house.live.house.close()


def test_where_no_table_can_be_kept_both_go_on_waiting_and_asking_again_pairs_them(hall, monkeypatch):
    hall.enter("a", "ann")
    hall.enter("b", "bob")
    hall.wait("a")

    def broken(*_, **__):
        raise JournalError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(hall.lobby.journal, "open_table", broken)
        assert code(hall.wait("b")) == "not_kept"
        assert [wait.person for wait in hall.foyer.waits.oldest(9)] == ["ann", "bob"]
    assert hall.wait("b") == {"ok": True, "wait": None}
    assert sorted((name, sid) for name, _, sid in hall.sent) == [("paired", "a"), ("paired", "b")]


def test_who_hangs_up_while_the_lists_are_read_is_not_kept(hall, monkeypatch):
    hall.enter("a", "ann")
    lists = wired.lists

    def slow(*asked):
        hall.go("a")
        return lists(*asked)

    monkeypatch.setattr(wired, "lists", slow)
    assert code(hall.call("lobby", "a", language="en")) == "gone"
    assert (hall.foyer._watching, hall.foyer._tabs, hall.put_off) == ({}, {}, [])


def test_nobody_who_has_gone_is_remembered_and_nobody_looks_for_nobody(hall):
    hall.enter("a", "ann")
    hall.call("lobby", "a", language="en")
    hall.wait("a")
    hall.go("a")
    for work in hall.put_off[:]:
        hall.put_off.remove(work)
        work()
    foyer = hall.foyer
    assert hall.put_off == []
    assert (foyer._watching, foyer._tabs, foyer._leaving, len(foyer.waits)) == ({}, {}, {}, 0)


def test_who_is_found_to_have_gone_while_others_are_told_is_not_kept(hall):
    for sid, name in (("a", "ann"), ("b", "bob")):
        hall.enter(sid, name)
        hall.call("lobby", sid, language="en")
    hall.wait("a")

    hall.live.emit = lambda _event, _data, *sids: hall.go("b") if "a" in sids else None
    hall.put_off.pop()()
    assert set(hall.foyer._watching) == {"a"}


def test_lists_that_cannot_be_read_once_are_read_again(hall, monkeypatch, caplog):
    hall.enter("a", "ann")
    hall.call("lobby", "a", language="en")

    def broken(*_, **__):
        raise JournalError("no")

    with monkeypatch.context() as patch:
        patch.setattr(hall.lobby.journal, "tables", broken)
        hall.put_off.pop()()
    assert "the lobby was not told" in caplog.text
    hall.enter("b", "bob")
    hall.wait("b")
    hall.put_off.pop()()
    assert [name for name, *_ in hall.sent] == ["lobby"]


def test_a_site_that_stops_tells_the_lobby_nothing_and_complains_of_nothing(hall, caplog):
    hall.enter("a", "ann")
    hall.call("lobby", "a", language="en")
    (tick,) = hall.put_off
    hall.put_off.clear()
    hall.live.house.close()
    tick()
    assert (caplog.text, hall.put_off) == ("", [])


def test_a_wait_that_another_tab_stops_at_once_stops_in_the_tab_that_asked_for_it(hall):
    hall.enter("a", "ann")
    hall.call("lobby", "a", language="en")
    assert hall.wait("a")["wait"] is not None
    hall.enter("b", "ann")
    assert hall.call("lobby", "b", language="en")["lobby"]["mine"] is not None
    hall.call("unwait", "b")
    hall.sent.clear()
    hall.put_off.pop()()
    assert ("a", None) in [(sid, told["mine"]) for name, told, *sids in hall.sent if name == "lobby" for sid in sids]

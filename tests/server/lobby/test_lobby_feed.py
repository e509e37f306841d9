"""The lists of the lobby over the sockets of a real server: what they show, to whom, and when they are sent."""

import pytest

from server.book.validation import drawings_of
from server.drawing.pieces import PIECE_SETS
from server.sockets import LIST_INTERVAL
from server.store import JournalError
from tests.harness.client import open_table, person
from tests.harness.faults import failing
from tests.harness.local_site import local_site
from tests.harness.pages import outlined, outlines
from tests.harness.site import without_digests
from variants.registry import discover


def lobby(client, language="en", **fields):
    """The lobby as this tab sees it when it asks; it is sent the changes from then on."""
    return client.call("lobby", language=language, **fields)["lobby"]


def seek(client, message, control="3d"):
    assert client.call("wait", variants=["Checkered"], control=control, id=message)["ok"]


def row_of(table, rows):
    """The row of a table; None where it is not listed."""
    return next((row for row in rows if row["table"] == table), None)


def test_the_lists_are_sent_once_a_second_at_most_when_changed_and_in_the_language_of_the_watcher(people):
    english, french, bob = (people.connect(name) for name in ("ann", "eve", "bob"))
    for client, language in ((english, "en"), (french, "fr"), (bob, "en")):
        lobby(client, language)
    people.turn_clock(LIST_INTERVAL)

    def sent():
        return [len(client.events["lobby"]) for client in (english, french)]

    before = sent()
    for message in "abc":
        seek(bob, message)
        people.turn_clock(0)
    assert sent() == before
    people.turn_clock(LIST_INTERVAL)
    assert sent() == [count + 1 for count in before]
    rows = [client.events["lobby"][-1]["waiting"] for client in (english, french)]
    assert [(row["titles"], row["control_title"]) for (row,) in rows] == [
        (["Checkered"], "3 days a turn"),
        (["L’Échiqueté (Checkered)"], "3 jours par tour"),
    ]
    assert english.events["lobby"][-1]["mine"] is None
    for _ in range(3):
        people.turn_clock(LIST_INTERVAL)
    assert sent() == [count + 1 for count in before]


def test_the_lists_show_open_tables_and_running_games_with_their_onlookers(people):
    eve, ann, bob = (people.connect(name) for name in ("eve", "ann", "bob"))
    lobby(eve)
    hidden = ann.post("/en/variants/Apocalypse/play", seat="0").header("Location").rsplit("/", 1)[1]
    table = open_table("Apocalypse", ann, control="10+5")
    people.turn_clock(LIST_INTERVAL)
    row = row_of(table, eve.events["lobby"][-1]["open"])
    assert (row["title"], row["control_title"]) == ("Apocalypse", "10 min + 5 s")
    assert [sitter and sitter["person"] for sitter in row["people"]] == [person("ann"), None]
    assert hidden not in str(eve.events["lobby"])
    bob.post(f"/en/game/{table}/join", seat="1")
    for client, seat in ((bob, None), (bob, 1), (ann, None), (people.connect("dan"), None), (eve, None)):
        client.call("watch", table=table, seat=seat, language="en")
    people.turn_clock(LIST_INTERVAL)
    lists = eve.events["lobby"][-1]
    assert row_of(table, lists["open"]) is None
    row = row_of(table, lists["running"])
    assert (row["turns"], row["looking"]) == (0, 1), "neither a player nor the board of the home page is an onlooker"


def test_a_table_is_listed_while_its_opener_may_still_be_met_there(people):
    eve, ann = people.connect("eve"), people.connect("ann")
    slow, quick = (open_table("Apocalypse", ann, control=control) for control in ("3d", "5+3"))

    def listed():
        return [row["table"] for row in lobby(eve)["open"] if row["table"] in (slow, quick)]

    people.turn_clock(60)
    assert listed() == [quick, slow]
    people.turn_clock(20)
    assert listed() == [slow], "nobody has come to the quick one since it was opened"
    ann.call("watch", table=quick, seat=0, language="en")
    people.turn_clock(3600)
    assert listed() == [quick, slow]
    people.close(ann)
    people.turn_clock(60)
    assert listed() == [quick, slow], "the page may be loading anew"
    people.turn_clock(20)
    assert listed() == [slow]


def test_a_running_game_is_shown_while_a_player_is_there_or_has_days_for_a_turn(people):
    eve, ann, bob = (people.connect(name) for name in ("eve", "ann", "bob"))
    slow, quick = (open_table("Apocalypse", ann, bob, control=control) for control in ("3d", "30+20"))

    def shown():
        rows, page = lobby(eve)["running"], eve.get("/en/").text()
        tables = [row["table"] for row in rows if row["table"] in (slow, quick)]
        assert [f"/game/{table}" in page for table in (slow, quick)] == [table in tables for table in (slow, quick)]
        return tables

    ann.call("watch", table=quick, seat=0, language="en")
    for number, client in enumerate((ann, bob)):
        assert client.call("act", table=quick, seat=number, number=0, move=("c1c2", "c5c4")[number], id="x")["ok"]
    people.turn_clock(600)
    assert shown() == [quick, slow]
    people.close(ann)
    people.turn_clock(50)
    assert shown() == [quick, slow], "the page may be loading anew"
    people.turn_clock(20)
    assert shown() == [slow]
    assert bob.call("resign", table=slow, seat=1, id="y")["ok"]
    assert shown() == []


def test_lists_show_that_a_move_is_sealed_and_nothing_else_of_it(people):
    eve, ann, bob = (people.connect(name) for name in ("eve", "ann", "bob"))
    table = open_table("Apocalypse", ann, bob)
    lobby(eve)
    before = lobby(eve)
    row = row_of(table, before["running"])
    assert (row["sealed"], row["doing"]) == (0, "both are choosing")
    assert ann.call("act", table=table, seat=0, number=0, move="c1c2", id="x")["ok"]
    people.turn_clock(LIST_INTERVAL)
    running = [{**each, "sealed": 1, "doing": "1 sealed"} if each == row else each for each in before["running"]]
    assert eve.events["lobby"][-1] == {**before, "boards": {}, "running": running}
    assert "c1c2" not in without_digests(str(eve.frames))


@pytest.mark.parametrize(("language", "doing"), [("en", "White to move"), ("fr", "trait aux Blancs")])
def test_lists_name_who_is_to_move(people, language, doing):
    table = open_table("Chess", people.connect("ann"), people.connect("bob"))
    assert row_of(table, lobby(people.connect("eve"), language)["running"])["doing"] == doing


def test_a_page_is_sent_no_board_that_it_holds(people):
    open_table("Apocalypse", people.connect("ann"), people.connect("bob"))
    eve = people.connect("eve")
    held = list(lobby(eve)["boards"])
    assert held
    assert list(lobby(eve, "fr", boards=held[1:])["boards"]) == held[:1]


def test_a_page_is_sent_boards_in_its_set_of_pieces(people):
    variants = discover().variants
    tabs = {pieces: people.connect() for pieces in PIECE_SETS}

    def shows(markup, variant, pieces):
        return outlines(drawings_of(variant, variants[variant], pieces)) & outlined(str(markup))

    open_table("Chess", people.connect("ann"), people.connect("bob"))
    boards = {pieces: lobby(tab, pieces=pieces)["boards"] for pieces, tab in tabs.items()}
    assert all(shows(boards[pieces], "Chess", pieces) for pieces in PIECE_SETS)
    assert not shows(boards[PIECE_SETS[0]], "Chess", "woodcut")
    open_table("Dobutsu", people.connect("cid"), people.connect("dan"))
    people.turn_clock(LIST_INTERVAL)
    for pieces, tab in tabs.items():
        assert shows(tab.events["lobby"][-1]["boards"], "Dobutsu", pieces)


def test_lists_that_cannot_be_read_once_are_read_again(tmp_path, caplog):
    with local_site(tmp_path) as site:
        site.connect("ann")
        lists = site.call("ann", "lobby", language="en")["lobby"]
        assert lists["waiting"] == []
        with failing(site.journal, "tables", JournalError("no")):
            site.run_later()
        assert "what is repeated has failed" in caplog.text
        site.connect("bob")
        site.call("bob", "wait", variants=[], control="none", id="m")
        site.run_later()
        assert len(site.received("ann", "lobby")) == 1


def test_a_tab_that_is_answered_during_a_broadcast_is_sent_nothing_older(local):
    for name, language in (("ann", "fr"), ("eve", "en"), ("bob", "en")):
        local.connect(name)
        local.call(name, "lobby", language=language)
    local.call("bob", "wait", variants=[], control="none", id="by-bob")
    answers = []

    def seek_meanwhile(connection):
        if connection == "ann" and not answers:
            answers.append(local.call("eve", "wait", variants=[], control="5+3", id="by-eve"))

    local.sending = seek_meanwhile
    local.run_later()
    assert answers[0]["wait"] is not None
    assert local.received("eve", "lobby") == []
    local.run_later()
    (lists,) = local.received("eve", "lobby")
    assert lists["mine"] is not None
    assert [row["person"] for row in lists["waiting"]] == ["bob", "eve"]


def test_a_site_that_stops_sends_no_lists_and_logs_no_fault(tmp_path, caplog):
    with local_site(tmp_path) as site:
        site.connect("ann")
        site.call("ann", "lobby", language="en")
        site.close()
        site.run_later()
        assert (caplog.text, site.delayed) == ("", [])

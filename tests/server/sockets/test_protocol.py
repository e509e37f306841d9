"""What players and onlookers can do over the socket of a real server, and what is refused there, by which name."""

import pytest

from bench.messages import lay
from server.sockets import MOST_WATCHED
from tests.harness.client import open_table, person
from tests.harness.tabs import LiveGame, code


@pytest.fixture
def game(site):
    with LiveGame(site) as started:
        yield started


# Seats


def test_several_tabs_of_one_person_each_see_what_their_seat_may_see(game):
    tab, onlooking = game.come("ann", 0, "fr"), game.come("ann")
    assert game.act(game.ann, 0, "c1c2") == ""
    game.settle()
    assert tab.views[-1]["sealed"]["id"] == "c1c2"
    assert onlooking.views[-1]["sealed"] is None
    game.watch(tab, None)
    assert game.send(game.ann, "unseal", number=0) == ""
    assert game.act(game.ann, 0, "c1c2") == ""
    tab.settle()
    assert [view["viewer"] for view in tab.views[-2:]] == [None, None]
    assert tab.views[-1]["sealed"] is None, "who watches anew, as an onlooker, has left the seat"


def test_viewers_see_a_new_player_sit_down(people):
    ann, bob = people.connect("ann"), people.connect("bob")
    table = open_table("Checkered", ann)
    assert ann.call("watch", table=table, seat=0, language="en")["view"]["status"] == "open"
    assert code(ann.call("act", table=table, seat=0, number=0, move="e2e4", id="x")) == "not_started"
    assert bob.post(f"/en/game/{table}/join").status == 303
    ann.settle()
    assert (ann.views[-1]["status"], ann.views[-1]["chairs"][1]["person"]) == ("running", person("bob"))
    assert code(bob.call("act", table=table, seat=1, number=0, move="e7e5", id="y")) == "not_your_turn"


# Updates


def test_each_update_laid_over_the_view_before_it_is_the_view(game):
    french = game.come(language="fr")

    def shown(client):
        return game.watch(client, language="fr" if client is french else "en")["view"]

    views, brief = {client: shown(client) for client in game.clients}, set()
    for client, name, fields in (
        (game.ann, "act", {"number": 0, "move": "a2b3"}),
        (game.bob, "act", {"number": 0, "move": "e4e3"}),  # A footman stays, which White reads as “your footman”.
        (game.bob, "act", {"number": 1, "move": "a4a3"}),
        (game.ann, "offer", {}),
        (game.bob, "unseal", {"number": 1}),
        (game.bob, "decline", {}),
        (game.ann, "act", {"number": 1, "move": "e1d3"}),
        (game.bob, "act", {"number": 1, "move": "e5d3"}),
        (game.bob, "resign", {}),
    ):
        assert game.send(client, name, **fields) == ""
        game.settle()
        for each in game.clients:
            (update,) = each.views
            each.views.clear()
            views[each] = lay(views[each], update)
            assert views[each] == shown(each), name
            brief.add("turns" not in update)
    assert brief == {True, False}


def test_a_client_that_missed_a_turn_notices_by_the_number_and_gets_the_whole_view(game):
    old = game.view(game.eve)
    sent = len(game.eve.views)
    game.eve.call("leave", table=game.table)
    game.turn(0, "c1c2", "c5c4")
    late = game.come()
    game.turn(1, "e1d3", "e5d3")
    game.settle()
    assert len(game.eve.views) == sent, "who has left is sent no more"
    assert lay(old, late.views[-1]) is None, "an update that does not continue the view is recognized as such"
    whole = game.view(game.eve)
    assert (whole["since"], [turn["number"] for turn in whole["turns"]]) == (0, [1, 2])


def test_the_reveal_reaches_everybody_and_the_answer_follows_it(game):
    assert game.act(game.ann, 0, "c1c2") == ""
    game.settle()
    seen = len(game.bob.frames)
    assert game.act(game.bob, 0, "c5c4") == ""
    view, answer = (str(frame) for frame in game.bob.frames[seen:])
    assert view.startswith('42["view",')
    assert answer.startswith("43")
    game.settle()
    assert [client.views[-1]["turns"][-1]["texts"] for client in game.clients] == [{"0": "c2", "1": "c4"}] * 3


def test_an_impossible_action_is_refused_and_not_broadcast(game):
    """Who is refused what, and by which name, stands in `refusals.txt`."""
    game.turn(0, "c1c2", "c5c4")
    game.settle()
    sent = [len(client.views) for client in game.clients]
    before = game.view(game.eve)
    assert game.act(game.ann, 1, "a2a5") == "not_offered"
    game.settle()
    assert [len(client.views) for client in game.clients] == sent
    assert game.view(game.eve) == before


def test_refusals_are_in_the_language_of_the_connection(game):
    def sentence():
        return game.ann.call("decline", table=game.table, seat=0, id="x")["refusal"]["sentence"]

    english = sentence()
    game.watch(game.ann, language="fr")
    assert sentence() != english
    assert code(game.watch(game.ann, language="de")) == "language"


def test_a_connection_watches_a_limited_number_of_tables(people):
    client = people.connect("ann")
    hosts = [people.site.client(f"host {number}") for number in range(MOST_WATCHED)]
    tables = [open_table("Apocalypse", each) for each in (*hosts, client)]
    answers = [client.call("watch", table=table, seat=None, language="en") for table in tables]
    assert [code(answer) for answer in answers] == [""] * MOST_WATCHED + ["too_many"]
    client.call("leave", table=tables[0])
    assert client.call("watch", table=tables[-1], seat=0, language="en")["ok"]
    assert client.call("watch", table=tables[-1], seat=None, language="en")["ok"], "looking anew is not one more"

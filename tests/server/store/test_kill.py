"""What a client saw is on disk: a server killed in the middle of play, again and again, takes nothing back."""

import json
from itertools import cycle
from random import Random

import pytest

from bench.messages import Trouble
from server.records import verification
from tests.harness.client import NOON, open_table
from tests.harness.cluster import PLAYERS, VARIANTS
from tests.harness.crowd import Survivor, play_until_killed
from tests.harness.site import known_key, scripted_site, site

ROUNDS = 8
TABLES = 3
LIVES = 2
"""In so many lives of the server a game is played: what is killed must come back, and many variants have their turn."""
ALIVE = (20, 120)
"""Between how many messages, of all players together, the server is killed."""


def journal_of(data, on_engine):
    """Where a site with this folder and these options has its journal."""
    return on_engine[1] if on_engine else data / "journal.sqlite"


def seated(running, players, variants):
    """Those whose games go on, and new players of the next variants at as many tables as are missing."""
    over = {player.table for player in players if player.ended or player.lives >= LIVES}
    going_on = [player for player in players if player.table not in over]
    for _ in range(TABLES - len(going_on) // 2):
        clients = [running.client(name) for name in PLAYERS]
        variant = next(variants)
        table = open_table(variant, *clients)
        going_on += [Survivor(running, table, seat, variant) for seat in (0, 1)]
    return going_on


def test_a_server_that_is_killed_while_both_players_send_takes_back_nothing_a_client_saw(tmp_path, on_engine):
    random, place = Random(20), journal_of(tmp_path, on_engine)
    # The journal of a database is in no file of the process that is killed, and a cluster's processes are killed too.
    rounds = ROUNDS // 4 if on_engine else ROUNDS
    known_key(tmp_path)
    players, everybody, variants = [], {}, cycle(VARIANTS)
    for _ in range(rounds):
        with site(tmp_path, *on_engine) as running:
            players = seated(running, players, variants)
            everybody |= {(player.table, player.seat): player for player in players}
            play_until_killed(running, players, random.randint(*ALIVE))
        for player in players:
            player.check(place)
    assert sum(len(player.turns) for player in everybody.values()) * ROUNDS > 60 * rounds
    assert sum(len(player.sent) for player in everybody.values()) * ROUNDS > 300 * rounds
    played = {player.variant for player in everybody.values() if player.turns}
    # A game goes on for several lives of the server, so that not all variants have their turn.
    assert len(played) >= min(len(VARIANTS), TABLES * rounds // LIVES)


def test_a_server_that_answers_before_the_commit_is_found_out(tmp_path, on_engine):
    """A kill may come between two commits, and show nothing; so it takes several lives."""
    random, players = Random(21), []

    def lives():
        for _ in range(40):
            with scripted_site(tmp_path, "--plant", "early", *on_engine) as running:
                players[:] = seated(running, players, cycle(["Apocalypse"]))
                play_until_killed(running, players, random.randint(*ALIVE))
            for player in players:
                player.check(journal_of(tmp_path, on_engine))

    with pytest.raises((AssertionError, Trouble)):
        lives()


def test_a_kill_costs_nobody_time_and_nothing_that_was_acknowledged(tmp_path, on_engine):
    with scripted_site(tmp_path, *on_engine) as served:
        ann, bob = served.client("ann"), served.client("bob")
        table = open_table("Apocalypse", ann, bob, control="5+3")
        before = play_and_chat(table, ann, bob, served)
        served.process.kill()
        served.process.wait()
    with scripted_site(tmp_path, "--begin", "1", "--clock", "530", *on_engine) as served:
        ann, bob = served.client("ann").connect(), served.client("bob").connect()
        shown = bob.call("watch", table=table, seat=1, language="en")
        view = shown["view"]
        assert (view["clocks"]["left"], view["clocks"]["running"]) == ([293.0, 273.0], [1])
        for key in ("offers", "back", "number", "turns", "moves"):
            assert view[key] == before["view"][key], key
        assert view["chairs"][0]["seal"] == before["view"]["chairs"][0]["seal"]
        assert shown["chat"] == before["chat"]
        assert [each["text"] for each in shown["chat"]] == ["Are you there?", "One moment, please."]
        said = {"table": table, "seat": 1, "preset": None, "text": "Are you there?"}
        for message in ("b3", "b4"):  # The first was written before.
            assert bob.call("say", **said, id=message)["ok"]
        chat = bob.call("watch", table=table, seat=1, language="en")["chat"]
        assert [each["number"] for each in chat] == [1, 2, 3]
        assert ann.call("watch", table=table, seat=0, language="en")["view"]["sealed"]["id"] == "e1d3"
        served.turn_clock(3)
        repeated = {"table": table, "seat": 0, "number": 1, "move": "e1d3", "id": "a2"}
        assert ann.call("act", **repeated) == {"ok": True, "number": 1}
        assert bob.call("act", table=table, seat=1, number=1, move="c5c4", id="b9")["ok"]
        view = bob.call("watch", table=table, seat=1, language="en")["view"]
        assert view["clocks"]["left"] == [296.0, 273.0]
        assert view["turns"][1]["opened"]["0"]["seal"] == before["view"]["chairs"][0]["seal"]
        record = bob.get(f"/en/game/{table}/record.json").text()
        assert verification.replay(verification.read(record, VARIANTS), VARIANTS).fault is None
        (line,) = [line for line in json.loads(record)["log"] if line["kind"] == "downtime"]
        assert (line["since"], line["until"]) == (NOON + 30, NOON + 530)
        ann.close()
        bob.close()


def play_and_chat(table, ann, bob, served):
    """A turn, a seal, an offer, a wish to go back, and talk; what bob sees when all was acknowledged."""
    for client, seat in ((ann, 0), (bob, 1)):
        client.connect()
        assert client.call("watch", table=table, seat=seat, language="en")["ok"]
    for client, seat, move in ((ann, 0, "a2a3"), (bob, 1, "b5b4")):
        assert client.call("act", table=table, seat=seat, number=0, move=move, id="1")["ok"]
    served.turn_clock(10)
    for client, event, fields in (
        (ann, "act", {"seat": 0, "number": 1, "move": "e1d3", "id": "a2"}),
        (ann, "offer", {"seat": 0, "id": "a3"}),
        (bob, "takeback", {"seat": 1, "id": "b2"}),
        (bob, "say", {"seat": 1, "id": "b3", "preset": None, "text": "Are you there?"}),
        (ann, "say", {"seat": 0, "id": "a4", "preset": "one_moment", "text": None}),
    ):
        assert client.call(event, table=table, **fields)["ok"], event
    served.turn_clock(20)
    shown = bob.call("watch", table=table, seat=1, language="en")
    assert shown["view"]["offers"] == [0]
    assert shown["view"]["back"]["seats"] == [1]
    return shown

"""Two processes of one site, as they run, on a real PostgreSQL and a real Redis."""

import pytest

from tests.harness.client import Client, open_table, person
from tests.harness.cluster import PLAYERS, act, cluster, play, shows, watch
from tests.harness.services import redis

ANN, BOB = PLAYERS


@pytest.fixture(scope="module")
def both(tmp_path_factory, postgres_server, redis_server):
    with cluster(tmp_path_factory.mktemp("cluster"), postgres_server, redis_server) as made:
        yield made


def seated(both, first=0):
    """Ann at the first process, or at this one, and Bob at the second, at one table that both watch."""
    ann, bob = both.client(first, ANN), both.client(1, BOB)
    table = open_table("Apocalypse", ann, bob)
    for seat, client in enumerate((ann, bob)):
        watch(client, table, seat)
    return ann, bob, table


def test_players_at_two_processes_play_one_game_and_talk(both):
    ann, bob, table = seated(both)
    play(ann, bob, table, 0, "a2a3", "a4a3")
    play(ann, bob, table, 1, "b1b2", "b5b4")
    assert ann.call("say", table=table, seat=0, id="said", preset="hello", text=None)["ok"]
    bob.until(lambda: bob.events["said"])
    assert bob.events["said"][0]["message"]["person"] == person(ANN)
    assert bob.call("say", table=table, seat=1, id="said", preset=None, text="Hello, Ann")["ok"]
    ann.until(lambda: len(ann.events["said"]) == 2)
    assert [each["message"]["number"] for each in ann.events["said"]] == [1, 2]


def test_seeks_at_two_processes_are_paired(both):
    ann, bob = both.client(0, "one").connect(), both.client(1, "two").connect()
    for name, client in (("one", ann), ("two", bob)):
        client.call("lobby", language="en")
        answer = client.call("wait", variants=["Apocalypse"], control="5+3", id=f"wait-{name}")
        assert answer["ok"], answer
    for client in (ann, bob):
        client.until(lambda client=client: client.events["paired"])
    (one,), (two,) = ann.events["paired"], bob.events["paired"]
    assert one["table"] == two["table"]
    assert {one["seat"], two["seat"]} == {0, 1}


def test_a_player_of_a_killed_process_plays_on_at_another(both):
    both.sites.append(both.start(2))
    ann, bob, table = seated(both, first=2)
    act(ann, table, 0, 0, "a2a3")
    both.sites[2].process.kill()
    ann = both.client(0, ANN)
    assert watch(ann, table, 0)["chairs"][0]["state"] == "sealed"
    act(bob, table, 1, 0, "a4a3")
    for client in (ann, bob):
        client.until(shows(client, 1))


@pytest.mark.slow
def test_without_redis_a_process_reads_changes_of_others_within_about_a_second(tmp_path, postgres_server):
    with redis() as server, cluster(tmp_path, postgres_server, server) as both:
        ann, bob, table = seated(both)
        play(ann, bob, table, 0, "a2a3", "a4a3")
        server.stop()
        play(ann, bob, table, 1, "b1b2", "b5b4")
        server.start()
        play(ann, bob, table, 2, "c1c2", "c5c4")
        assert "a table could not" not in both.sites[0].log()


def test_each_new_link_makes_the_old_one_a_stranger_s_in_every_process(both):
    ann = both.client(0)
    table = open_table("Apocalypse", ann, both.client(1, BOB))
    for _ in range(2):
        thief = Client(both.sites[1].url, ann.cookies)
        watch(thief, table, 0)
        assert ann.post("/en/restore/new").status == 303
        thief.closed()
        refused = thief.connect().call("watch", table=table, seat=0, language="en")
        assert refused["refusal"]["code"] == "not_your_seat"
        thief.close()


@pytest.mark.slow
def test_without_redis_each_new_link_makes_the_old_one_a_stranger_s_in_every_process(tmp_path, postgres_server):
    with redis() as server, cluster(tmp_path, postgres_server, server) as both:
        ann = both.client(0)
        table = open_table("Apocalypse", ann, both.client(1, BOB))
        server.stop()
        for _ in range(2):
            thief = Client(both.sites[1].url, ann.cookies)
            watch(thief, table, 0)
            assert ann.post("/en/restore/new").status == 303
            thief.closed()

"""My games over the sockets of a real server whose clock is turned by hand: each is told of their own rows, once."""

import re

import pytest

from server.wire.mine import INTERVAL
from tests.harness.client import open_table
from tests.harness.site import scripted_site


@pytest.fixture(scope="module")
def served(tmp_path_factory, all_on_engine):
    with scripted_site(tmp_path_factory.mktemp("mine") / "data", *all_on_engine) as running:
        yield running


class Pair:
    """Two people at a table, each with the page of their games open, and somebody else."""

    def __init__(self, served, number, variant="Checkered", control="5+3"):
        self.served = served
        self.ann, self.bob, self.eve = (served.client(f"{name} {number}") for name in ("ann", "bob", "eve"))
        self.table = open_table(variant, self.ann, self.bob, control=control, listed="1")
        self.eve.get("/en/games")
        self.clients = [client.connect() for client in (self.ann, self.bob, self.eve)]

    def act(self, client, seat, number, move):
        answer = client.call(
            "act", table=self.table, seat=seat, number=number, move=move, id=f"m{seat}-{number}-{move}"
        )
        assert answer["ok"], answer

    def turn(self, seconds=INTERVAL):
        self.served.turn_clock(seconds)
        for client in self.clients:
            client.settle()

    def told(self):
        """How often each was told of their games."""
        return [len(client.events["mine"]) for client in self.clients]


NUMBERS = iter(range(100))


@pytest.fixture
def pair(served):
    yield from pairs(served, Pair(served, next(NUMBERS)))


@pytest.fixture
def sealing(served):
    yield from pairs(served, Pair(served, next(NUMBERS), "Apocalypse"))


def pairs(served, made):
    yield made
    left = served.memory()["people"] - len(made.clients)
    for client in made.clients:
        client.close()
    served.until(lambda: served.memory()["people"] == left)


def look(client, language="en", **held):
    news = client.call("mine", language=language, **{"rows": {}, **held})
    assert news["ok"]
    return news


def row_on_page(client, table, language="en"):
    (row,) = re.findall(rf'<tr data-table="{table}".*?</tr>', client.get(f"/{language}/mine").text(), re.S)
    return str(row)


def parts(news):
    return [(row["table"], row["part"]) for row in news["rows"]]


def squeezed(text):
    return " ".join(text.split())


def test_a_move_moves_the_row_of_both_once_and_nobody_elses(pair):
    assert parts(look(pair.ann)) == [(pair.table, "waiting")]
    assert parts(look(pair.bob)) == [(pair.table, "running")]
    assert look(pair.eve)["rows"] == []
    pair.turn()  # Each is told the count.
    before = pair.told()
    pair.turn()
    assert pair.told() == before, "nothing has changed"
    pair.act(pair.ann, 0, 0, "e2e4")
    pair.turn()
    assert pair.told() == [before[0] + 1, before[1] + 1, before[2]]
    mine, theirs = pair.ann.events["mine"][-1], pair.bob.events["mine"][-1]
    assert (parts(mine), parts(theirs)) == ([(pair.table, "running")], [(pair.table, "waiting")])
    assert "1 game waits for you" in theirs["badge"]
    assert mine["badge"] == ""
    pair.turn()
    assert pair.told() == [before[0] + 1, before[1] + 1, before[2]], "it is told once"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_row_is_that_of_the_page(pair, language):
    look(pair.bob, language)
    pair.act(pair.ann, 0, 0, "e2e4")
    pair.turn()
    (row,) = pair.bob.events["mine"][-1]["rows"]
    assert squeezed(row["row"]) == squeezed(row_on_page(pair.bob, pair.table, language))


def test_moves_within_a_second_are_told_together(pair):
    look(pair.ann)
    before = len(pair.ann.events["mine"])
    for number, move in enumerate(("e2e4", "e7e5", "d2d4")):
        pair.act((pair.ann, pair.bob)[number % 2], number % 2, number, move)
    pair.turn()
    assert len(pair.ann.events["mine"]) == before + 1


def test_a_page_is_told_what_it_does_not_have_when_it_comes_back(pair):
    (row,) = look(pair.ann)["rows"]
    sign = re.search(r'data-sign="(\w+)"', row["row"])
    assert sign is not None
    assert look(pair.ann, rows={pair.table: sign[1]})["rows"] == []
    assert pair.bob.call("resign", table=pair.table, seat=1, id="r1")["ok"]
    assert parts(look(pair.ann, rows={pair.table: sign[1]})) == [(pair.table, "finished")]


def test_a_game_that_ends_or_begins_is_told_with_its_result(pair):
    look(pair.bob)
    pair.act(pair.ann, 0, 0, "e2e4")
    pair.act(pair.bob, 1, 1, "e7e5")
    pair.turn()
    assert pair.ann.call("resign", table=pair.table, seat=0, id="r1")["ok"]
    pair.turn()
    (row,) = pair.bob.events["mine"][-1]["rows"]
    assert row["part"] == "finished"
    assert "You won." in row["row"]
    next_table = open_table("Checkered", pair.ann, pair.bob, control="5+3", listed="1")
    pair.turn()
    assert parts(pair.bob.events["mine"][-1]) == [(next_table, "running")]


def test_a_table_that_is_withdrawn_is_gone(pair):
    opened = open_table("Checkered", pair.ann, control="5+3", listed="1")
    assert (opened, "open") in parts(look(pair.ann))
    assert pair.ann.call("resign", table=opened, seat=0, id="w1")["ok"]
    pair.turn()
    assert pair.ann.events["mine"][-1]["gone"] == [opened]


def test_a_page_of_the_count_alone_is_told_when_it_changes(sealing):
    for client in (sealing.ann, sealing.bob):
        assert look(client, rows=None) == {"ok": True}
    sealing.turn()
    assert [set(client.events["mine"][-1]) for client in (sealing.ann, sealing.bob)] == [{"badge"}] * 2
    before = sealing.told()
    sealing.act(sealing.ann, 0, 0, "a2a3")
    sealing.turn()
    assert sealing.ann.events["mine"][-1] == {"badge": ""}
    assert sealing.told() == [before[0] + 1, before[1], before[2]], "for bob the game waits as before"


def test_a_stranger_has_no_games(served):
    client = served.client().connect()
    assert look(client) == {"ok": True, "rows": [], "gone": [], "definitions": {}}
    client.close()


@pytest.mark.parametrize(
    "fields",
    [{"language": "de"}, {"rows": {"t": "x" * 13}}, {"rows": {f"t{n}": "" for n in range(151)}}, {"pieces": "no"}],
)
def test_what_no_page_sends_is_refused(pair, fields):
    assert not pair.ann.call("mine", **{"language": "en", **fields})["ok"]

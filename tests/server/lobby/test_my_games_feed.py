"""My games over the sockets of a real server whose clock is turned by hand: each is sent changes of their own rows."""

import re

import pytest

from server.lobby import MyGames
from server.sockets import ROWS_INTERVAL
from server.store import JournalError
from tests.harness.client import open_table
from tests.harness.faults import failing, preceded
from tests.harness.tabs import LiveGame


@pytest.fixture
def game(site):
    """A game that is over at the end, so that those who come later have no other."""
    with LiveGame(site, "Checkered", control="5+3") as started:
        yield started
        started.send(started.ann, "resign")


def ask(client, language="en", **held):
    news = client.call("mine", language=language, **{"rows": {}, **held})
    assert news["ok"]
    return news


def ask_here(local, connection="ann", **held):
    """As `ask`, of a site in this process."""
    news = local.call(connection, "mine", **{"language": "en", "rows": {}, **held})
    assert news["ok"]
    return news


def parts(news, *tables):
    """In which part of the page the rows of these tables are."""
    rows = {row["table"]: row["part"] for row in news["rows"]}
    return [rows.get(table) for table in tables]


def count_sent(game):
    return [len(client.events["mine"]) for client in game.clients]


def sent_since(game, before):
    """How many changes each tab was sent, once the interval has passed."""
    game.turn_clock(ROWS_INTERVAL)
    return [now - then for now, then in zip(count_sent(game), before, strict=True)]


def test_a_move_updates_my_games_of_both_players_once_and_of_no_one_else(game):
    assert parts(ask(game.ann), game.table) == ["waiting"]
    assert parts(ask(game.bob), game.table) == ["running"]
    nothing = {"ok": True, "rows": [], "gone": [], "definitions": {}, "challenges": ""}
    assert ask(game.eve) == nothing, "a stranger has no games"
    game.turn_clock(ROWS_INTERVAL)  # Each is sent the count.
    before = count_sent(game)
    assert sent_since(game, before) == [0, 0, 0]
    assert game.act(game.ann, 0, "e2e4") == ""
    assert sent_since(game, before) == [1, 1, 0]
    mine, theirs = game.ann.events["mine"][-1], game.bob.events["mine"][-1]
    assert (parts(mine, game.table), parts(theirs, game.table)) == (["running"], ["waiting"])
    assert (mine["badge"], theirs["badge"]) == ("", ""), "each page shows the game that waits"
    assert sent_since(game, before) == [1, 1, 0]
    before = count_sent(game)
    for client, number, move in ((game.bob, 1, "e7e5"), (game.ann, 2, "d2d4")):
        assert game.act(client, number, move) == ""
    assert sent_since(game, before) == [1, 1, 0], "moves within an interval are sent together"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_row_is_that_of_the_page(game, language):
    ask(game.bob, language)
    assert game.act(game.ann, 0, "e2e4") == ""
    game.turn_clock(ROWS_INTERVAL)
    (row,) = [row["row"] for row in game.bob.events["mine"][-1]["rows"] if row["table"] == game.table]
    page = game.bob.get(f"/{language}/mine").text()
    (on_page,) = re.findall(rf'<tr data-table="{game.table}".*?</tr>', page, re.S)
    assert row.split() == on_page.split()


def test_a_reconnected_page_is_sent_the_rows_it_lacks(game):
    row = next(row["row"] for row in ask(game.ann)["rows"] if row["table"] == game.table)
    sign = re.search(r'data-sign="(\w+)"', row)[1]
    assert parts(ask(game.ann, rows={game.table: sign}), game.table) == [None]
    assert game.send(game.bob, "resign") == ""
    assert parts(ask(game.ann, rows={game.table: sign}), game.table) == ["finished"]


def test_the_end_and_the_beginning_of_a_game_and_a_withdrawn_table_are_sent(game):
    ask(game.ann)
    ask(game.bob)
    for client, number, move in ((game.ann, 0, "e2e4"), (game.bob, 1, "e7e5")):
        assert game.act(client, number, move) == ""
    game.turn_clock(ROWS_INTERVAL)
    assert game.send(game.ann, "resign") == ""
    game.turn_clock(ROWS_INTERVAL)
    (row,) = game.bob.events["mine"][-1]["rows"]
    assert (row["part"], "You won." in row["row"]) == ("finished", True)
    following = open_table("Checkered", game.ann, game.bob, control="5+3")
    withdrawn = open_table("Checkered", game.ann, control="5+3")
    game.turn_clock(ROWS_INTERVAL)
    assert parts(game.bob.events["mine"][-1], following) == ["running"]
    assert parts(game.ann.events["mine"][-1], following, withdrawn) == ["waiting", "open"]
    for table in (withdrawn, following):
        assert game.send(game.ann, "resign", table=table) == ""
    game.turn_clock(ROWS_INTERVAL)
    assert game.ann.events["mine"][-1]["gone"] == [withdrawn]


def test_a_page_of_the_count_alone_is_sent_the_count_when_it_changes(site):
    with LiveGame(site) as game:
        ann, bob = (game.connect(name) for name in ("ann", "bob"))  # They show another page.
        for client in (ann, bob, game.bob):
            assert ask(client, rows=None) == {"ok": True}
        game.turn_clock(ROWS_INTERVAL)
        assert "1 game waits for you" in ann.events["mine"][-1]["badge"]
        assert bob.events["mine"][-1]["badge"] == ann.events["mine"][-1]["badge"]
        assert game.bob.events["mine"][-1] == {"badge": ""}, "the page shows the game that waits"
        before = count_sent(game)
        assert game.act(game.ann, 0, "a2a3") == ""
        assert sent_since(game, before) == [0, 0, 0, 1, 0], "for bob the game waits as before"
        assert ann.events["mine"][-1] == {"badge": ""}
        assert game.send(game.ann, "resign") == ""


def test_a_row_that_changes_while_the_page_is_answered_is_sent_after_the_answer(local):
    table = local.open_game()

    def play():
        assert [local.act(table, seat)["ok"] for seat in (0, 1)] == [True, True]
        local.run_later()

    with preceded(local.services.previews, "of", play):
        answer = ask_here(local)
    before = len(local.received("ann", "mine"))
    local.run_later()
    shown = [answer, *local.received("ann", "mine")[before:]]
    (row,) = ask_here(local)["rows"]
    assert [each for news in shown for each in news["rows"]][-1] == row


def test_a_challenge_that_could_not_be_sent_at_once_is_sent_a_second_later(local):
    local.connect("ann")
    ask_here(local)
    local.run_later()
    table = local.opener.open("Chess", {}, "bob", 0, listed=False, invited="ann")
    with failing(MyGames, "waits_for", JournalError("no")):
        local.run_later()
    local.run_later()
    _, news = local.received("ann", "mine")
    assert (news.get("challenged"), table in news.get("challenges", "")) == (True, True)


def test_a_challenge_is_sent_although_as_many_games_wait_as_before(local):
    table = local.open_game()
    local.connect("elsewhere", "ann")
    ask_here(local, "elsewhere", rows=None)
    local.run_later()
    local.opener.open("Chess", {}, "bob", 0, listed=False, invited="ann")
    assert local.act(table, 0)["ok"], "this game waits for ann no longer"
    local.run_later()
    first, *following = local.received("elsewhere", "mine")
    assert following == [{"badge": first["badge"], "challenged": True}]


@pytest.mark.parametrize(
    "fields",
    [{"language": "de"}, {"rows": {"t": "x" * 13}}, {"rows": {f"t{n}": "" for n in range(151)}}, {"pieces": "no"}],
)
def test_messages_that_no_page_sends_are_refused(site, fields):
    client = site.client("ann").connect()
    assert not client.call("mine", **{"language": "en", **fields})["ok"]
    client.close()

"""What a client saw is on disk: a server killed in the middle of play, again and again, takes nothing back."""

import json
import threading
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any

import pytest
import simple_websocket

from server.archive import verify
from server.journal.datafolder import KEY as KEY_FILE
from server.journal.store import Journal
from server.tables.lobby import Lobby
from server.tables.table import Table
from tests.harness.client import KEY, NOON, Client, cookie, open_table, person
from tests.harness.site import scripted_site, site
from tests.harness.sources import scripted
from variants.registry import load_all

ROUNDS = 8
TABLES = 3
LIVES = 2
"""In so many lives of the server a game is played: what is killed must come back, and every variant have its turn."""
PLAYERS = ("ann", "bob")
ALIVE = (20, 120)
"""Between how many messages, of all players together, the server is killed."""

VARIANTS = load_all()


@dataclass
class Done:
    """An action that was sent: from which seat, in which turn, and whether its answer came."""

    kind: str
    number: int
    move: str
    message: str
    answer: dict[str, Any] | None = None


@dataclass
class Player:
    """Somebody at a table over all lives of the server: what he sent and what he saw."""

    name: str
    seat: int
    table: str
    variant: str
    born: int
    """In which life of the server the game began."""
    random: Random
    sent: list[Done] = field(default_factory=list)
    turns: dict[int, Any] = field(default_factory=dict)
    boards: dict[int, Any] = field(default_factory=dict)
    sealed: set[tuple[int, int]] = field(default_factory=set)
    """(turn, seat): who was seen to have sealed."""
    ended: dict[str, Any] | None = None
    trouble: BaseException | None = None

    def play(self, client, go_on, all_here):
        """Send whatever comes to mind until the server is gone or the game over; keep what is seen."""
        try:
            # Once it is killed, what was sent last has no answer.
            with suppress(simple_websocket.ConnectionClosed, OSError):
                self.come_back(client)
                all_here.wait()
                while not self.ended and not go_on.over:
                    self.act(client, go_on)
            for view in client.views:
                self.see(view)
        except BaseException as error:  # To be raised where the test sees it.
            self.trouble = error
            all_here.abort()

    def come_back(self, client):
        """Connect, watch, and send what was not answered again."""
        client.connect()
        self.view = client.call("watch", table=self.table, seat=self.seat, language="en")["view"]
        self.see(self.view)
        if self.sent and self.sent[-1].answer is None:
            self.send(client, self.sent[-1])

    def act(self, client, go_on):
        """Seal, or think again, or only look, which counts for nothing."""
        self.view = client.call("watch", table=self.table, seat=self.seat, language="en")["view"]
        self.see(self.view)
        number, sealed = self.view["number"], self.view["sealed"]
        if sealed and self.random.random() < 0.6:
            deed = self.new("unseal", number)
        elif self.view["moves"] and not sealed:
            safe = [move for move in self.view["moves"] if not move.get("risky")]
            deed = self.new("act", number, self.random.choice(safe or self.view["moves"])["id"])
        else:
            return
        go_on.count()
        self.send(client, deed)

    def new(self, kind, number, move=""):
        """Something to send that was not sent before."""
        self.sent.append(Done(kind, number, move, f"{self.name}-{len(self.sent)}"))
        return self.sent[-1]

    def send(self, client, done):
        """Send it and wait for the answer."""
        move = {"move": done.move} if done.kind == "act" else {}
        done.answer = client.call(
            done.kind, table=self.table, seat=self.seat, number=done.number, id=done.message, **move
        )

    def see(self, view):
        """Keep what a view tells; what was seen before must not change."""
        number = view["number"]
        self.sealed |= {(number, chair["seat"]) for chair in view["chairs"] if chair["state"] == "sealed"}
        if "picture" not in view:
            return
        if view["result"]:
            self.ended = view["result"]
            if VARIANTS[self.variant].hidden:
                return  # More is told now than was.
        for turn in view["turns"]:
            assert self.turns.setdefault(turn["number"], turn) == turn, "a revealed turn has changed"
        assert self.boards.setdefault(number, view["picture"]["board"]) == view["picture"]["board"]


class Countdown:
    """So many more messages of all together, then the server is killed."""

    def __init__(self, messages, process):
        self._left = messages
        self._lock = threading.Lock()
        self._process = process

    @property
    def over(self):
        """Whether it is killed."""
        return self._left <= 0

    def count(self):
        """One more is about to be sent."""
        with self._lock:
            self._left -= 1
            if self._left == 0:
                self._process.kill()


def test_a_server_that_is_killed_while_both_players_send_takes_back_nothing_a_client_saw(tmp_path, on_engine):
    random, place = Random(20), journal_of(tmp_path, on_engine)
    # The journal of a database is in no file of the process that is killed, and a cluster's processes are killed too.
    rounds = ROUNDS // 4 if on_engine else ROUNDS
    (tmp_path / KEY_FILE).write_bytes(KEY)
    players = []
    over = []
    variants = cycle(VARIANTS)
    for life in range(rounds):
        players = seat_players(place, variants, players, over, random, life)
        with site(tmp_path, *on_engine) as running:
            live(running, players, random)
        for player in players:
            check(place, player)
    everybody = [*players, *over]
    assert sum(len(player.turns) for player in everybody) * ROUNDS > 60 * rounds
    assert sum(len(player.sent) for player in everybody) * ROUNDS > 300 * rounds
    played = {player.variant for player in everybody if player.turns}
    assert played == set(VARIANTS) or (on_engine and len(played) >= TABLES * rounds // LIVES)


def test_a_server_that_answers_before_the_commit_is_found_out(tmp_path, on_engine):
    random = Random(21)
    place = journal_of(tmp_path, on_engine)
    players = seat_players(place, cycle(["Apocalypse"]), [], [], random, 0)
    with pytest.raises(AssertionError, match=r"answered|seen|revealed"):
        live_early(tmp_path, on_engine, players, random)


def live_early(data, on_engine, players, random):
    """Lives of a server that acknowledges before the commit: a kill may come between two commits, and show nothing."""
    for _ in range(40):
        with scripted_site(data, "--plant", "early", *on_engine) as running:
            live(running, players, random)
        for player in players:
            check(journal_of(data, on_engine), player)


def test_a_kill_costs_nobody_time_and_nothing_that_was_acknowledged(tmp_path, on_engine):
    with scripted_site(tmp_path, *on_engine) as served:
        ann, bob = served.client("ann"), served.client("bob")
        table = open_table("Apocalypse", ann, bob, control="5+3")
        before = begin_talks(table, ann, bob, served)
        served.process.kill()
        served.process.wait()
    with scripted_site(tmp_path, "--begin", "1", "--clock", "530", *on_engine) as served:
        ann, bob = served.client("ann").connect(), served.client("bob").connect()
        told = bob.call("watch", table=table, seat=1, language="en")
        view = told["view"]
        assert (view["clocks"]["left"], view["clocks"]["running"]) == ([293.0, 273.0], [1])
        for key in ("offers", "back", "number", "turns", "moves"):
            assert view[key] == before["view"][key], key
        assert view["chairs"][0]["seal"] == before["view"]["chairs"][0]["seal"]
        assert told["chat"] == before["chat"]
        assert [each["text"] for each in told["chat"]] == ["Are you there?", "One moment, please."]
        assert ann.call("watch", table=table, seat=0, language="en")["view"]["sealed"]["id"] == "e1d3"
        served.turn_clock(3)
        repeated = {"table": table, "seat": 0, "number": 1, "move": "e1d3", "id": "a2"}
        assert ann.call("act", **repeated) == {"ok": True, "number": 1}
        assert bob.call("act", table=table, seat=1, number=1, move="c5c4", id="b9")["ok"]
        view = bob.call("watch", table=table, seat=1, language="en")["view"]
        assert view["clocks"]["left"] == [296.0, 273.0]
        assert view["turns"][1]["opened"]["0"]["seal"] == before["view"]["chairs"][0]["seal"]
        record = bob.get(f"/en/game/{table}/record.json").text()
        assert verify.replay(verify.read(record, VARIANTS), VARIANTS).fault is None
        (line,) = [line for line in json.loads(record)["log"] if line["kind"] == "downtime"]
        assert (line["since"], line["until"]) == (NOON + 30, NOON + 530)
        ann.close()
        bob.close()


def begin_talks(table, ann, bob, served):
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
    told = bob.call("watch", table=table, seat=1, language="en")
    assert told["view"]["offers"] == [0]
    assert told["view"]["back"]["seats"] == [1]
    return told


def seat_players(place, variants, players, over, random, life):
    """Those whose games go on, and in the place of the others new ones, of the next variants."""
    going = [player for player in players if not player.ended and life < player.born + LIVES]
    tables = {player.table for player in going}
    over += [player for player in players if player.table not in tables]
    going = [player for player in players if player.table in tables]
    with closing(Journal(place)) as journal:
        lobby = Lobby(VARIANTS, journal, lambda: 0.0, scripted(random=random, table=lambda: f"t{life}x{len(tables)}"))
        while len(tables) < TABLES:
            variant = next(variants)
            table = lobby.open(variant, {}, person(PLAYERS[0]), 0)
            lobby.sit(table, person(PLAYERS[1]))
            tables.add(table)
            going += [
                Player(name, seat, table, variant, life, Random(f"{life} {table} {seat}"))
                for seat, name in enumerate(PLAYERS)
            ]
    return going


def journal_of(data, on_engine):
    """Where a site with this folder and these options has its journal."""
    return on_engine[1] if on_engine else data / "journal.sqlite"


def live(running, players, random):
    """One life of the server: everybody plays until it is killed."""
    go_on = Countdown(random.randint(*ALIVE), running.process)
    clients = [Client(running.url, {"cavalier": cookie(player.name, None)}) for player in players]
    # Whoever begins before the others are there might use up all messages before them.
    all_here = threading.Barrier(len(players))
    threads = [
        threading.Thread(target=player.play, args=(client, go_on, all_here))
        for player, client in zip(players, clients, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    running.process.kill()
    running.process.wait()
    troubles = [player.trouble for player in players if player.trouble is not None]
    for trouble in sorted(troubles, key=lambda trouble: isinstance(trouble, threading.BrokenBarrierError)):
        raise trouble


def check(place, player):
    """Compare what this client saw with the table that the journal tells now."""
    with closing(Journal(place)) as journal:
        found = journal.table(player.table)
        assert found is not None
        opening, status, decided = found
        entries = [entry for each in decided for entry in each]
        table = Table.replay(VARIANTS[opening.variant], opening, {}, status, decided)
    assert not table.fault
    own = [entry for entry in entries if entry.person == person(player.name) and entry.message]
    check_actions(player, own)
    for number, turn in player.turns.items():
        assert number <= table.number, f"turn {number} was revealed and is lost"
        texts = {str(seat): text for seat, text in table.turns[number - 1].texts.items()}
        mine = str(player.seat)
        if table.rules.hidden:
            assert texts.get(mine) == turn["texts"].get(mine)
        else:
            assert texts == turn["texts"]
    for number, board in player.boards.items():
        assert list(table.position_at(number).picture(player.seat).board) == board
    for number, seat in player.sealed:
        assert any(entry.number == number and entry.seat == seat for entry in entries), "a seal was seen and is lost"
    if player.ended:
        assert table.ending is not None
        assert table.ending.reason == player.ended["reason"]


def check_actions(player, entries):
    """What was accepted is there once, in order; what was refused is not; what has no answer may be either."""
    kept = [entry.message for entry in entries]
    assert len(set(kept)) == len(kept), "an action is kept twice"
    sure = [done.message for done in player.sent if done.answer is not None and done.answer["ok"]]
    unsure = [done.message for done in player.sent if done.answer is None]
    assert [message for message in kept if message not in unsure] == sure, "what was answered is not what was kept"
    by_message = {done.message: done for done in player.sent}
    for entry in entries:
        done = by_message[entry.message]
        assert (entry.number, entry.seat) == (done.number, player.seat)
        if entry.kind == "seal":
            assert entry.body["move"] == done.move
        elif entry.kind == "turn":
            assert entry.body["actions"][str(player.seat)] == done.move

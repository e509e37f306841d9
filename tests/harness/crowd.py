"""People who play on a site while a test does something to it; what they were shown must be there later."""

import threading
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import simple_websocket

from bench.audit import compare_acts, replayed
from bench.messages import next_act
from server.game import UNSAVED
from server.store import Journal
from tests.harness.client import NotSavedError, open_table
from tests.harness.cluster import VARIANTS, Watcher
from tests.harness.site import Site


class Crowd:
    """Two people who play games at random until they are told to stop; what was acknowledged, in order."""

    def __init__(self, running: Site) -> None:
        self.clients = [running.client(name).connect() for name in ("ann", "bob")]
        self.acknowledged: list[tuple[str, str]] = []
        self.more = threading.Condition()
        self.going = True
        self.thread = threading.Thread(target=self.play)
        self.thread.start()

    def play(self) -> None:
        """Play games. A site that waits too long for a lock, such as a migration's, says so or hangs up: try again."""
        random = Random(1)
        for game in range(10_000):
            if not self.going:
                return
            try:
                self.play_game(game, random)
            except NotSavedError:
                continue
            except simple_websocket.ConnectionClosed:
                for client in self.clients:
                    client.close()
                    client.connect()

    def play_game(self, game: int, random: Random) -> None:
        """Play up to twelve turns. Raises NotSavedError, simple_websocket.ConnectionClosed."""
        table = open_table("Apocalypse", *self.clients)
        for turn in range(12):
            for seat, client in enumerate(self.clients):
                if not self.going:
                    return
                watched = client.call("watch", table=table, seat=seat, language="en")
                if not watched["ok"]:
                    assert watched["refusal"]["code"] in UNSAVED, watched
                    raise NotSavedError(watched)
                client.call("leave", table=table)
                if not watched["view"]["moves"]:
                    return
                message = f"{game}-{turn}-{seat}"
                moves = [move["id"] for move in watched["view"]["moves"]]
                act = {"table": table, "seat": seat, "number": watched["view"]["number"], "id": message}
                if client.call("act", **act, move=random.choice(moves))["ok"]:
                    with self.more:
                        self.acknowledged.append((table, message))
                        self.more.notify()

    def until(self, count: int) -> list[tuple[str, str]]:
        """Wait until so many actions were acknowledged; all of them so far."""
        with self.more:
            assert self.more.wait_for(lambda: len(self.acknowledged) >= count, 90)
            return list(self.acknowledged)

    def stop(self) -> None:
        self.going = False
        self.thread.join(90)
        for client in self.clients:
            client.close()


class Countdown:
    """So many more messages of all players together, then a site is killed."""

    def __init__(self, messages: int, site: Site) -> None:
        self._left, self._site, self._lock = messages, site, threading.Lock()

    @property
    def over(self) -> bool:
        return self._left <= 0

    def count(self) -> None:
        """One more message is about to be sent."""
        with self._lock:
            self._left -= 1
            if self._left == 0:
                self._site.process.kill()


class Survivor(Watcher):
    """A player of a game that outlives its server: sends moves until it is killed, and keeps what it is shown."""

    def __init__(self, site: Site, table: str, seat: int, variant: str) -> None:
        super().__init__(site.url, table, seat)
        self.random = Random(f"{table} {seat}")
        self.hidden = VARIANTS[variant].hidden
        self.variant = variant
        self.lives = 0
        """In how many lives of the server the game was played."""
        self.turns: dict[int, Any] = {}
        self.boards: dict[int, Any] = {}
        self.sealed: set[tuple[int, int]] = set()
        """Turns and the seats that were seen to have sealed in them."""
        self.trouble: BaseException | None = None

    @property
    def ended(self) -> Any:
        """The result of the game; None while it goes on."""
        return self.view and self.view["result"]

    def play(self, site: Site, countdown: Countdown, all_here: threading.Barrier) -> None:
        """Come back, send again what was not answered, and play until the server is killed or the game is over."""
        self.lives += 1
        self.url = site.url
        try:
            # Once it is killed, what was sent last has no answer.
            with suppress(simple_websocket.ConnectionClosed, OSError):
                self.connect()
                self.watch()
                for sent in self.sent[-1:]:
                    if sent.answer is None:
                        self.answered(self.again(sent))
                all_here.wait()
                while not self.ended and not countdown.over:
                    self._act(countdown)
        except BaseException as error:  # To be raised where the test sees it.
            self.trouble = error
            all_here.abort()

    def receive(self, *patience: float) -> str | bytes:
        """As a watcher, and keep what is seen. Raises AssertionError where what was seen before has changed."""
        frame = super().receive(*patience)
        if self.view is not None:
            self._see(self.view)
        return frame

    def _act(self, countdown: Countdown) -> None:
        assert self.view is not None
        act = next_act(self.view, self.random)
        if act is None:
            self.watch()
            return
        countdown.count()
        self.answered(self.do(act[0], **act[1]))

    def _see(self, view: dict[str, Any]) -> None:
        number = view["number"]
        self.sealed |= {(number, chair["seat"]) for chair in view["chairs"] if chair["state"] == "sealed"}
        if view["result"] and self.hidden:
            return  # More is shown now than was.
        for turn in view["turns"]:
            assert self.turns.setdefault(turn["number"], turn) == turn, "a revealed turn has changed"
        assert self.boards.setdefault(number, view["picture"]["board"]) == view["picture"]["board"]

    def check(self, place: Path | str) -> None:
        """Raise Trouble or AssertionError unless the journal in this place holds all that this player was shown."""
        with closing(Journal(place)) as journal:
            table, entries = replayed(journal, VARIANTS, self.table)
        compare_acts(self.sent, entries)
        for number, turn in self.turns.items():
            assert number <= table.number, f"turn {number} was revealed and is lost"
            texts = {str(seat): text for seat, text in table.turns[number - 1].texts.items()}
            own = [str(self.seat)] if self.hidden else [*texts, *turn["texts"]]
            assert [texts.get(seat) for seat in own] == [turn["texts"].get(seat) for seat in own]
        for number, board in self.boards.items():
            assert self.seat is not None
            assert list(table.position_at(number).picture(self.seat).board) == board
        for place_of_seal in self.sealed:
            assert any((entry.number, entry.seat) == place_of_seal for entry in entries), "a seal was seen and is lost"
        if self.ended:
            assert table.ending is not None
            assert table.ending.reason == self.ended["reason"]


def play_until_killed(site: Site, players: list[Survivor], messages: int) -> None:
    """One life of a server: everybody plays until it is killed after so many messages of all together."""
    countdown = Countdown(messages, site)
    # Whoever begins before the others are there might use up all messages before them.
    all_here = threading.Barrier(len(players))
    threads = [threading.Thread(target=player.play, args=(site, countdown, all_here)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    site.process.kill()
    site.process.wait()
    troubles = [player.trouble for player in players if player.trouble is not None]
    for trouble in sorted(troubles, key=lambda trouble: isinstance(trouble, threading.BrokenBarrierError)):
        raise trouble

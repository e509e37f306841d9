"""Two people who play on a site while a test does something to it; what they were told is kept must be there later."""

import threading
from random import Random

from tests.harness.client import Client, cookie, open_table
from tests.harness.site import Site


class Crowd:
    """Two people who play games at random until they are told to stop; what was acknowledged, in order."""

    def __init__(self, running: Site) -> None:
        self.clients = [Client(running.url, {"cavalier": cookie(name, None)}).connect() for name in ("ann", "bob")]
        self.acknowledged: list[tuple[str, str]] = []
        self.more = threading.Condition()
        self.going = True
        self.thread = threading.Thread(target=self.play)
        self.thread.start()

    def play(self) -> None:
        random = Random(1)
        for game in range(10_000):
            table = open_table("Apocalypse", *self.clients)
            for turn in range(12):
                for seat, client in enumerate(self.clients):
                    if not self.going:
                        return
                    view = client.call("watch", table=table, seat=seat, language="en")["view"]
                    client.call("leave", table=table)
                    if not view["moves"]:
                        break
                    message = f"{game}-{turn}-{seat}"
                    moves = [move["id"] for move in view["moves"]]
                    act = {"table": table, "seat": seat, "number": view["number"], "id": message}
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

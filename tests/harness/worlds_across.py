"""Two sites of two processes each, told the same but for one secret, which was sealed at the first process.

What leaves the second process is compared, and what goes over Redis from one to the other.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from server.store import Journal
from tests.harness.client import Client
from tests.harness.envelopes import Envelopes
from tests.harness.services import Postgres, RedisServer, redis
from tests.harness.site import ScriptedSite, scripted_site
from tests.harness.worlds import NAMES, Leak, World, Worlds
from variants.position import Seat

NEWS = re.compile(r"PUBLISH (\S+) \[\"[0-9a-f]{16}\",\[\[(.*)\]\]\]")
"""What a process publishes: the channel, and after its random name the messages that waited together."""

PROCESS = re.compile(r'"process":"[0-9a-f]{16}"')
"""The random name of a process within a message."""


class WorldAcross(World):
    """One site: who has the secrets is at the process `near`, all others are at `served`."""

    def __init__(
        self, near: ScriptedSite, served: ScriptedSite, place: str, server: RedisServer, stack: ExitStack
    ) -> None:
        super().__init__(served)
        self.near, self._place = near, place
        self._redis = (server, stack)

    def open(self, variant: str, fen: str, players: int, secret_of: Seat, *options: Any, **named: Any) -> None:
        """Begin a game, and hear what goes over Redis from now on."""
        self.secret_of = secret_of
        server, stack = self._redis
        self._listening = stack.enter_context(ExitStack())
        self._commands: list[str] = self._listening.enter_context(server.monitored())
        super().open(variant, fen, players, secret_of, *options, **named)

    def _wire(self, name: str) -> Client:
        at = self.near if name == NAMES[self.secret_of] else self.served
        return at.client(self._person(name))

    def call(self, name: str, event: str, seat: Seat | None, **fields: object) -> Any:
        """Do something at the table; the answer, once both processes know of it."""
        players = [client for client, seat, _ in self.watchers.values() if seat is not None]
        said = [len(client.events["said"]) for client in players]
        answer = super().call(name, event, seat, **fields)
        if answer["ok"] and event == "say":
            for client, before in zip(players, said, strict=True):
                _wait_for_talk(client, before)
        self.served.until(lambda: self._length(self.near) == self._length(self.served))
        return answer

    def _length(self, at: ScriptedSite) -> bytes:
        return Client(at.url).get(f"/-/length/{self.table}").body

    def close(self) -> None:
        """Everybody hangs up, and Redis is heard no longer."""
        for client, _, _ in self.watchers.values():
            client.close()
        self._listening.close()

    def envelopes_of(self, game: World) -> Envelopes:
        with closing(Journal(self._place)) as journal:
            found = journal.table(game.table)
        assert found is not None
        entries = [(each.kind, each.number, each.seat, each.body) for decided in found[2] for each in decided]
        return Envelopes.of_entries(game.table, game.hidden, entries)

    def news(self) -> Counter[str]:
        """The messages that have gone over Redis so far, in any order, without the random names of processes."""
        found = (match.groups() for command in self._commands if (match := NEWS.match(command)))
        # Redis tells of its commands in a form that is no JSON any more.
        return Counter(
            f"{channel} {PROCESS.sub('', message)}" for channel, sent in found for message in sent.split("],[")
        )


def _wait_for_talk(client: Client, before: int) -> None:
    client.until(lambda: len(client.events["said"]) > before)


def compare_news(pair: Worlds) -> int:
    """Raise Leak unless the same has gone over Redis in both worlds; how much. Once both have closed."""
    one, other = pair.each(WorldAcross.news)
    if one != other:
        raise Leak([sorted((one - other).elements()), sorted((other - one).elements())], "Redis")
    return sum(one.values())


@contextmanager
def worlds_across(folder: Path, postgres: Postgres, *options: str) -> Iterator[Worlds]:
    """Two such sites, each with a database and a Redis of its own."""
    with ExitStack() as stack:
        made = []
        for name in ("one", "other"):
            server, place = stack.enter_context(redis()), postgres.database()
            near, far = (
                stack.enter_context(
                    scripted_site(
                        folder / name / at,
                        *("--log-level", "debug", "--journal", place, "--redis", server.address),
                        *("--engines", "0", "--begin", str(begin), *options),
                    )
                )
                for begin, at in enumerate(("near", "far"))
            )
            made.append(WorldAcross(near, far, place, server, stack))
        yield Worlds(*made)

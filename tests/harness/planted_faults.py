"""Faults to plant in a server that a test runs, so that the tests of secrecy and of durability are seen to fail."""

import functools
import itertools
import logging
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import gevent
from flask import Flask, Response, request
from markupsafe import Markup

from server.app.services import Services
from server.bus import Body
from server.bus.redis import RedisBus
from server.chat import ChatService
from server.game import Action, Seal, TableState, commitments, state, view
from server.people import PersonalData
from server.records import writer
from server.store import commits, database, journal
from server.tables import Tables, rules_calls
from server.web.analysis import views as analysis
from server.web.analysis.replays import ReplayPages
from server.web.sharing import SharingPages
from server.web.table import views as game
from tests.harness.patches import replace

LEAKS = {
    "view": "whole view",
    "broadcast": "update",
    "nonce": "update",
    "commitment": "update",
    "acknowledgement": "answer",
    "page": "/en/game/",
    "length": "HEAD /en/game/",
    "record": "/record.json",
    "card": "/card/",
    "data": "/my-data/all.json",
    "log": "log",
}
"""Leaks of sealed moves that can be opened, and the channel through which each lets the secret out."""

DICE_LEAKS = {"cast": "update", "seed": "whole view"}
"""Leaks of the next roll, and of the seed of all rolls."""

OVER_LEAKS = {"analysis-game": "/analysis?game="}
"""Leaks of a move that was sealed when somebody resigned: nobody sees it ever."""

NEWS_LEAKS = {"news": "Redis"}
"""Leaks through what a process sends to the others."""

HIDDEN_LEAKS = ("board", "board-news")
"""Leaks of a hidden board, to onlookers and to other processes."""


def install(app: Flask) -> None:
    """Let `/-/leak/<name>` open a leak, and `/-/leak/` close all."""
    services: Services = app.extensions["cavalier"]
    is_open: set[str] = set()

    def leak(name: str = "") -> str:
        is_open.clear()
        is_open.update({name} & {*LEAKS, *DICE_LEAKS, *OVER_LEAKS, *NEWS_LEAKS, *HIDDEN_LEAKS})
        return name

    app.add_url_rule("/-/leak/", "close", leak)
    app.add_url_rule("/-/leak/<name>", "leak", leak)

    def tables() -> list[TableState]:
        return [slot.state for slot in services.table_services.cache._slots.values() if slot.state]

    def seals() -> list[Seal]:
        return [seal for table in tables() for seal in table.seals.values()]

    def seeds() -> str:
        """What nature plays by at those where it has a seat."""
        return " ".join(table.seed for table in tables())

    def casts() -> list[str]:
        """What a die shows there after the next move."""
        return [
            commitments.roll(table.seed, table.id, table.number + 2, table.takebacks, seat, "pnbrqk")
            for table in tables()
            for seat in table.rules.chance
        ]

    def boards() -> list[str]:
        """The positions there, whole."""
        return [table.position.fen() for table in tables()]

    def sealed_moves() -> str:
        """All that was ever sealed at them."""
        decided = [entry for table in tables() for entries in services.journal.since(table.id, 0) for entry in entries]
        return " ".join(entry.body["move"] for entry in decided if entry.kind == "seal")

    def secret() -> str:
        planned = [plan for table in tables() for plan in table.plans.values()]
        lines = [text for plan in planned for line in ((plan.answer,), *plan.lines) for text in line]
        return " ".join([*(seal.move for seal in seals()), *lines])

    def hint() -> int:
        return int(sha256(secret().encode()).hexdigest()[:3], 16)

    def open_leak(name: str, where: Any, function: str, by: Callable[[Any], Any]) -> None:
        """While the leak of this name is open, let what a function answers pass through another."""
        plain = getattr(where, function)

        @functools.wraps(plain)
        def leaking(*arguments: Any, **named: Any) -> Any:
            answer = plain(*arguments, **named)
            return by(answer) if name in is_open else answer

        setattr(where, function, leaking)

    def without_nonce(*fields: Any) -> str:
        *public, nonce = fields
        return digest(*public, "" if "commitment" in is_open else nonce)

    def digested(record: dict[str, Any]) -> dict[str, Any]:
        leaking = {**record, "opened_at": hint()}
        return {**leaking, "digest": writer.digest(leaking)}

    plain_card: Callable[..., Any] = SharingPages._answer
    dot = '<path d="M{} 9h1v1h-1z"/></svg>'

    def answer_with_card(cards: SharingPages, board: Markup, how: str) -> Any:
        leak = str(board).replace("</svg>", dot.format(hint() % 200))
        return plain_card(cards, Markup(leak) if "card" in is_open else board, how)

    plain_publish: Callable[..., None] = RedisBus.publish

    def publish(bus: RedisBus, kind: str, topic: str, body: Body) -> None:
        leaks = {"news": secret, "board-news": boards}
        plain_publish(bus, kind, topic, {**body, **{name: data() for name, data in leaks.items() if name in is_open}})

    def log(answer: Any) -> Any:
        logging.getLogger("server.tables").info("sealed", extra={"move": secret()})
        return answer

    def after(response: Response) -> Response:
        if "length" in is_open and request.method == "HEAD":
            response.set_data(response.get_data() + b" " * hint())
        return response

    open_leak("view", Tables, "view", lambda data: {**data, "hint": secret()} if "picture" in data else data)
    open_leak(
        "broadcast", rules_calls, "view_of_all", lambda data: data if "picture" in data else {**data, "hint": secret()}
    )
    open_leak("nonce", rules_calls, "view_of_all", lambda data: {**data, "hint": [seal.nonce for seal in seals()]})
    open_leak("acknowledgement", Tables, "act", lambda number: number + hint())
    open_leak("page", game, "render_in_steps", lambda page: f"{page}<!-- {hint()} -->")
    replace(SharingPages, "_answer", answer_with_card)
    open_leak("analysis-game", analysis, "of_game", lambda nodes: [*nodes, [len(nodes) - 1, [sealed_moves()], ""]])
    open_leak("record", ReplayPages, "_record", digested)
    open_leak("data", PersonalData, "everything", lambda rows: itertools.chain(rows, [("hint", [{"move": secret()}])]))
    for where, part in ((Tables, "view"), (rules_calls, "view_of_all")):
        open_leak("cast", where, part, lambda data: {**data, "hint": casts()})
    open_leak("board", rules_calls, "view_of_all", lambda data: {**data, "hint": boards()})
    open_leak("seed", view, "dice_view", lambda data: {**data, "seed": seeds()})
    open_leak("log", Tables, "act", log)
    replace(RedisBus, "publish", publish)
    digest: Callable[..., str] = commitments.seal_digest
    for module in (state, view):
        replace(module, "seal_digest", without_nonce)
    app.after_request(after)


def acknowledge_early() -> None:
    """A journal, on either engine, that says that a decision is kept while the disk is still at work."""
    plain: Callable[..., None] = commits.GroupCommit.commit

    def slow(write: Callable[..., Any]) -> Callable[..., Any]:
        def later(*arguments: Any) -> Any:
            time.sleep(0.02)
            return write(*arguments)

        return later

    def commit(journal: Any, part: Any) -> None:
        if part.decision:
            gevent.spawn(plain, journal, part)
        else:
            plain(journal, part)

    replace(commits, "write_batch", slow(database.write_batch))
    replace(commits.GroupCommit, "commit", commit)


def act_twice() -> None:
    """Tables that do what they are told as often as they are told."""
    plain, again = Tables.act, itertools.count()

    def act(tables: Tables, table_id: str, person: str, action: Action) -> int:
        with tables.reading(table_id) as table:
            if table.answer_to(person, action.id) is not None:
                action = action.model_copy(update={"id": f"again-{next(again)}"})
        return plain(tables, table_id, person, action)

    replace(Tables, "act", act)


def say_twice() -> None:
    """Talk in which a message that comes again is said again."""
    plain, again = ChatService.say, itertools.count()

    def say(chat: ChatService, state: Any, person: str, seat: Any, message: str, *more: Any, **named: Any) -> None:
        plain(chat, state, person, seat, f"{message}-{next(again)}", *more, **named)

    replace(ChatService, "say", say)


def lose_some() -> None:
    """A journal that says of every tenth action that it is kept, and forgets it."""
    plain: Callable[..., None] = journal.Journal.append
    requests = itertools.count(1)

    def append(journal: Any, *decision: Any) -> None:
        if next(requests) % 10:
            plain(journal, *decision)

    replace(journal.Journal, "append", append)


BEFORE: dict[str, Callable[[], None]] = {
    "early": acknowledge_early,
    "twice": act_twice,
    "said-twice": say_twice,
    "lost": lose_some,
}
"""Faults that are there from the start."""

"""Games of every variant over the sockets: answers, what each viewer sees after every action, and the records."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.harness.client import Client, open_table
from tests.harness.interfaces import without_presence
from tests.harness.site import ScriptedSite

SCRIPT = (
    "act act late early unknown join act foreign idle changed act offer refuse act unseal say act takeback agree plan "
    "act addtime record act claim absent abort act act takeback refuse act act offer act"
)
"""What is tried in turn, whatever comes of it: a game that is over refuses it."""
ENDINGS = ("resign", "offer accept resign")
"""The same at the end of the first and of the second game of a variant."""
AFTERWARDS = "act takeback rematch unrematch unrematch rematch again rematch record"
CONTROLS = ("none", "5+3")
LANGUAGES = ("en", "fr")
FAILURE = 200
"""Characters that are kept of an error."""

Line = dict[str, Any]


class Game:
    """A table, its players and an onlooker, each with a tab in both languages."""

    def __init__(self, served: ScriptedSite, variant: str, number: int) -> None:
        self.served = served
        self.random = Random(f"{variant} {number}")
        self.onlooker = f"eve {number}"
        clients = {name: served.client(f"{name} {number}") for name in ("ann", "bob", "cleo")}
        options = json.loads(clients["ann"].get(f"/api/v1/variants/{variant}").body)["options"] if number else []
        drawn = {f"option-{each['name']}": str(self.random.choice(each["choices"])["value"]) for each in options}
        self.opened = {"control": CONTROLS[number], **drawn}
        self.table = open_table(variant, clients["ann"], **self.opened)
        chairs = json.loads(clients["ann"].get(f"/api/v1/tables/{self.table}").body)["chairs"]
        self.seats = [0]
        for name, chair in zip(("bob", "cleo"), chairs[1:], strict=False):
            if chair["state"] == "free":
                seat = chair["seat"]
                assert clients[name].post(f"/en/game/{self.table}/join", seat=str(seat)).status == 303
                self.seats.append(seat)
        self.tabs: dict[tuple[str, str], Client] = {}
        for seat, name in zip(self.seats, clients, strict=False):
            self._open_tabs(str(seat), f"{name} {number}")
        self._open_tabs("onlooker", self.onlooker)
        self.views: dict[tuple[str, str], Any] = {}
        self.sent = 0

    def _open_tabs(self, viewer: str, name: str) -> None:
        self.tabs |= {(viewer, language): self.served.client(name).connect() for language in LANGUAGES}

    def lines(self, ending: str) -> Iterator[Line]:
        """The file of the game, from its opening to the game after it."""
        yield {"opened": self.opened, "table": self.table, "views": self.look()}
        for kind in f"{SCRIPT} {ending} {AFTERWARDS}".split():
            if kind == "record":
                yield {"records": self.records()}
                continue
            self.served.turn_clock(self.random.randrange(1, 16) / 4)
            yield from ({**line, "views": self.look()} for line in self.attempt(kind))
        pgn = self.tabs["onlooker", "en"].get(f"/en/game/{self.table}/record.pgn")
        yield {"pgn": pgn.text().splitlines()}

    def attempt(self, kind: str) -> Iterator[Line]:
        """Send what is tried under this name; what was sent, and its answer."""
        view = self.views["onlooker", "en"]["view"]
        states = {seat: view["chairs"][seat]["state"] for seat in self.seats}
        due = self.random.choice([seat for seat in self.seats if states[seat] == "choosing"] or self.seats)
        idle = self.random.choice([seat for seat in self.seats if states[seat] != "choosing"] or self.seats)
        sealed = [seat for seat in self.seats if states[seat] == "sealed"]
        asking = {*view["offers"], *(view["back"] or {"seats": []})["seats"]}
        wishing = (view["rematch"] or {"seats": []})["seats"]
        match kind:
            case "act" | "late" | "early" | "unknown" | "changed" | "foreign" | "idle":
                offered = sorted(move["id"] for move in self.views[str(due), "en"]["view"].get("moves", []))
                fields = {"number": view["number"], "move": self.random.choice(offered or ["a1a2"])}
                fields |= {
                    "late": {"number": view["number"] - 1},
                    "early": {"number": view["number"] + 1},
                    "unknown": {"move": "??"},
                    "changed": {"takebacks": view["takebacks"] + 1},
                }.get(kind, {})
                seat, by = idle if kind == "idle" else due, "onlooker" if kind == "foreign" else ""
                yield self.send("act", seat, by, **fields)
            case "plan":
                path = f"/en/game/{self.table}/ahead?seat={idle}"
                moves = json.loads(self.tabs[str(idle), "en"].get(path).body).get("moves", [])
                answer = self.random.choice(sorted(move["id"] for move in moves) or ["a1a2"])
                yield self.send("plan", idle, number=view["number"], answer=answer)
            case "join":
                for seat, moves in view["join"].items():
                    yield self.send("act", int(seat), "onlooker", number=view["number"], move=moves[0]["id"])
                    self.seats.append(int(seat))
                    self._open_tabs(seat, self.onlooker)
            case "say":
                yield self.send("say", due, preset="hello", text=None)
                yield self.send("say", None, "onlooker", preset=None, text="Ça va ?")
            case "unseal":
                yield self.send("unseal", (sealed or self.seats)[0], number=view["number"])
            case "agree" | "accept" | "refuse":
                event = {"agree": "takeback", "accept": "offer", "refuse": "decline"}[kind]
                for seat in [seat for seat in self.seats if seat not in asking]:
                    yield self.send(event, seat)
            case "rematch" | "again":
                for seat in [seat for seat in self.seats if seat not in wishing][: 1 if kind == "rematch" else None]:
                    yield self.send("rematch", seat, surprise=False)
            case "unrematch":
                yield self.send("unrematch", (wishing or self.seats)[0])
            case _:
                yield self.send(kind, due, **({"win": True} if kind == "absent" else {}))

    def send(self, event: str, seat: int | None, by: str = "", **fields: Any) -> Line:
        """Send an event from the English tab of a viewer, by default that of the seat; what was sent and answered."""
        self.sent += 1
        by = by or str(seat)
        fields |= {"seat": seat, "id": f"m{self.sent}"}
        return {
            "by": by,
            "sent": [event, fields],
            "answer": self.tabs[by, "en"].call(event, table=self.table, **fields),
        }

    def look(self) -> Line:
        """What has changed in the view of each viewer in each language.

        To be short, the English views of seats are told by what differs from the onlooker's, and French ones by what
        differs from the English one of the same viewer.
        """
        views: dict[tuple[str, str], Any] = {}
        for (viewer, language), tab in self.tabs.items():
            seat = None if viewer == "onlooker" else int(viewer)
            answer = tab.call("watch", table=self.table, seat=seat, language=language)
            views[viewer, language] = {"view": without_presence(answer["view"]), "chat": answer["chat"]}
        changes: Line = {}
        for viewer, language in views:
            base = (viewer if language == "fr" else "onlooker"), "en"
            both = [all_views.get((viewer, language), {}) for all_views in (self.views, views)]
            if (viewer, language) != base:
                both = [difference(self.views.get(base, {}), both[0]) or {}, difference(views[base], both[1]) or {}]
            if change := difference(*both):
                changes.setdefault(viewer, {})[language] = change
        self.views = views
        return changes

    def records(self) -> Line:
        """The onlooker's record, and of those of the seats what differs from it."""
        path = f"/en/game/{self.table}/record.json"
        onlooker = json.loads(self.tabs["onlooker", "en"].get(path).body)
        own = {str(seat): json.loads(self.tabs[str(seat), "en"].get(f"{path}?seat={seat}").body) for seat in self.seats}
        return {"onlooker": onlooker, **{seat: difference(onlooker, record) for seat, record in own.items()}}

    def close(self) -> None:
        """Everybody hangs up."""
        for tab in self.tabs.values():
            tab.close()


def difference(before: Any, after: Any) -> Any:
    """What changed from one JSON value to another, None where nothing did.

    Of an object its changed keys, with a list of the removed ones under `-`; of a list its changed items by number,
    with a new `length`, where that is shorter than the list.
    """
    if type(before) is not type(after) or not isinstance(after, dict | list):
        return None if type(before) is type(after) and before == after else after
    one, other = (dict(enumerate(each)) if isinstance(each, list) else each for each in (before, after))
    changed = {
        str(key): difference(one[key], value) if key in one and value is not None else value
        for key, value in other.items()
        if key not in one or type(one[key]) is not type(value) or one[key] != value
    }
    if isinstance(after, list):
        changed |= {"length": len(after)} if len(before) != len(after) else {}
        return after if len(json.dumps(changed)) > len(json.dumps(after)) else changed or None
    gone = sorted(one.keys() - other.keys())
    return {**changed, "-": gone} if gone else changed or None


def games(served: ScriptedSite, variant: str) -> Iterator[tuple[str, list[Line]]]:
    """The files of a variant, by their names. A game that cannot go on ends with a line that says why."""
    for number, ending in enumerate(ENDINGS):
        lines: list[Line] = []
        try:
            game = Game(served, variant, number)
            for line in game.lines(ending):
                lines.append(line)
            game.close()
        except Exception as error:  # Whatever a change of the product leads to.
            lines.append({"failed": f"{type(error).__name__}: {error}"[:FAILURE]})
        yield f"games/{variant}-{number + 1}.jsonl", lines

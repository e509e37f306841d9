"""Calls in the process, the interface for programs, and sockets answer alike, whatever is asked of a table."""

from random import Random

import pytest

from tests.harness.interfaces import INTERFACES, PEOPLE
from variants.registry import load_all

CONTROLS = ("none", "3+2", "1d")
STEPS = 45
KINDS = (
    *(["act"] * 30),
    *(["unseal", "offer", "takeback", "decline", "plan", "addtime"] * 2),
    *(
        "unplan",
        "claim",
        "abort",
        "resign",
        "withdraw",
        "rematch",
        "unrematch",
        "wrong move",
        "wrong number",
        "wrong seat",
    ),
)
"""What is tried, as often as it stands here."""


@pytest.fixture(scope="module")
def interfaces(tmp_path_factory):
    opened = [interface(tmp_path_factory.mktemp("interface")) for interface in INTERFACES]
    yield opened
    for interface in opened:
        interface.close()


def step(random, view, views):
    """Somebody, the action that he asks for, and its fields, as the views of the seats suggest."""
    kind = random.choice(KINDS)
    if view["status"] != "running" and random.random() < 0.6:
        kind = random.choice(["rematch", "unrematch", "act"])
    due = [seat for seat in views if view["chairs"][seat]["state"] == "choosing"]
    sealed = [seat for seat in views if view["chairs"][seat]["state"] == "sealed"]
    seat = random.choice({"unseal": sealed, "act": due}.get(kind) or list(views))
    name = "eve" if kind == "wrong seat" else PEOPLE[list(views).index(seat)]
    fields = {"seat": seat}
    if kind in ("act", "wrong move", "wrong number", "wrong seat"):
        offered = sorted(move["id"] for move in views[seat].get("moves", []))
        fields["move"] = "??" if kind == "wrong move" or not offered else random.choice(offered)
        fields["number"] = view["number"] + (random.choice([-1, 1]) if kind == "wrong number" and view["number"] else 0)
        kind = "act"
    elif kind in ("unseal", "plan"):
        fields["number"] = view["number"]
        if kind == "plan":
            fields["answer"] = random.choice([None, "a1a2", "e7e5", "b5b4"])
    elif kind in ("rematch",):
        fields["surprise"] = random.random() < 0.2
    return name, kind, fields


def everything(site, table, seats):
    """What the people of a table see of it in both languages, and its records."""
    viewers = [("", None), *zip(PEOPLE, seats, strict=False)]
    views = {
        (seat, language): site.view(table, name, seat, language) for name, seat in viewers for language in ("en", "fr")
    }
    return views, {seat: site.record(table, name, seat) for name, seat in viewers}


def play(interfaces, variant, seed):
    """Play a script through all interfaces and compare them after every step; the codes that came back."""
    random = Random(f"{variant} {seed}")
    rules = load_all()[variant]
    settings = {option.name: random.choice(option.choices) for option in rules.options}
    control = random.choice(CONTROLS)
    table, *others = [interface.open(variant, control=control, **settings) for interface in interfaces]
    assert others == [table] * len(others)
    lead = interfaces[0]
    seats = lead.table(table).players
    codes = set()
    for number in range(STEPS):
        views = {seat: lead.view(table, name, seat) for name, seat in zip(PEOPLE, seats, strict=False)}
        name, kind, fields = step(random, lead.view(table), views)
        seconds = random.randrange(8) / 4
        answers = []
        for interface in interfaces:
            interface.wait(seconds)
            answers.append(interface.send(table, name, kind, **fields))
        assert answers == answers[:1] * len(interfaces), (number, name, kind, fields)
        codes.add(answers[0])
    shown = [everything(interface, table, seats) for interface in interfaces]
    assert shown == shown[:1] * len(interfaces)
    rematch = lead.view(table)["rematch"] or {}
    for interface in interfaces:
        for begun in filter(None, (table, rematch.get("table"))):
            leave(interface, begun, seats)
    return codes


def leave(interface, table, seats):
    """End the game of a table if it runs: nobody may play too many at a time."""
    for seat in seats:
        for action in ("abort", "resign"):
            interface.send(table, PEOPLE[0], action, seat=seat)


class Altered:
    """An interface of which one answer differs from that of the site."""

    def __init__(self, interface, method):
        self._interface, self._method = interface, method

    def __getattr__(self, name):
        plain = getattr(self._interface, name)
        if name != self._method:
            return plain
        alter = {"send": lambda code: code or "refused", "view": lambda view: {**view, "number": view["number"] + 1}}
        change = alter.get(name, lambda record: {**record, "digest": ""})
        return lambda *arguments, **named: change(plain(*arguments, **named))


@pytest.mark.parametrize("method", ["send", "view", "record"])
def test_an_interface_that_answers_otherwise_is_seen(interfaces, method):
    lead, *others, last = interfaces
    with pytest.raises(AssertionError):
        play([lead, *others, Altered(last, method)], "Apocalypse", 0)


@pytest.mark.parametrize("variant", load_all())
def test_every_interface_answers_alike(interfaces, variant):
    assert "" in play(interfaces, variant, 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 20))
@pytest.mark.parametrize("variant", load_all())
def test_every_interface_answers_alike_in_many_games(interfaces, variant, seed):
    assert "" in play(interfaces, variant, seed)

"""Calls in the process, the interface for programs, and sockets answer alike, whatever is asked of a game."""

from random import Random

import pytest

from tests.harness.game import TRANSPORTS, Game
from tests.harness.samples import sampled
from variants.position import Eyes
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
def transports(tmp_path_factory):
    opened = [transport(tmp_path_factory.mktemp("site")) for transport in TRANSPORTS]
    yield opened
    for transport in opened:
        transport.close()


def step(random, views):
    """An action, its seat, its person ("" for the player of the seat), and its fields, as the views suggest."""
    kind, view = random.choice(KINDS), next(iter(views.values()))
    if view["status"] != "running" and random.random() < 0.6:
        kind = random.choice(["rematch", "unrematch", "act"])
    due = [seat for seat in views if view["chairs"][seat]["state"] == "choosing"]
    sealed = [seat for seat in views if view["chairs"][seat]["state"] == "sealed"]
    seat = random.choice({"unseal": sealed, "act": due}.get(kind) or list(views))
    fields = {"person": "eve" if kind == "wrong seat" else ""}
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
    return kind, seat, fields


def everything(game, seats):
    """What the people of a table see of it in both languages, and its records."""
    viewers = [Eyes.SPECTATOR, *seats]
    views = {(viewer, language): game.view(viewer, language) for viewer in viewers for language in ("en", "fr")}
    return views, {viewer: game.record(viewer) for viewer in viewers}


def play(transports, variant, seed):
    """Play a script through all transports and compare them after every step; the codes that came back."""
    random = Random(f"{variant} {seed}")
    rules = load_all()[variant]
    settings = {option.name: random.choice(option.choices) for option in rules.options}
    control = random.choice(CONTROLS)
    games = [Game(transport) for transport in transports]
    ids = {game.open(variant, control=control, **settings) for game in games}
    assert len(ids) == 1
    lead = games[0]
    chairs = lead.view()["chairs"]
    seats = [chair["seat"] for chair in chairs if chair["person"] and chair["state"] != "nature"]
    codes = set()
    for number in range(STEPS):
        name, seat, fields = step(random, {seat: lead.view(seat) for seat in seats})
        seconds = random.randrange(8) / 4
        answers = []
        for game in games:
            game.transport.wait(seconds)
            answers.append(game.send(name, seat, **fields))
        assert answers == answers[:1] * len(games), (number, name, seat, fields)
        codes.add(answers[0])
    shown = [everything(game, seats) for game in games]
    assert shown == shown[:1] * len(games)
    rematch = (lead.view()["rematch"] or {}).get("table")
    for game in games:
        leave(game, seats)
        if rematch:
            game.id = rematch
            leave(game, seats)
    return codes


def leave(game, seats):
    """End a game if it runs: nobody may play too many at a time."""
    for seat in seats:
        for action in ("abort", "resign"):
            game.send(action, seat, person=game.people[0])


class Altered:
    """A transport of which one answer differs from that of the site."""

    def __init__(self, transport, method):
        self._transport, self._method = transport, method

    def __getattr__(self, name):
        plain = getattr(self._transport, name)
        if name != self._method:
            return plain
        alter = {"act": lambda code: code or "refused", "view": lambda view: {**view, "number": view["number"] + 1}}
        change = alter.get(name, lambda record: {**record, "digest": ""})
        return lambda *arguments, **named: change(plain(*arguments, **named))


@pytest.mark.parametrize("method", ["act", "view", "record"])
def test_a_transport_that_answers_otherwise_is_seen(transports, method):
    lead, *others, last = transports
    with pytest.raises(AssertionError):
        play([lead, *others, Altered(last, method)], "Apocalypse", 0)


@pytest.mark.parametrize("variant", sampled(load_all()))
def test_every_transport_answers_alike(transports, variant):
    assert "" in play(transports, variant, 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 20))
@pytest.mark.parametrize("variant", load_all())
def test_every_transport_answers_alike_in_many_games(transports, variant, seed):
    assert "" in play(transports, variant, seed)

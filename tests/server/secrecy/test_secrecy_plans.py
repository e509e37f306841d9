"""What a player plans stays with them: nothing that leaves the real server tells others what it is, nor that it is."""

import pytest

from server.runtime import metrics
from tests.harness.planted_faults import LEAKS
from tests.harness.worlds import World, leak_in
from variants.registry import load

OWNER = 1
"""The seat that plans, while the other one is to act."""

OF_SEALS = {"nonce", "commitment"}
"""Leaks of envelopes, of which a plan has none."""


@pytest.fixture(params=["Chess", "Dark"])
def game(request, leaky):
    """A game that begins, all leaks closed."""
    name, rules = request.param, load(request.param)
    leaky.each(lambda world: world.open(name, rules.start().fen(), 2, OWNER, rules.hidden, "5+3"))
    leaky.compare()
    yield leaky
    for world in leaky.both:
        world.onlooker("/-/leak/")
        world.call("ann", "resign", 0)
        world.forget()
        world.close()


CHESS = pytest.mark.parametrize("game", ["Chess"], indirect=True)


def plan(world, answer, *lines, number=0):
    return world.call("bob", "plan", OWNER, number=number, answer=answer, lines=list(lines))


def look_around(world):
    """The rival and an onlooker try every channel."""
    world.listen()
    world.watch("ann")
    world.watch("onlooker")
    world.call("ann", "unplan", 0)
    world.call("ann", "unplan", OWNER)
    world.call("ann", "plan", OWNER, number=0, answer="e7e5", lines=[])
    world.call("ann", "plan", 0, number=0, answer="e7e5", lines=[])
    world.call("ann", "say", 0, preset="hello", text=None)
    world.watch_from("onlooker", OWNER)
    world.reconnect("ann")
    world.stay_away(0, 7)
    world.look()
    world.listen()


def test_a_plan_is_shown_to_nobody_else_before_it_is_played(game):
    for world, answer in zip(game.both, ("e7e5", "d7d5"), strict=True):
        assert plan(world, answer)["ok"]
        look_around(world)
        assert world.watch("bob")["plan"]["answer"]["id"] == answer
        assert world.watch("ann")["plan"] is None
    game.compare()


def test_a_plan_that_was_never_played_is_shown_to_nobody_else_ever(game):
    for world, answer in zip(game.both, ("e7e4", "d7d4"), strict=True):
        assert plan(world, answer)["ok"]
        assert world.call("ann", "act", 0, number=0, move="g1f3")["ok"]
        look_around(world)
        assert world.watch("bob")["plan"]["missed"]
    game.compare()
    game.each(lambda world: world.call("ann", "resign", 0))
    game.each(World.look)
    game.compare()


@CHESS
def test_planned_lines_and_their_end_are_shown_to_nobody_else(game):
    for world, answer in zip(game.both, ("e7e5", "d7d5"), strict=True):
        assert plan(world, None, ["e2e4", answer], ["d2d4", answer, "c2c4", "a7a6"])["ok"]
        look_around(world)
        assert world.call("ann", "act", 0, number=0, move="g1f3")["ok"]
        look_around(world)
        assert world.watch("bob")["plan"]["missed"]
    game.compare()


def test_the_existence_of_a_plan_is_shown_to_nobody_else(game):
    """In the one world the plan is kept, replaced and dropped, in the other each is refused."""
    plans, refused = game.both
    assert plan(plans, "e7e5")["ok"]
    assert plan(plans, "d7d5")["ok"]
    assert plans.call("bob", "unplan", OWNER)["ok"]
    assert plan(plans, "e7e4")["ok"]
    for _ in range(4):
        assert not plan(refused, None)["ok"]
    for world in game.both:
        look_around(world)
        assert world.call("ann", "act", 0, number=0, move="g1f3")["ok"]
        look_around(world)
        assert world.call("bob", "act", OWNER, number=1, move="e7e5")["ok"]
        look_around(world)
    one, other = (world.outside[world.compared :] for world in game.both)
    assert one == other
    assert len(one) > 100
    game.each(World.forget)


@CHESS
@pytest.mark.slow
@pytest.mark.parametrize(("leak", "channel"), [(leak, at) for leak, at in LEAKS.items() if leak not in OF_SEALS])
def test_a_planted_leak_of_a_plan_is_seen_in_its_channel(game, leak, channel):
    for world, answer in zip(game.both, ("e7e5", "d7d5"), strict=True):
        world.onlooker(f"/-/leak/{leak}")
        assert plan(world, answer)["ok"]
        world.try_everything(0)
    with leak_in(channel):
        game.compare()


def test_no_figure_of_a_monitor_counts_a_plan(match):
    def figures():
        return {
            f"{sample.name} {sample.labels}": sample.value
            for family in metrics.REGISTRY.collect()
            for sample in family.samples
            if not family.name.startswith(("cavalier_commits", "cavalier_submissions"))  # Of chat and beats, too.
        }

    match.open("Chess")
    before = figures()
    assert match.send("plan", OWNER, 0, "e7e5", []) == ""
    assert match.send("unplan", OWNER) == ""
    assert match.send("unplan", OWNER) == "no_plan"
    assert figures() == before

"""The test of secrecy sees: one changed byte in any channel, and leaks planted in a real server."""

from random import Random

import pytest

from tests.harness.chance import SeededLine
from tests.harness.envelopes import DIGITS, guessed
from tests.harness.planted_faults import DICE_LEAKS, LEAKS, OVER_LEAKS
from tests.harness.worlds import Leak, World, compare_lines, leak_in, secrets_in
from variants.registry import load

MOVES = ("a2a3", "e1d3")

CHANNELS = (
    "whole view", "update", "answer", "talk", "lobby", "my games", "onlookers", "if changed", "HEAD ", "/games",
    "/mine", "/positions", "/review", "/analysis?game=", "/analysis?plan=", "/ahead", "/card/", "/embed/", "/code.svg",
    "/fair-play", "/diagram/", "/record.json", "/record.pgn", "/api/v1/tables/", "/api/v1/tables?",
    "/my-data/all.json",
)  # fmt: skip
"""Through which a secret could leave a site, as they are called in what is captured; the log is compared apart."""


@pytest.fixture
def game(leaky):
    """A game of Apocalypse that begins, all leaks closed."""
    start = load("Apocalypse").start().fen()
    leaky.each(lambda world: world.open("Apocalypse", start, 2, 0, control="5+3"))
    leaky.compare()
    yield leaky
    end(leaky)


@pytest.fixture
def thrown(leaky):
    """A game of dice chess whose first cast is the same in both worlds, and the next one not; all leaks closed."""
    start = load("Dice").start()
    line = SeededLine.draw(start, leaky.both[0].next_table, Random(7), 2)
    for world, seed in zip(leaky.both, line.seeds, strict=True):
        world.open("Dice", start.fen(), 2, 2, control="5+3", seed=seed)
    leaky.compare()
    yield leaky
    end(leaky)


def end(leaky):
    """Close all leaks, give the game up and forget it."""
    for world in leaky.both:
        world.onlooker("/-/leak/")
        world.call("ann", "resign", 0)
        world.listen()
        world.outside.clear()
        world.inside.clear()
        world.forget()
        world.close()


def hide(leaky, leak):
    """Seal another move in each world while this leak is open, and let the rival and an onlooker try every channel."""
    for world, move in zip(leaky.both, MOVES, strict=True):
        world.onlooker(f"/-/leak/{leak}")
        assert world.call("ann", "act", 0, number=0, move=move)["ok"]
        world.try_everything(1)
    leaky.compare()


def test_without_a_leak_nothing_is_seen(game):
    hide(game, "")


@pytest.mark.slow
def test_a_digest_and_its_beginning_are_all_that_differs_and_have_their_place(game):
    hide(game, "")
    differing = 0
    for lines in zip(*(world.outside for world in game.both), strict=True):
        one, other = (str(line.content) for line in lines)
        assert len(one) == len(other)
        places = [[found.span() for found in DIGITS.finditer(text)] for text in (one, other)]
        apart = {at for at, signs in enumerate(zip(one, other, strict=True)) if signs[0] != signs[1]}
        assert apart <= {at for begin, end in places[0] for at in range(begin, end)}, lines[0].channel
        assert not apart or places[0] == places[1]
        differing += bool(apart)
    assert differing > 10


def one_byte_changed(value):
    """Copies of what left a site, each with one byte of one of its texts changed."""
    if isinstance(value, tuple | list):
        for place, part in enumerate(value):
            yield from (type(value)([*value[:place], copy, *value[place + 1 :]]) for copy in one_byte_changed(part))
    elif isinstance(value, int):
        yield value + 1
    elif value:
        middle = len(value) // 2
        yield value[:middle] + (b"~" if isinstance(value, bytes) else "~") + value[middle + 1 :]


def test_one_changed_byte_in_any_channel_is_detected(game):
    hide(game, "")
    captured = [list(world.outside) for world in game.both]
    envelopes = game.each(World.envelopes)
    compare_lines(*captured, *envelopes)
    last = {line.channel: at for at, line in enumerate(captured[0])}
    assert len(last) > 60
    seen = {kind for channel in last for kind in CHANNELS if kind in channel}
    assert seen == set(CHANNELS), "what may leak is looked at"
    for channel, at in last.items():
        for value in one_byte_changed(captured[0][at].content):
            with pytest.raises(Leak) as leak:
                compare_lines([captured[0][at]._replace(content=value)], [captured[1][at]], *envelopes)
            assert leak.value.channels == [channel]
    with pytest.raises(Leak):
        compare_lines(captured[0][:-1], captured[1], *envelopes)


@pytest.mark.slow
@pytest.mark.parametrize(("leak", "channel"), LEAKS.items())
def test_a_planted_leak_is_seen_in_its_channel(game, leak, channel):
    with leak_in(channel):
        hide(game, leak)


@pytest.mark.slow
@pytest.mark.parametrize(("leak", "channel"), [("", ""), *OVER_LEAKS.items()])
def test_a_move_still_sealed_at_the_end_of_the_game_is_in_no_analysis(game, leak, channel):
    for world, sealed in zip(game.both, ("a1b3", "e1d3"), strict=True):
        for name, seat, number, text in (("ann", 0, 0, "e2e3"), ("bob", 1, 0, "a4a3"), ("ann", 0, 1, sealed)):
            assert world.call(name, "act", seat, number=number, move=text)["ok"]
        assert world.call("bob", "resign", 1)["ok"]
        world.listen()
        world.outside.clear()
        world.onlooker(f"/-/leak/{leak}")
        world.look()
        value = {line.channel: str(line.content) for line in world.outside}
        page = value[f"onlooker, /en/variants/Apocalypse/analysis?game={world.table}&turn=1"]
        assert '"e2e3", "a4a3"' in page, "the turn that was played is in the tree"
    if not leak:
        assert game.compare() > 20
        return
    with pytest.raises(Leak) as seen:
        game.compare()
    assert all(channel in seen_in for seen_in in seen.value.channels)


@pytest.mark.slow
@pytest.mark.parametrize(("leak", "channel"), [("", ""), *DICE_LEAKS.items()])
def test_a_planted_leak_of_a_roll_is_detected_in_its_channel(thrown, leak, channel):
    for world in thrown.both:
        world.onlooker(f"/-/leak/{leak}")
        world.watch("bob")
        assert world.call("ann", "offer", 0)["ok"]
        world.look()
    if not leak:
        assert thrown.compare() > 100
        return
    with leak_in(channel):
        thrown.compare()


@pytest.mark.slow
def test_a_digest_without_a_nonce_is_guessed_by_trying_every_move(game):
    world = game.both[0]
    moves = [move["id"] for move in world.watch("ann")["moves"]]
    assert MOVES[0] in moves
    for leak, found in (("commitment", [MOVES[0]]), ("", [])):
        world.onlooker(f"/-/leak/{leak}")
        assert world.call("ann", "act", 0, number=0, move=MOVES[0])["ok"]
        seal = world.watch("bob")["chairs"][0]["seal"]
        assert guessed(seal, world.table, 1, 0, moves) == found
        assert world.call("ann", "unseal", 0, number=0)["ok"]


def test_a_move_or_a_cookie_in_the_log_is_seen(game):
    world = game.both[0]
    before = len(world.served.log())
    world.onlooker("/-/leak/log")
    world.call("ann", "act", 0, number=0, move="a2a3")
    assert secrets_in(world.served.log()[before:], set(MOVES), world.people) == ["a2a3"]
    assert secrets_in(f'{{"cookie": "{world.players[0].cookies["cavalier"]}"}}', set(), world.people) != []
    assert secrets_in("the secret of bob", set(), ["bob"]) != []

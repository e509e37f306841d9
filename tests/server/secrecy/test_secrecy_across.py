"""What is sealed at one process of a site reaches neither Redis nor those who look at another process."""

from random import Random

import pytest

from tests.harness.planted_faults import NEWS_LEAKS
from tests.harness.worlds import NAMES, Leak, Secret, turns_alike
from tests.harness.worlds_across import compare_news, worlds_across
from variants.registry import load

pytestmark = pytest.mark.slow

VARIANTS = ("Apocalypse", "Synchrone")
HIDDEN = "Dark"
TURNS = 4


@pytest.fixture(scope="module")
def pair(tmp_path_factory, postgres_server):
    """Two sites of two processes whose leaks can be opened."""
    with worlds_across(tmp_path_factory.mktemp("across"), postgres_server, "--leaky") as both:
        yield both


def play(pair, name, seat, leak=""):
    """Seal other moves in the one world than in the other while a leak is open; how much was compared.

    Raises Leak.
    """
    start = load(name).start()
    owner, rival, other = NAMES[seat], NAMES[1 - seat], 1 - seat
    secret, random = Secret((start, start), seat), Random(f"{name} {seat}")
    pair.each(lambda world: world.open(name, start.fen(), 2, seat, control="5+3"))
    own = start.write(next(iter(start.moves(other))))
    try:
        pair.compare()
        open_leak(pair, leak)
        for again in range(3):
            if again:
                pair.each(lambda world: world.call(owner, "unseal", seat, number=0))
            for world, move in zip(pair.both, secret.two(random), strict=True):
                assert world.call(owner, "act", seat, number=0, move=move)["ok"]
                assert not world.call(owner, "act", seat, number=0, move=own)["ok"]
                assert not world.call(rival, "unseal", other, number=0)["ok"]
                assert not world.call(rival, "act", seat, number=0, move=own)["ok"]
                assert world.call(rival, "offer", other)["ok"]
                assert world.call(owner, "decline", seat)["ok"]
                assert world.call(rival, "say", other, preset="hello", text=None)["ok"]
                assert world.call(owner, "say", seat, preset="hello", text=None)["ok"]
                for watcher in (rival, "onlooker"):
                    assert world.watch_from(watcher, seat)["code"] == "not_your_seat"
                    world.watch(watcher)
                world.look()
            compared = pair.compare()
        return compared
    finally:
        end(pair, other)


def open_leak(pair, leak):
    """Open this leak, and no other, at both processes of both sites."""
    for at in ("served", "near"):
        pair.each(lambda world, at=at: getattr(world, at).client().get(f"/-/leak/{leak}"))


def end(pair, loser):
    """Close all leaks, let this seat give up, and hang up."""
    open_leak(pair, "")
    pair.each(lambda world: world.call(NAMES[loser], "resign", loser))
    pair.each(lambda world: world.forget())
    pair.each(lambda world: world.close())


def hide(pair, seat, leak=""):
    """Play other moves of a hidden board in the one world than in the other; how much was compared. Raises Leak."""
    start = load(HIDDEN).start()
    secret, random = Secret((start, start), seat), Random(f"{HIDDEN} {seat}")
    pair.each(lambda world: world.open(HIDDEN, start.fen(), 2, seat, True, "5+3"))
    compared = apart = 0
    try:
        pair.compare()
        open_leak(pair, leak)
        for turn in range(TURNS):
            found = turns_alike(secret, random)
            (mover,) = found[0]
            apart += found[0] != found[1]
            for world, actions in zip(pair.both, found, strict=True):
                move = start.write(actions[mover])
                assert world.call(NAMES[mover], "act", mover, number=turn, move=move)["ok"]
                world.watch(NAMES[1 - seat])
                world.watch("onlooker")
                world.look()
            compared = pair.compare()
            one, other = (at.play(actions) for at, actions in zip(secret.positions, found, strict=True))
            secret = Secret((one, other), seat)
        assert apart == TURNS // 2, "different moves were played"
        return compared
    finally:
        end(pair, 1 - seat)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", VARIANTS)
def test_a_seal_at_one_process_is_secret_at_another(pair, name, seat):
    assert play(pair, name, seat) > 100
    assert compare_news(pair) > 20


@pytest.mark.parametrize("leak", ["broadcast", "view", "page"])
def test_a_leak_at_another_process_is_seen(pair, leak):
    with pytest.raises(Leak):
        play(pair, "Apocalypse", 0, leak)


@pytest.mark.parametrize("leak", NEWS_LEAKS)
def test_a_move_leaked_over_redis_is_detected(pair, leak):
    play(pair, "Apocalypse", 0, leak)
    with pytest.raises(Leak, match="Redis"):
        compare_news(pair)


@pytest.mark.parametrize("seat", [0, 1])
def test_games_that_differ_only_in_secrets_look_equal_at_another_process(pair, seat):
    assert hide(pair, seat) > 100
    assert compare_news(pair) > 10


def test_a_hidden_board_leaked_at_another_process_is_detected(pair):
    with pytest.raises(Leak, match="update"):
        hide(pair, 0, "board")


def test_a_hidden_board_leaked_over_redis_is_detected(pair):
    hide(pair, 0, "board-news")
    with pytest.raises(Leak, match="Redis"):
        compare_news(pair)

"""A link to a service that fails costs nobody an action, a secret or a flag, and what two processes show stays one."""

import pytest

from bench.audit import compare_acts
from bench.messages import Sent, Trouble
from tests.harness.cluster import Linked, Played, check_nothing_early, cluster
from tests.harness.links import DOWN, UP, Link

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory, postgres_server, redis_server):
    with cluster(tmp_path_factory.mktemp("linked"), postgres_server, redis_server, Linked) as made:
        yield made


def delay(link):
    link.delay = 0.3


def sealed(game, seat):
    """Whether the onlooker at the second process is shown that a seat has acted in this turn."""
    view = game.onlookers[1].view
    return view is not None and (view["number"] > game.number or view["chairs"][seat]["state"] == "sealed")


FAULTS = {
    "cut": Link.cut,
    "delayed": delay,
    "nothing goes up": lambda link: link.hold(UP),
    "nothing comes down": lambda link: link.hold(DOWN),
    "nothing goes or comes": lambda link: link.hold(UP, DOWN),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("service", ["postgres", "redis"])
def test_an_action_during_a_network_failure_is_done_once(site, service, fault):
    game = Played(site)
    game.turn("a2a3", "a4a3")
    link = site.links[0][service]
    try:
        FAULTS[fault](link)
        mine = game.act(0, "b1b2")
        if fault.startswith("nothing"):
            assert link.holds(DOWN if fault == "nothing comes down" else UP)
        # The other process has its own link.
        game.players[1].accepted(game.act(1, "b5b4"))
        game.onlookers[1].until(lambda: sealed(game, 1))
        if (service, fault) == ("postgres", "nothing goes or comes"):
            ann = game.players[0]
            ann.until(lambda: any("refusal" in answer for answer in ann.answers.values()))
            assert mine.answer is None, "nobody knows whether it is kept"
    finally:
        link.restore()
    game.players[0].accepted(mine)
    game.revealed()
    game.turn("c1c2", "c5c4")
    assert "end" not in [entry.kind for entry in game.check()]


def test_a_lost_action_and_an_early_broadcast_are_detected(site):
    game = Played(site)
    game.turn("a2a3", "a4a3")
    ann, bob = game.players
    entries = game.check()
    ann.sent.append(Sent("offer", game.table, {"id": "lost"}, {"ok": True}))
    with pytest.raises(Trouble, match="0 times"):
        compare_acts(ann.sent, entries)
    (sealed,) = [entry for entry in entries if entry.kind == "seal"]
    for secret in (sealed.body["nonce"], sealed.body["move"]):
        bob.frames.insert(0, f'42["view",{{"number":0,"hint":"{secret}"}}]')
        with pytest.raises(AssertionError):
            check_nothing_early(bob, entries)
        bob.frames.pop(0)
        check_nothing_early(bob, entries)

"""What somebody is told he may ask of a table is what the table would grant him, and nothing else."""

from random import Random

import pytest

from server.game import Refusal
from tests.harness.actions import action
from tests.harness.random_games import steps
from tests.harness.samples import sampled
from tests.toys import VARIANTS

ASK = [
    *(action(name, 0) for name in ("abort", "addtime", "claim", "decline", "offer", "takeback")),
    action("absent", 0, True),
]


def granted(match, seat):
    """What the table does not refuse; asking it changes nothing."""
    table, names = match.table, set()
    written = next(text for acting in table.position.to_act for text in table.moves(acting))
    # A request names its turns where a late consent could be meant.
    back = action("takeback", 0, table.last_turn_of(seat))
    for requested in (*ASK, back, action("plan", 0, table.number, written), action("unplan", 0)):
        try:
            requested.model_copy(update={"seat": seat}).decide(table, match.people[seat], match.facts.of(table))
        except Refusal:
            continue
        names.add(requested.name())
    return names


LEAST_GAMES, MOST_GAMES = 5, 20
"""Games of a variant: more are played until each action was allowed once."""


@pytest.mark.parametrize("variant", sampled(VARIANTS))
def test_the_listed_actions_are_those_that_the_table_accepts(variant, match):
    seen, wanted = set(), {"abort", "decline", "offer", "takeback", "absent"}
    for seed in range(MOST_GAMES):
        if seed >= LEAST_GAMES and seen >= wanted:
            break
        for _ in steps(match, variant, Random(seed), most=60):
            match.time += 40
            if match.table.status != "running":
                break
            for seat in match.table.players:
                may = set(match.view(seat)["may"]) - {"resign"}
                assert may == granted(match, seat)
                seen |= may
    assert seen >= wanted

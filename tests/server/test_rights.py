"""What somebody is told he may ask of a table is what the table would grant him, and nothing else."""

from random import Random

import pytest

from server.game import Refusal
from tests.harness.actions import action
from tests.harness.random_games import VARIANTS, games

ASK = [
    *(action(name, 0) for name in ("abort", "addtime", "claim", "decline", "offer", "takeback")),
    action("absent", 0, True),
]


def granted(played, id_, seat):
    """What the table does not refuse; asking it changes nothing."""
    table, names = played.table(id_), set()
    written = next(text for acting in table.position.to_act for text in table.moves(acting))
    for asked in (*ASK, action("plan", 0, table.number, written), action("unplan", 0)):
        try:
            asked.model_copy(update={"seat": seat}).decide(table, f"p{seat}", played.site.facts.of(table))
        except Refusal:
            continue
        names.add(asked.name())
    return names


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_one_may_do_is_what_the_table_grants(variant, tmp_path):
    seen = set()
    with games(tmp_path) as played:
        for seed in range(20):
            for id_ in played.play(variant, Random(seed), most=60):
                played.time += 40
                table = played.table(id_)
                if table.status != "running":
                    break
                for seat in table.players:
                    may = set(played.tables.view(table, seat)["may"]) - {"resign"}
                    assert may == granted(played, id_, seat)
                    seen |= may
    assert seen >= {"abort", "decline", "offer", "takeback", "absent"}


def test_who_has_offered_and_asked_too_often_in_a_turn_is_shown_no_button_for_it(tmp_path):
    with games(tmp_path) as played:
        id_ = played.open("Apocalypse")
        played.turn(id_, "c1c2", "c5c4")
        for _ in range(3):
            for deed in ("offer", "takeback"):
                assert played.do(id_, deed, 0)
                assert played.do(id_, "decline", 1)
        assert {"offer", "takeback"} & set(played.tables.view(played.table(id_), 0)["may"]) == set()
        assert granted(played, id_, 0) == {"abort"}
        assert played.do(id_, "offer", 1)
        assert "offer" in played.tables.view(played.table(id_), 0)["may"], "to agree is no offer"

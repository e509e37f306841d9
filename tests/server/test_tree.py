"""The tree of the analysis board over HTTP: what each of its turns leads to, and the games that begin one."""

import json
import re
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from server.records.tree import MOST_COMMENT, MOST_NODES
from tests.harness.pages import Players
from tests.server.trees import grown
from variants.registry import load_all

VARIANTS = load_all()
Row = list[Any]


def ask(client, variant, fen, rows):
    return client.post(f"/en/variants/{variant}/analysis/tree", data={"fen": fen, "nodes": json.dumps(rows)}).json


def path(rows, index):
    found = []
    while index >= 0:
        found.insert(0, rows[index][1])
        index = rows[index][0]
    return found


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_each_turn_of_a_tree_is_told_as_the_board_tells_the_line_that_leads_there(variant, client):
    fen, rows = grown(VARIANTS[variant], 30, Random(3))
    told = ask(client, variant, fen, rows)
    assert (len(told["nodes"]), told["fault"]) == (30, None)
    for index in range(0, 30, 3):
        moves = "\n".join(" ".join(turn) for turn in path(rows, index))
        line = client.post(f"/en/variants/{variant}/analysis", data={"fen": fen, "moves": moves, "judge": "no"}).json
        node = told["nodes"][index]
        assert {key: line[key] for key in node if key != "turn"} == {key: node[key] for key in node if key != "turn"}
        # What the turn before says is told with it where the chance player acts.
        assert node["turn"] == line["turn"]


def test_what_the_rules_do_not_play_is_left_out_with_all_that_follows_it_and_named(client):
    rows = [[-1, ["e2e4"], ""], [0, ["e7e4"], ""], [1, ["g1f3"], ""], [0, ["e7e5"], ""], [3, ["a1a8"], ""]]
    told = ask(client, "Chess", "", rows)
    assert [node and node["turn"]["texts"] for node in told["nodes"]] == [{"0": "e4"}, None, None, {"1": "e5"}, None]
    assert told["fault"] == "Turn 2: the rules do not offer the move e7e4."
    assert "e7e4" in client.post("/fr/variants/Chess/analysis/tree", data={"nodes": json.dumps(rows)}).json["fault"]


MOVE = ["e2e4"]


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ({}, "tree_node"),
        ([1], "tree_node"),
        ([[0, MOVE, ""]], "tree_node"),
        ([[-2, MOVE, ""]], "tree_node"),
        ([[True, MOVE, ""]], "tree_node"),
        ([[-1, MOVE, ""], [1, MOVE, ""]], "tree_node"),
        ([[-1, [], ""]], "tree_node"),
        ([[-1, "e2e4", ""]], "tree_node"),
        ([[-1, ["e" * 41], ""]], "tree_node"),
        ([[-1, ["e2e4"] * 27, ""]], "tree_node"),
        ([[-1, MOVE, 5]], "tree_node"),
        ([[-1, MOVE, "x" * (MOST_COMMENT + 1)]], "tree_comment"),
        ([[-1, MOVE, "an end } of it"]], "tree_comment"),
        ([[-1, MOVE, "\u202e"]], "tree_comment_sign"),
        ([[-1, MOVE, ""]] * (MOST_NODES + 1), "tree_long"),
        ("[" * 20_000, "tree_node"),
    ],
)
def test_a_tree_that_is_none_is_refused_by_name(client, rows, code):
    sent = rows if isinstance(rows, str) else json.dumps(rows)
    answer = client.post("/fr/variants/Chess/analysis/tree", data={"nodes": sent})
    assert (answer.status_code, answer.json["refusal"]["code"]) == (400, code)
    assert len(answer.text) < 1000


def test_a_tree_of_a_variant_or_a_position_that_is_not_there_is_refused(client):
    assert client.post("/en/variants/Nothing/analysis/tree").status_code == 404
    assert ask(client, "Chess", "zz", [])["refusal"]["code"]


def test_a_game_that_is_over_begins_a_tree_with_its_turns(app, client):
    players = Players(app, "Apocalypse")
    turns = [("a2a3", "e4e3"), ("e1d3", "a5b3")]
    for moves in turns:
        players.turn(*moves)
    address = f"/en/variants/Apocalypse/analysis?{urlencode({'game': players.id, 'turn': 1})}"
    running = client.get(address)
    assert running.status_code == 400
    assert "A game can be analysed when it is over." in running.text
    assert 'id="nodes"' not in running.text
    players.do("resign", 1)
    page = client.get(address).text
    (found,) = re.findall(r'<script type="application/json" id="nodes">(.*?)</script>', page)
    rows = json.loads(found)
    assert rows == [[-1, ["a2a3", "e4e3"], ""], [0, ["e1d3", "a5b3"], ""]]
    assert ask(client, "Apocalypse", "", rows)["fault"] is None
    assert client.get(f"/en/variants/Chess/analysis?game={players.id}").status_code == 400
    assert client.get("/en/variants/Chess/analysis?game=nothing").status_code == 400

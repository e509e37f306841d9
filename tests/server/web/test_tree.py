"""The tree of the analysis board: what each turn leads to, games that begin one, and trees as files."""

import json
from random import Random
from urllib.parse import urlencode

import pytest

from server.records import tree_files
from server.records.document import LONGEST_RECORD, RecordError
from server.records.tree import MOST_COMMENT, MOST_NODES, Node, Tree, nodes_of
from tests.harness.pages import Players, data
from variants.registry import load_all


def grown(rules, turns, random):
    """A random tree: the first position, and turns each of which follows the last one or, at times, another."""
    positions, rows = [rules.start(random=random)], []
    while len(rows) < turns:
        before = random.randrange(len(positions)) if random.random() < 0.3 else len(positions) - 1
        if positions[before].result() is not None:
            before = 0
        position = positions[before]
        actions = {seat: random.choice(list(position.moves(seat))) for seat in sorted(position.to_act)}
        row = [before - 1, list(map(position.write, actions.values())), ""]
        if row not in rows:
            rows.append(row)
            positions.append(position.play(actions))
    return positions[0].fen(), rows


# Over HTTP


VARIANTS = load_all()


def ask(client, variant, fen, rows):
    return client.post(f"/en/variants/{variant}/analysis/tree", data={"fen": fen, "nodes": json.dumps(rows)}).json


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_each_turn_of_a_tree_is_described_like_the_line_that_leads_there(variant, client):
    fen, rows = grown(VARIANTS[variant], 30, Random(3))
    content = ask(client, variant, fen, rows)
    assert (len(content["nodes"]), content["fault"]) == (30, None)
    paths = {-1: []}
    for index, (before, turn, _) in enumerate(rows):
        paths[index] = [*paths[before], " ".join(turn)]
    for index in range(0, 30, 3):
        moves = "\n".join(paths[index])
        line = client.post(f"/en/variants/{variant}/analysis", data={"fen": fen, "moves": moves, "judge": "no"}).json
        node = content["nodes"][index]
        assert {key: line[key] for key in node if key != "turn"} == {key: node[key] for key in node if key != "turn"}
        # What the turn before says is told with it where the chance player acts.
        assert node["turn"] == line["turn"]


def test_illegal_moves_of_a_tree_are_named_and_left_out_with_their_continuations(client):
    rows = [[-1, ["e2e4"], ""], [0, ["e7e4"], ""], [1, ["g1f3"], ""], [0, ["e7e5"], ""], [3, ["a1a8"], ""]]
    content = ask(client, "Chess", "", rows)
    assert [node and node["turn"]["texts"] for node in content["nodes"]] == [{"0": "e4"}, None, None, {"1": "e5"}, None]
    assert content["fault"] == "Turn 2: the rules do not offer the move e7e4."
    assert "e7e4" in client.post("/fr/variants/Chess/analysis/tree", data={"nodes": json.dumps(rows)}).json["fault"]


@pytest.mark.parametrize(("third", "joins"), [("True", True), ("False", False)])
def test_a_third_player_joins_only_where_the_game_has_a_seat_for_them(client, third, joins):
    rows = [[at - 1, [move], ""] for at, move in enumerate(("e2e4", "d7d5", "e4d5", "--"))]
    fields = {"nodes": json.dumps(rows), "option-observer": third}
    content = client.post("/en/variants/Checkered/analysis/tree", data=fields).json
    assert content["fault"] == (None if joins else "Turn 4: the rules do not offer the move --.")
    assert [node is not None for node in content["nodes"]] == [True, True, True, joins]


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


def test_a_tree_of_an_unknown_variant_or_position_is_refused(client):
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
    rows = data(client.get(address).text, "nodes")
    assert rows == [[-1, ["a2a3", "e4e3"], ""], [0, ["e1d3", "a5b3"], ""]]
    assert ask(client, "Apocalypse", "", rows)["fault"] is None
    assert client.get(f"/en/variants/Chess/analysis?game={players.id}").status_code == 400
    assert client.get("/en/variants/Chess/analysis?game=nothing").status_code == 400


def test_lines_that_a_player_plans_begin_a_tree_for_that_player_alone(app, client):
    lines = [["e2e4", "e7e5"], ["d2d4", "d7d5"], ["e2e4", "e7e5", "g1f3", "b8c6"]]
    players = Players(app, "Chess")
    address = f"/en/variants/Chess/analysis?plan={players.id}"
    assert 'id="nodes"' not in players.clients[1].get(address).text
    players.do("plan", 1, 0, None, lines)
    page = players.clients[1].get(address)
    assert (page.status_code, 'id="plan"' in page.text) == (200, True)
    rows = [[-1, ["e2e4"], ""], [0, ["e7e5"], ""], [-1, ["d2d4"], ""], [2, ["d7d5"], ""]]
    assert data(page.text, "nodes") == [*rows, [1, ["g1f3"], ""], [4, ["b8c6"], ""]]
    for reader, refusal in ((client, "That is not your seat."), (players.clients[0], "It is your turn")):
        page = reader.get(address)
        assert (page.status_code, refusal in page.text) == (400, True)
        assert 'id="nodes"' not in page.text
        assert 'id="plan"' not in page.text


@pytest.mark.parametrize(("variant", "refusal"), [("Dark", "on a hidden board"), ("Apocalypse", "one player acts")])
def test_no_lines_are_planned_where_a_plan_can_have_none(app, variant, refusal):
    players = Players(app, variant)
    page = players.clients[1].get(f"/en/variants/{variant}/analysis?plan={players.id}")
    assert (page.status_code, refusal in page.text) == (400, True)


# As a file: what is written is read as it was, records and other programs' PGN are read too


SAID = ("", "good", "a { brace", "two\u202fwords; (so) $1 it's 100 % 1-0", "x" * 300)
CHESS = Tree("Chess", {}, VARIANTS["Chess"].start().fen(), ())
FOREIGN = """[Event "Casual"]
[Site "https://example.org/abc"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]
[UTCDate "2026.01.01"]
[TimeControl "180+2"]

{ Before all. } 1. e4 { [%eval 0.3] [%clk 0:03:00] Best by
test. } 1... e5 $2 ( { Or: } 1... c5!? 2. Nf3 (2. c3 d5) 2... d6 ) ( 1... e6 ) 2. Qh5?! Nc6 3. Bc4 Nf6??
4. Qxf7# { Mate. } 1-0
"""


def random_tree(variant, seed):
    random = Random(seed)
    fen, rows = grown(VARIANTS[variant], 40, random)
    nodes = tuple(Node(parent, tuple(moves), random.choice(SAID)) for parent, moves, _ in rows)
    return Tree(variant, dict(VARIANTS[variant].complete({})), fen, nodes, random.choice(SAID))


def shape(tree):
    """A tree without the numbers of its nodes, and with its comments on one line."""
    children = tree.children()

    def below(index):
        found = children.get(index, ())
        return [(tree.nodes[each].moves, tree.nodes[each].comment, below(each)) for each in found]

    return tree.variant, dict(tree.settings), tree.comment, below(-1)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_written_tree_is_read_back_unchanged(variant, seed):
    tree = random_tree(variant, seed)
    rules = VARIANTS[variant]
    for text in (tree_files.as_pgn(rules, tree), tree_files.as_json(rules, tree)):
        read = tree_files.read(text, VARIANTS, CHESS)
        content = read._replace(settings=rules.complete(read.settings))
        assert shape(content) == shape(tree)
        assert rules.from_fen(read.fen, content.settings) == rules.from_fen(tree.fen, tree.settings)


def test_chess_is_written_as_other_programs_read_it():
    tree = tree_files.read("1. e4 e5 (1... c5 {the Sicilian} 2. Nf3 (2. c3)) 2. Nf3", VARIANTS, CHESS)
    text = tree_files.as_pgn(VARIANTS["Chess"], tree)
    assert text.endswith("\n\n1. e4 e5 (1... c5 {the Sicilian} 2. Nf3 (2. c3)) 2. Nf3 *\n")
    assert '[Variant "Chess"]' in text
    assert "FEN" not in text
    assert max(map(len, text.split("\n"))) <= 80


def test_another_games_text_is_numbered_by_turns():
    board = Tree("Apocalypse", {}, VARIANTS["Apocalypse"].start().fen(), ())
    said = "1. a2a3|e4e3 (1. e1d3|e4e3 {why} 2. a2a3|a5b3) 2. e1d3|a5b3"
    tree = tree_files.read(said, VARIANTS, board)
    assert tree_files.as_pgn(VARIANTS["Apocalypse"], tree).endswith(f"\n\n{said} *\n")


def test_trees_of_other_programs_are_read():
    tree = tree_files.read(FOREIGN, VARIANTS, CHESS)
    nodes = {node.moves[0]: node for node in tree.nodes}
    assert tree.comment == "Before all."
    assert (nodes["e2e4"].comment, nodes["c7c5"].before, nodes["h5f7"].comment) == ("Best by test.", "Or:", "Mate.")
    assert nodes["e2e4"].marks == "[%eval 0.3] [%clk 0:03:00]"
    assert (nodes["e7e5"].marks, nodes["c7c5"].marks, nodes["g8f6"].marks) == ("$2", "$5", "$4")
    assert tree.tags["White"] == "Anna"
    assert [tree.nodes[index].moves for index in tree.children()[0]] == [("e7e5",), ("c7c5",), ("e7e6",)]
    assert len(tree.nodes) == 13


def test_a_record_of_ours_is_read(app, client):
    players = Players(app, "Apocalypse")
    players.turn("a2a3", "e4e3")
    players.do("resign", 1)
    for form in ("json", "pgn"):
        text = client.get(f"/en/game/{players.id}/record.{form}").text
        read = client.post("/fr/variants/Chess/analysis/read", data=text.encode(), content_type="text/plain").json
        assert read.get("nodes") == [[-1, ["a2a3", "e4e3"], ""]], read
        assert read["address"].startswith("/fr/variants/Apocalypse/analysis?")
        page = client.get(read["address"])
        assert page.status_code == 200
    unplayed = text.replace("a2a3", "a2a4")
    answer = client.post("/en/variants/Chess/analysis/read", data=unplayed.encode(), content_type="text/plain")
    line = unplayed.split("\n").index(next(each for each in unplayed.split("\n") if each.startswith("1. "))) + 1
    assert answer.status_code == 400
    assert answer.json["refusal"]["sentence"] == f"Line {line}: the rules do not play “a2a4|e4e3”, in turn 1."


EXACT = '[Variant "Chess"]\n[RulesVersion "2"]\n'
"""The head of a text that is read exactly."""
UNPLAYABLE = {
    **dict.fromkeys(tree_files.KEYS, ""),
    "format": tree_files.FORMAT,
    "version": 1,
    "variant": "Chess",
    "settings": {},
    "fen": VARIANTS["Chess"].start().fen(),
    "turns": [[-1, ["e2e5"], ""]],
}


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("1. e4 e5\n2. Nf6", "tree_move", "Line 2: the rules do not play “Nf6”, in turn 3."),
        (f"{EXACT}1. e4 (1. d4\nd5 2. Kd4) e5", "tree_move", "Line 4: the rules do not play “Kd4”, in turn 3."),
        (f"{EXACT}1. e4\n) e5", "pgn_variation", "Line 4"),
        (f"{EXACT}1. e4\n{{{'x' * (MOST_COMMENT + 1)}}}", "tree_comment_line", "Line 4"),
        (f"{EXACT}{'1. Nf3 Nf6 2. Ng1 Ng8 ' * 126}", "tree_long", str(MOST_NODES)),
        ('[Variant "Nothing"]\n[FEN "8"]\n\n1. e4 *', "no_variant", "Nothing"),
        ("x" * (LONGEST_RECORD + 1), "record_long", str(LONGEST_RECORD)),
        ("{}", "record_unknown", "format"),
        ('{"format": "cavalier-analysis", "version": 2}', "tree_file", "version 1"),
        (json.dumps(UNPLAYABLE), "record_turn", "do not offer the move e2e5"),
        (json.dumps(dict.fromkeys(tree_files.KEYS) | {"format": tree_files.FORMAT, "version": 1}), "tree_file", "part"),
    ],
)
def test_an_unreadable_tree_is_refused_by_line_and_move(text, code, said):
    with pytest.raises(RecordError) as caught:
        tree_files.read(text, VARIANTS, CHESS)
    assert caught.value.code == code
    assert said in caught.value.sentence.format(**caught.value.parameters)


def test_tree_files_are_made_from_the_posted_tree(client):
    nodes = [[-1, ["e2e4"], "“best” by test"], [0, ["e7e5"], ""], [0, ["c7c5"], ""]]
    body = {"fen": "", "nodes": nodes, "comment": "Before."}
    board = "/en/variants/Chess/analysis"
    text = client.post(f"{board}/file", data=json.dumps(body | {"form": "pgn"})).text
    assert text.endswith("\n{Before.} 1. e4 {“best” by test} 1... e5 (1... c5) *\n")
    content = client.post(f"{board}/file", data=json.dumps(body | {"form": "json"})).json
    assert nodes_of(content["turns"]) == nodes_of(nodes)
    long = b" " * 600_000
    for wrong in (b"", b"[]", b"\xff", b"[" * 200_000):
        assert client.post(f"{board}/file", data=wrong).json["refusal"]["code"] == "tree_node"
    half = "\ud800"
    for wrong in ({"nodes": [[-1, [half], ""]]}, {"fen": half}, {"fen": "8/8"}):
        assert client.post(f"{board}/file", data=json.dumps({**body, **wrong, "form": "json"})).status_code == 400
    assert client.post(f"{board}/file", data=long).status_code == 413
    for wrong, code in ((long, "record_long"), (b'{"\xff": 1}', "record_text"), (b" ", "record_none")):
        assert client.post(f"{board}/read", data=wrong).json["refusal"]["code"] == code


ANNOTATED = """[White "Ada"]
[Black "Bruno"]

{[%csl Gd4] Before.} 1. {First:} e4 $1 {[%clk 0:05:03] [%cal Ge2e4] Mine.} 1... e5 (1... -- 2. d4) *
"""


def test_annotations_arrows_clocks_and_players_survive_the_board(client):
    board = "/en/variants/Chess/analysis"
    content = client.post(f"{board}/read", data=ANNOTATED.encode()).json
    assert content["nodes"] == [
        [-1, ["e2e4"], "Mine.", "First:", "$1 [%clk 0:05:03] [%cal Ge2e4]"],
        [0, ["e7e5"], ""],
    ]
    assert (content["comment"], content["marks"], content["tags"]["White"]) == ("Before.", "[%csl Gd4]", "Ada")
    assert content["notice"] == "This was passed over: “-- …” (line 4)."
    body = {key: content[key] for key in ("nodes", "comment", "marks", "tags")}
    text = client.post(f"{board}/file", data=json.dumps({**body, "fen": "", "form": "pgn"})).text
    assert '[White "Ada"]' in text
    moves = " ".join(text.split("\n\n")[1].split())
    assert moves == "{[%csl Gd4] Before.} 1. {First:} e4 $1 {[%clk 0:05:03] [%cal Ge2e4] Mine.} 1... e5 *"
    for wrong in ({"marks": "$1 <b>"}, {"tags": {"FEN": "x"}}):
        answer = client.post(f"{board}/file", data=json.dumps({**body, **wrong, "form": "pgn"}))
        assert answer.json["refusal"]["code"] in ("tree_marks", "tree_tags")


def test_a_file_of_several_games_is_a_list_to_choose_from(client):
    games = b"1. e4 e5 1-0\n1. d4 d5 0-1\n"
    board = "/en/variants/Chess/analysis"
    assert client.post(f"{board}/read", data=games).json["games"] == ["", ""]
    assert client.post(f"{board}/read?game=2", data=games).json["nodes"][0] == [-1, ["d2d4"], ""]

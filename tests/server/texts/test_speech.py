"""A view in a language: what docs/interfaces.md marks (speech) is there."""

import pytest

from server.game import legal_moves, public_view
from server.texts.catalogue import translator
from server.texts.languages import LANGUAGES
from server.texts.names import generated_name
from server.texts.view_text import describe_view
from server.texts.words import Words
from tests.harness.words import VARIANTS, bracketed, words_of
from tests.toys import Crown, page
from variants.position import Eyes
from variants.registry import load


def chairs(*codes):
    """Empty chairs as a view has them."""
    return [{"seat": seat, "code": code, "name": "", "person": None} for seat, code in enumerate(codes)]


def words_of_crown(folder, more=""):
    """The words of a toy for three, and more of them."""
    file = folder / "en.md"
    file.write_text(page(Crown, "en").replace("results:", f"{more}results:"), encoding="utf-8")
    return Words.load(file, Crown)


def after_one_turn(name, *moves):
    """The parts of a view that are spoken, after one turn of a game."""
    position = VARIANTS[name].start()
    actions = {seat: position.read(move) for seat, move in zip(position.to_act, moves, strict=True)}
    position = position.play(actions)
    return {
        "table": "t",
        "number": 1,
        "chairs": chairs(*position.seats),
        "tallies": [tally._asdict() for tally in position.tallies(Eyes.SPECTATOR)],
        "moves": [{"id": "a2a3", "path": [15, 10], "label": "a3"}],
        "since": 0,
        "turns": [
            {"number": 1, "texts": {}, "events": [event._asdict() for event in position.seen_events(Eyes.SPECTATOR)]}
        ],
        "result": None,
    }


def test_players_are_addressed_as_you():
    white = {**after_one_turn("Apocalypse", "a2b3", "e4e3"), "viewer": 0}
    turn = describe_view(white, words_of("Apocalypse", "en"), bracketed)["turns"][0]
    assert turn["sentences"][1:] == [
        "Nothing came to b3: your white footman stays on a2.",
        "You get a penalty point, 1 of 2.",
    ]
    assert turn["headline"]["verdict"] == "Your white footman stays on a2."
    black = describe_view({**white, "viewer": 1}, words_of("Apocalypse", "en"), bracketed)["turns"][0]
    assert black["sentences"][1:] == [
        "Nothing came to b3: the white footman stays on a2.",
        "White gets a penalty point, 1 of 2.",
    ]
    assert black["headline"]["verdict"] == "The white footman stays on a2."


def test_a_player_without_a_name_gets_a_generated_one_and_a_free_seat_none():
    view = after_one_turn("Apocalypse", "a2b3", "e4e3")
    chair = view["chairs"][0]
    view["chairs"] = [{**chair, "person": "ann"}, {**chair, "person": "ben", "name": "Ben"}, chair]
    said = describe_view(view, words_of("Apocalypse", "fr"), bracketed)
    assert [risk["name"] for risk in said["chairs"]] == [generated_name("ann", "fr"), "Ben", ""]


def test_a_special_move_gets_its_title_and_its_question():
    view = {"moves": [{"id": "e1e8", "path": [60, 4], "label": "Switch", "special": "switch"}, {"id": "a2a3"}]}
    switch, plain = describe_view(view, words_of("Checkered", "en"), bracketed)["moves"]
    assert switch["title"] == "Take the checkered pieces"
    assert switch["ask"].endswith("It can be taken back only by agreement.")
    assert plain == {"id": "a2a3"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_switch_at_a_table_for_three_gives_the_third_seat_nothing(language):
    position = VARIANTS["Checkered"].start({"observer": True})
    for move in ("e2e4", "d7d5", "e4d5", "e8e1"):
        position = position.play({position.to_act[0]: position.read(move)})
    words = words_of("Checkered", language)
    said = describe_view(public_view("Checkered", position, [({}, position.events)]), words, bracketed)["turns"][0][
        "sentences"
    ]
    assert words.seat("checkered") not in " ".join(said)


WHITE, BLACK, DRAW = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)
RESULTS = [
    ("Apocalypse", "en", 0, BLACK, "no_footmen", None, "You lost.", "You have no footman left."),
    ("Apocalypse", "en", 1, BLACK, "no_footmen", None, "You won.", "White has no footman left."),
    ("Apocalypse", "en", None, BLACK, "no_footmen", None, "Black wins.", "White has no footman left."),
    ("Dobutsu", "fr", 0, WHITE, "reached", None, "Vous avez gagné.", "Vous avez amené votre lion sur sa"),
    ("Chess", "fr", 0, BLACK, "resigned", 0, "Vous avez perdu.", "Vous avez abandonné."),
    ("Chess", "fr", 1, BLACK, "resigned", 0, "Vous avez gagné.", "Abandon des Blancs."),
    ("Chess", "fr", 0, BLACK, "time", 0, "Vous avez perdu.", "Votre temps est écoulé."),
    ("Chess", "fr", 1, BLACK, "time", 0, "Vous avez gagné.", "Le temps des Blancs est écoulé."),
    ("Chess", "fr", 0, DRAW, "abandoned_draw", 0, "Partie nulle.", "Un joueur était absent\u202f; vous avez réclamé"),
    ("Chess", "fr", 1, DRAW, "abandoned_draw", 0, "Partie nulle.", "Un joueur était absent\u202f; nulle réclamée"),
    ("Checkered", "en", None, DRAW, "repetition", None, "Draw.", "The same position has come 3 times."),
    ("Checkered", "en", None, DRAW, "aborted", None, "Aborted.", "The game was aborted; it does not count."),
    ("Checkered", "en", None, DRAW, "withdrawn", None, "Withdrawn.", "The table was withdrawn before anybody came."),
    ("Apocalypse", "en", None, DRAW, "boredom", None, "Draw.", "The game ended by a rule that has changed since."),
    ("Apocalypse", "en", None, DRAW, "repetition", None, "Draw.", "The same position with the same penalties"),
    ("Apocalypse", "en", None, DRAW, "quiet_turns", None, "Draw.", "50 turns in a row"),
    ("Apocalypse", "en", None, WHITE, "time", 1, "White wins.", "Black ran out of time."),
    ("Apocalypse", "en", None, DRAW, "time_all", 1, "Draw.", "All players ran out of time at once."),
    ("Apocalypse", "en", None, DRAW, "time_material", 1, "Draw.", "Black ran out of time, but what the others"),
    ("Apocalypse", "en", None, DRAW, "abandoned_draw", 1, "Draw.", "A player was absent; Black claimed a draw."),
    ("Apocalypse", "fr", None, WHITE, "time", 1, "Victoire des Blancs.", "Le temps des Noirs est écoulé."),
    ("Apocalypse", "fr", None, DRAW, "time_all", 1, "Partie nulle.", "Le temps de tous les joueurs s’est"),
    ("Apocalypse", "fr", None, DRAW, "time_material", 1, "Partie nulle.", "Le temps des Noirs est écoulé, mais ce qui"),
    ("Apocalypse", "fr", None, DRAW, "abandoned_draw", 1, "Partie nulle.", "Un joueur était absent\u202f; nulle"),
    ("Dice", "en", None, (0.5, 0.5, 0.0), "stalemate", None, "Draw.", "Stalemate: the player to move"),
]  # fmt: skip
"""Variant, language and viewer; the points, why, and the seat that brought it about; how what is told begins."""


@pytest.mark.parametrize(("name", "language", "viewer", "points", "reason", "seat", "title", "sentence"), RESULTS)
def test_a_result_is_described_from_the_viewers_side(name, language, viewer, points, reason, seat, title, sentence):
    result = {"points": points, "reason": reason, "seat": seat}
    view = {"seats": VARIANTS[name].seats, "viewer": viewer, "result": result}
    said = describe_view(view, words_of(name, language), translator(language))["result"]
    assert said["title"] == title
    assert said["sentence"].startswith(sentence)


def test_who_holds_all_seats_has_neither_won_nor_lost():
    view = {"chairs": chairs("white", "black"), "result": {"points": WHITE, "reason": "resigned", "seat": 1}}
    for people, title in ((("ann", "ann"), "White wins. Black resigns."), (("ann", "bob"), "You lost. You resigned.")):
        held = [chair | {"person": person} for chair, person in zip(view["chairs"], people, strict=True)]
        said = describe_view(view | {"chairs": held, "viewer": 1}, words_of("Chess", "en"), translator("en"))["result"]
        assert f"{said['title']} {said['sentence']}" == title


def test_of_several_losers_none_reads_that_it_alone_lost(tmp_path):
    words = words_of_crown(tmp_path, 'to_loser:\n  crowned: "You alone lost."\n')
    for points, alone in (((1.0, 0.0, 0.0), False), ((0.5, 0.5, 0.0), True)):
        view = {"viewer": 2, "chairs": chairs(*Crown.start().seats)}
        view["result"] = {"points": points, "reason": "crowned", "seat": None}
        assert (describe_view(view, words, bracketed)["result"]["sentence"] == "You alone lost.") == alone


def test_events_of_removed_rules_are_still_described():
    event = {"code": "yawned", "seat": 0, "squares": (), "pieces": ()}
    said = describe_view(
        {"turns": [{"number": 1, "texts": {}, "events": [event]}]}, words_of("Apocalypse", "en"), bracketed
    )
    assert said["turns"][0]["sentences"] == ["[An event of rules that have changed since: yawned.]"]


@pytest.mark.parametrize(
    ("points", "reason", "seat", "title"),
    [
        ((1 / 3, 1 / 3, 1 / 3), "agreement", 1, "Draw."),
        ((0.5, 0.5, 0.0), "resigned", 2, "White and Black share the win."),
        ((0.0, 1.0, 0.0), "resigned", 2, "Black wins."),
        ((0.68, 0.18, 0.14), "crowned", None, "White wins."),
    ],
)
def test_with_three_players_a_shared_win_and_a_resignation_are_described(tmp_path, points, reason, seat, title):
    words, codes = words_of_crown(tmp_path), ("white", "black", "checkered")
    view = {"chairs": chairs(*codes), "result": {"points": points, "reason": reason, "seat": seat}}
    said = describe_view(view, words, translator("en"))["result"]
    assert said["title"] == title
    assert reason != "resigned" or said["sentence"] == "Checkered resigns."
    if points == (0.5, 0.5, 0.0):
        titles = [
            describe_view(view | {"viewer": viewer}, words, translator("en"))["result"]["title"] for viewer in range(3)
        ]
        assert titles == ["You share the win.", "You share the win.", "You lost."]


RISKY = 'npppn/p3p/5/P3P/NPPPN w 0 {"whiteMove":"-","penalties":"10"}'


@pytest.mark.parametrize(
    ("language", "needs", "price"),
    [
        ("en", "if Black comes to d3", "a second penalty point, and the game is lost"),
        ("fr", "si les Noirs viennent en d3", "une seconde pénalité, et la partie est perdue"),
    ],
)
def test_risks_are_described_in_the_language_of_the_reader(language, needs, price):
    position = load("Apocalypse").from_fen(RISKY)
    row = legal_moves(position, 0)["e2d3"].row
    said = describe_view(
        {"seats": position.seats, "viewer": 0, "moves": [row]}, words_of("Apocalypse", language), bracketed
    )
    risk = said["moves"][0]["risk"]
    assert (risk["needs_told"], risk["price_told"]) == (needs, price)

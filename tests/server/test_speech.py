"""A view in a language: what docs/interfaces.md marks (speech) is there, and nothing else has changed."""

from copy import deepcopy

import pytest

from server.game import legal_moves, public_view
from server.texts.catalogue import speaker
from server.texts.languages import LANGUAGES
from server.texts.names import friendly
from server.texts.view_text import speak
from server.texts.words import Words
from tests.harness.words import VARIANTS, bracketed, words_of
from tests.toys import Crown, page
from variants.position import Eyes
from variants.registry import load

SEATS = ("white", "black")


def chairs(*codes):
    """Empty chairs as a view has them."""
    return [{"seat": seat, "code": code, "name": "", "person": None} for seat, code in enumerate(codes)]


def toy_words(folder, toy, language):
    """What a toy says."""
    file = folder / f"{language}.md"
    file.write_text(page(toy, language), encoding="utf-8")
    return Words.load(file, toy, language)


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


def test_players_are_told_of_their_own_side_as_you():
    white = {**after_one_turn("Apocalypse", "a2b3", "e4e3"), "viewer": 0}
    turn = speak(white, words_of("Apocalypse", "en"), bracketed)["turns"][0]
    assert turn["sentences"][1:] == [
        "Nothing came to b3: your white footman stays on a2.",
        "You get a penalty point, 1 of 2.",
    ]
    assert turn["headline"]["verdict"] == "Your white footman stays on a2."
    black = speak({**white, "viewer": 1}, words_of("Apocalypse", "en"), bracketed)["turns"][0]
    assert black["sentences"][1:] == [
        "Nothing came to b3: the white footman stays on a2.",
        "White gets a penalty point, 1 of 2.",
    ]
    assert black["headline"]["verdict"] == "The white footman stays on a2."


def test_who_gave_no_name_has_a_friendly_one_and_an_empty_chair_has_none():
    view = after_one_turn("Apocalypse", "a2b3", "e4e3")
    chair = view["chairs"][0]
    view["chairs"] = [{**chair, "person": "ann"}, {**chair, "person": "ben", "name": "Ben"}, chair]
    said = speak(view, words_of("Apocalypse", "fr"), bracketed)
    assert [told["name"] for told in said["chairs"]] == [friendly("ann", "fr"), "Ben", ""]


def test_the_view_itself_is_not_touched_and_nothing_is_taken_away():
    view = after_one_turn("Apocalypse", "a2b3", "a5b3")
    before = deepcopy(view)
    said = speak(view, words_of("Apocalypse", "fr"), bracketed)
    assert view == before
    for chair in said["chairs"]:
        del chair["title"]
    for tally in said["tallies"]:
        del tally["text"], tally["to_move"]
    for turn in said["turns"]:
        assert len(turn.pop("sentences")) == len(turn["events"])
        assert turn.pop("notes")
        assert turn.pop("headline")
    assert said == before


def test_an_update_between_turns_gets_no_key_that_it_did_not_have():
    chair = {"seat": 0, "code": "white", "name": "", "person": None}
    update = {"table": "t", "number": 3, "chairs": [chair], "offers": [], "sealed": None}
    said = speak(update, words_of("Apocalypse", "en"), bracketed)
    assert set(said) == set(update)
    assert said["chairs"] == [{**chair, "title": "White"}]


def test_a_special_move_gets_its_title_and_its_question():
    view = {"moves": [{"id": "e1e8", "path": [60, 4], "label": "Switch", "special": "switch"}, {"id": "a2a3"}]}
    switch, plain = speak(view, words_of("Checkered", "en"), bracketed)["moves"]
    assert switch["title"] == "Take the checkered pieces"
    assert switch["ask"].endswith("It can be taken back only by agreement.")
    assert plain == {"id": "a2a3"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_switch_at_a_table_for_three_gives_the_third_seat_nothing(language):
    position = VARIANTS["Checkered"].start({"observer": True})
    for move in ("e2e4", "d7d5", "e4d5", "e8e1"):
        position = position.play({position.to_act[0]: position.read(move)})
    words = words_of("Checkered", language)
    said = speak(public_view("Checkered", position, [({}, position.events)]), words, bracketed)["turns"][0]["sentences"]
    assert words.seat("checkered") not in " ".join(said)


@pytest.mark.parametrize(
    ("viewer", "title", "sentence"),
    [
        (0, "[You lost.].", "You have no footman left."),
        (1, "[You won.].", "White has no footman left."),
        (None, "[Black wins].", "White has no footman left."),
    ],
    ids=["loser", "winner", "other"],
)
def test_players_are_told_that_they_won_or_lost_and_others_who_did(viewer, title, sentence):
    view = {"seats": SEATS, "viewer": viewer, "result": {"points": (0.0, 1.0), "reason": "no_footmen", "seat": None}}
    said = speak(view, words_of("Apocalypse", "en"), bracketed)["result"]
    assert (said["title"], said["sentence"]) == (title, sentence)


def test_the_only_winner_may_read_a_sentence_of_its_own():
    view = {"seats": SEATS, "viewer": 0, "result": {"points": (1.0, 0.0), "reason": "reached", "seat": None}}
    said = speak(view, words_of("Dobutsu", "fr"), bracketed)["result"]
    assert said["sentence"] == "Vous avez amené votre lion sur sa dernière rangée."


def test_of_several_losers_none_reads_that_it_alone_lost(tmp_path):
    text = page(Crown, "en").replace("results:", 'to_loser:\n  crowned: "You alone lost."\nresults:')
    file = tmp_path / "en.md"
    file.write_text(text, encoding="utf-8")
    words = Words.load(file, Crown, "en")
    for points, alone in (((1.0, 0.0, 0.0), False), ((0.5, 0.5, 0.0), True)):
        view = {"viewer": 2, "chairs": chairs(*Crown.start().seats)}
        view["result"] = {"points": points, "reason": "crowned", "seat": None}
        assert (speak(view, words, bracketed)["result"]["sentence"] == "You alone lost.") == alone


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("resigned", "Vous avez abandonné."),
        ("time", "Votre temps est écoulé."),
        ("abandoned_draw", "vous avez réclamé la nulle."),
    ],
)
def test_the_player_who_brought_the_end_about_is_spoken_to(reason, sentence):
    result = {"points": (0.5, 0.5) if "draw" in reason else (0.0, 1.0), "reason": reason, "seat": 0}
    told = [
        speak({"seats": SEATS, "viewer": viewer, "result": result}, words_of("Chess", "fr"), speaker("fr"))["result"]
        for viewer in (0, 1)
    ]
    assert [each["sentence"].endswith(sentence) for each in told] == [True, False]


@pytest.mark.parametrize(
    ("name", "points", "reason", "title", "sentence"),
    [
        ("Checkered", (1.0, 0.0), "resigned", "White wins", "[Black resigns.]"),
        ("Checkered", (0.5, 0.5), "agreement", "Draw", "[The players agreed to a draw.]"),
        ("Checkered", (0.5, 0.5), "repetition", "Draw", "[The same position has come 3 times.]"),
        ("Checkered", (0.5, 0.5), "aborted", "Aborted", "[The game was aborted; it does not count.]"),
        ("Checkered", (0.5, 0.5), "withdrawn", "Withdrawn", "[The table was withdrawn before anybody came.]"),
        ("Apocalypse", (0.5, 0.5), "boredom", "Draw", "[The game ended by a rule that has changed since.]"),
        # What a variant tells better itself.
        ("Apocalypse", (0.5, 0.5), "repetition", "Draw", "The same position with the same penalties came 3 times."),
        ("Apocalypse", (0.5, 0.5), "quiet_turns", "Draw", "50 turns in a row"),
    ],
)
def test_results_of_the_table_are_told_by_the_house_unless_the_variant_does(name, points, reason, title, sentence):
    view = {"seats": SEATS, "result": {"points": points, "reason": reason, "seat": None}}
    said = speak(view, words_of(name, "en"), bracketed)["result"]
    assert said["title"] == f"[{title}]."
    assert said["sentence"].startswith(sentence)


@pytest.mark.parametrize(
    ("points", "reason", "english", "french"),
    [
        ((1.0, 0.0), "time", "Black ran out of time.", "Le temps des Noirs est écoulé."),
        ((0.5, 0.5), "time_all", "All players ran out of time at once.", "Le temps de tous les joueurs s’est écoulé"),
        ((0.5, 0.5), "time_material", "Black ran out of time, but what", "Le temps des Noirs est écoulé, mais ce qui"),
        ((0.5, 0.5), "abandoned_draw", "A player was absent; Black claimed a draw.", "Un joueur était absent"),
    ],
    ids=["time", "time_all", "time_material", "abandoned_draw"],
)
def test_what_a_clock_or_an_absence_ended_is_told_with_its_seats(points, reason, english, french):
    view = {"chairs": chairs("white", "black"), "result": {"points": points, "reason": reason, "seat": 1}}
    for language, sentence in (("en", english), ("fr", french)):
        said = speak(view, words_of("Apocalypse", language), speaker(language))
        assert said["result"]["sentence"].startswith(sentence)


@pytest.mark.parametrize(
    ("control", "english", "french"),
    [
        ("none", "No clock", "Sans pendule"),
        ("5+3", "5 min + 3 s", "5 min + 3 s"),
        ("180+0", "180 min", "180 min"),
        ("1d", "1 day a turn", "1\u00a0jour par tour"),
        ("3d", "3 days a turn", "3 jours par tour"),
    ],
)
def test_a_time_control_is_said_as_players_read_it(control, english, french):
    for language, title in (("en", english), ("fr", french)):
        said = speak({"control": control}, words_of("Checkered", language), speaker(language))
        assert said["control_title"] == title


def test_a_finished_game_may_tell_of_events_of_rules_that_are_gone():
    event = {"code": "yawned", "seat": 0, "squares": (), "pieces": ()}
    said = speak({"turns": [{"number": 1, "texts": {}, "events": [event]}]}, words_of("Apocalypse", "en"), bracketed)
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
def test_among_three_a_win_may_be_shared_and_who_resigned_is_named(tmp_path, points, reason, seat, title):
    words, codes = toy_words(tmp_path, Crown, "en"), ("white", "black", "checkered")
    view = {"chairs": chairs(*codes), "result": {"points": points, "reason": reason, "seat": seat}}
    said = speak(view, words, speaker("en"))["result"]
    assert said["title"] == title
    assert reason != "resigned" or said["sentence"] == "Checkered resigns."
    if points == (0.5, 0.5, 0.0):
        titles = [speak(view | {"viewer": viewer}, words, speaker("en"))["result"]["title"] for viewer in range(3)]
        assert titles == ["You share the win.", "You share the win.", "You lost."]


def test_nature_has_no_part_of_a_draw():
    result = {"points": (0.5, 0.5, 0.0), "reason": "stalemate", "seat": None}
    said = speak({"chairs": chairs("white", "black", "dice"), "result": result}, words_of("Dice", "en"), bracketed)
    assert said["result"]["title"] == "[Draw]."


RISKY = 'npppn/p3p/5/P3P/NPPPN w 0 {"whiteMove":"-","penalties":"10"}'


@pytest.mark.parametrize(
    ("language", "needs", "price"),
    [
        ("en", "if Black comes to d3", "a second penalty point, and the game is lost"),
        ("fr", "si les Noirs viennent en d3", "une seconde pénalité, et la partie est perdue"),
    ],
)
def test_needs_and_price_are_said_in_the_language_of_the_reader(language, needs, price):
    position = load("Apocalypse").from_fen(RISKY)
    row = legal_moves(position, 0)["e2d3"].row
    said = speak({"seats": position.seats, "viewer": 0, "moves": [row]}, words_of("Apocalypse", language), bracketed)
    told = said["moves"][0]["risk"]
    assert (told["needs_told"], told["price_told"]) == (needs, price)

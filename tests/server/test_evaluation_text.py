"""What is said of a turn: numbers as they are, in both languages, and nobody charged for what another played."""

import pytest

from server.bots.costs import costs
from server.texts.catalogue import speaker
from server.texts.evaluation_text import describe_evaluation, percent
from tests.harness.words import words_of

EN, FR = "en", "fr"
MATRIX = {
    "kind": "matrix",
    "scores": [0.5, 0.5],
    "odds": {"0": {"a2b3": 0.75, "a2a3": 0.25}, "1": {"b2a1": 0.5, "b2b1": 0.5}},
    "rows": ["a2a3", "a2b3", "a2c3"],
    "columns": ["b2a1", "b2b1"],
    "cells": [[0.8, 0.2], [0.4, 0.6], [0.3, 0.5]],
    "worth": {"0": {"a2a3": 0.5, "a2b3": 0.5, "a2c3": 0.4}, "1": {"b2a1": 0.5, "b2b1": 0.5}},
    "depth": 3,
    "nodes": 6,
    "exact": False,
}
TURN = {
    "kind": "turn",
    "scores": [0.4, 0.6],
    "odds": {"1": {"g8f6": 1.0}},
    "moves": {"d7d5": 0.59, "g8f6": 0.6, "e7e5": 0.56, "h7h6": 0.597},
    "depth": 4,
    "nodes": 9,
    "exact": False,
}
SAMPLED = {
    "kind": "sampled",
    "scores": [0.6, 0.4],
    "odds": {"0": {"a1a2": 0.7, "a1b1": 0.3}},
    "means": {"0": {"a1a2": 0.6, "a1b1": 0.62, "a1b2": 0.5, "a1c1": 0.9}},
    "depth": 9,
    "nodes": 99,
    "exact": False,
}
LABELS = {
    "a2a3": "a3", "a2b3": "axb3", "a2c3": "c3", "b2a1": "Na1", "b2b1": "Nb1",
    "d7d5": "d5", "g8f6": "Nf6", "e7e5": "e5", "h7h6": "h6",
    "a1a2": "a2", "a1b1": "b1", "a1b2": "b2", "a1c1": "c1",
}  # fmt: skip


def told(judgement, language=EN, **played):
    actions = {int(seat.removeprefix("seat")): move for seat, move in played.items()}
    moves = {
        "matrix": {"0": MATRIX["rows"], "1": MATRIX["columns"]},
        "turn": {"1": list(judgement.get("moves", ()))},
        "sampled": {"0": list(SAMPLED["means"]["0"])},
    }[judgement["kind"]]
    thought = {
        "fen": "a FEN",
        "judgement": judgement,
        "labels": {seat: {move: LABELS[move] for move in each} for seat, each in moves.items()},
        "played": {str(seat): move for seat, move in actions.items()},
        "costs": {str(seat): cost._asdict() for seat, cost in costs(judgement, actions).items()},
    }
    return describe_evaluation(7, thought, words_of("Apocalypse", language), speaker(language), ("white", "black"))


def sentences(judgement, language=EN, **played):
    return [
        sentence.replace("\u202f", "_").replace("\u00a0", " ")
        for sentence in told(judgement, language, **played)["sentences"]
    ]


@pytest.mark.parametrize(
    ("row", "language", "told"),
    [
        (
            "a2a3",
            EN,
            ["White risked nothing with a3; chance took 30_%.", "Black risked nothing with Nb1; chance brought 30_%."],
        ),
        (
            "a2a3",
            FR,
            [
                "Aucun risque pris par les Blancs avec a3_; le hasard a coûté 30_%.",
                "Aucun risque pris par les Noirs avec Nb1_; le hasard a apporté 30_%.",
            ],
        ),
        (
            "a2c3",
            EN,
            [
                "White risked 10_% with c3; chance brought 10_%.",
                "Best for White is to vary: axb3 75_%, a3 25_%.",
                "Black risked nothing with Nb1.",
            ],
        ),
    ],
)
def test_risk_and_chance_are_told_apart(row, language, told):
    assert sentences(MATRIX, language, seat0=row, seat1="b2b1") == told


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("g8f6", "No move was better than Nf6."),
        ("h7h6", "No move was better than h6."),
        ("d7d5", "No move was clearly better than d5."),
        ("e7e5", "Best was Nf6; e5 cost Black 4_%."),
    ],
)
def test_where_one_acted_the_best_move_is_named_if_it_is_clearly_better(move, told):
    assert sentences(TURN, seat1=move) == [told]


def test_what_is_known_for_certain_is_said_to_the_last_hundredth():
    assert sentences({**TURN, "exact": True}, seat1="d7d5") == ["Best was Nf6; d5 cost Black 1_%."]


@pytest.mark.parametrize(
    ("move", "english"),
    [
        ("a1b2", "White: in trial games b1 did better than b2, by 12_%."),
        ("a1b1", "White: in trial games no move did better than b1."),
        ("a1c1", "White: in trial games no move did better than c1."),
    ],
)
def test_what_was_only_tried_is_said_to_be_a_trial(move, english):
    assert sentences(SAMPLED, seat0=move) == [english]
    assert "parties d’essai" in sentences(SAMPLED, FR, seat0=move)[0]


def test_where_there_was_no_choice_nobody_is_judged():
    alone = {**TURN, "moves": {"d7d5": 0.2}, "odds": {"1": {"d7d5": 1.0}}}
    assert sentences(alone, seat1="d7d5") == ["Black: d5 was the only move."]


def test_where_nobody_played_on_it_is_said_what_would_be_best():
    assert sentences(MATRIX) == [
        "Best for White is to vary: axb3 75_%, a3 25_%.",
        "Best for Black is to vary: Na1 50_%, Nb1 50_%.",
    ]


def test_where_every_pair_is_worth_the_same_no_move_is_called_the_best():
    even = {**MATRIX, "odds": {"0": {"a2a3": 1.0}, "1": {"b2a1": 1.0}}, "cells": [[0.5, 0.5], [0.502, 0.5], [0.5, 0.5]]}
    assert sentences(even) == [
        "White: all moves are worth the same here.",
        "Black: all moves are worth the same here.",
    ]
    assert sentences(even, FR)[0] == "Les Blancs_: tous les coups se valent ici."


def test_the_best_move_stands_with_those_that_are_as_good_as_it():
    assert sentences(TURN, FR) == ["Le mieux pour les Noirs_: Nf6, h6, d5."]
    assert sentences({**TURN, "moves": {**TURN["moves"], "e7e5": 0.59}}) == [
        "Best for Black: Nf6, h6, d5, among others."
    ]
    assert sentences({**TURN, "exact": True}) == ["Best for Black: Nf6."]


def test_hundredths_are_whole():
    assert [percent(share) for share in (0, 0.004, 0.375, 1)] == ["0\u202f%", "0\u202f%", "38\u202f%", "100\u202f%"]


@pytest.mark.parametrize("played", [{}, {"2": "=n"}])
def test_of_what_nature_drew_nothing_is_said(played):
    dice = SAMPLED | {"scores": [0.4, 0.6, 0.0], "odds": {}, "means": {}}
    thought = {"fen": "", "judgement": dice, "labels": {"2": {"=n": "N", "=p": "P"}}, "played": played, "costs": {}}
    said = describe_evaluation(0, thought, words_of("Dice", EN), speaker(EN), ("white", "black", "dice"))
    assert (said["scores"], said["played"]) == ([0.4, 0.6, 0.0], played)
    assert (said["sentences"], said["costs"], said["list"], said["lists"], said["odds"]) == ([], {}, None, {}, {})

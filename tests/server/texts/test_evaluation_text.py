"""What is said of a turn: numbers as they are, in both languages, and nobody charged for what another played."""

import pytest

from server.bots.costs import costs
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


def sentences(judgement, language, played):
    """What is said of a turn in which the seats played these moves, "-" for none."""
    actions = {seat: move for seat, move in enumerate(played.split()) if move != "-"}
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
    words = words_of("Apocalypse", language)
    expected = describe_evaluation(7, thought, words, ("white", "black"))["sentences"]
    return [sentence.replace("\u202f", "_").replace("\u00a0", " ") for sentence in expected]


EVEN = {**MATRIX, "odds": {"0": {"a2a3": 1.0}, "1": {"b2a1": 1.0}}, "cells": [[0.5, 0.5], [0.502, 0.5], [0.5, 0.5]]}
EXACT = {**TURN, "exact": True}
ALONE = {**TURN, "moves": {"d7d5": 0.2}, "odds": {"1": {"d7d5": 1.0}}}


@pytest.mark.parametrize(
    ("judgement", "played", "expected"),
    [
        # Risk and chance are told apart.
        (
            MATRIX, "a2a3 b2b1",
            "White risked nothing with a3; chance took 30_%. Black risked nothing with Nb1; chance brought 30_%.",
        ),
        (
            MATRIX, "a2c3 b2b1",
            "White risked 10_% with c3; chance brought 10_%. Best for White is to vary: axb3 75_%, a3 25_%."
            " Black risked nothing with Nb1.",
        ),
        # Where one acted, the best move is named if it is clearly better; what is certain, to the last hundredth.
        (TURN, "- g8f6", "No move was better than Nf6."),
        (TURN, "- h7h6", "No move was better than h6."),
        (TURN, "- d7d5", "No move was clearly better than d5."),
        (TURN, "- e7e5", "Best was Nf6; e5 cost Black 4_%."),
        (EXACT, "- d7d5", "Best was Nf6; d5 cost Black 1_%."),
        (ALONE, "- d7d5", "Black: d5 was the only move."),
        # What was only tried is said to be a trial.
        (SAMPLED, "a1b2", "White: in trial games b1 did better than b2, by 12_%."),
        (SAMPLED, "a1b1", "White: in trial games no move did better than b1."),
        (SAMPLED, "a1c1", "White: in trial games no move did better than c1."),
        # Where nobody played on: what would be best, with what is as good, and nothing where all is the same.
        (MATRIX, "", "Best for White is to vary: axb3 75_%, a3 25_%. Best for Black is to vary: Na1 50_%, Nb1 50_%."),
        (EVEN, "", "White: all moves are worth the same here. Black: all moves are worth the same here."),
        ({**TURN, "moves": {**TURN["moves"], "e7e5": 0.59}}, "", "Black: no clear best move yet."),
        (EXACT, "", "Best for Black: Nf6."),
    ],
)  # fmt: skip
def test_an_evaluated_turn_is_described_in_sentences(judgement, played, expected):
    assert " ".join(sentences(judgement, EN, played)) == expected


@pytest.mark.parametrize(
    ("judgement", "played", "expected"),
    [
        (
            MATRIX, "a2a3 b2b1",
            "Aucun risque pris par les Blancs avec a3_; le hasard a coûté 30_%."
            " Aucun risque pris par les Noirs avec Cb1_; le hasard a apporté 30_%.",
        ),
        (SAMPLED, "a1b1", "Les Blancs_: dans des parties d’essai, aucun coup n’a mieux réussi que b1."),
        (EVEN, "", "Les Blancs_: tous les coups se valent ici. Les Noirs_: tous les coups se valent ici."),
        (TURN, "", "Le mieux pour les Noirs_: Cf6, h6, d5."),
    ],
)  # fmt: skip
def test_an_evaluated_turn_is_described_in_french(judgement, played, expected):
    assert " ".join(sentences(judgement, FR, played)) == expected


def test_hundredths_are_whole_and_rounded_as_in_scripts():
    assert [percent(share) for share in (0, 0.004, 0.365, 0.375, 1)] == [f"{n}\u202f%" for n in (0, 0, 37, 38, 100)]


@pytest.mark.parametrize(
    ("judgement", "looked"),
    [(TURN, "Looked {} turns ahead."), (MATRIX, "Looked {} turns ahead."), (EXACT, ""), (SAMPLED, "")],
)
def test_an_evaluation_tells_how_far_it_looked_unless_it_is_exact_or_by_trial_games(judgement, looked):
    thought = {"fen": "", "judgement": judgement, "labels": {"0": {}, "1": {}}, "played": {}, "costs": {}}
    said = describe_evaluation(0, thought, words_of("Chess", EN), ("white", "black"))
    assert said["looked"] == looked.format(judgement["depth"])


@pytest.mark.parametrize(
    ("language", "looked"),
    [(EN, "Fairy-Stockfish 14 looked 4 turns ahead."), (FR, "Calcul de Fairy-Stockfish 14, poussé à 4 tours.")],
)
def test_an_evaluation_by_an_engine_names_it(language, looked):
    judgement = {**TURN, "engine": "Fairy-Stockfish 14"}
    evaluated = {"fen": "", "judgement": judgement, "labels": {"1": LABELS}, "played": {}, "costs": {}}
    said = describe_evaluation(0, evaluated, words_of("Chess", language), ("white", "black"))
    assert said["looked"] == looked


@pytest.mark.parametrize("played", [{}, {"2": "=n"}])
def test_chance_moves_are_not_evaluated_in_words(played):
    dice = SAMPLED | {"scores": [0.4, 0.6, 0.0], "odds": {}, "means": {}}
    thought = {"fen": "", "judgement": dice, "labels": {"2": {"=n": "N", "=p": "P"}}, "played": played, "costs": {}}
    said = describe_evaluation(0, thought, words_of("Dice", EN), ("white", "black", "dice"))
    assert (said["scores"], said["played"]) == ([0.4, 0.6, 0.0], played)
    assert (said["sentences"], said["costs"], said["list"], said["lists"], said["odds"]) == ([], {}, None, {}, {})


@pytest.mark.parametrize(
    ("variant", "language", "written", "shown"),
    [
        ("Chess", "fr", "Nbxd7", "Cbxd7"),
        ("Chess", "fr", "e8=Q+", "e8=D+"),
        ("Chess", "fr", "Kd2", "Rd2"),
        ("Chess", "es", "Bb5", "Ab5"),
        ("Chess", "en", "Nbxd7", "Nbxd7"),
        ("Checkered", "fr", "Rxh4=P", "Txh4=P"),
        ("Checkered", "fr", "Switch", "Switch"),
        ("Checkered", "fr", "0-0(g8)", "0-0(g8)"),
        ("Apocalypse", "fr", "e5=N?", "e5=C?"),
        ("Dice", "fr", "N", "C"),
        ("Dobutsu", "es", "G@b2", "J@b2"),
        ("Dobutsu", "fr", "Ca4=H", "Ca4=H"),  # Chick and hen share a letter.
    ],
)
def test_moves_are_written_with_the_letters_of_the_language_unless_pieces_share_one(variant, language, written, shown):
    assert words_of(variant, language).move(written) == shown

"""Records as PGN-like text: written, read again, played again; what cannot be read is named by line and word."""

from random import Random

import pytest

from server.records import pgn
from server.records.document import LONGEST_RECORD, RecordError
from server.records.verification import examine, replay
from tests.harness.random_games import play
from tests.toys import VARIANTS, Crown
from variants.errors import RulesError
from variants.position import Result
from variants.registry import load

HEAD = '[Variant "Duel"]\n[RulesVersion "1"]\n[FEN "2n/3/N2"]\n\n'
"""Of a text that is read exactly."""


def text_of(record):
    return pgn.write(record, VARIANTS[record["variant"]])


@pytest.mark.parametrize(
    ("shares", "written"),
    [
        ((19 / 28, 5 / 28, 1 / 7), "19/28-5/28-1/7"),
        ((0.59, 0.41, 0.0), "59/100-41/100-0"),
        ((0.99999, 0.00001, 0.0), "99999/100000-1/100000-0"),
        ((2**-0.5, 1 - 2**-0.5, 0.0), None),
        ((0.0000015, 0.9999985, 0.0), None),
    ],
)
def test_whatever_shares_the_rules_give_the_text_of_the_game_holds(played, shares, written):
    class Shared(Crown):
        def result(self):
            over = super().result()
            return None if over is None else Result(shares, over.reason)

    play(played, "Crown", Random(1))
    record = played.record()
    assert record["result"]["reason"] == "crowned"
    record["result"]["points"] = list(shares)
    text = text_of(record)
    assert written is None or f'[Result "{written}"]' in text
    assert replay(pgn.read(text, VARIANTS), {"Crown": Shared}).ending is not None
    with pytest.raises(RecordError, match="by the rules"):
        replay(pgn.read(text, VARIANTS), VARIANTS)


def test_a_running_game_ends_with_a_star_and_an_open_table_has_no_moves(played):
    played.id = played.opener.open("Duel", {}, "ann", 0)
    assert text_of(played.record()).endswith("\n\n*\n")
    assert '[Black "?"]' in text_of(played.record())
    played.opener.sit(played.id, "bob")
    played.turn("a1b3", "c3b1")
    text = text_of(played.record())
    assert text.endswith("1. a1b3|c3b1 *\n")
    assert replay(pgn.read(text, VARIANTS), VARIANTS).ending is None


def test_names_cannot_break_out_of_their_tags(played):
    played.open("Duel")
    record = played.record()
    record["seats"][0]["name"] = 'a"] [Variant "Crown\\'
    game = pgn.read(pgn.write(record, VARIANTS[record["variant"]]), VARIANTS)
    assert game.variant == "Duel"
    assert game.tags["White"] == 'a"] [Variant "Crown\\'


@pytest.mark.parametrize("moves", ["a1b3|c3b1 b3a1|b1c3", "1. a1b3|c3b1 (1. a1c2|c3a2) 3. b3a1|b1c3 4."])
def test_numbers_and_variations_are_passed_over(moves):
    game = pgn.read(f"{HEAD}{moves} *", VARIANTS)
    assert game.turns == (("a1b3", "c3b1"), ("b3a1", "b1c3"))


def test_comments_clocks_and_other_programs_habits_are_read_over():
    moves = (
        "% escaped {\n1.a1b3|c3b1 {a comment\nover two lines; [%clk 0:01:02|12:00:00.250]} ; the rest\n"
        "2... b3a1|b1c3 {[%eval 1]} *\n"
    )
    game = pgn.read('[Variant "Duel"]\r\n[RulesVersion "1"]\r\n[FEN "2n/3/N2"]\r\n\r\n' + moves, VARIANTS)
    assert game.turns == (("a1b3", "c3b1"), ("b3a1", "b1c3"))
    assert replay(game, VARIANTS).positions[-1].fen() == "2n/3/N2 w 4 {}"


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("", "pgn_end", "is incomplete"),
        ("*", "pgn_tag_missing", "lacks the tag Variant"),
        ('[Variant "Duel"]\n*', "pgn_tag_missing", "lacks the tag FEN"),
        ("[Variant Duel]\n" + HEAD + "*", "pgn_tag", "Line 1 is not a tag"),
        ('[Variant "Duel"]\n' + HEAD + "*", "pgn_tag_twice", "Variant occurs again in line 2"),
        ('[Options "x"]\n' + HEAD + "*", "pgn_tag_value", "Options cannot be “x”"),
        ('[Options "[1]"]\n' + HEAD + "*", "pgn_tag_value", "Options"),
        ('[Options "{\\"a\\": [1]}"]\n' + HEAD + "*", "pgn_tag_value", "Options"),
        ('[Options "{\\"a\\": NaN}"]\n' + HEAD + "*", "pgn_tag_value", "Options"),
        ('[Variant "Duel"]\n[RulesVersion "new"]\n*', "pgn_tag_value", "RulesVersion"),
        ('[TimeControl "40/9000"]\n' + HEAD + "*", "pgn_tag_value", "TimeControl"),
        ('[TimeControl "99999+0"]\n' + HEAD + "*", "pgn_tag_value", "TimeControl"),
        ('[TimeControl "61+0"]\n' + HEAD + "*", "pgn_tag_value", "TimeControl"),
        ('[Result "1-0"]\n' + HEAD + "*", "pgn_result", "Result says “1-0”, the moves end with “*”"),
        (HEAD + "1. a1b3|c3b1", "pgn_end", "is incomplete"),
        (HEAD + "1. a1b3||c3b1 *", "pgn_move", "Line 5: “a1b3||c3b1”"),
        (HEAD + "1. a1b3|c3b1 * 2. b3a1|b1c3", "pgn_after", "Line 5: “b3a1|b1c3” comes after the score"),
        (HEAD + "1. a1b3|c3b1 * {said} 2. b3a1|b1c3", "pgn_after", "Line 5: “b3a1|b1c3” comes after the score"),
        (HEAD + "1. a1b3|c3b1 (1. a1c2|c3b1 *", "pgn_variation", "ends within a variation"),
        (HEAD + "1. a1b3|c3b1 {open", "pgn_comment", "begins in line 5"),
        (HEAD + "1. a1b3|c3b1 {[%clk 0:01:02]} *", "pgn_clock", "Line 5: “0:01:02”"),
        (HEAD + "1. a1b3|c3b1 {[%clk 0:99:02|0:01:02]} *", "pgn_clock", "Line 5"),
        (HEAD + "1/0-1", "pgn_tag_value", "Result"),
        (
            '[Variant "Standard"]\n[RulesVersion "1"]\n[Result "2-0"]\n\n1. e4',
            "pgn_tag_value",
            "Result cannot be “2-0”",
        ),
        ("x" * (LONGEST_RECORD + 1), "record_long", "at most 4194304 characters"),
        (HEAD + " ".join(f"{n}. a|a" for n in range(1, 5002)) + " *", "record_turns", "more than 5000 turns"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_by_line_and_word(text, code, sentence):
    with pytest.raises(RecordError) as refused:
        pgn.read(text, VARIANTS)
    assert refused.value.code == code
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("tag", "moves"),
    [
        ("", "1. a1b3 *"),
        ("", "1. a1b3|c3b1|c3b1 *"),
        ("", "1. a1a3|c3b1 *"),
        ("", "1. a1c2|c3a2 2. c2a1|a2c1 3. a1c2|c1a2 4. c2a3|a2c3 5. a3c2|c3a2 *"),
        ("", "1. a1c2|c3a2 1-0"),
        ('[Termination "resigned"]', "1. a1c2|c3a2 1/2-1/2"),
        ('[Termination "agreement"]', "1. a1c2|c3a2 1-0"),
        ('[Termination "agreement"]', "1. a1c2|c3a2 1/3-1/3-1/3"),
        ('[Termination "time"]', "1. a1c2|c3a2 1-0"),
        ('[Termination "aborted"]', "1. a1c2|c3a2 2. c2a1|a2c3 1/2-1/2"),
        ('[Termination "repetition"]', "1. a1c2|c3a2 1/2-1/2"),
        ('[Termination "quiet_turns"]', "1. a1c2|c3a2 1/2-1/2"),
        ('[Termination "withdrawn"]', "1. a1c2|c3a2 1/2-1/2"),
        ('[Termination "abandoned"]\n[TimeControl "1/86400"]', "1. a1c2|c3a2 1-0"),
        ('[Termination "abandoned_draw"]\n[TimeControl "1/86400"]', "1. a1c2|c3a2 1/2-1/2"),
        ('[FinalFEN "2n/3/N2 w 2 {}"]', "1. a1c2|c3a2 *"),
    ],
)
def test_a_text_that_the_rules_do_not_play_is_refused_by_name(tag, moves):
    with pytest.raises(RulesError) as refused:
        replay(pgn.read(f"{tag}\n{HEAD}{moves}".lstrip(), VARIANTS), VARIANTS)
    ends = tag or moves.endswith("1-0")
    assert refused.value.code == ("record_result" if ends else "record_turn")


def test_the_turn_that_fails_is_named_and_the_position_before_it_kept():
    replayed = examine(pgn.read(HEAD + "1. a1c2|c3a2 2. c2c3|a2c1 *", VARIANTS), VARIANTS)
    assert str(replayed.fault) == "Turn 2: the rules do not offer the move c2c3."
    assert replayed.positions[-1].fen() == "3/n1N/3 w 2 {}"


def test_a_result_that_the_players_may_have_agreed_is_accepted():
    for termination, score in (
        *(("resigned", "0-1"), ("agreement", "1/2-1/2"), ("aborted", "1/2-1/2")),
        *(("unterminated", "*"), ("abandoned", "1-0")),
    ):
        text = f'[Termination "{termination}"]\n{HEAD}1. a1c2|c3a2 {score}'
        assert replay(pgn.read(text, VARIANTS), VARIANTS)


def test_a_turn_after_an_automatic_draw_is_refused_as_in_a_record():
    head = '[Variant "Dobutsu"]\n[RulesVersion "1"]\n[FEN "gle/1c1/1C1/ELG w 0 {}"]\n[Termination "resigned"]\n\n'
    turns = "1. c1c2 2. a4a3 3. c2c1 4. a3a4 5. c1c2 6. a4a3 7. c2c1 8. a3a4"
    dobutsu = {"Dobutsu": load("Dobutsu")}
    fault = examine(pgn.read(f"{head}{turns} 9. b2b3 1-0", dobutsu), dobutsu).fault
    assert (fault.code, str(fault)) == ("record_turn", "Turn 9: the game was over before it (repetition).")
    drawn = head.replace("resigned", "repetition")
    assert examine(pgn.read(f"{drawn}{turns} 1/2-1/2", dobutsu), dobutsu).fault is None


@pytest.mark.parametrize(
    ("variant", "moves", "termination", "score", "holds"),
    [
        ("Chess", "1. e4 e5", "time_all", "1/2-1/2", False),
        ("Chess", "1. e4 e5", "time", "0-1", True),
        ("Chess", "1. e4 e5", "time", "1-0", False),
        ("Chess", "1. e4 e5", "time_material", "1/2-1/2", False),
        ("Apocalypse", "1. a2a3|e4e3", "time_all", "1/2-1/2", True),
        ("Apocalypse", "1. a2a3|e4e3", "time", "1-0", True),
    ],
)
def test_a_text_ends_by_a_clock_only_where_it_can_run(variant, moves, termination, score, holds):
    rules = load(variant)
    fen = "" if variant == "Chess" else f'[FEN "{pgn.quoted(rules.start().fen())}"]\n'
    text = (
        f'[Variant "{variant}"]\n[RulesVersion "{rules.rules_version}"]\n{fen}'
        f'[TimeControl "300+3"]\n[Termination "{termination}"]\n\n{moves} {score}\n'
    )
    assert (examine(pgn.read(text, {variant: rules}), {variant: rules}).fault is None) is holds

"""`cavalier play`: a game by lines in and out, against the computer, between people, or to watch."""

import io
import re
import subprocess
import sys

import pytest

from server.book.validation import ROOT
from server.cli import main
from server.cli.program import settings_of
from server.kit import play
from server.kit.board_text import board_text
from server.kit.new import make
from tests.toys import Crown, Duel, Toss, Veil, write_variant
from variants.position import Option
from variants.registry import load

BOARD = re.compile(r"^ ?\d+( \S)+$")


@pytest.fixture
def folder(tmp_path):
    for toy in (Duel, Veil, Crown, Toss):
        write_variant(tmp_path, toy)
    make("Toads", tmp_path)
    return tmp_path


@pytest.fixture
def played(folder, monkeypatch, capsys):
    """Plays with these lines as input; answers what was shown."""

    def play(lines, *arguments, status=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines.replace(" ", "\n")))
        assert main(["play", *arguments, "--variants", str(folder), "--seed", "1"]) == status
        captured = capsys.readouterr()
        return captured.err if status else captured.out

    return play


def test_the_computer_replies_and_every_event_is_printed_as_a_sentence(played):
    said = played("b1b2 quit", "Toads")
    assert said.startswith(" 5 p p p p\n 4 . . . .\n 3 . . . .\n 2 . . . .\n 1 P P P P\n   a b c d\nWhite> b1b2\n")
    assert "1. White b1b2\n   The white frog hops from b1 to b2.\n2. Black " in said
    assert re.search(r"\n   The black frog hops from \w\d to \w\d\.\n", said)
    assert said.endswith("White> quit\nThe game is abandoned.\n")


@pytest.mark.parametrize("strength", ["1", "2", "3"])
def test_the_computer_plays_at_each_strength(played, strength):
    # One turn before the end, so that no strength thinks for long.
    said = played("a1b2 quit", "Toads", "--strength", strength, "--fen", "4/4/4/2p1/P3 w 0")
    assert said.endswith("Black wins. Black has a frog on the far bank.\n")


def test_a_seat_can_be_chosen_and_the_computer_begins(played):
    assert "1. White " in played("quit", "Toads", "--seat", "black").split("Black> ")[0]
    assert "there is no seat 'dice'; there are white, black." in played("", "Toss", "--seat", "dice", status=2)


def test_a_game_of_people_ends_with_its_result(played):
    said = played("b4b5", "Toads", "--people", "--fen", "4/1P2/4/2p1/4 w 9")
    assert said.endswith(" 1 . . . .\n   a b c d\nWhite wins. White has a frog on the far bank.\n")


def test_an_illegal_move_is_refused_and_asked_again(played):
    said = played("b1b4 moves help b1b2 quit", "Toads", "--people")
    assert "The rules do not offer “b1b4”. Write “moves” for what you may play.\nWhite> moves\n  a1a2\n  a1b2\n" in said
    assert "resign   give the game up" in said
    assert "Black> quit" in said


def test_a_move_may_be_written_by_its_text(played):
    said = played("moves Nc3 e5 quit", "Chess", "--people")
    assert "  b1c3  (Nc3)\n" in said
    assert "1. White Nc3\n" in said
    assert "2. Black e5\n" in said


def test_undo_returns_to_the_last_choice_of_a_person(played):
    said = played("undo b1b2 undo c1c2 undo undo quit", "Toads")
    assert said.count("There is nothing to take back.") == 2
    boards = said.split("White> ")
    assert boards[0].splitlines()[-6:] == boards[3].splitlines()[-6:] == boards[5].splitlines()[-6:]
    between = played("b1b2 c5c4 undo c5b4 quit", "Toads", "--people")
    assert between.count("Black> ") == 2
    assert "Taken back.\n 5 p p p p\n 4 . . . .\n 3 . . . .\n 2 . P . .\n" in between


def test_resigning_ends_the_game(played):
    assert played("b1b2 resign", "Toads", "--people").endswith("White wins. Black resigns.\n")
    assert played("resign", "Toss", "--people").endswith("Black wins. White resigns.\n")


def test_the_end_of_the_input_leaves_the_game(played):
    assert played("", "Toads").endswith("The game is abandoned.\n")


def test_sealed_moves_are_not_shown_before_all_have_chosen(played):
    said = played("a1b3 c3b1 quit", "Duel", "--people")
    before, after = said.split("1. White a1b3, Black c3b1\n")
    assert "--- White ---" in before
    assert "--- Black ---" in before
    assert "a1b3" not in before
    assert "c3b1" not in before
    assert "   Moved. " not in after
    assert "   Moved.\n" in after


def test_against_the_computer_nothing_has_to_be_hidden(played):
    said = played("a1b3 quit", "Duel")
    assert "White> a1b3\n1. White a1b3, Black c3" in said
    assert "---" not in said


def test_on_a_terminal_sealed_moves_are_typed_unseen_and_the_screen_is_emptied(played, monkeypatch, capsys):
    typed = iter(["a1b3", "c3b1"])
    prompts = []

    def unseen(prompt):
        prompts.append(prompt)
        move = next(typed, None)
        if move is None:
            raise EOFError
        return move

    monkeypatch.setattr(play.getpass, "getpass", unseen)
    monkeypatch.setattr(play.Terminal, "__init__", lambda self: setattr(self, "_watched", True))
    said = played("\n\n\n\n", "Duel", "--people")
    assert prompts == ["White> ", "Black> ", "White> "]
    assert said.count(play.CLEAR) == 6
    assert "a1b3" not in said.split("1. White")[0]


def test_a_hidden_board_shows_each_person_what_his_seat_sees(played):
    said = played("a1b1 c3b3 b1a1 b3c3 quit", "Veil", "--people")
    turns = re.split(r"--- (White|Black) ---\n", said)[1:]
    for who, shown in zip(turns[::2], turns[1::2], strict=True):
        board = "".join(line for line in shown.split(">")[0].splitlines() if BOARD.match(line))
        assert ("n" in board, "N" in board) == (who == "Black", who == "White")
    second = turns[5]
    assert "1. White a1b1, Black …\n   Moved.\n   Unseen.\n" in second
    assert "b3" not in second


def test_a_hidden_board_is_hidden_from_whoever_plays_the_computer(played):
    said = played("a1b1 quit", "Veil")
    assert not [line for line in said.splitlines() if BOARD.match(line) and "n" in line]


def test_nature_rolls_by_itself(played):
    said = played("moves quit", "Toss", "--people")
    assert "1. Dice " in said
    assert "   Rolled.\n" in said
    assert "Dice>" not in said
    assert len(re.findall(r"^  a1\w\d$", said, re.M)) == 1


def test_unseen_squares_are_not_printed_as_empty():
    assert board_text(load("Dark").start(), 0).split("\n")[:6] == [
        *(f" {rank} ? ? ? ? ? ? ? ?" for rank in (8, 7, 6, 5)),
        *(f" {rank} . . . . . . . ." for rank in (4, 3)),
    ]


def test_pieces_in_hand_are_printed_with_their_number():
    assert board_text(
        load("Bank", [ROOT / "tests" / "kit" / "brought"]).from_fen('k4/5/5/5/4K w 0 {"hands":"PPNq"}')
    ).split("\n")[-2:] == [
        "   white holds 2P N",
        "   black holds q",
    ]


def test_a_repetition_is_drawn_only_once_claimed(played):
    moves = "claim e1e2 e8e7 e2e1 e7e8 e1e2 claim e8e7 e2e1 e7e8 {} e1e2 e8e7 claim"
    for claim, turns in (("claim", 8), ("", 10)):
        said = played(moves.format(claim), "Chess", "--people", "--fen", "4k3/8/8/8/8/8/8/2R1K3 w 0")
        assert "Draw." in said.splitlines()[-1]
        assert f"{turns}. " in said
        assert f"{turns + 1}. " not in said
        assert said.count("has not been repeated often enough to claim a draw.") == 2
        assert said.count("This position has been repeated: write “claim” to claim a draw.") == turns - 7


def test_an_option_is_obeyed(played):
    assert "“fast” is not a choice" in played("", "Apocalypse", "--set", "collision=fast", status=2)
    assert played("quit", "Apocalypse", "--set", "collision=classic").endswith("The game is abandoned.\n")


def test_words_that_are_wrong_are_named(played, folder):
    page = folder / "Toads" / "rules" / "en.md"
    page.write_text(page.read_text("utf-8").replace("\nsummary:", "\nsummery:", 1), "utf-8")
    assert played("", "Toads", status=2).startswith("cavalier: Toads/rules/en.md: ")


def test_a_game_is_played_through_a_pipe(folder):
    command = [sys.executable, "-m", "server", "play", "Toads", "--people", "--variants", str(folder)]
    done = subprocess.run(command, input="b1b2\nc5c4\n", cwd=ROOT, capture_output=True, text=True, check=True)
    assert "2. Black c5c4\n   The black frog hops from c5 to c4.\n" in done.stdout
    assert done.stdout.endswith("White> The game is abandoned.\n")
    assert done.stderr == ""


@pytest.mark.parametrize("text", ["switch=False", "switch=false"])
def test_an_option_may_be_written_as_pages_do_and_as_json_does(text):
    assert settings_of(load("Checkered"), [text, "randomness=1"]) == {
        "switch": False,
        "observer": False,
        "randomness": 1,
    }


def test_of_two_choices_that_json_writes_alike_the_text_prevails():
    class Marked(Duel):
        options = (Option("mark", (True, "true", 1)),)

    assert [settings_of(Marked, [f"mark={text}"])["mark"] for text in ("True", "true", "1")] == [True, "true", 1]

"""PGN of the games that other programs know: python-chess reads what this site writes, and the other way round."""

import io
from random import Random

import chess
import chess.pgn
import chess.variant
import pytest

from server.records import pgn
from server.records.document import RecordError
from server.records.verification import agrees, examine, read, replay
from variants.errors import RulesError
from variants.position import Eyes
from variants.registry import load_all

VARIANTS = load_all()
CHESS = VARIANTS["Chess"]
PROGRAMS = {"Chess": chess.Board, "Atomic": chess.variant.AtomicBoard}
GAMES = 100
"""Random games of each of the two variants in each direction."""


def record(start, moves, result, **more):
    """A record with as much in it as its text needs; a move is its text as it is sent and as it is noted."""
    seats = start.to_act[0]
    turns = [
        {"kind": "turn", "moves": {str((seats + ply) % 2): sent}, "notation": {str((seats + ply) % 2): note}}
        for ply, (sent, note) in enumerate(moves)
    ]
    return {
        "variant": type(start).__name__,
        "rules_version": start.rules_version,
        "settings": dict(start.settings),
        "fen": start.fen(),
        "final_fen": "",
        "complete": True,
        "control": "none",
        "opened_at": 0,
        "status": "finished" if result else "running",
        "seats": [{"code": code, "name": code} for code in start.seats],
        "log": turns,
        "result": result and {"points": result.points, "reason": result.reason},
        "table": "t0",
        **more,
    }


def random_game(start, random, plies):
    """A random game, rather with captures: its last position and its moves."""
    position, moves = start, []
    for _ in range(plies):
        if position.result() is not None:
            break
        (seat,) = position.to_act
        offered = list(position.moves(seat))
        takes = [move for move in offered if position.board[move.path[1]] or move.into]
        move = random.choice(takes if takes and random.random() < 0.3 else offered)
        after = position.play({seat: move})
        moves.append((position.write(move), position.turn_notation({seat: move}, after, Eyes.ALL)[seat]))
        position = after
    return position, moves


def theirs(text):
    """The game as python-chess reads it, without a fault."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors, (game.errors, text)
    return game


@pytest.mark.parametrize("variant", ["Chess", pytest.param("Atomic", marks=pytest.mark.slow)])
def test_python_chess_reads_every_game_to_the_same_position(variant):
    rules, seen = VARIANTS[variant], set()
    for seed in range(GAMES):
        random = Random(seed)
        start = rules.start({"randomness": seed % 3}, random)
        begun, _ = random_game(start, random, random.choice([0, 0, 5, 20]))
        if begun.result() is not None:
            begun = start
        begun = rules.from_fen(begun.fen(), begun.settings)
        last, moves = random_game(begun, random, 60)
        text = pgn.write(record(begun, moves, last.result()), rules)
        game = theirs(text)
        board = game.end().board()
        assert isinstance(board, PROGRAMS[variant])
        assert board.ply() == last.plies
        assert board.fen() == last.standard_fen(), text
        seen |= {move for _, note in moves for move in ("=", "0-0", "+", "#") if move in note}
        seen.add(game.headers["Variant"])
        again = replay(pgn.read(text, VARIANTS), VARIANTS)
        assert again.positions[-1].key() == last.key()
        assert [turn.texts for turn in again.turns] == [
            {(begun.to_act[0] + ply) % 2: note} for ply, (_, note) in enumerate(moves)
        ]
    assert seen >= {"=", "0-0", "+", "#", *({"Chess", "Chess960"} if variant == "Chess" else {"Atomic"})}


@pytest.mark.parametrize("variant", ["Chess", pytest.param("Atomic", marks=pytest.mark.slow)])
def test_every_game_that_python_chess_writes_is_read_to_the_same_position(variant):
    for seed in range(GAMES):
        random = Random(1000 + seed)
        board = PROGRAMS[variant]()
        if variant == "Chess" and seed % 2:
            board = chess.Board.from_chess960_pos(random.randrange(960))
        game = chess.pgn.Game()
        game.setup(board)
        node = game
        for _ in range(60):
            legal = sorted(board.legal_moves, key=str)
            if not legal or board.is_game_over():
                break
            captures = [move for move in legal if board.is_capture(move)]
            move = random.choice(captures if captures and random.random() < 0.3 else legal)
            node = node.add_variation(move)
            if random.random() < 0.05:
                node.comment, node.nags = "a comment (with 1. e4)", {3}
                node.parent and node.parent.add_variation(random.choice(legal)) if move != legal[0] else None
            board.push(move)
        game.headers["Result"] = "*"
        document = pgn.read(str(game), VARIANTS)
        assert document.variant == variant
        end = replay(document, VARIANTS).positions[-1]
        assert end.standard_fen() == board.fen() or end.result() is not None, str(game)
        assert end.fen().split(" ")[0] == board.board_fen()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1. e4 e5", "e4 e5"),
        ("1.e4 e5 2.Nf3 Nc6 *", "e4 e5 Nf3 Nc6"),
        ("1. e4 e5 Nf3", "e4 e5 Nf3"),
        ("e4 e5", "e4 e5"),
        ("1. e4 e5 3. Nf3", "e4 e5 Nf3"),
        ("1. e2e4 2. e7e5 *", "e4 e5"),
        ("1. e4! {best} e5?! $14 (1... c5 2. Nf3 (2. c3)) 2. Ngf3 ; the rest\n2... d6 1/2-1/2", "e4 e5 Nf3 d6"),
        ("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 O-O-O", "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 0-0-0 0-0-0"),
        ('[Event "?"]\n[TimeControl "40/7200:3600"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4#', "f3 e5 g4 Qh4#"),
        ('[Variant "Standard"]\n[FEN "4k3/P7/7p/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8N Kd8 1-0', "a8=N Kd8"),
        ('[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 7"]\n\n7... Ke7 8. O-O *', "Ke7 0-0"),
        ('[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 7"]\n\n7. ... Ke7 8. O-O *', "Ke7 0-0"),
        ('[Variant "Chess960"]\n[FEN "1r2k3/8/8/8/8/8/8/1R2K3 w Qq - 0 1"]\n\n1. O-O-O Kf8 *', "0-0-0 Kf8"),
        ('[Variant "Atomic"]\n[FEN "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. axb8=R *', "axb8"),
    ],
)  # fmt: skip
def test_movetext_of_other_programs_is_read(text, line):
    replayed = replay(pgn.read(text, VARIANTS), VARIANTS)
    assert " ".join(text for turn in replayed.turns for text in turn.texts.values()) == line


def test_an_end_without_a_reason_in_the_text_is_recorded_as_unstated():
    assert replay(pgn.read("1. e4 e5 1-0", VARIANTS), VARIANTS).ending == ((1.0, 0.0), "unstated", None)
    mate = replay(pgn.read("1. f3 e5 2. g4 Qh4# 0-1", VARIANTS), VARIANTS)
    assert mate.ending == ((0.0, 1.0), "checkmate", None)
    wrong = examine(pgn.read("1. f3 e5 2. g4 Qh4# 1-0", VARIANTS), VARIANTS)
    assert wrong.fault.code == "record_result"


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("1. e4 e5 2. Ke3 *", "record_turn", "Turn 3: the rules do not offer the move Ke3"),
        ("1. Nf3 a6 2. d3 a5 3. Nd2 *", "record_turn", "Turn 5: the rules do not offer the move Nd2"),
        ("1. e4 e5 3. Ngf6 *", "record_turn", "Turn 3: the rules do not offer the move Ngf6"),
        ('[Variant "Chess"]\n[RulesVersion "2"]\n1. e4 e5 2. Nf3 -- *', "record_turn", "Turn 4"),
        ('[Variant "Chess"]\n[RulesVersion "2"]\n1. e4) *', "pgn_variation", "Line 3"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n1. e4 *', "fen_white_kings", "one white king"),
        ("1. " + "e" * 41, "pgn_san", "Line 1"),
        ("1. \0", "pgn_san", "Line 1"),
        ("hello", "pgn_san", "“hello” is not a move"),
        ("1.", "pgn_end", "must end"),
        (" ".join(["Nf3 Nf6 Ng1 Ng8"] * 1251), "record_turns", "5000"),
    ],
)
def test_movetext_that_cannot_be_played_is_refused_by_name(text, code, sentence):
    with pytest.raises((RecordError, ValueError)) as refused:
        replay(pgn.read(text, VARIANTS), VARIANTS)
    assert refused.value.code == code
    assert sentence in str(refused.value)


def test_a_game_of_chess_is_written_as_every_program_reads_it(played):
    played.open("Chess", "f2f3 e7e5 g2g4 d8h4", control="5+3")
    own = played.record()
    text = pgn.write(own, CHESS, "https://example.org/game/t0")
    assert text.endswith(
        "\n\n1. f3 {[%clk 0:05:03]} 1... e5 {[%clk 0:05:03]} 2. g4 {[%clk 0:05:06]} 2... Qh4#\n{[%clk 0:05:06]} 0-1\n"
    )
    assert theirs(text).end().board().is_checkmate()
    assert agrees(read(text, VARIANTS), own, VARIANTS) is True
    assert agrees(read(text.replace("2. g4", "2. h4"), VARIANTS)._replace(shares=None), own, VARIANTS) is None
    assert agrees(read(text.replace("2. g4", "2. Ke3"), VARIANTS), own, VARIANTS) is False


def test_a_game_of_chess_in_this_projects_own_form_agrees_too(played):
    played.open("Chess", "e2e4 e7e5")
    assert played.send("resign", 0) == ""
    own = played.record()
    text = (
        f'[White "a"]\n[Black "b"]\n[Result "0-1"]\n[Variant "Chess"]\n[RulesVersion "1"]\n'
        f'[Options "{{\\"randomness\\": 0}}"]\n[TimeControl "-"]\n[Termination "resigned"]\n[Table "{played.id}"]\n'
        f'[SetUp "1"]\n[FEN "{pgn.quoted(own["fen"])}"]\n[FinalFEN "{pgn.quoted(own["final_fen"])}"]\n\n'
        "1. e2e4 2. e7e5 0-1\n"
    )
    document = read(text, VARIANTS)
    assert replay(document, VARIANTS).fault is None
    assert agrees(document, own, VARIANTS) is True


def test_a_game_that_six_fields_cannot_tell_keeps_this_projects_own_form():
    start = VARIANTS["Checkered"].start()
    last, moves = random_game(start, Random(3), 20)
    text = pgn.write(record(start, moves, last.result(), final_fen=last.fen()), type(start))
    assert '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {' in text
    assert f"1. {moves[0][0]} 2. {moves[1][0]}" in text


def test_hostile_movetext_is_read_or_refused_by_name():
    random, refused = Random(5), 0
    text = (
        '[Variant "Atomic"]\n[FEN "1r2k3/P7/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. axb8=R+ {a} Kd7 (1... Ke7 $2) 2. O-O *\n'
    )
    signs = 'NOKQx=+#-.0123456789abcdefgh(){}[];%"\\$*/ \n\0é\ud800'
    for _ in range(1500):
        changed = text
        for _ in range(random.choice((1, 1, 2, 4))):
            at = random.randrange(len(changed))
            changed = changed[:at] + random.choice(("", *signs)) + changed[at + random.randrange(3) :]
        try:
            examine(pgn.read(changed, VARIANTS), VARIANTS)
        except RulesError:
            refused += 1
    assert 100 < refused < 1500

"""Parts of variants, combined by their bases or declared as data: each combination keeps the contract."""

import re
from dataclasses import dataclass
from random import Random
from typing import ClassVar

import pytest

from variants.Atomic import Variant as Atomic
from variants.bare_king import BareKing
from variants.check_count import CheckCount
from variants.contract import check_game
from variants.Dark import Variant as Dark
from variants.declaration import PARTS, DeclarationError, declare
from variants.Dice import Variant as Dice
from variants.errors import FenError
from variants.extinction import Extinct
from variants.goal import Goal
from variants.mirror import Mirror
from variants.must_capture import MustCapture
from variants.no_checks import NoChecks
from variants.orthodox import Orthodox
from variants.paralysis import Paralyses
from variants.perft import perft
from variants.perpetual_check import PerpetualCheck
from variants.pockets import Pockets
from variants.Progressive import Variant as Progressive
from variants.shots import Shoots
from variants.stalemate import StalemateLoses
from variants.two_moves import TwoMoves

DATA = {
    "nightriders in a cylinder with five checks": {
        "cylinder": True, "pieces": {"n": "NN"}, "castling_files": "", "parts": {"CheckCount": {"checks": 5}},
    },
    "cannons and lame elephants with pockets": {
        "size": "9x9",
        "setup": "rcekebcrn/ppppppppp/9/9/9/9/9/PPPPPPPPP/RCEKEBCRN",
        "pieces": {"c": "mRcpR", "e": "nA", "p": "fmWfcF"},
        "promotes_to": "rc", "castling_files": "", "parts": {"Pockets": {}, "StalemateLoses": {}},
    },
    "grasshoppers on a board with holes, who must capture": {
        "size": "8x8", "holes": ["d4", "e5"],
        "setup": "rnbqkbnr/gggggggg/pppppppp/4*3/3*4/PPPPPPPP/GGGGGGGG/RNBQKBNR",
        "pieces": {"g": "gQ", "p": "fmWfcF"}, "promotes_to": "qrbng", "parts": {"MustCapture": {}},
    },
    "a wall on a small board, where kings are captured": {
        "size": "6x6", "setup": "rnqknr/pppppp/6/6/PPPPPP/RNQKNR", "pieces": {"p": "fmWfcF"}, "promotes_to": "qrn",
        "castling_files": "", "royal": "", "parts": {"Wall": {"wall": "x"}, "Extinct": {"groups": ["k"]}},
    },
    "generals that are promoted, in a palace, with soldiers that turn beyond the middle": {
        "size": "7x7", "setup": "sgckcgs/7/p1p1p1p/7/P1P1P1P/7/SGCKCGS",
        "pieces": {"p": "fWisW", "s": "FfW", "g": "WfF", "c": "mRcpR", "t": "WfF"}, "castling_files": "",
        "promotes_to": "", "promotion_ranks": 2, "confined": {"k": "c1 d1 e1 c2 d2 e2"},
        "initial_squares": {"p": "a5 b5 c5 d5 e5 f5 g5 a6 b6 c6 d6 e6 f6 g6"},
        "parts": {"Promotion": {"promoted_kinds": {"s": "t"}}, "Pockets": {}, "PerpetualCheck": {}},
    },
    "grasshoppers and knights that convert on a small board": {
        "size": "6x6", "setup": "rngknr/pppppp/6/6/PPPPPP/RNGKNR", "pieces": {"p": "fmWfcF", "g": "gQ"},
        "promotes_to": "grn", "castling_files": "", "royal": "",
        "parts": {"Converts": {}, "Extinct": {"groups": ["k", "r"]}, "StalemateLoses": {}},
    },
    "kings that knights guard, and that are paralysed too": {
        "size": "7x7", "setup": "rnbkbnr/ppppppp/7/7/7/PPPPPPP/RNBKBNR", "pieces": {"p": "fmWfcF", "b": "FN"},
        "promotes_to": "nr", "castling_files": "", "royal": "k",
        "parts": {"Paralyses": {"paralysed_kings": True}, "CheckCount": {"checks": 7}},
    },
    "two moves a turn, and what is lost with the queen": {
        "parts": {"TwoMoves": {}, "ReturningPieces": {}, "Extinct": {"groups": ["q"]}},
    },
    "two boards with archbishops in place of queens": {
        "size": "7x7", "setup": "rnakbnr/ppppppp/7/7/7/PPPPPPP/RNAKBNR", "pieces": {"p": "fmWfcF", "a": "BN"},
        "promotes_to": "arn", "castling_files": "",
        "parts": {
            "Mirror": {"second": {"p": "s", "n": "o", "b": "c", "r": "u", "a": "t", "k": "l"}}, "StalemateWins": {},
        },
    },
    "archbishops that shoot, and race to the middle": {
        "size": "10x8", "setup": "rnbakabbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBAKABBNR",
        "pieces": {"a": "BN"}, "promotes_to": "rbna", "castling_files": "ci",
        "parts": {"Shoots": {}, "Goal": {"goals": {"k": "e4 f4 e5 f5"}}},
    },
}  # fmt: skip


HILL = declare({"parts": {"Goal": {"goals": {"k": "d4 e4 d5 e5"}}}}, "Hill")
SMALL = {
    "size": "6x6", "setup": "rnqknr/pppppp/6/6/PPPPPP/RNQKNR", "pieces": {"p": "fmWfcF"}, "promotes_to": "qrn",
    "castling_files": "",
}  # fmt: skip
LOS_ALAMOS = [10, 100, 1212]
"""The lines of play of one, two and three turns there."""
HORDE = declare(
    {
        "setup": "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP",
        "royal": ["", "k"],
        "double_step_ranks": [1, 2],
        "parts": {"Extinct": {"groups": ["pnbrq"], "extinction_seats": [0]}},
    },
    "Horde",
)


UNROYAL = {"royal": "", "castling_files": ""}
NO_PAWNS = {"pieces": {"p": "fW"}}
UNPLAYED_PAWNS = (
    "fmW2fcF", "fmRfcF", "fmpRfcF", "fmWfcnA", "fmNfcF", "fmWfcFbmF", "bmWfcF", "fmWfcFifmD", "fmWfcFimfW",
    "fsmWfcFismnD", "fmWfcFifnD", "fmWfcFicF",
)  # fmt: skip
"""Pawns that the rules of pawns do not play in full."""
PAIR_FACTS = {
    "Wall": {"wall": "x"}, "Goal": {"goals": {"k": "c4 d3"}}, "CheckCount": {"checks": 3}, "Extinct": {"groups": ["q"]},
    "Promotion": {"promoted_kinds": {"n": "c"}},
}  # fmt: skip


def combined(*bases):
    """The class that has these bases and says nothing itself."""
    return dataclass(frozen=True, kw_only=True)(type("".join(base.__name__ for base in bases), bases, {}))


COMBINED = [
    combined(*bases)
    for bases in (
        (Pockets, Dark),
        (CheckCount, Atomic),
        (MustCapture, Progressive),
        (CheckCount, Dice),
        (Pockets, Progressive),
        (CheckCount, Pockets, Orthodox),
        (HILL, Atomic),
        (Pockets, HILL),
        (CheckCount, Dark),
        (Pockets, declare(SMALL, "Small")),
        (CheckCount, HORDE),
        (StalemateLoses, HILL),
        (NoChecks, CheckCount, Orthodox),
        (MustCapture, Pockets, Orthodox),
        (Pockets, Atomic),
        (BareKing, Atomic),
        (PerpetualCheck, CheckCount, Orthodox),
        (Shoots, CheckCount, Orthodox),
        (Mirror, CheckCount, Orthodox),
        (TwoMoves, Mirror, Orthodox),
        (MustCapture, Mirror, Orthodox),
        (TwoMoves, Pockets, Orthodox),
        (TwoMoves, Shoots, Orthodox),
        (TwoMoves, MustCapture, Orthodox),
        (Paralyses, Pockets, Orthodox),
        (Shoots, Paralyses, Orthodox),
        (Paralyses, Atomic),
        (Shoots, Pockets, Orthodox),
        (MustCapture, Shoots, Orthodox),
    )
]
DECLARED = [declare(data, "".join(part.title() for part in name.split())) for name, data in DATA.items()]
ALL = [pytest.param(variant, id=variant.__name__) for variant in (*COMBINED, *DECLARED)]
TURNS = 60


@pytest.mark.parametrize("variant", ALL)
def test_a_combination_of_parts_keeps_the_contract(variant):
    check_game(variant, {}, Random(1), TURNS)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ALL)
def test_fifty_games_of_a_combination_keep_the_contract(variant):
    for seed in range(2, 52):
        check_game(variant, {}, Random(seed), TURNS)


@pytest.mark.parametrize(
    ("declaration", "fault"),
    [
        ({"size": "13x8"}, "size: 3 to 12 files and ranks"),
        ({"size": 8}, "size: Input should be a valid string"),
        ({"colour": 1}, "colour: Extra inputs"),
        ({"pieces": {"a": "Xx"}}, r"pieces.a: “Xx” has an unknown letter X at its sign 1"),
        ({"pieces": {"ab": "N"}}, "pieces.ab"),
        ({"setup": "8/8"}, "setup: the side that guards K has one of it, not 0"),
        ({"setup": "zzz"}, "setup: no piece has the letter 'z'"),
        ({"setup": "k7/8/8/8/8/8/8/K6"}, "setup: Rank 1"),
        ({"holes": ["e9"]}, "holes: there is no square e9"),
        ({"parts": {"Fog": {}}}, r"parts.Fog: Extra inputs"),
        ({"parts": {"CheckCount": {}}}, r"parts.CheckCount.checks: Field required"),
        ({"parts": {"Goal": {"goals": {"k": "j4"}}}}, r"parts.Goal.goals: there is no square j4"),
        ({"parts": {"Goal": {"goals": {"k": "e1"}}}}, "setup: the game is over before it begins"),
        (
            {"royal": "", "parts": {"Wall": {"wall": "x"}, "TwoMoves": {}, "Extinct": {"groups": ["k"]}}},
            "parts.TwoMoves: it does not go together with Wall: a turn with a wall",
        ),
        (
            {"pieces": {"a": "BN"}, "promotes_to": "qa", "parts": {"Mirror": {}}},
            "parts.Mirror.second: a has no letter on the second board",
        ),
        (
            {"pieces": {"s": "BN"}, "promotes_to": "qs", "parts": {"Mirror": {"second": {}}}},
            "parts.Mirror.second: b has",
        ),
        ({"parts": {"Converts": {}}}, "royal: a variant with conversions"),
        ({"promotes_to": ""}, "promotes_to: a pawn must become something"),
        ({"castling_files": "c"}, "castling_files"),
        (
            {"royal": ["k", "n"], "promotes_to": "qrb", "castling_files": ""},
            "setup: the side that guards n has one of it, not 2",
        ),
        ({"parts": {"Wall": {"wall": "x"}}}, "royal: a variant with a wall"),
        ({"royal": "", "parts": {"Wall": {"wall": "n"}}}, "parts.Wall.wall: n is the letter of a piece"),
        ({"parts": {"Promotion": {"promoted_kinds": {"n": "z"}}}}, "parts.Promotion.promoted_kinds: no piece has"),
        ({"confined": {"k": "e9"}}, "confined: there is no square e9"),
        ([], "Input should be a valid dictionary"),
        ({**SMALL, "castling_files": "cg"}, "castling_files: there is no file g on 6x6"),
        ({"castling_files": "dg"}, "castling_files: the king goes to d in one step"),
        ({"promotion_ranks": 12}, "promotion_ranks: there is no rank 12 on 8x8 squares"),
        ({"double_step_ranks": [2, 9]}, "double_step_ranks: there is no rank 9"),
        ({"parts": {"Goal": {"goals": {"z": "e4"}}}}, "parts.Goal.goals: no piece has the letter 'z'"),
        ({"parts": {"Goal": {"goals": {}}}}, "parts.Goal.goals: "),
        ({"parts": {"Extinct": {"groups": ["z"]}}}, "parts.Extinct.groups: no piece has the letter 'z'"),
        ({"parts": {"Extinct": {"groups": ["rnr"]}}}, "parts.Extinct.groups.0: the letter r stands twice"),
        ({"promotes_to": "qnq"}, "promotes_to: the letter q stands twice"),
        ({"royal": "kk"}, "royal: the letter k stands twice"),
        (
            {"royal": ["k"]},
            r'royal: small letters, such as "k", or a list of those of White and of Black, not \[\'k\']',
        ),
        ({"royal": "K"}, "royal: small letters.* not 'K'"),
        ({"royal": "", "parts": {"CheckCount": {"checks": 3}}}, "parts.CheckCount: a variant without kings"),
        ({"royal": ["", ""], "parts": {"NoChecks": {}}}, "parts.NoChecks: a variant without kings"),
        (
            {"parts": {"StalemateWins": {}, "StalemateLoses": {}}},
            "parts.StalemateLoses: it does not go together with StalemateWins: that says the opposite",
        ),
        (
            {"parts": {"Mirror": {"second": dict(zip("pnbrqk", "ssbuql", strict=True))}}},
            "parts.Mirror.second: b is the",
        ),
        (
            {"parts": {"Mirror": {"second": dict(zip("pnbrqk", "socsvl", strict=True))}}},
            "parts.Mirror.second: s is the letter of two pieces of the second board",
        ),
        ({"parts": {"Mirror": {}, "Pockets": {}}}, "parts.Mirror: it does not go together with Pockets: "),
        (
            {"castling_files": "", "confined": {"k": "e1"}, "parts": {"Mirror": {}}},
            "parts.Mirror: it does not go together with confined: ",
        ),
        (
            {**UNROYAL, "parts": {"Wall": {"wall": "x"}, "Goal": {"goals": {"k": "e5"}, "goal_answer": True}}},
            "parts.Goal.goal_answer: it does not go together with Wall: ",
        ),
        ({"parts": {"Goal": {"goals": {"z": "e5"}}}, "pieces": {"z": "N"}}, "parts.Goal.goals: no piece has the"),
        ({"parts": {"Goal": {"goals": {"p": "e5 e8"}}}}, "parts.Goal.goals: no pawn comes to e8 and stays a pawn"),
        ({"parts": {"Extinct": {"groups": ["qz"]}}, "pieces": {"z": "N"}}, "parts.Extinct.groups: no piece has the"),
        ({"confined": {"z": "e5"}, "pieces": {"z": "N"}}, "confined: no piece has the letter 'z'"),
        ({"initial_squares": {"z": "e5"}, "pieces": {"z": "iN"}}, "initial_squares: no piece has the letter 'z'"),
        ({"confined": {"p": "e2"}}, "confined: p is a pawn"),
        ({"confined": {"n": "b1 g1 c3"}}, "confined: n may come to stand outside these squares by promotion"),
        ({"confined": {"k": "d1 e1"}}, "castling_files: a piece would leave its squares"),
        ({"initial_squares": {"p": "e2"}}, "initial_squares: p is a pawn"),
        ({"initial_squares": {"n": "b1"}}, "initial_squares: n has no ways marked i"),
        ({"forced_ranks": 2}, "forced_ranks: a pawn is promoted on the last 1"),
        ({"double_step_ranks": [2, 6]}, "double_step_ranks: from rank 6 it comes to ranks of promotion"),
        ({"promotion_ranks": 3}, "double_step_ranks: from rank 2 it comes to ranks of promotion"),
        ({"cylinder": True, "pieces": {"p": "fmFfcWifmnA"}}, "pieces.p: a double step aside could pass the edge"),
        ({"promotes_to": "qp"}, "promotes_to: a pawn becomes something else"),
        ({"promotes_to": "qk"}, "promotes_to: k is royal"),
        ({"royal": ["k", ""]}, "castling_files: a king that is not guarded would castle too"),
        ({"royal": ["k", ""], "castling_files": "", "parts": {"Pockets": {}}}, "parts.Pockets: a king that one side"),
        ({"royal": "q", "promotes_to": "r", "parts": {"BareKing": {}}}, "parts.BareKing: each side has one king"),
        ({"parts": {"Extinct": {"groups": ["q"], "extinction_seats": []}}}, r"parts.Extinct.extinction_seats: "),
        ({"parts": {"Extinct": {"groups": ["q"], "extinction_seats": [1, 1]}}}, "parts.Extinct.extinction_seats: the"),
        ({**UNROYAL, "parts": {"TwoMoves": {}}}, "parts.TwoMoves: a variant without kings"),
        (
            {**NO_PAWNS, "pieces": {"p": "fW", "z": "N"}, "parts": {"Promotion": {"promoted_kinds": {"z": "b"}}}},
            "parts.Promotion.promoted_kinds: no piece has the letter 'z'",
        ),
        ({"parts": {"Promotion": {"promoted_kinds": {}}}}, "parts.Promotion.promoted_kinds: "),
        ({"parts": {"Promotion": {"promoted_kinds": {"n": "b"}}}}, "parts.Promotion: it does not go together with paw"),
        ({**NO_PAWNS, "parts": {"ReturningPieces": {}}}, "parts.ReturningPieces: there are no pawns"),
        (
            {**NO_PAWNS, "parts": {"Promotion": {"promoted_kinds": {"n": "b"}}}},
            "parts.Promotion.promoted_kinds: b is not promoted from one kind alone",
        ),
        (
            {**NO_PAWNS, "pieces": {"p": "fW", "z": "Q"}, "parts": {"Promotion": {"promoted_kinds": {"k": "z"}}}},
            "parts.Promotion.promoted_kinds: k is royal",
        ),
        *[({"pieces": {"p": text}}, f"pieces.p: “{text}”") for text in UNPLAYED_PAWNS],
        ({"pieces": {"q": "gNN"}}, "pieces.q: “gNN” asks at its sign 1 for a hop"),
    ],
)
def test_a_declaration_that_makes_no_game_is_refused_by_name(declaration, fault):
    with pytest.raises(DeclarationError, match=f"^{fault}"):
        declare(declaration)


def fault_of(declaration):
    """Why a declaration is refused; "" if it is not."""
    try:
        declare(declaration)
    except DeclarationError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("one", PARTS)
def test_a_pair_of_parts_is_refused_by_name_or_plays(one):
    for other in list(PARTS)[list(PARTS).index(one) + 1 :]:
        pair = {part: PAIR_FACTS.get(part, {}) for part in (one, other)}
        pieces = {"p": "fW", "c": "WfF"} if "Promotion" in pair else SMALL["pieces"]
        royal = "" if {"Wall", "Converts"} & pair.keys() else "k"
        declaration = {**SMALL, "pieces": pieces, "royal": royal, "parts": pair}
        if refused := fault_of(declaration):
            assert re.match(f"parts.({one}|{other}): ", refused)
            continue
        variant = declare(declaration)
        position, random = variant.start(), Random(1)
        for _ in range(12):
            assert variant.from_fen(position.fen()).key() == position.key()
            if position.result() is not None:
                break
            (seat,) = position.to_act
            assert len(position.labels(seat)) == len(position.moves(seat))
            position = position.play({seat: random.choice(position.moves(seat))})


def test_a_wall_leaves_drops_as_they_are_written():
    variant = declare({**UNROYAL, "parts": {"Wall": {"wall": "x"}, "Pockets": {}}})
    position = variant.from_fen('4k3/8/8/8/8/8/8/4K3 w 0 {"hands":"N"}')
    assert position.labels(0)[position.read("N@e4")] == "N@e4"


@pytest.mark.parametrize(("part", "ends"), [("MustCapture", ["e4d5"]), ("NoChecks", [])])
def test_drops_are_under_the_rules_of_other_parts(part, ends):
    variant = declare({"castling_files": "", "parts": {part: {}, "Pockets": {}}})
    position = variant.from_fen('4k3/8/8/3p4/4P3/8/8/4K3 w 0 {"hands":"R"}')
    moves = {variant.write(move) for move in position.moves(0)}
    assert moves == {"e4d5"} if ends else {"R@e7", "R@e5", "R@e6", "R@a8"}.isdisjoint(moves)


def test_a_promoted_piece_that_shoots_comes_to_the_hand_as_a_pawn():
    variant = declare({"castling_files": "", "parts": {"Shoots": {}, "Pockets": {}}})
    position = variant.from_fen('3k4/8/8/8/r3Q2n/8/8/4K3 w 0 {"promoted":"e4"}').play({0: variant.read("e4h4")})
    assert position.promoted == {variant.grid.index["e4"]}
    assert position.play({1: variant.read("a4e4")}).named()["hands"] == "Np"


def test_a_confined_piece_is_dropped_inside():
    confined = {"f": "d1 e1 f1"}
    data = {"setup": "rnbqkfnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKFNR", "pieces": {"f": "W"}, "promotes_to": "qrbn"}
    variant = declare({**data, "confined": confined, "parts": {"Pockets": {}}})
    position = variant.from_fen('4k3/8/8/8/8/8/8/4K3 b 1 {"hands":"f"}')
    assert {variant.write(move) for move in position.moves(1) if "@" in variant.write(move)} == {"f@d8", "f@f8"}


def test_two_boards_need_no_king():
    setup = "rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR"
    second = dict(zip("pnbrq", "socut", strict=True))
    position = declare({"setup": setup, **UNROYAL, "parts": {"Mirror": {"second": second}}}).start()
    assert position.play({0: position.read("e2e4")}).lead(0) > position.lead(0)


def test_each_royal_piece_is_counted_in_a_fen():
    variant = declare({"royal": "q", "promotes_to": "rbn", "castling_files": ""})
    with pytest.raises(FenError) as refused:
        variant.from_fen("q3k3/8/8/8/8/8/8/QQ2K3 w")
    assert refused.value.code == "fen_royal"
    assert str(refused.value) == "There must be one piece Q, not 2."


def test_a_converted_king_that_leaves_ends_the_right_to_castle():
    position = declare({"royal": "", "parts": {"Converts": {}}}).from_fen(
        '4k2r/p7/8/8/8/1R6/8/5K2 w 0 {"flags":"8887"}'
    )
    for seat, move in enumerate(("b3b8", "a7a6", "e8e7")):
        position = position.play({seat % 2: position.read(move)})
        assert position.from_fen(position.fen()).key() == position.key()
    assert position.named()["flags"] == "8888"


@pytest.mark.parametrize(
    ("declaration", "code", "number", "text"),
    [
        ({"promotion_ranks": 3, "forced_ranks": 3, "double_step_ranks": [3]}, "promotion_forced", 3, "3"),
        ({"promotion_ranks": 3, "forced_ranks": 2, "double_step_ranks": [3]}, "promotion_zone_forced", 3, "2"),
        ({"promotion_ranks": 2, "forced_ranks": 2, "parts": {"Pockets": {}}}, "drop_pawns_forced", 2, ""),
        ({"pieces": {"p": "fW"}}, "quiet_captures", 100, ""),
        ({**UNROYAL, "parts": {"Wall": {"wall": "x"}}}, "quiet", 100, ""),
        ({**UNROYAL, "pieces": {"p": "fW"}, "parts": {"Converts": {}}}, "conversion_quiet_alone", 100, ""),
        ({"pieces": {"p": "fW"}, "parts": {"Pockets": {}}}, "drop_stuck", 0, ""),
    ],
)
def test_facts_state_forced_promotion_drops_and_quiet_turns(declaration, code, number, text):
    (fact,) = [fact for fact in declare(declaration).rule_facts() if fact.code == code]
    assert fact.number == number
    assert fact.text == text


def test_no_pawns_are_spoken_of_where_there_are_none():
    facts = declare({"pieces": {"p": "fW"}, "parts": {"Pockets": {}}}).rule_facts()
    assert not [fact for fact in facts if "pawn" in fact.code or "promotion" in fact.code]
    chess = declare({"parts": {"Pockets": {}}}).rule_facts()
    assert {fact.code for fact in chess} >= {"drop_pawns", "promotion"}
    assert "drop_stuck" not in {fact.code for fact in chess}


class Small(Orthodox):
    size = (6, 6)
    setup = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR"
    pieces: ClassVar = {"p": "fmWfcF"}
    promotes_to = "qrn"
    castling_files = ""
    options = ()


def test_a_declared_variant_is_the_one_that_a_class_declares():
    declared = declare(SMALL)
    assert declared.start().fen() == Small.start().fen()
    assert declared.start().moves(0) == Small.start().moves(0)
    # The figure that Fairy-Stockfish gives for Los Alamos chess.
    assert [perft(Small.start(), depth) for depth in range(1, len(LOS_ALAMOS) + 1)] == LOS_ALAMOS


def test_holes_may_be_named_together():
    (holed,) = (data for data in DATA.values() if data.get("holes") == ["d4", "e5"])
    assert declare({**holed, "holes": ["d4 e5"]}).holes == declare(holed).holes


def test_a_goal_counts_before_mate_and_an_answer_may_draw():
    race = declare({"castling_files": "", "parts": {"Goal": {"goals": {"k": "a8 b8"}, "goal_answer": True}}})
    assert race.from_fen("1K6/8/1k6/8/8/8/8/8 b").result() is not None
    assert race.from_fen("2K5/8/k7/8/8/8/8/8 w").play({0: race.read("c8b8")}).result() == ((1.0, 0.0), "goal")
    answered = race.from_fen("2K5/k7/8/8/8/8/8/8 w").play({0: race.read("c8c7")})
    assert answered.play({1: race.read("a7a8")}).result() == ((0.0, 1.0), "goal")


def test_extinction_asks_the_mover_first():
    variant = declare({"royal": "", "promotes_to": "qrbn", "parts": {"Extinct": {"groups": ["p"]}}})
    position = variant.from_fen("4k2r/6P1/8/8/8/8/7p/4K3 w").play({0: variant.read("g7h8q")})
    assert position.result() == ((0.0, 1.0), "extinct")
    assert issubclass(variant, Extinct | Goal)


def test_a_class_whose_kings_would_castle_off_the_board_is_refused_by_name():
    with pytest.raises(TypeError, match=r"^Off\.castling_files: there is no file g"):
        type("Off", (Small,), {"castling_files": "cg", "__module__": __name__})


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"pieces": {"p": "fmWfcFifmD"}}, "pieces: p: “fmWfcFifmD” marks by i what is no double step"),
        ({"castling_files": "c"}, "castling_files: two files or none, not 'c'"),
        ({"confined": {"k": "a1 z9"}}, "confined: there is no square z9"),
        ({"initial_squares": {"p": "a7"}}, "initial_squares: there is no square a7"),
    ],
)
def test_a_class_with_facts_off_the_board_is_refused_by_name(facts, fault):
    with pytest.raises(TypeError, match=rf"^Off\.{fault}"):
        type("Off", (Small,), {**facts, "__module__": __name__})


def test_tables_that_are_made_from_facts_are_not_declared():
    with pytest.raises(TypeError, match=r"^Own\.armies is made from the facts of the class"):
        type("Own", (Orthodox,), {"armies": Orthodox.armies})

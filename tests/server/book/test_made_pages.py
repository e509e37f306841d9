"""Rules that a class declares, as sentences and figures: by the fence `rules`, and as a page of their own."""

import re

import pytest

from tests.harness.made_pages import InvalidVariant, faulty_signs, front, made, said, write
from tests.harness.movements import FAMILY, PageFault, fence_page

NEWTS = {
    "size": "10x8",
    "holes": ["e4"],
    "cylinder": True,
    "setup": "rnbqkabanr/pppppppppp/10/10/4*5/10/PPPPPPPPPP/RNBQKABANR",
    "pieces": {"n": "NN", "a": "BN"},
    "promotes_to": "qra",
    "promotion_ranks": 2,
    "castling_files": "",
    "parts": {"Pockets": {}, "MustCapture": {}, "CheckCount": {"checks": 5}, "StalemateLoses": {}},
}
RULES = """from variants.orthodox import Orthodox
from variants.position import RuleFact


class Variant(Orthodox):
    def verdict(self, seat):
        return self.lost(seat, super().verdict(seat).reason)
"""
MORE_RULES = "has rules of its own that are not written here"


def sentences(html):
    """The sentences of the fence, without those below figures."""
    return [re.sub("<[^>]+>", "", line) for line in re.findall(r"<(?:p|li)>(.*?)</(?:p|li)>", html, re.S)]


def test_a_fence_states_the_rules_of_a_variant_and_draws_its_new_kinds(tmp_path):
    page = fence_page(tmp_path, "rules", name="Grand")
    assert sentences(page.html) == [
        "The board has 10 × 10 squares.",
        "White moves first, then the players move in turn.",
        "These pieces go as in chess: pawn, knight, bishop, rook, queen, king.",
        "The cardinal goes any number of squares along diagonals and leaps like a knight.",
        "The marshal goes any number of squares along ranks and files and leaps like a knight.",
        "A pawn may be promoted on the last 3 ranks, and must be on the last one:"
        " queen, marshal, cardinal, rook, bishop, knight.",
        "The double step of a pawn begins on these ranks, counted from its own side: 3."
        " A pawn that has made it may at once be captured en passant.",
        "There is no castling.",
        "A pawn becomes only what its side has fewer of than at the start.",
        "Nobody may leave the king under attack."
        " A player who is in check and has no legal move is checkmated and loses.",
        "A player who has no legal move and is not in check is stalemated: the game is drawn.",
        "When a position has occurred 3 times, a player may claim a draw.",
        "After 100 moves of both sides together without a capture or a pawn move the game is drawn.",
    ]
    assert re.findall(r"<b>Fig. (\d)\.</b> ([^<]*)", page.html) == [
        ("1", "The start of the game."), ("2", "Cardinal."), ("3", "Marshal."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "about", "line"),
    [
        ("KingOfTheHill", "end", "A player wins whose king comes to one of these squares: d4, e4, d5, e5."),
        ("RacingKings", "end", "If White is there first, Black may still get there in the next move"),
        ("RacingKings", "moves", "A move that gives check is illegal."),
        ("ThreeCheck", "end", "A player who has given 3 checks wins."),
        ("Antichess", "end", "who has lost all of these pieces wins: pawn, knight, bishop, rook, queen, king."),
        ("Antichess", "end", "A player who has no legal move and is not in check wins."),
        ("Antichess", "end", "No piece is royal, so there is neither check nor checkmate."),
        ("Antichess", "moves", "A player who can capture must."),
        ("Extinction", "end", "none left of one of these kinds loses: pawn, knight, bishop, rook, queen, king."),
        ("Extinction", "moves", "Castling is as in chess, but no attack hinders it."),
        ("Horde", "end", "That holds for White alone."),
        ("Horde", "end", "White has no royal piece, and cannot be checkmated."),
        ("Crazyhouse", "moves", "A hand may hold: pawn, knight, bishop, rook, queen."),
        ("Crazyhouse", "end", "Any number of moves may be made without a capture."),
        ("Chess", "end", "When neither side has enough pieces to give mate, the game is drawn."),
        ("LosAlamos", "moves", "Pawns have no double step at the start"),
        ("Knightmate", "pieces", "The king leaps like a knight."),
        ("Alice", "pieces", "These pieces go as in chess: pawn, knight, bishop, rook, queen, king."),
        ("Makruk", "moves", "A pawn that reaches one of the last 3 ranks is promoted"),
        ("Duck", "end", "After 100 moves of both sides together without a capture or a pawn move"),
        ("RacingKings", "end", "After 100 moves of both sides together without a capture the game is drawn."),
    ],
)  # fmt: skip
def test_each_part_has_its_sentence(tmp_path, name, about, line):
    assert line in " ".join(sentences(fence_page(tmp_path, "rules", f"about: {about}", name=name).html))


@pytest.mark.parametrize(
    ("name", "about", "fault"),
    [
        ("Chess", "weather", "“weather” is none of board, pieces, moves, end"),
        ("Apocalypse", "end", "the variant declares nothing of this"),
    ],
)
def test_a_fence_about_nothing_is_refused_with_its_line(tmp_path, name, about, fault):
    with pytest.raises(PageFault, match=rf"en\.md:\d+: {fault}"):
        fence_page(tmp_path, "rules", f"about: {about}", name=name)


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_a_variant_as_data_has_a_page_in_every_language_that_says_so(tmp_path, language):
    write(tmp_path, NEWTS)
    words, page = made(tmp_path, language)
    text = said(tmp_path, language)
    assert page.lead.count(".") == 1, "one sentence"
    assert [heading.id for heading in page.contents] == ["board", "pieces", "moves", "end"]
    assert page.html.count("<figure") == 3
    assert faulty_signs(text, language) == []
    assert "e4" in text
    assert "“" not in text
    assert page.ending.count("<li>") == 5, "the end of the game stands on the leaflet"
    assert len(words.reminder) == 12
    expected = {
        "en": ("This page was made from the variant’s declaration;", "Piece A.", "The other rules are those of chess."),
        "fr": (
            "Cette page a été composée d’après la déclaration",
            "Pièce A.",
            "Les autres règles sont celles des échecs.",
        ),
        "es": ("Esta página se ha compuesto a partir de la", "Pieza A.", "Las demás reglas son las del ajedrez."),
    }[language]
    assert expected[0] in text
    assert expected[1] in text
    assert words.reminder[-1] == expected[2]
    if language != "en":
        assert not set(sentences(page.html)) & set(sentences(made(tmp_path, "en")[1].html))


NEW_SENTENCES = {
    "en": (
        "must be on the last 2: rook, queen.",
        "A pawn is not dropped on the last 2 ranks.",
        "These are dropped only on the squares that they cannot leave: piece F.",
        "A piece is not dropped where it could never move again.",
    ),
    "fr": (
        "doit l’être sur les 2 dernières : tour, dame.",
        "On ne parachute pas de pion sur les 2 dernières rangées.",
        "que sur les cases qu’elles ne quittent pas : pièce F.",
        "là où elle ne pourrait plus jamais bouger.",
    ),
    "es": (
        "debe hacerlo en las últimas 2: torre, dama.",
        "No se coloca un peón en las últimas 2 filas.",
        "en las casillas que no abandonan: pieza F.",
        "donde nunca más podría moverse.",
    ),
}


@pytest.mark.parametrize("language", NEW_SENTENCES)
def test_a_page_says_where_promotion_is_forced_and_where_no_piece_is_dropped(tmp_path, language):
    declaration = {
        "setup": "lnbqkfnr/pppppppp/8/8/8/8/PPPPPPPP/LNBQKFNR",
        "pieces": {"l": "fR", "f": "W"},
        "promotes_to": "rq",
        "promotion_ranks": 3,
        "forced_ranks": 2,
        "double_step_ranks": [3],
        "confined": {"f": "d1 e1 f1"},
        "castling_files": "",
        "parts": {"Pockets": {}},
    }
    write(tmp_path, declaration)
    text = " ".join(said(tmp_path, language).split())
    for sentence in NEW_SENTENCES[language]:
        assert sentence in text


def test_a_declared_mirror_has_a_page(tmp_path):
    write(tmp_path, {"pieces": {"n": "NN"}, "parts": {"Mirror": {}}})
    words, page = made(tmp_path, "en")
    assert page.html.count("<figure") == 2
    assert "These pieces go as in chess: pawn, bishop, rook, queen, king." in sentences(page.html)
    assert words.reminder[-1] == "The other rules are those of chess."


@pytest.mark.parametrize(
    ("part", "method", "decided"),
    [
        ("variants.goal.Goal", "at_goal", "comes to one of these squares"),
        ("variants.pockets.Pockets", "may_drop", "A pawn is dropped"),
        ("variants.must_capture.MustCapture", "captures", "who can capture must"),
        ("variants.no_checks.NoChecks", "gives_check", "gives check is illegal"),
        ("variants.extinction.Extinct", "has_lost_group", "has none left"),
        ("variants.returning.ReturningPieces", "has_reserve", "has fewer of than"),
        ("variants.perpetual_check.PerpetualCheck", "repeated", "gave check with every move"),
    ],
)
def test_a_rule_of_a_part_in_code_is_not_stated(tmp_path, part, method, decided):
    module, _, name = part.rpartition(".")
    facts = {"Goal": '    goals = {"k": "e8"}', "Extinct": '    groups = ("q",)'}.get(name, "")
    inherited = f"from {module} import {name}\n\n\nclass Variant({name}):\n    options = ()\n{facts}\n"
    write(tmp_path / "plain", inherited)
    assert decided in said(tmp_path / "plain", "en")
    write(tmp_path / "coded", f"{inherited}\n    {method} = {name}.{method}\n")
    assert decided not in said(tmp_path / "coded", "en")
    assert MORE_RULES in made(tmp_path / "coded", "en")[1].lead


def test_a_page_with_rules_in_code_does_not_claim_to_state_them_all(tmp_path):
    write(tmp_path, RULES)
    words, page = made(tmp_path, "en")
    assert MORE_RULES in page.lead
    assert words.reminder == ("The game has other rules of its own, which are not written here.",)
    assert "ne sont pas écrites ici" in made(tmp_path, "fr")[1].lead
    for decided in ("stalemated", "checkmated"):
        assert decided not in page.html, "what the code decides is not stated"
    assert "a player may claim a draw" in page.html


def test_words_for_the_rules_in_code_make_the_page_complete(tmp_path):
    fact = """
    @classmethod
    def rule_facts(cls):
        return [RuleFact("loser", "end"), *(fact for fact in super().rule_facts() if fact.code != "stalemate")]
"""
    write(tmp_path, RULES + fact, en=front("rules:", "  loser: Who cannot move loses."))
    assert MORE_RULES not in made(tmp_path, "en")[1].lead
    text = said(tmp_path, "en")
    assert "Who cannot move loses." in text
    assert "stalemate" not in text


def test_a_sentence_without_its_rule_is_refused(tmp_path):
    write(tmp_path, RULES, en=front("rules:", "  loser: Who cannot move loses."))
    with pytest.raises(InvalidVariant, match=r"Newts/rules/en\.md: rules has a superfluous “loser”"):
        made(tmp_path, "en")


@pytest.mark.parametrize("name", FAMILY)
def test_the_facts_of_castling_and_double_steps_are_those_of_the_rules(name):
    variant = FAMILY[name]
    codes = {fact.code for fact in variant.rule_facts()}
    start = variant.start()
    assert bool(codes & {"castling", "castling_free"}) == any(right is not None for right in start.castling)
    pawns = [move.path for move in start.moves(0) if move.path and start.piece_of(move) == "P"]
    ranks = [[int(start.grid.names[square][1:]) for square in path] for path in pawns]
    if any(abs(one - other) == 2 for one, other in ranks):
        assert codes & {"double_step", "double_step_alone"}
    elif name != "Horde" and variant.has_pawns():
        assert not ranks or "no_double_step" in codes

"""Boards as SVG and PNG: every sign, any size, small and quick, and the same for mail as for the browser."""

import io
import re
import sys
from xml.etree import ElementTree

import brotli
import pytest
from PIL import Image

from server.drawing.diagram import DrawingUnavailable, board_svg, png
from server.drawing.layout import layout
from server.drawing.marks import Arrow, Lost, MarkError, Marks, from_story, parse_arrows, parse_marks
from server.drawing.pieces import DrawingError, Drawings
from tests.harness.board_page import DRAWINGS, ROOT, SYMBOLS, view
from variants.Dobutsu.animals import DRAWINGS as ANIMALS
from variants.Dobutsu.animals import LEAPS
from variants.grid import grid
from variants.position import Event, Picture

PIECES = ROOT / "pieces"
FULL = "rnbqkbnr/sptpuocp/8/8/8/8/PsPtPuoc/RNBQKBNR"
EVERYTHING = Marks(
    last=(0, 9), selected=9, safe=(2, 16), risky=(3, 17), clash=(20,), lost=(Lost(20, "p"), Lost(20, "N")),
    arrows=(Arrow((0, 9), 0), Arrow((55, 20), 1), Arrow((8, 0, 20), 2), Arrow((1, 18), 1, failed=True)),
)  # fmt: skip
SVG = "{http://www.w3.org/2000/svg}"


def picture(fen, **marks):
    return Picture(**view(fen, **marks)["picture"])


def draw(fen, **more):
    return board_svg(picture(fen), SYMBOLS, DRAWINGS, **more)


def pixels(svg, width):
    return Image.open(io.BytesIO(png(svg, width))).convert("RGBA")


def ids(svg):
    return re.findall(r' id="([^"]+)"', svg)


def test_a_live_board_has_every_drawing_and_a_still_one_only_what_it_shows():
    live, still = draw("5/5/5/5/5", live=True), draw("k4/5/5/5/4N")
    assert {f"b-{name}" for name in [*SYMBOLS.values(), "seal"]} <= set(ids(live))
    assert {name for name in ids(still) if not name.startswith("b--")} == {"b-bk", "b-wn"}


def test_a_board_with_every_sign_is_small_and_needs_no_more_than_the_policy_grants():
    svg = board_svg(
        picture(FULL, check="e8", unseen="e5"), SYMBOLS, DRAWINGS, marks=EVERYTHING, live=True, title="Board"
    )
    signs = ("hl-last", "fog", "hl-check", "hl-sel", "tg-safe", "tg-risk", "clash", "lost", "arrow arrow-1 failed")
    assert [sign for sign in signs if f'class="{sign}"' not in svg] == []
    assert not re.search("<style|style=|<script|var\\(", svg)
    assert len(brotli.compress(svg.encode(), quality=5)) < 3_500, "as it is sent"


def test_risky_and_safe_targets_differ_in_shape():
    for marks, dashed in ((Marks(safe=(0, 20)), 0), (Marks(risky=(0, 20)), 2)):
        layer = draw("n7/8/8/8/8/8/8/8", marks=marks).partition('data-layer="targets"')[2]
        assert layer.partition("</g>")[0].count("stroke-dasharray") == dashed


def test_unseen_squares_are_marked_by_hatching_as_well_as_by_colour():
    svg = board_svg(picture("5/5/5/5/4N", unseen="a5 b5"), SYMBOLS, DRAWINGS)
    veil, lines = re.findall(r'<path class="fog[^>]* d="([^"]+)"', svg)
    assert (veil.count("M"), lines.count("M")) == (2, 10)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("symbol", list(LEAPS))
def test_an_animal_has_a_dot_for_each_square_it_may_step_to(symbol, turned):
    centre = 4
    alone = Picture((3, 4), tuple(symbol if square == centre else "" for square in range(12)))
    svg = board_svg(alone, ANIMALS, Drawings(PIECES / "Dobutsu", PIECES), turned=turned)
    dots = re.search(r' d="((?:M\S+ \S+h\.01)+)"', svg)
    assert dots is not None
    way = -1 if 'class="facing" transform="rotate(180 24 24)"' in svg else 1
    shown = {
        (way * round((float(x) - 24) / 20), way * round((float(y) - 24) / 20))
        for x, y in re.findall(r"M(\S+) (\S+)h", dots[1])
    }
    corners = layout((3, 4), (), turned, True).corners
    middle = corners[centre]
    steps = {((corners[to][0] - middle[0]) // 48, (corners[to][1] - middle[1]) // 48) for to in LEAPS[symbol][centre]}
    assert shown == steps


def test_two_boards_of_one_page_share_no_id():
    one, other = draw(FULL, prefix="a-"), draw(FULL, prefix="c-")
    assert not {*ids(one)} & {*ids(other)}
    for svg in (one, other):
        assert len(ids(svg)) == len(set(ids(svg)))
        assert set(re.findall(r'(?:href="|url\()#([^")]+)', svg)) <= set(ids(svg))


def test_texts_are_text_and_never_markup():
    root = ElementTree.fromstring(draw("1", title="<b>&", description='"<i>'))
    assert root.findtext(f"{SVG}title") == "<b>&"
    assert root.findtext(f"{SVG}desc") == '"<i>'
    assert root.get("role") == "img"


@pytest.mark.parametrize("size", [(1, 1), (1, 26), (26, 1), (3, 4), (26, 26)])
@pytest.mark.parametrize("turned", [False, True])
def test_boards_of_any_size(size, turned):
    board = Picture(size, ("k",) * (size[0] * size[1]))
    svg = board_svg(board, SYMBOLS, DRAWINGS, turned=turned, live=True)
    texts = [text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert len(texts) == sum(size)
    assert texts[0] == ("abcdefghijklmnopqrstuvwxyz"[size[0] - 1] if turned else "a")
    assert texts[-1] == (str(size[1]) if turned else "1")
    assert svg.count("<use href") >= size[0] * size[1]


@pytest.mark.parametrize("size", [(2, 3), (3, 2), (4, 4), (5, 5)])
@pytest.mark.parametrize("turned", [False, True])
def test_a1_is_dark_and_colours_alternate(size, turned):
    files, ranks = size
    svg = board_svg(Picture(size, ("",) * (files * ranks)), SYMBOLS, DRAWINGS, turned=turned, coordinates=False)
    image = pixels(svg, files * 48 + 2)
    for square, (x, y) in enumerate(layout(size, (), turned, False).corners):
        row, file = divmod(square, files)
        dark = (file + (ranks - 1 - row)) % 2 == 0
        assert image.getpixel((x + 25, y + 25))[:3] == ((0xA7, 0xB0, 0xB6) if dark else (0xEF, 0xE9, 0xDC))


@pytest.mark.parametrize(
    ("turned", "paths"),
    [(False, "M0 144h144v96h-144zM192 0h48v48h-48z"), (True, "M96 0h144v96h-144zM0 192h48v48h-48z")],
)
def test_regions_of_a_board_have_a_line_around(turned, paths):
    drawings = Drawings(PIECES, regions=("a1 c2", "e5 e5"))
    board = Picture((5, 5), ("",) * 25)
    assert f' d="{paths}"/>' in board_svg(board, {}, drawings, turned=turned)


def test_a_hand_of_more_slots_than_a_row_has_stands_in_rows_that_the_drawing_reaches_round():
    for files, near in ((3, 0), (8, 1)):
        place = layout((files, 3), (11, 17), False, True, near)
        hands = [place.corners[3 * files : 3 * files + 11], place.corners[3 * files + 11 :]]
        for seat, corners in enumerate(hands):
            heights = {y for _, y in corners}
            assert len(heights) == -(-len(corners) // max(files, 6))
            assert len(set(corners)) == len(corners)
            assert min(heights) >= (3 * 48 if seat == near else place.top)
            assert max(heights) + place.slot <= (place.bottom if seat == near else 0)


def test_a_slot_with_several_pieces_has_their_number_and_one_with_a_single_piece_none():
    shown = Picture((3, 1), ("k", "", ""), hands=(("P", "N", ""), ("p",)), counts=((2, 1, 0), (16,)))
    svg = board_svg(shown, SYMBOLS, DRAWINGS, coordinates=False)
    assert re.findall("<text[^>]*>(.*?)</text>", svg) == ["2", "16"]
    plain = board_svg(shown._replace(counts=()), SYMBOLS, DRAWINGS, coordinates=False)
    assert "<text" not in plain
    assert re.sub('<g class="count".*?</g>', "", svg) == plain


def test_png_without_cairo_is_refused_by_name(monkeypatch, tmp_path):
    (tmp_path / "cairosvg.py").write_text("raise OSError('no library called \"cairo-2\" was found')\n")
    monkeypatch.delitem(sys.modules, "cairosvg", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DrawingUnavailable, match="cairo library, which is missing here"):
        png(draw("1"), 100)


def test_a_story_becomes_arrows_stars_and_lost_pieces():
    signs = {"moved": "arrow", "failed": "failed", "clashed": "clash", "removed": "lost"}
    events = [
        Event("moved", 0, (24, 13), ("N",)),
        Event("moved", 1, (3, 8, 13), ("p",)),
        Event("failed", 0, (23, 17), ("P",)),
        Event("failed", 0),
        Event("clashed", None, (13, 1)),
        Event("removed", 1, (13,), ("p", "n")),
        Event("penalty", 1, (7,)),
    ]
    assert from_story(events, signs) == Marks(
        last=(24, 13, 3, 8),
        clash=(13,),
        lost=(Lost(13, "p"),),
        arrows=(Arrow((24, 13), 0), Arrow((3, 8, 13), 1), Arrow((23, 17), 0, failed=True)),
    )
    assert from_story(events, {}) == Marks()


def test_marks_and_arrows_of_an_address():
    board = grid(8, 8)
    assert parse_marks("", board) == parse_arrows(" ", board) == ()
    assert [board.names[square] for square in parse_marks("e4, d5", board)] == ["e4", "d5"]
    arrows = parse_arrows("e2e4,1:b8c6,b4b5c3", board)
    assert [arrow.seat for arrow in arrows] == [None, 1, None]
    assert [board.names[square] for square in arrows[2].squares] == ["b4", "b5", "c3"]
    assert parse_arrows("a10b2", grid(10, 10))[0].squares == (0, 81)


def test_a_bad_mark_or_arrow_is_refused_by_a_sentence():
    no_arrow = "“{}” is not an arrow on this board: write two squares or more"
    arrows = ("e2", "e2e9", "e2e2", "2:", ":e2e4", "10:e2e4", "²:e2e4", "e2 e4", "e2e4x")
    for parse, text, sentence in (
        (parse_marks, "e9", "There is no square “e9” on this board; its squares are a1 to h8."),
        (parse_marks, "e4,,d5", "There is no square “” on this board; its squares are a1 to h8."),
        (parse_marks, "a1," * 400 + "a1", "401 marks are too many: draw at most 400."),
        *((parse_arrows, text, no_arrow.format(text)) for text in arrows),
    ):
        with pytest.raises(MarkError) as refused:
            parse(text, grid(8, 8))
        assert str(refused.value).startswith(sentence)


def test_an_arrow_that_turns_back_is_two_lines_side_by_side():
    there_and_back = Marks(arrows=(Arrow((0, 16, 8), 0),))
    line = re.search(r'class="arrow arrow-0".*? d="([^"]+)"', draw("8/8/8/8/8/8/8/8", marks=there_and_back))
    across = [float(x) for x, _ in re.findall(r"([\d.]+)[ ,]([\d.]+)", line[1])]
    assert across[:4] == [31, 31, 17, 17], "the centre of the file is at 24"


def test_a_missing_drawing_is_named():
    with pytest.raises(DrawingError, match="There is no drawing “wz”"):
        board_svg(Picture((1, 1), ("Z",)), {"Z": "wz"}, DRAWINGS)
    with pytest.raises(DrawingError, match="no folder of drawings"):
        Drawings(PIECES / "nowhere")


def test_a_drawing_whose_name_no_id_can_hold_is_refused(tmp_path):
    (tmp_path / "a b.svg").write_text((PIECES / "wn.svg").read_text())
    with pytest.raises(DrawingError, match=r"a b\.svg: a drawing's name is made of letters"):
        Drawings(tmp_path)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("<circle", "not well-formed"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"/>', 'viewBox="0 0 48 48"'),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><style>*{}</style></svg>', "<style>"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><g style="fill:red"/></svg>', "“style”"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><g onclick="x()"/></svg>', "“onclick”"),
    ],
)
def test_a_file_that_is_no_drawing_is_named(tmp_path, body, what):
    (tmp_path / "bad.svg").write_text(body)
    with pytest.raises(DrawingError, match=re.escape("bad.svg")) as refused:
        Drawings(tmp_path)
    assert what in str(refused.value)

"""The board editor without scripts: its form makes each position anew, and bad ones are refused by name."""

import re
from html import unescape
from random import Random

import pytest

import tests.toys
from tests.harness.checkout import ROOT
from tests.harness.composition import app_at
from tests.harness.pages import data, form_of, positions
from tests.harness.words import VARIANTS
from tests.toys import write_variant
from variants.orthodox import Orthodox
from variants.position import Position

BROUGHT = ROOT / "tests" / "kit" / "brought"

CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
REFUSED = {
    "Apocalypse": ("Pppp1/5/5/5/NPPPN w 0", "A footman cannot stand on its last rank, as on a5.", "a5"),
    "Checkered": (f'{CHESS} c 0 {{"stage":"1"}}', "In stage 1 the side to move is one of w, b", ""),
    "Dark": ('4k3/8/8/8/8/8/8/4K3 w 0 {"flags":"0888"}', "the right to castle with a rook on a1", "a1"),
    "Dice": (
        '4k3/8/8/8/8/8/8/4K3 w 0 {"roll":"x"}',
        "The value of “roll” in the FEN must be one of -, p, n, b, r, q, k, not “x”.",
        "",
    ),
    "Dobutsu": ('gle/1c1/1C1/ELG w 0 {"hands":"H"}', "The value of “hands” in the FEN cannot be “H”", ""),
    "Progressive": (f'{CHESS} w 0 {{"series":"2","left":"2"}}', "not the series 2", ""),
    "Synchrone": ('4k3/8/8/8/8/8/8/4K3 w 0 {"enpassant":"e3"}', "No pawn can just have jumped over e3.", "e3"),
}
ORTHODOX = ("4k3/8/8/8/8/8/8/4R1K1 w 0", "The side to move could take the king on e8.", "e8")
"""What is refused in chess; a variant of it that is not above is asked this. `tests/variants` has all others."""


@pytest.mark.parametrize("name", VARIANTS)
def test_the_form_covers_every_field_of_a_fen_and_reproduces_each_position(client, name):
    address = f"/en/variants/{name}/analysis/edit"
    turns = set() if len(VARIANTS[name].turn_letters) > 1 else {"turn"}
    for position in positions(VARIANTS[name]):
        form = form_of(position)
        page = client.get(address, query_string={"fen": position.fen()}).text
        assert form.keys() <= set(re.findall(r'name="([^"]+)"', page)) | turns
        assert len(re.findall(r'unscripted"><button class="btn">|<button class="btn unscripted">', page)) == 2
        for field, text in form.items():
            found = re.search(rf'<select[^>]*name="{re.escape(field)}".*?</select>', page, re.S)
            assert found is None or not field.startswith("key-") or f'value="{text}" selected' in found[0]
        answer = client.get(address, query_string=form)
        assert answer.status_code == 200, data(answer.text, "checked")["error"]
        assert data(answer.text, "shown")["fen"] == position.fen()


def test_variants_from_outside_have_the_same_editor(tmp_path):
    """Holes, three seats, a hidden board, dice, a FEN of which nothing is declared."""
    toys = [toy for toy in vars(tests.toys).values() if isinstance(toy, type) and issubclass(toy, Position)]
    for toy in toys:
        if toy is not Position:
            write_variant(tmp_path / "outside", toy)
    with app_at(tmp_path / "data", variants=(BROUGHT, tmp_path / "outside")) as app:
        variants = app.extensions["cavalier"].library.variants
        assert len(variants) > len(VARIANTS) + 8
        for name in variants.keys() - VARIANTS.keys():
            for position in positions(variants[name]):
                address = f"/en/variants/{name}/analysis/edit"
                answer = app.test_client().get(address, query_string=form_of(position))
                assert answer.status_code == 200, (name, data(answer.text, "checked")["error"])
                assert data(answer.text, "shown")["fen"] == position.fen()
                page = app.test_client().get(address, query_string={"fen": position.fen()})
                assert data(page.text, "shown") == data(answer.text, "shown")
            assert data(page.text, "known")["holes"] == sorted(variants[name].holes)


WITH_KINGS = [
    name
    for name, rules in VARIANTS.items()
    if name in REFUSED or (getattr(rules, "setup", "") == Orthodox.setup and all(rules.guarded))
]


@pytest.mark.parametrize("name", WITH_KINGS)
def test_bad_positions_are_refused_by_name(app, client, name):
    fen, sentence, square = REFUSED.get(name, ORTHODOX)
    answer = client.post(f"/en/variants/{name}/analysis/edit", data={"fen": fen})
    assert sentence in answer.json["error"]
    names = [app.extensions["cavalier"].library.words(name, "en")._squares[at] for at in answer.json["squares"]]
    assert names == [square][: len(square)]
    page = client.get(f"/fr/variants/{name}/analysis/edit", query_string={"fen": fen})
    assert page.status_code == 400
    french = client.post(f"/fr/variants/{name}/analysis/edit", data={"fen": fen}).json["error"]
    assert french != answer.json["error"]
    assert french in unescape(page.text)
    assert "href" not in re.findall(r'<a class="btn[^>]*id="analyse"[^>]*>', page.text)[0]


def test_where_a_game_is_over_it_can_be_analysed_and_not_played(client):
    page = client.get("/en/variants/Apocalypse/analysis/edit", query_string={"fen": "5/5/5/P4/5 w 0"})
    assert page.status_code == 200
    assert "In this position the game is already over." in page.text
    ways = dict(re.findall(r'<a class="btn[^>]*id="([^"]+)"([^>]*)>', page.text))
    assert "href" in ways["analyse"]
    assert not any("href" in ways[way] for way in ways if way != "analyse")


def test_an_unreadable_board_is_refused_and_the_start_position_shown(client):
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
    for fen in ("zz", "8/8", "{", "x" * 5000, f"{start} KQkq - 0 1 2", start + ' 0 {"x":"\\ud800"}'):
        page = client.get("/en/variants/Chess/analysis/edit", query_string={"fen": fen})
        assert page.status_code == 400
        assert data(page.text, "checked")["error"]
    assert client.get("/en/variants/Nothing/analysis/edit").status_code == 404


@pytest.mark.parametrize("language", ["en", "fr", "es"])
@pytest.mark.parametrize("name", VARIANTS)
def test_every_key_that_a_form_asks_for_has_words(app, name, language):
    words, rules = app.extensions["cavalier"].library.words(name, language), VARIANTS[name]
    for key in rules.fen_keys:
        if rules.fen_value(key).offered:
            assert words.of_fen(key, "")
            parts = rules.fen_value(key).parts
            assert len(parts) < 2 or all(part.at or words.of_fen(f"{key}.{at}", "") for at, part in enumerate(parts, 1))


def test_a_right_that_the_edited_board_cannot_have_is_dropped_and_lists_offer_only_rooks(client):
    address = "/en/variants/Chess/analysis/edit"
    fen = VARIANTS["Chess"].start().fen().replace("RNBQKBNR", "RNBQKBN1")
    refused = client.post(address, data={"fen": fen}).json
    assert "The board contradicts the right to castle" in refused["error"]
    answer = client.post(address, data={"fen": fen, "edited": "yes"}).json
    assert (answer["error"], answer["state"]["named"]["flags"]) == ("", "0807")
    assert answer["state"]["parts"]["flags"] == [["0", "8"], ["8"], ["0", "8"], ["7", "8"]]
    for name, rules in VARIANTS.items():
        whole = rules.start({}, Random(0)).fen()
        assert (
            client.post(f"/en/variants/{name}/analysis/edit", data={"fen": whole, "edited": "yes"}).json["fen"] == whole
        )

"""A reader sees every board in the set of pieces that they chose, and nobody else does."""

import pytest

from server.book.validation import drawings_of
from server.drawing.pieces import PIECE_SETS
from server.kit.new import make
from tests.harness.pages import Players, outlined, outlines
from variants.registry import discover

FIRST, SECOND = PIECE_SETS
PAGES = (
    "/fr/",
    "/fr/variants/Apocalypse",
    "/fr/variants/Apocalypse/leaflet",
    "/fr/variants/Dobutsu",
    "/fr/variants/Chess/play",
    "/fr/variants/Chess/analysis",
    "/fr/variants/Chess/analysis/edit",
    "/fr/puzzles",
    "/embed/Apocalypse?lang=fr",
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_draws_its_boards_in_the_set_that_its_reader_chose(app, client, path):
    of_sets = {}
    for pieces in PIECE_SETS:
        drawings = app.extensions["cavalier"].library.drawings
        of_sets[pieces] = outlines(drawings("Chess", pieces)) | outlines(drawings("Dobutsu", pieces))
    only = {FIRST: of_sets[FIRST] - of_sets[SECOND], SECOND: of_sets[SECOND] - of_sets[FIRST]}
    shown = {}
    for pieces, other in ((FIRST, SECOND), (SECOND, FIRST), (FIRST, SECOND)):
        assert client.post("/fr/settings", data={"pieces": pieces}).status_code == 303
        answer = client.get(path)
        found = outlined(answer.text)
        assert answer.status_code == 200
        assert found & only[pieces]
        assert not found & only[other]
        assert shown.setdefault(pieces, answer.text) == answer.text, "and says so again when it is asked again"


def test_a_table_and_its_game_that_is_over_are_drawn_in_the_chosen_set(app, client):
    players = Players(app, "Chess")
    drawings = app.extensions["cavalier"].library.drawings
    for over in (False, True):
        if over:
            players.do("resign", 0)
        for pieces in PIECE_SETS:
            client.post("/en/settings", data={"pieces": pieces})
            found = outlined(client.get(f"/en/game/{players.id}").text)
            assert outlines(drawings("Chess", pieces)) & found


def test_a_publicly_cached_picture_ignores_the_readers_settings(client):
    paths = ("/card/Chess.png", "/diagram/Chess.svg", "/pieces/wn.svg")
    before = [client.get(path).data for path in paths]
    client.post("/en/settings", data={"pieces": SECOND})
    assert [client.get(path).data for path in paths] == before


def test_an_outside_variant_may_add_drawings_to_a_set_and_falls_back_to_its_own(tmp_path):
    (home,) = make("Toads", tmp_path)
    found, faults, _ = discover((tmp_path,))
    assert not faults
    folder = home / "pieces"
    (folder / SECOND).mkdir(parents=True)
    plain = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path d="M0 0h{}v9z"/></svg>'
    for file, width in ((folder / "wn.svg", 8), (folder / "wk.svg", 7), (folder / SECOND / "wn.svg", 9)):
        file.write_text(plain.format(width))
    own = {pieces: drawings_of("Toads", found["Toads"], pieces) for pieces in PIECE_SETS}
    for pieces, name, width in ((FIRST, "wn", 8), (SECOND, "wn", 9), (SECOND, "wk", 7)):
        assert f"M0 0h{width}v9z" in own[pieces].svg(name)

"""The pages for people, asked for as a browser without scripts would: what they say, in which language, and to whom."""

import re
from html import unescape
from io import BytesIO

import pytest
import segno

from server.game import decisions
from server.http.language import LONGEST_ACCEPT_LANGUAGE
from server.tables import TableLoader
from tests.harness.actions import action
from tests.harness.composition import app_at
from tests.harness.faults import failing, recorded
from tests.harness.pages import Players, opened, text
from tests.harness.tables import evict_tables
from tests.toys import Duel, write_variant
from variants.errors import FenError

FORM = {"en": "/en/variants/Apocalypse/play", "fr": "/fr/variants/Apocalypse/play"}
BAD_FEN = "zz"
END = "5/5/5/P4/5 w 0"
"""White alone has a footman: the game is over."""


# Languages


@pytest.mark.parametrize(
    ("wish", "language"),
    [("fr-CH, fr;q=0.9, en;q=0.8", "fr"), ("de, fr;q=0.5", "fr"), ("en-GB", "en"), ("de", "en"), ("", "en")],
)
def test_the_first_visit_follows_the_wish_of_the_browser(client, wish, language):
    answer = client.get("/", headers={"Accept-Language": wish})
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/{language}/"
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in answer.headers["Vary"].split(",")}


def test_a_long_accept_language_header_is_read_up_to_a_limit(client):
    """To read 60 kB of it took up to 120 ms, before any limit."""
    wishes = ", ".join(["de"] * (LONGEST_ACCEPT_LANGUAGE // 4))
    assert client.get("/", headers={"Accept-Language": f"{wishes[:-4]}, fr"}).headers["Location"] == "/fr/"
    assert client.get("/", headers={"Accept-Language": f"{wishes}, de, fr"}).headers["Location"] == "/en/"


def test_the_last_choice_prevails_over_the_browser(client):
    client.get("/fr/")
    assert client.get("/", headers={"Accept-Language": "en"}).headers["Location"] == "/fr/"
    client.get("/en/games")
    assert client.get("/", headers={"Accept-Language": "fr"}).headers["Location"] == "/en/"


@pytest.mark.parametrize("path", ["/", "/variants/Apocalypse/play?preset=wikipedia"])
def test_the_language_is_changed_without_leaving_the_page(client, path):
    for language, other in (("en", "fr"), ("fr", "en")):
        page = client.get(f"/{language}{path}").text
        assert f'<html lang="{language}">' in page
        assert f'class="lang" href="/{other}{path}"' in page


@pytest.mark.parametrize("path", ["/de/", "/x"])
def test_a_missing_page_is_answered_in_the_language_of_the_reader(client, path):
    answer = client.get(path, headers={"Accept-Language": "fr"})
    assert answer.status_code == 404
    assert "Il n’y a pas de page" in answer.text


# Home


@pytest.mark.parametrize("path", ["/", "/nowhere", "/variants/Nowhere", "/variants/Dobutsu", "/game/{table}"])
def test_menu_and_footer_of_every_page_link_all_sections(app, client, path):
    first = app.extensions["cavalier"].library.first
    variant = "Dobutsu" if "Dobutsu" in path or "table" in path else first
    page = client.get(f"/fr{path.format(table=opened(client, 'Dobutsu').rsplit('/', 1)[1])}").text
    menu, foot = page.split("</header>")[0], page.split('<footer class="foot"')[1]
    board = f"variants/{variant}/analysis"
    assert f'href="/fr/{board}"' in menu
    for there in ("fair-play", "make", "programs", *(() if "table" in path else (board, f"{board}/edit"))):
        assert f'href="/fr/{there}"' in foot


def test_the_catalogue_shows_every_variant_with_its_board_and_its_ways(app, client):
    variants = app.extensions["cavalier"].library.variants
    page = client.get("/fr/variants").text
    for name in variants:
        assert f'href="/fr/variants/{name}/play"' in page
        assert f'href="/fr/variants/{name}"' in page
    covers = re.findall(r'<a class="cover"[^>]*>(.*?)</a>', page, re.S)
    assert len(set(covers)) == len(variants), "no two look alike"
    assert sum('class="fog"' in cover for cover in covers) == 1, "a hidden board is seen by one of its players"
    assert sum('class="dice"' in cover for cover in covers) == 1, "what nature drew lies on its board"


def test_a_variant_with_an_invalid_cover_is_left_out_and_home_still_works(tmp_path):
    folder = write_variant(tmp_path / "variants", Duel)
    for page in (folder / "rules").iterdir():
        page.write_text(page.read_text() + "\n## Aim {#aim}\n\n```board\nfen: nonsense\ncover: yes\ncaption: x\n```\n")
    with app_at(tmp_path / "data", variants=(tmp_path / "variants",)) as app:
        assert app.test_client().get("/en/").status_code == 200
        assert "Duel" not in app.extensions["cavalier"].library.variants
        assert any("rules/en.md" in fault for fault in app.extensions["cavalier"].faults)


def test_home_lists_open_tables_and_offers_the_host_no_second_seat(app):
    opener, friend = app.test_client(), app.test_client()
    address = opened(opener, name="Mireille")
    form = f'data-part="join"{{hidden}} action="/en{address}/join"'
    assert form.format(hidden="") in friend.get("/en/").text
    assert "Mireille" in text(friend.get("/en/").text)
    assert form.format(hidden=" hidden") in opener.get("/en/").text
    assert f'href="/en{address}"' in opener.get("/en/").text


def test_home_and_lists_show_finished_and_stopped_games_but_no_withdrawn_tables(tmp_path):
    with app_at(tmp_path) as app:
        client = app.test_client()
        services, withdrawn = app.extensions["cavalier"], opened(client).rsplit("/", 1)[1]
        with services.tables.reading(withdrawn) as table:
            opener = table.chairs[0]
        services.tables.act(withdrawn, opener, action("resign", 0))
        page = text(client.get("/en/").text)
        assert "An example of" in page
        assert "over after 0 turns" not in page
        players = Players(app)
        players.turn("c1c2", "c5c4")
        services.tables.decide(players.id, lambda table: decisions.stop(table, 1.0, "turn 1"))
        games = client.get("/en/games").text
        assert withdrawn not in games
        assert f'<a href="{players.address}">' in games


def test_home_stays_open_where_the_game_it_would_show_cannot_be_shown(app, caplog):
    """The newest game may be one that today's rules cannot read."""
    players = Players(app)
    evict_tables(app.extensions["cavalier"].table_services.cache)
    with failing(TableLoader, "load", FenError("fen_rows", "This FEN is of other rules.")):
        page = app.test_client().get("/en/")
    assert page.status_code == 200
    assert players.id in page.text, "it stands in the list all the same"
    assert 'class="hero-board"' in page.text
    assert "cannot be shown" in caplog.text


# The form that opens a table


def test_the_form_opens_a_table_with_its_options(app, client):
    address = opened(client, **{"option-collision": "classic", "name": "Mireille"})
    page = client.get("/en" + address).text
    words = app.extensions["cavalier"].library.words("Apocalypse", "en")
    assert words.options["collision"].choices["classic"] in text(page)
    assert "http://localhost/game/" in page


def test_a_preset_fills_the_options(app, client):
    settings = app.extensions["cavalier"].library.variants["Apocalypse"].presets["wikipedia"]
    assert settings
    query = {
        "preset": "wikipedia",
        "against": "Bob",
        "control": "5+3",
        **{f"option-{name}": "never" for name in settings},
    }
    page = client.get(FORM["en"], query_string=query).text
    assert 'name="preset" value="wikipedia" aria-current="true"' in page
    assert 'type="hidden" name="against" value="Bob"' in page, "it is still a challenge"
    assert '<option value="5+3" selected>' in page
    for name, choice in settings.items():
        assert re.search(f'name="option-{name}" value="{choice}" checked', page)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("option-collision", "chance", "« chance » n’est pas un choix de l’option « collision »"),
        ("seat", "7", "Cette place n’existe pas."),
        ("seat", "٣", "Cette place n’existe pas."),
        ("control", "5+99", "« 5+99 » n’est pas une cadence"),
        ("name", "x" * 33, "Un nom compte de 1\u00a0à\u00a032\u00a0caractères."),
        ("name", "a\u202eb", "Un nom se compose de caractères visibles"),
        ("fen", BAD_FEN, "Rangées de l’échiquier : 1 au lieu de 5."),
        ("fen", END, "la partie est déjà finie"),
    ],
)
def test_an_invalid_field_is_explained_beside_it_and_keeps_its_input(client, field, value, sentence):
    typed = {"seat": "1", "name": "Ana", "option-collision": "classic", field: value}
    answer = client.post(FORM["fr"], data=typed)
    assert answer.status_code == 400
    beside = re.search(rf'<p class="msg" id="{field}-error">([^<]*)</p>', answer.text)
    assert beside, text(answer.text)
    assert sentence in unescape(beside[1]).replace("\u202f", " ")
    assert f"{field}-error" in answer.text.replace(beside[0], "")
    shown = {
        "name": 'value="Ana"',
        "seat": 'name="seat" value="1" checked',
        "option-collision": 'value="classic" checked',
    }
    for other in shown.keys() - {field}:
        assert shown[other] in answer.text
    assert field != "fen" or f'value="{value}"' in answer.text


def test_a_position_in_the_address_is_drawn_and_played(client):
    fen = "5/p4/5/P4/5 w 0"
    page = client.get(FORM["en"], query_string={"fen": fen}).text
    played = client.get("/en" + opened(client, fen=fen)).text
    for shown in (page, played):
        pieces = re.search(r'<g data-layer="pieces">(.*?)</g>', shown)
        assert pieces
        assert pieces[1].count("<use") == 2
    assert client.get(FORM["en"], query_string={"fen": BAD_FEN}).status_code == 400


@pytest.mark.parametrize(
    ("control", "title"),
    [("5+3", "5 min + 3 s"), ("180+0", "180 min"), ("1d", "1 day a turn"), ("3d", "3 days a turn")],
)
def test_the_form_gives_a_table_its_clock(client, control, title):
    assert title in text(client.get("/en" + opened(client, control=control)).text)
    page = client.get(FORM["en"], query_string={"control": control}).text
    chosen = re.search(r'<option value="([^"]*)" selected>(.*?)</option>', page)
    assert chosen
    assert (chosen[1], text(chosen[2])) == (control, title)


def test_a_table_is_in_the_lists_only_if_its_opener_wants_it_and_is_not_for_one_device(app, client):
    private = client.post(FORM["en"], data={"seat": "0"}).headers["Location"].rsplit("/", 1)[1]
    alone, listed = (opened(client, **fields).rsplit("/", 1)[1] for fields in ({"opponent": "alone"}, {}))
    for page in ("/en/", "/en/games"):
        shown = app.test_client().get(page).text
        assert (private in shown, alone in shown, listed in shown) == (False, False, True)


def test_the_eleventh_open_table_is_refused_in_the_form(app):
    opener = app.test_client()
    for _ in range(10):
        opened(opener)
    answer = opener.post(FORM["fr"], data={"seat": "0", "control": "3d", "fen": "5/p4/5/P4/5 w 0"})
    assert answer.status_code == 400
    notice = re.search(r'<div class="notice err" role="alert">(.*?)</div>', answer.text)
    assert notice, answer.text
    assert "Vous attendez déjà à 10 tables." in text(notice[1])
    assert '<option value="3d" selected>' in answer.text


def test_a_game_with_a_clock_of_ones_own_is_opened_and_an_impossible_clock_refused(client):
    own = {"control": "own", "minutes": "12", "increment": "7"}
    assert "12 min + 7 s" in client.get("/en" + opened(client, "Chess", **own)).text
    refused = client.post("/en/variants/Chess/play", data={"seat": "0", **own, "minutes": "900"})
    assert (refused.status_code, "“900+7” is not a time control" in text(refused.text)) == (400, True)
    assert re.search('name="minutes"[^>]* value="900"', refused.text)


def test_the_code_of_a_table_holds_its_permanent_link_on_white(client):
    address = opened(client)
    assert f'<img src="/en{address}/code.svg"' in client.get("/en" + address).text
    answer = client.get(f"/en{address}/code.svg")
    assert answer.mimetype == "image/svg+xml"
    drawing = BytesIO()
    segno.make(f"http://localhost{address}", micro=False, error="m").save(drawing, kind="svg", light="#fff")
    assert re.findall(r' d="[^"]+"', answer.text) == re.findall(r' d="[^"]+"', drawing.getvalue().decode())
    assert '<path fill="#fff"' in answer.text
    assert client.get("/en/game/nothing/code.svg").status_code == 404


def test_the_code_of_a_table_is_made_once_without_loading_the_table_and_not_sent_again(app, client):
    address = f"/en{opened(client)}/code.svg"
    evict_tables(app.extensions["cavalier"].table_services.cache)
    with recorded(segno, "make") as made, recorded(TableLoader, "load") as loaded:
        first, again = client.get(address), client.get(address)
        assert (first.status_code, again.data, len(made), loaded) == (200, first.data, 1, [])
        assert client.get(address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


# A table


def test_a_seat_is_taken_by_post_alone_and_once_with_a_name_that_can_be_shown(app):
    opener, friend, late = (app.test_client() for _ in range(3))
    address = "/fr" + opened(opener)
    assert friend.get(f"{address}/join").status_code == 405, "a preview robot takes no seat"
    refused = friend.post(f"{address}/join", data={"seat": "1", "name": "x" * 33})
    assert (refused.status_code, "Un nom compte de 1" in refused.text) == (400, True)
    assert 'data-free="1"' in friend.get(address).text
    answer = friend.post(f"{address}/join", data={"seat": "1", "name": "Oskar"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{address}?seat=1")
    assert "Oskar" in text(opener.get(address).text)
    late.post("/en/name", data={"name": "Ann"})
    refused = late.post(f"{address}/join", data={"seat": "1", "name": "Latecomer"})
    assert refused.status_code == 409
    assert "Toutes les places de cette table sont prises." in text(refused.text)
    names = app.extensions["cavalier"].names.chosen.values()
    assert ("Ann" in names, "Latecomer" in names) == (True, False), "who is refused keeps the name that others know"


def test_a_link_to_an_open_table_previews_in_the_language_of_its_opener(app):
    address = opened(opener := app.test_client())
    (link,) = re.findall(rf'value="http://localhost({address}[^"]*)"', opener.get(f"/fr{address}").text)
    preview = app.test_client().get(link, follow_redirects=True).text
    assert re.search(r'<meta property="og:title" content="\S.* vous invite à une partie.: Apocalypse">', preview)
    english = app.test_client().get(link, headers={"Accept-Language": "en"}, follow_redirects=True).text
    assert re.search(r'<meta property="og:title" content="\S.* invites you to play Apocalypse">', english)


def test_a_replay_holds_every_position(app):
    players = Players(app)
    players.turn("c1c2", "c5c4")
    players.turn("a1b3", "a5b3")
    client = app.test_client()
    positions = client.get(f"{players.address}/positions").json["positions"]
    boards = ["".join(symbol or "." for symbol in one["picture"]["board"]) for one in positions]
    assert boards == ["npppnp...p.....P...PNPPPN", "np.pnp.p.p.....P.P.PNP.PN", ".p.pnp.p.p.....P.P.P.P.PN"]
    assert client.get(f"{players.address}/positions?from=2").json["positions"] == positions[2:]
    for first in ("x", "٣", "9" * 30):
        assert client.get(f"{players.address}/positions", query_string={"from": first}).status_code == 409


def test_the_list_of_finished_games_leaves_out_unplayed_ones(app):
    played, empty = Players(app), Players(app)
    white = played.clients[0]
    played.turn("c1c2", "c5c4")
    row = re.search(rf'<a class="mini" [^>]*href="{played.address}">.*?</a>', white.get("/en/games").text, re.S)
    assert '<span data-part="turn">turn 2</span>' in row[0], "one was played"
    for players in (played, empty):
        players.do("resign", 1)
    page = white.get("/en/games").text
    assert played.address in page
    assert empty.address not in page
    (row,) = re.findall(rf"<tr>(?:(?!<tr>).)*{played.address}.*?</tr>", page, re.S)
    assert "<b>You won.</b>" in row, "the list tells each player how it ended"
    assert "Black resigns." in row
    assert "<b>Vous avez gagné.</b>" in white.get("/fr/games").text


# Rules, drawings, old addresses


@pytest.mark.parametrize(
    ("language", "query", "sentence"),
    [
        ("en", "fen=zz", "Ranks of the board: 1 instead of 5."),
        ("fr", "fen=zz", "Rangées de l’échiquier : 1 au lieu de 5."),
        ("fr", "mark=z9", "Il n’y a pas de case « z9 » sur cet échiquier"),
        ("fr", "arrow=a1", "« a1 » n’est pas une flèche"),
        ("fr", "fen=" + "1" * 5000, "Une FEN compte au plus"),
    ],
)
@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_board_that_cannot_be_drawn_is_refused_in_words(client, language, query, sentence, kind):
    answer = client.get(f"/diagram/Apocalypse.{kind}?{query}", headers={"Accept-Language": language})
    assert answer.status_code == 400
    assert answer.mimetype == "text/plain"
    assert sentence in answer.text.replace("\u202f", " ")


def test_a_diagram_accepts_a_partial_position_but_no_wrong_fields(client):
    part = client.get("/diagram/Checkered.svg", query_string={"fen": "8/8/8/3s4/8/8/8/8"})
    assert part.status_code == 200
    assert len(re.findall(r'<use href="#[^"]*cp" x=', part.text)) == 1
    wrong = client.get("/diagram/Checkered.svg", query_string={"fen": "8/8/8/3s4/8/8/8/8 x"})
    assert (wrong.status_code, wrong.text) == (400, "The side to move must be one of w, b, c, not “x”.\n")


def test_a_png_is_a_picture_of_a_sensible_width(client):
    answer = client.get("/diagram/Apocalypse.png?width=64&turned=1&mark=a1&arrow=a1b3&coordinates=0")
    assert answer.mimetype == "image/png"
    assert answer.data.startswith(b"\x89PNG")
    assert int.from_bytes(answer.data[16:20]) == 64
    for width in ("15", "2001", "-5", "1e3", "٤٨٠", ""):
        assert client.get("/diagram/Apocalypse.png", query_string={"width": width}).status_code == 400


def test_old_addresses_redirect_to_the_current_ones_and_unknown_ones_are_not_found(client):
    for piece in "prnbq":
        answer = client.get(f"/pieces/Checkered/c{piece}.svg")
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
        assert answer.data == client.get(f"/pieces/c{piece}.svg").data
    rules = client.get("/variants/Checkered/complete_rules.html", headers={"Accept-Language": "fr"})
    assert (rules.status_code, rules.headers["Location"]) == (301, "/fr/variants/Checkered")
    drawings = ("none.svg", "Checkered/ck.svg", "None/wn.svg", "..%2fwn.svg")
    for path in ("/variants/None/complete_rules.html", *(f"/pieces/{name}" for name in drawings)):
        assert client.get(path).status_code == 404


def test_the_headings_of_a_rules_page_link_to_themselves(client):
    top, prose = client.get("/en/variants/Checkered").text.split('<article class="prose">')
    headings = re.findall(r'<section id="([^"]+)"|<h3 id="([^"]+)"', prose)
    assert ("", "check") in headings
    for section, below in headings:
        assert f'<a href="#{section or below}">' in prose.split(f'id="{section or below}"', 1)[1][:200]
    assert '<a href="#check">' in top, "subsections stand in the contents"

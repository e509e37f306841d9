"""The pages for people, asked for as a browser without scripts would: what they say, in which language, and to whom."""

import re
from html import unescape

import pytest
import segno

from server.game import decisions
from server.http.language import LONGEST_WISH
from server.runtime import Config
from server.tables import TableLoader
from tests.harness.actions import action
from tests.harness.composition import create_app
from tests.harness.faults import failing
from tests.harness.pages import opened, text
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


def test_of_what_a_browser_wishes_so_much_is_read_and_no_more(client):
    """To read 60 kB of it took up to 120 ms, before any limit."""
    wishes = ", ".join(["de"] * (LONGEST_WISH // 4))
    assert client.get("/", headers={"Accept-Language": f"{wishes[:-4]}, fr"}).headers["Location"] == "/fr/"
    assert client.get("/", headers={"Accept-Language": f"{wishes}, de, fr"}).headers["Location"] == "/en/"


def test_the_last_choice_prevails_over_the_browser(client):
    client.get("/fr/")
    assert client.get("/", headers={"Accept-Language": "en"}).headers["Location"] == "/fr/"
    client.get("/en/games")
    assert client.get("/", headers={"Accept-Language": "fr"}).headers["Location"] == "/en/"


@pytest.mark.parametrize("path", ["/", "/games", "/variants/Checkered", "/variants/Apocalypse/play?preset=wikipedia"])
def test_the_language_is_changed_without_leaving_the_page(client, path):
    english, french = client.get("/en" + path), client.get("/fr" + path)
    assert '<html lang="en">' in english.text
    assert '<html lang="fr">' in french.text
    assert f'class="lang" href="/fr{path}"' in english.text
    assert f'class="lang" href="/en{path}"' in french.text
    assert client.get("/fr" + path).status_code == 200


def test_rules_pages_name_their_other_languages(client):
    page = client.get("/fr/variants/Checkered").text
    assert '<link rel="alternate" hreflang="en" href="http://localhost/en/variants/Checkered">' in page
    assert '<link rel="alternate" hreflang="fr" href="http://localhost/fr/variants/Checkered">' in page


@pytest.mark.parametrize("path", ["/de/", "/fr/variants/Nothing", "/en/variants/Nothing/play", "/en/nothing", "/x"])
def test_what_is_not_there_is_a_page_of_its_own(client, path):
    answer = client.get(path, headers={"Accept-Language": "fr"})
    assert answer.status_code == 404
    assert ("There is no page" if path.startswith("/en") else "Il n’y a pas de page") in answer.text


# Home


@pytest.mark.parametrize(
    "path", ["", "games", "nowhere", "puzzles", "variants/Nowhere", "variants/Dobutsu", "variants/Dobutsu/analysis"]
)
def test_every_page_leads_to_the_analysis_board_and_the_editor(app, path):
    page = app.test_client().get(f"/fr/{path}").text
    variant = "Dobutsu" if "Dobutsu" in path else next(iter(app.extensions["cavalier"].library.variants))
    menu, foot = page.split("</header>")[0], page.split('<footer class="foot"')[1]
    assert menu.count(f'href="/fr/variants/{variant}/analysis"') == 2, (
        "in the head of wide windows, in the menu of others"
    )
    assert f'href="/fr/variants/{variant}/analysis"' in foot
    assert f'href="/fr/variants/{variant}/analysis/edit"' in foot


def test_a_table_leads_to_the_analysis_of_its_variant(client):
    page = client.get("/en" + opened(client, "Checkered")).text
    assert 'href="/en/variants/Checkered/analysis"' in page.split("</header>")[0]


def test_home_shows_every_variant_with_its_board_and_its_ways(app, client):
    for language in ("en", "fr"):
        page = client.get(f"/{language}/").text
        for name in app.extensions["cavalier"].library.variants:
            words = app.extensions["cavalier"].library.words(name, language)
            assert words.title in unescape(page)
            assert words.summary in unescape(page)
            assert f'href="/{language}/variants/{name}/play"' in page
            assert f'href="/{language}/variants/{name}"' in page
        assert page.count('class="board') >= len(app.extensions["cavalier"].library.variants) + 1
        covers = [
            re.sub(r"\b[tn]-\w+?-", "", cover) for cover in re.findall(r'<a class="cover"[^>]*>(.*?)</a>', page, re.S)
        ]
        assert len(set(covers)) == len(app.extensions["cavalier"].library.variants), "no two variants look alike"
        assert sum('class="fog"' in cover for cover in covers) == 1, "a hidden board is seen by one of its players"
        assert sum('class="dice"' in cover for cover in covers) == 1, "what nature drew lies on its board"


def test_a_variant_whose_cover_does_not_hold_is_left_out_and_home_stays_open(tmp_path):
    folder = write_variant(tmp_path / "variants", Duel)
    for page in (folder / "rules").iterdir():
        page.write_text(page.read_text() + "\n## Aim {#aim}\n\n```board\nfen: nonsense\ncover: yes\ncaption: x\n```\n")
    app = create_app(Config(data=tmp_path / "data", variants=(tmp_path / "variants",)))
    assert app.test_client().get("/en/").status_code == 200
    assert "Duel" not in app.extensions["cavalier"].library.variants
    assert any("rules/en.md" in fault for fault in app.extensions["cavalier"].faults)
    app.extensions["cavalier"].close()


def test_home_lists_who_waits_and_offers_him_no_second_seat(app):
    opener, friend = app.test_client(), app.test_client()
    address = opened(opener, name="Mireille")
    form = f'data-part="join"{{hidden}} action="/en{address}/join"'
    assert form.format(hidden="") in friend.get("/en/").text
    assert "Mireille" in text(friend.get("/en/").text)
    assert form.format(hidden=" hidden") in opener.get("/en/").text
    assert f'href="/en{address}"' in opener.get("/en/").text


def test_home_shows_what_was_played_and_no_table_that_was_withdrawn(tmp_path):
    app = create_app(Config(data=tmp_path, identity_rate=0, address_rate=0))
    client = app.test_client()
    address = opened(client)
    services, table_id = app.extensions["cavalier"], address.rsplit("/", 1)[1]
    with services.tables.reading(table_id) as table:
        person = table.chairs[0]
    assert services.tables.act(table_id, person, action("resign", 0, message="m"))["ok"]
    page = text(client.get("/en/").text)
    app.extensions["cavalier"].close()
    assert "An example of" in page
    assert "over after 0 turns" not in page


def test_home_shows_a_seal_where_no_game_was_ever_played(tmp_path):
    app = create_app(Config(data=tmp_path, identity_rate=0, address_rate=0))
    page = app.test_client().get("/en/").text
    app.extensions["cavalier"].close()
    plates = page.partition('<figure class="hero-board">')[2].partition("</figure>")[0]
    assert re.findall(r"data-(sealed|choosing)>", plates) == ["choosing", "sealed", "sealed"], "those that are shown"


def test_home_stays_open_where_the_game_it_would_show_cannot_be_shown(app, caplog):
    """The newest game may be one that today's rules cannot read."""
    services = app.extensions["cavalier"]
    _, _, address = played(app)
    evict_tables(services.table_services.cache)
    with failing(TableLoader, "load", FenError("fen_rows", "This FEN is of other rules.")):
        page = app.test_client().get("/en/")
    assert page.status_code == 200
    assert address.rsplit("/", 1)[1] in page.text, "it stands in the list all the same"
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
    page = client.get(FORM["en"] + "?preset=wikipedia").text
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
def test_a_field_that_is_not_right_says_so_beside_it(client, field, value, sentence):
    answer = client.post(FORM["fr"], data={"seat": "0", field: value})
    assert answer.status_code == 400
    beside = re.search(rf'<p class="msg" id="{field}-error">([^<]*)</p>', answer.text)
    assert beside, text(answer.text)
    assert sentence in unescape(beside[1]).replace("\u202f", " ")
    assert f"{field}-error" in answer.text.replace(beside[0], "")


def test_what_was_typed_is_there_again_after_a_mistake(client):
    data = {"seat": "1", "name": "Ana", "fen": BAD_FEN, "option-collision": "classic"}
    page = client.post(FORM["en"], data=data).text
    assert 'value="Ana"' in page
    assert f'value="{BAD_FEN}"' in page
    assert 'name="seat" value="1" checked' in page
    assert 'value="classic" checked' in page


def test_a_position_in_the_address_is_drawn_and_played(client):
    fen = "5/p4/5/P4/5 w 0"
    page = client.get(FORM["en"], query_string={"fen": fen}).text
    played = client.get("/en" + opened(client, fen=fen)).text
    for shown in (page, played):
        pieces = re.search(r'<g data-layer="pieces">(.*?)</g>', shown)
        assert pieces
        assert pieces[1].count("<use") == 2
    assert client.get(FORM["en"], query_string={"fen": BAD_FEN}).status_code == 400


@pytest.mark.parametrize(("control", "title"), [("5+3", "5 min + 3 s"), ("7+0", "7 min"), ("3d", "3 days a turn")])
def test_the_form_gives_a_table_its_clock(client, control, title):
    assert title in text(client.get("/en" + opened(client, control=control)).text)
    page = client.get(FORM["en"], query_string={"control": control}).text
    chosen = re.search(r'<option value="([^"]*)" selected>(.*?)</option>', page)
    assert chosen
    assert (chosen[1], text(chosen[2])) == (control, title)


def test_a_table_is_in_the_lists_only_if_its_opener_wants_it(app, client):
    answer = client.post(FORM["en"], data={"seat": "0"})
    private = answer.headers["Location"].rsplit("/", 1)[1]
    listed = opened(client).rsplit("/", 1)[1]
    for page in ("/en/", "/en/games"):
        shown = app.test_client().get(page).text
        assert (private in shown, listed in shown) == (False, True)


def test_two_players_on_one_device_play_at_once_and_in_no_list(app, client):
    address = opened(client, opponent="alone")
    with app.extensions["cavalier"].tables.reading(address.rsplit("/", 1)[1]) as table:
        assert len(set(table.chairs)) == 1
        assert table.status == "running"
    assert address not in app.test_client().get("/en/games").text


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


def test_the_code_of_a_table_holds_its_permanent_link_on_white(client):
    address = opened(client)
    page = client.get("/en" + address).text
    assert f'<img src="/en{address}/code.svg"' in page
    answer = client.get(f"/en{address}/code.svg")
    assert answer.mimetype == "image/svg+xml"
    drawing = answer.text
    expected = segno.make(f"http://localhost{address}", micro=False, error="m").matrix
    side = len(expected) + 8
    assert f'viewBox="0 0 {side} {side}"' in drawing
    assert f'<path fill="#fff" d="M0 0h{side}v{side}h-{side}z"/>' in drawing
    assert modules(drawing, side) == [
        [0] * side if not 4 <= row < side - 4 else [0] * 4 + list(expected[row - 4]) + [0] * 4 for row in range(side)
    ]
    assert client.get("/en/game/nothing/code.svg").status_code == 404


def modules(drawing, side):
    """The dark squares of a drawing of strokes, as rows of 1 and 0."""
    found = [[0] * side for _ in range(side)]
    path = re.search(r'stroke="#000" d="([^"]*)"', drawing)
    assert path
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path[1]):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if command == "h":
            for column in range(int(x), int(x + values[0])):
                found[int(y)][column] = 1
            x += values[0]
        else:
            x, y = (values[0], values[1]) if command == "M" else (x + values[0], y + values[1])
    return found


# A table


def test_a_seat_is_taken_by_post_alone(app):
    opener, friend = app.test_client(), app.test_client()
    address = "/en" + opened(opener)
    assert friend.get(f"{address}/join").status_code == 405
    assert "is free" in text(friend.get(address).text) or "Join as Black" in text(friend.get(address).text)
    answer = friend.post(f"{address}/join", data={"seat": "1", "name": "Oskar"})
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{address}?seat=1"
    assert "Oskar" in text(opener.get(address).text)


@pytest.mark.parametrize("seat", ["", "0", "1", "9", "-1", "x", "٣"])
def test_the_opener_cannot_take_the_second_seat(app, seat):
    opener = app.test_client()
    address = "/en" + opened(opener)
    assert opener.post(f"{address}/join", data={"seat": seat}).status_code == 409
    assert 'data-free="1"' in app.test_client().get(address).text


def test_a_link_to_an_open_table_previews_as_an_invitation_in_its_own_language(app):
    opener, bot = app.test_client(), app.test_client()
    address = opened(opener)
    page = opener.get(f"/fr{address}").text
    (link,) = re.findall(rf'value="http://localhost({address}[^"]*)"', page)
    assert link.endswith("?lang=fr")
    preview = bot.get(link, follow_redirects=True).text
    assert '<html lang="fr">' in preview
    assert re.search(r'<meta property="og:title" content="\S.* vous invite à une partie.: Apocalypse">', preview)
    english = app.test_client().get(link, headers={"Accept-Language": "en"}, follow_redirects=True).text
    assert re.search(r'<meta property="og:title" content="\S.* invites you to play Apocalypse">', english)
    assert app.test_client().post(f"/en{address}/join", data={"seat": "1"}).status_code == 303
    running = bot.get(f"/en{address}").text
    assert re.search(r'<meta property="og:title" content="Apocalypse: \S.* – \S.*">', running)
    assert '<meta property="og:description" content="Turn 1">' in running


def test_a_taken_seat_is_refused_in_a_page(app):
    address = "/fr" + opened(app.test_client())
    assert app.test_client().post(f"{address}/join", data={"seat": "1"}).status_code == 303
    answer = app.test_client().post(f"{address}/join", data={"seat": "1"})
    assert answer.status_code == 409
    assert "Toutes les places de cette table sont prises." in text(answer.text)


def test_who_is_refused_a_seat_keeps_the_name_that_others_know(app):
    address = "/en" + opened(app.test_client())
    assert app.test_client().post(f"{address}/join", data={"seat": "1"}).status_code == 303
    late = app.test_client()
    late.post("/en/name", data={"name": "Ann"})
    assert late.post(f"{address}/join", data={"seat": "1", "name": "Latecomer"}).status_code == 409
    names = list(app.extensions["cavalier"].names.chosen.values())
    assert "Ann" in names
    assert "Latecomer" not in names


def test_a_name_that_cannot_be_shown_is_refused_before_the_seat_is_taken(app):
    address = "/en" + opened(app.test_client())
    answer = app.test_client().post(f"{address}/join", data={"seat": "1", "name": "x" * 33})
    assert answer.status_code == 400
    assert "A name has 1 to 32 characters." in answer.text
    assert 'data-free="1"' in app.test_client().get(address).text


def test_a_page_shows_the_moves_of_its_reader_alone(app):
    opener, friend, onlooker = app.test_client(), app.test_client(), app.test_client()
    address = "/en" + opened(opener)
    friend.post(f"{address}/join", data={"seat": "1"})
    offered = re.compile(r'"moves": \[(\{.*?\})?\]|"moves":\[(\{.*?)?\]')
    moves = [offered.search(who.get(address).text) for who in (opener, friend, onlooker)]
    assert all(moves)
    mine, his, nobodys = (found[0] for found in moves if found)
    assert '"c1c2"' in mine
    assert '"c5c4"' not in mine
    assert '"c5c4"' in his
    assert '"c1c2"' not in his
    assert "path" not in nobodys


def test_the_permanent_address_leads_to_the_language_of_the_reader(client):
    address = opened(client)
    client.get("/fr/")
    assert client.get(address).headers["Location"] == "/fr" + address
    assert client.get("/fr" + address).status_code == 200


def test_a_table_that_is_not_there_says_so_in_the_language_of_the_reader(client):
    answer = client.get("/fr/game/nothing")
    assert answer.status_code == 404
    assert "Il n’y a pas de partie à cette adresse." in answer.text


@pytest.mark.parametrize("first", ["x", "-1", "٣", "9" * 30])
def test_positions_are_asked_for_by_a_plain_number(client, first):
    assert client.get(f"/en{opened(client)}/positions", query_string={"from": first}).status_code == 409


def test_the_start_is_a_position_of_every_replay(client):
    told = client.get(f"/en{opened(client)}/positions").json
    assert told is not None
    assert told["number"] == 0
    assert [position["number"] for position in told["positions"]] == [0]
    assert told["positions"][0]["picture"]["board"][0] == "n"


def played(app, *turns):
    """A table of two clients at which these turns of sealed moves were played."""
    white, black = app.test_client(), app.test_client()
    address = opened(white)
    black.post(f"/en{address}/join", data={"seat": "1"})
    services, table_id = app.extensions["cavalier"], address.rsplit("/", 1)[1]
    with services.tables.reading(table_id) as table:
        people = tuple(table.chairs)
    for number, moves in enumerate(turns):
        for seat, move in enumerate(moves):
            act = action("act", seat, number, move, message=f"{number}-{seat}")
            assert services.tables.act(table_id, people[seat], act)["ok"]
    return white, black, address


def test_a_replay_holds_every_position(app):
    white, _, address = played(app, ("c1c2", "c5c4"), ("a1b3", "a5b3"))
    told = white.get(f"/en{address}/positions").json
    assert told is not None
    boards = ["".join(symbol or "." for symbol in one["picture"]["board"]) for one in told["positions"]]
    assert boards == ["npppnp...p.....P...PNPPPN", "np.pnp.p.p.....P.P.PNP.PN", ".p.pnp.p.p.....P.P.P.P.PN"]
    later = white.get(f"/en{address}/positions?from=2").json
    assert later is not None
    assert later["positions"] == told["positions"][2:]


def test_moves_and_sentences_are_readable_without_scripts(app):
    white, _, address = played(app, ("c1c2", "c5c4"), ("a1b3", "a5b3"))
    for language, clash in (("en", "Clash on b3"), ("fr", "Rencontre en b3")):
        page = text(white.get(f"/{language}{address}").text)
        assert "Nb3" in page
        assert clash in page


def test_lists_count_the_turns_that_were_played(app):
    white, _, address = played(app, ("c1c2", "c5c4"), ("a1b3", "a5b3"))
    row = re.search(rf'<a class="mini" [^>]*href="/en{address}">.*?</a>', white.get("/en/games").text, re.S)
    assert row
    assert '<span data-part="turn">turn 3</span>' in row[0], "two were played"


def test_the_list_of_games_that_are_over_leaves_out_those_nobody_played(app):
    services = app.extensions["cavalier"]
    white, _, address = played(app, ("c1c2", "c5c4"))
    _, _, empty = played(app)
    for game in (address, empty):
        table_id = game.rsplit("/", 1)[1]
        with services.tables.reading(table_id) as table:
            person = table.chairs[1]
        services.tables.act(table_id, person, action("resign", 1, message="m"))
    page = white.get("/en/games").text
    assert address in page
    assert empty not in page
    (row,) = re.findall(rf"<tr>(?:(?!<tr>).)*{address}.*?</tr>", page, re.S)
    assert "<b>You won.</b>" in row, "the list tells each player how it ended"
    assert "Black resigns." in row
    assert "<b>Vous avez gagné.</b>" in white.get("/fr/games").text


def test_lists_show_stopped_games_and_no_table_that_was_withdrawn(app):
    services = app.extensions["cavalier"]
    client = app.test_client()
    withdrawn = opened(client).rsplit("/", 1)[1]
    with services.tables.reading(withdrawn) as table:
        opener = table.chairs[0]
    assert services.tables.act(withdrawn, opener, action("resign", 0, message="m"))["ok"]
    white, _, address = played(app, ("c1c2", "c5c4"))
    services.tables.decide(address.rsplit("/", 1)[1], lambda table: decisions.stop(table, 1.0, "turn 1"))
    page = white.get("/en/games").text
    assert withdrawn not in page
    assert f'<a href="/en{address}">' in page


def test_a_seal_changes_no_byte_of_the_page_of_another_but_its_own_sign(app):
    """Which move is sealed must not show; the test of secrecy goes through all channels."""
    pages = []
    for move in ("c1c2", "a1b3"):
        white, black, address = played(app)
        for client, name in ((white, "Ann"), (black, "Bob")):
            client.post("/en/name", data={"name": name})
        services, table_id = app.extensions["cavalier"], address.rsplit("/", 1)[1]
        with services.tables.reading(table_id) as table:
            people = tuple(table.chairs)
        services.tables.act(table_id, people[0], action("act", 0, 0, move, message="m"))
        page = black.get(f"/en{address}").text
        for id in (table_id, *people):
            page = page.replace(id, "")
        pages.append(re.sub(r'"seal": ?"[0-9a-f]{64}"', '"seal": ""', page))
    assert pages[0] == pages[1]
    assert '"sealed"' in pages[0]


# Rules, drawings, old addresses


@pytest.mark.parametrize("path", ["/en/variants/Checkered", "/diagram/Checkered.svg", "/pieces/wn.svg"])
def test_what_does_not_change_is_not_sent_twice(client, path):
    first = client.get(path)
    assert "max-age=" in first.headers["Cache-Control"]
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert again.data == b""


def test_rules_are_the_same_for_everybody(app):
    known = app.test_client()
    opened(known, name="Mireille")
    assert known.get("/en/variants/Apocalypse").data == app.test_client().get("/en/variants/Apocalypse").data


def test_each_house_keeps_its_own_rules_pages(tmp_path):
    """Two houses of one process may know a variant of the same name from two folders."""
    pages = []
    for summary in ("The older one.", "The newer one."):
        folder = tmp_path / summary
        for page in (write_variant(folder / "variants", Duel) / "rules").iterdir():
            page.write_text(re.sub("summary: .*", f"summary: {summary}", page.read_text()))
        app = create_app(Config(data=folder / "data", variants=(folder / "variants",)))
        pages.append(app.test_client().get("/en/variants/Duel").text)
        app.extensions["cavalier"].close()
    assert ["The older one." in pages[0], "The newer one." in pages[1]] == [True, True]


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


@pytest.mark.parametrize("width", ["0", "15", "2001", "x", "-5", "1e3", "٤٨٠", ""])
def test_a_png_has_a_sensible_width(client, width):
    assert client.get("/diagram/Apocalypse.png", query_string={"width": width}).status_code == 400


def test_a_diagram_may_show_a_part_of_a_position_but_not_fields_that_say_something_wrong(client):
    part = client.get("/diagram/Checkered.svg", query_string={"fen": "8/8/8/3s4/8/8/8/8"})
    assert part.status_code == 200
    assert len(re.findall(r'<use href="#[^"]*cp" x=', part.text)) == 1
    wrong = client.get("/diagram/Checkered.svg", query_string={"fen": "8/8/8/3s4/8/8/8/8 x"})
    assert (wrong.status_code, wrong.text) == (400, "The side to move must be one of w, b, c, not “x”.\n")


def test_a_png_is_a_picture_of_its_width(client):
    answer = client.get("/diagram/Apocalypse.png?width=64&turned=1&mark=a1&arrow=a1b3&coordinates=0")
    assert answer.mimetype == "image/png"
    assert answer.data.startswith(b"\x89PNG")
    assert int.from_bytes(answer.data[16:20]) == 64


@pytest.mark.parametrize("piece", "prnbq")
def test_the_old_addresses_of_checkered_pieces_answer(client, piece):
    answer = client.get(f"/pieces/Checkered/c{piece}.svg")
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    assert answer.data == client.get(f"/pieces/c{piece}.svg").data


@pytest.mark.parametrize(
    "path", ["/pieces/none.svg", "/pieces/Checkered/ck.svg", "/pieces/None/wn.svg", "/pieces/..%2fwn.svg"]
)
def test_a_drawing_that_is_not_there(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("variant", ["Apocalypse", "Checkered"])
def test_the_old_addresses_of_the_rules_lead_to_ours(client, variant):
    answer = client.get(f"/variants/{variant}/complete_rules.html", headers={"Accept-Language": "fr"})
    assert answer.status_code == 301
    assert answer.headers["Location"] == f"/fr/variants/{variant}"
    assert client.get("/variants/None/complete_rules.html").status_code == 404


# Names


def test_a_name_is_kept_and_shown(client):
    assert client.post("/fr/name", data={"name": "  Zoë 王 "}).headers["Location"] == "/fr/mine#kept"
    assert 'value="Zoë 王"' in client.get("/en/mine").text
    refused = client.post("/fr/name", data={"name": ""})
    assert refused.status_code == 400
    assert "Un nom compte de 1\u00a0à\u00a032\u00a0caractères." in refused.text


@pytest.mark.parametrize(("language", "title"), [("en", "In short"), ("fr", "En bref")])
def test_a_rules_page_opens_with_the_rules_in_short_and_its_headings_link_to_themselves(client, language, title):
    page = client.get(f"/{language}/variants/Checkered").get_data(as_text=True)
    top, prose = page.split('<article class="prose">')
    assert re.search(rf">{title}</h2><ol>(<li>.+?</li>){{4,}}</ol>", top)
    assert 'href="#contents"' in prose
    for there in (top, prose):
        assert f'href="/{language}/variants/Checkered/play"' in there
    headings = re.findall(r'<section id="([^"]+)"|<h3 id="([^"]+)"', prose)
    assert ("", "check") in headings
    for section, below in headings:
        assert f'<a href="#{section or below}">' in prose.split(f'id="{section or below}"', 1)[1][:200]
    assert '<a href="#check">' in top, "subsections stand in the contents"

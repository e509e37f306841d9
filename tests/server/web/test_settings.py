"""The settings of a reader: what is kept, what is refused, and what every page carries of them."""

import re
from html import unescape

import pytest

from server.web.account.settings import CHOICES, COOKIE, LONGEST
from tests.harness.checkout import ROOT

STATIC = ROOT / "static"
HTML = re.compile(r"<html[^>]*>")
CHANGED = {"theme": "dark", "board": "sage", "pieces": "woodcut", "coordinates": "none"}
CHANGED |= {"animation": "off", "confirm": "on", "sounds": "60"}
PAGES = ("/en/", "/en/variants/Apocalypse", "/en/nowhere", "/offline/fr", "/embed/Apocalypse")


def head(client, path):
    found = HTML.search(client.get(path).text)
    assert found is not None
    return found[0]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_reflects_the_settings_cookie_and_nothing_else(client, path):
    assert "data-" not in head(client, path)
    assert client.post("/en/settings", data={**CHANGED, "sounding": "on"}).status_code == 303
    for name, value in CHANGED.items():
        assert f' data-{name}="{value}"' in head(client, path)
    client.post("/en/settings", data={name: values[0] for name, values in CHOICES.items()} | {"sounding": "on"})
    assert "data-" not in head(client, path)


@pytest.mark.parametrize(("name", "value"), [("theme", "pink"), ("sounds", "101"), ("nonsense", "on")])
def test_an_invalid_setting_is_refused_by_name(client, name, value):
    answer = client.post("/fr/settings", data={"board": "sage", name: value})
    assert answer.status_code == 400
    assert name in answer.text
    assert value in answer.text
    assert client.get_cookie(COOKIE) is None, "and the rest is not done either"


@pytest.mark.parametrize(
    "cookie", ["theme=pink", "nonsense=1", "=", "&&&", "theme=dark&" * LONGEST, "%ff%00", 'theme="><script>', "&" * 100]
)
def test_a_cookie_that_is_none_of_ours_is_as_none_at_all(client, cookie):
    client.set_cookie(COOKIE, cookie)
    assert "data-" not in head(client, "/en/games")


def test_one_setting_is_changed_and_the_others_stay(client):
    for name, value in CHANGED.items():
        assert client.post("/en/settings", data={name: value, "sounding": "on"}).status_code == 303
    assert all(f' data-{name}="{value}"' in head(client, "/en/") for name, value in CHANGED.items())


def test_without_a_script_the_switch_silences_whatever_the_volume(client):
    client.post("/en/settings", data={"sounds": "60"})
    assert ' data-sounds="0"' in head(client, "/en/")
    client.post("/en/settings", data={"sounds": "0", "sounding": "on"})
    assert "data-" not in head(client, "/en/"), "switched on, it is heard"


def test_a_browser_that_takes_the_link_of_a_person_keeps_its_own_settings(app, client):
    client.post("/en/settings", data={"theme": "dark", "board": "sage"})
    assert client.post("/en/name", data={"name": "Ann"}).status_code == 303
    found = re.search(r'id="link" readonly value="([^"]+)"', client.get("/en/mine").text)
    assert found is not None
    second = app.test_client()
    second.post("/en/settings", data={"theme": "light"})
    assert second.post("/en/restore", data={"link": unescape(found[1])}).status_code == 303
    for path in ("/en/", "/en/settings"):
        assert ' data-theme="light"' in head(second, path)
        assert "data-board" not in head(second, path)
        assert ' data-theme="dark"' in head(client, path)


def test_a_cookie_of_before_with_the_time_of_the_last_choice_is_read(client):
    client.set_cookie(COOKIE, "theme=dark&at=1800000000000")
    assert head(client, "/en/") == '<html lang="en" data-theme="dark">'


def test_a_page_that_is_kept_for_everybody_is_new_with_every_setting(client):
    path, tags = "/en/variants/Apocalypse", set()
    for theme in ("system", "light", "dark"):
        client.post("/en/settings", data={"theme": theme})
        answer = client.get(path)
        tags.add(tag := answer.headers["ETag"])
        assert "private" in answer.headers["Cache-Control"]
        assert "must-revalidate" in answer.headers["Cache-Control"]
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert len(tags) == 3


BOX = re.compile(r'<svg [^>]*class="board[^>]*viewBox="(\S+) ')


@pytest.mark.parametrize("path", ["/en/variants/Chess/analysis", "/fr/variants/Atomic/play", "/embed/Apocalypse"])
def test_a_board_has_a_margin_only_for_coordinates_beside_it(client, path):
    def room():
        found = BOX.search(client.get(path).text)
        assert found is not None
        return -float(found[1])

    assert room() > 5
    for coordinates in ("none", "squares"):
        client.post("/en/settings", data={"coordinates": coordinates})
        assert room() == 1
    client.post("/en/settings", data={"coordinates": "outside"})
    assert room() > 5


# Colours


def blocks():
    """The colours of both themes, with those of all boards."""
    style, chosen = ((STATIC / name).read_text(encoding="utf-8") for name in ("css/style.css", "css/preferences.css"))
    tokens = re.compile(r"(--[\w-]+): (#\w+)")

    def colours(pattern, text):
        return dict(pair for body in re.findall(pattern + r" \{(.*?)\}", text, re.S) for pair in tokens.findall(body))

    light = dict(tokens.findall(style.partition("@media")[0])) | dict(tokens.findall(chosen.partition("@media")[0]))
    system = r"  :root:not\(\[data-theme=light\]\)"
    return {
        "light": light,
        "system": colours(system, style) | colours(system, chosen),
        "dark": colours(r"  :root\[data-theme=dark\]", chosen),
    }


def contrast(one, other):
    def light(colour):
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_chosen_dark_is_the_dark_of_the_system():
    assert len(blocks()["dark"]) > 30
    assert blocks()["dark"] == blocks()["system"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_pair_of_colours_can_be_distinguished(theme):
    colours = blocks()["light"] | (blocks()["dark"] if theme == "dark" else {})
    wanted = [("--ink", "--paper", 7), ("--ink-2", "--paper", 4.5), ("--ink", "--sheet", 7), ("--ink", "--or-tint", 7)]
    wanted += [("--seal-ink", "--paper", 4.5), ("--on-seal", "--seal", 4.5), ("--on-inv", "--inv", 7)]
    wanted += [("--edge", "--paper", 3), ("--edge", "--sheet", 3)]
    found = {(one, other): contrast(colours[one], colours[other]) for one, other, _ in wanted}
    for board in ("slate", "sage", "print"):
        for square in ("l", "d"):
            found[board, square] = contrast("#17191c", colours[f"--{board}-{square}"])
            wanted.append((board, square, 4.5))
    assert {(one, other): found[one, other] for one, other, least in wanted if found[one, other] < least} == {}

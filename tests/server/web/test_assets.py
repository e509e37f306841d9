"""Files keep their address as long as they are what they were; scripts are built, answers packed and remembered."""

import gzip
import re
import shutil

import brotli
import pytest

from server.web import assets
from tests.harness.checkout import ROOT
from tests.harness.pages import opened

STATIC = ROOT / "static"
DIST = STATIC / "dist"
PACKED = {"Accept-Encoding": "gzip, deflate, br"}
ADDRESS = re.compile(r'(?:href|src)="(/static/[^"]+)"')
OTHER = "/static/v0123456789ab"
"""Where a page of another version of the site asks for its files."""


def test_every_file_that_a_page_names_exists_and_is_cached_for_a_year(client):
    for page in ("/en" + opened(client), "/en/", "/fr/variants/Checkered", "/en/replay", "/en/restore"):
        named = ADDRESS.findall(client.get(page, follow_redirects=True).text)
        assert named, page
        for address in named:
            answer = client.get(address)
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, assets.YEAR), address
            assert answer.data == (DIST / re.sub(r"^/static/v[0-9a-f]{12}/", "", address)).read_bytes()


def test_a_file_that_changes_changes_the_address_of_all(tmp_path):
    shutil.copytree(DIST, tmp_path / "dist")
    before = assets.Assets(tmp_path / "dist").version
    assert before == assets.Assets(DIST).version, "the same files have the same address on every machine"
    (tmp_path / "dist" / "table.css").write_text("b { color: #123456; }")
    assert assets.Assets(tmp_path / "dist").version != before


def test_a_site_without_built_files_does_not_start_and_names_the_remedy(tmp_path):
    with pytest.raises(RuntimeError, match=r"dist is missing: run python3 tools/setup\.py first"):
        assets.Assets(tmp_path / "dist")


def test_a_page_of_another_version_gets_its_files_and_keeps_none_of_them(client):
    answer = client.get(f"{OTHER}/table.js")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")
    assert client.get(f"{OTHER}/table.js", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    for nothing in ("none.js", "../pyproject.toml", "%2e%2e/pyproject.toml", "parts", "parts/chat.js", ".made"):
        assert client.get(f"{OTHER}/{nothing}").status_code == 404


def test_a_script_holds_all_that_its_page_needs_at_first_and_the_rest_asks_it_for_that(client):
    script = client.get(f"{OTHER}/table.js").text
    assert not re.findall(r'\bfrom"|\bimport"', script)
    late = set(re.findall(r"import\(`\./(parts/[^`]+)`\)", script))
    assert len(late) > 5
    for name in late:
        needed = re.findall(r'from"([^"]+)"', client.get(f"{OTHER}/{name}").text)
        assert {each for each in needed if not each.startswith("./")} <= {"../table.js"}, name


def test_an_offline_page_lists_the_lazy_imports_of_its_script(client):
    (late,) = re.findall(r'data-late="([^"]+)"', client.get("/en/variants/Apocalypse").text)
    for address in late.split():
        assert client.get(address).headers["Cache-Control"] == assets.YEAR


@pytest.mark.parametrize(
    "path",
    [
        *("/en/", "/en/variants/Apocalypse", "/api/v1/openapi.json", "/diagram/Apocalypse.svg"),
        *(f"{OTHER}/table.js", f"{OTHER}/table.css"),
    ],
)
def test_an_answer_is_packed_for_whoever_takes_it_so(client, path):
    plain = client.get(path)
    assert "Content-Encoding" not in plain.headers
    for taken, packer, unpack in (
        ("gzip, deflate, br", "br", brotli.decompress),
        ("gzip, deflate", "gzip", gzip.decompress),
        ("gzip, br;q=0", "gzip", gzip.decompress),
    ):
        packed = client.get(path, headers={"Accept-Encoding": taken})
        assert packed.headers["Content-Encoding"] == packer
        assert unpack(packed.data) == plain.data
        assert len(packed.data) < len(plain.data) / 2
        assert int(packed.headers["Content-Length"]) == len(packed.data)
        for answer in (plain, packed):
            assert "Accept-Encoding" in answer.headers["Vary"]
    refused = client.get(path, headers={"Accept-Encoding": "gzip;q=0, deflate"})
    assert "Content-Encoding" not in refused.headers


def test_small_or_secret_responses_are_not_compressed(client):
    short = client.get("/healthz", headers=PACKED)
    assert len(short.data) < assets.LEAST_COMPRESSED
    opened(client)
    mine = client.get("/en/mine", headers=PACKED)
    assert "/restore#" in mine.text, "the link that makes another browser the same person"
    for answer in (short, client.get(f"{OTHER}/young-serif.woff2", headers=PACKED), mine):
        assert "Content-Encoding" not in answer.headers


# What is remembered of answers fills no more than its bytes, whatever is asked for


def test_hostile_requests_pin_a_bounded_number_of_bytes(app, monkeypatch):
    """Other marks on a board and other queries of a page are other entries of a cache."""
    client = app.test_client()
    diagrams, rules = (app.view_functions[name].__self__ for name in ("diagrams.diagram", "rules.rules"))
    caches = [diagrams._pngs, rules._rendered]
    bounds = (120_000, 1_000_000)
    for each, most in zip(caches, bounds, strict=True):
        monkeypatch.setattr(each, "most", most)
    for number in range(50):
        mark = f"{'abcde'[number % 5]}{1 + number // 5 % 5}"
        assert client.get(f"/diagram/Apocalypse.png?mark={mark}&turned={number % 2}&width=99").status_code == 200
        assert client.get(f"/en/variants/Chess?{number:0200}").status_code == 200
    for each, most in zip(caches, bounds, strict=True):
        assert 0 < len(each) < 50
        assert each.bytes <= most

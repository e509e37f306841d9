"""Files keep their address as long as they are what they were; what is sent packed is the same unpacked."""

from __future__ import annotations

import gzip
import re
import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from server.web import assets
from server.web.assets import LEAST_PACKED, Assets

STATIC = Path(__file__).parents[2] / "static"
PACKED = {"Accept-Encoding": "gzip, deflate, br"}
ADDRESS = re.compile(r'(?:href|src)="(/static/[^"]+)"')


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Assets:
    """The files of a folder in which somebody works: looked at each time."""
    monkeypatch.setattr(assets, "LOOK", 0.0)
    shutil.copytree(STATIC, tmp_path / "static")
    return Assets(tmp_path / "static")


def page_of_a_table(client: FlaskClient) -> str:
    """Where a game is that this person opened."""
    answer = client.post("/en/variants/Apocalypse/play", data={"name": "Ann", "seat": "0"})
    return client.get(answer.headers["Location"]).headers.get("Location", answer.headers["Location"])


def test_every_file_that_a_page_names_is_there_and_kept_for_a_year(client: FlaskClient) -> None:
    for page in (page_of_a_table(client), "/en/", "/fr/variants/Checkered", "/en/replay", "/en/restore"):
        named = ADDRESS.findall(client.get(page, follow_redirects=True).text)
        assert named, page
        for address in named:
            answer = client.get(address)
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, assets.YEAR), address
            name = re.sub(r"^/static/v[0-9a-f]{12}/", "", address)
            assert answer.data == (STATIC / name).read_bytes()


def test_a_file_that_changes_changes_the_address_of_all_that_import_it(files: Assets, tmp_path: Path) -> None:
    before = files.version
    assert files.version == before
    changed = tmp_path / "static" / "board" / "narrow.js"
    changed.write_bytes(changed.read_bytes() + b"\n")
    assert files.version != before
    body = files.get("board/narrow.js")
    assert body is not None
    assert body.body.endswith(b"\n\n")


def test_the_same_files_have_the_same_address_on_every_machine(files: Assets) -> None:
    assert files.version == Assets(STATIC).version


def test_a_page_of_another_version_gets_its_files_and_keeps_none_of_them(client: FlaskClient) -> None:
    answer = client.get("/static/v0123456789ab/board.js")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")
    unchanged = client.get("/static/v0123456789ab/board.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert unchanged.status_code == 304
    for nothing in ("none.js", "../pyproject.toml", "%2e%2e/pyproject.toml", "vendor"):
        assert client.get(f"/static/v0123456789ab/{nothing}").status_code == 404


def test_a_script_asks_at_once_for_all_that_it_imports(files: Assets) -> None:
    imported = re.compile(r"""(?:from|import) ["'](\.[^"']+)["']""")
    for path in STATIC.glob("*.js"):
        needed, todo = set(), [path]
        while todo:
            module = todo.pop()
            for found in imported.findall(module.read_text(encoding="utf-8")):
                other = (module.parent / found).resolve()
                if other not in needed and other != path:
                    needed.add(other)
                    todo.append(other)
        listed = files.modules(path.name)
        assert {(STATIC / name).resolve() for name in listed} == needed, path.name
        assert len(listed) == len(set(listed))
    assert len(files.modules("play.js")) > 30


@pytest.mark.parametrize("path", ["/en/", "/en/variants/Apocalypse", "/api/v1/openapi.json", "/diagram/Apocalypse.svg"])
def test_an_answer_is_packed_for_whoever_takes_it_so(client: FlaskClient, path: str) -> None:
    plain, packed = client.get(path), client.get(path, headers=PACKED)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert int(packed.headers["Content-Length"]) == len(packed.data)
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]
    refused = client.get(path, headers={"Accept-Encoding": "gzip;q=0, br"})
    assert "Content-Encoding" not in refused.headers


def test_what_gains_nothing_is_not_packed(client: FlaskClient) -> None:
    short = client.get("/healthz", headers=PACKED)
    assert len(short.data) < LEAST_PACKED
    font = next(path.name for path in (STATIC / "vendor").glob("*.woff2"))
    for answer in (short, client.get(f"/static/v0123456789ab/vendor/{font}", headers=PACKED)):
        assert "Content-Encoding" not in answer.headers


def test_what_holds_a_secret_is_not_packed(client: FlaskClient) -> None:
    page_of_a_table(client)
    mine = client.get("/en/mine", headers=PACKED)
    assert (mine.status_code, "no-store" in mine.headers["Cache-Control"]) == (200, True)
    assert "/restore#" in mine.text, "the link that makes another browser the same person"
    assert "Content-Encoding" not in mine.headers

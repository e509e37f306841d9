"""Files keep their address as long as they are what they were; scripts are bundled, answers packed and remembered."""

import gzip
import re
import shutil
import threading
from pathlib import Path

import brotli
import gevent
import pytest

from server.web import assets
from server.web.bundles import Module
from tests.harness.pages import opened

STATIC = Path(__file__).parents[2] / "static"
PACKED = {"Accept-Encoding": "gzip, deflate, br"}
ADDRESS = re.compile(r'(?:href|src)="(/static/[^"]+)"')


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The files of a folder in which somebody works: looked at each time."""
    monkeypatch.setattr(assets, "LOOK", 0.0)
    shutil.copytree(STATIC, tmp_path / "static")
    return assets.Assets(tmp_path / "static")


def test_every_file_that_a_page_names_is_there_and_kept_for_a_year(client):
    for page in ("/en" + opened(client), "/en/", "/fr/variants/Checkered", "/en/replay", "/en/restore"):
        named = ADDRESS.findall(client.get(page, follow_redirects=True).text)
        assert named, page
        for address in named:
            answer = client.get(address)
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, assets.YEAR), address
            name = re.sub(r"^/static/v[0-9a-f]{12}/", "", address)
            if not name.endswith((".css", ".js")):
                assert answer.data == (STATIC / name).read_bytes()


def test_a_file_that_changes_changes_the_address_of_all_that_import_it(files, tmp_path):
    before = files.version
    assert before == assets.Assets(STATIC).version, "the same files have the same address on every machine"
    made = {name: files.get(name).body for name in ("bundles/table.js", "css/style+print.css")}
    changed = tmp_path / "static" / "board" / "offers.js"
    changed.write_text(changed.read_text().replace("export function press(", "export function press(pressed, "))
    assert files.version != before
    (tmp_path / "static" / "css" / "print.css").write_text("@media print { b { color: #123456; } }")
    for name, body in made.items():
        assert files.get(name).body not in (body, b"")


def test_a_page_of_another_version_gets_its_files_and_keeps_none_of_them(client):
    answer = client.get("/static/v0123456789ab/board/element.js")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")
    unchanged = client.get("/static/v0123456789ab/board/element.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert unchanged.status_code == 304
    for nothing in (
        *("none.js", "../pyproject.toml", "%2e%2e/pyproject.toml", "vendor", "bundles/none.js", "bundles/table"),
        *(
            "bundles/table/none.js",
            "bundles/table/board/element.js",
            "bundles/home/review/review.js",
            "css/style+none.css",
        ),
        *("css/+.css", "css/none.css", "css/style", "css/style+style.css"),
    ):
        assert client.get(f"/static/v0123456789ab/{nothing}").status_code == 404


def test_a_sheet_of_several_holds_all_their_rules_in_their_order(files, tmp_path):
    for name, text in (("one", "/* One. */\nb  { color: red; }\n"), ("two", "i { color: blue; }")):
        (tmp_path / "static" / "css" / f"{name}.css").write_text(text)
    made = files.get("css/one+two.css")
    assert made is not None
    assert made.body == b"b{color:red}i{color:blue}"


def test_sheets_that_no_page_has_named_together_are_not_kept(files):
    own, strange = files.name_sheets(["style", "print"]), "css/print+style.css"
    assert files.get(own) is files.get(own)
    assert files.get(strange) is not files.get(strange)


def test_a_file_is_packed_once_however_many_ask_and_the_loop_goes_on_meanwhile(files, monkeypatch):
    threads = []

    def pack(body):
        threads.append(threading.get_ident())
        return body[:1]

    monkeypatch.setitem(assets.FILE_PACKERS, "br", pack)
    made = files.get("bundles/table.js")
    assert made is not None
    asked = [gevent.spawn(made.sent, "br") for _ in range(5)]
    gevent.joinall(asked, raise_error=True)
    assert {each.value for each in asked} == {made.body[:1]}
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()


@pytest.mark.parametrize(
    "path",
    [
        *("/en/", "/en/variants/Apocalypse", "/api/v1/openapi.json", "/diagram/Apocalypse.svg"),
        *("/static/v0123456789ab/bundles/table.js", "/static/v0123456789ab/css/style+board.css"),
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


def test_what_gains_nothing_or_holds_a_secret_is_not_packed(client):
    short = client.get("/healthz", headers=PACKED)
    assert len(short.data) < assets.LEAST_PACKED
    font = next(path.name for path in (STATIC / "vendor").glob("*.woff2"))
    opened(client)
    mine = client.get("/en/mine", headers=PACKED)
    assert "/restore#" in mine.text, "the link that makes another browser the same person"
    for answer in (short, client.get(f"/static/v0123456789ab/vendor/{font}", headers=PACKED), mine):
        assert "Content-Encoding" not in answer.headers


def test_a_script_that_is_imported_late_is_not_given_to_a_page_of_another_version(client):
    late = re.findall(r'import\("(\./table/[^"]+)"\)', client.get(f"/static/v{'0' * 12}/bundles/table.js").text)
    assert late
    (own,) = set(re.findall(r"/static/v(\w{12})/", client.get("/en/replay").text))
    for version, status in ((own, 200), ("0" * 12, 404)):
        assert client.get(f"/static/v{version}/bundles/{late[0].removeprefix('./')}").status_code == status


# Bundles


@pytest.mark.parametrize(
    "source",
    [
        'import whole from "./parts.js";',
        'import * as parts from "./parts.js";',
        "export default 1;",
        "export let one = 1;",
        'export * from "./parts.js";',
        "const told = `${one ? `  ${two}` : three}`;",
    ],
)
def test_what_a_bundle_cannot_hold_is_refused_with_its_line(source):
    with pytest.raises(ValueError, match=re.escape(f"page.js: a bundle cannot hold {source!r}")):
        Module("page.js", f"const before = 1;\n{source}\n")


# What is remembered of answers fills no more than its bytes, whatever is asked for


def test_hostile_requests_pin_a_bounded_number_of_bytes(app, monkeypatch):
    """Other marks on a board and other queries of a page are other entries of a cache."""
    client = app.test_client()
    diagrams, rules = (app.view_functions[name].__self__ for name in ("diagrams.diagram", "rules.rules"))
    caches = [diagrams._svgs, rules._rendered]
    bounds = (120_000, 1_000_000)
    for each, most in zip(caches, bounds, strict=True):
        monkeypatch.setattr(each, "most", most)
    for number in range(50):
        mark = f"{'abcde'[number % 5]}{1 + number // 5 % 5}"
        assert client.get(f"/diagram/Apocalypse.svg?mark={mark}&turned={number % 2}").status_code == 200
        assert client.get(f"/en/variants/Chess?{number:0200}").status_code == 200
    for each, most in zip(caches, bounds, strict=True):
        assert 0 < len(each) < 50
        assert each.bytes <= most

"""The operator's page: names what is left out, to whoever has a key, and to nobody else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from server.cli import main
from server.config import Config
from server.kit.new import make
from server.site import create_app
from server.texts.languages import LANGUAGES
from server.web import operator_key
from tests.services import Postgres
from tests.toys import Duel, write_variant


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def app(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A site with a sound variant from outside and a broken one."""
    folder = tmp_path_factory.mktemp("more")
    write_variant(folder, Duel)
    (home,) = make("Toads", folder)
    (home / "rules" / "fr.md").write_text("<b>no words</b>", encoding="utf-8")
    app = create_app(Config(data=data, variants=(folder,), thinkers=0, identity_rate=0, address_rate=0))
    yield app
    app.extensions["cavalier"].close()


def link(data: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["operator", "--data", str(data)]) == 0
    return capsys.readouterr().out.strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_what_is_left_out_and_where_the_rest_is_from(
    app: Flask, data: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    answer = app.test_client().get(link(data, capsys).replace("/en/", f"/{language}/"))
    assert answer.status_code == 200
    assert "Toads: Toads/rules/fr.md: the page must begin with front matter" in answer.text
    places = app.extensions["cavalier"].places
    assert f'<span class="mute">Duel, {places["Duel"]}</span>' in answer.text
    assert "Toads" not in places
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_for_everybody_else_there_is_no_such_page(
    app: Flask, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app.test_client()
    good = link(data, capsys)
    for address in ("/en/operator", "/en/operator?key=", f"{good}x", good.replace("key=o", "key=O"), good[:-1]):
        answer = client.get(address)
        assert answer.status_code == 404, address
        assert "Toads" not in answer.text
        assert "There is no page at this address." in answer.text
    assert client.get(good).status_code == 200
    signer = TimestampSigner(app.secret_key, salt="cookie-session")
    assert client.get("/en/operator", query_string={"key": signer.sign("operator").decode()}).status_code == 404
    other = operator_key.made(b"another key of thirty-two bytes.")
    assert client.get("/en/operator", query_string={"key": other}).status_code == 404
    now = TimestampSigner.get_timestamp
    for apart, status in ((-30, 200), (operator_key.LASTS - 5, 200), (operator_key.LASTS + 1, 404)):
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self, apart=apart: now(self) + apart)
        assert client.get(good).status_code == status, f"the clock of this machine is {apart} s ahead"


def test_where_there_is_no_data_no_key_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["operator", "--data", str(tmp_path / "none")]) == 2
    assert "There is no data folder" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_the_link_of_one_process_is_good_for_every_process_that_shares_its_journal(
    tmp_path: Path, postgres_server: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = postgres_server.database()
    app = create_app(Config(data=tmp_path / "one", journal=journal, thinkers=0, identity_rate=0, address_rate=0))
    other = tmp_path / "two"
    other.mkdir()
    assert main(["operator", "--data", str(other), "--journal", journal]) == 0
    assert app.test_client().get(capsys.readouterr().out.strip()).status_code == 200
    app.extensions["cavalier"].close()

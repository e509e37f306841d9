"""One table of configuration: defaults, environment, options over it, and every bad value refused by name."""

import os
import sys
from pathlib import Path

import pytest

from server.runtime import Config, ConfigError, config
from tests.harness.checkout import ROOT


def test_without_anything_the_site_listens_on_loopback_alone():
    assert config.load({}) == Config()
    assert Config().address == "127.0.0.1"


def test_the_environment_sets_each_row(tmp_path):
    folders = (tmp_path / "one", tmp_path / "two")
    for folder in folders:
        folder.mkdir()
    rows = {
        "address": ("0.0.0.0", "0.0.0.0"),
        "port": ("0", 0),
        "data": (str(tmp_path / "new"), tmp_path / "new"),
        "journal": 2 * ("postgresql://ann:secret@host/site",),
        "redis": 2 * ("redis://host:6379/0",),
        "proxies": ("2", 2),
        "site_address": ("https://chess.example/", "https://chess.example"),
        "contact": 2 * ("mailto:words@chess.example",),
        "mail": 2 * ("smtps://chess:secret@mail.example:465",),
        "mail_from": 2 * ("chess@chess.example",),
        "mail_password_file": (__file__, Path(__file__)),
        "variants": (os.pathsep.join(map(str, folders)), folders),
        "identity_rate": ("0", 0),
        "address_rate": ("50", 50),
        "engines": ("4", 4),
        "engine": 2 * (sys.executable,),
        "metrics_port": ("9100", 9100),
        "log_level": ("Debug", "debug"),
    }
    assert rows.keys() == {row.name for row in config.settings()}
    environment = {f"CAVALIER_{name.upper()}": text for name, (text, _) in rows.items()}
    assert config.load({**environment, "HOME": "x"}) == Config(**{name: value for name, (_, value) in rows.items()})


def test_an_option_prevails_over_the_environment():
    assert config.load({"CAVALIER_PORT": "1"}, {"port": "2", "address": None}).port == 2


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("ADDRESS", "nowhere", "it is neither an IP address nor localhost"),
        ("ADDRESS", "", "it is neither an IP address nor localhost"),
        ("PORT", "65536", "it is not a whole number from 0 to 65535"),
        ("PORT", "-1", "it is not a whole number from 0 to 65535"),
        ("PORT", "8000 ", "it is not a whole number from 0 to 65535"),
        ("PORT", "٨", "it is not a whole number from 0 to 65535"),
        ("PORT", "9" * 5000, "it is not a whole number from 0 to 65535"),
        ("CONTACT", "words@chess.example", "it is neither an address with https nor one with mailto"),
        ("CONTACT", "javascript:alert('@')", "it is neither an address with https nor one with mailto"),
        ("DATA", "", "a folder is needed"),
        ("DATA", __file__, "it is a file, not a folder"),
        ("DATA", "a\0b", "the name of a folder cannot contain a null character"),
        ("DATA", "a" * 5000, "it cannot be read: File name too long"),
        ("DATA", "~nobody-here/data", "there is no home folder of this user"),
        ("PROXIES", "11", "it is not a whole number from 0 to 10"),
        ("IDENTITY_RATE", "0.5", "it is not a whole number from 0 to 1000000"),
        ("ADDRESS_RATE", "1000001", "it is not a whole number from 0 to 1000000"),
        ("ENGINES", "65", "it is not a whole number from 0 to 64"),
        ("ENGINE", "/no/such/engine", "there is no program /no/such/engine"),
        ("VARIANTS", "no/such/folder", "there is no folder no/such/folder"),
        ("LOG_LEVEL", "loud", "choose one of debug, info, warning, error"),
    ],
)
def test_a_bad_value_is_refused_by_name(name, text, reason):
    with pytest.raises(ConfigError) as refused:
        config.load({f"CAVALIER_{name}": text})
    assert str(refused.value) == f"CAVALIER_{name}: {text!r} cannot be used, {reason}."
    with pytest.raises(ConfigError, match=f"--{name.lower().replace('_', '-')}: "):
        config.load({}, {name.lower(): text})


ADDRESSES = {
    "JOURNAL": "secret sqlite:///secret postgresql://ann:secret@host postgresql://ann:secret@h:x/d mysql://secret@h/d",
    "REDIS": "secret http://:secret@host redis://:secret@ redis://:secret@h:0",
    "MAIL": "secret http://secret@host smtp://:secret@h smtps://a:secret@h:x",
    "SITE_ADDRESS": "chess.example ftp://chess.example https:// https://a/b https://a@b https://a?b",
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_an_address_that_cannot_be_used_is_refused_by_name_and_without_its_password(name):
    for text in ("", *ADDRESSES[name].split()):
        with pytest.raises(ConfigError, match=rf"^CAVALIER_{name}:? .*cannot be used") as refused:
            config.load({f"CAVALIER_{name}": text})
        assert "secret" not in str(refused.value)


@pytest.mark.parametrize("text", ["https://chess.example", "http://127.0.0.1:8000/", "https://[::1]:8000"])
def test_an_address_of_a_site_is_taken(text):
    assert config.load({"CAVALIER_SITE_ADDRESS": text}).site_address == text.removesuffix("/")


def test_mail_needs_a_sender_and_the_address_of_the_site():
    given = {
        "CAVALIER_MAIL": "smtp://h",
        "CAVALIER_MAIL_FROM": "a@b.example",
        "CAVALIER_SITE_ADDRESS": "https://c.example",
    }
    assert "secret" not in repr(config.load(given | {"CAVALIER_MAIL": "smtp://a:secret@h"}))
    for name in ("CAVALIER_MAIL_FROM", "CAVALIER_SITE_ADDRESS"):
        with pytest.raises(ConfigError, match=rf"^CAVALIER_MAIL cannot be used: it needs {name}\.$"):
            config.load({key: text for key, text in given.items() if key != name})
    with pytest.raises(ConfigError, match=r"^--mail cannot be used: it needs --mail-from and --site-address\.$"):
        config.load({}, {"mail": "smtp://h"})


def test_redis_without_a_shared_journal_is_refused():
    with pytest.raises(ConfigError, match=r"^CAVALIER_REDIS cannot be used: it needs CAVALIER_JOURNAL\.$"):
        config.load({"CAVALIER_REDIS": "redis://host"})
    with pytest.raises(ConfigError, match=r"^--redis cannot be used: it needs --journal\.$"):
        config.load({}, {"redis": "redis://host"})


def test_an_empty_password_file_is_refused(tmp_path):
    file = tmp_path / "password"
    file.write_text("\n")
    with pytest.raises(ConfigError, match=rf"^CAVALIER_MAIL_PASSWORD_FILE: '{file}' cannot be used, it is empty\.$"):
        config.load({"CAVALIER_MAIL_PASSWORD_FILE": str(file)})


def test_a_variable_of_ours_that_is_not_in_the_table_is_refused():
    with pytest.raises(ConfigError, match=r"^CAVALIER_PROT: unknown setting; the settings are CAVALIER_ADDRESS, "):
        config.load({"CAVALIER_PROT": "8000"})


def test_the_table_of_the_operating_guide_is_the_table_of_the_program():
    assert config.table() in (ROOT / "docs" / "operating.md").read_text()

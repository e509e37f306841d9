"""The configuration: what can be set, from where, to what, and why a value is refused."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, field, fields
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from server.runtime.parsing import mail_address, parse_relay, password_file, whole_number

PREFIX = "CAVALIER_"
MOST_RATE = 1_000_000
_HOST = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
GAMES = "/usr/games"
"""Where Debian puts games, which is not in the path of every service."""
LOG_LEVELS = ("debug", "info", "warning", "error")
NEEDS = {"redis": ("journal",), "mail": ("mail_from", "site_address")}
"""Settings that another setting needs."""


class ConfigError(ValueError):
    """A setting that cannot be used; the message names it and says what is wrong."""


def _address(text: str) -> str:
    if text == "localhost":
        return text
    try:
        return str(ip_address(text))
    except ValueError:
        raise ValueError("it is neither an IP address nor localhost") from None


def _folder(text: str) -> Path:
    if not text:
        raise ValueError("a folder is needed")
    if "\0" in text:
        raise ValueError("the name of a folder cannot contain a null character")
    try:
        path = Path(text).expanduser()
        is_file = path.exists() and not path.is_dir()
    except RuntimeError as error:
        raise ValueError("there is no home folder of this user") from error
    except OSError as error:
        raise ValueError(f"it cannot be read: {error.strerror}") from error
    if is_file:
        raise ValueError("it is a file, not a folder")
    return path


def _folders(text: str) -> tuple[Path, ...]:
    folders = tuple(_folder(part) for part in text.split(os.pathsep) if part)
    for folder in folders:
        if not folder.is_dir():
            raise ValueError(f"there is no folder {folder}")
    return folders


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = whole_number(text, 9)
        if number is None or not least <= number <= most:
            raise ValueError(f"it is not a whole number from {least} to {most}")
        return number

    return read


def _service(scheme: str, example: str, meaning: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        with suppress(ValueError):
            parts = urlsplit(text)
            named = parts.path.strip("/") or (scheme == "redis" and parts.hostname)
            if parts.scheme == scheme and named and parts.port != 0:
                return text
        raise ValueError(f"it is not the address of {meaning}, such as {example}")

    return read


def _mail(text: str) -> str:
    try:
        parse_relay(text)
    except ValueError as error:
        raise ValueError("it is not the address of a mail server, such as smtps://user@host:465") from error
    return text


def _site(text: str) -> str:
    address = text.removesuffix("/")
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or address != f"{parts.scheme}://{parts.netloc}":
        raise ValueError("it is not the address of a site, such as https://chess.example")
    if not _HOST.fullmatch(parts.netloc):
        raise ValueError("there is no such host")
    return address


def _contact(text: str) -> str:
    parts = urlsplit(text)
    if not ((parts.scheme in ("http", "https") and parts.netloc) or (parts.scheme == "mailto" and "@" in parts.path)):
        raise ValueError("it is neither an address with https nor one with mailto")
    return text


def _engine(text: str) -> str:
    if text not in ("auto", "none") and shutil.which(text) is None:
        raise ValueError(f"there is no program {text}")
    return text


def _level(text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise ValueError(f"choose one of {', '.join(LOG_LEVELS)}")
    return text.lower()


def _setting(default: Any, read: Callable[[str], Any], meaning: str, secret: bool = False) -> Any:
    """A row of the table. A `secret` value may hold a password: neither a message nor a log repeats it."""
    return field(default=default, repr=not secret, metadata={"read": read, "meaning": meaning})


@dataclass(frozen=True, kw_only=True)
class Config:
    """The configuration of one process. Each field is an option, a variable, and a row in docs/operating.md."""

    address: str = _setting(
        "127.0.0.1", _address, "the address to listen on: an IP address or `localhost`; `0.0.0.0` for every network"
    )
    port: int = _setting(8000, _whole(0, 65535), "the port to listen on; `0` for any free port")
    data: Path = _setting(Path("data"), _folder, "the folder of the journal and of the key that signs cookies")
    journal: str = _setting(
        "",
        _service("postgresql", "postgresql://user@host/database", "a PostgreSQL database"),
        "`postgresql://user@host/database`: the database that holds the journal instead of a file in that folder;"
        " several processes may share it; pass a password by the variable, not the option",
        secret=True,
    )
    redis: str = _setting(
        "",
        _service("redis", "redis://host:6379/0", "a Redis server"),
        "`redis://host:6379/0`: the server that carries notifications between processes that share a journal;"
        " without it each sees within a second what the others stored",
        secret=True,
    )
    proxies: int = _setting(
        0, _whole(0, 10), "how many reverse proxies in front to trust for `X-Forwarded-For`, `-Proto` and `-Host`"
    )
    site_address: str = _setting(
        "",
        _site,
        "the public address of the site, such as `https://chess.example`, for search engines, link previews and mail;"
        " without it, the host of the request",
    )
    contact: str = _setting(
        "",
        _contact,
        "where readers send corrections of a translation, such as `mailto:words@chess.example`; without it, pages"
        " name the folder of the translation",
    )
    mail: str = _setting(
        "",
        _mail,
        "`smtp://user@host:587` (with STARTTLS) or `smtps://user@host:465`: the SMTP server for notifications of"
        " correspondence games and challenges, and for links that sign in; off if unset; pass a password by the"
        " variable or `--mail-password-file`",
        secret=True,
    )
    mail_from: str = _setting("", mail_address, "the sender of this mail: `chess@chess.example`")
    mail_password_file: Path | None = _setting(None, password_file, "a file with the password of the SMTP server")
    variants: tuple[Path, ...] = _setting(
        (), _folders, f"folders with more variants, separated by `{os.pathsep}`; each variant has a folder of its own"
    )
    identity_rate: int = _setting(
        10,
        _whole(0, MOST_RATE),
        "how many messages and changes per second one person may send, in bursts five times as many; `0` for no limit",
    )
    address_rate: int = _setting(
        100,
        _whole(0, MOST_RATE),
        "how many messages and requests per second one network address may send, in the same way; `0` also means"
        " no limit on its connections, open tables and new names",
    )
    engines: int = _setting(
        1,
        _whole(0, 64),
        "how many processes compute the computer's moves and the reviews; with `0` the computer does not play",
    )
    engine: str = _setting(
        "auto",
        _engine,
        "the path of a UCI engine that knows many variants, which then plays the strongest computer and evaluates open"
        " positions; `auto` for Fairy-Stockfish where it is installed, `none` for none",
    )
    metrics_port: int = _setting(
        0, _whole(0, 65535), "the port at which Prometheus finds `/metrics`, on this machine alone; `0` for none"
    )
    log_level: str = _setting(
        "info", _level, f"the least severe level to log: {', '.join(f'`{level}`' for level in LOG_LEVELS)}"
    )

    def uci_engine(self) -> str:
        """The path of the UCI engine; "" for none."""
        if self.engine == "none":
            return ""
        name = "fairy-stockfish" if self.engine == "auto" else self.engine
        return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}{os.pathsep}{GAMES}") or ""


def settings() -> tuple[Field[Any], ...]:
    """The rows of the table."""
    return fields(Config)


def variable(setting: Field[Any]) -> str:
    """The environment variable of a setting: `CAVALIER_LOG_LEVEL`."""
    return PREFIX + setting.name.upper()


def option(setting: Field[Any]) -> str:
    """The option of a setting: `--log-level`."""
    return "--" + setting.name.replace("_", "-")


def written(value: Any) -> str:
    """A value as it is written in the environment, or in an option; "" for none."""
    if value is None:
        return ""
    return os.pathsep.join(map(str, value)) if isinstance(value, tuple) else str(value)


def table() -> str:
    """The whole table, as docs/operating.md shows it."""
    rows = [
        f"| `{option(each)}` | `{variable(each)}` | {f'`{default}`' if (default := written(each.default)) else 'none'} "
        f"| {each.metadata['meaning']} |"
        for each in settings()
    ]
    return "\n".join(["| option | variable | default | what it is |", "|---|---|---|---|", *rows])


def load(environment: Mapping[str, str], options: Mapping[str, str | None] | None = None) -> Config:
    """The configuration of an environment, over which options (field name -> text, None where not given) prevail.

    Raises ConfigError for a value that cannot be used, and for an unknown variable that begins with `PREFIX`.
    """
    known = {variable(each) for each in settings()}
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known:
            raise ConfigError(f"{name}: unknown setting; the settings are {', '.join(sorted(known))}.")
    values, named = {}, {}
    for each in settings():
        given = (options or {}).get(each.name)
        name, text = (option(each), given) if given is not None else (variable(each), environment.get(variable(each)))
        if text is None:
            continue
        named[each.name] = name
        try:
            values[each.name] = each.metadata["read"](text)
        except ValueError as error:
            fault = f": {text!r} cannot be used, {error}" if each.repr else f" cannot be used: {error}"
            raise ConfigError(f"{name}{fault}.") from error
    by_name = {each.name: each for each in settings()}
    for name, needed in NEEDS.items():
        missing = [by_name[each] for each in needed if not values.get(each)]
        if values.get(name) and missing:
            spelled = option if named[name].startswith("--") else variable
            raise ConfigError(f"{named[name]} cannot be used: it needs {' and '.join(map(spelled, missing))}.")
    return Config(**values)

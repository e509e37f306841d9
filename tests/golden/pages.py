"""The words of the pages in English and French, the addresses, and what the interface for programs answers."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from server.runtime import config
from tests.golden.commands import INPUT, Line
from tests.harness.client import Answer, Client
from tests.harness.composition import create_app
from tests.harness.interfaces import without_presence
from tests.harness.site import ScriptedSite

LANGUAGES = ("en", "fr")
INLINE = re.compile("a|abbr|b|bdi|cite|code|dfn|em|i|kbd|q|s|small|span|strong|sub|sup|time|u|wbr")
"""Elements that do not end a line of text."""
UNREAD = frozenset({"script", "style", "svg", "template"})


class Text(HTMLParser):
    """The lines that a reader sees of a page: of its title and its main part, or of all of it where it has no such."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._parts: list[str] = []
        self._unread = 0
        self.feed("".join(re.findall(r"<title>.*?</title>|<main\b.*</main>", page, re.S)) if "<main" in page else page)
        self.lines = [line for text in "".join(self._parts).split("\n") if (line := " ".join(text.split()))]

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self._unread += tag in UNREAD
        self._parts += [] if INLINE.fullmatch(tag) else ["\n"]

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in UNREAD
        self._parts += [] if INLINE.fullmatch(tag) else ["\n"]

    def handle_data(self, data: str) -> None:
        self._parts += [] if self._unread else [re.sub(r"\s", " ", data)]


def pages(served: ScriptedSite) -> Iterator[Line]:
    """The pages of a site without a game, the frame around them as that of the first, and forms that are refused."""
    client = served.client("reader")
    for language in LANGUAGES:
        frame = re.sub(r"<main\b.*</main>", "", client.get(f"/{language}/").text(), flags=re.S)
        yield {"path": f"/{language}/", "frame": Text(frame).lines}
        for path in (INPUT / "pages.txt").read_text("utf-8").splitlines():
            yield _page(f"/{language}/{path}", client.get(f"/{language}/{path}"))
        for form in (INPUT / "forms.jsonl").read_text("utf-8").splitlines():
            path, fields = json.loads(form)
            yield {**_page(f"/{language}/{path}", client.post(f"/{language}/{path}", **fields)), "sent": fields}


def table_pages(served: ScriptedSite) -> Iterator[Line]:
    """The pages of the game that `answers` has played."""
    for path in ("/en/game/table0", "/fr/game/table0", "/embed/game/table0?lang=fr", "/en/game/table0/positions"):
        yield _page(path, served.client().get(path))


def _page(path: str, answer: Answer) -> Line:
    line = {"path": path, "status": answer.status}
    if answer.header("Location"):
        return {**line, "location": answer.header("Location")}
    if answer.header("Content-Type").startswith("text/html"):
        return {**line, "text": Text(answer.text()).lines}
    return {**line, "json": json.loads(answer.body)}


def answers(served: ScriptedSite) -> Iterator[Line]:
    """Requests of programs, each by an identity that was given before or by a stranger, and their answers."""
    secrets: list[str] = []
    for request in (INPUT / "requests.jsonl").read_text("utf-8").splitlines():
        by, path, sent = json.loads(request)
        client, headers = Client(served.url), {"Authorization": f"Bearer {secrets[int(by)]}"} if by else {}
        if sent is None:
            answer = client.get(f"/api/v1/{path}", **headers)
        else:
            body = sent if isinstance(sent, str) else json.dumps(sent)
            answer = client.get(f"/api/v1/{path}", "POST", body, **{"Content-Type": "application/json"}, **headers)
        client.close()
        document = json.loads(answer.body)
        secrets += [document["secret"]] if "secret" in document else []
        line = {"by": by, "path": path, "sent": sent, "status": answer.status}
        yield {**line, "answer": without_presence(document)}


def openapi(served: ScriptedSite) -> Iterator[Line]:
    """The description of the interface: a line for its head, for each endpoint and for each model."""
    document = json.loads(Client(served.url).get("/api/v1/openapi.json").body)
    paths, models = document.pop("paths"), document["components"].pop("schemas")
    yield document
    for path in sorted(paths):
        yield from ({"path": path, "method": method, **paths[path][method]} for method in sorted(paths[path]))
    yield from ({"model": name, **models[name]} for name in sorted(models))


def routes(folder: Path) -> list[Line]:
    """Every rule of an address with its methods."""
    app = create_app(config.load({}, {"data": str(folder)}))
    app.extensions["cavalier"].close()
    rules = sorted((rule.rule, sorted(rule.methods or ())) for rule in app.url_map.iter_rules())
    return [{"rule": rule, "methods": methods} for rule, methods in rules]

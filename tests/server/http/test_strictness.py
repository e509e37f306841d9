"""Whatever is sent by page, form, file, interface or socket is refused by name or shown as the text that it is."""

import json
import re
from html.parser import HTMLParser
from io import BytesIO
from urllib.parse import quote, urlencode

import orjson
import pytest

from server.api import ENDPOINTS
from server.game import Refusal
from server.http.security import API_PREFIX, FRAMED_POLICY, HEADERS
from server.puzzles import PuzzleStore
from tests.harness.faults import failing
from tests.harness.local_site import LocalSite
from variants.registry import load

START = load("Apocalypse").start().fen()
MARKUP = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "</script><b id=x>",
    "]]><svg onload=alert(1)>",
    "<!--{{ 7 * 7 }}{% x %}",
)
TEXTS = (
    *MARKUP,
    "a\u202eb\u2066c\u200f",
    "a\0b",
    "\u0301" * 50,
    "{0.__class__} {language} %s %(x)s",
    "x\r\nSet-Cookie: a=b",
    "\x1b[31m\x07",
    "../../etc/passwd",
    "٣",
    "",
    " ",
    "x" * 1_000_000,
)
RAW = (
    "NaN",
    "Infinity",
    "1e999",
    "-0.0",
    "1.5",
    "9" * 5000,
    "9" * 30,
    "-1",
    "true",
    "null",
    '"\\ud800"',
    '"\\udfff\\ud800"',
    "[" * 10_000 + "]" * 10_000,
    '{"a":' * 10_000 + "1" + "}" * 10_000,
    "[]",
    "{}",
    '{"a": {"b": []}}',
    '{"0": null, "\\u0000": "x", "<b>": "y"}',
    "'",
    "",
)
"""What stands in the place of a value in JSON, well formed or not."""

PUZZLE = PuzzleStore.read({"Apocalypse": load("Apocalypse")}).of("Apocalypse", theme="mix")[0]

SAMPLES = {
    "seat": 0,
    "id": "x1",
    "number": 0,
    "move": "a2a3",
    "answer": "a2a3",
    "language": "en",
    "text": "Hello",
    "win": False,
    "surprise": False,
    "listed": True,
    "rated": False,
    "distance": 100,
    "preset": None,
    "to": None,
    "computer": None,
    "boards": [],
    "rows": {},
    "lines": [],
    "pieces": "woodcut",
    "variants": [],
    "control": "none",
    "takebacks": 0,
    "variant": "Apocalypse",
    "settings": {},
    "fen": START,
    "actions": {"0": "a2a3", "1": "a4a3"},
    "name": "Ann",
    "mix": {PUZZLE.moves[0]: 40, PUZZLE.moves[1]: 60},
}

QUERY = (
    *("fen", "seat", "from", "since", "mark", "arrow", "width", "preset"),
    *("status", "most", "control", "name", "v", "level", "after"),
)


class Place(LocalSite):
    """A site with somebody at an open table, a running game, one that is over."""

    def __init__(self, folder):
        self.at = 1_800_000_000.0
        super().__init__(folder, now=lambda: self.at)
        self.ann, bob = self.app.test_client(), self.app.test_client()
        for client, name in ((self.ann, "Ann"), (bob, "Bob")):
            assert client.post("/en/name", data={"name": name}).status_code == 303
        sent = {"json": {"variant": "Apocalypse", "seat": 0}}
        self.ids = [self.ann.post(f"{API_PREFIX}/tables", **sent).json["table"] for _ in range(3)]
        for table in self.ids[:2]:
            assert bob.post(f"/en/game/{table}/join").status_code == 303
        over = {"seat": 0, "id": "over"}
        assert self.ann.post(f"{API_PREFIX}/tables/{self.ids[1]}/resign", json=over).status_code == 200
        self.person = self.ann.get(f"{API_PREFIX}/tables/{self.ids[0]}").json["chairs"][0]["person"]
        self.connect("ann", self.person)
        assert self.watch("ann", self.ids[0], 0)["ok"]

    def addresses(self, method, **named):
        """Every address that is asked in this way, of what is there; or those whose paths name what is `named`."""
        rules = [rule for rule in self.app.url_map.iter_rules() if method in (rule.methods or ())]
        return [self.address(rule, **named) for rule in rules if not named or named.keys() & rule.arguments]

    def address(self, rule, **named):
        """An address by its rule."""
        usual = {
            "language": "en",
            "table_id": self.ids[0],
            "puzzle_id": PUZZLE.id,
            "variant": "Apocalypse",
            "name": "Apocalypse",
            "drawing": "wn",
            "kind": "svg",
            "part": "review",
            "words_of": "en",
            "filename": "style.css",
            "version": "0123456789ab",
            "link": "nothing",
            "person": self.person,
        }
        return re.sub(r"<(?:[^<>]*:)?(\w+)>", lambda found: named.get(found[1], usual[found[1]]), rule.rule)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    made = Place(tmp_path_factory.mktemp("site"))
    yield made
    made.close()


class Forms(HTMLParser):
    """The forms of a page: where each is sent and the names of its fields."""

    def __init__(self, page, address):
        super().__init__()
        self.found = []
        self._address = address
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        reply = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append((reply.get("method", "get"), reply.get("action") or self._address, {}, set()))
        elif tag in ("input", "select", "textarea", "button") and reply.get("name") and self.found:
            _, _, fields, files = self.found[-1]
            if reply.get("type") == "file":
                files.add(reply["name"])
            elif reply.get("type") not in ("radio", "checkbox") or "checked" in reply or reply["name"] not in fields:
                fields[reply["name"]] = reply.get("value", "")


POLICY = "Content-Security-Policy"


def shown_raw(page):
    """Which markup of ours stands in a page as markup."""
    return [markup for markup in MARKUP if markup in page] + re.findall(r"alert\(1\)</script>|<img src=x|<b id=x", page)


def check(reply, sent):
    """An answer that is no fault of ours, and in which nothing is markup that was sent."""
    assert reply.status_code < 500, (sent, reply.status_code, reply.text[:500])
    assert not any(cookie.startswith("a=") for cookie in reply.headers.getlist("Set-Cookie")), sent
    if reply.mimetype in ("text/html", "image/svg+xml"):
        assert shown_raw(reply.text) == [], sent
    policies = {HEADERS[POLICY], *([FRAMED_POLICY] if reply.request.path.startswith("/embed/") else [])}
    for name, value in HEADERS.items():
        assert reply.headers[name] in (policies if name == POLICY else {value}), sent
    for name in ("X-Injected", "Location"):
        assert not re.search(r"[\r\n<>]", reply.headers.get(name, "")), sent


def test_pages_take_any_query(place):
    for address in place.addresses("GET"):
        for text in TEXTS:
            sent = quote(text[:20_000], safe="")
            check(place.ann.get(f"{address}?" + "&".join(f"{name}={sent}" for name in QUERY)), (address, text[:50]))
        check(place.ann.get(f"{address}?%FF=%FF&seat=%ED%A0%80&fen=%00"), address)


@pytest.mark.slow
def test_pages_take_any_query_of_one_field(place):
    for address in place.addresses("GET"):
        for name in QUERY:
            check(place.ann.get(f"{address}?{name}={quote(MARKUP[0])}"), (address, name))


def test_pages_take_any_path_and_a_puzzle_any_answer(place):
    for text in TEXTS:
        check(place.ann.post(f"/en/puzzles/{PUZZLE.id}", data={"answer": text}), text[:50])
        sent = quote(text[:5_000], safe="")
        for named in ("table_id", "puzzle_id", "variant", "name", "drawing", "filename", "version"):
            for address in place.addresses("GET", **{named: sent}):
                check(place.ann.get(address), (address[:100], named))
        for address in place.addresses("POST", table_id=sent, puzzle_id=sent, variant=sent):
            check(place.ann.post(address, data={}), address[:100])


DELETION = "/my-data/delete"


def test_every_field_of_every_form_takes_any_text(place):
    sent = 0
    seen = set()
    pages = [place.address(rule) for rule in place.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    pages += [f"/fr/game/{table}" for table in place.ids]
    stranger = place.app.test_client()
    for client in (place.ann, stranger):
        for address in pages:
            page = client.get(address)
            if page.mimetype != "text/html":
                continue
            for method, action, fields, files in Forms(page.text, address).found:
                if (method, action) in seen or method.lower() != "post":
                    continue
                seen.add((method, action))
                for name in (*fields, *files):
                    for text in TEXTS:
                        # Who comes new each time sends what he likes; a name that is taken stays with him.
                        reply = _submit(place.app.test_client(), action, {**fields, name: text}, name in files, name)
                        check(reply, (action, name, text[:50]))
                        sent += 1
                    if name in files:
                        for content in (b"\xff\xfe\0", b"\xed\xa0\x80", b"{" * 100_000, bytes(600_000)):
                            file = (BytesIO(content), "x.json")
                            reply = client.post(action, data={**fields, name: file}, content_type="multipart/form-data")
                            assert 400 <= reply.status_code < 500
                            check(reply, (action, content[:10]))
                    raw = urlencode(fields).encode() + f"&{quote(name)}=%FF%ED%A0%80%00".encode()
                    # The other tests of this file need her.
                    sender = client if not action.endswith(DELETION) else place.app.test_client()
                    check(sender.post(action, data=raw, content_type="application/x-www-form-urlencoded"), action)
    assert len(seen) >= 5
    assert sent > 200


def _submit(client, action, fields, is_file, name):
    if not is_file:
        return client.post(action, data=fields)
    file = (BytesIO(fields[name].encode()), fields[name][:100] or "x")
    return client.post(action, data={**fields, name: file}, content_type="multipart/form-data")


BODIES = [endpoint for endpoint in ENDPOINTS if endpoint.body is not None and not endpoint.texts]


@pytest.mark.parametrize("endpoint", BODIES, ids=lambda endpoint: endpoint.name)
def test_every_field_of_every_request_takes_any_value(place, endpoint):
    assert endpoint.body is not None
    address = API_PREFIX + endpoint.path.replace("<table_id>", place.ids[2]).replace("<puzzle_id>", PUZZLE.id)
    right = {name: SAMPLES[name] for name in endpoint.body.model_fields}
    for name in [*right, "more"]:
        for value in (*map(json.dumps, TEXTS), *RAW):
            body = json.dumps({**right, name: "@here@"}).replace('"@here@"', value)
            reply = place.ann.post(address, data=body, content_type="application/json")
            check(reply, (address, name, value[:50]))
            if name == "more":
                assert reply.json["refusal"]["code"] in ("message", "too_long")
            if reply.status_code >= 400:
                assert reply.json["refusal"]["sentence"]
    for body in ("", "null", "[]", '"x"', "1", "{", "[" * 60_000, '{"a":' * 10_000):
        reply = place.ann.post(address, data=body, content_type="application/json")
        assert (reply.status_code, reply.json["refusal"]["code"]) == (400, "message")


def test_every_field_of_every_message_takes_any_value(place):
    assert {"watch", "act", "say", "wait", "rematch"} <= place.models.keys()
    values = [*TEXTS, *filter(None, map(_value, RAW)), "\ud800", float("nan"), 10**40, b"x", [{}] * 50]
    for event, model in place.models.items():
        right = {name: place.ids[0] if name == "table" else SAMPLES[name] for name in model.model_fields}
        for name in [*right, "more"]:
            for value in values:
                reply = place.call("ann", event, **{**right, name: value})
                assert orjson.dumps(reply)
                assert reply["ok"] or reply["refusal"]["code"] != "failed", (event, name, str(value)[:50])
                assert reply["ok"] is False or name != "more"
            if name != "more" and model.model_fields[name].is_required():
                reply = place.call("ann", event, **{field: right[field] for field in right if field != name})
                assert (reply["refusal"]["code"], name in reply["refusal"]["sentence"]) == ("message", True)
        for arguments in ((), (None,), ([],), ("x",), (1,), ({}, {}), ({"table": {}},)):
            reply = place.server.handlers["/"][event]("ann", *arguments)
            assert reply["ok"] or (reply["refusal"]["code"] == "message") or not model.model_fields
    sent = [data for events in place.events.values() for _, data in events]
    assert sent, "others were told something of it"
    assert all(map(orjson.dumps, sent))


def _value(text):
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def test_names_and_chat_messages_are_escaped_on_every_page(place):
    short = [markup[:32] for markup in MARKUP]
    for name in short:
        place.at += 60
        place.ann.post("/en/name", data={"name": name})
        said = place.call("ann", "say", table=place.ids[0], seat=0, id=f"n{short.index(name)}", preset=None, text=name)
        assert said["ok"], said
        shown = 0
        for address in [*place.addresses("GET"), *(f"/en/game/{table}" for table in place.ids)]:
            reply = place.ann.get(address)
            if reply.mimetype == "text/html":
                assert not re.search(r"<script>alert|<img src=x|<b id=x|<svg onload|<!--\{\{", reply.text), address
                shown += "alert" in reply.text or "id=x" in reply.text or "7 * 7" in reply.text
        assert shown >= 3, "it is shown, as text"


FOREIGN = (
    *(
        {"Origin": origin}
        for origin in ("https://elsewhere.example", "null", "http://localhost:81", "https://localhost")
    ),
    *({"Sec-Fetch-Site": site} for site in ("cross-site", "same-site")),
    {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
)


def test_nothing_is_done_for_a_page_of_another_site(place):
    before = len(place.services.journal.tables("open", 100))
    addresses = place.addresses("POST")
    assert len(addresses) > 20
    for address in addresses:
        for headers in FOREIGN:
            reply = place.ann.post(address, data={"name": "Mallory"}, headers=headers)
            assert reply.status_code == 403, address
            check(reply, address)
    assert len(place.services.journal.tables("open", 100)) == before


def test_every_answer_carries_the_same_headers(place):
    statuses = set()
    for query in ("EIO=4&transport=polling", "EIO=3&transport=polling", "EIO=4&transport=polling&sid=none", ""):
        for method in ("GET", "POST"):
            reply = place.app.test_client().open(f"/socket.io/?{query}", method=method)
            assert {name: reply.headers.get(name) for name in HEADERS} == HEADERS, (method, query)
    for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
        for address in (*place.addresses("GET"), *place.addresses("POST"), "/nowhere", "/api/nowhere", "/static/none"):
            reply = place.app.test_client().open(address, method=method)
            statuses.add(reply.status_code)
            check(reply, (method, address))
    assert statuses >= {200, 302, 400, 404, 405, 415}
    with failing(
        place.services.limits, "check", Refusal("too_fast", "Too much at once. Wait a moment, then try again.")
    ):
        for address in ("/en/", f"{API_PREFIX}/variants"):
            reply = place.app.test_client().get(address)
            assert (reply.status_code, reply.headers["Retry-After"]) == (429, "1")
            check(reply, address)

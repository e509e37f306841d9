"""The page for those who write programs: what it says can be typed as it stands, in both languages."""

import json
import re
import shlex
from html import unescape

import pytest

LANGUAGES = ("en", "fr")


def commands(page):
    blocks = re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", page, re.S)
    lines = [unescape(line) for block in blocks for line in block.splitlines()]
    return [shlex.split(line) for line in lines if line.startswith("curl ")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_on_the_page_does_what_it_says(app, language):
    client, other = app.test_client(), app.test_client()
    secret = client.post("/api/v1/identity", json={}).json["secret"]
    others = other.post("/api/v1/identity", json={}).json["secret"]
    page = client.get(f"/{language}/programs").text
    table, record = "", None
    found = commands(page)
    assert len(found) >= 9
    for _curl, *words in found:
        address = next(word for word in words if word.startswith("http"))
        assert address.startswith("http://localhost/api/v1/")
        path = address.removeprefix("http://localhost").replace("TABLE", table)
        sent = words[words.index("--json") + 1] if "--json" in words else None
        body = record if sent == "@record.json" else json.loads(sent) if sent else None
        bearer = next((word for word in words if word.startswith("Authorization")), "").partition("Bearer ")[2]
        assert bearer in ("", "SECRET")
        mine = others if path.endswith("/join") else secret
        if path.endswith("/tables"):
            body["seat"] = 0  # Which the others take for granted.
        headers = {"Authorization": f"Bearer {mine}"} if bearer else {}
        told = client.open(path, method="GET" if body is None else "POST", json=body, headers=headers)
        assert told.status_code in (200, 201), (path, told.text)
        table = told.json.get("table", table) if path.endswith("/tables") else table
        record = told.json if path.endswith("record.json") else record
    assert told.json["holds"], "the record that was downloaded"


def test_the_page_leads_to_the_description_and_shows_a_refusal(client):
    page = client.get("/fr/programs").text
    assert 'href="/api/v1/openapi.json"' in page
    refused = json.loads(unescape(re.findall(r"<code>(\{&quot;refusal.*?)</code>", page, re.S)[0]))
    assert refused["refusal"]["code"] == "late"

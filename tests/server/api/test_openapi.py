"""The description of the interface says what it does: what is asked as it says is answered as it says, and no other."""

import re
from random import Random
from types import SimpleNamespace

import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis import GenerationMode
from schemathesis.core.failures import ServerError
from schemathesis.openapi.checks import JsonSchemaError, UndefinedStatusCode
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from server.api import ENDPOINTS, openapi
from server.game import ACTIONS, CONTROLS
from server.http import API_PREFIX
from server.puzzles import PuzzleStore
from variants.registry import load, load_all

EXAMPLES = min(20, settings.default.max_examples // 10)
"""Requests of each kind to each endpoint: half as many in the fast run as in the slow one."""


@pytest.fixture(scope="module")
def site(app):
    """One site, at which somebody plays against himself."""
    client = app.test_client()
    headers = []
    for name in ("Ann", "Bob"):
        secret = client.post(f"{API_PREFIX}/identity", json={"name": name}).json["secret"]
        # The tester does not unpack what is sent packed.
        headers.append({"Authorization": f"Bearer {secret}", "Accept-Encoding": "identity"})
    tables = []
    for variant in load_all():
        sent = {"variant": variant, "seat": 0}
        table = client.post(f"{API_PREFIX}/tables", json=sent, headers=headers[0]).json["table"]
        assert client.post(f"{API_PREFIX}/tables/{table}/join", json={}, headers=headers[1]).status_code == 200
        tables.append(table)
    schema = schemathesis.openapi.from_wsgi(f"{API_PREFIX}/openapi.json", app)
    return SimpleNamespace(schema=schema, headers=headers[0], tables=tables)


PUZZLE = PuzzleStore.read({"Apocalypse": load("Apocalypse")}).of("Apocalypse", theme="mix")[0]


def towards_sense(case, tables):
    """The same request, as likely as not about a variant, a table, a seat, a move that there is."""
    lots = Random(f"{case.path_parameters} {case.query} {case.body}")
    start = load("Apocalypse").start()
    real = {
        "table_id": lots.choice(tables),
        "name": lots.choice(sorted(load_all())),
        "variant": "Apocalypse",
        "fen": start.fen(),
        "settings": {},
        "control": lots.choice(CONTROLS),
        "seat": lots.choice((0, 0, 0, 1)),
        "number": 0,
        "move": start.write(lots.choice(list(start.moves(0)))),
        "puzzle_id": PUZZLE.id,
        "mix": {PUZZLE.moves[0]: 40, PUZZLE.moves[1]: 60},
        "actions": {"0": lots.choice(("a2a3", "e2e3", "a2a4", "a2")), "1": lots.choice(("a4a3", "e4e3"))},
    }
    for part in (case.path_parameters, case.query, case.body):
        for key in real.keys() & set(part) if isinstance(part, dict) else ():
            if lots.random() < 0.8:
                part[key] = real[key]
    return case


def request_all(site, endpoint, mode):
    """Send requests made from the description and hold the answers to it; their statuses."""
    seen = []
    right = mode is GenerationMode.POSITIVE
    # The secret comes from us, which schemathesis takes for one of its own making. What a FEN is, or a time control, no
    # schema can say: a text may be refused.
    excluded = [ignored_auth, *([positive_data_acceptance] if right else [])]

    @given(site.schema[openapi.spelled(endpoint.path)][endpoint.method].as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES)
    def ask(case):
        response = (towards_sense(case, site.tables) if right else case).call(headers=site.headers)
        seen.append(response.status_code)
        case.validate_response(response, excluded_checks=excluded)

    ask()
    return seen


@pytest.mark.parametrize("endpoint", [each for each in ENDPOINTS if not each.texts], ids=lambda endpoint: endpoint.name)
def test_requests_that_follow_the_openapi_document_are_answered_as_described(site, endpoint):
    seen = request_all(site, endpoint, GenerationMode.POSITIVE)
    assert {endpoint.status, *({409} if endpoint.name in DEEDS else ())} & set(seen), "some of it made sense"
    assert not set(seen) & {415, 500, 503}


DEEDS = {"join", *(action.name() for action in ACTIONS)}
"""What is done at a table, which as likely as not is over by now."""


@pytest.mark.parametrize(
    "endpoint",
    [each for each in ENDPOINTS if "<" in each.path or each.query.model_fields or each.body],
    ids=lambda endpoint: endpoint.name,
)
def test_requests_that_violate_the_openapi_document_are_refused_as_described(site, endpoint):
    seen = request_all(site, endpoint, GenerationMode.NEGATIVE)
    assert seen
    assert set(seen) <= {400, 401, 403, 404}


def test_the_description_is_one(site):
    site.schema.validate()
    document = site.schema.raw_schema
    assert document["openapi"].startswith("3.1")
    named = set(re.findall(r"#/components/schemas/(\w+)", str(document)))
    assert named == set(document["components"]["schemas"])


def test_every_address_of_the_interface_is_described(app, site):
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith(API_PREFIX)]
    served = {(openapi.spelled(rule.rule), method) for rule in rules for method in rule.methods - {"HEAD", "OPTIONS"}}
    paths = site.schema.raw_schema["paths"]
    described = {(API_PREFIX + path, method.upper()) for path, methods in paths.items() for method in methods}
    assert served - described == {(f"{API_PREFIX}/openapi.json", "GET")}
    assert described <= served


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        (lambda: ({"refusal": {"code": "failed", "sentence": "…"}}, 500), ServerError),
        (lambda: ({"surprise": 1}, 200), JsonSchemaError),
        (lambda: ({"variants": []}, 218), UndefinedStatusCode),
    ],
)
def test_an_endpoint_that_does_something_else_is_found_out(app, site, monkeypatch, fault, found):
    monkeypatch.setitem(app.view_functions, "api.variants", fault)
    with pytest.raises(BaseExceptionGroup) as caught:
        request_all(site, ENDPOINTS[0], GenerationMode.POSITIVE)
    assert caught.group_contains(found)

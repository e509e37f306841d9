"""What every answer forbids the browser, and which requests are refused before anybody looks at them."""

import gc
import weakref

import pytest
from flask import g, request
from werkzeug.test import EnvironBuilder

from server.http.language import translate


def test_the_policy_of_every_answer_allows_scripts_of_ours_and_no_frames(client):
    """That every answer carries it is shown by `test_strictness.py`."""
    policy = dict(rule.split(" ", 1) for rule in client.get("/").headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert policy["base-uri"] == policy["frame-ancestors"] == "'none'"


@pytest.mark.parametrize("path", ["/en/", "/nowhere", "/api/v1/variants", "/api/v1/openapi.json", "/api/v1/nowhere"])
def test_no_shared_cache_keeps_an_answer_that_does_not_allow_it(client, path):
    assert client.get(path).headers["Cache-Control"] == "private, no-cache"


def test_texts_of_the_site_and_their_parameters_are_escaped(app):
    with app.test_request_context("/en/"):
        g.language = "en"
        assert translate("{name} & co.", name="<b>Anna</b>") == "&lt;b&gt;Anna&lt;/b&gt; &amp; co."


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}])
def test_a_change_asked_for_by_ourselves_is_done(client, headers):
    assert client.post("/en/name", data={"name": "Amara"}, headers=headers).status_code == 303
    assert "Amara" in client.get("/en/mine").text


def test_cookies_cannot_be_read_by_scripts_nor_sent_by_other_sites_and_outlive_the_window(client):
    answers = [client.post("/en/name", data={"name": "Amara"}), client.get("/fr/")]
    cookies = [cookie for answer in answers for cookie in answer.headers.getlist("Set-Cookie")]
    assert len(cookies) == 2
    assert all(word in cookie for cookie in cookies for word in ("HttpOnly", "SameSite=Lax", "Expires="))


@pytest.mark.parametrize("path", ["/diagram/Apocalypse.svg", "/pieces/wn.svg", "/static/css/style.css", "/healthz"])
def test_publicly_cached_responses_carry_no_cookie(client, path):
    client.post("/en/name", data={"name": "Amara"})
    assert "Set-Cookie" not in client.get(path).headers


@pytest.mark.parametrize(("scheme", "safe"), [("https", True), ("http", False)])
def test_behind_an_https_proxy_links_and_cookies_stay_on_https(start, scheme, safe):
    headers = {"X-Forwarded-Proto": scheme, "Origin": f"{scheme}://localhost"}
    answer = start(proxies=1).test_client().post("/en/name", data={"name": "Amara"}, headers=headers)
    assert ("Strict-Transport-Security" in answer.headers) == safe
    cookies = answer.headers.getlist("Set-Cookie")
    assert cookies
    assert {"Secure" in cookie for cookie in cookies} == {safe}


@pytest.mark.parametrize("path", ["/en/", "/static/css/style.css", "/api/v1/variants", "/nowhere"])
def test_a_host_that_is_none_is_refused_and_counts_for_its_address(start, path, caplog):
    client = start(address_rate=2, engines=0).test_client()
    answers = [client.get(path, headers={"Host": "x" * 300}) for _ in range(11)]
    codes = [answer.status_code for answer in answers]
    assert (codes[:3], codes[-1], {*codes}) == ([400] * 3, 429, {400, 429})
    for answer in answers:
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert "x" * 300 not in answer.text
    assert not [record for record in caplog.records if record.exc_info or "x" * 300 in str(vars(record))]
    assert client.get("/static/css/style.css").status_code == 200


@pytest.mark.parametrize("path", ["/socket.io/", "/en/"])
def test_a_finished_request_is_freed_without_garbage_collection(app, path):
    """A socket asks at an address of no page: each left a ring of frames, together 246 MB after 24,000 of them."""
    gc.collect()
    gc.disable()
    try:
        with app.request_context(EnvironBuilder(path=path).get_environ()):
            reference = weakref.ref(request._get_current_object())
        assert reference() is None
    finally:
        gc.enable()

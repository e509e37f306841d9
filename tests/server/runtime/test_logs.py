"""Logs are one JSON object a line, in UTC, with the fields that were given along."""

import io
import json
import logging
from datetime import UTC, datetime, timedelta

import gevent
import pytest

from server.runtime import logs
from tests.harness.client import Client, open_table
from tests.harness.site import site


@pytest.fixture
def stream():
    """What is logged from the level of warnings on; afterwards logging is as it was."""
    root, written = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers[:], root.level
    root.handlers[:] = []
    logs.install("warning", written)
    logs.set_request_id("")
    yield written
    logging.captureWarnings(False)
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_record_is_one_line_of_json(stream):
    logging.getLogger("a.room").warning("two\nlines of %s", "text", extra={"table": "é1", "seats": {0}})
    (line,) = stream.getvalue().splitlines()
    entry = json.loads(line)
    stamp = entry.pop("time")
    assert stamp.endswith("Z")
    assert abs(datetime.fromisoformat(stamp) - datetime.now(UTC)) < timedelta(minutes=1)
    assert entry == {
        "level": "warning",
        "logger": "a.room",
        "message": "two\nlines of text",
        "table": "é1",
        "seats": "{0}",
    }


def test_an_exception_is_logged_in_one_line_and_lower_levels_are_left_out(stream):
    logging.getLogger("a.room").info("nothing of note")
    try:
        raise ValueError("broken")
    except ValueError:
        logging.getLogger("a.room").exception("it broke")
    (line,) = stream.getvalue().splitlines()
    assert json.loads(line)["exception"].endswith("ValueError: broken")


def test_log_lines_of_one_message_share_its_request_id_in_journal_and_engines(tmp_path):
    with site(tmp_path, "--log-level", "debug") as running:
        client = Client(running.url)
        table = open_table("Chess", client, opponent="computer", strength="1")
        client.connect().call("watch", table=table, seat=0, language="en")
        assert client.call("act", table=table, seat=0, number=0, move="e2e4", id="one")["ok"]
        client.until(lambda: any(view["number"] == 2 for view in client.views))
        client.settle()
        entries = running.log_entries()
    (request,) = [entry["request"] for entry in entries if entry.get("event") == "act"]
    pairs = [(entry["logger"], entry["message"]) for entry in entries if request in entry.get("request", "").split(" ")]
    assert pairs.count(("server.store.commits", "committed")) == 2, "the move, and that of the computer"
    assert ("server.engine.pool", "engine task done") in pairs
    watched = [entry["request"] for entry in entries if entry.get("event") == "watch"]
    assert request not in watched
    for entry in entries:
        assert "e2e4" not in json.dumps(entry)


def test_a_line_of_nobodys_request_names_none(stream):
    def work():
        logging.getLogger("a.room").error("at work")

    logs.set_request_id("one")
    carried = logs.with_request_id(work)
    for each in (work, carried):
        gevent.spawn(each).join()
    work()
    logs.set_request_id("")
    work()
    assert [json.loads(line).get("request") for line in stream.getvalue().splitlines()] == [None, "one", "one", None]

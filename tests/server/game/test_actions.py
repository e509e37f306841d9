"""An action is declared once: every wire, its description, its button and what a seat may do come from its class."""

import json
import re
import subprocess
import sys

import pytest

from tests.harness.call_path import call_path
from tests.harness.checkout import ROOT

PING = '''
import json, sys
from pathlib import Path
from gevent import monkey
monkey.patch_all()
from server import game
from server.game import Action, N_

class Ping(Action):
    """Say that you are there."""

    title = N_("Ping")

game.ACTIONS = game.actions.ACTIONS = (*game.ACTIONS, Ping)
from server.api import ENDPOINTS
from server.api.openapi import document
from server.game import may
from server.texts.catalogue import catalogue
from tests.harness.local_site import LocalSite

catalogue("fr")._catalog["Ping"] = "Signaler"
site = LocalSite(Path(sys.argv[1]))
client = site.app.test_client()
told = client.post("/api/v1/identity", json={}).json
secret, me = {"Authorization": "Bearer " + told["secret"]}, told["person"]
table = site.opener.open("Apocalypse", {}, me, 0)
site.opener.sit(table, "bob")
site.connect("one", me)
answered = client.post(f"/api/v1/tables/{table}/ping", json={"seat": 0, "id": "1"}, headers=secret)
refused = client.post(f"/api/v1/tables/{table}/ping", json={"seat": 1, "id": "2"}, headers=secret)
sent = site.call("one", "ping", table=table, seat=0, id="3")
wrong = site.call("one", "ping", table=table, seat=0, id="4", more=1)
with site.tables.reading(table) as found:
    allowed = may(found, 0, site.services.table_services.facts.of(found))
kept = [entry.kind for decided in site.journal.table(table)[2] for entry in decided]
pages = [client.get(f"/{language}/game/{table}").text for language in ("en", "fr")]
print(json.dumps({
    "program": [answered.status_code, answered.json, refused.json["refusal"]["code"]],
    "socket": [sent, wrong["refusal"]["code"]],
    "described": document(ENDPOINTS)["paths"]["/tables/{table_id}/ping"]["post"]["summary"],
    "may": "ping" in allowed,
    "kept": kept.count("ping"),
    "pages": [word in page for word, page in zip(("data-act>Ping<", "data-act>Signaler<"), pages)],
}))
site.close()
'''


def test_one_class_is_enough_for_an_action_its_storage_its_words_and_its_button(tmp_path):
    """At a site that knows one action more, in a process of its own."""
    done = subprocess.run([sys.executable, "-c", PING, tmp_path], cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {
        "program": [200, {"number": 0}, "not_your_seat"],
        "socket": [{"ok": True, "number": 0}, "message"],
        "described": "Say that you are there.",
        "may": True,
        "kept": 2,
        "pages": [True, True],
    }


@pytest.mark.parametrize("variant", ["Apocalypse", "Checkered"])
def test_the_way_of_a_move_is_as_architecture_describes_it(variant):
    """Every function of ours that carries a move is named there, in the order of their calls."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    described = iter(re.findall(r"`([\w.]+)`", text.partition("## The way of a move")[2].partition("\n## ")[0]))
    assert [name for name in call_path(variant) if name not in described] == []

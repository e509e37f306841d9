"""The tree of the analysis board: its turns as boards, and its files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from flask import Response, g, request

from server.content import Descriptions, Library
from server.game import start_of
from server.http.identity import Identity
from server.records import pgn, tree_files
from server.records.document import RecordError
from server.records.examiner import MOST_BYTES, Examiner, text_of
from server.records.tree import Tree, checked_comment, nodes_of, played
from server.runtime.limits import Limits
from server.runtime.loop import yield_to_loop
from server.web.analysis import views as analysis
from server.web.routes import route

NODE_COST = 0.2
"""The cost of a node for its address, in requests: up to 0.9 ms of processor, at 5 ms a request."""

SHOWN = ("number", "chairs", "picture", "tallies", "signs", "viewer", "result", "fen", "standard", "to_act", "turn")
"""What is sent of each node: there may be hundreds."""


@dataclass(frozen=True, eq=False)
class TreePages:
    """The tree of the analysis board."""

    library: Library
    descriptions: Descriptions
    identity: Identity
    limits: Limits
    examiner: Examiner

    @route("/variants/<variant>/analysis/tree", "POST")
    def tree(self, variant: str) -> dict[str, Any]:
        """Each turn of a tree as a board shows it, without the moves that could be played next.

        Illegal nodes, and all that follow them, are null in `nodes`; `fault` is the reason of the first one.
        """
        nodes: list[dict[str, Any] | None] = []
        fault = None
        grown = self._tree(variant, request.form.get("fen"), _read(request.form.get("nodes", "[]")), "")
        for line in played(self.library.variants[variant], grown):
            yield_to_loop()
            if isinstance(line, RecordError):
                fault = fault or self.descriptions.error(line, g.language, variant)
                nodes.append(None)
            else:
                end = analysis.end_of(self.descriptions, variant, line)
                nodes.append({key: end[key] for key in SHOWN})
        return {"nodes": nodes, "fault": fault}

    @route("/variants/<variant>/analysis/file", "POST")
    def file(self, variant: str) -> Response:
        """A tree with its comments as a file, of the `form` `json` or `pgn`."""
        request.max_content_length = MOST_BYTES
        body = _read(request.get_data(cache=False))
        sent = body if isinstance(body, dict) else {}
        grown = self._tree(variant, sent.get("fen"), sent.get("nodes"), sent.get("comment"))
        rules = self.library.variants[variant]
        if sent.get("form") == "json":
            return Response(tree_files.as_json(rules, grown), mimetype="application/json")
        return Response(tree_files.as_pgn(rules, grown, yield_to_loop), mimetype=pgn.MEDIUM)

    @route("/variants/<variant>/analysis/read", "POST")
    def read(self, variant: str) -> dict[str, Any]:
        """The tree of an uploaded file: its nodes, its comment, and the address of the analysis board of its root."""
        request.max_content_length = MOST_BYTES
        text = text_of(request.get_data(cache=False))
        board = self._tree(variant, request.args.get("fen"), [], "")
        grown = self.examiner.read_tree(text, board, self.identity.asker())
        return {
            "address": analysis.address(grown.variant, grown.settings, fen=grown.fen),
            "nodes": grown.nodes,
            "comment": grown.comment,
        }

    def _tree(self, variant: str, fen: object, rows: object, comment: object) -> Tree:
        """The tree of this request, charged to its address. Raises RulesError."""
        rules = self.library.rules(variant)
        settings = rules.complete(analysis.chosen(rules, request.values))
        nodes = nodes_of(rows)
        self.limits.check(request.remote_addr, cost=len(nodes) * NODE_COST)
        first = fen.strip() if isinstance(fen, str) else ""
        text = checked_comment(comment) if isinstance(comment, str) else ""
        return Tree(variant, settings, first or start_of(rules, settings).fen(), nodes, text)


def _read(content: str | bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None

"""The tree of the analysis board: its turns as boards, and its files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, g, request

from server.content import Descriptions, Library
from server.game import start_of
from server.http.identity import Identity
from server.records import pgn, tree_files
from server.records.document import RecordError, text_of
from server.records.examiner import MOST_BYTES, Examiner
from server.records.line_of_play import start_position
from server.records.pgn_file import SeveralGames, game_number
from server.records.tree import Tree, checked_comment, checked_marks, checked_tags, nodes_of, played
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
        rows = _read(request.form.get("nodes", "[]"))
        grown = self._tree(variant, {"fen": request.form.get("fen"), "nodes": rows})
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
        grown = self._tree(variant, sent)
        rules = self.library.variants[variant]
        # What is no position is refused, as it would be where the file is read.
        start_position(rules, grown.fen, grown.settings)
        if sent.get("form") == "json":
            return Response(tree_files.as_json(rules, grown), mimetype="application/json")
        return Response(tree_files.as_pgn(rules, grown, yield_to_loop), mimetype=pgn.MEDIUM)

    @route("/variants/<variant>/analysis/read", "POST")
    def read(self, variant: str) -> dict[str, Any]:
        """The tree of an uploaded file, what was passed over, and the address of the analysis board of its root.

        Of a file of several games without the number of one: their titles.
        """
        request.max_content_length = MOST_BYTES
        text = text_of(request.get_data(cache=False))
        board = self._tree(variant, {"fen": request.args.get("fen"), "nodes": []})
        try:
            grown = self.examiner.read_tree(text, board, self.identity.asker(), game_number(request.args))
        except SeveralGames as several:
            return {"games": several.titles, "notice": self.descriptions.error(several, g.language)}
        return {
            "address": analysis.address(grown.variant, grown.settings, fen=grown.fen),
            "nodes": [node.row() for node in grown.nodes],
            "comment": grown.comment,
            "marks": grown.marks,
            "tags": grown.tags,
            "notice": self.examiner.notice(g.language, grown.passed),
        }

    def _tree(self, variant: str, sent: Mapping[str, Any]) -> Tree:
        """The tree of this request, charged to its address. Raises RulesError."""
        rules = self.library.rules(variant)
        settings = rules.complete(analysis.chosen(rules, request.values))
        nodes = nodes_of(sent.get("nodes"))
        self.limits.check(request.remote_addr, cost=len(nodes) * NODE_COST)
        fen, comment, marks = (
            text if isinstance(text := sent.get(key), str) else "" for key in ("fen", "comment", "marks")
        )
        first = fen.strip() or start_of(rules, settings).fen()
        tags = checked_tags(sent.get("tags") or {})
        return Tree(variant, settings, first, nodes, checked_comment(comment), checked_marks(marks), tags)


def _read(content: str | bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None

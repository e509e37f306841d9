"""The analysis board: any position of a variant, given by the address, and moves from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import g, render_template, request, url_for

from server.content import Boards, Descriptions, Library
from server.game import Ending, Facts, Plan, Refusal, ScoreSheet, board_view, legal_moves, public_view, start_of
from server.http.identity import Identity
from server.records import movetext
from server.records.line_of_play import LineOfPlay
from server.records.tree import MOST_NODES, of_game, of_lines, too_many
from server.runtime.limits import Limits
from server.runtime.loop import yield_to_loop
from server.tables import Tables
from server.texts.words import Words
from server.web.routes import find_or_404, route
from variants.errors import RulesError, SettingsError
from variants.position import Eyes, Position

MOST_LINE_TURNS = 300
"""Turns of a line."""
TURN_COST = 0.1
"""The cost of a turn for its address, in requests: up to 0.45 ms of processor, at 5 ms a request."""
LONGEST_MOVE = 40
"""Letters of a move."""
OPTION = "option-"
"""The prefix of the name of a field for an option."""


@dataclass(frozen=True, eq=False)
class AnalysisPages:
    """The analysis board."""

    library: Library
    descriptions: Descriptions
    boards: Boards
    tables: Tables
    identity: Identity
    limits: Limits

    @route("/variants/<variant>/analysis")
    def page(self, variant: str) -> tuple[str, int]:
        """The board with the position of the address; for an invalid one with the start and the reason."""
        rules, words = find_or_404(self.library.variants, variant), self.library.words(variant, g.language)
        errors: dict[str, RulesError] = {}
        settings = rules.complete({})
        fen = request.args.get("fen", "").strip()
        nodes: list[Any] = []
        plan: dict[str, Any] | None = None
        try:
            settings = rules.complete(chosen(rules, request.args))
            if "game" in request.args:
                settings, fen, nodes = self._of_game(variant, request.args["game"])
            elif "plan" in request.args:
                settings, fen, nodes, plan = self._of_plan(variant, request.args["plan"])
        except SettingsError as error:
            name = error.parameters["name"]
            errors[name if name in settings else "fen"] = error
        except Refusal as error:
            errors["fen"] = error
        try:
            line = LineOfPlay(rules, fen or start_of(rules, settings).fen(), settings)
        except RulesError as error:
            errors["fen"] = error
            line = LineOfPlay(rules, start_of(rules, settings).fen(), settings)
        start = self.describe(variant, line)
        picture = line.position.picture(Eyes.ALL)
        near = plan["seat"] if plan else None
        turned = near in rules.turned
        body = render_template(
            "analysis/analysis.html",
            section="analysis",
            variant=variant,
            words=words,
            fen=fen if "fen" in errors else start["standard"] or fen or start["fen"],
            errors={field: self.descriptions.error(error, g.language, variant) for field, error in errors.items()},
            options=rules.options,
            settings=settings,
            changed=settings != rules.complete({}) or bool(errors.keys() - {"fen"}),
            start=start,
            nodes=nodes,
            plan=plan,
            address=address(variant, settings, plan=plan["table"] if plan else None) if nodes or plan else "",
            turned=turned,
            board=self.boards.draw(
                variant, picture, prefix="b-", title=words.title, turned=turned, near=near, live=True, coordinates=True
            ),
        )
        return body, 400 if errors else 200

    def _of_game(self, variant: str, table_id: str) -> tuple[dict[str, Any], str, list[Any]]:
        """The settings, the first position and the turns of a game that is over. Raises Refusal."""
        with self.tables.reading(table_id) as table:
            opening = table.opening
            if opening.variant != variant:
                raise Refusal("no_table", "There is no game at this address.")
            if table.status not in ("finished", "stopped"):
                raise Refusal("game_goes_on", "A game can be analysed when it is over.")
            if len(table.turns) > MOST_NODES:
                raise too_many()
            return dict(self.library.variants[variant].complete(opening.settings)), opening.fen, of_game(table.turns)

    def _of_plan(self, variant: str, table_id: str) -> tuple[dict[str, Any], str, list[Any], dict[str, Any]]:
        """The settings and the position of a running game, the reader's planned lines, and their seat.

        Raises Refusal if the reader can plan no lines.
        """
        with self.tables.reading(table_id) as table:
            mine = table.seats_of(self.identity.visitor())
            if table.opening.variant != variant or not mine:
                raise Refusal("not_your_seat", "That is not your seat.")
            seat = next((seat for seat in mine if seat not in table.position.to_act), mine[0])
            if refusal := Plan.refusal_of_lines(table, seat, Facts(0.0)):
                raise refusal
            planned = self.tables.brief_view(table, seat)["plan"]
            plan = {"table": table_id, "seat": seat, "number": table.number, "takebacks": table.takebacks}
            settings = dict(self.library.variants[variant].complete(table.opening.settings))
            return settings, table.position.fen(), of_lines(planned["lines"] if planned else ()), plan

    def requested_line(self, variant: str) -> LineOfPlay:
        """The position of this request and the line played from it. Raises RulesError."""
        rules = self.library.rules(variant)
        settings = rules.complete(chosen(rules, request.values))
        line = LineOfPlay(rules, request.form.get("fen", "").strip() or start_of(rules, settings).fen(), settings)
        turns = request.form.get("moves", "").strip().splitlines()
        if len(turns) > MOST_LINE_TURNS:
            raise Refusal("line_long", "Lines of at most {most} turns are played here.", most=MOST_LINE_TURNS)
        self.limits.check(request.remote_addr, cost=len(turns) * TURN_COST)
        for turn in turns:
            moves = turn.split(maxsplit=len(line.position.seats))
            if any(len(move) > LONGEST_MOVE for move in moves):
                raise Refusal("line_move", "A move has at most {most} letters.", most=LONGEST_MOVE)
            if len(moves) != len(line.position.to_act) and not movetext.left_seats(moves):
                raise Refusal(
                    "line_moves",
                    "Turn {turn}: each seat to act, and no other, needs a move.",
                    turn=len(line.turns) + 1,
                )
            yield_to_loop()
            line.step(moves)
        return line

    def describe(self, variant: str, line: LineOfPlay, mover: bool = False) -> dict[str, Any]:
        """The end of a line (`end_of`) with the possible moves."""
        end = end_of(self.descriptions, variant, line, mover)
        return end | {"moves": {str(seat): self._moves(variant, line.position, seat) for seat in end["to_act"]}}

    def _moves(self, variant: str, position: Position, seat: int) -> list[dict[str, Any]]:
        rows = [offer.row for offer in legal_moves(position, seat).values()]
        offers = {"moves": rows, "viewer": seat, "seats": position.seats}
        moves: list[dict[str, Any]] = self.descriptions.view(offers, variant, g.language)["moves"]
        return moves


def end_of(descriptions: Descriptions, variant: str, line: LineOfPlay, mover: bool = False) -> dict[str, Any]:
    """The end of a line as pages show it: its position, and the turn that led there.

    `mover`: a hidden board is shown as the seat to act sees it, which `eyes` then names.
    """
    position, result = line.position, line.game.ending()
    seats = () if result is not None else position.to_act
    turns: list[Any] = line.turns
    eyes = min(seats) if mover and position.hidden and seats else None
    if eyes is not None and turns:
        turns = [*turns[:-1], ({}, position.seen_events(eyes))]
    ending = None if result is None else Ending(*result)
    view = public_view(variant, position, turns, ending, since=max(0, len(turns) - 1))
    if eyes is not None:
        view = {**view, **board_view(position, eyes)}
    described = descriptions.view(view, variant, g.language)
    (turn,) = described.pop("turns") or (None,)
    return {
        **described,
        "eyes": eyes,
        "fen": position.fen(),
        "standard": position.standard_fen() or "",
        "settings": dict(position.settings),
        "to_act": seats,
        "turn": turn,
    }


def address(variant: str, settings: Mapping[str, Any], endpoint: str = "analysis.page", **more: Any) -> str:
    """The address of an endpoint for positions with these settings; `more` are other parameters, such as `fen`."""
    options = {f"{OPTION}{name}": value for name, value in settings.items()}
    return url_for(endpoint, variant=variant, **more, **options)


def lines(
    played: LineOfPlay, node: Mapping[str, Any], evaluation: Mapping[str, Any], words: Words
) -> list[dict[str, Any]]:
    """The lines of an evaluation with the places of their turns on the score sheet.

    A viewer who sees a hidden board with the eyes of one seat gets no move of others.
    """
    described = []
    for line in evaluation.get("lines", ()):
        turns = line["turns"][: None if node["eyes"] is None else 1]
        seats = [[int(seat) for seat in turn["texts"]] for turn in turns]
        sheet = ScoreSheet(played.position.chance, [*(texts for texts, _ in played.turns), *seats])
        places = [sheet.place(number, ()) for number in range(len(played.turns) + 1, len(sheet) + 1)]
        rows = [
            {**_in_words(turn, words), "row": place.row, "begins": place.begins, "chance": place.chance}
            for turn, place in zip(turns, places, strict=True)
        ]
        described.append({**line, "turns": rows})
    return described


def _in_words(turn: Mapping[str, Any], words: Words) -> dict[str, Any]:
    texts = {seat: words.move(text) for seat, text in turn["texts"].items()}
    odds = {seat: [(words.move(label), share) for label, share in plan] for seat, plan in turn["odds"].items()}
    return {**turn, "texts": texts, "odds": odds}


def chosen(rules: type[Position], fields: Mapping[str, str]) -> dict[str, Any]:
    """The chosen options among these fields; an invalid choice is kept as text."""
    choices = {option.name: {str(choice): choice for choice in option.choices} for option in rules.options}
    chosen: dict[str, Any] = {}
    for field, text in fields.items():
        if field.startswith(OPTION):
            name = field.removeprefix(OPTION)
            chosen[name] = choices.get(name, {}).get(text, text)
    return chosen


def rows(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The turns of a described view as rows: number of the row, numbers of its turns, one text per seat, sentences."""
    sheet: list[dict[str, Any]] = []
    for turn in view["turns"]:
        if not sheet or sheet[-1]["number"] != turn["row"]:
            sheet.append({"number": turn["row"], "turns": [], "texts": {}, "sentences": []})
        row = sheet[-1]
        row["turns"].append(turn["number"])
        for seat, text in turn["texts"].items():
            row["texts"][seat] = f"{row['texts'].get(seat, '')} {text}".strip()
        row["sentences"] += turn["notes"]
    return sheet

"""The endpoints of the rules alone: the variants, a position, the result of a turn. Nothing is stored."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from flask import g

import server.api.schemas as schemas
from server.api.endpoint import Endpoints
from server.api.models import model_of
from server.content import Descriptions, Library
from server.game import CONTROLS, Ending, Refusal, board_view, find_legal, legal_moves, result_view, start_of
from variants.position import Eyes, Position

Json = dict[str, Any]


@dataclass(frozen=True, eq=False)
class RulesApi:
    """The endpoints of the rules."""

    endpoints = Endpoints()
    _library: Library
    _descriptions: Descriptions
    _random: Random

    @endpoints.add("GET", "/variants", schemas.VariantsSchema)
    def variants(self) -> Json:
        """All variants."""
        return {"variants": [self._variant(name) for name in self._library.variants]}

    @endpoints.add("GET", "/variants/<name>", schemas.VariantSchema, refused=(404,))
    def variant(self, name: str) -> Json:
        """One variant."""
        return self._variant(name)

    @endpoints.add("POST", "/positions", model_of(schemas.PositionView), body=schemas.PositionRequest, refused=(404,))
    def positions(self, body: schemas.PositionRequest) -> Json:
        """A position and the moves in it, from a FEN or the start.

        Nothing is stored. If the start is random, each call returns another one.
        """
        rules = self._library.rules(body.variant)
        settings = rules.complete(body.settings)
        fen, random = body.fen, self._random
        return self._position(
            body.variant, rules.start(settings, random) if fen is None else rules.from_fen(fen, settings)
        )

    @endpoints.add("POST", "/outcomes", model_of(schemas.OutcomeView), body=schemas.OutcomeRequest, refused=(404, 409))
    def outcomes(self, body: schemas.OutcomeRequest) -> Json:
        """The result of a turn: a position, and a move for each seat to act in it.

        Nothing is kept: this asks the rules alone.
        """
        rules = self._library.rules(body.variant)
        position = rules.from_fen(body.fen, rules.complete(body.settings))
        if position.result() is not None:
            raise Refusal("position_over", "In this position the game is already over.")
        sent = {int(seat): text for seat, text in body.actions.items()}
        if sent.keys() != set(position.to_act):
            seats = ", ".join(map(str, sorted(position.to_act)))
            raise Refusal(
                "seats_to_act", "A move is needed for each of these seats and no other: {seats}.", seats=seats
            )
        actions = {seat: find_legal(legal_moves(position, seat), sent[seat], rules).move for seat in position.to_act}
        after = position.play(actions)
        notation = {str(seat): text for seat, text in position.turn_notation(actions, after, Eyes.ALL).items()}
        events = [event._asdict() for event in after.seen_events(Eyes.ALL)]
        turn = {"seats": position.seats, "turns": [{"number": 1, "texts": notation, "events": events}]}
        sentences = self._descriptions.view(turn, body.variant, g.language)["turns"][0]["sentences"]
        described_events = [{**event, "sentence": sentence} for event, sentence in zip(events, sentences, strict=True)]
        return {**self._position(body.variant, after), "notation": notation, "events": described_events}

    def _variant(self, name: str) -> Json:
        words, rules = self._library.words(name, g.language), self._library.rules(name)
        try:
            fen = rules.start(rules.complete({})).fen()
        except ValueError:  # Its start is random.
            fen = None
        return {
            "name": name,
            "title": words.title,
            "summary": words.summary,
            "rules_version": rules.rules_version,
            "size": rules.size,
            "seats": [
                {"seat": seat, "code": code, "title": words.seat(code)}
                for seat, code in enumerate(start_of(rules).seats)
            ],
            "hidden": rules.hidden,
            "pieces": {symbol: words.piece(symbol) for symbol in rules.drawings},
            "options": [
                {
                    "name": option.name,
                    "title": words.options[option.name].title,
                    "help": words.options[option.name].help,
                    "choices": [
                        {"value": choice, "title": words.options[option.name].choices[str(choice)]}
                        for choice in option.choices
                    ],
                }
                for option in rules.options
            ],
            "presets": [
                {"name": code, "title": words.presets[code], "settings": dict(settings)}
                for code, settings in rules.presets.items()
            ],
            "fen": fen,
            "controls": CONTROLS,
        }

    def _position(self, name: str, position: Position) -> Json:
        result = position.result()
        seats = sorted(position.to_act) if result is None else []
        ending = None if result is None else Ending(*result)
        seen = {"seats": position.seats, **board_view(position, Eyes.ALL), "result": result_view(ending)}
        spoken = self._descriptions.view(seen, name, g.language)
        moves = {}
        for seat in seats:
            offered = {
                "seats": position.seats,
                "viewer": seat,
                "moves": [offer.row for offer in legal_moves(position, seat).values()],
            }
            moves[str(seat)] = self._descriptions.view(offered, name, g.language)["moves"]
        return {
            "variant": name,
            "settings": dict(position.settings),
            "fen": position.fen(),
            "standard_fen": position.standard_fen(),
            "to_act": seats,
            "moves": moves,
            "picture": spoken["picture"],
            "tallies": spoken["tallies"],
            "result": spoken["result"],
        }

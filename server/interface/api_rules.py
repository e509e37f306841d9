"""The endpoints of the rules alone: the variants, a position, the result of a turn. Nothing is stored."""

from __future__ import annotations

from typing import Any

from flask import g

from server.game import CONTROLS, Refusal, find_legal, legal_moves, picture_view, start_of
from server.house import the_house
from server.interface import api_answers as answers
from server.interface import api_models as models
from server.interface.api_door import endpoint
from variants.position import Eyes, Position

Json = dict[str, Any]


@endpoint("GET", "/variants", answers.VariantsTold)
def variants() -> Json:
    """All variants."""
    return {"variants": [_variant(name) for name in the_house().variants]}


@endpoint("GET", "/variants/<name>", answers.VariantTold, refused=(404,))
def variant(name: str) -> Json:
    """One variant."""
    return _variant(name)


@endpoint("POST", "/positions", answers.PositionTold, body=models.PositionAsked, refused=(404,))
def positions(body: models.PositionAsked) -> Json:
    """A position and the moves in it, from a FEN or the start.

    Nothing is stored. If the start is random, each call returns another one.
    """
    rules = _rules(body.variant)
    settings = rules.complete(body.settings)
    fen, random = body.fen, the_house().sources.random
    return _position(body.variant, rules.start(settings, random) if fen is None else rules.from_fen(fen, settings))


@endpoint("POST", "/outcomes", answers.OutcomeTold, body=models.OutcomeAsked, refused=(404, 409))
def outcomes(body: models.OutcomeAsked) -> Json:
    """The result of a turn: a position, and a move for each seat to act in it.

    Nothing is kept: this asks the rules alone.
    """
    rules = _rules(body.variant)
    position = rules.from_fen(body.fen, rules.complete(body.settings))
    if position.result() is not None:
        raise Refusal("position_over", "In this position the game is already over.")
    sent = {int(seat): text for seat, text in body.actions.items()}
    if sent.keys() != set(position.to_act):
        seats = ", ".join(map(str, sorted(position.to_act)))
        raise Refusal("seats_to_act", "A move is needed for each of these seats and no other: {seats}.", seats=seats)
    actions = {seat: find_legal(legal_moves(position, seat), sent[seat], rules).move for seat in position.to_act}
    after = position.play(actions)
    notation = {str(seat): text for seat, text in position.noted(actions, after, Eyes.ALL).items()}
    events = [event._asdict() for event in after.story(Eyes.ALL)]
    turn = {"seats": position.seats, "turns": [{"number": 1, "texts": notation, "events": events}]}
    sentences = the_house().speak(turn, body.variant, g.language)["turns"][0]["sentences"]
    told = [{**event, "sentence": sentence} for event, sentence in zip(events, sentences, strict=True)]
    return {**_position(body.variant, after), "notation": notation, "events": told}


def _variant(name: str) -> Json:
    words, rules = the_house().words(name, g.language), _rules(name)
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
            {"seat": seat, "code": code, "title": words.seat(code)} for seat, code in enumerate(start_of(rules).seats)
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


def _position(name: str, position: Position) -> Json:
    result = position.result()
    seats = sorted(position.to_act) if result is None else []
    moves = {str(seat): [offer.row for offer in legal_moves(position, seat).values()] for seat in seats}
    spoken = the_house().speak(
        {
            "seats": position.seats,
            "tallies": [tally._asdict() for tally in position.tallies(Eyes.ALL)],
            "result": None if result is None else {**result._asdict(), "seat": None},
        },
        name,
        g.language,
    )
    for seat, rows in moves.items():
        moves[seat] = the_house().speak({"moves": rows}, name, g.language)["moves"]
    return {
        "variant": name,
        "settings": dict(position.settings),
        "fen": position.fen(),
        "standard_fen": position.standard_fen(),
        "to_act": seats,
        "moves": moves,
        "picture": picture_view(position.picture(Eyes.ALL)),
        "tallies": spoken["tallies"],
        "result": spoken["result"],
    }


def _rules(name: str) -> type[Position]:
    the_house().words(name, g.language)  # Raises Refusal for an unknown variant.
    return the_house().variants[name]

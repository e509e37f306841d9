"""The board editor: a position set up piece by piece, fields for the keys of its FEN, and its faults by the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import g, render_template, request

from server.content import Boards, Descriptions, Library
from server.game import Refusal, picture_view, start_of
from server.records.line_of_play import start_position
from server.texts.words import Words
from server.web.analysis.views import address, chosen
from server.web.routes import find_or_404, route
from variants.errors import FenError, RulesError, SettingsError
from variants.fen import LONGEST_FEN, MOST_PLIES, Fields, join, split, words_of
from variants.grid import HOLE, grid
from variants.keys import Value, parted
from variants.position import Eyes, Picture, Position

KEY = "key-"
"""The prefix of the name of a field for the value of a FEN key, or, with a number, for a part of it."""
PART = re.compile("-[0-9]+$")
LONGEST_VALUE = 200
MOST_KEYS = 20
"""Undeclared keys in a form."""


def fields_of(rules: type[Position], fen: str) -> Fields:
    """The readable fields of a FEN, including undeclared keys."""
    try:
        return rules.read_fields(fen)
    except FenError:
        rows, *others = words_of(fen) or [""]
    try:
        values = json.loads(fen[fen.index("{") :]) if "{" in fen else ()
        json.dumps(values, ensure_ascii=False).encode()
        return split(fen, others[:1], values)
    except (FenError, ValueError, TypeError, RecursionError):
        turn = others[0] if others and others[0] in list(rules.turn_letters) else None
        return Fields(rows, turn, None, {}, ())


class PartChoice(NamedTuple):
    """A part of a value in the form."""

    field: str
    label: str
    choices: Sequence[tuple[str, str]]
    """Each text with its label."""
    chosen: str
    box: bool
    """Whether it is a checkbox: it belongs to a square and has two texts."""


class FenControl(NamedTuple):
    """A key of the FEN in the form: parts to choose, a number in bounds, or a text."""

    field: str
    key: str
    title: str
    text: str
    value: Value
    """The values that are allowed. For hands, a script shows the pieces beside the board instead of a field."""
    parts: Sequence[PartChoice]


def controls(rules: type[Position], words: Words, fields: Fields) -> list[FenControl]:
    """The form of a variant's keys."""
    controls = []
    for key in dict.fromkeys([*rules.fen_keys, *fields.named]):
        value, field = rules.fen_value(key), f"{KEY}{key}"
        if not value.offered:
            continue
        text = fields.named.get(key, value.usual)
        # For a value that does not fit, the parts of the default.
        held = parted(value, text) or parted(value, value.usual) or ()
        first = [
            (each, words.of_fen(f"{key}={each}", each)) for each in (value.parts[0].choices if value.parts else ())
        ]
        parts = [
            PartChoice(
                f"{field}-{at}" if len(value.parts) > 1 else field,
                part.at or words.of_fen(f"{key}.{at + 1}", ""),
                first if part.choices == value.parts[0].choices else [(each, each) for each in part.choices],
                held[at],
                bool(part.at) and len(part.choices) == 2,
            )
            for at, part in enumerate(value.parts)
        ]
        controls.append(FenControl(field, key, words.of_fen(key, key), text, value, parts))
    return controls


def written(rules: type[Position], rows: str, form: Mapping[str, str]) -> str:
    """The FEN of the fields of a form."""
    named = {}
    others = [field.removeprefix(KEY) for field in form if field.startswith(KEY) and not PART.search(field)]
    for key in dict.fromkeys([*rules.fen_keys, *others[:MOST_KEYS]]):
        value, field = rules.fen_value(key), f"{KEY}{key}"
        count = len(value.parts)
        text = form.get(field, "").strip()[:LONGEST_VALUE]
        if count > 1:
            usual = [part.choices[0] for part in value.parts]
            text = "".join([form.get(f"{field}-{at}", usual[at]) for at in range(count) if f"{field}-0" in form])
        if value.offered and (text or field in form):
            named[str(key)] = text or "-"
    plies = form.get("plies", "0").strip()
    turn = form.get("turn", rules.turn_letters[0])
    return join(rows, turn, int(plies) if plies.isdecimal() and len(plies) < 10 else 0, named)


Settings = Mapping[str, Any]


class EditorBoard(NamedTuple):
    """A position in the editor, valid or not."""

    fen: str
    picture: Picture


@dataclass(frozen=True, eq=False)
class EditorPages:
    """The board editor."""

    library: Library
    descriptions: Descriptions
    boards: Boards

    @route("/variants/<variant>/analysis/edit")
    def page(self, variant: str) -> tuple[str, int]:
        """The editor with the position of the form's fields (`rows`, …) if given, else of `?fen=…`, else the start."""
        rules, words = find_or_404(self.library.variants, variant), self.library.words(variant, g.language)
        settings, refused = _settings(rules, request.args)
        start = start_of(rules, settings)
        rows = request.args.get("rows", "").strip()
        fen = written(rules, rows, request.args) if rows else request.args.get("fen", "").strip() or start.fen()
        laid, verdict = self._checked(variant, fen, settings, refused)
        laid = laid or _laid(start)
        fields = fields_of(rules, laid.fen)
        marks = dict.fromkeys(verdict["squares"], "check")
        body = render_template(
            "analysis/editor.html",
            section="analysis",
            variant=variant,
            words=words,
            fen=fen,
            verdict=verdict,
            shown=_state(rules, laid),
            options=rules.options,
            settings=settings,
            address=address(variant, settings, "editor.page"),
            address_of_analysis=address(variant, settings),
            # Always with a query, so that parameters can be appended.
            setup=address(variant, settings, "setup.setup", preset=""),
            seats=_turns(rules, start),
            keys=controls(rules, words, fields),
            most_plies=MOST_PLIES,
            palette=_palette(start),
            start=_state(rules, _laid(start)),
            empty=_state(rules, _empty(rules, start)),
            order=list(dict.fromkeys([*rules.fen_keys, *fields.named])),
            holes=sorted(rules.holes),
            hands={key: rules.fen_value(key).hands for key in rules.fen_keys if rules.fen_value(key).hands},
            board=self.boards.draw(
                variant, laid.picture._replace(marks=marks or laid.picture.marks), prefix="b-", title=words.title,
                live=True, coordinates=True,
            ),
        )  # fmt: skip
        return body, 400 if verdict["error"] else 200

    @route("/variants/<variant>/analysis/edit", "POST")
    def check(self, variant: str) -> dict[str, Any]:
        """Check a FEN by the rules: JSON for the page.

        With `edited`, the board has been changed: what it allows no more, such as a right to castle, is dropped first.
        """
        rules = self.library.rules(variant)
        settings, refused = _settings(rules, request.values)
        fen = request.values.get("fen", "").strip()
        if "edited" in request.values:
            fen = _without_impossible(rules, fen)
        return self._checked(variant, fen, settings, refused)[1]

    def _checked(
        self, variant: str, fen: str, settings: Settings, refused: RulesError | None
    ) -> tuple[EditorBoard | None, dict[str, Any]]:
        """The board of a FEN, None for one without a board, and the verdict for the page.

        The verdict is the fault with its squares, and whether the game is over there, so that no table may begin.
        """
        rules = self.library.variants[variant]
        read = fen[: LONGEST_FEN + 1]
        error, over, standard = refused, "", ""
        try:
            position = start_position(rules, read, settings)
        except RulesError as refusal:
            error, laid = refusal, _unplayable(rules, read)
        else:
            laid, standard = _laid(position), position.standard_fen() or ""
            if position.result() is not None:
                ended = Refusal("position_over", "In this position the game is already over.")
                over = self.descriptions.error(ended, g.language, variant)
        return laid, {
            "error": "" if error is None else self.descriptions.error(error, g.language, variant),
            "squares": [] if error is None else _named_squares(rules, error),
            "over": over,
            "state": None if laid is None else _state(rules, laid),
            "fen": fen,
            "standard": standard,
        }


def _laid(position: Position) -> EditorBoard:
    """A position that can be played."""
    return EditorBoard(position.fen(), position.picture(Eyes.ALL))


def _unplayable(rules: type[Position], fen: str) -> EditorBoard | None:
    """The board of a refused FEN; None if its rows are no board."""
    fields = fields_of(rules, fen)
    try:
        board = grid(*rules.size, rules.holes).read_rows(fields.rows, rules.drawings)
    except FenError:
        return None
    empty = _emptied(start_of(rules).picture(Eyes.ALL))
    hands, counts = list(empty.hands), list(empty.counts)
    for key in rules.fen_keys:
        held = fields.named.get(key, "")
        for seat, kinds in enumerate(rules.fen_value(key).hands[: len(hands)]):
            if counts:
                counts[seat] = tuple(map(held.count, kinds))
                hands[seat] = tuple([kind if kind in held else "" for kind in kinds])
            else:
                own = [symbol for symbol in held if symbol in kinds]
                hands[seat] = (*own, *empty.hands[seat])[: len(empty.hands[seat])]
    return EditorBoard(fen, Picture(rules.size, board, hands=tuple(hands), counts=tuple(counts)))


def _emptied(picture: Picture) -> Picture:
    """A picture without pieces in hand."""
    hands = tuple([("",) * len(hand) for hand in picture.hands])
    return picture._replace(hands=hands, counts=tuple([(0,) * len(hand) for hand in picture.counts]))


def _empty(rules: type[Position], start: Position) -> EditorBoard:
    """The empty board."""
    picture = _emptied(start.picture(Eyes.ALL))
    board = tuple([HOLE if square in rules.holes else "" for square in range(len(picture.board))])
    first = fields_of(rules, start.fen())
    # An undeclared key has its value of the start.
    named = {key: rules.fen_value(key).usual if key in rules.fen_keys else text for key, text in first.named.items()}
    rows, turn = grid(*rules.size, rules.holes).write_rows(board), first.turn or rules.turn_letters[0]
    return EditorBoard(join(rows, turn, 0, named), picture._replace(board=board, marks={}))


def _state(rules: type[Position], laid: EditorBoard) -> dict[str, Any]:
    """The position in the parts from which the page makes the FEN."""
    rows, turn, plies, named, _ = fields_of(rules, laid.fen)
    return {
        "fen": laid.fen,
        "rows": rows,
        "picture": picture_view(laid.picture),
        "turn": turn or rules.turn_letters[0],
        "plies": plies or 0,
        "named": dict(named),
        "parts": {key: [sorted(each) for each in parts] for key, parts in _possible(rules, laid.picture.board)},
    }


def _possible(rules: type[Position], board: Sequence[str]) -> list[tuple[str, Sequence[Collection[str]]]]:
    """The keys of a FEN of which a board allows some choices only, with these by part."""
    found = [(key, rules.possible_parts(key, board)) for key in rules.fen_keys]
    return [(key, parts) for key, parts in found if parts]


def _without_impossible(rules: type[Position], fen: str) -> str:
    """The FEN with the first choice for each part of a value that its board does not allow."""
    laid = _unplayable(rules, fen)
    if laid is None:
        return fen
    rows, turn, plies, named, _ = fields_of(rules, fen)
    mended = dict(named)
    for key, possible in _possible(rules, laid.picture.board):
        value = rules.fen_value(key)
        if key in named and (held := parted(value, named[key])):
            parts = zip(held, value.parts, possible, strict=False)
            first = [text if text in allowed else part.choices[0] for text, part, allowed in parts]
            mended[key] = "".join([*first, *held[len(first) :]])
    return fen if mended == named else join(rows, turn or rules.turn_letters[0], plies or 0, mended)


def _named_squares(rules: type[Position], error: RulesError) -> list[int]:
    """The squares that a refusal names: one, or a rank."""
    board = grid(*rules.size, rules.holes)
    square, rank = error.parameters.get("square"), error.parameters.get("rank")
    if square in board.index:
        return [board.index[square]]
    return [number for number, name in enumerate(board.names) if rank and name[1:] == rank]


def _settings(rules: type[Position], fields: Mapping[str, str]) -> tuple[Settings, RulesError | None]:
    usual = rules.complete({})
    try:
        return rules.complete({name: value for name, value in chosen(rules, fields).items() if name in usual}), None
    except SettingsError as error:
        return usual, error


def _palette(start: Position) -> list[list[str]]:
    """The pieces of each owner in a row, then those without one."""
    owners = start.owners()
    rows: dict[int, list[str]] = {seat: [] for seat in sorted({*owners.values(), len(start.seats)})}
    for symbol in start.drawings:
        if symbol != HOLE:
            rows[owners.get(symbol, len(start.seats))].append(symbol)
    return [row for row in rows.values() if row]


def _turns(rules: type[Position], start: Position) -> list[tuple[str, str]]:
    """The letters of the turn with the codes of their seats; none if FENs have no turn."""
    letters = list(rules.turn_letters)
    return list(zip(letters, start.seats, strict=False)) if len(letters) > 1 else []

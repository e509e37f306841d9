"""The contract of one position, as checks: each raises BrokenPromise with the promise that is broken."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, get_args
from unicodedata import category

from variants.grid import HOLE
from variants.position import Event, Eyes, Move, Picture, Position, Result, Seat, Stone, Viewer


class BrokenPromise(AssertionError):
    """A promise of the interface that a variant does not keep, in plain words, and what there is instead."""

    def __init__(self, promise: str, found: str = "") -> None:
        self.found = found
        super().__init__(promise)


def keep(holds: bool, promise: str, found: str = "") -> None:
    """Raise BrokenPromise unless this holds; `found`, where it is given, tells what there is instead."""
    if not holds:
        raise BrokenPromise(promise, found)


SIGNS = {"arrow": 1, "failed": 0, "clash": 1, "lost": 1, "born": 0}
"""The least squares that an event with this sign must name."""


MARKS = frozenset({"check", "unseen"})
"""The marks of a picture that the site can draw and describe."""


STONES = frozenset(get_args(Stone))
"""The stones that the site can draw."""


LONGEST_FEN, LONGEST_MOVE, LONGEST_NOTE = 1000, 40, 100
"""Characters of a FEN, of a move as it is sent, and of a move in notation: records and wires take no longer ones."""

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_ONE_WORD = re.compile(r"[^\s|{};]+")


def viewers(position: Position) -> list[Viewer]:
    """Every seat, an onlooker, and a viewer who may see all."""
    return [*range(len(position.seats)), *Eyes]


def check_types(position: Position) -> None:
    """Check that every field has its type, so that a wrong one is found here and not where it is used."""
    keep(isinstance(position.board, tuple), f"board is a tuple, not a {type(position.board).__name__}")
    keep(isinstance(position.to_act, tuple), f"to_act is a tuple, not a {type(position.to_act).__name__}")
    keep(set(position.to_act) <= set(range(len(position.seats))), f"only seats act, not {position.to_act}")
    default = next(each.default for each in fields(position) if each.name == "seats")
    known = {*(() if default is MISSING else default), *position.seat_codes}
    keep(known.issuperset(position.seats), "seat_codes are complete", f"one is among {', '.join(position.seats)}")
    keep(isinstance(position.events, tuple), f"events is a tuple, not a {type(position.events).__name__}")
    result = position.result()
    keep(result is None or isinstance(result, Result), f"a result is a Result or None, not {result!r}")
    if result is not None:
        points = result.points
        keep(isinstance(points, tuple), f"the points of a result are a tuple, not a {type(points).__name__}")
        keep(
            all(isinstance(share, int | float) for share in points), f"the points of a result are numbers, not {points}"
        )


def check_moves(position: Position) -> None:
    """Check which seats have moves, and that their texts and labels are distinct."""
    seats = range(len(position.seats))
    specials, symbols = {"", *position.special_codes}, {"", *position.drawings}
    keep(bool(position.to_act), "somebody acts while the game runs")
    keep(len(set(position.to_act)) == len(position.to_act), "no seat acts twice at once")
    keep(position.out().isdisjoint(position.to_act), "who is out is not to act")
    for seat in seats:
        moves = list(position.moves(seat))
        if seat in position.to_act:
            keep(bool(moves), f"seat {seat}, which is to act, has a move")
        elif seat not in position.joinable:
            keep(not moves, f"seat {seat}, which is not to act, has no moves")
        elif moves:
            keep(seat in position.out(), f"seat {seat}, which may join, is out of the game until it does")
            keep(seat in position.open_seats(), f"seat {seat}, which may join, is among open_seats")
        strange = ", ".join(repr(move) for move in moves if not _is_move(move))
        keep(not strange, f"a move is a Move of a tuple of squares and a letter, not {strange}")
        check_squares(position, seat, moves)
        keep(len(set(moves)) == len(moves), "no move is offered twice")
        texts = [position.write(move) for move in moves]
        keep(len(set(texts)) == len(texts), "no two moves have one text")
        keep([position.read(text) for text in texts] == moves, "a text is read as the move it was written for")
        longest = max(texts, key=len, default="")
        keep(len(longest) <= LONGEST_MOVE, f"the text of a move has at most {LONGEST_MOVE} signs", longest)
        split = [text for text in texts if not _ONE_WORD.fullmatch(text)]
        keep(not split, "the text of a move is one word, without | { } ;", ", ".join(split))
        check_labels(position, seat, moves)
        noted = [position.notation({seat: move}, seat)[seat] for move in moves]
        keep(len(set(noted)) == len(noted), "no two moves of a seat are noted alike")
        keep(all(noted), "a noted move is not empty")
        check_notes(noted)
        risks = position.risks(seat)
        keep(risks.keys() <= set(moves), "risks are those of offered moves")
        keep({risk.needs for risk in risks.values()} <= position.needs_codes, "needs_codes are complete")
        keep({risk.price for risk in risks.values()} <= position.price_codes, "price_codes are complete")
        for move in moves:
            keep(position.special(seat, move) in specials, "special_codes are complete")
            keep(position.becomes(seat, move) in symbols, "what a mover becomes can be drawn")


def check_squares(position: Position, seat: Seat, moves: Iterable[Move]) -> None:
    """Check that the mover can click on the move: on the board or in the hands of the picture."""
    files, ranks = position.size
    squares = {square for move in moves for square in move.path}
    missing = sorted(squares & position.holes)
    keep(not missing, "no move goes to a square that is missing", f"seat {seat} has moves by {missing}")
    if seat in position.chance or squares <= set(range(files * ranks)):
        return
    places = files * ranks + sum(map(len, position.picture(seat).hands))
    beyond = sorted(squares - set(range(places)))
    keep(not beyond, "every square of a move is on the board or in a hand", f"seat {seat} has moves by {beyond}")


def check_notes(texts: Collection[str]) -> None:
    """Check that a record takes the notation of the moves."""
    wrong = [text for text in texts if not isinstance(text, str)]
    keep(not wrong, f"noted moves are texts, not {wrong}")
    longest = max(texts, key=len, default="")
    keep(len(longest) <= LONGEST_NOTE, f"a noted move has at most {LONGEST_NOTE} signs", longest)
    unseen = [text for text in texts if not _is_visible(text)]
    keep(not unseen, "a noted move holds no sign that cannot be seen", f"one is among {unseen}")


def check_labels(position: Position, seat: Seat, moves: Sequence[Move]) -> None:
    """Check that each move reaches its player: a table offers what `labels` names."""
    labels = position.labels(seat)
    keep(isinstance(labels, Mapping), f"labels is a mapping from moves to texts, not {labels!r}")
    unnamed = [position.write(move) for move in moves if move not in labels]
    keep(not unnamed, "labels has a text for each offered move", f"seat {seat} has none for {', '.join(unnamed)}")
    strange = [repr(move) for move in labels.keys() - set(moves)]
    keep(not strange, "labels has texts for offered moves alone", f"seat {seat} has one for {', '.join(strange)}")
    texts = [*labels.values()]
    keep(all(isinstance(text, str) and text for text in texts), "a label is a text, and not empty")
    alike = [text for text, times in Counter(texts).items() if times > 1] if len(set(texts)) < len(texts) else []
    keep(not alike, "no two labels of a seat are alike", f"several moves of seat {seat} are {', '.join(alike)}")


def _is_move(move: Any) -> bool:
    """Whether it is a Move with parts of the right types."""
    if not (isinstance(move, Move) and isinstance(move.path, tuple) and isinstance(move.into, str)):
        return False
    return all(type(square) is int for square in move.path)


def _is_visible(text: str) -> bool:
    """Whether it consists of visible characters and spaces; joiners are part of a character."""
    return text.isprintable() or not any(category(sign) in _UNSEEN and sign not in "\u200c\u200d" for sign in text)


def check_picture(position: Position) -> None:
    """Check that the picture fits the board and can be drawn."""
    files, ranks = position.size
    for viewer in viewers(position):
        picture = position.picture(viewer)
        keep(isinstance(picture, Picture), "a picture is a Picture")
        keep(picture.size == (files, ranks), "a picture has the size of the board")
        keep(len(picture.board) == files * ranks, "a picture has as many squares as the board")
        symbols = {*picture.board, *(symbol for hand in picture.hands for symbol in hand)} - {""}
        keep(symbols <= set(position.drawings), "every symbol has a drawing")
        holes = {square for square, symbol in enumerate(picture.board) if symbol == HOLE}
        keep(holes == position.holes, "a picture shows the missing squares, and only these, as “*”")
        keep(set(picture.marks) <= set(range(files * ranks)) - holes, "marks are on the board")
        keep(set(picture.marks.values()) <= MARKS, "every mark can be drawn")
        keep(
            not any(picture.board[square] for square, mark in picture.marks.items() if mark == "unseen"),
            "nothing is shown on a square that is not seen",
        )


def check_stones(position: Position) -> None:
    """Check that each seat has a stone that can be drawn; on a hidden board it must tell nothing of the pieces."""
    stones = position.stones()
    keep(isinstance(stones, tuple), f"stones is a tuple, not a {type(stones).__name__}")
    keep(len(stones) == len(position.seats), "each seat has a stone", f"{stones} of {len(position.seats)} seats")
    keep(set(stones) <= STONES, f"a stone is one of {', '.join(sorted(STONES))}", f"{stones}")
    keep(not position.hidden or stones == Position.stones(position), "a hidden board leaves the stones as they are")


def check_end(position: Position) -> None:
    """Check that a result shares out one point, and that results and claims have declared reasons."""
    keep(position.claim() in ("", *position.reasons), f"{position.claim()}, which is claimed, is among reasons")
    result = position.result()
    if result is not None:
        seats = len(position.seats)
        keep(len(result.points) == seats, "a result has a share for each seat", f"{result.points} of {seats} seats")
        whole = sum(result.points)
        keep(abs(whole - 1) < 1e-9, "the shares of a result make one point", f"{result.points} make {whole}")
        keep(min(result.points) >= 0, "no share is negative")
        keep(not any(result.points[seat] for seat in position.chance), "a chance player has no share of the point")
        keep(result.reason in position.reasons, f"{result.reason} is among reasons")


def check_hints(position: Position) -> None:
    """Check that the hints for searches agree with the rules; not of hidden boards and chance, where no search asks."""
    if position.hidden or position.chance:
        return
    keep(not position.clearly_running() or position.result() is None, "a game that is clearly running is not over")
    if position.result() is not None:
        return
    keep(type(position.must_answer()) is bool, "must_answer is yes or no")
    skipped = position.null_move()
    keep(skipped is None or skipped.to_act != position.to_act, "where a turn is left out another seat acts")
    for seat in position.to_act:
        offered, forcing = set(position.moves(seat)), list(position.forcing(seat))
        keep(len(set(forcing)) == len(forcing), "no forcing move comes twice")
        strange = [repr(move) for move in forcing if move not in offered or position.gain(seat, move) is None]
        keep(not strange, "a forcing move is offered and has a gain", f"seat {seat}: {', '.join(strange)}")


def check_events(position: Position, events: Iterable[Event]) -> None:
    """Check that events have declared codes and name existing squares, pieces and seats."""
    files, ranks = position.size
    for event in events:
        keep(isinstance(event, Event), f"an event is an Event, not {event!r}")
        keep(event.code in position.event_codes, f"{event.code} is among event_codes")
        keep(event.seat is None or event.seat in range(len(position.seats)), f"{event.code} is of a seat or of all")
        keep(
            set(event.squares) <= set(range(files * ranks)) - position.holes, f"{event.code} names squares of the board"
        )
        keep(set(event.pieces) <= set(position.drawings), f"{event.code} names pieces that can be drawn")
        sign = position.event_codes.get(event.code)
        if sign is not None:
            keep(len(event.squares) >= SIGNS[sign], f"{event.code} names the squares that its sign needs")


def check_losses(position: Position) -> None:
    """Check that viewers of all learn which piece is struck out; a seat may learn only the square."""
    for event in (*position.events, *position.seen_events(Eyes.ALL)):
        lost = position.event_codes.get(event.code) == "lost"
        keep(not lost or bool(event.pieces), f"{event.code} names the piece that its sign strikes out")

"""A board, its seats and its turns as plain data, for the views of tables, records, analysis and examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from server.game.score_sheet import ScoreSheet, SheetPlace
from server.game.state import Ending
from server.game.view_types import (
    BoardView,
    ChairState,
    FixedFacts,
    PastView,
    PictureView,
    PlaceView,
    PlayedView,
    PublicView,
    ResultView,
    SeatView,
    TallyView,
)
from variants.position import Event, Eyes, Picture, Position, Seat, Stone, Viewer


def public_view(
    variant: str,
    position: Position,
    turns: Sequence[tuple[Mapping[Seat, str], Sequence[Event]]] = (),
    ending: Ending | None = None,
    since: int = 0,
) -> PublicView:
    """A game without secrets, as the view of a table without players, with the turns after number `since`.

    Of each turn that led to the position `turns` has the notation and the events.
    """
    stones = stones_of(position)
    sheet = ScoreSheet(position.chance, (texts for texts, _ in turns))
    return {
        "variant": variant,
        "viewer": None,
        "number": len(turns),
        "chairs": [chair(position, seat, stones) for seat in range(len(position.seats))],
        **fixed_facts(position),
        **board_view(position, Eyes.ALL),
        "moves": [],
        "sealed": None,
        "turns": [
            {**turn_view(number, texts, events), **place_view(sheet.place(number, position.to_act))}
            for number, (texts, events) in enumerate(turns[since:], since + 1)
        ],
        "result": result_view(ending),
    }


def chair(position: Position, seat: Seat, stones: Sequence[Stone]) -> SeatView:
    """A chair without a player; `stones` are those of the position."""
    state: ChairState = "nature" if seat in position.chance else "done"
    code, stone = position.seats[seat], stones[seat]
    return {"seat": seat, "code": code, "stone": stone, "name": "", "person": None, "computer": None, "state": state}


def fixed_facts(position: Position) -> FixedFacts:
    """The constant facts of a game: the signs by which events are shown, and the owner of each piece."""
    signs = {code: sign for code, sign in position.event_codes.items() if sign is not None}
    return {"signs": signs, "owners": dict(position.owners())}


def army(position: Position) -> dict[str, tuple[int, float]]:
    """The pieces of a first position that players count, by symbol: how many there are, and the pawns of each.

    None of a hidden board: it may have been laid out in secret.
    """
    if position.hidden or not position.material:
        return {}
    board = position.picture(Eyes.ALL).board
    return {symbol: (board.count(symbol), worth) for symbol, worth in position.material.items()}


def board_view(position: Position, eyes: Viewer, before: Position | None = None) -> BoardView:
    """The picture and the tallies of a position as these eyes see it; `before` is the position one turn earlier.

    On a hidden board the pieces that came into a seat's sight by that turn are marked. The marks say nothing new: they
    follow from the two pictures that the seat is shown.
    """
    picture = position.picture(eyes)
    if position.hidden and isinstance(eyes, int) and before is not None:
        board, owners = before.picture(eyes).board, position.owners()
        fresh = {
            square: "appeared"
            for square, (had, has) in enumerate(zip(board, picture.board, strict=True))
            if has and has != had and owners.get(has, eyes) != eyes
        }
        picture = picture._replace(marks={**fresh, **picture.marks})
    tallies: list[TallyView] = [
        {"code": tally.code, "seat": tally.seat, "value": tally.value, "limit": tally.limit}
        for tally in position.tallies(eyes)
    ]
    return {"picture": picture_view(picture), "tallies": tallies}


def past_board(position: Position, number: int, eyes: Viewer, before: Position | None = None) -> PastView:
    """The position after `number` turns, as a replay shows it; `before` as in `board_view`."""
    return {
        "number": number,
        "seats": position.seats,
        **board_view(position, eyes, before),
        "stones": stones_of(position),
    }


def picture_view(picture: Picture) -> PictureView:
    """A picture as views, replays and the answers to programs have it."""
    view: PictureView = {
        "size": picture.size,
        "board": picture.board,
        "marks": {str(square): mark for square, mark in picture.marks.items()},
        "hands": picture.hands,
    }
    if picture.counts:
        view["counts"] = picture.counts
    return view


def turn_view(number: int, texts: Mapping[Seat, str], events: Iterable[Event]) -> PlayedView:
    """A turn: its notation and its events."""
    return {
        "number": number,
        "texts": {str(seat): text for seat, text in texts.items()},
        "events": [
            {"code": event.code, "seat": event.seat, "squares": event.squares, "pieces": event.pieces}
            for event in events
        ],
    }


def place_view(place: SheetPlace) -> PlaceView:
    """The place of a turn on the score sheet."""
    row, latest, described_from, chance, begins = place
    return {"row": row, "latest": latest, "described_from": described_from, "chance": chance, "begins": begins}


def result_view(ending: Ending | None) -> ResultView | None:
    """How a game ended; None for a game that goes on."""
    if ending is None:
        return None
    points, reason, seat = ending
    return {"points": points, "reason": reason, "seat": seat}


def stones_of(position: Position) -> tuple[Stone, ...]:
    """The stone of each seat; on a hidden board those of the seat numbers, whatever stands there."""
    return Position.stones(position) if position.hidden else position.stones()

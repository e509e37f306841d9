"""The contract of every variant, as checks: each raises BrokenPromise with the promise that is broken."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from math import inf
from random import Random
from typing import Any

from variants.errors import FenError
from variants.game import digest
from variants.keys import TEXT, Value, allows
from variants.position import Event, Eyes, Move, Position, Seat
from variants.promises import (
    LONGEST_FEN,
    BrokenPromise,
    check_end,
    check_events,
    check_hints,
    check_losses,
    check_moves,
    check_notes,
    check_picture,
    check_stones,
    check_types,
    keep,
    viewers,
)

BAD_VALUES = ("?!", "", "xx", "-1", "1.5", "999999999")
"""Values that few keys of a FEN may have."""

__all__ = ["BrokenPromise", "check_losses", "check_moves", "check_picture", "check_types", "keep"]


def all_settings(variant: type[Position]) -> list[Mapping[str, Any]]:
    """The defaults, each preset, and each choice of each option."""
    choices = [{option.name: choice} for option in variant.options for choice in option.choices]
    return [{}, *variant.presets.values(), *choices]


def random_settings(variant: type[Position], random: Random) -> Mapping[str, Any]:
    """A random combination of choices."""
    return {option.name: random.choice(option.choices) for option in variant.options}


def check_game(variant: type[Position], settings: Mapping[str, Any], random: Random, turns: int) -> int:
    """Play a random game of at most `turns` turns; check every position and every turn."""
    position = begin(variant, settings, random)
    for turn in range(turns):
        check_position(position, random)
        if turn == 0:
            check_begun(position)
        if position.result() is not None:
            return turn
        check_leaving(position, random)
        joining = [seat for seat in joiners(position) if random.random() < JOINS]
        seats = joining[:1] or position.to_act
        actions = {seat: random.choice(list(position.moves(seat))) for seat in seats}
        position = check_turn(position, actions)
        left = None if random.random() >= LEAVES else check_leaving(position, random)
        position = position if left is None else left
    return turns


def joiners(position: Position) -> list[Seat]:
    """The seats that an onlooker may take now by one of their moves."""
    seats = position.joinable.difference(position.to_act).intersection(range(len(position.seats)))
    return [seat for seat in sorted(seats) if list(position.moves(seat))]


def check_leaving(position: Position, random: Random) -> Position | None:
    """Check the departure of a seat while at least two others play on; returns the position after it."""
    players = position.players()
    if len(players) < 3 or position.result() is not None:
        return None
    seat = random.choice(players)
    after = position.without(seat)
    if after is not None:
        keep(seat in after.out(), "a seat that has left is out", f"seat {seat} is not")
        check_seats(position, after)
        check_types(after)
        check_position(after, random)
    return after


def check_seats(before: Position, after: Position) -> None:
    """Check that seats come and go without changing their numbers."""
    keep(after.seats == before.seats, "the seats of a game stay as they are", f"{before.seats}, then {after.seats}")


def check_guesses(variant: type[Position], games: int, turns: int) -> None:
    """Check many games on a hidden board: in single positions there may be nothing unknown."""
    if variant.hidden:
        guessed = any(_guessed(position, Random(0)) for position in positions(variant, games, turns))
        keep(guessed, "a guess is not always the truth", f"in {games} random games or more it was, whoever looked")


def _guessed(position: Position, random: Random) -> bool:
    return any(position.guess(viewer, random) != position for viewer in viewers(position) if viewer is not Eyes.ALL)


def positions(variant: type[Position], games: int, turns: int) -> Iterator[Position]:
    """Positions of random games, with every choice and preset."""
    known = all_settings(variant)
    for game in range(max(games, len(known))):
        random = Random(game)
        position = variant.start(known[game % len(known)], random)
        for _ in range(turns):
            yield position
            if position.result() is not None:
                break
            position = position.play({seat: random.choice(list(position.moves(seat))) for seat in position.to_act})


def begin(variant: type[Position], settings: Mapping[str, Any], random: Random) -> Position:
    """A start position, checked."""
    same = Random()
    same.setstate(random.getstate())
    position = variant.start(settings, random)
    keep(isinstance(position, variant), "start gives a position of the variant")
    again = variant.start(settings, same)
    difference = "" if again == position else f"{position.fen()}, then {again.fen()}"
    keep(again == position, "start gives the same position for the same random numbers", difference)
    keep(dict(position.settings) == dict(variant.complete(settings)), "settings are complete")
    return position


JOINS, LEAVES = 0.1, 0.02
"""The probabilities that a seat which may join does so, and that a seat leaves after a turn."""


def check_begun(position: Position) -> None:
    """Check a start position."""
    keep(position.result() is None, "no game is over before it begins")
    counted = {symbol for symbol, worth in position.material.items() if 0 < worth < inf}
    keep(
        set(position.material) == counted <= position.owners().keys() & set(position.drawings),
        "material counts pieces that have owners and drawings, each as more than nothing",
    )
    check_fen_values(position)


def check_fen_values(position: Position) -> None:
    """Check that a value of the FEN that its key may not have is refused as a FenError."""
    variant = type(position)
    head, brace, tail = position.fen().partition("{")
    for key in variant.fen_keys if brace else ():
        value, named = variant.fen_value(key), json.loads(brace + tail)
        for text in _bad_values(value):
            fen = head + json.dumps({**named, key: text})
            try:
                variant.from_fen(fen, position.settings)
                found = "" if value == TEXT or allows(value, text, *variant.size) else f"it was read: {fen}"
            except FenError:
                found = ""
            except Exception as error:
                found = f"{error!r} for {fen}"
            keep(not found, "a FEN with a value that its key may not have is refused by name", found)


def _bad_values(value: Value) -> Iterator[str]:
    """Values next to the right ones of a key, then those that are wrong for most keys."""
    if value.most is not None:
        yield from (str(value.most + 1), str(value.least - 1))
    if value.usual != "-":
        yield from (value.usual * 2, value.usual[:-1])
    for part in value.parts[:1]:
        yield from (choice[:-1] + chr(ord(choice[-1]) + 1) for choice in part.choices[-1:] if choice)
    yield from BAD_VALUES


def check_position(position: Position, random: Random) -> None:
    """Check one position."""
    before = _fields(position)
    check_types(position)
    check_picture(position)
    check_stones(position)
    check_secrets(position)
    check_end(position)
    for viewer in viewers(position):
        for tally in position.tallies(viewer):
            keep(tally.code in position.tally_codes, f"{tally.code} is among tally_codes")
            keep(tally.seat is None or tally.seat in range(len(position.seats)), "a tally is of a seat or of all")
    if position.result() is None:
        check_moves(position)
        for seat in range(len(position.seats)):
            worth = position.evaluate(seat)
            keep(worth is None or (type(worth) in (int, float) and -1 < worth < 1), "an estimate lies between -1 and 1")
    check_hints(position)
    check_fen(position)
    for viewer in viewers(position):
        guess = position.guess(viewer, random)
        keep(isinstance(guess, Position), f"guess gives a position, not a {type(guess).__name__}")
        keep(guess.picture(viewer) == position.picture(viewer), "a guess agrees with what its viewer sees")
        if position.hidden and isinstance(viewer, Seat):
            shown = [each.picture(Eyes.SPECTATOR) for each in (position, guess)]
            seen, known = ((picture.hands, picture.counts) for picture in shown)
            keep(seen == known, "an onlooker sees no hand that a seat does not see", f"seat {viewer}: {seen}")
        keep(guess.tallies(viewer) == position.tallies(viewer), "a guess agrees with the counts its viewer sees")
        if guess is not position and position.result() is None and isinstance(viewer, Seat):
            check_guess(position, guess, viewer)
    keep(_fields(position) == before, "no question changes a position")


def _differing(position: Position, again: Position) -> str:
    """The FEN, and the fields that changed when it was read."""
    ours, read = _fields(position), _fields(again)
    names = [name for name in ours if ours[name] != read.get(name) and name not in ("events", "quiet", "settings")]
    return f"{position.fen()}" + (f", where {' and '.join(names)} differ" if names else "")


def _fields(position: Position) -> dict[str, Any]:
    return {each.name: getattr(position, each.name) for each in fields(position)}


def check_fen(position: Position) -> None:
    """Check that a position is the same after its FEN was written and read."""
    text = position.fen()
    keep(isinstance(text, str), f"a FEN is a text, not {text!r}")
    keep(len(text) <= LONGEST_FEN, f"a FEN has at most {LONGEST_FEN} signs", f"{len(text)}, as {text}")
    again = type(position).from_fen(text, position.settings)
    keep(again.fen() == text, "a FEN is read as it was written")
    keep(again.key() == position.key(), "a position keeps its key through its FEN", _differing(position, again))
    keep(_hash(position.key()) is not None and _hash(again.key()) == _hash(position.key()), "a key can be hashed")
    keys = position.key(), again.key()  # Both at once: of two objects one after the other, an address may be the same.
    keep(digest(keys[0]) == digest(keys[1]), "a key is made of texts, numbers, None, tuples and frozensets")
    keep(again.result() == position.result(), "a position keeps its result through its FEN")
    keep(again.seats == position.seats, "a position keeps its seats through its FEN")
    keep(again.stones() == position.stones(), "a position keeps its stones through its FEN")
    if position.result() is None:
        keep(again.to_act == position.to_act, "a position keeps who acts through its FEN")
        for seat in range(len(position.seats)):
            again_moves, moves = list(again.moves(seat)), list(position.moves(seat))
            keep(sorted(again_moves) == sorted(moves), "a position keeps its moves through its FEN")
            keep(again.risks(seat) == position.risks(seat), "a position keeps its risks through its FEN")


def _hash(key: Any) -> int | None:
    try:
        return hash(key)
    except TypeError:
        return None


def check_guess(position: Position, guess: Position, seat: Seat) -> None:
    """Check that a seat's moves tell it no more of the board than its picture."""
    moves = sorted(position.moves(seat))
    keep(sorted(guess.moves(seat)) == moves, "a seat has the same moves in its guess", f"seat {seat}: {guess.fen()}")
    keep(guess.labels(seat) == position.labels(seat), "a seat has the same labels in its guess", f"seat {seat}")
    keep(guess.risks(seat) == position.risks(seat), "a seat has the same risks in its guess", f"seat {seat}")
    keep(
        sorted(guess.premoves(seat)) == sorted(position.premoves(seat)),
        "a seat plans the same in its guess",
        f"seat {seat}",
    )


def check_secrets(position: Position) -> None:
    """Check that an onlooker sees nothing that a seat does not see, and that a viewer of all sees everything."""
    files, ranks = position.size
    keep(position.picture(Eyes.ALL).board == position.board[: files * ranks], "ALL sees the whole board")
    seats = range(len(position.seats))
    onlooker = position.picture(Eyes.SPECTATOR)
    events = position.seen_events(Eyes.SPECTATOR)
    for seat in seats:
        seen = position.picture(seat).board
        for square, symbol in enumerate(onlooker.board):
            keep(not symbol or seen[square] == symbol, "an onlooker sees no piece that a seat does not see")
        known = _details(position.seen_events(seat))
        keep(_details(events) <= known, "an onlooker is told no square that a seat is not told")


def _details(events: Iterable[Event]) -> set[tuple[tuple[int, ...], tuple[str, ...]]]:
    return {(event.squares, event.pieces) for event in events if event.squares or event.pieces}


def check_turn(position: Position, actions: Mapping[Seat, Move]) -> Position:
    """Check one turn; returns the position after it."""
    before = _fields(position)
    text = position.fen()
    after, again = position.play(actions), position.play(actions)
    keep(isinstance(after, Position), f"play gives a position, not {after!r}")
    keep(_fields(position) == before, "play changes nothing")
    keep(position.fen() == text, "play leaves the FEN as it was")
    keep(after == again, "the same position and actions give the same position")
    keep(after.events == again.events, "the same position and actions give the same events")
    keep(after.settings is position.settings, "settings are one shared mapping")
    keep(after.quiet in (0, position.quiet + 1), "a quiet turn counts one, any other begins anew")
    if position.hidden:
        check_told(position, after)
    for viewer in viewers(position):
        check_events(after, after.seen_events(viewer))
        noted = position.turn_notation(actions, after, viewer)
        keep(set(noted) == set(actions), "every action is noted")
        keep(all(noted.values()), "a noted action is not empty")
        check_notes(noted.values())
    check_pgn(position, actions, after)
    check_losses(after)
    check_types(after)
    check_seats(position, after)
    check_winners(position, after)
    return after


def check_told(before: Position, after: Position) -> None:
    """Check that events of a hidden board name another's pieces only on squares that the seat sees before or after."""
    owners = after.owners()
    for seat in range(len(after.seats)):
        marks = [position.picture(seat).marks for position in (before, after)]
        unseen = [{square for square in each if each[square] == "unseen"} for each in marks]
        for event in after.seen_events(seat):
            others = [piece for piece in event.pieces if owners.get(piece, seat) != seat]
            hidden = unseen[0].intersection(event.squares, unseen[1])
            keep(not (others and hidden), f"{event.code} tells a seat of others only where it sees", f"seat {seat}")


def check_pgn(position: Position, actions: Mapping[Seat, Move], after: Position) -> None:
    """Check the texts of other programs, where a variant has any."""
    fen = position.standard_fen()
    again = position if fen is None else type(position).from_fen(fen, position.settings)
    keep(again.key() == position.key(), "a standard FEN is read as the position that it was written for", fen or "")
    if not position.pgn_names:
        return
    keep(position.pgn_name().lower() in position.pgn_names, "pgn_name is one of pgn_names", position.pgn_name())
    for seat, note in position.turn_notation(actions, after, Eyes.ALL).items():
        word = position.san(note)
        keep(position.from_san(word) == actions[seat], "the move that is noted in PGN is read from there", word)


def check_winners(before: Position, after: Position) -> None:
    """Check that a seat that could not win still cannot."""
    result = after.result()
    shares = (0.0,) * len(after.seats) if result is None else result.points
    for seat, share in enumerate(shares):
        if not before.could_win(seat):
            keep(share < 1, f"seat {seat}, which could not win, does not win")
            keep(not after.could_win(seat), f"seat {seat}, which could not win, never can again")

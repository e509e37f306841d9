"""What every variant promises, as checks: each raises BrokenPromise with the promise that does not hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from random import Random
from typing import Any, get_args
from unicodedata import category

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
"""The marks of a picture that the house draws and says."""


STONES = frozenset(get_args(Stone))
"""The stones that the house draws."""


LONGEST_FEN, LONGEST_MOVE, LONGEST_NOTE = 1000, 40, 100
"""Signs of a FEN, of a move as it is sent, and of one as players write it: no record and no wire takes longer ones."""

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_ONE_WORD = re.compile(r"[^\s|{};]+")


def viewers(position: Position) -> list[Viewer]:
    """Every seat, an onlooker, and whoever may see all."""
    return [*range(len(position.seats)), *Eyes]


def all_settings(variant: type[Position]) -> list[Mapping[str, Any]]:
    """The defaults, each preset, and each choice of each option."""
    choices = [{option.name: choice} for option in variant.options for choice in option.choices]
    return [{}, *variant.presets.values(), *choices]


def random_settings(variant: type[Position], random: Random) -> Mapping[str, Any]:
    """Any combination of choices."""
    return {option.name: random.choice(option.choices) for option in variant.options}


def check_game(variant: type[Position], settings: Mapping[str, Any], random: Random, turns: int) -> int:
    """Play a random game of at most so many turns and hold every position and every turn to the promises."""
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
    """The promises about a game that a seat leaves while at least two others play on; answers with what it becomes."""
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
    """Seats come and go, and their numbers stay."""
    keep(after.seats == before.seats, "the seats of a game stay as they are", f"{before.seats}, then {after.seats}")


def check_guesses(variant: type[Position], games: int, turns: int) -> None:
    """The promise about many games on a hidden board: in single positions there may be nothing to guess."""
    if variant.hidden:
        found = any(_guessed(position, Random(0)) for position in _positions(variant, games, turns))
        keep(found, "a guess is not always the truth", f"in {games} random games or more it was, whoever looked")


def _guessed(position: Position, random: Random) -> bool:
    return any(position.guess(viewer, random) != position for viewer in viewers(position) if viewer is not Eyes.ALL)


def _positions(variant: type[Position], games: int, turns: int) -> Iterator[Position]:
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
    """The initial position, and what is promised of its making."""
    same = Random()
    same.setstate(random.getstate())
    position = variant.start(settings, random)
    keep(isinstance(position, variant), "start gives a position of the variant")
    again = variant.start(settings, same)
    found = "" if again == position else f"{position.fen()}, then {again.fen()}"
    keep(again == position, "start gives the same position for the same random numbers", found)
    keep(dict(position.settings) == dict(variant.complete(settings)), "settings are complete")
    return position


JOINS, LEAVES = 0.1, 0.02
"""How often a seat that may join does so, and a seat leaves after a turn."""


def check_begun(position: Position) -> None:
    """The promise about an initial position."""
    keep(position.result() is None, "no game is over before it begins")


def check_position(position: Position, random: Random) -> None:
    """The promises about one position."""
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
    check_fen(position)
    for viewer in viewers(position):
        guess = position.guess(viewer, random)
        keep(isinstance(guess, Position), f"guess gives a position, not a {type(guess).__name__}")
        keep(guess.picture(viewer) == position.picture(viewer), "a guess agrees with what its viewer sees")
        if position.hidden and isinstance(viewer, Seat):
            seen, known = (each.picture(Eyes.SPECTATOR).hands for each in (position, guess))
            keep(seen == known, "an onlooker sees no hand that a seat does not see", f"seat {viewer}: {seen}")
        keep(guess.tallies(viewer) == position.tallies(viewer), "a guess agrees with the counts its viewer sees")
    keep(_fields(position) == before, "no question changes a position")


def _fields(position: Position) -> dict[str, Any]:
    return {each.name: getattr(position, each.name) for each in fields(position)}


def check_types(position: Position) -> None:
    """That everything is what it should be: else something breaks later, and nobody sees why."""
    keep(isinstance(position.board, tuple), f"board is a tuple, not a {type(position.board).__name__}")
    keep(isinstance(position.to_act, tuple), f"to_act is a tuple, not a {type(position.to_act).__name__}")
    keep(set(position.to_act) <= set(range(len(position.seats))), f"only seats act, not {position.to_act}")
    known = {*type(position).seats, *position.seat_codes}
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
    """Who has moves, and that their texts and their labels tell them apart."""
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
        noted = [position.notation({seat: move}, seat)[seat] for move in moves]
        keep(len(set(noted)) == len(noted), "no two moves of a seat are noted alike")
        keep(all(noted), "a noted move is not empty")
        check_notes(noted)
        check_labels(position, seat, moves)
        for move in moves:
            keep(position.risky(seat, move) in (True, False), "risky is yes or no")
            keep(position.special(seat, move) in specials, "special_codes are complete")
            keep(position.becomes(seat, move) in symbols, "what a mover becomes can be drawn")


def check_squares(position: Position, seat: Seat, moves: Iterable[Move]) -> None:
    """That whoever moves can click on it: the board and the hands that his picture shows."""
    files, ranks = position.size
    squares = {square for move in moves for square in move.path}
    if seat in position.chance or squares <= set(range(files * ranks)):
        return
    places = files * ranks + sum(map(len, position.picture(seat).hands))
    beyond = sorted(squares - set(range(places)))
    keep(not beyond, "every square of a move is on the board or in a hand", f"seat {seat} has moves by {beyond}")


def check_notes(texts: Collection[str]) -> None:
    """That a record takes moves as players write them."""
    wrong = [text for text in texts if not isinstance(text, str)]
    keep(not wrong, f"noted moves are texts, not {wrong}")
    longest = max(texts, key=len, default="")
    keep(len(longest) <= LONGEST_NOTE, f"a noted move has at most {LONGEST_NOTE} signs", longest)
    unseen = [text for text in texts if not _is_visible(text)]
    keep(not unseen, "a noted move holds no sign that cannot be seen", f"one is among {unseen}")


def check_labels(position: Position, seat: Seat, moves: Sequence[Move]) -> None:
    """That each move reaches its player: a table offers what `labels` names."""
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
    """Whether there is nothing in it but signs and spaces; joiners are part of a sign."""
    return text.isprintable() or not any(category(sign) in _UNSEEN and sign not in "\u200c\u200d" for sign in text)


def check_fen(position: Position) -> None:
    """A position is the same after its text was written and read."""
    text = position.fen()
    keep(isinstance(text, str), f"a FEN is a text, not {text!r}")
    keep(len(text) <= LONGEST_FEN, f"a FEN has at most {LONGEST_FEN} signs", f"{len(text)}, as {text}")
    again = type(position).from_fen(text, position.settings)
    keep(again.fen() == text, "a FEN is read as it was written")
    keep(again.key() == position.key(), "a position keeps its key through its FEN")
    keep(_hash(position.key()) is not None and _hash(again.key()) == _hash(position.key()), "a key can be hashed")
    keep(again.result() == position.result(), "a position keeps its result through its FEN")
    keep(again.seats == position.seats, "a position keeps its seats through its FEN")
    keep(again.stones() == position.stones(), "a position keeps its stones through its FEN")
    if position.result() is None:
        keep(again.to_act == position.to_act, "a position keeps who acts through its FEN")
        for seat in range(len(position.seats)):
            kept, moves = list(again.moves(seat)), list(position.moves(seat))
            keep(sorted(kept) == sorted(moves), "a position keeps its moves through its FEN")
            risks = [position.risky(seat, move) for move in moves]
            keep([again.risky(seat, move) for move in moves] == risks, "a position keeps its risks through its FEN")


def _hash(key: Any) -> int | None:
    try:
        return hash(key)
    except TypeError:
        return None


def check_picture(position: Position) -> None:
    """Whatever is shown fits the board and can be drawn."""
    files, ranks = position.size
    for viewer in viewers(position):
        picture = position.picture(viewer)
        keep(isinstance(picture, Picture), "a picture is a Picture")
        keep(picture.size == (files, ranks), "a picture has the size of the board")
        keep(len(picture.board) == files * ranks, "a picture has as many squares as the board")
        symbols = {*picture.board, *(symbol for hand in picture.hands for symbol in hand)} - {""}
        keep(symbols <= set(position.drawings), "every symbol has a drawing")
        keep(set(picture.marks) <= set(range(files * ranks)), "marks are on the board")
        keep(set(picture.marks.values()) <= MARKS, "every mark can be drawn")
        keep(
            not any(picture.board[square] for square, mark in picture.marks.items() if mark == "unseen"),
            "nothing is shown on a square that is not seen",
        )


def check_stones(position: Position) -> None:
    """Each seat has a stone that can be drawn; on a hidden board it tells nothing of the pieces."""
    stones = position.stones()
    keep(isinstance(stones, tuple), f"stones is a tuple, not a {type(stones).__name__}")
    keep(len(stones) == len(position.seats), "each seat has a stone", f"{stones} of {len(position.seats)} seats")
    keep(set(stones) <= STONES, f"a stone is one of {', '.join(sorted(STONES))}", f"{stones}")
    keep(not position.hidden or stones == Position.stones(position), "a hidden board leaves the stones as they are")


def check_end(position: Position) -> None:
    """A result shares out one point, for a declared reason."""
    result = position.result()
    if result is not None:
        seats = len(position.seats)
        keep(len(result.points) == seats, "a result has a share for each seat", f"{result.points} of {seats} seats")
        whole = sum(result.points)
        keep(abs(whole - 1) < 1e-9, "the shares of a result make one point", f"{result.points} make {whole}")
        keep(min(result.points) >= 0, "no share is negative")
        keep(not any(result.points[seat] for seat in position.chance), "nature has no share of the point")
        keep(result.reason in position.reasons, f"{result.reason} is among reasons")


def check_secrets(position: Position) -> None:
    """An onlooker sees nothing that a seat does not see; what all may see is everything."""
    files, ranks = position.size
    keep(position.picture(Eyes.ALL).board == position.board[: files * ranks], "ALL sees the whole board")
    seats = range(len(position.seats))
    onlooker = position.picture(Eyes.SPECTATOR)
    told = position.story(Eyes.SPECTATOR)
    for seat in seats:
        seen = position.picture(seat).board
        for square, symbol in enumerate(onlooker.board):
            keep(not symbol or seen[square] == symbol, "an onlooker sees no piece that a seat does not see")
        known = _details(position.story(seat))
        keep(_details(told) <= known, "an onlooker is told no square that a seat is not told")


def _details(events: Iterable[Event]) -> set[tuple[tuple[int, ...], tuple[str, ...]]]:
    return {(event.squares, event.pieces) for event in events}


def check_turn(position: Position, actions: Mapping[Seat, Move]) -> Position:
    """The promises about one turn; answers with the position after it."""
    before = _fields(position)
    text = position.fen()
    after, again = position.play(actions), position.play(actions)
    keep(_fields(position) == before, "play changes nothing")
    keep(position.fen() == text, "play leaves the FEN as it was")
    keep(after == again, "the same position and actions give the same position")
    keep(after.events == again.events, "the same position and actions give the same events")
    keep(after.settings is position.settings, "settings are one shared mapping")
    keep(after.quiet in (0, position.quiet + 1), "a quiet turn counts one, any other begins anew")
    for viewer in viewers(position):
        noted = position.noted(actions, after, viewer)
        keep(set(noted) == set(actions), "every action is noted")
        keep(all(noted.values()), "a noted action is not empty")
        check_notes(noted.values())
        check_events(after, after.story(viewer))
    check_pgn(position, actions, after)
    check_losses(after)
    check_types(after)
    check_seats(position, after)
    check_winners(position, after)
    return after


def check_pgn(position: Position, actions: Mapping[Seat, Move], after: Position) -> None:
    """That other programs' texts mean what they say, where a variant has any."""
    fen = position.standard_fen()
    again = position if fen is None else type(position).from_fen(fen, position.settings)
    keep(again.key() == position.key(), "a standard FEN is read as the position that it was written for", fen or "")
    if not position.pgn_names:
        return
    keep(position.pgn_name().lower() in position.pgn_names, "pgn_name is one of pgn_names", position.pgn_name())
    for seat, note in position.noted(actions, after, Eyes.ALL).items():
        word = position.san(note)
        keep(position.from_san(word) == actions[seat], "the move that is noted in PGN is read from there", word)


def check_winners(before: Position, after: Position) -> None:
    """Who could not win wins no more, whatever happens."""
    result = after.result()
    shares = (0.0,) * len(after.seats) if result is None else result.points
    for seat, share in enumerate(shares):
        if not before.could_win(seat):
            keep(share < 1, f"seat {seat}, which could not win, does not win")
            keep(not after.could_win(seat), f"seat {seat}, which could not win, never can again")


def check_events(position: Position, events: Iterable[Event]) -> None:
    """Events have declared codes and speak of squares, pieces and seats that exist."""
    files, ranks = position.size
    for event in events:
        keep(isinstance(event, Event), f"an event is an Event, not {event!r}")
        keep(event.code in position.event_codes, f"{event.code} is among event_codes")
        keep(event.seat is None or event.seat in range(len(position.seats)), f"{event.code} is of a seat or of all")
        keep(set(event.squares) <= set(range(files * ranks)), f"{event.code} names squares of the board")
        keep(set(event.pieces) <= set(position.drawings), f"{event.code} names pieces that can be drawn")
        sign = position.signs.get(event.code)
        if sign is not None:
            keep(len(event.squares) >= SIGNS[sign], f"{event.code} names the squares that its sign needs")


def check_losses(position: Position) -> None:
    """That those who may see all learn what is struck out; a seat may know no more than the square."""
    for event in (*position.events, *position.story(Eyes.ALL)):
        lost = position.signs.get(event.code) == "lost"
        keep(not lost or bool(event.pieces), f"{event.code} names the piece that its sign strikes out")

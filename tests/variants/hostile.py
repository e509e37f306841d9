"""Hostile texts for every variant: FENs, sketches and moves are read, or refused by FenError and MoveError alone.

Whatever else a text raises, or a broken promise of a position that was read, becomes an error that names the text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from variants.contract import all_settings, check_fen, check_position, check_turn, positions
from variants.errors import FenError, MoveError
from variants.position import Position

GAMES, TURNS = 40, 60
"""How many random games give the texts that are mutated, and how many turns of each."""

CONTRACT = 0.1
"""How many of the positions that were read are held to the whole contract, which takes ten times as long."""

_STRANGE = ("", "  ", *" \t\n\0٣é\ud800\U0001f600０²'\"\\{}[]")
_VALUES: tuple[Any, ...] = (
    "", "-", "--", "-,-", "w", "b", "wb", "0", "1", "-1", "-0", "00", "0000", "0707", "8888", "9999", "10000", "iiii",
    "ahah", "KQkq", "HAha", "a1", "h8", "e3", "d6", "e9", "i1", "70", "77", "99", "e3,73", "e3,e3",
    "a3,b3,c3,d3,e3,f3,g3,h3,a6", "p", "k", "=p", "CCEEGG", "ceg",
    "9" * 9, "9" * 10, "1e9", "1.5", "true", "null", "٣", "x" * 100,
    None, True, 0, 1, -1, 1.5, 10**30, [], ["-"], {}, {"flags": "0707"},
)  # fmt: skip


class Corpus(NamedTuple):
    """What mutations start from: texts that random games have."""

    fens: Sequence[str]
    moves: Sequence[str]
    symbols: str
    """The letters of the pieces."""


def corpus(variant: type[Position], games: int = GAMES, turns: int = TURNS) -> Corpus:
    """The FENs of the positions of random games with any settings, and their moves."""
    random, fens, moves = Random(0), [], set[str]()
    for position in positions(variant, games, turns):
        fens.append(position.fen())
        if position.result() is None:
            moves.update(variant.write(random.choice(list(position.moves(seat)))) for seat in position.to_act)
    return Corpus(fens, sorted(moves), "".join(variant.drawings))


def hostile(known: Corpus, strangers: Sequence[str], random: Random) -> str:
    """A FEN that was changed in one to four ways; `strangers` are FENs of other variants."""
    if random.random() < 0.05:
        return _noise(known, random)
    text = random.choice(strangers if random.random() < 0.05 else known.fens)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        text = random.choice(_CHANGES)(text, known, random)
    return text


def hostile_move(known: Corpus, random: Random) -> str:
    """The text of a move that was changed, or any text."""
    if not known.moves or random.random() < 0.1:
        return _noise(known, random)
    text = random.choice(known.moves)
    for _ in range(random.choice((1, 1, 2, 3))):
        text = _sign(text, known, random)
    return text


def _noise(known: Corpus, random: Random) -> str:
    signs = known.symbols + '/0123456789 -{}":,abcdefghijkwKQkq' + "".join(_STRANGE)
    return "".join(random.choices(signs, k=random.randrange(40)))


def _sign(text: str, known: Corpus, random: Random) -> str:
    """One or two signs replaced, taken out or put in."""
    at = random.randrange(len(text) + 1)
    new = random.choice((*known.symbols, *'/0123456789 -{}":,abcdefghiw=@+', *_STRANGE))
    return text[:at] + random.choice(("", new, new)) + text[at + random.choice((0, 1, 1, 2)) :]


def _board(text: str, known: Corpus, random: Random) -> str:
    """Squares of the board with other pieces, or none, on them: the rows stay as wide as they are."""
    rows, space, rest = text.partition(" ")
    cells = [list(_spread(row)) for row in rows.split("/")]
    for _ in range(random.choice((1, 1, 2, 8))):
        row = random.choice(cells)
        if row:
            row[random.randrange(len(row))] = random.choice((*known.symbols, "1"))
    if random.random() < 0.1:
        random.shuffle(cells)
    return "/".join("".join(row) for row in cells) + space + rest


def _spread(row: str) -> str:
    return "".join("1" * int(sign) if sign in "123456789" else sign for sign in row)


def _field(text: str, known: Corpus, random: Random) -> str:
    """A field left out, said twice, moved, or taken from elsewhere."""
    words = text.split(" ")
    at = random.randrange(len(words))
    way = random.randrange(5)
    if way == 0:
        del words[at]
    elif way == 1:
        words.insert(at, words[at])
    elif way == 2:
        random.shuffle(words)
    elif way == 3:
        words[at] = str(random.choice(_VALUES))
    else:
        others = random.choice(known.fens).split(" ")
        words[at] = others[min(at, len(others) - 1)]
    return " ".join(words)


def _named(text: str, known: Corpus, random: Random) -> str:
    """A value of the JSON replaced, a key left out or put in."""
    head, brace, tail = text.partition("{")
    try:
        named = json.loads(brace + tail) if brace else {}
    except ValueError:
        return text
    if not isinstance(named, dict):
        return text
    keys = [*named, random.choice(("flags", "enpassant", "hands", "series", "left", "calm", "roll", "stage", "x"))]
    key = random.choice(keys)
    if random.random() < 0.2:
        named.pop(key, None)
    elif random.random() < 0.5 and isinstance(named.get(key), str):
        named[key] = _sign(named[key], known, random)
    else:
        named[key] = random.choice(_VALUES)
    return head + json.dumps(named, separators=(",", ":"))


def _standard(text: str, known: Corpus, random: Random) -> str:
    """The rows, with fields as other programs write them behind."""
    rights = random.choice(("KQkq", "-", "Kq", "HAha", "KK", "ABCD", "kqKQ", "Ee", "Hh"))
    en_passant = random.choice(("-", "e3", "d6", "a3", "h6", "e4", "a1", "h8", "73", "x"))
    counters = random.choice(("", " 0 1", " 0 2", " 99 50", " 0", " -1 1", " 0 0", " 0 999999999", " 0 1 2"))
    return f"{text.split(' ')[0]} {random.choice('wwbbx')} {rights} {en_passant}{counters}"


_CHANGES: tuple[Callable[[str, Corpus, Random], str], ...] = (
    _sign, _sign, _board, _board, _field, _field, _named, _named, _named, _standard,
)  # fmt: skip


def tried(variant: type[Position], fen: str, settings: Any, random: Random) -> bool:
    """Read a FEN, and what it shows; whether it was taken. Only FenError may refuse it, and what it gives must work."""
    with suppress(FenError):
        variant.sketch(fen)
    try:
        position = variant.from_fen(fen, settings)
    except FenError:
        return False
    examined(position, random)
    return True


def tried_move(variant: type[Position], text: str) -> bool:
    """Read the text of a move; whether it was taken. Only MoveError may refuse it."""
    try:
        move = variant.read(text)
    except MoveError:
        return False
    variant.write(move)
    return True


def examined(position: Position, random: Random) -> None:
    """Hold a position that was read to what is promised of it: it can be read again, judged and played on."""
    if random.random() < CONTRACT:
        check_position(position, random)
    check_fen(position)
    position.standard_fen()
    if position.result() is not None:
        return
    for seat in range(len(position.seats)):
        position.could_win(seat)
        worth = position.evaluate(seat)
        assert worth is None or -1 < worth < 1, f"an estimate of {worth}"
    actions = {seat: random.choice(list(position.moves(seat))) for seat in position.to_act}
    if random.random() < CONTRACT:
        check_turn(position, actions)
    check_fen(position.play(actions))


def fuzz(variant: type[Position], texts: int, strangers: Sequence[str], seed: int) -> int:
    """Try so many hostile FENs, and a fifth as many moves; how many FENs were taken. An error names its text."""
    random, known = Random(seed), corpus(variant)
    settings = all_settings(variant)
    taken = 0
    for number in range(texts):
        text = hostile(known, strangers, random)
        try:
            taken += tried(variant, text, random.choice(settings), random)
        except Exception as error:
            raise AssertionError(f"{variant.__name__}, the FEN {text!r}: {error!r}") from error
        if number % 5 == 0:
            text = hostile_move(known, random)
            try:
                tried_move(variant, text)
            except Exception as error:
                raise AssertionError(f"{variant.__name__}, the move {text!r}: {error!r}") from error
    return taken

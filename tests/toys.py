"""Tiny variants that try the house: sealed moves, a hidden board, three seats, a seat that moves twice.

`write_variant` copies this whole file into a folder, so it imports nothing but the standard library and `variants`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Self

from variants import fen as text
from variants.errors import FenError
from variants.grid import DIAGONAL, KNIGHT, ORTHOGONAL, grid
from variants.position import NO_SETTINGS, Event, Eyes, Move, Picture, Position, Result, Seat, Sign, Tally, Viewer, only
from variants.registry import load_all

SQUARES = grid(3, 3)
AROUND = SQUARES.leaps(ORTHOGONAL + DIAGONAL)
LEAPS = SQUARES.leaps(KNIGHT)
TRACK = grid(3, 5)
FORWARD = TRACK.leaps([(-1, -1), (0, -1), (1, -1)])


@dataclass(frozen=True, kw_only=True)
class Duel(Position):
    """Two horsemen leap at once on 3x3. White wins where they meet; Black wins after four turns without a meeting."""

    size = (3, 3)
    turn_letters = "w"
    drawings: ClassVar[Mapping[str, str]] = {"N": "wn", "n": "bn"}
    event_codes: ClassVar[Mapping[str, Sign | None]] = {"moved": "arrow", "met": "clash", "caught": "lost"}
    reasons = frozenset({"met", "missed"})
    tally_codes = frozenset({"turns"})
    to_act: tuple[Seat, ...] = (0, 1)
    plies: int = 0

    @classmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        return cls.from_fen("2n/3/N2", settings)

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        fields = cls.read_fields(fen)
        board = SQUARES.read_rows(fields.rows, cls.drawings)
        if board.count("N") != 1 or board.count("n") > 1:
            raise FenError("duel_pieces", "A duel needs a white horseman and at most one black one.")
        return cls(board=board, settings=cls.complete(settings), plies=fields.plies or 0)

    def fen(self) -> str:
        return text.join(SQUARES.write_rows(self.board), "w", self.plies, {})

    def moves(self, seat: Seat) -> list[Move]:
        return [Move((origin, target)) for origin in self._stands(seat) for target in LEAPS[origin]]

    def _stands(self, seat: Seat) -> list[int]:
        return [square for square in range(9) if seat in self.to_act and self.board[square] == "Nn"[seat]]

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        board = [""] * 9
        events = [Event("moved", seat, actions[seat].path, ("Nn"[seat],)) for seat in (0, 1)]
        board[actions[1].path[1]] = "n"
        board[actions[0].path[1]] = "N"
        if "n" not in board:
            meeting = actions[0].path[1:]
            events += [Event("met", None, meeting, ("N", "n")), Event("caught", 1, meeting, ("n",))]
        return self.then(board=tuple(board), plies=self.plies + 2, quiet=self.quiet + 1, events=tuple(events))

    def result(self) -> Result | None:
        if "n" not in self.board:
            return Result((1.0, 0.0), "met")
        return Result((0.0, 1.0), "missed") if self.plies >= 8 else None

    def key(self) -> tuple[tuple[str, ...], int]:
        return (self.board, self.plies)

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        return (Tally("turns", None, self.plies // 2, 4),)


@dataclass(frozen=True, kw_only=True)
class Rounds(Duel):
    """A duel in which the seats act by turns, or both: what `order` says after so many turns."""

    order: ClassVar[tuple[tuple[Seat, ...], ...]] = ((0,), (0, 1), (1,), (1,))

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        board = [""] * 9
        for seat in (1, 0):
            board[actions[seat].path[1] if seat in actions else self.board.index("Nn"[seat])] = "Nn"[seat]
        plies = self.plies + 2
        return self.then(board=tuple(board), plies=plies, to_act=self.order[plies // 2 % 4])


@dataclass(frozen=True, kw_only=True)
class Veil(Duel):
    """Duel in the dark: pieces step to any square around them, and each seat sees its own alone."""

    hidden = True
    event_codes: ClassVar[Mapping[str, Sign | None]] = {**Duel.event_codes, "unseen": None}
    tally_codes = frozenset()

    def moves(self, seat: Seat) -> list[Move]:
        return [Move((origin, target)) for origin in self._stands(seat) for target in AROUND[origin]]

    def picture(self, viewer: Viewer) -> Picture:
        seen = "Nn" if viewer is Eyes.ALL or self.result() else "" if viewer is Eyes.SPECTATOR else "Nn"[viewer]
        return Picture(self.size, tuple(symbol if symbol and symbol in seen else "" for symbol in self.board))

    def seen_events(self, viewer: Viewer) -> tuple[Event, ...]:
        if viewer is Eyes.ALL or self.result():
            return self.events
        return tuple(event if event.seat == viewer else Event("unseen", event.seat) for event in self.events)

    def notation(self, actions: Mapping[Seat, Move], viewer: Viewer) -> Mapping[Seat, str]:
        return {
            seat: self.write(move) if viewer is Eyes.ALL or seat == viewer else "…" for seat, move in actions.items()
        }

    def guess(self, viewer: Viewer, random: Random) -> Self:
        if viewer is Eyes.ALL or self.result():
            return self
        board = list(self.picture(viewer).board)
        for symbol in "Nn":
            if symbol not in board:
                board[random.choice([square for square in range(9) if not board[square]])] = symbol
        return self.then(board=tuple(board), events=self.seen_events(viewer))

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        return ()


@dataclass(frozen=True, kw_only=True)
class Crown(Position):
    """Three runners in turn on 3x5: one step forward to a vacant square; the first on the last rank takes the crown."""

    size = (3, 5)
    drawings: ClassVar[Mapping[str, str]] = {"P": "wp", "p": "bp", "s": "cp"}
    event_codes: ClassVar[Mapping[str, Sign | None]] = {"ran": "arrow", "blocked": None}
    reasons = frozenset({"crowned"})
    turned = frozenset()
    order: ClassVar[tuple[Seat, ...]] = (0, 1, 2)
    first_rank: ClassVar[str] = "Pps"
    seats: tuple[str, ...] = ("white", "black", "checkered")
    plies: int = 0

    @classmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        return cls.from_fen("3/3/3/3/" + cls.first_rank, settings)

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        fields = text.split(fen, ("w",), ())
        board = TRACK.read_rows(fields.rows, cls.drawings)
        if sorted(filter(None, board)) != sorted(cls.first_rank.replace("1", "")):
            raise FenError("crown_pieces", "Each seat has one runner.")
        plies = fields.plies or 0
        to_act = (cls.order[plies % len(cls.order)],)
        return cls(board=board, settings=cls.complete(settings), plies=plies, to_act=to_act)

    def fen(self) -> str:
        return text.join(TRACK.write_rows(self.board), "w", self.plies, {})

    def moves(self, seat: Seat) -> list[Move]:
        if seat not in self.to_act:
            return []
        origin = self.board.index("Pps"[seat])
        return [Move((origin, target)) for target in FORWARD[origin] if not self.board[target]]

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        ((seat, move),) = actions.items()
        board = list(self.board)
        board[move.path[1]], board[move.path[0]] = board[move.path[0]], ""
        events = [Event("ran", seat, move.path, ("Pps"[seat],))]
        after = self.then(board=tuple(board))._next()
        while after.result() is None and not after.moves(after.to_act[0]):
            events.append(Event("blocked", after.to_act[0]))
            after = after._next()
        return after.then(events=tuple(events))

    def _next(self) -> Self:
        plies = self.plies + 1
        return self.then(plies=plies, to_act=(self.order[plies % len(self.order)],))

    def result(self) -> Result | None:
        arrived = [seat for seat in range(len(self.seats)) if "Pps"[seat] in self.board[:3]]
        if not arrived:
            return None
        return Result(tuple(1.0 if seat == arrived[0] else 0.0 for seat in range(len(self.seats))), "crowned")

    def key(self) -> tuple[tuple[str, ...], tuple[Seat, ...], int]:
        return (self.board, self.to_act, self.plies % len(self.order))


@dataclass(frozen=True, kw_only=True)
class Guest(Crown):
    """Crown for two, which a third may join before White's turn, by a step of its runner; it stays White's turn.

    Whoever leaves is out, and the runner stays where it is.
    """

    event_codes: ClassVar[Mapping[str, Sign | None]] = {**Crown.event_codes, "left": None}
    joinable: ClassVar[frozenset[Seat]] = frozenset({2})
    here: str = "01?"
    """The seats that run; `?` while a third may come."""

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        fields = text.split(fen, "abc", ("here",))
        here, acts = fields.named.get("here", "01?"), "abc".index(fields.turn or "a")
        start = super().from_fen(f"{fields.rows} w {fields.plies or 0}", settings)
        return start.then(here=here, to_act=(acts,))

    def fen(self) -> str:
        return text.join(TRACK.write_rows(self.board), "abc"[self.to_act[0]], self.plies, {"here": self.here})

    def out(self) -> frozenset[Seat]:
        return frozenset(seat for seat in range(3) if str(seat) not in self.here)

    def moves(self, seat: Seat) -> list[Move]:
        if seat == 2 and "?" in self.here:
            return super(Guest, self._joined()).moves(seat) if self.to_act == (0,) else []
        return super().moves(seat)

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        return super(Guest, self._joined() if 2 in actions and "?" in self.here else self).play(actions)

    def _joined(self) -> Self:
        return self.then(here="012", to_act=(2,))

    def _next(self) -> Self:
        order = [int(seat) for seat in self.here if seat != "?"]
        at = order.index(self.to_act[0]) if self.to_act[0] in order else -1
        return self.then(plies=self.plies + 1, to_act=(order[(at + 1) % len(order)],))

    def without(self, seat: Seat) -> Self | None:
        after = self._next() if seat in self.to_act else self
        return after.then(here=self.here.replace(str(seat), ""), events=(Event("left", seat),), quiet=0)

    def key(self) -> tuple[Any, ...]:
        return (self.board, self.to_act, self.here)


@dataclass(frozen=True, kw_only=True)
class Court(Crown):
    """Crown, and each seat has one footman in hand, who stays there."""

    def picture(self, viewer: Viewer) -> Picture:
        return super().picture(viewer)._replace(hands=(("P",), ("p",), ("s",)))


@dataclass(frozen=True, kw_only=True)
class Twice(Crown):
    """Crown for two, each of whom moves twice in a row; White begins."""

    drawings: ClassVar[Mapping[str, str]] = only({"P": "wp", "p": "bp"})
    order: ClassVar[tuple[Seat, ...]] = (0, 0, 1, 1)
    first_rank: ClassVar[str] = "P1p"
    seats: tuple[str, ...] = ("white", "black")


@dataclass(frozen=True, kw_only=True)
class Toss(Crown):
    """Crown for two, and the dice say before each step on which square it ends."""

    drawings: ClassVar[Mapping[str, str]] = only({"P": "wp", "p": "bp"})
    event_codes: ClassVar[Mapping[str, Sign | None]] = {**Crown.event_codes, "rolled": None}
    chance: ClassVar[frozenset[Seat]] = frozenset({2})
    order: ClassVar[tuple[Seat, ...]] = (2, 0, 2, 1)
    first_rank: ClassVar[str] = "P1p"
    seats: tuple[str, ...] = ("white", "black", "dice")
    rolled: str = ""

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        fields = text.split(fen, ("w",), ("roll",))
        position = super().from_fen(fen.partition(" {")[0], settings)
        return position.then(rolled=fields.named.get("roll", ""))

    def fen(self) -> str:
        return text.join(TRACK.write_rows(self.board), "w", self.plies, {"roll": self.rolled} if self.rolled else {})

    def moves(self, seat: Seat) -> list[Move]:
        if seat in self.chance and seat in self.to_act:
            runner = self.order[(self.plies + 1) % len(self.order)]
            return self.then(to_act=(runner,), rolled="").moves(runner)
        return [move for move in super().moves(seat) if self.rolled in ("", TRACK.names[move.path[1]])]

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        ((seat, move),) = actions.items()
        if seat not in self.chance:
            return super().play(actions).then(rolled="")
        rolled = self._next().then(rolled=TRACK.names[move.path[1]])
        return rolled.then(events=(Event("rolled", seat, move.path[1:]),))

    def key(self) -> tuple[Any, ...]:
        return (*super().key(), self.rolled)


TOYS: tuple[type[Position], ...] = (Duel, Veil, Crown, Twice, Toss)

VARIANTS: Mapping[str, type[Position]] = {**load_all(), **{toy.__name__: toy for toy in TOYS}}
"""The variants of the site and the toys, by name."""


def write_variant(folder: Path, variant: type[Position]) -> Path:
    """Make a toy of this file a variant folder inside `folder`, with pages in English and in French; returns it."""
    home = folder / variant.__name__
    (home / "rules").mkdir(parents=True)
    source = Path(__file__).read_text(encoding="utf-8")
    (home / "__init__.py").write_text(f"{source}\n\nVariant = {variant.__name__}\n", encoding="utf-8")
    for language in ("en", "fr"):
        (home / "rules" / f"{language}.md").write_text(page(variant, language), encoding="utf-8")
    return home


def page(variant: type[Position], language: str) -> str:
    """The least a rules page needs: front matter with words for every code, and the initial position."""
    french = language == "fr"
    names = {"white": ("Blancs", "les Blancs"), "black": ("Noirs", "les Noirs"), "checkered": ("Échiquetés",) * 2}
    names["dice"] = ("Dés", "les Dés")
    colours = {"w": ("blanc", "white"), "b": ("noir", "black"), "c": ("échiqueté", "checkered")}
    natures = {"p": ("fantassin", "footman"), "n": ("cavalier", "horseman")}
    lines = [
        f"title: {variant.__name__}",
        f"summary: {'Un jeu pour les essais.' if french else 'A game for tests.'}",
        f"facts: [{variant.size[0]} x {variant.size[1]}]",
        f"reminder: [{'Pour les essais.' if french else 'For tests.'}]",
        "seats:",
        *(
            f"  {code}: [{', '.join(names[code])}]" if french else f"  {code}: [{code.title()}, {code.title()}]"
            for code in variant.start(random=Random(1)).seats
        ),
        "pieces:",
    ]
    for symbol, drawing in variant.drawings.items():
        colour, nature = colours[drawing[0]][not french], natures[drawing[1]][not french]
        name = f"{nature} {colour}" if french else f"{colour} {nature}"
        lines.append(f"  {symbol}: [{name}, {'le' if french else 'the'} {name}]")
    for table, codes, sentence in (
        ("events", variant.event_codes, "{code}."),
        ("results", variant.reasons, "{code}."),
        ("tallies", variant.tally_codes, "{code}: {{value}}"),
    ):
        lines.append(f"{table}:" if codes else f"{table}: {{}}")
        lines += [f'  {code}: "{sentence.format(code=code)}"' for code in sorted(codes)]
    start = variant.start(random=Random(0)).fen()
    caption = "La position initiale." if french else "The initial position."
    title = "Le début" if french else "The start"
    board = f"```board\nfen: {start}\ncaption: {caption}\n```"
    return "\n".join(["---", *lines, "---", "", f"## {title} {{#start}}", "", board, ""])

"""A whole record looked at: what the table of the game decides of each line, and what the record says, are the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from server.game import N_, Ending, apply, dice_digest
from server.records import writer
from server.records.checks import Faults, Replayed, Sentence, about_end, about_turns, check_final, wrong_end
from server.records.document import AnyLine, BackLine, EndLine, GameRecord, RecordError, TurnLine, incomplete
from server.records.line_of_play import Played, game_over, rules_failed, seal_mismatch
from server.records.recorded_table import RecordedTable
from server.records.tree import moves_of
from variants.errors import RulesError
from variants.position import Eyes, Position


class RecordCheck:
    """Plays a whole record again. Its checks: order, turns, seals, dice, clocks, end, digest.

    Raises RulesError where there is nothing to play.
    """

    def __init__(self, record: GameRecord, rules: type[Position]) -> None:
        if not record.complete:
            raise incomplete()
        lacking = [key for key in ("fen", "final_fen") if getattr(record, key) is None]
        for index, line in enumerate(record.log):
            if isinstance(line, TurnLine):
                lacking += [f"log[{index}].{key}" for key in ("moves", "fen") if getattr(line, key) is None]
        if lacking:
            raise _lacks(lacking[0])
        result = record.result
        ending = None if result is None else Ending(tuple(result.points), result.reason, result.seat)
        self.record, self.rules, self.ending = record, rules, ending
        self.names = tuple(chair.name or "" for chair in record.seats)
        self.faults = Faults()
        self.recorded = RecordedTable(record, rules, self.faults.note)
        self.table = self.recorded.table
        self.lines = writer.LineWriter(self.table, None)
        self.expected: list[dict[str, Any]] = []
        """The lines that the last decision writes after those that were compared."""

    def run(self) -> Replayed:
        """Look at everything."""
        faults = self.faults
        for look in (self._digest, self._head, self._seed):
            faults.attempt(look)
        for index, line in enumerate(self.record.log):
            if faults.astray:
                break
            faults.attempt(self._line, index, line)
        if not faults.astray:
            faults.attempt(self._foot)
            faults.attempt(self._result)
        turns = [Played(turn.texts, turn.events) for turn in self.table.turns]
        moves = [moves_of(turn) for turn in self.table.turns]
        about, checks = self.record, faults.checks(self._sentences())
        return Replayed(
            about.variant, about.rules_version, self.names, self.ending, self.table.game, turns, moves, checks
        )

    def _line(self, index: int, line: AnyLine) -> None:
        """Raise RecordError unless the table decides this line there; note what it writes otherwise."""
        if line.at < self.table.last_at:
            raise RecordError(
                "record_order", "Line {index} of the log is earlier than the line above it.", index=index + 1
            )
        if not self.expected:
            try:
                decision = self.recorded.decided(index, line)
                if decision is None:
                    raise _misplaced(index, line)
                apply(self.table, decision.entries, decision.next_game)
            except RecordError:
                raise
            except RulesError as error:
                raise _misplaced(index, line) from error
            except Exception as error:  # Rules are written for positions that they led to themselves.
                raise rules_failed(line.turn, error) from error
            self.expected = [self.lines.line(entry) for entry in decision.entries]
        expected, told = self.expected.pop(0), line.model_dump(exclude_unset=True)
        if expected["kind"] == "end" != line.kind:
            raise game_over(line.turn, expected["reason"])
        # Who ended a game is a matter of its end.
        if any(expected.get(key) != told.get(key) for key in ("kind", "turn", "at", "to", "seats")) or (
            line.kind != "end" and expected.get("seat") != told.get("seat")
        ):
            raise _misplaced(index, line)
        match line:
            case BackLine(kind="takeback"):
                self.recorded.taken.difference_update(range(line.to + 1, line.turn))
            case TurnLine():
                for seat, seal in expected.get("seals", {}).items():
                    if seal != (line.seals or {}).get(seat):
                        self.faults.note(seal_mismatch(line.turn, int(seat)))
            case EndLine() if any(expected[key] != told[key] for key in ("points", "reason", "seat")):
                found = Ending(tuple(told["points"]), told["reason"], told["seat"])
                self.faults.note(wrong_end(found, self.table.game.position.result()))
        self.recorded.keep_time(expected.get("clocks"), line)

    def _digest(self) -> None:
        if writer.digest(self.record.as_data()) != self.record.digest:
            raise RecordError("record_digest", "The digest is not that of the record: something in it was changed.")

    def _head(self) -> None:
        start, chairs = self.table.game.position, self.record.seats
        codes = [chair.code for chair in chairs]
        if codes != [*start.seats] or [chair.seat for chair in chairs] != [*range(len(codes))]:
            raise RecordError(
                "record_seats",
                "The seats of this game are {expected}, the record has {found}.",
                expected=", ".join(start.seats),
                found=", ".join(codes),
            )
        first = {chair.player: chair.seat for chair in reversed(chairs) if chair.player is not None}
        if any(player != seat for player, seat in first.items()):
            raise _strangers()
        # A record may be older than an option, which then has its default.
        if start.fen() != self.record.fen or not self.record.settings.items() <= dict(start.settings).items():
            raise RecordError(
                "record_start", "The record does not write its options and its first position as the rules do."
            )

    def _seed(self) -> None:
        """Raise RecordError unless the seed is the one that was fixed, and is there where there is a chance player."""
        told = self.record.dice
        if (told is None) == bool(self.rules.chance) or (
            told is not None and told.seed is not None and dice_digest(self.record.table, told.seed) != told.seal
        ):
            raise RecordError("record_dice", "The seed of the dice is not the one that was fixed before the game.")

    def _foot(self) -> None:
        names = {person: self.names[seat] for seat, person in reversed([*enumerate(self.table.chairs)]) if person}
        drawn = writer.draw_record(self.table, (), Eyes.ALL, names.__getitem__)
        if drawn["seats"] != [chair.model_dump(exclude_unset=True) for chair in self.record.seats]:
            raise _strangers()
        if self.record.seen_by != "all":
            raise _lacks("seen_by")

    def _result(self) -> None:
        table, record = self.table, self.record
        if self.expected or (self.ending, record.status) != (table.ending, table.status):
            ended = table.ending or "*"
            raise RecordError(
                "record_result",
                "The record says “{told}”, its actions say “{expected}”.",
                told=f"{record.status} {'*' if self.expected else self.ending or '*'}",
                expected=f"{table.status} {ended}",
            )
        check_final(table.game, record.final_fen)

    def _sentences(self) -> Mapping[str, Sentence]:
        """What each check says where it holds."""
        counts = {name: getattr(self.recorded, name) for name in ("opened", "closed", "bare")}
        return {
            "order": (N_("Every action can follow those before it, in order and in time."), {}),
            "turns": about_turns(len(self.table.turns), len(self.recorded.taken)),
            "seals": (
                N_("Sealed moves that match their seals: {opened}. Seals that were never opened: {closed}.")
                if not counts["bare"]
                else N_(
                    "Sealed moves that match their seals: {opened}. Seals that were never opened: {closed}."
                    " Turns of several moves without seals: {bare}."
                ),
                counts,
            ),
            **self._dice(),
            "clocks": (
                N_("There was no clock.")
                if self.table.control.kind == "none"
                else N_("The clocks agree with the times of the actions."),
                {},
            ),
            "result": (
                (N_("The end was decided by another version of the rules, and is taken as the record tells it."), {})
                if self.recorded.end_taken
                else about_end(self.ending)
            ),
            # Last, because whatever else was changed has changed the digest too.
            "digest": (N_("The digest is that of the record."), {}),
        }

    def _dice(self) -> Mapping[str, Sentence]:
        told = self.record.dice
        if told is None and not self.rules.chance:
            return {}
        if told is not None and told.seed is None:
            return {"dice": (N_("The seed of the dice is shown when the game is over."), {})}
        count = {"count": self.recorded.rolls}
        return {"dice": (N_("Rolls that follow from the seed that was fixed before the game: {count}."), count)}


def _misplaced(index: int, line: AnyLine) -> RecordError:
    return RecordError(
        "record_order",
        "Line {index} of the log ({kind}, turn {turn}) cannot follow the lines before it.",
        index=index + 1,
        kind=line.kind,
        turn=line.turn,
    )


def _strangers() -> RecordError:
    return RecordError("record_seats", "The record names other players than those who took the seats.")


def _lacks(where: str) -> RecordError:
    return RecordError(
        "record_format", "The record is not well formed at {where} ({fault}).", where=where, fault="missing"
    )

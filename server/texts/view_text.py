"""A view of a table in a language: sentences, names and labels are added to its codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from server.game import DAY, MINUTE, Control, parse_control
from server.texts.names import default_name
from server.texts.words import Words
from variants.position import Event, Risk, Tally

Translate = Callable[[str], str]
"""The site's catalogue: from an English text to the text in the reader's language."""

UNPLAYED = frozenset({"withdrawn", "aborted", "no_first_move"})
"""Reasons for which a game ends without a result: it has no points."""


def describe_view(view: Mapping[str, Any], words: Words, _: Translate, codes: Sequence[str] = ()) -> dict[str, Any]:
    """A view with what docs/interfaces.md marks *(speech)* added; the view itself is not changed.

    Keys that an update leaves out stay out; a part of a view without `chairs` has the codes of its `seats`, or
    `codes`. Sentences address the player of a seat as “you”; for others they name the seats. `_` translates the time
    control, the end of a game, and codes that only older rules had.
    """
    description = dict(view)
    codes = view.get("seats", codes)
    if "chairs" in view:
        codes = tuple(chair["code"] for chair in view["chairs"])
        description["chairs"] = [_chair(chair, words, _) for chair in view["chairs"]]
    if "control" in view:
        description["control_title"] = control_title(parse_control(view["control"]), _)
    if view.get("tallies"):
        description["tallies"] = [_tally(row, words, codes) for row in view["tallies"]]
    if view.get("moves"):
        seat = view.get("viewer")
        description["moves"] = [_move(move, words, seat, codes) for move in view["moves"]]
    if view.get("sealed"):
        description["sealed"] = {**view["sealed"], "label": words.move(view["sealed"]["label"])}
    if view.get("join"):
        description["join"] = {
            seat: [_move(move, words, int(seat), codes) for move in moves] for seat, moves in view["join"].items()
        }
    if view.get("turns"):
        description["turns"] = [_turn(turn, words, codes, _, _reader(view)) for turn in view["turns"]]
    if view.get("result"):
        description["result"] = _result(view["result"], words, codes, _, _reader(view))
    return description


def _reader(view: Mapping[str, Any]) -> int | None:
    """The seat that is addressed as “you”; None if one person holds all seats, or the reader has none."""
    people = {chair["person"] for chair in view.get("chairs", ()) if chair.get("state") != "nature"}
    seat: int | None = view.get("viewer")
    return None if len(people) == 1 and None not in people else seat


def _chair(chair: Mapping[str, Any], words: Words, _: Translate) -> dict[str, Any]:
    name = chair["name"]
    if chair["person"] is not None and not name:
        name = default_name(chair["person"], words.language, _)
    return {**chair, "title": words.seat(chair["code"]), "name": name}


def _tally(row: Mapping[str, Any], words: Words, codes: Sequence[str]) -> dict[str, Any]:
    tally = Tally(row["code"], row["seat"], row["value"], row["limit"])
    return {**row, "text": words.tally(tally, tuple(codes)), "to_move": words.to_move(tally)}


def _move(move: Mapping[str, Any], words: Words, seat: int | None, codes: Sequence[str]) -> Mapping[str, Any]:
    if move.get("special"):
        special = words.specials[move["special"]]
        move = {**move, "title": special.title, "ask": special.ask}
    elif words.letters:
        move = {**move, "label": words.move(move["label"])}
    if seat is not None and (risk := move.get("risk")):
        why = Risk(risk["needs"], risk["price"], tuple(risk["squares"]), tuple(risk["pieces"]))
        needs, price = words.risk(why, seat, tuple(codes))
        move = {**move, "risk": {**risk, "needs_told": needs, "price_told": price}}
    return move


def _turn(
    turn: Mapping[str, Any], words: Words, codes: Sequence[str], _: Translate, viewer: int | None
) -> dict[str, Any]:
    events = list(map(event_of, turn["events"]))
    sentences = [
        words.sentence(event, codes, viewer)
        if words.has_sentence(event.code)
        else _("An event of rules that have changed since: {code}.").format(code=event.code)
        for event in events
    ]
    notes = [text for event, text in zip(events, sentences, strict=True) if event.code not in words.unlisted]
    left = turn.get("left")
    gone = [left_sentence(left["seats"], left["reason"], words, codes, _)] if left else []
    return {
        **turn,
        "texts": {seat: words.move(text) for seat, text in turn["texts"].items()},
        "sentences": [*gone, *sentences],
        "notes": [*gone, *notes],
        "headline": _headline(events, sentences, words, codes, viewer),
    }


def event_of(row: Mapping[str, Any]) -> Event:
    """An event of a view."""
    return Event(row["code"], row["seat"], tuple(row["squares"]), tuple(row["pieces"]))


def _headline(
    events: Sequence[Event], sentences: Sequence[str], words: Words, codes: Sequence[str], viewer: int | None
) -> dict[str, str] | None:
    """The headline of a turn: a title, a sentence, and the events that the moves do not show."""
    for code in words.headlined:
        for at, event in enumerate(events):
            if event.code == code:
                title, verdict = words.headline(event, codes, viewer)
                rest = [
                    text
                    for place, (other, text) in enumerate(zip(events, sentences, strict=True))
                    if place != at and (other.code not in words.unlisted or other.code in words.headlined)
                ]
                return {"title": title, "verdict": verdict, "rest": " ".join(rest)}
    return None


def _result(
    result: Mapping[str, Any], words: Words, codes: Sequence[str], _: Translate, viewer: int | None
) -> dict[str, Any]:
    points = result["points"]
    title, winner, loser = outcome(points, words, codes, _)
    reader = ""
    if winner and viewer is not None:
        for name, share in (("to_winner", max(points)), ("to_loser", min(points))):
            reader = name if points[viewer] == share and points.count(share) == 1 else reader
        won = _("You share the win.") if points.count(max(points)) > 1 else _("You won.")
        title = won if points[viewer] == max(points) else _("You lost.")
    if result["reason"] == "withdrawn":
        title = _("Withdrawn")
    elif result["reason"] in UNPLAYED:
        title = _("Aborted")
    who = "" if result["seat"] is None else words.the_seat(codes[result["seat"]])
    title = title if title.endswith(".") else f"{title}."
    own = result["seat"] is not None and result["seat"] == viewer
    sentence = reason_sentence(result["reason"], winner, loser, words, _, who, reader, own)
    return {**result, "title": title, "sentence": sentence, "counts": result["reason"] not in UNPLAYED}


def control_title(control: Control, _: Translate) -> str:
    """A time control as players read it."""
    match control.kind:
        case "game":
            text = _("{minutes} min + {seconds} s") if control.increment else _("{minutes} min")
            return text.format(minutes=f"{control.base / MINUTE:.0f}", seconds=f"{control.increment:.0f}")
        case "turn":
            days = round(control.base / DAY)
            return _("1 day a turn") if days == 1 else _("{days} days a turn").format(days=days)
    return _("No clock")


def clock_reading(left: float, _: Translate) -> str:
    """The reading of a clock with this many seconds left."""
    if left >= DAY:
        return _("{days} d {hours} h").format(days=int(left // DAY), hours=int(left % DAY // 3600))
    minutes, seconds = divmod(int(left), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"


def outcome(points: Sequence[float], words: Words, codes: Sequence[str], _: Translate) -> tuple[str, str, str]:
    """A title with the winner, the names of winners and of losers; both "" in a draw. Without chance players."""
    seats = enumerate(zip(codes, points, strict=True))
    shares = {code: share for seat, (code, share) in seats if seat not in words.chance}
    best, least = max(shares.values()), min(shares.values())
    if best == least:
        return _("Draw"), "", ""
    winners = [code for code, share in shares.items() if share == best]
    winner = _together(winners, words, _)
    template = _("{seat} wins") if len(winners) == 1 else _("{seats} share the win")
    title = words.finish(template.format(seat=winner, seats=winner))
    return title, winner, _together([code for code, share in shares.items() if share == least], words, _)


def _together(codes: Sequence[str], words: Words, _: Translate) -> str:
    """The names of seats in a sentence: White, Black and Red."""
    *names, last = map(words.the_seat, codes)
    return _("{names} and {last}").format(names=", ".join(names), last=last) if names else last


def left_sentence(seats: Sequence[int], reason: str, words: Words, codes: Sequence[str], _: Translate) -> str:
    """The sentence that these seats left a game that the others play on, and why."""
    template = _("{who} left the game: absent for too long.") if reason == "abandoned" else _table_sentence(reason, _)
    return words.finish(template.format(who=_together([codes[seat] for seat in seats], words, _)))


def reason_sentence(
    reason: str,
    winner: str,
    loser: str,
    words: Words,
    _: Translate,
    who: str = "",
    reader: str = "",
    own: bool = False,
) -> str:
    """The sentence why a game ended, by the variant or the site; an old game may have a reason that no longer exists.

    `winner` and `loser` are as `outcome` names them; `who` is the name of the seat that caused the end, `own` whether
    it is the reader's. `reader` is as `Words.result` takes it.
    """
    count = words.limit(reason)
    sentence = words.result(reason, winner, loser, count, reader)
    if sentence is not None:
        return sentence
    if own and (personal := _own_sentence(reason, _)):
        return personal
    return words.finish(_table_sentence(reason, _).format(who=who or loser, count=count))


def _own_sentence(reason: str, _: Translate) -> str:
    """The sentence for the player whose seat caused the end; "" if it is the same for all."""
    sentences = {
        "resigned": _("You resigned."),
        "no_first_move": _("You made no first move in time; the game does not count."),
        "time": _("You ran out of time."),
        "time_material": _("You ran out of time, but what the others have left can never win."),
        "abandoned": _("A player was absent; you claimed the win."),
        "abandoned_draw": _("A player was absent; you claimed a draw."),
    }
    return sentences.get(reason, "")


def _table_sentence(reason: str, _: Translate) -> str:
    sentences = {
        "resigned": _("{who} resigns."),
        "agreement": _("The players agreed to a draw."),
        "repetition": _("The same position has come {count} times."),
        "quiet_turns": _("For {count} turns in a row nothing happened that cannot be taken back."),
        "too_long": _("The game became too long to go on."),
        "withdrawn": _("The table was withdrawn before anybody came."),
        "aborted": _("The game was aborted; it does not count."),
        "no_first_move": _("{who} made no first move in time; the game does not count."),
        "time": _("{who} ran out of time."),
        "time_all": _("All players ran out of time at once."),
        "time_material": _("{who} ran out of time, but what the others have left can never win."),
        "abandoned": _("A player was absent; {who} claimed the win."),
        "abandoned_draw": _("A player was absent; {who} claimed a draw."),
        "unstated": _("The text does not say why the game ended."),
    }
    return sentences.get(reason, _("The game ended by a rule that has changed since."))

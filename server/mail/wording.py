"""The words of our mails, in the language of who gets them: never more than a page tells them, and no move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from server.content import Descriptions, Library
from server.game import DAY, TableState
from server.mail.letter import Letter, Line
from server.texts.catalogue import count_in, speaker
from server.texts.typography import listed

HOUR = 3600


def asking(language: str, site: str, link: str) -> Letter:
    """The one mail that is sent to an address before it is confirmed. Nothing in it comes from who gave the address."""
    _ = speaker(language)
    return Letter(
        language,
        _("Confirm your address"),
        [
            Line(_("Somebody, probably you, asked for mail about games of days on {site}.").format(site=site)),
            Line(_("If it was you, open this link and press the button there:"), [(_("Confirm this address"), link)]),
            Line(_("If it was not you, do nothing: no other mail will come. The link lasts two days.")),
        ],
        [Line(_("Cavalier, odd chess variants"), [(site, site)])],
    )


def subject(library: Library, language: str, told: Sequence[tuple[TableState, str]]) -> str:
    """What the mail is about: one kind of news of one table, or how many."""
    if len(told) > 1:
        _n = partial(count_in, language)
        return _n("News of {count} game", "News of {count} games", len(told))
    _ = speaker(language)
    ((table, kind),) = told
    texts = {
        "turn": _("It is your turn: {variant}"),
        "low": _("Your time runs low: {variant}"),
        "joined": _("Somebody plays with you: {variant}"),
        "ended": _("The game is over: {variant}"),
    }
    return texts[kind].format(variant=library.words(table.opening.variant, language).title)


def paragraph(
    library: Library,
    descriptions: Descriptions,
    language: str,
    table: TableState,
    person: str,
    kind: str,
    at: float,
) -> str:
    """What is told of a table: who plays, what, and how long the reader has left."""
    _ = speaker(language)
    others = [who for who in dict.fromkeys(table.chairs) if who is not None and who != person]
    names = listed([descriptions.person(who, language) for who in others], language)
    texts = {
        "turn": _("{variant} against {names}: it is your turn."),
        "low": _("{variant} against {names}: your time for this turn runs low."),
        "joined": _("{variant}: {names} sat down at your table."),
        "ended": _("{variant} against {names}: the game is over."),
    }
    said = texts[kind].format(variant=library.words(table.opening.variant, language).title, names=names)
    mine = [seat for seat in table.waited_for() if table.chairs[seat] == person]
    if not mine:
        return said
    return f"{said} {remaining(language, min(table.clocks.left(seat, at) for seat in mine))}"


def remaining(language: str, seconds: float) -> str:
    """How long a player has left, as a sentence."""
    _, _n = speaker(language), partial(count_in, language)
    if seconds >= 2 * DAY:
        return _n("You have {count} day left.", "You have {count} days left.", int(seconds // DAY))
    if seconds >= HOUR:
        return _n("You have {count} hour left.", "You have {count} hours left.", int(seconds // HOUR))
    return _("You have less than an hour left.")

"""What the house refuses: a code for programs, an English sentence for people, and the parameters that fill it."""

from __future__ import annotations

from variants.errors import RulesError


class Refusal(RulesError):
    """An action that is late, unknown, foreign or not offered. It changed nothing."""


class TooSoon(Refusal):
    """Refused only because something must happen first that is about to: the caller may wait for it."""


def not_kept() -> Refusal:
    """What is answered where the journal is not known to have taken an action."""
    return Refusal("not_kept", "The action could not be saved and was not carried out. Try again.")


def unsaved(unknown: bool) -> Refusal:
    """What somebody is told whose action met an error of the journal."""
    return not_known() if unknown else not_kept()


def not_known() -> Refusal:
    """Neither was an action kept for certain, nor can the journal be asked."""
    return Refusal("not_known", "It is not known whether the action was saved. Reload the page.")

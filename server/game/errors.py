"""Refusals: a code for programs, an English sentence for people, and the parameters that fill it."""

from __future__ import annotations

from variants.errors import RulesError


def N_(text: str) -> str:  # The name that the extraction of texts looks for.
    """Mark a text that is translated where it is shown."""
    return text


class Refusal(RulesError):
    """An action that is late, unknown, foreign or not offered. It changed nothing."""


class TooSoon(Refusal):
    """Refused only because something must happen first that is about to: the caller may wait for it."""


UNSAVED = ("not_kept", "not_known")
"""The codes of refusals because the store did not answer."""


def not_kept() -> Refusal:
    """The answer where the store is not known to have taken an action."""
    return Refusal("not_kept", "The action could not be saved and was not carried out. Try again.")


def not_known() -> Refusal:
    """The answer where the store may have taken an action and cannot be asked."""
    return Refusal("not_known", "It is not known whether the action was saved. Reload the page.")


def unsaved(unknown: bool) -> Refusal:
    """The answer to an action that met an error of the store, whose outcome may be unknown."""
    return not_known() if unknown else not_kept()

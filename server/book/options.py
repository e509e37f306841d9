"""The tables of the options and the presets of a variant, for its rules page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from server.texts.speech import Translate
from server.texts.typography import listed
from server.texts.words import Words
from variants.position import Position


def options(variant: type[Position], words: Words, _: Translate) -> str:
    """The table of the options, and that of the presets where there are any."""
    rows = "".join(_option(option.name, option.choices, words, _) for option in variant.options)
    heads = (_("Option"), _("Default"), _("Effect"))
    return _table("opts", heads, rows) + _presets(variant, words, _)


def _option(name: str, choices: Sequence[Any], words: Words, _: Translate) -> str:
    told = words.options[name]
    others = [told.choices[str(choice)] for choice in choices[1:]]
    template = _("Other choice: {choice}.") if len(others) == 1 else _("Other choices: {choices}.")
    joined = listed(others, words.language)
    effect = told.help + " " + template.format(choice=joined, choices=joined)
    default = told.choices[str(choices[0])]
    return (
        f'<tr><th scope="row">{escape(told.title)}</th><td data-head="{escape(_("Default"))}">{escape(default)}</td>'
        f"<td>{escape(effect)}</td></tr>"
    )


def _presets(variant: type[Position], words: Words, _: Translate) -> str:
    rows = ""
    for code, settings in variant.presets.items():
        told = [
            _("{option}: {choice}").format(
                option=words.options[name].title, choice=words.options[name].choices[str(value)]
            )
            for name, value in settings.items()
        ]
        said = " ".join(f"{one}." for one in told) or _("All options at their defaults.")
        rows += f'<tr><th scope="row">{escape(words.presets[code])}</th><td>{escape(said)}</td></tr>'
    return _table("opts bundles", (_("Preset"), _("Options")), rows) if rows else ""


def _table(kind: str, heads: Sequence[str], rows: str) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    return (
        f'<div class="scroll" tabindex="0"><table class="{kind}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )

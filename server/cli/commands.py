"""The group `cavalier` of all commands, and the one that runs the site."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from server import __version__
from server.cli.data import backup, migrate, restore
from server.cli.mail import mail
from server.cli.options import setting
from server.cli.program import CONTEXT, DONE, CommandError, Programs, as_command_error, run
from server.cli.records import replay, verify
from server.cli.variants import check, fen, new, perft, play, variants
from server.runtime import config

REMOVED = {
    "think": "a process of the site with a higher --thinkers does the same, on any machine.",
    "export": "“wget --mirror --convert-links” copies the rules of a running site, see docs/operating.md.",
    "operator": "“cavalier variants” and the log name what is left out, and why.",
    "lab": "it is run from a checkout now, as “python -m tools.lab”.",
    "tablebase": "it is run from a checkout now, as “python -m tools.endgames”.",
    "puzzles": "it is run from a checkout now, as “python -m tools.puzzles”.",
    "translate": "it is run from a checkout now, as “python -m tools.translations”.",
    "cluster": "it is run from a checkout now, as “make cluster”.",
}
"""What takes the place of a command that is gone. An entry stays for one release."""


class Commands(Programs):
    """The group of all commands."""

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names. Raises CommandError for one that is gone."""
        name = arguments[0]
        if name in REMOVED and not context.resilient_parsing:  # The shell asks so what could stand next.
            raise CommandError(f"{name} was removed: {REMOVED[name]}")
        return super().resolve_command(context, arguments)


# A command imports what it needs when it runs, so that no other command, `serve` above all, pays for it.
@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(__version__, message="cavalier %(version)s")
def cavalier() -> None:
    """A site for odd chess variants, and tools for their authors."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; the exit status."""
    return run(cavalier, "cavalier", arguments)


@cavalier.command()
@click.option("--reload", is_flag=True, help="restart whenever a variant changes; for authors of variants")
def serve(reload: bool, **options: str | None) -> int | None:
    """Run the site until it is stopped."""
    settled = config.load(os.environ, options)
    if reload:
        from server.kit import reload as reloading

        return reloading.run(settled)
    # Imported here and not above: it patches the standard library, which must not affect other commands.
    from server.app import serve as server

    with as_command_error(server.RunError):
        server.run(settled)
    return DONE


for each in config.settings():
    setting(each.name, as_text=True)(serve)

for command in (
    new,
    check,
    play,
    variants,
    perft,
    fen,
    replay,
    verify,
    backup,
    restore,
    migrate,
    mail,
):
    cavalier.add_command(command)

"""The command line: the group `cavalier` with the commands of each room, and the one that runs the site."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from server import __version__
from server.archive import commands as archive
from server.commandline import data
from server.commandline.ending import DONE, Refused, refusing
from server.commandline.options import setting
from server.commandline.program import CONTEXT, Programs, run
from server.kit import commands as kit
from server.mail import commands as mail
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
        """The command that the first argument names. Raises Refused for one that is gone."""
        name = arguments[0]
        if name in REMOVED and not context.resilient_parsing:  # The shell asks so what could stand next.
            raise Refused(f"{name} was removed: {REMOVED[name]}")
        return super().resolve_command(context, arguments)


# Each room imports what a command needs only when it runs, so that no other command, `serve` above all, pays for it.
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
    from server import run

    with refusing(run.RunError):
        run.run(settled)
    return DONE


for each in config.settings():
    setting(each.name, as_text=True)(serve)

for command in (kit.new, kit.check, kit.play, kit.variants, kit.perft, kit.fen, archive.replay, archive.verify):
    cavalier.add_command(command)
for command in (
    data.backup,
    data.restore,
    data.migrate,
    mail.mail,
):
    cavalier.add_command(command)

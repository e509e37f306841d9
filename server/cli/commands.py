"""The group `cavalier` of all commands, and the one that runs the site."""

from __future__ import annotations

import gc
import os
from collections.abc import Sequence

import click

from server import __version__
from server.cli.people import people
from server.cli.program import CONTEXT, DONE, Programs, as_command_error, run, setting
from server.cli.records import replay, verify
from server.cli.upkeep import backup, mail, migrate, ratings, restore
from server.cli.variants import check, fen, new, perft, play, variants
from server.runtime import config


# A command imports what it needs when it runs, so that no other command, `serve` above all, pays for it.
@click.group(cls=Programs, context_settings=CONTEXT)
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
    # Collections while modules are loaded look at all of them and find nothing; `server.run` enables them.
    gc.disable()
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
    ratings,
    people,
):
    cavalier.add_command(command)

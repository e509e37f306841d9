"""The commands about mail: one test message, sent as the site would send it."""

from __future__ import annotations

from os import environ

import click

from server.cli.errors import CommandError, FaultFound, as_command_error
from server.cli.options import setting
from server.mail.relay import NotSent, hand_over, of_settings
from server.runtime import config
from server.runtime.mail_addresses import mail_address


@click.group()
def mail() -> None:
    """Try out the mail of a site."""


@mail.command()
@click.argument("address")
@setting("site_address", as_text=True)
@setting("mail", as_text=True)
@setting("mail_from", as_text=True)
@setting("mail_password_file", as_text=True)
def test(address: str, **options: str | None) -> None:
    """Send one test message to ADDRESS with the settings of the site; say which step failed, if one did."""
    import ssl
    from secrets import token_hex
    from time import time

    from server.mail.letter import Letter, Line, message

    settled = config.load(environ, options)
    if not settled.mail:
        raise CommandError("mail test: it needs --mail, --mail-from and --site-address, those of the site")
    with as_command_error(ValueError):
        to, receiver = of_settings(settled.mail, settled.mail_password_file), mail_address(address)
    site = settled.site_address
    letter = Letter(
        "en", f"A test of the mail of {site}", [Line(f"The mail of {site} arrives.")], [Line("", [(site, site)])]
    )
    try:
        hand_over(to, message(letter, settled.mail_from, receiver, token_hex(16), time()), ssl.create_default_context())
    except NotSent as error:
        said = f" In full: {error.answer}" if error.answer else ""
        raise FaultFound(f"{to.host}:{to.port} was not given the mail. Step {error}.{said}") from error
    print(f"{to.host}:{to.port} took the mail for {receiver}. Look there whether it has come, and not as spam.")

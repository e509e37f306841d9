"""The commands about mail: one test message, sent as the site would send it."""

from __future__ import annotations

from os import environ

import click

from server.cli.options import setting
from server.cli.program import CommandError, FaultFound, as_command_error
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
    """Send one test message to ADDRESS with the settings of the site; repeat what the server says, if it refuses."""
    import ssl
    from secrets import token_hex
    from time import time

    from server.mail.messages import Letter, message
    from server.mail.smtp import NotSent, relay_of_settings, send

    settled = config.load(environ, options)
    if not settled.mail:
        raise CommandError("mail test: it needs --mail, --mail-from and --site-address, those of the site")
    with as_command_error(ValueError):
        relay, receiver = relay_of_settings(settled.mail, settled.mail_password_file), mail_address(address)
    site = settled.site_address
    letter = Letter("en", f"A test of the mail of {site}", [f"The mail of {site} arrives."], site)
    made = message(letter, settled.mail_from, receiver, token_hex(16), time())
    try:
        send(relay, made, ssl.create_default_context())
    except NotSent as error:
        raise FaultFound(f"{relay.host}:{relay.port} did not take the mail ({error}): {error.answer}") from error
    print(f"{relay.host}:{relay.port} took the mail for {receiver}. Look there whether it has come, and not as spam.")

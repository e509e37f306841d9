"""Two sites told the same but for one secret send the same mails, byte for byte."""

from hashlib import sha256

import pytest

from server.game import DAY
from server.http import SECRET
from server.mail import notifier
from tests.harness.mail import MailSite, mail_server
from tests.harness.site import known_key

ANN = "annannannannannannannannannannan"
"""Her secret, which is the same on both sites."""


def sealed(post, ann, secret):
    """Bob seals one of two moves while ann thinks."""
    game = post.game(ann, variant="Apocalypse")
    game.play("a2a3 a4a3")
    game.do("act", 1, 1, ("b5b4", "c5c4")[secret])


def hidden(post, ann, secret):
    """Bob makes one of two moves that ann does not see."""
    post.game(ann, variant="Dark").play(("a2a3 a7a6", "a2a3 h7h6")[secret])


def planned(post, ann, secret):
    """Bob plans his answer, or does not, and ann's turn goes on."""
    game = post.game(ann)
    game.play("e2e4 e7e5")
    if secret:
        game.do("plan", 1, 2, "b8c6", [])


def sent_mails(folder, lead, secret):
    known_key(folder)
    with mail_server() as server:
        post = MailSite(folder, server)
        try:
            client = post.app.test_client()
            with client.session_transaction() as session:
                session[SECRET] = ANN
            ann = post.subscribe(client)
            lead(post, ann, secret)
            for _ in range(3 * 24 + 1):
                post.services.table_services.timers.fire(post.tables.expire)
                post.wait(DAY / 24)
            post.wait(601)
        finally:
            post.stop()
    return [mail.as_bytes() for mail in server.taken]


@pytest.mark.parametrize("lead", [sealed, hidden, planned])
def test_a_mail_contains_no_secret(tmp_path, lead):
    one, two = (sent_mails(tmp_path / str(secret), lead, secret) for secret in (0, 1))
    assert len(one) >= 3, "the turn, little time, the end"
    assert one == two


@pytest.mark.parametrize("lead", [sealed, hidden, planned])
def test_a_secret_leaked_in_a_mail_is_detected(tmp_path, monkeypatch, lead):
    """What a careless line would add to a mail: the seals, the position and the plans of the table."""
    write = notifier.news_of

    def leaking(library, descriptions, language, site, table, *more):
        leaks = f"{table.seals} {table.position.fen()} {table.plans}"
        sent_mails = write(library, descriptions, language, site, table, *more)
        return sent_mails._replace(text=sent_mails.text + sha256(leaks.encode()).hexdigest())

    monkeypatch.setattr(notifier, "news_of", leaking)
    one, two = (sent_mails(tmp_path / str(secret), lead, secret) for secret in (0, 1))
    assert one != two

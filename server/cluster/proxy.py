"""HAProxy before the processes of a site: the file that tells it what to do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from server.cluster.services import LOOPBACK, Program, listens, program

SETTINGS = """\
defaults
    mode http
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    # A websocket lives as long as its game.
    timeout tunnel 24h
    timeout check 2s
    timeout http-request 10s
    # A process that was killed a moment ago: another one is asked instead.
    retries 5
    option redispatch 1
    retry-on conn-failure empty-response

frontend site
    bind {bind}:{port}
    option forwardfor
    http-request set-header X-Forwarded-Proto http if !{{ ssl_fc }}
    http-request set-header X-Forwarded-Host %[req.hdr(host)]
    default_backend processes

backend processes
    balance leastconn
    option httpchk GET /healthz
    # Long polling needs the process that answered its first request; pages and websockets do not.
    cookie cavalier_process insert indirect nocache httponly attr SameSite=Lax
    # The first connection that a process refuses tells more than the next check.
    default-server check inter 500ms fall 2 rise 1 observe layer4 error-limit 1 on-error mark-down
{servers}
"""


def proxy(folder: Path, bind: str, port: int, processes: Sequence[int]) -> Program:
    """HAProxy on a port, before the processes that listen on those ports of this machine. Raises CannotStart."""
    servers = "\n".join(
        f"    server site{number} {LOOPBACK}:{each} cookie site{number}" for number, each in enumerate(processes)
    )
    settings = folder / "haproxy.cfg"
    settings.write_text(SETTINGS.format(bind=bind, port=port, servers=servers))
    return Program("haproxy", folder, [program("haproxy", "haproxy"), "-db", "-f", str(settings)], listens(port))

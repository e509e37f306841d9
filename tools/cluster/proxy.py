"""HAProxy in front of the processes of a site, with its configuration."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tools.cluster.services import LOOPBACK, Program, listens, program

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
    # One client at all processes together; each of them limits it by itself. Of IPv6, the 64 bits of one customer.
    stick-table type ipv6 size 100k expire 1m store http_req_rate(10s),conn_cur
    tcp-request connection track-sc0 src,ipmask(32,64)
    tcp-request connection reject if {{ sc_conn_cur(0) gt 512 }}
    http-request deny deny_status 429 if {{ sc_http_req_rate(0) gt {requests} }}
    option forwardfor
    http-request set-header X-Forwarded-Proto %[ssl_fc,iif(https,http)]
    http-request set-header X-Forwarded-Host %[req.hdr(host)]
    http-request set-var(txn.table) path,field(4,/) if {{ path_reg ^/[A-Za-z-]+/game/. }}
    http-request set-var(txn.table) path,field(5,/) if {{ path_reg ^/api/v1/tables/. }}
    http-request set-var(txn.table) url_param(table) if {{ path_beg /socket.io/ }} {{ url_param(table) -m found }}
    # What a process has begun when it is killed, another one would do a second time.
    http-request disable-l7-retry if METH_POST
    use_backend tables if {{ var(txn.table) -m found }}
    default_backend processes

# Any process may serve any table. One that serves all players of a table reads nothing that others have written there.
backend tables
    balance hash var(txn.table)
    hash-type consistent
{tables}

backend processes
    balance leastconn
    option httpchk GET /healthz
    # Long polling needs the process that answered its first request; pages and websockets do not.
    cookie cavalier_process insert indirect nocache httponly attr SameSite=Lax
    # The first connection that a process refuses tells more than the next check. One that stops sends its clients away
    # itself, a few at a time: on-marked-down shutdown-sessions would hang up on all of them together.
    default-server check inter 500ms fall 2 rise 1 observe layer4 error-limit 1 on-error mark-down
{processes}
"""


def proxy(folder: Path, bind: str, port: int, processes: Sequence[int], requests: int = 3000) -> Program:
    """HAProxy on a port, before the processes that listen on those ports of this machine. Raises CannotStart.

    An address may make so many `requests` in ten seconds.
    """
    servers = [f"    server site{number} {LOOPBACK}:{each}" for number, each in enumerate(processes)]
    tables = "\n".join(f"{each} track processes/site{number}" for number, each in enumerate(servers))
    others = "\n".join(f"{each} cookie site{number}" for number, each in enumerate(servers))
    settings = folder / "haproxy.cfg"
    settings.write_text(SETTINGS.format(bind=bind, port=port, requests=requests, tables=tables, processes=others))
    return Program("haproxy", folder, [program("haproxy", "haproxy"), "-db", "-f", str(settings)], listens(port))

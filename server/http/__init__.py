"""What stands before every door: who asks, in which language, what is refused, and how an answer is sent."""

from server.http.connections import Server
from server.http.identity import SECRET, Identity, Sessions, public_id
from server.http.refusals import Refusals
from server.http.security import FOR_PROGRAMS, HEADERS, PREFIX

__all__ = [
    "FOR_PROGRAMS",
    "HEADERS",
    "PREFIX",
    "SECRET",
    "Identity",
    "Refusals",
    "Server",
    "Sessions",
    "public_id",
]

"""HTTP for all doors: connections, identity, language, security, refusals and responses."""

from server.http.connections import Server
from server.http.identity import SECRET, Identity, Sessions
from server.http.refusals import Refusals
from server.http.security import API_PREFIX

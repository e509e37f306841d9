"""What stands before every door: who asks, in which language, what is refused, and how an answer is sent."""

from server.http.connections import Server
from server.http.identity import SECRET, Identity, Sessions, public_id
from server.http.refusals import Refusals
from server.http.security import PREFIX

"""People: the secrets that identify them, and the names that they chose."""

from server.people.names import Names
from server.people.secrets import SecretReplaced, Secrets, person_of, well_formed

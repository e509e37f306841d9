"""People: the secrets that identify them, the names that they chose, their accounts and passkeys."""

from server.people.accounts import Accounts
from server.people.names import Names
from server.people.passkeys import Challenge, Passkeys
from server.people.personal_data import PersonalData
from server.people.secrets import SecretReplaced, Secrets, person_of, well_formed

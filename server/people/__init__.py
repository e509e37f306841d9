"""People: their secrets, names, accounts and passkeys; whom they block and report, and what moderators do."""

from server.people.accounts import Accounts
from server.people.blocks import Blocks
from server.people.moderation import MUTE_DAYS, REASONS, REPORT_KINDS, SANCTIONS, Reports, Sanctions
from server.people.names import Names
from server.people.passkeys import Challenge, Passkeys
from server.people.personal_data import PersonalData
from server.people.secrets import SecretReplaced, Secrets, person_of, well_formed

"""Mail for games with days for a turn: confirmed addresses, notices, messages, SMTP."""

"""Mail for games of days: the addresses that people gave, what a table tells them, and how a mail is sent."""

"""Chat at the tables: a room for players and one for onlookers, kept apart while the game runs."""

from server.chat.service import MESSAGE_PERIOD, MESSAGES_AT_ONCE, MOST_SHOWN, ChatSaid, ChatService, readable_rooms
from server.chat.text import LONGEST_TEXT, Phrase, checked, phrase_text, phrases

__all__ = [
    "LONGEST_TEXT",
    "MESSAGES_AT_ONCE",
    "MESSAGE_PERIOD",
    "MOST_SHOWN",
    "ChatSaid",
    "ChatService",
    "Phrase",
    "checked",
    "phrase_text",
    "phrases",
    "readable_rooms",
]

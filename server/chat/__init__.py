"""Chat at the tables: a room for players and one for onlookers, kept apart while the game runs."""

from server.chat.service import MESSAGE_PERIOD, MESSAGES_AT_ONCE, MOST_SHOWN, ChatSaid, ChatService, readable_rooms
from server.chat.text import LONGEST_TEXT, Phrase, checked, phrase_text, phrases

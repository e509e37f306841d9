"""Lines in and out: a terminal with somebody before it, or a pipe."""

from __future__ import annotations

import getpass
import sys

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""What empties a terminal, and what it has kept of the lines above."""


class InputEnded(Exception):
    """Nobody says anything more."""


class Terminal:
    """Standard input and output. Raises Ended where the input ends."""

    def __init__(self) -> None:
        self._watched = sys.stdin.isatty() and sys.stdout.isatty()

    def say(self, text: str) -> None:
        """Show a text."""
        print(text, flush=True)

    def ask(self, prompt: str, secret: bool = False) -> str:
        """The next line, which nobody sees being typed if it is secret."""
        try:
            text = getpass.getpass(prompt) if secret and self._watched else input(prompt)
        except EOFError:
            raise InputEnded from None
        except KeyboardInterrupt:
            print()
            raise InputEnded from None
        if not self._watched:
            # Nobody typed it here, so that the terminal has not shown it.
            print("" if secret else text, flush=True)
        return text

    def hand_over(self, name: str) -> None:
        """Let somebody else come to the keyboard, who is not to see what stood here."""
        if self._watched:
            self.ask(f"{CLEAR}{name}, come to the keyboard and press Enter. ")
            print(CLEAR, end="")
        else:
            self.say(f"--- {name} ---")

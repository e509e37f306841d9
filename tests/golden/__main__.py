"""`python -m tests.golden record` writes the golden files, `check` compares them with the product as it is."""

import sys

from tests.golden.comparison import report, store, stored
from tests.golden.recorder import recorded


def main(arguments: list[str]) -> int:
    """Do it; 1 where `check` finds a difference or a game could not go on, 2 for other arguments."""
    if arguments not in (["record"], ["check"]):
        print(__doc__, file=sys.stderr)
        return 2
    now = recorded()
    failed = [f"{name}: {lines[-1]['failed']}" for name, lines in now.items() if "failed" in lines[-1]]
    if failed and arguments == ["record"]:
        print("Nothing is recorded, because these games could not go on:", *failed, sep="\n", file=sys.stderr)
        return 1
    lines = store(now) if arguments == ["record"] else report(stored(), now)
    print("\n".join(lines or ["Nothing differs."]))
    return 1 if lines and arguments == ["check"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

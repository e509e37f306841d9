"""Plants one of the faults in this checkout, takes it back, or checks that all patches still apply."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]


def git(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The outcome of a git command in the checkout."""
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def patches(number: str = "[0-9][0-9]") -> list[Path]:
    """All patches in order, or those of one number."""
    return sorted(FOLDER.glob(f"{number.zfill(2)}-*.patch"))


def one(number: str) -> Path:
    """The patch of a number. Ends the program where there is none."""
    found = patches(number) if re.fullmatch("[0-9]{1,2}", number) else []
    if len(found) != 1:
        sys.exit(f"There is no fault {number}.")
    return found[0]


def carry_out(number: str, *reverse: str) -> None:
    """Apply a patch to the checkout, or take it back with `-R`. Ends the program where that is not possible."""
    patch = one(number)
    files = re.findall(r"^\+\+\+ b/(.+)$", patch.read_text(encoding="utf-8"), re.M)
    changed = git("status", "--porcelain", "--", *files).stdout
    if changed and not reverse:
        sys.exit(f"{patch.name}: there are changes in {', '.join(line[3:] for line in changed.splitlines())}.")
    done = git("apply", *reverse, str(patch))
    if done.returncode:
        sys.exit(f"{patch.name} does not apply:\n{done.stderr.rstrip()}")
    print(f"{patch.name}: {'taken back' if reverse else 'planted'}.")


def check() -> int:
    """The exit status: 1 where a patch no longer applies, each of which is named."""
    stale = [patch.name for patch in patches() if git("apply", "--check", str(patch)).returncode]
    print(
        "\n".join([*(f"{name} no longer applies." for name in stale), f"{len(patches()) - len(stale)} patches apply."])
    )
    return int(bool(stale))


def main() -> int:
    """Run the command. The exit status: 0, or 1 where something was refused."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted.apply", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("number", nargs="?", help="plant this fault")
    what.add_argument("--revert", metavar="NN", help="take this fault back")
    what.add_argument("--check", action="store_true", help="whether all patches apply")
    asked = parser.parse_args()
    if asked.check:
        return check()
    carry_out(asked.revert, "-R") if asked.revert else carry_out(asked.number)
    return 0


if __name__ == "__main__":
    sys.exit(main())

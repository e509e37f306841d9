"""The processes that a process has started."""

import subprocess


def children(parent: int) -> dict[int, str]:
    """The command lines of the running children of a process, by process id."""
    listed = subprocess.run(["ps", "-ww", "-o", "pid=,args=", "--ppid", str(parent)], capture_output=True, text=True)
    return {int(line.split()[0]): line.split(maxsplit=1)[1] for line in listed.stdout.splitlines()}

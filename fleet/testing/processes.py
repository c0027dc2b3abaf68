"""Finds the processes of a run, to kill them."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path


def descendants(pid: int, word: str) -> list[int]:
    """Returns the processes below `pid` whose command line contains the word, by their ids."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(stat.read_text().rsplit(")", 1)[1].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        waiting.extend(below)
        found.extend(child for child in below if word in command_of(child))
    return sorted(found)


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def kill_one(pid: int, word: str) -> int | None:
    """Kills the first such process below `pid` by SIGKILL; returns its id, None if there is none."""
    for found in descendants(pid, word):
        with suppress(ProcessLookupError):
            os.kill(found, signal.SIGKILL)
            return found
    return None


def peak_memory_bytes(pid: int) -> int:
    """Returns the largest resident size that the process has had; 0 if it has gone."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    return 0

"""Finds the processes of a run, to kill them."""

from __future__ import annotations

import ipaddress
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

# A socket's state in /proc/net/tcp.
LISTENING = "0A"


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


def listening_hosts(pid: int) -> set[str]:
    """Returns the addresses at which the process waits for TCP connections."""
    links = [os.readlink(link) for link in Path(f"/proc/{pid}/fd").iterdir() if link.is_symlink()]
    sockets = {link.removeprefix("socket:[").removesuffix("]") for link in links if link.startswith("socket:")}
    hosts = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == LISTENING and fields[9] in sockets:
                words = bytes.fromhex(fields[1].partition(":")[0])
                # Each four bytes have the order of the processor.
                address = b"".join(words[i : i + 4][:: -1 if sys.byteorder == "little" else 1] for i in range(0, len(words), 4))
                hosts.add(str(ipaddress.ip_address(address)))
    return hosts

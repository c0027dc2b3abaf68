"""Runs a program under limits of time and memory."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

# s between checks of whether the program makes progress.
WATCH_INTERVAL_S = 0.5
# The program enforces the limits of a scene itself. If it fails to, it is stopped from outside,
# when it exceeds them by this much.
SPARE_TIME = 2.0
SPARE_SECONDS = 1.0
SPARE_BYTES = 256 * 10**6


@dataclass(frozen=True)
class Limits:
    """What one scene may take."""

    scene_seconds: float
    memory_bytes: int

    @property
    def standstill_seconds(self) -> float:
        """A program that completes no scene for so long is stopped."""
        return SPARE_TIME * self.scene_seconds + SPARE_SECONDS

    @property
    def address_space_bytes(self) -> int:
        return self.memory_bytes + SPARE_BYTES


@dataclass(frozen=True)
class Ended:
    """How the program ended."""

    status: int  # As subprocess: the exit status, or minus the number of the signal.
    out_of_time: bool  # It was stopped because it had made no progress for too long.
    stderr: str

    @property
    def last_line(self) -> str:
        """The last line of standard error, at most 300 characters."""
        return self.stderr.strip().rsplit("\n", 1)[-1][:300]

    def describe(self, limits: Limits) -> str:
        """Returns in words how the program failed."""
        if self.out_of_time:
            return f"no scene was completed for {limits.standstill_seconds:g} s"
        how = f"exit status {self.status}" if self.status >= 0 else signal.Signals(-self.status).name
        return f"{how}: {self.last_line}" if self.last_line else how


def run_supervised(command: Sequence[str], folder: str, limits: Limits, progress: Callable[[], int], stdout: str) -> Ended:
    """Runs the command in the folder until it ends, or until `progress` has not changed for limits.standstill_seconds.

    Its standard output goes to this file. It dies with the calling thread (Linux: PR_SET_PDEATHSIG), and dumps no core.
    Errors: OSError if it cannot be started.
    """
    limited = ["setpriv", "--pdeathsig", "KILL", "--", "prlimit", f"--as={limits.address_space_bytes}", "--core=0", "--", *command]
    # In memory, so that messages about a full disk are not lost.
    with open(os.memfd_create("stderr"), "w+b") as errors:
        with open(stdout, "wb") as out:
            process = subprocess.Popen(
                limited, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=errors, start_new_session=True
            )
        try:
            out_of_time = not _wait_while_it_progresses(process, limits.standstill_seconds, progress)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        errors.seek(0)
        return Ended(process.returncode, out_of_time, errors.read().decode(errors="replace"))


def _wait_while_it_progresses(process: subprocess.Popen[bytes], seconds: float, progress: Callable[[], int]) -> bool:
    """Returns whether the process ended by itself."""
    descriptor = os.pidfd_open(process.pid)
    try:
        ended = select.poll()
        ended.register(descriptor, select.POLLIN)
        done, since = progress(), time.monotonic()
        while not ended.poll(1000 * min(WATCH_INTERVAL_S, seconds)):
            now_done, now = progress(), time.monotonic()
            if now_done != done:
                done, since = now_done, now
            elif now - since >= seconds:
                return False
        process.wait()
        return True
    finally:
        os.close(descriptor)

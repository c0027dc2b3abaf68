"""The lock of an output folder: one run at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from fleet import durable
from fleet.errors import UsageError


@contextmanager
def folder_lock(out: str) -> Iterator[None]:
    """Makes the folder if it is absent, and holds its lock. The system releases the lock of a process that has died.

    Errors: UsageError if another run has it, naming that run, or if the folder cannot be made or written.
    """
    try:
        durable.make_folder(out)
        file = open(os.path.join(out, ".lock"), "a+", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--out={out}: {error.strerror}: {error.filename}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            holder = file.read().strip() or "another run"
            raise UsageError(f"--out={out}: in use by {holder}") from error
        file.truncate(0)
        file.write(f"process {os.getpid()} on {os.uname().nodename}\n")
        file.flush()
        yield

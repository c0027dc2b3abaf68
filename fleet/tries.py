"""The failures of a shard's replays, kept until the shard is done: if a worker dies, the next one does not repeat them."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from contextlib import suppress

from fleet.isolate import Failure


class Tries:
    """A file with a line for each failure: which items were tried, and what became of it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._known: defaultdict[tuple[int, int], list[Failure]] = defaultdict(list)
        with suppress(FileNotFoundError), open(path, encoding="utf-8") as file:
            for line in file:
                # A line is cut off if its worker died meanwhile.
                with suppress(json.JSONDecodeError):
                    first, last, reason, suspect = json.loads(line)
                    self._known[first, last].append(Failure(reason, suspect))

    def take(self, first: int, last: int) -> Failure | None:
        """Returns a failure of an earlier attempt with these items, each one once."""
        known = self._known[first, last]
        return known.pop(0) if known else None

    def note(self, first: int, last: int, failure: Failure) -> None:
        """Appends a failure of this attempt. Errors: OSError."""
        line = json.dumps([first, last, failure.reason, failure.suspect])
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            # What a worker that died has left of a line does not spoil this one.
            os.write(descriptor, f"\n{line}\n".encode())
        finally:
            os.close(descriptor)

    def forget(self) -> None:
        with suppress(FileNotFoundError):
            os.unlink(self._path)

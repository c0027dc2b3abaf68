"""What a run shows in the terminal: a bar with rate and time left; nothing of it where standard error is no terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from types import TracebackType

from tqdm import tqdm

from fleet.printable import printable


def say(text: str) -> None:
    """Writes lines to standard error, above the bar if there is one."""
    lines = [printable(line) for line in f"tools/fleet.sh: {text}".split("\n")]
    tqdm.write("\n".join(lines), file=sys.stderr)


def print_lines(lines: Iterable[str]) -> None:
    """Writes lines to standard output, whose reader may stop reading. Errors: OSError."""
    try:
        for line in lines:
            print(printable(line))
        sys.stdout.flush()
    except OSError as error:
        # At its end, Python would try to write the rest again, and choose an exit status of its
        # own.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise OSError(error.errno, error.strerror, "standard output") from error


class Progress:
    """Counts scenes."""

    def __init__(self, scenes: int) -> None:
        self._bar = tqdm(total=scenes, unit=" scenes", disable=None, dynamic_ncols=True, smoothing=0.05, file=sys.stderr)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._bar.close()

    def add(self, scenes: int, was_there: bool) -> None:
        """Scenes that were there already do not count for the rate."""
        if was_there and not self._bar.disable:
            self._bar.initial += scenes
        self._bar.update(scenes)

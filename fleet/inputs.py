"""The recordings that the arguments of a run name."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fleet.errors import UsageError
from fleet.identity import NAME as RUN_RECORD
from fleet.store import Store

STREAM_SUFFIX = ".pbs"
SINGLE_SUFFIXES = (".textproto", ".txtpb", ".pb", ".xml")


@dataclass(frozen=True)
class Inputs:
    """Files below one folder, by their paths relative to it, sorted."""

    root: str
    streams: tuple[str, ...]
    singles: tuple[str, ...]
    # What cannot be read: (path relative to the root, reason), sorted.
    unreadable: tuple[tuple[str, str], ...]


def suffix_of(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def find_inputs(arguments: Sequence[str], out: str) -> Inputs:
    """Returns the recordings in the folders (searched recursively), of the globs, and files that `arguments` name.

    What is hidden, below `out`, or in the output folder of another run is no recording. Errors: UsageError if an argument matches nothing,
    or if a folder has no recording.
    """
    paths: set[str] = set()
    unreadable: dict[str, str] = {}
    for argument in arguments:
        unlistable: dict[str, str] = {}
        found = set(_recordings(argument, os.path.realpath(out), unlistable))
        if not (found or unlistable):
            raise UsageError(f"{argument}: {_why_nothing(argument)}")
        paths |= found
        unreadable |= unlistable
    unreadable.update((path, reason) for path in paths if (reason := _why_unreadable(path)))
    root = os.path.commonpath([_base_of(argument) for argument in arguments])
    names = [os.path.relpath(path, root) for path in paths - unreadable.keys()]
    streams = tuple(sorted(name for name in names if suffix_of(name) == STREAM_SUFFIX))
    singles = tuple(sorted(name for name in names if suffix_of(name) != STREAM_SUFFIX))
    return Inputs(root, streams, singles, tuple(sorted((os.path.relpath(path, root), reason) for path, reason in unreadable.items())))


def _base_of(argument: str) -> str:
    """Returns the folder to which the names of an argument's files are relative."""
    base = os.path.abspath(argument)
    while glob.has_magic(base) and not os.path.lexists(base):
        base = os.path.dirname(base)
    return base if os.path.isdir(base) else os.path.dirname(base)


def _recordings(argument: str, out: str, unlistable: dict[str, str]) -> Iterator[str]:
    """Yields absolute paths. Folders that cannot be listed are noted, with the reason."""
    if os.path.lexists(argument) and not os.path.isdir(argument):
        yield os.path.abspath(argument)
        return
    for match in [argument] if os.path.isdir(argument) else glob.iglob(argument, recursive=True):
        yield from _recordings_below(match, out, unlistable) if os.path.isdir(match) else _recordings_of([match], out)


def _recordings_below(folder: str, out: str, unlistable: dict[str, str]) -> Iterator[str]:
    def note(error: OSError) -> None:
        unlistable[os.path.abspath(error.filename)] = error.strerror or str(error)

    for parent, folders, files in os.walk(os.path.abspath(folder), onerror=note, followlinks=True):
        folders[:] = [name for name in folders if not name.startswith(".") and _is_searched(os.path.join(parent, name))]
        yield from _recordings_of((os.path.join(parent, name) for name in files if not name.startswith(".")), out)


def _is_searched(folder: str) -> bool:
    """Whether a folder may hold recordings: not if it is the output of a run, or a link to a folder that contains the link."""
    if os.path.islink(folder) and os.path.realpath(folder) in {os.path.realpath(above) for above in Path(folder).parents}:
        return False
    return not (os.path.isfile(os.path.join(folder, RUN_RECORD)) and os.path.isdir(Store(folder).shards))


def _recordings_of(paths: Iterable[str], out: str) -> Iterator[str]:
    for path in paths:
        is_output = os.path.commonpath((out, os.path.realpath(path))) == out
        if suffix_of(path) in (STREAM_SUFFIX, *SINGLE_SUFFIXES) and not is_output:
            yield os.path.abspath(path)


def _why_nothing(argument: str) -> str:
    kinds = " ".join((STREAM_SUFFIX, *SINGLE_SUFFIXES))
    if os.path.isdir(argument):
        return f"no recording in this folder ({kinds})"
    if glob.has_magic(argument):
        return f"no recording matches ({kinds})"
    return "no such file or folder"


def _why_unreadable(path: str) -> str | None:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return "not a regular file"
        with open(path, "rb"):
            return None
    except OSError as error:
        return error.strerror or str(error)

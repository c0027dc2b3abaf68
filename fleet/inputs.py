"""The recordings that the arguments of a run name."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fleet.errors import UsageError

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

    What is below `out` or hidden is no recording. Errors: UsageError if an argument matches nothing, or if a folder has no recording.
    """
    bases: list[str] = []
    paths: set[str] = set()
    unlistable: list[tuple[str, str]] = []
    for argument in arguments:
        bases.append(_base_of(argument))
        found = set(_recordings(argument, os.path.realpath(out), unlistable))
        if not found and not unlistable:
            raise UsageError(f"{argument}: {_why_nothing(argument)}")
        paths |= found
    root = os.path.commonpath(bases)
    unreadable = [(os.path.relpath(path, root), reason) for path, reason in unlistable]
    names: list[str] = []
    for path in paths:
        reason = _why_unreadable(path)
        if reason is None:
            names.append(os.path.relpath(path, root))
        else:
            unreadable.append((os.path.relpath(path, root), reason))
    streams = tuple(sorted(name for name in names if suffix_of(name) == STREAM_SUFFIX))
    singles = tuple(sorted(name for name in names if suffix_of(name) != STREAM_SUFFIX))
    return Inputs(root, streams, singles, tuple(sorted(unreadable)))


def _base_of(argument: str) -> str:
    """Returns the folder to which the names of an argument's files are relative."""
    base = os.path.abspath(argument)
    while glob.has_magic(base) and not os.path.lexists(base):
        base = os.path.dirname(base)
    return base if os.path.isdir(base) else os.path.dirname(base)


def _recordings(argument: str, out: str, unlistable: list[tuple[str, str]]) -> Iterator[str]:
    if os.path.isdir(argument):
        yield from _recordings_below(argument, out, unlistable)
    elif os.path.lexists(argument):
        yield os.path.abspath(argument)
    else:
        yield from _recordings_of(glob.iglob(argument, recursive=True), out)


def _recordings_below(folder: str, out: str, unlistable: list[tuple[str, str]]) -> Iterator[str]:
    def note(error: OSError) -> None:
        unlistable.append((os.path.abspath(error.filename), error.strerror or str(error)))

    for parent, folders, files in os.walk(folder, onerror=note):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from _recordings_of((os.path.join(parent, name) for name in files if not name.startswith(".")), out)


def _recordings_of(paths: Iterable[str], out: str) -> Iterator[str]:
    for path in paths:
        is_output = os.path.commonpath((out, os.path.realpath(path))) == out
        if suffix_of(path) in (STREAM_SUFFIX, *SINGLE_SUFFIXES) and not os.path.isdir(path) and not is_output:
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

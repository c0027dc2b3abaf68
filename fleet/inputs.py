"""The recordings that the arguments of a run name."""

from __future__ import annotations

import glob
import heapq
import os
import re
import stat
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fleet.errors import UsageError
from fleet.identity import NAME as RUN_RECORD
from fleet.store import Store

STREAM_SUFFIX = ".pbs"
SINGLE_SUFFIXES = (".textproto", ".txtpb", ".pb", ".xml", ".tfrecord")


@dataclass(frozen=True)
class Inputs:
    """Files below one folder, by their paths relative to it, sorted."""

    root: str
    streams: tuple[str, ...]
    singles: tuple[str, ...]
    # What cannot be read: (path relative to the root, reason), sorted.
    unreadable: tuple[tuple[str, str], ...]
    # Absolute paths of links, and of further names, of files and folders that are found under
    # another path too.
    left_out: tuple[str, ...]


# A path, preceded by the number of links that lead to it.
_Found = tuple[int, str]


@dataclass
class _Search:
    """The state of a search, apart from the recordings that it yields."""

    out: str
    unlistable: dict[str, str] = field(default_factory=dict)  # Folders, with the reason.
    left_out: set[str] = field(default_factory=set)

    def once(self, found: Iterable[_Found]) -> list[_Found]:
        """Returns each file or folder once, by its path with the fewest links, of several the first one. The other paths are left out."""
        first: dict[Hashable, _Found] = {}
        for links, path in sorted(found):
            if first.setdefault(_identity(path), (links, path))[1] != path:
                self.left_out.add(os.path.abspath(path))
        return list(first.values())


def suffix_of(path: str) -> str:
    """The extension in lower case; of a shard of a data set, as "a.tfrecord-00003-of-00150", without the numbers."""
    return re.sub(r"-\d{5}-of-\d{5}$", "", os.path.splitext(path)[1].lower())


def find_inputs(arguments: Sequence[str], out: str) -> Inputs:
    """Returns the recordings in the folders (searched recursively), of the globs, and files that `arguments` name.

    A file that has several names, or that links lead to, is one recording.
    What is hidden, below `out`, or in the output folder of another run is no recording. Errors: UsageError if an argument matches nothing,
    or if a folder has no recording.
    """
    search = _Search(os.path.realpath(out))
    found: set[_Found] = set()
    for argument in arguments:
        unlistable = len(search.unlistable)
        recordings = set(_recordings(argument, search))
        if not recordings and len(search.unlistable) == unlistable:
            raise UsageError(f"{argument}: {_why_nothing(argument)}")
        found |= recordings
    paths = [path for _, path in search.once(found)]
    unreadable = search.unlistable
    unreadable.update((path, reason) for path in paths if (reason := _why_unreadable(path)))
    root = os.path.commonpath([_base_of(argument) for argument in arguments])
    names = [os.path.relpath(path, root) for path in paths if path not in unreadable]
    streams = tuple(sorted(name for name in names if suffix_of(name) == STREAM_SUFFIX))
    singles = tuple(sorted(name for name in names if suffix_of(name) != STREAM_SUFFIX))
    unread = sorted((os.path.relpath(path, root), reason) for path, reason in unreadable.items())
    return Inputs(root, streams, singles, tuple(unread), tuple(sorted(search.left_out)))


def _identity(path: str) -> Hashable:
    """Returns what all paths of a file or folder have in common."""
    try:
        status = os.stat(path)
    except OSError:
        return path
    # Some file systems have no inode numbers.
    return (status.st_dev, status.st_ino) if status.st_ino else os.path.realpath(path)


def _base_of(argument: str) -> str:
    """Returns the folder to which the names of an argument's files are relative."""
    base = os.path.abspath(argument)
    while glob.has_magic(base) and not os.path.lexists(base):
        base = os.path.dirname(base)
    return base if os.path.isdir(base) else os.path.dirname(base)


def _recordings(argument: str, search: _Search) -> Iterator[_Found]:
    """Yields absolute paths."""
    if os.path.isdir(argument):
        yield from _recordings_below([(0, argument)], search)
    elif os.path.lexists(argument):
        yield int(os.path.islink(argument)), os.path.abspath(argument)
    else:
        matches = _matches(argument, search)
        yield from _recordings_of((found for found in matches if not os.path.isdir(found[1])), search)
        yield from _recordings_below(matches, search)


def _matches(pattern: str, search: _Search) -> list[_Found]:
    """Returns what glob.glob(pattern, recursive=True) does, where ** enters each real folder once only."""
    found: list[_Found] = [(0, os.sep if os.path.isabs(pattern) else os.curdir)]
    for part in filter(None, pattern.split(os.sep)):
        if part == "**":
            found = [(links, folder) for links, folder, _ in _walk(found, search)]
        else:
            below = [(links, path) for links, folder in found for path in glob.glob(os.path.join(glob.escape(folder), part))]
            found = search.once((links + os.path.islink(path), path) for links, path in below)
    return found


def _recordings_below(folders: Iterable[_Found], search: _Search) -> Iterator[_Found]:
    for _, _, files in _walk(folders, search):
        yield from _recordings_of(files, search)


def _walk(roots: Iterable[_Found], search: _Search) -> Iterator[tuple[int, str, list[_Found]]]:
    """Yields each real folder at and below the roots once, by its path with the fewest links, with the files in it that are not hidden."""
    waiting = [(links, os.path.abspath(root)) for links, root in roots if os.path.isdir(root)]
    heapq.heapify(waiting)
    paths: dict[Hashable, str] = {}
    while waiting:
        links, folder = heapq.heappop(waiting)
        if paths.setdefault(_identity(folder), folder) != folder:
            search.left_out.add(folder)
            continue
        files: list[_Found] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    found = links + entry.is_symlink(), entry.path
                    if entry.name.startswith("."):
                        continue
                    # DirEntry.is_dir raises an error for a link to itself.
                    if not (os.path.isdir(entry.path) if entry.is_symlink() else entry.is_dir()):
                        files.append(found)
                    elif _is_searched(entry.path, search):
                        heapq.heappush(waiting, found)
        except OSError as error:
            search.unlistable[folder] = error.strerror or str(error)
        yield links, folder, files


def _is_searched(folder: str, search: _Search) -> bool:
    """Whether a folder may hold recordings: not if it is the output of a run, or a link to a folder that contains the link."""
    if os.path.islink(folder) and os.path.realpath(folder) in {os.path.realpath(above) for above in Path(folder).parents}:
        search.left_out.add(folder)
        return False
    return not (os.path.isfile(os.path.join(folder, RUN_RECORD)) and os.path.isdir(Store(folder).shards))


def _recordings_of(paths: Iterable[_Found], search: _Search) -> Iterator[_Found]:
    for links, path in paths:
        if suffix_of(path) in (STREAM_SUFFIX, *SINGLE_SUFFIXES) and not os.path.commonpath((search.out, os.path.realpath(path))) == search.out:
            yield links, os.path.abspath(path)


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

"""The output folder: a folder for each shard that is done, by its key, and a place for what is being made.

    OUT/plan.json           what the outputs depend on besides the input: tool, options, size of shards
    OUT/tool/               the replay tool of the run
    OUT/shards/KEY/         of a shard that is done: verdicts.pbs, statistics.json, quarantine/, and outcome.json with the digests of these
    OUT/making/             of shards that are not
    OUT/manifest.jsonl      if all are done: a line for each shard (manifest.py)
    OUT/quarantine/, OUT/index.html, OUT/pages/    for people: what is quarantined, and the summary
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any

from fleet import durable
from fleet.digests import FileDigest, Verify, read_sealed_object, seal_object
from fleet.errors import DamagedError, UsageError
from fleet.tries import Tries

VERDICTS = "verdicts.pbs"
OUTCOME = "outcome.json"
STATISTICS = "statistics.json"
QUARANTINE = "quarantine"


@dataclass(frozen=True)
class Rejected:
    """An item of a shard without verdicts, or with a planning cycle for which no candidate could be sampled."""

    item: int  # Index in the shard.
    scene_id: str  # Empty if unknown.
    reason: str
    has_verdicts: bool = False  # For some planning cycles.
    suffix: str = ""  # Of its file in the quarantine.

    @property
    def file(self) -> str:
        return f"{self.item:06}{self.suffix}"


@dataclass(frozen=True)
class Outcome:
    """What became of a shard's items: each has verdicts, or is unused, or is quarantined."""

    key: str
    items: int
    cycles: int  # Records of the verdicts.
    files: dict[str, FileDigest]  # All other files of the shard, by their paths below its folder.
    unused: tuple[Rejected, ...]  # The tool refuses them, or can sample nothing.
    quarantined: tuple[Rejected, ...]  # The tool crashes or runs into a limit.

    @property
    def verdicts_sha256(self) -> str:
        return self.files[VERDICTS].sha256

    def to_bytes(self) -> bytes:
        return seal_object(OUTCOME, asdict(self))

    @classmethod
    def read(cls, path: str) -> Outcome:
        """Errors: DamagedError; OSError if the file cannot be read."""
        fields = read_sealed_object(path)
        fields["files"] = {name: FileDigest(**file) for name, file in fields["files"].items()}
        for name in ("unused", "quarantined"):
            fields[name] = tuple(Rejected(**rejected) for rejected in fields[name])
        return cls(**fields)


class Store:
    """REQUIRES: `out` is on a file system that all workers share."""

    def __init__(self, out: str) -> None:
        self.out = os.path.abspath(out)
        self.shards = os.path.join(self.out, "shards")
        self.making = os.path.join(self.out, "making")

    def create(self) -> None:
        """Makes the folders that the other methods need. Errors: OSError."""
        durable.make_folder(self.shards)
        durable.make_folder(self.making)

    def owns(self, path: str) -> bool:
        """Returns whether a run writes this file or its folder."""
        names = ("plan.json", "tool", "shards", "making", "manifest.jsonl", "quarantine", "index.html", "pages")
        return os.path.relpath(os.path.realpath(path), os.path.realpath(self.out)).split(os.sep)[0] in names

    def folder(self, key: str) -> str:
        return os.path.join(self.shards, key)

    def outcome(self, key: str, verify: Verify = Verify.NONE) -> Outcome | None:
        """Returns the outcome of a shard, None if there is no such shard.

        Errors: DamagedError if a file of the shard is not what was written; OSError if one cannot be read.
        """
        folder = self.folder(key)
        if not os.path.lexists(folder):
            return None
        outcome = Outcome.read(os.path.join(folder, OUTCOME))
        if outcome.key != key:
            raise DamagedError(f"{folder}: is the shard {outcome.key}")
        for name, digest in outcome.files.items():
            digest.check(os.path.join(folder, name), Verify.DIGESTS if name == STATISTICS else verify)
        return outcome

    def verdicts(self, key: str) -> str:
        return os.path.join(self.folder(key), VERDICTS)

    def quarantined(self, key: str, rejected: Rejected) -> str:
        """Returns the path of a quarantined item's bytes."""
        return os.path.join(self.folder(key), QUARANTINE, rejected.file)

    def has_shards(self) -> bool:
        return os.path.isdir(self.shards) and bool(os.listdir(self.shards))

    def statistics(self, outcome: Outcome) -> dict[str, Any]:
        """Returns what Statistics.to_json has returned. Errors: DamagedError, OSError."""
        path = os.path.join(self.folder(outcome.key), STATISTICS)
        statistics: dict[str, Any] = json.loads(outcome.files[STATISTICS].read(path))
        return statistics

    def tries(self, key: str) -> Tries:
        """Returns the failures of earlier attempts at the shard."""
        return Tries(os.path.join(self.making, f"{key}.tries"))

    @contextmanager
    def workplace(self, key: str) -> Iterator[str]:
        """Makes a folder for one attempt at a shard, and removes it in the end."""
        # Not mkdtemp, whose folders are for one user: the shard keeps the mode.
        folder = os.path.join(self.making, f"{key[:16]}.{secrets.token_hex(8)}")
        os.mkdir(folder)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def publish(self, folder: str, key: str) -> None:
        """Gives a finished shard its name, in the place of a damaged one. If another worker was faster, its outcome must be the same.

        Errors: OSError; ValueError if the outcomes differ.
        """
        final = self.folder(key)
        try:
            theirs = self.outcome(key, Verify.DIGESTS)
        except DamagedError:
            theirs = None
            self._remove_damaged(final)
        if theirs is None and durable.publish_folder(folder, final):
            self.tries(key).forget()
            return
        theirs = self.outcome(key, Verify.DIGESTS)
        if theirs is None or theirs.verdicts_sha256 != Outcome.read(os.path.join(folder, OUTCOME)).verdicts_sha256:
            raise ValueError(f"{final}: exists already, and is not what the same input gave now")

    def _remove_damaged(self, final: str) -> None:
        """Removes what has the name of a shard, at once: another worker never sees a part of it."""
        with tempfile.TemporaryDirectory(prefix="damaged.", dir=self.making, ignore_cleanup_errors=True) as aside:
            with suppress(FileNotFoundError):
                os.rename(final, os.path.join(aside, "shard"))

    def discard_quarantined(self) -> int:
        """Removes the shards with quarantined items; returns their number."""
        keys = [key for key in os.listdir(self.shards) if os.path.isdir(os.path.join(self.folder(key), QUARANTINE))]
        for key in keys:
            shutil.rmtree(self.folder(key))
        return len(keys)

    def clear_making(self) -> None:
        """Removes what attempts have left. A worker that Dask has given up may still be writing there: that is removed by the next run."""
        shutil.rmtree(self.making, ignore_errors=True)
        os.makedirs(self.making, exist_ok=True)


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

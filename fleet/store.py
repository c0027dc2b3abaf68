"""The output folder: a folder for each shard that is done, by its key, and a place for what is being made.

    OUT/run.json            what the outputs depend on besides the input: tool, options, size of shards
    OUT/tool/               the replay tool of the run
    OUT/shards/KEY/         of a shard that is done: verdicts.pbs, outcome.json, statistics.json, quarantine/
    OUT/making/             of shards that are not
    OUT/manifest.jsonl      if all are done: a line for each shard (manifest.py)
    OUT/quarantine/, OUT/index.html, OUT/pages/    for people: what is quarantined, and the summary
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from fleet import durable
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
    file_bytes: int = 0  # The size of that file.

    @property
    def file(self) -> str:
        return f"{self.item:06}{self.suffix}"


@dataclass(frozen=True)
class Outcome:
    """What became of a shard's items: each has verdicts, or is unused, or is quarantined."""

    items: int
    cycles: int  # Records of the verdicts.
    verdicts_sha256: str
    verdicts_bytes: int
    unused: tuple[Rejected, ...]  # The tool refuses them, or can sample nothing.
    quarantined: tuple[Rejected, ...]  # The tool crashes or runs into a limit.

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Outcome:
        lists = {name: tuple(Rejected(**rejected) for rejected in fields[name]) for name in ("unused", "quarantined")}
        return cls(**{**fields, **lists})


def to_bytes(value: Any) -> bytes:
    """Returns JSON with one form for each value."""
    return (json.dumps(value, sort_keys=True, indent=1) + "\n").encode()


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

    def folder(self, key: str) -> str:
        return os.path.join(self.shards, key)

    def outcome(self, key: str) -> Outcome | None:
        """Returns the outcome of a shard, None if the shard is not done: if a file is absent, cut or not JSON. Errors: OSError."""
        try:
            with open(os.path.join(self.folder(key), OUTCOME), encoding="utf-8") as file:
                outcome = Outcome.from_json(json.load(file))
            self.statistics(key)
            sizes = {self.verdicts(key): outcome.verdicts_bytes}
            sizes.update((self.quarantined(key, rejected), rejected.file_bytes) for rejected in outcome.quarantined)
            is_whole = all(os.path.getsize(path) == size for path, size in sizes.items())
        except (FileNotFoundError, ValueError):
            return None
        return outcome if is_whole else None

    def verdicts(self, key: str) -> str:
        return os.path.join(self.folder(key), VERDICTS)

    def quarantined(self, key: str, rejected: Rejected) -> str:
        """Returns the path of a quarantined item's bytes."""
        return os.path.join(self.folder(key), QUARANTINE, rejected.file)

    def has_shards(self) -> bool:
        return os.path.isdir(self.shards) and bool(os.listdir(self.shards))

    def statistics(self, key: str) -> dict[str, Any]:
        with open(os.path.join(self.folder(key), STATISTICS), encoding="utf-8") as file:
            statistics: dict[str, Any] = json.load(file)
            return statistics

    def tries(self, key: str) -> Tries:
        """Returns the failures of earlier attempts at the shard."""
        return Tries(os.path.join(self.making, f"{key}.tries"))

    @contextmanager
    def workplace(self, key: str) -> Iterator[str]:
        """Makes a folder for one attempt at a shard, and removes it in the end."""
        folder = tempfile.mkdtemp(prefix=f"{key[:16]}.", dir=self.making)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def publish(self, folder: str, key: str) -> None:
        """Gives a finished shard its name, in the place of a damaged one. If another worker was faster, its outcome must be the same.

        Errors: OSError; ValueError if the outcomes differ.
        """
        if os.path.isdir(self.folder(key)) and self.outcome(key) is None:
            shutil.rmtree(self.folder(key))
        if durable.publish_folder(folder, self.folder(key)):
            self.tries(key).forget()
            return
        with open(os.path.join(folder, OUTCOME), encoding="utf-8") as file:
            ours = Outcome.from_json(json.load(file))
        theirs = self.outcome(key)
        if theirs is None or theirs.verdicts_sha256 != ours.verdicts_sha256:
            raise ValueError(f"{self.folder(key)}: exists already, and is not what the same input gave now")

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

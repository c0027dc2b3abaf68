"""The manifest of a run that is complete: one line of JSON for each shard, sorted by source and first record.

    {"cycles": 256, "count": 256, "first": 512, "key": "...", "quarantined": 0, "source": "day1/a.pbs", "unused": 0, "verdicts_sha256": "..."}

A shard of single files has `sources` in place of `source` and `first`. What could not be read at all has a line
{"lost": REASON, "source": "..."}; the last line has the SHA-256 of the name and of all others. The bytes depend on the input, the tool and the options only.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fleet import durable
from fleet.digests import SEALED_LINES
from fleet.errors import DamagedError, UsageError
from fleet.shards import Lost, Plan, Shard, StreamShard
from fleet.store import Outcome, Store

NAME = "manifest.jsonl"


@dataclass(frozen=True)
class Entry:
    """A shard of a complete run."""

    sources: tuple[str, ...]
    first: int | None  # Of a stream: the first record.
    count: int
    key: str
    verdicts_sha256: str
    cycles: int
    unused: int
    quarantined: int

    @property
    def position(self) -> tuple[str, int]:
        return self.sources[0], self.first or 0

    def check(self, outcome: Outcome) -> None:
        """Errors: DamagedError if this is not the outcome of the shard."""
        if (self.count, *_results(outcome)) != (outcome.items, self.verdicts_sha256, self.cycles, self.unused, self.quarantined):
            raise DamagedError(f"shards/{self.key}: is not what {NAME} lists")

    def place_of(self, item: int) -> tuple[str, int | None]:
        """Returns the source of an item and, in a stream, its record."""
        return (self.sources[item], None) if self.first is None else (self.sources[0], self.first + item)

    def name_of(self, item: int) -> str:
        source, record = self.place_of(item)
        return source if record is None else f"{source}, record {record}"


@dataclass(frozen=True)
class Manifest:
    """`entries` and `lost` are sorted."""

    entries: tuple[Entry, ...]
    lost: tuple[Lost, ...]


def entry_of(shard: Shard, key: str, outcome: Outcome) -> Entry:
    sources, first = ((shard.source,), shard.first) if isinstance(shard, StreamShard) else (shard.sources, None)
    return Entry(sources, first, shard.count, key, *_results(outcome))


def _results(outcome: Outcome) -> tuple[str, int, int, int]:
    return outcome.verdicts_sha256, outcome.cycles, len(outcome.unused), len(outcome.quarantined)


def make_manifest(plan: Plan, keys: Mapping[tuple[str, int], str], store: Store) -> Manifest:
    """Returns the manifest of a plan whose shards are all done; `keys` are those of the shards, by position.

    Errors: FileNotFoundError or DamagedError if the outcome of a shard is not there.
    """
    entries = []
    for shard in plan.shards:
        key = keys[shard.position]
        outcome = store.outcome(key)
        if outcome is None:
            raise FileNotFoundError(f"{store.folder(key)}: has been removed while the run went on")
        entries.append(entry_of(shard, key, outcome))
    return Manifest(tuple(entries), plan.lost)


def write_manifest(manifest: Manifest, out: str) -> None:
    """Errors: OSError."""
    lines = [_fields(entry) for entry in manifest.entries] + [{"source": lost.source, "lost": lost.reason} for lost in manifest.lost]
    text = "".join(json.dumps(line, sort_keys=True) + "\n" for line in lines)
    durable.write_file(os.path.join(out, NAME), SEALED_LINES.close(NAME, text.encode()))


def read_manifest(out: str) -> Manifest:
    """Errors: UsageError if the folder has no manifest (it is no run, or the run is not complete), or a damaged one."""
    path = os.path.join(out, NAME)
    if not os.path.lexists(path):
        raise UsageError(f"{out}: no {NAME}: this is no output of tools/fleet.sh, or that run is not complete")
    try:
        lines = [json.loads(line) for line in SEALED_LINES.read(path).splitlines()]
    except DamagedError as error:
        raise UsageError(f"{error}: it is damaged, and the command of that run writes it again") from error
    except OSError as error:
        raise UsageError(f"{path}: {error}") from error
    entries = [_entry(fields) for fields in lines if "lost" not in fields]
    return Manifest(tuple(entries), tuple(Lost(fields["source"], fields["lost"]) for fields in lines if "lost" in fields))


def _fields(entry: Entry) -> dict[str, Any]:
    fields = vars(entry).copy()
    if entry.first is None:
        del fields["first"]
    else:
        fields["source"] = fields.pop("sources")[0]
    return fields


def _entry(fields: dict[str, Any]) -> Entry:
    sources = tuple(fields.pop("sources", ())) or (fields.pop("source"),)
    return Entry(sources=sources, first=fields.pop("first", None), **fields)

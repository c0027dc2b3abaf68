"""The result of a complete run: counts, and by name everything that has no verdicts; its quarantine, for people."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fleet import durable
from fleet.manifest import Manifest
from fleet.printable import printable
from fleet.shards import Lost
from fleet.statistics import Statistics
from fleet.store import QUARANTINE, Rejected, Store


@dataclass(frozen=True)
class Named:
    """An input without verdicts, or a part of one."""

    name: str
    key: str  # Of its shard.
    rejected: Rejected


@dataclass(frozen=True)
class Damage:
    """A finished shard that was damaged, and is replayed again."""

    name: str  # Of its first item.
    reason: str


@dataclass(frozen=True)
class Report:
    """The result of a complete run."""

    items: int  # Records and files.
    shards: int
    statistics: Statistics
    unused: tuple[Named, ...]
    quarantined: tuple[Named, ...]
    lost: tuple[Lost, ...]
    damaged: tuple[Damage, ...]

    @property
    def is_everything_used(self) -> bool:
        return not (self.unused or self.quarantined or self.lost)


def make_report(manifest: Manifest, store: Store, damaged: Iterable[Damage]) -> Report:
    """Merges the outcomes and statistics of the shards. Errors: OSError, DamagedError."""
    statistics = Statistics()
    unused: list[Named] = []
    quarantined: list[Named] = []
    for entry in manifest.entries:
        outcome = store.outcome(entry.key)
        if outcome is None:
            raise FileNotFoundError(f"{store.folder(entry.key)}: has been removed while the run went on")
        statistics.merge(Statistics.from_json(store.statistics(outcome), entry.key, entry.name_of))
        unused.extend(Named(entry.name_of(rejected.item), entry.key, rejected) for rejected in outcome.unused)
        quarantined.extend(Named(entry.name_of(rejected.item), entry.key, rejected) for rejected in outcome.quarantined)
    items = sum(entry.count for entry in manifest.entries)
    in_order = tuple(sorted(damaged, key=lambda damage: damage.name))
    return Report(items, len(manifest.entries), statistics, tuple(unused), tuple(quarantined), manifest.lost, in_order)


def file_name(named: Named) -> str:
    return f"{named.key[:16]}-{named.rejected.file}"


def write_quarantine(store: Store, quarantined: Sequence[Named]) -> None:
    """Rebuilds OUT/quarantine: the items, and list.tsv with file, source, scene and reason. Without items there is no such folder. Errors: OSError."""
    folder = os.path.join(store.out, QUARANTINE)
    shutil.rmtree(folder, ignore_errors=True)
    if not quarantined:
        return
    os.makedirs(folder)
    lines = []
    for named in quarantined:
        durable.copy_file(store.quarantined(named.key, named.rejected), os.path.join(folder, file_name(named)))
        fields = file_name(named), named.name, named.rejected.scene_id, named.rejected.reason
        lines.append("\t".join(map(printable, fields)) + "\n")
    durable.write_file(os.path.join(folder, "list.tsv"), "".join(lines).encode())

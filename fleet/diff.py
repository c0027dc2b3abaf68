"""Compares two complete runs of the same recordings: two versions of the tool, or two sets of options."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field

from google.protobuf import message
from collision2d.v1.verdict_pb2 import SceneVerdicts

from fleet import durable
from fleet.compare import CandidateDifference, Kind, compare_cycles
from fleet.digests import Verify
from fleet.errors import DamagedError, UsageError
from fleet.framing import FramingError
from fleet.identity import Identity, read_identity
from fleet.manifest import Entry, Manifest, read_manifest
from fleet.store import Store
from fleet.verdict_index import CycleName, Place, cycles_of, read_place, without_run

LIST = "differences.jsonl"


@dataclass(frozen=True)
class Side:
    """One of the runs."""

    store: Store
    manifest: Manifest
    identity: Identity

    @classmethod
    def read(cls, folder: str) -> Side:
        """Errors: UsageError if the folder is no complete run, or damaged."""
        manifest = read_manifest(folder)
        try:
            identity = read_identity(folder)
        except (OSError, DamagedError) as error:
            raise UsageError(f"{folder} is damaged: {error}") from error
        if identity is None:
            raise UsageError(f"{folder}: is no output of tools/fleet.sh")
        return cls(Store(folder), manifest, identity)

    def check(self, entries: Iterable[Entry], verify: Verify) -> None:
        """Errors: DamagedError if a shard is not what it was when the run ended; OSError."""
        for entry in entries:
            outcome = self.store.outcome(entry.key, verify)
            if outcome is None:
                raise DamagedError(f"{self.store.folder(entry.key)}: is missing")
            entry.check(outcome)


@dataclass(frozen=True)
class Difference:
    """A candidate whose verdicts differ, or a planning cycle that is in one run only (`candidate` is None)."""

    name: CycleName
    candidate: CandidateDifference | None
    only_in: str = ""

    def to_json(self) -> dict[str, object]:
        fields: dict[str, object] = self.name._asdict()
        if self.candidate is None:
            return {**fields, "only_in": self.only_in}
        return {**fields, **asdict(self.candidate), "kind": self.candidate.kind.value}


@dataclass
class Tally:
    """Counts of planning cycles and candidates."""

    cycles: int = 0  # In both runs.
    same_bytes: int = 0
    candidates: int = 0  # In cycles whose bytes differ.
    kinds: Counter[Kind] = field(default_factory=Counter)
    only_in: Counter[str] = field(default_factory=Counter)  # "old", "new": cycles.
    chosen_changed: int = 0  # Cycles with another chosen candidate.

    @property
    def differs(self) -> bool:
        return bool(self.kinds or self.only_in)


def compare_runs(old: Side, new: Side, tolerance_m: float, tally: Tally, verify: Verify = Verify.DIGESTS) -> Iterator[Difference]:
    """Yields the differences and counts them. Memory grows with the planning cycles of a shard; where the shards of the runs are not
    the same, with those of a source. Errors: UsageError if a shard is damaged.
    """
    try:
        for old_entries, new_entries in _blocks(old.manifest, new.manifest):
            old.check(old_entries, verify)
            new.check(new_entries, verify)
            yield from _compare_block(old, new, old_entries, new_entries, tolerance_m, tally)
    except (DamagedError, OSError, FramingError, message.DecodeError, IndexError) as error:
        raise UsageError(f"{old.store.out} or {new.store.out} is damaged, and the command of that run mends it: {error}") from error


def write_differences(differences: Iterator[Difference], out: str) -> Iterator[Difference]:
    """Passes the differences on, and writes a line of JSON for each to OUT/differences.jsonl. Errors: OSError."""
    path = os.path.join(out, LIST)
    with open(f"{path}.tmp", "w", encoding="utf-8") as file:
        for difference in differences:
            file.write(json.dumps(difference.to_json(), sort_keys=True) + "\n")
            yield difference
        file.flush()
        os.fsync(file.fileno())
    os.rename(f"{path}.tmp", path)
    durable.sync_folder(out)


Block = tuple[list[Entry], list[Entry]]


def _blocks(old: Manifest, new: Manifest) -> Iterator[Block]:
    """Divides the shards into blocks of the same input: pairs of shards where these agree, else all of a source or all files."""
    theirs = {_extent(entry): entry for entry in new.entries}
    unpaired: defaultdict[str | None, Block] = defaultdict(lambda: ([], []))
    for entry in old.entries:
        partner = theirs.pop(_extent(entry), None)
        if partner is not None:
            yield [entry], [partner]
        else:
            unpaired[_source(entry)][0].append(entry)
    for entry in theirs.values():
        unpaired[_source(entry)][1].append(entry)
    yield from unpaired.values()


def _extent(entry: Entry) -> tuple[tuple[str, ...], int | None, int]:
    return entry.sources, entry.first, entry.count


def _source(entry: Entry) -> str | None:
    return None if entry.first is None else entry.sources[0]


def _compare_block(
    old: Side, new: Side, old_entries: list[Entry], new_entries: list[Entry], tolerance_m: float, tally: Tally
) -> Iterator[Difference]:
    if [entry.verdicts_sha256 for entry in old_entries] == [entry.verdicts_sha256 for entry in new_entries]:
        cycles = sum(entry.cycles for entry in new_entries)
        tally.cycles += cycles
        tally.same_bytes += cycles
        return
    for name, former, place in _pairs(dict(cycles_of(old.store, old_entries)), cycles_of(new.store, new_entries)):
        if former is not None and place is not None:
            yield from _compare_cycle(name, read_place(old.store, former), read_place(new.store, place), tolerance_m, tally)
        else:
            only_in = "old" if place is None else "new"
            tally.only_in[only_in] += 1
            yield Difference(name, None, only_in)


def _pairs(
    before: dict[CycleName, Place], after: Iterable[tuple[CycleName, Place]]
) -> Iterator[tuple[CycleName, Place | None, Place | None]]:
    """Yields the places of each cycle in the old and the new run, None where it is absent. What is not in the same record is matched by
    source, scene id and cycle, in order: a recording may have lost or gained records."""
    moved: list[tuple[CycleName, Place]] = []
    for name, place in after:
        former = before.pop(name, None)
        if former is None:
            moved.append((name, place))
        else:
            yield name, former, place
    left: defaultdict[tuple[str, str, int], deque[CycleName]] = defaultdict(deque)
    for name in before:
        left[name.source, name.scene_id, name.cycle].append(name)
    for name, place in moved:
        formers = left[name.source, name.scene_id, name.cycle]
        yield name, before[formers.popleft()] if formers else None, place
    for formers in left.values():
        yield from ((name, before[name], None) for name in formers)


def _compare_cycle(name: CycleName, old: bytes, new: bytes, tolerance_m: float, tally: Tally) -> Iterator[Difference]:
    tally.cycles += 1
    if without_run(old) == without_run(new):
        tally.same_bytes += 1
        return
    before, after = SceneVerdicts(), SceneVerdicts()
    before.ParseFromString(old)
    after.ParseFromString(new)
    tally.candidates += len(after.verdicts)
    tally.chosen_changed += _chosen(before) != _chosen(after)
    for candidate in compare_cycles(before, after, tolerance_m):
        tally.kinds[candidate.kind] += 1
        yield Difference(name, candidate)


def _chosen(verdicts: SceneVerdicts) -> str | None:
    if not verdicts.HasField("best_free_candidate"):
        return None
    return str(verdicts.verdicts[verdicts.best_free_candidate].candidate_id)

"""Which item of a replay has which verdicts, and which has none: nothing is lost silently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from google.protobuf import message
from collision2d.v1.verdict_pb2 import SceneVerdicts

from fleet import framing
from fleet.isolate import Failure
from fleet.replay_tool import Replayed, Unused, input_index, record_digest
from fleet.scene_outline import Outline
from fleet.shards import Item
from fleet.statistics import Statistics
from fleet.store import Rejected


@dataclass(frozen=True)
class Account:
    """What became of the items of a replay."""

    cycles: int
    rejected: tuple[Rejected, ...]  # Without verdicts, or with a planning cycle for which no candidate could be sampled.


class _Contradiction(Exception):
    """The verdicts are not those of the input."""


def account(
    replayed: Replayed, items: Sequence[Item], outlines: Sequence[Outline], first: int, statistics: Statistics
) -> Account | Failure:
    """Adds the verdicts to the statistics. The items are first, first + 1, ... of the shard; `outlines` are those of the items.

    Failure: a scene ran out of resources, an item has neither verdicts nor a message, or the verdicts are damaged; the statistics
    are then invalid.
    """
    replayed_scenes: list[tuple[int, str]] = []  # Item, scene id.
    without_candidates: list[tuple[int, str]] = []
    cycles = 0
    try:
        for item, verdicts in _attributed(replayed, items, outlines, first):
            if verdicts.cycle == 0:
                replayed_scenes.append((item, verdicts.scene_id))
            statistics.add_cycle(verdicts, first + item, outlines[item].types)
            if verdicts.HasField("rejected_lattice_size"):
                without_candidates.append((item, f"cycle {verdicts.cycle}: {'; '.join(verdicts.notes)}"))
            cycles += 1
        used = {item for item, _ in replayed_scenes}
        rejected = _rejected(replayed.unused, sorted(set(range(len(outlines))) - used), first)
    except (_Contradiction, framing.FramingError, message.DecodeError) as error:
        return Failure(str(error))
    for number, unused in enumerate(replayed.unused):
        if unused.is_about_resources:
            return Failure(unused.reason, suspect=rejected[min(number, len(rejected) - 1)][0])
    if len(replayed_scenes) == len(replayed.elapsed_ms):
        for (item, scene_id), elapsed_ms in zip(replayed_scenes, replayed.elapsed_ms):
            statistics.add_time(scene_id, first + item, elapsed_ms)
    everything = sorted(rejected + without_candidates)
    return Account(
        cycles, tuple(Rejected(first + item, outlines[item].scene_id or "", reason, item in used) for item, reason in everything)
    )


def read_verdicts(path: str) -> Iterator[SceneVerdicts]:
    """Yields the verdicts of a file; one is in memory. Errors: OSError, FramingError, DecodeError."""
    with open(path, "rb") as file:
        for record in framing.records(framing.FileBytes(file)):
            verdicts = SceneVerdicts()
            verdicts.ParseFromString(record)
            yield verdicts


def _attributed(
    replayed: Replayed, items: Sequence[Item], outlines: Sequence[Outline], first: int
) -> Iterator[tuple[int, SceneVerdicts]]:
    """Yields the verdicts of each planning cycle with the index of their item."""
    # Records are matched in order, by the scene's id. If some are not used, equal ids do not tell
    # which.
    ids = [outline.scene_id for outline in outlines if outline.scene_id is not None]
    are_digests_needed = bool(replayed.unused) and len(set(ids)) < len(ids)

    def matches(item: int, verdicts: SceneVerdicts) -> bool:
        has_id = outlines[item].scene_id == verdicts.scene_id
        return has_id and (not are_digests_needed or record_digest(items[item]) == verdicts.run.input_digest)

    item = -1
    for verdicts in read_verdicts(replayed.verdicts):
        index = input_index(verdicts.run.input_file)
        if index is not None:
            item = index - first
        elif verdicts.cycle == 0:
            item += 1
            while item < len(outlines) and not matches(item, verdicts):
                item += 1
        if not 0 <= item < len(outlines):
            raise _Contradiction(f"verdicts of a scene that is not in the input: {verdicts.scene_id}")
        yield item, verdicts


def _rejected(unused: Sequence[Unused], without_verdicts: Sequence[int], first: int) -> list[tuple[int, str]]:
    """Returns the items that are not used, or not all of which is used, with the reasons."""
    if any(about.item is None for about in unused):
        return _rejected_records([about.reason for about in unused], without_verdicts)
    named = [(about.item - first, about.reason) for about in unused if about.item is not None]
    for item in without_verdicts:
        if all(item != named_item for named_item, _ in named):
            raise _Contradiction(f"item {item} has neither verdicts nor a message")
    return named


def _rejected_records(reasons: Sequence[str], without_verdicts: Sequence[int]) -> list[tuple[int, str]]:
    if len(without_verdicts) == 1:
        return [(without_verdicts[0], "; ".join(reasons))]
    if len(reasons) != len(without_verdicts):
        raise _Contradiction(f"{len(without_verdicts)} records without verdicts, but {len(reasons)} messages")
    return list(zip(without_verdicts, reasons))

"""What a run replays: its input, divided into shards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fleet.inputs import Inputs
from fleet.shards import Lost, Shard, ShardSize, StreamScan, group_files


@dataclass(frozen=True)
class Plan:
    """Depends on the input and on the size of shards only."""

    shards: tuple[Shard, ...]  # By position.
    lost: tuple[Lost, ...]  # What is in no shard, by source.

    @property
    def items(self) -> int:
        return sum(shard.count for shard in self.shards)


def make_plan(inputs: Inputs, scans: Iterable[StreamScan], size: ShardSize) -> Plan:
    """Returns the plan of the input; `scans` are those of its streams."""
    shards: list[Shard] = []
    lost = [Lost(source, reason) for source, reason in inputs.unreadable]
    for part in group_files(inputs.root, inputs.singles, size):
        if isinstance(part, Lost):
            lost.append(part)
        else:
            shards.append(part)
    for scan in scans:
        shards.extend(scan.shards)
        lost.extend(scan.lost)
    return Plan(tuple(sorted(shards, key=lambda shard: shard.position)), tuple(sorted(lost, key=lambda part: part.source)))

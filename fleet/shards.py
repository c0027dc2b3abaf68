"""The shards of a run: what one task replays, and the plan that divides the input into them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fleet import framing
from fleet.inputs import Inputs, suffix_of

# The replay tool refuses a longer scene.
MAX_SCENE_BYTES = 1 << 26


@dataclass(frozen=True)
class ShardSize:
    """Where a shard ends: at the record that reaches one of the two."""

    scenes: int
    data_bytes: int = 1 << 26


@dataclass(frozen=True)
class Item:
    """A record or a file: what is replayed or quarantined as one."""

    suffix: str  # Of the file's name.
    data: bytes  # As in the file; a record with its length.


@dataclass(frozen=True)
class StreamShard:
    """The records first, ..., first + count - 1 of a stream: its bytes begin, ..., end - 1."""

    source: str
    first: int
    count: int
    begin: int
    end: int

    @property
    def position(self) -> tuple[str, int]:
        return self.source, self.first

    def name_of(self, item: int) -> str:
        return f"{self.source}, record {self.first + item}"

    def items(self, root: str) -> list[Item]:
        """Reads the records. Errors: OSError, also if the file is no longer what it was."""
        path = os.path.join(root, self.source)
        with open(path, "rb") as file:
            file.seek(self.begin)
            data = file.read(self.end - self.begin)
        try:
            ends = list(framing.record_ends(data))
        except framing.FramingError as error:
            raise OSError(f"{path}: changed since the run began ({error})") from error
        if len(data) != self.end - self.begin or len(ends) != self.count:
            raise OSError(f"{path}: changed since the run began ({len(data)} bytes, {len(ends)} records)")
        return [Item(".pbs", data[b:e]) for b, e in zip([0, *ends], ends)]


@dataclass(frozen=True)
class FilesShard:
    """Files of one scene each (CommonRoad: of one or several)."""

    sources: tuple[str, ...]

    @property
    def count(self) -> int:
        return len(self.sources)

    @property
    def position(self) -> tuple[str, int]:
        return self.sources[0], 0

    def name_of(self, item: int) -> str:
        return self.sources[item]

    def items(self, root: str) -> list[Item]:
        """Reads the files. Errors: OSError."""
        items = []
        for source in self.sources:
            with open(os.path.join(root, source), "rb") as file:
                items.append(Item(suffix_of(source), file.read()))
        return items


Shard = StreamShard | FilesShard


@dataclass(frozen=True)
class Lost:
    """A part of the input that is in no shard: it cannot be read."""

    source: str
    reason: str


@dataclass(frozen=True)
class StreamScan:
    """A stream divided into shards, and what is in none of them."""

    shards: tuple[StreamShard, ...]
    lost: tuple[Lost, ...]


def scan_stream(root: str, size: ShardSize, source: str) -> StreamScan:
    """Divides a stream into shards by its framing; reads the lengths only. Errors: OSError."""
    cutter = _Cutter(source, size)
    with open(os.path.join(root, source), "rb") as file:
        data = framing.FileBytes(file)
        if len(data) == 0:
            return StreamScan((), (Lost(source, "the file is empty"),))
        try:
            for end in framing.record_ends(data):
                cutter.add(end)
        except framing.FramingError as error:
            rest = len(data) - error.offset
            cutter.lose(f"{error}; the remaining {rest} bytes cannot be separated into records")
    cutter.close_shard()
    return StreamScan(tuple(cutter.shards), tuple(cutter.lost))


class _Cutter:
    """Makes shards of consecutive records."""

    def __init__(self, source: str, size: ShardSize) -> None:
        self.source = source
        self.size = size
        self.shards: list[StreamShard] = []
        self.lost: list[Lost] = []
        self.record = self.first = self.begin = self.end = 0

    def add(self, end: int) -> None:
        """The next record ends at the byte `end`."""
        length, self.end = end - self.end, end
        self.record += 1
        if length > MAX_SCENE_BYTES:
            self._skip(length)
        elif self.record - self.first == self.size.scenes or end - self.begin >= self.size.data_bytes:
            self.close_shard()

    def close_shard(self) -> None:
        if self.record > self.first:
            self.shards.append(StreamShard(self.source, self.first, self.record - self.first, self.begin, self.end))
        self.first, self.begin = self.record, self.end

    def lose(self, reason: str) -> None:
        self.lost.append(Lost(self.source, f"record {self.record}, {reason}"))

    def _skip(self, length: int) -> None:
        """The record that was added last is in no shard."""
        self.record, self.end = self.record - 1, self.end - length
        self.close_shard()
        self.lose(f"byte {self.begin}: its {length} bytes are beyond the limit of {MAX_SCENE_BYTES}")
        self.first = self.record = self.record + 1
        self.begin = self.end = self.end + length


def group_files(root: str, sources: Sequence[str], size: ShardSize) -> Iterator[FilesShard | Lost]:
    """Yields the files in groups, in order, and those that are too long. A file that has gone meanwhile counts as empty; replaying it names it."""
    group: list[str] = []
    group_bytes = 0
    for source in sources:
        path = os.path.join(root, source)
        length = os.path.getsize(path) if os.path.exists(path) else 0
        if length > MAX_SCENE_BYTES:
            yield Lost(source, f"its {length} bytes are beyond the limit of {MAX_SCENE_BYTES}")
            continue
        group.append(source)
        group_bytes += length
        if len(group) == size.scenes or group_bytes >= size.data_bytes:
            yield FilesShard(tuple(group))
            group, group_bytes = [], 0
    if group:
        yield FilesShard(tuple(group))


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

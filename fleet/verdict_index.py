"""Where the verdicts of each planning cycle are, in the shards of a complete run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from collision2d.fleet.outline_pb2 import SceneVerdictsOutline

from fleet import framing
from fleet.errors import DamagedError
from fleet.manifest import Entry
from fleet.replay_tool import input_index
from fleet.store import Store


class CycleName(NamedTuple):
    """Names a planning cycle in any run of the same recordings."""

    source: str
    record: int | None  # Its index in a stream.
    scene_id: str
    cycle: int
    occurrence: int  # Counts those with all this in common: scenes of a CommonRoad file may have the same id.

    @property
    def input(self) -> str:
        return self.source if self.record is None else f"{self.source}, record {self.record}"


@dataclass(frozen=True)
class Place:
    """Bytes of a shard's verdicts: a record without its length."""

    key: str
    begin: int
    end: int


def cycles_of(store: Store, entries: Iterable[Entry]) -> Iterator[tuple[CycleName, Place]]:
    """Yields the cycles of the shards, in order; one is in memory. Errors: OSError, DamagedError, FramingError, DecodeError."""
    seen: Counter[tuple[str, int | None, str, int]] = Counter()
    for entry in entries:
        items = _items_with_verdicts(store, entry)
        item = -1
        with open(store.verdicts(entry.key), "rb") as file:
            data = framing.FileBytes(file)
            begin = 0
            for end in framing.record_ends(data):
                _, content = framing.decode_varint(data, begin)
                outline = SceneVerdictsOutline()
                outline.ParseFromString(data[content:end])
                index = input_index(outline.run.input_file)
                if index is not None:
                    item = index
                elif outline.cycle == 0:
                    item = next(items, -1)
                if not 0 <= item < entry.count:
                    raise OSError(f"{file.name}: has verdicts of more scenes than the shard")
                name = (*entry.place_of(item), outline.scene_id, outline.cycle)
                yield CycleName(*name, occurrence=seen[name]), Place(entry.key, content, end)
                seen[name] += 1
                begin = end


def read_place(store: Store, place: Place) -> bytes:
    with open(store.verdicts(place.key), "rb") as file:
        file.seek(place.begin)
        return file.read(place.end - place.begin)


def without_run(record: bytes) -> bytes:
    """Returns a record of SceneVerdicts without its first field, which says by what and of what it was made."""
    if not record.startswith(b"\x0a"):
        return record
    length, content = framing.decode_varint(record, 1)
    return record[content + length :]


def _items_with_verdicts(store: Store, entry: Entry) -> Iterator[int]:
    outcome = store.outcome(entry.key)
    if outcome is None:
        raise DamagedError(f"{store.folder(entry.key)}: is missing")
    without = {rejected.item for rejected in (*outcome.unused, *outcome.quarantined) if not rejected.has_verdicts}
    return (item for item in range(entry.count) if item not in without)

"""Where the verdicts of each planning cycle are, in the shards of a complete run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outline_pb2 import SceneVerdictsOutline

from fleet import framing
from fleet.manifest import Entry
from fleet.replay_tool import input_index
from fleet.store import Store


class CycleName(NamedTuple):
    """Names a planning cycle in any run of the same recordings."""

    source: str
    scene_id: str
    cycle: int
    occurrence: int  # Of this scene id and cycle in the source: scenes of a stream may have the same id.


@dataclass(frozen=True)
class Place:
    """Bytes of a shard's verdicts: a record without its length."""

    key: str
    begin: int
    end: int


def cycles_of(store: Store, entries: Iterable[Entry]) -> Iterator[tuple[CycleName, Place]]:
    """Yields the cycles of the shards, in order; one is in memory. Errors: OSError, FramingError, DecodeError."""
    seen: Counter[tuple[str, str, int]] = Counter()
    for entry in entries:
        with open(store.verdicts(entry.key), "rb") as file:
            data = framing.FileBytes(file)
            begin = 0
            for end in framing.record_ends(data):
                _, content = framing.decode_varint(data, begin)
                outline = SceneVerdictsOutline()
                outline.ParseFromString(data[content:end])
                name = _source(entry, outline), outline.scene_id, outline.cycle
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


def _source(entry: Entry, outline: SceneVerdictsOutline) -> str:
    index = input_index(outline.run.input_file)
    return entry.sources[index or 0]

"""Every record and file is in exactly one shard, or is named as lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fleet import shards
from fleet.framing import framed
from fleet.shards import FilesShard, Lost, ShardSize, StreamShard, group_files, scan_stream


def write(folder: Path, data: bytes) -> None:
    (folder / "a.pbs").write_bytes(data)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("scenes", [1, 2, 3, 100])
def test_records_of_a_stream(tmp_path: Path, count: int, scenes: int) -> None:
    contents = [bytes([i]) * (i * 50) for i in range(count)]
    write(tmp_path, b"".join(map(framed, contents)))
    scan = scan_stream(str(tmp_path), ShardSize(scenes), "a.pbs")
    assert scan.lost == ()
    assert [shard.first for shard in scan.shards] == list(range(0, count, scenes))
    items = [item for shard in scan.shards for item in shard.items(str(tmp_path))]
    assert [item.data for item in items] == list(map(framed, contents))
    assert scan.shards[-1].name_of(0) == f"a.pbs, record {scan.shards[-1].first}"


def test_a_shard_ends_with_the_record_that_reaches_its_bytes(tmp_path: Path) -> None:
    write(tmp_path, framed(b"x" * 9) * 10)
    scan = scan_stream(str(tmp_path), ShardSize(100, data_bytes=25), "a.pbs")
    assert [shard.count for shard in scan.shards] == [3, 3, 3, 1]


def test_damaged_framing_loses_the_rest_and_says_so(tmp_path: Path) -> None:
    write(tmp_path, framed(b"good") * 5 + b"\x50\x0a\x01x")
    scan = scan_stream(str(tmp_path), ShardSize(2), "a.pbs")
    assert [shard.count for shard in scan.shards] == [2, 2, 1]
    assert [lost.reason for lost in scan.lost] == [
        "record 5, byte 25: a record of 80 bytes is cut off after 3; the remaining 4 bytes cannot be separated into records"
    ]


def test_an_empty_file_is_lost(tmp_path: Path) -> None:
    write(tmp_path, b"")
    scan = scan_stream(str(tmp_path), ShardSize(2), "a.pbs")
    assert (scan.shards, [lost.reason for lost in scan.lost]) == ((), ["the file is empty"])


@pytest.mark.parametrize("at", [0, 1, 2, 3, 4])
def test_a_record_that_is_too_long_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    monkeypatch.setattr(shards, "MAX_SCENE_BYTES", 100)
    contents = [b"x" * 200 if i == at else bytes([i]) for i in range(5)]
    write(tmp_path, b"".join(map(framed, contents)))
    scan = scan_stream(str(tmp_path), ShardSize(2), "a.pbs")
    read = {shard.first + i: item.data for shard in scan.shards for i, item in enumerate(shard.items(str(tmp_path)))}
    assert read == {i: framed(content) for i, content in enumerate(contents) if i != at}
    assert [lost.reason for lost in scan.lost] == [f"record {at}, byte {2 * at}: its 202 bytes are beyond the limit of 100"]


@pytest.mark.parametrize("now", [b"", framed(b"good"), framed(b"good")[:-1] + framed(b"good"), framed(b"goodgood12") ])
def test_a_stream_that_changes_is_noticed(tmp_path: Path, now: bytes) -> None:
    write(tmp_path, framed(b"good") * 2)
    shard = scan_stream(str(tmp_path), ShardSize(2), "a.pbs").shards[0]
    assert shard == StreamShard("a.pbs", 0, 2, 0, 10)
    write(tmp_path, now)
    with pytest.raises(OSError, match="a.pbs: changed since the run began"):
        shard.items(str(tmp_path))


def test_files_are_grouped_in_order(tmp_path: Path) -> None:
    names = ["a.pb", "b.xml", "c.textproto", "d.PB", "e.pb"]
    for name in names:
        (tmp_path / name).write_bytes(name.encode() * 10)
    groups = list(group_files(str(tmp_path), names, ShardSize(2)))
    assert groups == [FilesShard(("a.pb", "b.xml")), FilesShard(("c.textproto", "d.PB")), FilesShard(("e.pb",))]
    assert [(item.suffix, item.data) for item in FilesShard(("c.textproto", "d.PB")).items(str(tmp_path))] == [
        (".textproto", b"c.textproto" * 10),
        (".pb", b"d.PB" * 10),
    ]
    by_bytes = group_files(str(tmp_path), names, ShardSize(100, data_bytes=45))
    assert [len(group.sources) for group in by_bytes if isinstance(group, FilesShard)] == [2, 1, 2]


def test_a_file_that_is_too_long_is_passed_over(tmp_path: Path) -> None:
    for name in ("a.pb", "b.pb", "c.pb"):
        (tmp_path / name).write_bytes(b"x")
    os.truncate(tmp_path / "b.pb", shards.MAX_SCENE_BYTES + 1)
    parts = list(group_files(str(tmp_path), ["a.pb", "b.pb", "c.pb"], ShardSize(10)))
    assert parts == [Lost("b.pb", "its 67108865 bytes are beyond the limit of 67108864"), FilesShard(("a.pb", "c.pb"))]

"""A shard is replayed by the real tool: poison, damage, limits, and repetition."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from collision2d.v1.scene_pb2 import Scene

from fleet.account import read_verdicts
from fleet.digests import digest_of_file
from fleet.framing import framed
from fleet.replay_shard import Done, Job, replay_shard
from fleet.replay_tool import EnvironmentFailure, ReplayTool
from fleet.shards import FilesShard, Shard, ShardSize, scan_stream
from fleet.store import Outcome, Store
from fleet.supervised import Limits
from fleet.testing.random_scenes import heavy_scene, random_records, random_scene

Replay = Callable[..., tuple[Done, Outcome]]


def replay_here(job: Job, shard: Shard) -> tuple[Done, Outcome]:
    store = Store(job.out)
    store.create()
    done = replay_shard(job, shard)
    outcome = store.outcome(done.key)
    assert outcome is not None
    assert os.listdir(store.making) == []
    return done, outcome


@pytest.fixture
def replay(tmp_path: Path, tool: ReplayTool, limits: Limits) -> Replay:
    """Returns a function that writes the records, and replays them as one shard."""

    def replay_records(records: Sequence[bytes], tool: ReplayTool = tool, limits: Limits = limits, out: str = "out") -> tuple[Done, Outcome]:
        (tmp_path / "a.pbs").write_bytes(b"".join(records))
        (shard,) = scan_stream(str(tmp_path), ShardSize(1000), "a.pbs").shards
        return replay_here(Job(str(tmp_path), str(tmp_path / out), tool, digest_of_file(tool.path), limits), shard)

    return replay_records


def ids_of(folder: Path, done: Done) -> list[str]:
    return [verdicts.scene_id for verdicts in read_verdicts(Store(str(folder)).verdicts(done.key))]


def poison(number: int) -> bytes:
    scene = random_scene(1, number)
    scene.static_obstacles[0].type = "POISON"
    return framed(scene.SerializeToString())


def names(numbers: Sequence[int]) -> list[str]:
    return [f"scene_{number:07}" for number in numbers]


def test_every_record_gets_its_verdicts_once(tmp_path: Path, replay: Replay) -> None:
    done, outcome = replay(list(random_records(1, 0, 5)))
    assert done == Done(done.key, 5, was_there=False)
    assert (outcome.items, outcome.cycles, outcome.unused, outcome.quarantined) == (5, 5, (), ())
    assert ids_of(tmp_path / "out", done) == names(range(5))
    assert replay(list(random_records(1, 0, 5)))[0] == replace(done, was_there=True)


@pytest.mark.parametrize(
    "on_poison, reason",
    [
        ("kill -SEGV $$", "SIGSEGV"),
        ("echo broken >&2; exit 17", "exit status 17: broken"),
        ("echo replay: out of memory >&2; exit 2", "exit status 2: replay: out of memory"),
        ("sleep 100", "no scene was completed for 2 s"),
    ],
)
def test_poison_is_quarantined_and_changes_nothing_else(
    tmp_path: Path, replay: Replay, faulty_tool: Callable[[str], ReplayTool], limits: Limits, on_poison: str, reason: str
) -> None:
    good = list(random_records(1, 0, 6))
    records = good[:2] + [poison(100)] + good[2:5] + [poison(101)] + good[5:]
    done, outcome = replay(records, tool=faulty_tool(on_poison), limits=replace(limits, scene_seconds=0.5), out="faulty")
    assert (done.items, len(outcome.unused), len(outcome.quarantined)) == (8, 0, 2)
    for rejected, (item, number) in zip(outcome.quarantined, ((2, 100), (6, 101))):
        assert (rejected.item, rejected.scene_id) == (item, f"scene_{number:07}")
        assert rejected.reason.startswith(reason)
        assert rejected.reason.count(reason) == 2
        file = tmp_path / "faulty/shards" / done.key / "quarantine" / rejected.file
        assert file.read_bytes() == records[item]
    undisturbed, whole = replay(good)
    assert ids_of(tmp_path / "faulty", done) == ids_of(tmp_path / "out", undisturbed)
    assert outcome.verdicts_sha256 == whole.verdicts_sha256


def test_a_scene_that_needs_too_much_memory(tmp_path: Path, replay: Replay, limits: Limits) -> None:
    good = list(random_records(1, 0, 2))
    heavy = framed(heavy_scene("heavy").SerializeToString())
    done, outcome = replay([good[0], heavy, good[1]], limits=replace(limits, memory_bytes=200 * 10**6))
    assert ids_of(tmp_path / "out", done) == names(range(2))
    (rejected,) = outcome.quarantined
    assert (rejected.item, rejected.scene_id) == (1, "heavy")
    assert rejected.reason == "; then ".join(["out of memory"] * 2)


def test_a_scene_that_takes_too_long(tmp_path: Path, replay: Replay, limits: Limits) -> None:
    good = list(random_records(1, 0, 2))
    heavy = framed(heavy_scene("heavy").SerializeToString())
    done, outcome = replay([good[0], heavy, good[1]], limits=replace(limits, scene_seconds=0.5))
    assert ids_of(tmp_path / "out", done) == names(range(2))
    (rejected,) = outcome.quarantined
    # On a busy machine the tool may not come to say so itself.
    assert re.fullmatch(r"(the scene takes longer than its limit|no scene was completed for 2 s|; then )+", rejected.reason)


def test_damaged_and_refused_records_are_named(tmp_path: Path, replay: Replay) -> None:
    good = list(random_records(1, 0, 4))
    refused = framed(Scene(id="refused").SerializeToString())
    done, outcome = replay([good[0], framed(b"\xff\xff\xff"), good[1], refused, framed(b""), good[2], framed(b"\x0a"), good[3]])
    assert ids_of(tmp_path / "out", done) == names(range(4))
    assert outcome.quarantined == ()
    assert [rejected.item for rejected in outcome.unused] == [1, 3, 4, 6]
    assert [rejected.scene_id for rejected in outcome.unused] == ["", "refused", "", ""]
    assert "time_step_s" in outcome.unused[1].reason
    assert all(rejected.reason for rejected in outcome.unused)


def test_files(tmp_path: Path, tool: ReplayTool, limits: Limits) -> None:
    (tmp_path / "a.pb").write_bytes(random_scene(1, 0).SerializeToString())
    (tmp_path / "b.textproto").write_text(str(random_scene(1, 1)))
    (tmp_path / "c.xml").write_text("<commonRoad/>")
    (tmp_path / "d.pb").write_bytes(b"")
    job = Job(str(tmp_path), str(tmp_path / "out"), tool, digest_of_file(tool.path), limits)
    done, outcome = replay_here(job, FilesShard(("a.pb", "b.textproto", "c.xml", "d.pb")))
    assert ids_of(tmp_path / "out", done) == names(range(2))
    assert [(rejected.item, bool(rejected.reason)) for rejected in outcome.unused] == [(2, True), (3, True)]


def test_the_verdicts_of_files_do_not_depend_on_how_their_shard_is_divided(
    tmp_path: Path, faulty_tool: Callable[[str], ReplayTool], limits: Limits
) -> None:
    names = tuple(f"{i}.pb" for i in range(6))
    for i, name in enumerate(names):
        scene = random_scene(1, i)
        scene.static_obstacles[0].type = "POISON" if i == 2 else "car"
        (tmp_path / name).write_bytes(scene.SerializeToString())
    once = tmp_path / "once"
    tool = faulty_tool(f"if [ ! -e '{once}' ]; then touch '{once}'; kill -SEGV $$; fi")
    outcomes = []
    for out in ("divided", "whole"):
        job = Job(str(tmp_path), str(tmp_path / out), tool, digest_of_file(tool.path), limits)
        done, outcome = replay_here(job, FilesShard(names))
        files = [verdicts.run.input_file for verdicts in read_verdicts(Store(job.out).verdicts(done.key))]
        assert files == [f"{i:06}.pb" for i in range(6)]
        outcomes.append((outcome.verdicts_sha256, outcome.cycles, outcome.unused, outcome.quarantined))
    assert outcomes[0] == outcomes[1]


def test_equal_ids(tmp_path: Path, replay: Replay) -> None:
    """The second of four records is refused, though its id is that of the others."""
    scenes = [random_scene(1, i) for i in range(4)]
    for scene in scenes:
        scene.id = "drive"
    scenes[1].time_step_s = -1.0
    _, outcome = replay([framed(scene.SerializeToString()) for scene in scenes])
    assert [(rejected.item, rejected.scene_id) for rejected in outcome.unused] == [(1, "drive")]


def test_a_disk_that_is_full_when_a_shard_is_published(tmp_path: Path, replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    def fsync(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    store = Store(str(tmp_path / "out"))
    store.create()
    with monkeypatch.context() as full_disk:
        full_disk.setattr(os, "fsync", fsync)
        with pytest.raises(EnvironmentFailure, match="No space left on device"):
            replay(list(random_records(1, 0, 2)))
    assert (os.listdir(store.shards), os.listdir(store.making)) == ([], [])
    assert replay(list(random_records(1, 0, 2)))[0].was_there is False


@pytest.mark.parametrize(
    "on_poison, reason",
    [
        ("echo No space left on device >&2; exit 2", "No space left on device"),
        ("exec /no/such/tool", "/no/such/tool"),
    ],
)
def test_a_tool_that_cannot_start_or_write_is_no_poison(
    replay: Replay, faulty_tool: Callable[[str], ReplayTool], on_poison: str, reason: str
) -> None:
    with pytest.raises(EnvironmentFailure, match=f"on {os.uname().nodename}: .*{reason}"):
        replay([poison(1)], tool=faulty_tool(on_poison))


def test_a_tool_that_has_changed(tmp_path: Path, tool: ReplayTool, limits: Limits) -> None:
    (tmp_path / "a.pbs").write_bytes(b"".join(random_records(1, 0, 1)))
    (shard,) = scan_stream(str(tmp_path), ShardSize(1), "a.pbs").shards
    with pytest.raises(EnvironmentFailure, match="has the digest [0-9a-f]*, not another"):
        replay_shard(Job(str(tmp_path), str(tmp_path / "out"), tool, "another", limits), shard)

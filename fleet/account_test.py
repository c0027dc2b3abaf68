"""Each item has verdicts or a message; else the replay failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleet.account import Account, account
from fleet.framing import framed
from fleet.isolate import Failure
from fleet.replay_tool import Replayed, Unused, record_digest
from fleet.scene_outline import Outline
from fleet.shards import Item
from fleet.statistics import Statistics
from fleet.store import Rejected
from fleet.testing.make_verdicts import make_cycle, stream_of

OUT_OF_TIME = "the scene takes longer than its limit"


def outlines(*ids: str) -> list[Outline]:
    return [Outline(scene_id, {"car": f"type of {scene_id}"}) for scene_id in ids]


def items(count: int) -> list[Item]:
    return [Item(".pbs", framed(b"record %d" % i)) for i in range(count)]


def replayed(folder: Path, stream: bytes, *unused: Unused, elapsed_ms: tuple[float, ...] = ()) -> Replayed:
    (folder / "verdicts.pbs").write_bytes(stream)
    return Replayed(str(folder / "verdicts.pbs"), "", elapsed_ms, unused)


def test_records_in_order(tmp_path: Path) -> None:
    statistics = Statistics()
    stream = stream_of(make_cycle("a"), make_cycle("a", 1), make_cycle("c"))
    result = account(replayed(tmp_path, stream, Unused(None, "bad"), elapsed_ms=(1.0, 2.0)), items(3), outlines("a", "b", "c"), 10, statistics)
    assert result == Account(3, (Rejected(11, "b", "bad"),))
    assert (statistics.scenes, statistics.cycles) == (2, 3)
    assert statistics.collisions_by_type == {"type of a": 2, "type of c": 1}
    assert [(row.item, row.value) for row in statistics.slowest.rows] == [(12, -2.0), (10, -1.0)]


@pytest.mark.parametrize("refused", range(4))
def test_equal_ids_are_told_apart_by_the_records(tmp_path: Path, refused: int) -> None:
    cycles = [make_cycle("a") for _ in range(4)]
    for cycle, item in zip(cycles, items(4)):
        cycle.run.input_digest = record_digest(item)
    del cycles[refused]
    statistics = Statistics()
    result = account(replayed(tmp_path, stream_of(*cycles), Unused(None, "bad")), items(4), outlines(*"aaaa"), 5, statistics)
    assert result == Account(3, (Rejected(5 + refused, "a", "bad"),))
    assert [row.item for row in statistics.closest.rows] == [5 + i for i in range(4) if i != refused]


def test_equal_ids_of_records_that_are_all_used_need_no_digest(tmp_path: Path) -> None:
    result = account(replayed(tmp_path, stream_of(make_cycle("a"), make_cycle("a"))), items(2), outlines("a", "a"), 0, Statistics())
    assert result == Account(2, ())


@pytest.mark.parametrize("first", [0, 40])
def test_files_by_their_names(tmp_path: Path, first: int) -> None:
    name = f"{first + 2:06}.xml"
    stream = stream_of(make_cycle("x", input_file=name), make_cycle("y", input_file=name))
    reasons = ("first", "second", "one of its scenes")
    unused = tuple(Unused(first + i, reason) for i, reason in enumerate(reasons))
    result = account(replayed(tmp_path, stream, *unused), items(3), outlines(*"abc"), first, Statistics())
    assert result == Account(2, tuple(Rejected(first + i, "abc"[i], reason, i == 2) for i, reason in enumerate(reasons)))


def test_a_cycle_for_which_nothing_could_be_sampled(tmp_path: Path) -> None:
    nothing, no_candidates = make_cycle("a"), make_cycle("b")
    for cycle in (nothing, no_candidates):
        cycle.ClearField("verdicts")
        cycle.ClearField("best_free_candidate")
    nothing.rejected_lattice_size = 693
    nothing.notes.append("no candidate can be sampled")
    statistics = Statistics()
    result = account(replayed(tmp_path, stream_of(nothing, no_candidates)), items(2), outlines("a", "b"), 0, statistics)
    assert result == Account(2, (Rejected(0, "a", "cycle 0: no candidate can be sampled", has_verdicts=True),))
    assert statistics.cycles_without_free == 0


def test_several_messages_about_one_record(tmp_path: Path) -> None:
    result = account(replayed(tmp_path, b"", Unused(None, "x"), Unused(None, "y")), items(1), outlines("a"), 0, Statistics())
    assert result == Account(0, (Rejected(0, "a", "x; y"),))


@pytest.mark.parametrize(
    "ids, unused, reason",
    [
        (("b",), (), "verdicts of a scene that is not in the input: a"),
        (("a", "b"), (), "item 1 has neither verdicts nor a message"),
        (("a", "b", "c"), (Unused(None, "bad"),), "2 records without verdicts, but 1 messages"),
        (("a", "b"), (Unused(None, OUT_OF_TIME),), OUT_OF_TIME),
    ],
)
def test_failures(tmp_path: Path, ids: tuple[str, ...], unused: tuple[Unused, ...], reason: str) -> None:
    result = account(replayed(tmp_path, stream_of(make_cycle("a")), *unused), items(len(ids)), outlines(*ids), 0, Statistics())
    assert isinstance(result, Failure)
    assert result.reason == reason


def test_a_scene_without_resources_is_the_suspect(tmp_path: Path) -> None:
    stream = stream_of(make_cycle("a"))
    unused = (Unused(None, "damaged"), Unused(None, OUT_OF_TIME))
    result = account(replayed(tmp_path, stream, *unused), items(3), outlines("x", "a", "y"), 5, Statistics())
    assert result == Failure(OUT_OF_TIME, suspect=2)


def test_damaged_verdicts(tmp_path: Path) -> None:
    for stream in (stream_of(make_cycle("a"))[:-1], framed(b"\xff\xff")):
        assert isinstance(account(replayed(tmp_path, stream), items(1), outlines("a"), 0, Statistics()), Failure)

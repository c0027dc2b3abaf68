"""What differs between two runs, and that nothing else is said to differ."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from collision2d.v1.verdict_pb2 import SceneVerdicts, Verdict

from fleet.compare import Kind
from fleet.diff import Side, Tally, compare_runs
from fleet.diff_command import run_diff
from fleet.digests import FileDigest
from fleet.errors import Exit, UsageError
from fleet.identity import Identity
from fleet.manifest import Entry, Manifest, read_manifest, write_manifest
from fleet.shards import Lost
from fleet.store import OUTCOME, STATISTICS, VERDICTS, Outcome, Rejected, Store
from fleet.testing.make_verdicts import make_cycle, stream_of


def write_run(out: Path, shards: list[list[SceneVerdicts]], options: tuple[str, ...] = (), without: tuple[int, ...] = ()) -> Side:
    """Writes a run of one stream with these shards; in each, the items `without` have no verdicts."""
    out.mkdir()
    store = Store(str(out))
    store.create()
    entries, first = [], 0
    for i, cycles in enumerate(shards):
        data = stream_of(*cycles)
        Path(store.folder(f"key{i}")).mkdir()
        Path(store.verdicts(f"key{i}")).write_bytes(data)
        missing = tuple(Rejected(item, "", "crash") for item in without)
        Path(store.folder(f"key{i}"), STATISTICS).write_bytes(b"{}")
        count = len(cycles) + len(without)
        files = {name: FileDigest.of(f"{store.folder(f'key{i}')}/{name}") for name in (VERDICTS, STATISTICS)}
        outcome = Outcome(f"key{i}", count, len(cycles), files, missing, ())
        Path(store.folder(f"key{i}"), OUTCOME).write_bytes(outcome.to_bytes())
        entries.append(Entry(("a.pbs",), first, count, f"key{i}", outcome.verdicts_sha256, len(cycles), len(without), 0))
        first += count
    write_manifest(Manifest(tuple(entries), ()), str(out))
    Identity("tool", options, 2).claim(str(out))
    return Side.read(str(out))


def four_cycles(version: str) -> list[SceneVerdicts]:
    return [make_cycle(name, version=version) for name in ("s0", "s1", "s1", "s2")]


def kinds_of(old: Side, new: Side, tolerance_m: float = 0.001) -> tuple[list[tuple[str, int | None, str]], Tally]:
    tally = Tally()
    found = [
        (d.name.scene_id, d.name.record, d.candidate.kind.name if d.candidate else d.only_in)
        for d in compare_runs(old, new, tolerance_m, tally)
    ]
    return found, tally


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_another_version_and_other_shards_are_no_difference(tmp_path: Path, cut: int) -> None:
    cycles = four_cycles("2")
    old = write_run(tmp_path / "old", [four_cycles("1")[:2], four_cycles("1")[2:]])
    found, tally = kinds_of(old, write_run(tmp_path / "new", [cycles[:cut], cycles[cut:]]))
    assert (found, tally.cycles, tally.same_bytes, tally.differs) == ([], 4, 4, False)


def uncheck(cycle: SceneVerdicts) -> None:
    cycle.verdicts[0].outcome = Verdict.OUTCOME_UNSPECIFIED


def flip_to_collision(cycle: SceneVerdicts) -> None:
    cycle.verdicts[0].collides = True
    cycle.ClearField("best_free_candidate")


def flip_to_free(cycle: SceneVerdicts) -> None:
    cycle.verdicts[1].collides = False


def leave_road(cycle: SceneVerdicts) -> None:
    cycle.verdicts[0].leaves_road = True


def change_clearance(cycle: SceneVerdicts) -> None:
    cycle.verdicts[0].minimum_clearance.signed_distance_m += 0.002


def lose_clearance(cycle: SceneVerdicts) -> None:
    cycle.verdicts[0].ClearField("minimum_clearance")


def nan_clearance(cycle: SceneVerdicts) -> None:
    cycle.verdicts[0].minimum_clearance.signed_distance_m = float("nan")


def rename(cycle: SceneVerdicts) -> None:
    cycle.verdicts[0].candidate_id = "other"


@pytest.mark.parametrize(
    "change, kinds",
    [
        (uncheck, [Kind.UNCHECKED]),
        (flip_to_collision, [Kind.NOW_COLLIDES]),
        (flip_to_free, [Kind.NOW_FREE]),
        (leave_road, [Kind.ROAD]),
        (change_clearance, [Kind.CLEARANCE]),
        (lose_clearance, [Kind.CLEARANCE]),
        (nan_clearance, [Kind.CLEARANCE]),
        (rename, [Kind.ONLY_NEW, Kind.ONLY_OLD]),
    ],
)
def test_each_kind_of_difference(tmp_path: Path, change: Callable[[SceneVerdicts], None], kinds: list[Kind]) -> None:
    cycles = four_cycles("2")
    change(cycles[2])
    old = write_run(tmp_path / "old", [four_cycles("1")])
    found, tally = kinds_of(old, write_run(tmp_path / "new", [cycles]))
    assert found == [("s1", 2, kind.name) for kind in kinds]
    assert (tally.cycles, tally.same_bytes, tally.differs) == (4, 3, True)
    assert tally.chosen_changed == (change in (flip_to_collision, rename))


def test_a_clearance_within_the_tolerance(tmp_path: Path) -> None:
    cycles = four_cycles("1")
    change_clearance(cycles[0])
    old, new = write_run(tmp_path / "old", [four_cycles("1")]), write_run(tmp_path / "new", [cycles])
    assert kinds_of(old, new, tolerance_m=0.003)[0] == []
    assert kinds_of(old, new, tolerance_m=0.001)[0] == [("s0", 0, "CLEARANCE")]


def test_cycles_in_one_run_only(tmp_path: Path) -> None:
    old = write_run(tmp_path / "old", [four_cycles("1")])
    new = write_run(tmp_path / "new", [four_cycles("1")[:2] + [make_cycle("s3")]])
    assert kinds_of(old, new)[0] == [("s3", 2, "new"), ("s1", 2, "old"), ("s2", 3, "old")]


def five_of_a_drive(version: str, *without: int) -> list[SceneVerdicts]:
    """Cycles with one id, whose clearances differ."""
    cycles = [make_cycle("drive", version=version) for _ in range(5)]
    for i, cycle in enumerate(cycles):
        cycle.verdicts[0].minimum_clearance.signed_distance_m = i
    return [cycle for i, cycle in enumerate(cycles) if i not in without]


def test_equal_ids_are_told_apart_by_their_records(tmp_path: Path) -> None:
    old = write_run(tmp_path / "old", [five_of_a_drive("1")])
    new = write_run(tmp_path / "new", [five_of_a_drive("2", 1)], without=(1,))
    assert kinds_of(old, new)[0] == [("drive", 1, "old")]
    assert kinds_of(new, old)[0] == [("drive", 1, "new")]


def test_a_recording_that_has_lost_its_first_record(tmp_path: Path) -> None:
    old = write_run(tmp_path / "old", [four_cycles("1")])
    new = write_run(tmp_path / "new", [four_cycles("2")[1:]])
    assert kinds_of(old, new)[0] == [("s0", 0, "old")]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cycles = four_cycles("2")
    flip_to_collision(cycles[0])
    cycles[1].verdicts[0].candidate_id = cycles[1].scene_id = "<script>alert(1)</script>"
    write_run(tmp_path / "old", [four_cycles("1")])
    write_run(tmp_path / "new", [cycles], options=("--hold",))
    arguments = [str(tmp_path / "old"), str(tmp_path / "new")]
    assert run_diff(arguments) == Exit.WITH_FINDINGS
    assert "1 candidates: free, now collides" in capsys.readouterr().out
    lines = [json.loads(line) for line in (tmp_path / "new/diff/differences.jsonl").read_text().splitlines()]
    assert lines[0]["kind"] == "free, now collides"
    page = (tmp_path / "new/diff/index.html").read_text()
    assert "<script>" not in page and "&lt;script&gt;" in page and "--hold" in page
    assert run_diff([arguments[0], arguments[0], f"--out={tmp_path}/same"]) == Exit.COMPLETE
    assert "No difference" in (tmp_path / "same/index.html").read_text()


def test_what_is_no_complete_run(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [four_cycles("1")])
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="empty: no manifest.jsonl"):
        run_diff([str(tmp_path / "run"), str(tmp_path / "empty")])
    write_run(tmp_path / "other", [four_cycles("2")])
    (tmp_path / "other/shards/key0/verdicts.pbs").unlink()
    with pytest.raises(UsageError, match="is damaged, and .*key0/verdicts.pbs: No such file or directory"):
        run_diff([str(tmp_path / "run"), str(tmp_path / "other")])
    (tmp_path / "run/manifest.jsonl").write_text("{}\n")
    with pytest.raises(UsageError, match="run/manifest.jsonl"):
        run_diff([str(tmp_path / "run"), str(tmp_path / "run")])


def test_a_manifest_comes_back(tmp_path: Path) -> None:
    entries = (
        Entry(("a", "b\udcff\n"), None, 2, "k0", "d0", 3, 1, 0),
        Entry(("s.pbs",), 0, 7, "k1", "d1", 7, 0, 1),
        Entry(("s.pbs",), 7, 1, "k2", "d2", 1, 0, 0),
    )
    manifest = Manifest(entries, (Lost("gone.pbs", "No such file"),))
    write_manifest(manifest, str(tmp_path))
    assert read_manifest(str(tmp_path)) == manifest
    assert entries[0].name_of(1) == "b\udcff\n"
    assert entries[2].name_of(0) == "s.pbs, record 7"

"""Whole runs from the command line, on local clusters of two workers."""

from __future__ import annotations

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from distributed.utils import json_load_robust

from fleet import cluster
from fleet.__main__ import main
from fleet.account import read_verdicts
from fleet.framing import framed
from fleet.manifest import read_manifest
from fleet.replay_tool import ReplayTool
from fleet.store import Store
from fleet.testing.damage import swap
from fleet.testing.processes import kill_one
from fleet.testing.random_scenes import random_records, random_scene

SCENES = 240
PER_SHARD = 10
Fleet = Callable[..., "subprocess.CompletedProcess[str]"]
FleetHere = Callable[..., str]


def command(tool: ReplayTool, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "fleet", *arguments, f"--tool={tool.path}"]


@pytest.fixture(scope="module")
def fleet(tool: ReplayTool) -> Fleet:
    """Returns a function that runs the program, and checks its exit status."""

    def run(status: int, *arguments: str, tool: ReplayTool = tool) -> subprocess.CompletedProcess[str]:
        ended = subprocess.run(command(tool, *arguments), capture_output=True, text=True)
        assert ended.returncode == status, f"{arguments}: status {ended.returncode}\n{ended.stdout}\n{ended.stderr}"
        return ended

    return run


@pytest.fixture
def fleet_here(capsys: pytest.CaptureFixture[str]) -> FleetHere:
    """Returns a function that does the same in this process, and returns what the program writes."""

    def run(status: int, *arguments: str) -> str:
        try:
            found = main(list(arguments))
        except SystemExit as error:  # Of argparse.
            found = int(error.code or 0)
        written = capsys.readouterr()
        assert found == status, f"{arguments}: status {found}\n{written.out}\n{written.err}"
        return written.out + written.err

    return run


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recordings")
    (folder / "day1").mkdir()
    (folder / "day1/a.pbs").write_bytes(b"".join(random_records(1, 0, SCENES // 2)))
    (folder / "b.pbs").write_bytes(b"".join(random_records(1, SCENES // 2, SCENES)))
    return folder


@pytest.fixture(scope="module")
def undisturbed(fleet: Fleet, recordings: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("undisturbed")
    ended = fleet(0, str(recordings), f"--out={out}", "--workers=2", f"--scenes_per_shard={PER_SHARD}")
    assert f"{SCENES} scenes in {SCENES // PER_SHARD} shards: {SCENES // PER_SHARD} shards replayed now, 0 were there" in ended.stdout
    assert "\033" not in ended.stderr + ended.stdout and "scenes/s" not in ended.stderr
    return out


def verdict_bytes(out: Path) -> Iterator[bytes]:
    yield (out / "manifest.jsonl").read_bytes()
    for entry in read_manifest(str(out)).entries:
        yield Path(Store(str(out)).verdicts(entry.key)).read_bytes()


def test_each_scene_has_verdicts_once(undisturbed: Path) -> None:
    store = Store(str(undisturbed))
    entries = read_manifest(str(undisturbed)).entries
    ids = [verdicts.scene_id for entry in entries for verdicts in read_verdicts(store.verdicts(entry.key))]
    assert sorted(ids) == [f"scene_{number:07}" for number in range(SCENES)]
    assert [entry.position for entry in entries] == sorted(entry.position for entry in entries)
    assert sorted(os.listdir(store.shards)) == sorted(entry.key for entry in entries)


def test_the_summary(undisturbed: Path) -> None:
    page = (undisturbed / "index.html").read_text()
    links = set(re.findall(r'href="(pages/[^"]*)"', page))
    assert len(links) >= 10
    assert {f"pages/{name}" for name in os.listdir(undisturbed / "pages")} == links
    for words in ("Clearance of the chosen candidate", "least time to collision", "parkedVehicle", "Slowest", "Closest", "scene_0000"):
        assert words in page


def test_the_scenes_with_pages_are_in_one_mcap_file(fleet: Fleet, recordings: Path, undisturbed: Path, tmp_path: Path) -> None:
    file = tmp_path / "scenes.mcap"
    fleet(0, str(recordings), f"--out={undisturbed}", "--workers=2", f"--scenes_per_shard={PER_SHARD}", f"--mcap={file}")
    data = file.read_bytes()
    assert data.startswith(b"\x89MCAP0\r\n") and data.endswith(b"\x89MCAP0\r\n")
    # A record in the data and its place in the summary for each scene.
    assert data.count(b"collision2d.scene") == 2 * len(os.listdir(undisturbed / "pages"))


def test_the_same_again_replays_what_is_damaged_only(
    fleet: Fleet, fleet_here: FleetHere, recordings: Path, undisturbed: Path, tmp_path: Path
) -> None:
    """Damage that was believed, or that ended every later run: the random family is in damage_test.py."""
    before = list(verdict_bytes(undisturbed))
    shards = [Path(Store(str(undisturbed)).folder(entry.key)) for entry in read_manifest(str(undisturbed)).entries]
    os.truncate(shards[3] / "verdicts.pbs", 100)
    with open(shards[4] / "verdicts.pbs", "r+b") as file:
        file.seek(1000)
        file.write(b"\xa5" * 60)
    outcome = json.loads((shards[5] / "outcome.json").read_text())
    (shards[5] / "outcome.json").write_text(json.dumps({**outcome, "unused": 5}))
    statistics = json.loads((shards[6] / "statistics.json").read_text())
    (shards[6] / "statistics.json").write_text(json.dumps({**statistics, "clearance_m": None}))
    (shards[7] / "statistics.json").write_text("[]")
    swap(shards[8], shards[9])
    diff = "diff", str(undisturbed), str(undisturbed), f"--out={tmp_path}"
    said = fleet_here(2, *diff)
    assert f"{shards[3]}/verdicts.pbs: has 100 bytes instead of " in said and "same bits" not in said
    again = str(recordings), f"--out={undisturbed}", "--workers=1", f"--scenes-per-shard={PER_SHARD}"
    ended = fleet(0, *again)
    assert f": 7 shards replayed now, {SCENES // PER_SHARD - 7} were there, 7 were damaged and are replayed again" in ended.stdout
    assert f"damaged, replayed again: b.pbs, record 40: {shards[4]}/verdicts.pbs: its SHA-256 is not the recorded one" in ended.stdout
    assert "Damaged shards: 7" in (undisturbed / "index.html").read_text()
    assert list(verdict_bytes(undisturbed)) == before
    fleet_here(0, *diff)
    assert f": 0 shards replayed now, {SCENES // PER_SHARD} were there\n" in fleet(0, *again).stdout


def disturbed_run(tool: ReplayTool, recordings: Path, out: Path, disturb: Callable[[subprocess.Popen[str], int], None]) -> "subprocess.Popen[str]":
    """Starts a run, and calls disturb(process, shards done) now and then until it ends."""
    arguments = [str(recordings), f"--out={out}", "--workers=2", f"--scenes_per_shard={PER_SHARD}"]
    process = subprocess.Popen(command(tool, *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None:
        shards = out / "shards"
        disturb(process, len(os.listdir(shards)) if shards.exists() else 0)
        time.sleep(0.02)
    return process


def test_workers_and_scheduler_killed(tool: ReplayTool, recordings: Path, undisturbed: Path, tmp_path: Path) -> None:
    victims = {2: "dask_worker", 6: "dask_scheduler", 10: "dask_worker", 14: "dask_worker"}

    def disturb(process: subprocess.Popen[str], done: int) -> None:
        for after in [after for after in victims if done >= after]:
            if kill_one(process.pid, victims[after]):
                del victims[after]

    process = disturbed_run(tool, recordings, tmp_path / "out", disturb)
    assert process.stdout and process.stderr
    said = process.stderr.read()
    assert (process.returncode, victims) == (0, {}), said
    assert "the scheduler was lost" in said and "Traceback" not in said
    assert list(verdict_bytes(tmp_path / "out")) == list(verdict_bytes(undisturbed))
    assert os.listdir(tmp_path / "out/making") == []


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_stopped_goes_on(
    fleet: Fleet, fleet_here: FleetHere, tool: ReplayTool, recordings: Path, undisturbed: Path, tmp_path: Path, stop: signal.Signals
) -> None:
    out = tmp_path / "out"
    seen = 0

    def disturb(process: subprocess.Popen[str], done: int) -> None:
        nonlocal seen
        if done >= 6 and not seen:
            seen = done
            process.send_signal(stop)

    process = disturbed_run(tool, recordings, out, disturb)
    assert process.stderr
    if stop == signal.SIGTERM:
        assert process.returncode == 3
        assert re.search(r"not complete: stopped\n\d+ of 24 shards are done; the same command does the others", process.stderr.read())
    assert not (out / "manifest.jsonl").exists()
    assert "no manifest.jsonl" in fleet_here(2, "diff", str(undisturbed), str(out))
    there = len(os.listdir(out / "shards"))
    assert seen <= there <= seen + 2
    ended = fleet(0, str(recordings), f"--out={out}", "--workers=2", f"--scenes_per_shard={PER_SHARD}")
    assert f"{SCENES // PER_SHARD - there} shards replayed now, {there} were there" in ended.stdout
    assert list(verdict_bytes(out)) == list(verdict_bytes(undisturbed))


def test_what_is_not_used_or_quarantined_is_named(fleet: Fleet, faulty_tool: Callable[[str], ReplayTool], tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    records = list(random_records(1, 0, 9))
    poison = random_scene(1, 100)
    poison.static_obstacles[0].type = "POISON"
    records[4:4] = [framed(poison.SerializeToString())]
    records[7:7] = [framed(b"\xff\xff")]
    (folder / "a.pbs").write_bytes(b"".join(records) + b"\x80")
    (folder / "gone.pb").symlink_to("nowhere")
    tool = faulty_tool("kill -SEGV $$")
    arguments = [str(folder), f"--out={tmp_path}/out", "--workers=1", "--scenes_per_shard=6"]
    ended = fleet(1, *arguments, tool=tool)
    assert "not used: a.pbs, record 7: " in ended.stdout
    assert "not used: a.pbs: record 11, byte" in ended.stdout
    assert "not used: gone.pb: No such file or directory" in ended.stdout
    assert "quarantined: a.pbs, record 4 (scene_0000100): SIGSEGV" in ended.stdout
    lines = (tmp_path / "out/quarantine/list.tsv").read_text().splitlines()
    assert len(lines) == 1
    name, source, scene, _ = lines[0].split("\t")
    assert (source, scene) == ("a.pbs, record 4", "scene_0000100")
    assert (tmp_path / "out/quarantine" / name).read_bytes() == records[4]
    page = (tmp_path / "out/index.html").read_text()
    assert "Quarantined: 1" in page and "Not used: 3" in page and f"quarantine/{name}" in page
    (folder / 'odd \n"<i>\udcff.pbs').write_bytes(framed(b"\xff\xff"))
    again = fleet(1, *arguments, tool=tool)
    assert "1 shards replayed now, 2 were there" in again.stdout
    assert 'not used: odd \\n"<i>\\udcff.pbs, record 0: ' in again.stdout
    assert "odd \\n&quot;&lt;i&gt;\\udcff.pbs, record 0" in (tmp_path / "out/index.html").read_text()
    again = fleet(1, *arguments, "--retry_quarantined", tool=tool)
    assert "1 shards with quarantined scenes are replayed again" in again.stderr
    assert "1 shards replayed now, 2 were there" in again.stdout


def test_an_input_without_scenes(fleet_here: FleetHere, tool: ReplayTool, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/gone.pb").symlink_to("nowhere")
    said = fleet_here(1, str(tmp_path / "in"), f"--out={tmp_path}/out", f"--tool={tool.path}")
    assert "0 scenes in 0 shards" in said and "not used: gone.pb: No such file or directory" in said
    assert "Not used: 1" in (tmp_path / "out/index.html").read_text()
    fleet_here(0, "diff", f"{tmp_path}/out", f"{tmp_path}/out")


def test_a_disk_that_is_full_is_no_fault_of_the_scenes(fleet: Fleet, faulty_tool: Callable[[str], ReplayTool], tmp_path: Path) -> None:
    scene = random_scene(1, 0)
    scene.static_obstacles[0].type = "POISON"
    (tmp_path / "in.pbs").write_bytes(framed(scene.SerializeToString()))
    full = tmp_path / "full"
    full.touch()
    tool = faulty_tool(f"if [ -e '{full}' ]; then echo 'No space left on device' >&2; exit 2; fi")
    arguments = [f"{tmp_path}/in.pbs", f"--out={tmp_path}/out", "--workers=1"]
    ended = fleet(3, *arguments, tool=tool)
    assert re.search(r"not complete: in.pbs, record 0: on \S+: .*No space left on device\n0 of 1 shards are done", ended.stderr)
    full.unlink()
    fleet(0, *arguments, tool=tool)


def test_two_sets_of_options_are_compared(fleet: Fleet, fleet_here: FleetHere, recordings: Path, undisturbed: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "instants")
    fleet(0, str(recordings), f"--out={out}", "--workers=2", "--scenes_per_shard=32", "--instants-only")
    result = fleet_here(1, "diff", str(undisturbed), out, "--tolerance-m=100")
    assert f"{SCENES} planning cycles in both" in result
    assert "candidates: collided, now free" in result
    differences = [json.loads(line) for line in Path(out, "diff/differences.jsonl").read_text().splitlines()]
    assert {difference["kind"] for difference in differences} == {"collided, now free"}
    fleet_here(0, "diff", out, out, f"--out={tmp_path}/diff")


@pytest.mark.parametrize(
    "arguments, reason",
    [
        (["{in}", "--out={out}", "--scenes_per_shard=7"], "holds a run with scenes_per_shard 10; this one has 7"),
        (["{in}", "--out={out}", "--seed=3", "--scenes_per_shard=10"], "holds a run with options (none); this one has --seed=3"),
        (["{in}", "--out={tmp}/o", "--scheduler=tcp://127.0.0.1:1"], "--scheduler=tcp://127.0.0.1:1: cannot be reached"),
        (["{in}", "--out={tmp}/o", "--scheduler=nonsense"], "--scheduler=nonsense: cannot be reached"),
        (["{in}", "--out={tmp}/o", "--contact_tolerance_m=nan"], "contact_tolerance_m: nan"),
        (["{in}", "--out={tmp}/o", "--bogus"], "bogus"),
        (["{in}", "--out={tmp}/o", "--tool={tmp}/none"], "--tool={tmp}/none: cannot be copied"),
        (["{in}", "--out={in}/b.pbs"], "--out={in}/b.pbs: "),
        (["{tmp}/*.pbs", "--out={tmp}/o"], "{tmp}/*.pbs: no recording matches"),
        (["--out={tmp}/o"], "no INPUT named"),
        (["{in}"], "--out=DIR is missing"),
        (["{in}", "--out={tmp}/o", "--workers=0"], "--workers: 0 is no whole number from 1 to 1024"),
        (["{in}", "--out={tmp}/o", "--workers=100000000000"], "--workers: 100000000000 is no whole number from 1 to 1024"),
        (["{in}", "--out={tmp}/o", "--insecure"], "the flags of TLS and --insecure are for --scheduler"),
        (["{in}", "--out="], "--out: is empty"),
        (["{in}", "--out={tmp}/o", "--memory_limit_mb=1"], "the replay tool does not work: "),
    ],
)
def test_what_cannot_begin(
    fleet_here: FleetHere,
    tool: ReplayTool,
    recordings: Path,
    undisturbed: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    reason: str,
) -> None:
    monkeypatch.setattr(cluster, "FIRST_SECONDS", 0.1)
    places = {"in": str(recordings), "out": str(undisturbed), "tmp": str(tmp_path)}
    said = fleet_here(2, f"--tool={tool.path}", *(argument.format(**places) for argument in arguments))
    assert reason.format(**places) in said
    assert "Traceback" not in said


def test_a_file_in_the_place_of_the_shards(fleet_here: FleetHere, tool: ReplayTool, recordings: Path, tmp_path: Path) -> None:
    (tmp_path / "shards").write_text("a file")
    assert "shards" in fleet_here(2, str(recordings), f"--out={tmp_path}", f"--tool={tool.path}")


@pytest.mark.parametrize("name", ["index.html", "manifest.jsonl", "pages/x.mcap"])
def test_an_mcap_file_in_the_place_of_a_file_of_the_run(fleet_here: FleetHere, tool: ReplayTool, recordings: Path, tmp_path: Path, name: str) -> None:
    written = fleet_here(2, str(recordings), f"--out={tmp_path}", f"--tool={tool.path}", f"--mcap={tmp_path / name}")
    assert f"{name} is a file of the run in --out" in written


def test_a_folder_in_use(fleet_here: FleetHere, tool: ReplayTool, recordings: Path, undisturbed: Path) -> None:
    with open(undisturbed / ".lock", "r+", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "in use by process" in fleet_here(2, str(recordings), f"--out={undisturbed}", f"--tool={tool.path}")


@pytest.mark.parametrize(
    "to, status, said",
    [
        (">/dev/full", 2, "the result cannot be written: [Errno 28] No space left on device: 'standard output'"),
        ("| true; exit ${PIPESTATUS[0]}", 0, ""),
        (">&-", 0, ""),
    ],
)
def test_a_result_that_cannot_be_written(undisturbed: Path, to: str, status: int, said: str) -> None:
    diff = f"{sys.executable} -m fleet diff {undisturbed} {undisturbed} {to}"
    ended = subprocess.run(["bash", "-c", diff], stderr=subprocess.PIPE, text=True)
    assert ended.returncode == status
    assert said in ended.stderr and bool(said) == bool(ended.stderr)


def test_closed_streams(tool: ReplayTool, tmp_path: Path) -> None:
    (tmp_path / "gone.pb").symlink_to("nowhere")
    run = " ".join(command(tool, str(tmp_path / "gone.pb"), f"--out={tmp_path}/out"))
    assert subprocess.run(["bash", "-c", f"{run} <&- >&- 2>&-"]).returncode == 1
    assert (tmp_path / "out/manifest.jsonl").exists()


def test_progress_on_a_terminal(tool: ReplayTool, recordings: Path, tmp_path: Path) -> None:
    words = " ".join(command(tool, str(recordings / "b.pbs"), f"--out={tmp_path}/out", "--workers=1", "--scenes_per_shard=40"))
    ended = subprocess.run(["script", "-qec", words, "/dev/null"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert ended.returncode == 0, ended.stdout
    assert re.search(r"\d+/120 \[\d+:\d+<\d+:\d+, +[\d.]+ scenes/s\]", ended.stdout), ended.stdout


def test_workers_of_a_scheduler_elsewhere(fleet: Fleet, recordings: Path, undisturbed: Path, tmp_path: Path) -> None:
    address = tmp_path / "scheduler.json"
    scheduler = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host=127.0.0.1", "--port=0", f"--scheduler-file={address}", "--no-dashboard"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(scheduler, **quiet) as boss:  # type: ignore[call-overload]
        where = json_load_robust(address, timeout=60)["address"]
        with subprocess.Popen([sys.executable, "-m", "fleet", "worker", where, f"--local-directory={tmp_path}"], **quiet) as worker:  # type: ignore[call-overload]
            try:
                fleet(0, str(recordings), f"--out={tmp_path}/out", f"--scheduler={where}", "--scenes_per_shard=10")
            finally:
                worker.terminate()
                worker.wait()
                boss.terminate()
    assert list(verdict_bytes(tmp_path / "out")) == list(verdict_bytes(undisturbed))

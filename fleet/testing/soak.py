"""The long test of assurance/fleet_test.sh --soak: many scenes, and what dies meanwhile. Prints figures, and fails if one is not as promised.

    python3 -m fleet.testing.soak REPLAY FOLDER [--scenes=N] [--seed=N] [--kill_interval_s=S] [--damages=N]

The folder is emptied. It takes some 7 KB for each scene.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fleet.account import read_verdicts
from fleet.framing import framed
from fleet.manifest import read_manifest
from fleet.store import Store
from fleet.testing.damage import Damaged, damage_once_or_twice, damage_shards
from fleet.testing.processes import descendants, kill_one, peak_memory_bytes
from fleet.testing.random_scenes import heavy_scene, random_records, random_scene

STREAMS = 20
WORKERS = 2
POISON = 3
# Of the streams, so many are replayed for the rate, without poison.
RATE_STREAMS = 4
LEAST_EFFICIENCY = 0.9
POLL_SECONDS = 0.1


@dataclass
class Soak:
    replay: str
    folder: Path
    scenes: int
    seed: int
    kill_interval_s: float
    rate_repeats: int
    damages: int
    failures: int = 0

    @property
    def recordings(self) -> Path:
        return self.folder / "recordings"

    @property
    def tool(self) -> Path:
        return self.folder / "faulty_tool"

    def run(self) -> None:
        self.write_recordings()
        self.write_tool()
        if self.rate_repeats:
            self.measure_rate()
        undisturbed = self.undisturbed_run()
        self.disturbed_run(undisturbed)
        self.damaged_run(undisturbed)
        self.stopped_run(undisturbed)
        self.full_disk()

    def expect(self, holds: bool, what: str) -> None:
        print(f"{'ok    ' if holds else 'FAILED'}  {what}", flush=True)
        self.failures += not holds

    def write_recordings(self) -> None:
        """Streams of equal length, of which three have a scene of poison in the middle."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.recordings.mkdir(parents=True)
        crash, hang = random_scene(self.seed, self.scenes), random_scene(self.seed, self.scenes + 1)
        crash.id = crash.static_obstacles[0].type = "POISON_CRASH"
        hang.id = hang.static_obstacles[0].type = "POISON_HANG"
        poison = dict(zip(range(5, 5 + POISON), (crash, hang, heavy_scene("POISON_MEMORY"))))
        per_stream = self.scenes // STREAMS
        for number in range(STREAMS):
            first = number * per_stream
            with open(self.recordings / f"stream{number:02}.pbs", "wb") as file:
                file.writelines(random_records(self.seed, first, first + per_stream // 2))
                if number in poison:
                    file.write(framed(poison[number].SerializeToString(deterministic=True)))
                file.writelines(random_records(self.seed, first + per_stream // 2, first + per_stream))
        self.scenes = per_stream * STREAMS

    def write_tool(self) -> None:
        self.tool.write_text(
            "#!/bin/bash\n"
            "if grep -aqs POISON_CRASH records.pbs; then kill -SEGV $$; fi\n"
            "if grep -aqs POISON_HANG records.pbs; then sleep 1000; fi\n"
            f"exec '{self.replay}' \"$@\"\n"
        )
        self.tool.chmod(0o755)

    def command(self, out: Path, tool: str, *inputs: str) -> list[str]:
        options = [f"--out={out}", f"--workers={WORKERS}", f"--tool={tool}", "--scene_time_limit_s=2", "--memory_limit_mb=200"]
        return [sys.executable, "-m", "fleet", *inputs, *options]

    def measure_rate(self) -> None:
        """The rate of the workers beside that of one process without fleet, in turns: as it is by default, and with the outputs of a worker only."""
        inputs = [str(self.recordings / f"stream{number:02}.pbs") for number in range(RATE_STREAMS)]
        scenes = self.scenes // STREAMS * RATE_STREAMS
        single, lean, fleet, steady = [], [], [], []
        for _ in range(self.rate_repeats):
            out = self.folder / "rate"
            options = ["--threads=1", "--noprofiles", "--page=none", f"--out={out}"]
            single.append(scenes / _timed([self.replay, *options, *inputs]))
            lean.append(scenes / _timed([self.replay, *options, "--nojsonl", *inputs]))
            shutil.rmtree(out)
            fleet.append(scenes / _timed(self.command(out, self.replay, *inputs)))
            steady.append(_steady_rate(out))
            shutil.rmtree(out)
        print(f"        load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors, {scenes} scenes, medians of {self.rate_repeats}:")
        rates = [f"{statistics.median(values):.0f}" for values in (single, lean, fleet, steady)]
        print(f"        one process {rates[0]} scenes/s, {rates[1]} without verdicts.jsonl")
        print(f"        {WORKERS} workers {rates[2]} scenes/s with start and summary, {rates[3]} between", flush=True)
        print(f"        {statistics.median(b / a for a, b in zip(lean, steady)) / WORKERS:.3f} x {WORKERS} workers x one process without verdicts.jsonl")
        efficiency = statistics.median(b / a for a, b in zip(single, steady)) / WORKERS
        self.expect(efficiency >= LEAST_EFFICIENCY, f"{efficiency:.3f} x {WORKERS} workers x one process; expected {LEAST_EFFICIENCY}")

    def undisturbed_run(self) -> Path:
        out = self.folder / "undisturbed"
        peaks: dict[str, list[int]] = {"dask_worker": [], "dask_scheduler": [], "fleet": []}

        def watch(process: subprocess.Popen[str], done: int) -> None:
            peaks["dask_worker"].append(max(map(peak_memory_bytes, descendants(process.pid, "dask_worker")), default=0))
            peaks["dask_scheduler"].append(max(map(peak_memory_bytes, descendants(process.pid, "dask_scheduler")), default=0))
            peaks["fleet"].append(peak_memory_bytes(process.pid))

        text = self.watched_run(out, watch)
        for name, values in peaks.items():
            known = [value for value in values if value]
            third = known[len(known) // 3]
            # The last of the samples are of processes that end.
            self.expect(max(known) <= 1.15 * third, f"memory of {name}: {third >> 20} MiB after a third of the run, at most {max(known) >> 20} MiB")
        self.check_ids(out)
        quarantined = re.findall(r"quarantined: \S+, record \d+ \((\w+)\): (.*)", text)
        for scene, reason in quarantined:
            print(f"        {scene}: {reason}")
        self.expect(sorted(scene for scene, _ in quarantined) == ["POISON_CRASH", "POISON_HANG", "POISON_MEMORY"], f"{POISON} scenes of poison are quarantined")
        return out

    def check_ids(self, out: Path) -> None:
        store = Store(str(out))
        ids = sorted(
            verdicts.scene_id for entry in read_manifest(str(out)).entries for verdicts in read_verdicts(store.verdicts(entry.key))
        )
        self.expect(ids == [f"scene_{number:07}" for number in range(self.scenes)], f"each of {self.scenes} scenes has verdicts once: 0 lost, 0 twice")

    def disturbed_run(self, undisturbed: Path) -> None:
        out = self.folder / "disturbed"
        shards = len(read_manifest(str(undisturbed)).entries)
        kills = {"dask_worker": 0, "dask_scheduler": 0}
        last = time.monotonic()

        def disturb(process: subprocess.Popen[str], done: int) -> None:
            nonlocal last
            if time.monotonic() - last >= self.kill_interval_s and kill_one(process.pid, "dask_worker"):
                last = time.monotonic()
                kills["dask_worker"] += 1
            if done > shards // 2 and not kills["dask_scheduler"] and kill_one(process.pid, "dask_scheduler"):
                kills["dask_scheduler"] += 1

        self.watched_run(out, disturb)
        print(f"        {kills['dask_worker']} workers and {kills['dask_scheduler']} scheduler killed by SIGKILL")
        self.expect(kills["dask_worker"] > 0 and kills["dask_scheduler"] == 1, "a worker is killed now and then, and the scheduler once")
        self.expect_same(undisturbed, out, "workers and scheduler killed")

    def damaged_run(self, undisturbed: Path) -> None:
        """The run that was disturbed is damaged again and again; each time `diff` refuses it, and the same command repairs it."""
        out = self.folder / "disturbed"
        shards = 0
        for number in range(self.damages):
            damaged = Damaged.by(damage_once_or_twice if number else damage_shards, out, random.Random(f"{self.seed} {number}"))
            diff = [sys.executable, "-m", "fleet", "diff", str(undisturbed), str(out), f"--out={self.folder}/diff"]
            status = subprocess.run(diff, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
            text = self.watched_run(out, lambda process, done: None)
            found = re.search(r"(\d+) were damaged and are replayed again", text)
            counted = int(found[1]) if found else 0
            as_expected = (counted, status) == (len(damaged.shards), 2 if damaged.is_for_diff else 0)
            self.expect(as_expected, f"diff: status {status}; {counted} of {len(damaged.shards)} damaged shards replayed again: {damaged.done}")
            self.expect_same(undisturbed, out, "run damaged and repaired")
            shards += len(damaged.shards)
        print(f"        {self.damages} times damaged, {shards} shards")

    def stopped_run(self, undisturbed: Path) -> None:
        """The run itself is killed half-way, and begun again."""
        out = self.folder / "stopped"
        shards = len(read_manifest(str(undisturbed)).entries)

        def stop(process: subprocess.Popen[str], done: int) -> None:
            if done > shards // 2:
                process.kill()

        self.watched_run(out, stop, status=-9)
        time.sleep(2)
        there = len(os.listdir(out / "shards"))
        # Beside the folders are notes about what has failed before.
        begun = sum(entry.is_dir() for entry in os.scandir(out / "making"))
        self.expect(begun <= WORKERS, f"{there} of {shards} shards are there, {begun} had been begun")
        text = self.watched_run(out, lambda process, done: None)
        self.expect(f"{shards - there} shards replayed now, {there} were there" in text, f"the second run replays the other {shards - there}")
        self.expect_same(undisturbed, out, "run killed and begun again")

    def full_disk(self) -> None:
        """In a file system of its own that the tool fits into, but not the verdicts of a stream."""
        small = self.folder / "small"
        small.mkdir()
        inputs = str(self.recordings / "stream00.pbs")
        size = os.path.getsize(self.replay) + 2000 * self.scenes // STREAMS
        script = f"mount -t tmpfs -o size={size} tmpfs {small} && exec " + " ".join(self.command(small / "out", self.replay, inputs))
        ended = subprocess.run(["unshare", "--mount", "--map-root-user", "bash", "-c", script], capture_output=True, text=True)
        said = re.search("No space left on device", ended.stderr) is not None
        self.expect(ended.returncode == 3 and said, f"a full disk: status {ended.returncode}: {ended.stderr.strip().splitlines()[-2:]}")

    def watched_run(self, out: Path, watch: Callable[[subprocess.Popen[str], int], None], status: int = 1) -> str:
        """Runs all recordings, and calls watch(process, shards done) meanwhile; returns what it writes."""
        begin = time.monotonic()
        with open(self.folder / "said", "w+", encoding="utf-8") as said:
            process = subprocess.Popen(self.command(out, str(self.tool), str(self.recordings)), stdout=said, stderr=said, text=True)
            while process.poll() is None:
                shards = out / "shards"
                watch(process, len(os.listdir(shards)) if shards.exists() else 0)
                time.sleep(POLL_SECONDS)
            said.seek(0)
            text = said.read()
        self.expect(process.returncode == status, f"{out.name}: status {process.returncode} after {time.monotonic() - begin:.0f} s")
        return text

    def expect_same(self, undisturbed: Path, out: Path, what: str) -> None:
        same = all(a == b for a, b in zip(_output(undisturbed), _output(out), strict=True))
        self.expect(same, f"{what}: all bytes are those of the undisturbed run")


def _output(out: Path) -> Iterator[bytes]:
    """Yields the manifest, and the digests of the verdicts as they are on the disk."""
    yield (out / "manifest.jsonl").read_bytes()
    store = Store(str(out))
    for entry in read_manifest(str(out)).entries:
        yield Path(store.verdicts(entry.key)).read_bytes()


def _steady_rate(out: Path) -> float:
    """Returns the scenes in a second from the first shards that are done, one of each worker, to the last one."""
    store = Store(str(out))
    done = sorted((os.stat(store.folder(entry.key)).st_ctime, entry.count) for entry in read_manifest(str(out)).entries)
    begin, end = done[WORKERS - 1][0], done[-1][0]
    return sum(count for _, count in done[WORKERS:]) / (end - begin)


def _timed(command: list[str]) -> float:
    begin = time.monotonic()
    status = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    if status not in (0, 1):
        raise SystemExit(f"{command}: status {status}")
    return time.monotonic() - begin


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("replay")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scenes", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kill_interval_s", type=float, default=10.0)
    parser.add_argument("--rate_repeats", type=int, default=3, help="0: no rates")
    parser.add_argument("--damages", type=int, default=50, help="how often a finished run is damaged")
    known = parser.parse_args()
    settings = known.scenes, known.seed, known.kill_interval_s, known.rate_repeats, known.damages
    soak = Soak(os.path.abspath(known.replay), known.folder.resolve(), *settings)
    soak.run()
    return 1 if soak.failures else 0


if __name__ == "__main__":
    sys.exit(main())

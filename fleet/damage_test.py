"""A finished run is damaged in any of its files: the next run repairs it to the same bytes, and reports what it has repaired."""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from fleet import run as run_module
from fleet.diff_command import run_diff
from fleet.digests import SEALED_PAGE, Verify
from fleet.errors import Exit, UsageError
from fleet.framing import framed
from fleet.manifest import NAME as MANIFEST
from fleet.replay_tool import ReplayTool
from fleet.run import RunOptions, run
from fleet.shards import ShardSize
from fleet.store import QUARANTINE, VERDICTS, Store
from fleet.supervised import Limits
from fleet.testing.damage import Damaged, damage_once_or_twice
from fleet.testing.random_scenes import random_records, random_scene

ROUNDS = int(os.environ.get("FLEET_DAMAGE_ROUNDS", "40"))
SEED = int(os.environ.get("FLEET_DAMAGE_SEED", "1"))
SHARDS = 5


class ClusterHere:
    """A worker in this process: a run takes a second less."""

    def __init__(self, folder: Path) -> None:
        quiet = {"dashboard_address": "127.0.0.1:0", "silence_logs": "CRITICAL", "local_directory": str(folder)}
        self._cluster = LocalCluster(n_workers=1, threads_per_worker=1, processes=False, **quiet)

    def connect(self) -> Client:
        return Client(self._cluster, set_as_default=False)

    def mend(self, tasks_left: int) -> None:
        pass

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Finished:
    """A finished run, and a copy of it that is damaged."""

    options: RunOptions
    whole: Path

    @property
    def out(self) -> Path:
        return Path(self.options.out)

    @property
    def keys(self) -> list[str]:
        return os.listdir(self.whole / "shards")

    def expect_repaired(self, damaged: int, capsys: pytest.CaptureFixture[str]) -> str:
        """Runs the same again; returns what it says."""
        capsys.readouterr()
        assert run(self.options) == Exit.WITH_FINDINGS
        said = capsys.readouterr().out
        count = re.search(r"(\d+) were damaged and are replayed again", said)
        assert (int(count[1]) if count else 0, said.count("\ndamaged, replayed again: ")) == (damaged, damaged), said
        page = (self.out / "index.html").read_text()
        assert f"Damaged shards: {damaged}" in page if damaged else "Damaged shards" not in page
        assert results_of(self.out) == results_of(self.whole)
        for key in self.keys:
            assert Store(self.options.out).outcome(key, Verify.DIGESTS) is not None
        for name in set(re.findall(r'href="pages/([^"]*)"', page)):
            SEALED_PAGE.read(str(self.out / "pages" / name))
            scenes = [set(re.findall(rb"scene_\d{7}", (run / "pages" / name).read_bytes())) for run in (self.out, self.whole)]
            assert scenes[0] == scenes[1] != set()
        assert (self.out / "making").is_dir() and not os.listdir(self.out / "making")
        return said


def results_of(out: Path) -> dict[str, bytes]:
    """Returns the files that depend on the input, the tool and the options only."""
    names = [MANIFEST, "plan.json", *(f"shards/{key}/{VERDICTS}" for key in os.listdir(out / "shards"))]
    kept = [path for pattern in ("quarantine/*", f"shards/*/{QUARANTINE}/*", "tool/*/*") for path in out.glob(pattern)]
    return {str(path.relative_to(out)): path.read_bytes() for path in (*(out / name for name in names), *kept)}


@pytest.fixture(scope="module")
def finished(tool: ReplayTool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    """Five shards: one has a quarantined scene, one a damaged record."""
    folder = tmp_path_factory.mktemp("finished")
    records = list(random_records(SEED, 0, 7))
    poison = random_scene(SEED, 100)
    poison.static_obstacles[0].type = "POISON"
    records[2:2] = [framed(poison.SerializeToString())]
    records[5:5] = [framed(b"\xff\xff")]
    (folder / "in").mkdir()
    (folder / "in/a.pbs").write_bytes(b"".join(records[:6]))
    (folder / "in/b.pbs").write_bytes(b"".join(records[6:]))
    script = folder / "faulty_tool"
    script.write_text(f"#!/bin/bash\nif grep -aqs POISON records.pbs; then kill -SEGV $$; fi\nexec '{tool.path}' \"$@\"\n")
    script.chmod(0o755)
    limits = Limits(scene_seconds=60, memory_bytes=2 * 10**9)
    faulty = ReplayTool(str(script), ())
    options = RunOptions((str(folder / "in"),), str(folder / "out"), faulty, None, None, 1, ShardSize(2), limits, False, Verify.DIGESTS)
    here = ClusterHere(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_module, "_cluster", lambda options: here)
        assert run(options) == Exit.WITH_FINDINGS
        shutil.copytree(options.out, folder / "whole")
        yield Finished(options, folder / "whole")


def test_any_damage_is_repaired(finished: Finished, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(finished.keys) == SHARDS
    arguments = [str(finished.out), str(finished.whole), f"--out={tmp_path}/diff"]
    kinds: set[str] = set()
    repaired = 0
    for number in range(ROUNDS):
        choose = random.Random(f"{SEED} {number}")
        damaged = Damaged.by(damage_once_or_twice, finished.out, choose)
        kinds |= {what.partition(":")[0] for what in damaged.done}
        repaired += len(damaged.shards)
        try:
            for sides in (arguments[:2], arguments[1::-1], arguments[:1] * 2):
                if damaged.is_for_diff:
                    with pytest.raises(UsageError):
                        run_diff([*sides, arguments[2]])
                else:
                    assert run_diff([*sides, arguments[2]]) == Exit.COMPLETE
            finished.expect_repaired(len(damaged.shards), capsys)
        except BaseException as error:
            raise AssertionError(f"seed {SEED}, round {number}: {damaged.done}") from error
    print(f"{ROUNDS} rounds, {repaired} damaged shards")
    assert len(kinds) >= min(ROUNDS // 3, 10)
    assert repaired > ROUNDS / 4

"""A program that ends, crashes, stands still, needs too much memory, or loses the process that has started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fleet.supervised import Ended, Limits, run_supervised

MB = 10**6


def run(folder: Path, script: str, seconds: float = 30, memory_bytes: int = 1000 * MB) -> Ended:
    stdout = str(folder / "stdout")
    limits = Limits(seconds, memory_bytes)
    return run_supervised(
        ["/bin/bash", "-c", script], str(folder), limits, lambda: os.path.getsize(stdout), stdout, str(folder / "stderr")
    )


def test_status_and_output(tmp_path: Path) -> None:
    ended = run(tmp_path, "pwd; echo bad >&2; exit 3")
    assert ended == Ended(3, False, "bad\n")
    assert (tmp_path / "stdout").read_text().strip() == str(tmp_path)
    assert ended.describe(Limits(1, MB)) == "exit status 3: bad"


def test_a_signal_is_named(tmp_path: Path) -> None:
    ended = run(tmp_path, "echo one >&2; echo two >&2; kill -SEGV $$")
    assert ended.status == -signal.SIGSEGV
    assert ended.describe(Limits(1, MB)) == "SIGSEGV: two"


def test_what_does_not_get_on_is_stopped(tmp_path: Path) -> None:
    begin = time.monotonic()
    ended = run(tmp_path, "echo begun; sleep 60", seconds=0.5)
    assert ended.out_of_time
    assert time.monotonic() - begin < 30
    assert ended.describe(Limits(0.5, MB)) == "no scene was completed for 2 s"


def test_what_gets_on_may_take_longer(tmp_path: Path) -> None:
    assert run(tmp_path, "for i in 1 2 3 4 5 6; do echo $i; sleep 0.5; done", seconds=1.0) == Ended(0, False, "")


def test_memory_is_limited(tmp_path: Path) -> None:
    script = f"exec {sys.executable} -c 'bytearray(300 << 20)'"
    assert run(tmp_path, script, memory_bytes=1000 * MB).status == 0
    ended = run(tmp_path, script, memory_bytes=50 * MB)
    assert ended.status == 1
    assert "MemoryError" in ended.stderr


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    limits = Limits(10, 1000 * MB)
    ended = run_supervised(["/no/such/tool"], str(tmp_path), limits, lambda: 0, str(tmp_path / "stdout"), str(tmp_path / "stderr"))
    assert ended.status not in (0, 1, 2)
    assert "/no/such/tool" in ended.stderr


def test_the_program_dies_with_the_worker(tmp_path: Path) -> None:
    starter = (
        "from fleet.supervised_test import run; from pathlib import Path; "
        f"run(Path({str(tmp_path)!r}), 'echo $$ > pid; exec sleep 300')"
    )
    worker = subprocess.Popen([sys.executable, "-c", starter])
    pid_file = tmp_path / "pid"
    deadline = time.monotonic() + 60
    while not (pid_file.exists() and pid_file.read_text().strip()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    worker.kill()
    worker.wait()
    pid = int(pid_file.read_text())
    while os.path.exists(f"/proc/{pid}") and Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z":
        assert time.monotonic() < deadline
        time.sleep(0.02)

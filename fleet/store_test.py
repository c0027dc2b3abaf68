"""A shard is published once and whole; a damaged one is replaced."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fleet import durable
from fleet.folder_lock import folder_lock
from fleet.errors import UsageError
from fleet.store import OUTCOME, STATISTICS, VERDICTS, Outcome, Rejected, Store, to_bytes


def outcome_of(data: bytes, sha256: str = "digest") -> Outcome:
    rejected = (Rejected(1, "scene \udcff\n", "reason", ".pbs"),)
    return Outcome(3, 2, sha256, len(data), unused=rejected, quarantined=())


def publish(store: Store, data: bytes, sha256: str = "digest") -> None:
    with store.workplace("key") as folder:
        Path(folder, VERDICTS).write_bytes(data)
        Path(folder, OUTCOME).write_bytes(to_bytes(outcome_of(data, sha256).to_json()))
        Path(folder, STATISTICS).write_bytes(b"{}")
        store.publish(folder, "key")


def test_a_shard_comes_back(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    assert store.outcome("key") is None
    publish(store, b"verdicts")
    assert store.outcome("key") == outcome_of(b"verdicts")
    assert os.listdir(store.making) == []


def test_the_second_of_two_attempts_changes_nothing(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    publish(store, b"verdicts")
    before = os.stat(store.verdicts("key"))
    publish(store, b"verdicts")
    assert os.stat(store.verdicts("key")) == before
    with pytest.raises(ValueError, match="is not what the same input gave now"):
        publish(store, b"other123", sha256="another digest")
    assert Path(store.verdicts("key")).read_bytes() == b"verdicts"
    assert os.listdir(store.making) == []


@pytest.mark.parametrize("file", [VERDICTS, OUTCOME, STATISTICS])
@pytest.mark.parametrize("damage", ["gone", "cut"])
def test_a_damaged_shard_is_not_done_and_is_replaced(tmp_path: Path, file: str, damage: str) -> None:
    store = Store(str(tmp_path))
    publish(store, b"verdicts")
    path = Path(store.folder("key"), file)
    path.unlink() if damage == "gone" else path.write_bytes(path.read_bytes()[:1])
    assert store.outcome("key") is None
    publish(store, b"verdicts")
    assert store.outcome("key") == outcome_of(b"verdicts")


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    durable.write_file(str(path), b"old")
    full_disk = (
        "import resource; from fleet import durable; resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10));\n"
        f"try: durable.write_file({str(path)!r}, b'x' * 100)\nexcept OSError as error: print(error.strerror)"
    )
    said = subprocess.run([sys.executable, "-c", full_disk], check=True, capture_output=True, text=True).stdout
    assert said == "File too large\n"
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_one_run_at_a_time(tmp_path: Path) -> None:
    out = tmp_path / "new/out"
    with folder_lock(str(out)):
        with pytest.raises(UsageError, match=f"in use by process {os.getpid()} on {os.uname().nodename}"):
            with folder_lock(str(out)):
                raise AssertionError
    with folder_lock(str(out)):
        pass


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UsageError, match=f"--out={tmp_path}/file/out: Not a directory"):
        with folder_lock(f"{tmp_path}/file/out"):
            raise AssertionError

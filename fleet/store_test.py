"""A shard is published once and whole; a damaged one is replaced."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from fleet.folder_lock import folder_lock
from fleet.errors import UsageError
from fleet.store import OUTCOME, QUARANTINE, STATISTICS, VERDICTS, Outcome, Rejected, Store, to_bytes


def outcome_of(data: bytes, sha256: str = "digest") -> Outcome:
    unused = (Rejected(1, "scene \udcff\n", "reason"),)
    return Outcome(3, 2, sha256, len(data), unused, quarantined=(Rejected(2, "scene", "crash", suffix=".pbs", file_bytes=4),))


def publish(store: Store, data: bytes, sha256: str = "digest") -> None:
    store.create()
    with store.workplace("key") as folder:
        Path(folder, VERDICTS).write_bytes(data)
        Path(folder, OUTCOME).write_bytes(to_bytes(outcome_of(data, sha256).to_json()))
        Path(folder, STATISTICS).write_bytes(b"{}")
        Path(folder, QUARANTINE).mkdir()
        Path(folder, QUARANTINE, "000002.pbs").write_bytes(b"item")
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


@pytest.mark.parametrize("file", [VERDICTS, OUTCOME, STATISTICS, f"{QUARANTINE}/000002.pbs"])
@pytest.mark.parametrize("damage", ["gone", "cut", "no text"])
def test_a_damaged_shard_is_not_done_and_is_replaced(tmp_path: Path, file: str, damage: str) -> None:
    store = Store(str(tmp_path))
    publish(store, b"verdicts")
    path = Path(store.folder("key"), file)
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:1] if damage == "cut" else b"\xff")
    assert store.outcome("key") is None
    publish(store, b"verdicts")
    assert store.outcome("key") == outcome_of(b"verdicts")


def test_what_an_attempt_still_writes_does_not_end_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(str(tmp_path))
    store.create()
    Path(store.making, "key.x").mkdir()

    def rmdir(*arguments: object, **named: object) -> None:
        raise OSError(errno.ENOTEMPTY, "a file was made meanwhile")

    monkeypatch.setattr(os, "rmdir", rmdir)
    store.clear_making()
    assert os.path.isdir(store.making)


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

"""What is written is flushed in the order that a failing machine needs: content, then name, then the folder of the name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fleet import durable


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The calls of fsync and rename, in order, with paths relative to tmp_path."""
    made: list[str] = []
    really_rename = os.rename

    def fsync(descriptor: int) -> None:
        made.append(f"sync {Path(os.readlink(f'/proc/self/fd/{descriptor}')).relative_to(tmp_path)}")

    def rename(path: str, to: str) -> None:
        made.append(f"rename to {Path(to).relative_to(tmp_path)}")
        really_rename(path, to)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "rename", rename)
    return made


def test_a_folder_is_flushed_then_named(tmp_path: Path, calls: list[str]) -> None:
    (tmp_path / "making/x/quarantine").mkdir(parents=True)
    (tmp_path / "shards").mkdir()
    for name in ("verdicts", "outcome", "quarantine/item"):
        (tmp_path / "making/x" / name).write_bytes(b"x")
    assert durable.publish_folder(str(tmp_path / "making/x"), str(tmp_path / "shards/key"))
    content = ["", "/outcome", "/quarantine", "/quarantine/item", "/verdicts"]
    assert sorted(calls[:-2]) == [f"sync making/x{name}" for name in content]
    assert calls[-2:] == ["rename to shards/key", "sync shards"]


def test_a_file_is_flushed_then_named(tmp_path: Path, calls: list[str]) -> None:
    durable.write_file(str(tmp_path / "file"), b"x")
    assert calls[0].startswith("sync file.") and calls[1:] == ["rename to file", "sync ."]


def test_new_folders_and_removed_files(tmp_path: Path, calls: list[str]) -> None:
    durable.make_folder(str(tmp_path / "a/b/c"))
    assert sorted(calls) == ["sync .", "sync a", "sync a/b"]
    (tmp_path / "a/file").touch()
    durable.remove_file(str(tmp_path / "a/file"))
    durable.remove_file(str(tmp_path / "a/file"))
    assert calls[3:] == ["sync a"]
    durable.make_folder(str(tmp_path / "a/b"))
    assert len(calls) == 4


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

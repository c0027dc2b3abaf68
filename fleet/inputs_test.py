"""Which files a run replays, and what is said of those that it cannot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fleet.errors import UsageError
from fleet.inputs import find_inputs


@pytest.fixture
def recordings(tmp_path: Path) -> Path:
    root = tmp_path / "recordings"
    for name in ("b.pbs", "a.pbs", "day1/c.PBS", "day1/scene.textproto", "day2/x.xml", "day2/y.pb", "day2/z.txtpb"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"x")
    for name in ("notes.txt", ".hidden.pbs", ".hidden/d.pbs"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes(b"x")
    return root


def test_a_folder_with_its_subfolders(recordings: Path) -> None:
    inputs = find_inputs([str(recordings)], "out")
    assert inputs.root == str(recordings)
    assert inputs.streams == ("a.pbs", "b.pbs", "day1/c.PBS")
    assert inputs.singles == ("day1/scene.textproto", "day2/x.xml", "day2/y.pb", "day2/z.txtpb")
    assert inputs.unreadable == ()


def test_globs_and_files(recordings: Path) -> None:
    assert find_inputs([f"{recordings}/*.pbs"], "out").streams == ("a.pbs", "b.pbs")
    inputs = find_inputs([f"{recordings}/**/*.p*"], "out")
    assert (inputs.root, inputs.streams, inputs.singles) == (str(recordings), ("a.pbs", "b.pbs"), ("day2/y.pb",))
    inputs = find_inputs([f"{recordings}/day1/c.PBS", f"{recordings}/day2"], "out")
    assert (inputs.root, inputs.streams) == (str(recordings), ("day1/c.PBS",))
    inputs = find_inputs([f"{recordings}/[ad]*"], "out")
    assert (inputs.streams, inputs.singles) == (("a.pbs", "day1/c.PBS"), ("day1/scene.textproto", "day2/x.xml", "day2/y.pb", "day2/z.txtpb"))


def test_links_are_followed_unless_they_lead_back(recordings: Path) -> None:
    elsewhere = recordings.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "e.pbs").write_bytes(b"x")
    (recordings / "linked").symlink_to(elsewhere)
    (elsewhere / "back").symlink_to(recordings)
    (recordings / "day1/up").symlink_to("..")
    (recordings / "latest.pbs").symlink_to("day1/c.PBS")
    assert find_inputs([str(recordings)], "out").streams == ("a.pbs", "b.pbs", "day1/c.PBS", "latest.pbs", "linked/e.pbs")


def test_odd_names(recordings: Path) -> None:
    names = ["-x.pbs", "a b.pbs", "a\nb.pbs", 'a"\'<i>.pbs', "a\udcff.pbs", "[1].pbs"]
    for name in names:
        (recordings / name).write_bytes(b"x")
    assert set(names) <= set(find_inputs([str(recordings)], "out").streams)
    for name in names:
        assert find_inputs([f"{recordings}/{name}"], "out").streams == (name,)


def test_the_output_is_no_input(recordings: Path) -> None:
    (recordings / "out/shards/k").mkdir(parents=True)
    (recordings / "out/shards/k/verdicts.pbs").write_bytes(b"x")
    assert "out/shards/k/verdicts.pbs" not in find_inputs([str(recordings)], str(recordings / "out")).streams
    assert "out/shards/k/verdicts.pbs" in find_inputs([str(recordings)], "elsewhere").streams
    (recordings / "out/run.json").touch()
    assert "out/shards/k/verdicts.pbs" not in find_inputs([str(recordings)], "elsewhere").streams


@pytest.mark.parametrize(
    "argument, reason",
    [("nothing", "no such file or folder"), ("*.pbs", "no recording matches"), ("empty", "no recording in this folder")],
)
def test_no_recording(tmp_path: Path, argument: str, reason: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match=f"{argument.replace('*', '.')}: {reason}"):
        find_inputs([str(tmp_path / argument)], "out")


def test_what_cannot_be_read_is_named(recordings: Path) -> None:
    (recordings / "gone.pbs").symlink_to("nowhere")
    os.mkfifo(recordings / "pipe.pbs")
    (recordings / "zero.pbs").symlink_to("/dev/zero")
    unreadable = dict(find_inputs([str(recordings)], "out").unreadable)
    assert unreadable == {
        "gone.pbs": "No such file or directory",
        "pipe.pbs": "not a regular file",
        "zero.pbs": "not a regular file",
    }

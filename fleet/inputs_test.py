"""Which files a run replays, and what is said of those that it cannot."""

from __future__ import annotations

import os
import random
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


def test_shards_of_data_sets(tmp_path: Path) -> None:
    for name in ("a.tfrecord-00003-of-00150", "b.tfrecord", "c.tfrecord-3-of-150"):
        (tmp_path / name).write_bytes(b"x")
    assert find_inputs([str(tmp_path)], "out").singles == ("a.tfrecord-00003-of-00150", "b.tfrecord")


def test_globs_and_files(recordings: Path) -> None:
    assert find_inputs([f"{recordings}/*.pbs"], "out").streams == ("a.pbs", "b.pbs")
    inputs = find_inputs([f"{recordings}/**/*.p*"], "out")
    assert (inputs.root, inputs.streams, inputs.singles) == (str(recordings), ("a.pbs", "b.pbs"), ("day2/y.pb",))
    inputs = find_inputs([f"{recordings}/day1/c.PBS", f"{recordings}/day2"], "out")
    assert (inputs.root, inputs.streams) == (str(recordings), ("day1/c.PBS",))
    inputs = find_inputs([f"{recordings}/[ad]*"], "out")
    assert (inputs.streams, inputs.singles) == (("a.pbs", "day1/c.PBS"), ("day1/scene.textproto", "day2/x.xml", "day2/y.pb", "day2/z.txtpb"))


def test_links_are_followed_and_each_file_counts_once(recordings: Path) -> None:
    elsewhere = recordings.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "e.pbs").write_bytes(b"x")
    (recordings / "linked").symlink_to(elsewhere)
    (elsewhere / "back").symlink_to(recordings)
    (recordings / "day1/up").symlink_to("..")
    (recordings / "day1/itself.pbs").symlink_to("itself.pbs")
    (recordings / "a_latest.pbs").symlink_to("day1/c.PBS")
    (recordings / "other_name.pbs").hardlink_to(recordings / "b.pbs")
    inputs = find_inputs([str(recordings)], "out")
    assert inputs.streams == ("a.pbs", "b.pbs", "day1/c.PBS", "linked/e.pbs")
    assert inputs.unreadable == (("day1/itself.pbs", "Too many levels of symbolic links"),)
    left_out = ("a_latest.pbs", "day1/up", "linked/back", "other_name.pbs")
    assert inputs.left_out == tuple(f"{recordings}/{name}" for name in left_out)
    # A name that is given is used.
    assert find_inputs([f"{recordings}/a_latest.pbs"], "out").streams == ("a_latest.pbs",)
    # What two arguments have in common is no duplicate.
    assert find_inputs([str(recordings), f"{recordings}/day1"], "out") == inputs


@pytest.mark.parametrize("argument", ["", "/**/*.pbs", "/*", "/*" * 15 + "/*.pbs"])
def test_levels_of_two_links_each(tmp_path: Path, argument: str) -> None:
    """15 levels of folders with two links each to the next one: 2^15 paths lead to one file."""
    levels = [tmp_path / f"recordings{level}" for level in range(16)]
    for folder in levels:
        folder.mkdir()
    for folder, below in zip(levels, levels[1:]):
        (folder / "a").symlink_to(below)
        (folder / "b").symlink_to(below)
    (levels[-1] / "scene.pbs").write_bytes(b"x")
    inputs = find_inputs([f"{levels[0]}{argument}"], "out")
    assert (inputs.streams, len(inputs.left_out)) == ((f"{'a/' * 15}scene.pbs",), 15)


@pytest.mark.parametrize("seed", range(100))
def test_each_file_of_a_random_forest_of_links_counts_once(tmp_path: Path, seed: int) -> None:
    choose = random.Random(seed)
    folders = [tmp_path / "recordings"]
    files: list[Path] = []
    folders[0].mkdir()
    for number in range(40):
        place = choose.choice(folders) / f"{choose.randrange(100)}_{number}"
        kind = choose.choice(("folder", "file", "file", "link", "link", "hard link"))
        if kind == "folder":
            place.mkdir()
            folders.append(place)
        elif kind == "link":
            target = choose.choice([*folders, *files])
            place.with_suffix(target.suffix).symlink_to(target)
        elif kind == "hard link" and files:
            place.with_suffix(".pbs").hardlink_to(choose.choice(files))
        else:
            files.append(place.with_suffix(".pbs"))
            files[-1].write_bytes(b"x")
    if not files:
        return
    everything = {os.stat(file).st_ino for file in files}
    for arguments in ([""], ["/**/*.pbs"], ["/*", "/**/*"]):
        inputs = find_inputs([f"{folders[0]}{argument}" for argument in arguments], "out")
        found = [Path(inputs.root, name) for name in inputs.streams]
        assert sorted(os.stat(file).st_ino for file in found) == sorted(everything)
        assert not any(path.is_symlink() for file in found for path in (file, *file.parents) if path.is_relative_to(folders[0]))
        if len(arguments) > 1:
            continue
        # No more paths than there are links and further names: folders are not entered again.
        further = {str(path) for path in folders[0].rglob("*") if path.is_symlink() or path.suffix == ".pbs" and str(path) not in map(str, files)}
        assert set(inputs.left_out) <= further | set(map(str, files))
        assert len(inputs.left_out) <= len(further)


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
    (recordings / "out/plan.json").touch()
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

"""Damages finished runs as disks, people and other programs do, from a seed."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fleet.digests import digest_of_file
from fleet.identity import NAME as RUN_RECORD
from fleet.manifest import NAME as MANIFEST
from fleet.store import OUTCOME, STATISTICS, VERDICTS

# Returns whether the file is another one than before: not every kind of damage applies to every
# file.
FileDamage = Callable[[Path, random.Random], bool]

# Values of other types, and of other sizes.
ODD_VALUES: tuple[Any, ...] = (None, True, -1, 0, 10**30, 1.5, "", "x", [], [None], {}, {"x": 1}, [[1, 2], [3]])
# Deeper than a recursive parser can go.
NESTING = 100_000


def overwrite(path: Path, choose: random.Random) -> bool:
    """Up to 60 bytes in a row are others; the length is the same."""
    data = path.read_bytes()
    if not data:
        return False
    begin = choose.randrange(len(data))
    end = min(len(data), begin + choose.randint(1, 60))
    changed = bytes(byte ^ choose.randint(1, 255) for byte in data[begin:end])
    path.write_bytes(data[:begin] + changed + data[end:])
    return True


def flip_bit(path: Path, choose: random.Random) -> bool:
    data = bytearray(path.read_bytes())
    if not data:
        return False
    data[choose.randrange(len(data))] ^= 1 << choose.randrange(8)
    path.write_bytes(data)
    return True


def cut(path: Path, choose: random.Random) -> bool:
    size = path.stat().st_size
    if size:
        os.truncate(path, choose.randrange(size))
    return size > 0


def empty(path: Path, choose: random.Random) -> bool:
    size = path.stat().st_size
    os.truncate(path, 0)
    return size > 0


def lengthen(path: Path, choose: random.Random) -> bool:
    path.write_bytes(path.read_bytes() + choose.randbytes(choose.randint(1, 100)))
    return True


def remove(path: Path, choose: random.Random) -> bool:
    path.unlink()
    return True


def become_folder(path: Path, choose: random.Random) -> bool:
    path.unlink()
    path.mkdir()
    return True


def become_pipe(path: Path, choose: random.Random) -> bool:
    path.unlink()
    os.mkfifo(path)
    return True


def become_link_to_itself(path: Path, choose: random.Random) -> bool:
    path.unlink()
    path.symlink_to(path.name)
    return True


def nest(path: Path, choose: random.Random) -> bool:
    path.write_bytes(b"[" * NESTING + b"]" * NESTING)
    return True


def change_json(path: Path, choose: random.Random) -> bool:
    """A value is another one, often of another type, or is absent: what is left is JSON."""
    try:
        before = path.read_bytes()
        root = json.loads(before)
    except ValueError:
        return False
    places = [((), None), *_places(root, ())]
    keys, _ = choose.choice(places)
    if not keys:
        root = choose.choice(ODD_VALUES)
    else:
        parent = root
        for key in keys[:-1]:
            parent = parent[key]
        if choose.random() < 0.3:
            del parent[keys[-1]]
        elif choose.random() < 0.5 and isinstance(parent[keys[-1]], int):
            parent[keys[-1]] += choose.choice((-1, 1))
        else:
            parent[keys[-1]] = choose.choice(ODD_VALUES)
    path.write_text(json.dumps(root, indent=1, sort_keys=True) + "\n")
    return path.read_bytes() != before


def _places(value: Any, keys: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*keys, key), inner
        yield from _places(inner, (*keys, key))


FILE_DAMAGES: tuple[FileDamage, ...] = (
    overwrite, flip_bit, cut, empty, lengthen, remove, become_folder, become_pipe, become_link_to_itself, nest, change_json,
)


def swap(one: Path, other: Path) -> None:
    """Two files or folders change places."""
    aside = one.with_name(one.name + ".aside")
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


def damage_at_random(out: Path, choose: random.Random) -> str:
    """Damages a finished run once; returns what was done."""
    shards = sorted((out / "shards").iterdir())
    kind = choose.choice(("file", "file", "file", "file", "swap files", "swap shards", "remove shard"))
    if kind == "remove shard":
        victim = choose.choice(shards)
        shutil.rmtree(victim)
        return f"removed: {victim.name}"
    if kind == "swap shards":
        one, other = choose.sample(shards, 2)
        swap(one, other)
        return f"swapped shards: {one.name}, {other.name}"
    files = sorted(path for path in out.rglob("*") if path.is_file() and path.name != ".lock")
    below_shards = [path for path in files if path.relative_to(out).parts[0] == "shards"]
    # There are many files of one kind, and few of others.
    one = choose.choice(below_shards if choose.random() < 0.5 else files)
    if kind == "swap files":
        other = choose.choice(files)
        if one != other:
            swap(one, other)
        return f"swapped files: {one}, {other}"
    # A folder in the place of a file is removed below shards/ only.
    damage = choose.choice([damage for damage in FILE_DAMAGES if damage is not become_folder or one in below_shards])
    damage(one, choose)
    return f"{damage.__name__}: {one}"


def damage_shards(out: Path, choose: random.Random) -> list[str]:
    """Damages six shards, which are there, as has been seen in finished runs; returns what was done."""
    shards = choose.sample(sorted((out / "shards").iterdir()), 6)
    for shard, name, damage in zip(
        shards, (VERDICTS, VERDICTS, OUTCOME, STATISTICS), (overwrite, cut, change_json, change_json)
    ):
        while not damage(shard / name, choose):
            pass
    swap(shards[4], shards[5])
    return [f"shards: {', '.join(shard.name for shard in shards)}"]


@dataclass(frozen=True)
class Damaged:
    """What has been done to a finished run."""

    done: tuple[str, ...]
    shards: frozenset[str]  # Their files are others than before, and something is left.
    is_for_diff: bool  # A file that a comparison reads is another one, or has gone.

    @classmethod
    def by(cls, damage: Callable[[Path, random.Random], list[str]], out: Path, choose: random.Random) -> Damaged:
        before = _digests_below(out)
        done = damage(out, choose)
        changed = {Path(path).parts for path, _ in before.items() ^ _digests_below(out).items()}
        shards = {parts[1] for parts in changed if parts[0] == "shards"}
        left = frozenset(key for key in shards if os.path.lexists(out / "shards" / key))
        return cls(tuple(done), left, bool(shards) or bool(changed & {(MANIFEST,), (RUN_RECORD,)}))


def damage_once_or_twice(out: Path, choose: random.Random) -> list[str]:
    return [damage_at_random(out, choose) for _ in range(choose.randint(1, 2))]


def _digests_below(folder: Path) -> dict[str, str]:
    """Returns the digests of the files below the folder by their paths; empty for what is neither a file nor a folder."""
    paths = [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]
    return {str(path.relative_to(folder)): digest_of_file(str(path)) if path.is_file() else "" for path in paths}

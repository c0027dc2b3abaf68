"""A shard is published once and whole; a damaged one is replaced."""

from __future__ import annotations

import errno
import os
import random
import re
from pathlib import Path

import pytest

from fleet.digests import FileDigest, Verify
from fleet.errors import DamagedError, UsageError
from fleet.identity import Identity, read_identity
from fleet.store import OUTCOME, QUARANTINE, STATISTICS, VERDICTS, Outcome, Rejected, Store, folder_lock
from fleet.testing.damage import FILE_DAMAGES, FileDamage, swap


CONTENTS = {VERDICTS: b"verdicts", STATISTICS: b"{}", f"{QUARANTINE}/000002.pbs": b"item"}


def publish(store: Store, verdicts: bytes = CONTENTS[VERDICTS], key: str = "key") -> Outcome:
    store.create()
    with store.workplace(key) as folder:
        Path(folder, QUARANTINE).mkdir()
        for name, data in {**CONTENTS, VERDICTS: verdicts}.items():
            Path(folder, name).write_bytes(data)
        files = {name: FileDigest.of(os.path.join(folder, name)) for name in CONTENTS}
        unused = (Rejected(1, "scene \udcff\n", "reason"),)
        outcome = Outcome(key, 3, 2, files, unused, quarantined=(Rejected(2, "scene", "crash", suffix=".pbs"),))
        Path(folder, OUTCOME).write_bytes(outcome.to_bytes())
        store.publish(folder, key)
    return outcome


def test_a_shard_comes_back(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    assert store.outcome("key") is None
    outcome = publish(store)
    assert store.outcome("key", Verify.DIGESTS) == outcome
    assert os.listdir(store.making) == []


def test_others_may_read_a_shard_if_the_mask_allows_it(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    mask = os.umask(0o027)
    try:
        publish(store)
    finally:
        os.umask(mask)
    assert os.stat(store.folder("key")).st_mode & 0o777 == 0o750


def test_the_second_of_two_attempts_changes_nothing(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    publish(store)
    before = os.stat(store.verdicts("key"))
    publish(store)
    assert os.stat(store.verdicts("key")) == before
    with pytest.raises(ValueError, match="is not what the same input gave now"):
        publish(store, b"other123")
    assert Path(store.verdicts("key")).read_bytes() == b"verdicts"
    assert os.listdir(store.making) == []


@pytest.mark.parametrize("name", [OUTCOME, *CONTENTS])
@pytest.mark.parametrize("kind", FILE_DAMAGES)
def test_a_damaged_file_is_noticed_and_its_shard_replaced(tmp_path: Path, name: str, kind: FileDamage) -> None:
    store = Store(str(tmp_path))
    outcome = publish(store)
    path = Path(store.folder("key"), name)
    before = path.read_bytes()
    for seed in range(20):
        if not kind(path, random.Random(seed)):
            continue
        with pytest.raises(DamagedError, match=re.escape(str(path))):
            store.outcome("key", Verify.DIGESTS)
        assert publish(store) == outcome
        assert (store.outcome("key", Verify.DIGESTS), path.read_bytes()) == (outcome, before)
        assert os.listdir(store.making) == []


def test_every_bit_of_every_file_counts(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    publish(store)
    for name in (OUTCOME, *CONTENTS):
        path = Path(store.folder("key"), name)
        whole = path.read_bytes()
        for bit in range(8 * len(whole)):
            data = bytearray(whole)
            data[bit // 8] ^= 1 << bit % 8
            path.write_bytes(data)
            with pytest.raises(DamagedError):
                store.outcome("key", Verify.DIGESTS)
        path.write_bytes(whole)
    assert store.outcome("key", Verify.DIGESTS) is not None


def test_what_is_verified(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    outcome = publish(store)
    verdicts = Path(store.verdicts("key"))
    verdicts.write_bytes(b"VERDICTS")
    assert store.outcome("key", Verify.SIZES) == outcome
    verdicts.write_bytes(b"V")
    with pytest.raises(DamagedError, match="has 1 bytes instead of 8"):
        store.outcome("key", Verify.SIZES)
    assert store.outcome("key", Verify.NONE) == outcome
    Path(store.folder("key"), STATISTICS).write_bytes(b"[]")
    with pytest.raises(DamagedError, match="statistics.json: its SHA-256 is not the recorded one"):
        store.outcome("key", Verify.NONE)


def test_shards_that_have_changed_places_are_damaged(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    outcomes = {key: publish(store, key.encode(), key) for key in ("one", "two")}
    swap(Path(store.folder("one")), Path(store.folder("two")))
    for key, other in (("one", "two"), ("two", "one")):
        with pytest.raises(DamagedError, match=f"{key}: is the shard {other}"):
            store.outcome(key)
        publish(store, key.encode(), key)
        assert store.outcome(key, Verify.DIGESTS) == outcomes[key]


def test_a_sealed_file_in_the_place_of_another_is_damaged(tmp_path: Path) -> None:
    """outcome.json and plan.json have changed places: both have digests of their own content."""
    store = Store(str(tmp_path))
    publish(store)
    Identity("tool", (), 2).claim(str(tmp_path))
    swap(Path(store.folder("key"), OUTCOME), tmp_path / "plan.json")
    with pytest.raises(DamagedError, match="outcome.json: its name and content"):
        store.outcome("key")
    with pytest.raises(DamagedError, match="plan.json: its name and content"):
        read_identity(str(tmp_path))


def test_a_file_with_the_name_of_a_shard_is_replaced(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    store.create()
    Path(store.folder("key")).write_bytes(b"")
    with pytest.raises(DamagedError, match="key/outcome.json: Not a directory"):
        store.outcome("key")
    assert publish(store) == store.outcome("key", Verify.DIGESTS)


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

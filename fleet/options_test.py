"""One form for each meaning of the replay tool's options, and other keys for other meanings."""

from __future__ import annotations

import pytest

from fleet.errors import UsageError
from fleet.options import canonical_options, shard_key
from fleet.shards import Item


def test_order_hyphens_and_repetition_do_not_matter() -> None:
    assert canonical_options(["--seed=1", "--closed-loop", "--seed=2"]) == ("--closed_loop", "--seed=2")
    assert canonical_options(["--seed=2", "--closed_loop"]) == ("--closed_loop", "--seed=2")
    assert canonical_options(["--profiles", "--noprofiles"]) == ("--noprofiles",)
    assert canonical_options(["--min_probability=0.5-x"]) == ("--min_probability=0.5-x",)


@pytest.mark.parametrize("flag", ["--out=x", "--threads=4", "--default-scenes=x"])
def test_flags_that_are_set_for_each_shard(flag: str) -> None:
    with pytest.raises(UsageError, match="is chosen for each shard"):
        canonical_options([flag])


@pytest.mark.parametrize("flag", ["--flagfile=x", "--fromenv=seed", "--tryfromenv=seed"])
def test_flags_that_take_options_from_elsewhere(flag: str) -> None:
    with pytest.raises(UsageError, match="takes options from elsewhere"):
        canonical_options([flag])


@pytest.mark.parametrize("argument", ["--", "-x", "--=1", "--1"])
def test_what_is_no_flag(argument: str) -> None:
    with pytest.raises(UsageError, match=f"'{argument}' is neither"):
        canonical_options([argument])


def test_a_key_depends_on_everything_that_the_output_depends_on() -> None:
    items = [Item(".pbs", b"one"), Item(".pbs", b"two")]
    keys = [
        shard_key("tool", ("--a",), items),
        shard_key("other", ("--a",), items),
        shard_key("tool", (), items),
        shard_key("tool", ("--a", "--b"), items),
        shard_key("tool", ("--a",), items[:1]),
        shard_key("tool", ("--a",), items[::-1]),
        shard_key("tool", ("--a",), [Item(".pbs", b"onet"), Item(".pbs", b"wo")]),
        shard_key("tool", ("--a",), [Item(".pb", b"one"), Item(".pb", b"two")]),
        shard_key("tool", ("--a",), [Item(".\udcff", b"one"), Item(".pb", b"two")]),
    ]
    assert len(set(keys)) == len(keys)
    assert keys[0] == shard_key("tool", ("--a",), list(items))

"""Failures outlive the worker that has seen them."""

from __future__ import annotations

from pathlib import Path

from fleet.isolate import Failure
from fleet.tries import Tries


def test_each_failure_is_taken_once(tmp_path: Path) -> None:
    path = tmp_path / "tries"
    first = Tries(str(path))
    assert first.take(0, 8) is None
    first.note(0, 8, Failure("crash\n", 3))
    first.note(3, 4, Failure("one"))
    with open(path, "a", encoding="utf-8") as file:
        file.write('[4, 5, "cut o')
    first.note(3, 4, Failure("two"))
    second = Tries(str(path))
    assert [second.take(0, 8), second.take(0, 8)] == [Failure("crash\n", 3), None]
    assert [second.take(3, 4), second.take(3, 4), second.take(3, 4)] == [Failure("one"), Failure("two"), None]
    assert second.take(4, 5) is None
    second.forget()
    second.forget()
    assert Tries(str(path)).take(0, 8) is None

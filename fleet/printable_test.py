"""A scene's id cannot write to the terminal what it likes."""

from __future__ import annotations

import pytest

from fleet.printable import printable


@pytest.mark.parametrize(
    "text, shown", [("scene \u00e4 \u4e2d", "scene \u00e4 \u4e2d"), ("\x1b[2J\t\n", "\\x1b[2J\\t\\n"), ("a\udcff\u202e", "a\\udcff\\u202e")]
)
def test_what_is_not_printable_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown
    shown.encode()

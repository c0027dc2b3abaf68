"""The Python snippets of the pages run as they stand there, one after the other, and return what their comments say."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/migration.md"])
def test_snippets(page: str, scenes_folder: Path) -> None:
    snippets = re.findall(r"^```python\n(.*?)^```", (scenes_folder.parents[1] / page).read_text(encoding="utf-8"), flags=re.S | re.M)
    assert snippets
    names: dict[str, object] = {}
    for snippet in snippets:
        for statement in ast.parse(snippet).body:
            code = ast.get_source_segment(snippet, statement)
            assert code is not None
            expected = re.search(r"# (array\(.*\))$", snippet.splitlines()[(statement.end_lineno or 1) - 1])
            if isinstance(statement, ast.Expr):
                value = eval(code, names)
                assert expected is None or repr(value) == expected[1]
            else:
                exec(code, names)

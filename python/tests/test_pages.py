"""The Python snippets of the pages run as they stand there, one after the other, and return what their comments say."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest

import collision2d as c2d

# What a page's snippets take as given.
GIVEN = """
path = np.array([[-10.0, 0.0], [200.0, 0.0]])
cells = [np.array([[-10.0, -4.0], [200.0, -4.0], [200.0, 4.0], [-10.0, 4.0]])]
parked = np.array([[60.0, -3.0, 0.0], [80.0, -3.0, 0.0]])
walls = c2d.Shapes.rectangles([[10.0, 0.2]] * 2, [[0.0, 6.0], [20.0, 6.0]])
times = 0.1 * np.arange(21)
trajectories = np.zeros((3, 21, 3))
trajectories[:, :, 0] = np.array([[5.0], [10.0], [15.0]]) * times
order = np.arange(3)
""".lstrip()
CARS = "cars = np.zeros(({0}, 21, 3))\ncars[:, :, 0] = 30.0 + 10.0 * np.arange({0})[:, None] + 5.0 * times\n"
GIVEN_OF_PAGE = {"docs/python.md": [CARS.format(2)] * 3 + [CARS.format(12)]}


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/migration.md"])
def test_snippets(page: str, scenes_folder: Path) -> None:
    snippets = re.findall(r"^```python\n(.*?)^```", (scenes_folder.parents[1] / page).read_text(encoding="utf-8"), flags=re.S | re.M)
    assert snippets
    names: dict[str, object] = {"np": np, "c2d": c2d}
    exec(GIVEN, names)
    for snippet, given in zip(snippets, GIVEN_OF_PAGE.get(page, []) + [""] * len(snippets)):
        exec(given, names)
        for statement in ast.parse(snippet).body:
            code = ast.get_source_segment(snippet, statement)
            assert code is not None
            expected = re.search(r"# (array\(.*\))$", snippet.splitlines()[(statement.end_lineno or 1) - 1])
            if isinstance(statement, ast.Expr):
                value = eval(code, names)
                assert expected is None or repr(value) == expected[1]
            else:
                exec(code, names)

"""The types agree: mypy --strict, as far as Dask has types."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def test_types() -> None:
    folder = Path(__file__).parent
    cache = folder.parent / "out/fleet_mypy"
    ended = subprocess.run(
        ["/usr/bin/mypy", f"--config-file={folder}/mypy.ini", f"--cache-dir={cache}", "-p", "fleet"],
        cwd=folder.parent,
        env={**os.environ, "MYPYPATH": str(folder.parent / "out/fleet_messages")},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr

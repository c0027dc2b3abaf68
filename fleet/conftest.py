"""What several tests need."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from fleet.replay_tool import ReplayTool
from fleet.supervised import Limits


@pytest.fixture(scope="session")
def tool() -> ReplayTool:
    """The replay tool that assurance/fleet_test.sh has built."""
    return ReplayTool(os.environ["FLEET_TOOL"], ())


@pytest.fixture
def limits() -> Limits:
    return Limits(scene_seconds=60, memory_bytes=2 * 10**9)


@pytest.fixture
def faulty_tool(tmp_path: Path, tool: ReplayTool) -> Callable[[str], ReplayTool]:
    """Returns a tool that behaves as the replay tool, but runs a shell command if an input contains the bytes POISON."""

    def make(on_poison: str) -> ReplayTool:
        script = tmp_path / "faulty_tool"
        script.write_text(
            f"#!/bin/bash\nfor input in [0-9r]*.*; do\n  if grep -aq POISON \"$input\"; then {on_poison}; fi\ndone\nexec '{tool.path}' \"$@\"\n"
        )
        script.chmod(0o755)
        return ReplayTool(str(script), ())

    return make

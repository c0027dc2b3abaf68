"""The replay tool of a run: a copy in the output folder, so that every machine uses the same and a new build changes nothing."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace

from fleet import durable
from fleet.digests import digest_of_file
from fleet.errors import UsageError
from fleet.isolate import Failure
from fleet.replay_tool import EnvironmentFailure, ReplayTool, replay
from fleet.shards import Item
from fleet.supervised import Limits

# A scene that every version can replay.
PLAIN_SCENE = b"""id: "plain" time_step_s: 0.1
ego { shapes { rectangle { length_m: 4 width_m: 2 } } }
static_obstacles { id: "disc" shapes { disc { center { x: 30 } radius_m: 1 } } }
candidates { poses { time_s: 0 } poses { time_s: 1 x: 10 } }
"""


def install_tool(tool: ReplayTool, out: str, limits: Limits) -> tuple[ReplayTool, str]:
    """Returns the tool as it is copied to OUT/tool, and its digest. Errors: UsageError if it cannot be read or run, or refuses an option."""
    try:
        digest = digest_of_file(tool.path)
        folder = os.path.join(os.path.abspath(out), "tool", digest[:16])
        copy = os.path.join(folder, "replay")
        durable.make_folder(folder)
        if not (os.path.isfile(copy) and digest_of_file(copy) == digest):
            durable.copy_file(tool.path, copy, mode=0o755)
    except OSError as error:
        raise UsageError(f"--tool={tool.path}: cannot be copied to {out}: {error}") from error
    installed = replace(tool, path=copy)
    try:
        check_tool(installed, limits)
    except EnvironmentFailure as error:
        raise UsageError(f"--tool={tool.path}: {error}") from error
    return installed, digest


def check_tool(tool: ReplayTool, limits: Limits) -> None:
    """Errors: EnvironmentFailure if the tool does not replay a plain scene with its options on this machine."""
    with tempfile.TemporaryDirectory(prefix="collision2d_fleet.") as folder:
        replayed = replay(tool, [Item(".textproto", PLAIN_SCENE)], 0, folder, limits)
    if isinstance(replayed, Failure):
        raise EnvironmentFailure(f"the replay tool does not work: {replayed.reason}")
    if replayed.unused:
        raise EnvironmentFailure(f"the replay tool does not replay a plain scene: {replayed.unused[0].reason}")

"""The interface of CommonRoad's drivability checker, on exact queries: another import is all that a planner changes.

    from collision2d.commonroad import pycrcc, boundary, trajectory_queries
    from collision2d.commonroad import create_collision_checker, create_collision_object

or, before anything imports commonroad_dc, and without a change of the planner:

    import collision2d.commonroad
    collision2d.commonroad.install()

docs/commonroad.md says where answers differ.
"""

import sys
import types

from collision2d.commonroad import boundary, pycrcc, pycrcc_collision_dispatch, trajectory_queries
from collision2d.commonroad.pycrcc import Util
from collision2d.commonroad.pycrcc_collision_dispatch import create_collision_checker, create_collision_object
from collision2d.commonroad.worlds import Trajectories

__all__ = [
    "Trajectories", "boundary", "create_collision_checker", "create_collision_object", "install", "pycrcc",
    "pycrcc_collision_dispatch", "trajectory_queries",
]


def install() -> None:
    """Stands for the package commonroad_dc in this process: its modules that are here, under the names they have there."""
    util = types.ModuleType("commonroad_dc.pycrcc.Util")
    util.__dict__.update({name: getattr(Util, name) for name in dir(Util) if not name.startswith("_")})
    modules = {
        "pycrcc": pycrcc, "pycrcc.Util": util, "boundary": None, "boundary.boundary": boundary, "collision": None,
        "collision.collision_detection": None,
        "collision.collision_detection.pycrcc_collision_dispatch": pycrcc_collision_dispatch,
        "collision.trajectory_queries": None, "collision.trajectory_queries.trajectory_queries": trajectory_queries,
    }
    root = "commonroad_dc"
    sys.modules[root] = types.ModuleType(root)
    for name, module in modules.items():
        above, _, last = f"{root}.{name}".rpartition(".")
        sys.modules[f"{root}.{name}"] = module or types.ModuleType(f"{root}.{name}")
        if module is not util:
            setattr(sys.modules[above], last, sys.modules[f"{root}.{name}"])

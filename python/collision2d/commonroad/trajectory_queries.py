"""The names of CommonRoad's module trajectory_queries. Methods and their settings are accepted, and make no difference."""

from __future__ import annotations

from typing import Any, List, Tuple, Union

from collision2d.commonroad.pycrcc import TimeVariantCollisionObject, Util


class OBBSumException(Exception):
    """A trajectory of fewer than two steps."""


def trajectories_collision_static_obstacles(
    trajectories: Any, static_obstacles: Any, method: str = "fcl", return_debug_info: bool = False, **_: Any
) -> Union[List[int], Tuple[List[int], List[int]]]:
    """The first step in which each trajectory collides with a group; -1: none."""
    return _result(Util.trajectories_collision_static_obstacles_fcl(trajectories, static_obstacles), method, return_debug_info)


def trajectories_collision_dynamic_obstacles(
    trajectories: Any, dynamic_obstacles: Any, method: str = "fcl", return_debug_info: bool = False, **_: Any
) -> Union[List[int], Tuple[List[int], List[int]]]:
    """The first step in which each trajectory collides with any of the objects; -1: none."""
    return _result(Util.trajectories_collision_dynamic_obstacles_fcl(trajectories, dynamic_obstacles), method, return_debug_info)


def trajectories_enclosure_polygons_static(
    trajectories: Any, sg_polygons: Any, method: str = "grid", return_debug_info: bool = False, **_: Any
) -> Union[List[int], Tuple[List[int], List[int]]]:
    """The first step in which each trajectory is not inside the union of the polygons; -1: none."""
    return _result(Util.trajectories_enclosure_polygons_static_grid(trajectories, sg_polygons), method, return_debug_info)


def _result(steps: List[int], method: str, return_debug_info: bool) -> Union[List[int], Tuple[List[int], List[int]]]:
    if method not in ("grid", "fcl", "box2d"):
        raise KeyError(method)
    return (steps, [0, 0]) if return_debug_info else steps


def trajectory_preprocess_obb_sum(trajectory: TimeVariantCollisionObject) -> Tuple[TimeVariantCollisionObject, bool]:
    """See Util.trajectory_preprocess_obb_sum."""
    if trajectory.time_end_idx() <= trajectory.time_start_idx():
        raise OBBSumException("trajectory: at least two steps are needed")
    return Util.trajectory_preprocess_obb_sum(trajectory)


filter_trajectories_polygon_enclosure_first_timestep = Util.filter_trajectories_polygon_enclosure_first_timestep
trajectory_collision_static_obstacles = Util.trajectory_collision_static_obstacles
trajectory_enclosure_polygons_static = Util.trajectory_enclosure_polygons_static
obb_enclosure_polygons_static = Util.obb_enclosure_polygons_static

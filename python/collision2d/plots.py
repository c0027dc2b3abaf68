"""Scenes drawn by matplotlib, seen from above."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

import numpy as np
import numpy.typing as npt

from collision2d._core import ConvexPolygon, Scene, Verdicts

Outline = npt.NDArray[np.float64]

_ROAD = "#e8e8e4"
_OBSTACLE = "#5b6b7b"
_EGO = "#1f5fa8"
_FREE = "#2e8b57"
_COLLIDES = "#c0392b"
_LEAVES = "#d68910"


def outline(shape: ConvexPolygon, pose: Tuple[float, float, float, float] = (0.0, 0.0, 1.0, 0.0)) -> Outline:
    """The boundary of a shape at a pose (x, y, cos, sin), float64 (N, 2), m; arcs by chords of 10 degrees."""
    x, y, cos, sin = pose
    vertices = shape.vertices @ np.array([[cos, sin], [-sin, cos]]) + np.array([x, y])
    if shape.radius_m == 0.0:
        return np.asarray(vertices)
    # The boundary is the convex hull of points on circles around the vertices.
    angles = np.radians(np.arange(0.0, 360.0, 10.0))
    circle = shape.radius_m * np.column_stack([np.cos(angles), np.sin(angles)])
    points = (vertices[:, np.newaxis, :] + circle[np.newaxis, :, :]).reshape(-1, 2)
    return np.asarray(ConvexPolygon.hull(np.ascontiguousarray(points)).vertices)


def _polygons(axes: Any, outlines: List[Outline], **style: Any) -> None:
    from matplotlib.collections import PolyCollection

    axes.add_collection(PolyCollection(outlines, **style))


def _draw_road(axes: Any, scene: Scene) -> None:
    _polygons(axes, scene.drivable_area, facecolor=_ROAD, edgecolor="none", zorder=0)
    for _, points in scene.road_borders:
        axes.plot(points[:, 0], points[:, 1], color="black", linewidth=1.0, zorder=1)
    for _, points in scene.lane_boundaries:
        axes.plot(points[:, 0], points[:, 1], color="white", linewidth=0.8, zorder=1)
    if len(scene.reference_path) > 0:
        axes.plot(scene.reference_path[:, 0], scene.reference_path[:, 1], ":", color="grey", linewidth=0.8, zorder=1)


def _draw_obstacles(axes: Any, scene: Scene, time_s: float) -> None:
    placed = scene.obstacles_at(time_s)
    outlines = [outline(obstacle.shape, obstacle.pose) for obstacle in placed]
    _polygons(
        axes,
        outlines,
        facecolor=_OBSTACLE,
        edgecolor="white",
        linewidth=0.5,
        zorder=3,
    )
    named = set()
    for obstacle, points in zip(placed, outlines):
        if obstacle.obstacle_id not in named:
            named.add(obstacle.obstacle_id)
            # In the first shape, which may be anywhere in the obstacle's frame: that of static
            # obstacles is the scene's.
            axes.annotate(obstacle.obstacle_id, points.mean(axis=0), fontsize=7, zorder=5, annotation_clip=True)


def _draw_ego(axes: Any, scene: Scene) -> None:
    state = scene.ego_state
    if state is None:
        return
    pose = (state.x, state.y, float(np.cos(state.yaw_rad)), float(np.sin(state.yaw_rad)))
    _polygons(axes, [outline(shape, pose) for shape in scene.ego], facecolor=_EGO, edgecolor="white", zorder=4)


def _draw_verdicts(axes: Any, verdicts: Verdicts) -> None:
    candidates = verdicts.candidates
    collides, leaves = verdicts.collides, verdicts.leaves_road
    labels = {_COLLIDES: "collides", _LEAVES: "leaves the road", _FREE: "free"}
    # Free ones last, on top of the others; each colour is named once.
    for colour, chosen in ((_COLLIDES, collides), (_LEAVES, leaves & ~collides), (_FREE, ~collides & ~leaves)):
        for number, index in enumerate(np.flatnonzero(chosen)):
            poses = candidates[int(index)].poses
            axes.plot(
                poses[:, 0],
                poses[:, 1],
                color=colour,
                linewidth=0.7,
                zorder=2,
                label=f"{labels[colour]} ({int(chosen.sum())})" if number == 0 else None,
            )
    if len(verdicts) > 0:
        axes.legend(fontsize=8, loc="lower right", ncol=3)


def plot(scene: Scene, verdicts: Optional[Verdicts], time_s: Optional[float], axes: Optional[Any]) -> Any:
    """See Scene.plot."""
    import matplotlib.pyplot as plt

    if axes is None:
        _, axes = plt.subplots(figsize=(9.0, 5.0))
    if time_s is None:
        time_s = 0.0 if scene.ego_state is None else scene.ego_state.time_s
    _draw_road(axes, scene)
    if verdicts is not None:
        _draw_verdicts(axes, verdicts)
    _draw_obstacles(axes, scene, time_s)
    _draw_ego(axes, scene)
    axes.autoscale_view()
    # A road is long and narrow: the axes show what is beside it too.
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel("x (m)")
    axes.set_ylabel("y (m)")
    axes.set_title(f"{scene.id}, {time_s:g} s")
    return axes

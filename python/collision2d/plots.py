"""Scenes, shapes, trajectories, roads and motions drawn by matplotlib, seen from above."""

from __future__ import annotations

from typing import Any, Iterable, List, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from collision2d._core import ConvexPolygon, Motion, PathTimeGraph, Road, Scene, Shapes, Verdicts
from collision2d.geometry import outline, poses, require

_Shapes = Union[ConvexPolygon, Shapes, List[ConvexPolygon]]

_ROAD = "#e8e8e4"
_OBSTACLE = "#5b6b7b"
_EGO = "#1f5fa8"
_FREE = "#2e8b57"
_COLLIDES = "#c0392b"
_LEAVES = "#d68910"


def _axes_of(axes: Optional[Any]) -> Any:
    """The axes, or new ones, with equal scales, in m."""
    if axes is None:
        import matplotlib.pyplot as plt

        _, axes = plt.subplots(figsize=(9.0, 5.0))
    # A road is long and narrow: the axes show what is beside it too.
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel("x (m)")
    axes.set_ylabel("y (m)")
    return axes


def _polygons(axes: Any, outlines: Iterable[npt.NDArray[np.float64]], **style: Any) -> Any:
    from matplotlib.collections import PolyCollection

    axes.add_collection(PolyCollection(list(outlines), **style))
    axes.autoscale_view()
    return axes


def _line(axes: Any, points: npt.NDArray[np.float64], colour: str, **style: Any) -> None:
    axes.plot(points[:, 0], points[:, 1], color=colour, **{"linewidth": 0.8, "zorder": 1, **style})


def plot_shape(
    shapes: _Shapes, pose: Optional[Sequence[float]] = None, axes: Optional[Any] = None, color: Optional[str] = None,
    **style: Any,
) -> Any:
    """Draws shapes at a pose, (x, y, yaw) or (x, y, cos, sin), and returns the axes.

    `style` goes to matplotlib's PolyCollection; without `axes` there are new ones.
    """
    shapes = Shapes(shapes)
    style = {"facecolor": color or _OBSTACLE, "edgecolor": "white", "linewidth": 0.5, "zorder": 3, **style}
    where = (0.0, 0.0, 0.0) if pose is None else pose
    return _polygons(_axes_of(axes), [outline(shape, where) for shape in shapes], **style)


def plot_trajectories(
    trajectories: Any, hit: Optional[Any] = None, axes: Optional[Any] = None, **style: Any
) -> Any:
    """Draws trajectories, (T, S, 3) or (T, S, 4), or one of them, and returns the axes.

    `hit` has a truth value for each, as any_hit returns: those that hit are drawn in another colour, below the others.
    """
    rows = poses(trajectories, "trajectories", 2, 3)
    rows = rows[np.newaxis] if rows.ndim == 2 else rows
    hits = np.zeros(len(rows), bool) if hit is None else np.asarray(hit, bool)
    if hits.shape != (len(rows),):
        raise ValueError(f"hit: its shape is {hits.shape}; {(len(rows),)} is needed")
    axes = _axes_of(axes)
    for index in np.argsort(~hits, kind="stable"):
        _line(axes, rows[index], _COLLIDES if hits[index] else _FREE, **{"zorder": 2, **style})
    return axes


def plot_road(road: Union[Road, Scene], axes: Optional[Any] = None) -> Any:
    """Draws the edge of a road, or the road, the lanes and the reference path of a scene, and returns the axes."""
    require(road, "road", Road, Scene)
    axes = _axes_of(axes)
    if isinstance(road, Road):
        for line in road.__geo_interface__["coordinates"]:
            _line(axes, np.array(line), "black", linewidth=1.0)
        return axes
    _polygons(axes, road.drivable_area, facecolor=_ROAD, edgecolor="none", zorder=0)
    for _, points in road.road_borders:
        _line(axes, points, "black", linewidth=1.0)
    for _, points in road.lane_boundaries:
        _line(axes, points, "white")
    _line(axes, road.reference_path, "grey", linestyle=":")
    return axes


def plot_motion(
    shapes: _Shapes, motion: Motion, axes: Optional[Any] = None, color: Optional[str] = None, instants: int = 9,
) -> Any:
    """Draws a body at some instants of a motion, from its start to its end, and returns the axes."""
    require(motion, "motion", Motion)
    require(instants, "instants", int)
    axes = _axes_of(axes)
    for time_s in np.linspace(motion.start_s, motion.end_s, instants):
        plot_shape(shapes, motion.pose_at(float(time_s)), axes, color or _EGO, alpha=0.35)
    return axes


def _draw_obstacles(axes: Any, scene: Scene, time_s: float) -> None:
    named = set()
    for obstacle in scene.obstacles_at(time_s):
        plot_shape(obstacle.shape, obstacle.pose, axes)
        if obstacle.obstacle_id not in named:
            named.add(obstacle.obstacle_id)
            # In the first shape, which may be anywhere in the obstacle's frame: that of static
            # obstacles is the scene's.
            middle = outline(obstacle.shape, obstacle.pose).mean(axis=0)
            axes.annotate(obstacle.obstacle_id, middle, fontsize=7, zorder=5, annotation_clip=True)


def _draw_verdicts(axes: Any, verdicts: Verdicts) -> None:
    candidates = verdicts.candidates
    collides, leaves = verdicts.collides, verdicts.leaves_road
    labels = {_COLLIDES: "collides", _LEAVES: "leaves the road", _FREE: "free"}
    # Free ones last, on top of the others; each colour is named once.
    for colour, chosen in ((_COLLIDES, collides), (_LEAVES, leaves & ~collides), (_FREE, verdicts.is_free)):
        for number, index in enumerate(np.flatnonzero(chosen)):
            label = f"{labels[colour]} ({int(chosen.sum())})" if number == 0 else None
            _line(axes, candidates[int(index)].poses, colour, linewidth=0.7, zorder=2, label=label)
    if len(verdicts) > 0:
        axes.legend(fontsize=8, loc="lower right", ncol=3)


def plot(scene: Scene, verdicts: Optional[Verdicts], time_s: Optional[float], axes: Optional[Any]) -> Any:
    """See Scene.plot."""
    require(verdicts, "verdicts", Verdicts, type(None))
    state = scene.ego_state
    if time_s is None:
        time_s = 0.0 if state is None else state.time_s
    axes = plot_road(scene, axes)
    if verdicts is not None:
        _draw_verdicts(axes, verdicts)
    _draw_obstacles(axes, scene, time_s)
    if state is not None:
        plot_shape(scene.ego, (state.x, state.y, state.yaw_rad), axes, _EGO, zorder=4)
    axes.set_title(f"{scene.id}, {time_s:g} s")
    return axes


def plot_path_time(graph: PathTimeGraph, axes: Optional[Any] = None) -> Any:
    """Draws the regions of a path-time graph and the candidate's own profile, time to the right; returns the axes."""
    if axes is None:
        import matplotlib.pyplot as plt

        _, axes = plt.subplots(figsize=(7.0, 4.5))
    for bounds, colour in ((graph.outer, "#f3c77a"), (graph.inner, "#e69f00")):
        _polygons(axes, [part[:, ::-1] for region in bounds for part in region], facecolor=colour, edgecolor=colour)
    _line(axes, graph.profile[:, ::-1], _EGO, linewidth=2.0, zorder=3)
    axes.set_xlabel("time (s)")
    axes.set_ylabel("station (m)")
    return axes

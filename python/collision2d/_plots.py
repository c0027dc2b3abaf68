"""Scenes, shapes, trajectories, roads and motions drawn by matplotlib, seen from above."""

from __future__ import annotations

from typing import Any, Iterable, List, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from collision2d._core import ConvexPolygon, Motion, PathTimeGraph, Road, Scene, Shapes, Verdicts
from collision2d._geometry import outline, poses, require

_Shapes = Union[ConvexPolygon, Shapes, List[ConvexPolygon]]

_ROAD = "#e8e8e4"
_OBSTACLE = "#5b6b7b"
_EGO = "#1f5fa8"
_FREE = "#2e8b57"
_COLLIDES = "#c0392b"
_LEAVES = "#d68910"


def _axes_of(ax: Optional[Any]) -> Any:
    """The axes, or new ones, with equal scales, in m."""
    if ax is None:
        import matplotlib.pyplot as plt

        _, ax = plt.subplots(figsize=(9.0, 5.0))
    # A road is long and narrow: the axes show what is beside it too.
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel("x (m)")
    ax.set_ylabel("y (m)")
    return ax


def _polygons(ax: Any, outlines: Iterable[npt.NDArray[np.float64]], **style: Any) -> Any:
    from matplotlib.collections import PolyCollection

    ax.add_collection(PolyCollection(list(outlines), **style))
    ax.autoscale_view()
    return ax


def _line(ax: Any, points: npt.NDArray[np.float64], colour: str, **style: Any) -> None:
    ax.plot(points[:, 0], points[:, 1], color=colour, **{"linewidth": 0.8, "zorder": 1, **style})


def plot_shape(
    shapes: _Shapes, pose: Optional[Sequence[float]] = None, *, ax: Optional[Any] = None, color: Optional[str] = None,
    **style: Any,
) -> Any:
    """Draws shapes at a pose, (x, y, yaw) or (x, y, cos, sin), and returns the axes.

    `style` goes to matplotlib's PolyCollection; without `ax` there are new axes.
    """
    shapes = Shapes(shapes)
    style = {"facecolor": color or _OBSTACLE, "edgecolor": "white", "linewidth": 0.5, "zorder": 3, **style}
    where = (0.0, 0.0, 0.0) if pose is None else pose
    return _polygons(_axes_of(ax), [outline(shape, where) for shape in shapes], **style)


def plot_trajectories(
    trajectories: Any, *, hit: Optional[Any] = None, ax: Optional[Any] = None, **style: Any
) -> Any:
    """Draws trajectories, (T, S, 3) or (T, S, 4), or one of them, and returns the axes.

    `hit` has a truth value for each, as any_hit returns: those that hit are drawn in another colour, below the others.
    """
    rows = poses(trajectories, "trajectories", 2, 3)
    rows = rows[np.newaxis] if rows.ndim == 2 else rows
    hits = np.zeros(len(rows), bool) if hit is None else np.asarray(hit, bool)
    if hits.shape != (len(rows),):
        raise ValueError(f"hit: its shape is {hits.shape}; {(len(rows),)} is needed")
    ax = _axes_of(ax)
    for index in np.argsort(~hits, kind="stable"):
        _line(ax, rows[index], _COLLIDES if hits[index] else _FREE, **{"zorder": 2, **style})
    return ax


def plot_road(road: Union[Road, Scene], *, ax: Optional[Any] = None) -> Any:
    """Draws the edge of a road, or the road, the lanes and the reference path of a scene, and returns the axes."""
    require(road, "road", Road, Scene)
    ax = _axes_of(ax)
    if isinstance(road, Road):
        for line in road.__geo_interface__["coordinates"]:
            _line(ax, np.array(line), "black", linewidth=1.0)
        return ax
    _polygons(ax, road.drivable_area, facecolor=_ROAD, edgecolor="none", zorder=0)
    for _, points in road.road_borders:
        _line(ax, points, "black", linewidth=1.0)
    for _, points in road.lane_boundaries:
        _line(ax, points, "white")
    _line(ax, road.reference_path, "grey", linestyle=":")
    return ax


def plot_motion(
    shapes: _Shapes, motion: Motion, *, ax: Optional[Any] = None, color: Optional[str] = None, instants: int = 9,
) -> Any:
    """Draws a body at some instants of a motion, from its start to its end, and returns the axes."""
    require(motion, "motion", Motion)
    require(instants, "instants", int)
    ax = _axes_of(ax)
    for time_s in np.linspace(motion.start_s, motion.end_s, instants):
        plot_shape(shapes, motion.pose_at(float(time_s)), ax=ax, color=color or _EGO, alpha=0.35)
    return ax


def _draw_obstacles(ax: Any, scene: Scene, time_s: float) -> None:
    named = set()
    for obstacle in scene.obstacles_at(time_s):
        plot_shape(obstacle.shape, obstacle.pose, ax=ax)
        if obstacle.obstacle_id not in named:
            named.add(obstacle.obstacle_id)
            # In the first shape, which may be anywhere in the obstacle's frame: that of static
            # obstacles is the scene's.
            middle = outline(obstacle.shape, obstacle.pose).mean(axis=0)
            ax.annotate(obstacle.obstacle_id, middle, fontsize=7, zorder=5, annotation_clip=True)


def _draw_verdicts(ax: Any, verdicts: Verdicts) -> None:
    candidates = verdicts.candidates
    collides, leaves = verdicts.collides, verdicts.leaves_road
    labels = {_COLLIDES: "collides", _LEAVES: "leaves the road", _FREE: "free"}
    # Free ones last, on top of the others; each colour is named once.
    for colour, chosen in ((_COLLIDES, collides), (_LEAVES, leaves & ~collides), (_FREE, verdicts.is_free)):
        for number, index in enumerate(np.flatnonzero(chosen)):
            label = f"{labels[colour]} ({int(chosen.sum())})" if number == 0 else None
            _line(ax, candidates[int(index)].poses, colour, linewidth=0.7, zorder=2, label=label)
    if len(verdicts) > 0:
        ax.legend(fontsize=8, loc="lower right", ncol=3)


def plot(scene: Scene, *, verdicts: Optional[Verdicts], time_s: Optional[float], ax: Optional[Any]) -> Any:
    """See Scene.plot."""
    require(verdicts, "verdicts", Verdicts, type(None))
    state = scene.ego_state
    if time_s is None:
        time_s = 0.0 if state is None else state.time_s
    ax = plot_road(scene, ax=ax)
    if verdicts is not None:
        _draw_verdicts(ax, verdicts)
    _draw_obstacles(ax, scene, time_s)
    if state is not None:
        plot_shape(scene.ego, (state.x, state.y, state.yaw_rad), ax=ax, color=_EGO, zorder=4)
    ax.set_title(f"{scene.id}, {time_s:g} s")
    return ax


def plot_path_time(graph: PathTimeGraph, *, ax: Optional[Any]) -> Any:
    """Draws the regions of a path-time graph and the candidate's own profile, time to the right; returns the axes."""
    if ax is None:
        import matplotlib.pyplot as plt

        _, ax = plt.subplots(figsize=(7.0, 4.5))
    for bounds, colour in ((graph.outer, "#f3c77a"), (graph.inner, "#e69f00")):
        _polygons(ax, [part[:, ::-1] for region in bounds for part in region], facecolor=colour, edgecolor=colour)
    _line(ax, graph.profile[:, ::-1], _EGO, linewidth=2.0, zorder=3)
    ax.set_xlabel("time (s)")
    ax.set_ylabel("station (m)")
    return ax

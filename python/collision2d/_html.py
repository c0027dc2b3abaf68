"""What notebooks show of shapes, scenes and verdicts instead of their text."""

from __future__ import annotations

import html
from typing import Iterable, Tuple

import numpy as np
import numpy.typing as npt

from collision2d._core import ConvexPolygon, Scene, Verdicts
from collision2d._geometry import outline

_EGO, _OBSTACLE, _ROAD = "#1f5fa8", "#5b6b7b", "#e8e8e4"
_MOST_ROWS = 20
_COLUMNS = ("first_collision_s", "first_collision_obstacle", "minimum_clearance_m", "road_clearance_m")


def _svg(outlines: Iterable[Tuple[npt.NDArray[np.float64], str]]) -> str:
    """A picture of outlines, each in a colour, seen from above; its scale is in the corner."""
    drawn = list(outlines)
    points = np.vstack([np.zeros((0, 2)), *(rows for rows, _ in drawn)])
    low, high = (points.min(axis=0), points.max(axis=0)) if len(points) else (np.zeros(2), np.ones(2))
    margin = max(0.05 * float((high - low).max()), 1e-9)
    (left, bottom), (width, height) = low - margin, high - low + 2.0 * margin
    polygons = "".join(
        f'<polygon points="{" ".join(f"{x - left:.7g},{bottom + height - y:.7g}" for x, y in rows)}" fill="{colour}" stroke="{colour}" '
        'fill-opacity="0.7" stroke-width="1" vector-effect="non-scaling-stroke"/>' for rows, colour in drawn
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="480" height="{np.clip(480 * height / width, 60, 480):.0f}" '
        f'viewBox="0 0 {width:.7g} {height:.7g}"><title>{width - 2 * margin:.4g} x {height - 2 * margin:.4g} m</title>{polygons}</svg>'
    )


def svg_of_shapes(shapes: Iterable[ConvexPolygon]) -> str:
    """_repr_svg_ of Shapes and of a ConvexPolygon."""
    return _svg((outline(shape), _EGO) for shape in shapes)


def of_scene(scene: Scene) -> str:
    """Scene._repr_html_: road, obstacles and ego vehicle at the beginning of the cycle."""
    state = scene.ego_state
    drawn = [(cell, _ROAD) for cell in scene.drivable_area]
    drawn += [(outline(placed.shape, placed.pose), _OBSTACLE) for placed in scene.obstacles_at(state.time_s if state else 0.0)]
    if state is not None:
        drawn += [(outline(shape, (state.x, state.y, state.yaw_rad)), _EGO) for shape in scene.ego]
    return f"{_svg(drawn)}<p>{html.escape(repr(scene))}</p>"


def of_verdicts(verdicts: Verdicts) -> str:
    """Verdicts._repr_html_: the counts, and a row for each of the first candidates."""
    records = verdicts.to_records()
    cells = [["candidate", "verdict", *_COLUMNS]]
    for row in records[:_MOST_ROWS]:
        verdict = "free" if row["is_free"] else "collides" if row["collides"] else "leaves the road"
        values = (row[name] for name in _COLUMNS)
        cells.append([row["candidate_id"], verdict, *("" if value != value else value if isinstance(value, str) else f"{value:.3f}" for value in values)])
    rows = "".join("<tr>" + "".join(f"<td>{html.escape(str(text))}</td>" for text in line) + "</tr>" for line in cells)
    more = f"<p>{len(records) - _MOST_ROWS} more: to_dataframe()</p>" if len(records) > _MOST_ROWS else ""
    return f"<p>{html.escape(repr(verdicts))}</p><table>{rows}</table>{more}"

"""The road of a CommonRoad scenario, and what is not road, as collision objects."""

from __future__ import annotations

import math
from typing import Any, Iterator

import numpy as np

from collision2d._core import ConvexPolygon, Road, Shapes
from collision2d.commonroad.pycrcc import Circle, Polygon, RectOBB, ShapeGroup, Triangle
from collision2d._geometry import from_shapely

_METHODS = ("obb_rectangles", "obb_triangles", "triangulation", "aligned_triangulation", "aligned_triangles")


def create_road_boundary_obstacle(
    scenario: Any, method: str = "obb_rectangles", return_scenario_obstacle: bool = True, *, width: float = 1e-5,
    open_lane_ends: bool = True, boundary_margin: float = 20.0, road_gap_m: float = 0.1, **_: Any,
) -> Any:
    """What is not road, as a ShapeGroup, and before it a StaticObstacle, which needs commonroad-io.

    Parameters
    ----------
    method : obb_rectangles, obb_triangles: thin rectangles (or two triangles for each) along the edge of the road, as
        wide as width (m), without those across the ends of lanes if open_lane_ends. Others: triangles that fill a
        box around the road, larger by boundary_margin (m); they need Shapely.
    road_gap_m : gaps between lanelets that are narrower are road.
    """
    if method not in _METHODS:
        raise KeyError(method)
    road = Road.from_cells([cell for lanelet in scenario.lanelet_network.lanelets for cell in _cells(lanelet)], road_gap_m=road_gap_m)
    group = ShapeGroup()
    if method.startswith("obb"):
        for box in _edge(road, scenario.lanelet_network.lanelets, width, open_lane_ends):
            corners = box.corners()
            halves = [_triangle(*corners[:3]), _triangle(corners[0], *corners[2:])]
            for shape in (halves if method == "obb_triangles" else [box]):  # type: ignore[list-item]
                group.add_shape(shape)
    else:
        for cell in _beyond(road, boundary_margin):
            vertices = cell.vertices
            for second, third in zip(vertices[1:], vertices[2:]):
                group.add_shape(_triangle(vertices[0], second, third))
    return (_static_obstacle(scenario, group), group) if return_scenario_obstacle else group


def create_road_polygons(scenario: Any, method: str = "lane_polygons", *, buffer: bool = False, buf_width: float = 5e-5, **_: Any) -> ShapeGroup:
    """The polygons of the lanelets. All methods have the same union; with buffer, gaps of up to 2 buf_width are inside."""
    group = ShapeGroup()
    for lanelet in scenario.lanelet_network.lanelets:
        triangles = [_triangle(vertices[0], *pair) for vertices in (cell.vertices for cell in _cells(lanelet))
                     for pair in zip(vertices[1:], vertices[2:])]
        group.add_shape(Polygon([*np.asarray(lanelet.right_vertices), *np.asarray(lanelet.left_vertices)[::-1]], [], triangles))
    group.gap_m = 2.0 * buf_width if buffer else 0.0
    return group


def _triangle(*corners: Any) -> Triangle:
    return Triangle(*map(float, np.ravel(corners)))


def _cells(lanelet: Any) -> Iterator[ConvexPolygon]:
    """A lanelet's area: between each two points of its borders. Where these cross, the hull."""
    left, right = np.asarray(lanelet.left_vertices, float)[:, :2], np.asarray(lanelet.right_vertices, float)[:, :2]
    for at in range(len(left) - 1):
        corners = [right[at], right[at + 1], left[at + 1], left[at]]
        try:
            yield from Shapes.decomposed(corners)
        except ValueError:
            hull = ConvexPolygon.hull(corners)
            if len(hull.vertices) > 2:
                yield hull


def _edge(road: Road, lanelets: Any, width: float, open_lane_ends: bool) -> Iterator[RectOBB]:
    """A rectangle along each piece of the edge."""
    ends = [0.5 * (np.asarray(lanelet.right_vertices)[at] + np.asarray(lanelet.left_vertices)[at])[:2]
            for lanelet in lanelets for at, others in ((-1, lanelet.successor), (0, lanelet.predecessor)) if not others]
    for x, y, next_x, next_y in road.pieces:
        box = RectOBB(0.5 * math.hypot(next_x - x, next_y - y), 0.5 * width, math.atan2(next_y - y, next_x - x), 0.5 * (x + next_x), 0.5 * (y + next_y))
        if not open_lane_ends or not any(box.collide(Circle(1e-4, *end)) for end in ends):
            yield box


def _beyond(road: Road, margin: float) -> Iterator[ConvexPolygon]:
    """A box around the road without the road."""
    from shapely.geometry import Polygon as Area, box
    from shapely.ops import unary_union

    rings = [line for line in road.__geo_interface__["coordinates"] if len(line) > 3]
    if not rings:
        return
    area = {True: [], False: []}  # type: ignore[var-annotated]
    for ring in rings:
        x, y = np.array(ring).T
        area[bool(np.dot(x[:-1], y[1:]) > np.dot(x[1:], y[:-1]))].append(Area(ring))
    low, high = road.pieces[:, :2].min(axis=0) - margin, road.pieces[:, :2].max(axis=0) + margin
    outside = box(*low, *high).difference(unary_union(area[True]))
    for part in [outside, *area[False]]:
        yield from from_shapely(part)


def _static_obstacle(scenario: Any, group: ShapeGroup) -> Any:
    from commonroad.geometry.shape import Polygon as AreaShape, ShapeGroup as AreaGroup  # type: ignore[import]
    from commonroad.scenario.obstacle import ObstacleType, StaticObstacle  # type: ignore[import]
    from commonroad.scenario.state import InitialState  # type: ignore[import]

    shapes = [AreaShape(np.array(shape.corners() if isinstance(shape, RectOBB) else shape.vertices())) for shape in group.unpack()]  # type: ignore[attr-defined]
    state = InitialState(
        position=np.zeros(2), orientation=0.0, time_step=0, velocity=0.0, acceleration=0.0, yaw_rate=0.0, slip_angle=0.0)
    return StaticObstacle(scenario.generate_object_id(), ObstacleType.ROAD_BOUNDARY, AreaGroup(shapes), state)

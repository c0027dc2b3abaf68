"""Shapes to and from Shapely and GeoJSON (__geo_interface__)."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from collision2d._core import ConvexPolygon, Road, Shapes

Outline = npt.NDArray[np.float64]
_Geometry = Dict[str, Any]


def require(value: Any, name: str, *kinds: type) -> None:
    """Raises a TypeError that names the argument unless it is of one of the kinds."""
    if not isinstance(value, kinds):
        raise TypeError(f"{name}: {' or '.join(kind.__name__ for kind in kinds)} is needed, not {type(value).__name__}")


def poses(value: Any, name: str, *axes: int) -> Outline:
    """The argument as float64 poses of 3 or 4 columns, with one of these numbers of axes."""
    try:
        array = np.asarray(value, np.float64)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name}: poses are needed, not {type(value).__name__}") from error
    if array.ndim not in axes or array.shape[-1] not in (3, 4):
        raise ValueError(f"{name}: its shape is {array.shape}; the last axis is to have 3 or 4 elements")
    return array


def outline(shape: ConvexPolygon, pose: Sequence[float] = (0.0, 0.0, 0.0)) -> Outline:
    """The boundary of a shape at a pose (x, y, yaw) or (x, y, cos, sin): float64 (N, 2), m; arcs by chords of 10 degrees."""
    require(shape, "shape", ConvexPolygon)
    rows = poses(pose, "pose", 1)
    cos, sin = rows[2:] if len(rows) == 4 else np.array([np.cos(rows[2]), np.sin(rows[2])])
    vertices = shape.vertices @ np.array([[cos, sin], [-sin, cos]]) + rows[:2]
    if shape.radius_m == 0.0:
        return np.asarray(vertices)
    # The boundary is the convex hull of points on circles around the vertices.
    angles = np.radians(np.arange(0.0, 360.0, 10.0))
    circle = shape.radius_m * np.column_stack([np.cos(angles), np.sin(angles)])
    return np.asarray(ConvexPolygon.hull((vertices[:, np.newaxis, :] + circle).reshape(-1, 2)).vertices)


def from_shapely(geometry: Any, *, radius_m: float = 0.0) -> Shapes:
    """Shapes whose union is a geometry of Shapely, or of anything with __geo_interface__, or a list of these, grown by radius_m (m).

    Polygons may be clockwise, not convex, and have holes; their convex parts use their vertices alone. A line becomes
    capsules, a point a disc. Geometries of many parts, features and their collections become the shapes of all parts;
    z is dropped.

    Raises
    ------
    ValueError
        names the vertex: a polygon that crosses itself, numbers that are not finite.
    TypeError
        no geometry.
    """
    if isinstance(geometry, (list, tuple)):
        return Shapes([shape for i, item in enumerate(geometry) for shape in shapes_of(item, f"geometry[{i}]", radius_m)])
    if not hasattr(geometry, "__geo_interface__"):
        raise TypeError(f"geometry: {type(geometry).__name__} has no __geo_interface__")
    return Shapes([shape for part in _parts(geometry.__geo_interface__) for shape in _shapes_of(part, radius_m)])


def shapes_of(geometry: Any, place: str, radius_m: float = 0.0) -> Shapes:
    """The Shapes of a geometry in an argument, whose errors name the place."""
    try:
        return from_shapely(geometry, radius_m=radius_m)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{place}: {error}") from None


def _parts(geometry: _Geometry) -> Iterator[_Geometry]:
    """The points, lines and polygons of a geometry; empty ones are left out."""
    kind = geometry["type"]
    if kind == "Feature":
        yield from _parts(geometry["geometry"])
    elif kind in ("GeometryCollection", "FeatureCollection"):
        for part in geometry["geometries" if kind == "GeometryCollection" else "features"]:
            yield from _parts(part)
    elif kind.startswith("Multi"):
        for part in geometry["coordinates"]:
            yield {"type": kind[len("Multi"):], "coordinates": part}
    elif len(geometry["coordinates"]) > 0:
        yield {"type": "LineString" if kind == "LinearRing" else kind, "coordinates": geometry["coordinates"]}


def _shapes_of(part: _Geometry, radius_m: float) -> Iterator[ConvexPolygon]:
    kind, rings = part["type"], part["coordinates"]
    if kind == "Point":
        yield ConvexPolygon.disc(radius_m, rings[:2])
    elif kind == "LineString":
        for start, end in zip(rings, rings[1:]):
            yield ConvexPolygon.from_ring([start[:2], end[:2]], radius_m=radius_m)
    elif kind != "Polygon":
        raise TypeError(f"geometry: {kind} is unknown")
    else:
        outer, *holes = [[point[:2] for point in ring] for ring in rings]
        for shape in Shapes.decomposed(outer, holes):
            yield ConvexPolygon(shape.vertices, radius_m=radius_m) if radius_m else shape


def shape(polygon: ConvexPolygon) -> _Geometry:
    """See ConvexPolygon.__geo_interface__."""
    points = [(float(x), float(y)) for x, y in outline(polygon)]
    if len(points) < 3:
        return {"type": "Point", "coordinates": points[0]} if len(points) == 1 else {"type": "LineString", "coordinates": tuple(points)}
    return {"type": "Polygon", "coordinates": ((*points, points[0]),)}


def road(edge: Road) -> _Geometry:
    """See Road.__geo_interface__."""
    lines: List[List[Tuple[float, float]]] = []
    for piece in edge.pieces:
        x, y, next_x, next_y = map(float, piece)
        if not lines or lines[-1][-1] != (x, y):
            lines.append([(x, y)])
        lines[-1].append((next_x, next_y))
    return {"type": "MultiLineString", "coordinates": tuple(map(tuple, lines))}

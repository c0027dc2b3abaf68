"""The shapes and moving objects of CommonRoad's checker: what collides, and where."""

from __future__ import annotations

import functools
import math
import sys
from array import array
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from collision2d._core import ConvexPolygon, Road, Shapes
from collision2d.commonroad.worlds import World

Floats = npt.NDArray[np.float64]
_Points = Union[Floats, Sequence[Sequence[float]]]


class Leaf(NamedTuple):
    """A convex shape in its own frame, and its pose (x, y, cos, sin)."""
    shape: ConvexPolygon
    pose: Tuple[float, float, float, float]


class Options:
    """What may be chosen for all objects that are made from then on."""

    # A triangle that is not higher than this over its longest edge, m, collides with nothing. 0
    # keeps all, also those without area, which are segments. CommonRoad's checker drops triangles
    # that rounding makes flat: 1e-9.
    min_triangle_height_m = 0.0


def _finite(**values: float) -> Tuple[float, ...]:
    """The numbers as floats; a ValueError names one that is not finite, or a size below 0."""
    for name, value in values.items():
        if not math.isfinite(value) or (name in ("r", "r_x", "r_y") and value < 0.0):
            raise ValueError(f"{name}: {value} is not {'a size' if math.isfinite(value) else 'finite'}")
    return tuple(map(float, values.values()))


@functools.lru_cache(maxsize=4096)
def _rectangle(r_x: float, r_y: float) -> ConvexPolygon:
    """Around the origin; without extent in a direction it is a segment or a point."""
    return ConvexPolygon.hull([[-r_x, -r_y], [r_x, -r_y], [r_x, r_y], [-r_x, r_y]])


@functools.lru_cache(maxsize=4096)
def _disc(r: float) -> ConvexPolygon:
    return ConvexPolygon.disc(r)


class CollisionObject:
    """Anything that collides."""

    def leaves(self) -> Sequence[Leaf]:
        """The convex shapes of an object that does not move."""
        raise NotImplementedError

    def cells(self) -> Iterator[ConvexPolygon]:
        """Its area, as convex polygons in the world."""
        for leaf in self.leaves():
            shape = leaf.shape if leaf.pose == (0.0, 0.0, 1.0, 0.0) else leaf.shape.posed(leaf.pose)
            if len(shape.vertices) > 2:
                yield shape

    def collide(self, other: CollisionObject) -> bool:
        """Whether they share a point: at some common step, if both move. Exact for all but circles."""
        return other.world.collides(self)

    def moves(self) -> bool:
        """Whether it is a TimeVariantCollisionObject."""
        return False

    def growth(self) -> int:
        """Rises whenever something is added, which is the only change there is."""
        return 0

    @property
    def world(self) -> World:
        """The object alone, to be asked about."""
        self._world = World.current([self], self.__dict__.get("_world"))
        return self._world

    def __getstate__(self) -> Dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_world", "_road")}


class Shape(CollisionObject):
    """One that does not move and never changes."""

    def __init__(self, leaves: List[Leaf]) -> None:
        self._leaves = leaves

    def leaves(self) -> List[Leaf]:
        return self._leaves

    def __getstate__(self) -> Dict[str, Any]:
        # Shapes of the library do not pickle: an object is made again of what it was made of.
        return {name: value for name, value in super().__getstate__().items() if name != "_leaves"}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._leaves = self._made()

    def _made(self) -> List[Leaf]:
        raise NotImplementedError


class _Centered(Shape):
    """One around a point (x, y), m."""

    def __init__(self, x: float, y: float) -> None:
        self._x, self._y = x, y
        super().__init__(self._made())

    def center(self) -> Floats:
        return np.array([self._x, self._y])


class RectOBB(_Centered):
    """A rectangle with half lengths r_x, r_y around (x, y), turned by an orientation; m, rad."""

    def __init__(self, r_x: float, r_y: float, orientation: float, x: float, y: float) -> None:
        self._r_x, self._r_y, self._orientation, x, y = _finite(r_x=r_x, r_y=r_y, orientation=orientation, x=x, y=y)
        super().__init__(x, y)

    def _made(self) -> List[Leaf]:
        pose = (self._x, self._y, math.cos(self._orientation), math.sin(self._orientation))
        return [Leaf(_rectangle(self._r_x, self._r_y), pose)]

    def r_x(self) -> float:
        return self._r_x

    def r_y(self) -> float:
        return self._r_y

    def orientation(self) -> float:
        return self._orientation

    def local_x_axis(self) -> Floats:
        return np.array(self._leaves[0].pose[2:])

    def local_y_axis(self) -> Floats:
        cos, sin = self._leaves[0].pose[2:]
        return np.array([-sin, cos])

    def corners(self) -> Floats:
        """float64 (4, 2), m, counter-clockwise."""
        signs = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
        return np.asarray(self.center() + signs * [self._r_x, self._r_y] @ np.array([self.local_x_axis(), self.local_y_axis()]))

    def merge(self, other: RectOBB) -> RectOBB:
        """A rectangle around both, in the direction half-way between theirs."""
        turn = 0.5 * math.remainder(other._orientation - self._orientation, math.pi)
        orientation = self._orientation + turn
        cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
        axis_x, axis_y = math.cos(orientation), math.sin(orientation)
        spans: Tuple[List[float], List[float]] = ([], [])
        for box in (self, other):
            along, across = axis_x * box._x + axis_y * box._y, axis_x * box._y - axis_y * box._x
            spans[0].extend((along - box._r_x * cos - box._r_y * sin, along + box._r_x * cos + box._r_y * sin))
            spans[1].extend((across - box._r_x * sin - box._r_y * cos, across + box._r_x * sin + box._r_y * cos))
        (left, right), (low, high) = ((min(span), max(span)) for span in spans)
        along, across = 0.5 * (left + right), 0.5 * (low + high)
        # What rounding may have cut off.
        more = 16.0 * sys.float_info.epsilon * max(abs(left), abs(right), abs(low), abs(high))
        x, y = axis_x * along - axis_y * across, axis_y * along + axis_x * across
        return RectOBB(0.5 * (right - left) + more, 0.5 * (high - low) + more, orientation, x, y)


class RectAABB(_Centered):
    """A rectangle along the axes with half lengths r_x, r_y around (x, y); m."""

    def __init__(self, r_x: float, r_y: float, x: float, y: float) -> None:
        self._r_x, self._r_y, x, y = _finite(r_x=r_x, r_y=r_y, x=x, y=y)
        super().__init__(x, y)

    def _made(self) -> List[Leaf]:
        return [Leaf(_rectangle(self._r_x, self._r_y), (self._x, self._y, 1.0, 0.0))]

    def r_x(self) -> float:
        return self._r_x

    def r_y(self) -> float:
        return self._r_y

    def min_x(self) -> float:
        return self._x - self._r_x

    def min_y(self) -> float:
        return self._y - self._r_y

    def max_x(self) -> float:
        return self._x + self._r_x

    def max_y(self) -> float:
        return self._y + self._r_y


class _Round(_Centered):
    """A disc of radius r, m."""

    def __init__(self, r: float, x: float, y: float) -> None:
        self._r, x, y = _finite(r=r, x=x, y=y)
        super().__init__(x, y)

    def _made(self) -> List[Leaf]:
        return [Leaf(_disc(self._r), (self._x, self._y, 1.0, 0.0))]

    def x(self) -> float:
        return self._x

    def y(self) -> float:
        return self._y


class Circle(_Round):
    """A disc of radius r around (x, y); m."""

    def r(self) -> float:
        return self._r


class Point(_Round):
    """A point; m."""

    def __init__(self, x: float, y: float) -> None:
        super().__init__(0.0, x, y)


class Triangle(Shape):
    """A triangle, its vertices in any order; without area a segment or a point."""

    def __init__(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> None:
        values = _finite(x1=x1, y1=y1, x2=x2, y2=y2, x3=x3, y3=y3)
        self._vertices = [list(values[0:2]), list(values[2:4]), list(values[4:6])]
        self._min_height_m = Options.min_triangle_height_m
        super().__init__(self._made())

    def _made(self) -> List[Leaf]:
        a, b, c = np.array(self._vertices)
        area = abs((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0])
        longest = max(math.dist(a, b), math.dist(b, c), math.dist(c, a))
        if self._min_height_m > 0.0 and area <= self._min_height_m * longest:
            return []
        return [Leaf(ConvexPolygon.hull(self._vertices), (0.0, 0.0, 1.0, 0.0))]

    def vertices(self) -> List[List[float]]:
        return [list(vertex) for vertex in self._vertices]


class Polygon(Shape):
    """A polygon with holes. Its triangles collide; without any, it is divided into convex parts of its own vertices."""

    def __init__(self, vertices: _Points, holes: Sequence[_Points] = (), triangles: Sequence[Triangle] = ()) -> None:
        self._vertices = [[float(x), float(y)] for x, y in vertices]
        self._holes = [[[float(x), float(y)] for x, y in hole] for hole in holes]
        self._triangles = list(triangles)
        super().__init__(self._made())

    def _made(self) -> List[Leaf]:
        if self._triangles:
            return [leaf for triangle in self._triangles for leaf in triangle.leaves()]
        return [Leaf(cell, (0.0, 0.0, 1.0, 0.0)) for cell in self.cells()]

    def cells(self) -> Iterator[ConvexPolygon]:
        return iter(Shapes.decomposed(self._vertices, self._holes))

    def triangle_mesh(self) -> List[Triangle]:
        return list(self._triangles)

    def vertices(self) -> List[List[float]]:
        return [list(vertex) for vertex in self._vertices]

    def hole_vertices(self) -> List[List[List[float]]]:
        return [[list(vertex) for vertex in hole] for hole in self._holes]


class ShapeGroup(CollisionObject):
    """Shapes that do not move."""

    def __init__(self) -> None:
        self._shapes: List[CollisionObject] = []
        # Gaps between polygons that are narrower count as inside their union, m.
        self.gap_m = 0.0

    def add_shape(self, shape: CollisionObject) -> None:
        if not isinstance(shape, Shape):
            raise TypeError(f"shape: a shape is needed, not {type(shape).__name__}")
        self._shapes.append(shape)

    def unpack(self) -> List[CollisionObject]:
        return list(self._shapes)

    def size(self) -> int:
        return len(self._shapes)

    def growth(self) -> int:
        return len(self._shapes)

    def leaves(self) -> List[Leaf]:
        return [leaf for shape in self._shapes for leaf in shape.leaves()]

    def cells(self) -> Iterator[ConvexPolygon]:
        return (cell for shape in self._shapes for cell in shape.cells())

    @property
    def road(self) -> Road:
        """The union of its polygons; without any, nothing is inside."""
        made_of = (len(self._shapes), self.gap_m)
        known: Tuple[Any, Optional[Road]] = self.__dict__.get("_road", (None, None))
        if known[1] is not None and known[0] == made_of:
            return known[1]
        self._road = (made_of, Road.from_cells(list(self.cells()), road_gap_m=self.gap_m))
        return self._road[1]

    def overlap_map(self, other: ShapeGroup) -> Dict[int, List[int]]:
        """For the index of each of its shapes, those of the shapes of the other group that it overlaps."""
        world = World(other.unpack())
        return {index: world.colliding(shape) for index, shape in enumerate(self._shapes)}


class TimeVariantCollisionObject(CollisionObject):
    """An object with a shape for each step from time_start_idx on; before and after them it is not there."""

    def __init__(self, time_start_idx: int) -> None:
        self.start = int(time_start_idx)
        self._shapes: List[CollisionObject] = []
        # If all steps have the same convex shape: that, and the poses of all steps one after the
        # other.
        self.body: Optional[ConvexPolygon] = None
        self.rows = array("d")

    def append_obstacle(self, shape: CollisionObject) -> None:
        if not isinstance(shape, (Shape, ShapeGroup)):
            raise TypeError(f"shape: a shape or a ShapeGroup is needed, not {type(shape).__name__}")
        leaves = shape.leaves() if isinstance(shape, Shape) else []
        if len(leaves) == 1 and (not self._shapes or leaves[0].shape is self.body):
            self.body = leaves[0].shape
            self.rows.extend(leaves[0].pose)
        else:
            self.body = None
        self._shapes.append(shape)

    def moves(self) -> bool:
        return True

    def growth(self) -> int:
        # What has a body contains no groups, which may grow too.
        return len(self._shapes) + (0 if self.body else sum(shape.growth() for shape in self._shapes))

    def time_start_idx(self) -> int:
        return self.start

    def time_end_idx(self) -> int:
        return self.start + len(self._shapes) - 1

    def obstacle_at_time(self, time: int) -> Optional[CollisionObject]:
        return self._shapes[time - self.start] if self.start <= time <= self.time_end_idx() else None

    def leaves_at(self, time: int) -> Sequence[Leaf]:
        """The convex shapes at a step."""
        shape = self.obstacle_at_time(time)
        return shape.leaves() if shape is not None else []

    def __getstate__(self) -> Dict[str, Any]:
        return {"start": self.start, "_shapes": self._shapes}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__init__(state["start"])  # type: ignore[misc]
        for shape in state["_shapes"]:
            self.append_obstacle(shape)

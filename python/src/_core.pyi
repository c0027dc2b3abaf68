"""Signatures and docstrings of the extension: it is compiled with these, and its stub is made of them.

python/signatures.py expands what a stub would repeat; headings, properties, question, pair_query, writes_out and packable
are described there.
"""

import os
from typing import Any, Dict, Iterable, Iterator, List, Literal, Optional, Protocol, Sequence, Tuple, Union, final, overload

import numpy as np
import numpy.typing as npt

from collision2d._pages import ReplayPage
from collision2d._results import ImpactResult, MotionDistance, Point, Separation, SeparationGradient
from collision2d._scenes import Candidate, EgoState, Goal, Margin, Obstacle, PlacedObstacle, Prediction
from collision2d._verdicts import Verdict

__version__: str

_Bools = npt.NDArray[np.bool_]
_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]
_Words = npt.NDArray[np.uint64]
_Records = npt.NDArray[np.void]
_RecordType = np.dtype[np.void]

# What NumPy makes an array of, as a frame of pandas.
class _ArrayLike(Protocol):
    def __array__(self) -> npt.NDArray[Any]: ...

# float64 and int32 in C order are read in place; all else is converted.
_Numbers = Union[_ArrayLike, Sequence[float]]
_Rows = Union[_ArrayLike, Sequence[Sequence[float]]]
_Planes = Union[_ArrayLike, Sequence[Sequence[Sequence[float]]]]
_Indices = Union[_ArrayLike, Sequence[int]]
_Flags = Union[_ArrayLike, Sequence[bool]]
_FlagRows = Union[_ArrayLike, Sequence[Sequence[bool]]]
_Cells = Union[_ArrayLike, Sequence[Sequence[int]]]
_Limits = Union[float, _Numbers, None]
# In a list, vertices too, of convex polygons in either direction.
_Shapes = Union[ConvexPolygon, Shapes, Sequence[Union[ConvexPolygon, _Rows]]]
_Layer = Union[PolygonBatch, MovingObstacles, StaticMap, OccupancyGrid, PointSet]
_Obstacles = Union[_Layer, Tuple[_Layer, ...]]
# Poses or trajectories.
_Where = Union[_Rows, _Planes]
# Of Shapely, GeoPandas, GeoJSON.
class _Geometry(Protocol):
    @property
    def __geo_interface__(self) -> Any: ...

_Outlines = Union[_Shapes, _Geometry, Sequence[Union[ConvexPolygon, _Rows, _Geometry]]]
_Bodies = Union[_Shapes, Sequence[Union[_Shapes, _Rows, _Geometry]]]
_Path = Union[str, os.PathLike[str]]
_Motions = Union[Candidates, Tuple[Union[_Numbers, _Rows], _Planes], None]
_Pose = Optional[Sequence[float]]
_Margin = Union[Margin, _Numbers, None]
_Metrics = Union[Literal["all"], Iterable[str]]
_Beyond = Literal["absent", "hold"]

HIT_DTYPE: _RecordType
SWEPT_HIT_DTYPE: _RecordType
NEAREST_DTYPE: _RecordType
SWEPT_NEAREST_DTYPE: _RecordType
SEPARATION_DTYPE: _RecordType
SEPARATION_GRADIENT_DTYPE: _RecordType
NEAREST_SEPARATION_DTYPE: _RecordType
NEAREST_SEPARATION_GRADIENT_DTYPE: _RecordType
ROAD_CLEARANCE_DTYPE: _RecordType
SPEED_PROFILE_CHECK_DTYPE: _RecordType
TRAJECTORY_ROAD_CLEARANCE_DTYPE: _RecordType

def copied_arrays() -> int:
    """How many array arguments have been copied since the module was loaded: lists, poses of three columns, and arrays
    of another dtype or layout."""

def _set_strict_arrays(is_strict: bool) -> bool:
    """Refuses arrays that would be converted, in calls of this thread, or no longer. What was before."""

def pose_array(x_y_yaw: _Rows, *, out: Optional[_Floats] = None) -> _Floats:
    """Converts poses (x, y, yaw) to rows (x, y, cos, sin), float64 (N, 4), which every call reads in place.
    Parameters:
    x_y_yaw : float64 (N, 3): m, m, rad (counter-clockwise).
    out : float64 (N, 4) to write to; None makes a new array.
    Examples:
    >>> c2d.pose_array([[1.0, 2.0, 0.0]])
    array([[1., 2., 1., 0.]])
    """

def relative_pose(world_from_a: _Numbers, world_from_b: _Numbers) -> Tuple[float, float, float, float]:
    """The pose of b in the frame of a, as (x, y, cos, sin), of two bodies in one world.

    Their poses are (x, y, yaw) or (x, y, cos, sin): m, rad. Translations are subtracted before they are rotated: world
    coordinates of 1e6 m cost no accuracy.
    """

class ConvexPolygon:
    """A closed convex shape: the hull of its vertices, grown by a radius.

    One vertex is a point (with a radius: a disc), two are a segment (a capsule), three or more a polygon. Immutable.
    Examples:
    >>> c2d.ConvexPolygon.rectangle(4.0, 2.0).bounds
    (-2.0, -1.0, 2.0, 1.0)
    """
    def __init__(self, vertices: _Rows, *, radius_m: float = 0.0) -> None:
        """The shape with these vertices, counter-clockwise and strictly convex, decided exactly.
        Parameters:
        vertices : float64 (N, 2), m, N >= 1.
        radius_m : m, >= 0.
        Raises:
        ValueError
            names the vertex: not finite, beyond 1e8 m, repeated, on the line of its neighbours, clockwise,
            reflex. Outlines as other sources have them: from_ring, Shapes.decomposed, from_shapely.
        """
    def from_ring(vertices: _Rows, *, radius_m: float = 0.0) -> ConvexPolygon:
        """The convex polygon with an outline in either direction, float64 (N, 2), m, grown by a radius, m.

        The first vertex may be repeated at the end; repeated and collinear ones are dropped.
        """
    def hull(points: _Rows, *, radius_m: float = 0.0) -> ConvexPolygon:
        """The convex hull of points in any order, float64 (N, 2), m, grown by a radius, m."""
    def rectangle(length_m: float, width_m: float, center: _Numbers = (0.0, 0.0)) -> ConvexPolygon:
        """A rectangle along the axes, length along x; m.

        For a vehicle whose reference point is the rear axle, center = (distance from the rear axle to the middle, 0).
        posed turns it; ConvexPolygon(rectangle.vertices, radius_m=radius_m) has a radius.
        """
    def disc(radius_m: float, center: _Numbers = (0.0, 0.0)) -> ConvexPolygon:
        """A disc; m."""
    def capsule(start: _Numbers, end: _Numbers, radius_m: float) -> ConvexPolygon:
        """All points within radius_m of the segment from start to end; m."""
    vertices: _Floats = """float64 (N, 2), m, counter-clockwise; read-only, a view of the shape."""
    radius_m: float = """m; 0 for a plain polygon."""
    center: Point = """(x, y), m: the middle of the bounding box of the vertices."""
    bounding_radius_m: float = """m: every point of the shape is within this distance of center."""
    bounds: Tuple[float, float, float, float] = """(min x, min y, max x, max y) of the shape with its radius, m."""
    def posed(self, world_from_body: _Numbers) -> ConvexPolygon:
        """The shape moved by a pose (x, y, yaw) or (x, y, cos, sin): each vertex posed and rounded.

        Raises ValueError if rounding makes the vertices not strictly convex.
        """
    def plot(
        self, pose: Optional[Sequence[float]] = None, *, ax: Optional[Any] = None, color: Optional[str] = None
    ) -> Any:
        """Draws the shape at a pose with matplotlib and returns the axes; see plot_shape."""
    __geo_interface__: Dict[str, Any]
    """For Shapely and GeoPandas: a Polygon, LineString or Point; a radius becomes chords of 10 degrees, inscribed."""
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

class Shapes:
    """Many ConvexPolygons next to each other in memory: a body, obstacles, a map. Immutable.

    `+` appends further shapes, slices are Shapes.

    Calls that take shapes take Shapes or a ConvexPolygon as they are; a list of ConvexPolygons is copied at each call.
    """
    def __init__(self, shapes: _Shapes) -> None:
        """Of ConvexPolygons in a list or tuple, or of the vertices of convex ones, float64 (N, 2), in either direction."""
    def rectangles(sizes: _Rows, centers: Optional[_Rows] = None) -> Shapes:
        """Rectangles along the axes.
        Parameters:
        sizes : lengths and widths, float64 (N, 2), m, > 0.
        centers : float64 (N, 2), m; None: the origin.
        """
    def discs(radii_m: _Numbers, centers: _Rows) -> Shapes:
        """Discs with radii_m, float64 (N,), m, >= 0, around centers, float64 (N, 2), m."""
    def polygons(vertices: _Rows, offsets: Union[_Longs, Sequence[int]]) -> Shapes:
        """Polygons: number k has the vertices offsets[k] to offsets[k + 1] - 1.
        Parameters:
        vertices : float64 (M, 2), m; those of each polygon counter-clockwise and strictly convex.
        offsets : int64 (N + 1,), from 0 to M, increasing.
        """
    def decomposed(vertices: _Rows, holes: Sequence[_Rows] = ()) -> Shapes:
        """The convex parts of a polygon, float64 (N, 2), m, with reflex corners or not, and with holes. Exact.

        Rings run in either direction, closed or not. The parts use their vertices alone. Edges that cross or overlap
        raise ValueError, and so does a hole that is not inside.
        """
    def from_outlines(outlines: Iterable[Union[_Rows, Sequence[_Rows]]]) -> Tuple[Shapes, _Ints]:
        """The convex parts of many polygons, as of decomposed, and the index of the polygon that each is a part of.
        Parameters:
        outlines : a list of rings, float64 (N, 2), m, or of lists of rings: the outer one and then those of holes.
        Returns:
        (shapes, outline_of): Shapes, int32 (len(shapes),): obstacle k of a batch of the shapes is a part of
        outlines[outline_of[k]].
        Examples:
        >>> corner = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]
        >>> shapes, outline_of = c2d.Shapes.from_outlines([corner, [[5.0, 5.0], [5.0, 6.0], [6.0, 5.0]]])
        >>> len(shapes), outline_of
        (3, array([0, 0, 1], dtype=int32))
        """
    @overload
    def __getitem__(self, index: slice) -> Shapes: ...
    @overload
    def __getitem__(self, index: int) -> ConvexPolygon: ...
    def __add__(self, others: _Shapes) -> Shapes: ...
    def _repr_svg_(self) -> str: ...

# Pair queries: a result for one pose, an array for many. An array is one pose or many, by its
# number of axes, which types do not know.

@pair_query
def collides(a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None) -> bool:
    """Whether two shapes share a point: bool, or bool (N,). Touching is a collision. Exact for shapes without radius.
    Parameters:
    a, b : ConvexPolygons.
    a_from_b : the pose of b in the frame of a: None (one frame), (x, y, yaw), (x, y, cos, sin), or an array of N of
        them, float64 (N, 3) or (N, 4); m, rad.
    out : bool (N,) to write to, if there are N poses.
    threads : how many threads share N poses.
    progress : shows a progress bar.
    Examples:
    >>> car = c2d.ConvexPolygon.rectangle(4.0, 2.0)
    >>> c2d.collides(car, car, (4.0, 0.0, 0.0))
    True
    >>> c2d.collides(car, car, [[4.0, 0.0, 0.0], [4.5, 0.0, 0.0]])
    array([ True, False])
    """

@pair_query
def distance(a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None) -> float:
    """The distance of two shapes, m; 0 if they collide: float, or float64 (N,). Arguments as for collides."""

@pair_query
def distance_within(a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None, *, limit_m: float) -> bool:
    """Whether the distance is at most limit_m (m, >= 0): bool, or bool (N,). Cheaper than distance.

    Arguments as for collides.
    """

@pair_query
def separation(a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None) -> Separation:
    """Signed distance (negative: depth), witness points and direction, in the frame of a. Arguments as for collides.

    A Separation, or (N,) of SEPARATION_DTYPE.
    Examples:
    >>> car = c2d.ConvexPolygon.rectangle(4.0, 2.0)
    >>> c2d.separation(car, car, (3.0, 0.0, 0.0)).signed_distance_m
    -1.0
    """

@pair_query
def separation_gradient(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None, *, moving: Literal["a", "b"] = "b"
) -> SeparationGradient:
    """The separation, and the derivatives of the signed distance with respect to the pose (x, y, yaw) of one shape.

    A SeparationGradient, or (N,) of SEPARATION_GRADIENT_DTYPE.

    Other arguments as for collides.
    Parameters:
    moving : 'a' or 'b': whose pose. Its yaw is about the origin of its own frame.
    """

class Motion:
    """How a rigid body moves during [start_s, end_s]. Immutable.

    Poses are (x, y, yaw) or (x, y, cos, sin): m, rad. Every function raises ValueError, naming the argument and its
    value, for numbers that are not finite, an end before the start, and coordinates beyond 1e8 m.
    """
    def stationary(world_from_body: _Numbers, start_s: float, end_s: float) -> Motion:
        """The body does not move."""
    def linear(
        world_from_body: _Numbers, displacement_m: _Numbers, turn_rad: float, start_s: float, end_s: float,
        *, reference: _Numbers = (0.0, 0.0),
    ) -> Motion:
        """The body point `reference` moves straight by displacement_m (x, y) at constant speed.

        The body turns by turn_rad at a constant rate; more than half a turn is legal.
        """
    def between(
        world_from_body_at_start: _Numbers, world_from_body_at_end: _Numbers, start_s: float, end_s: float
    ) -> Motion:
        """The origin of the body's frame moves straight from one pose to the other; the body turns the shorter way."""
    def constant_twist(
        world_from_body: _Numbers, velocity_in_body_mps: _Numbers, yaw_rate_radps: float, start_s: float, end_s: float
    ) -> Motion:
        """Constant velocity (x, y) in the body's frame and constant yaw rate: an arc, or a straight line."""
    start_s: float = """When it begins, s."""
    end_s: float = """When it ends, s."""
    def pose_at(self, time_s: float) -> Tuple[float, float, float, float]:
        """The pose (x, y, cos, sin) at an instant of the motion."""

def time_of_impact(
    a: _Shapes, motion_a: Motion, b: _Shapes, motion_b: Motion, *, time_tolerance_s: float = 1e-06,
    contact_tolerance_m: float = 1e-06,
) -> ImpactResult:
    """When two moving bodies first meet, as an ImpactResult; both of its ends are proven.
    Parameters:
    a, b : Shapes, a ConvexPolygon, or a list of them, each in the body's frame.
    motion_a, motion_b : Motions over the same interval.
    time_tolerance_s : how far apart free_until_s and contact_by_s may be, s.
    contact_tolerance_m : only bodies that come this close to contact may be undecided, m.
    Examples:
    >>> car = c2d.ConvexPolygon.rectangle(4.0, 2.0)
    >>> drive = c2d.Motion.linear((0.0, 0.0, 0.0), (10.0, 0.0), 0.0, 0.0, 1.0)
    >>> impact = c2d.time_of_impact(car, drive, car, c2d.Motion.stationary((9.0, 0.0, 0.0), 0.0, 1.0))
    >>> impact.is_free, round(impact.contact_by_s, 5)
    (False, 0.5)
    """

def is_motion_free(
    a: _Shapes, motion_a: Motion, b: _Shapes, motion_b: Motion, *, time_tolerance_s: float = 1e-06,
    contact_tolerance_m: float = 1e-06,
) -> bool:
    """Whether two moving bodies are proven to be free. Cheaper than time_of_impact; arguments as there."""

def minimum_distance_over_motion(
    a: _Shapes, motion_a: Motion, b: _Shapes, motion_b: Motion, *, tolerance_m: float = 0.0001
) -> MotionDistance:
    """The least distance of two moving bodies, within tolerance_m (m). Otherwise as time_of_impact."""

class PolygonBatch:
    """Obstacles at one instant: shapes, each at a pose. Any number of threads may read it."""
    def __init__(
        self, shapes: _Shapes, world_from_shape: Optional[_Rows] = None, *, present: Optional[_Flags] = None
    ) -> None:
        """Keeps the shapes and copies the poses.
        Parameters:
        shapes : Shapes, a ConvexPolygon, or a list of ConvexPolygons.
        world_from_shape : a pose for each shape, float64 (K, 3): x, y, yaw, or (K, 4): x, y, cos, sin; m, rad. None:
            all are the identity.
        present : which of them are there, bool (K,); None: all. An absent obstacle keeps its index, is hit by
            nothing, and is infinitely far away; its pose may be NaN.

        """
    def set_poses(self, world_from_shape: _Rows) -> None:
        """Moves every shape to a new pose: float64 (K, 3) or (K, 4).

        Raises RuntimeError while a call in another thread is reading the batch.
        """
    shapes: Shapes = """In their own frames."""
    present: _Bools = """Which obstacles are there, bool (K,)."""
    def __len__(self) -> int: ...

class MovingObstacles:
    """The same obstacles at each of some steps. Any number of threads may read them."""
    def __init__(
        self, shapes: Union[_Shapes, Sequence[_Shapes]], world_from_shape: _Planes, *, present: Optional[_FlagRows] = None
    ) -> None:
        """As PolygonBatch, with a trajectory of each shape: float64 (K, S, 3) or (K, S, 4), as all trajectories are.

        In motion an obstacle counts between two steps if it is there at either: where its shapes differ, both count;
        where it is absent at one, it stands still at the other. Errors count the poses of all steps: that of shape k
        at step s is world_from_shape[k * S + s].
        Parameters:
        shapes : as of PolygonBatch, or a list of S of those, each of K shapes: obstacles that change their shape.
        present : which of them are there at each step, bool (K, S); None: all.

        """
    def set_poses(self, world_from_shape: _Planes) -> None:
        """As PolygonBatch.set_poses: float64 (K, S, 3) or (K, S, 4)."""
    shapes: Union[Shapes, List[Shapes]]
    """In their own frames; a list of those of each step, if it was made of one."""
    present: _Bools = """Which obstacles are there at each step, bool (K, S)."""
    steps: int = """The number of steps, S."""

class StaticMap:
    """Shapes that do not move, 10^4 to 10^6 of them, found by a tree."""
    def __init__(self, shapes: _Shapes, world_from_shape: Optional[_Rows] = None) -> None:
        """As PolygonBatch; without poses, shapes are in the world's frame."""
    shapes: Shapes = """The shapes."""
    memory_bytes: int = """What the map holds apart from its shapes, bytes."""
    def __len__(self) -> int: ...

class OccupancyGrid:
    """Cells that are free or occupied, as one obstacle: closed squares, exactly. Any number of threads may read it.

    Cell (row, column) has its corners in the frame of the grid at the cell size times column + first_column and row +
    first_row, and one more each. Results name a cell by element = row * width + column: divmod(element, shape[1]).
    Beyond the window nothing is occupied.
    Examples:
    >>> ros = np.array([[0, 100, -1], [0, 0, 0]], np.int8)
    >>> grid = c2d.OccupancyGrid(ros, 0.5, world_from_grid=(10.0, 0.0, 0.0), occupied=(65, 100))
    >>> c2d.first_hit(c2d.ConvexPolygon.disc(0.2), [[10.8, 0.7, 0.0]], grid)["element"]
    array([1])
    """
    def __init__(
        self, values: _Cells, cell_size_m: float, *, world_from_grid: _Pose = None, occupied: Optional[_Indices] = None,
        first_row: int = 0, first_column: int = 0,
    ) -> None:
        """Keeps a bit for each cell.
        Parameters:
        values : uint8, int8 or bool (height, width), in any layout: rows along x, upwards in y. Images have their top
            row first: image[::-1].
        cell_size_m : m.
        world_from_grid : the frame of the grid, x, y, yaw or x, y, cos, sin; m, rad. None: the identity.
        occupied : the first and the last value that is occupied, as bytes: -1 of int8 is 255, and (65, -1) is all from
            65 on and what is unknown. None: all but 0. An answer that tells unknown cells from occupied ones needs
            two grids.
        first_row, first_column : where the window has moved to.
        Raises:
        ValueError
            names the argument: no cells, more than 2^19 tiles of 64 x 64, coordinates beyond 1e8 m.
        """
    def update(self, values: _Cells, *, row: int = 0, column: int = 0) -> None:
        """Sets the part of the window that begins at (row, column), or all of it; values as for the constructor.

        Raises RuntimeError while a call in another thread is reading the grid.
        """
    def move_window(self, rows: int, columns: int) -> None:
        """Moves the window over the cells, by as many rows and columns: those that enter are free.

        Raises RuntimeError while a call in another thread is reading the grid.
        """
    shape: Tuple[int, int] = """(height, width)."""
    cells: _Bools = """Which cells are occupied, bool (height, width): a copy."""
    cell_size_m: float = """m."""
    first_row: int = """How many rows the window has moved."""
    first_column: int = """How many columns the window has moved."""
    memory_bytes: int = """What the grid holds when queries have looked everywhere, bytes: 9/8 a cell; before that less."""

class PointSet:
    """Points of a sensor, as one obstacle. Results name a point by element, its index. Any number of threads may read.
    Examples:
    >>> cloud = np.array([[3.0, 0.0, 0.4], [2.0, 0.0, 9.0], [np.nan, 0.0, 0.0]], np.float32)
    >>> points = c2d.PointSet(cloud, radius_m=0.1, max_z_m=2.5)
    >>> car = c2d.ConvexPolygon.rectangle(4.0, 2.0)
    >>> c2d.minimum_distance(car, [[0.0, 0.0, 0.0]], points)["distance_m"].round(3), len(points), points.invalid_count
    (array([0.9]), 1, 1)
    """
    def __init__(
        self, points: _Rows, *, world_from_points: _Pose = None, radius_m: float = 0.0,
        min_z_m: Optional[float] = None, max_z_m: Optional[float] = None, min_count: int = 1, cell_size_m: float = 0.3,
    ) -> None:
        """A set of the points, which are discs of radius_m.
        Parameters:
        points, world_from_points : as of update; a sensor's set may begin with [].
        radius_m : m, >= 0.
        min_z_m, max_z_m : points below or above are left out, m; None: no such limit.
        min_count : a shape of a body collides if it touches at least so many points. More than 1 is refused by
            questions about motion or distances.
        cell_size_m : points are looked for in squares of this size, m; a quarter to a half of the body's width is
            fastest.
        """
    def update(self, points: _Rows, *, world_from_points: _Pose = None) -> None:
        """Replaces all points.
        Parameters:
        points : float64 or float32 (N, 2) or, with heights, (N, 3), in any layout, m. Points with a coordinate that
            is not finite are left out, and counted.
        world_from_points : their frame, x, y, yaw or x, y, cos, sin; m, rad. None: the identity.

        Raises RuntimeError while a call in another thread is reading the points.
        """
    invalid_count: int = """How many points of the last update were not finite."""
    def __len__(self) -> int: ...

# Questions about one body at many poses or on many trajectories. Results name an obstacle by its
# index in the batch; those of further layers follow.

@writes_out
@question
def any_hit(
    *, step_times_s: Optional[_Numbers] = None, time_tolerance_s: float = 1e-06, contact_tolerance_m: float = 1e-06,
) -> _Bools:
    """Whether the body collides with any obstacle, at each pose or on each trajectory: bool (N,) or (T,).

    Decided as collides does: exact for shapes without radius.
    Parameters:
    body : the body's shapes in its own frame: Shapes, a ConvexPolygon, or a list of them.
    world_from_body : poses, float64 (N, 4): x, y, cos, sin, read in place, or (N, 3): x, y, yaw, converted; or
        trajectories of S steps, (T, S, 4) or (T, S, 3); m, rad.
    obstacles : a PolygonBatch, StaticMap, OccupancyGrid or PointSet, which stand still; MovingObstacles, which have a
        step for each of a trajectory; or a tuple of up to 8 of these, whose indices follow each other.
    step_times_s : asks about the motion between steps too: the time of each, float64 (S,), s, increasing. From step
        to step the body and the obstacles move straight and at constant speed, and turn at a constant rate the
        shorter way. What cannot be proven free counts as a collision.
    lengths : how many steps of each trajectory count, int32 (T,); None: all. Poses after them are not read.
    time_tolerance_s : of motion: how far apart free_until_s and contact_by_s of first_hit may be, s.
    contact_tolerance_m : of motion: only bodies that come this close to contact may be undecided, m.
    out : an array to write to, of the result's shape and dtype.
    threads : how many threads share the poses or trajectories.
    progress : shows a progress bar.
    Raises:
    TypeError, ValueError
        names the argument, the index and the value; nothing has been written then.
    KeyboardInterrupt
        out may have been written in part.
    Examples:
    >>> car = c2d.ConvexPolygon.rectangle(4.0, 2.0)
    >>> parked = c2d.PolygonBatch(car, [[6.0, 0.0, 0.0], [20.0, 1.0, 0.1]])
    >>> c2d.any_hit(car, [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]], parked)
    array([False,  True])
    """

@writes_out
@question
def first_hit(
    *, step_times_s: Optional[_Numbers] = None, time_tolerance_s: float = 1e-06, contact_tolerance_m: float = 1e-06,
) -> _Records:
    """The first collision at each pose or on each trajectory. Arguments as for any_hit.
    Returns:
    (N,) or (T,) of HIT_DTYPE: step (the earliest), obstacle, body_shape, and element of a grid or point set (ties go
    to the lowest); -1 if there is none. With step_times_s, of SWEPT_HIT_DTYPE: step is the interval, free_until_s and contact_by_s
    (infinity: none) are when: freedom before free_until_s is proven; is_undecided, reached_limit.
    Examples:
    >>> car = c2d.ConvexPolygon.rectangle(4.0, 2.0)
    >>> wall = c2d.StaticMap([c2d.ConvexPolygon.rectangle(0.1, 9.0, center=(6.0, 0.0))])
    >>> jump = [[[0.0, 0.0, 0.0], [12.0, 0.0, 0.0]]]
    >>> c2d.first_hit(car, jump, wall)["step"], c2d.first_hit(car, jump, wall, step_times_s=[0.0, 1.0])["step"]
    (array([-1], dtype=int32), array([0], dtype=int32))
    """

@question
def first_free(
    order: _Indices, *, step_times_s: Optional[_Numbers] = None, time_tolerance_s: float = 1e-06, contact_tolerance_m: float = 1e-06,
) -> Tuple[Optional[int], _Records]:
    """The first trajectory in an order that does not collide. Stops there.

    Other arguments as for any_hit.
    Parameters:
    order : indices of trajectories, the cheapest first, int32 (M,).
    Returns:
    (position, first): the position in order, None if all collide; and the first hits of those before it, in order,
    as of first_hit.
    Examples:
    >>> car = c2d.ConvexPolygon.rectangle(4.0, 2.0)
    >>> trajectories = [[[0.0, 0.0, 0.0], [5.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [5.0, 4.0, 0.3]]]
    >>> c2d.first_free(car, trajectories, c2d.PolygonBatch(car, [[6.0, 0.0, 0.0]]), [0, 1])[0]
    1
    """

@writes_out
@question
def count_hits() -> _Ints:
    """With how many obstacles the body collides, at each pose: int32 (N,) or (T, S). Arguments as for any_hit."""

@packable
@question
def collision_mask(*, packed: bool = False) -> _Bools:
    """With which obstacles the body collides, at each pose: bool (N, K) or (T, S, K).

    Other arguments as for any_hit.
    Parameters:
    packed : returns bits, which is faster: uint64 (N, ceil(K / 64)) or (T, S, ceil(K / 64)); obstacle k is bit
        k % 64 of word k // 64.
    """

@packable
@question
def within_mask(*, limit_m: float, packed: bool = False) -> _Bools:
    """Which obstacles are within limit_m (m, >= 0) of the body, at each pose. Otherwise as collision_mask."""

@question
def all_hits() -> Tuple[_Longs, _Ints]:
    """All obstacles that the body collides with, at each pose. Arguments as for any_hit.
    Returns:
    (begin, hits): int64 (P + 1,), int32 (begin[P],) for P = N or T * S poses: those of pose p are
    hits[begin[p]:begin[p + 1]], ascending.
    """

@writes_out
@question
def minimum_distance(
    *, limit_m: _Limits = None, step_times_s: Optional[_Numbers] = None, tolerance_m: float = 0.0001,
) -> _Records:
    """The nearest obstacle at each pose, or on each trajectory over its steps; 0 with the first hit if it collides.

    Other arguments as for any_hit.
    Parameters:
    limit_m : larger distances do not count, m, >= 0: a number, float64 (N,) or (T,), or None. Small limits are
        cheaper. In motion lower_m is then limit_m - tolerance_m, if nothing is found.
    tolerance_m : of motion: how far apart lower_m and upper_m may be, m.
    Returns:
    (N,) or (T,) of NEAREST_DTYPE: distance_m (infinity: none), step, obstacle, body_shape (-1: none). With
    step_times_s, of SWEPT_NEAREST_DTYPE: the least distance over all real instants is within [lower_m, upper_m],
    farther apart than the tolerance only if reached_limit; time_s; step is the interval.
    Examples:
    >>> car = c2d.ConvexPolygon.rectangle(4.0, 2.0)
    >>> nearest = c2d.minimum_distance(car, [[0.0, 0.0, 0.0]], c2d.PolygonBatch(car, [[9.0, 0.0, 0.0], [6.0, 0.0, 0.0]]))
    >>> nearest["distance_m"], nearest["obstacle"]
    (array([2.]), array([1], dtype=int32))
    """

@writes_out
@question
def minimum_separation(*, limit_m: _Limits = None) -> _Records:
    """The pair with the least signed distance, in the frame of the body; in contact that is the deepest one.

    On trajectories, up to the first step with a contact. The signed distance is continuous in the pose. Arguments as
    for minimum_distance. (N,) or (T,) of NEAREST_SEPARATION_DTYPE; -1: no pair within the limit.
    """

@writes_out
@question
def minimum_separation_gradient(*, limit_m: _Limits = None) -> _Records:
    """The pair of minimum_separation, with derivatives with respect to the body's pose (x, y, yaw) at its step.

    In the world frame: (N,) or (T,) of NEAREST_SEPARATION_GRADIENT_DTYPE.
    """

@writes_out
@question
def all_distances() -> _Floats:
    """The distance of the body from every obstacle, at each pose: float64 (N, K) or (T, S, K), m, 0 in contact.

    Infinity beyond a trajectory's length. Arguments as for any_hit.
    """

class Road:
    """A road by the pieces of its edge. Immutable. Coordinates are in the frame of what it is made of, m."""
    def from_cells(cells: _Shapes, *, road_gap_m: float = 0.1) -> Road:
        """The union of convex cells: Shapes, a ConvexPolygon, or a list of them; without cells nothing is road.

        Gaps between them that are narrower than road_gap_m (m, within [0, 10]) are road.
        """
    def from_borders(borders: Iterable[_Rows], *, repair: bool = False) -> Road:
        """What is on the left of some lines. No lines: nothing is road.
        Parameters:
        borders : a list of lines, each float64 (N, 2), m. A line that ends at its first point is closed: around the
            road counter-clockwise, around an island clockwise.
        repair : closes rings whose ends are less than 1 m apart, cuts lines that reach less than 1 m beyond the
            beginning of the next one, and cuts rings where they cross. Road.notes has a sentence for each change.

        Raises ValueError, naming line and place, if lines cross, so that left and right cannot be decided.
        """
    def from_scene(scene: Scene, *, road_gap_m: float = 0.1) -> Road:
        """The road of a scene; poses and points are in the frame of the scene."""
    notes: List[str]
    """What is odd about the borders, a sentence each: an island wound as a road, a ring that is nearly closed."""
    pieces: _Floats = """float64 (N, 4), m: x, y of the start and of the end of each piece; the road is on its left."""
    __geo_interface__: Dict[str, Any]
    """For Shapely: the edge as a MultiLineString, with the road on the left of each line."""
    @writes_out
    def clearances(self, body: _Shapes, world_from_body: _Rows) -> _Records:
        """How close the body is to the edge, or how far beyond it, at each pose: (N,) of ROAD_CLEARANCE_DTYPE.

        clearance_m: inside the distance from the edge, outside minus the distance of the farthest corner from the road.
        depth_error_m: outside, no point of the body is deeper than that by more.
        is_inside is exact. Arguments as for any_hit.
        """
    @writes_out
    def minimum_clearances(
        self, body: _Shapes, world_from_body: _Planes, *, lengths: Optional[_Indices] = None
    ) -> _Records:
        """The least clearance of each trajectory, and where the body is first outside. Arguments as for any_hit.

        (T,) of TRAJECTORY_ROAD_CLEARANCE_DTYPE: step, first_outside are -1 if there is none.
        """
    @writes_out
    def first_departures(
        self, body: _Shapes, world_from_body: _Planes, step_times_s: _Numbers, *, lengths: Optional[_Indices] = None,
        time_tolerance_s: float = 1e-06, contact_tolerance_m: float = 1e-06,
    ) -> _Records:
        """When each trajectory first leaves the road, at any real instant. Arguments as for any_hit.

        (T,) of SWEPT_HIT_DTYPE; obstacle is the piece of the edge.
        """

class Candidates:
    """Candidate motions of the ego vehicle, in the frame of their scene. Immutable."""
    def from_arrays(
        times_s: Union[_Numbers, _Rows], poses: _Planes, *, ids: Optional[Sequence[str]] = None,
        costs: Optional[_Numbers] = None, lengths: Optional[_Indices] = None, part_poses: Sequence[_Planes] = (),
    ) -> Candidates:
        """T candidates of up to S poses. Copies the arrays.
        Parameters:
        times_s : float64 (S,) or (T, S), s on the scene's clock, increasing.
        poses : float64 (T, S, 3): x, y, yaw, or (T, S, 6): x, y, yaw, z, pitch, roll; m, rad, scene frame.
        ids : a list of T names; None: the indices.
        costs : float64 (T,); None: 0.
        lengths : how many poses of each candidate count, int32 (T,), each at least 1; None: all.
        part_poses : as poses, of each further part of the vehicle, as a trailer: the parts of Scene.from_arrays.
        """
    def __getitem__(self, index: int) -> Candidate: ...
    ids: List[str] = """Their names."""
    costs: _Floats = """float64 (T,)."""

class Scene:
    """The input of one planning cycle: ego vehicle, obstacles and their predictions, road, candidates.

    Validated, immutable. Made by from_arrays, from_bytes, from_textproto, from_commonroad, and from_file.
    """
    def from_arrays(
        ego: _Outlines, candidates: _Motions = None, *, id: str = "scene", time_step_s: float = 0.1,
        ego_state: Union[EgoState, _Numbers, None] = None, ego_height_m: Optional[float] = None,
        reference_path: Optional[_Rows] = None, drivable_area: _Outlines = (), road_borders: Sequence[_Rows] = (),
        static_obstacles: _Bodies = (), static_poses: Optional[_Rows] = None,
        static_ids: Optional[Sequence[str]] = None, moving_obstacles: _Bodies = (), predictions: _Motions = None,
        moving_ids: Optional[Sequence[str]] = None, prediction_obstacles: Optional[_Indices] = None,
        probabilities: Optional[_Numbers] = None, present: Optional[_FlagRows] = None, goals: Sequence[Goal] = (),
        static_types: Optional[Sequence[str]] = None, moving_types: Optional[Sequence[str]] = None,
        margin: _Margin = None, type_margins: Optional[Dict[str, _Margin]] = None, road_margin: _Margin = None,
        parts: _Bodies = (), part_ids: Optional[Sequence[str]] = None, grids: Sequence[OccupancyGrid] = (),
        point_sets: Sequence[PointSet] = (),
    ) -> Scene:
        """A scene of arrays, validated as one from a message is. Copies the arrays.

        Shapes are Shapes, a ConvexPolygon, or a list of ConvexPolygons, of vertices, float64 (N, 2), or of geometries as
        from_shapely takes them. Motions are Candidates, or a tuple (times_s, poses) of the arrays of
        Candidates.from_arrays.
        Parameters:
        ego : the vehicle's shapes in its own frame.
        candidates : its motions in the scene's frame.
        time_step_s : the step at which candidates are checked, s.
        ego_state : an EgoState, or time, x, y, yaw, speed, acceleration; s, m, rad, m/s, m/s^2. Needed for sampling.
        ego_height_m : height of the top above the road; None: unknown.
        reference_path : float64 (N, 2), m; needed for some metrics and for sampling.
        drivable_area : convex cells, the union of which is the road.
        road_borders : instead of cells, lines of float64 (N, 2) with the road on their left.
        static_obstacles : the shape of each, or a list of its ConvexPolygons, in the scene's frame, or at
            static_poses: rows x, y, yaw or x, y, cos, sin. A single shape stands for all poses.
        static_ids, moving_ids : their names; None: static_0, moving_0 and so on.
        moving_obstacles : the shape of each, or a list of its ConvexPolygons, in its own frame. A single shape
            stands for all of them.
        predictions : P motions, one for each obstacle, in order, unless prediction_obstacles are given.
        prediction_obstacles : the obstacle of each prediction, int32 (P,); several of one obstacle are hypotheses.
        probabilities : of each prediction, float64 (P,); None: 1.
        present : whether the obstacle is there from each pose of its prediction until the next, bool (P, S); None:
            from its first pose to its last one.
        goals : states to reach, any one of them.
        static_types, moving_types : what they are ("car"); None: not known.
        margin, road_margin : the room that the vehicle wants around it, a Margin or three numbers, m: to every
            obstacle, and to the edge of the road. Verdicts report when it comes nearer, and are otherwise the same.
        type_margins : what obstacles of a type have in addition.
        parts : the shape of each further part of the vehicle that has poses of its own, as a trailer, in its own frame,
            or a list of its ConvexPolygons. candidates are then Candidates with part_poses.
        part_ids : their names; None: part_0 and so on.
        grids, point_sets : static obstacles grid_0, point_set_0 and so on, in the scene's frame. Verdicts name the cells
            of a grid's window, whose corner is rounded if it was moved, and points by their indices.
        Raises:
        TypeError, ValueError
            names the argument, or the field that it becomes, the index and the value:
            predictions[3].poses[1].x is of motion 3.
        Examples:
        >>> car = c2d.ConvexPolygon.rectangle(4.0, 2.0)
        >>> c2d.Scene.from_arrays(car, ([0.0, 1.0], [[[0.0, 0.0, 0.0], [9.0, 0.0, 0.0]]]), static_obstacles=car, static_poses=[[9.0, 3.0, 0.0]])
        <Scene 'scene': 1 static and 0 moving obstacles, 1 candidates>
        """
    def from_bytes(data: bytes, *, notes: Sequence[str] = (), unknown_fields: str = "refuse") -> Scene:
        """A scene from the bytes of a message collision2d.v1.Scene, and its notes.
        Parameters:
        data : the bytes.
        notes : what Scene.notes begins with.
        unknown_fields : what happens if the message has fields or a schema_version of a newer version: 'refuse'
            raises, 'note' passes over them, with notes.
        Raises:
        ValueError
            names the field and the value.
        """
    def from_textproto(text: str, *, unknown_fields: str = "refuse") -> Scene:
        """A scene from protobuf's text format; unknown_fields as for from_bytes.
        Raises:
        ValueError
            names line and column, or the field and the value.
        """
    def from_json(text: str) -> Scene:
        """A scene from protobuf's JSON of its message, as to_json writes it.
        Raises:
        ValueError
            names what the parser met, or the field and the value; unknown fields are refused.
        """
    def from_commonroad(
        xml: str, *, ego_length_m: float = 4.508, ego_width_m: float = 1.61, ego_reference_to_center_m: float = 0.0,
        wheelbase_m: float = 2.5789,
    ) -> List[Scene]:
        """The scenes of a CommonRoad document (XML 2018b or 2020a), one for each planning problem. See Scene.notes.
        Parameters:
        xml : the document, not its path (load_scenes reads files).
        ego_length_m, ego_width_m, ego_reference_to_center_m, wheelbase_m : the vehicle, which documents do not
            contain; m.
        """
    def from_file(
        path: _Path, *, unknown_fields: str = "refuse", ego_obstacle: str = "", road_lanelets: str = "for_vehicles",
        host: Optional[int] = None, map: Optional[_Path] = None, map_origin: Optional[_Numbers] = None
    ) -> List[Scene]:
        """The scenes of a file, whose extension or first bytes tell the format.
        Parameters:
        path : a file .textproto or .txtpb, .pb, .pbs (a stream of scenes), .xml or .pb of CommonRoad (with the vehicle
            of from_commonroad), .tfrecord of Waymo, .osi and .mcap of ASAM OSI, .osm of Lanelet2 (a map: Road.from_scene
            makes a road of it), .csv of INTERACTION.
        unknown_fields : as for from_bytes.
        ego_obstacle : of CommonRoad, the id of the obstacle that is the ego vehicle itself, which becomes the candidate
            "logged"; 'none': no obstacle is; '': the one on the ego vehicle's initial state.
        road_lanelets : of CommonRoad, which lanelets are road: 'for_vehicles', or 'all', footpaths and cycle tracks too.
        host : the id of the moving object that is the host vehicle, in OSI traces that name none or another one; of
            INTERACTION the only track that is the ego vehicle.
        map : of INTERACTION, the map, if it is not the only .osm beside the tracks.
        map_origin : (latitude, longitude) in degrees, the origin of Lanelet2 maps whose nodes have no local_x and
            local_y: coordinates are UTM less that of the origin. None: 0, 0 for maps near it, and the first node for
            others.
        Raises:
        FileNotFoundError
            there is no such file.
        ValueError
            names the file, the field and the value.
        """
    def from_waymo(scenario: bytes) -> Scene:
        """The scene of the bytes of one Scenario of the Waymo Open Motion Dataset: the data of a record.

        The ego vehicle is the track sdc_track_index, and its log from the current step on the candidate "logged".
        Raises:
        ValueError
            names the field and the value.
        """
    def to_bytes(self) -> bytes:
        """The bytes of its message."""
    def to_textproto(self) -> str:
        """Protobuf's text format of its message."""
    def to_json(self) -> str:
        """Protobuf's JSON of its message, in one line."""
    def _repr_html_(self) -> str: ...
    id: str = """Its name."""
    notes: List[str]
    """What an importer or reader repaired, approximated or passed over, and what is implausible, one sentence each."""
    time_step_s: float = """s."""
    ego: Shapes = """The ego vehicle's shapes, in its own frame."""
    parts: List[Tuple[str, Shapes]] = """(id, shapes) of each further part of the vehicle, in its own frame."""
    ego_state: Optional[EgoState] = """At the beginning of the cycle."""
    candidates: Candidates = """The candidates that it contains; possibly none."""
    reference_path: _Floats = """float64 (N, 2), m."""
    drivable_area: List[_Floats]
    """The vertices of each cell, without its radius, float64 (N, 2), m; empty: unknown."""
    road_borders: List[Tuple[str, _Floats]] = """(id, points) of each border, float64 (N, 2), m."""
    lane_boundaries: List[Tuple[str, _Floats]] = """(id, points) of each boundary, float64 (N, 2), m."""
    static_obstacles: List[Obstacle]
    """Obstacles that do not move, in the scene's frame, to whose numbers their vertices are rounded; grids and point
    sets, which messages alone have, are in obstacles_at."""
    moving_obstacles: List[Obstacle] = """Obstacles that move, in their own frames."""
    predictions: List[Prediction]
    """How they move, in the scene's frame; possibly several predictions of one obstacle."""
    goals: List[Goal] = """What is to be reached, in the scene's frame."""
    rss: Dict[str, float] = """Of Responsibility-Sensitive Safety: the fields of RssParameters in scene.proto."""
    def obstacles_at(
        self, time_s: float, *, beyond_prediction: _Beyond = "absent", min_probability: float = 0.0
    ) -> List[PlacedObstacle]:
        """The shapes of all obstacles at a time (s), a list of PlacedObstacles.
        Parameters:
        beyond_prediction : 'absent' or 'hold': where an obstacle is before and after its prediction.
        min_probability : hypotheses less probable than this are left out.
        """
    def sample_candidates(self) -> Candidates:
        """Candidates of a lattice along the reference path, in its frame; those beyond kinematic limits are left out.

        Raises ValueError without an ego state or a path that it can follow.
        """
    def show(
        self, *, candidates: _Motions = None, checker: Optional[TrajectoryChecker] = None, threads: int = 1
    ) -> ReplayPage:
        """Checks candidates and shows them on the replay page, in a notebook or a browser.
        Parameters:
        candidates : Candidates, or a tuple (times_s, poses); None: those of the scene, or sampled ones if it has none.
        checker : a TrajectoryChecker of this scene; None: one with all metrics.
        threads : how many threads share the candidates.
        """
    def plot(
        self, *, verdicts: Optional[Verdicts] = None, time_s: Optional[float] = None, ax: Optional[Any] = None
    ) -> Any:
        """Draws the scene with matplotlib, seen from above, and returns the axes.
        Parameters:
        verdicts : Verdicts, whose candidates are drawn in the colour of their verdict.
        time_s : when obstacles are drawn, s; None: at the beginning of the cycle.
        ax : matplotlib axes; None: new ones.
        """

class PathTimeGraph:
    """Where and when obstacles occupy a candidate's path, in the plane of station (m) and time (s). Immutable.

    docs/path_time.md defines path, stations and regions.
    """
    def __init__(
        self, scene: Scene, candidates: Union[Candidates, Tuple[Any, Any]], *, index: int = 0,
        station_tolerance_m: float = 0.01, region_time_tolerance_s: float = 0.001, beyond_prediction: _Beyond = "absent",
        min_probability: float = 0.0,
    ) -> None:
        """The graph of the path of candidates[index], during the candidate's own times.
        Parameters:
        scene : Scene.
        candidates : Candidates, or a tuple of the arrays times_s and poses of Candidates.from_arrays.
        index : of the candidate whose path it is; negative: from the end.
        station_tolerance_m, region_time_tolerance_s : how far outer and inner bound of a region may be apart.
        beyond_prediction, min_probability : as for TrajectoryChecker.
        """
    profile: _Floats = """float64 (S, 2): station and time of each pose of the candidate."""
    obstacle_ids: List[str] = """The obstacle of each region; one that comes twice has two, as has each hypothesis."""
    bounds: _Floats = """float64 (R, 4): least and greatest station, least and greatest time of each region."""
    outer: List[List[_Floats]]
    """Of each region convex polygons, float64 (V, 2) of station and time: outside of them there is no contact."""
    inner: List[List[_Floats]] = """The same: inside of them there is contact."""
    def check_speed_profiles(self, times_s: _Numbers, stations_m: _Rows, *, out: Optional[_Records] = None) -> _Records:
        """Whether T profiles are free, each linear between stations at the same times.
        Parameters:
        times_s : float64 (S,), s, increasing, within the graph's times.
        stations_m : float64 (T, S), m, on the path.

        (T,) of SPEED_PROFILE_CHECK_DTYPE: verdict (a value of MotionVerdict), free_until_s, contact_by_s (infinity if
        free), station_m, and region (-1 if free).
        """
    def free_times(self, stations_m: _Numbers, *, time_uncertainty_s: float = 0.0) -> List[_Floats]:
        """The free intervals of time at each station, float64 (W, 2) each, s; within the graph's times.

        time_uncertainty_s : the ego vehicle may be that much earlier or later.
        """
    def free_stations(self, times_s: _Numbers, *, time_uncertainty_s: float = 0.0) -> List[_Floats]:
        """The free intervals of stations at each time, float64 (W, 2) each, m."""
    def plot(self, *, ax: Optional[Any] = None) -> Any:
        """Draws the regions and the candidate's own profile, time to the right, by matplotlib; returns the axes."""

class TrajectoryChecker:
    """Checks candidates of one scene: at every instant of its time steps, and at every real instant in between."""
    def __init__(
        self, scene: Scene, *, beyond_prediction: _Beyond = "absent", unpredicted_collides: bool = False,
        min_probability: float = 0.0, road_gap_m: float = 0.1, instants_only: bool = False,
        time_tolerance_s: float = 1e-06, contact_tolerance_m: float = 1e-06,
        metrics: _Metrics = (), time_to_collision_horizon_s: float = 5.0, post_encroachment_horizon_s: float = 5.0,
    ) -> None:
        """Places what does not move.
        Parameters:
        scene : Scene.
        beyond_prediction : 'absent' or 'hold': where obstacles are before and after their predictions. A candidate that
            is free only because an obstacle is absent then has a reservation (Verdicts.is_free_beyond_prediction).
        unpredicted_collides : makes contacts with obstacles that are not predicted collisions, in gaps too.
        min_probability : hypotheses less probable than this are ignored, within [0, 1].
        road_gap_m : gaps between cells of the drivable area that are narrower than this are road, m.
        instants_only : leaves out the motion between instants.
        time_tolerance_s, contact_tolerance_m : as for time_of_impact.
        metrics : 'all', or names: 'time_to_collision', 'headway', 'post_encroachment_time', 'required_deceleration',
            'rss_margin', 'lateral_clearance', 'goal'.
        time_to_collision_horizon_s, post_encroachment_horizon_s : s.
        """
    def check(
        self, candidates: _Motions = None, *, profiles: bool = False, threads: int = 1,
        progress: bool = False,
    ) -> Verdicts:
        """The verdicts on some candidates, in their order.
        Parameters:
        candidates : Candidates, or a tuple of the arrays times_s and poses of Candidates.from_arrays; None: those of the
            scene.
        profiles : computes clearances over time too.
        threads : how many threads share the candidates; verdicts do not depend on it.
        progress : shows a progress bar.
        Examples:
        >>> car = c2d.ConvexPolygon.rectangle(4.0, 2.0)
        >>> motions = ([0.0, 1.0], [[[0.0, 0.0, 0.0], [9.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]]])
        >>> scene = c2d.Scene.from_arrays(car, motions, static_obstacles=car, static_poses=[[9.0, 1.0, 0.0]])
        >>> c2d.TrajectoryChecker(scene).check().is_free
        array([False,  True])
        """
    scene: Scene = """The scene."""

class Verdicts:
    """The verdicts on some candidates of a scene, in their order. verdicts[i] has all that is known of one."""
    scene: Scene = """The scene."""
    candidates: Candidates = """The candidates."""
    collides: _Bools = """bool (T,): touches or overlaps an obstacle."""
    leaves_road: _Bools = """bool (T,): part of the vehicle is outside the road."""
    is_free: _Bools = """bool (T,): neither of these; see is_free_beyond_prediction."""
    is_free_beyond_prediction: _Bools
    """bool (T,): is_free only because an obstacle is not predicted: held, it would be touched (Verdict.reservations)."""
    first_collision_s: _Floats = """float64 (T,): when the first collision is known, s; NaN: none."""
    minimum_clearance_m: _Floats = """float64 (T,): the least signed distance to an obstacle, m; NaN: no obstacle."""
    road_clearance_m: _Floats
    """float64 (T,): the least clearance to the edge of the road, m; NaN: the road is unknown."""
    best_free: Optional[int] = """The index of the cheapest free candidate, or None."""
    elapsed_s: float = """How long checking took, s."""
    def __getitem__(self, index: int) -> Verdict: ...
    def to_bytes(self) -> bytes:
        """The bytes of a message collision2d.v1.SceneVerdicts."""
    def to_json(self) -> str:
        """That message as a line of JSON."""
    def _column(self, path: str) -> Any: ...
    def to_records(self) -> _Records:
        """A structured array with a row for each candidate and columns for verdict, clearances and metrics.

        What is not set is NaN, False or ''. dtype.names has the columns; units are in the names.
        """
    def to_dataframe(self) -> Any:
        """A pandas.DataFrame of the columns of to_records, with the candidates' ids as index.

        Raises ImportError without pandas.
        """
    def _repr_html_(self) -> str: ...
    def page(self) -> str:
        """The replay page: a complete HTML document that loads nothing."""

def _verdicts_of(
    scene: Scene, local: Candidates, hold_obstacles: bool, message: bytes, elapsed_s: float
) -> Verdicts:
    """The verdicts that have been pickled; local: the candidates in the scene's local frame."""

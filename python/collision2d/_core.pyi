"""Signatures and docstrings of the extension, which is compiled with those that stand here."""

from typing import Any, Iterable, Iterator, List, Literal, Optional, Protocol, Sequence, Tuple, Union, final, overload

import numpy as np
import numpy.typing as npt

from collision2d.pages import ReplayPage
from collision2d.results import ImpactResult, MotionDistance, Point, Separation, SeparationGradient
from collision2d.verdicts import Candidate, EgoState, Goal, Obstacle, PlacedObstacle, Prediction, Verdict

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
_Limits = Union[float, _Numbers, None]
_Shapes = Union[ConvexPolygon, Shapes, List[ConvexPolygon], Tuple[ConvexPolygon, ...]]
_Batches = Union[PolygonBatch, MovingObstacles]
_Obstacles = Union[_Batches, StaticMap, Tuple[_Batches, StaticMap]]
# Poses or trajectories.
_Where = Union[_Rows, _Planes]
_Outlines = Union[_Shapes, Sequence[Union[ConvexPolygon, _Rows]]]
_Motions = Union[Candidates, Tuple[Union[_Numbers, _Rows], _Planes], None]
_Pose = Optional[Sequence[float]]
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
TRAJECTORY_ROAD_CLEARANCE_DTYPE: _RecordType

def copied_arrays() -> int:
    """How many array arguments have been copied since the module was loaded: lists, poses of three columns, and arrays
    of another dtype or layout."""

def _set_strict_arrays(is_strict: bool) -> bool:
    """Refuses arrays that would be converted, in calls of this thread, or no longer. What was before."""

def pose_array(x_y_yaw: _Rows, *, out: Optional[_Floats] = None) -> _Floats:
    """Converts poses (x, y, yaw) to rows (x, y, cos, sin), float64 (N, 4), which every call reads in place.

    Args:
        x_y_yaw: float64 (N, 3): m, m, rad (counter-clockwise).
        out: float64 (N, 4) to write to; None makes a new array.

    Raises:
        ValueError: a yaw that is not finite.
    """

def relative_pose(world_from_a: _Numbers, world_from_b: _Numbers) -> Tuple[float, float, float, float]:
    """The pose of b in the frame of a, as (x, y, cos, sin), of two bodies in one world.

    Their poses are (x, y, yaw) or (x, y, cos, sin): m, rad. Translations are subtracted before they are rotated: world
    coordinates of 1e6 m cost no accuracy.
    """

@final
class ConvexPolygon:
    """A closed convex shape: the hull of its vertices, grown by a radius.

    One vertex is a point (with a radius: a disc), two are a segment (a capsule), three or more a polygon. Immutable.
    """

    def __init__(self, vertices: _Rows, radius_m: float = 0.0) -> None:
        """The shape with these vertices, counter-clockwise and strictly convex, decided exactly.

        Args:
            vertices: float64 (N, 2), m, N >= 1.
            radius_m: m, >= 0.

        Raises:
            ValueError: names the vertex: not finite, beyond 1e8 m, repeated, on the line of its neighbours, clockwise,
                reflex.
        """
    @staticmethod
    def hull(points: _Rows, radius_m: float = 0.0) -> ConvexPolygon:
        """The convex hull of points in any order, float64 (N, 2), m, grown by a radius, m."""
    @staticmethod
    def rectangle(
        length_m: float, width_m: float, center: _Numbers = (0.0, 0.0), radius_m: float = 0.0,
    ) -> ConvexPolygon:
        """A rectangle along the axes, length along x, grown by a radius; m.

        For a vehicle whose reference point is the rear axle, center = (distance from the rear axle to the middle, 0).
        """
    @staticmethod
    def disc(radius_m: float, center: _Numbers = (0.0, 0.0)) -> ConvexPolygon:
        """A disc; m."""
    @staticmethod
    def capsule(start: _Numbers, end: _Numbers, radius_m: float) -> ConvexPolygon:
        """All points within radius_m of the segment from start to end; m."""
    @property
    def vertices(self) -> _Floats:
        """float64 (N, 2), m, counter-clockwise; read-only, a view of the shape."""
    @property
    def radius_m(self) -> float:
        """m; 0 for a plain polygon."""
    @property
    def center(self) -> Point:
        """(x, y), m: the middle of the bounding box of the vertices."""
    @property
    def bounding_radius_m(self) -> float:
        """m: every point of the shape is within this distance of center."""
    @property
    def bounds(self) -> Tuple[float, float, float, float]:
        """(min x, min y, max x, max y) of the shape with its radius, m."""

    def posed(self, world_from_body: _Numbers) -> ConvexPolygon:
        """The shape moved by a pose (x, y, yaw) or (x, y, cos, sin): each vertex posed and rounded.

        Raises:
            ValueError: rounding made the vertices no longer strictly convex.
        """

    def __hash__(self) -> int: ...

@final
class Shapes:
    """Many ConvexPolygons next to each other in memory: a body, obstacles, a map. Immutable.

    Calls that take shapes take Shapes or a ConvexPolygon as they are; a list of ConvexPolygons is copied at each call.
    """

    def __init__(self, shapes: _Shapes) -> None:
        """Of ConvexPolygons in a list or tuple."""
    @staticmethod
    def rectangles(sizes: _Rows, centers: Optional[_Rows] = None) -> Shapes:
        """Rectangles along the axes.

        Args:
            sizes: lengths and widths, float64 (N, 2), m, > 0.
            centers: float64 (N, 2), m; None: the origin.
        """
    @staticmethod
    def discs(radii_m: _Numbers, centers: _Rows) -> Shapes:
        """Discs with radii_m, float64 (N,), m, >= 0, around centers, float64 (N, 2), m."""
    @staticmethod
    def polygons(vertices: _Rows, offsets: Union[_Longs, Sequence[int]]) -> Shapes:
        """Polygons: number k has the vertices offsets[k] to offsets[k + 1] - 1.

        Args:
            vertices: float64 (M, 2), m; those of each polygon counter-clockwise and strictly convex.
            offsets: int64 (N + 1,), from 0 to M, increasing.
        """
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> ConvexPolygon: ...
    def __iter__(self) -> Iterator[ConvexPolygon]: ...

# Pair queries: a result for one pose, an array for many. An array is one pose or many, by its
# number of axes, which types do not know.

@overload
def collides(a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None) -> bool:
    """Whether two shapes share a point: bool, or bool (N,). Touching is a collision. Exact for shapes without radius.

    Args:
        a, b: ConvexPolygons.
        a_from_b: the pose of b in the frame of a: None (one frame), (x, y, yaw), (x, y, cos, sin), or an array of N of
            them, float64 (N, 3) or (N, 4); m, rad.
        out: bool (N,) to write to, if there are N poses.
        threads: how many threads share N poses.
        progress: shows a progress bar.

    Raises:
        TypeError, ValueError: names the argument and the index.
    """
@overload
def collides(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: Sequence[Sequence[float]], *,
    out: Optional[_Bools] = None, threads: int = 1, progress: bool = False,
) -> _Bools: ...
@overload
def collides(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Floats, *,
    out: Optional[_Bools] = None, threads: int = 1, progress: bool = False,
) -> Any: ...

@overload
def distance(a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None) -> float:
    """The distance of two shapes, m; 0 if they collide: float, or float64 (N,). Arguments as for collides."""
@overload
def distance(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: Sequence[Sequence[float]], *,
    out: Optional[_Floats] = None, threads: int = 1, progress: bool = False,
) -> _Floats: ...
@overload
def distance(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Floats, *,
    out: Optional[_Floats] = None, threads: int = 1, progress: bool = False,
) -> Any: ...

@overload
def distance_within(a: ConvexPolygon, b: ConvexPolygon, limit_m: float, a_from_b: _Pose = None) -> bool:
    """Whether the distance is at most limit_m (m, >= 0): bool, or bool (N,). Cheaper than distance.

    Arguments as for collides.
    """
@overload
def distance_within(
    a: ConvexPolygon, b: ConvexPolygon, limit_m: float, a_from_b: Sequence[Sequence[float]], *,
    out: Optional[_Bools] = None, threads: int = 1, progress: bool = False,
) -> _Bools: ...
@overload
def distance_within(
    a: ConvexPolygon, b: ConvexPolygon, limit_m: float, a_from_b: _Floats, *,
    out: Optional[_Bools] = None, threads: int = 1, progress: bool = False,
) -> Any: ...

@overload
def separation(a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None) -> Separation:
    """Signed distance (negative: depth), witness points and direction, in the frame of a. Arguments as for collides.

    A Separation, or (N,) of SEPARATION_DTYPE.
    """
@overload
def separation(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: Sequence[Sequence[float]], *,
    out: Optional[_Records] = None, threads: int = 1, progress: bool = False,
) -> _Records: ...
@overload
def separation(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Floats, *,
    out: Optional[_Records] = None, threads: int = 1, progress: bool = False,
) -> Any: ...

@overload
def separation_gradient(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None, moving: Literal["a", "b"] = "b"
) -> SeparationGradient:
    """The separation, and the derivatives of the signed distance with respect to the pose (x, y, yaw) of one shape.

    A SeparationGradient, or (N,) of SEPARATION_GRADIENT_DTYPE.

    Args:
        moving: 'a' or 'b': whose pose. Its yaw is about the origin of its own frame.
        Otherwise as for collides.
    """
@overload
def separation_gradient(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: Sequence[Sequence[float]], moving: Literal["a", "b"] = "b", *,
    out: Optional[_Records] = None, threads: int = 1, progress: bool = False,
) -> _Records: ...
@overload
def separation_gradient(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Floats, moving: Literal["a", "b"] = "b", *,
    out: Optional[_Records] = None, threads: int = 1, progress: bool = False,
) -> Any: ...

@final
class Motion:
    """How a rigid body moves during [start_s, end_s]. Immutable.

    Poses are (x, y, yaw) or (x, y, cos, sin): m, rad. Every function raises ValueError, naming the argument and its
    value, for numbers that are not finite, an end before the start, and coordinates beyond 1e8 m.
    """

    @staticmethod
    def still(world_from_body: _Numbers, start_s: float, end_s: float) -> Motion:
        """The body does not move."""
    @staticmethod
    def linear(
        world_from_body: _Numbers, displacement_m: _Numbers, turn_rad: float, start_s: float, end_s: float,
        reference: _Numbers = (0.0, 0.0),
    ) -> Motion:
        """The body point `reference` moves straight by displacement_m (x, y) at constant speed.

        The body turns by turn_rad at a constant rate; more than half a turn is legal.
        """
    @staticmethod
    def between(
        world_from_body_at_start: _Numbers, world_from_body_at_end: _Numbers, start_s: float, end_s: float,
    ) -> Motion:
        """The origin of the body's frame moves straight from one pose to the other; the body turns the shorter way."""
    @staticmethod
    def constant_twist(
        world_from_body: _Numbers, velocity_in_body_mps: _Numbers, yaw_rate_radps: float, start_s: float, end_s: float,
    ) -> Motion:
        """Constant velocity (x, y) in the body's frame and constant yaw rate: an arc, or a straight line."""
    @property
    def start_s(self) -> float:
        """When it begins, s."""
    @property
    def end_s(self) -> float:
        """When it ends, s."""

    def pose_at(self, time_s: float) -> Tuple[float, float, float, float]:
        """The pose (x, y, cos, sin) at an instant of the motion."""

def time_of_impact(
    a: _Shapes, motion_a: Motion, b: _Shapes, motion_b: Motion, *, time_tolerance_s: float = 1e-06,
    epsilon_m: float = 1e-06,
) -> ImpactResult:
    """When two moving bodies first meet, as an ImpactResult; both of its ends are proven.

    Args:
        a, b: Shapes, a ConvexPolygon, or a list of them, each in the body's frame.
        motion_a, motion_b: Motions over the same interval.
        time_tolerance_s: how far apart free_until_s and contact_by_s may be, s.
        epsilon_m: only bodies that come this close to contact may be undecided, m.
    """

def free_motion(
    a: _Shapes, motion_a: Motion, b: _Shapes, motion_b: Motion, *, time_tolerance_s: float = 1e-06,
    epsilon_m: float = 1e-06,
) -> bool:
    """Whether two moving bodies are proven to be free. Cheaper than time_of_impact; arguments as there."""

def minimum_distance_over_motion(
    a: _Shapes, motion_a: Motion, b: _Shapes, motion_b: Motion, *, tolerance_m: float = 0.0001,
) -> MotionDistance:
    """The least distance of two moving bodies, within tolerance_m (m). Otherwise as time_of_impact."""

@final
class PolygonBatch:
    """Obstacles at one instant: shapes, each at a pose. Any number of threads may read it."""

    def __init__(self, shapes: _Shapes, world_from_shape: Optional[_Rows] = None) -> None:
        """Keeps the shapes and copies the poses.

        Args:
            shapes: Shapes, a ConvexPolygon, or a list of ConvexPolygons.
            world_from_shape: a pose for each shape, float64 (K, 3): x, y, yaw, or (K, 4): x, y, cos, sin; m, rad. None:
                all are the identity.

        Raises:
            TypeError, ValueError: names the argument and the index.
        """

    def set_poses(self, world_from_shape: _Rows) -> None:
        """Moves every shape to a new pose: float64 (K, 3) or (K, 4).

        Raises:
            RuntimeError: a call in another thread is reading the batch.
        """
    @property
    def shapes(self) -> Shapes:
        """In their own frames."""
    def __len__(self) -> int: ...

@final
class MovingObstacles:
    """The same obstacles at each of some steps. Any number of threads may read them."""

    def __init__(self, shapes: _Shapes, world_from_shape: _Planes) -> None:
        """As PolygonBatch, with the pose of each shape at each step, float64 (S, K, 3) or (S, K, 4).

        Errors count the poses of all steps.
        """

    def set_poses(self, world_from_shape: _Planes) -> None:
        """As PolygonBatch.set_poses: float64 (S, K, 3) or (S, K, 4)."""
    @property
    def shapes(self) -> Shapes:
        """In their own frames."""
    @property
    def steps(self) -> int:
        """The number of steps, S."""

@final
class StaticMap:
    """Shapes that do not move, 10^3 to 10^6 of them, found by a tree."""

    def __init__(self, shapes: _Shapes, world_from_shape: Optional[_Rows] = None) -> None:
        """As PolygonBatch; without poses, shapes are in the world's frame."""
    @property
    def shapes(self) -> Shapes:
        """The shapes."""
    @property
    def memory_bytes(self) -> int:
        """What the map holds besides its shapes, bytes."""
    def __len__(self) -> int: ...

# Questions about one body at many poses or on many trajectories. Results name an obstacle by its
# index in the batch; shapes of a map that is given with one follow those.

def any_hit(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, *, step_times_s: Optional[_Numbers] = None,
    lengths: Optional[_Indices] = None, time_tolerance_s: float = 1e-06, epsilon_m: float = 1e-06,
    out: Optional[_Bools] = None, threads: int = 1, progress: bool = False,
) -> _Bools:
    """Whether the body collides with any obstacle, at each pose or on each trajectory: bool (N,) or (T,).

    Decided as collides does: exact for shapes without radius.

    Args:
        body: the body's shapes in its own frame: Shapes, a ConvexPolygon, or a list of them.
        world_from_body: poses, float64 (N, 4): x, y, cos, sin, read in place, or (N, 3): x, y, yaw, converted; or
            trajectories of S steps, (T, S, 4) or (T, S, 3); m, rad.
        obstacles: a PolygonBatch or a StaticMap, which stand still; MovingObstacles, which have a step for each of a
            trajectory; or both: (batch, map) or (moving, map).
        step_times_s: asks about the motion between steps too: the time of each, float64 (S,), s, increasing. From step
            to step the body and the obstacles move straight and at constant speed, and turn at a constant rate the
            shorter way. What cannot be proven free counts as a collision.
        lengths: how many steps of each trajectory count, int32 (T,); None: all. Poses after them are not read.
        time_tolerance_s: of motion: how far apart free_until_s and contact_by_s of first_hit may be, s.
        epsilon_m: of motion: only bodies that come this close to contact may be undecided, m.
        out: an array to write to, of the result's shape and dtype.
        threads: how many threads share the poses or trajectories.
        progress: shows a progress bar.

    Raises:
        TypeError, ValueError: names the argument, the index and the value; nothing has been written then.
        KeyboardInterrupt: out may have been written in part.
    """

def first_hit(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, *, step_times_s: Optional[_Numbers] = None,
    lengths: Optional[_Indices] = None, time_tolerance_s: float = 1e-06, epsilon_m: float = 1e-06,
    out: Optional[_Records] = None, threads: int = 1, progress: bool = False,
) -> _Records:
    """The first collision at each pose or on each trajectory. Arguments as for any_hit.

    Returns:
        (N,) or (T,) of HIT_DTYPE: step (the earliest), obstacle (of these the lowest), body_shape (of these the
        lowest); -1: none. With step_times_s, of SWEPT_HIT_DTYPE: step is the interval, free_until_s and contact_by_s
        (infinity: none) are when: freedom before free_until_s is proven; is_undecided, reached_cap.
    """

def first_free(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, order: _Indices, *,
    step_times_s: Optional[_Numbers] = None, lengths: Optional[_Indices] = None, time_tolerance_s: float = 1e-06,
    epsilon_m: float = 1e-06,
) -> Tuple[Optional[int], _Records]:
    """The first trajectory in an order that does not collide. Stops there.

    Args:
        order: indices of trajectories, the cheapest first, int32 (M,).
        Otherwise as for any_hit.

    Returns:
        (position, first): the position in order, None if all collide; and the first hits of those before it, in order,
        as of first_hit.
    """

def count_hits(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, *, lengths: Optional[_Indices] = None,
    out: Optional[_Ints] = None, threads: int = 1, progress: bool = False,
) -> _Ints:
    """With how many obstacles the body collides, at each pose: int32 (N,) or (T, S). Arguments as for any_hit."""

@overload
def collision_mask(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, *, lengths: Optional[_Indices] = None,
    packed: Literal[False] = False, out: Optional[_Bools] = None, threads: int = 1, progress: bool = False,
) -> _Bools:
    """With which obstacles the body collides, at each pose: bool (N, K) or (T, S, K).

    Args:
        packed: returns bits, which is faster: uint64 (N, ceil(K / 64)) or (T, S, ceil(K / 64)); obstacle k is bit
            k % 64 of word k // 64.
        Otherwise as for any_hit.
    """

@overload
def collision_mask(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, *, lengths: Optional[_Indices] = None,
    packed: Literal[True], out: Optional[_Words] = None, threads: int = 1, progress: bool = False,
) -> _Words: ...
@overload
def distances_within(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, limit_m: float, *,
    lengths: Optional[_Indices] = None, packed: Literal[False] = False, out: Optional[_Bools] = None, threads: int = 1,
    progress: bool = False,
) -> _Bools:
    """Which obstacles are within limit_m (m, >= 0) of the body, at each pose. Otherwise as collision_mask."""

@overload
def distances_within(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, limit_m: float, *,
    lengths: Optional[_Indices] = None, packed: Literal[True], out: Optional[_Words] = None, threads: int = 1,
    progress: bool = False,
) -> _Words: ...
def all_hits(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, *, lengths: Optional[_Indices] = None
) -> Tuple[_Longs, _Ints]:
    """All obstacles that the body collides with, at each pose. Arguments as for any_hit.

    Returns:
        (begin, hits): int64 (P + 1,), int32 (begin[P],) for P = N or T * S poses: those of pose p are
        hits[begin[p]:begin[p + 1]], ascending.
    """

def minimum_distance(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, limit_m: _Limits = None, *,
    step_times_s: Optional[_Numbers] = None, lengths: Optional[_Indices] = None, tolerance_m: float = 0.0001,
    out: Optional[_Records] = None, threads: int = 1, progress: bool = False,
) -> _Records:
    """The nearest obstacle at each pose, or on each trajectory over its steps; 0 with the first hit if it collides.

    Args:
        limit_m: larger distances do not count, m, >= 0: a number, float64 (N,) or (T,), or None. Small limits are
            cheaper. Not for motion.
        tolerance_m: of motion: how far apart lower_m and upper_m may be, m.
        Otherwise as for any_hit.

    Returns:
        (N,) or (T,) of NEAREST_DTYPE: distance_m (infinity: none), step, obstacle, body_shape (-1: none). With
        step_times_s, of SWEPT_NEAREST_DTYPE: the least distance over all real instants is within [lower_m, upper_m],
        farther apart than the tolerance only if reached_cap; time_s; step is the interval.
    """

def least_separation(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, limit_m: _Limits = None, *,
    lengths: Optional[_Indices] = None, out: Optional[_Records] = None, threads: int = 1, progress: bool = False,
) -> _Records:
    """The pair with the least signed distance, in the frame of the body; in contact that is the deepest one.

    On trajectories, up to the first step with a contact. The signed distance is continuous in the pose. Arguments as
    for minimum_distance. (N,) or (T,) of NEAREST_SEPARATION_DTYPE; -1: no pair within the limit.
    """

def least_separation_gradient(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, limit_m: _Limits = None, *,
    lengths: Optional[_Indices] = None, out: Optional[_Records] = None, threads: int = 1, progress: bool = False,
) -> _Records:
    """The pair of least_separation, with derivatives with respect to the body's pose (x, y, yaw) at its step.

    In the world frame: (N,) or (T,) of NEAREST_SEPARATION_GRADIENT_DTYPE.
    """

def all_distances(
    body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, *, lengths: Optional[_Indices] = None,
    out: Optional[_Floats] = None, threads: int = 1, progress: bool = False,
) -> _Floats:
    """The distance of the body from every obstacle, at each pose: float64 (N, K) or (T, S, K), m, 0 in contact.

    Infinity beyond a trajectory's length. Arguments as for any_hit.
    """

@final
class Road:
    """A road by the pieces of its edge. Immutable. Coordinates are in the frame of what it is made of, m."""

    @staticmethod
    def from_cells(cells: _Shapes, road_gap_m: float = 0.1) -> Road:
        """The union of convex cells: Shapes, a ConvexPolygon, or a list of them; without cells nothing is road.

        Gaps between them that are narrower than road_gap_m (m, within [0, 10]) are road.
        """
    @staticmethod
    def from_borders(borders: Sequence[_Rows], repair: bool = False) -> Road:
        """What is on the left of some lines. No lines: nothing is road.

        Args:
            borders: a list of lines, each float64 (N, 2), m. A line that ends at its first point is closed: around the
                road counter-clockwise, around an island clockwise.
            repair: closes rings whose ends are less than 1 m apart, cuts lines that reach less than 1 m beyond the
                beginning of the next one, and cuts rings where they cross. Road.notes has a sentence for each change.

        Raises:
            ValueError: lines cross, so that left and right cannot be decided; it names the line and the place.
        """
    @staticmethod
    def of_scene(scene: Scene, road_gap_m: float = 0.1) -> Road:
        """The road of a scene, in its local frame: coordinates of the scene minus Scene.origin."""
    @property
    def notes(self) -> List[str]:
        """What is odd about the borders, a sentence each: an island wound as a road, a ring that is nearly closed."""
    @property
    def pieces(self) -> _Floats:
        """float64 (N, 4), m: x, y of the start and of the end of each piece; the road is on its left."""

    def clearances(
        self, body: _Shapes, world_from_body: _Rows, *, out: Optional[_Records] = None, threads: int = 1,
        progress: bool = False,
    ) -> _Records:
        """How close the body is to the edge, or how far beyond it, at each pose: (N,) of ROAD_CLEARANCE_DTYPE.

        clearance_m: inside the distance from the edge, outside minus the distance of the farthest point from the road.
        is_inside is exact. Arguments as for any_hit.
        """

    def least_clearances(
        self, body: _Shapes, world_from_body: _Planes, *, lengths: Optional[_Indices] = None,
        out: Optional[_Records] = None, threads: int = 1, progress: bool = False,
    ) -> _Records:
        """The least clearance of each trajectory, and where the body is first outside. Arguments as for any_hit.

        (T,) of TRAJECTORY_ROAD_CLEARANCE_DTYPE: step, first_outside are -1 if there is none.
        """

    def first_departures(
        self, body: _Shapes, world_from_body: _Planes, step_times_s: _Numbers, *, lengths: Optional[_Indices] = None,
        time_tolerance_s: float = 1e-06, epsilon_m: float = 1e-06, out: Optional[_Records] = None, threads: int = 1,
        progress: bool = False,
    ) -> _Records:
        """When each trajectory first leaves the road, at any real instant. Arguments as for any_hit.

        (T,) of SWEPT_HIT_DTYPE; obstacle is the piece of the edge.
        """

@final
class Candidates:
    """Candidate motions of the ego vehicle, in the frame of their scene. Immutable."""

    @staticmethod
    def from_arrays(
        times_s: Union[_Numbers, _Rows], poses: _Planes, *, ids: Optional[Sequence[str]] = None,
        costs: Optional[_Numbers] = None, lengths: Optional[_Indices] = None,
    ) -> Candidates:
        """T candidates of up to S poses. Copies the arrays.

        Args:
            times_s: float64 (S,) or (T, S), s on the scene's clock, increasing.
            poses: float64 (T, S, 3): x, y, yaw, or (T, S, 6): x, y, yaw, z, pitch, roll; m, rad, scene frame.
            ids: a list of T names; None: the indices.
            costs: float64 (T,); None: 0.
            lengths: how many poses of each candidate count, int32 (T,), each at least 1; None: all.
        """
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Candidate: ...
    def __iter__(self) -> Iterator[Candidate]: ...
    @property
    def ids(self) -> List[str]:
        """Their names."""
    @property
    def costs(self) -> _Floats:
        """float64 (T,)."""

@final
class Scene:
    """The input of one planning cycle: ego vehicle, obstacles and their predictions, road, candidates.

    Validated, immutable. Made by from_arrays, from_proto, from_textproto, from_commonroad, and load_scenes for files.
    """

    @staticmethod
    def from_arrays(
        ego: _Outlines, candidates: _Motions = None, *, id: str = "scene", time_step_s: float = 0.1,
        ego_state: Optional[_Numbers] = None, ego_height_m: Optional[float] = None,
        reference_path: Optional[_Rows] = None, drivable_area: _Outlines = (), road_borders: Sequence[_Rows] = (),
        static_obstacles: _Outlines = (), static_poses: Optional[_Rows] = None,
        static_ids: Optional[Sequence[str]] = None, moving_obstacles: _Outlines = (), predictions: _Motions = None,
        moving_ids: Optional[Sequence[str]] = None, goals: Sequence[Goal] = (),
    ) -> Scene:
        """A scene of arrays, validated as one from a message is. Copies the arrays.

        Shapes are Shapes, a ConvexPolygon, or a list of ConvexPolygons or of vertices, float64 (N, 2). Motions are
        Candidates, or a tuple (times_s, poses) of the arrays of Candidates.from_arrays.

        Args:
            ego: the vehicle's shapes in its own frame.
            candidates: its motions in the scene's frame.
            time_step_s: the step at which candidates are checked, s.
            ego_state: time, x, y, yaw, speed, acceleration; s, m, rad, m/s, m/s^2. Needed for sampling.
            ego_height_m: height of the top above the road; None: unknown.
            reference_path: float64 (N, 2), m; needed for some metrics and for sampling.
            drivable_area: convex cells, the union of which is the road.
            road_borders: instead of cells, lines of float64 (N, 2) with the road on their left.
            static_obstacles: one shape for each, in the scene's frame, or at static_poses: rows x, y, yaw or
                x, y, cos, sin. A single shape stands for all poses.
            static_ids, moving_ids: their names; None: static_0, moving_0 and so on.
            moving_obstacles: one shape for each, in its own frame. A single shape stands for all predictions.
            predictions: how each moves.
            goals: states to reach, any one of them.

        Raises:
            TypeError, ValueError: names the argument, or the field that it becomes, the index and the value:
                predictions[3].poses[1].x is of motion 3.
        """
    @staticmethod
    def from_proto(data: bytes, notes: Sequence[str] = ()) -> Scene:
        """A scene from the bytes of a message collision2d.v1.Scene, and its notes.

        Raises:
            ValueError: names the field and the value.
        """
    @staticmethod
    def from_textproto(text: str) -> Scene:
        """A scene from protobuf's text format.

        Raises:
            ValueError: names line and column, or the field and the value.
        """
    @staticmethod
    def from_commonroad(
        xml: str, *, ego_length_m: float = 4.508, ego_width_m: float = 1.61, ego_reference_to_center_m: float = 0.0,
        wheelbase_m: float = 2.5789,
    ) -> List[Scene]:
        """The scenes of a CommonRoad document (XML 2018b or 2020a), one for each planning problem. See Scene.notes.

        Args:
            xml: the document, not its path (load_scenes reads files).
            ego_length_m, ego_width_m, ego_reference_to_center_m, wheelbase_m: the vehicle, which documents do not
                contain; m.

        Raises:
            ValueError: names the element and the value.
        """

    def to_proto(self) -> bytes:
        """The bytes of its message."""

    def to_textproto(self) -> str:
        """Protobuf's text format of its message."""
    @property
    def id(self) -> str:
        """Its name."""
    @property
    def notes(self) -> List[str]:
        """What an importer repaired, approximated or dropped, one sentence each."""
    @property
    def origin(self) -> Point:
        """(x, y), m: the origin of the local frame, a point near the ego vehicle."""
    @property
    def time_step_s(self) -> float:
        """s."""
    @property
    def ego(self) -> Shapes:
        """The ego vehicle's shapes, in its own frame."""
    @property
    def ego_state(self) -> Optional[EgoState]:
        """At the beginning of the cycle."""
    @property
    def candidates(self) -> Candidates:
        """The candidates that it contains; possibly none."""
    @property
    def reference_path(self) -> _Floats:
        """float64 (N, 2), m."""
    @property
    def drivable_area(self) -> List[_Floats]:
        """The vertices of each cell, float64 (N, 2), m; empty: unknown."""
    @property
    def road_borders(self) -> List[Tuple[str, _Floats]]:
        """(id, points) of each border, float64 (N, 2), m."""
    @property
    def lane_boundaries(self) -> List[Tuple[str, _Floats]]:
        """(id, points) of each boundary, float64 (N, 2), m."""
    @property
    def static_obstacles(self) -> List[Obstacle]:
        """Obstacles that do not move, in the scene's frame, to whose numbers their vertices are rounded."""
    @property
    def moving_obstacles(self) -> List[Obstacle]:
        """Obstacles that move, in their own frames."""
    @property
    def predictions(self) -> List[Prediction]:
        """How they move, in the scene's frame; possibly several predictions of one obstacle."""
    @property
    def goals(self) -> List[Goal]:
        """What is to be reached, in the scene's frame."""

    def obstacles_at(
        self, time_s: float, *, beyond_prediction: _Beyond = "absent", min_probability: float = 0.0,
    ) -> List[PlacedObstacle]:
        """The shapes of all obstacles at a time (s), a list of PlacedObstacles.

        Args:
            beyond_prediction: 'absent' or 'hold': where an obstacle is before and after its prediction.
            min_probability: hypotheses less probable than this are left out.
        """

    def sample_candidates(self) -> Candidates:
        """Candidates of a lattice along the reference path, in its frame; those beyond kinematic limits are left out.

        Raises:
            ValueError: no ego state, or no path that it can follow.
        """

    def show(
        self, *, candidates: Optional[Candidates] = None, checker: Optional[TrajectoryChecker] = None, threads: int = 1,
    ) -> ReplayPage:
        """Checks candidates and shows them on the replay page, in a notebook or a browser.

        Args:
            candidates: Candidates; None: those of the scene, or sampled ones if it has none.
            checker: a TrajectoryChecker of this scene; None: one with all metrics.
            threads: how many threads share the candidates.
        """

    def plot(
        self, *, verdicts: Optional[Verdicts] = None, time_s: Optional[float] = None, axes: Optional[Any] = None,
    ) -> Any:
        """Draws the scene with matplotlib, seen from above, and returns the axes.

        Args:
            verdicts: Verdicts, whose candidates are drawn in the colour of their verdict.
            time_s: when obstacles are drawn, s; None: at the beginning of the cycle.
            axes: matplotlib axes; None: new ones.
        """

@final
class TrajectoryChecker:
    """Checks candidates of one scene: at every instant of its time steps, and at every real instant in between."""

    def __init__(
        self, scene: Scene, *, beyond_prediction: _Beyond = "absent", min_probability: float = 0.0,
        road_gap_m: float = 0.1, instants_only: bool = False, time_tolerance_s: float = 1e-06, epsilon_m: float = 1e-06,
        metrics: _Metrics = (), time_to_collision_horizon_s: float = 5.0, post_encroachment_horizon_s: float = 5.0,
    ) -> None:
        """Places what does not move.

        Args:
            scene: Scene.
            beyond_prediction: 'absent' or 'hold': where obstacles are before and after their predictions.
            min_probability: hypotheses less probable than this are ignored, within [0, 1].
            road_gap_m: gaps between cells of the drivable area that are narrower than this are road, m.
            instants_only: leaves out the motion between instants.
            time_tolerance_s, epsilon_m: as for time_of_impact.
            metrics: 'all', or names: 'time_to_collision', 'headway', 'post_encroachment_time', 'required_deceleration',
                'rss_margin', 'lateral_clearance', 'goal'.
            time_to_collision_horizon_s, post_encroachment_horizon_s: s.

        Raises:
            ValueError: names the option and its value.
        """

    def check(
        self, candidates: Optional[Candidates] = None, *, profiles: bool = False, threads: int = 1,
        progress: bool = False,
    ) -> Verdicts:
        """The verdicts on some candidates, in their order.

        Args:
            candidates: Candidates; None: those of the scene.
            profiles: computes clearances over time too.
            threads: how many threads share the candidates; verdicts do not depend on it.
            progress: shows a progress bar.

        Raises:
            ValueError: names the candidate, the pose and the value.
        """
    @property
    def scene(self) -> Scene:
        """The scene."""

@final
class Verdicts:
    """The verdicts on some candidates of a scene, in their order. verdicts[i] has all that is known of one."""

    @property
    def scene(self) -> Scene:
        """The scene."""
    @property
    def candidates(self) -> Candidates:
        """The candidates."""
    @property
    def collides(self) -> _Bools:
        """bool (T,): touches or overlaps an obstacle."""
    @property
    def leaves_road(self) -> _Bools:
        """bool (T,): part of the vehicle is outside the road."""
    @property
    def is_free(self) -> _Bools:
        """bool (T,): neither of these."""
    @property
    def first_collision_s(self) -> _Floats:
        """float64 (T,): when the first collision is known, s; NaN: none."""
    @property
    def minimum_clearance_m(self) -> _Floats:
        """float64 (T,): the least signed distance to an obstacle, m; NaN: no obstacle."""
    @property
    def road_clearance_m(self) -> _Floats:
        """float64 (T,): the least clearance to the edge of the road, m; NaN: the road is unknown."""
    @property
    def best(self) -> Optional[int]:
        """The index of the cheapest free candidate, or None."""
    @property
    def elapsed_s(self) -> float:
        """How long checking took, s."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Verdict: ...
    def __iter__(self) -> Iterator[Verdict]: ...
    def to_proto(self) -> bytes:
        """The bytes of a message collision2d.v1.SceneVerdicts."""

    def to_json(self) -> str:
        """That message as a line of JSON."""

    def to_records(self) -> _Records:
        """A structured array with a row for each candidate and columns for verdict, clearances and metrics.

        What is not set is NaN, False or ''. dtype.names has the columns; units are in the names.
        """
    def to_dataframe(self) -> Any:
        """A pandas.DataFrame of the columns of to_records, with the candidates' ids as index.

        Raises:
            ImportError: there is no pandas.
        """
    def page(self) -> str:
        """The replay page: a complete HTML document that loads nothing."""

def _read_scene_file(path: str) -> List[Scene]:
    """The scenes of a file of messages: .textproto, .pb or .pbs."""

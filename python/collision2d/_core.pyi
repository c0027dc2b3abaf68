"""The extension's signatures; its docstrings describe them."""

from typing import Any, Iterable, Iterator, List, Literal, Optional, Sequence, Tuple, Union, final, overload

import numpy as np
import numpy.typing as npt

from collision2d.pages import ReplayPage
from collision2d.results import ImpactResult, MotionDistance, Point, Separation, SeparationGradient
from collision2d.verdicts import Candidate, EgoState, PlacedObstacle, Verdict

__version__: str

_Bools = npt.NDArray[np.bool_]
_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]
_Words = npt.NDArray[np.uint64]
_Records = npt.NDArray[np.void]
_RecordType = np.dtype[np.void]

# What is read in place, or a list or tuple, which is converted.
_Numbers = Union[_Floats, Sequence[float]]
_Rows = Union[_Floats, Sequence[Sequence[float]]]
_Planes = Union[_Floats, Sequence[Sequence[Sequence[float]]]]
_Indices = Union[_Ints, Sequence[int]]
# Rows may be (N, 3) or (N, 4).
_Limits = Union[float, _Numbers, None]
_Shapes = Union[ConvexPolygon, Shapes, List[ConvexPolygon], Tuple[ConvexPolygon, ...]]

HIT_DTYPE: _RecordType
NEAREST_DTYPE: _RecordType
SEPARATION_DTYPE: _RecordType
SEPARATION_GRADIENT_DTYPE: _RecordType
NEAREST_SEPARATION_DTYPE: _RecordType
STEP_HIT_DTYPE: _RecordType
STEP_NEAREST_DTYPE: _RecordType
STEP_SEPARATION_DTYPE: _RecordType
STEP_SEPARATION_GRADIENT_DTYPE: _RecordType
SWEPT_HIT_DTYPE: _RecordType
SWEPT_NEAREST_DTYPE: _RecordType
ROAD_CLEARANCE_DTYPE: _RecordType
TRAJECTORY_ROAD_CLEARANCE_DTYPE: _RecordType

def copied_arrays() -> int: ...
def pose_array(x_y_yaw: _Rows, *, out: Optional[_Floats] = None) -> _Floats: ...
def relative_pose(world_from_a: _Numbers, world_from_b: _Numbers) -> Tuple[float, float, float, float]: ...

@final
class ConvexPolygon:
    def __init__(self, vertices: _Rows, radius_m: float = 0.0) -> None: ...
    @staticmethod
    def hull(points: _Rows, radius_m: float = 0.0) -> ConvexPolygon: ...
    @staticmethod
    def rectangle(
        length_m: float, width_m: float, center: _Numbers = (0.0, 0.0), radius_m: float = 0.0
    ) -> ConvexPolygon: ...
    @staticmethod
    def disc(radius_m: float, center: _Numbers = (0.0, 0.0)) -> ConvexPolygon: ...
    @staticmethod
    def capsule(start: _Numbers, end: _Numbers, radius_m: float) -> ConvexPolygon: ...
    @property
    def vertices(self) -> _Floats: ...
    @property
    def radius_m(self) -> float: ...
    @property
    def center(self) -> Point: ...
    @property
    def bounding_radius_m(self) -> float: ...
    @property
    def bounds(self) -> Tuple[float, float, float, float]: ...
    def posed(self, world_from_body: _Numbers) -> ConvexPolygon: ...
    def __hash__(self) -> int: ...

@final
class Shapes:
    def __init__(self, shapes: _Shapes) -> None: ...
    @staticmethod
    def rectangles(sizes: _Rows, centers: Optional[_Rows] = None) -> Shapes: ...
    @staticmethod
    def discs(radii_m: _Numbers, centers: _Rows) -> Shapes: ...
    @staticmethod
    def polygons(vertices: _Rows, offsets: Union[_Longs, Sequence[int]]) -> Shapes: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> ConvexPolygon: ...
    def __iter__(self) -> Iterator[ConvexPolygon]: ...

# Pair queries: a result for one pose, an array for many. An array is one pose or many, by its
# number of axes, which types do not know.

_Pose = Optional[Sequence[float]]

@overload
def collides(a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None) -> bool: ...
@overload
def collides(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: Sequence[Sequence[float]], *, out: Optional[_Bools] = None, threads: int = 1, progress: bool = False
) -> _Bools: ...
@overload
def collides(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Floats, *, out: Optional[_Bools] = None, threads: int = 1, progress: bool = False
) -> Any: ...
@overload
def distance(a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None) -> float: ...
@overload
def distance(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: Sequence[Sequence[float]], *, out: Optional[_Floats] = None, threads: int = 1, progress: bool = False
) -> _Floats: ...
@overload
def distance(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Floats, *, out: Optional[_Floats] = None, threads: int = 1, progress: bool = False
) -> Any: ...
@overload
def distance_within(a: ConvexPolygon, b: ConvexPolygon, limit_m: float, a_from_b: _Pose = None) -> bool: ...
@overload
def distance_within(
    a: ConvexPolygon, b: ConvexPolygon, limit_m: float, a_from_b: Sequence[Sequence[float]], *, out: Optional[_Bools] = None, threads: int = 1, progress: bool = False
) -> _Bools: ...
@overload
def distance_within(
    a: ConvexPolygon, b: ConvexPolygon, limit_m: float, a_from_b: _Floats, *, out: Optional[_Bools] = None, threads: int = 1, progress: bool = False
) -> Any: ...
@overload
def separation(a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None) -> Separation: ...
@overload
def separation(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: Sequence[Sequence[float]], *, out: Optional[_Records] = None, threads: int = 1, progress: bool = False
) -> _Records: ...
@overload
def separation(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Floats, *, out: Optional[_Records] = None, threads: int = 1, progress: bool = False
) -> Any: ...
@overload
def separation_gradient(a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Pose = None, moving: Literal["a", "b"] = "b") -> SeparationGradient: ...
@overload
def separation_gradient(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: Sequence[Sequence[float]], moving: Literal["a", "b"] = "b", *, out: Optional[_Records] = None, threads: int = 1, progress: bool = False
) -> _Records: ...
@overload
def separation_gradient(
    a: ConvexPolygon, b: ConvexPolygon, a_from_b: _Floats, moving: Literal["a", "b"] = "b", *, out: Optional[_Records] = None, threads: int = 1, progress: bool = False
) -> Any: ...

@final
class Motion:
    @staticmethod
    def still(world_from_body: _Numbers, start_s: float, end_s: float) -> Motion: ...
    @staticmethod
    def linear(
        world_from_body: _Numbers,
        displacement_m: _Numbers,
        turn_rad: float,
        start_s: float,
        end_s: float,
        reference: _Numbers = (0.0, 0.0),
    ) -> Motion: ...
    @staticmethod
    def between(
        world_from_body_at_start: _Numbers, world_from_body_at_end: _Numbers, start_s: float, end_s: float
    ) -> Motion: ...
    @staticmethod
    def constant_twist(
        world_from_body: _Numbers, velocity_in_body_mps: _Numbers, yaw_rate_radps: float, start_s: float, end_s: float
    ) -> Motion: ...
    @property
    def start_s(self) -> float: ...
    @property
    def end_s(self) -> float: ...
    def pose_at(self, time_s: float) -> Tuple[float, float, float, float]: ...

def time_of_impact(
    a: _Shapes, motion_a: Motion, b: _Shapes, motion_b: Motion, *, time_tolerance_s: float = 1e-06, epsilon_m: float = 1e-06
) -> ImpactResult: ...
def free_motion(
    a: _Shapes, motion_a: Motion, b: _Shapes, motion_b: Motion, *, time_tolerance_s: float = 1e-06, epsilon_m: float = 1e-06
) -> bool: ...
def minimum_distance_over_motion(
    a: _Shapes, motion_a: Motion, b: _Shapes, motion_b: Motion, *, tolerance_m: float = 0.0001
) -> MotionDistance: ...

@final
class PolygonBatch:
    def __init__(self, shapes: _Shapes, world_from_shape: Optional[_Rows] = None) -> None: ...
    def repose(self, world_from_shape: _Rows) -> None: ...
    @property
    def shapes(self) -> Shapes: ...
    def __len__(self) -> int: ...

@final
class MovingObstacles:
    def __init__(self, shapes: _Shapes, world_from_shape: _Planes) -> None: ...
    def repose(self, world_from_shape: _Planes) -> None: ...
    @property
    def shapes(self) -> Shapes: ...
    @property
    def steps(self) -> int: ...

@final
class StaticMap:
    def __init__(self, shapes: _Shapes, world_from_shape: Optional[_Rows] = None) -> None: ...
    @property
    def shapes(self) -> Shapes: ...
    @property
    def memory_bytes(self) -> int: ...
    def __len__(self) -> int: ...

# One body at many poses.

def any_hit(
    body: _Shapes,
    world_from_body: _Rows,
    obstacles: Union[PolygonBatch, StaticMap],
    *,
    out: Optional[_Bools] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Bools: ...
def first_hit(
    body: _Shapes,
    world_from_body: _Rows,
    obstacles: Union[PolygonBatch, StaticMap],
    *,
    out: Optional[_Records] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Records: ...
def count_hits(
    body: _Shapes,
    world_from_body: _Rows,
    obstacles: PolygonBatch,
    *,
    out: Optional[_Ints] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Ints: ...
@overload
def collision_mask(
    body: _Shapes,
    world_from_body: _Rows,
    obstacles: PolygonBatch,
    *,
    packed: Literal[False] = False,
    out: Optional[_Bools] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Bools: ...
@overload
def collision_mask(
    body: _Shapes,
    world_from_body: _Rows,
    obstacles: PolygonBatch,
    *,
    packed: Literal[True],
    out: Optional[_Words] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Words: ...
@overload
def distances_within(
    body: _Shapes,
    world_from_body: _Rows,
    obstacles: PolygonBatch,
    limit_m: float,
    *,
    packed: Literal[False] = False,
    out: Optional[_Bools] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Bools: ...
@overload
def distances_within(
    body: _Shapes,
    world_from_body: _Rows,
    obstacles: PolygonBatch,
    limit_m: float,
    *,
    packed: Literal[True],
    out: Optional[_Words] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Words: ...
def all_hits(body: _Shapes, world_from_body: _Rows, obstacles: StaticMap) -> Tuple[_Longs, _Ints]: ...
def all_distances(
    body: _Shapes,
    world_from_body: _Rows,
    obstacles: PolygonBatch,
    *,
    out: Optional[_Floats] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Floats: ...
def minimum_distance(
    body: _Shapes,
    world_from_body: _Rows,
    obstacles: Union[PolygonBatch, StaticMap],
    limit_m: _Limits = None,
    *,
    out: Optional[_Records] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Records: ...
def minimum_separation(
    body: _Shapes,
    world_from_body: _Rows,
    obstacles: PolygonBatch,
    limit_m: _Limits = None,
    *,
    out: Optional[_Records] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Records: ...
def minimum_separation_gradient(
    body: _Shapes,
    world_from_body: _Rows,
    obstacles: Union[PolygonBatch, StaticMap],
    limit_m: _Limits = None,
    *,
    out: Optional[_Records] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Records: ...

# One body on many trajectories.

def first_collision(
    body: _Shapes,
    world_from_body: _Planes,
    obstacles: MovingObstacles,
    *,
    lengths: Optional[_Indices] = None,
    out: Optional[_Records] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Records: ...
def any_collision(
    body: _Shapes,
    world_from_body: _Planes,
    obstacles: MovingObstacles,
    *,
    lengths: Optional[_Indices] = None,
    out: Optional[_Bools] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Bools: ...
def minimum_clearance(
    body: _Shapes,
    world_from_body: _Planes,
    obstacles: MovingObstacles,
    *,
    lengths: Optional[_Indices] = None,
    out: Optional[_Records] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Records: ...
def least_separation(
    body: _Shapes,
    world_from_body: _Planes,
    obstacles: Union[MovingObstacles, StaticMap],
    limit_m: _Limits = None,
    *,
    lengths: Optional[_Indices] = None,
    out: Optional[_Records] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Records: ...
def least_separation_gradient(
    body: _Shapes,
    world_from_body: _Planes,
    obstacles: Union[MovingObstacles, StaticMap],
    limit_m: _Limits = None,
    *,
    lengths: Optional[_Indices] = None,
    out: Optional[_Records] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Records: ...
def first_free(
    body: _Shapes,
    world_from_body: _Planes,
    obstacles: MovingObstacles,
    order: _Indices,
    *,
    lengths: Optional[_Indices] = None,
) -> Tuple[Optional[int], _Records]: ...
def first_swept_collision(
    body: _Shapes,
    world_from_body: _Planes,
    step_times_s: _Numbers,
    obstacles: Union[MovingObstacles, StaticMap],
    *,
    lengths: Optional[_Indices] = None,
    time_tolerance_s: float = 1e-06,
    epsilon_m: float = 1e-06,
    out: Optional[_Records] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Records: ...
def any_swept_collision(
    body: _Shapes,
    world_from_body: _Planes,
    step_times_s: _Numbers,
    obstacles: Union[MovingObstacles, StaticMap],
    *,
    lengths: Optional[_Indices] = None,
    time_tolerance_s: float = 1e-06,
    epsilon_m: float = 1e-06,
    out: Optional[_Bools] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Bools: ...
def minimum_swept_clearance(
    body: _Shapes,
    world_from_body: _Planes,
    step_times_s: _Numbers,
    obstacles: Union[MovingObstacles, StaticMap],
    *,
    lengths: Optional[_Indices] = None,
    tolerance_m: float = 0.0001,
    out: Optional[_Records] = None,
    threads: int = 1,
    progress: bool = False,
) -> _Records: ...
def first_swept_free(
    body: _Shapes,
    world_from_body: _Planes,
    step_times_s: _Numbers,
    obstacles: MovingObstacles,
    order: _Indices,
    *,
    lengths: Optional[_Indices] = None,
    time_tolerance_s: float = 1e-06,
    epsilon_m: float = 1e-06,
) -> Tuple[Optional[int], _Records]: ...

@final
class Road:
    @staticmethod
    def from_cells(cells: _Shapes, road_gap_m: float = 0.1) -> Road: ...
    @staticmethod
    def from_borders(borders: Sequence[_Rows], repair: bool = False) -> Road: ...
    @staticmethod
    def of_scene(scene: Scene, road_gap_m: float = 0.1) -> Road: ...
    @property
    def notes(self) -> List[str]: ...
    @property
    def pieces(self) -> _Floats: ...
    def clearances(
        self, body: _Shapes, world_from_body: _Rows, *, out: Optional[_Records] = None, threads: int = 1, progress: bool = False
    ) -> _Records: ...
    def least_clearances(
        self,
        body: _Shapes,
        world_from_body: _Planes,
        *,
        lengths: Optional[_Indices] = None,
        out: Optional[_Records] = None,
        threads: int = 1,
        progress: bool = False,
    ) -> _Records: ...
    def first_departures(
        self,
        body: _Shapes,
        world_from_body: _Planes,
        step_times_s: _Numbers,
        *,
        lengths: Optional[_Indices] = None,
        time_tolerance_s: float = 1e-06,
        epsilon_m: float = 1e-06,
        out: Optional[_Records] = None,
        threads: int = 1,
        progress: bool = False,
    ) -> _Records: ...

@final
class Candidates:
    @staticmethod
    def from_arrays(
        times_s: Union[_Numbers, _Rows],
        poses: _Planes,
        *,
        ids: Optional[Sequence[str]] = None,
        costs: Optional[_Numbers] = None,
        lengths: Optional[_Indices] = None,
    ) -> Candidates: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Candidate: ...
    def __iter__(self) -> Iterator[Candidate]: ...
    @property
    def ids(self) -> List[str]: ...
    @property
    def costs(self) -> _Floats: ...

@final
class Scene:
    @staticmethod
    def from_proto(data: bytes, notes: Sequence[str] = ()) -> Scene: ...
    @staticmethod
    def from_textproto(text: str) -> Scene: ...
    @staticmethod
    def from_commonroad(
        xml: str,
        *,
        ego_length_m: float = 4.508,
        ego_width_m: float = 1.61,
        ego_reference_to_center_m: float = 0.0,
        wheelbase_m: float = 2.5789,
    ) -> List[Scene]: ...
    def to_proto(self) -> bytes: ...
    def to_textproto(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def notes(self) -> List[str]: ...
    @property
    def origin(self) -> Point: ...
    @property
    def time_step_s(self) -> float: ...
    @property
    def ego(self) -> Shapes: ...
    @property
    def ego_state(self) -> Optional[EgoState]: ...
    @property
    def candidates(self) -> Candidates: ...
    @property
    def reference_path(self) -> _Floats: ...
    @property
    def drivable_area(self) -> List[_Floats]: ...
    @property
    def road_borders(self) -> List[Tuple[str, _Floats]]: ...
    @property
    def lane_boundaries(self) -> List[Tuple[str, _Floats]]: ...
    def obstacles_at(
        self, time_s: float, *, beyond_prediction: Literal["absent", "hold"] = "absent", min_probability: float = 0.0
    ) -> List[PlacedObstacle]: ...
    def sample_candidates(self) -> Candidates: ...
    def show(
        self,
        *,
        candidates: Optional[Candidates] = None,
        checker: Optional[TrajectoryChecker] = None,
        threads: int = 1,
    ) -> ReplayPage: ...
    def plot(
        self, *, verdicts: Optional[Verdicts] = None, time_s: Optional[float] = None, axes: Optional[Any] = None
    ) -> Any: ...

@final
class TrajectoryChecker:
    def __init__(
        self,
        scene: Scene,
        *,
        beyond_prediction: Literal["absent", "hold"] = "absent",
        min_probability: float = 0.0,
        road_gap_m: float = 0.1,
        instants_only: bool = False,
        time_tolerance_s: float = 1e-06,
        epsilon_m: float = 1e-06,
        metrics: Union[Literal["all"], Iterable[str]] = (),
        time_to_collision_horizon_s: float = 5.0,
        post_encroachment_horizon_s: float = 5.0,
    ) -> None: ...
    def check(
        self,
        candidates: Optional[Candidates] = None,
        *,
        profiles: bool = False,
        threads: int = 1,
        progress: bool = False,
    ) -> Verdicts: ...
    @property
    def scene(self) -> Scene: ...

@final
class Verdicts:
    @property
    def scene(self) -> Scene: ...
    @property
    def candidates(self) -> Candidates: ...
    @property
    def collides(self) -> _Bools: ...
    @property
    def leaves_road(self) -> _Bools: ...
    @property
    def is_free(self) -> _Bools: ...
    @property
    def first_collision_s(self) -> _Floats: ...
    @property
    def minimum_clearance_m(self) -> _Floats: ...
    @property
    def road_clearance_m(self) -> _Floats: ...
    @property
    def best(self) -> Optional[int]: ...
    @property
    def elapsed_s(self) -> float: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Verdict: ...
    def __iter__(self) -> Iterator[Verdict]: ...
    def to_proto(self) -> bytes: ...
    def to_json(self) -> str: ...
    def page(self) -> str: ...

def read_scene_file(path: str) -> List[Scene]: ...
def seconds_in_cpp(
    name: str, body: _Shapes, world_from_body: _Rows, obstacles: PolygonBatch, repeats: int
) -> float: ...

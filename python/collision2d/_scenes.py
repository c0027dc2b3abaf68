"""What scenes and candidates consist of: records. Positions in m, times in s, angles in rad. What is not set is None."""

from dataclasses import dataclass
from typing import Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from collision2d._core import ConvexPolygon
from collision2d._records import Record


class ImplausibleSceneWarning(UserWarning):
    """A scene is valid, but something about it looks like a mistake in units, frames, heights or clocks."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Candidate(Record):
    """One candidate motion."""

    id: str
    cost: float
    times_s: npt.NDArray[np.float64]
    """(S,), s."""
    poses: npt.NDArray[np.float64]
    """(S, 6): x, y, yaw, z, pitch, roll; m, rad."""
    part_poses: Tuple[npt.NDArray[np.float64], ...] = ()
    """As poses, of each further part of the vehicle."""


@dataclass(frozen=True, eq=False, kw_only=True)
class EgoState(Record):
    """The ego vehicle at the beginning of the cycle."""

    time_s: float
    x: float
    y: float
    yaw_rad: float
    speed_mps: float
    acceleration_mps2: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Margin(Record):
    """The room around the ego vehicle in its own frame, m; the parts add up."""

    along_m: float = 0.0
    """In front and behind."""
    across_m: float = 0.0
    """On the left and on the right."""
    round_m: float = 0.0
    """In every direction."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Obstacle(Record):
    """An obstacle: one that does not move in the scene's frame, one that moves in its own."""

    id: str
    type: str
    shapes: Tuple[ConvexPolygon, ...]
    height_m: Optional[Tuple[float, float]] = None
    """(z_min, z_max) of the shapes; None: unknown."""
    polytopes: Tuple[npt.NDArray[np.float64], ...] = ()
    """The vertices of bodies in space, (N, 3), m."""
    kind: str = "unspecified"
    """car, truck, bus, ...: ObstacleKind of collision2d/v1/scene.proto."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Prediction(Record):
    """One hypothesis of how an obstacle moves: poses or occupancies."""

    obstacle_id: str
    probability: float
    times_s: npt.NDArray[np.float64]
    """(S,), s."""
    poses: npt.NDArray[np.float64]
    """(S, 6): x, y, yaw, z, pitch, roll; m, rad."""
    occupancies: Tuple[Tuple[float, Tuple[ConvexPolygon, ...]], ...] = ()
    """Times (s), and the shapes that are occupied from then on."""
    timed_shapes: Tuple[Tuple[float, Tuple[ConvexPolygon, ...]], ...] = ()
    """Times (s), and the shapes that an obstacle with poses has from then on, in its own frame; none: it is absent."""
    is_assumed: bool = False
    """Poses after the first are not predicted, but assumed by whoever wrote the scene."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Goal(Record):
    """A state to reach. What is None, or empty, does not matter; intervals are (min, max)."""

    time_s: Optional[Tuple[float, float]] = None
    area: Sequence[ConvexPolygon] = ()
    yaw_rad: Optional[Tuple[float, float]] = None
    speed_mps: Optional[Tuple[float, float]] = None


@dataclass(frozen=True, eq=False, kw_only=True)
class PlacedObstacle(Record):
    """One shape of an obstacle at one time."""

    obstacle_id: str
    type: str
    hypothesis: int
    """Index of the obstacle's prediction; 0 for one that does not move."""
    shape: ConvexPolygon
    """In its own frame."""
    pose: Tuple[float, float, float, float]
    """x, y, cos, sin: of the shape in the scene's frame."""

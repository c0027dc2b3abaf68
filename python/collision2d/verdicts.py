"""What a TrajectoryChecker says of candidates: named tuples with the fields of collision2d/v1/verdict.proto, in their order.

Positions are in the scene's frame (m), times on its clock (s), angles in rad. What is not set is None.
"""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from collision2d._core import ConvexPolygon
from collision2d.results import Point


class Candidate(NamedTuple):
    """One candidate motion."""

    id: str
    cost: float
    times_s: npt.NDArray[np.float64]
    """(S,), s."""
    poses: npt.NDArray[np.float64]
    """(S, 6): x, y, yaw, z, pitch, roll; m, rad."""


class EgoState(NamedTuple):
    """The ego vehicle at the beginning of the cycle."""

    time_s: float
    x: float
    y: float
    yaw_rad: float
    speed_mps: float
    acceleration_mps2: float


class Margin(NamedTuple):
    """The room around the ego vehicle in its own frame, m; the parts add up."""

    along_m: float = 0.0
    """In front and behind."""
    across_m: float = 0.0
    """On the left and on the right."""
    round_m: float = 0.0
    """In every direction."""


class Obstacle(NamedTuple):
    """An obstacle: one that does not move in the scene's frame, one that moves in its own."""

    id: str
    type: str
    shapes: List[ConvexPolygon]
    height_m: Optional[Tuple[float, float]]
    """(z_min, z_max) of the shapes; None: unknown."""
    polytopes: List[npt.NDArray[np.float64]]
    """The vertices of bodies in space, (N, 3), m."""
    kind: str = "unspecified"
    """car, truck, bus, ...: ObstacleKind of collision2d/v1/scene.proto."""


class Prediction(NamedTuple):
    """One hypothesis of how an obstacle moves: poses or occupancies."""

    obstacle_id: str
    probability: float
    times_s: npt.NDArray[np.float64]
    """(S,), s."""
    poses: npt.NDArray[np.float64]
    """(S, 6): x, y, yaw, z, pitch, roll; m, rad."""
    occupancies: List[Tuple[float, List[ConvexPolygon]]]
    """Times (s), and the shapes that are occupied from then on."""
    timed_shapes: List[Tuple[float, List[ConvexPolygon]]]
    """Times (s), and the shapes that an obstacle with poses has from then on, in its own frame; none: it is absent."""


class Goal(NamedTuple):
    """A state to reach. What is None, or empty, does not matter; intervals are (min, max)."""

    time_s: Optional[Tuple[float, float]] = None
    area: Sequence[ConvexPolygon] = ()
    yaw_rad: Optional[Tuple[float, float]] = None
    speed_mps: Optional[Tuple[float, float]] = None


class PlacedObstacle(NamedTuple):
    """One shape of an obstacle at one time."""

    obstacle_id: str
    type: str
    hypothesis: int
    """Index of the obstacle's prediction; 0 for one that does not move."""
    shape: ConvexPolygon
    """In its own frame."""
    pose: Tuple[float, float, float, float]
    """x, y, cos, sin: of the shape in the scene's frame."""


class Encounter(NamedTuple):
    """The contact or closest approach of the ego vehicle and one obstacle, seen from above."""

    time_s: float
    step: int
    obstacle_id: str
    hypothesis: int
    signed_distance_m: float
    witness_ego: Optional[Point]
    witness_obstacle: Optional[Point]
    part: int


class VerticalClearance(NamedTuple):
    """The vertical room between the ego vehicle and an obstacle above or below it."""

    time_s: float
    step: int
    obstacle_id: str
    hypothesis: int
    clearance_m: float
    side: str
    """'above' or 'below'."""
    part: int


class ContactBracket(NamedTuple):
    """When the first contact begins: free before free_until_s, proven; in contact at contact_by_s."""

    free_until_s: float
    contact_by_s: float
    is_undecided: bool
    is_conservative: bool
    between_instants: bool


class RoadClearance(NamedTuple):
    """How close the ego vehicle comes to the edge of the road, or how far beyond it."""

    time_s: float
    step: int
    clearance_m: float
    witness_ego: Optional[Point]
    witness_road: Optional[Point]
    direction: Optional[Point]
    border: str
    cell: Optional[int]
    part: int


class RoadDeparture(NamedTuple):
    """When the ego vehicle first leaves the road."""

    inside_until_s: float
    outside_by_s: float
    between_instants: bool
    part: int


class MarginEncounter(NamedTuple):
    """When the ego vehicle first comes as near to an obstacle as its margin."""

    time_s: float
    step: int
    obstacle_id: str
    hypothesis: int
    outside_until_s: float
    is_undecided: bool
    is_conservative: bool
    part: int


class ProfilePoint(NamedTuple):
    """What is known of a candidate at one checked time."""

    time_s: float
    clearance_m: Optional[float]
    road_clearance_m: Optional[float]
    time_to_collision_s: Optional[float]


class Profile(NamedTuple):
    """What is known of a candidate over time."""

    points: Tuple[ProfilePoint, ...]


class Interaction(NamedTuple):
    """The ego vehicle and one obstacle at one checked time."""

    time_s: float
    step: int
    obstacle_id: str
    hypothesis: int


class TimeToCollision(NamedTuple):
    """s, on the predicted paths and with constant speeds and turn rates."""

    on_paths_s: Optional[float]
    on_paths: Optional[Interaction]
    constant_twist_s: Optional[float]
    constant_twist: Optional[Interaction]


class Headway(NamedTuple):
    """To obstacles ahead along the reference path."""

    headway_s: Optional[float]
    headway: Optional[Interaction]
    gap_m: float
    gap: Optional[Interaction]


class PostEncroachmentTime(NamedTuple):
    """The least time between the ego vehicle's being at one place and an obstacle's."""

    duration_s: float
    ego: Optional[Interaction]
    obstacle_time_s: float
    obstacle_apart_time_s: float


class RequiredDeceleration(NamedTuple):
    """The deceleration that prevents a collision with an obstacle ahead."""

    deceleration_mps2: float
    interaction: Optional[Interaction]
    gap_m: float
    closing_speed_mps: float


class RssMargin(NamedTuple):
    """Gaps minus the safe distances of Responsibility-Sensitive Safety."""

    longitudinal_margin_m: float
    lateral_margin_m: float
    interaction: Optional[Interaction]
    is_dangerous: bool


class LateralClearance(NamedTuple):
    """The least gap across the reference path."""

    clearance_m: float
    interaction: Optional[Interaction]


class GoalReached(NamedTuple):
    """Whether a goal of the scene is reached."""

    reached: bool
    time_s: Optional[float]
    step: Optional[int]
    goal: Optional[int]


class Verdict(NamedTuple):
    """The verdict on one candidate; collision2d/v1/verdict.proto defines each field."""

    candidate_id: str
    candidate_index: int
    cost: float
    collides: bool
    first_collision: Optional[Encounter]
    minimum_clearance: Optional[Encounter]
    leaves_drivable_area: bool
    leaves_drivable_area_time_s: Optional[float]
    pairs_checked: int
    vertical_clearance: Optional[VerticalClearance]
    contact_bracket: Optional[ContactBracket]
    road_clearance: Optional[RoadClearance]
    road_departure: Optional[RoadDeparture]
    time_to_collision: Optional[TimeToCollision]
    headway: Optional[Headway]
    post_encroachment_time: Optional[PostEncroachmentTime]
    required_deceleration: Optional[RequiredDeceleration]
    rss_margin: Optional[RssMargin]
    lateral_clearance: Optional[LateralClearance]
    goal: Optional[GoalReached]
    first_within_margin: Optional[MarginEncounter]
    leaves_road_margin: Optional[RoadDeparture]
    profile: Optional[Profile]

"""What calls return for a single pair: records."""

import enum
from dataclasses import dataclass
from typing import Optional, Tuple

from collision2d._records import Record

Point = Tuple[float, float]


class _Answer(enum.IntEnum):
    """Has no truth value: that of the number would make the safest answer and the best one false."""

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} is neither true nor false: compare it with a member of {type(self).__name__}")


class SeparationStatus(_Answer):
    """How two closed shapes are positioned relative to each other. Compare with members: it has no truth value."""

    SEPARATED = 0
    TOUCHING = 1
    PENETRATING = 2
    ITERATION_LIMIT = 3
    """A loop reached its bound: a defect. The result is the best that is known."""
    INVALID = 4


@dataclass(frozen=True, eq=False, kw_only=True)
class Separation(Record):
    """Signed distance, witness points and direction of two shapes, in the frame of a (m)."""

    signed_distance_m: float
    """Apart: the distance. Colliding: minus the penetration depth."""
    witness_a: Point
    """The point of a that is closest to b, or deepest in it."""
    witness_b: Point
    """The point of b: witness_a + signed_distance_m * direction, within rounding."""
    direction: Point
    """Unit vector from a to b; in contact, b leaves a along it by the shortest way."""
    status: SeparationStatus


@dataclass(frozen=True, eq=False, kw_only=True)
class SeparationGradient(Record):
    """A Separation and the derivatives of its signed distance with respect to the pose of the shape that moves."""

    separation: Separation
    translation: Point
    """With respect to the position, m/m."""
    yaw_m_per_rad: float
    """With respect to the yaw about the origin of the moving shape's frame, m/rad."""
    yaw_left_m_per_rad: float
    yaw_right_m_per_rad: float
    """The one-sided derivatives."""
    yaw_low_m_per_rad: float
    yaw_high_m_per_rad: float
    """Bounds of the derivatives at all tied features."""
    is_smooth: bool
    """The gradient is unique."""


class MotionVerdict(_Answer):
    """What is known of two bodies during a motion. Compare with members: it has no truth value."""

    FREE = 0
    """They share no point at any real instant: proven."""
    COLLIDES = 1
    """They are in contact at contact_by_s: proven."""
    UNDECIDED = 2
    """A graze: within contact_tolerance_m of contact, and neither of the above could be proven."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ImpactResult(Record):
    """When two moving bodies first meet; s on the clock of their motions."""

    verdict: MotionVerdict
    free_until_s: float
    """They are apart at every real instant before this one: proven."""
    contact_by_s: float
    """They are in contact (within contact_tolerance_m of it, if undecided) at this instant; infinity if they are free."""
    separation: Optional[Separation]
    """At contact_by_s, in the frame of a then; None if they are free."""
    shape_a: int
    shape_b: int
    """Which shapes of the bodies meet; -1 if they are free."""
    steps: int
    """Instants at which the distance was computed."""
    reached_limit: bool

    @property
    def is_free(self) -> bool:
        """The verdict is FREE; neither COLLIDES nor UNDECIDED."""
        return self.verdict is MotionVerdict.FREE


@dataclass(frozen=True, eq=False, kw_only=True)
class MotionDistance(Record):
    """The least distance of two bodies over their motions: within [lower_m, upper_m]."""

    lower_m: float
    upper_m: float
    time_s: float
    """An instant at which the distance is at most upper_m, s."""
    shape_a: int
    shape_b: int
    steps: int
    reached_limit: bool
    """True if upper_m - lower_m is more than the tolerance."""

"""Compares the verdicts of one planning cycle in two runs."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from collision2d.v1.verdict_pb2 import SceneVerdicts, Verdict


class Kind(enum.Enum):
    """How a candidate's verdicts differ: the first that applies."""

    UNCHECKED = "checked in one only"
    NOW_COLLIDES = "free, now collides"
    NOW_FREE = "collided, now free"
    ROAD = "on the road in one only"
    CLEARANCE = "another clearance"
    ONLY_OLD = "candidate only in the old run"
    ONLY_NEW = "candidate only in the new run"


@dataclass(frozen=True)
class Brief:
    """What of a verdict is compared, and what it says of a collision."""

    is_checked: bool  # Otherwise nothing is known of the candidate: it is not free.
    collides: bool
    leaves_road: bool
    clearance_m: float | None
    first_hit: str  # The obstacle and the time of the first collision; empty without.

    @classmethod
    def of(cls, verdict: Verdict) -> Brief:
        clearance_m = verdict.minimum_clearance.signed_distance_m if verdict.HasField("minimum_clearance") else None
        first = verdict.first_collision
        first_hit = f"{first.obstacle_id} at {first.time_s:.2f} s" if verdict.collides else ""
        is_checked = verdict.outcome != Verdict.OUTCOME_UNSPECIFIED
        return cls(is_checked, verdict.collides, verdict.leaves_road, clearance_m, first_hit)


@dataclass(frozen=True)
class CandidateDifference:
    """`old` or `new` is None if the candidate is in the other run only."""

    candidate_id: str
    kind: Kind
    old: Brief | None
    new: Brief | None

    @property
    def clearance_change_m(self) -> float:
        """Infinite if one of the two has a clearance only."""
        old, new = (brief.clearance_m if brief else None for brief in (self.old, self.new))
        return abs(new - old) if old is not None and new is not None else float("inf")


def compare_cycles(old: SceneVerdicts, new: SceneVerdicts, tolerance_m: float) -> Iterator[CandidateDifference]:
    """Yields the candidates whose verdicts differ, in the order of the new ones."""
    before = {verdict.candidate_id: Brief.of(verdict) for verdict in old.verdicts}
    for verdict in new.verdicts:
        brief, former = Brief.of(verdict), before.pop(verdict.candidate_id, None)
        kind = Kind.ONLY_NEW if former is None else _kind(former, brief, tolerance_m)
        if kind is not None:
            yield CandidateDifference(verdict.candidate_id, kind, former, brief)
    for candidate_id, former in before.items():
        yield CandidateDifference(candidate_id, Kind.ONLY_OLD, former, None)


def _kind(old: Brief, new: Brief, tolerance_m: float) -> Kind | None:
    if old.is_checked != new.is_checked:
        return Kind.UNCHECKED
    if old.collides != new.collides:
        return Kind.NOW_COLLIDES if new.collides else Kind.NOW_FREE
    if old.leaves_road != new.leaves_road:
        return Kind.ROAD
    if old.clearance_m == new.clearance_m:
        return None
    if old.clearance_m is None or new.clearance_m is None or not abs(new.clearance_m - old.clearance_m) <= tolerance_m:
        return Kind.CLEARANCE
    return None

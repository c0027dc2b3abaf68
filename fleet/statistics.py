"""Counts, distributions and extreme scenes of a shard or of a whole run."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from collision2d.v1.verdict_pb2 import SceneVerdicts, Verdict


@dataclass
class Histogram:
    """Bins from `low` to `high`; values below and above are counted too, and those that are not defined."""

    low: float
    high: float
    counts: list[int]
    below: int = 0
    above: int = 0
    undefined: int = 0

    @property
    def bin_width(self) -> float:
        return (self.high - self.low) / len(self.counts)

    @classmethod
    def empty(cls, low: float, high: float, bins: int) -> Histogram:
        return cls(low, high, [0] * bins)

    def add(self, value: float | None) -> None:
        if value is None or math.isnan(value):
            self.undefined += 1
        elif value < self.low:
            self.below += 1
        elif value >= self.high:
            self.above += 1
        else:
            self.counts[min(int((value - self.low) / self.bin_width), len(self.counts) - 1)] += 1

    def merge(self, other: Histogram) -> None:
        """REQUIRES: the same bins."""
        self.counts = [a + b for a, b in zip(self.counts, other.counts, strict=True)]
        self.below += other.below
        self.above += other.above
        self.undefined += other.undefined

    def to_json(self) -> list[int]:
        return [self.below, *self.counts, self.above, self.undefined]

    def merge_json(self, counts: Sequence[int]) -> None:
        """Adds what to_json of a histogram of the same bins returned."""
        below, *inner, above, undefined = counts
        self.merge(Histogram(self.low, self.high, inner, below, above, undefined))


# How many of the slowest and of the most critical scenes are kept.
EXTREMES = 10
UNKNOWN_TYPE = "(unknown)"


@dataclass(frozen=True)
class SceneRow:
    """A planning cycle in a list of extremes."""

    item: int  # Index in the shard.
    scene_id: str
    cycle: int
    value: float
    source: str = ""  # The item's name; empty in a shard.
    key: str = ""  # The shard's; empty in a shard.


@dataclass
class Extremes:
    """The EXTREMES rows with the least values, of equal ones those that came first."""

    rows: list[SceneRow] = field(default_factory=list)

    def add(self, row: SceneRow) -> None:
        if len(self.rows) < EXTREMES or row.value < self.rows[-1].value:
            self.rows = heapq.nsmallest(EXTREMES, [*self.rows, row], key=lambda kept: kept.value)


def _bins() -> Histogram:
    """Returns an empty histogram of 0 to 8 m, or s."""
    return Histogram.empty(0.0, 8.0, 40)


@dataclass
class Statistics:
    """Statistics of planning cycles. "Chosen" is the best free candidate, which would be driven."""

    scenes: int = 0
    cycles: int = 0
    counts: Counter[str] = field(default_factory=Counter)  # Sums of the fields of proto Counts.
    cycles_without_free: int = 0
    collisions_by_type: Counter[str] = field(default_factory=Counter)  # Of candidates, by the type of the obstacle that is hit first.
    collisions_by_kind: Counter[str] = field(default_factory=Counter)
    clearance_m: Histogram = field(default_factory=_bins)  # Chosen.
    road_clearance_m: Histogram = field(default_factory=_bins)  # Chosen.
    time_to_collision_s: Histogram = field(default_factory=_bins)  # Chosen.
    without_free: Extremes = field(default_factory=Extremes)  # By minus the number of colliding candidates.
    closest: Extremes = field(default_factory=Extremes)  # By the chosen's clearance, m.
    soonest: Extremes = field(default_factory=Extremes)  # By the chosen's time to collision, s.
    slowest: Extremes = field(default_factory=Extremes)  # By minus the time of checking, ms.

    def add_cycle(self, verdicts: SceneVerdicts, item: int, types: Mapping[str, str]) -> None:
        """Adds a planning cycle. `types`: of the scene's obstacles, by id."""
        self.cycles += 1
        self.scenes += verdicts.cycle == 0
        counts = verdicts.counts
        for name in COUNTS:
            self.counts[name] += getattr(counts, name)
        if counts.colliding:
            self._add_collisions(verdicts, types)
        row = SceneRow(item, verdicts.scene_id, verdicts.cycle, 0.0)
        if verdicts.HasField("best_free_candidate"):
            self._add_chosen(verdicts.verdicts[verdicts.best_free_candidate], row)
        elif verdicts.verdicts:
            self.cycles_without_free += 1
            self.without_free.add(replace(row, value=-float(counts.colliding)))

    def add_time(self, scene_id: str, item: int, elapsed_ms: float) -> None:
        self.slowest.add(SceneRow(item, scene_id, 0, -elapsed_ms))

    def _add_collisions(self, verdicts: SceneVerdicts, types: Mapping[str, str]) -> None:
        for verdict in verdicts.verdicts:
            if verdict.collides:
                self.collisions_by_type[types.get(verdict.first_collision.obstacle_id, UNKNOWN_TYPE)] += 1
                self.collisions_by_kind[_kind_of(verdict)] += 1

    def _add_chosen(self, verdict: Verdict, row: SceneRow) -> None:
        clearance_m = _held(verdict, "minimum_clearance", "signed_distance_m")
        self.clearance_m.add(clearance_m)
        if clearance_m is not None:
            self.closest.add(replace(row, value=clearance_m))
        self.road_clearance_m.add(_held(verdict, "road_clearance", "clearance_m"))
        time = verdict.time_to_collision
        time_s = time.constant_twist_s if time.HasField("constant_twist_s") else None
        self.time_to_collision_s.add(time_s)
        if time_s is not None:
            self.soonest.add(replace(row, value=time_s))

    def merge(self, other: Statistics) -> None:
        """Adds other planning cycles."""
        for name in NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in COUNTERS:
            getattr(self, name).update(getattr(other, name))
        for name in HISTOGRAMS:
            getattr(self, name).merge(getattr(other, name))
        for name in EXTREME_LISTS:
            for row in getattr(other, name).rows:
                getattr(self, name).add(row)

    def extreme_rows(self) -> list[SceneRow]:
        return [row for name in EXTREME_LISTS for row in getattr(self, name).rows]

    def to_json(self) -> dict[str, Any]:
        return {
            **{name: getattr(self, name) for name in NUMBERS},
            **{name: dict(sorted(getattr(self, name).items())) for name in COUNTERS},
            **{name: getattr(self, name).to_json() for name in HISTOGRAMS},
            **{name: [asdict(row) for row in getattr(self, name).rows] for name in EXTREME_LISTS},
        }

    @classmethod
    def from_json(cls, fields: Mapping[str, Any], key: str, name_of: Callable[[int], str]) -> Statistics:
        """Returns what to_json of the shard `key` has written; `name_of` returns the name of an item."""
        statistics = cls()
        for name in NUMBERS:
            setattr(statistics, name, fields[name])
        for name in COUNTERS:
            getattr(statistics, name).update(fields[name])
        for name in HISTOGRAMS:
            getattr(statistics, name).merge_json(fields[name])
        for name in EXTREME_LISTS:
            rows = [SceneRow(**row) for row in fields[name]]
            setattr(statistics, name, Extremes([replace(row, source=name_of(row.item), key=key) for row in rows]))
        return statistics


COUNTS = ("candidates", "free", "colliding", "leaving_road", "pairs_checked")
NUMBERS = ("scenes", "cycles", "cycles_without_free")
COUNTERS = ("counts", "collisions_by_type", "collisions_by_kind")
HISTOGRAMS = ("clearance_m", "road_clearance_m", "time_to_collision_s")
EXTREME_LISTS = ("without_free", "closest", "soonest", "slowest")


def _held(verdict: Verdict, name: str, measured: str) -> float | None:
    """What is proven of a clearance, otherwise what was measured; None without one."""
    if not verdict.HasField(name):
        return None
    clearance = getattr(verdict, name)
    held: float = getattr(clearance, "lower_bound_m" if clearance.HasField("lower_bound_m") else measured)
    return held


def _kind_of(verdict: Verdict) -> str:
    bracket = verdict.contact_bracket
    if bracket.is_undecided:
        return "graze: contact could not be excluded"
    if bracket.is_conservative:
        return "within 1 mm of contact in space"
    if bracket.between_instants:
        return "only between instants"
    return "at a checked instant"

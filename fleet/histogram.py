"""Counts of values in bins of equal width."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


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

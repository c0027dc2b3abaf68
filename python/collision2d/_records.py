"""What calls return and take as records, and what pickles call."""

from __future__ import annotations

import dataclasses
import importlib
import operator
from typing import TYPE_CHECKING, Any, Dict, Tuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collision2d._core import Candidates

# Raised when pickles of a newer version would be misread by this one. Records that gain fields with
# defaults need no other format.
_FORMAT = 1


def _unpickle(number: int, call: str, arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Any:
    """What pickles of every version call: a name of the package, as "Road.from_cells" or "Separation", with its arguments."""
    if number > _FORMAT:
        raise ValueError(f"pickle: its format is {number}; this version reads formats up to {_FORMAT}")
    return operator.attrgetter(call)(importlib.import_module("collision2d"))(*arguments, **keywords)


def reduced(call: str, arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Tuple[Any, ...]:
    """What __reduce__ returns."""
    return _unpickle, (_FORMAT, call, arguments, keywords)


def reduced_candidates(candidates: Candidates) -> Tuple[Any, ...]:
    """Candidates.__reduce__: arrays of the longest one's steps, with zeros after the end of others."""
    lengths = np.array([len(candidate.times_s) for candidate in candidates], np.int32)
    times, poses = (np.zeros((len(lengths), int(lengths.max(initial=0)), *columns)) for columns in ((), (6,)))
    for k, candidate in enumerate(candidates):
        times[k, :lengths[k]], poses[k, :lengths[k]] = candidate.times_s, candidate.poses
    parts = np.zeros((max((len(c.part_poses) for c in candidates), default=0), *poses.shape))
    for k, candidate in enumerate(candidates):
        for part, of_part in zip(parts, candidate.part_poses):
            part[k, :lengths[k]] = of_part
    keywords = {"ids": candidates.ids, "costs": candidates.costs, "lengths": lengths, "part_poses": list(parts)}
    return reduced("Candidates.from_arrays", (times, poses), keywords)


def reduced_points(
    points: npt.NDArray[np.float64], indices: npt.NDArray[np.int32], invalid_count: int, options: Dict[str, Any]
) -> Tuple[Any, ...]:
    """PointSet.__reduce__: rows of the points at their indices, and between them of as many that are not finite, or beyond the heights."""
    low, high = options["min_z_m"], options["max_z_m"]
    rows = np.full((max(int(indices.max(initial=-1)) + 1, len(points) + invalid_count), 3), np.nan)
    rows[indices] = np.column_stack([points, np.full(len(points), np.clip(0.0, low, high))])
    left_out = np.setdiff1d(np.arange(len(rows)), indices)[invalid_count:]
    rows[left_out] = 0.0, 0.0, np.nextafter(high, np.inf) if high < np.finfo(float).max else np.nextafter(low, -np.inf)
    return reduced("PointSet", (rows,), options)


def _is_same(a: Any, b: Any) -> bool:
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(_is_same, a, b))
    return np.array_equal(a, b) if hasattr(a, "__array__") or hasattr(b, "__array__") else bool(a == b)


class Record:
    """The base of records, which are frozen dataclasses that are made by keywords: a field more changes no caller.

    They have neither order nor iteration. They are equal if their class and all fields are, arrays by shape and numbers.
    """

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(_is_same(value, getattr(other, name)) for name, value in self._fields().items())

    def __hash__(self) -> int:
        return hash((type(self), *self._fields().values()))

    def __reduce__(self) -> Tuple[Any, ...]:
        return reduced(type(self).__name__, (), self._fields())

    def _fields(self) -> Dict[str, Any]:
        record: Any = self  # A dataclass, which this class itself is not.
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(record)}

"""What calls return and take as records, and what pickles call."""

from __future__ import annotations

import dataclasses
import importlib
import operator
from typing import TYPE_CHECKING, Any, Dict, Tuple

import numpy as np

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

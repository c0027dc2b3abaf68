"""Finds the items of a shard that make the replay fail, while all others are replayed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

Result = TypeVar("Result")

# How often an item is replayed alone before it is given up.
TRIES = 2


@dataclass(frozen=True)
class Failure:
    """A replay of several items failed."""

    reason: str
    # The item, counted from the first of these, at which it seems to have failed; None if unknown.
    suspect: int | None = None


@dataclass(frozen=True)
class Poison:
    """An item that fails alone."""

    item: int
    reasons: tuple[str, ...]  # One for each try.


def isolate(count: int, replay: Callable[[int, int], Result | Failure]) -> tuple[list[Result], list[Poison]]:
    """Returns the results of replay(first, last) for ranges that contain every item but the poison, in order, and the poison.

    All items are tried together first. A range that fails is divided at its suspect; its parts, if they fail too, in half, and so on in turns:
    a suspect may be wrong. Each item of the result is in exactly one range. Calls: 1 without poison; O(p log count) with p items of poison.
    """
    results: list[Result] = []
    poison: list[Poison] = []
    ranges = [(0, count, True)] if count else []
    reasons: list[str] = []  # Of the item that is being tried alone.
    while ranges:
        first, last, trusts = ranges.pop()
        result = replay(first, last)
        if not isinstance(result, Failure):
            results.append(result)
            reasons = []
        elif last - first > 1:
            parts = _divide(first, last, result.suspect if trusts else None)
            ranges.extend((*part, not trusts) for part in reversed(parts))
        else:
            reasons.append(result.reason)
            if len(reasons) < TRIES:
                ranges.append((first, last, trusts))
            else:
                poison.append(Poison(first, tuple(reasons)))
                reasons = []
    return results, poison


def _divide(first: int, last: int, suspect: int | None) -> list[tuple[int, int]]:
    if suspect is None or not 0 <= suspect < last - first:
        middle = (first + last) // 2
        return [(first, middle), (middle, last)]
    at = first + suspect
    return [(a, b) for a, b in ((first, at), (at, at + 1), (at + 1, last)) if a < b]

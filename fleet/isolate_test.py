"""Every set of poison among few items is found, and everything else is replayed once, in order."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable

import pytest

from fleet.isolate import TRIES, Failure, Poison, isolate


class Tool:
    """Fails on these items; may say at which of them."""

    def __init__(self, poison: Iterable[int], names_suspect: bool, fails_once: Iterable[int] = ()) -> None:
        self.poison = set(poison)
        self.fails_once = set(fails_once)
        self.names_suspect = names_suspect
        self.calls: list[tuple[int, int]] = []

    def __call__(self, first: int, last: int) -> range | Failure:
        self.calls.append((first, last))
        bad = [i for i in range(first, last) if i in self.poison or i in self.fails_once]
        if not bad:
            return range(first, last)
        self.fails_once.discard(bad[0])
        return Failure(f"fails at {bad[0]}", bad[0] - first if self.names_suspect else None)


@pytest.mark.parametrize("names_suspect", [False, True])
def test_every_set_of_poison_is_found(names_suspect: bool) -> None:
    for count in range(7):
        for poison in itertools.chain.from_iterable(itertools.combinations(range(count), n) for n in range(count + 1)):
            tool = Tool(poison, names_suspect)
            results, found = isolate(count, tool)
            assert [item for done in results for item in done] == [i for i in range(count) if i not in poison]
            assert found == [Poison(i, (f"fails at {i}",) * TRIES) for i in poison]
            singles = Counter(first for first, last in tool.calls if last - first == 1)
            assert all(singles[i] == TRIES for i in poison)


def test_one_poison_of_many_costs_few_calls() -> None:
    blind = Tool([700], names_suspect=False)
    isolate(1024, blind)
    assert len(blind.calls) <= 2 * 10 + TRIES
    told = Tool([700], names_suspect=True)
    isolate(1024, told)
    assert len(told.calls) == 1 + 2 + TRIES


def test_wrong_suspects_cost_few_calls_too() -> None:
    calls = 0

    def replay(first: int, last: int) -> range | Failure:
        nonlocal calls
        calls += 1
        return Failure("fails", 0) if first <= 700 < last else range(first, last)

    assert [found.item for found in isolate(1024, replay)[1]] == [700]
    assert calls <= 5 * 10


def test_what_fails_once_is_not_poison() -> None:
    results, found = isolate(1, Tool([], names_suspect=False, fails_once=[0]))
    assert (results, found) == ([range(0, 1)], [])


@pytest.mark.parametrize("suspect", [-1, 4, 99])
def test_a_suspect_out_of_range_is_ignored(suspect: int) -> None:
    def replay(first: int, last: int) -> range | Failure:
        return Failure("fails", suspect) if first <= 2 < last else range(first, last)

    results, found = isolate(4, replay)
    assert [item for done in results for item in done] == [0, 1, 3]
    assert [p.item for p in found] == [2]

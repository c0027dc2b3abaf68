"""Statistics of parts, merged, are those of the whole."""

from __future__ import annotations

import json
import random

from fleet.statistics import EXTREMES, Histogram, Statistics
from fleet.testing.make_verdicts import make_cycle
from collision2d.v1.verdict_pb2 import SceneVerdicts


def random_cycles(count: int) -> list[SceneVerdicts]:
    choose = random.Random(7)
    cycles = []
    for i in range(count):
        cycle = make_cycle(f"scene {i}")
        cycle.verdicts[0].minimum_clearance.signed_distance_m = choose.uniform(0, 10)
        cycle.verdicts[0].time_to_collision.constant_twist_s = choose.randrange(12)
        if choose.random() < 0.3:
            cycle.ClearField("best_free_candidate")
        if choose.random() < 0.3:
            cycle.verdicts[0].ClearField("time_to_collision")
        cycle.verdicts[1].contact_bracket.between_instants = choose.random() < 0.5
        cycles.append(cycle)
    return cycles


def statistics_of(cycles: list[SceneVerdicts], first: int) -> Statistics:
    statistics = Statistics()
    for i, cycle in enumerate(cycles):
        statistics.add_cycle(cycle, first + i, {"car": "taxi"})
        statistics.add_time(cycle.scene_id, first + i, (first + i) % 17)
    return statistics


def test_parts_make_the_whole() -> None:
    cycles = random_cycles(100)
    whole = statistics_of(cycles, 0)
    merged = Statistics()
    for begin in range(0, 100, 30):
        part = json.loads(json.dumps(statistics_of(cycles[begin : begin + 30], begin).to_json()))
        merged.merge(Statistics.from_json(part, "", lambda _: ""))
    assert merged == whole
    assert len(whole.closest.rows) == EXTREMES
    assert whole.collisions_by_type == {"taxi": 100}
    assert sum(whole.collisions_by_kind.values()) == 100


def test_rows_of_a_shard_get_its_names() -> None:
    part = statistics_of(random_cycles(3), 0).to_json()
    named = Statistics.from_json(part, "key", lambda item: f"a.pbs, record {100 + item}")
    assert {(row.key, row.source) for row in named.slowest.rows} == {("key", f"a.pbs, record {100 + i}") for i in range(3)}


def test_values_on_the_edges_of_bins() -> None:
    histogram = Histogram.empty(0.0, 8.0, 40)
    for value in (-0.1, 0.0, 0.2, 7.999999999999999, 8.0, None, float("inf"), float("nan")):
        histogram.add(value)
    assert (histogram.below, histogram.above, histogram.undefined) == (1, 2, 2)
    assert {i: count for i, count in enumerate(histogram.counts) if count} == {0: 1, 1: 1, 39: 1}

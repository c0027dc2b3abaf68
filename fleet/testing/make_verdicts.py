"""Verdicts made by hand."""

from __future__ import annotations

from collision2d.v1.verdict_pb2 import SceneVerdicts, Verdict

from fleet.framing import framed


def make_cycle(scene_id: str, cycle: int = 0, input_file: str = "records.pbs", version: str = "1") -> SceneVerdicts:
    """Returns a cycle with a candidate "a" that is free and chosen, and a candidate "b" that collides with "car"."""
    verdicts = SceneVerdicts(scene_id=scene_id, cycle=cycle, best_free_candidate=0)
    verdicts.run.input_file = input_file
    verdicts.run.version = version
    free = verdicts.verdicts.add(candidate_id="a", outcome=Verdict.OUTCOME_FREE)
    free.minimum_clearance.signed_distance_m = 2.0
    free.road_clearance.clearance_m = 1.0
    free.time_to_collision.constant_twist_s = 3.0
    hit = verdicts.verdicts.add(candidate_id="b", candidate_index=1, outcome=Verdict.OUTCOME_REJECTED, collides=True)
    hit.first_collision.obstacle_id = "car"
    hit.first_collision.time_s = 1.5
    hit.minimum_clearance.signed_distance_m = -0.25
    verdicts.counts.candidates, verdicts.counts.free, verdicts.counts.colliding = 2, 1, 1
    return verdicts


def stream_of(*cycles: SceneVerdicts) -> bytes:
    return b"".join(framed(cycle.SerializeToString(deterministic=True)) for cycle in cycles)

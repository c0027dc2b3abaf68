"""Small scenes from a seed: traffic on a straight road with given candidates. The n-th scene depends on the seed and on n only."""

from __future__ import annotations

import random
from collections.abc import Iterator

from collision2d.v1 import scene_pb2, trajectory_pb2
from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

from fleet.framing import framed

TIME_STEP_S = 0.1
HORIZON_S = 4.0
LANE_M = 3.5
LANES = 3
MOVING_TYPES = ("car", "truck", "bicycle", "pedestrian")
STATIC_TYPES = ("parkedVehicle", "constructionZone")
SIZES_M = {"car": (4.5, 1.8), "truck": (9.0, 2.5), "bicycle": (1.8, 0.6), "pedestrian": (0.6, 0.6)}


def set_rectangle(shape: scene_pb2.Shape, length_m: float, width_m: float) -> None:
    shape.rectangle.length_m = length_m
    shape.rectangle.width_m = width_m


def add_straight(
    poses: RepeatedCompositeFieldContainer[trajectory_pb2.TimedPose], x_m: float, y_m: float, speed_mps: float, end_y_m: float, poses_of: int
) -> None:
    """Adds poses at a constant speed along x, while y changes to end_y_m."""
    for i in range(poses_of):
        time_s = HORIZON_S * i / (poses_of - 1)
        share = i / (poses_of - 1)
        poses.add(time_s=time_s, x=x_m + speed_mps * time_s, y=y_m + (end_y_m - y_m) * share * share * (3 - 2 * share))


def random_scene(seed: int, number: int, candidates: int = 9) -> scene_pb2.Scene:
    """Returns the scene of this number: its id is "scene_" and the number."""
    choose = random.Random(f"{seed} {number}")
    scene = scene_pb2.Scene(id=f"scene_{number:07d}", time_step_s=TIME_STEP_S)
    set_rectangle(scene.ego.shapes.add(), 4.5, 1.8)
    speed_mps = choose.uniform(4, 14)
    scene.ego_state.speed_mps = speed_mps
    for x in range(-20, 101, 20):
        scene.reference_path.add(x=x)
    area = scene.drivable_area.add()
    for x, y in ((-20, -5.5), (100, -5.5), (100, 5.5), (-20, 5.5)):
        area.vertices.add(x=x, y=y)
    for i in range(choose.randint(1, 3)):
        obstacle = scene.static_obstacles.add(id=f"static_{i}", type=choose.choice(STATIC_TYPES))
        set_rectangle(obstacle.shapes.add(), 4.0, 1.8)
        obstacle.shapes[0].rectangle.center.x = choose.uniform(15, 60)
        obstacle.shapes[0].rectangle.center.y = choose.uniform(-5, 5)
    for i in range(choose.randint(2, 5)):
        kind = choose.choice(MOVING_TYPES)
        moving = scene.moving_obstacles.add(id=f"{kind}_{i}", type=kind)
        set_rectangle(moving.shapes.add(), *SIZES_M[kind])
        lane_y_m = LANE_M * choose.randint(-1, 1)
        prediction = scene.predictions.add(obstacle_id=moving.id)
        add_straight(prediction.poses, choose.uniform(8, 70), lane_y_m, choose.uniform(-8, 12), lane_y_m + choose.uniform(-1, 1), 9)
    for i in range(candidates):
        candidate = scene.candidates.add(id=f"c{i}", cost=i)
        lane = i % LANES - 1
        add_straight(candidate.poses, 0, 0, speed_mps * (1 - i // LANES / 4), lane * LANE_M, 9)
    return scene


def random_records(seed: int, first: int, last: int) -> Iterator[bytes]:
    """Yields the scenes first, ..., last - 1 as records of a stream."""
    for number in range(first, last):
        yield framed(random_scene(seed, number).SerializeToString(deterministic=True))


def heavy_scene(scene_id: str) -> scene_pb2.Scene:
    """Returns a scene of a kilobyte that is within the limits, and takes seconds and more than half a gigabyte to replay."""
    scene = random_scene(0, 0, candidates=0)
    scene.id = scene_id
    request = scene.sampling_request
    request.lateral_offsets_m.extend(i / 12.5 for i in range(-25, 25))
    request.end_speeds_mps.extend(i / 5 for i in range(50))
    request.horizons_s.extend(2 + i / 20 for i in range(24))
    return scene

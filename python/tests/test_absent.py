"""Obstacles that are absent at some steps, or change their shape, in batches and in scenes of arrays."""

import math
import pickle

import numpy as np
import pytest

import collision2d as c2d
import oracle

STEPS, OBSTACLES, TRAJECTORIES = 5, 7, 20
CAR = c2d.ConvexPolygon.rectangle(4.5, 2.0)
FAR = 1e6


class Scene:
    def __init__(self, random):
        self.present = random.random((OBSTACLES, STEPS)) < 0.6
        self.poses = oracle.random_poses(random, (OBSTACLES, STEPS), 12.0)
        self.trajectories = oracle.random_poses(random, (TRAJECTORIES, STEPS), 12.0)
        self.nowhere = np.where(self.present[:, :, None], self.poses, math.nan)
        self.far = self.poses + np.where(self.present[:, :, None], 0.0, [FAR, 0.0, 0.0, 0.0])
        self.moving = c2d.MovingObstacles(CAR, self.nowhere, present=self.present)


@pytest.fixture
def scene(random):
    return Scene(random)


def test_at_steps_as_if_they_were_far_away(scene):
    """A caller's work-around is the oracle: at steps it has the same answers."""
    parked = c2d.MovingObstacles(CAR, scene.far)
    one_map = c2d.StaticMap([CAR], [[3.0, 3.0, 0.5]])
    for absent, far in ((scene.moving, parked), ((scene.moving, one_map), (parked, one_map))):
        for question in (c2d.any_hit, c2d.first_hit, c2d.count_hits, c2d.collision_mask, c2d.minimum_distance):
            assert np.array_equal(question(CAR, scene.trajectories, absent), question(CAR, scene.trajectories, far))
    distances = c2d.all_distances(CAR, scene.trajectories, scene.moving)
    expected = c2d.all_distances(CAR, scene.trajectories, parked)
    assert np.array_equal(distances, np.where(scene.present.T[None], expected, math.inf))


def test_a_motion_that_is_free_is_free_at_its_steps(scene):
    times = np.arange(STEPS, dtype=float)
    in_motion = c2d.any_hit(CAR, scene.trajectories, scene.moving, step_times_s=times)
    assert not (~in_motion & c2d.any_hit(CAR, scene.trajectories, scene.moving)).any()
    assert 0 < in_motion.sum()
    nobody = c2d.MovingObstacles(CAR, np.full((2, STEPS, 3), math.nan), present=np.zeros((2, STEPS), bool))
    assert not c2d.any_hit(CAR, scene.trajectories, nobody, step_times_s=times).any()


def test_shapes_of_steps(scene):
    wide = c2d.ConvexPolygon.rectangle(9.0, 9.0)
    shapes = [[wide if (s + k) % 2 else CAR for k in range(OBSTACLES)] for s in range(STEPS)]
    moving = c2d.MovingObstacles(shapes, scene.poses)
    assert [list(of_step) for of_step in moving.shapes] == shapes and moving.present.all()
    distances = c2d.all_distances(CAR, scene.trajectories, moving)
    for s in range(STEPS):
        batch = c2d.PolygonBatch(shapes[s], scene.poses[:, s])
        assert np.array_equal(distances[:, s], c2d.all_distances(CAR, np.ascontiguousarray(scene.trajectories[:, s]), batch))
    in_motion = c2d.any_hit(CAR, scene.trajectories, moving, step_times_s=np.arange(STEPS, dtype=float))
    assert not (~in_motion & c2d.any_hit(CAR, scene.trajectories, moving)).any()


def test_batches(scene):
    batch = c2d.PolygonBatch(CAR, scene.nowhere[:, 0], present=scene.present[:, 0])
    assert len(batch) == OBSTACLES and np.array_equal(batch.present, scene.present[:, 0])
    again = pickle.loads(pickle.dumps(batch))
    assert np.array_equal(again.present, batch.present)
    poses = np.ascontiguousarray(scene.trajectories[:, 0])
    assert np.array_equal(c2d.all_distances(CAR, poses, batch), c2d.all_distances(CAR, poses, again))
    batch.set_poses(scene.nowhere[:, 0])
    scene.moving.set_poses(scene.nowhere)
    assert np.array_equal(scene.moving.present, scene.present)
    moving = pickle.loads(pickle.dumps(scene.moving))
    assert np.array_equal(c2d.first_hit(CAR, scene.trajectories, moving), c2d.first_hit(CAR, scene.trajectories, scene.moving))
    assert c2d.PolygonBatch([CAR, CAR], present=[True, False]).present.tolist() == [True, False]
    assert c2d.PolygonBatch([CAR]).present.tolist() == [True]


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: c2d.PolygonBatch([CAR, CAR], [[0, 0, 0], [math.nan, 0, 0]], present=[False, True]), r"world_from_shape\[1\]"),
        (lambda: c2d.PolygonBatch([CAR], present=[True, False]), r"present: its shape is \(2,\); \(1,\) is needed"),
        (lambda: c2d.MovingObstacles([CAR], np.zeros((1, 2, 3)), present=[True, False]), r"present: its shape is \(2,\); \(1, 2\)"),
        (lambda: c2d.MovingObstacles([[CAR], [CAR, CAR]], np.zeros((1, 2, 3))), r"shapes\[1\]: 2 shapes, but shapes\[0\] has 1"),
        (lambda: c2d.MovingObstacles([[CAR], [3]], np.zeros((1, 2, 3))), r"shapes\[1\]\[0\]"),
        (lambda: c2d.MovingObstacles([[CAR]], np.zeros((1, 2, 3))), r"world_from_shape: its shape is \(1, 2, 3\); \(1, 1, 3\)"),
        (lambda: c2d.MovingObstacles([[CAR]], [[[math.nan, 0, 0]]], present=[[True]]), r"world_from_shape\[0\]"),
    ],
)
def test_errors(make, message):
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        make()


TIMES = np.linspace(0.0, 4.0, 5)


def straight(x, speed=0.0):
    poses = np.zeros((len(TIMES), 3))
    poses[:, 0] = x + speed * TIMES
    return poses


def check(**changed):
    scene = c2d.Scene.from_arrays(
        CAR, (TIMES, [straight(0.0, 5.0)]), moving_obstacles=CAR, predictions=(TIMES, [straight(10.0)]), **changed
    )
    (verdict,) = c2d.TrajectoryChecker(scene).check()
    return scene, verdict


def test_presence_in_scenes():
    _, verdict = check()
    assert verdict.first_collision.time_s == pytest.approx(1.1)
    scene, verdict = check(present=[[True, False, False, False, True]])
    assert not verdict.collides
    (prediction,) = scene.predictions
    assert [(time, len(shapes)) for time, shapes in prediction.timed_shapes] == [(1.0, 0), (4.0, 1)]
    assert prediction.timed_shapes[1][1] == (CAR,)
    assert check(present=[[False, False, True, True, True]])[1].first_collision.time_s == pytest.approx(2.0)
    assert c2d.Scene.from_bytes(scene.to_bytes()).to_bytes() == scene.to_bytes()


def test_hypotheses_and_bodies_of_several_shapes():
    bodies = [[CAR, c2d.ConvexPolygon.disc(1.0, (5.0, 0.0))], c2d.Shapes([CAR])]
    poses = [straight(30.0), straight(60.0), straight(10.0)]
    scene = c2d.Scene.from_arrays(
        CAR, (TIMES, [straight(0.0, 5.0)]), moving_obstacles=bodies, predictions=(TIMES, poses),
        prediction_obstacles=[0, 1, 0], probabilities=[0.75, 1.0, 0.25], static_obstacles=[bodies[0]],
        static_poses=[[0.0, 50.0, 0.0]],
    )
    assert [len(o.shapes) for o in scene.moving_obstacles] == [2, 1] and len(scene.static_obstacles[0].shapes) == 2
    assert [(p.obstacle_id, p.probability) for p in scene.predictions] == [
        ("moving_0", 0.75), ("moving_0", 0.25), ("moving_1", 1.0)
    ]
    (verdict,) = c2d.TrajectoryChecker(scene).check()
    assert (verdict.first_collision.obstacle_id, verdict.first_collision.hypothesis) == ("moving_0", 1)


@pytest.mark.parametrize(
    "changed, message",
    [
        ({"present": [True] * 5}, r"present: its shape is \(5,\); \(1, 5\) is needed"),
        ({"probabilities": [1.5]}, r"predictions\[0\].probability: 1.5 is beyond the limit of 1"),
        ({"probabilities": [0.5, 0.5]}, r"probabilities: its shape is \(2,\); \(1,\) is needed"),
        ({"prediction_obstacles": [-1]}, r"prediction_obstacles\[0\]: it is negative"),
        ({"prediction_obstacles": [1]}, r"moving_obstacles\[0\]: \"moving_0\" has no prediction"),
    ],
)
def test_errors_of_scenes(changed, message):
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        check(**changed)

"""Vehicles of several parts with poses of their own: from arrays as from messages, and verdicts worked out by hand."""

import importlib
import pickle

import numpy as np
import pytest

import collision2d as c2d

TRACTOR, TRAILER = c2d.ConvexPolygon.rectangle(4.0, 2.0), c2d.ConvexPolygon.rectangle(6.0, 2.0)
X, Y = 450000.25, 5400000.5
TIMES = np.array([0.0, 0.55, 1.0])
# Along x at 10 m/s; the trailer swings out by 3 m, to the left and to the right.
BODY = np.array([[[X, Y, 0.0], [X + 5.5, Y, 0.0], [X + 10.0, Y, 0.0]]] * 2)
SWINGS = BODY - [6.0, 0.0, 0.0] + np.array([[[0, 0, 0], [0, 3, 0], [0, 0, 0]], [[0, 0, 0], [0, -3, 0], [0, 0, 0]]])
POST = c2d.ConvexPolygon.disc(0.125, (X + 0.5, Y + 4.05))


def arguments(**changed):
    candidates = c2d.Candidates.from_arrays(TIMES, BODY, part_poses=[SWINGS])
    return {"ego": TRACTOR, "parts": [TRAILER], "part_ids": ["trailer"], "candidates": candidates, "static_obstacles": POST, **changed}


def test_a_trailer_that_swings_out_hits_a_post():
    scene = c2d.Scene.from_arrays(**arguments())
    assert [(name, list(shapes)) for name, shapes in scene.parts] == [("trailer", [TRAILER])]
    verdicts = c2d.TrajectoryChecker(scene).check()
    assert verdicts.collides.tolist() == [True, False]
    assert verdicts[0].first_collision.part == 1
    # The side of the trailer is at 1 m + 3 m t / 0.55 s.
    assert verdicts[0].first_collision.time_s == pytest.approx(0.55 * (4.05 - 0.125 - 1.0) / 3.0, abs=1e-6)
    assert verdicts[1].minimum_clearance.part == 0
    assert verdicts.minimum_clearance_m[1] == pytest.approx(4.05 - 0.125 - 1.0, abs=1e-9)
    # In the scene's frame and back.
    for candidates in (scene.candidates, pickle.loads(pickle.dumps(scene.candidates))):
        assert all(np.array_equal(c.part_poses, [np.pad(swing, ((0, 0), (0, 3)))]) for c, swing in zip(candidates, SWINGS))
        assert c2d.TrajectoryChecker(scene).check(candidates).to_bytes() == verdicts.to_bytes()


def test_the_same_scene_as_from_a_message():
    pytest.importorskip("google.protobuf")
    message = importlib.import_module("collision2d.v1.scene_pb2").Scene(id="scene", time_step_s=0.1)
    for part, length_m in ((message.ego, 4.0), (message.ego.parts.add(id="trailer"), 6.0)):
        rectangle = part.shapes.add().rectangle
        rectangle.length_m, rectangle.width_m = length_m, 2.0
    post = message.static_obstacles.add(id="static_0").shapes.add().disc
    post.center.x, post.center.y, post.radius_m = X + 0.5, Y + 4.05, 0.125
    for k in range(2):
        candidate = message.candidates.add(id=str(k))
        for poses, rows in ((candidate.poses, BODY[k]), (candidate.part_poses.add().poses, SWINGS[k])):
            for time_s, (x, y, yaw) in zip(TIMES, rows):
                poses.add(time_s=time_s, x=x, y=y, yaw_rad=yaw)
    read = c2d.Scene.from_bytes(message.SerializeToString())
    made = c2d.Scene.from_arrays(**arguments())
    assert list(c2d.TrajectoryChecker(made).check()) == list(c2d.TrajectoryChecker(read).check())
    again = pickle.loads(pickle.dumps(made))
    assert list(c2d.TrajectoryChecker(again).check()) == list(c2d.TrajectoryChecker(read).check())


@pytest.mark.parametrize("changed, message", [
    ({"parts": ()}, "part_ids: 1 elements; 0 are needed"),
    ({"parts": (), "part_ids": None}, r"candidates\[0\].part_poses"),
    ({"candidates": (TIMES, BODY)}, r"candidates\[0\].part_poses"),
    ({"parts": [3]}, r"parts\[0\]: "),
    ({"part_ids": [""]}, r"ego.parts\[0\].id"),
    ({"moving_obstacles": POST, "predictions": c2d.Candidates.from_arrays(TIMES, BODY, part_poses=[SWINGS])}, "predictions: part_poses"),
])
def test_errors_name_the_argument(changed, message):
    with pytest.raises((TypeError, ValueError), match=message):
        c2d.Scene.from_arrays(**arguments(**changed))


def test_part_poses_have_the_shape_of_poses():
    for wrong, message in (([SWINGS[:1]], r"part_poses\[0\]: its shape is \(1, 3, 3\)"), (3, "part_poses: a list is needed"), ([object()], r"part_poses\[0\]: ")):
        with pytest.raises((TypeError, ValueError), match=message):
            c2d.Candidates.from_arrays(TIMES, BODY, part_poses=wrong)
    lengths = c2d.Candidates.from_arrays(TIMES, BODY, lengths=[2, 3], part_poses=[np.pad(SWINGS, ((0, 0), (0, 0), (0, 3)))])
    assert [len(c.part_poses[0]) for c in lengths] == [2, 3]

"""The programs in examples/python."""

import dataclasses
import importlib.util

import numpy as np
import pytest

import collision2d as c2d


@pytest.fixture
def waymo(scenes_folder):
    path = scenes_folder.parents[1] / "examples" / "python" / "waymo_scene.py"
    spec = importlib.util.spec_from_file_location("waymo_scene", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def state(x, y, heading=0.0, valid=True, length=4.0):
    if not valid:
        return {"center_x": 3.0, "valid": False}
    return {"center_x": x, "center_y": y, "center_z": -185.0, "heading": heading, "length": length, "width": 2.0, "valid": True,
            "velocity_x": 6.0, "velocity_y": 8.0}


def scenario():
    """Eleven steps, the first of which is past; the ego vehicle drives along x, 41 oncoming is unseen for some steps, 42 stands."""
    def edge(y, z, *xs):
        return {"id": 1, "road_edge": {"polyline": [{"x": x, "y": y, "z": z} for x in xs]}}
    return {
        "scenario_id": "s", "timestamps_seconds": [0.1 * k for k in range(11)], "current_time_index": 1, "sdc_track_index": 1,
        "tracks": [
            {"id": 41, "states": [state(50.0 - k, 0.0, 10.0, k not in (4, 5), 4.0 + 0.1 * k) for k in range(11)]},
            {"id": 7, "states": [state(1.0 * k, 0.0) for k in range(11)]},
            {"id": 42, "states": [state(20.0, 4.0, valid=k < 1) for k in range(11)]},
        ],
        "map_features": [edge(-3.0, -185.5, -20.0, 50.0, 50.0, 100.0), edge(8.0, -185.0, 100.0, -20.0), edge(0.0, -180.0, 0.0, 100.0),
                         {"id": 2, "lane": {}}],
    }


def test_waymo_scene(waymo):
    scene = waymo.scene_of(scenario())
    assert scene.id == "s" and scene.time_step_s == pytest.approx(0.1)
    assert dataclasses.astuple(scene.ego_state) == (0.1, 1.0, 0.0, 0.0, 6.0, 0.0)
    # Two runs of 41; 42 is gone.
    assert [(p.obstacle_id, len(p.poses)) for p in scene.predictions] == [("41", 3), ("41/1", 5)]
    assert np.allclose(scene.predictions[1].times_s, 0.1 * np.arange(6, 11))
    assert np.allclose(scene.predictions[1].poses[:, :3], [(50.0 - k, 0.0, 10.0) for k in range(6, 11)])
    assert scene.moving_obstacles[1].shapes[0].bounds == pytest.approx((-2.5, -1.0, 2.5, 1.0))
    # Without the edge above the road, and without the point that is there twice.
    assert [len(points) for _, points in scene.road_borders] == [3, 2]
    verdicts = c2d.TrajectoryChecker(scene).check()
    assert len(verdicts) == 1 and not verdicts.collides[0] and not verdicts.leaves_road[0]
    assert verdicts.road_clearance_m[0] == pytest.approx(2.0)


def test_waymo_scene_without_others_or_ego(waymo):
    alone = {**scenario(), "tracks": scenario()["tracks"][1:2], "sdc_track_index": 0, "map_features": []}
    assert waymo.scene_of(alone).predictions == []
    with pytest.raises(ValueError, match="^sdc_track_index: the ego vehicle is not valid"):
        waymo.scene_of({**scenario(), "sdc_track_index": 2})

"""Scenes of arrays: the same verdicts as from messages, errors that name the argument, tables of verdicts."""

import dataclasses
import math
import pickle
import sys

import numpy as np
import pytest

import collision2d as c2d

CAR = c2d.ConvexPolygon.rectangle(4.5, 1.8)
TIMES = np.linspace(0.0, 3.0, 31)
X, Y = 450000.25, 5400000.5


def straight(speeds, x=0.0, y=0.0):
    """Motions along x: (M, S, 3)."""
    poses = np.zeros((len(speeds), len(TIMES), 3))
    poses[:, :, 0] = X + x + np.multiply.outer(speeds, TIMES)
    poses[:, :, 1] = Y + y
    return poses


def arguments(**changed):
    return {
        "ego": CAR, "candidates": (TIMES, straight([4.0, 6.0, 10.0])), "ego_state": (0.0, X, Y, 0.0, 5.0, 0.0),
        "reference_path": [(X - 10.0, Y), (X + 100.0, Y)],
        "drivable_area": [[(X - 10, Y - 2), (X + 100, Y - 2), (X + 100, Y + 5), (X - 10, Y + 5)]],
        "static_obstacles": CAR, "static_poses": [[X + 20.0, Y + 3.5, 0.1], [X + 40.0, Y + 3.5, 0.0]],
        "moving_obstacles": CAR, "predictions": (TIMES, straight([3.0], x=15.0)),
        "goals": [c2d.Goal(area=[c2d.ConvexPolygon.disc(3.0, (X + 18.0, Y))], speed_mps=(0.0, 8.0))], **changed,
    }


def test_arrays_in_and_a_table_out():
    scene = c2d.Scene.from_arrays(**arguments())
    verdicts = c2d.TrajectoryChecker(scene, metrics="all").check()
    table = verdicts.to_records()
    assert table["collides"].tolist() == [False, False, True] == verdicts.collides.tolist()
    assert table["minimum_clearance_obstacle"].tolist()[0] in ("static_0", "moving_0")
    assert np.array_equal(table["minimum_clearance_m"], verdicts.minimum_clearance_m, equal_nan=True)
    free = table["is_free"].astype(bool)
    assert np.all(table["minimum_clearance_lower_bound_m"][free] <= table["minimum_clearance_m"][free])
    assert np.allclose(table["road_clearance_lower_bound_m"][free], 1.09)
    assert np.array_equal(table["first_collision_s"], verdicts.first_collision_s, equal_nan=True)
    assert table["first_collision_obstacle"].tolist() == ["", "", "moving_0"]
    assert np.allclose(table["road_clearance_m"], 1.1)
    assert table["goal_reached"].tolist() == [v.goal.reached for v in verdicts]
    for verdict, row in zip(verdicts, table):
        assert row["headway_s"] == pytest.approx(verdict.headway.headway_s or math.nan, nan_ok=True)
        assert row["rss_longitudinal_margin_m"] == verdict.rss_margin.longitudinal_margin_m
    frame = verdicts.to_dataframe()
    assert frame.index.tolist() == ["0", "1", "2"] and frame.loc["2", "collides"]
    assert list(frame.columns) == list(table.dtype.names[1:]) and frame["gap_m"].dtype == np.float64
    plain = c2d.TrajectoryChecker(scene).check().to_records()
    assert np.isnan(plain["gap_m"]).all() and not plain["rss_is_dangerous"].any()


def test_grids_and_points():
    cells = np.zeros((30, 40), bool)
    cells[0, 5] = cells[29, 39] = True
    grid = c2d.OccupancyGrid(cells, 0.5, world_from_grid=(X + 10.0, Y - 1.0, 0.3), first_row=2, first_column=-4)
    cloud = [[math.nan, 0.0, 0.0], [1.0, 2.0, 0.5], [3.0, 4.0, 9.0], [0.0, 0.0, 0.0]]
    points = c2d.PointSet(cloud, world_from_points=(X + 30.0, Y, 0.0), radius_m=0.25, max_z_m=2.0)
    only = {"static_obstacles": (), "static_poses": None, "moving_obstacles": (), "predictions": None}
    poses = straight([4.0, 10.0])
    for obstacle in (grid, points):
        lists = {"grids": [grid]} if obstacle is grid else {"point_sets": [points, c2d.PointSet([])]}
        scene = c2d.Scene.from_arrays(**arguments(**only, **lists))
        hits = c2d.first_hit(CAR, poses, obstacle)
        assert (hits["step"] >= 0).tolist() == [obstacle is grid, True]
        for made in (scene, c2d.Scene.from_bytes(scene.to_bytes())):
            verdicts = c2d.TrajectoryChecker(made).check(c2d.Candidates.from_arrays(TIMES, poses))
            assert verdicts.collides.tolist() == (hits["step"] >= 0).tolist()
            name = "cell in row 0, column 5" if obstacle is grid else "point 3"
            assert verdicts[1].first_collision.element_name == name


def test_rss():
    rss = c2d.Scene.from_arrays(CAR).rss
    assert len(rss) == 8 and rss["response_time_s"] == 1.0 and rss["max_braking_mps2"] == 8.0
    changed = c2d.Scene.from_textproto(c2d.Scene.from_arrays(CAR).to_textproto().replace("response_time_s: 1", "response_time_s: 0.5"))
    assert changed.rss == {**rss, "response_time_s": 0.5}


def test_without_pandas(monkeypatch):
    verdicts = c2d.TrajectoryChecker(c2d.Scene.from_arrays(**arguments())).check()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="to_dataframe needs pandas"):
        verdicts.to_dataframe()
    assert len(verdicts.to_records()) == 3


def test_the_message_makes_the_same_scene():
    scene = c2d.Scene.from_arrays(**arguments(time_step_s=0.2, id="s", ego_height_m=1.5))
    message = c2d.Scene.from_bytes(scene.to_bytes())
    assert message.to_bytes() == scene.to_bytes() and 'id: "s"' in scene.to_textproto()
    assert pickle.loads(pickle.dumps(scene)).to_bytes() == scene.to_bytes()
    one, other = (c2d.TrajectoryChecker(s, metrics="all").check().to_bytes() for s in (scene, message))
    assert one == other


def test_margins():
    changed = arguments(static_types=["post", "wall"], moving_types=["car"], margin=c2d.Margin(along_m=1.0),
                        type_margins={"post": (0.0, 2.0, 0.0), "tree": c2d.Margin(along_m=9.0, across_m=9.0, round_m=9.0)},
                        road_margin=[0.0, 1.2, 0.0])
    verdicts = c2d.TrajectoryChecker(c2d.Scene.from_arrays(**changed)).check()
    plain = c2d.TrajectoryChecker(c2d.Scene.from_arrays(**arguments())).check()
    assert plain[0].first_within_margin is None and plain[0].leaves_road_margin is None
    table = verdicts.to_records()
    assert table["first_within_margin_obstacle"].tolist() == ["", "static_0", "moving_0"]
    # The car is 15 m ahead, between the centres, and 7 m/s slower.
    assert np.allclose(table["first_within_margin_s"], [math.nan, 2.425, (15.0 - 4.5 - 1.0) / 7.0], atol=0.01, equal_nan=True)
    assert verdicts[2].first_within_margin.outside_until_s <= table["first_within_margin_s"][2]
    assert table["leaves_road_margin_s"][0] == 0.0 and np.isnan(plain.to_records()["leaves_road_margin_s"]).all()
    for verdict, without in zip(verdicts, plain):
        assert dataclasses.replace(verdict, first_within_margin=None, leaves_road_margin=None) == without
    scene = c2d.Scene.from_arrays(**changed)
    assert c2d.Scene.from_bytes(scene.to_bytes()).to_bytes() == scene.to_bytes()


def test_content_of_a_scene():
    scene = c2d.Scene.from_arrays(**arguments(static_ids=["post", "wall"], moving_ids=["car"]))
    assert [o.id for o in scene.static_obstacles] == ["post", "wall"] and scene.static_obstacles[0].height_m is None
    turned = CAR.posed((X + 20.0, Y + 3.5, 0.1)).vertices
    assert np.allclose(scene.static_obstacles[0].shapes[0].vertices, turned, atol=1e-8, rtol=0)
    assert scene.moving_obstacles == [c2d.Obstacle(id="car", type="", shapes=(CAR,))]
    (prediction,) = scene.predictions
    assert prediction.obstacle_id == "car" and prediction.probability == 1.0 and prediction.occupancies == ()
    assert np.array_equal(prediction.times_s, TIMES) and np.array_equal(prediction.poses[:, :3], straight([3.0], x=15.0)[0])
    (goal,) = scene.goals
    assert goal.time_s is None and goal.speed_mps == (0.0, 8.0) and goal.area[0].radius_m == 3.0
    again = c2d.Scene.from_arrays(**arguments(goals=scene.goals))
    assert again.goals == scene.goals
    empty = c2d.Scene.from_arrays(CAR)
    assert empty.goals == empty.predictions == empty.static_obstacles == empty.moving_obstacles == []
    assert len(empty.candidates) == 0 and empty.id == "scene" and empty.time_step_s == 0.1


def test_content_of_recorded_scenes(scenes_folder):
    for path in sorted(scenes_folder.glob("*.textproto")):
        for scene in c2d.load_scenes(path):
            text = scene.to_textproto()
            assert len(scene.static_obstacles) == text.count("\nstatic_obstacles {") + text.startswith("static_obstacles {")
            assert len(scene.predictions) == text.count("\npredictions {")
            assert sum(len(o.polytopes) for o in scene.static_obstacles + scene.moving_obstacles) == text.count("polytopes {")


def damaged(array, place, value):
    array = np.array(array, np.float64)
    array[place] = value
    return array


STILL = straight([0.0, 0.0])
WRONG = [
    ({"ego": []}, "ego.shapes: empty"),
    ({"ego": None}, "ego: a list is needed, not NoneType"),
    ({"ego": [[(0, 0), (1, 0), (1, math.nan)]]}, r"ego.shapes\[0\].polygon.vertices\[2\].y: nan is not finite"),
    ({"ego": [[(0, 0), (0, 1), (1, 0)]]}, r"ego.shapes\[0\].polygon.vertices\[0..2\] are in clockwise order"),
    ({"ego": [[1, 2, 3]]}, r"ego\[0\]: its shape is \(3,\); \(N, 2\) is needed"),
    ({"ego_height_m": 0.0}, "ego.height_m: 0 m is not positive"),
    ({"ego_state": (0.0, X, Y)}, r"ego_state: its shape is \(3,\); \(6,\) is needed"),
    ({"ego_state": (0.0, X, Y, math.inf, 0.0, 0.0)}, "ego_state.yaw_rad: inf is not finite"),
    ({"margin": c2d.Margin(along_m="x")}, "margin.along_m: a number is needed, not str"),
    ({"time_step_s": 0.0}, "time_step_s: 0 s is not positive"),
    ({"id": ""}, "id: empty"),
    ({"reference_path": [(X, Y)]}, "reference_path: one point"),
    ({"reference_path": [(X, Y), (X, math.nan)]}, r"reference_path\[1\].y: nan is not finite"),
    ({"drivable_area": [[(0, 0, 0)]]}, r"drivable_area\[0\]: its shape is \(1, 3\)"),
    ({"drivable_area": [[(X, Y), (X + 1, Y), (X + 2, Y)]]}, r"drivable_area\[0\].vertices\[0\]: .* is collinear"),
    ({"road_borders": [[(X, Y), (X + 1, Y)]]}, "road_borders: 1 lines beside 1 polygons of drivable_area"),
    ({"road_borders": 3}, "road_borders: a list is needed, not int"),
    ({"static_poses": [[X, Y, 0.0], [X, math.nan, 0.0]]}, r"static_poses\[1\]"),
    ({"static_obstacles": [CAR]}, "static_poses: 2 elements; 1 are needed"),
    ({"static_ids": ["a"]}, "static_ids: 1 elements; 2 are needed"),
    ({"static_ids": ["a", 3]}, r"static_ids\[1\]: a string is needed"),
    ({"static_ids": ["a", "a"]}, r"static_obstacles\[1\].id: \"a\" is already the id of static_obstacles\[0\]"),
    ({"moving_obstacles": [CAR, CAR]}, "predictions: 1 elements; 2 are needed"),
    ({"predictions": TIMES}, "predictions: Candidates or a tuple"),
    ({"predictions": (TIMES[:-1], straight([3.0]))}, r"predictions\[0\]: its shape is \(30,\)"),
    ({"predictions": (TIMES, straight([3.0])[0])}, r"predictions\[1\]: its shape is \(31, 3\); \(N, N, 3\) or"),
    ({"predictions": (TIMES, damaged(STILL, (1, 4, 2), math.nan))}, r"predictions\[1\].poses\[4\].yaw_rad: nan is not finite"),
    ({"predictions": (TIMES[::-1], STILL)}, r"predictions\[0\].poses\[1\].time_s: 2.9\d* s is not after poses\[0\].time_s, 3 s"),
    ({"candidates": (TIMES, damaged(STILL, (1, 30, 0), 1e9))}, r"candidates\[1\].poses\[30\].x: 1e\+09 m is beyond the limit"),
    ({"candidates": (damaged(TIMES, 2, 0.0), STILL)}, r"candidates\[0\].poses\[2\].time_s: 0 s is not after"),
    ({"margin": (1.0, 2.0)}, r"margin: its shape is \(2,\)"),
    ({"margin": (-1.0, 0.0, 0.0)}, r"margins.body.along_m: -1 m is negative"),
    ({"road_margin": (0.0, math.nan, 0.0)}, r"margins.road.across_m: nan is not finite"),
    ({"type_margins": [("car", c2d.Margin())]}, r"type_margins: a dict is needed, not list"),
    ({"type_margins": {"car": c2d.Margin(round_m=1e4)}}, r"margins.by_type\[0\].margin.round_m: 10000 m is beyond the limit"),
    ({"type_margins": {"car": 1.0}}, r"type_margins\['car'\]: a NumPy array or a list"),
    ({"type_margins": {1: c2d.Margin()}}, r"type_margins: a type: a string is needed"),
    ({"moving_types": ["car", "car"]}, r"moving_types: 2 elements; 1 are needed"),
    ({"goals": [c2d.Goal()]}, r"goals\[0\]: empty"),
    ({"grids": [CAR]}, r"grids\[0\]: class OccupancyGrid is needed, not ConvexPolygon"),
    ({"point_sets": [c2d.PointSet([[9e7, 0.0]])]}, r"point_sets\[0\].x\[0\]"),
    ({"point_sets": CAR}, r"point_sets: "),
    ({"goals": [CAR]}, r"goals\[0\]: a Goal is needed, not ConvexPolygon"),
    ({"goals": [c2d.Goal(time_s=(2.0, 1.0))]}, r"goals\[0\].time_s.max: 1 s is below min, 2 s"),
]


@pytest.mark.parametrize("changed, message", WRONG)
def test_errors_name_the_argument_and_the_index(changed, message):
    c2d.Scene.from_arrays(**arguments())
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        c2d.Scene.from_arrays(**arguments(**changed))


def test_arrays_of_other_kinds():
    expected = c2d.Scene.from_arrays(**arguments()).to_bytes()
    poses = straight([4.0, 6.0, 10.0])
    strided = np.repeat(poses, 2, axis=1)[:, ::2]
    for other in (np.asfortranarray(poses), strided, poses.astype(">f8"), poses.tolist(), poses.astype(np.longdouble)):
        assert c2d.Scene.from_arrays(**arguments(candidates=(TIMES, other))).to_bytes() == expected
    assert c2d.Scene.from_arrays(**arguments(candidates=c2d.Candidates.from_arrays(TIMES, poses))).to_bytes() == expected
    with c2d.array_rules(strict=True), pytest.raises(ValueError, match=r"candidates\[1\]: is not contiguous"):
        c2d.Scene.from_arrays(**arguments(candidates=(TIMES, strided)))

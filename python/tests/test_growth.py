"""One field more in a later version breaks no caller: records, their pickles, saved arrays, `out`. And the deprecated names."""

import ast
import dataclasses
import pathlib
import pickle

import numpy as np
import pytest

import collision2d as c2d
from collision2d._arguments import _deprecated

CAR = c2d.ConvexPolygon.rectangle(4.0, 2.0)
TRAJECTORIES = [[[0.0, 0.0, 0.0], [9.0, 0.0, 0.0]], [[0.0, 9.0, 0.0], [9.0, 9.0, 0.0]]]
DEPRECATED: list = []


def everything():
    """An object of each kind, by the name of its class."""
    still, drive = c2d.Motion.stationary((6.0, 0.0, 0.0), 0.0, 1.0), c2d.Motion.linear((0.0, 0.0, 0.0), (9.0, 0.0), 0.0, 0.0, 1.0)
    candidates = ([0.0, 1.0], TRAJECTORIES)
    scene = c2d.Scene.from_arrays(
        CAR, candidates, ego_state=c2d.EgoState(time_s=0.0, x=0.0, y=0.0, yaw_rad=0.0, speed_mps=9.0, acceleration_mps2=0.0),
        moving_obstacles=CAR, predictions=([0.0, 1.0], [[[20.0, 0.0, 0.0], [15.0, 0.0, 0.0]]]), static_obstacles=CAR, static_poses=[[11.0, 2.0, 0.0]],
        goals=[c2d.Goal(time_s=(0.0, 1.0))], margin=c2d.Margin(along_m=0.5), road_borders=[[(-9.0, -5.0), (99.0, -5.0)]],
        reference_path=[(-9.0, 0.0), (99.0, 0.0)],
    )
    checker = c2d.TrajectoryChecker(scene, metrics="all")
    verdicts = checker.check(profiles=True)
    objects = [
        c2d.separation(CAR, CAR, (3.0, 0.0, 0.0)), c2d.separation_gradient(CAR, CAR, (3.0, 0.0, 0.0)), c2d.time_of_impact(CAR, drive, CAR, still),
        c2d.minimum_distance_over_motion(CAR, drive, CAR, still), scene.candidates[0], scene.ego_state, scene.static_obstacles[0],
        scene.predictions[0], scene.goals[0], c2d.Margin(along_m=0.5), scene.obstacles_at(0.5)[0], verdicts[0], verdicts[0].first_collision,
        verdicts[0].profile, CAR, c2d.Shapes(CAR), drive, c2d.PolygonBatch(CAR, TRAJECTORIES[0], present=[True, False]),
        c2d.MovingObstacles(CAR, TRAJECTORIES), c2d.StaticMap(CAR), c2d.OccupancyGrid([[0, 1]], 0.5), c2d.PointSet([[1.0, 2.0]]), c2d.Road.from_cells(CAR, road_gap_m=0.2),
        scene.candidates, scene, checker, verdicts, c2d.PathTimeGraph(scene, candidates, index=1),
    ]
    return {type(value).__name__: value for value in objects}


RECORDS = {name: value for name, value in everything().items() if dataclasses.is_dataclass(value)}


@pytest.fixture
def saved(scenes_folder):
    """Pickles and arrays of format 1, as `write` has made them with 1.0."""
    return scenes_folder.parent / "python"


def swept_hits(**keywords):
    return c2d.first_hit(CAR, TRAJECTORIES, c2d.StaticMap(CAR, [[6.0, 0.0, 0.0]]), step_times_s=[0.0, 1.0], **keywords)


def write(folder):
    (folder / "format_1.pickle").write_bytes(pickle.dumps(everything(), protocol=4))
    np.save(folder / "swept_hits_1.npy", swept_hits())


def test_pickles_of_format_1(saved):
    fresh = everything()
    for name, value in pickle.loads((saved / "format_1.pickle").read_bytes()).items():
        assert type(value) is type(fresh[name]) is getattr(c2d, name)
        if name in ("Candidate", "EgoState", "Goal", "Margin", "Obstacle", "Prediction", "PlacedObstacle", "ConvexPolygon"):
            assert value == fresh[name]


@pytest.mark.parametrize("name", list(RECORDS))
def test_a_pickle_is_loaded_after_a_field_was_added(name, saved, monkeypatch):
    extra = [("later", int, dataclasses.field(default=-1))]
    grown = dataclasses.make_dataclass(name, extra, bases=(getattr(c2d, name),), frozen=True, eq=False, kw_only=True)
    monkeypatch.setattr(c2d, name, grown)
    value = pickle.loads((saved / "format_1.pickle").read_bytes())[name]
    assert type(value) is grown and value.later == -1
    assert dataclasses.replace(value, later=3) != value


def test_pickles_name_one_function_and_a_format():
    for name, value in everything().items():
        function, (number, *_) = value.__reduce__()
        assert (function.__module__, function.__qualname__, number) == ("collision2d", "_unpickle", 1), name
        assert b"collision2d._" not in pickle.dumps(value)
    with pytest.raises(ValueError, match="pickle: its format is 2"):
        c2d._unpickle(2, "Margin", (), {})


def test_records_are_compared_by_value():
    others = everything()
    for name, record in RECORDS.items():
        assert record == others[name] and record != name and set(vars(record)) == {field.name for field in dataclasses.fields(record)}
        with pytest.raises(TypeError):
            record < record
        with pytest.raises(TypeError):
            iter(record)
        with pytest.raises(dataclasses.FrozenInstanceError):
            record.later = 1
    candidate = RECORDS["Candidate"]
    for poses in (candidate.poses + 1.0, candidate.poses[:1], None, "poses"):
        assert dataclasses.replace(candidate, poses=poses) != candidate
    assert c2d.Goal(area=[CAR]) == c2d.Goal(area=(CAR,)) != c2d.Goal(area=[])
    assert hash(RECORDS["Verdict"]) == hash(others["Verdict"])
    with pytest.raises(TypeError, match="unhashable"):
        hash(candidate)


def test_arrays_of_a_dtype_with_one_more_field(saved):
    """A saved array is read by the names of its fields; a call leaves alone what it does not know."""
    old, fresh = np.load(saved / "swept_hits_1.npy"), swept_hits()
    known = c2d.SWEPT_HIT_DTYPE
    grown = np.zeros(len(old), [(name, known[name]) for name in known.names] + [("later", np.int64)])
    for name in old.dtype.names:
        grown[name] = old[name]
    assert grown["obstacle"].tolist() == fresh["obstacle"].tolist() == [0, -1]
    grown["later"] = 7
    for out in (grown, np.repeat(grown, 2)[::2]):
        assert swept_hits(out=out) is out and (out["later"] == 7).all()
        assert all(np.array_equal(out[name], fresh[name]) for name in known.names)
    with pytest.raises(TypeError, match="^out: its dtype is"):
        swept_hits(out=np.zeros(2, [(name, known[name]) for name in known.names[:-1]]))
    with pytest.raises(TypeError, match="^out: its dtype is"):
        swept_hits(out=np.zeros(2, [(name, np.float32) for name in known.names] + [("later", np.int64)]))
    grown.flags.writeable = False
    with pytest.raises(ValueError, match="^out: is read-only"):
        swept_hits(out=grown)


def test_deprecated_names():
    files = pathlib.Path(c2d.__file__).parent.rglob("*.py")
    calls = [node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    assert sorted(call.args[0].value for call in calls if ast.unparse(call.func) == "_deprecated") == DEPRECATED

    def old():
        _deprecated("old", "new", "2.0")

    with pytest.warns(DeprecationWarning, match=r"^old is deprecated and will be removed in collision2d 2\.0: use new$") as caught:
        old()
    assert caught[0].filename == __file__

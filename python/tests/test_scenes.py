import dataclasses
import json
import pickle
import re
import warnings

import numpy as np
import pytest

import collision2d as c2d
import oracle
from collision2d import _tables

CARS, STEPS = 6, 11


def scene_text(random):
    """Cars on straight ways among which a car of 4.5 x 2 m drives, far from the origin of the map, and one wall."""
    starts = random.uniform(-20.0, 20.0, (CARS, 2)) + [450000.0, 5400000.0]
    velocities = random.uniform(-6.0, 6.0, (CARS, 2))
    yaws = random.uniform(-3.0, 3.0, CARS).tolist()
    text = 'id: "test" time_step_s: 0.1 ego { shapes { rectangle { length_m: 4.5 width_m: 2 } } }\n'
    text += "ego_state { x: 450000 y: 5400000 speed_mps: 5 }\n"
    text += "reference_path { x: 449990 y: 5400000 } reference_path { x: 450100 y: 5400000 }\n"
    for k in range(CARS):
        text += f'moving_obstacles {{ id: "car {k}" type: "car" shapes {{ rectangle {{ length_m: 4 width_m: 1.8 }} }} }}\n'
        text += f'predictions {{ obstacle_id: "car {k}"'
        for step in range(STEPS):
            x, y = (starts[k] + 0.1 * step * velocities[k]).tolist()
            text += f" poses {{ time_s: {0.1 * step!r} x: {x!r} y: {y!r} yaw_rad: {yaws[k]!r} }}"
        text += "}\n"
    text += 'static_obstacles { id: "wall" shapes { polygon { vertices { x: 450012 y: 5399990 } vertices { x: 450013 y: 5399990 }'
    text += " vertices { x: 450013 y: 5400001 } } } }\n"
    return text


def candidates(random, count=40):
    """Straight drives from near the ego vehicle, on the scene's instants."""
    times = 0.1 * np.arange(STEPS)
    start = random.uniform(-12.0, 12.0, (count, 1, 2)) + [450000.0, 5400000.0]
    velocity = random.uniform(-10.0, 10.0, (count, 1, 2))
    poses = np.zeros((count, STEPS, 3))
    poses[:, :, :2] = start + times[:, np.newaxis] * velocity
    poses[:, :, 2] = random.uniform(-3.0, 3.0, (count, 1))
    return times, poses


def test_what_is_free_only_beyond_a_prediction():
    car = c2d.ConvexPolygon.rectangle(4.0, 2.0)
    motions = ([0.0, 4.0], [[[0.0, 0.0, 0.0], [40.0, 0.0, 0.0]], [[0.0, 9.0, 0.0], [40.0, 9.0, 0.0]]])
    scene = c2d.Scene.from_arrays(car, motions, moving_obstacles=[car],
                                  predictions=([0.0, 1.0], [[[30.0, 0.0, 0.0], [30.0, 0.0, 0.0]]]))
    verdicts = c2d.TrajectoryChecker(scene).check()
    assert verdicts.is_free.tolist() == [True, True]
    assert verdicts.is_free_beyond_prediction.tolist() == [True, False]
    (reservation,) = verdicts[0].reservations
    assert reservation.kind == "beyond_prediction" and reservation.obstacle_id == "moving_0"
    assert reservation.from_s == 1.0 and reservation.until_s is None
    assert np.isclose(reservation.encounter.time_s, 2.6, atol=1e-5)
    assert verdicts[1].reservations == () and verdicts[1].unpredicted_from_s == 1.0
    table = verdicts.to_records()
    assert table["beyond_prediction_obstacle"].tolist() == ["moving_0", ""]
    assert np.array_equal(table["beyond_prediction_from_s"], [1.0, np.nan], equal_nan=True)
    assert table["unpredicted_from_s"].tolist() == [1.0, 1.0]
    assert "2 free (of these 1 only beyond a prediction)" in repr(verdicts)
    assert not c2d.TrajectoryChecker(scene, beyond_prediction="hold").check().is_free[0]


def test_verdicts_at_instants_as_an_oracle(random):
    scene = c2d.Scene.from_textproto(scene_text(random))
    times, poses = candidates(random)
    given = c2d.Candidates.from_arrays(times, poses, costs=np.arange(40.0)[::-1].copy())
    checker = c2d.TrajectoryChecker(scene, instants_only=True)
    verdicts = checker.check(given)
    origin = np.array([450000.0, 5400000.0])
    body = oracle.rectangle(4.5, 2.0)
    collided = 0
    for verdict, each in zip(verdicts, poses):
        least, first = np.inf, None
        for step, (time_s, row) in enumerate(zip(times, each)):
            ego = oracle.polygon(body, oracle.pose4([*(row[:2] - origin), row[2]]))
            signed = []
            for placed in scene.obstacles_at(time_s):
                pose = (placed.pose[0] - origin[0], placed.pose[1] - origin[1], *placed.pose[2:])
                moved = oracle.posed(placed.shape.vertices, pose)
                signed.append((oracle.signed_distance(np.array(ego.exterior.coords)[:-1], moved), placed.obstacle_id))
            if first is None:
                least = min(least, *(value for value, _ in signed))
                if min(signed)[0] <= 0.0:
                    first = (step, [name for value, name in signed if value <= 0.0])
        assert verdict.collides == (first is not None)
        assert verdict.minimum_clearance.signed_distance_m == pytest.approx(least, abs=1e-8)
        if first is not None:
            collided += 1
            assert (verdict.first_collision.step, verdict.first_collision.obstacle_id) == (first[0], first[1][-1]) or (
                verdict.first_collision.step == first[0] and verdict.first_collision.obstacle_id in first[1]
            )
    assert 8 < collided < 36
    assert verdicts.collides.sum() == collided and verdicts.is_free.sum() == 40 - collided
    assert np.isnan(verdicts.first_collision_s).sum() == 40 - collided
    assert verdicts.best_free == np.flatnonzero(verdicts.is_free)[-1]


def test_verdicts_between_instants(random):
    scene = c2d.Scene.from_textproto(scene_text(random))
    given = c2d.Candidates.from_arrays(*candidates(random))
    checker = c2d.TrajectoryChecker(scene, metrics="all")
    verdicts = checker.check(given, profiles=True)
    at_instants = c2d.TrajectoryChecker(scene, instants_only=True).check(given)
    assert np.all(verdicts.collides | ~at_instants.collides)
    for verdict in verdicts:
        if verdict.collides:
            assert verdict.contact_bracket.free_until_s <= verdict.contact_bracket.contact_by_s
        assert verdict.profile is not None and len(verdict.profile.points) == STEPS
    for threads in (2, 3):
        assert checker.check(given, profiles=True, threads=threads).to_bytes() == verdicts.to_bytes()
    with pytest.raises(IndexError, match="index 40 of 40 verdicts"):
        verdicts[40]
    assert "40 candidates" in repr(verdicts) and verdicts.scene is scene and verdicts.elapsed_s > 0.0


def test_metrics_of_following():
    """A car 20 m behind another one, both at 10 m/s: headway, gap and margins in closed form."""
    text = 'id: "follow" time_step_s: 0.1 ego { shapes { rectangle { length_m: 4 width_m: 2 } } }'
    text += " reference_path { x: -10 } reference_path { x: 200 }"
    text += ' moving_obstacles { id: "front" shapes { rectangle { length_m: 4 width_m: 2 } } }'
    text += ' predictions { obstacle_id: "front" poses { x: 24 } poses { time_s: 1 x: 34 } }'
    scene = c2d.Scene.from_textproto(text)
    times = np.arange(11) * 0.1
    poses = np.zeros((1, 11, 3))
    poses[0, :, 0] = 10.0 * times
    verdict = c2d.TrajectoryChecker(scene, metrics=["headway", "goal", "rss_margin"]).check(
        c2d.Candidates.from_arrays(times, poses)
    )[0]
    assert verdict.headway is not None and verdict.headway.gap_m == pytest.approx(20.0, abs=1e-9)
    assert verdict.headway.headway_s == pytest.approx(2.0, abs=1e-9) and verdict.headway.gap is not None
    assert verdict.headway.gap.obstacle_id == "front" and verdict.goal is None and verdict.lateral_clearance is None
    response, accelerate, brake, brake_hard = 1.0, 3.5, 4.0, 8.0
    after = 10.0 + response * accelerate
    safe = 10.0 * response + accelerate * response**2 / 2.0 + after**2 / (2.0 * brake) - 10.0**2 / (2.0 * brake_hard)
    assert verdict.rss_margin is not None
    assert verdict.rss_margin.longitudinal_margin_m == pytest.approx(20.0 - safe, abs=1e-6)


def test_scenes_of_the_repository(scenes_folder):
    files = [file for file in sorted(scenes_folder.iterdir()) if file.suffix in (".textproto", ".pb", ".pbs", ".xml")]
    assert len(files) > 10
    for file in files:
        for scene in c2d.load_scenes(file):
            again = c2d.Scene.from_bytes(scene.to_bytes())
            assert again.to_textproto() == scene.to_textproto() and again.id == scene.id
            assert c2d.Scene.from_textproto(scene.to_textproto()).to_bytes() == scene.to_bytes()
            copied = pickle.loads(pickle.dumps(scene))
            assert copied.notes == scene.notes and copied.to_bytes() == scene.to_bytes()
            assert len(scene.ego) > 0 and scene.time_step_s > 0.0 and repr(scene).startswith("<Scene '")
            for cell in scene.drivable_area + [points for _, points in scene.road_borders + scene.lane_boundaries]:
                assert cell.shape[1] == 2
            page = scene.show()
            assert page.html.startswith("<!DOCTYPE html>") and "</html>" in page.html
            assert 'sandbox="allow-scripts"' in page._repr_html_()
            assert repr(page) == f"<ReplayPage of {len(page.html)} characters>"


def test_pages(random, tmp_path):
    scene = c2d.Scene.from_textproto(scene_text(random))
    given = c2d.Candidates.from_arrays(*candidates(random), ids=[f"<b>{k}" for k in range(40)])
    checker = c2d.TrajectoryChecker(scene, beyond_prediction="hold")
    page = scene.show(candidates=given, checker=checker, threads=2)
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html and "<b>3" not in page.html
    other = c2d.Scene.from_textproto(scene_text(random))
    with pytest.raises(ValueError, match="checker: is of another scene"):
        other.show(checker=checker)
    with pytest.raises(TypeError):
        scene.show(candidate=given)


def test_plot(random, scenes_folder):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    for scene in c2d.load_scenes(scenes_folder / "two_lanes.xml"):
        verdicts = c2d.TrajectoryChecker(scene).check(scene.sample_candidates())
        axes = scene.plot(verdicts=verdicts)
        drawn = len(axes.get_lines())
        assert drawn >= len(verdicts)
        assert scene.plot(time_s=1.0, ax=axes) is axes
        plt.close("all")


def test_plot_labels_are_in_their_obstacles(random):
    """Each label is inside the outline of a shape of its obstacle: static and moving, of any shapes in any place."""
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    def shape(kind, x, y):
        if kind == 0:
            return f"disc {{ radius_m: {random.uniform(0.1, 3.0)} center {{ x: {x!r} y: {y!r} }} }}"
        if kind == 1:
            return f"rectangle {{ length_m: 4 width_m: 0.5 yaw_rad: {random.uniform(-3.0, 3.0)} center {{ x: {x!r} y: {y!r} }} }}"
        corners = [(0.0, 0.0), (random.uniform(1.0, 9.0), 0.0), (0.0, random.uniform(0.1, 5.0))]
        return "polygon {" + "".join(f" vertices {{ x: {x + dx!r} y: {y + dy!r} }}" for dx, dy in corners) + " }"

    for _ in range(20):
        text = 'id: "labels" time_step_s: 0.1 ego { shapes { disc { radius_m: 1 } } }\n'
        for k in range(6):
            name, place = ("static", 1e5) if k % 2 == 0 else ("moving", 30.0)
            x, y = random.uniform(-place, place, 2).tolist()
            shapes = "".join(f" shapes {{ {shape(random.integers(3), x + dx, y)} }}" for dx in (0.0, 20.0))
            text += f'{name}_obstacles {{ id: "{name} {k}"{shapes} }}\n'
            if name == "moving":
                text += f'predictions {{ obstacle_id: "{name} {k}" poses {{ x: 9e3 y: -7e3 yaw_rad: {random.uniform(-3, 3)} }} }}\n'
        scene = c2d.Scene.from_textproto(text)
        axes = scene.plot(time_s=0.0)
        labels = {label.get_text(): label.xy for label in axes.texts}
        placed = scene.obstacles_at(0.0)
        assert set(labels) == {obstacle.obstacle_id for obstacle in placed} and len(labels) == 6
        for name, place in labels.items():
            point = c2d.ConvexPolygon([place])
            assert any(
                c2d.collides(point, obstacle.shape, obstacle.pose)
                for obstacle in placed
                if obstacle.obstacle_id == name
            )
        plt.close("all")


def test_candidates(random):
    times, poses = candidates(random, 3)
    given = c2d.Candidates.from_arrays(times, poses, ids=["a", "b", "c"], costs=[1.0, 2.0, 3.0], lengths=[11, 5, 1])
    assert len(given) == 3 and given.ids == ["a", "b", "c"] and given.costs.tolist() == [1.0, 2.0, 3.0]
    assert given[1].id == "b" and given[-1].cost == 3.0 and np.array_equal(given[1].times_s, times[:5])
    assert np.array_equal(given[0].poses[:, :3], poses[0]) and given[2].poses.shape == (1, 6)
    scene = c2d.Scene.from_textproto(scene_text(random))
    kept = c2d.TrajectoryChecker(scene).check(given).candidates
    assert np.allclose(kept[0].poses[:, :3], poses[0], atol=1e-9)
    six = np.zeros((2, STEPS, 6))
    six[:, :, 3] = 1.5
    own_times = np.array([times, times + 1.0])
    assert c2d.Candidates.from_arrays(own_times, six)[1].times_s[0] == 1.0
    for arguments, message in (
        (dict(ids=["a"]), "ids: 1 elements; 3 are needed"),
        (dict(ids=3), "ids: a list is needed, not int"),
        (dict(costs=[1.0]), r"costs: its shape is \(1,\)"),
        (dict(lengths=[0, 1, 1]), r"lengths\[0\]: 0 is not within \[1, 11\]"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            c2d.Candidates.from_arrays(times, poses, **arguments)
    bad = poses.copy()
    bad[1, 4, 0] = np.inf
    with pytest.raises(ValueError, match=r"candidate 1: poses\[4\]"):
        c2d.TrajectoryChecker(scene).check(c2d.Candidates.from_arrays(times, bad))
    with pytest.raises(ValueError, match="candidates: None, but the scene has none"):
        c2d.TrajectoryChecker(scene).check()


@pytest.mark.parametrize(
    "read, message",
    [
        (lambda: c2d.Scene.from_textproto('id: "x"'), "time_step_s"),
        (lambda: c2d.Scene.from_textproto("id: 3"), "text:1:5"),
        (lambda: c2d.Scene.from_bytes(b"\xff\xff"), "data: 2 bytes that are not"),
        (lambda: c2d.Scene.from_commonroad("<a/>"), "a"),
        (lambda: c2d.Scene.from_commonroad("no xml"), "byte"),
        (lambda: c2d.Scene.from_commonroad("<commonRoad/>", ego_length_m=-1.0), "length_m: -1"),
    ],
)
def test_bad_scenes(read, message):
    with pytest.raises(ValueError, match=message):
        read()


def test_a_waymo_scenario(tmp_path):
    record = (
        "3b000000000000001a23ac5c09000000000000e03f1229080710011a2311000000000000f03f1900000000000000402d00008040"
        "3500000040450000000058012a0161300050005f4fa628"
    )
    (tmp_path / "a.tfrecord-00000-of-00001").write_bytes(bytes.fromhex(record))
    [scene] = c2d.Scene.from_file(str(tmp_path / "a.tfrecord-00000-of-00001"))
    assert scene.id == "a"
    assert scene.notes == c2d.load_scenes(tmp_path / "a.tfrecord-00000-of-00001")[0].notes
    assert c2d.Scene.from_waymo(bytes.fromhex(record)[12:-4]).to_bytes() == scene.to_bytes()
    with pytest.raises(ValueError, match="at byte 0"):
        c2d.Scene.from_waymo(b"noise")
    (tmp_path / "a.binproto").write_bytes(b"x")
    with pytest.raises(ValueError, match="python3 -m collision2d.plans"):
        c2d.Scene.from_file(str(tmp_path / "a.binproto"))


def test_a_lanelet2_map(tmp_path):
    nodes = "".join(f"<node id='{i}' lat='{48.0 + (i > 1) * 3e-5}' lon='{11.0 + i % 2 * 5e-4}'/>" for i in range(4))
    ways = "<way id='1'><nd ref='0'/><nd ref='1'/></way><way id='2'><nd ref='2'/><nd ref='3'/></way>"
    members = "<member role='left' type='way' ref='2'/><member role='right' type='way' ref='1'/>"
    file = tmp_path / "map.osm"
    file.write_text(f"<osm>{nodes}{ways}<relation id='5'>{members}<tag k='type' v='lanelet'/></relation></osm>")
    [scene] = c2d.Scene.from_file(file, map_origin=(48.0, 11.001))
    assert any("at 48, 11.001 degrees" in note for note in scene.notes)
    with pytest.raises(ValueError, match=r"map_origin: \(91, 0\) is not \(latitude, longitude\), degrees"):
        c2d.Scene.from_file(file, map_origin=(91.0, 0.0))


def test_bad_files(tmp_path):
    with pytest.raises(FileNotFoundError, match="no such file"):
        c2d.load_scenes(tmp_path / "none.pb")
    with pytest.raises(FileNotFoundError):
        c2d.load_scenes(tmp_path / "none.xml")
    (tmp_path / "bad.xml").write_text("<a/>")
    with pytest.raises(ValueError, match="bad.xml"):
        c2d.load_scenes(tmp_path / "bad.xml")
    (tmp_path / "bad.pbs").write_bytes(b"\xff" * 20)
    with pytest.raises(ValueError, match="bad.pbs"):
        c2d.load_scenes(tmp_path / "bad.pbs")


def test_bad_options(random):
    scene = c2d.Scene.from_textproto(scene_text(random))
    for options, message in (
        (dict(min_probability=2.0), "min_probability"),
        (dict(road_gap_m=-1.0), "road_gap_m"),
        (dict(beyond_prediction="gone"), "beyond_prediction: 'gone' is neither"),
        (dict(metrics=["headway", "style"]), "metrics: 'style' is not the name of a metric"),
        (dict(metrics="most"), "metrics: 'most' is neither 'all' nor"),
        (dict(time_tolerance_s=-1.0), "time_tolerance_s"),
        (dict(metrics="all", time_to_collision_horizon_s=0.0), "time_to_collision_horizon_s"),
    ):
        with pytest.raises(ValueError, match=message):
            c2d.TrajectoryChecker(scene, **options)
    with pytest.raises(TypeError):
        c2d.TrajectoryChecker(None)
    with pytest.raises(ValueError, match="beyond_prediction"):
        scene.obstacles_at(0.0, beyond_prediction="x")


def names_of(record):
    return {field.name for field in dataclasses.fields(record)}


def test_records_have_what_the_messages_say(random):
    scene = c2d.Scene.from_textproto(scene_text(random))
    verdicts = c2d.TrajectoryChecker(scene, metrics="all").check(c2d.Candidates.from_arrays(*candidates(random)))
    text = json.loads(verdicts.to_json())
    assert text["scene_id"] == "test" and len(text["verdicts"]) == len(verdicts) == 40
    for verdict, message in zip(verdicts, text["verdicts"]):
        assert set(message) <= set(vars(verdict)) == names_of(verdict)
        assert verdict.collides == message["collides"]
        for name, value in message.items():
            if isinstance(value, dict):
                part = getattr(verdict, name)
                assert set(value) <= set(vars(part)) == names_of(part)
        assert pickle.loads(pickle.dumps(verdict)) == verdict


def field_of(verdict, path):
    for name in path.split("."):
        if isinstance(verdict, tuple):
            verdict = next((item for item in verdict if item.kind == name), None)
        else:
            verdict = None if verdict is None else getattr(verdict, name)
    return verdict


def test_columns_are_fields_of_the_verdicts(scenes_folder):
    fields = {**_tables._FLAGS, **_tables._NUMBERS, **_tables._TEXTS}
    seen = set()
    for scene in (scene for path in sorted(scenes_folder.glob("*.textproto")) for scene in c2d.Scene.from_file(path)):
        if len(scene.candidates) == 0:
            continue
        verdicts = c2d.TrajectoryChecker(scene, metrics="all").check()
        table = verdicts.to_records()
        assert set(table.dtype.names) == {"candidate_id", "cost", "is_free", *fields}
        for verdict, row in zip(verdicts, table):
            assert (row["candidate_id"], row["cost"]) == (verdict.candidate_id, verdict.cost)
            for name, field in fields.items():
                value = field_of(verdict, field)
                seen.add((name, value is None))
                absent = "" if name in _tables._TEXTS else False if name in _tables._FLAGS else np.nan
                expected = absent if value is None else value
                assert row[name] == expected or (value is None and np.isnan(expected) and np.isnan(row[name])), name
    assert {name for name, is_none in seen if not is_none} >= {"gap_m", "headway_s", "free_until_s", "first_collision_obstacle", "collides"}


def test_records_have_the_fields_of_the_messages(scenes_folder):
    source = (scenes_folder.parents[1] / "proto" / "collision2d" / "v1" / "verdict.proto").read_text()
    source = re.sub(r"//.*|\n  enum [^}]*}", "", source)
    for name, body in re.findall(r"message (\w+) \{(.*?)\n\}", source, re.S):
        if name in ("RunMetadata", "Counts", "SceneVerdicts"):
            continue
        assert names_of(getattr(c2d, name)) == set(re.findall(r"(\w+) = \d+;", body)), name


def test_a_road_of_a_scene_is_asked_in_the_frame_of_the_scene():
    text = 'id: "far" time_step_s: 0.1 ego { shapes { rectangle { length_m: 4 width_m: 2 } } } drivable_area { '
    text += " ".join(f"vertices {{ x: {450000 + x} y: {5400000 + y} }}" for x, y in ((0, 0), (20, 0), (20, 10), (0, 10)))
    scene = c2d.Scene.from_textproto(text + " }")
    road = c2d.Road.from_scene(scene)
    on, off = road.clearances(c2d.ConvexPolygon.rectangle(4.0, 2.0), [[450010.0, 5400005.0, 0.0], [10.0, 5.0, 0.0]])
    assert on["is_inside"] and on["clearance_m"] == 4.0
    assert not off["is_inside"]
    assert road.pieces[:, 0].min() == 450000.0


def test_what_is_implausible_is_a_warning_and_a_note():
    def scene(times, x):
        poses = np.zeros((1, len(times), 3))
        poses[0, :, 0] = x
        return c2d.Scene.from_arrays(c2d.ConvexPolygon.rectangle(4.5, 1.8), (times, poses))

    times = np.linspace(0.0, 3.0, 31)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert scene(times, 10.0 * times).notes == []
    with pytest.warns(c2d.ImplausibleSceneWarning, match="spans 3000 s in 31 poses") as caught:
        made = scene(1e3 * times, 10.0 * times)
    assert len(caught) == 1 and made.notes == [str(caught[0].message)]
    with pytest.warns(c2d.ImplausibleSceneWarning):
        assert c2d.Scene.from_bytes(made.to_bytes()).notes == made.notes
    with warnings.catch_warnings():
        warnings.simplefilter("error", c2d.ImplausibleSceneWarning)
        assert pickle.loads(pickle.dumps(made)).notes == made.notes
        with pytest.raises(c2d.ImplausibleSceneWarning):
            scene(1e3 * times, 10.0 * times)

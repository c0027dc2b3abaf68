"""What a newcomer writes at the first try: each call works, or its error says what to write instead."""

import inspect
import json
import pathlib
import tempfile

import numpy as np
import pytest

import collision2d as c2d

shapely = pytest.importorskip("shapely.geometry")

CAR = c2d.ConvexPolygon.rectangle(4.0, 2.0)
POSES = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0]]
BATCH = c2d.PolygonBatch(CAR, POSES)
SHAPES = c2d.Shapes([CAR, CAR.posed((9.0, 0.0, 0.0))])
L_SHAPE = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)]
GEOMETRY = shapely.Polygon(L_SHAPE)
MOTIONS = ([0.0, 1.0], [POSES])
SCENE = c2d.Scene.from_arrays(CAR, MOTIONS, ego_state=[0.0] * 6, static_obstacles=[GEOMETRY], drivable_area=[CAR.vertices])
CHECKER = c2d.TrajectoryChecker(SCENE)
VERDICTS = CHECKER.check()
FILE = pathlib.Path(tempfile.mkdtemp()) / "scene.textproto"
FILE.write_text(SCENE.to_textproto())

WORKS = [
    lambda: c2d.Scene.from_file(FILE)[0].id == "scene",
    lambda: c2d.load_scenes(FILE)[0].id == "scene",
    lambda: len(CHECKER.check(MOTIONS)) == 1,
    lambda: len(CHECKER.check(MOTIONS, threads=2)) == 1,
    lambda: "<html" in SCENE.show(candidates=MOTIONS).html,
    lambda: c2d.Road.from_cells([CAR.vertices]).pieces.shape == (4, 4),
    lambda: c2d.any_hit([CAR.vertices], POSES, BATCH).tolist() == [True, True],
    lambda: c2d.any_hit([CAR.vertices[::-1].tolist()], POSES, BATCH).tolist() == [True, True],
    lambda: len(SCENE.static_obstacles[0].shapes) == 2,
    lambda: len(c2d.from_shapely([GEOMETRY, shapely.Point(5.0, 5.0)], radius_m=0.1)) == 3,
    lambda: len(c2d.Scene.from_arrays(GEOMETRY, drivable_area=[GEOMETRY, shapely.box(5.0, 5.0, 6.0, 6.0)]).drivable_area) == 3,
    lambda: c2d.distance_within(CAR, CAR.posed((9.0, 0.0, 0.0)), limit_m=5.0),
    lambda: len(SHAPES + SHAPES) == 4 and len(SHAPES + CAR) == 3 and len(SHAPES + [CAR]) == 3,
    lambda: list(SHAPES[1:]) == [SHAPES[1]] and list(SHAPES[::-1]) == [SHAPES[1], SHAPES[0]] and len(SHAPES[5:]) == 0,
    lambda: SHAPES[np.int64(1)] == SHAPES[-1],
    lambda: c2d.Scene.from_json(SCENE.to_json()).to_bytes() == SCENE.to_bytes(),
    lambda: c2d.Scene.from_json(json.dumps(json.loads(SCENE.to_json()))).id == "scene",
    lambda: CAR._repr_svg_().startswith("<svg") and "4 x 2 m" in CAR._repr_svg_(),
    lambda: SHAPES._repr_svg_().count("<polygon") == 2 and c2d.Shapes([])._repr_svg_().count("<polygon") == 0,
    lambda: SCENE._repr_html_().count("<polygon") == 4 and "&#x27;scene&#x27;" in SCENE._repr_html_(),
    lambda: VERDICTS._repr_html_().count("<tr>") == 2 and "collides" in VERDICTS._repr_html_(),
    lambda: str(inspect.signature(c2d.PolygonBatch)) == "(shapes, world_from_shape=None, *, present=None)",
    lambda: "metrics" in inspect.signature(c2d.TrajectoryChecker).parameters,
    lambda: "any_hit" in dir(c2d) and not any(name.startswith("_") and name != "__version__" for name in dir(c2d)),
    lambda: "_core" not in dir(c2d) and "np" not in dir(c2d),
    lambda: [part.tolist() for part in [c2d.Shapes.from_outlines([L_SHAPE, [L_SHAPE[:3]]])[1]]] == [[0, 0, 1]],
    lambda: c2d.collides(CAR, CAR, np.array([4.0, 0.0, 0.0], np.float32)),
]

SAYS = [
    # Names of other libraries.
    (lambda: c2d.Polygon(L_SHAPE), AttributeError, "did you mean ConvexPolygon?"),
    (lambda: c2d.box(0, 0, 4, 2), AttributeError, "did you mean ConvexPolygon.rectangle(length_m, width_m)?"),
    (lambda: c2d.Rectangle(4.0, 2.0), AttributeError, "did you mean ConvexPolygon.rectangle"),
    (lambda: c2d.circle(1.0), AttributeError, "did you mean ConvexPolygon.disc"),
    (lambda: c2d.Capsule((0, 0), (1, 0), 1.0), AttributeError, "did you mean ConvexPolygon.capsule"),
    (lambda: c2d.intersects(CAR, CAR), AttributeError, "did you mean collides(a, b)?"),
    (lambda: c2d.collide(CAR, CAR), AttributeError, "did you mean collides?"),
    (lambda: c2d.nearest_points(CAR, CAR), AttributeError, "did you mean separation(a, b)?"),
    (lambda: c2d.penetration_depth(CAR, CAR), AttributeError, "did you mean separation(a, b)?"),
    (lambda: c2d.time_to_collision, AttributeError, "did you mean time_of_impact?"),
    (lambda: c2d.STRtree, AttributeError, "did you mean StaticMap(shapes)?"),
    (lambda: c2d.convexpolygon, AttributeError, "did you mean ConvexPolygon?"),
    (lambda: c2d.Pose(1.0, 2.0, 0.3), AttributeError, "did you mean a tuple (x, y, yaw)"),
    (lambda: c2d.load_scene(FILE), AttributeError, "did you mean load_scenes?"),
    (lambda: CAR.intersects(CAR), AttributeError, "did you mean collides(a, b)?"),
    (lambda: CAR.area, AttributeError, "did you mean shapely.geometry.shape(shape).area?"),
    (lambda: CAR.buffer(0.5), AttributeError, "did you mean ConvexPolygon(shape.vertices, radius_m=...)?"),
    (lambda: CAR.radius, AttributeError, "did you mean radius_m?"),
    (lambda: CAR.centroid, AttributeError, "did you mean center?"),
    (lambda: CAR.exterior.coords, AttributeError, "did you mean vertices?"),
    (lambda: CAR.translate(1.0, 2.0), AttributeError, "did you mean posed((x, y, yaw))?"),
    (lambda: c2d.ConvexPolygon.box(4.0, 2.0), AttributeError, "did you mean ConvexPolygon.rectangle"),
    (lambda: c2d.ConvexPolygon.rect(4.0, 2.0), AttributeError, "did you mean rectangle?"),
    (lambda: BATCH.query(CAR), AttributeError, "did you mean collision_mask(body, poses, obstacles)?"),
    (lambda: SCENE.obstacles, AttributeError, "static_obstacles and moving_obstacles"),
    (lambda: SCENE.check(), AttributeError, "did you mean TrajectoryChecker(scene).check(candidates)?"),
    (lambda: VERDICTS.collide, AttributeError, "did you mean collides?"),
    (lambda: VERDICTS.free, AttributeError, "did you mean is_free?"),
    (lambda: VERDICTS.to_pandas(), AttributeError, "did you mean to_dataframe?"),
    # Objects that others make.
    (lambda: c2d.Scene(), TypeError, "objects are made by Scene.from_arrays, Scene.from_bytes, "),
    (lambda: c2d.Motion((0, 0, 0), (1, 0, 0)), TypeError, "objects are made by Motion.stationary, Motion.linear"),
    (lambda: c2d.Road(), TypeError, "objects are made by Road.from_cells, Road.from_borders, Road.from_scene"),
    (lambda: c2d.Candidates(*MOTIONS), TypeError, "objects are made by Candidates.from_arrays"),
    (lambda: c2d.Verdicts(), TypeError, "objects are made by TrajectoryChecker.check"),
    # Arguments.
    (lambda: c2d.Scene.from_commonroad(str(FILE)), ValueError, "; Scene.from_file(path) reads files"),
    (lambda: c2d.Scene.from_commonroad(FILE), TypeError, "Scene.from_file(path) reads files"),
    (lambda: c2d.collides(CAR, (0, 0, 0), CAR, (1, 0, 0)), TypeError, "for two world poses it is relative_pose(world_from_a, world_from_b)"),
    (lambda: CAR.posed(1, 2, 0.3), TypeError, "world_from_body is one argument, (x, y, yaw)"),
    (lambda: c2d.any_hit(CAR, [POSES], BATCH, dt=0.1), TypeError, "did you mean step_times_s?"),
    (lambda: c2d.any_hit(CAR, [POSES], BATCH, times=[0, 1]), TypeError, "did you mean step_times_s?"),
    (lambda: c2d.any_hit(CAR, POSES, BATCH, workers=2), TypeError, "did you mean threads?"),
    (lambda: c2d.PolygonBatch(CAR, poses=POSES), TypeError, "did you mean world_from_shape?"),
    (lambda: c2d.ConvexPolygon.rectangle(4.0, 2.0, yaw=0.3), TypeError, "did you mean posed((x, y, yaw))?"),
    (lambda: c2d.ConvexPolygon.rectangle(length=4.0, width=2.0), TypeError, "did you mean length_m?"),
    (lambda: c2d.any_hit(CAR, POSES, BATCH, colour=3), TypeError, "there are body, world_from_body, obstacles, lengths, step_times_s"),
    (lambda: c2d.any_hit(CAR, [[1.0, 2.0, 0.0, 0.5]], BATCH), ValueError, "rows of 4 columns are x, y, cos, sin"),
    (lambda: c2d.any_hit(CAR, [[1.0, 2.0, 0.95533649, 0.29552021]], BATCH), ValueError, "rows of 3 are x, y, yaw"),
    (lambda: CAR.posed((1.0, 2.0, 0.0, 0.5)), ValueError, "rows of 3 are x, y, yaw"),
    (lambda: c2d.any_hit(CAR.vertices, POSES, BATCH), TypeError, "ConvexPolygon.from_ring(vertices) makes one"),
    (lambda: c2d.any_hit(GEOMETRY, POSES, BATCH), TypeError, "from_shapely(geometry) makes Shapes"),
    (lambda: c2d.any_hit(CAR, (0.0, 0.0, 0.0), BATCH), ValueError, "(N, 3) or (N, 4)"),
    (lambda: c2d.TrajectoryChecker(SCENE, metrics=["ttc"]), ValueError, "did you mean time_to_collision?; there are time_to_collision, headway, "),
    (lambda: c2d.TrajectoryChecker(SCENE, metrics="headways"), ValueError, "neither 'all' nor a list of names; there are time_to_collision"),
    (lambda: c2d.TrajectoryChecker(SCENE, metric="all"), TypeError, "did you mean metrics?"),
    (lambda: CHECKER.check([POSES]), TypeError, "candidates: Candidates or a tuple (times_s, poses) is needed, not list"),
    (lambda: c2d.Scene.from_json(VERDICTS.to_json()), ValueError, "text: "),
    (lambda: c2d.Scene.from_arrays(CAR, static_obstacles=[shapely.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)])]), ValueError, "static_obstacles[0]: "),
    (lambda: c2d.Scene.from_file(3), TypeError, "path: a path is needed, a string or os.PathLike, not int"),
    (lambda: SHAPES[0.5], TypeError, "index: int is needed, not float"),
    (lambda: SHAPES + 3, TypeError, "others: a ConvexPolygon is needed, not int"),
    (lambda: c2d.Shapes.from_outlines([L_SHAPE, [(0, 0), (1, 0)]]), ValueError, "outlines[1]: vertices: 2 without repeated ones"),
]


@pytest.mark.parametrize("guess", WORKS, ids=range(len(WORKS)))
def test_guess_works(guess):
    assert guess()


@pytest.mark.parametrize("guess, kind, text", SAYS, ids=range(len(SAYS)))
def test_error_says_what_to_write(guess, kind, text):
    with pytest.raises(kind) as info:
        guess()
    assert text in str(info.value), str(info.value)


def test_near_names_cost_nothing_where_none_is_near():
    with pytest.raises(AttributeError, match=r"^module 'collision2d' has no attribute 'xyzzy'$"):
        c2d.xyzzy
    with pytest.raises(AttributeError, match=r"^'ConvexPolygon' object has no attribute '_private'$"):
        CAR._private
    assert not hasattr(CAR, "intersects") and getattr(CAR, "area", None) is None

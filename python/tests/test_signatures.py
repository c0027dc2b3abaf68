"""Every call accepts, by keyword, what its signature says, and refuses the rest by name."""

import copy
import copyreg
import doctest
import inspect
import operator
import pathlib
import pickle
import tempfile

import matplotlib.pyplot
import numpy as np
import pytest

import collision2d as c2d
import typed_use


def callables():
    for name in c2d.__all__:
        value = getattr(c2d, name)
        if type(value).__name__ == "pybind11_type":
            yield from ((f"{name}.{member}", getattr(value, member)) for member in vars(value) if not member.startswith("_"))
        elif callable(value) and not inspect.isclass(value):
            yield name, value


def test_every_call_has_a_docstring_and_a_signature():
    for name, call in callables():
        if not callable(call):
            continue
        assert call.__doc__, name
        inspect.signature(call)
    for name in c2d.__all__:
        assert name.endswith("_DTYPE") or getattr(c2d, name).__doc__, name


def test_signatures_name_the_arguments():
    for name, call in callables():
        if not callable(call):
            continue
        arguments = {key: None for key in inspect.signature(call).parameters if key != "self"}
        if "style" in arguments:
            continue
        # An argument of a wrong kind is refused by its value, an unknown one by its name.
        try:
            call(**arguments)
        except (TypeError, ValueError) as error:
            assert "incompatible function arguments" not in str(error) or "kwargs: unknown" not in str(error), name
        with pytest.raises(TypeError):
            call(**arguments, no_such_argument=None)

CAR = c2d.ConvexPolygon.rectangle(4.0, 2.0)
POSES = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0]]
BATCH = c2d.PolygonBatch(CAR, POSES)
STILL = c2d.Motion.stationary((0.0, 0.0, 0.0), 0.0, 1.0)
ROAD = c2d.Road.from_cells(CAR)
SCENE = c2d.Scene.from_arrays(CAR, ([0.0, 1.0], [POSES]), ego_state=[0.0] * 6, reference_path=[(-9.0, 0.0), (99.0, 0.0)])
CHECKER = c2d.TrajectoryChecker(SCENE)
CANDIDATE = ([0.0, 1.0], [[(0.0, 0.0, 0.0), (10.0, 0.0, 0.0)]])
SCENE_FILE = pathlib.Path(tempfile.mkdtemp()) / "scene.textproto"
SCENE_FILE.write_text(SCENE.to_textproto())
# Legal values of the arguments, by call and name, or by name alone.
LEGAL = {
    "a": CAR, "b": CAR, "motion_a": STILL, "motion_b": STILL, "body": CAR, "world_from_body": POSES, "obstacles": BATCH, "order": [0],
    "limit_m": 1.0, "a_from_b": None, "x_y_yaw": POSES, "world_from_a": POSES[0], "world_from_b": POSES[0], "vertices": CAR.vertices,
    "points": CAR.vertices, "radius_m": 1.0, "length_m": 1.0, "width_m": 1.0, "start": (0.0, 0.0), "end": (1.0, 0.0), "shapes": CAR,
    "sizes": [(1.0, 1.0)], "radii_m": [1.0], "centers": [(0.0, 0.0)], "offsets": [0, 4], "start_s": 0.0, "end_s": 1.0, "turn_rad": 0.0,
    "displacement_m": (1.0, 0.0), "world_from_body_at_start": POSES[0], "world_from_body_at_end": POSES[1], "yaw_rate_radps": 0.0,
    "velocity_in_body_mps": (1.0, 0.0), "world_from_shape": POSES, "time_s": 0.5, "times_s": [0.0, 1.0], "poses": [POSES], "ego": CAR,
    "cells": CAR, "borders": [[(0.0, 0.0), (1.0, 0.0)]], "scene": SCENE, "step_times_s": [0.0, 1.0], "lengths": [1], "geometry": CAR, "shape": CAR,
    "trajectories": [POSES], "road": ROAD, "motion": STILL, "text": 'id: "a"', "path": "no_such_file.pb", "xml": "", "data": SCENE.to_bytes(), "scenario": b"",
    "Motion.stationary.world_from_body": POSES[0], "Motion.linear.world_from_body": POSES[0], "Motion.constant_twist.world_from_body": POSES[0],
    "ConvexPolygon.posed.world_from_body": POSES[0], "first_free.world_from_body": [POSES], "Road.first_departures.world_from_body": [POSES],
    "Road.minimum_clearances.world_from_body": [POSES], "MovingObstacles.world_from_shape": [POSES], "MovingObstacles.set_poses.world_from_shape": [POSES] * 2,
    "is_motion_free.a": CAR, "first_free.step_times_s": None, "Scene.obstacles_at.time_s": 0.0, "strict": False, "cls": None,
    "values": [[0, 1]], "outlines": [CAR.vertices], "cell_size_m": 0.5, "columns": 1, "rows": 1,
    "PathTimeGraph.check_speed_profiles.stations_m": [[0.0, 10.0]], "stations_m": [5.0], "Scene.from_file.path": str(SCENE_FILE),
}
OBJECTS = {
    "ConvexPolygon": CAR, "Motion": STILL, "PolygonBatch": BATCH, "MovingObstacles": c2d.MovingObstacles(CAR, [POSES] * 2), "Road": ROAD, "Scene": SCENE,
    "OccupancyGrid": c2d.OccupancyGrid([[0, 1]], 0.5), "PointSet": c2d.PointSet(CAR.vertices), "TrajectoryChecker": CHECKER, "Verdicts": CHECKER.check(), "PathTimeGraph": c2d.PathTimeGraph(SCENE, CANDIDATE),
}


def test_every_object_is_copied_and_pickled():
    objects = [*OBJECTS.values(), c2d.Shapes(CAR), c2d.StaticMap(CAR), SCENE.candidates]
    kinds = {value for value in vars(c2d._core).values() if type(value).__name__ == "pybind11_type"}
    assert {type(value) for value in objects} == kinds
    protocols = range(pickle.HIGHEST_PROTOCOL + 1)
    for value in objects:
        pickles = [pickle.dumps(value, protocol) for protocol in protocols]
        for again in [copy.copy(value), copy.deepcopy(value), *map(pickle.loads, pickles)]:
            assert type(again) is type(value)
        for protocol in protocols:
            assert object.__reduce_ex__(value, protocol)[0] is value.__reduce__()[0]
        # Past the class's own __reduce__.
        for past in (object.__reduce__, lambda value: copyreg._reduce_ex(value, 0), lambda value: copyreg._reduce_ex(value, 1)):
            with pytest.raises(TypeError, match=f"cannot pickle '{type(value).__name__}' object"):
                past(value)


def calls_with_arguments():
    """(name, a callable, its parameters) of each public call, methods bound to an object."""
    for name, call in callables():
        owner, _, method = name.rpartition(".")
        if owner in OBJECTS and callable(call) and "self" in inspect.signature(call).parameters:
            call = getattr(OBJECTS[owner], method)
            yield name, call, [p for p in inspect.signature(getattr(type(OBJECTS[owner]), method)).parameters.values() if p.name != "self"]
        elif callable(call):
            yield name, call, [p for p in inspect.signature(call).parameters.values() if p.name != "self"]
    for kind in (c2d.ConvexPolygon, c2d.Shapes, c2d.PolygonBatch, c2d.MovingObstacles, c2d.StaticMap, c2d.OccupancyGrid, c2d.PointSet, c2d.TrajectoryChecker):
        yield kind.__name__, kind, [p for p in inspect.signature(kind.__init__).parameters.values() if p.name != "self"]


# What takes any object of these kinds, or nearly any.
ANYTHING = {"out", "progress", "strict", "repair", "instants_only", "unpredicted_collides", "profiles", "packed", "ax", "color", "style", "hit", "cls"}


@pytest.mark.parametrize("name, call, parameters", list(calls_with_arguments()), ids=lambda value: value if isinstance(value, str) else "")
def test_wrong_types_are_refused_by_name(name, call, parameters):
    legal = {p.name: LEGAL.get(f"{name}.{p.name}", LEGAL.get(p.name)) for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD}
    try:
        call(**legal)
    except (ValueError, FileNotFoundError):
        assert set(legal) & {"xml", "text", "path", "scenario"}, name
    for parameter in parameters:
        for wrong in (object(), "x", 2.5j, [object()], {"a": 1}):
            is_legal = isinstance(wrong, str) and parameter.name in ("id", "text", "xml", "path", "map", "ego_obstacle")
            # A dict is a list of its keys.
            is_legal |= isinstance(wrong, dict) and parameter.name in ("ids", "static_ids", "moving_ids", "notes")
            if parameter.name in ANYTHING or is_legal:
                continue
            with pytest.raises((TypeError, ValueError)) as info:
                call(**{**legal, parameter.name: wrong})
            matplotlib.pyplot.close("all")
            assert parameter.name in str(info.value) and "incompatible" not in str(info.value), (name, wrong, str(info.value))


# What may be left out although it is no option.
OPERANDS = {"a_from_b", "candidates", "center", "centers", "holes", "pose", "world_from_shape"}


@pytest.mark.parametrize("name, call, parameters", list(calls_with_arguments()), ids=lambda value: value if isinstance(value, str) else "")
def test_options_are_given_by_keyword(name, call, parameters):
    with_default = {p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD and p.default is not p.empty}
    assert with_default <= OPERANDS and all(p.kind is not p.POSITIONAL_OR_KEYWORD for p in parameters if p.name in ANYTHING - {"cls"})


def test_wrong_calls_are_refused_as_by_python():
    for call, message in (
        (lambda: c2d.collides(CAR), r"collides\(\): missing a required argument: 'b'"),
        (lambda: c2d.collides(CAR, CAR, None, 3), r"collides\(\): too many positional arguments for a, b, a_from_b, out, threads, progress; a_from_b is one argument, .*"),
        (lambda: c2d.collides(CAR, CAR, limit=3), r"collides\(\): got an unexpected keyword argument 'limit'; there are a, b, .*"),
        (lambda: c2d.ConvexPolygon(), r"__init__\(\): missing a required argument: 'vertices'"),
        (lambda: c2d.Motion.pose_at(3, 0.0), "self: Motion is needed, not int"),
        (lambda: c2d.any_hit(CAR, POSES, BATCH, threads=2**40), "threads: int is needed, not 1099511627776"),
        (lambda: c2d.any_hit(CAR, POSES, BATCH, threads=1.5), "threads: int is needed, not float"),
        (lambda: c2d.TrajectoryChecker(None), "scene: a Scene is needed, not NoneType"),
        (lambda: c2d.is_motion_free(CAR, None, CAR, STILL), "motion_a: Motion is needed, not NoneType"),
        (lambda: c2d.Shapes([CAR])["a"], "index: int is needed, not str"),
    ):
        with pytest.raises(TypeError, match=f"^{message}$"):
            call()
    assert c2d.minimum_distance(CAR, POSES, BATCH, limit_m=np.float32(3.0))["distance_m"].tolist() == [0.0, 0.0]


@pytest.mark.parametrize("name", [n for n, c in callables() if callable(c) and ">>>" in (c.__doc__ or "")] + ["ConvexPolygon", "OccupancyGrid", "PointSet"])
def test_examples_of_docstrings(name):
    doc = operator.attrgetter(name)(c2d).__doc__
    example = doctest.DocTestParser().get_doctest(doc, {"c2d": c2d, "np": np}, name, None, 0)
    assert example.examples and doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example).failed == 0


def test_typed_use():
    typed_use.pairs()
    typed_use.batches()
    typed_use.scenes_of_arrays()

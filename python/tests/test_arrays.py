"""Wrong arrays of every kind, given to every argument of every call: an exception that names the argument, never a crash."""

import math
import threading

import numpy as np
import pytest

import collision2d as c2d
import oracle

CAR = c2d.ConvexPolygon.rectangle(4.5, 2.0)
N, K, T, S = 7, 5, 4, 3


def good_arguments():
    random = np.random.default_rng(5)
    return {
        "rows": oracle.random_poses(random, N, 10.0),
        "obstacles": c2d.PolygonBatch([CAR] * K, oracle.random_poses(random, K, 10.0)),
        "map": c2d.StaticMap([CAR] * K, oracle.random_poses(random, K, 10.0)),
        "trajectories": oracle.random_poses(random, (T, S), 10.0),
        "moving": c2d.MovingObstacles([CAR] * K, oracle.random_poses(random, (K, S), 10.0)),
        "times": np.arange(float(S)),
        "lengths": np.full(T, S, np.int32),
        "order": np.arange(T, dtype=np.int32),
        "limits": np.full(N, 3.0),
        "trajectory_limits": np.full(T, 3.0),
    }


GOOD = good_arguments()
GOOD["together"] = (GOOD["obstacles"], GOOD["map"])
GOOD["cells"] = (c2d.OccupancyGrid(np.eye(30, dtype=np.int8), 0.5), c2d.PointSet(GOOD["rows"][:, :2]))
ROAD = c2d.Road.from_borders([np.array([[-20.0, -5.0], [20.0, -5.0]]), np.array([[20.0, 5.0], [-20.0, 5.0]])])


def clearances(body, rows, _, **keywords):
    return ROAD.clearances(body, rows, **keywords)


ON_POSES = [
    (c2d.any_hit, "obstacles"),
    (c2d.any_hit, "map"),
    (c2d.first_hit, "obstacles"),
    (c2d.first_hit, "together"),
    (c2d.count_hits, "obstacles"),
    (c2d.collision_mask, "obstacles"),
    (lambda *args, **keywords: c2d.collision_mask(*args, packed=True, **keywords), "obstacles"),
    (lambda *args, **keywords: c2d.within_mask(*args, limit_m=2.0, **keywords), "obstacles"),
    (c2d.all_distances, "obstacles"),
    (c2d.minimum_distance, "obstacles"),
    (c2d.minimum_distance, "map"),
    (c2d.minimum_separation, "obstacles"),
    (c2d.minimum_separation_gradient, "obstacles"),
    (c2d.minimum_separation_gradient, "map"),
    (c2d.any_hit, "cells"),
    (c2d.minimum_separation_gradient, "cells"),
    (clearances, "obstacles"),
]
ON_TRAJECTORIES = [
    (c2d.first_hit, "moving"),
    (c2d.any_hit, "moving"),
    (c2d.minimum_distance, "moving"),
    (c2d.count_hits, "moving"),
    (c2d.collision_mask, "map"),
    (c2d.all_distances, "obstacles"),
    (c2d.minimum_separation, "moving"),
    (c2d.minimum_separation, "map"),
    (c2d.minimum_separation_gradient, "moving"),
    (lambda *args, **keywords: c2d.first_hit(*args, step_times_s=GOOD["times"], **keywords), "moving"),
    (lambda *args, **keywords: c2d.any_hit(*args, step_times_s=GOOD["times"], **keywords), "map"),
    (lambda *args, **keywords: c2d.minimum_distance(*args, step_times_s=GOOD["times"], **keywords), "map"),
    (lambda *args, **keywords: c2d.first_hit(*args, step_times_s=GOOD["times"], **keywords), "cells"),
    (lambda b, t, _, **keywords: ROAD.minimum_clearances(b, t, **keywords), "moving"),
    (lambda b, t, _, **keywords: ROAD.first_departures(b, t, GOOD["times"], **keywords), "moving"),
]


class Frame:
    """What pandas is to the module: something that NumPy makes an array of, in Fortran order."""

    def __init__(self, values):
        self.values = np.asfortranarray(values)

    def __array__(self, dtype=None):
        return self.values if dtype is None else self.values.astype(dtype)


def other_versions(good):
    """The same numbers in arrays that are converted, and whether they are NumPy arrays, which may be refused."""
    wider = np.longdouble if good.dtype.kind == "f" else np.int64
    yield "wider", good.astype(wider), True
    yield "big-endian", good.astype(good.dtype.newbyteorder()), True
    yield "Fortran order", np.asfortranarray(np.stack([good, good], axis=-1))[..., 0], True
    yield "every second", np.repeat(good, 2, axis=0)[::2], True
    yield "negative step", np.ascontiguousarray(good[::-1])[::-1], True
    yield "unaligned", unaligned(good), True
    yield "swapped axes", np.ascontiguousarray(np.moveaxis(good, 0, -1)).transpose(
        (good.ndim - 1, *range(good.ndim - 1))), good.ndim > 1
    yield "frame", Frame(good), False
    yield "memory view", memoryview(good), False
    yield "list", good.tolist(), False
    if good.ndim <= 2:
        pandas = pytest.importorskip("pandas")
        yield "pandas", pandas.DataFrame(good) if good.ndim == 2 else pandas.Series(good), False


def same(one, other):
    one, other = (answer if isinstance(answer, tuple) else (answer,) for answer in (one, other))
    return all(np.array_equal(a, b) or repr(a) == repr(b) for a, b in zip(one, other, strict=True))


# A call of one argument that is an array, with its name and a legal value.
EVERY_ARRAY = [
    *[(lambda a, f=f, o=o: f(CAR, a, GOOD[o]), "world_from_body", "rows") for f, o in ON_POSES],
    *[(lambda a, f=f, o=o: f(CAR, a, GOOD[o]), "world_from_body", "trajectories") for f, o in ON_TRAJECTORIES],
    *[(lambda a, f=f, o=o: f(CAR, GOOD["trajectories"], GOOD[o], lengths=a), "lengths", "lengths") for f, o in ON_TRAJECTORIES],
    (lambda a: c2d.all_hits(CAR, a, GOOD["map"]), "world_from_body", "rows"),
    (lambda a: c2d.first_free(CAR, GOOD["trajectories"], GOOD["moving"], a)[0], "order", "order"),
    (lambda a: c2d.minimum_distance(CAR, GOOD["rows"], GOOD["obstacles"], limit_m=a), "limit_m", "limits"),
    (lambda a: c2d.minimum_distance(CAR, GOOD["trajectories"], GOOD["moving"], limit_m=a), "limit_m", "trajectory_limits"),
    (lambda a: c2d.first_hit(CAR, GOOD["trajectories"], GOOD["map"], step_times_s=a), "step_times_s", "times"),
    (lambda a: c2d.ConvexPolygon.hull(a).vertices, "points", "points"),
    (lambda a: c2d.ConvexPolygon(a).vertices, "vertices", "triangle"),
    (lambda a: c2d.pose_array(a), "x_y_yaw", "yaws"),
    (lambda a: c2d.separation(CAR, CAR, a), "b", "rows"),
    (lambda a: c2d.any_hit(CAR, GOOD["rows"], c2d.PolygonBatch(CAR, a)), "world_from_shape", "rows"),
    (lambda a: c2d.any_hit(CAR, GOOD["rows"], c2d.StaticMap(CAR, a)), "world_from_shape", "rows"),
    (lambda a: c2d.any_hit(CAR, GOOD["trajectories"], c2d.MovingObstacles(CAR, a)), "world_from_shape", "steps"),
    (lambda a: c2d.Shapes.rectangles(a)[0].vertices, "sizes", "sizes"),
    (lambda a: c2d.Shapes.discs(a, np.zeros((N, 2)))[1].vertices, "radii_m", "limits"),
    (lambda a: c2d.Shapes.polygons(np.zeros((3, 2)), a)[1].vertices, "offsets", "offsets"),
    (lambda a: c2d.Candidates.from_arrays(a, GOOD["yaws3"])[0].times_s, "times_s", "times"),
    (lambda a: c2d.Candidates.from_arrays(GOOD["times"], a)[1].poses, "poses", "yaws3"),
    (lambda a: c2d.Candidates.from_arrays(GOOD["times"], GOOD["yaws3"], lengths=a)[1].poses, "lengths", "lengths"),
    (lambda a: c2d.Candidates.from_arrays(GOOD["times"], GOOD["yaws3"], costs=a).costs, "costs", "trajectory_limits"),
    (lambda a: c2d.Road.from_borders([a]).pieces, "borders", "points"),
    (lambda a: c2d.OccupancyGrid([[1]], 0.5, occupied=a).cells, "occupied", "range"),
]
GOOD.update(
    points=np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [1.0, 3.0]]), triangle=np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 2.0]]),
    yaws=GOOD["rows"][:, :3].copy(), yaws3=GOOD["trajectories"][:, :, :3].copy(), steps=GOOD["trajectories"][:S].copy(),
    sizes=np.full((K, 2), 2.0), offsets=np.array([0, 1, 2, 3]), range=np.array([1, 2], np.int32),
)


@pytest.mark.parametrize("number", range(len(EVERY_ARRAY)))
def test_every_kind_of_array_is_converted_or_refused_with_a_reason(number):
    call, name, good = EVERY_ARRAY[number]
    good = GOOD[good]
    expected = call(good)
    for kind, other, is_array in other_versions(good):
        before = c2d.copied_arrays()
        assert same(call(other), expected), kind
        if not is_array:
            continue
        assert isinstance(other, np.ndarray)
        is_read_in_place = other.dtype == good.dtype and other.flags.c_contiguous and other.flags.aligned
        assert is_read_in_place or c2d.copied_arrays() > before, kind
        with c2d.array_rules(strict=True):
            if not is_read_in_place:
                refused(lambda: call(other), name)
        assert same(call(other), expected), kind
    with c2d.array_rules(strict=True):
        assert same(call(good), expected)
    for kind in (complex, object, str, bool, "M8[s]"):
        refused(lambda: call(good.astype(np.int64).astype(kind)), name)
    refused(lambda: call(np.ma.masked_array(good)), name)
    refused(lambda: call({1: good}), name)
    refused(lambda: call(good[np.newaxis, np.newaxis, np.newaxis]), name)


def test_shorter_types():
    for dtype, error in ((np.float32, 1e-5), (np.float16, 0.1)):
        poses = GOOD["rows"].astype(dtype)
        distances = c2d.all_distances(CAR, poses, GOOD["obstacles"])
        assert np.allclose(distances, c2d.all_distances(CAR, GOOD["rows"], GOOD["obstacles"]), atol=error)
    assert c2d.Shapes.discs(np.array([1, 2], np.uint8), np.zeros((2, 2), np.int16))[1].radius_m == 2.0
    refused(lambda: c2d.any_hit(CAR, 2 * GOOD["rows"].astype(np.float32), GOOD["obstacles"]), "world_from_body[0]")
    refused(lambda: c2d.first_free(CAR, GOOD["trajectories"], GOOD["moving"], np.array([2**40])), "order: a number is beyond")


def test_strict_arrays_are_those_of_a_thread_and_a_context():
    rows = np.asfortranarray(GOOD["rows"])
    with c2d.array_rules(strict=True):
        with c2d.array_rules(strict=False):
            c2d.any_hit(CAR, rows, GOOD["obstacles"])
        thread = threading.Thread(target=lambda: answers.append(c2d.any_hit(CAR, rows, GOOD["obstacles"])))
        answers = []
        thread.start()
        thread.join()
        assert len(answers) == 1
        refused(lambda: c2d.any_hit(CAR, rows, GOOD["obstacles"]), "world_from_body: is not contiguous in C order")
    c2d.any_hit(CAR, rows, GOOD["obstacles"])


def test_one_shape_for_many_poses():
    rows, moving = GOOD["rows"], GOOD["steps"]
    assert len(c2d.PolygonBatch(CAR, rows)) == len(c2d.StaticMap(CAR, rows)) == N
    assert same(c2d.all_distances(CAR, rows, c2d.PolygonBatch(CAR, rows)), c2d.all_distances(CAR, rows, c2d.PolygonBatch([CAR] * N, rows)))
    assert len(c2d.MovingObstacles(CAR, moving).shapes) == moving.shape[0]
    refused(lambda: c2d.PolygonBatch([CAR], rows), "world_from_shape")


def bad_versions(good):
    """Arrays and other things that are no such argument; what is legal in another place is illegal in this one."""
    yield "complex", good.astype(complex)
    yield "objects", good.astype(object)
    yield "text", good.astype(str)
    yield "structured", np.zeros(good.shape, [("a", "f8"), ("b", "f8")])
    yield "bool", good.astype(bool)
    yield "masked", np.ma.masked_array(good, mask=np.zeros(good.shape, bool))
    yield "one axis more", good[np.newaxis]
    yield "one axis less", good.reshape(-1)[: good.shape[-1]] if good.ndim > 1 else np.float64(1.0)
    yield "no axis", np.array(1.0)
    yield "a column more", np.concatenate([good, good[..., :1]], axis=-1) if good.ndim > 1 else np.append(good, good[0])
    yield "empty last axis", good[..., :0].copy()
    yield "bytes", good.tobytes()
    yield "number", 1.5
    yield "dictionary", {0: good}
    yield "ragged list", [[1.0, 2.0, 3.0], [1.0]]
    yield "list of text", [["a", "b", "c"]] * 3
    yield "list of None", [[None, None, None]] * 3
    yield "huge integers", [[10**400, 0, 0]]


def unaligned(good):
    raw = np.zeros(good.nbytes + 1, np.uint8)
    array = raw[1:].view(good.dtype).reshape(good.shape)
    array[...] = good
    return array


def refused(call, name):
    with pytest.raises((TypeError, ValueError)) as error:
        call()
    assert name in str(error.value), str(error.value)


@pytest.mark.parametrize("number", range(len(ON_POSES)))
def test_poses(number):
    call, obstacles = ON_POSES[number]
    assert len(call(CAR, GOOD["rows"], GOOD[obstacles])) == N
    for kind, bad in bad_versions(GOOD["rows"]):
        if kind == "one axis more" and call is not clearances:
            assert call(CAR, bad, GOOD[obstacles]).shape[0] == 1, "a trajectory"
        else:
            refused(lambda: call(CAR, bad, GOOD[obstacles]), "world_from_body")
    refused(lambda: call(CAR, None, GOOD[obstacles]), "world_from_body")


@pytest.mark.parametrize("number", range(len(ON_TRAJECTORIES)))
def test_trajectories(number):
    call, obstacles = ON_TRAJECTORIES[number]
    assert len(call(CAR, GOOD["trajectories"], GOOD[obstacles])) == T
    for _, bad in bad_versions(GOOD["trajectories"]):
        refused(lambda: call(CAR, bad, GOOD[obstacles]), "world_from_body")
    for kind, bad in bad_versions(GOOD["lengths"]):
        if kind not in ("number", "dictionary"):
            refused(lambda: call(CAR, GOOD["trajectories"], GOOD[obstacles], lengths=bad), "lengths")


def test_other_arguments():
    rows, trajectories = GOOD["rows"], GOOD["trajectories"]
    for kind, bad in bad_versions(GOOD["limits"]):
        if kind not in ("number", "one axis less"):
            refused(lambda: c2d.minimum_distance(CAR, rows, GOOD["obstacles"], limit_m=bad), "limit_m")
    for kind, bad in bad_versions(GOOD["times"]):
        refused(lambda: c2d.first_hit(CAR, trajectories, GOOD["map"], step_times_s=bad), "step_times_s")
    for kind, bad in bad_versions(GOOD["order"]):
        if kind not in ("a column more", "empty last axis"):
            refused(lambda: c2d.first_free(CAR, trajectories, GOOD["moving"], bad), "order")
    for kind, bad in bad_versions(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])):
        refused(lambda: c2d.ConvexPolygon(bad), "vertices")
        refused(lambda: c2d.ConvexPolygon.hull(bad), "points")
    for kind, bad in bad_versions(oracle.random_poses(np.random.default_rng(1), K, 5.0)):
        refused(lambda: c2d.PolygonBatch([CAR] * K, bad), "world_from_shape")
        refused(lambda: c2d.StaticMap([CAR] * K, bad), "world_from_shape")
        refused(lambda: GOOD["obstacles"].set_poses(bad), "world_from_shape")
    for limit in (-1.0, math.nan, [1.0] * (N - 1) + [-1.0]):
        refused(lambda: c2d.minimum_distance(CAR, rows, GOOD["obstacles"], limit_m=limit), "limit_m[")
    for body in (None, 3, "car", GOOD["rows"], [CAR, None], {CAR}):
        refused(lambda: c2d.any_hit(body, rows, GOOD["obstacles"]), "body")


@pytest.mark.parametrize("number", range(len(ON_POSES)))
def test_results_into_the_callers_array(number):
    call, obstacles = ON_POSES[number]
    arguments = (CAR, GOOD["rows"], GOOD[obstacles])
    expected = call(*arguments)
    out = np.zeros_like(expected)
    assert call(*arguments, out=out) is out
    assert np.array_equal(out, expected)
    check_bad_outputs(lambda bad: call(*arguments, out=bad), expected)


@pytest.mark.parametrize("number", range(len(ON_TRAJECTORIES)))
def test_results_of_trajectories_into_the_callers_array(number):
    call, obstacles = ON_TRAJECTORIES[number]
    arguments = (CAR, GOOD["trajectories"], GOOD[obstacles])
    expected = call(*arguments)
    out = np.zeros_like(expected)
    assert call(*arguments, out=out) is out and np.array_equal(out, expected)
    check_bad_outputs(lambda bad: call(*arguments, out=bad), expected)


def check_bad_outputs(call, expected):
    read_only = np.zeros_like(expected)
    read_only.flags.writeable = False
    longer = np.zeros((len(expected) + 1,) + expected.shape[1:], expected.dtype)
    wrong = [
        ("out: is read-only", read_only),
        ("out: its shape", longer),
        ("out: its shape", longer[:0]),
        ("out: is not contiguous", np.repeat(np.zeros_like(expected), 2, axis=0)[::2]),
        ("out: is not contiguous", np.zeros_like(expected)[::-1]),
        ("out: its dtype", np.zeros(expected.shape, np.float32)),
        ("out: its dtype", np.zeros(expected.shape, np.int16)),
        ("out: a NumPy array is needed, not list", [0] * len(expected)),
        ("out: is a masked array", np.ma.zeros(expected.shape, expected.dtype)),
    ]
    for message, bad in wrong:
        with pytest.raises((TypeError, ValueError), match=message):
            call(bad)


def test_output_that_shares_memory_with_an_input():
    memory = np.zeros(N * 4 + N * K)
    rows = memory[: N * 4].reshape(N, 4)
    rows[...] = GOOD["rows"]
    with pytest.raises(ValueError, match="out: shares memory with an input"):
        c2d.all_distances(CAR, rows, GOOD["obstacles"], out=memory[N * 4 - 1 : -1].reshape(N, K))
    c2d.all_distances(CAR, rows, GOOD["obstacles"], out=memory[N * 4 :].reshape(N, K))


def test_nothing_is_written_if_a_pose_is_illegal():
    rows = np.repeat(GOOD["rows"], 3000, axis=0)
    rows[-1, 0] = math.nan
    for threads in (1, 2):
        for call, dtype in ((c2d.any_hit, bool), (c2d.first_hit, c2d.HIT_DTYPE), (c2d.minimum_distance, c2d.NEAREST_DTYPE)):
            out = np.zeros(len(rows), dtype)
            untouched = out.tobytes()
            with pytest.raises(ValueError, match=rf"world_from_body\[{len(rows) - 1}\]"):
                call(CAR, rows, GOOD["obstacles"], out=out, threads=threads)
            assert out.tobytes() == untouched


def test_kinds_of_arrays_that_are_read(tmp_path):
    rows = GOOD["rows"]
    expected = c2d.any_hit(CAR, rows, GOOD["obstacles"])
    np.save(tmp_path / "rows.npy", rows)
    read_only = rows.copy()
    read_only.flags.writeable = False
    before = c2d.copied_arrays()
    for same in (np.load(tmp_path / "rows.npy", mmap_mode="r"), read_only, rows[:, :], np.require(rows, requirements="C")):
        assert np.array_equal(c2d.any_hit(CAR, same, GOOD["obstacles"]), expected)
    assert c2d.copied_arrays() == before
    for same in (rows.tolist(), tuple(map(tuple, rows.tolist())), list(rows)):
        assert np.array_equal(c2d.any_hit(CAR, same, GOOD["obstacles"]), expected)
    assert c2d.copied_arrays() == before + 3
    assert c2d.all_distances(CAR, [[3, 0, 0]], GOOD["obstacles"]).dtype == np.float64
    assert len(c2d.first_hit(CAR, GOOD["trajectories"], GOOD["moving"], lengths=[3, 2, 1, 0])) == T


def test_random_arguments(random, request):
    """Anything in any place: results or exceptions, as they may be."""
    pool = [value for good in GOOD.values() if isinstance(good, np.ndarray) for _, value in bad_versions(good)]
    pool += list(GOOD.values()) + [CAR, [CAR], [], (), None, True, -1, 10**30, math.nan, "x", b"x", object(), np.array([])]
    legal = [(call, (CAR, GOOD["rows"], GOOD[obstacles])) for call, obstacles in ON_POSES]
    legal += [(call, (CAR, GOOD["trajectories"], GOOD[obstacles])) for call, obstacles in ON_TRAJECTORIES]
    legal += [(call, (CAR, CAR, GOOD["rows"])) for call in (c2d.collides, c2d.distance, c2d.separation, c2d.separation_gradient)]
    legal += [(kind, ([CAR] * K, GOOD["rows"][:K].copy())) for kind in (c2d.PolygonBatch, c2d.StaticMap)]
    legal += [(make, (GOOD["rows"][:, :2].copy(),)) for make in (c2d.ConvexPolygon, c2d.ConvexPolygon.hull)]
    still = c2d.Motion.stationary(None, 0.0, 1.0)
    legal += [
        (c2d.first_free, (CAR, GOOD["trajectories"], GOOD["moving"], GOOD["order"])),
        (c2d.all_hits, (CAR, GOOD["rows"], GOOD["map"])),
        (c2d.time_of_impact, (CAR, still, CAR, still)),
        (c2d.MovingObstacles, (CAR, GOOD["trajectories"][:, :1].copy())),
        (c2d.Motion.linear, ((0.0, 0.0, 0.0), (1.0, 0.0), 0.5, 0.0, 1.0)),
        (c2d.Candidates.from_arrays, (GOOD["times"], GOOD["trajectories"][:, :, :3].copy())),
        (c2d.Road.from_cells, (CAR,)),
        (c2d.Road.from_borders, ([GOOD["rows"][:, :2].copy()],)),
        (c2d.Scene.from_bytes, (b"",)),
        (c2d.Shapes.rectangles, (np.ones((3, 2)), np.zeros((3, 2)))),
        (c2d.Shapes.discs, (np.ones(3), np.zeros((3, 2)))),
        (c2d.Shapes.polygons, (np.zeros((2, 2)), np.array([0, 1, 2]))),
        (c2d.relative_pose, (GOOD["rows"][0], GOOD["rows"][1])),
        (c2d.OccupancyGrid, (np.eye(4, dtype=bool), 0.5)),
        (GOOD["cells"][0].update, (np.eye(4, dtype=bool),)),
        (GOOD["cells"][0].move_window, (1, -1)),
        (c2d.PointSet, (GOOD["rows"][:, :2].copy(),)),
        (GOOD["cells"][1].update, (GOOD["rows"][:, :3].astype(np.float32),)),
        (c2d.TrajectoryChecker, (None,)),
    ]
    answers = errors = 0
    calls = request.config.getoption("--fuzz-calls")
    for _ in range(calls):
        call, arguments = legal[random.integers(len(legal))]
        changed = [pool[random.integers(len(pool))] if random.random() < 0.25 else argument for argument in arguments]
        keywords = {}
        if random.random() < 0.2:
            keywords["out"] = pool[random.integers(len(pool))]
        if random.random() < 0.2:
            keywords["threads"] = [0, 1, 2, -1, 10**9, 10**30, "2", 1.5, None][random.integers(9)]
        try:
            call(*changed, **keywords)
            answers += 1
        except (TypeError, ValueError):
            errors += 1
    assert answers > calls // 10 and errors > calls // 10

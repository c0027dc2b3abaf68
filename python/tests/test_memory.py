import copy
import gc
import pickle
import resource
import subprocess
import sys

import numpy as np
import pytest

import collision2d as c2d
import oracle

CAR = c2d.ConvexPolygon.rectangle(4.5, 2.0)


def resident_kb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.native
def test_memory_is_flat_over_a_million_calls():
    batch = c2d.PolygonBatch([CAR] * 4, oracle.random_poses(np.random.default_rng(1), 4, 5.0))
    rows = oracle.random_poses(np.random.default_rng(2), 2, 5.0)
    pose = (3.0, 0.5, 0.1)
    grid, points, cells = c2d.OccupancyGrid(np.eye(80, dtype=bool), 0.1), c2d.PointSet([]), np.eye(20, dtype=np.int8)[:, ::2]
    cloud = np.linspace(0.0, 6.0, 60, dtype=np.float32).reshape(30, 2)

    def calls(count):
        for _ in range(count):
            c2d.collides(CAR, CAR, pose)
            c2d.any_hit(CAR, rows, batch)
            c2d.first_hit(CAR, rows, batch)
            c2d.separation(CAR, CAR, pose)
            c2d.ConvexPolygon.rectangle(2.0, 1.0).vertices
            grid.update(cells, row=9)
            grid.move_window(1, -1)
            points.update(cloud)
            c2d.first_hit(CAR, rows, (grid, batch, points))
            try:
                c2d.any_hit(CAR, rows[:, :2], batch)
            except ValueError:
                pass

    calls(5000)
    gc.collect()
    before = resident_kb()
    calls(1_000_000 // 10)
    assert resident_kb() - before < 2000


def test_arrays_outlive_what_they_came_from():
    random = np.random.default_rng(3)
    rows = oracle.random_poses(random, 50, 10.0)
    shapes = c2d.Shapes([CAR] * 20)
    batch = c2d.PolygonBatch(shapes, oracle.random_poses(random, 20, 10.0))
    expected = c2d.any_hit(CAR, rows, batch).copy()
    del shapes
    gc.collect()
    [c2d.Shapes([CAR] * 20) for _ in range(50)]
    result = c2d.any_hit(CAR, rows, batch)
    kept = batch.shapes[3].vertices
    del batch
    gc.collect()
    assert np.array_equal(result, expected) and kept.shape == (4, 2) and kept[0, 0] == -2.25
    # A list that is emptied, and shapes that have no other owner.
    owned = [c2d.ConvexPolygon.disc(1.0, (float(k), 0.0)) for k in range(10)]
    world_map = c2d.StaticMap(owned)
    owned.clear()
    gc.collect()
    assert c2d.any_hit(c2d.ConvexPolygon.disc(0.1), [[5.0, 0.0, 0.0]], world_map).tolist() == [True]


def test_arguments_may_die_before_the_results(random):
    def results():
        rows = oracle.random_poses(random, 30, 5.0)
        return c2d.minimum_separation(CAR, rows, c2d.PolygonBatch([CAR]))

    kept = [results() for _ in range(100)]
    gc.collect()
    assert all(np.all(np.isfinite(row["signed_distance_m"])) for row in kept)


COPY_CHECK = """
import pathlib, re, sys
import numpy as np
import collision2d as c2d

CAR = c2d.ConvexPolygon.rectangle(4.5, 2.0)
batch = c2d.PolygonBatch([CAR], [[1e6, 0.0, 0.0]])


def peak_kb():  # Of this program; resource.getrusage has that of the process before it was executed.
    return int(re.search(r"VmHWM:\\s*(\\d+)", pathlib.Path("/proc/self/status").read_text()).group(1))


count = 1 << 20
rows = np.ones((count, 4))
rows[:, 1:] = 0.0
rows[:, 2] = 1.0
columns = rows[:, :3].copy()
call = getattr(c2d, sys.argv[1])
out = np.zeros_like(call(CAR, rows[:1], batch), shape=count)
out.view(np.uint8)[...] = 1
before = peak_kb()
call(CAR, columns if sys.argv[2] == "3" else rows, batch, out=out)
print((peak_kb() - before) * 1024 / rows.nbytes)
"""


@pytest.mark.native
@pytest.mark.parametrize("call", ["any_hit", "first_hit", "minimum_distance"])
def test_no_copy_by_the_memory_that_a_call_takes(call):
    def grown(columns):
        command = [sys.executable, "-c", COPY_CHECK, call, columns]
        return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    assert grown("4") < 0.1
    assert grown("3") > 0.9


CELLS_CHECK = COPY_CHECK[:COPY_CHECK.index("count =")] + """
values = np.ones((5000, 20000), np.int8)[:, ::2]
part = values[::-1]
before = peak_kb()
grid = c2d.OccupancyGrid(values, 0.1)
grid.update(part)
print((peak_kb() - before) * 1024 / values.size)
"""


@pytest.mark.native
def test_a_grid_takes_an_eighth_of_a_byte_for_each_cell_of_any_layout():
    command = [sys.executable, "-c", CELLS_CHECK]
    assert float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) < 0.2


def test_pickles(random):
    shape = c2d.ConvexPolygon(oracle.random_polygon(random), radius_m=0.25)
    shapes = c2d.Shapes([shape, CAR])
    batch = c2d.PolygonBatch(shapes, oracle.random_poses(random, 2, 5.0))
    rows = oracle.random_poses(random, 50, 5.0)
    assert pickle.loads(pickle.dumps(shape)) == shape
    assert list(pickle.loads(pickle.dumps(shapes))) == [shape, CAR]
    copied = pickle.loads(pickle.dumps(batch))
    assert np.array_equal(c2d.minimum_distance(CAR, rows, copied), c2d.minimum_distance(CAR, rows, batch))
    for value in (
        c2d.separation(CAR, shape, (1.0, 2.0, 3.0)),
        c2d.separation_gradient(CAR, shape, (1.0, 2.0, 3.0)),
        c2d.time_of_impact(CAR, c2d.Motion.stationary(None, 0.0, 1.0), CAR, c2d.Motion.stationary(None, 0.0, 1.0)),
    ):
        assert pickle.loads(pickle.dumps(value)) == value


def test_an_object_without_content_cannot_be_made():
    for kind in (c2d.ConvexPolygon, c2d.Shapes, c2d.PolygonBatch, c2d.StaticMap, c2d.OccupancyGrid, c2d.PointSet, c2d.Scene, c2d.Motion):
        with pytest.raises(TypeError):
            kind.__new__(kind)
        with pytest.raises(TypeError):
            object.__new__(kind)
    assert len(copy.copy(c2d.StaticMap([CAR]))) == 1
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Careless", (c2d.ConvexPolygon,), {})

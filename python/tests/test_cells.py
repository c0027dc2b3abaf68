"""Grids and points as obstacles: by cells and points in exact fractions, and as the same cells as shapes."""

import math
import pickle
from collections import namedtuple
from fractions import Fraction

import numpy as np
import pytest
from shapely.geometry import Point

import collision2d as c2d
import oracle

CELL_M = 0.05
ROBOT = oracle.rectangle(0.5, 0.4)
BODY = c2d.ConvexPolygon(ROBOT)
CAR = c2d.ConvexPolygon.rectangle(4.5, 2.0)
GRID_POSES = [(0.0, 0.0, 0.0), (3.0, -1.0, 0.5), (2e6, 1e6, math.pi / 2)]


def corners(row, column):
    """Of a cell, in the frame of its grid."""
    (x0, x1), (y0, y1) = [(CELL_M * at, CELL_M * (at + 1)) for at in (column, row)]
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def squares(cells):
    """The occupied cells as shapes, in the order of their elements, and these."""
    rows, columns = np.nonzero(cells)
    shapes = c2d.Shapes([c2d.ConvexPolygon(corners(row, column)) for row, column in zip(rows.tolist(), columns.tolist())])
    return shapes, rows * cells.shape[1] + columns


def poses_in(random, count, shape, world_from_grid):
    """Poses over a grid: random ones, and such as touch cells by edges and corners."""
    x_y_yaw = np.column_stack([random.uniform(-0.5, CELL_M * extent + 0.5, count) for extent in shape[::-1]] + [random.uniform(-4.0, 4.0, count)])
    on_lattice = np.round(x_y_yaw / (CELL_M / 2, CELL_M / 2, math.pi / 4)) * (CELL_M / 2, CELL_M / 2, math.pi / 4)
    x_y_yaw[::2] = on_lattice[::2]
    x, y, cos, sin = world_from_grid
    turned = x_y_yaw[:, :2] @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    return np.ascontiguousarray(oracle.pose4(np.column_stack([turned, x_y_yaw[:, 2] + math.atan2(sin, cos)])))


@pytest.mark.parametrize("world_from_grid", GRID_POSES)
def test_cells_by_fractions(world_from_grid, random):
    cells = random.random((24, 30)) < 0.03
    world_from_grid = oracle.pose4(world_from_grid)
    poses = poses_in(random, 60, cells.shape, world_from_grid)
    grid = c2d.OccupancyGrid(cells, CELL_M, world_from_grid=world_from_grid)
    touched = [
        [row * 30 + column for row, column in np.argwhere(cells).tolist()
         if oracle.collides(ROBOT.tolist(), oracle.posed(corners(row, column), oracle.relative(pose, world_from_grid)))]
        for pose in poses
    ]
    assert 10 < sum(map(bool, touched)) < 50
    assert c2d.any_hit(BODY, poses, grid).tolist() == [len(elements) > 0 for elements in touched]
    first = c2d.first_hit(BODY, poses, grid)
    assert first["element"].tolist() == [min(elements, default=-1) for elements in touched]
    assert first["obstacle"].tolist() == [0 if elements else -1 for elements in touched]


@pytest.mark.parametrize("world_from_grid", GRID_POSES)
def test_a_grid_answers_as_its_cells_as_shapes(world_from_grid, random):
    cells = random.random((60, 80)) < 0.02
    world_from_grid = oracle.pose4(world_from_grid)
    shapes, elements = squares(cells)
    grid, squares_map = c2d.OccupancyGrid(cells, CELL_M, world_from_grid=world_from_grid), c2d.StaticMap(shapes, [world_from_grid] * len(shapes))
    poses = poses_in(random, 600, cells.shape, world_from_grid)
    trajectories = poses.reshape(150, 4, 4).copy()
    # Steps of up to 0.1 m and 0.2 rad.
    offsets = oracle.pose4(random.uniform(-1.0, 1.0, (150, 4, 3)) * (0.1, 0.1, 0.2))
    trajectories[:, 1:] = trajectories[:, :1] * (1, 1, 0, 0) + [
        [(x, y, c * rc - s * rs, s * rc + c * rs) for x, y, c, s in row] for row, (rc, rs) in zip(offsets[:, 1:], trajectories[:, 0, 2:])
    ]
    for call, where, keywords in (
        (c2d.first_hit, poses, {}), (c2d.first_hit, trajectories, {}), (c2d.minimum_distance, poses, {}), (c2d.minimum_distance, trajectories, {}),
        (c2d.minimum_separation, poses, {}), (c2d.minimum_separation_gradient, poses, {}), (c2d.minimum_distance, poses, {"limit_m": 0.1}),
        (c2d.first_hit, trajectories, {"step_times_s": np.arange(4.0)}), (c2d.minimum_distance, trajectories, {"step_times_s": np.arange(4.0)}),
    ):
        of_grid, of_map = call(BODY, where, grid, **keywords), call(BODY, where, squares_map, **keywords)
        found = of_map["obstacle"] >= 0
        assert np.array_equal(of_grid["element"][found], elements[of_map["obstacle"][found]]) and np.all(of_grid["element"][~found] == -1)
        assert np.array_equal(of_grid["obstacle"], found - 1) and 0.1 < found.mean()
        for name in set(of_grid.dtype.names) - {"element", "obstacle"}:
            assert np.array_equal(of_grid[name], of_map[name]), (call.__name__, name)
    for body in (BODY, [BODY, c2d.ConvexPolygon([[0.3, 0.0], [0.5, 0.1]], radius_m=0.05)]):
        for where, keywords in ((poses, {}), (trajectories, {}), (trajectories, {"step_times_s": np.arange(4.0)})):
            assert np.array_equal(c2d.any_hit(body, where, grid, **keywords), c2d.any_hit(body, where, squares_map, **keywords))
        assert np.array_equal(c2d.all_distances(body, poses, grid)[:, 0], c2d.all_distances(body, poses, squares_map).min(axis=1))
    position, contacts = c2d.first_free(BODY, trajectories, grid, np.arange(150), step_times_s=np.arange(4.0))
    assert position == c2d.first_free(BODY, trajectories, squares_map, np.arange(150), step_times_s=np.arange(4.0))[0] == len(contacts)


def in_polygon(point, ring):
    """Whether a point is in a closed convex polygon, in exact fractions."""
    ring = [(Fraction(x), Fraction(y)) for x, y in ring]
    x, y = map(Fraction, point)
    return all((b[0] - a[0]) * (y - a[1]) >= (b[1] - a[1]) * (x - a[0]) for a, b in zip(ring, ring[1:] + ring[:1]))


@pytest.mark.parametrize("min_count", [1, 3])
@pytest.mark.parametrize("radius_m", [0.0, 0.15])
def test_points_by_fractions_and_by_shapely(radius_m, min_count, random):
    cloud = random.uniform(-8.0, 8.0, (400, 3)).astype(np.float32)
    cloud[::9] = np.round(cloud[::9] * 4) / 4
    cloud[random.integers(0, 400, 20), random.integers(0, 3, 20)] = math.nan
    cloud[7, 1] = -math.inf
    is_finite = np.isfinite(cloud).all(axis=1)
    counts = np.flatnonzero(is_finite & (cloud[:, 2] >= -3.0) & (cloud[:, 2] <= 2.0))
    world_from_points = oracle.pose4((1.0, 2.0, 0.0))
    points = c2d.PointSet(cloud, world_from_points=world_from_points, radius_m=radius_m, min_z_m=-3.0, max_z_m=2.0, min_count=min_count)
    assert len(points) == len(counts) and points.invalid_count == np.sum(~is_finite) > 10
    poses = oracle.random_poses(random, 150, 9.0)
    poses[::2] = oracle.pose4(np.round(np.column_stack([poses[::2, :2] * 4, np.zeros(75)])) / 4)
    ring = oracle.rectangle(3.0, 1.5).tolist()
    touched = []
    for pose in poses:
        at = [oracle.posed([cloud[k, :2]], oracle.relative(pose, world_from_points))[0] for k in counts]
        if radius_m == 0.0:
            touched.append([k for k, point in zip(counts.tolist(), at) if in_polygon(point, ring)])
        else:
            polygon = oracle.polygon(ring)
            touched.append([k for k, point in zip(counts.tolist(), at) if polygon.distance(Point(point)) <= radius_m])
    collides = [len(indices) >= min_count for indices in touched]
    assert 10 < sum(collides) < 140
    body = c2d.ConvexPolygon(ring)
    assert c2d.any_hit(body, poses, points).tolist() == collides
    assert c2d.first_hit(body, poses, points)["element"].tolist() == [min(k) if hit else -1 for k, hit in zip(touched, collides)]
    if min_count > 1:
        for call in (c2d.minimum_distance, c2d.minimum_separation, lambda *q: c2d.any_hit(*q, step_times_s=[0.0, 1.0])):
            with pytest.raises(ValueError, match="obstacles: layer 0 is a PointSet of min_count 3; 1 is needed"):
                call(body, poses.reshape(75, 2, 4), points)
        return
    nearest = c2d.minimum_distance(body, poses, points)
    gaps = np.array([
        [oracle.polygon(ring).distance(Point(oracle.posed([cloud[k, :2]], oracle.relative(pose, world_from_points))[0])) for k in counts] for pose in poses
    ])
    assert np.allclose(nearest["distance_m"], np.maximum(gaps.min(axis=1) - radius_m, 0.0), atol=1e-11)
    named = gaps[np.arange(150), np.searchsorted(counts, nearest["element"])]
    assert np.allclose(np.maximum(named - radius_m, 0.0), nearest["distance_m"], atol=1e-11)


def test_layers_of_every_kind(random):
    def around(shape):
        return oracle.random_poses(random, shape, 6.0) + (6.0, 6.0, 0.0, 0.0)

    poses = around((20, 3))
    grid, points = c2d.OccupancyGrid(random.random((40, 40)) < 0.01, 0.3), c2d.PointSet(random.uniform(0.0, 12.0, (12, 2)), radius_m=0.1)
    batch, moving = c2d.PolygonBatch(CAR, around(3)), c2d.MovingObstacles(CAR, around((2, 3)))
    world_map = c2d.StaticMap(c2d.Shapes.discs([0.5] * 4, random.uniform(0.0, 12.0, (4, 2))))
    layers = (moving, points, world_map, grid, batch)
    masks = [c2d.collision_mask(CAR, poses, layer) for layer in layers]
    mask = np.concatenate(masks, axis=2)
    assert [of_layer.shape[2] for of_layer in masks] == [2, 1, 4, 1, 3] and all(0 < of_layer.mean() < 1 for of_layer in masks)
    assert np.array_equal(c2d.collision_mask(CAR, poses, layers), mask)
    assert np.array_equal(c2d.count_hits(CAR, poses, layers), mask.sum(axis=2))
    assert np.array_equal(c2d.any_hit(CAR, poses, layers), mask.any(axis=(1, 2)))
    begin, found = c2d.all_hits(CAR, poses, layers)
    assert np.array_equal(found, np.nonzero(mask)[2]) and begin[-1] == len(found)
    distances = np.concatenate([c2d.all_distances(CAR, poses, layer) for layer in layers], axis=2)
    assert np.array_equal(c2d.all_distances(CAR, poses, layers), distances)
    assert np.array_equal(c2d.within_mask(CAR, poses, layers, limit_m=0.2), distances <= 0.2)
    nearest = c2d.minimum_distance(CAR, poses, layers)
    assert np.array_equal(nearest["distance_m"], distances.min(axis=(1, 2)))
    assert np.array_equal(nearest["element"] >= 0, np.isin(nearest["obstacle"], [2, 7]))
    # A named tuple, a layer alone, and none at all.
    assert np.array_equal(c2d.any_hit(CAR, poses, namedtuple("World", "cells points")(grid, points)), c2d.any_hit(CAR, poses, (grid, points)))
    assert np.array_equal(c2d.any_hit(CAR, poses, (grid,)), c2d.any_hit(CAR, poses, grid)) and not c2d.any_hit(CAR, poses, ()).any()
    with pytest.raises(ValueError, match="obstacles: 9 layers are more than 8"):
        c2d.any_hit(CAR, poses, (grid,) * 9)
    with pytest.raises(ValueError, match="obstacles: they have 3 steps; the trajectories have 1"):
        c2d.any_hit(CAR, poses[:, 0], layers)
    for bad in ((grid, None), (grid, (points,))):
        with pytest.raises(TypeError, match=r"^obstacles\[1\]: a PolygonBatch, MovingObstacles, a StaticMap, an OccupancyGrid, a PointSet, or a flat"):
            c2d.any_hit(CAR, poses, bad)


@pytest.mark.parametrize("occupied, is_occupied", [
    (None, lambda v: v != 0), ((65, 100), lambda v: 65 <= v <= 100), ((65, 255), lambda v: v >= 65 or v < 0), ((65, -1), lambda v: v >= 65 or v < 0),
    ((-1, -1), lambda v: v == -1), ([0, 0], lambda v: v == 0),
])
def test_occupied_values(occupied, is_occupied):
    values = np.arange(-128, 128, dtype=np.int8).reshape(16, 16)
    expected = [[is_occupied(v) for v in row] for row in values.tolist()]
    grid = c2d.OccupancyGrid(values, 1.0, occupied=occupied)
    assert grid.cells.tolist() == expected == c2d.OccupancyGrid(values.view(np.uint8), 1.0, occupied=occupied).cells.tolist()
    poses = np.array([[column + 0.5, row + 0.5, 0.0] for row in range(16) for column in range(16)])
    assert c2d.any_hit(c2d.ConvexPolygon.disc(0.1), poses, grid).tolist() == sum(expected, [])


def layouts(array):
    """The same numbers in other layouts, all of which are read in place."""
    yield np.asfortranarray(array)
    yield np.repeat(np.repeat(array, 2, axis=0), 3, axis=1)[::2, ::3]
    yield np.ascontiguousarray(array[::-1, ::-1])[::-1, ::-1]
    yield np.ascontiguousarray(array.T).T
    packed = np.zeros(array.shape, [("before", "u1"), ("number", array.dtype), ("after", "u1")])
    packed["number"] = array
    yield packed["number"]
    read_only = array.copy()
    read_only.flags.writeable = False
    yield read_only


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.bool_, np.float64, np.float32])
def test_layouts_are_read_in_place(dtype, random):
    is_grid = np.dtype(dtype).kind != "f"
    good = (random.integers(0, 2, (70, 33)) if is_grid else random.uniform(-3.0, 3.0, (70, 3))).astype(dtype)
    grid, points = c2d.OccupancyGrid(np.zeros((80, 40), bool), 0.1), c2d.PointSet([], cell_size_m=0.2)
    poses = oracle.random_poses(random, 200, 3.0)
    expected = c2d.minimum_distance(BODY, poses, c2d.PointSet(good.astype(float))) if not is_grid else good != 0
    for other in layouts(good):
        assert np.array_equal(other, good)
        before = c2d.copied_arrays()
        with c2d.array_rules(strict=True):
            if is_grid:
                made = c2d.OccupancyGrid(other, 0.1)
                grid.update(other, row=10, column=7)
                assert np.array_equal(made.cells, expected) and np.array_equal(grid.cells[10:, 7:], expected)
                assert not grid.cells[:10].any() and not grid.cells[:, :7].any()
            else:
                points.update(other)
                assert np.array_equal(c2d.minimum_distance(BODY, poses, points), expected)
        assert c2d.copied_arrays() == before
    if is_grid:
        assert c2d.OccupancyGrid(np.broadcast_to(dtype(1), (50, 90)), 0.1).cells.all()


def test_what_is_converted():
    cells = np.array([[0, 1, 100], [-1, 0, 0]])
    for other in (cells, cells.tolist(), cells.astype(">i2"), tuple(map(tuple, cells.tolist())), memoryview(cells.astype(np.int8))):
        before = c2d.copied_arrays()
        assert c2d.OccupancyGrid(other, 1.0).cells.tolist() == [[False, True, True], [True, False, False]]
        assert c2d.copied_arrays() == before + 1
    assert c2d.OccupancyGrid(np.array([[254, 0]], np.uint16), 1.0).cells.tolist() == [[True, False]]
    assert c2d.OccupancyGrid([[True, False]], 1.0).cells.tolist() == [[True, False]]
    cloud = np.array([[1.0, 2.0], [3.0, 4.0]])
    for other in (cloud.tolist(), cloud.astype(int), cloud.astype(np.float16), cloud.astype(">f4"), cloud.astype(np.longdouble)):
        before = c2d.copied_arrays()
        assert len(c2d.PointSet(other)) == 2
        assert c2d.copied_arrays() == before + 1
        with c2d.array_rules(strict=True):
            if isinstance(other, np.ndarray):
                with pytest.raises(TypeError, match="^points: its dtype is .*; float64 or float32 is needed$"):
                    c2d.PointSet(other)
    assert len(c2d.PointSet([])) == len(c2d.PointSet(np.empty((0, 3), np.float32))) == 0


def refused(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


def test_what_is_refused():
    grid, points, cells, cloud = c2d.OccupancyGrid(np.zeros((4, 6), bool), 0.5), c2d.PointSet([]), np.zeros((2, 3), np.uint8), np.zeros((5, 3))
    for bad, kind, message in (
        (cells.astype(float), TypeError, "values: the ndarray holds elements of dtype float64; uint8 or int8 or bool is needed"),
        (cells.astype(complex), TypeError, "values: "), (cells.astype(object), TypeError, "values: "), (cells.astype(str), TypeError, "values: "),
        (np.ma.masked_array(cells), TypeError, "values: is a masked array"), (None, TypeError, "values: "), (3, TypeError, "values: "),
        ([[128]], ValueError, "values: a number is beyond the range of int8"), (np.array([[256]], np.uint16), ValueError, "values: a number is beyond"),
        (cells[0], ValueError, r"values: its shape is \(3,\); \(N, N\) is needed"), (cells[np.newaxis], ValueError, r"values: its shape is \(1, 2, 3\)"),
        (np.broadcast_to(np.uint8(1), (2**40, 2)), ValueError, r"values: its shape is \(1099511627776, 2\); 2\^31 - 1 is the limit"),
    ):
        refused(lambda: c2d.OccupancyGrid(bad, 0.5), kind, f"^{message}")
        refused(lambda: grid.update(bad), kind, f"^{message}")
    for shape in ((0, 5), (5, 0), (0, 0)):
        refused(lambda: c2d.OccupancyGrid(np.zeros(shape, bool), 0.5), ValueError, rf"^values: its shape is \({shape[0]}, {shape[1]}\): no cells")
        grid.update(np.zeros(shape, bool)[:4])
    for place in ({"row": 3}, {"column": 4}, {"row": -1}, {"column": -1}, {"row": 2**31 - 1}):
        refused(lambda: grid.update(cells, **place), ValueError, "^values: 2 rows from .* are not within 4 x 6 cells$")
    for keywords, message in (
        ({"cell_size_m": math.nan}, "cell_size_m: nan"), ({"cell_size_m": 0.0}, "cell_size_m: 0 m is not within"), ({"cell_size_m": -1.0}, "cell_size_m: -1 m"),
        ({"occupied": (3, 2)}, "occupied: first, 3, is more than last, 2"), ({"occupied": (0, 256)}, r"occupied: 256 is not within \[-128, 255\]"),
        ({"occupied": (0, 255)}, "occupied: 0 to 255 are all values"), ({"occupied": (0, 1, 2)}, r"occupied: its shape is \(3,\); \(2,\) is needed"),
        ({"world_from_grid": (math.nan, 0.0, 0.0)}, "world_from_grid: .*nan"), ({"world_from_grid": (1e9, 0.0, 0.0)}, "world_from_grid"),
        ({"first_row": 10**9}, "first_row, first_column: rows: the window is from 5e.08 m to"), ({"cell_size_m": 1e8}, "width: the window is from 0 m to 3e.08 m"),
    ):
        refused(lambda: c2d.OccupancyGrid(cells, **{"cell_size_m": 0.5, **keywords}), ValueError, f"^{message}")
    refused(lambda: grid.move_window(0, 10**9), ValueError, "^columns: the window is from")
    refused(lambda: c2d.OccupancyGrid(np.broadcast_to(np.uint8(1), (2**25, 2**10)), 1e-3), ValueError, "cells are beyond the limit of 524288 tiles")
    for bad, kind, message in (
        (cloud.astype(bool), TypeError, "points: the ndarray holds elements of dtype bool; float64 or float32 is needed"),
        (cloud[:, :1], ValueError, r"points: its shape is \(5, 1\); \(N, 3\) or \(N, 2\) is needed"), (cloud[0], ValueError, "points: its shape is"),
        (np.full((2, 2), 1e9), ValueError, r"points\[0\]: \(1000000000, 1000000000\) m is beyond the limit"), (3.0, TypeError, "points: "),
        (np.ma.masked_array(cloud), TypeError, "points: is a masked array"), (np.broadcast_to(1.0, (2**40, 2)), ValueError, "points: its shape is"),
    ):
        refused(lambda: c2d.PointSet(bad), kind, f"^{message}")
        refused(lambda: points.update(bad), kind, f"^{message}")
    refused(lambda: c2d.PointSet(cloud[:, :2], max_z_m=1.0), ValueError, r"^points: its shape is \(5, 2\); \(N, 3\) is needed")
    refused(lambda: points.update(cloud, world_from_points=(0.0, math.inf, 0.0)), ValueError, "^world_from_points: ")
    for keywords, message in (
        ({"radius_m": -1.0}, "radius_m: -1 m"), ({"radius_m": math.nan}, "radius_m: nan"), ({"min_count": 0}, "min_count: 0 is below 1"),
        ({"min_z_m": 2.0, "max_z_m": 1.0}, "min_z_m: 2 m is not at most"), ({"min_z_m": math.nan}, "min_z_m: nan"), ({"cell_size_m": 0.0}, "cell_size_m: 0 m"),
    ):
        refused(lambda: c2d.PointSet(cloud, **keywords), ValueError, f"^{message}")


def test_a_refused_update_changes_nothing():
    grid, points = c2d.OccupancyGrid(np.eye(5, dtype=bool), 0.5), c2d.PointSet([[1.0, 1.0], [math.nan, 0.0]])
    with pytest.raises(ValueError):
        grid.update(np.ones((5, 5), bool), row=1)
    with pytest.raises(ValueError):
        points.update([[2.0, 2.0], [1e9, 0.0]])
    assert np.array_equal(grid.cells, np.eye(5)) and len(points) == 1
    disc = c2d.ConvexPolygon.disc(0.1)
    assert c2d.any_hit(disc, [[1.0, 1.0, 0.0], [2.0, 2.0, 0.0]], points).tolist() == [True, False]


def test_updates_and_moves_are_a_new_grid(random):
    """The lattice's cells in a NumPy array that is large enough, beside the window over it."""
    lattice, (row, column) = np.zeros((300, 300), bool), (100, 100)
    grid = c2d.OccupancyGrid(np.zeros((50, 70), bool), CELL_M, first_row=row, first_column=column)
    for _ in range(40):
        down, right = random.integers(-20, 20, 2).tolist()
        if 0 < row + down < 240 and 0 < column + right < 220:
            grid.move_window(down, right)
            row, column = row + down, column + right
            outside = np.ones_like(lattice)
            outside[row:row + 50, column:column + 70] = False
            lattice[outside] = False
        height, width = random.integers(1, 50), random.integers(1, 70)
        r, c = random.integers(0, 51 - height), random.integers(0, 71 - width)
        part = random.random((height, width)) < 0.01
        grid.update(part, row=int(r), column=int(c))
        lattice[row + r:row + r + height, column + c:column + c + width] = part
        cells = lattice[row:row + 50, column:column + 70]
        assert np.array_equal(grid.cells, cells) and (grid.first_row, grid.first_column) == (row, column)
        poses = oracle.random_poses(random, 50, 3.0) + (CELL_M * (column + 35), CELL_M * (row + 25), 0.0, 0.0)
        fresh = c2d.OccupancyGrid(cells, CELL_M, first_row=row, first_column=column)
        found = c2d.minimum_distance(BODY, poses, grid)
        assert np.array_equal(found, c2d.minimum_distance(BODY, poses, fresh))
        # The whole lattice as one window.
        whole = c2d.minimum_distance(BODY, poses, c2d.OccupancyGrid(lattice, CELL_M))
        assert np.array_equal(found["distance_m"], whole["distance_m"])


def test_pickles_keep_answers_and_indices(random):
    cells = random.random((30, 20)) < 0.1
    poses = oracle.random_poses(random, 300, 3.0)
    grid = c2d.OccupancyGrid(np.where(cells, np.uint8(0), np.uint8(7)), 0.1, world_from_grid=(1.0, -2.0, 0.3), occupied=(0, 3))
    grid.move_window(-4, 3)
    cloud = random.uniform(-3.0, 3.0, (200, 3))
    cloud[::7, 0] = math.nan
    sets = [c2d.PointSet(cloud, radius_m=0.1, **band) for band in ({}, {"min_z_m": 1.0}, {"max_z_m": 1.0}, {"min_z_m": -1.0, "max_z_m": -0.5})]
    sets += [c2d.PointSet([]), c2d.PointSet([[math.nan, 0.0]]), c2d.PointSet(cloud, min_count=2, cell_size_m=1.0, world_from_points=(0.0, 1.0, 2.0))]
    for value in (grid, *sets):
        again = pickle.loads(pickle.dumps(value))
        assert repr(again) == repr(value) and np.array_equal(c2d.first_hit(BODY, poses, again), c2d.first_hit(BODY, poses, value))
        if isinstance(value, c2d.PointSet):
            assert again.invalid_count == value.invalid_count
    again = pickle.loads(pickle.dumps(grid))
    assert np.array_equal(again.cells, grid.cells) and (again.first_row, again.first_column) == (-4, 3)
    for value in (grid, again):
        value.update(np.array([[2, 4]], np.uint8))
    assert np.array_equal(again.cells, grid.cells) and grid.cells[0, :2].tolist() == [True, False]

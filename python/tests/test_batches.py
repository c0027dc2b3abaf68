"""One body at many poses, against every pair by an oracle."""

import math

import numpy as np
import pytest

import collision2d as c2d
import oracle

POSES, OBSTACLES = 60, 40


class Scene:
    """Two body shapes at POSES poses among OBSTACLES polygons, and what the oracle says of every pair."""

    def __init__(self, random, extent=18.0):
        self.body = [oracle.rectangle(4.5, 2.0), oracle.random_polygon(random, 0.8) + np.array([3.0, 0.0])]
        self.obstacles = [oracle.random_polygon(random, random.uniform(0.5, 2.0)) for _ in range(OBSTACLES)]
        self.poses = oracle.random_poses(random, POSES, extent)
        self.obstacle_poses = oracle.random_poses(random, OBSTACLES, extent)
        self.shapes = c2d.Shapes([c2d.ConvexPolygon(vertices) for vertices in self.obstacles])
        self.car = c2d.Shapes([c2d.ConvexPolygon(vertices) for vertices in self.body])

    def moved(self, pose, obstacle):
        return oracle.posed(self.obstacles[obstacle], oracle.relative(self.poses[pose], self.obstacle_poses[obstacle]))

    def table(self, function):
        """function(body shape, obstacle) for [pose, obstacle, body shape]."""
        return np.array(
            [
                [[function(shape, self.moved(p, k)) for shape in self.body] for k in range(OBSTACLES)]
                for p in range(POSES)
            ]
        )

    def batch(self):
        return c2d.PolygonBatch(self.shapes, self.obstacle_poses)


@pytest.fixture
def scene(random):
    return Scene(random)


def first_true(table):
    """(0, obstacle, body shape) of the first True of [obstacle, body shape], or (-1, -1, -1)."""
    where = np.argwhere(table)
    return (0, *where[0]) if len(where) else (-1, -1, -1)


def test_collisions(scene):
    hits = scene.table(lambda a, b: oracle.collides(a.tolist(), b))
    mask = hits.any(axis=2)
    assert 0.2 < mask.any(axis=1).mean() < 0.98
    batch, world_map = scene.batch(), c2d.StaticMap(scene.shapes, scene.obstacle_poses)
    for obstacles in (batch, world_map):
        assert np.array_equal(c2d.any_hit(scene.car, scene.poses, obstacles), mask.any(axis=1))
        first = c2d.first_hit(scene.car, scene.poses, obstacles)
        assert [tuple(row)[:3] for row in first] == [first_true(table) for table in hits]
        assert np.array_equal(c2d.count_hits(scene.car, scene.poses, obstacles), mask.sum(axis=1))
        assert np.array_equal(c2d.collision_mask(scene.car, scene.poses, obstacles), mask)
        words = c2d.collision_mask(scene.car, scene.poses, obstacles, packed=True)
        bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
        assert np.array_equal(bits[:, :OBSTACLES], mask) and not bits[:, OBSTACLES:].any()
        begin, found = c2d.all_hits(scene.car, scene.poses, obstacles)
        rows = [found[begin[p] : begin[p + 1]].tolist() for p in range(POSES)]
        assert rows == [np.flatnonzero(row).tolist() for row in mask]


def test_all_hits_of_many_poses(scene):
    world_map = c2d.StaticMap(scene.shapes, scene.obstacle_poses)
    rows = np.tile(scene.poses, (200, 1))
    begin, found = c2d.all_hits(scene.car, rows, world_map)
    first_begin, first_found = c2d.all_hits(scene.car, scene.poses, world_map)
    assert np.array_equal(np.diff(begin), np.tile(np.diff(first_begin), 200))
    assert np.array_equal(found, np.tile(first_found, 200))
    rows[9000, 1] = np.nan
    with pytest.raises(ValueError, match=r"world_from_body\[9000\]"):
        c2d.all_hits(scene.car, rows, world_map)


def test_distances(scene):
    distances = scene.table(oracle.distance)
    least = distances.min(axis=(1, 2))
    batch, world_map = scene.batch(), c2d.StaticMap(scene.shapes, scene.obstacle_poses)
    for obstacles in (batch, world_map):
        assert np.allclose(c2d.all_distances(scene.car, scene.poses, obstacles), distances.min(axis=2), atol=1e-11)
        within = c2d.within_mask(scene.car, scene.poses, obstacles, limit_m=1.0)
        assert np.array_equal(within, distances.min(axis=2) <= 1.0)
        nearest = c2d.minimum_distance(scene.car, scene.poses, obstacles)
        assert np.allclose(nearest["distance_m"], least, atol=1e-11)
        named = distances[np.arange(POSES), nearest["obstacle"], nearest["body_shape"]]
        assert np.allclose(named, least, atol=1e-11)
        limited = c2d.minimum_distance(scene.car, scene.poses, obstacles, limit_m=0.5)
        assert np.array_equal(limited["obstacle"] >= 0, least <= 0.5)
        assert np.all(np.isinf(limited["distance_m"][least > 0.5]))
        limits = np.linspace(0.0, 2.0, POSES)
        each = c2d.minimum_distance(scene.car, scene.poses, obstacles, limit_m=limits)
        assert np.array_equal(each["obstacle"] >= 0, least <= limits)


def test_separations_and_gradients(scene):
    signed = scene.table(oracle.signed_distance)
    batch, world_map = scene.batch(), c2d.StaticMap(scene.shapes, scene.obstacle_poses)
    step = 1e-6
    compared = 0
    for obstacles in (batch, world_map):
        nearest = c2d.minimum_separation(scene.car, scene.poses, obstacles)
        named = signed[np.arange(POSES), nearest["obstacle"], nearest["body_shape"]]
        assert np.allclose(nearest["signed_distance_m"], named, atol=1e-11)
        least = c2d.minimum_separation_gradient(scene.car, scene.poses, obstacles)
        assert np.array_equal(least["signed_distance_m"], nearest["signed_distance_m"])
        assert np.allclose(least["signed_distance_m"], signed.min(axis=(1, 2)), atol=1e-11)
        for p in np.flatnonzero(least["is_smooth"]):
            shape = scene.body[least["body_shape"][p]]
            k = least["obstacle"][p]
            x, y, cos, sin = scene.poses[p]
            yaw = math.atan2(sin, cos)

            def at(dx, dy, turn):
                pose = oracle.relative(oracle.pose4((x + dx, y + dy, yaw + turn)), scene.obstacle_poses[k])
                return oracle.signed_distance(shape, oracle.posed(scene.obstacles[k], pose))

            if abs(at(0, 0, step) - 2.0 * at(0, 0, 0) + at(0, 0, -step)) / step > 1e-3:
                continue
            compared += 1
            differences = [(at(*(step * unit)) - at(*(-step * unit))) / (2.0 * step) for unit in np.eye(3)]
            found = (*least["translation"][p], least["yaw_m_per_rad"][p])
            assert found == pytest.approx(differences, abs=1e-3)
    assert compared > POSES


def test_rounded_shapes_on_a_map(random):
    centers = random.uniform(-10.0, 10.0, (50, 2))
    radii = random.uniform(0.1, 1.0, 50)
    discs = c2d.StaticMap(c2d.Shapes.discs(radii, centers))
    poses = oracle.random_poses(random, 200, 10.0)
    gaps = np.linalg.norm(poses[:, np.newaxis, :2] - centers, axis=2) - radii - 0.3
    nearest = c2d.minimum_distance(c2d.ConvexPolygon.disc(0.3), poses, discs)
    assert np.allclose(nearest["distance_m"], np.maximum(gaps.min(axis=1), 0.0), atol=1e-12)
    assert len(discs) == 50 and discs.memory_bytes > 0 and repr(discs) == "<StaticMap: 50 shapes>"


def test_set_poses_is_a_new_batch(scene, random):
    batch = scene.batch()
    for _ in range(3):
        poses = oracle.random_poses(random, OBSTACLES, 10.0)
        batch.set_poses(poses)
        fresh = c2d.PolygonBatch(scene.shapes, poses)
        assert np.array_equal(
            c2d.collision_mask(scene.car, scene.poses, batch), c2d.collision_mask(scene.car, scene.poses, fresh)
        )
    bad = poses.copy()
    bad[3, 2] = math.nan
    with pytest.raises(ValueError, match=r"world_from_shape\[3\]"):
        batch.set_poses(bad)
    with pytest.raises(ValueError, match=r"world_from_shape: its shape is \(39, 4\); \(40, 3\) or \(40, 4\)"):
        batch.set_poses(poses[:39])
    assert np.array_equal(c2d.any_hit(scene.car, scene.poses, batch), c2d.any_hit(scene.car, scene.poses, fresh))


def test_nothing(scene):
    none = np.empty((0, 4))
    empty = c2d.PolygonBatch([])
    assert c2d.any_hit(scene.car, none, scene.batch()).shape == (0,)
    assert c2d.collision_mask(scene.car, none, scene.batch()).shape == (0, OBSTACLES)
    assert c2d.collision_mask(scene.car, scene.poses, empty).shape == (POSES, 0)
    assert not c2d.any_hit(scene.car, scene.poses, empty).any()
    assert not c2d.any_hit([], scene.poses, scene.batch()).any()
    assert np.all(np.isinf(c2d.minimum_distance(scene.car, scene.poses, empty)["distance_m"]))
    assert not c2d.any_hit(scene.car, scene.poses, c2d.StaticMap([])).any()
    assert c2d.any_hit(scene.car, [], scene.batch()).shape == (0,)


def test_three_columns_are_converted(scene):
    x_y_yaw = np.column_stack([scene.poses[:, :2], np.arctan2(scene.poses[:, 3], scene.poses[:, 2])])
    expected = c2d.pose_array(x_y_yaw)
    assert np.allclose(expected, scene.poses, atol=1e-15)
    before = c2d.copied_arrays()
    found = c2d.minimum_distance(scene.car, x_y_yaw, scene.batch())
    assert c2d.copied_arrays() == before + 1
    assert np.array_equal(found, c2d.minimum_distance(scene.car, expected, scene.batch()))
    assert c2d.copied_arrays() == before + 1


def test_what_are_no_obstacles(scene):
    batch, world_map = scene.batch(), c2d.StaticMap(scene.shapes)
    for bad, place in ((None, ""), (scene.shapes, ""), ((batch, None), r"\[1\]"), ((scene.shapes,), r"\[0\]"), ([batch, world_map], "")):
        with pytest.raises(TypeError, match=f"^obstacles{place}: a PolygonBatch, MovingObstacles, a StaticMap, an OccupancyGrid, a PointSet, or a flat"):
            c2d.any_hit(scene.car, scene.poses, bad)

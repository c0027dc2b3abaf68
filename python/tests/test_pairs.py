import math

import numpy as np
import pytest

import collision2d as c2d
import oracle

PAIRS = 400


def pairs(random):
    """Two polygons and a pose each, about half of which collide."""
    for _ in range(PAIRS):
        a, b = oracle.random_polygon(random), oracle.random_polygon(random)
        yield a, b, oracle.random_poses(random, 1, 4.5)[0]


def test_collides_and_distance_as_fractions_and_shapely(random):
    hits = 0
    for a, b, pose in pairs(random):
        shape_a, shape_b = c2d.ConvexPolygon(a), c2d.ConvexPolygon(b)
        moved = oracle.posed(b, pose)
        expected = oracle.collides(a.tolist(), moved)
        hits += expected
        assert c2d.collides(shape_a, shape_b, pose) is expected
        assert c2d.distance(shape_a, shape_b, pose) == pytest.approx(oracle.distance(a, moved), abs=1e-12)
        assert c2d.distance_within(shape_a, shape_b, pose, limit_m=1.0) is (oracle.distance(a, moved) <= 1.0)
    assert 0.3 * PAIRS < hits < 0.7 * PAIRS


def test_exact_contact_on_a_grid():
    square = c2d.ConvexPolygon.rectangle(2.0, 2.0)
    assert c2d.collides(square, square, (2.0, 2.0, 0.0))
    assert not c2d.collides(square, square, (math.nextafter(2.0, 3.0), 2.0, 0.0))
    assert c2d.separation(square, square, (2.0, 1.0, 0.0)).status == c2d.SeparationStatus.TOUCHING


def test_separation_as_shapely_and_numpy(random):
    for a, b, pose in pairs(random):
        shape_a, shape_b = c2d.ConvexPolygon(a), c2d.ConvexPolygon(b)
        moved = np.array(oracle.posed(b, pose))
        result = c2d.separation(shape_a, shape_b, pose)
        assert result.signed_distance_m == pytest.approx(oracle.signed_distance(a, moved), abs=1e-12)
        assert math.hypot(*result.direction) == pytest.approx(1.0, abs=1e-12)
        reached = np.array(result.witness_a) + result.signed_distance_m * np.array(result.direction)
        assert np.allclose(reached, result.witness_b, atol=1e-12)
        # Along the direction a ends at its witness, and b begins at its own.
        assert (a @ result.direction).max() == pytest.approx(np.dot(result.witness_a, result.direction), abs=1e-11)
        assert (moved @ result.direction).min() == pytest.approx(np.dot(result.witness_b, result.direction), abs=1e-11)


def test_gradient_as_differences_of_the_oracle(random):
    smooth = 0
    step = 1e-6
    for a, b, pose in pairs(random):
        result = c2d.separation_gradient(c2d.ConvexPolygon(a), c2d.ConvexPolygon(b), pose)
        x, y, yaw = pose[0], pose[1], math.atan2(pose[3], pose[2])

        def at(dx, dy, turn):
            return oracle.signed_distance(a, oracle.posed(b, oracle.pose4((x + dx, y + dy, yaw + turn))))

        differences = [
            (at(*(step * unit)) - at(*(-step * unit))) / (2.0 * step) for unit in np.eye(3)
        ]
        # A step may cross to another feature.
        second = abs(at(0, 0, step) - 2.0 * at(0, 0, 0) + at(0, 0, -step)) / step
        if not result.is_smooth or second > 1e-3:
            continue
        smooth += 1
        assert (*result.translation, result.yaw_m_per_rad) == pytest.approx(differences, abs=1e-3)
    assert smooth > 0.8 * PAIRS


def test_radius_adds_up():
    disc = c2d.ConvexPolygon.disc(0.5)
    capsule = c2d.ConvexPolygon.capsule((0.0, -1.0), (0.0, 1.0), 0.25)
    assert c2d.distance(disc, capsule, (3.0, 0.0, 0.3)) == pytest.approx(
        min(math.hypot(3.0 - s * math.sin(0.3), s * math.cos(0.3)) for s in np.linspace(-1.0, 1.0, 200001)) - 0.75, abs=1e-9
    )


def test_many_poses_as_one_by_one(random):
    a, b = (c2d.ConvexPolygon(oracle.random_polygon(random)) for _ in range(2))
    poses = oracle.random_poses(random, 500, 4.0)
    for threads in (1, 3):
        assert c2d.collides(a, b, poses, threads=threads).tolist() == [c2d.collides(a, b, pose) for pose in poses]
        assert c2d.distance(a, b, poses, threads=threads).tolist() == [c2d.distance(a, b, pose) for pose in poses]
        separations = c2d.separation(a, b, poses, threads=threads)
        gradients = c2d.separation_gradient(a, b, poses, moving="a", threads=threads)
        for pose, row, gradient in zip(poses, separations, gradients):
            single = c2d.separation(a, b, pose)
            assert (row["signed_distance_m"], row["status"]) == (single.signed_distance_m, single.status)
            assert (tuple(row["witness_a"]), tuple(row["direction"])) == (single.witness_a, single.direction)
            assert gradient["yaw_m_per_rad"] == c2d.separation_gradient(a, b, pose, moving="a").yaw_m_per_rad
    out = np.empty(500, bool)
    assert c2d.distance_within(a, b, poses, limit_m=0.5, out=out) is out
    assert out.tolist() == [c2d.distance_within(a, b, pose, limit_m=0.5) for pose in poses]


def test_kinds_of_poses():
    a, b = c2d.ConvexPolygon.rectangle(2.0, 1.0), c2d.ConvexPolygon.disc(0.5)
    expected = c2d.distance(a, b, (3.0, 1.0, 0.0))
    for pose in ([3.0, 1.0, 0.0], (3, 1, 0), np.array([3.0, 1.0, 0.0]), np.array([3.0, 1.0, 1.0, 0.0]), (3.0, 1.0, 1.0, 0.0)):
        assert c2d.distance(a, b, pose) == expected
    for poses in ([[3.0, 1.0, 0.0]], [(3.0, 1.0, 1.0, 0.0)], np.array([[3.0, 1.0, 0.0]]), [np.array([3.0, 1.0, 0.0])]):
        assert c2d.distance(a, b, poses).tolist() == [expected]
    assert c2d.distance(a, b, []).shape == (0,)


@pytest.mark.parametrize(
    "pose, message",
    [
        ((math.nan, 0.0, 0.0), r"a_from_b.*nan"),
        ((0.0, 0.0, math.inf), r"a_from_b\[0\]: a yaw of inf"),
        ((0.0, 0.0, 1.0, 1.0), r"a_from_b: \(cos, sin\) = \(1, 1\) is not a unit rotation"),
        ((2e8, 0.0, 0.0), r"a_from_b\.translation: \(200000000, 0\)"),
        ([(0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 1.0, 1.0)], r"a_from_b\[1\]: \(cos, sin\)"),
        ([(0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, math.nan)], r"a_from_b\[1\]: \(x, y, cos, sin\)"),
        ((1.0, 2.0), r"a_from_b: its shape is \(2,\)"),
    ],
)
def test_bad_poses(pose, message):
    shape = c2d.ConvexPolygon.disc(1.0)
    for query in (c2d.collides, c2d.distance, c2d.separation, c2d.separation_gradient):
        with pytest.raises(ValueError, match=message):
            query(shape, shape, pose)


def test_bad_arguments():
    shape = c2d.ConvexPolygon.disc(1.0)
    with pytest.raises(TypeError, match="b: a ConvexPolygon is needed, not list"):
        c2d.collides(shape, [shape])
    with pytest.raises(ValueError, match="moving: 'c'"):
        c2d.separation_gradient(shape, shape, None, moving="c")
    for limit in (-1.0, math.nan):
        with pytest.raises(ValueError, match="limit_m"):
            c2d.distance_within(shape, shape, None, limit_m=limit)
    with pytest.raises(ValueError, match="out: is for many poses"):
        c2d.collides(shape, shape, out=np.empty(1, bool))


def test_relative_pose(random):
    for _ in range(100):
        a, b = oracle.random_poses(random, 2, 1e6)
        assert c2d.relative_pose(a, b) == oracle.relative(a, b)

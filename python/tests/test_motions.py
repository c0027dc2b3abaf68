"""Motions between instants, against closed forms and samples."""

import math

import numpy as np
import pytest

import collision2d as c2d
import oracle

SQUARE = c2d.ConvexPolygon.rectangle(2.0, 2.0)
STILL = c2d.Motion.stationary((0.0, 0.0, 0.0), 0.0, 1.0)


def test_closed_forms():
    drive = c2d.Motion.linear((-10.0, 0.5, 0.0), (20.0, 0.0), 0.0, 0.0, 1.0)
    impact = c2d.time_of_impact(SQUARE, drive, SQUARE, STILL)
    assert impact.verdict == c2d.MotionVerdict.COLLIDES
    assert impact.free_until_s <= 0.4 <= impact.contact_by_s <= impact.free_until_s + 1e-6
    assert impact.separation is not None and impact.separation.direction == pytest.approx((1.0, 0.0))
    beside = c2d.Motion.linear((-10.0, 2.5, 0.0), (20.0, 0.0), 0.0, 0.0, 1.0)
    free = c2d.time_of_impact(SQUARE, beside, SQUARE, STILL)
    assert free.verdict == c2d.MotionVerdict.FREE and free.separation is None and math.isinf(free.contact_by_s)
    assert c2d.is_motion_free(SQUARE, beside, [SQUARE], STILL) and not c2d.is_motion_free(SQUARE, drive, SQUARE, STILL)
    least = c2d.minimum_distance_over_motion(SQUARE, beside, SQUARE, STILL)
    assert least.lower_m <= 0.5 <= least.upper_m <= least.lower_m + 1e-4
    # A quarter of an arc of radius 10 m about the origin.
    arc = c2d.Motion.constant_twist((10.0, 0.0, math.pi / 2), (5.0 * math.pi, 0.0), math.pi / 2, 0.0, 1.0)
    assert arc.pose_at(1.0)[:2] == pytest.approx((0.0, 10.0)) and (arc.start_s, arc.end_s) == (0.0, 1.0)
    round_it = c2d.minimum_distance_over_motion(c2d.ConvexPolygon.disc(1.0), arc, c2d.ConvexPolygon.disc(2.0), STILL)
    assert round_it.lower_m <= 7.0 + 1e-9 and round_it.upper_m >= 7.0 - 1e-9


def test_samples(random):
    verdicts = []
    for _ in range(60):
        a, b = oracle.random_polygon(random), oracle.random_polygon(random)
        ends = oracle.random_poses(random, (2, 2), 6.0)
        motions = [c2d.Motion.between(start, end, 2.0, 3.0) for start, end in ends]
        impact = c2d.time_of_impact(c2d.ConvexPolygon(a), motions[0], c2d.ConvexPolygon(b), motions[1])
        verdicts.append(impact.verdict)
        least = c2d.minimum_distance_over_motion(c2d.ConvexPolygon(a), motions[0], c2d.ConvexPolygon(b), motions[1])

        def distance(time_s):
            moved = [oracle.posed(v, oracle.between(*end, time_s - 2.0)) for v, end in zip((a, b), ends)]
            return oracle.distance(*moved)

        times = np.linspace(2.0, 3.0, 60)
        samples = np.array([distance(time_s) for time_s in times])
        assert np.all(samples[times < impact.free_until_s] > 0.0)
        assert least.lower_m <= samples.min() + 1e-9 and distance(least.time_s) <= least.upper_m + 1e-9
        if impact.verdict == c2d.MotionVerdict.COLLIDES:
            assert distance(impact.contact_by_s) < 1e-9 and impact.contact_by_s - impact.free_until_s <= 1e-6
        else:
            assert samples.min() > 0.0
    assert 10 < verdicts.count(c2d.MotionVerdict.COLLIDES) < 50


def test_errors():
    with pytest.raises(ValueError, match="end_s"):
        c2d.Motion.stationary((0.0, 0.0, 0.0), 1.0, 0.0)
    with pytest.raises(ValueError, match="world_from_body.*nan"):
        c2d.Motion.stationary((math.nan, 0.0, 0.0), 0.0, 1.0)
    with pytest.raises(ValueError, match=r"displacement_m: its shape is \(3,\)"):
        c2d.Motion.linear((0.0, 0.0, 0.0), (1.0, 2.0, 3.0), 0.0, 0.0, 1.0)
    with pytest.raises(ValueError, match="turn_rad"):
        c2d.Motion.linear((0.0, 0.0, 0.0), (1.0, 2.0), math.inf, 0.0, 1.0)
    with pytest.raises(ValueError, match="time_s: 2 s is not within"):
        STILL.pose_at(2.0)
    with pytest.raises(ValueError, match="time_tolerance_s"):
        c2d.time_of_impact(SQUARE, STILL, SQUARE, STILL, time_tolerance_s=0.0)
    with pytest.raises(ValueError):
        c2d.time_of_impact(SQUARE, STILL, SQUARE, c2d.Motion.stationary((0.0, 0.0, 0.0), 0.0, 2.0))
    with pytest.raises(ValueError):
        c2d.time_of_impact([], STILL, SQUARE, STILL)
    with pytest.raises(TypeError):
        c2d.Motion()
    assert repr(STILL) == "<Motion from 0 s at (0, 0, 0 rad) to 1 s>"


def tunnel(count):
    """Trajectories that pass through a thin wall at x = 0 between two steps, or beside it; each at its own y."""
    y = np.linspace(-8.0, 8.0, count)
    poses = np.zeros((count, 3, 4))
    poses[:, :, 0] = [-6.0, -2.0, 6.0]
    poses[:, :, 1] = y[:, np.newaxis]
    poses[:, :, 2] = 1.0
    return y, poses


def test_walls_between_steps():
    y, poses = tunnel(101)
    wall = c2d.ConvexPolygon.rectangle(0.1, 6.0)
    body = c2d.ConvexPolygon.rectangle(2.0, 1.0)
    times = np.array([0.0, 1.0, 3.0])
    hit = np.abs(y) <= 3.5
    clear = np.abs(np.abs(y) - 3.5) > 1e-6
    standing = np.zeros((1, 3, 4))
    standing[:, :, 2] = 1.0
    moving = c2d.MovingObstacles([wall], standing)
    assert not c2d.any_hit(body, poses, moving).any()
    for obstacles in (moving, c2d.StaticMap([wall]), c2d.PolygonBatch([wall])):
        first = c2d.first_hit(body, poses, obstacles, step_times_s=times)
        found = first["step"] >= 0
        assert np.array_equal(found[clear], hit[clear])
        # The front meets the wall after 0.95 m of the 8 m of the second interval.
        expected = 1.0 + 2.0 * (0.95 / 8.0)
        assert np.all(first["step"][found] == 1)
        assert np.allclose(first["contact_by_s"][found & clear], expected, atol=1e-6)
        assert np.all(first["free_until_s"][found] <= expected)
        assert np.all(np.isinf(first["contact_by_s"][~found]))
        assert np.array_equal(c2d.any_hit(body, poses, obstacles, step_times_s=times), found)
        nearest = c2d.minimum_distance(body, poses, obstacles, step_times_s=times, tolerance_m=1e-3)
        gap = np.maximum(np.abs(y) - 3.5, 0.0)
        assert np.all(nearest["lower_m"] <= gap + 1e-9) and np.all(nearest["upper_m"] >= gap - 1e-9)
        assert np.all(nearest["upper_m"] - nearest["lower_m"] <= 1e-3)
        within = c2d.minimum_distance(body, poses, obstacles, limit_m=0.5, step_times_s=times, tolerance_m=1e-3)
        is_found = within["obstacle"] >= 0
        assert np.all(is_found[gap < 0.499]) and not np.any(is_found[gap > 0.5])
        assert np.allclose(within["lower_m"][~is_found], 0.499)
        order = np.argsort(np.abs(y)).astype(np.int32)
        position, contacts = c2d.first_free(body, poses, obstacles, order, step_times_s=times)
        assert position is not None and not found[order[position]] and len(contacts) == position
        assert np.array_equal(contacts, first[order[:position]])


def test_swept_errors():
    _, poses = tunnel(5)
    wall = c2d.StaticMap([c2d.ConvexPolygon.rectangle(0.1, 6.0)])
    body = c2d.ConvexPolygon.rectangle(2.0, 1.0)
    for call in (c2d.first_hit, c2d.any_hit, c2d.minimum_distance):
        with pytest.raises(ValueError, match=r"step_times_s\[2\]"):
            call(body, poses, wall, step_times_s=[0.0, 1.0, 1.0])
        with pytest.raises(ValueError, match=r"step_times_s\[1\].*nan"):
            call(body, poses, wall, step_times_s=[0.0, math.nan, 1.0])
        with pytest.raises(ValueError, match=r"step_times_s: its shape is \(2,\); \(3,\) is needed"):
            call(body, poses, wall, step_times_s=[0.0, 1.0])
    with pytest.raises(ValueError, match="tolerance_m"):
        c2d.minimum_distance(body, poses, wall, step_times_s=[0.0, 1.0, 2.0], tolerance_m=-1.0)
    with pytest.raises(ValueError, match="limit_m"):
        c2d.minimum_distance(body, poses, wall, limit_m=-3.0, step_times_s=[0.0, 1.0, 2.0])
    with pytest.raises(ValueError, match="contact_tolerance_m"):
        c2d.first_hit(body, poses, wall, step_times_s=[0.0, 1.0, 2.0], contact_tolerance_m=math.nan)

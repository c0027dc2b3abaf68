"""The path-time graph: regions as arrays, profiles, free windows, its plot."""

import pickle

import numpy as np
import pytest

import collision2d

TIMES = np.linspace(0.0, 4.0, 9)


def scene():
    """A car of 4 x 2 m; another one, 2 x 2 m, crosses at x = 20 m, in the way of y = 0 from 2.6 s to 3.4 s."""
    times = np.linspace(0.0, 6.0, 13)
    crossing = np.column_stack([np.full(13, 20.0), 5.0 * times - 15.0, np.zeros(13)])
    return collision2d.Scene.from_arrays(
        collision2d.ConvexPolygon.rectangle(4.0, 2.0),
        moving_obstacles=collision2d.ConvexPolygon.rectangle(2.0, 2.0), predictions=(times, crossing[np.newaxis]),
    )


def graph(**options):
    """Of the car that drives along x at 10 m/s."""
    poses = np.column_stack([10.0 * TIMES, np.zeros(9), np.zeros(9)])
    return collision2d.PathTimeGraph(scene(), (TIMES, poses[np.newaxis]), **options)


def test_regions_are_arrays():
    made = graph()
    assert made.profile.shape == (9, 2)
    np.testing.assert_allclose(made.profile, np.column_stack([10.0 * TIMES, TIMES]), atol=1e-9)
    assert len(made.obstacle_ids) == len(made.outer) == len(made.inner) == 1
    np.testing.assert_allclose(made.bounds, [[17.0, 23.0, 2.6, 3.4]], atol=0.02)
    for polygon in made.outer[0] + made.inner[0]:
        assert polygon.dtype == np.float64 and polygon.shape[1] == 2


def test_profiles():
    checks = graph().check_speed_profiles([0.0, 2.0, 4.0], [[0.0, 20.0, 40.0], [0.0, 10.0, 30.0]])
    # The first one passes at 1.7 to 2.3 s; the second one is at 17 m at 2.7 s.
    free, collides = collision2d.MotionVerdict.FREE, collision2d.MotionVerdict.COLLIDES
    assert checks.dtype == collision2d.SPEED_PROFILE_CHECK_DTYPE and list(checks["verdict"]) == [free, collides] and list(checks["region"]) == [-1, 0]
    assert checks["free_until_s"][1] <= 2.7 <= checks["contact_by_s"][1] + 1e-9
    assert np.isinf(checks["contact_by_s"][0])


def test_free_windows():
    made = graph()
    (at_crossing, before) = made.free_times([20.0, 5.0])
    np.testing.assert_allclose(at_crossing, [[0.0, 2.6], [3.4, 4.0]], atol=2e-3)
    np.testing.assert_allclose(before, [[0.0, 4.0]])
    (stations,) = made.free_stations([3.0], time_uncertainty_s=0.1)
    np.testing.assert_allclose(stations, [[0.0, 17.0], [23.0, 40.0]], atol=0.02)


def test_errors_name_the_argument():
    with pytest.raises(ValueError, match="times_s"):
        graph().check_speed_profiles([0.0, 0.0], [[0.0, 1.0]])
    with pytest.raises(ValueError, match="station_tolerance_m"):
        graph(station_tolerance_m=0.0)
    with pytest.raises(IndexError):
        collision2d.PathTimeGraph(scene(), (TIMES, np.zeros((1, 9, 3))), index=3)


def test_pickle_and_plot():
    made = pickle.loads(pickle.dumps(graph()))
    assert repr(made) == "<PathTimeGraph: 1 regions>"
    pytest.importorskip("matplotlib").use("Agg")
    axes = made.plot()
    assert axes.get_xlabel() == "time (s)"

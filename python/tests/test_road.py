import math

import numpy as np
import pytest
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

import collision2d as c2d
import oracle

BODY = oracle.rectangle(4.0, 1.8)
CAR = c2d.ConvexPolygon(BODY)


def farthest_outside(polygon, road):
    """The largest distance from the road of a corner of the body, which is where a convex road has it."""
    return max(road.distance(Point(x, y)) for x, y in polygon.exterior.coords)


def test_clearances_as_shapely(random):
    cells = [oracle.random_polygon(random, 9.0, 8) + shift for shift in ((0.0, 0.0), (8.0, 3.0), (12.0, -4.0))]
    union = unary_union([Polygon(cell) for cell in cells])
    road = c2d.Road.from_cells([c2d.ConvexPolygon(cell) for cell in cells], road_gap_m=0.0)
    poses = oracle.random_poses(random, 400, 14.0)
    found = road.clearances(CAR, poses)
    inside = 0
    for pose, row in zip(poses, found):
        body = oracle.polygon(BODY, pose)
        assert row["is_inside"] == union.contains(body)
        if row["is_inside"]:
            inside += 1
            assert row["clearance_m"] == pytest.approx(body.distance(union.exterior), abs=1e-5)
        else:
            assert row["clearance_m"] <= -farthest_outside(body, union) + 1e-5
        assert math.hypot(*row["direction"]) == pytest.approx(1.0, abs=1e-9)
    assert 40 < inside < 360
    trajectories = np.ascontiguousarray(poses.reshape(80, 5, 4))
    least = road.minimum_clearances(CAR, trajectories)
    rows = found.reshape(80, 5)
    outside = [int(np.flatnonzero(~row["is_inside"])[0]) if not row["is_inside"].all() else -1 for row in rows]
    assert least["first_outside"].tolist() == outside
    for row, each in zip(least, rows):
        assert row["clearance_m"] == pytest.approx(each["clearance_m"].min(), abs=1e-9)
    assert len(road.pieces) == len(union.exterior.coords) - 1 and repr(road).startswith("<Road: ")


def test_depth_beyond_a_straight_edge(random):
    road = c2d.Road.from_borders([np.array([[-100.0, -2.0], [100.0, -2.0]])])
    poses = oracle.random_poses(random, 300, 4.0)
    lowest = np.array([min(y for _, y in oracle.posed(BODY, pose)) for pose in poses])
    found = road.clearances(CAR, poses)
    assert np.allclose(found["clearance_m"], lowest + 2.0, atol=1e-9)
    assert np.array_equal(found["is_inside"], lowest >= -2.0)


def test_departure_between_steps():
    road = c2d.Road.from_borders([np.array([[-100.0, -2.0], [100.0, -2.0]])])
    # It leaves the road when its side, 0.9 m to the right, crosses y = -2; one half of them turns
    # back before the next step.
    poses = np.zeros((2, 3, 4))
    poses[:, :, 2] = 1.0
    poses[:, :, 0] = [0.0, 5.0, 10.0]
    poses[0, :, 1] = [0.0, -0.5, -2.5]
    poses[1, :, 1] = [0.0, 0.0, 0.0]
    found = road.first_departures(CAR, poses, [0.0, 1.0, 2.0])
    expected = 1.0 + (1.1 - 0.5) / 2.0
    assert found["step"].tolist() == [1, -1]
    assert found["free_until_s"][0] <= expected + 1e-5 and abs(found["contact_by_s"][0] - expected) < 1e-5


def test_errors():
    with pytest.raises(ValueError, match="road_gap_m"):
        c2d.Road.from_cells([CAR], road_gap_m=-1.0)
    with pytest.raises(ValueError, match=r"borders\[1\]: its shape"):
        c2d.Road.from_borders([np.zeros((2, 2)), np.zeros((2, 3))])
    with pytest.raises(ValueError):
        c2d.Road.from_borders([np.array([[0.0, 0.0], [math.nan, 1.0]])])
    with pytest.raises(TypeError):
        c2d.Road.from_borders(3)
    crossing = [np.array([[-9.0, 0.0], [9.0, 0.0]]), np.array([[0.0, -9.0], [0.0, 9.0]])]
    with pytest.raises(ValueError, match=r'road_borders\[1\] \("1"\): left and right cannot be decided at \(0, 0\)'):
        c2d.Road.from_borders(crossing)


def test_nothing_is_road_without_cells_or_borders():
    for road in c2d.Road.from_cells([]), c2d.Road.from_borders([]):
        clearance = road.clearances(CAR, [[0.0, 0.0, 0.0]])[0]
        assert clearance["clearance_m"] == -np.inf and not clearance["is_inside"] and clearance["piece"] == -1


def test_notes_and_repair_of_rings():
    nearly = np.array([[0.0, 0.0], [20.0, 0.0], [20.0, 20.0], [0.0, 20.0], [0.0, 0.5]])
    road = c2d.Road.from_borders([nearly])
    assert len(road.notes) == 1 and "0.5 m apart" in road.notes[0]
    repaired = c2d.Road.from_borders([nearly], repair=True)
    assert repaired.notes == ['road_borders[0] ("0"): it was closed'] and len(repaired.pieces) == 5
    assert not repaired.clearances(CAR, [[-30.0, 10.0, 0.0]])["is_inside"][0]

"""The interface of CommonRoad's checker: answers beside those of pairs, step by step, and beside Shapely."""

import copy
import pickle
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import collision2d as c2d
from collision2d.commonroad import Trajectories, boundary, create_collision_checker, create_collision_object, pycrcc, trajectory_queries


@pytest.fixture
def rng():
    return np.random.default_rng(20260117)


def _shape(rng, size, kinds=5):
    kind = rng.integers(kinds)
    x, y = rng.uniform(-20.0, 20.0, 2)
    if kind == 0:
        return pycrcc.RectOBB(*rng.uniform(0.1, size, 2), rng.uniform(-4.0, 4.0), x, y)
    if kind == 1:
        return pycrcc.RectAABB(*rng.uniform(0.1, size, 2), x, y)
    if kind == 2:
        return pycrcc.Circle(rng.uniform(0.1, size), x, y)
    if kind == 3:
        return _triangle(rng, size)
    triangles = [_triangle(rng, size) for _ in range(rng.integers(1, 6))]
    return pycrcc.Polygon([vertex for triangle in triangles for vertex in triangle.vertices()], [], triangles)


def _triangle(rng, size):
    x, y = rng.uniform(-20.0, 20.0, 2)
    return pycrcc.Triangle(*(np.array([x, y] * 3) + rng.uniform(-size, size, 6)))


def _group(rng, size, count):
    group = pycrcc.ShapeGroup()
    for _ in range(count):
        group.add_shape(_shape(rng, size))
    return group


def _moving(rng, kind):
    moving = pycrcc.TimeVariantCollisionObject(int(rng.integers(0, 6)))
    x, y, yaw = rng.uniform(-20.0, 20.0, 3)
    for step in range(rng.integers(0, 6)):
        if kind == "car":
            moving.append_obstacle(pycrcc.RectOBB(2.2, 0.9, yaw, x + step, y))
        elif kind == "changing":
            moving.append_obstacle(_shape(rng, 3.0))
        else:
            moving.append_obstacle(_group(rng, 2.0, rng.integers(0, 3)))
    return moving


def _plain(thing, other):
    """Whether two things collide, by pairs of convex shapes."""
    if isinstance(thing, pycrcc.TimeVariantCollisionObject):
        if isinstance(other, pycrcc.TimeVariantCollisionObject):
            return any(_plain(thing.obstacle_at_time(time), other.obstacle_at_time(time)) for time in range(20)
                       if thing.obstacle_at_time(time) is not None and other.obstacle_at_time(time) is not None)
        return any(_plain(thing.obstacle_at_time(time), other) for time in range(20) if thing.obstacle_at_time(time) is not None)
    if isinstance(other, pycrcc.TimeVariantCollisionObject):
        return _plain(other, thing)
    return any(c2d.collides(a.shape, b.shape, c2d.relative_pose(a.pose, b.pose)) for a in thing.leaves() for b in other.leaves())


def _anything(rng):
    kind = rng.integers(3)
    return _shape(rng, 6.0) if kind == 0 else _group(rng, 4.0, rng.integers(0, 4)) if kind == 1 else _moving(
        rng, ("car", "changing", "group")[rng.integers(3)])


def test_all_pairs_of_kinds(rng):
    found = 0
    for _ in range(1500):
        a, b = _anything(rng), _anything(rng)
        expected = _plain(a, b)
        assert a.collide(b) == expected == b.collide(a)
        found += expected
    assert 150 < found < 1350


def test_checker(rng):
    for _ in range(100):
        things = [_anything(rng) for _ in range(8)]
        checker = pycrcc.CollisionChecker()
        for thing in things:
            checker.add_collision_object(thing)
        for _ in range(4):
            thing = _anything(rng)
            expected = [other for other in things if _plain(thing, other)]
            assert checker.collide(thing) == bool(expected)
            assert checker.find_all_colliding_objects(thing) == expected
            assert checker.find_colliding_object(thing) == (expected[0] if expected else None)
        assert checker.number_of_obstacles() == 8
        for time in range(12):
            there = [thing.obstacle_at_time(time) if isinstance(thing, pycrcc.TimeVariantCollisionObject) else thing for thing in things]
            assert checker.time_slice(time).obstacles() == [thing for thing in there if thing is not None]
        # An object added later counts.
        late = pycrcc.RectAABB(1.0, 1.0, 100.0, 0.0)
        assert not checker.collide(late)
        checker.add_collision_object(late)
        assert checker.collide(late) and checker.window_query(pycrcc.RectAABB(5.0, 5.0, 100.0, 0.0)).obstacles() == [late]


def test_objects_that_grow_after_they_were_asked_about():
    point = pycrcc.Point(5.0, 0.0)
    car = pycrcc.RectAABB(1.0, 1.0, 5.0, 0.0)
    group, inner = pycrcc.ShapeGroup(), pycrcc.ShapeGroup()
    moving, of_groups = pycrcc.TimeVariantCollisionObject(0), pycrcc.TimeVariantCollisionObject(0)
    of_groups.append_obstacle(inner)
    for grow in (lambda: group.add_shape(car), lambda: moving.append_obstacle(car), lambda: inner.add_shape(car)):
        checker = pycrcc.CollisionChecker()
        for thing in (group, moving, of_groups):
            checker.add_collision_object(thing)
        before = [thing.collide(point) for thing in (group, moving, of_groups)]
        found = len(checker.find_all_colliding_objects(point))
        grow()
        after = [thing.collide(point) for thing in (group, moving, of_groups)]
        assert sum(after) == sum(before) + 1 == found + 1
        assert checker.collide(point) and len(checker.find_all_colliding_objects(point)) == found + 1
    road = pycrcc.ShapeGroup()
    assert not trajectory_queries.obb_enclosure_polygons_static(road, pycrcc.RectOBB(1.0, 1.0, 0.0, 0.0, 0.0))[0]
    road.add_shape(pycrcc.RectAABB(2.0, 2.0, 0.0, 0.0))
    assert trajectory_queries.obb_enclosure_polygons_static(road, pycrcc.RectOBB(1.0, 1.0, 0.0, 0.0, 0.0))[0]


def test_trajectories(rng):
    collisions = 0
    for _ in range(60):
        kinds = ["car", "car", "changing", "group"]
        trajectories = [_moving(rng, kinds[rng.integers(4)]) for _ in range(12)]
        moving = [_moving(rng, kinds[rng.integers(4)]) for _ in range(4)]
        group = _group(rng, 4.0, 3)
        both = [*moving, group]

        def expected(obstacles):
            return [next((time for time in range(trajectory.time_start_idx(), trajectory.time_end_idx() + 1) if any(
                _plain(trajectory.obstacle_at_time(time), there) for there in (
                    other.obstacle_at_time(time) if isinstance(other, pycrcc.TimeVariantCollisionObject) else other for other in obstacles)
                if there is not None)), -1) for trajectory in trajectories]

        for method in ("grid", "fcl", "box2d"):
            assert trajectory_queries.trajectories_collision_dynamic_obstacles(trajectories, moving, method=method) == expected(moving)
        assert trajectory_queries.trajectories_collision_static_obstacles(trajectories, group, num_cells=8) == expected([group])
        checker = pycrcc.CollisionChecker()
        for thing in both:
            checker.add_collision_object(thing)
        steps = pycrcc.Util.trajectories_collision_dynamic_obstacles_grid(Trajectories(trajectories), checker)
        assert steps == expected(both)
        collisions += sum(step >= 0 for step in steps)
    assert collisions > 100


def test_poses_of_one_rectangle():
    wall = pycrcc.ShapeGroup()
    wall.add_shape(pycrcc.RectAABB(0.5, 5.0, 10.0, 0.0))
    poses = [(float(x), 0.0, 0.0) for x in range(9)]
    assert trajectory_queries.trajectory_collision_static_obstacles(wall, 2.0, 1.0, poses) == 8  # Touches at 7.5.
    assert trajectory_queries.trajectory_collision_static_obstacles(wall, 2.0, 1.0, poses[:8]) == -1


def test_enclosure(rng):
    shapely = pytest.importorskip("shapely.geometry")
    from shapely.ops import unary_union
    inside = 0
    for _ in range(100):
        group = pycrcc.ShapeGroup()
        areas = []
        for _ in range(4):
            x, y, a, b = *rng.uniform(-4.0, 4.0, 2), *rng.uniform(2.0, 8.0, 2)
            ring = [(x - a, y - b), (x + a, y - b), (x + a, y + b), (x, y + 0.3 * b), (x - a, y + b)]
            group.add_shape(pycrcc.Polygon(ring))
            areas.append(shapely.Polygon(ring))
        road = unary_union(areas)
        trajectory = pycrcc.TimeVariantCollisionObject(3)
        boxes = [pycrcc.RectOBB(1.0, 0.5, rng.uniform(-3.0, 3.0), *rng.uniform(-6.0, 6.0, 2)) for _ in range(3)]
        for box in boxes:
            trajectory.append_obstacle(box)
        are = [road.contains(shapely.Polygon(box.corners())) for box in boxes]
        expected = 3 + are.index(False) if False in are else -1
        assert trajectory_queries.trajectories_enclosure_polygons_static([trajectory], group) == [expected]
        assert bool(trajectory_queries.filter_trajectories_polygon_enclosure_first_timestep([trajectory], group)) == are[0]
        assert [trajectory_queries.obb_enclosure_polygons_static(group, box)[0] for box in boxes] == are
        changing = copy.deepcopy(trajectory)
        changing.append_obstacle(pycrcc.Circle(0.1, 100.0, 0.0))
        assert trajectory_queries.trajectories_enclosure_polygons_static([changing], group) == [6 if expected < 0 else expected]
        inside += sum(are)
    assert 30 < inside < 270
    nothing = pycrcc.ShapeGroup()
    assert trajectory_queries.trajectories_enclosure_polygons_static([trajectory], nothing) == [3]


def test_boxes_around_two_steps(rng):
    for _ in range(300):
        trajectory = pycrcc.TimeVariantCollisionObject(2)
        for _ in range(3):
            trajectory.append_obstacle(_shape(rng, 3.0, kinds=2))
        boxes, failed = trajectory_queries.trajectory_preprocess_obb_sum(trajectory)
        assert not failed and (boxes.time_start_idx(), boxes.time_end_idx()) == (2, 3)
        for time in (2, 3):
            box = boxes.obstacle_at_time(time)
            for shape in (trajectory.obstacle_at_time(time), trajectory.obstacle_at_time(time + 1)):
                cos, sin = box.local_x_axis()
                (leaf,) = shape.leaves()
                corners = c2d.outline(leaf.shape, leaf.pose) - box.center()
                assert (np.abs(corners @ np.array([[cos, -sin], [sin, cos]])) <= [box.r_x(), box.r_y()]).all()
    circle = pycrcc.TimeVariantCollisionObject(0)
    circle.append_obstacle(pycrcc.Circle(1.0, 0.0, 0.0))
    with pytest.raises(trajectory_queries.OBBSumException, match="at least two steps"):
        trajectory_queries.trajectory_preprocess_obb_sum(circle)
    circle.append_obstacle(pycrcc.Circle(1.0, 0.0, 0.0))
    assert trajectory_queries.trajectory_preprocess_obb_sum(circle) == (circle, True)


def test_triangles_without_area():
    flat = pycrcc.Triangle(0.0, 0.0, 2.0, 2.0, 1.0, 1.0)
    assert flat.collide(pycrcc.Point(0.5, 0.5)) and not flat.collide(pycrcc.Point(0.5, 0.6))
    pycrcc.Options.min_triangle_height_m = 1e-9
    try:
        dropped = pycrcc.Triangle(0.0, 0.0, 2.0, 2.0, 1.0, 1.0)
        assert not dropped.collide(pycrcc.Point(0.5, 0.5))
        assert pycrcc.Triangle(0.0, 0.0, 2.0, 0.0, 1.0, 1e-8).collide(pycrcc.Point(1.0, 0.0))
        assert not pickle.loads(pickle.dumps(dropped)).collide(flat)
    finally:
        pycrcc.Options.min_triangle_height_m = 0.0


def test_touching_is_exact():
    a = pycrcc.RectAABB(0.1, 0.1, 0.1, 0.0)
    assert a.collide(pycrcc.RectAABB(0.25, 1.0, 0.45, 0.0))
    assert not a.collide(pycrcc.RectAABB(0.25, 1.0, np.nextafter(0.45, 1.0), 0.0))
    assert pycrcc.RectAABB(0.0, 0.0, 1.0, 1.0).collide(pycrcc.Point(1.0, 1.0))


def test_pickles(rng):
    for _ in range(100):
        thing = _anything(rng)
        thing.collide(pycrcc.Point(0.0, 0.0))
        data = pickle.dumps(thing)
        assert pickle.dumps(pickle.loads(data)) == data
        checker = pycrcc.CollisionChecker()
        checker.add_collision_object(thing)
        other = _anything(rng)
        assert pickle.loads(pickle.dumps(checker)).collide(other) == checker.collide(other) == copy.deepcopy(thing).collide(other)


@pytest.mark.parametrize("call, message", [
    (lambda: pycrcc.RectOBB(1.0, -1.0, 0.0, 0.0, 0.0), "r_y: -1.0 is not a size"),
    (lambda: pycrcc.RectOBB(1.0, 1.0, float("nan"), 0.0, 0.0), "orientation: nan is not finite"),
    (lambda: pycrcc.Circle(float("inf"), 0.0, 0.0), "r: inf is not finite"),
    (lambda: pycrcc.Triangle(0.0, 0.0, 1.0, 0.0, 1.0, float("nan")), "y3: nan is not finite"),
    (lambda: pycrcc.Polygon([(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)]), "cross"),
    (lambda: pycrcc.ShapeGroup().add_shape(3), "shape: a shape is needed, not int"),
    (lambda: pycrcc.TimeVariantCollisionObject(0).append_obstacle(None), "shape: a shape or a ShapeGroup is needed, not NoneType"),
    (lambda: pycrcc.CollisionChecker().add_collision_object("x"), "thing: a collision object is needed, not str"),
    (lambda: create_collision_object(3), "thing: int is no shape, obstacle or prediction"),
])
def test_bad_arguments(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call()


# CommonRoad's classes are known by their names.

class Rectangle(SimpleNamespace):
    pass


class Circle(SimpleNamespace):
    pass


class Polygon(SimpleNamespace):
    pass


class ShapeGroup(SimpleNamespace):
    pass


class TrajectoryPrediction(SimpleNamespace):
    pass


class StaticObstacle(SimpleNamespace):
    def occupancy_at_time(self, time):
        return SimpleNamespace(shape=self.shape)


class DynamicObstacle(StaticObstacle):
    pass


def _scenario():
    """A road of two lanelets, 4 m wide and 40 m long, and a lay-by beside its middle."""
    def lanelet(begin, end, before, after, low=-2.0, high=2.0):
        x = np.linspace(begin, end, 11)
        return SimpleNamespace(left_vertices=np.column_stack([x, np.full(11, high)]), right_vertices=np.column_stack([x, np.full(11, low)]),
                               predecessor=before, successor=after)

    car = Rectangle(length=4.0, width=2.0, orientation=0.1, center=np.array([10.0, 0.0]))
    later = [SimpleNamespace(shape=Rectangle(length=4.0, width=2.0, orientation=0.1, center=np.array([10.0 + step, 0.0]))) for step in (1, 2)]
    square = Polygon(vertices=np.array([[30.0, -1.0], [31.0, -1.0], [31.0, 1.0], [30.5, 0.0], [30.0, 1.0]]))
    start = SimpleNamespace(time_step=1)
    return SimpleNamespace(
        lanelet_network=SimpleNamespace(lanelets=[lanelet(0.0, 20.0, [], [2]), lanelet(20.0, 40.0, [1], []), lanelet(15.0, 25.0, [1], [2], 2.0, 4.0)]),
        dynamic_obstacles=[DynamicObstacle(initial_state=start, shape=car, prediction=TrajectoryPrediction(initial_time_step=2, occupancy_set=later)),
                           DynamicObstacle(initial_state=start, shape=Circle(radius=1.0, center=(0.0, 50.0)), prediction=None)],
        static_obstacles=[StaticObstacle(initial_state=start, shape=ShapeGroup(shapes=[square, Rectangle(
            length=1.0, width=1.0, orientation=0.0, center=(35.0, 0.0))]))],
        generate_object_id=lambda: 7,
    )


def test_objects_of_commonroad():
    scenario = _scenario()
    checker = create_collision_checker(scenario)
    assert checker.number_of_obstacles() == 3
    moving, circle, still = checker.obstacles()
    assert (moving.time_start_idx(), moving.time_end_idx()) == (1, 3) and (circle.time_start_idx(), circle.time_end_idx()) == (1, 1)
    assert isinstance(moving.obstacle_at_time(1), pycrcc.RectOBB) and [type(shape).__name__ for shape in still.unpack()] == ["Polygon", "RectAABB"]
    assert checker.collide(pycrcc.Point(13.5, 0.0)) and not checker.time_slice(2).collide(pycrcc.Point(13.5, 0.0))
    assert checker.collide(pycrcc.Point(30.1, 0.5)) and not checker.collide(pycrcc.Point(30.5, 0.5))  # In the notch.
    assert isinstance(create_collision_object([scenario.static_obstacles[0]]), pycrcc.ShapeGroup)
    own = create_collision_object(Circle(radius=1.0, center=(0.0, 0.0)), None, {Circle: lambda shape, *_: pycrcc.Point(*shape.center)})
    assert isinstance(own, pycrcc.Point)
    prediction = create_collision_object(scenario.dynamic_obstacles[0].prediction)
    assert (prediction.time_start_idx(), prediction.time_end_idx()) == (2, 3)


@pytest.mark.parametrize("method", ["obb_rectangles", "obb_triangles", "triangulation", "aligned_triangulation"])
def test_road_boundary(method, rng):
    if method.endswith("triangulation"):
        pytest.importorskip("shapely")
    scenario = _scenario()
    edge = boundary.create_road_boundary_obstacle(scenario, method, return_scenario_obstacle=False)
    polygons = boundary.create_road_polygons(scenario, "lane_polygons", buffer=True)
    assert polygons.size() == 3
    compared = 0
    for _ in range(400):
        box = pycrcc.RectOBB(1.0, 0.5, rng.uniform(-3.0, 3.0), rng.uniform(2.0, 38.0), rng.uniform(-3.0, 5.0))
        inside = trajectory_queries.obb_enclosure_polygons_static(polygons, box)[0]
        if method.startswith("obb") and not inside and not _crosses_edge(polygons, box):
            continue  # Beyond the road: thin rectangles are only along the edge.
        assert edge.collide(box) == (not inside)
        compared += 1
    assert compared > 150
    # The ends of the road are open.
    end = pycrcc.RectOBB(1.0, 0.5, 0.0, 40.0, 0.0)
    assert edge.collide(end) == method.endswith("triangulation")
    closed = boundary.create_road_boundary_obstacle(scenario, method, return_scenario_obstacle=False, open_lane_ends=False)
    assert closed.collide(end)


def _crosses_edge(polygons, box):
    shape = box.leaves()[0].shape
    return abs(polygons.road.clearances(shape, [box.leaves()[0].pose])["clearance_m"][0]) < 1.0 and any(
        trajectory_queries.obb_enclosure_polygons_static(polygons, pycrcc.RectOBB(0.0, 0.0, 0.0, *corner))[0] for corner in box.corners())


def test_unknown_methods():
    with pytest.raises(KeyError, match="spheres"):
        boundary.create_road_boundary_obstacle(_scenario(), "spheres")
    with pytest.raises(KeyError, match="tree"):
        trajectory_queries.trajectories_collision_static_obstacles([], pycrcc.ShapeGroup(), method="tree")


def test_page(scenes_folder):
    page = (scenes_folder.parents[1] / "docs" / "commonroad.md").read_text()
    blocks = [block.partition("```")[0] for block in page.split("```python\n")[1:]]
    names = {"scenario": _scenario(), "candidates": [pycrcc.TimeVariantCollisionObject(0)]}
    first, old_names, many = blocks
    exec(first, names)
    exec(many, names)
    assert names["ego"].collide(names["checker"].obstacles()[0]) is False and names["steps"] == [-1]
    subprocess.run([sys.executable, "-c", old_names], check=True)


def test_installed_in_place_of_the_other():
    program = """
import collision2d.commonroad
collision2d.commonroad.install()
import commonroad_dc.pycrcc as pycrcc
from commonroad_dc.boundary import boundary
from commonroad_dc.boundary.boundary import create_road_boundary_obstacle
from commonroad_dc.collision.collision_detection.pycrcc_collision_dispatch import create_collision_checker
import commonroad_dc.collision.trajectory_queries.trajectory_queries as trajectory_queries
from commonroad_dc.pycrcc.Util import trajectory_collision_static_obstacles
assert pycrcc.RectAABB(1, 1, 0, 0).collide(pycrcc.Circle(1, 2, 0))
assert pycrcc.Util.trajectory_collision_static_obstacles is trajectory_collision_static_obstacles
"""
    subprocess.run([sys.executable, "-c", program], check=True)

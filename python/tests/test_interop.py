"""Shapely and __geo_interface__, plots, pickles."""

import pickle

import numpy as np
import pytest

import collision2d as c2d
import oracle

geometry = pytest.importorskip("shapely.geometry")

CAR = c2d.ConvexPolygon.rectangle(4.5, 1.8, center=(1.4, 0.0))
L_SHAPE = [(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)]


def area(shapes):
    return sum(geometry.shape(shape.__geo_interface__).area for shape in shapes)


def test_shapely_reads_shapes():
    assert geometry.shape(CAR).symmetric_difference(geometry.box(-0.85, -0.9, 3.65, 0.9)).area < 1e-12
    disc = geometry.shape(c2d.ConvexPolygon.disc(2.0, (1.0, 1.0)))
    assert disc.area == pytest.approx(4.0 * np.pi, rel=0.01) and disc.area < 4.0 * np.pi
    assert geometry.shape(c2d.ConvexPolygon([[1.0, 2.0]])).equals(geometry.Point(1.0, 2.0))
    assert geometry.shape(c2d.ConvexPolygon([[1.0, 2.0], [3.0, 2.0]])).length == 2.0
    road = c2d.Road.from_cells([CAR, c2d.ConvexPolygon.rectangle(4.5, 1.8, center=(20.0, 0.0))])
    lines = geometry.shape(road)
    assert lines.length == pytest.approx(2 * 2 * (4.5 + 1.8)) and len(lines.geoms) == 2
    assert geometry.shape(c2d.Road.from_borders([])).is_empty


def test_outline_is_posed():
    moved = geometry.Polygon(c2d.outline(CAR, (10.0, 2.0, 0.5)))
    assert moved.equals_exact(geometry.Polygon(c2d.outline(CAR, (10.0, 2.0, np.cos(0.5), np.sin(0.5)))), 1e-12)
    assert moved.equals_exact(geometry.Polygon(CAR.posed((10.0, 2.0, 0.5)).vertices), 1e-12)


def test_convex_and_reflex_polygons():
    for outline in (L_SHAPE, L_SHAPE[::-1], L_SHAPE + L_SHAPE[:1], [(0, 0)] + L_SHAPE, [(x + 1e6, y) for x, y in L_SHAPE]):
        parts = c2d.Shapes.decomposed(outline)
        assert 1 < len(parts) <= 4 and area(parts) == 6.0
    assert [shape.bounds for shape in c2d.from_shapely(geometry.box(0, 0, 2, 1))] == [(0, 0, 2, 1)]
    assert area(c2d.from_shapely(geometry.Polygon(L_SHAPE))) == 6.0
    with pytest.raises(ValueError, match="vertices"):
        c2d.Shapes.decomposed([(0, 0), (2, 2), (2, 0), (0, 2)])
    with pytest.raises(ValueError, match=r"holes\[1\]\[0\] \(7, 7\) is outside the outer ring"):
        c2d.Shapes.decomposed(L_SHAPE, [[(0.2, 0.2), (0.8, 0.2), (0.5, 0.8)], [(7, 7), (8, 7), (8, 8)]])
    with pytest.raises(TypeError, match="holes"):
        c2d.Shapes.decomposed(L_SHAPE, 3)
    ring = [(0.0, 2.0), (2.0, 2.0), (2.0, 1.0), (2.0, 0.0), (0.0, 0.0), (0.0, 2.0)]
    assert c2d.ConvexPolygon.from_ring(ring, radius_m=0.5).vertices.shape == (4, 2)
    for points in (ring, L_SHAPE):
        with pytest.raises(ValueError, match="ConvexPolygon.from_ring takes .* Shapes.decomposed reflex corners, ConvexPolygon.hull"):
            c2d.ConvexPolygon(points)


def test_holes_are_free(random):
    holes = [[(x, y), (x, y + 1.5), (x + 1.0, y + 2.0), (x + 1.5, y)] for x in (1.0, 4.0, 6.5) for y in (1.0, 4.5)]
    polygon = geometry.Polygon([(0, 0), (9, 0), (10, 4), (9, 8), (0, 8)], holes)
    shapes = c2d.from_shapely(polygon)
    assert area(shapes) == pytest.approx(polygon.area, rel=1e-12)
    given = {*polygon.exterior.coords, *(point for hole in polygon.interiors for point in hole.coords)}
    assert {tuple(vertex) for shape in shapes for vertex in shape.vertices} <= given
    assert len(c2d.Shapes.decomposed(polygon.exterior.coords, np.array(holes))) == len(shapes)
    points = random.uniform(-1.0, 11.0, (2000, 2))
    poses = c2d.pose_array(np.column_stack([points, np.zeros(2000)]))
    hit = c2d.any_hit(c2d.ConvexPolygon.disc(0.0), poses, c2d.StaticMap(shapes))
    near = np.array([polygon.boundary.distance(geometry.Point(point)) < 1e-9 for point in points])
    inside = np.array([polygon.covers(geometry.Point(point)) for point in points])
    assert np.array_equal(hit[~near], inside[~near]) and 0.3 < inside.mean() < 0.7


def test_lines_points_and_collections():
    line = geometry.LineString([(0, 0, 7), (2, 0, 7), (2, 2, 7)])
    assert list(c2d.from_shapely(line, radius_m=0.5)) == [c2d.ConvexPolygon.capsule((0, 0), (2, 0), 0.5), c2d.ConvexPolygon.capsule((2, 0), (2, 2), 0.5)]
    assert list(c2d.from_shapely(geometry.Point(3, 4), radius_m=1.0)) == [c2d.ConvexPolygon.disc(1.0, (3, 4))]
    many = geometry.GeometryCollection([geometry.MultiPoint([(0, 0), (1, 1)]), geometry.MultiPolygon([geometry.box(0, 0, 1, 1), geometry.Polygon(L_SHAPE)]),
                                        geometry.MultiLineString([[(0, 0), (1, 0)]]), geometry.Point(), geometry.Polygon()])
    assert len(c2d.from_shapely(many)) == 2 + 1 + len(c2d.Shapes.decomposed(L_SHAPE)) + 1
    assert c2d.from_shapely(CAR)[0].bounds == CAR.bounds
    assert len(c2d.from_shapely(geometry.LinearRing(L_SHAPE))) == 6

    class Frame:
        __geo_interface__ = {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": (1.0, 2.0)}}]}

    assert c2d.from_shapely(Frame())[0] == c2d.ConvexPolygon([[1.0, 2.0]])
    with pytest.raises(TypeError, match=r"^geometry\[0\]: geometry: \w+ has no __geo_interface__"):
        c2d.from_shapely([1, 2])
    with pytest.raises(ValueError, match="radius_m"):
        c2d.from_shapely(geometry.Point(0, 0), radius_m=-1.0)


def test_plots(random):
    plt = pytest.importorskip("matplotlib.pyplot")
    plt.switch_backend("agg")
    axes = CAR.plot((10.0, 0.0, 0.1))
    assert CAR.plot(ax=axes, color="red") is axes and len(axes.collections) == 2
    assert c2d.plot_shape(c2d.Shapes([CAR, CAR]), ax=axes, alpha=0.5) is axes
    trajectories = oracle.random_poses(random, (4, 5), 9.0)
    c2d.plot_trajectories(trajectories, hit=[True, False, False, True], ax=axes)
    c2d.plot_trajectories(trajectories[0], ax=axes, linewidth=2.0)
    assert len(axes.lines) == 5 and [line.get_color() for line in axes.lines[:2]] == [axes.lines[0].get_color()] * 2
    c2d.plot_road(c2d.Road.from_cells([CAR]), ax=axes)
    c2d.plot_motion([CAR], c2d.Motion.linear((0, 0, 0), (5, 0), 1.0, 0.0, 1.0), ax=axes, instants=4)
    assert len(axes.lines) == 6 and len(axes.collections) == 3 + 4
    axes.figure.canvas.draw()
    plt.close("all")


def again(thing):
    return pickle.loads(pickle.dumps(thing))


def test_pickles_are_the_same(random, scenes_folder):
    poses = oracle.random_poses(random, 40, 20.0)
    steps = oracle.random_poses(random, (40, 3), 20.0)
    trajectories = oracle.random_poses(random, (30, 3), 20.0)
    for obstacles in (c2d.PolygonBatch(CAR, poses), c2d.StaticMap(CAR, poses), c2d.StaticMap([CAR] * 3), c2d.MovingObstacles(CAR, steps)):
        copy = again(obstacles)
        assert repr(copy) == repr(obstacles)
        for one, other in zip(*(c2d.minimum_separation(CAR, trajectories, o) for o in (obstacles, copy))):
            assert one == other
    obstacles = c2d.MovingObstacles(CAR, steps)
    obstacles.set_poses(steps[::-1])
    assert np.array_equal(c2d.collision_mask(CAR, trajectories, again(obstacles)), c2d.collision_mask(CAR, trajectories, c2d.MovingObstacles(CAR, steps[::-1])))
    motions = (
        c2d.Motion.stationary((1.0, 2.0, 0.3), 0.0, 1.0), c2d.Motion.linear((1.0, 2.0, 0.3), (5.0, 1.0), 4.0, -1.0, 1.0, reference=(0.5, 0.1)),
        c2d.Motion.between((1.0, 2.0, 0.3), (5.0, 2.0, 0.7), 0.0, 2.0), c2d.Motion.constant_twist((1.0, 2.0, 0.3), (5.0, 0.2), 0.7, 0.0, 2.0),
    )
    for motion in motions:
        copy = again(motion)
        for time_s in np.linspace(motion.start_s, motion.end_s, 7):
            assert copy.pose_at(time_s) == motion.pose_at(time_s)
    line = np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 9.0]])
    roads = [c2d.Road.from_cells([CAR], road_gap_m=0.2), c2d.Road.from_borders([line]), c2d.Road.from_borders([line], repair=True)]
    line[:] = 0.0
    scene = c2d.load_scenes(scenes_folder / "two_lanes.xml")[0]
    for road in (*roads, c2d.Road.from_scene(scene)):
        assert np.array_equal(again(road).pieces, road.pieces) and again(road).notes == road.notes
    candidates = c2d.Candidates.from_arrays(
        [[0.0, 1.0, 2.0], [0.0, 0.5, 0.7]], np.arange(36.0).reshape(2, 3, 6) / 100.0, ids=["a", "b"], costs=[3.0, 1.0], lengths=[2, 3])
    for one in (candidates, scene.sample_candidates(), scene.candidates):
        copy = again(one)
        assert copy.ids == one.ids and np.array_equal(copy.costs, one.costs)
        assert all(np.array_equal(a.times_s, b.times_s) and np.array_equal(a.poses, b.poses) for a, b in zip(copy, one))
    checker = c2d.TrajectoryChecker(scene, beyond_prediction="hold", metrics=["headway", "goal"], instants_only=True, contact_tolerance_m=1e-5)
    sampled = scene.sample_candidates()
    assert again(checker).check(sampled).to_bytes() == checker.check(sampled).to_bytes()
    assert again(checker).__reduce__()[1][3] == checker.__reduce__()[1][3]
    assert again(c2d.Shapes([CAR, CAR]))[1] == CAR and again(scene).to_bytes() == scene.to_bytes()
    for profiles in (False, True):
        verdicts = checker.check(sampled, profiles=profiles)
        copy = again(verdicts)
        assert copy.to_bytes() == verdicts.to_bytes() and copy.page() == verdicts.page() and list(copy) == list(verdicts)
        assert copy.elapsed_s == verdicts.elapsed_s and again(copy).page() == verdicts.page()

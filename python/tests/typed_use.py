"""What a caller's code may look like to a type checker; mypy --strict checks it, and pytest runs it."""

from typing import Any, List, Optional, Tuple, assert_type

import numpy as np
import numpy.typing as npt

import collision2d as c2d

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Records = npt.NDArray[np.void]


def pairs() -> None:
    car = c2d.ConvexPolygon.rectangle(4.5, 2.0)
    island = c2d.ConvexPolygon([[0.0, 0.0], [4.0, 0.0], [0.0, 2.0]])
    assert_type(car.vertices, Floats)
    assert_type(c2d.collides(car, island), bool)
    assert_type(c2d.collides(car, island, (6.0, 0.5, 0.2)), bool)
    assert_type(c2d.distance(car, island, [[6.0, 0.5, 0.2]]), Floats)
    assert_type(c2d.distance(car, island, np.array([6.0, 0.5, 0.2])), Any)
    separation = c2d.separation(car, island, (3.0, 0.5, 0.2))
    assert_type(separation.witness_a, Tuple[float, float])
    assert_type(separation.status, c2d.SeparationStatus)
    impact = c2d.time_of_impact(car, c2d.Motion.stationary((0.0, 0.0, 0.0), 0.0, 1.0), island, c2d.Motion.stationary((9.0, 0.0, 0.0), 0.0, 1.0))
    assert_type(impact.separation, Optional[c2d.Separation])
    shapes, outline_of = c2d.Shapes.from_outlines([[[0.0, 0.0], [4.0, 0.0], [0.0, 2.0]], island.vertices])
    assert_type(outline_of, npt.NDArray[np.int32])
    assert_type(shapes[1:] + [car, island.vertices], c2d.Shapes)
    assert_type(shapes[0], c2d.ConvexPolygon)


def scenes_of_arrays() -> None:
    times, poses = np.arange(2.0), np.zeros((1, 2, 3), np.float32)
    scene = c2d.Scene.from_arrays(
        [[(0, 0), (4, 0), (0, 2)]], (times, poses), moving_obstacles=c2d.ConvexPolygon.disc(1.0), predictions=(times, poses + 9),
        goals=[c2d.Goal(time_s=(0.0, 1.0))],
    )
    assert_type(scene.goals, List[c2d.Goal])
    assert_type(scene.static_obstacles, List[c2d.Obstacle])
    assert_type(c2d.TrajectoryChecker(scene, metrics="all").check().to_records(), Records)
    assert_type(c2d.TrajectoryChecker(scene).check((times, poses)), c2d.Verdicts)
    assert_type(c2d.Scene.from_json(scene.to_json()), c2d.Scene)


def batches() -> None:
    car = c2d.ConvexPolygon.rectangle(4.5, 2.0)
    poses = c2d.pose_array([[0.0, 0.0, 0.0], [9.0, 0.0, 0.1]])
    batch = c2d.PolygonBatch([car], [[1.0, 0.0, 0.0]])
    assert_type(c2d.any_hit(car, poses, batch, out=np.empty(2, np.bool_)), Bools)
    assert_type(c2d.collision_mask(car, poses, batch), Bools)
    assert_type(c2d.collision_mask(car, poses, batch, packed=True), npt.NDArray[np.uint64])
    assert_type(c2d.minimum_distance(car, poses, c2d.StaticMap([car]), limit_m=5.0), Records)
    grid = c2d.OccupancyGrid(np.zeros((2, 3), np.int8), 0.05, world_from_grid=(1.0, 0.0, 0.0), occupied=(65, 100))
    assert_type(grid.cells, Bools)
    assert_type(grid.shape, Tuple[int, int])
    points = c2d.PointSet(np.zeros((2, 3), np.float32), max_z_m=2.0)
    points.update([[1.0, 2.0, 0.0]])
    assert_type(c2d.any_hit(car, poses, (batch, c2d.StaticMap([car]), grid, points)), Bools)
    assert_type(c2d.first_hit(car, poses, grid), Records)
    moving = c2d.MovingObstacles([car], np.zeros((1, 2, 3)))
    position, contacts = c2d.first_free([car], poses.reshape(1, 2, 4), (moving, c2d.StaticMap([car])), [0], step_times_s=[0.0, 1.0])
    assert_type(position, Optional[int])
    assert_type(contacts, Records)


def scenes(text: str) -> Optional[c2d.Verdict]:
    scene = c2d.Scene.from_textproto(text)
    verdicts = c2d.TrajectoryChecker(scene, metrics=["headway"]).check(scene.sample_candidates())
    assert_type(verdicts.is_free, Bools)
    for verdict in verdicts:
        if verdict.first_collision is not None:
            assert_type(verdict.first_collision.obstacle_id, str)
    return None if verdicts.best_free is None else verdicts[verdicts.best_free]

"""The names of CommonRoad's module pycrcc: shapes, groups, moving objects, the checker, Util."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

import numpy as np

from collision2d._core import Road
from collision2d.commonroad.shapes import (
    Circle, CollisionObject, Leaf, Options, Point, Polygon, RectAABB, RectOBB, Shape, ShapeGroup, TimeVariantCollisionObject, Triangle,
)
from collision2d.commonroad.worlds import Trajectories, World

_Trajectories = Union[Trajectories, Sequence[TimeVariantCollisionObject]]
_Pose = Sequence[float]

__all__ = [
    "Circle", "CollisionChecker", "CollisionObject", "Options", "Point", "Polygon", "RectAABB", "RectOBB", "Shape", "ShapeGroup",
    "TimeVariantCollisionObject", "Trajectories", "Triangle", "Util",
]


class CollisionChecker:
    """Objects of all kinds to check others against. They are prepared at the first question after one was added or grew."""

    def __init__(self) -> None:
        self._objects: List[CollisionObject] = []
        self._world: Optional[World] = None

    @property
    def world(self) -> World:
        """Its objects, prepared."""
        self._world = World.current(self._objects, self._world)
        return self._world

    def add_collision_object(self, thing: CollisionObject) -> None:
        if not isinstance(thing, CollisionObject):
            raise TypeError(f"thing: a collision object is needed, not {type(thing).__name__}")
        self._objects.append(thing)

    def number_of_obstacles(self) -> int:
        return len(self._objects)

    def obstacles(self) -> List[CollisionObject]:
        return list(self._objects)

    def collide(self, thing: CollisionObject) -> bool:
        """Whether it collides with any object."""
        return self.world.collides(thing)

    def find_all_colliding_objects(self, thing: CollisionObject) -> List[CollisionObject]:
        return [self._objects[index] for index in self.world.colliding(thing)]

    def find_colliding_object(self, thing: CollisionObject) -> Optional[CollisionObject]:
        """The first object that it collides with, in the order in which they were added; None: none."""
        return next(iter(self.find_all_colliding_objects(thing)), None)

    def time_slice(self, time: int) -> CollisionChecker:
        """What is there at a step, as objects that do not move."""
        there = (thing.obstacle_at_time(time) if isinstance(thing, TimeVariantCollisionObject) else thing for thing in self._objects)
        return _checker(thing for thing in there if thing is not None)

    def window_query(self, window: RectAABB) -> CollisionChecker:
        """The objects that come into a window at any step."""
        return _checker(self.find_all_colliding_objects(window))

    def __getstate__(self) -> Dict[str, Any]:
        return {"_objects": self._objects, "_world": None}


def _checker(objects: Iterable[CollisionObject]) -> CollisionChecker:
    checker = CollisionChecker()
    for thing in objects:
        checker.add_collision_object(thing)
    return checker


class Util:
    """Questions about many trajectories at once.

    Trajectories are a list of TimeVariantCollisionObjects, or Trajectories of one; results have an element for each: the
    first step on the common clock, -1: none. Sizes of grids and trees, which CommonRoad's functions take, are ignored.
    """

    @staticmethod
    def _static(trajectories: _Trajectories, static_obstacles: ShapeGroup, *_: Any, **__: Any) -> List[int]:
        """When each first collides with a group."""
        return static_obstacles.world.first_steps(trajectories)

    @staticmethod
    def _dynamic(
        trajectories: _Trajectories, dynamic_obstacles: Union[CollisionChecker, Sequence[CollisionObject]], *_: Any, **__: Any
    ) -> List[int]:
        """When each first collides with any object of a list, or of a checker, which keeps what it has prepared."""
        is_ready = isinstance(dynamic_obstacles, CollisionChecker)
        world = dynamic_obstacles.world if is_ready else World(dynamic_obstacles)  # type: ignore[union-attr, arg-type]
        return world.first_steps(trajectories)

    trajectories_collision_static_obstacles_grid = _static
    trajectories_collision_static_obstacles_fcl = _static
    trajectories_collision_static_obstacles_box2d = _static
    trajectories_collision_dynamic_obstacles_grid = _dynamic
    trajectories_collision_dynamic_obstacles_fcl = _dynamic
    trajectories_collision_dynamic_obstacles_box2d = _dynamic

    @staticmethod
    def trajectories_enclosure_polygons_static_grid(trajectories: _Trajectories, sg_polygons: ShapeGroup, *_: Any, **__: Any) -> List[int]:
        """When each is first not inside the union of the polygons."""
        asked = Trajectories(trajectories)
        road, steps = sg_polygons.road, [-1] * len(asked)
        for start, body, group, rows in asked.alike:
            found = road.minimum_clearances(body, rows)["first_outside"]
            for at in np.flatnonzero(found >= 0):
                steps[group[at]] = start + int(found[at])
        for index in asked.mixed:
            trajectory = asked[index]
            span = range(trajectory.time_start_idx(), trajectory.time_end_idx() + 1)
            steps[index] = next((time for time in span if not _is_inside(road, trajectory.leaves_at(time))), -1)
        return steps

    @staticmethod
    def filter_trajectories_polygon_enclosure_first_timestep(
        trajectories: Sequence[TimeVariantCollisionObject], sg_polygons: ShapeGroup
    ) -> List[TimeVariantCollisionObject]:
        """Those that are inside the union of the polygons at their first step."""
        road = sg_polygons.road
        return [trajectory for trajectory in trajectories if _is_inside(road, trajectory.leaves_at(trajectory.time_start_idx()))]

    @staticmethod
    def trajectory_collision_static_obstacles(sg_obstacles: ShapeGroup, r_x: float, r_y: float, trajectory: Sequence[_Pose]) -> int:
        """The index of the first pose (x, y, yaw) at which a rectangle collides with the group; -1: none."""
        return sg_obstacles.world.first_steps([_boxes(r_x, r_y, trajectory)])[0]

    @staticmethod
    def trajectory_enclosure_polygons_static(sg_polygons: ShapeGroup, r_x: float, r_y: float, trajectory: Sequence[_Pose]) -> int:
        """The index of the first pose (x, y, yaw) at which a rectangle is not inside the union of the polygons; -1: none."""
        return Util.trajectories_enclosure_polygons_static_grid([_boxes(r_x, r_y, trajectory)], sg_polygons)[0]

    @staticmethod
    def obb_enclosure_polygons_static(sg_polygons: ShapeGroup, obb: RectOBB) -> List[bool]:
        """Whether a rectangle is inside the union of the polygons, and False: no error."""
        return [_is_inside(sg_polygons.road, obb.leaves()), False]

    @staticmethod
    def trajectory_preprocess_obb_sum(trajectory: TimeVariantCollisionObject) -> Tuple[TimeVariantCollisionObject, bool]:
        """A rectangle around each two steps, and whether this was not possible: steps that are no rectangles.

        A bound of the motion between the steps, if it turns little. Exact motion: first_hit with step_times_s.
        """
        span = range(trajectory.time_start_idx(), trajectory.time_end_idx() + 1)
        boxes = [_as_obb(trajectory.obstacle_at_time(time)) for time in span]
        if len(boxes) < 2 or None in boxes:
            return trajectory, True
        result = TimeVariantCollisionObject(span.start)
        for box, following in zip(boxes, boxes[1:]):
            result.append_obstacle(box.merge(following))  # type: ignore[union-attr, arg-type]
        return result, False


def _as_obb(shape: Optional[CollisionObject]) -> Optional[RectOBB]:
    if isinstance(shape, RectAABB):
        return RectOBB(shape.r_x(), shape.r_y(), 0.0, *shape.center())
    return shape if isinstance(shape, RectOBB) else None


def _boxes(r_x: float, r_y: float, poses: Sequence[_Pose]) -> TimeVariantCollisionObject:
    boxes = TimeVariantCollisionObject(0)
    for x, y, yaw in poses:
        boxes.append_obstacle(RectOBB(r_x, r_y, yaw, x, y))
    return boxes


def _is_inside(road: Road, leaves: Sequence[Leaf]) -> bool:
    return all(road.clearances(leaf.shape, [leaf.pose])["is_inside"][0] for leaf in leaves)

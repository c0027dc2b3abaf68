"""CommonRoad's objects as collision objects. They are known by the names of their classes: its package is not imported."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Optional

from collision2d.commonroad.pycrcc import (
    Circle, CollisionChecker, CollisionObject, Polygon, RectAABB, RectOBB, ShapeGroup, TimeVariantCollisionObject, Triangle,
)

Maker = Callable[..., CollisionObject]


def create_collision_checker(
    scenario: Any, params: Any = None, collision_object_func: Optional[Dict[type, Maker]] = None
) -> CollisionChecker:
    """A checker of a scenario's obstacles: those that move, and a group of the others."""
    checker = CollisionChecker()
    for obstacle in scenario.dynamic_obstacles:
        checker.add_collision_object(create_collision_object(obstacle, params, collision_object_func))
    still = ShapeGroup()
    for obstacle in scenario.static_obstacles:
        thing = create_collision_object(obstacle, params, collision_object_func)
        for shape in thing.unpack() if isinstance(thing, ShapeGroup) else [thing]:
            still.add_shape(shape)
    checker.add_collision_object(still)
    return checker


def create_collision_object(
    thing: Any, params: Any = None, collision_object_func: Optional[Dict[type, Maker]] = None
) -> CollisionObject:
    """A shape, group or moving object of a shape, obstacle, prediction or trajectory; lists become groups.

    collision_object_func : own makers, by class.
    """
    for kind in type(thing).__mro__:
        if collision_object_func and kind in collision_object_func:
            return collision_object_func[kind](thing, params, collision_object_func)
        if kind.__name__ in _MAKERS:
            return _MAKERS[kind.__name__](thing, params, collision_object_func)
    raise TypeError(f"thing: {type(thing).__name__} is no shape, obstacle or prediction of CommonRoad")


def _rectangle(shape: Any, *_: Any) -> CollisionObject:
    if shape.orientation == 0.0:
        return RectAABB(0.5 * shape.length, 0.5 * shape.width, *shape.center)
    return RectOBB(0.5 * shape.length, 0.5 * shape.width, shape.orientation, *shape.center)


def _circle(shape: Any, *_: Any) -> CollisionObject:
    return Circle(shape.radius, *shape.center)


def _polygon(shape: Any, *_: Any) -> CollisionObject:
    vertices = [(float(x), float(y)) for x, y in shape.vertices]
    if vertices[0] == vertices[-1]:
        vertices.pop()
    return Triangle(*vertices[0], *vertices[1], *vertices[2]) if len(vertices) == 3 else Polygon(vertices)


def _group(shapes: Iterable[Any], *more: Any) -> ShapeGroup:
    group = ShapeGroup()
    for shape in shapes:
        made = create_collision_object(shape, *more)
        for part in made.unpack() if isinstance(made, ShapeGroup) else [made]:
            group.add_shape(part)
    return group


def _moving(start: int, occupancies: Iterable[Any], *more: Any) -> TimeVariantCollisionObject:
    moving = TimeVariantCollisionObject(start)
    for occupancy in occupancies:
        moving.append_obstacle(create_collision_object(occupancy.shape, *more))
    return moving


def _dynamic_obstacle(obstacle: Any, *more: Any) -> CollisionObject:
    start = obstacle.initial_state.time_step
    later = obstacle.prediction.occupancy_set if obstacle.prediction is not None else []
    return _moving(start, [obstacle.occupancy_at_time(start), *later], *more)


def _static_obstacle(obstacle: Any, *more: Any) -> CollisionObject:
    return create_collision_object(obstacle.occupancy_at_time(obstacle.initial_state.time_step).shape, *more)


def _prediction(prediction: Any, *more: Any) -> CollisionObject:
    return _moving(prediction.initial_time_step, prediction.occupancy_set, *more)


_MAKERS: Dict[str, Maker] = {
    "Rectangle": _rectangle, "Circle": _circle, "Polygon": _polygon,
    "ShapeGroup": lambda group, *more: _group(group.shapes, *more), "list": _group, "tuple": _group,
    "StaticObstacle": _static_obstacle, "DynamicObstacle": _dynamic_obstacle,
    "TrajectoryPrediction": _prediction, "SetBasedPrediction": _prediction,
}

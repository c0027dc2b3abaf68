"""Objects that are asked about together, as the arrays that the batch reads."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple

import numpy as np
import numpy.typing as npt

from collision2d._core import (
    ConvexPolygon, MovingObstacles, PolygonBatch, StaticMap, all_hits, any_hit, collision_mask, first_hit,
)

if TYPE_CHECKING:
    from collision2d.commonroad.shapes import CollisionObject, Leaf, TimeVariantCollisionObject


def _by_shape(leaves: Sequence[Leaf]) -> Iterator[Tuple[ConvexPolygon, List[int], npt.NDArray[np.float64]]]:
    """The different shapes, and for each where it is: indices of leaves, and their poses."""
    alike: Dict[int, List[int]] = {}
    for index, leaf in enumerate(leaves):
        alike.setdefault(id(leaf.shape), []).append(index)
    for indices in alike.values():
        yield leaves[indices[0]].shape, indices, np.array([leaves[index].pose for index in indices])


class Trajectories(Sequence["TimeVariantCollisionObject"]):
    """Trajectories as the arrays that the batch reads, made once for several questions, as they are then. Stands for a list."""

    def __init__(self, trajectories: Iterable[TimeVariantCollisionObject]) -> None:
        self._trajectories = list(trajectories)
        alike: Dict[Tuple[int, int, int], List[int]] = {}
        # Those that change their shape from step to step.
        self.mixed: List[int] = []
        for index, trajectory in enumerate(self._trajectories):
            if trajectory.body is not None:
                alike.setdefault((id(trajectory.body), trajectory.start, len(trajectory.rows)), []).append(index)
            else:
                self.mixed.append(index)
        # The others, by shape and time: the first step, the shape, which they are, and their poses
        # (T, S, 4).
        self.alike: List[Tuple[int, ConvexPolygon, List[int], npt.NDArray[np.float64]]] = []
        for (_, start, _), group in alike.items():
            rows = np.frombuffer(b"".join([self._trajectories[index].rows for index in group]))
            body = self._trajectories[group[0]].body
            assert body is not None
            self.alike.append((start, body, group, rows.reshape(len(group), -1, 4)))

    def __len__(self) -> int:
        return len(self._trajectories)

    def __getitem__(self, index: Any) -> Any:
        return self._trajectories[index]


class World:
    """Some objects of all kinds as they are now, and what is made of them."""

    @staticmethod
    def current(objects: Sequence[CollisionObject], known: Optional[World]) -> World:
        """The known world of these objects, or a new one if any has grown since, or one was added."""
        return known if known is not None and known._growth == [thing.growth() for thing in objects] else World(objects)

    def __init__(self, objects: Sequence[CollisionObject]) -> None:
        self._moving: List[TimeVariantCollisionObject] = [thing for thing in objects if thing.moves()]  # type: ignore[misc]
        self._objects = list(objects)
        self._growth = [thing.growth() for thing in objects]
        self._windows: Dict[Tuple[int, int], Any] = {}

    @functools.cached_property
    def _still(self) -> Tuple[Optional[StaticMap], List[int]]:
        """The map of what does not move, and the object of each of its shapes."""
        leaves = [(index, leaf) for index, thing in enumerate(self._objects) if not thing.moves() for leaf in thing.leaves()]
        shapes, poses = [leaf.shape for _, leaf in leaves], [leaf.pose for _, leaf in leaves]
        return StaticMap(shapes, poses) if leaves else None, [index for index, _ in leaves]

    def _window(self, start: int, steps: int) -> Any:
        """The obstacles at some steps, as the batch takes them; None: nothing is there."""
        spans = [range(max(start, thing.time_start_idx()), min(start + steps, thing.time_end_idx() + 1)) for thing in self._moving]
        # An object that keeps its shape is one obstacle, another as many as it has shapes at once.
        sizes = [max((1 if thing.body else len(thing.leaves_at(time)) for time in span), default=0) for thing, span in zip(self._moving, spans)]
        still = self._still[0]
        if sum(sizes) == 0:
            return still
        poses = np.full((sum(sizes), steps, 4), np.nan)
        present = np.zeros((sum(sizes), steps), bool)
        shapes = np.full((steps, sum(sizes)), ConvexPolygon.disc(0.0), object)
        for thing, span, first in zip(self._moving, spans, np.cumsum([0, *sizes])):
            columns = slice(span.start - start, span.stop - start)
            if thing.body and span:
                begin = span.start - thing.time_start_idx()
                poses[first, columns] = np.frombuffer(thing.rows).reshape(-1, 4)[begin:begin + len(span)]
                present[first, columns] = True
                shapes[:, first] = thing.body
                continue
            for time in span:
                for at, leaf in enumerate(thing.leaves_at(time), first):
                    poses[at, time - start], present[at, time - start], shapes[time - start, at] = leaf.pose, True, leaf.shape
        keep = all(thing.body or not span for thing, span in zip(self._moving, spans))
        moving = MovingObstacles(list(shapes[0]) if keep else [list(row) for row in shapes], poses, present=present)
        return (moving, still) if still is not None else moving

    def first_steps(self, trajectories: Sequence[TimeVariantCollisionObject]) -> List[int]:
        """When each trajectory first collides with any object: a step on the common clock, or -1."""
        asked = trajectories if isinstance(trajectories, Trajectories) else Trajectories(trajectories)
        steps = [-1] * len(asked)
        for start, body, group, rows in asked.alike:
            window = (start, rows.shape[1])
            if window not in self._windows:
                self._windows[window] = self._window(*window)
            if self._windows[window] is not None:
                found = first_hit(body, rows, self._windows[window])["step"]
                for at in np.flatnonzero(found >= 0):
                    steps[group[at]] = start + int(found[at])
        mixed = asked.mixed
        # Those that change their shape, step by step.
        for time in range(min((asked[index].time_start_idx() for index in mixed), default=0),
                          max((asked[index].time_end_idx() + 1 for index in mixed), default=0)):
            leaves = [(index, leaf) for index in mixed if steps[index] < 0 for leaf in asked[index].leaves_at(time)]
            for at in np.flatnonzero(self._touched([leaf for _, leaf in leaves], time)):
                steps[leaves[at][0]] = time
        return steps

    def _touched(self, leaves: Sequence[Leaf], time: int) -> npt.NDArray[np.bool_]:
        """Which of the leaves collide with an object at a step."""
        touched = np.zeros(len(leaves), bool)
        still = self._still[0]
        if still is not None:
            for shape, indices, poses in _by_shape(leaves):
                touched[indices] = any_hit(shape, poses, still)
        moving = [leaf for thing in self._moving for leaf in thing.leaves_at(time)]
        if moving and leaves:
            batch = PolygonBatch([leaf.shape for leaf in leaves], [leaf.pose for leaf in leaves])
            for shape, _, poses in _by_shape(moving):
                touched |= collision_mask(shape, poses, batch).any(axis=0)
        return touched

    def colliding(self, thing: CollisionObject) -> List[int]:
        """The objects that a thing collides with, ascending."""
        if thing.moves():
            return [index for index, other in enumerate(self._objects) if other.world.first_steps([thing]) != [-1]]  # type: ignore[list-item]
        still, owners = self._still
        found: Set[int] = set()
        if still is not None:
            for shape, _, poses in _by_shape(thing.leaves()):
                found.update(owners[hit] for hit in all_hits(shape, poses, still)[1])
        steps = iter(thing.world.first_steps(self._moving))
        found.update(index for index, other in enumerate(self._objects) if other.moves() and next(steps) >= 0)
        return sorted(found)

    def collides(self, thing: CollisionObject) -> bool:
        """Whether a thing collides with any object: at some common step, if both move."""
        if thing.moves():
            return self.first_steps([thing]) != [-1]  # type: ignore[list-item]
        still = self._still[0]
        if still is not None and any(any_hit(shape, poses, still).any() for shape, _, poses in _by_shape(thing.leaves())):
            return True
        return any(step >= 0 for step in thing.world.first_steps(self._moving))

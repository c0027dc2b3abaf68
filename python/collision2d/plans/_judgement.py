"""What is said of plans, and what they are put into."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from collision2d._core import Scene, TrajectoryChecker, Verdicts

# What protoc generates has no types.
Message = Any
commonroad_pb2: Any = importlib.import_module("collision2d.plans.commonroad_pb2")
plans_pb2: Any = importlib.import_module("collision2d.plans.plans_pb2")
scene_pb2: Any = importlib.import_module("collision2d.v1.scene_pb2")
waymo_pb2: Any = importlib.import_module("collision2d.plans.waymo_pb2")


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The verdicts on the plans in one scene, which are its candidates."""

    verdicts: Verdicts
    notes: list[str]
    """What was assumed, repaired or left out, and of a solution its validity and the reasons, one sentence each."""


@dataclass(frozen=True)
class Unusable:
    """A plan, or a part of a file, that cannot be judged."""

    reason: str


def add_poses(packed: Message, times_s: npt.ArrayLike, x: npt.ArrayLike, y: npt.ArrayLike, yaw_rad: npt.ArrayLike) -> None:
    for column, values in ((packed.time_s, times_s), (packed.x, x), (packed.y, y), (packed.yaw_rad, yaw_rad)):
        column.extend(values)


def checked(message: Message, *, instants_only: bool = False) -> Verdicts:
    """The verdicts on the candidates of a scene. Raises ValueError with the field and the value."""
    scene = Scene.from_bytes(message.SerializeToString())
    return TrajectoryChecker(scene, metrics=["goal"], instants_only=instants_only).check()

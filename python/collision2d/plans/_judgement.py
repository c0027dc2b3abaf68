"""What is said of plans, and the generated messages that they are read with."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from collision2d._core import Verdicts

# What protoc generates has no types.
Message = Any
commonroad_pb2: Any = importlib.import_module("collision2d.plans.commonroad_pb2")
plans_pb2: Any = importlib.import_module("collision2d.plans.plans_pb2")
scene_pb2: Any = importlib.import_module("collision2d.v1.scene_pb2")
waymo_pb2: Any = importlib.import_module("collision2d.plans.waymo_pb2")
# By quantity, one value for each state.
Columns = dict[str, npt.NDArray[np.float64]]


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The verdicts on the plans in one scene, which are its candidates."""

    verdicts: Verdicts
    notes: list[str]
    """What was assumed, repaired or left out, and of a solution what becomes of the plan, one sentence each."""


@dataclass(frozen=True)
class Unusable:
    """A plan, or a part of a file, that cannot be judged."""

    reason: str

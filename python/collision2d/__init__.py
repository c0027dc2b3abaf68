"""Exact collision checks for planners of self-driving vehicles, on NumPy arrays.

Arrays of float64 in C order are read in place; others and lists are converted, or refused within
array_rules(strict=True). Calls raise TypeError and ValueError with the name of the argument (or the field that it
becomes), the index and the value; nothing has been written then. docs/python.md describes these rules, threads and errors.
"""

from typing import TYPE_CHECKING, List, NoReturn

from collision2d import _names
from collision2d._arguments import array_rules
from collision2d._core import *
from collision2d._core import __version__, _verdicts_of
from collision2d._files import load_scenes
from collision2d._geometry import from_shapely, outline
from collision2d._pages import ReplayPage
from collision2d._plots import plot_motion, plot_road, plot_shape, plot_trajectories
from collision2d._records import _unpickle
from collision2d._results import ImpactResult, MotionDistance, MotionVerdict, Separation, SeparationGradient, SeparationStatus
from collision2d._scenes import Candidate, EgoState, Goal, ImplausibleSceneWarning, Margin, Obstacle, PlacedObstacle, Prediction
from collision2d._verdicts import (
    ContactBracket, Encounter, GoalReached, Headway, Interaction, LateralClearance, MarginEncounter, PostEncroachmentTime, Profile, ProfilePoint,
    RequiredDeceleration, Reservation, RoadClearance, RoadDeparture, RssMargin, TimeToCollision, Verdict, VerticalClearance,
)

__all__ = [
    "Candidate", "Candidates", "ContactBracket", "ConvexPolygon", "EgoState", "Encounter", "Goal", "GoalReached", "HIT_DTYPE", "Headway",
    "ImpactResult", "ImplausibleSceneWarning", "Interaction", "LateralClearance", "Margin", "MarginEncounter", "Motion", "MotionDistance",
    "MotionVerdict", "MovingObstacles", "NEAREST_DTYPE", "NEAREST_SEPARATION_DTYPE", "NEAREST_SEPARATION_GRADIENT_DTYPE", "Obstacle", "OccupancyGrid",
    "PathTimeGraph", "PlacedObstacle", "PointSet", "PolygonBatch", "PostEncroachmentTime", "Prediction", "Profile", "ProfilePoint", "ROAD_CLEARANCE_DTYPE", "ReplayPage",
    "RequiredDeceleration", "Reservation", "Road", "RoadClearance", "RoadDeparture", "RssMargin", "SEPARATION_DTYPE", "SEPARATION_GRADIENT_DTYPE",
    "SPEED_PROFILE_CHECK_DTYPE", "SWEPT_HIT_DTYPE", "SWEPT_NEAREST_DTYPE", "Scene", "Separation", "SeparationGradient", "SeparationStatus", "Shapes",
    "StaticMap", "TRAJECTORY_ROAD_CLEARANCE_DTYPE", "TimeToCollision", "TrajectoryChecker", "Verdict", "Verdicts", "VerticalClearance", "__version__",
    "all_distances", "all_hits", "any_hit", "array_rules", "collides", "collision_mask", "copied_arrays", "count_hits", "distance", "distance_within",
    "first_free", "first_hit", "from_shapely", "is_motion_free", "load_scenes", "minimum_distance", "minimum_distance_over_motion",
    "minimum_separation", "minimum_separation_gradient", "outline", "plot_motion", "plot_road", "plot_shape", "plot_trajectories", "pose_array",
    "relative_pose", "separation", "separation_gradient", "time_of_impact", "within_mask",
]

# Pickles, help and tracebacks show the public path of each name, which outlives the modules behind
# it.
for _public in [globals()[_name] for _name in [*__all__, "_unpickle"]]:
    if getattr(_public, "__module__", "").startswith("collision2d."):
        _public.__module__ = "collision2d"


def __dir__() -> List[str]:
    return sorted([*__all__, "commonroad", "plans", "v1"])


if not TYPE_CHECKING:
    def __getattr__(name: str) -> NoReturn:
        kinds = (kind for kind in map(globals().get, __all__) if isinstance(kind, type))
        _names.refuse_attribute("module 'collision2d'", name, [*__all__, *(call for kind in kinds for call in _names.factories(kind))])

"""Verdicts as tables: a row for each candidate, a column for each number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collision2d._core import Verdicts

# The fields of Verdict behind the columns; of a reservation, its kind comes before the field.
_NUMBERS = {
    "first_collision_s": "first_collision.time_s",
    "free_until_s": "contact_bracket.free_until_s",
    "contact_by_s": "contact_bracket.contact_by_s",
    "minimum_clearance_m": "minimum_clearance.signed_distance_m",
    "minimum_clearance_time_s": "minimum_clearance.time_s",
    "minimum_clearance_lower_bound_m": "minimum_clearance.lower_bound_m",
    "vertical_clearance_m": "vertical_clearance.clearance_m",
    "vertical_clearance_lower_bound_m": "vertical_clearance.lower_bound_m",
    "leaves_road_s": "leaves_road_time_s",
    "road_clearance_m": "road_clearance.clearance_m",
    "road_clearance_time_s": "road_clearance.time_s",
    "road_clearance_lower_bound_m": "road_clearance.lower_bound_m",
    "time_to_collision_s": "time_to_collision.constant_twist_s",
    "time_to_collision_on_paths_s": "time_to_collision.on_paths_s",
    "headway_s": "headway.headway_s",
    "gap_m": "headway.gap_m",
    "post_encroachment_time_s": "post_encroachment_time.duration_s",
    "post_encroachment_gap_s": "post_encroachment_time.gap_s",
    "ego_entry_s": "post_encroachment_time.ego_entry_s",
    "ego_exit_s": "post_encroachment_time.ego_exit_s",
    "obstacle_entry_s": "post_encroachment_time.obstacle_entry_s",
    "obstacle_exit_s": "post_encroachment_time.obstacle_exit_s",
    "required_deceleration_mps2": "required_deceleration.deceleration_mps2",
    "rss_longitudinal_margin_m": "rss_margin.longitudinal_margin_m",
    "rss_lateral_margin_m": "rss_margin.lateral_margin_m",
    "lateral_clearance_m": "lateral_clearance.clearance_m",
    "goal_time_s": "goal.time_s",
    "first_within_margin_s": "first_within_margin.time_s",
    "leaves_road_margin_s": "leaves_road_margin.outside_by_s",
    "unpredicted_from_s": "unpredicted_from_s",
    "beyond_prediction_from_s": "reservations.beyond_prediction.from_s",
}
_TEXTS = {
    "first_collision_obstacle": "first_collision.obstacle_id",
    "minimum_clearance_obstacle": "minimum_clearance.obstacle_id",
    "road_border": "road_clearance.border",
    "first_within_margin_obstacle": "first_within_margin.obstacle_id",
    "beyond_prediction_obstacle": "reservations.beyond_prediction.obstacle_id",
}
_FLAGS = {
    "collides": "collides",
    "leaves_road": "leaves_road",
    "is_undecided": "contact_bracket.is_undecided",
    "rss_is_dangerous": "rss_margin.is_dangerous",
    "goal_reached": "goal.reached",
}


def _columns(verdicts: Verdicts) -> Dict[str, npt.NDArray[Any]]:
    columns: Dict[str, npt.NDArray[Any]] = {
        "candidate_id": np.array(verdicts._column("candidate_id"), np.str_),
        "cost": verdicts._column("cost"),
        "is_free": verdicts.is_free,
    }
    for name, path in {**_FLAGS, **_NUMBERS}.items():
        columns[name] = verdicts._column(path)
    for name, path in _TEXTS.items():
        columns[name] = np.array(verdicts._column(path), np.str_)
    return columns


def to_records(verdicts: Verdicts) -> npt.NDArray[np.void]:
    """Verdicts.to_records."""
    columns = _columns(verdicts)
    records = np.empty(len(verdicts), [(name, column.dtype) for name, column in columns.items()])
    for name, column in columns.items():
        records[name] = column
    return records


def to_dataframe(verdicts: Verdicts) -> Any:
    """Verdicts.to_dataframe."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("Verdicts.to_dataframe needs pandas; Verdicts.to_records does not") from error
    return pandas.DataFrame(_columns(verdicts)).set_index("candidate_id")

"""A scene of a Scenario of the Waymo Open Motion Dataset, as docs/mapping.md maps it.

Scenarios are dicts, as MessageToDict(scenario, preserving_proto_field_name=True) of protobuf makes them.
"""

import numpy as np

import collision2d as c2d

LEVEL_M = 3.0  # Edges farther above or below the ego vehicle are those of another level.


def states_of(track, begin):
    """The states from `begin` on: x, y, heading, length, width, speeds along x and y, z; and which are valid."""
    names = ("center_x", "center_y", "heading", "length", "width", "velocity_x", "velocity_y", "center_z")
    states = track["states"][begin:]
    return (np.array([[state.get(name, 0.0) for name in names] for state in states], np.float64),
            np.array([state.get("valid", False) for state in states], bool))


def borders(scenario, z):
    """The edges of the road on the ego vehicle's level, which have the road on their left."""
    for feature in scenario.get("map_features", []):
        points = [(p["x"], p["y"], p.get("z", 0.0)) for p in feature.get("road_edge", {}).get("polyline", [])]
        points = np.array([p for i, p in enumerate(points) if i == 0 or p[:2] != points[i - 1][:2]])
        if len(points) > 1 and np.abs(points[:, 2] - z).min() < LEVEL_M:
            yield points[:, :2]


def scene_of(scenario):
    """The scene at the current step: the logged motion of the ego vehicle is its candidate, all others are predictions."""
    now = scenario.get("current_time_index", 0)
    times = np.array(scenario["timestamps_seconds"], np.float64)[now:]
    ego, valid = states_of(scenario["tracks"][scenario["sdc_track_index"]], now)
    if not valid[0]:
        raise ValueError("sdc_track_index: the ego vehicle is not valid at the current step")
    ids, shapes, motions = [], [], []
    for index, track in enumerate(scenario["tracks"]):
        if index == scenario["sdc_track_index"]:
            continue
        states, there = states_of(track, now)
        # Each run of valid states is an obstacle of its own: nothing is known of the gaps.
        runs = np.flatnonzero(np.diff(np.concatenate([[False], there, [False]]))).reshape(-1, 2)
        for number, (begin, end) in enumerate(runs):
            ids.append(f"{track['id']}/{number}" if number else str(track["id"]))
            shapes.append(c2d.ConvexPolygon.rectangle(*states[begin:end, 3:5].max(axis=0)))
            motions.append((times[begin:end], states[begin:end, :3]))
    lengths = np.array([len(run_times) for run_times, _ in motions], np.int32)
    run_times, poses = np.zeros((len(motions), len(times))), np.zeros((len(motions), len(times), 3))
    for k, (some_times, some_poses) in enumerate(motions):
        run_times[k, :len(some_times)], poses[k, :len(some_poses)] = some_times, some_poses
    x, y, yaw, length, width, speed_x, speed_y, z = ego[0]
    driven = len(times) if valid.all() else int(np.argmin(valid))
    return c2d.Scene.from_arrays(
        c2d.ConvexPolygon.rectangle(length, width), (times[:driven], ego[np.newaxis, :driven, :3]), id=scenario["scenario_id"],
        time_step_s=float(np.diff(times).mean()), ego_state=(times[0], x, y, yaw, speed_x * np.cos(yaw) + speed_y * np.sin(yaw), 0.0),
        road_borders=list(borders(scenario, z)), moving_obstacles=shapes, moving_ids=ids,
        predictions=c2d.Candidates.from_arrays(run_times, poses, lengths=lengths),
    )

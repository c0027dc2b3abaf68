"""Submissions to Waymo's challenges: simulated rollouts and predictions, judged in the scenes of their scenarios.

A motion is written into the Scenario in place of the logged one, which is then read as every recording is: numbers that
make no scene are named by the fields of the Scenario.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from collision2d._core import Candidates, Scene, TrajectoryChecker
from collision2d.plans._judgement import Columns, Judgement, Message, Unusable, plans_pb2, waymo_pb2

_STEP_S = 0.1  # Beyond the scenario's own times, which those of the test split lack.
_PREDICTED_STEPS = 5  # From one predicted position to the next.
_PREDICTED_POSITIONS = 16
_AT_REST_M = 0.05  # Of shorter ways between predicted positions the direction is noise.
_SIMULATED = ("center_x", "center_y", "center_z", "heading", "width", "length", "height", "valid")
_CRC32C = list(range(256))
for _ in range(8):
    _CRC32C = [crc >> 1 ^ 0x82f63b78 * (crc & 1) for crc in _CRC32C]
# Name, cost and motion of each plan of an agent, whose id is the first.
_Agent = tuple[int, Sequence[tuple[str, float, Message]]]


def _is_intact(data: bytes, checksum: bytes) -> bool:
    """Whether bytes of a TFRecord have its masked CRC-32C."""
    crc = 0xffffffff
    for byte in data:
        crc = crc >> 8 ^ _CRC32C[(crc ^ byte) & 255]
    crc ^= 0xffffffff
    return ((crc >> 15 | crc << 17) + 0xa282ead8) & 0xffffffff == int.from_bytes(checksum, "little")


def _records(file: Path, begin: int = 0) -> Iterator[tuple[int, bytes, bytes]]:
    """Place, data and checksum of each TFRecord from a byte on, up to one whose length is damaged, or that is cut."""
    with file.open("rb") as stream:
        stream.seek(begin)
        while len(header := stream.read(12)) == 12 and _is_intact(header[:8], header[8:]):
            length = int.from_bytes(header[:8], "little")
            data, checksum = stream.read(length), stream.read(4)
            if len(data) < length or len(checksum) < 4:
                return
            yield begin, data, checksum
            begin += 16 + length


def _places_in(folder: Path) -> dict[str, tuple[Path, int]]:
    """The file and the byte of each scenario. Files of other formats and noise have none."""
    places = {}
    for file in sorted(folder.iterdir()):
        for begin, data, _ in _records(file) if file.is_file() else ():
            try:
                places[waymo_pb2.Scenario.FromString(data).scenario_id] = file, begin
            except DecodeError:
                continue
    return places


def _read_scenario(places: Mapping[str, tuple[Path, int]], scenario_id: str) -> Message:
    if scenario_id not in places:
        raise ValueError(f'scenario_id: "{scenario_id}" is in no .tfrecord of the folder of scenarios')
    file, begin = places[scenario_id]
    _, data, checksum = next(_records(file, begin), (0, b"", b"none"))
    if not _is_intact(data, checksum):
        raise ValueError(f'{file}: the record at byte {begin}, of scenario "{scenario_id}", is cut or has the wrong checksum')
    try:
        Scene.from_waymo(data)
    except ValueError as error:
        raise ValueError(f'{file}: scenario "{scenario_id}": {error}') from None
    return waymo_pb2.Scenario.FromString(data)


def _parsed(kind: Any, data: bytes) -> tuple[Message, list[str]]:
    """The message with these bytes, and a note of how many of them are not read."""
    message, known = kind(), kind()
    with warnings.catch_warnings(record=True) as caught:  # One implementation only warns of a tag that ends what did not begin.
        warnings.simplefilter("always")
        try:
            is_whole = message.MergeFromString(data) == len(data) and not caught
        except DecodeError:
            is_whole = False
    if not is_whole:
        raise ValueError(f"is no {kind.DESCRIPTOR.name}, or a damaged one")
    size = message.ByteSize()
    message.DiscardUnknownFields()
    known.MergeFrom(message)  # One implementation keeps the size that a message had.
    unread = size - known.ByteSize()
    return known, [f"Passed over: {unread} bytes of fields of {kind.DESCRIPTOR.name} that are not read."] if unread else []


def _cost(confidence: float) -> float:
    """The more confident, the lower; 1 for what is no number."""
    return 1.0 - confidence if math.isfinite(confidence) else 1.0


def _sets_of(record: bytes) -> tuple[str, list[str], list[tuple[str, list[_Agent]]]]:
    """The scenario, notes, and of each rollout and joint prediction its name and plans; single ones are one without a name.

    Records of rollouts and of predictions begin alike; what is no message of one type is of the other.
    """
    sets: list[tuple[str, list[_Agent]]] = []
    try:
        message, notes = _parsed(plans_pb2.ChallengeScenarioPredictions, record)
        singles, joints = message.single_predictions.predictions, message.joint_prediction.joint_trajectories
    except ValueError:
        singles, joints = (), ()
    if joints or any(single.HasField("object_id") for single in singles[:1]):
        sets.append(("", [(single.object_id, [(f"mode {k}", _cost(mode.confidence), mode.trajectory) for k, mode in enumerate(single.trajectories)])
                          for single in singles]))
        sets += [(f"/joint {i}", [(each.object_id, [(f"joint {i}", _cost(joint.confidence), each.trajectory)]) for each in joint.trajectories])
                 for i, joint in enumerate(joints)]
    else:
        message, notes = _parsed(plans_pb2.ScenarioRollouts, record)
        sets += [(f"/rollout {i}", [(each.object_id, [(f"rollout {i}", 0.0, each)]) for each in joint.simulated_trajectories])
                 for i, joint in enumerate(message.joint_scenes)]
    return message.scenario_id, notes, sets


def _simulated(scenario: Message, simulated: Message) -> Columns:
    """What a rollout gives of the states after the current one: 80, or all 91 of a generated scenario."""
    columns = {name: getattr(simulated, name) for name in _SIMULATED if name in _SIMULATED[:4] or len(getattr(simulated, name)) > 0}
    counts = {name: len(values) for name, values in columns.items()}
    first = scenario.current_time_index + 1 if counts["center_x"] == 91 else 0
    if len(set(counts.values())) != 1 or counts["center_x"] not in (80, 91) or first == 91:
        raise ValueError(", ".join(f"{count} of {name}" for name, count in counts.items()) + "; 80 or 91 of each are needed")
    return _finite({name: values[first:] for name, values in columns.items()})


def _finite(columns: Columns) -> Columns:
    for name, values in columns.items():
        if not np.isfinite(values).all():
            raise ValueError(f"{name}: a value is not finite")
    return columns


def _predicted(now: Message, trajectory: Message) -> Columns:
    """The states of a prediction: straight between its positions, each in the direction of travel."""
    xs, ys = trajectory.center_x, trajectory.center_y
    if not len(xs) == len(ys) == _PREDICTED_POSITIONS:
        raise ValueError(f"{len(xs)} of center_x, {len(ys)} of center_y; {_PREDICTED_POSITIONS} of each are needed")
    positions, headings = np.array([(now.center_x, now.center_y), *zip(xs, ys)]), [now.heading]
    for dx, dy in np.diff(positions, axis=0):
        headings.append(headings[-1] if math.hypot(dx, dy) <= _AT_REST_M else math.atan2(dy, dx))
    places = np.arange(1, _PREDICTED_STEPS * _PREDICTED_POSITIONS + 1) / _PREDICTED_STEPS
    x, y = (np.interp(places, range(len(positions)), column) for column in positions.T)
    return _finite({"center_x": x, "center_y": y, "heading": np.repeat(headings[1:], _PREDICTED_STEPS)})


def _edited(scenario: Message, motions: Mapping[int, Columns], others_end: int) -> Message:
    """A copy of the scenario with motions from the current step on; the states of others end at a step."""
    edited = waymo_pb2.Scenario.FromString(scenario.SerializeToString())
    current, times = scenario.current_time_index, edited.timestamps_seconds
    for index, track in enumerate(edited.tracks):
        if index not in motions:
            del track.states[others_end:]
            continue
        del track.states[current + 1:]
        for values in zip(*motions[index].values()):
            state = track.states.add()
            state.CopyFrom(track.states[current])
            for name, value in zip(motions[index], values):
                setattr(state, name, value)
    count = max(current + 1 + _PREDICTED_STEPS * _PREDICTED_POSITIONS, *(len(track.states) for track in edited.tracks))
    times.extend([times[-1] + _STEP_S * k for k in range(1, count - len(times) + 1)])
    for track in edited.tracks:
        track.states.extend(waymo_pb2.ObjectState() for _ in range(count - len(track.states)))
    return edited


def _judge_set(scenario: Message, name: str, agents: Sequence[_Agent], notes: Sequence[str]) -> Iterator[Judgement | Unusable]:
    """Of each agent that is judged, in the scene in which it is the ego vehicle."""
    index_of, now, is_rollout = {track.id: i for i, track in enumerate(scenario.tracks)}, scenario.current_time_index, name.startswith("/rollout")
    plans: dict[int, list[tuple[str, float, Columns]]] = {}
    for object_id, found in agents:
        track = index_of.get(object_id, -1)
        try:
            if track < 0 or track in plans or not scenario.tracks[track].states[now].valid:
                raise ValueError("is the id of no track" if track < 0 else "has a trajectory already" if track in plans else "has no state at the current step")
            state = scenario.tracks[track].states[now]
            plans[track] = [(plan, cost, _simulated(scenario, motion) if is_rollout else _predicted(state, motion)) for plan, cost, motion in found]
        except ValueError as error:
            raise ValueError(f"{name}/agent {object_id}: {error}") from None
    # Who is not simulated is there until now.
    edited = _edited(scenario, {track: found[0][2] for track, found in plans.items() if name}, now + 1 if is_rollout else len(scenario.timestamps_seconds))
    for track in dict.fromkeys([scenario.sdc_track_index, *(required.track_index for required in scenario.tracks_to_predict)] if is_rollout else plans):
        agent, state = f"{name}/agent {edited.tracks[track].id}", edited.tracks[track].states[now]
        edited.scenario_id, edited.sdc_track_index = scenario.scenario_id + agent, track
        try:
            if not plans.get(track):
                raise ValueError("has no trajectory, but is to be judged")
            scene = Scene.from_waymo(edited.SerializeToString())
            times = np.array(edited.timestamps_seconds)[now:now + 1 + _PREDICTED_STEPS * _PREDICTED_POSITIONS]
            rows = [(each.times_s, each.poses[:, :3]) for each in scene.candidates] if name else [
                (times - times[0], np.column_stack([[state.center_x, *motion["center_x"]], [state.center_y, *motion["center_y"]],
                                                    np.unwrap([state.heading, *motion["heading"]])])) for _, _, motion in plans[track]]
            ids, costs, _ = zip(*plans[track])
            times_s, poses = (np.array(column) for column in zip(*rows))
            verdicts = TrajectoryChecker(scene).check(Candidates.from_arrays(times_s, poses, ids=ids, costs=costs))
            yield Judgement(verdicts=verdicts, notes=[*notes, *scene.notes])
        except ValueError as error:
            yield Unusable(f"{agent}: {error}")


def _judge_record(record: bytes, places: Mapping[str, tuple[Path, int]]) -> Iterator[Judgement | Unusable]:
    scenario_id, notes, sets = _sets_of(record)
    if not any(agents or name for name, agents in sets):
        raise ValueError(f'scenario "{scenario_id}": has no rollouts and no predictions')
    scenario = _read_scenario(places, scenario_id)
    for name, agents in sets:
        try:
            if name and not agents:
                raise ValueError(f"{name}: has no trajectory of any agent")
            yield from _judge_set(scenario, name, agents, notes)
        except ValueError as error:
            yield Unusable(str(error))


def judge_submission(file: Path, folder: Path) -> Iterator[Judgement | Unusable]:
    """Raises ValueError for a file that is no submission, OSError for files that are not there."""
    submission, notes = _parsed(plans_pb2.Submission, file.read_bytes())
    if not submission.records:
        raise ValueError("has no scenarios")
    yield from (Unusable(f"{file}: {note}") for note in notes)
    places = _places_in(folder)
    for index, record in enumerate(submission.records):
        where = f"{file}: record {index}"
        try:
            for found in _judge_record(record, places):
                yield Unusable(f"{where}{found.reason}") if isinstance(found, Unusable) else found
        except (ValueError, OSError) as error:
            yield Unusable(f"{where}: {error}")

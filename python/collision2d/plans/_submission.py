"""Submissions to Waymo's challenges: simulated rollouts and predictions, judged in the scenes of their scenarios.

A motion is written into the Scenario in place of the logged one, which is then read as every recording is.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from collision2d._core import Scene
from collision2d.plans._judgement import Judgement, Message, Unusable, add_poses, checked, plans_pb2, scene_pb2, waymo_pb2

# By field of a state, one value for each step.
Columns = Mapping[str, Any]
_STEP_S = 0.1  # Beyond the scenario's own times, which those of the test split lack.
_PREDICTED_STEPS = 5  # From one predicted position to the next.
_PREDICTED_POSITIONS = 16
_AT_REST_M = 0.05  # Of shorter ways between predicted positions the direction is noise.
_MOST_SETS = 1000  # Rollouts of a scenario; the challenges ask for 32.
_CRC32C = [0] * 256
for _byte in range(256):
    _CRC32C[_byte] = _byte
    for _ in range(8):
        _CRC32C[_byte] = _CRC32C[_byte] >> 1 ^ (0x82f63b78 if _CRC32C[_byte] & 1 else 0)


def _is_intact(data: bytes, checksum: bytes) -> bool:
    """Whether bytes of a TFRecord have its masked CRC-32C."""
    crc = 0xffffffff
    for byte in data:
        crc = crc >> 8 ^ _CRC32C[(crc ^ byte) & 255]
    crc ^= 0xffffffff
    return ((crc >> 15 | crc << 17) + 0xa282ead8) & 0xffffffff == int.from_bytes(checksum, "little")


def _parsed(message: Any, data: bytes) -> tuple[Any, list[str]]:
    """The message with these bytes, and a note of how many of them are not read."""
    with warnings.catch_warnings(record=True) as caught:  # One implementation only warns of a tag that ends what did not begin.
        warnings.simplefilter("always")
        try:
            is_whole = message.MergeFromString(data) == len(data)
        except DecodeError:
            is_whole = False
    if not is_whole or caught:
        raise ValueError(f"is no {message.DESCRIPTOR.name}, or a damaged one")
    size = message.ByteSize()
    message.DiscardUnknownFields()
    known = type(message)()  # One implementation keeps the size that a message had.
    known.MergeFrom(message)
    unread = size - known.ByteSize()
    return known, [f"Passed over: {unread} bytes of fields of {message.DESCRIPTOR.name} that are not read."] if unread else []


def _has_predictions(record: bytes) -> bool:
    """Whether a record has predictions, not rollouts. Both begin alike; what is no message of one type is of the other."""
    try:
        message = plans_pb2.ChallengeScenarioPredictions.FromString(record)
    except DecodeError:
        return False
    singles = message.single_predictions.predictions
    return message.HasField("joint_prediction") or (len(singles) > 0 and singles[0].HasField("object_id"))


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


class _Folder:
    """Where the scenarios of a folder are. Files of other formats and noise have none; what is needed and not here is named."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._places: dict[str, tuple[Path, int]] = {}
        for file in sorted(folder.iterdir()):
            for begin, data, _ in _records(file) if file.is_file() else ():
                try:
                    self._places[waymo_pb2.Scenario.FromString(data).scenario_id] = (file, begin)
                except DecodeError:
                    continue

    def read(self, scenario_id: str) -> Message:
        if scenario_id not in self._places:
            raise ValueError(f'scenario_id: "{scenario_id}" is in no .tfrecord of {self._folder}')
        file, begin = self._places[scenario_id]
        _, data, checksum = next(_records(file, begin), (0, b"", b"none"))
        if not _is_intact(data, checksum):
            raise ValueError(f'{file}: the record at byte {begin}, of scenario "{scenario_id}", is cut or has the wrong checksum')
        try:
            Scene.from_waymo(data)
        except ValueError as error:
            raise ValueError(f'{file}: scenario "{scenario_id}": {error}') from None
        return waymo_pb2.Scenario.FromString(data)


def _track_of(scenario: Message, object_id: int, path: str) -> int:
    for index, track in enumerate(scenario.tracks):
        if track.id == object_id:
            if not track.states[scenario.current_time_index].valid:
                raise ValueError(f"{path}.object_id: {object_id} has no state at the current step")
            return index
    raise ValueError(f"{path}.object_id: {object_id} is the id of no track")


def _simulated(scenario: Message, path: str, simulated: Message) -> Columns:
    """What a rollout gives of the states after the current one."""
    count, columns = len(simulated.center_x), {}
    for name in ("center_x", "center_y", "center_z", "heading", "width", "length", "height", "valid"):
        values, is_size = getattr(simulated, name), name in ("width", "length", "height")
        if len(values) != count and (len(values) > 0 or not is_size and name != "valid"):
            raise ValueError(f"{path}.{name}: {len(values)} values beside {count} of center_x")
        for k, value in enumerate(values):
            if not math.isfinite(value) or (is_size and value <= 0.0):
                raise ValueError(f"{path}.{name}[{k}]: {value} is not {'a size' if is_size else 'finite'}")
        columns[name] = values
    # Rollouts have the 80 steps after the current one; generated scenarios have all 91.
    first = scenario.current_time_index + 1 if count == 91 else 0
    if count not in (80, 91) or first == count:
        raise ValueError(f"{path}.center_x: {count} values; 80 or 91 are needed")
    return {name: values[first:] for name, values in columns.items() if len(values) > 0}


def _predicted(scenario: Message, track: int, path: str, trajectory: Message) -> Columns:
    """The states of a prediction: straight between its positions, each in the direction of travel."""
    xs, ys = trajectory.center_x, trajectory.center_y
    if not len(xs) == len(ys) == _PREDICTED_POSITIONS:
        raise ValueError(f"{path}.trajectory.center_x: {len(xs)} values, and {len(ys)} of center_y; {_PREDICTED_POSITIONS} are needed")
    for k, (x, y) in enumerate(zip(xs, ys)):
        if not math.isfinite(x) or not math.isfinite(y):
            raise ValueError(f"{path}.trajectory: center_x[{k}], center_y[{k}]: {x}, {y} is not finite")
    now = scenario.tracks[track].states[scenario.current_time_index]
    positions, headings = np.array([(now.center_x, now.center_y), *zip(xs, ys)]), [now.heading]
    for dx, dy in np.diff(positions, axis=0):
        headings.append(math.atan2(dy, dx) if math.hypot(dx, dy) > _AT_REST_M else headings[-1])
    places = np.arange(1, _PREDICTED_STEPS * _PREDICTED_POSITIONS + 1) / _PREDICTED_STEPS
    x, y = (np.interp(places, range(len(positions)), column) for column in positions.T)
    return {"center_x": x, "center_y": y, "heading": np.repeat(headings[1:], _PREDICTED_STEPS)}


def _edited(scenario: Message, motions: Mapping[int, Columns], others_end: int | None, count: int) -> Message:
    """A copy of the scenario with motions from the current step on; the states of others end at a step, if at all."""
    edited = waymo_pb2.Scenario.FromString(scenario.SerializeToString())
    times = edited.timestamps_seconds
    for index, track in enumerate(edited.tracks):
        if index in motions:
            del track.states[scenario.current_time_index + 1:]
            current = track.states[-1]
            for values in zip(*motions[index].values()):
                state = track.states.add()
                state.CopyFrom(current)
                for name, value in zip(motions[index], values):
                    setattr(state, name, value)
        elif others_end is not None:
            del track.states[others_end:]
    for _ in range(max([count, *(len(track.states) for track in edited.tracks)]) - len(times)):
        times.append(times[-1] + _STEP_S)
    for track in edited.tracks:
        track.states.extend(waymo_pb2.ObjectState() for _ in range(len(times) - len(track.states)))
    return edited


class _Judge:
    """Judges the rollouts or predictions of one scenario."""

    def __init__(self, data: bytes, folder: _Folder, where: str) -> None:
        self._where = where
        rollouts: Any = ()
        joints: Any = ()
        singles: Any = ()
        if _has_predictions(data):
            message, self._notes = _parsed(plans_pb2.ChallengeScenarioPredictions(), data)
            joints, singles = message.joint_prediction.joint_trajectories, message.single_predictions.predictions
        else:
            message, self._notes = _parsed(plans_pb2.ScenarioRollouts(), data)
            rollouts = message.joint_scenes
        if not rollouts and not joints and not singles:
            raise ValueError(f'scenario "{message.scenario_id}": has no rollouts and no predictions')
        if len(rollouts) + len(joints) > _MOST_SETS:
            raise ValueError(f"{len(rollouts) + len(joints)} rollouts or joint predictions; at most {_MOST_SETS}")
        self._scenario = folder.read(message.scenario_id)
        self._parts = [*(self._judge_rollout(k, joint.simulated_trajectories) for k, joint in enumerate(rollouts)), self._judge_singles(singles),
                       *(self._judge_joint(k, joint) for k, joint in enumerate(joints))]

    def __iter__(self) -> Iterator[Judgement | Unusable]:
        for part in self._parts:
            try:
                yield from part
            except ValueError as error:
                yield Unusable(f"{self._where}: {error}")

    def _judge_agent(self, name: str, edited: Message, track: int, candidates: Sequence[tuple[str, float, Columns | None]]) -> Judgement | Unusable:
        """Of the scene in which an agent is the ego vehicle. Candidates are names, costs, and motions (None: that of the scenario)."""
        name += f"/agent {edited.tracks[track].id}"
        try:
            edited.sdc_track_index = track
            scene = Scene.from_waymo(edited.SerializeToString())
            message = scene_pb2.Scene.FromString(scene.to_bytes())
            message.id += name
            own = list(message.candidates)
            message.ClearField("candidates")
            for each, cost, motion in candidates:
                if motion is not None:
                    _add_motion(message.candidates.add(id=each, cost=cost).packed_poses, edited, track, motion)
                elif own:  # A track without a motion ends at the current step.
                    message.candidates.add(id=each, cost=cost).packed_poses.CopyFrom(own[0].packed_poses)
            if not message.candidates:
                raise ValueError("has no trajectory, but is to be judged")
            return Judgement(verdicts=checked(message), notes=[*self._notes, *scene.notes])
        except ValueError as error:
            return Unusable(f"{self._where}{name}: {error}")

    def _judge_rollout(self, index: int, simulated: Sequence[Message]) -> Iterator[Judgement | Unusable]:
        path = f"joint_scenes[{index}]"
        if not simulated:
            raise ValueError(f"{path}: has no trajectory of any agent")
        scenario, motions = self._scenario, dict[int, Columns]()
        for i, each in enumerate(simulated):
            track = _track_of(scenario, each.object_id, f"{path}.simulated_trajectories[{i}]")
            if track in motions:
                raise ValueError(f"{path}.simulated_trajectories[{i}].object_id: {each.object_id} has a trajectory already")
            motions[track] = _simulated(scenario, f"{path}.simulated_trajectories[{i}]", each)
        # Who is not simulated is there until now.
        edited = _edited(scenario, motions, scenario.current_time_index + 1, 0)
        for track in dict.fromkeys([scenario.sdc_track_index, *(required.track_index for required in scenario.tracks_to_predict)]):
            yield self._judge_agent(f"/rollout {index}", edited, track, [(f"rollout {index}", 0.0, None)])

    def _judge_joint(self, index: int, joint: Message) -> Iterator[Judgement | Unusable]:
        motions = {}
        for i, each in enumerate(joint.trajectories):
            path = f"joint_prediction.joint_trajectories[{index}].trajectories[{i}]"
            track = _track_of(self._scenario, each.object_id, path)
            motions[track] = _predicted(self._scenario, track, path, each.trajectory)
        edited = _edited(self._scenario, motions, None, 0)
        for track in motions:
            yield self._judge_agent(f"/joint {index}", edited, track, [(f"joint {index}", _cost(joint.confidence), None)])

    def _judge_singles(self, singles: Sequence[Message]) -> Iterator[Judgement | Unusable]:
        scenario, agents = self._scenario, []
        for i, single in enumerate(singles):
            path = f"single_predictions.predictions[{i}]"
            track = _track_of(scenario, single.object_id, path)
            agents.append((track, [(f"mode {k}", _cost(mode.confidence), _predicted(scenario, track, f"{path}.trajectories[{k}]", mode.trajectory))
                                   for k, mode in enumerate(single.trajectories)]))
        edited = _edited(scenario, {}, None, scenario.current_time_index + 1 + _PREDICTED_POSITIONS * _PREDICTED_STEPS)
        for track, modes in agents:
            yield self._judge_agent("", edited, track, modes)


def _cost(confidence: float) -> float:
    """The more confident, the lower; 1 for what is no number."""
    return 1.0 - confidence if math.isfinite(confidence) else 1.0


def _add_motion(poses: Message, scenario: Message, track: int, motion: Columns) -> None:
    times = np.array(scenario.timestamps_seconds)[scenario.current_time_index:][:len(motion["heading"]) + 1]
    state = scenario.tracks[track].states[scenario.current_time_index]
    yaws = np.unwrap([state.heading, *motion["heading"]])
    add_poses(poses, times - times[0], [state.center_x, *motion["center_x"]], [state.center_y, *motion["center_y"]], yaws)


def judge_submission(file: Path, folder: Path) -> Iterator[Judgement | Unusable]:
    """Raises ValueError for a file that is no submission, OSError for files that are not there."""
    submission, notes = _parsed(plans_pb2.Submission(), file.read_bytes())
    if not submission.records:
        raise ValueError("has no scenarios")
    yield from (Unusable(f"{file}: {note}") for note in notes)
    scenarios = _Folder(folder)
    for index, data in enumerate(submission.records):
        where = f"{file}: record {index}"
        try:
            yield from _Judge(data, scenarios, where)
        except (ValueError, OSError) as error:
            yield Unusable(f"{where}: {error}")

"""CommonRoad solutions: the plans of a CommonRoadSolution document, judged in the scenes of their scenario."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from collision2d._core import ConvexPolygon, Scene, Verdicts, collides
from collision2d._scenes import Goal
from collision2d._verdicts import Verdict
from collision2d.plans._judgement import Judgement, Message, Unusable, add_poses, checked, commonroad_pb2, scene_pb2
from collision2d.plans._vehicles import VEHICLE_TYPES, Columns, VehicleType, feasibility

_BENCHMARK_ID = re.compile(
    r"(?P<vehicles>{0}|\[{0}(,{0})*\]):(?P<costs>{1}|\[{1}(,{1})*\]):(?P<scenario>[A-Za-z0-9_-]+):(?P<version>2018b|2020a)".format(
        "(PM|ST|KS|MB|KST)[1-4]", "(JB1|SA1|WX1|SM[123]|MW1|TR[12])"))
# What states have by the model, and the largest magnitude that is plausible; m, rad, s, steps.
_LIMITS = {"time": 1e9, "x": 1e8, "y": 1e8, "velocity": 1e4, "orientation": 1e6, "steeringAngle": 1e6, "xVelocity": 1e4, "yVelocity": 1e4}
_HEADING = ["time", "x", "y", "velocity", "orientation"]
_NEEDED = {"PM": ["time", "x", "y", "xVelocity", "yVelocity"], "KS": [*_HEADING, "steeringAngle"], "ST": _HEADING, "MB": _HEADING, "KST": _HEADING}
_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)
_SAME_INSTANT_S = 1e-6


@dataclass
class _Plan:
    problem: str
    vehicle: str
    """Model and type, as KS2."""
    states: Columns
    """By step, of the quantities that the model needs, and of a point mass its speed and direction as velocity and orientation."""

    @property
    def model(self) -> str:
        return self.vehicle[:-1]

    @property
    def type(self) -> VehicleType:
        return VEHICLE_TYPES[self.vehicle[-1]]


def _read_state(element: ElementTree.Element, path: str, needed: Sequence[str], unused: Counter[str]) -> list[float]:
    values: dict[str, float] = {}
    for child in element:
        text, limit = child.text or "", _LIMITS.get(child.tag, 0.0)
        if child.tag not in needed:
            unused[child.tag] += 1
        elif child.tag in values:
            raise ValueError(f"{path}: has two elements {child.tag}")
        elif not _NUMBER.fullmatch(text) or not abs(float(text)) <= limit:
            raise ValueError(f'{path}.{child.tag}: "{text}" is not a number of at most {limit:g}')
        else:
            values[child.tag] = float(text)
    missing = [name for name in needed if name not in values]
    if missing:
        raise ValueError(f"{path}: element {missing[0]} is missing")
    if values["time"] % 1.0 != 0.0 or values["time"] < 0.0:
        raise ValueError(f"{path}.time: {values['time']:g} is not a time step: a whole number from 0")
    return [values[name] for name in needed]


def _read_plan(element: ElementTree.Element, path: str, vehicle: str, unused: Counter[str]) -> _Plan:
    model = vehicle[:-1]
    name = f"{model.lower()}State"
    if element.tag != f"{model.lower()}Trajectory":
        raise ValueError(f"{path}: is not the {model.lower()}Trajectory of a {vehicle}; trajectories alone are read, not inputs")
    if "planningProblem" not in element.attrib or len(element) == 0:
        raise ValueError(f"{path}: attribute planningProblem is missing, or it has no {name}")
    rows = []
    for index, child in enumerate(element):
        if child.tag != name:
            raise ValueError(f"{path}.{child.tag}[{index}]: is not a {name}")
        rows.append(_read_state(child, f"{path}.{name}[{index}]", _NEEDED[model], unused))
    states = dict(zip(_NEEDED[model], np.array(sorted(rows)).T))  # Sorted as by the format's reference reader.
    (gaps,) = np.nonzero(np.diff(states["time"]) != 1.0)
    if len(gaps) > 0:
        before, after = states["time"][gaps[0]:gaps[0] + 2]
        fault = "has two states" if after == before else f"follows {before:.0f}: states in between are missing"
        raise ValueError(f"{path}: time {after:.0f} {fault}")
    if model == "PM":
        states["velocity"] = np.hypot(states["xVelocity"], states["yVelocity"])
        states["orientation"] = np.arctan2(states["yVelocity"], states["xVelocity"])
    return _Plan(element.attrib["planningProblem"], vehicle, states)


def _read_solution(file: Path) -> tuple[list[_Plan], dict[str, str], list[str]]:
    """The plans in the file's order, the parts of the benchmark id, and notes."""
    data = file.read_bytes()
    if b"<!ENTITY" in data:
        raise ValueError("declares entities, which are not expanded")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, LookupError) as error:
        raise ValueError(f"not well-formed XML: {error}") from None
    if root.tag != "CommonRoadSolution":
        raise ValueError(f'the root element is "{root.tag}", not CommonRoadSolution')
    text = root.get("benchmark_id", "")
    benchmark = _BENCHMARK_ID.fullmatch(text.replace(" ", ""))
    if benchmark is None:
        raise ValueError(f'attribute benchmark_id: "{text}" is not VEHICLES:COSTS:SCENARIO:VERSION, as KS2:SM1:ZAM_Tjunction-1_42_T-1:2020a')
    vehicles, costs = (benchmark[name].strip("[]").split(",") for name in ("vehicles", "costs"))
    if not len(vehicles) == len(costs) == len(root) or len(root) == 0:
        raise ValueError(f"benchmark_id has {len(vehicles)} vehicles and {len(costs)} costs for {len(root)} trajectories")
    unused: Counter[str] = Counter()
    plans: dict[str, _Plan] = {}
    for index, (element, vehicle, cost) in enumerate(zip(root, vehicles, costs)):
        path = element.tag if len(root) == 1 else f"{element.tag}[{index}]"
        if vehicle.startswith("PM") and cost not in ("JB1", "WX1", "MW1"):
            raise ValueError(f'attribute benchmark_id: "{cost}" is not defined for the model PM')
        plan = _read_plan(element, path, vehicle, unused)
        if plans.setdefault(plan.problem, plan) is not plan:
            raise ValueError(f'{path}: planningProblem "{plan.problem}" has two trajectories')
    used = ", ".join(f'"{name}" ({count})' for name, count in sorted(unused.items()))
    return list(plans.values()), benchmark.groupdict(), [f"Elements of the solution that are not used: {used}."] if unused else []


def _scenes_of(file: Path, benchmark: dict[str, str]) -> dict[str, list[Scene]]:
    """Of each planning problem its scene with the lanelets for vehicles as road, and with all."""
    data = file.read_bytes()
    scenes = [Scene.from_file(str(file), ego_obstacle="none", road_lanelets=lanelets) for lanelets in ("for_vehicles", "all")]
    if file.suffix == ".xml":
        root = ElementTree.fromstring(data)
        problems, version = [element.get("id", "") for element in root.findall("planningProblem")], root.get("commonRoadVersion", "")
    else:
        is_part = file.stem.endswith("-SC")
        message = (commonroad_pb2.Scenario if is_part else commonroad_pb2.CommonRoad).FromString(data)
        problems = [str(problem.planning_problem_id) for problem in message.planning_problems]
        version = message.scenario_meta_information.benchmark_id.scenario_version if is_part else message.information.common_road_version
    found = {"id": scenes[0][0].id.partition("/problem ")[0], "version": version.strip()}
    for name, wanted in (("id", benchmark["scenario"]), ("version", benchmark["version"])):
        if found[name] != wanted:
            raise ValueError(f'attribute benchmark_id: "{wanted}" is not the {name} of {file}, "{found[name]}"')
    return {problem: list(both) for problem, *both in zip(problems, *scenes)}


def _scene_with(scene: Scene, plan: _Plan, plans: Sequence[_Plan], problems: Sequence[str], by_rear_axle: bool) -> Message:
    """The scene with a plan as its candidate, and the others as obstacles that move as planned."""
    message = scene_pb2.Scene.FromString(scene.to_bytes())
    guessed = {f"ego of problem {problem}" for problem in problems}
    for name, field in (("moving_obstacles", "id"), ("predictions", "obstacle_id")):
        kept = [each for each in getattr(message, name) if getattr(each, field) not in guessed]
        message.ClearField(name)
        getattr(message, name).extend(kept)
    message.ClearField("ego")
    message.ego.wheelbase_m = plan.type.wheelbase
    for each in (plan, *(other for other in plans if other is not plan)):
        if each is plan:
            body, motion = message.ego, message.candidates.add(id=f"solution {plan.problem}")
        else:
            body = message.moving_obstacles.add(id=f"ego of problem {each.problem}", type="ego")
            motion = message.predictions.add(obstacle_id=body.id)
        rectangle = body.shapes.add().rectangle
        rectangle.length_m, rectangle.width_m = each.type.length, each.type.width
        rectangle.center.x = each.type.to_rear_axle if by_rear_axle and each.model == "KS" else 0.0
        add_poses(motion.packed_poses, each.states["time"] * scene.time_step_s, each.states["x"], each.states["y"], each.states["orientation"])
    return message


def _reaches(goal: Goal, states: Columns, time_step_s: float) -> npt.NDArray[np.bool_]:
    """Whether each state, with its stated speed, is in a goal."""
    reached = np.ones(len(states["time"]), bool)
    for interval, values in ((goal.time_s, states["time"] * time_step_s), (goal.speed_mps, states["velocity"])):
        if interval is not None:
            slack = _SAME_INSTANT_S if interval is goal.time_s else 0.0
            reached &= (values >= interval[0] - slack) & (values <= interval[1] + slack)
    if goal.yaw_rad is not None:
        reached &= (states["orientation"] - goal.yaw_rad[0]) % (2.0 * math.pi) <= goal.yaw_rad[1] - goal.yaw_rad[0]
    if goal.area:
        poses = np.stack([states["x"], states["y"], np.zeros(len(reached))], axis=1)
        reached &= np.any([collides(part, ConvexPolygon([[0.0, 0.0]]), poses) for part in goal.area], axis=0)
    return reached


def _start_difference(states: Columns, scene: Scene) -> str:
    """In what the first state is not the initial one, within the drivability checker's tolerances; empty if it is."""
    given = scene.ego_state
    assert given is not None
    first = {name: float(column[0]) for name, column in states.items()}
    yaw = given.yaw_rad + math.remainder(first["orientation"] - given.yaw_rad, 2.0 * math.pi)
    rows = [("time step", first["time"], round(given.time_s / scene.time_step_s), 0.1), ("x", first["x"], given.x, 0.1), ("y", first["y"], given.y, 0.1),
            ("orientation", yaw, given.yaw_rad, 0.1), ("speed", first["velocity"], given.speed_mps, 2.0)]
    for name, stated, wanted, tolerance in rows:
        if not abs(stated - wanted) <= tolerance + 1e-5 * abs(wanted):
            return f"Start: the {name} is {stated:.6g}, that of the planning problem {wanted:.6g}."
    return ""


Answers = dict[str, "bool | None"]


def _told(answers: Answers) -> str:
    failed = [name if answer is False else f"{name} not checked" for name, answer in answers.items() if answer is not True]
    result = "no" if False in answers.values() else "not checked" if failed else "yes"
    return f"{result} ({', '.join(failed)})" if failed else result


class _Case:
    """A plan among the others of its file, and the scenes of its problem: with the lanelets for vehicles as road, and with all."""

    def __init__(self, plan: _Plan, plans: Sequence[_Plan], scenes_of: dict[str, list[Scene]]) -> None:
        self.plan, self.plans, self.scenes, self.problems = plan, plans, scenes_of[plan.problem], list(scenes_of)
        self.start = _start_difference(plan.states, self.scenes[0])
        self.unsolved = len(scenes_of) - len(plans)

    def notes(self) -> list[str]:
        plan, at_rest = self.plan, int((self.plan.states["velocity"] == 0.0).sum())
        said = [
            (self.unsolved > 0, f"Planning problems without a plan, left out: {self.unsolved}."),
            (plan.model == "PM" and at_rest > 0, f"States of the point mass at rest, which keep their orientation: {at_rest}."),
            (plan.model not in ("PM", "KS"), f"Whether a {plan.vehicle} can drive the plan is not checked."),
            (plan.model == "KST", "The trailer of the truck is not part of the ego vehicle."),
            (self.start != "", self.start),
        ]
        kept = [note for note in self.scenes[0].notes if not note.startswith("Vehicles of other planning problems")]
        return kept + [text for holds, text in said if holds]

    def feasibility(self, ahead_m: float) -> tuple[bool | None, bool | None, str]:
        if self.plan.model not in ("PM", "KS"):
            return None, None, ""
        return feasibility(self.plan.model, self.plan.type, self.plan.states, self.scenes[0].time_step_s, ahead_m)

    def _answers(self, at_steps: bool, verdict: Verdict, is_drivable: bool | None, reasons: list[str]) -> Answers:
        """The answers by one definition; what a check found wrong is added to the reasons."""
        scene, when = self.scenes[at_steps], "at whole steps" if at_steps else "at all times"
        goal = None if verdict.goal is None else verdict.goal.reached
        if at_steps and scene.goals:
            goal = bool(np.any([_reaches(each, self.plan.states, scene.time_step_s) for each in scene.goals]))
        contact, bracket, departure = verdict.first_collision, verdict.contact_bracket, verdict.road_departure
        if contact is not None:
            between = ", between whole steps only" if bracket is not None and bracket.between_instants else ""
            reasons.append(f"Collision {when}: with {contact.obstacle_id} at {contact.time_s:.4g} s{between}.")
        if verdict.leaves_road:
            between = ", between whole steps only" if departure is not None and departure.between_instants else ""
            reasons.append(f"Road {when}: left at {verdict.leaves_road_time_s:.4g} s{between}.")
        return {"collision": not verdict.collides, "road": not verdict.leaves_road if scene.drivable_area else None, "goal": goal,
                "start": not self.start, "feasibility": is_drivable, "completeness": self.unsolved == 0}

    def judge(self, by_rear_axle: bool, drivable: tuple[bool | None, bool | None, str]) -> tuple[Verdicts, list[str]]:
        """The verdict at all times, and sentences: the validity by both definitions, and the reasons."""
        messages = [_scene_with(scene, self.plan, self.plans, self.problems, by_rear_axle) for scene in self.scenes]
        both = [checked(messages[0]), checked(messages[1], instants_only=True)]
        reasons = [f"Feasibility: {drivable[2]}"] if drivable[2] else []
        ours, theirs = (self._answers(k == 1, both[k][0], bool(drivable[k]) if drivable[k] is not None else None, reasons) for k in (0, 1))
        differences = ", ".join(name for name in ours if ours[name] != theirs[name])
        if differences:
            reasons.append(f"Different at all times and at whole steps: {differences}.")
        how = " by its rear axle" if by_rear_axle else ""
        line = f"plan of a {self.plan.vehicle}{how}: valid at all times: {_told(ours)}; by CommonRoad's checker, at whole steps: {_told(theirs)}"
        return both[0], [line, *reasons]


def _judge_plan(case: _Case, notes: Sequence[str]) -> Judgement:
    drivable, older = case.feasibility(case.plan.type.to_rear_axle), case.feasibility(0.0)
    verdicts, lines = case.judge(False, drivable)
    if any(new is False and old for new, old in zip(drivable[:2], older)):
        lines.append("It can be driven if x, y are the rear axle, as in solutions from before 2022. So judged, with bodies ahead of their axles:")
        lines += case.judge(True, older)[1]
    return Judgement(verdicts=verdicts, notes=[*case.notes(), *notes, *lines])


def judge_solution(file: Path, folder: Path) -> Iterator[Judgement | Unusable]:
    """Raises ValueError for what is wrong with the file or its scenario, OSError for files that are not there."""
    plans, benchmark, notes = _read_solution(file)
    names = [folder / f"{benchmark['scenario']}{ending}" for ending in (".xml", "-SC.pb", ".pb")]
    scenes_of = _scenes_of(next((name for name in names if name.exists()), names[0]), benchmark)
    for plan in plans:
        if plan.problem not in scenes_of:
            raise ValueError(f'there is no planning problem "{plan.problem}"')
        scene = scenes_of[plan.problem][0]
        state = scene.ego_state
        if state is None or plan.states["time"][0] * scene.time_step_s < state.time_s - _SAME_INSTANT_S:
            raise ValueError(f'the plan of problem "{plan.problem}" begins at time {plan.states["time"][0]:.0f}, before the planning problem')
        if plan.model == "PM":  # At rest it keeps its orientation.
            yaw = state.yaw_rad
            for k, speed in enumerate(plan.states["velocity"]):
                yaw = plan.states["orientation"][k] = plan.states["orientation"][k] if speed != 0.0 else yaw
    for plan in plans:
        try:
            yield _judge_plan(_Case(plan, plans, scenes_of), notes)
        except ValueError as error:
            yield Unusable(f"{file}: plan of problem {plan.problem}: {error}")

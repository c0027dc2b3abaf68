"""CommonRoad solutions: the plans of a CommonRoadSolution document, judged in the scenes of their scenario."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from collision2d._core import Scene, TrajectoryChecker, Verdicts
from collision2d._verdicts import ContactBracket, RoadDeparture, Verdict
from collision2d.plans._judgement import Columns, Judgement, Unusable, commonroad_pb2, scene_pb2

_BENCHMARK_ID = re.compile(
    r"(?P<vehicles>{0}|\[{0}(,{0})*\]):(?P<costs>{1}|\[{1}(,{1})*\]):(?P<scenario>[A-Za-z0-9_-]+):(?P<version>2018b|2020a)".format(
        "(PM|ST|KS|MB|KST)[1-4]", "(JB1|SA1|WX1|SM[123]|MW1|TR[12])"))
# Length and width, and the axles from the centre; m. Ford Escort, BMW 320i, VW Vanagon, and a truck
# without its trailer.
_VEHICLES = {"1": (4.298, 1.674, 0.88392, 1.50876), "2": (4.508, 1.610, 1.1561957064, 1.4227170936), "3": (4.569, 1.844, 1.1507916024, 1.3211363976),
             "4": (5.100, 2.550, 1.8, 1.8)}
_ASIDE_M = 0.02  # What is beside of a straight step by less is rounding.
_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)


@dataclass
class _Plan:
    problem: str
    vehicle: str
    """Model and type, as KS2."""
    states: Columns
    """By step, of a point mass its speed and direction as velocity and orientation."""


def _read_state(element: ElementTree.Element, path: str, needed: Sequence[str], unused: Counter[str]) -> list[float]:
    values: dict[str, float] = {}
    for child in element:
        text = child.text or ""
        if child.tag not in needed:
            unused[child.tag] += 1
        elif child.tag in values or not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
            raise ValueError(f'{path}.{child.tag}: ' + ("is there twice" if child.tag in values else f'"{text}" is not a number'))
        else:
            values[child.tag] = float(text)
    missing = [name for name in needed if name not in values]
    if missing or values["time"] % 1.0 != 0.0 or values["time"] < 0.0:
        raise ValueError(f"{path}: element {missing[0]} is missing" if missing else f"{path}.time: {values['time']:g} is not a time step")
    return [values[name] for name in needed]


def _read_plan(element: ElementTree.Element, path: str, vehicle: str, unused: Counter[str]) -> _Plan:
    model = vehicle[:-1].lower()
    if element.tag != f"{model}Trajectory":
        raise ValueError(f"{path}: is not the {model}Trajectory of a {vehicle}; trajectories alone are read, not inputs")
    if "planningProblem" not in element.attrib or len(element) == 0 or any(child.tag != f"{model}State" for child in element):
        raise ValueError(f"{path}: has no attribute planningProblem, no {model}State, or other elements")
    names = ["time", "x", "y", *(["xVelocity", "yVelocity"] if model == "pm" else ["velocity", "orientation"])]
    rows = [_read_state(child, f"{path}.{model}State[{index}]", names, unused) for index, child in enumerate(element)]
    states = dict(zip(names, np.array(sorted(rows)).T))  # Sorted as by the format's reference reader.
    (wrong,) = np.nonzero(np.diff(states["time"]) != 1.0)
    if len(wrong) > 0:
        raise ValueError(f"{path}: has no state, or two, at time {states['time'][wrong[0]] + 1:.0f}")
    if model == "pm":
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
    for index, (element, vehicle) in enumerate(zip(root, vehicles)):
        path = element.tag if len(root) == 1 else f"{element.tag}[{index}]"
        plan = _read_plan(element, path, vehicle, unused)
        if plans.setdefault(plan.problem, plan) is not plan:
            raise ValueError(f'{path}: planningProblem "{plan.problem}" has two trajectories')
    used = ", ".join(f'"{name}" ({count})' for name, count in sorted(unused.items()))
    return list(plans.values()), benchmark.groupdict(), [f"Elements of the solution that are not used: {used}."] if unused else []


def _scenes_of(file: Path, benchmark: dict[str, str]) -> dict[str, Scene]:
    """Of each planning problem its scene."""
    data = file.read_bytes()
    scenes = Scene.from_file(str(file), ego_obstacle="none")
    if file.suffix == ".xml":
        root = ElementTree.fromstring(data)
        problems, version = [element.get("id", "") for element in root.findall("planningProblem")], root.get("commonRoadVersion", "")
    else:
        is_part = file.stem.endswith("-SC")
        message = (commonroad_pb2.Scenario if is_part else commonroad_pb2.CommonRoad).FromString(data)
        problems = [str(problem.planning_problem_id) for problem in message.planning_problems]
        version = message.scenario_meta_information.benchmark_id.scenario_version if is_part else message.information.common_road_version
    for name, found, wanted in (("id", scenes[0].id.partition("/problem ")[0], benchmark["scenario"]), ("version", version.strip(), benchmark["version"])):
        if found != wanted:
            raise ValueError(f'attribute benchmark_id: "{wanted}" is not the {name} of {file}, "{found}"')
    return dict(zip(problems, scenes))


def _check(scene: Scene, plan: _Plan, plans: Sequence[_Plan], problems: Sequence[str], is_rear_axle: bool) -> Verdicts:
    """Of the scene with a plan as its candidate, and the others as obstacles that move as planned."""
    message = scene_pb2.Scene.FromString(scene.to_bytes())
    guessed = {f"ego of problem {problem}" for problem in problems}
    for name, field in (("moving_obstacles", "id"), ("predictions", "obstacle_id")):
        kept = [each for each in getattr(message, name) if getattr(each, field) not in guessed]
        message.ClearField(name)
        getattr(message, name).extend(kept)
    message.ClearField("ego")
    message.ego.wheelbase_m = sum(_VEHICLES[plan.vehicle[-1]][2:])
    for each in (plan, *(other for other in plans if other is not plan)):
        if each is plan:
            body, poses = message.ego, message.candidates.add(id=f"solution {plan.problem}").packed_poses
        else:
            body = message.moving_obstacles.add(id=f"ego of problem {each.problem}", type="ego")
            poses = message.predictions.add(obstacle_id=body.id).packed_poses
        rectangle = body.shapes.add().rectangle
        rectangle.length_m, rectangle.width_m, _, to_rear_axle = _VEHICLES[each.vehicle[-1]]
        rectangle.center.x = to_rear_axle if is_rear_axle and each.vehicle[:-1] == "KS" else 0.0
        for field, values in (("time_s", each.states["time"] * scene.time_step_s), ("x", each.states["x"]), ("y", each.states["y"]), ("yaw_rad", each.states["orientation"])):
            getattr(poses, field).extend(values)
    return TrajectoryChecker(Scene.from_bytes(message.SerializeToString()), metrics=["goal"]).check()


def _is_of_rear_axle(plan: _Plan) -> bool:
    """Whether x, y move as the rear axle does, along the orientation, and not as the centre of a vehicle that turns."""
    direction = np.exp(1j * plan.states["orientation"])

    def aside(ahead_m: float) -> float:
        """How far the rear axle moves aside in some step, m, were x, y so far ahead of it."""
        rear = plan.states["x"] + 1j * plan.states["y"] - ahead_m * direction
        return float(abs((np.diff(rear) / np.sqrt(direction[1:] * direction[:-1])).imag).max(initial=0.0))

    return plan.vehicle[:-1] == "KS" and aside(0.0) < _ASIDE_M <= aside(_VEHICLES[plan.vehicle[-1]][3])


def _start_difference(states: Columns, scene: Scene) -> list[str]:
    """In what the first state is not the initial one, within the tolerances of CommonRoad's drivability checker."""
    given = scene.ego_state
    first = {name: float(column[0]) for name, column in states.items()}
    if given is None or first["time"] * scene.time_step_s < given.time_s - 1e-6:
        raise ValueError(f"begins at time {first['time']:.0f}, before the planning problem")
    turned = math.remainder(first["orientation"] - given.yaw_rad, 2.0 * math.pi)
    for name, apart, tolerance in (("time step", first["time"] - given.time_s / scene.time_step_s, 0.1), ("x", first["x"] - given.x, 0.1),
                                   ("y", first["y"] - given.y, 0.1), ("orientation", turned, 0.1), ("speed", first["velocity"] - given.speed_mps, 2.0)):
        if not abs(apart) <= tolerance + 1e-5:
            return [f"Start: the {name} is {apart:+.6g} from that of the planning problem."]
    return []


def _outcome(verdict: Verdict) -> str:
    def found(what: str, at: ContactBracket | RoadDeparture | None) -> str:
        return what + (", between whole steps only" if at is not None and at.between_instants else "")

    contact, parts = verdict.first_collision, []
    if contact is not None:
        parts.append(found(f"collides with {contact.obstacle_id} at {contact.time_s:.4g} s", verdict.contact_bracket))
    if verdict.leaves_road:
        parts.append(found(f"leaves the road at {verdict.leaves_road_time_s:.4g} s", verdict.road_departure))
    parts = parts or ["is free"]
    if verdict.goal is not None:
        parts.append("reaches a goal" if verdict.goal.reached else "reaches no goal")
    return "; ".join(parts)


def judge_solution(file: Path, folder: Path) -> Iterator[Judgement | Unusable]:
    """Raises ValueError for what is wrong with the file or its scenario, OSError for files that are not there."""
    plans, benchmark, notes = _read_solution(file)
    names = [folder / f"{benchmark['scenario']}{ending}" for ending in (".xml", "-SC.pb", ".pb")]
    scenes_of = _scenes_of(next((name for name in names if name.exists()), names[0]), benchmark)
    if len(plans) < len(scenes_of):
        notes.append(f"Planning problems without a plan, left out: {len(scenes_of) - len(plans)}.")
    for plan in plans:
        if plan.problem not in scenes_of:
            raise ValueError(f'there is no planning problem "{plan.problem}"')
        state = scenes_of[plan.problem].ego_state
        if plan.vehicle.startswith("PM") and state is not None:  # At rest it keeps its orientation.
            yaw = state.yaw_rad
            for k, speed in enumerate(plan.states["velocity"]):
                yaw = plan.states["orientation"][k] = plan.states["orientation"][k] if speed != 0.0 else yaw
    for plan in plans:
        scene = scenes_of[plan.problem]
        try:
            said = [*(note for note in scene.notes if not note.startswith("Vehicles of other planning problems")), *notes, *_start_difference(plan.states, scene)]
            verdicts = _check(scene, plan, plans, list(scenes_of), is_rear_axle=False)
            if plan.vehicle.startswith("KST"):
                said.append("The trailer of the truck is not part of the ego vehicle.")
            said.append(f"Plan of a {plan.vehicle}: {_outcome(verdicts[0])}.")
            if _is_of_rear_axle(plan):
                older = _check(scene, plan, plans, list(scenes_of), is_rear_axle=True)
                said.append(f"x, y move as the rear axle, as in solutions from before 2022; with the body ahead of it: {_outcome(older[0])}.")
            yield Judgement(verdicts=verdicts, notes=said)
        except ValueError as error:
            yield Unusable(f"{file}: plan of problem {plan.problem}: {error}")

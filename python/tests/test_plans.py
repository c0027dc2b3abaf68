"""collision2d.plans: CommonRoad solutions and Waymo submissions. Files are written here, from the formats' definitions."""

import math
import subprocess
import sys

import numpy as np
import pytest

import collision2d as c2d
from collision2d.plans import Judgement, Unusable, judge
from collision2d.plans._judgement import plans_pb2, waymo_pb2

ID = "ZAM_Demo-1_1_T-1"
STEP_S = 0.1
TO_REAR_AXLE, WHEELBASE = 1.4227170936, 2.5789128036  # Of vehicle 2.


def problem(number, x, speed, goal_speed=""):
    return (f'<planningProblem id="{number}"><initialState><position><point><x>{x}</x><y>0</y></point></position><orientation><exact>0</exact></orientation>'
            f"<time><exact>0</exact></time><velocity><exact>{speed}</exact></velocity></initialState><goalState>"
            f"<time><intervalStart>1</intervalStart><intervalEnd>9</intervalEnd></time>{goal_speed}</goalState></planningProblem>")


def scenario(*parts):
    """A road and a footpath on its left."""
    def lanelet(number, left, right, kind):
        left, right = (f"<{name}><point><x>-20</x><y>{y}</y></point><point><x>100</x><y>{y}</y></point></{name}>"
                       for name, y in (("leftBound", left), ("rightBound", right)))
        return f'<lanelet id="{number}">{left}{right}<laneletType>{kind}</laneletType></lanelet>'
    return (f'<commonRoad timeStepSize="{STEP_S}" commonRoadVersion="2020a" benchmarkID="{ID}">{lanelet(1, 2, -2, "urban")}{lanelet(2, 4, 2, "sidewalk")}'
            + "".join(parts) + "</commonRoad>")


def trajectory(states, number=7, kind="ks"):
    rows = "".join(f"<{kind}State>" + "".join(f"<{name}>{value}</{name}>" for name, value in state.items()) + f"</{kind}State>" for state in states)
    return f'<{kind}Trajectory planningProblem="{number}">{rows}</{kind}Trajectory>'


def straight(x, speed, count=4, y=0):
    return [{"x": x + 0.1 * k * speed, "y": y, "steeringAngle": 0, "velocity": speed, "orientation": 0, "time": k} for k in range(count)]


def solution(text, vehicles="KS2:SM1"):
    return f'<CommonRoadSolution benchmark_id="{vehicles}:{ID}:2020a">{text}</CommonRoadSolution>'


GOOD = solution(trajectory(straight(0, 5)))


@pytest.fixture
def judged(tmp_path):
    def call(text, of=scenario(problem(7, 0, 5))):
        (tmp_path / f"{ID}.xml").write_text(of)
        (tmp_path / "solution.xml").write_text(text)
        return list(judge(tmp_path / "solution.xml"))
    return call


def line_of(judgement):
    (line,) = (note for note in judgement.notes if note.startswith("Plan of a"))
    return line


def test_a_good_plan_is_free(judged):
    (plan,) = judged(GOOD)
    assert line_of(plan) == "Plan of a KS2: is free; reaches a goal."
    assert plan.verdicts.scene.id == ID and plan.verdicts.candidates.ids == ["solution 7"]
    assert plan.verdicts.is_free.tolist() == [True] and plan.verdicts.candidates[0].poses[2, 0] == 1.0
    assert plan.verdicts.scene.ego[0].bounds == (-2.254, -0.805, 2.254, 0.805)


def test_contacts_between_steps_and_departures_are_told(judged):
    pole = ('<staticObstacle id="5"><type>pillar</type><shape><circle><radius>0.1</radius></circle></shape><initialState><position><point><x>22.4</x><y>0</y>'
            "</point></position><orientation><exact>0</exact></orientation><time><exact>0</exact></time></initialState></staticObstacle>")
    (plan,) = judged(solution(trajectory(straight(0, 90, 6))), scenario(pole, problem(7, 0, 90)))
    assert line_of(plan).startswith("Plan of a KS2: collides with 5 at 0.2") and ", between whole steps only; reaches " in line_of(plan)
    (plan,) = judged(solution(trajectory(straight(0, 5, y=1.5))), scenario(problem(7, 0, 5)))
    assert line_of(plan) == "Plan of a KS2: leaves the road at 0 s; reaches a goal."
    (plan,) = judged(GOOD, scenario(problem(7, 0, 5, "<velocity><intervalStart>6</intervalStart><intervalEnd>8</intervalEnd></velocity>")))
    assert line_of(plan) == "Plan of a KS2: is free; reaches no goal."


def test_plans_of_one_file_move_in_each_others_scenes(judged):
    of = scenario(problem(7, 0, 5), problem(8, 30, 10), problem(9, 60, 0))
    text = solution(trajectory(straight(30, 10), 8) + trajectory(straight(0, 5)), "[KS2, KS4]:[SM1,SA1]")
    first, second = judged(text, of)
    assert [plan.verdicts.scene.id for plan in (first, second)] == [f"{ID}/problem 8", f"{ID}/problem 7"]
    (other,) = second.verdicts.scene.moving_obstacles
    assert other.id == "ego of problem 8" and other.shapes[0].bounds[2] == 2.254 and second.verdicts.scene.ego[0].bounds[2] == 2.55
    assert second.verdicts.scene.predictions[0].poses[2, 0] == 32.0
    assert "Planning problems without a plan, left out: 1." in second.notes


def test_the_obstacle_that_is_the_recorded_ego_vehicle_counts(judged):
    states = "".join(f"<state><position><point><x>{0.5 * k}</x><y>0</y></point></position><orientation><exact>0</exact></orientation><time><exact>{k}</exact></time></state>"
                     for k in range(1, 4))
    twin = ('<dynamicObstacle id="9"><type>car</type><shape><rectangle><length>4</length><width>2</width></rectangle></shape>'
            + states.split("</state>")[0].replace("<state>", "<initialState>").replace("<x>0.5", "<x>0").replace("<exact>1<", "<exact>0<") + "</initialState>"
            f"<trajectory>{states}</trajectory></dynamicObstacle>")
    (plan,) = judged(GOOD, scenario(twin, problem(7, 0, 5)))
    assert plan.verdicts.collides.tolist() == [True]


@pytest.mark.parametrize("old, new, reason", [
    ("<x>0.0</x>", "<x>0.11</x>", "Start: the x is +0.11 from that of the planning problem."),
    ("<velocity>5</velocity>", "<velocity>7.1</velocity>", "Start: the speed is +2.1 from that of the planning problem."),
    ("<orientation>0</orientation>", "<orientation>6.4</orientation>", "Start: the orientation is +0.116815 from that of the planning problem."),
])
def test_what_differs_at_the_start(judged, old, new, reason):
    (plan,) = judged(GOOD.replace(old, new))
    assert reason in plan.notes


def test_a_point_mass_is_turned_as_it_moves(judged):
    states = [{"x": 0, "y": 0, "xVelocity": 0, "yVelocity": speed, "time": k} for k, speed in enumerate((0.0, 1.0, 0.0))]
    (plan,) = judged(solution(trajectory(states, kind="pm"), "PM1:JB1"), scenario(problem(7, 0, 0)))
    assert np.allclose(plan.verdicts.candidates[0].poses[:, 2], [0.0, math.pi / 2, math.pi / 2])


def test_unused_elements_are_counted(judged):
    states = [{"time": 1, "x": 0, "y": 0, "velocity": 1, "orientation": 0, "hitch_angle": "none", "foo": ""}]
    (plan,) = judged(solution(trajectory(states, kind="kst"), "KST4:TR1"), scenario(problem(7, 0, 1)))
    assert 'Elements of the solution that are not used: "foo" (1), "hitch_angle" (1).' in plan.notes
    assert "Start: the time step is +1 from that of the planning problem." in plan.notes
    assert "The trailer of the truck is not part of the ego vehicle." in plan.notes


def test_states_are_sorted_by_time(judged):
    (plan,) = judged(solution(trajectory(straight(0, 5)[::-1])))
    assert np.allclose(plan.verdicts.candidates[0].poses[:, 0], [0.0, 0.5, 1.0, 1.5])


TRAJECTORY = trajectory(straight(0, 5))


@pytest.mark.parametrize("text, message", [
    *((GOOD.replace(old, new), "is not VEHICLES:COSTS:SCENARIO:VERSION") for old, new in (
        ("KS2:SM1:", "KS2:"), ("KS2:SM1:", "KS2:SM1:SM1:"), ("KS2:", "[KS2:"), ("KS2:", "KS2]:"), ("KS2:", "[:"), ("KS2:", "[]:"), ("KS2:", "[KS2]]:"),
        ("KS2:", "KS2,KS3:"), ("KS2", "KS5"), ("KS2", "XX2"), ("KS2", "KS"), ("KS2", ""), ("SM1", "QQ1"), (ID, "../ZAM"), (ID, ""), ("2020a", "2030"), ("benchmark_id", "id"))),
    (GOOD.replace("KS2:SM1", "[KS2,KS3]:[SM1,SM1]"), "benchmark_id has 2 vehicles and 2 costs for 1 trajectories"),
    (solution(TRAJECTORY + TRAJECTORY), "benchmark_id has 1 vehicles and 1 costs for 2"),
    (solution(""), "for 0 trajectories"),
    (GOOD.replace("KS2", "ST2"), "ksTrajectory: is not the stTrajectory of a ST2"),
    (GOOD.replace('"7"', '"99"'), 'there is no planning problem "99"'),
    (GOOD.replace('planningProblem="7"', ""), "ksTrajectory: has no attribute planningProblem"),
    (solution('<ksTrajectory planningProblem="7"/>'), "no ksState, or other elements"),
    (solution(TRAJECTORY + TRAJECTORY, "[KS2,KS2]:[SM1,SM1]"), 'ksTrajectory[1]: planningProblem "7" has two'),
    (GOOD.replace("ksState", "pmState"), "no ksState, or other elements"),
    (GOOD.replace("<orientation>0</orientation>", ""), "ksTrajectory.ksState[0]: element orientation is missing"),
    (GOOD.replace("<y>0</y>", "<y>0</y><y>0</y>"), "ksTrajectory.ksState[0].y: is there twice"),
    (GOOD.replace("<time>1</time>", "<time>1.5</time>"), "ksTrajectory.ksState[1].time: 1.5 is not a time step"),
    (GOOD.replace("<time>1</time>", "<time>-1</time>"), "ksState[1].time: -1 is not a time step"),
    (GOOD.replace("<time>1</time>", "<time>1e300</time>"), "ksTrajectory: has no state, or two, at time 1"),
    (GOOD.replace("<time>1</time>", "<time>2</time>"), "ksTrajectory: has no state, or two, at time 1"),
    (GOOD.replace("<time>3</time>", "<time>2</time>"), "ksTrajectory: has no state, or two, at time 3"),
    *((GOOD.replace("<x>0.5</x>", f"<x>{value}</x>"), f'ksTrajectory.ksState[1].x: "{value}" is not a number')
      for value in ("nan", "inf", "1,5", "1_0", "0x1", "", "1e999")),
    (GOOD.replace("<x>0.5</x>", "<x>2e8</x>"), "candidates[0].poses[1].x: 2e+08 m is beyond the limit of 1e+08 m"),
    (GOOD.replace(ID, "ZAM_Other-1"), "ZAM_Other-1.xml: No such file"),
    (GOOD.replace("2020a", "2018b"), '"2018b" is not the version of '),
    (solution('<inputVector planningProblem="7"/>'), "inputVector: is not the ksTrajectory of a KS2; trajectories alone are read"),
    (scenario(""), 'the root element is "commonRoad", not CommonRoadSolution'),
    ('<!DOCTYPE a [<!ENTITY e "5">]>' + GOOD.replace("<velocity>5", "<velocity>&e;"), "declares entities"),
    (GOOD[:len(GOOD) // 2], "not well-formed XML"),
    ("", "not well-formed XML"),
])
def test_what_is_wrong_is_named(judged, text, message):
    (unusable,) = judged(text)
    assert isinstance(unusable, Unusable) and ".xml: " in unusable.reason and message in unusable.reason, unusable


def test_scenarios_that_do_not_fit_are_named(judged, tmp_path):
    of = scenario(problem(7, 0, 5))
    for text, message in ((of.replace('benchmarkID="ZAM', 'benchmarkID="DEU'), '"DEU_Demo'), (of.replace("<time><exact>0", "<time><exact>2"), "begins at time 0, before"),
                          ("<commonRoad>", f"{ID}.xml"), (scenario(), "there is no planning problem")):
        (unusable,) = judged(GOOD, text)
        assert isinstance(unusable, Unusable) and message in unusable.reason
    (unusable,) = judge(tmp_path / "absent.xml")
    assert unusable.reason == f"{tmp_path}/absent.xml: No such file or directory"
    (unusable,) = judge(tmp_path / "plan.txt")
    assert "is neither a solution" in unusable.reason


def test_a_scenario_as_protobuf(tmp_path):
    def message(number, *parts):
        content = b"".join(parts)
        return bytes([number << 3 & 127 | 2 | (128 if number > 15 else 0)] + ([number >> 4] if number > 15 else []) + [len(content)]) + content

    def number(field, value):
        return bytes([field << 3 & 127 | (128 if field > 15 else 0)] + ([field >> 4] if field > 15 else []) + [value])

    def double(field, value):
        return bytes([field << 3 | 1]) + np.float64(value).tobytes()

    state = message(2, message(1, double(1, 0), double(2, 0)), message(3, double(1, 0)), message(4, double(1, 5)), message(39, number(1, 0)))
    goal = message(3, message(1, message(39, message(2, number(1, 1), number(2, 9)))))
    for version, expected in ((b"2020a", "Plan of a KS2"), (b"2018b", "is not the version of")):
        data = b"".join([message(1, message(1, version), message(2, ID.encode()), double(7, STEP_S)), message(2), message(3), message(12, number(1, 7), state, goal)])
        (tmp_path / f"{ID}.pb").write_bytes(data)
        (tmp_path / "solution.xml").write_text(GOOD)
        (found,) = judge(tmp_path / "solution.xml", scenarios=tmp_path)
        assert expected in (found.reason if isinstance(found, Unusable) else line_of(found))


def test_damaged_solutions_are_judged_or_named(judged, random):
    good = solution(trajectory(straight(0, 5, 3)) + trajectory(straight(30, 0, 2), 8), "[KS2,KS3]:[SM1,SA1]").encode()
    of, counts = scenario(problem(7, 0, 5), problem(8, 30, 0)), {Judgement: 0, Unusable: 0}
    for i in range(300):
        damaged = bytearray(good)
        for place in random.integers(0, len(good) - 9, 1 + i % 3):
            damaged[place:place + random.integers(0, 3)] = bytes(random.integers(32, 127, random.integers(0, 3)).tolist())
        found = judged(damaged.decode(), of)
        assert found
        for each in found:
            counts[type(each)] += 1
            assert isinstance(each, Judgement) or each.reason
    assert counts[Judgement] > 20 and counts[Unusable] > 20


def driven(rate, acceleration, speed, steering, count, step_s=STEP_S, yaw=3.0, back=TO_REAR_AXLE):
    """Drives by the midpoint rule in tiny steps: another integration than the one that is tested."""
    rear, rows, pieces = np.array([1e3, -2e3]) - back * np.array([math.cos(yaw), math.sin(yaw)]), [], 2000
    dt = step_s / pieces
    for k in range(count):
        center = rear + back * np.array([math.cos(yaw), math.sin(yaw)])
        rows.append((k, *center, speed, yaw, steering))
        for _ in range(pieces):
            turn = dt * (speed + 0.5 * dt * acceleration) * math.tan(steering + 0.5 * dt * rate) / WHEELBASE
            rear = rear + dt * (speed + 0.5 * dt * acceleration) * np.array([math.cos(yaw + 0.5 * turn), math.sin(yaw + 0.5 * turn)])
            yaw, speed, steering = yaw + turn, speed + dt * acceleration, steering + dt * rate
    return dict(zip(("time", "x", "y", "velocity", "orientation", "steeringAngle"), np.array(rows, float).T))


def test_plans_of_the_older_convention_are_judged_by_both(judged):
    turning = driven(0.05, 0.0, 4.0, 0.4, 12, yaw=0.0, back=0.0)
    turning["x"] -= turning["x"][0]
    turning["y"] -= turning["y"][0]
    rows = [{name: repr(float(column[k])) for name, column in turning.items()} | {"time": k} for k in range(12)]
    of = scenario(problem(7, 0, 4)).replace('timeStepSize="0.1"', f'timeStepSize="{STEP_S}"')
    (plan,) = judged(solution(trajectory(rows)), of)
    older = [note for note in plan.notes if note.startswith("x, y move as the rear axle, as in solutions from before 2022; with the body ahead of it: ")]
    assert len(older) == 1
    # The body ahead of the axle is off the road earlier.
    left = [float(note.partition("leaves the road at ")[2].partition(" s")[0]) for note in (line_of(plan), *older)]
    assert left[1] < left[0]
    # The older convention is that of this model alone.
    (truck,) = judged(solution(trajectory(rows, kind="kst"), "KST2:SM1"), of)
    assert not any("rear axle" in note for note in truck.notes)
    # One whose centre moves as it must is judged by that alone.
    centred = driven(0.05, 0.0, 4.0, 0.4, 12, yaw=0.0)
    rows = [{name: repr(float(column[k] - (column[0] if name in "xy" else 0))) for name, column in centred.items()} | {"time": k} for k in range(12)]
    assert not any("rear axle" in note for text in (GOOD, solution(trajectory(rows))) for note in judged(text, of)[0].notes)


# Submissions.


def recorded(count=4, steps=91):
    """Cars on straight ways, 10 m apart, the last one the ego vehicle, the first one to be predicted; ids from 100 on."""
    found = waymo_pb2.Scenario(scenario_id="g", sdc_track_index=count - 1, current_time_index=10, timestamps_seconds=[0.1 * i for i in range(steps)])
    found.tracks_to_predict.add(track_index=0)
    for t in range(count):
        states = [waymo_pb2.ObjectState(center_x=20 * t + i, center_y=10 * t, center_z=0.75, length=4, width=2, height=1.5, heading=0, valid=True) for i in range(steps)]
        found.tracks.add(id=100 + t, states=states).MergeFromString(b"\x10\x01")  # Of type 1, a vehicle.
    return found


def record_of(data):
    """A TFRecord, with its checksums bit by bit."""
    def checksum(some):
        crc = 0xffffffff
        for byte in some:
            crc ^= byte
            for _ in range(8):
                crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
        crc ^= 0xffffffff
        return (((crc >> 15 | crc << 17) + 0xa282ead8) & 0xffffffff).to_bytes(4, "little")
    length = len(data).to_bytes(8, "little")
    return length + checksum(length) + data + checksum(data)


def rollouts(of, count):
    """Each track goes on at 10 m/s; in rollout k it is moved by k m."""
    found = plans_pb2.ScenarioRollouts(scenario_id=of.scenario_id)
    for k in range(count):
        joint = found.joint_scenes.add()
        for each in of.tracks:
            now = each.states[of.current_time_index]
            if now.valid:
                joint.simulated_trajectories.add(object_id=each.id, center_x=[now.center_x + i for i in range(1, 81)], center_y=80 * [now.center_y + k],
                                                 center_z=80 * [now.center_z], heading=80 * [0.0])
    return found


@pytest.fixture
def submitted(tmp_path):
    def call(message, of=None, before=b"", raw=None):
        if of is not None:
            (tmp_path / "a.tfrecord-00000-of-00001").write_bytes(before + record_of(of.SerializeToString()))
        data = raw if raw is not None else plans_pb2.Submission(records=[message.SerializeToString()]).SerializeToString()
        (tmp_path / "x.binproto-00000-of-00001").write_bytes(data)
        return list(judge(tmp_path / "x.binproto-00000-of-00001", scenarios=tmp_path))
    return call


def names(found):
    return [each.verdicts.scene.id if isinstance(each, Judgement) else "not judged" for each in found]


def test_rollouts_are_scenes_of_their_own(submitted):
    of = recorded()
    found = submitted(rollouts(of, 2), of, before=record_of(b"noise") + record_of(b""))
    assert names(found) == ["g/rollout 0/agent 103", "g/rollout 0/agent 100", "g/rollout 1/agent 103", "g/rollout 1/agent 100"]
    last = found[2].verdicts
    assert last.candidates.ids == ["rollout 1"] and len(last.candidates[0].poses) == 81 and last.candidates[0].poses[80, 1] == 31.0
    # The others are as simulated too.
    assert last.scene.predictions[0].poses[90, 1] == 1.0 and len(last.scene.moving_obstacles) == 3
    assert last.is_free.tolist() == [True] and math.isclose(last.minimum_clearance_m[0], math.hypot(16.0, 8.0))


def test_agents_and_rollouts_that_lack_a_motion_are_named(submitted):
    of = recorded()
    lacking = rollouts(of, 2)
    del lacking.joint_scenes[0].simulated_trajectories[0]
    found = submitted(lacking, of)
    assert names(found) == ["g/rollout 0/agent 103", "not judged", "g/rollout 1/agent 103", "g/rollout 1/agent 100"]
    assert found[1].reason.endswith("record 0/rollout 0/agent 100: has no trajectory, but is to be judged")
    del lacking.joint_scenes[:]
    (unusable,) = submitted(lacking, of)
    assert unusable.reason.endswith('record 0: scenario "g": has no rollouts and no predictions')


@pytest.mark.parametrize("change, reason", [
    (lambda all_of: all_of[1].center_x.__setitem__(3, math.nan), "/rollout 0/agent 101: center_x: a value is not finite"),
    (lambda all_of: all_of[1].center_y.append(3), "/rollout 0/agent 101: 80 of center_x, 81 of center_y"),
    (lambda all_of: setattr(all_of[1], "object_id", 3), "/rollout 0/agent 3: is the id of no track"),
    (lambda all_of: setattr(all_of[1], "object_id", 100), "/rollout 0/agent 100: has a trajectory already"),
    (lambda all_of: all_of.__delitem__(slice(None)), "/rollout 0: has no trajectory of any agent"),
    (lambda all_of: all_of[1].width.extend([-1.0] * 80), "/rollout 0/agent 103: tracks[1].states[11].width: -1 m is not positive"),
    (lambda all_of: [getattr(all_of[0], name).pop() for name in ("center_x", "center_y", "center_z", "heading")], "79 of heading; 80 or 91 of each are needed"),
])
def test_what_is_wrong_in_a_rollout_is_named(submitted, change, reason):
    of = recorded()
    bad = rollouts(of, 2)
    change(bad.joint_scenes[0].simulated_trajectories)
    found = submitted(bad, of)
    # Numbers that make no scene are named for each agent that would be in it.
    assert names(found) == ("tracks[1]" in reason) * ["not judged"] + ["not judged", "g/rollout 1/agent 103", "g/rollout 1/agent 100"]
    assert reason in found[0].reason


def test_whole_rollouts_and_scenarios_without_a_future(submitted):
    of = recorded()
    whole = rollouts(of, 1)
    for each in whole.joint_scenes[0].simulated_trajectories:
        for name in ("center_x", "center_y", "center_z", "heading"):
            getattr(each, name).extend(11 * [getattr(each, name)[79]])
        for name, size in (("length", 6), ("width", 2.5), ("height", 3)):
            getattr(each, name).extend(91 * [size])
        each.valid.extend(i < 90 for i in range(91))
    found = submitted(whole, of)
    assert names(found) == ["g/rollout 0/agent 103", "g/rollout 0/agent 100"] and len(found[0].verdicts.candidates[0].poses) == 80
    ended = recorded()
    ended.current_time_index = 90
    (unusable,) = submitted(whole, ended)
    assert "91 of center_x, " in unusable.reason
    test_split = recorded(steps=11)
    found = submitted(rollouts(test_split, 1), test_split)
    assert names(found) == ["g/rollout 0/agent 103", "g/rollout 0/agent 100"]
    assert np.allclose(found[0].verdicts.candidates[0].times_s, 0.1 * np.arange(81))
    test_split.tracks[0].states[10].valid = False
    (unusable,) = submitted(rollouts(recorded(), 1), test_split)
    assert "/rollout 0/agent 100: has no state at the current step" in unusable.reason


def test_damage_of_submissions_and_scenarios_is_named(submitted, tmp_path):
    of = recorded()
    good = rollouts(of, 1)
    for raw, reason in ((b"\x0a", "is no Submission"), (b"\x08", "is no Submission"), (b"", "has no scenarios"),
                        (plans_pb2.Submission(records=[b"\x0a\xff"]).SerializeToString(), "record 0: is no ScenarioRollouts")):
        (unusable,) = submitted(None, of, raw=raw)
        assert reason in unusable.reason
    extra = b"\x78\x05" + plans_pb2.Submission(records=[good.SerializeToString() + b"\xa0\x06\x01"]).SerializeToString()
    first, *others = submitted(None, of, raw=extra)
    assert "2 bytes of fields of Submission that are not read" in first.reason and len(others) == 2
    assert "Passed over: 3 bytes of fields of ScenarioRollouts that are not read." in others[0].notes
    good.scenario_id = "other"
    (unusable,) = submitted(good)
    assert 'scenario_id: "other" is in no .tfrecord of ' in unusable.reason
    good.scenario_id = "g"
    bad = recorded()
    bad.current_time_index = 99
    (unusable,) = submitted(good, bad)
    assert 'a.tfrecord-00000-of-00001: scenario "g": current_time_index: 99 is no index of 91' in unusable.reason
    file = tmp_path / "a.tfrecord-00000-of-00001"
    damaged = bytearray(record_of(of.SerializeToString()))
    damaged[-1] ^= 1
    file.write_bytes(damaged)
    (tmp_path / "notes.txt").write_text("not a recording")
    (tmp_path / "empty").write_text("")
    (tmp_path / "b.tfrecord").mkdir()
    (unusable,) = submitted(good)
    assert "is cut or has the wrong checksum" in unusable.reason
    file.write_bytes(record_of(of.SerializeToString())[:-30])
    (unusable,) = submitted(good)
    assert '"g" is in no .tfrecord of ' in unusable.reason
    (unusable,) = judge(tmp_path / "x.binproto-00000-of-00001", scenarios=tmp_path / "absent")
    assert unusable.reason == f"{tmp_path}/absent: No such file or directory"


def test_predictions_are_candidates(submitted):
    of = recorded()
    record = plans_pb2.ChallengeScenarioPredictions(scenario_id="g")
    single = record.single_predictions.predictions.add(object_id=103)
    for dy, confidence in ((0.0, 0.75), (5.0, 0.25), (0.0, math.nan)):
        xs = [70.0 + (5.0 * i if confidence == confidence else 5.0) for i in range(1, 17)]
        single.trajectories.add(confidence=confidence, trajectory=plans_pb2.Trajectory(center_x=xs, center_y=[30.0 + dy * i for i in range(1, 17)]))
    joint = record.joint_prediction.joint_trajectories.add(confidence=0.5)
    for number in (103, 101):
        joint.trajectories.add(object_id=number, trajectory=plans_pb2.Trajectory(center_x=[70.0 + 5.0 * i for i in range(1, 17)], center_y=16 * [30.0]))
    found = submitted(record, of)
    assert names(found) == ["g/agent 103", "g/joint 0/agent 103", "g/joint 0/agent 101"]
    candidates = found[0].verdicts.candidates
    assert candidates.ids == ["mode 0", "mode 1", "mode 2"] and candidates.costs.tolist() == [0.25, 0.75, 1.0]
    assert len(candidates[1].poses) == 81 and math.isclose(candidates[1].poses[40, 2], math.pi / 4, rel_tol=1e-6)
    # One that stands keeps the heading that it has.
    assert candidates[2].poses[80, 0] == candidates[2].poses[5, 0] and candidates[2].poses[80, 2] == candidates[2].poses[0, 2]
    assert found[1].verdicts.candidates.ids == ["joint 0"] and found[1].verdicts.candidates.costs.tolist() == [0.5]
    # Both are as predicted: in one place.
    assert found[1].verdicts.collides.tolist() == [True]
    for change, reason in ((lambda bad: setattr(bad.single_predictions.predictions[0], "object_id", 7), "/agent 7: is the id of no track"),
                           (lambda bad: bad.single_predictions.predictions[0].trajectories[1].trajectory.center_y.append(1.0),
                            "/agent 103: 16 of center_x, 17 of center_y; 16 of each are needed"),
                           (lambda bad: setattr(bad.joint_prediction.joint_trajectories[0].trajectories[1], "object_id", 7),
                            "/joint 0/agent 7: is the id of no track"),
                           (lambda bad: bad.joint_prediction.joint_trajectories[0].trajectories[1].trajectory.center_y.__setitem__(2, math.nan), "a value is not finite"),
                           (lambda bad: bad.single_predictions.predictions[0].ClearField("trajectories"), "/agent 103: has no trajectory, but is to be judged")):
        bad = plans_pb2.ChallengeScenarioPredictions.FromString(record.SerializeToString())
        change(bad)
        (unusable,) = (each for each in submitted(bad, of) if isinstance(each, Unusable))
        assert reason in unusable.reason


def test_mutated_submissions_end_in_judgements_and_names(submitted, random):
    of = recorded(2)
    good = plans_pb2.Submission(records=2 * [rollouts(of, 1).SerializeToString()]).SerializeToString()
    counts = {Judgement: 0, Unusable: 0}
    submitted(None, of, raw=good)
    for _ in range(200):
        damaged = bytearray(good)
        place = random.integers(0, len(good))
        damaged[place:place + random.integers(0, 8)] = bytes(random.integers(0, 256, random.integers(0, 8)).tolist())
        for each in submitted(None, raw=bytes(damaged)):
            counts[type(each)] += 1
    assert counts[Judgement] > 20 and counts[Unusable] > 20


def test_the_program_counts_and_returns_1_for_what_it_cannot_judge(judged, tmp_path):
    judged(GOOD)
    (tmp_path / "bad.xml").write_text("<")
    command = [sys.executable, "-m", "collision2d.plans", str(tmp_path / "solution.xml"), str(tmp_path / "bad.xml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "bad.xml: not well-formed XML" in done.stderr
    assert done.stdout.splitlines()[0] == f"{ID}: 1 plans, 1 free, 0 collide, 0 leave the road"
    assert done.stdout.splitlines()[-1] == "1 scenes, 1 plans, 1 free, 0 collide, 0 leave the road, 1 not judged"
    assert subprocess.run(command[:4], capture_output=True, check=False).returncode == 0
    assert subprocess.run(command[:3], capture_output=True, check=False).returncode == 2
    with pytest.raises(ValueError, match="road_lanelets: 'some' is neither"):
        c2d.Scene.from_file(str(tmp_path / f"{ID}.xml"), road_lanelets="some")

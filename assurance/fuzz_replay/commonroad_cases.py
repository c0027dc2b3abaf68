"""Mutated CommonRoad documents, each with what its notes must say."""

import xml.etree.ElementTree as ElementTree

from scene_cases import Case, flip_bytes

STATE = (
    "<{0}><position><point><x>{1}</x><y>{2}</y></point></position><orientation><exact>{3}</exact></orientation>"
    "<time><exact>{4}</exact></time><velocity><exact>{5}</exact></velocity></{0}>"
)
RECTANGLE = "<shape><rectangle><length>4.5</length><width>1.8</width></rectangle></shape>"


def bound(name, y):
    return f"<{name}>" + "".join(f"<point><x>{x}</x><y>{y}</y></point>" for x in (0, 25, 60, 100)) + f"</{name}>"


def lanelet(number, y, references):
    return (
        f'<lanelet id="{number}">{bound("leftBound", y + 1.75)}{bound("rightBound", y - 1.75)}{references}'
        "<laneletType>urban</laneletType></lanelet>"
    )


def seed_tree(random):
    problem = STATE.format("initialState", 5, 0, 0, 0, 8) + (
        "<goalState><position><lanelet ref='2'/></position><time><intervalStart>10</intervalStart>"
        "<intervalEnd>40</intervalEnd></time></goalState>"
    )
    states = "".join(STATE.format("state", 35 + k, 0, 0, k, 5) for k in range(1, 6))
    occupancy = (
        "<occupancySet><occupancy><shape><circle><radius>1</radius><center><x>50</x><y>6</y></center></circle></shape>"
        "<time><intervalStart>1</intervalStart><intervalEnd>3</intervalEnd></time></occupancy></occupancySet>"
    )
    parts = [
        "<location><geoNameId>1</geoNameId></location><scenarioTags><urban/></scenarioTags>",
        lanelet(1, 0, "<adjacentLeft ref='2' drivingDir='same'/><stopLine><lineMarking>solid</lineMarking></stopLine>"),
        lanelet(2, 3.5, "<adjacentRight ref='1' drivingDir='same'/><trafficSignRef ref='80'/>"),
        "<trafficSign id='80'><trafficSignElement><trafficSignID>274</trafficSignID></trafficSignElement></trafficSign>",
        f"<staticObstacle id='10'><type>parkedVehicle</type>{RECTANGLE}{STATE.format('initialState', 60, 3.7, 0, 0, 0)}"
        "</staticObstacle>",
        f"<dynamicObstacle id='11'><type>car</type>{RECTANGLE}{STATE.format('initialState', 35, 0, 0, 0, 5)}"
        f"<trajectory>{states}</trajectory></dynamicObstacle>",
        f"<dynamicObstacle id='12'><type>bicycle</type>{RECTANGLE}{STATE.format('initialState', 45, 6, 0, 0, 5)}"
        f"{occupancy}</dynamicObstacle>",
        "<environmentObstacle id='13'><type>building</type><shape><polygon><point><x>70</x><y>9</y></point><point>"
        "<x>80</x><y>9</y></point><point><x>75</x><y>15</y></point></polygon></shape></environmentObstacle>",
        f"<phantomObstacle id='14'>{occupancy}</phantomObstacle>",
    ]
    # With a vehicle to plan for a scene takes much longer.
    if random.random() < 0.1:
        parts.append(f"<planningProblem id='20'>{problem}</planningProblem>")
    return ElementTree.fromstring(
        "<commonRoad commonRoadVersion='2020a' benchmarkID='ZAM_Fuzz-1_1_T-1' timeStepSize='0.1'>"
        + "".join(parts)
        + "</commonRoad>"
    )


def parents_of(root, *names):
    """(parent, child) for each element of these names, or of any."""
    return [(parent, child) for parent in root.iter() for child in parent if not names or child.tag in names]


def copy(element):
    return ElementTree.fromstring(ElementTree.tostring(element))


SINGLE = ["shape", "initialState", "trajectory", "occupancySet", "time", "orientation", "exact", "x", "y", "length", "center",
          "leftBound", "rightBound", "type", "velocity"]


def double_single(random, root):
    """An element of which the format has one is there twice."""
    parent, child = random.choice(parents_of(root, *SINGLE))
    twin = copy(child)
    for number in twin.iter():
        if number.text:
            number.text = "1"
    parent.append(twin)
    return ["Elements not used", f'"{child.tag}"']


def add_unknown(random, root):
    parent = random.choice([element for element in root.iter() if len(element) > 0])
    # What is inside of signs and tags is not looked into.
    ElementTree.SubElement(parent, "surprise").text = "1"
    return ["surprise"] if parent.tag not in ("location", "scenarioTags", "trafficSign", "trafficSignElement") else []


def empty_trajectory(random, root):
    for _, trajectory in parents_of(root, "trajectory"):
        for state in list(trajectory):
            trajectory.remove(state)
    return ["Trajectories without states"]


def remove_orientation(random, root):
    choices = [pair for pair in parents_of(root, "orientation") if pair[0].tag == "initialState"]
    parent, child = random.choice(choices)
    parent.remove(child)
    return ["orientation"]


def remove_velocity(random, root):
    problems = root.findall("planningProblem/initialState")
    for state in problems:
        state.remove(state.find("velocity"))
    return ["no velocity"] if problems else []


def dangling_reference(random, root):
    for reference in root.iter("adjacentLeft"):
        reference.set("ref", "999")
    return ["References of lanelets to lanelets that the file does not have"]


def repeat_initial_state(random, root):
    for obstacle in root.iter("dynamicObstacle"):
        if obstacle.find("trajectory") is not None:
            first = copy(obstacle.find("initialState"))
            first.tag = "state"
            obstacle.find("trajectory").insert(0, first)
    return ["First states of trajectories at the time step of the initial state"]


def bare_phantom(random, root):
    phantom = root.find("phantomObstacle")
    phantom.remove(phantom.find("occupancySet"))
    return ["Phantom obstacles without occupancy set"]


def second_problem(random, root):
    problem = root.find("planningProblem")
    if problem is None:
        return []
    other = copy(problem)
    other.set("id", "21")
    root.append(other)
    return ["Vehicles of other planning problems"]


def unused(random, root):
    parent = random.choice(list(root.iter("point")))
    ElementTree.SubElement(parent, "z").text = "1"
    return ['"z"']


def static_with_motion(random, root):
    ElementTree.SubElement(root.find("staticObstacle"), "trajectory")
    return ['"trajectory"']


STRUCTURAL = [double_single, add_unknown, empty_trajectory, remove_orientation, remove_velocity, dangling_reference,
              repeat_initial_state, bare_phantom, second_problem, unused, static_with_motion]

ODD_TEXTS = ["nan", "inf", "", "1e999", "-1", "0", "1e9", "1.5", "abc", "0x10", " 3 ", "1e-300", "١"]


def mutate_freely(random, root):
    """Anything: no promise of what the notes say."""
    choice = random.randrange(4)
    pairs = parents_of(root)
    if choice == 0:
        numbers = [child for _, child in pairs if child.text and child.text.strip()]
        random.choice(numbers).text = random.choice(ODD_TEXTS)
    elif choice == 1:
        parent, child = random.choice(pairs)
        parent.remove(child)
    elif choice == 2:
        parent, _ = random.choice(pairs)
        parent.append(copy(random.choice(pairs)[1]))
    else:
        element = random.choice([e for e in root.iter() if e.attrib])
        element.set(random.choice(list(element.attrib)), random.choice(ODD_TEXTS))


def commonroad_case(random, _schema):
    root = seed_tree(random)
    if random.random() < 0.5:
        evidence = random.choice(STRUCTURAL)(random, root)
        return Case(".xml", ElementTree.tostring(root), evidence=evidence)
    for _ in range(random.choice([1, 2, 5])):
        mutate_freely(random, root)
    content = ElementTree.tostring(root)
    choice = random.randrange(6)
    if choice == 0:
        content = flip_bytes(random, content)
    elif choice == 1:
        content = content[: random.randrange(len(content))]
    return Case(".xml", content)

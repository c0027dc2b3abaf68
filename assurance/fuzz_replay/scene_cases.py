"""Mutated scenes: text, binary and streams, each with what must become of it."""

import struct

from scene_tree import delimited, field, parse, to_binary, to_text, varint, walk

SEED = """
id: "seed" time_step_s: 0.2
ego { shapes { rectangle { length_m: 4 width_m: 2 center { x: 1 } } } height_m: 1.5 wheelbase_m: 2.7 ground_clearance_m: 0.2 }
ego_state { time_s: 0 x: 0 y: 0 speed_mps: 10 }
reference_path { x: -20 y: 0 } reference_path { x: 200 y: 0 }
drivable_area { vertices { x: -30 y: -6 } vertices { x: 210 y: -6 } vertices { x: 210 y: 6 } vertices { x: -30 y: 6 } }
lane_boundaries { id: "left" points { x: -30 y: 6 } points { x: 210 y: 6 } }
static_obstacles { id: "parked" type: "car" shapes { rectangle { length_m: 4 width_m: 2 center { x: 30 y: 3 } } } height { z_min_m: 0 z_max_m: 1.4 } }
static_obstacles { id: "wall" shapes { polygon { vertices { x: 60 y: -9 } vertices { x: 62 y: -9 } vertices { x: 61 y: -7 } } } shapes { disc { center { x: 70 y: -8 } radius_m: 1 } } }
static_obstacles { id: "wire" polytopes { vertices { x: 40 y: -9 z: 5 } vertices { x: 40 y: 9 z: 5 } vertices { x: 40 y: 0 z: 4.5 } } }
moving_obstacles { id: "car" type: "car" shapes { rectangle { length_m: 4 width_m: 2 } } }
moving_obstacles { id: "crowd" }
predictions { obstacle_id: "car" probability: 0.7 poses { time_s: 0 x: 50 y: 3 yaw_rad: 3.1 } poses { time_s: 4 x: 10 y: 3 yaw_rad: 3.1 } timed_shapes { time_s: 1 } timed_shapes { time_s: 2 shapes { rectangle { length_m: 5 width_m: 2 } } } }
predictions { obstacle_id: "car" probability: 0.3 poses { time_s: 0 x: 50 y: 3 } poses { time_s: 2 x: 55 y: 0 z: 0.1 pitch_rad: 0.01 } }
predictions { obstacle_id: "crowd" occupancies { time_s: 0 shapes { disc { center { x: 20 y: -4 } radius_m: 1 } } } occupancies { time_s: 1 } }
candidates { id: "on" cost: 1 poses { time_s: 0 x: 0 y: 0 } poses { time_s: 2 x: 20 y: 0 } poses { time_s: 4 x: 40 y: 0 } }
candidates { id: "left" cost: 2 poses { time_s: 0 x: 0 y: 0 } poses { time_s: 2 x: 19 y: 2 yaw_rad: 0.1 } }
goals { time_s { min: 0 max: 9 } area { disc { center { x: 30 y: 0 } radius_m: 5 } } yaw_rad { min: -1 max: 1 } speed_mps { min: 0 max: 30 } }
rss { response_time_s: 0.8 max_braking_mps2: 9 }
desired_speed_mps: 9
road_features { kind: KIND_STOP_LINE text: "stop" points { x: 50 y: -6 } points { x: 50 y: 6 } }
"""
SAMPLED = 'sampling_request { lateral_offsets_m: 0 end_speeds_mps: 9 horizons_s: 3 stop_distances_m: 25 }'

NOT_FINITE = ["nan", "inf", "-inf"]
ODD_NUMBERS = ["0", "-0.0", "-1", "1e-300", "5e-324", "1e-7", "0.3", "7", "1e5", "1e9", "-1e9", "1e300", "123456.789"]
NAMED = ("static_obstacles", "moving_obstacles", "candidates")


class Case:
    """A file, and what must become of it."""

    def __init__(self, extension, content, refused=False, evidence=(), scenes=None, unusable=None, scene_id=None):
        self.extension, self.content = extension, content
        self.refused = refused  # It must yield no scene.
        self.evidence = evidence  # If it yields scenes, one of these must be in their notes.
        self.scenes, self.unusable = scenes, unusable  # How many there must be; None: any.
        self.scene_id = scene_id  # That of the verdicts; None: any.
        self.suffix = ""  # Of the file's name, in front of its extension.


def seed_tree(random):
    nodes = parse(SEED)
    if random.random() < 0.15:
        nodes = [node for node in nodes if node.name != "candidates"] + parse(SAMPLED)
    return nodes


def mutate_tree(random, nodes, schema):
    """Changes one thing; returns whether the scene must be refused."""
    choice = random.randrange(6)
    places = list(walk(nodes, schema))
    numbers = [(holder, i) for holder, i, type_name, _ in places if type_name == "double"]
    if choice == 0:
        holder, i = random.choice(numbers)
        holder[i].value = random.choice(NOT_FINITE)
        return True
    if choice == 1:
        holder, i = random.choice(numbers)
        holder[i].value = random.choice(ODD_NUMBERS)
    elif choice == 2:
        holder, i, _, _ = random.choice(places)
        del holder[i]
    elif choice == 3:
        element = random.choice([node for node in nodes if node.name in NAMED] or nodes)
        nodes.append(element.copy())
        # A message of one value is merged, not repeated; only names are not to be there twice.
        return element.name in NAMED and any(child.name == "id" for child in element.children)
    elif choice == 4:
        holder, i, _, message = random.choice(places)
        # Another element, of the same list or of its parent's.
        holder.insert(random.randrange(len(holder) + 1), holder[i].copy())
    else:
        holder, _, _, _ = random.choice(places)
        random.shuffle(holder)
    return False


def flip_bytes(random, content):
    content = bytearray(content)
    for _ in range(random.choice([1, 1, 2, 8])):
        if content:
            content[random.randrange(len(content))] = random.randrange(256)
    return bytes(content)


def text_case(random, schema):
    nodes = seed_tree(random)
    refused = False
    for _ in range(random.choice([1, 1, 2, 3])):
        if nodes:
            refused = mutate_tree(random, nodes, schema) if not refused else refused
    content = to_text(nodes)
    choice = random.randrange(6)
    if choice == 0:
        return Case(".textproto", content + f" field_{random.randrange(9)}: 1", refused=True)
    if choice == 1:
        return Case(".textproto", content + ' id: "a" id: "b"', refused=True)
    if choice == 2:
        return Case(".txtpb", flip_bytes(random, content[: random.randrange(len(content) + 1)].encode()))
    return Case(".textproto", content, refused=refused)


def damaged_message(random, content):
    """The bytes of a scene, made illegal."""
    choice = random.randrange(5)
    if choice == 0:  # Text that is not UTF-8.
        return content + field(1, 2, delimited(b"\xff\xfe"))
    if choice == 1:  # A field that is not in the schema.
        return content + field(random.randrange(100, 5000), 0, varint(random.randrange(1 << 30)))
    if choice == 2:  # A number of steps instead of one of seconds.
        return content + field(2, 0, varint(100))
    if choice == 3:  # A length beyond the end.
        return content + field(7, 2, varint(random.randrange(1, 1 << 20)))
    return content + field(2, 1, struct.pack("<d", float("nan")))


def binary_case(random, schema):
    nodes = seed_tree(random)
    refused = mutate_tree(random, nodes, schema)
    content = to_binary(nodes, schema)
    choice = random.randrange(4)
    if choice == 0:
        return Case(".pb", flip_bytes(random, content))
    if choice == 1:
        return Case(".pb", content[: random.randrange(len(content) + 1)])
    if choice == 2:
        return Case(".pb", damaged_message(random, content), refused=True)
    return Case(".pb", content, refused=refused)


def stream_case(random, schema):
    """Records, some damaged, in an intact framing; then perhaps a damaged end."""
    good = to_binary(parse(SEED), schema)
    wire_damage = good + field(1, 2, delimited(b"\xff"))
    count = random.randrange(1, 8)
    kinds = [random.random() < 0.7 for _ in range(count)]
    content = b"".join(
        delimited(good) if kind else random.choice([delimited(wire_damage), b"\0", delimited(damaged_message(random, good))])
        for kind in kinds
    )
    end = random.randrange(5)
    if end == 4:
        return Case(".pbs", flip_bytes(random, content))
    # A record that says more bytes than there are; a length that ends in its middle; one beyond any
    # message.
    content += [b"", varint(9000) + good[: random.randrange(len(good))], b"\xff", varint(1 << 40) + good][end]
    scenes, unusable = sum(kinds), count - sum(kinds)
    if end > 0:
        # With it are lost, as one, the records in front of it that cannot be parsed either.
        unusable = None
    return Case(".pbs", content, scenes=scenes, unusable=unusable)


def huge_case(random, _schema):
    """A short scene that asks for very much: candidates, horizons, time steps, hypotheses or shapes, within what fields permit alone."""
    choice = random.randrange(5)
    # So much that it must be refused, or about as much as is legal.
    is_beyond = random.random() < 0.5
    nodes = [node for node in parse(SEED) if node.name != "candidates" or choice in (2, 3, 4)]
    if choice == 0:  # Few candidates of many steps.
        horizon = random.uniform(11000, 190000) if is_beyond else random.uniform(100, 500)
        nodes += parse(f"sampling_request {{ horizons_s: {horizon} }}")
    elif choice == 1:  # Many values in each list.
        size = random.randrange(110, 200) if is_beyond else random.randrange(10, 20)
        values = " ".join(f"{name}: {1 + i / size}" for i in range(size) for name in ("lateral_offsets_m", "end_speeds_mps", "horizons_s"))
        nodes += parse(f"sampling_request {{ {values} }}")
    elif choice == 2:  # Long candidates of two poses.
        steps = random.uniform(210000, 999000) if is_beyond else random.uniform(1000, 3000)
        for i in range(20):
            nodes += parse(f'candidates {{ id: "long {i}" poses {{ time_s: 0 x: 0 y: 0 }} poses {{ time_s: {0.2 * steps} x: 10 y: 0 }} }}')
    elif choice == 3:  # Many hypotheses of an obstacle of many shapes.
        size = random.randrange(320, 500) if is_beyond else random.randrange(10, 100)
        shapes = " ".join("shapes { disc { radius_m: 1 } }" for _ in range(size))
        nodes += parse(f'moving_obstacles {{ id: "many" {shapes} }}')
        nodes += parse('predictions { obstacle_id: "many" poses { time_s: 0 x: 50 y: 30 } poses { time_s: 4 x: 50 y: 30 } }' * size)
    else:  # A body of many shapes.
        size = random.randrange(1001, 3000) if is_beyond else random.randrange(10, 100)
        next(node for node in nodes if node.name == "ego").children += parse("shapes { disc { radius_m: 1 } }" * size)
    return Case(".textproto", to_text(nodes), refused=is_beyond)


def noise_case(random, _schema):
    extension = random.choice([".pb", ".pbs", ".textproto", ".xml"])
    return Case(extension, bytes(random.randrange(256) for _ in range(random.randrange(1, 300))))

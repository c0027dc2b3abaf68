"""Mutated CommonRoad scenarios as protobuf in one file, each with what its notes must say."""

import struct

from scene_cases import Case, flip_bytes

SCENARIO_ID = "ZAM_FuzzPlan-1_1_T-1"


def number(field, value):
    return varint(field << 3) + varint(value)


def varint(value):
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def double(field, value):
    return varint(field << 3 | 1) + struct.pack("<d", value)


def message(field, *parts):
    content = b"".join(parts)
    return varint(field << 3 | 2) + varint(len(content)) + content


def point(field, x, y, *more):
    return message(field, double(1, x), double(2, y), *more)


def state(field, x, step, *more):
    return message(field, point(1, x, 0), message(3, double(1, 0)), message(4, double(1, 5)), message(39, number(1, step)), *more)


def rectangle(field):
    return message(field, message(1, double(1, 4.5), double(2, 1.8)))


def scenario(more_in_root=b"", more_in_state=b"", obstacle_shape=rectangle(3), more_in_lanelet=b""):
    """A lanelet, a car that stands on it, and a planning problem."""
    bounds = [message(field, *(point(1, x, y) for x in (-20, 40, 90))) for field, y in ((2, 2), (3, -2))]
    return b"".join(
        [
            message(1, message(1, b"2020a"), message(2, SCENARIO_ID.encode()), double(7, 0.1)),
            message(2),
            message(3),
            message(4, number(1, 1), *bounds, number(11, 0), more_in_lanelet),
            message(8, number(1, 10), number(2, 7), obstacle_shape, state(4, 60, 0, more_in_state)),
            message(12, number(1, 7), state(2, 0, 0), message(3, message(1, message(39, message(2, number(1, 1), number(2, 9)))))),
            more_in_root,
        ]
    )


def commonroad_protobuf_case(random, schema):
    unknown = random.choice([number(99, random.randrange(1 << 40)), message(99, b"surprise"), double(99, 1)])
    nested = rectangle(1)
    for _ in range(random.choice([100, 5000])):
        nested = message(1, message(4, nested))
    content, refused, evidence = random.choice(
        [
            (scenario(), False, []),
            (scenario(more_in_root=unknown), False, ['"field 99 of CommonRoad" (1)']),
            (scenario(more_in_state=unknown), False, ['"field 99 of State" (1)']),
            (scenario(more_in_state=message(5, double(1, 0.1))), False, ['"steeringAngle"']),
            (scenario(more_in_lanelet=number(5, 999)), False, ["References of lanelets to lanelets that the file does not have"]),
            (scenario(more_in_lanelet=number(1, 5)), False, []),  # The last of several counts, as in every message.
            (scenario(obstacle_shape=b""), True, []),
            (scenario(obstacle_shape=message(3)), True, []),
            (scenario(obstacle_shape=message(3, message(4, nested))), True, []),
            (scenario()[: random.randrange(20, 400)], None, []),
            (flip_bytes(random, scenario()), None, []),
        ]
    )
    return Case(".pb", content, bool(refused), evidence if refused is not None else [])

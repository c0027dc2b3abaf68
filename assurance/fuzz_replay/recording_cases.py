"""Mutated recordings of other formats (ASAM OSI, MCAP, Waymo, Lanelet2, INTERACTION), each with what must become of it."""

import struct
import zlib

from protobuf_cases import double, message, number, varint
from scene_cases import Case, flip_bytes


def damaged(random, extension, content):
    """The bytes of a good file, damaged somewhere: no promise of what becomes of them."""
    choice = random.randrange(3)
    if choice == 0:
        return Case(extension, flip_bytes(random, content))
    if choice == 1:
        return Case(extension, content[: random.randrange(len(content))])
    begin, end = sorted(random.randrange(len(content)) for _ in range(2))
    return Case(extension, content[:begin] + content[end:] if random.random() < 0.5 else content[:end] + content[begin:])


def speed_of(random):
    """m/s of the ego vehicle: mostly so fast that no lattice is sampled, whose check takes a hundred times as long."""
    return 8.0 if random.random() < 0.05 else 60.0


def odd_number(random):
    return random.choice([0.0, -1.0, 1e-300, 1e9, -1e9, 1e300, 0.3, float("nan"), float("inf")])


# ASAM OSI.


def vector(field, *values):
    return message(field, *(double(i + 1, value) for i, value in enumerate(values)))


def identifier(field, value):
    return message(field, number(1, value))


def moving_object(random, identity, x, y, more=b"", values=(4.5, 1.8, 1.5), speed=5.0):
    kind = number(3, 2)
    base = message(2, vector(1, *values), vector(2, x, y, 0.75), vector(3, 0.0, 0.0, 0.1 * random.random()), vector(4, speed, 0.0, 0.0))
    return message(5, identifier(1, identity), base, kind, more)


def ground_truth(random, step, speed, more=b"", with_host=True):
    boundaries = b"".join(
        message(9, identifier(1, key), *(message(2, vector(1, x, y, 0.0)) for x in (-20.0, 60.0, 140.0)), message(3, number(1, kind)))
        for key, y, kind in ((20, 4.0, 12), (21, -4.0, 12))
    )
    lane = message(10, identifier(1, 30), message(2, number(1, 2), identifier(8, 21), identifier(9, 20)))
    return b"".join(
        [
            message(2, number(1, 1), number(2, step * 100000000)),
            identifier(3, 10) if with_host else b"",
            message(4, identifier(1, 40), message(2, vector(1, 2.0, 1.0, 1.0), vector(2, 70.0, -3.0, 0.5)), message(3, number(1, 2))),
            moving_object(random, 10, 0.1 * speed * step, 0.0, speed=speed),
            moving_object(random, 11, 30.0 + 0.5 * step, 0.1, more),
            boundaries,
            lane,
        ]
    )


def osi_frames(random, count, **options):
    speed = speed_of(random)
    return [ground_truth(random, step, speed, **options) for step in range(count)]


def in_words(frames):
    return b"".join(struct.pack("<I", len(frame)) + frame for frame in frames)


def osi_case(random, _schema):
    count = random.randrange(1, 6)
    frames = osi_frames(random, count)
    choice = random.randrange(8)
    if choice == 0:
        return Case(".osi", in_words(osi_frames(random, count, with_host=False)), refused=True)
    if choice == 1:  # A frame with what no version defines.
        frames[-1] += message(999, b"surprise")
        return Case(".osi", in_words(frames), evidence=["times field 999 of GroundTruth, not used"])
    if choice == 2:  # Seconds that are 0 are left out.
        for step in range(count):
            frames[step] = message(2, number(2, step * 100000000)) + frames[step][frames[step].index(identifier(3, 10)) :]
        return Case(".osi", in_words(frames), evidence=["numbers that are not there: they are 0"])
    if choice == 3:
        return Case(".osi", in_words([moving_object(random, 13, odd_number(random), 0.0) + frames[0]] + frames[1:]))
    if choice == 4:
        values = [random.choice([0.0, -1.0, 1e9, float("nan")]) for _ in range(3)]
        return Case(".osi", in_words([frames[0] + moving_object(random, 12, 50.0, 0.0, values=values)] + frames[1:]))
    if choice == 5:  # The rest is lost, and said to be; the frames so far are a scene.
        end = struct.pack("<I", random.choice([1 << 20, 0xFFFFFFFF])) + b"abc"
        return Case(".osi", in_words(frames) + end, scenes=1, unusable=1)
    if choice == 6:
        return Case(".osi", in_words(frames), scenes=1, unusable=0)
    return damaged(random, ".osi", in_words(frames))


# MCAP.


def mcap_record(opcode, content):
    return bytes([opcode]) + struct.pack("<Q", len(content)) + content


def text(value):
    return struct.pack("<I", len(value)) + value


def block(value):
    return struct.pack("<Q", len(value)) + value


def raw_zstd(content):
    """A frame of Zstandard whose blocks are not compressed."""
    blocks = [content[i : i + 100000] for i in range(0, len(content), 100000)] or [b""]
    frame = b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(content))
    return frame + b"".join(struct.pack("<I", len(b) << 3 | (i == len(blocks) - 1))[:3] + b for i, b in enumerate(blocks))


def mcap_file(random, frames, compression=b"", size=None, crc=None, more=b"", pack=lambda records: records):
    files = message(1, message(1, b"osi.proto"), message(2, b"osi3"), message(4, message(1, b"GroundTruth")))
    schema = mcap_record(3, struct.pack("<H", 1) + text(b"osi3.GroundTruth") + text(b"protobuf") + text(files))
    channel = mcap_record(4, struct.pack("<HH", 1, 1) + text(b"truth") + text(b"protobuf") + text(b""))
    messages = b"".join(
        mcap_record(5, struct.pack("<HIQQ", 1, i, i * 100000000, i * 100000000) + frame) for i, frame in enumerate(frames)
    )
    records = schema + channel + messages
    crc = zlib.crc32(records) if crc is None else crc
    times = struct.pack("<QQ", 0, max(0, len(frames) - 1) * 100000000)
    chunk = times + struct.pack("<QI", len(records) if size is None else size, crc) + text(compression) + block(pack(records))
    magic = b"\x89MCAP0\r\n"
    body = mcap_record(1, text(b"") + text(b"fuzz")) + mcap_record(6, chunk) + more + mcap_record(15, struct.pack("<I", 0))
    return magic + body + mcap_record(2, struct.pack("<QQI", 0, 0, 0)) + magic


def mcap_case(random, _schema):
    frames = osi_frames(random, random.randrange(1, 6))
    choice = random.randrange(9)
    if choice == 0:
        return Case(".mcap", mcap_file(random, frames), scenes=1, unusable=0)
    if choice == 1:
        return Case(".mcap", mcap_file(random, frames, b"zstd", pack=raw_zstd), scenes=1, unusable=0)
    if choice == 2:  # What unpacks to more than it says, or to very much.
        size = random.choice([10, 1 << 29, 1 << 40])
        return Case(".mcap", mcap_file(random, frames, b"zstd", size=size, pack=raw_zstd), refused=True)
    if choice == 3:
        return Case(".mcap", mcap_file(random, frames, random.choice([b"lz4", b"zstd", b"snappy"])), refused=True)
    if choice == 4:
        return Case(".mcap", mcap_file(random, frames, crc=12345), refused=True)
    if choice == 5:
        record = mcap_record(random.randrange(0x80, 0x100), b"surprise")
        return Case(".mcap", mcap_file(random, frames, more=record), evidence=["records of unknown opcodes not used"])
    if choice == 6:
        packed = mcap_file(random, frames, b"zstd", pack=lambda records: flip_bytes(random, raw_zstd(records)))
        return Case(".mcap", packed)
    if choice == 7:
        return Case(".mcap", mcap_file(random, [flip_bytes(random, frame) for frame in frames]))
    return damaged(random, ".mcap", mcap_file(random, frames))


# Waymo Open Motion.


def crc32c_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


CRC32C = crc32c_table()


def masked_crc(content):
    crc = 0xFFFFFFFF
    for byte in content:
        crc = crc >> 8 ^ CRC32C[(crc ^ byte) & 255]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def tf_record(content, data_crc=None):
    length = struct.pack("<Q", len(content))
    data_crc = masked_crc(content) if data_crc is None else data_crc
    return length + struct.pack("<I", masked_crc(length)) + content + struct.pack("<I", data_crc)


def real(field, value):
    return varint(field << 3 | 5) + struct.pack("<f", value)


def waymo_state(x, y, length=4.5, more=b"", speed=5.0):
    sizes = real(5, length) + real(6, 1.8) + real(7, 1.5)
    return message(3, double(2, x), double(3, y), double(4, 0.75), sizes, real(8, 0.0), real(9, speed), real(10, 0.0), number(11, 1), more)


def scenario(states_of_other=None, more=b"", ego=0, speed=60.0, lane_exit=b"", polyline=((-20, 0), (120, 0))):
    steps = range(5)
    other = states_of_other or [waymo_state(30 + 0.5 * step, 0.1) for step in steps]
    line = lambda field, points: b"".join(message(field, double(1, x), double(2, y), double(3, 0)) for x, y in points)
    return b"".join(
        [
            *(double(1, 0.1 * step) for step in steps),
            message(2, number(1, 7), number(2, 1), *(waymo_state(0.1 * speed * step, 0, speed=speed) for step in steps)),
            message(2, number(1, 8), number(2, 1), *other),
            message(5, b"fuzz"),
            number(6, ego),
            message(8, number(1, 100), message(3, number(2, 2), line(8, polyline), lane_exit)),
            message(8, number(1, 101), message(5, number(1, 1), line(2, ((-20, -4), (120, -4))))),
            number(10, 1),
            more,
        ]
    )


def waymo_case(random, _schema):
    choice = random.randrange(9)
    if choice == 0:
        contents, evidence = [scenario(more=message(12, b"laser"))], ["compressed_frame_laser_data 1"]
    elif choice == 1:
        contents, evidence = [scenario(more=message(99, b"surprise"), speed=speed_of(random))], ["field 99 of Scenario 1"]
    elif choice == 2:
        states = [waymo_state(30, 0.1)] + [message(3, number(11, 0))] + [waymo_state(31, 0.1)] * 3
        contents, evidence = [scenario(states)], ["Gaps in tracks, which begin another hypothesis"]
    elif choice == 3:
        exit_lane = message(10, varint(999))
        contents, evidence = [scenario(lane_exit=exit_lane)], ["References to lanes that the scenario lacks, left out"]
    elif choice == 4:
        contents, evidence = [scenario(polyline=((-20, 0), (-20, 0), (120, 0)))], ["Points that repeat the one before, left out"]
    elif choice == 5:
        bad = random.choice([scenario(ego=9), scenario([waymo_state(float("nan"), 0)] * 5), scenario([waymo_state(30, 0, length=0)] * 5),
                             scenario([waymo_state(30, 0)] * 4)])
        return Case(".tfrecord", tf_record(bad), refused=True)
    elif choice == 6:  # A record whose data are damaged is passed over, one whose length is loses the rest.
        good = tf_record(scenario())
        return Case(".tfrecord", good + tf_record(scenario(), data_crc=1) + good, scenes=2, unusable=1)
    elif choice == 7:
        states = [waymo_state(odd_number(random), odd_number(random), 4.5, real(8, 1e30)) for _ in range(5)]
        return Case(".tfrecord", tf_record(flip_bytes(random, scenario()) if random.random() < 0.5 else scenario(states)))
    else:
        return damaged(random, ".tfrecord", tf_record(scenario()))
    return Case(".tfrecord", b"".join(map(tf_record, contents)), evidence=evidence, scenes=len(contents), unusable=0)


# Lanelet2.

LANELET_TAGS = "<tag k='type' v='lanelet'/><tag k='subtype' v='road'/>"


def lanelet_map(random, tags=LANELET_TAGS, more="", left=2.0, nodes=4):
    places = [(20.0 * i, y) for y in (left, -2.0) for i in range(nodes)]
    text_of = "".join(
        f"<node id='{i + 1}' lat='0' lon='0'><tag k='local_x' v='{x}'/><tag k='local_y' v='{y}'/></node>"
        for i, (x, y) in enumerate(places)
    )
    ways = "".join(
        f"<way id='{100 + way}'>" + "".join(f"<nd ref='{way * nodes + i + 1}'/>" for i in range(nodes)) + "<tag k='type' v='line_thin'/></way>"
        for way in (0, 1)
    )
    members = "<member type='way' ref='100' role='left'/><member type='way' ref='101' role='right'/>"
    return f"<?xml version='1.0'?><osm version='0.6'>{text_of}{ways}<relation id='200'>{members}{tags}</relation>{more}</osm>".encode()


def lanelet2_case(random, _schema):
    choice = random.randrange(9)
    if choice == 0:
        return Case(".osm", lanelet_map(random), scenes=1, unusable=0, evidence=["Coordinates are local_x and local_y of the nodes."])
    if choice == 1:
        walk = LANELET_TAGS.replace("road", "walkway")
        other = lanelet_map(random).decode().split("<relation")[1].split("</osm>")[0].replace("200", "201").replace(LANELET_TAGS, walk)
        return Case(".osm", lanelet_map(random, more="<relation" + other), evidence=["Lanelets that are not for vehicles"])
    if choice == 2:
        stop = "<way id='300'><nd ref='2'/><nd ref='6'/><tag k='type' v='stop_line'/></way>"
        return Case(".osm", lanelet_map(random, more=stop), evidence=["Stop lines, signs, lights and speed limits, which are shown"])
    if choice == 3:
        missing = random.choice([("ref='101'", "ref='999'"), ("<nd ref='3'/>", "<nd ref='999'/>"), ("role='left'", "role='centerline'")])
        return Case(".osm", lanelet_map(random).replace(missing[0].encode(), missing[1].encode()), refused=True)
    if choice == 4:
        content = lanelet_map(random).replace(b"v='40.0'", f"v='{random.choice(['nan', '', '1e999', 'abc', '1e9'])}'".encode())
        return Case(".osm", content, refused=True)
    if choice == 5:  # Borders that cross, or that are far apart.
        return Case(".osm", lanelet_map(random, left=random.choice([-2.0, -6.0, 1e6, -1.999999])))
    if choice == 6:
        places = b"lat='91' lon='0'", b"lat='0' lon='181'", b"lat='x' lon='0'", b"lat='1e-5' lon='1e-5'"
        degrees = lanelet_map(random).replace(b"local_", b"other_").replace(b"lat='0' lon='0'", random.choice(places))
        return Case(".osm", degrees)
    if choice == 7:
        doubled = lanelet_map(random).replace(b"<node id='2'", random.choice([b"<node id='1'", b"<node", b"<node id='2' action='delete'"]))
        return Case(".osm", doubled)
    return damaged(random, ".osm", lanelet_map(random))


# INTERACTION.

TRACK_COLUMNS = "track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width"


def track(identity, y, rows=15, kind="car", sizes="0,4.5,1.8", speed=60.0):
    return [f"{identity},{i},{100 * i},{kind},{0.1 * speed * i},{y},{speed},0,{sizes}" for i in range(1, rows + 1)]


def interaction_case(random, _schema):
    header, rows = TRACK_COLUMNS, track(1, 0, speed=speed_of(random)) + track(2, 3.5)
    choice = random.randrange(9)
    if choice == 0:
        rows = rows if random.random() < 0.5 else [row + "\r" for row in rows]
        return Case(".csv", "\n".join([header] + rows) + "\n", evidence=["The road is not known"])
    if choice == 1:
        rows += track("P1", -3.5, kind="pedestrian/bicycle", sizes=",,")
        return Case(".csv", "\n".join([header] + rows), evidence=["Pedestrians and cyclists, which have no size"])
    if choice == 2:
        bad = random.choice([rows[7].rsplit(",", 1)[0], rows[7].replace(",car,", ",car,nan,", 1), rows[7] + ",1", rows[2], ",,,"])
        return Case(".csv", "\n".join([header] + rows[:7] + [bad] + rows[8:]), refused=True)
    if choice == 3:
        return Case(".csv", "\n".join([header] + rows + track(1, 0)), refused=True)
    if choice == 4:
        column = random.choice(["track_id", "timestamp_ms", "x", "vx"])
        return Case(".csv", "\n".join([header.replace(column, "other", 1)] + rows), refused=True)
    if choice == 5:
        cells = rows[9].split(",")
        cells[random.choice([2, 4, 5, 6, 8, 9])] = random.choice(["nan", "", "1e999", "-1", "1e9", "0", "١"])
        return Case(".csv", "\n".join([header] + rows[:9] + [",".join(cells)] + rows[10:]))
    if choice == 6:
        columns = list(zip(*(line.split(",") for line in [header] + rows)))
        random.shuffle(columns)
        return Case(".csv", "\n".join(",".join(line) for line in zip(*columns)), evidence=["The road is not known"])
    if choice == 7:
        return Case(".csv", "\n".join([header] + track(1, 0, rows=random.choice([1, 2, 400]))))
    return damaged(random, ".csv", "\n".join([header] + rows).encode())

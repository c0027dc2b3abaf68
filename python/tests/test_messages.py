"""The generated messages: they are those of the extension, and leave a client's own scene.proto alone."""

import importlib
import pathlib
import shutil
import subprocess
import sys

import pytest

import collision2d as c2d

pytest.importorskip("google.protobuf")

OWN = """syntax = "proto3";
package client;
message Scene { string id = 1; repeated double road_borders = 13; }
"""


def scene_message():
    scene_pb2 = importlib.import_module("collision2d.v1.scene_pb2")
    scene = scene_pb2.Scene(id="s", time_step_s=0.1, schema_version=2)
    scene.ego.shapes.add().disc.radius_m = 1.0
    wall = scene.static_obstacles.add(id="wall", kind=scene_pb2.OBSTACLE_KIND_STRUCTURE)
    ring = wall.shapes.add().outline.rings.add()
    for x, y in [(5, 0), (5, 4), (7, 4), (7, 2), (9, 2), (9, 0)]:
        ring.points.add(x=x, y=y)
    columns = scene.candidates.add(id="c").packed_poses
    columns.time_s.extend([0.0, 1.0])
    columns.x.extend([0.0, 1.0])
    columns.y.extend([0.0, 0.0])
    columns.yaw_rad.extend([0.0, 0.0])
    return scene


def test_messages_become_scenes_and_verdicts():
    message = scene_message()
    scene = c2d.Scene.from_bytes(message.SerializeToString())
    assert [len(obstacle.shapes) for obstacle in scene.static_obstacles] == [2]
    assert scene.static_obstacles[0].kind == "structure"
    assert scene.notes == ["1 contours are read as 2 convex polygons."]
    assert type(message).FromString(scene.to_bytes()) == message
    verdict_pb2 = importlib.import_module("collision2d.v1.verdict_pb2")
    verdicts = c2d.TrajectoryChecker(scene).check(scene.candidates)
    assert verdict_pb2.SceneVerdicts.FromString(verdicts.to_bytes()).verdicts[0].candidate_id == "c"


def test_grids_and_points_of_messages():
    message = scene_message()
    grid = message.grids.add(id="map", width=3, height=2, cell_size_m=0.5, bits=bytes([0b100010]))
    grid.origin.x = 1.0
    message.point_sets.add(id="lidar", x=[4.0, 5.0], y=[9.0, 9.0], z=[0.0, 3.0], max_z_m=1.0)
    scene = c2d.Scene.from_bytes(message.SerializeToString())
    assert [obstacle.id for obstacle in scene.static_obstacles] == ["wall"]
    placed = [obstacle for obstacle in scene.obstacles_at(0.0) if obstacle.obstacle_id != "wall"]
    assert [obstacle.obstacle_id for obstacle in placed] == ["map", "map", "lidar"]
    assert placed[0].pose[:2] == (1.0, 0.0) and placed[0].shape.vertices.tolist() == [[0.5, 0.0], [1.0, 0.0], [1.0, 0.5], [0.5, 0.5]]
    contact = c2d.TrajectoryChecker(scene).check(scene.candidates)[0].first_collision
    assert (contact.obstacle_id, contact.element, contact.element_name) == ("map", 1, "cell in row 0, column 1")


def test_fields_of_newer_versions():
    message = scene_message()
    message.schema_version = 4
    with pytest.raises(ValueError, match="schema_version: 4 is newer than 3"):
        c2d.Scene.from_bytes(message.SerializeToString())
    scene = c2d.Scene.from_bytes(message.SerializeToString(), unknown_fields="note")
    assert "schema version 4" in scene.notes[0]
    text = scene.to_textproto() + "news: 1"
    with pytest.raises(ValueError, match="news"):
        c2d.Scene.from_textproto(text, unknown_fields="refuse")
    assert any("news" in note for note in c2d.Scene.from_textproto(text, unknown_fields="note").notes)
    with pytest.raises(ValueError, match="unknown_fields"):
        c2d.Scene.from_textproto(text, unknown_fields="ignore")


@pytest.mark.skipif(shutil.which("protoc") is None, reason="there is no protoc")
def test_a_clients_own_scene_proto(tmp_path, monkeypatch):
    (tmp_path / "proto").mkdir()
    (tmp_path / "proto" / "scene.proto").write_text(OWN)
    subprocess.run(["protoc", f"--proto_path={tmp_path}", f"--python_out={tmp_path}", "proto/scene.proto"], check=True)
    monkeypatch.syspath_prepend(tmp_path)
    own = importlib.import_module("proto.scene_pb2").Scene(id="own", road_borders=[1.5])
    ours = scene_message()
    assert own.DESCRIPTOR.full_name == "client.Scene" and ours.DESCRIPTOR.full_name == "collision2d.v1.Scene"
    assert type(own).FromString(own.SerializeToString()) == own
    assert c2d.Scene.from_bytes(ours.SerializeToString()).id == "s"


@pytest.mark.parametrize("imports", [("collision2d", "google.protobuf.message"), ("google.protobuf.message", "collision2d")])
def test_two_copies_of_protobuf(imports):
    """The wheel brings a Protobuf of its own; Python's module has loaded another one before or after it."""
    program = f"""
import {imports[0]}, {imports[1]}
import collision2d as c2d
from collision2d.v1 import scene_pb2, verdict_pb2
message = scene_pb2.Scene.FromString({scene_message().SerializeToString()!r})
scene = c2d.Scene.from_bytes(message.SerializeToString())
assert scene_pb2.Scene.FromString(scene.to_bytes()) == message
assert verdict_pb2.SceneVerdicts.FromString(c2d.TrajectoryChecker(scene).check().to_bytes()).verdicts[0].candidate_id == "c"
assert scene.to_textproto()
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_other_languages(tmp_path):
    """Where Java, C# and Objective-C have the messages: names that a later version could not change."""
    proto = pathlib.Path(__file__).parents[2] / "proto"
    files = [str(path) for path in proto.glob("collision2d/v1/*.proto")]
    languages = [f"--{language}_out={tmp_path}" for language in ("java", "csharp", "objc")]
    subprocess.run(["protoc", f"--proto_path={proto}", *languages, *files], check=True)
    assert (tmp_path / "org/collision2d/v1/SceneVerdicts.java").exists()
    assert "namespace Collision2d.V1 {" in (tmp_path / "Verdict.cs").read_text()
    assert "@interface C2DVerdict " in (tmp_path / "collision2d/v1/Verdict.pbobjc.h").read_text()

"""An outline has the types of all obstacles; what cannot be parsed has an empty one, whatever the parser says of it."""

from __future__ import annotations

import pytest
from collision2d.v1.scene_pb2 import Scene

from fleet.framing import framed
from fleet.scene_outline import Outline, outline_of
from fleet.shards import Item


def scene() -> Scene:
    scene = Scene(id="s")
    scene.static_obstacles.add(id="a", type="parkedVehicle")
    scene.moving_obstacles.add(id="b")
    scene.moving_obstacles.add(id="c", kind="OBSTACLE_KIND_OTHER_VEHICLE")
    scene.moving_obstacles.add(id="d", kind=99)
    return scene


@pytest.mark.parametrize(
    "item",
    [
        Item(".pb", scene().SerializeToString()),
        Item(".pbs", framed(scene().SerializeToString())),
        Item(".textproto", str(scene()).encode()),
    ],
)
def test_a_scene(item: Item) -> None:
    assert outline_of(item) == Outline("s", {"a": "parkedVehicle", "b": "(no type)", "c": "other_vehicle", "d": "(no type)"})


def test_a_text_with_names_of_earlier_and_later_versions() -> None:
    text = b"id: 's' lane_boundary { id: 'b' points { x: 1 y: 2 } } road_features { kind: STOP_LINE } next: [1, 2] moving_obstacles { id: 'c' kind: OBSTACLE_KIND_CAR }"
    assert outline_of(Item(".textproto", text)) == Outline("s", {"c": "car"})


def test_commonroad() -> None:
    xml = b"<commonRoad><dynamicObstacle id='7'><type> car </type></dynamicObstacle><staticObstacle id='8'/><lanelet id='9'/></commonRoad>"
    assert outline_of(Item(".xml", xml)) == Outline(None, {"7": "car", "8": "(no type)"})


ODD = {
    "empty": b"",
    "no text": b"\xff",
    "deep XML": b"<a>" * 100000,
    "deep text": b"a{" * 100000,
    "an encoding of several bytes": b'<?xml version="1.0" encoding="big5"?><a/>',
    "an unknown encoding": b'<?xml version="1.0" encoding="nonsense"?><a/>',
}


@pytest.mark.parametrize("data", ODD.values(), ids=list(ODD))
@pytest.mark.parametrize("suffix", [".xml", ".textproto", ".pb", ".pbs", ".txt"])
@pytest.mark.filterwarnings("ignore:Unexpected end-group tag")
def test_what_cannot_be_parsed(data: bytes, suffix: str) -> None:
    assert outline_of(Item(suffix, data)).types == {}

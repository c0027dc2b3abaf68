"""What the statistics need of a scene's input: its id, and the types of its obstacles."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

from google.protobuf import text_format
from collision2d.fleet.outline_pb2 import SceneOutline
from collision2d.v1.scene_pb2 import ObstacleKind

from fleet import framing
from fleet.shards import Item

UNNAMED_TYPE = "(no type)"
COMMONROAD_OBSTACLES = ("obstacle", "staticObstacle", "dynamicObstacle", "environmentObstacle", "phantomObstacle")


@dataclass(frozen=True)
class Outline:
    """`scene_id` is None where the input does not have it: for CommonRoad, and for what cannot be parsed."""

    scene_id: str | None
    types: dict[str, str]  # Of the obstacles, by their ids.


def outline_of(item: Item) -> Outline:
    """Returns the outline; of an item that cannot be parsed an empty one. The replay tool is what judges the item."""
    try:
        if item.suffix == ".xml":
            return Outline(None, _commonroad_types(item.data))
        if item.suffix == ".tfrecord":
            return Outline(None, {})  # Several scenes, whose types the verdicts do not need.
        scene = _parse(item)
    except Exception:  # A parser has errors of many kinds: for an unknown encoding, or for nesting that is too deep.
        return Outline(None, {})
    obstacles = [*scene.static_obstacles, *scene.moving_obstacles]
    return Outline(scene.id, {obstacle.id: obstacle.type or _kind_name(obstacle.kind) for obstacle in obstacles})


def _kind_name(kind: int) -> str:
    """The kind of an obstacle without a type of its own, as "car"; UNNAMED_TYPE if it is none or a newer one's."""
    name = ObstacleKind.Name(kind) if kind in ObstacleKind.values() else "OBSTACLE_KIND_UNSPECIFIED"
    return UNNAMED_TYPE if name.endswith("UNSPECIFIED") else str(name.removeprefix("OBSTACLE_KIND_").lower())


def _parse(item: Item) -> SceneOutline:
    outline = SceneOutline()
    if item.suffix not in (".pbs", ".pb"):
        # Passes over whatever else a scene has, by names of any version.
        text_format.Parse(item.data.decode(), outline, allow_unknown_field=True)
        return outline
    begin = framing.decode_varint(item.data, 0)[1] if item.suffix == ".pbs" else 0
    outline.ParseFromString(item.data[begin:])
    return outline


def _commonroad_types(data: bytes) -> dict[str, str]:
    root = ElementTree.fromstring(data)
    elements = [element for element in root if element.tag in COMMONROAD_OBSTACLES]
    return {element.get("id", ""): (element.findtext("type") or UNNAMED_TYPE).strip() for element in elements}

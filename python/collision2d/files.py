"""Scenes from files."""

from __future__ import annotations

import os
import pathlib
from typing import List, Union

from collision2d._core import Scene, _read_scene_file


def load_scenes(path: Union[str, os.PathLike[str]], unknown_fields: str = "refuse") -> List[Scene]:
    """Reads the scenes of a file.

    Args:
        path: a file .textproto, .pb, .pbs (a stream of scenes) or .xml (CommonRoad, with the vehicle of
            Scene.from_commonroad).
        unknown_fields: as for Scene.from_proto.

    Raises:
        FileNotFoundError: there is no such file.
        ValueError: names the file, the field and the value.
    """
    file = pathlib.Path(path)
    if file.suffix.lower() == ".xml":
        try:
            return Scene.from_commonroad(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from error
    return _read_scene_file(os.fspath(file), unknown_fields)


def _restored(data: bytes, notes: List[str]) -> Scene:
    """What a pickle of a scene calls."""
    return Scene.from_proto(data, notes, "note")

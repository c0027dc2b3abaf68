"""Scenes from files."""

from __future__ import annotations

import operator
import os
import pathlib
from typing import Any, Dict, List, Tuple, Union

from collision2d import _core
from collision2d._core import Scene, _read_scene_file
from collision2d.geometry import require


def load_scenes(path: Union[str, os.PathLike[str]]) -> List[Scene]:
    """Reads the scenes of a file.

    Parameters
    ----------
    path : a file .textproto or .txtpb, .pb, .pbs (a stream of scenes) or .xml (CommonRoad, with the vehicle of
        Scene.from_commonroad).

    Raises
    ------
    FileNotFoundError
        there is no such file.
    ValueError
        names the file, the field and the value.
    """
    require(path, "path", str, os.PathLike)
    file = pathlib.Path(path)
    if file.suffix.lower() == ".xml":
        try:
            return Scene.from_commonroad(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from error
    return _read_scene_file(os.fspath(file))


def _made_again(call: str, arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Any:
    """What pickles call: a function of the extension by its name, as "Road.from_cells"."""
    return operator.attrgetter(call)(_core)(*arguments, **keywords)

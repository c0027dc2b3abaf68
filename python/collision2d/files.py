"""Scenes from files."""

from __future__ import annotations

import operator
import os
import pathlib
from typing import Any, Dict, List, Tuple, Union

import numpy as np

from collision2d import _core
from collision2d._core import Candidates, Scene, _read_scene_file
from collision2d.geometry import require


def load_scenes(path: Union[str, os.PathLike[str]], unknown_fields: str = "refuse") -> List[Scene]:
    """Reads the scenes of a file.

    Parameters
    ----------
    path : a file .textproto or .txtpb, .pb, .pbs (a stream of scenes) or .xml (CommonRoad, with the vehicle of
        Scene.from_commonroad).
    unknown_fields : as for Scene.from_proto.

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
    return _read_scene_file(os.fspath(file), unknown_fields)


def _reduced_candidates(candidates: Candidates) -> Tuple[Any, ...]:
    """Candidates.__reduce__: arrays of the longest one's steps, with zeros after the end of others."""
    lengths = np.array([len(candidate.times_s) for candidate in candidates], np.int32)
    times, poses = (np.zeros((len(lengths), int(lengths.max(initial=0)), *columns)) for columns in ((), (6,)))
    for k, candidate in enumerate(candidates):
        times[k, :lengths[k]], poses[k, :lengths[k]] = candidate.times_s, candidate.poses
    parts = np.zeros((max((len(c.part_poses) for c in candidates), default=0), *poses.shape))
    for k, candidate in enumerate(candidates):
        for part, of_part in zip(parts, candidate.part_poses):
            part[k, :lengths[k]] = of_part
    keywords = {"ids": candidates.ids, "costs": candidates.costs, "lengths": lengths, "part_poses": list(parts)}
    return _made_again, ("Candidates.from_arrays", (times, poses), keywords)


def _made_again(call: str, arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Any:
    """What pickles call: a function of the extension by its name, as "Road.from_cells"."""
    return operator.attrgetter(call)(_core)(*arguments, **keywords)

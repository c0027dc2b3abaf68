"""Scenes from files."""

from __future__ import annotations

import operator
import os
from typing import Any, Dict, List, Tuple, Union

import numpy as np

from collision2d import _core
from collision2d._core import Candidates, Scene
from collision2d.geometry import require


def load_scenes(path: Union[str, os.PathLike[str]], unknown_fields: str = "refuse") -> List[Scene]:
    """Scene.from_file, for paths of any type.

    Parameters
    ----------
    path : a file of scenes.
    unknown_fields : as for Scene.from_proto.

    Raises
    ------
    FileNotFoundError
        there is no such file.
    ValueError
        names the file, the field and the value.
    """
    require(path, "path", str, os.PathLike)
    return Scene.from_file(os.fspath(path), unknown_fields=unknown_fields)


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

"""Scenes from files."""

from __future__ import annotations

import os
from typing import List, Union

from collision2d._core import Scene


def load_scenes(path: Union[str, os.PathLike[str]], *, unknown_fields: str = "refuse") -> List[Scene]:
    """Scene.from_file, as a function.

    Parameters
    ----------
    path : a file of scenes.
    unknown_fields : as for Scene.from_bytes.

    Raises
    ------
    FileNotFoundError
        there is no such file.
    ValueError
        names the file, the field and the value.
    """
    return Scene.from_file(path, unknown_fields=unknown_fields)

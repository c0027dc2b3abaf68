"""The replay page in a notebook, a browser or a file."""

from __future__ import annotations

import html
import os
import pathlib
from typing import Any, Optional, Tuple, Union

from collision2d._core import Candidates, Scene, TrajectoryChecker
from collision2d._geometry import require


class ReplayPage:
    """A replay page: a notebook shows it, `save` writes it to a file. It loads nothing."""

    def __init__(self, document: str, height_px: int = 800) -> None:
        self.html = document
        """The complete HTML document."""
        self.height_px = height_px

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the document to a file."""
        pathlib.Path(path).write_text(self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        # In a frame of its own, the page's style and scripts do not meet the notebook's.
        return (
            f'<iframe srcdoc="{html.escape(self.html)}" sandbox="allow-scripts" '
            f'style="width: 100%; height: {self.height_px}px; border: 0"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<ReplayPage of {len(self.html)} characters>"


def show(
    scene: Scene, candidates: Union[Candidates, Tuple[Any, Any], None], checker: Optional[TrajectoryChecker], threads: int
) -> ReplayPage:
    """See Scene.show."""
    require(checker, "checker", TrajectoryChecker, type(None))
    if candidates is None:
        candidates = scene.candidates
        if len(candidates) == 0:
            candidates = scene.sample_candidates()
    if checker is None:
        checker = TrajectoryChecker(scene, metrics="all")
    elif checker.scene is not scene:
        raise ValueError(f"checker: is of another scene, '{checker.scene.id}'")
    return ReplayPage(checker.check(candidates, profiles=True, threads=threads).page())

"""Judges the plans of others: solutions of CommonRoad scenarios, and submissions to Waymo's challenges.

python3 -m collision2d.plans FILE... [--scenarios=DIR] prints a row for each scene; docs/recordings.md says what is read,
and what the answers mean. judge() returns the same as verdicts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from google.protobuf.message import DecodeError

from collision2d.plans._judgement import Judgement, Unusable
from collision2d.plans._solution import judge_solution
from collision2d.plans._submission import judge_submission

__all__ = ["Judgement", "Unusable", "judge"]


def judge(path: str | os.PathLike[str], *, scenarios: str | os.PathLike[str] | None = None) -> Iterator[Judgement | Unusable]:
    """The plans of a file, one scene after the other: a Judgement, or Unusable for each one that cannot be judged.

    Parameters
    ----------
    path : a solution (.xml) or a submission (.binproto, or a shard of one as .binproto-00003-of-00150).
    scenarios : the folder of the scenarios; None: that of the file.
    """
    file = Path(path)
    folder = Path(scenarios) if scenarios is not None else file.parent
    kind = re.sub(r"-\d{5}-of-\d{5}$", "", file.name).lower()
    try:
        if kind.endswith(".xml"):
            yield from judge_solution(file, folder)
        elif kind.endswith(".binproto"):
            yield from judge_submission(file, folder)
        else:
            yield Unusable(f"{file}: is neither a solution (.xml) nor a submission (.binproto)")
    except OSError as error:
        yield Unusable(f"{error.filename}: {error.strerror}")
    except (ValueError, DecodeError) as error:
        yield Unusable(f"{file}: {error}")

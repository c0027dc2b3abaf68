"""What calls do with arrays that they cannot read in place."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from collision2d._core import _set_strict_arrays


@contextlib.contextmanager
def array_rules(*, strict: bool) -> Iterator[None]:
    """Within this context, calls of this thread refuse NumPy arrays of another dtype or layout if `strict`.

    By default they are converted, and counted by copied_arrays. Lists are converted in any case.
    """
    before = _set_strict_arrays(strict)
    try:
        yield
    finally:
        _set_strict_arrays(before)

"""What calls do with arrays that they cannot read in place, and what is wrong with arguments that they refuse by their types."""

from __future__ import annotations

import contextlib
import inspect
import operator
import re
import warnings
from collections.abc import Iterator
from typing import Any, Dict, Optional, Tuple

from collision2d import _names
from collision2d._core import _set_strict_arrays


# What pybind11 3 calls a number.
_KINDS = {"SupportsFloat": "float", "SupportsInt": "int"}


def _fits(kind: str, value: Any) -> bool:
    """Whether pybind11 takes the value for an argument whose type it calls `kind`."""
    try:
        if kind == "float":
            return not isinstance(value, str) and float(value) is not None
        if kind == "int":
            return abs(operator.index(value)) < 2**31
    except (TypeError, ValueError):
        return False
    return kind in ("", "handle", "object", type(value).__name__)


def explained(
    error: str, name: str, text: str, signature: inspect.Signature, args: Tuple[Any, ...], keywords: Dict[str, Any]
) -> Optional[str]:
    """A message that names the argument, instead of pybind11's, which lists C++ types; None for other errors.

    `text` is pybind11's signature: "(self: handle, time_s: float = 0.0) -> object".
    """
    if "(): incompatible " not in error:
        return None
    try:
        bound = signature.bind(*args, **keywords)
    except TypeError as wrong:
        return f"{name}(): {_names.of_call(str(wrong), signature, keywords)}"
    kinds: Dict[str, str] = dict(re.findall(r"[(, ](\w+): [\w.]*?(\w+)(?=[ ,)\[])", text))
    for argument, value in bound.arguments.items():
        kind, given = kinds.get(argument, ""), type(value).__name__
        kind = _KINDS.get(kind, kind)
        if value is not signature.parameters[argument].default and not _fits(kind, value):
            return f"{argument}: {kind} is needed, not {repr(value) if given == kind else given}"
    return None


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


def _deprecated(old: str, new: str, until: str) -> None:
    """Called by what is to go with the major version `until`: warns its caller. tests/test_growth.py lists the names."""
    warnings.warn(f"{old} is deprecated and will be removed in collision2d {until}: use {new}", DeprecationWarning, stacklevel=3)

"""What is wrong with the arguments of a call that the extension refuses by their types."""

from __future__ import annotations

import inspect
import operator
import re
from typing import Any, Dict, Optional, Tuple


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
        return f"{name}(): {wrong}"
    kinds = dict(re.findall(r"[(, ](\w+): [\w.]*?(\w+)(?=[ ,)\[])", text))
    for argument, value in bound.arguments.items():
        kind, given = kinds.get(argument, ""), type(value).__name__
        if value is not signature.parameters[argument].default and not _fits(kind, value):
            return f"{argument}: {kind} is needed, not {repr(value) if given == kind else given}"
    return None

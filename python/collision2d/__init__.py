"""Exact collision checks for planners of self-driving vehicles, on NumPy arrays.

Arrays are never copied: C-contiguous float64 arrays are read in place, and anything else is refused. Lists are converted.
See docs/python.md.
"""

from collision2d._core import *  # noqa: F401,F403

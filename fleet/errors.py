"""Errors that end a run, and the exit statuses of tools/fleet.sh."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What the exit status says."""

    COMPLETE = 0  # Every scene of the input has its verdicts. Of a diff: no difference.
    WITH_FINDINGS = 1  # Complete, but some input could not be used or is quarantined; each is named. Of a diff: differences.
    USAGE = 2  # Nothing was begun: a flag, the input, the output folder or the scheduler is wrong; or a diff lacks a complete run.
    INCOMPLETE = 3  # Shards are missing: the run was stopped or could not go on. The same command resumes it.


class UsageError(Exception):
    """The run cannot begin; the message names what is wrong."""


class DamagedError(Exception):
    """A file of a finished run is not what was written; the message names the file."""


class IncompleteError(Exception):
    """The run ends before all shards are done; the message says why, and what is needed."""

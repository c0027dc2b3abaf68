"""The command line of tools/fleet.sh."""

from __future__ import annotations

import argparse
import io
import logging
import os
import signal
import sys
import traceback
from collections.abc import Sequence

from fleet.diff_command import run_diff
from fleet.digests import Verify
from fleet.errors import Exit, IncompleteError, UsageError
from fleet.flags import (
    LEAST_SECONDS, MOST_MEMORY_MB, MOST_SCENES_PER_SHARD, MOST_SECONDS, MOST_WORKERS, access_of, add_access, add_verify, in_range, path,
)
from fleet.members import run_scheduler, run_worker
from fleet.network import Access
from fleet.options import canonical_options
from fleet.progress import say
from fleet.replay_tool import ReplayTool
from fleet.run import RunOptions, run
from fleet.shards import ShardSize
from fleet.supervised import Limits

USAGE = """Replays the recordings of a fleet on many processes or machines, and compares two such replays.

  tools/fleet.sh INPUT... --out=DIR [--scheduler=ADDRESS | --workers=N] [flags] [flags of the replay tool]
  tools/fleet.sh diff OLD NEW [--out=DIR] [--tolerance_m=M] [--verify=digests|sizes|none]
  tools/fleet.sh scheduler [flags of dask-scheduler]
  tools/fleet.sh worker ADDRESS [flags of dask-worker]

INPUT: a folder, searched with its subfolders for .pbs .pb .textproto .txtpb .xml .tfrecord, a glob in quotes ('day*/**/*.pbs'), or a file.
Scenes are replayed in shards, by processes of this machine or by the workers of a Dask scheduler; DIR/manifest.jsonl lists the
verdicts of all shards, DIR/index.html is a summary, DIR/quarantine has the scenes that crash the replay tool or exceed a limit.
A run that was stopped, or died, goes on with the same command. Flags that are not listed here go to the replay tool (tools/replay.sh --help).
Exit status: 0 all scenes have verdicts (diff: no difference); 1 some input could not be used or is quarantined, all others have
(diff: there are differences); 2 a flag, the input, the output folder or the scheduler is wrong, nothing was begun (diff: a run is
not complete); 3 the run is not complete, and the same command goes on. docs/fleet.md says what is guaranteed.
"""


def _run_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tools/fleet.sh", usage=argparse.SUPPRESS, description=USAGE, allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=path, metavar="DIR", help="output folder; on a file system that all workers share, under the same path")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scheduler", type=path, metavar="ADDRESS", help="of a Dask scheduler, as tls://host:8786")
    where.add_argument(
        "--workers", type=in_range(int, 1, MOST_WORKERS), metavar="N", help="processes of this machine; default: one for each processor"
    )
    parser.add_argument(
        "--scenes_per_shard", type=in_range(int, 1, MOST_SCENES_PER_SHARD), default=256, metavar="N", help="default: 256; at most 64 MiB of input"
    )
    parser.add_argument(
        "--scene_time_limit_s", type=in_range(float, LEAST_SECONDS, MOST_SECONDS), default=60.0, metavar="S", help="a scene that takes longer is quarantined; default: 60"
    )
    parser.add_argument(
        "--memory_limit_mb", type=in_range(int, 1, MOST_MEMORY_MB), default=4000, metavar="M",
        help="MB of each replay process; a scene that needs more is quarantined; default: 4000",
    )
    parser.add_argument("--retry_quarantined", action="store_true", help="replay shards with quarantined scenes again")
    add_verify(parser)
    add_access(parser)
    parser.add_argument("--tool", type=path, metavar="FILE", help="the replay tool; default: that of this tree, built now")
    return parser


def _run(arguments: Sequence[str]) -> Exit:
    known, rest = _run_parser().parse_known_args(arguments)
    inputs = tuple(argument for argument in rest if not argument.startswith("--"))
    if not inputs:
        raise UsageError("no INPUT named; see --help")
    if known.out is None:
        raise UsageError("--out=DIR is missing; see --help")
    if known.tool is None:
        raise UsageError("--tool=FILE is missing; tools/fleet.sh gives that of this tree")
    tool = ReplayTool(os.path.abspath(known.tool), canonical_options([argument for argument in rest if argument not in inputs]))
    limits = Limits(known.scene_time_limit_s, known.memory_limit_mb * 10**6)
    access = access_of(known)
    if known.scheduler is not None:
        try:
            access.check_scheduler(known.scheduler)
        except UsageError as error:
            raise UsageError(f"--scheduler={known.scheduler}: {error}") from error
    elif access != Access():
        raise UsageError("the flags of TLS and --insecure are for --scheduler")
    workers = known.workers or len(os.sched_getaffinity(0))
    size = ShardSize(known.scenes_per_shard)
    verify = Verify(known.verify)
    options = RunOptions(inputs, known.out, tool, known.scheduler, access.certificates, workers, size, limits, known.retry_quarantined, verify)
    return run(options)


def _with_underscores(argument: str) -> str:
    name, equals, value = argument.partition("=")
    return name.replace("-", "_").replace("__", "--", 1) + equals + value if name.startswith("--") else argument


def _stop(signal_number: int, frame: object) -> None:
    raise KeyboardInterrupt


def _prepare_streams() -> None:
    # Python has None for a stream that is closed.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A scene's id may have characters that the terminal's encoding lacks.
        sys.stdout.reconfigure(errors="backslashreplace")


def main(arguments: Sequence[str]) -> int:
    """Returns the exit status."""
    # This program reports lost schedulers and workers itself. Dask's modules have loggers with
    # their own levels.
    own_levels = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    for name in ("asyncio", "tornado", *own_levels):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    signal.signal(signal.SIGTERM, _stop)
    _prepare_streams()
    try:
        for argument in arguments:
            # argparse would make a list of the value, and hide what follows from the checks of
            # flags.
            if argument == "--" or argument.startswith("--") and argument.endswith("=--"):
                raise UsageError(f"{argument}: '--' is no value and no separator here")
        if arguments[:1] == ["scheduler"]:
            run_scheduler(arguments[1:])
        if arguments[:1] == ["worker"]:
            run_worker(arguments[1:])
        arguments = [_with_underscores(argument) for argument in arguments]
        if arguments[:1] == ["diff"]:
            return run_diff(arguments[1:])
        return _run(arguments)
    except UsageError as error:
        say(str(error))
        return Exit.USAGE
    except IncompleteError as error:
        say(f"not complete: {error}")
        return Exit.INCOMPLETE
    except KeyboardInterrupt:
        say("not complete: stopped; the same command goes on")
        return Exit.INCOMPLETE
    except Exception:
        # Python's own exit status, 1, would mean that the run is complete.
        traceback.print_exc()
        return Exit.INCOMPLETE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

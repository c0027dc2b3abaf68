"""The command tools/fleet.sh diff."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence

from fleet.compare import Kind
from fleet.diff import LIST, Side, Tally, compare_runs, write_differences
from fleet.diff_page import NAME as PAGE
from fleet.diff_page import Listed, write_diff_page
from fleet.digests import Verify
from fleet.durable import make_folder, remove_file
from fleet.errors import Exit, UsageError
from fleet.flags import MOST_METRES, add_verify, in_range, path
from fleet.progress import print_lines


def diff_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tools/fleet.sh diff", allow_abbrev=False, description=__doc__)
    parser.add_argument("old", metavar="OLD", help="output folder of a complete run")
    parser.add_argument("new", metavar="NEW", help="that of another one of the same recordings")
    parser.add_argument("--tolerance_m", type=in_range(float, 0.0, MOST_METRES), default=0.001, metavar="M", help="of clearances; default: 0.001")
    parser.add_argument("--out", type=path, metavar="DIR", help="folder for index.html and differences.jsonl; default: NEW/diff")
    add_verify(parser)
    return parser


def run_diff(arguments: Sequence[str]) -> Exit:
    """Errors: UsageError, also if one of the folders is no complete run or damaged, or if something cannot be written."""
    known = diff_parser().parse_args(arguments)
    old, new = Side.read(known.old), Side.read(known.new)
    out = known.out or os.path.join(known.new, "diff")
    try:
        make_folder(out)
        for name in (PAGE, LIST):  # Of an earlier comparison.
            remove_file(os.path.join(out, name))
        tally, listed = Tally(), Listed()
        listed.add_all(write_differences(compare_runs(old, new, known.tolerance_m, tally, Verify(known.verify)), out))
        write_diff_page(old, new, tally, listed, known.tolerance_m, out)
        print_lines(_result(tally, out))
    except OSError as error:
        raise UsageError(f"the result cannot be written: {error}") from error
    return Exit.WITH_FINDINGS if tally.differs else Exit.COMPLETE


def _result(tally: Tally, out: str) -> Iterator[str]:
    yield f"{tally.cycles} planning cycles in both, {tally.same_bytes} of them with the same bits; {tally.chosen_changed} with another choice"
    for kind in Kind:
        if tally.kinds[kind]:
            yield f"{tally.kinds[kind]} candidates: {kind.value}"
    for side, count in sorted(tally.only_in.items()):
        yield f"{count} planning cycles only in the {side} run"
    yield f"page: {os.path.join(os.path.abspath(out), 'index.html')}"

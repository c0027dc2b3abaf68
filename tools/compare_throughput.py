#!/usr/bin/env python3
"""Compares builds of //bench:planner_throughput, row by row of its tables: the builds take turns, and each row counts with its least time.

  tools/compare_throughput.py [--rounds=N] BASELINE PROGRAM... [-- FLAG...]

Prints a table in CSV: case, method, ns per pair of the baseline, and the ratio of each other program's time to it; then the median and the
largest ratio of the rows of collision2d. The flags go to all programs.
"""
import csv
import pathlib
import statistics
import subprocess
import sys
import tempfile


def run(program, flags, rows):
    """Runs a program once; keeps the least time of each row in `rows`."""
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "table.csv"
        # The exit status says whether the expected figures were reached.
        subprocess.run([program, f"--csv={table}", *flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        with open(table, newline="") as file:
            for row in csv.DictReader(file):
                key = (row["case"], row["method"])
                rows[key] = min(rows.get(key, float("inf")), float(row["ns_per_pair"]))


def main():
    arguments, rounds, flags = sys.argv[1:], 5, []
    if "--" in arguments:
        split = arguments.index("--")
        arguments, flags = arguments[:split], arguments[split + 1 :]
    if arguments and arguments[0].startswith("--rounds="):
        rounds = int(arguments.pop(0).removeprefix("--rounds="))
    if len(arguments) < 2 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    times = {program: {} for program in arguments}
    for _ in range(rounds):
        for program in arguments:
            run(program, flags, times[program])

    baseline, *others = arguments
    print(",".join(["case", "method", "ns_per_pair", *others]))
    for key, time in times[baseline].items():
        print(",".join([*key, f"{time:.4g}", *(f"{times[other][key] / time:.3f}" for other in others)]))
    for other in others:
        ratios = [times[other][key] / time for key, time in times[baseline].items() if "Box2D" not in key[1] and "FCL" not in key[1]]
        print(f"{other}: median {statistics.median(ratios):.3f}, largest {max(ratios):.3f} of {len(ratios)} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main())

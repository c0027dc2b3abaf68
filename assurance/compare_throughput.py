#!/usr/bin/env python3
"""Compares the benchmarks of two commits, row by row of their tables: the builds take turns, and each row counts with its least time.

  assurance/compare_throughput.py [--rounds=N] [--benches=NAME,...] OLD NEW [-- FLAG...]

OLD and NEW are commits, which are built in out/compare, or programs that are built already (any number of them; the first is OLD). The
flags go to all programs. Prints a table in CSV: bench, row, the least time of OLD (in the unit of the bench), and the ratio of each other
build's least time to it. A row is slower if it was in every round, and if that ratio exceeds 1.03, and 1 by twice the noise: by how much
the median of either build exceeds its least time. Slower rows of collision2d are named at the end; the exit status is 1 if there are any.
Rows of other libraries show what the machine does to code that has not changed.
"""
import csv
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BENCHES = "paper_tables,motion_tables,planner_throughput,checker_throughput,contact_cliffs,path_time_tables,road_tables".split(",")
TIMES = ("ns_median", "ns_per_pair", "ns_mean", "ms_median", "ms", "us_mean")
KEYS = ("level", "class", "family", "case", "space", "vertices", "algorithm", "method", "validator", "layout")
OTHERS = re.compile("Box2D|FCL|libccd|Bullet|openGJK|samples|mapper", re.I)


def build(commit, benches):
    """The programs of a commit, by name."""
    name = subprocess.run(["git", "rev-parse", "--short=12", f"{commit}^{{commit}}"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    tree = ROOT / "out/compare" / name
    if not tree.is_dir():
        subprocess.run(["git", "worktree", "add", "--detach", tree, name], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["bazel", "build", "--config=opt", "--noshow_progress", *(f"//bench:{bench}" for bench in benches)], cwd=tree, check=True)
    return {bench: tree / "bazel-bin/bench" / bench for bench in benches}


def run(program, flags, rows):
    """Runs a program once; adds the time of each row to the lists in `rows`."""
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "table.csv"
        subprocess.run([program, f"--csv={table}", *flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        with open(table, newline="") as file:
            for row in csv.DictReader(file):
                time = next(row[column] for column in TIMES if column in row)
                rows.setdefault(" ".join(row[column] for column in KEYS if column in row), []).append(float(time))


def noise(times):
    return statistics.median(times) / min(times) - 1


def main():
    arguments, rounds, flags, benches = sys.argv[1:], 7, [], BENCHES
    if "--" in arguments:
        split = arguments.index("--")
        arguments, flags = arguments[:split], arguments[split + 1 :]
    while arguments and arguments[0].startswith("--"):
        name, _, value = arguments.pop(0).partition("=")
        if name == "--rounds" and value.isdigit():
            rounds = int(value)
        elif name == "--benches" and value:
            benches = value.split(",")
        else:
            arguments = []
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    if all(pathlib.Path(argument).is_file() for argument in arguments):
        benches = [pathlib.Path(arguments[0]).name]
        programs = {argument: {benches[0]: argument} for argument in arguments}
    else:
        programs = {argument: build(argument, benches) for argument in arguments}

    old, *others = programs
    slower = []
    print(",".join(["bench", "row", old, *others]), flush=True)
    for bench in benches:
        times = {name: {} for name in programs}
        for _ in range(rounds):
            for name, of_name in programs.items():
                run(of_name[bench], flags, times[name])
        for row, of_old in times[old].items():
            if min(of_old) <= 0.0 or any(row not in times[other] for other in others):
                continue
            ratios = {other: min(times[other][row]) / min(of_old) for other in others}
            print(",".join([bench, row, f"{min(of_old):.4g}", *(f"{ratio:.3f}" for ratio in ratios.values())]), flush=True)
            for other, ratio in ratios.items():
                of_new = times[other][row]
                is_slower = ratio > 1 + max(0.03, 2 * noise(of_old), 2 * noise(of_new)) and all(map(float.__lt__, of_old, of_new))
                if is_slower and not OTHERS.search(row):
                    slower.append(f"{other}: {bench}: {row}: {ratio:.2f} times as long")
    print("\n".join(slower) or "no row is slower beyond the noise")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())

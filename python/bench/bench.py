"""How fast the module is, beside loops in C++ and in Shapely: python3 python/bench/bench.py --csv=FILE

Loops in C++ need the extension cpp_loops (python/bench/CMakeLists.txt) on PYTHONPATH; without it they are left out.

Each row of the file is one method of one case: case,method,pairs,ns_per_pair,copies.

pairs: of a pose of the body and an obstacle, in one call.
ns_per_pair: of the fastest of several runs, the methods of a case taking turns.
copies: how many of its array arguments a call copies. The module's own counter is held against the memory that a call of
    ten million bytes and more takes in a fresh process; the bench fails if they differ.
"""

from __future__ import annotations

import argparse
import csv
import resource
import subprocess
import sys
import time
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence

import numpy as np
import numpy.typing as npt

import collision2d as c2d

try:
    import cpp_loops
except ImportError:
    cpp_loops = None

Floats = npt.NDArray[np.float64]

CAR = c2d.ConvexPolygon.rectangle(4.5, 2.0)


class Row(NamedTuple):
    """One line of the file."""

    case: str
    method: str
    pairs: int
    ns_per_pair: float
    copies: Optional[int]


class Method(NamedTuple):
    """What is timed: call(repeats) returns seconds."""

    name: str
    seconds: Callable[[int], float]
    repeats: int
    call: Callable[[], object]


def sparse_traffic(poses: int, obstacles: int, seed: int) -> "tuple[Floats, Floats]":
    """Cars of 4.5 x 2 m in a square of 200 m for 200 of them, as (x, y, yaw): nearly all pairs are far apart."""
    random = np.random.default_rng(seed)
    half = 100.0 * np.sqrt(obstacles / 200.0)

    def scatter(count: int) -> Floats:
        return np.column_stack([random.uniform(-half, half, (count, 2)), random.uniform(-np.pi, np.pi, count)])

    return scatter(poses), scatter(obstacles)


def in_python(call: Callable[[], object]) -> Callable[[int], float]:
    def seconds(repeats: int) -> float:
        begin = time.perf_counter()
        for _ in range(repeats):
            call()
        return time.perf_counter() - begin

    return seconds


def shapely_cars(x_y_yaw: Floats) -> List[Any]:
    from shapely.geometry import Polygon

    corners = CAR.vertices
    cars = []
    for x, y, yaw in x_y_yaw:
        turn = np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]])
        cars.append(Polygon(corners @ turn + (x, y)))
    return cars


def shapely_methods(poses: Floats, obstacles: Floats) -> List[Method]:
    """Loops over the pairs; polygons are made and prepared beforehand."""
    from shapely.prepared import prep

    bodies, cars = [prep(body) for body in shapely_cars(poses)], shapely_cars(obstacles)

    def any_hit() -> List[bool]:
        return [any(body.intersects(car) for car in cars) for body in bodies]

    def mask() -> List[List[bool]]:
        return [[body.intersects(car) for car in cars] for body in bodies]

    return [Method("any_hit", in_python(any_hit), 1, any_hit), Method("mask", in_python(mask), 1, mask)]


def interleaved(methods: Sequence[Method], rounds: int) -> Dict[str, float]:
    """Seconds of one call of each method: the least of some rounds, in which they take turns."""
    best = {method.name: float("inf") for method in methods}
    for _ in range(rounds):
        for method in methods:
            best[method.name] = min(best[method.name], method.seconds(method.repeats) / method.repeats)
    return best


def copies_by_counter(call: Callable[[], object]) -> int:
    before = c2d.copied_arrays()
    call()
    return c2d.copied_arrays() - before


# The calls whose memory is measured: each with the poses of --measure.
_BIG_CALLS: Dict[str, Callable[[Floats, c2d.PolygonBatch, Any], npt.NDArray[Any]]] = {
    "any_hit": lambda rows, batch, out: c2d.any_hit(CAR, rows, batch, out=out),
    "mask": lambda rows, batch, out: c2d.collision_mask(CAR, rows, batch, packed=True, out=out),
    "bool_mask": lambda rows, batch, out: c2d.collision_mask(CAR, rows, batch, out=out),
    "first_hit": lambda rows, batch, out: c2d.first_hit(CAR, rows, batch, out=out),
    "minimum_distance": lambda rows, batch, out: c2d.minimum_distance(CAR, rows, batch, out=out),
}


def measure_copies(name: str, columns: int) -> int:
    """How many times the memory of its array of poses the process grows by in one call; in a fresh process."""
    batch = c2d.PolygonBatch([CAR], [[1e6, 0.0, 0.0]])
    rows = np.zeros((1 << 20, columns))
    if columns == 4:
        rows[:, 2] = 1.0
    rows[:, 0] = 1.0
    # The result's memory is there before.
    out = np.zeros_like(_BIG_CALLS[name](rows[:1], batch, None), shape=(len(rows), 1) if "mask" in name else len(rows))
    out.view(np.uint8)[...] = 1
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    first = np.zeros((1 << 20, columns))
    first[...] = rows
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    if grown * 1024 < rows.nbytes // 2:
        raise RuntimeError("the memory of a copy does not show in ru_maxrss on this machine")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _BIG_CALLS[name](first, batch, out)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return round(grown * 1024 / rows.nbytes)


def copies_by_memory(name: str, columns: int) -> int:
    command = [sys.executable, __file__, f"--measure={name}", f"--columns={columns}"]
    return int(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def checked_copies(name: str, columns: int, call: Callable[[], object]) -> int:
    counted, measured = copies_by_counter(call), copies_by_memory(name, columns)
    if counted != measured:
        raise RuntimeError(f"{name}: the counter says {counted} copies; the memory that is taken says {measured}")
    return counted


def planner_case(poses: int, obstacles: int, seed: int, rounds: int, with_shapely: bool) -> List[Row]:
    case = f"{poses}x{obstacles}"
    body_rows, obstacle_rows = sparse_traffic(poses, obstacles, seed)
    rows = c2d.pose_array(body_rows)
    places = c2d.pose_array(obstacle_rows)
    batch = c2d.PolygonBatch([CAR] * obstacles, places)
    pairs = poses * obstacles
    found: List[Row] = []
    for name, call in _BIG_CALLS.items():
        out = call(rows, batch, None)
        timed = lambda call=call, out=out: call(rows, batch, out)  # noqa: E731
        repeats = max(1, int(0.004 / max(in_python(timed)(3) / 3, 1e-9)))
        methods = [Method("python", in_python(timed), repeats, timed)]
        if cpp_loops is not None and name != "bool_mask":
            loop = lambda count, name=name: cpp_loops.seconds(name, CAR.vertices, rows, places, count)  # noqa: E731
            methods.append(Method("c++", loop, repeats, timed))
        if name == "any_hit":
            converted = lambda call=call, out=out: call(body_rows, batch, out)  # noqa: E731
            methods.append(Method("python, (x, y, yaw)", in_python(converted), repeats, converted))
        best = interleaved(methods, rounds)
        for method in methods:
            columns = 3 if "yaw" in method.name else 4
            copies = 0 if method.name == "c++" else checked_copies(name, columns, method.call)
            found.append(Row(f"{case} {name}", method.name, pairs, best[method.name] / pairs * 1e9, copies))
    if with_shapely:
        for method in shapely_methods(body_rows, obstacle_rows):
            answers = np.array(method.call())
            expected = _BIG_CALLS["bool_mask" if method.name == "mask" else method.name](rows, batch, None)
            if not np.array_equal(answers, expected):
                raise RuntimeError(f"Shapely and collision2d differ in {method.name}")
            seconds = min(method.seconds(1) for _ in range(2))
            found.append(Row(f"{case} {method.name}", "shapely", pairs, seconds / pairs * 1e9, None))
    return found


def small_calls(rounds: int) -> List[Row]:
    """One pair in a call; ns_per_pair is the time of the call."""
    other = c2d.ConvexPolygon([[0.0, 0.0], [4.0, 0.0], [0.0, 2.0]])
    tuple_pose = (6.0, 0.5, 0.2)
    pose = c2d.pose_array([tuple_pose])[0]
    rows, batch = c2d.pose_array([tuple_pose]), c2d.PolygonBatch([other])
    calls: Dict[str, Callable[[], object]] = {
        "collides": lambda: c2d.collides(CAR, other, pose),
        "collides, one frame": lambda: c2d.collides(CAR, other),
        "collides, pose of a tuple": lambda: c2d.collides(CAR, other, tuple_pose),
        "distance": lambda: c2d.distance(CAR, other, pose),
        "separation": lambda: c2d.separation(CAR, other, pose),
        "separation_gradient": lambda: c2d.separation_gradient(CAR, other, pose),
        "any_hit": lambda: c2d.any_hit(CAR, rows, batch),
        "minimum_distance": lambda: c2d.minimum_distance(CAR, rows, batch),
    }
    found = []
    for name, call in calls.items():
        best = interleaved([Method("python", in_python(call), 1000, call)], rounds)["python"]
        found.append(Row(f"small {name}", "python", 1, best * 1e9, copies_by_counter(call)))
    return found


def verdict(ok: bool) -> str:
    return "met" if ok else "MISSED"


def expected_figures(rows: Sequence[Row]) -> List[str]:
    """What is expected, and whether it is met."""
    time_of = {(row.case, row.method): row.ns_per_pair for row in rows}
    lines = []
    for case in dict.fromkeys(row.case for row in rows):
        python, cpp, shapely = (time_of.get((case, method)) for method in ("python", "c++", "shapely"))
        if python is not None and cpp is not None:
            share = cpp / python
            lines.append(f"{case}: {100 * share:.1f} % of the throughput of C++, >= 95 % expected: {verdict(share >= 0.95)}")
        if python is not None and shapely is not None:
            ratio = shapely / python
            lines.append(f"{case}: {ratio:.0f} times as fast as a loop in Shapely, >= 1000 expected: {verdict(ratio >= 1000)}")
    small = [row for row in rows if row.case.startswith("small ")]
    slowest = max(small, key=lambda row: row.ns_per_pair)
    lines.append(f"{slowest.case}: {slowest.ns_per_pair / 1000:.2f} us, <= 5 us expected: {verdict(slowest.ns_per_pair <= 5000)}")
    copies = sum(row.copies or 0 for row in rows if row.method == "python" and "tuple" not in row.case)
    lines.append(f"copies of arrays that are read in place: {copies}, 0 expected: {verdict(copies == 0)}")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--csv", help="the file to write")
    parser.add_argument("--poses", type=int, default=2000)
    parser.add_argument("--obstacles", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=100, help="of each case; the fastest counts")
    parser.add_argument("--no-shapely", action="store_true", help="leaves the loop in Shapely out, which takes a minute")
    parser.add_argument("--measure", choices=list(_BIG_CALLS), help=argparse.SUPPRESS)
    parser.add_argument("--columns", type=int, default=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(measure_copies(options.measure, options.columns))
        return 0
    rows = planner_case(options.poses, options.obstacles, options.seed, options.rounds, not options.no_shapely)
    rows += small_calls(options.rounds)
    if options.csv:
        with open(options.csv, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(Row._fields)
            writer.writerows(["" if value is None else value for value in row] for row in rows)
    for row in rows:
        copies = "" if row.copies is None else f"{row.copies} copies"
        print(f"{row.case:40} {row.method:22} {row.ns_per_pair:12.4f} ns/pair  {copies}")
    print("\n".join(expected_figures(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

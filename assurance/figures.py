#!/usr/bin/python3
"""Draws docs/figures/*.svg from the tables of docs/throughput.md, motion_tables.md and paper_tables.md, cases of
testdata/shortcuts, and a footprint over cells.

Prints the figures that differ from those of the folder, with --check without replacing them. Debian's matplotlib writes
the same bytes each time; tools/docs.sh checks that the figures are those of the tables. Another matplotlib than that of
Debian 12 draws other bytes: with it nothing is compared, which is said.
"""

import argparse
import io
import math
import pathlib
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
from matplotlib.patches import PathPatch
from matplotlib.path import Path

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
# Readable on white and on black, and for people who do not tell red from green.
INK = "#808080"
COLORS = {"collision2d": "#2b8cde", "Box2D": "#e0701a", "FCL": "#1a9e77", "other": "#b07aa8"}
plt.rcParams.update({
    "svg.hashsalt": "collision2d", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9,
    "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "grid.color": INK, "grid.alpha": 0.25,
    "savefig.transparent": True, "legend.frameon": False,
})


def tables(page):
    """Returns the tables of a page, by heading and first cell of the header: rows by their first two cells."""
    found = {}
    heading, header = "", None
    for line in (DOCS / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        if not line.startswith("|"):
            header = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if header is None:
            # An unnamed error is that of the class of pairs on its left.
            left_and_name = zip(["-", *cells], cells)
            header = [f"{left.split()[0]} error" if name == "error" else name for left, name in left_and_name]
            rows = found.setdefault((heading.split(":")[0], cells[0]), {})
        elif set(line) - set("|-: "):
            rows[cells[0], cells[1]] = dict(zip(header, cells))
    return found


def row(table, name):
    """Returns the row whose first cell is the name."""
    return next(cells for (first, _), cells in table.items() if first == name)


def dots(axes, labels, series, spread=0.0):
    """Draws dots for each label, `spread` apart from each other; series maps a name to (values, color, marker)."""
    places = range(len(labels))[::-1]
    for place in places:
        axes.axhline(place, color=INK, alpha=0.15, linewidth=0.8, zorder=0)
    for index, (name, (values, color, marker)) in enumerate(series.items()):
        points = [(value, place + spread * ((len(series) - 1) / 2 - index)) for value, place in zip(values, places)]
        axes.plot(*zip(*points), marker, color=color, label=name, markersize=5, clip_on=False)
    axes.set_yticks(list(places), labels)
    axes.tick_params(axis="y", length=0, pad=8)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")


def legend(figure, axes):
    place = {"loc": "upper left", "ncol": 6, "bbox_to_anchor": (0.0, 1.0)}
    figure.legend(*axes.get_legend_handles_labels(), **place, handletextpad=0.2, columnspacing=1.2)


METHODS = {
    "collision2d, AVX-512": ("batch avx512", COLORS["collision2d"], "o"),
    "AVX2": ("batch avx2", COLORS["collision2d"], "d"),
    "without SIMD": ("batch scalar", COLORS["collision2d"], "|"),
    "Box2D tree": ("Box2D tree", COLORS["Box2D"], "s"),
    "FCL tree": ("FCL tree", COLORS["FCL"], "^"),
}


def speed():
    cases = {
        "any_hit": "2000 poses, 200 cars:\nhit or free",
        "mask": "the same:\nall obstacles hit",
        "dense_mask": "the same,\ndense crowd",
        "nearest": "2000 poses, 200 cars:\nleast distance",
        "first_hit": "1000 trajectories, 50 steps,\n100 cars: first hit",
        "clearance": "the same:\nleast distance",
        "short_first_hit": "1000 trajectories, 20 steps,\n12 cars: first hit",
    }
    page = tables("throughput.md")
    series = {}
    for name, (method, color, marker) in METHODS.items():
        series[name] = ([float(row(page[case, "method"], method)["ms/cycle"]) for case in cases], color, marker)
    figure, axes = plt.subplots(figsize=(7.2, 4.2), constrained_layout=True)
    dots(axes, list(cases.values()), series)
    axes.set_xscale("log")
    axes.set_xlabel("ms for a planning cycle, one core of a Xeon (less is better)")
    figure.get_layout_engine().set(rect=(0, 0, 1, 0.93))
    legend(figure, axes)
    return figure


def growth():
    page = tables("throughput.md")
    sizes = [10**3, 10**4, 10**5, 10**6]
    figure, axes = plt.subplots(figsize=(7.2, 3.4), constrained_layout=True)
    for name, (method, color, marker) in METHODS.items():
        rows = [row(page[f"map_1e{exponent}", "method"], method) for exponent in (3, 4, 5, 6)]
        times = [float(cells["ms/cycle"]) for cells in rows]
        axes.plot(sizes, times, f"-{marker}", color=color, label=name, linewidth=1.2, markersize=6)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.grid()
    axes.set_xlabel("shapes in the map")
    axes.set_ylabel("ms for 2000 poses of a car")
    figure.get_layout_engine().set(rect=(0, 0, 1, 0.91))
    legend(figure, axes)
    return figure


def missed():
    cases = {
        "cars_0.1": "cars, 0.1 s", "cars_0.5": "cars, 0.5 s", "cars_2": "cars, 2 s",
        "crossing_traffic": "crossing traffic", "pole_and_needle": "pole and needle",
        "turning_on_the_spot": "turning on the spot", "parallel_parking": "parallel parking",
        "us101_0.1": "US101, 0.1 s", "us101_0.5": "US101, 0.5 s", "us101_1": "US101, 1 s",
    }
    methods = {
        "collision2d": ("collision2d", COLORS["collision2d"], "o"), "Box2D": ("Box2D", COLORS["Box2D"], "s"),
        "FCL": ("FCL", COLORS["FCL"], "^"),
        "10 samples": ("10 samples", COLORS["other"], "D"),
    }
    page = tables("motion_tables.md")
    figure, both = plt.subplots(1, 2, figsize=(7.2, 4.6), sharey=True, constrained_layout=True)
    for axes, column, title in zip(both, ("missed", "false hits"), ("contacts missed", "contacts that are none")):
        dots(axes, list(cases.values()), {
            name: ([float(row(page[case, "method"], method)[column]) for case in cases], color, marker)
            for name, (method, color, marker) in methods.items()
        }, spread=0.2)
        axes.set_xscale("symlog", linthresh=1)
        axes.set_xlim(left=0)
        axes.set_xlabel(f"{title}, of 16,384 pairs")
    figure.get_layout_engine().set(rect=(0, 0, 1, 0.93))
    legend(figure, both[0])
    return figure


def answers():
    names = ["collision2d", "Box2D", "FCL", "Bullet", "barycode GJK", "Signed Volumes GJK"]
    kinds = {"distant": ("o", COLORS["FCL"]), "touching": ("s", COLORS["Box2D"]), "contact": ("D", COLORS["other"])}
    table = tables("paper_tables.md")["Answers", "algorithm"]
    figure, both = plt.subplots(1, 2, figsize=(7.2, 3.0), sharey=True, constrained_layout=True)
    for axes, level, column in zip(both, "12", ("wrong", "error")):
        dots(axes, names, {
            kind: ([float(table[name, level][f"{kind} {column}"]) for name in names], color, marker)
            for kind, (marker, color) in kinds.items()
        }, spread=0.2)
    both[0].set_xscale("symlog", linthresh=1)
    both[0].set_xlim(left=0)
    both[0].set_xlabel("wrong booleans")
    both[1].set_xscale("log")
    both[1].set_xlabel("greatest error of a distance,\nrelative to the size of the pair")
    figure.get_layout_engine().set(rect=(0, 0, 1, 0.91))
    legend(figure, both[0])
    return figure


def box(axes, x, y, length, width, color, **style):
    """Draws a rectangle along the axes, by its centre."""
    corner = (x - length / 2, y - width / 2)
    axes.add_patch(plt.Rectangle(corner, length, width, edgecolor=color, facecolor="none", **style))


def shortcuts():
    """What each shortcut sees (dashed, dots) of one candidate (blue) of testdata/shortcuts, and what there is (filled)."""
    figure, panels = plt.subplots(2, 3, figsize=(7.2, 4.0), constrained_layout=True)
    ego, other = COLORS["collision2d"], COLORS["Box2D"]
    solid, seen = {"fill": True, "alpha": 0.6}, {"linestyle": "--"}

    def filled(axes, x, y, length, width, color):
        corner = (x - length / 2, y - width / 2)
        axes.add_patch(plt.Rectangle(corner, length, width, color=color, **solid))

    def finish(axes, title, x, y):
        axes.set(title=title, xlim=x, ylim=y, aspect="equal")
        axes.title.set_size(9)
        axes.axis("off")

    axes = panels[0, 0]
    filled(axes, 20.5, -0.5, 4, 2, ego)
    axes.plot([18.5, 18.5, 22.5, 22.5], [-1.5, 0.5, -1.5, 0.5], "o", color=ego, markersize=5)
    filled(axes, 20.5, 0, 1, 0.8, INK)
    finish(axes, "corners: an island is missed", (17.5, 23.5), (-3, 2))

    # A motorcycle crosses; at the instants in front of and behind the vehicle they do not touch.
    for axes, title, start, times in ((panels[0, 1], "instants of 0.1 s", 1, (1.1, 1.15, 1.2)),
                                      (panels[0, 2], "instants of 0.5 s", 2.25, (1.0, 1.1, 1.5))):
        for draw, time in zip((box, filled, box), times):
            style = {} if draw is filled else seen
            draw(axes, start + 15 * time, 0, 4, 2, ego, **style)
            draw(axes, 20, 12 * time - 12, 0.6, 2, other, **style)
        finish(axes, f"{title}: a hit is missed", (14.5, 27), (-2.7, 7.7))

    axes = panels[1, 0]
    for y, color in ((2.5, ego), (0, other)):
        filled(axes, 20, y, 4, 2, color)
        for x in (19, 21):
            axes.add_patch(plt.Circle((x, y), 2**0.5, edgecolor=color, facecolor="none", **seen))
    finish(axes, "circles: a hit, 0.5 m apart", (16.5, 23.5), (-1.7, 4.2))

    axes = panels[1, 1]
    for x, color, y in ((5, ego, 0), (10, other, 0)):
        filled(axes, x, y, 4, 2, color)
        box(axes, x + 1, y, 6, 2, color, **seen)
    finish(axes, "hulls: a hit, 1 m apart", (2.5, 14.5), (-5, 5))
    panels[1, 2].axis("off")
    for line, text in enumerate(("filled: what there is", "dashed, dots: what is seen", "blue: the candidate")):
        panels[1, 2].text(0.1, 0.6 - 0.15 * line, text)
    return figure


def line_cells(start, end):
    """The cells of a line by Bresenham, between those of two points."""
    (x, y), (x1, y1) = [(math.floor(point[0]), math.floor(point[1])) for point in (start, end)]
    dx, dy, sx, sy = abs(x1 - x), -abs(y1 - y), 1 if x < x1 else -1, 1 if y < y1 else -1
    error = dx + dy
    while True:
        yield x, y
        if (x, y) == (x1, y1):
            return
        twice = 2 * error
        if twice >= dy:
            error, x = error + dy, x + sx
        if twice <= dx:
            error, y = error + dx, y + sy


def touches(outline, shape):
    """Whether a convex outline and a cell, or its centre alone, share a point, by separating axes."""
    edges = zip(outline, outline[1:] + outline[:1])
    for a, b in [((0, 0), (1, 0)), ((0, 0), (0, 1)), *edges]:
        ours, others = ([x * (b[1] - a[1]) - y * (b[0] - a[0]) for x, y in points] for points in (outline, shape))
        if max(ours) < min(others) or max(others) < min(ours):
            return False
    return True


def outlines():
    """The cells of a robot's footprint that each method reads, and those that it misses."""
    cos, sin = math.cos(0.3), math.sin(0.3)
    footprint = [(7.05 + cos * x - sin * y, 6.15 + sin * x + cos * y) for x, y in ((-5, -4), (5, -4), (5, 4), (-5, 4))]
    everywhere = [(x, y) for y in range(12) for x in range(14)]
    touched = {(x, y) for x, y in everywhere if touches(footprint, [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)])}
    perimeter = {cell for a, b in zip(footprint, footprint[1:] + footprint[:1]) for cell in line_cells(a, b)}
    raster = perimeter | {(x, y) for x, y in everywhere if touches(footprint, [(x + 0.5, y + 0.5)])}
    figure, panels = plt.subplots(1, 3, figsize=(7.2, 2.6), constrained_layout=True)
    for axes, name, read in zip(panels, ("Bresenham", "with centres", "collision2d"), (perimeter, raster, touched)):
        for kind, color, alpha, cells in (("read", COLORS["collision2d"], 0.45, read & touched),
                                          ("touched, but not read", COLORS["Box2D"], 0.75, touched - read),
                                          ("read, but not touched", COLORS["FCL"], 0.75, read - touched)):
            squares = [Path([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)], closed=True) for x, y in sorted(cells)]
            if squares:
                axes.add_patch(PathPatch(Path.make_compound_path(*squares), color=color, alpha=alpha, linewidth=0, label=kind))
        axes.add_patch(plt.Polygon(footprint, edgecolor=INK, facecolor="none", linewidth=1.5))
        axes.vlines(range(15), 0, 12, color=INK, alpha=0.25, linewidth=0.6)
        axes.hlines(range(13), 0, 14, color=INK, alpha=0.25, linewidth=0.6)
        axes.set(xlim=(0, 14), ylim=(0, 12), aspect="equal")
        axes.set_title(f"{name}: {len(touched - read)} of {len(touched)} missed", size=9)
        axes.axis("off")
    figure.get_layout_engine().set(rect=(0, 0, 1, 0.88))
    legend(figure, panels[0])
    return figure


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only report differences")
    check = parser.parse_args().check
    if check and not matplotlib.__version__.startswith("3.6."):
        print(f"assurance/figures.py: not compared: matplotlib 3.6 drew the figures, this is {matplotlib.__version__}", file=sys.stderr)
        return 0
    folder = DOCS / "figures"
    folder.mkdir(exist_ok=True)
    differ = False
    for draw in (speed, growth, missed, answers, shortcuts, outlines):
        image = io.StringIO()
        draw().savefig(image, format="svg", metadata={"Date": None, "Creator": None})
        path = folder / f"{draw.__name__}.svg"
        text = "\n".join(line.rstrip() for line in image.getvalue().splitlines()) + "\n"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            differ = True
            print(path)
            if not check:
                path.write_text(text, encoding="utf-8")
    return 1 if check and differ else 0


if __name__ == "__main__":
    sys.exit(main())

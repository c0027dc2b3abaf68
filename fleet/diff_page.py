"""The page of a comparison: the two runs side by side."""

from __future__ import annotations

import heapq
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from fleet import durable
from fleet.compare import Brief, Kind
from fleet.diff import LIST, Difference, Side, Tally
from fleet.html_page import Column, page, section, table
from fleet.plots import thousands
from fleet.printable import html_text

NAME = "index.html"
# Of each kind of difference; all are in differences.jsonl.
MOST_LISTED = 200

TITLES = {
    Kind.UNCHECKED: "Checked in one run only",
    Kind.NOW_COLLIDES: "Free in the old run, colliding in the new one",
    Kind.NOW_FREE: "Colliding in the old run, free in the new one",
    Kind.ROAD: "On the road in one run only",
    Kind.CLEARANCE: "Another clearance",
    Kind.ONLY_OLD: "Candidates in the old run only",
    Kind.ONLY_NEW: "Candidates in the new run only",
}


@dataclass
class Listed:
    """The differences that the page shows: the first of each kind, and the largest changes of clearance."""

    by_kind: dict[Kind, list[Difference]] = field(default_factory=lambda: {kind: [] for kind in Kind})
    only_in_one: list[Difference] = field(default_factory=list)

    def add_all(self, differences: Iterable[Difference]) -> None:
        clearances: list[tuple[float, int, Difference]] = []
        for number, difference in enumerate(differences):
            candidate = difference.candidate
            if candidate is not None and candidate.kind is Kind.CLEARANCE:
                entry = candidate.clearance_change_m, -number, difference
                (heapq.heappush if len(clearances) < MOST_LISTED else heapq.heappushpop)(clearances, entry)
                continue
            rows = self.only_in_one if candidate is None else self.by_kind[candidate.kind]
            if len(rows) < MOST_LISTED:
                rows.append(difference)
        self.by_kind[Kind.CLEARANCE] = [difference for _, _, difference in sorted(clearances, reverse=True)]


def write_diff_page(old: Side, new: Side, tally: Tally, listed: Listed, tolerance_m: float, out: str) -> None:
    """Errors: OSError."""
    totals = [
        ("planning cycles in both", tally.cycles),
        ("with the same bits", tally.same_bytes),
        ("checked in one only", tally.kinds[Kind.UNCHECKED]),
        ("free \N{RIGHTWARDS ARROW} collides", tally.kinds[Kind.NOW_COLLIDES]),
        ("collides \N{RIGHTWARDS ARROW} free", tally.kinds[Kind.NOW_FREE]),
        ("on or off the road", tally.kinds[Kind.ROAD]),
        (f"clearances by > {tolerance_m:g} m", tally.kinds[Kind.CLEARANCE]),
        ("another choice", tally.chosen_changed),
        ("cycles in one only", sum(tally.only_in.values())),
    ]
    sections = [_sides(old, new), *_sections(tally, listed)]
    if not tally.differs:
        sections.append(section("No difference", f"No verdict flips, and no clearance changes by more than {tolerance_m:g} m.", "", "wide"))
    durable.write_file(os.path.join(out, NAME), page("collision2d fleet diff", "", totals, "", sections))


def _sides(old: Side, new: Side) -> str:
    columns = [Column(title, is_text=True) for title in ("", "folder", "tool", "options")]
    rows = [
        (name, html_text(side.store.out), html_text(side.identity.tool_sha256[:16]), html_text(" ".join(side.identity.options) or "(none)"))
        for name, side in (("old", old), ("new", new))
    ]
    return section("Compared", f"All differences are in {LIST}.", table(columns, rows), "wide")


def _sections(tally: Tally, listed: Listed) -> Iterator[str]:
    columns = [Column(title, is_text=True) for title in ("input", "scene", "candidate", "old", "new")]
    for kind, rows in listed.by_kind.items():
        if rows:
            which = "largest" if kind is Kind.CLEARANCE else "first"
            note = f"The {which} {MOST_LISTED} are listed." if tally.kinds[kind] > MOST_LISTED else ""
            cells = [_cells(row) for row in rows]
            yield section(f"{TITLES[kind]}: {thousands(tally.kinds[kind])}", note, table(columns, cells), "wide")
    if listed.only_in_one:
        count = sum(tally.only_in.values())
        note = f"The first {MOST_LISTED} are listed." if count > MOST_LISTED else ""
        cells = [(html_text(row.name.input), html_text(row.name.scene_id), str(row.name.cycle), row.only_in) for row in listed.only_in_one]
        names = [Column(title, is_text=True) for title in ("input", "scene", "cycle", "only in")]
        yield section(f"Planning cycles in one run only: {thousands(count)}", note, table(names, cells), "wide")


def _cells(difference: Difference) -> tuple[str, ...]:
    name, candidate = difference.name, difference.candidate
    assert candidate is not None
    scene = name.scene_id + (f", cycle {name.cycle}" if name.cycle else "")
    return html_text(name.input), html_text(scene), html_text(candidate.candidate_id), _words(candidate.old), _words(candidate.new)


def _words(brief: Brief | None) -> str:
    if brief is None:
        return '<span class="muted">\N{EM DASH}</span>'
    if not brief.is_checked:
        return "not checked"
    verdict = f'<span class="flip">collides</span> with {html_text(brief.first_hit)}' if brief.collides else "free"
    road = ", leaves the road" if brief.leaves_road else ""
    # A contact is shown as 0, not as -0.
    clearance = "" if brief.clearance_m is None else f", clearance {round(brief.clearance_m, 4) + 0.0:.4f} m"
    return f"{verdict}{road}{clearance}"

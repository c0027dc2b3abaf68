"""The summary of a run: OUT/index.html."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence

from fleet import durable
from fleet.html_page import Column, link, page, section, table
from fleet.pages import FOLDER as PAGES
from fleet.pages import page_name
from fleet.plots import bars_svg, histogram_svg, thousands
from fleet.printable import html_text
from fleet.replay_shard import Job
from fleet.report import Report, file_name
from fleet.statistics import SceneRow
from fleet.store import QUARANTINE

NAME = "index.html"
# Of a list of what has no verdicts, this many are on the page; all are in the shards' outcomes.
MOST_LISTED = 1000


def write_summary(report: Report, job: Job, without_page: Mapping[str, str]) -> None:
    """Errors: OSError. `without_page`: the pages that could not be written, and why."""
    statistics = report.statistics
    totals = [
        ("scenes", report.items),
        ("planning cycles", statistics.cycles),
        ("candidates", statistics.counts["candidates"]),
        ("free", statistics.counts["free"]),
        ("colliding", statistics.counts["colliding"]),
        ("leaving the road", statistics.counts["leaving_road"]),
        ("without a free one", statistics.cycles_without_free),
    ]
    run = f"{job.root}, tool {job.tool_digest[:16]} {' '.join(job.tool.options)}"
    sections = [*_rejected(report), *_distributions(report), *_extremes(report, without_page)]
    data = page("collision2d fleet", f"{thousands(report.shards)} shards", totals, run, sections)
    durable.write_file(os.path.join(job.out, NAME), data)


def _rejected(report: Report) -> Iterator[str]:
    if report.quarantined:
        rows = [
            (link(f"{QUARANTINE}/{file_name(named)}", named.name), html_text(named.rejected.scene_id), html_text(named.rejected.reason))
            for named in report.quarantined
        ]
        note = "They crash the replay tool, or exceed a limit of time or memory, each time they are tried."
        yield _list("Quarantined", note, ("input", "scene", "reason"), rows)
    if report.unused or report.lost:
        rows = [(html_text(named.name), html_text(named.rejected.scene_id), html_text(named.rejected.reason)) for named in report.unused]
        rows += [(html_text(lost.source), "", html_text(lost.reason)) for lost in report.lost]
        yield _list("Not used", "The replay tool refuses them, cannot read them, or cannot sample a candidate.", ("input", "scene", "reason"), rows)
    if report.damaged:
        rows = [(html_text(damage.name), "", html_text(damage.reason)) for damage in report.damaged]
        yield _list("Damaged shards", "Files of these finished shards had changed. They have been replayed again.", ("first input", "", "reason"), rows)


def _list(title: str, note: str, columns: Sequence[str], rows: Sequence[tuple[str, str, str]]) -> str:
    listed = f" The first {thousands(MOST_LISTED)} are listed." if len(rows) > MOST_LISTED else ""
    content = table([Column(name, is_text=True) for name in columns], rows[:MOST_LISTED])
    return section(f"{title}: {thousands(len(rows))}", note + listed, content, "wide alert")


def _distributions(report: Report) -> Iterator[str]:
    statistics = report.statistics
    for title, histogram, unit, undefined in (
        ("Clearance of the chosen candidate", statistics.clearance_m, "m", "without obstacle"),
        ("Its clearance to the road's edge", statistics.road_clearance_m, "m", "without a known road"),
        ("Its least time to collision", statistics.time_to_collision_s, "s", "without one within the horizon"),
    ):
        count = sum(histogram.counts) + histogram.below + histogram.above
        note = f"{thousands(count)} planning cycles; {thousands(histogram.undefined)} {undefined}"
        yield section(title, note, histogram_svg(histogram, unit))
    if statistics.collisions_by_type:
        plots = bars_svg(statistics.collisions_by_type) + "<p>How the first contact is known.</p>" + bars_svg(statistics.collisions_by_kind)
        yield section("Colliding candidates", "By the type of the obstacle that is hit first.", plots)


def _extremes(report: Report, without_page: Mapping[str, str]) -> Iterator[str]:
    statistics = report.statistics
    lists: list[tuple[str, str, str, list[SceneRow], Callable[[float], str]]] = [
        ("No free candidate", "By the number of colliding ones.", "colliding", statistics.without_free.rows, lambda value: f"{-value:.0f}"),
        ("Closest", "By the clearance of the chosen candidate.", "clearance", statistics.closest.rows, lambda value: f"{value:.3f} m"),
        ("Soonest", "By the least time to collision of the chosen candidate.", "time", statistics.soonest.rows, lambda value: f"{value:.2f} s"),
        ("Slowest", "By the time that checking took.", "time", statistics.slowest.rows, lambda value: f"{-value:.1f} ms"),
    ]
    for title, note, column, rows, words in lists:
        if rows:
            columns = [Column("scene", is_text=True), Column(column), Column("input", is_text=True)]
            cells = [(_scene(row, without_page), words(row.value), html_text(row.source)) for row in rows]
            yield section(title, note, table(columns, cells))


def _scene(row: SceneRow, without_page: Mapping[str, str]) -> str:
    name = page_name(row.key, row.item)
    scene = (row.scene_id or "(no id)") + (f", cycle {row.cycle}" if row.cycle else "")
    if name in without_page:
        return f'<span title="{html_text(without_page[name])}">{html_text(scene)}</span>'
    return link(f"{PAGES}/{name}", scene)

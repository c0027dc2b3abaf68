"""Plots as inline SVG."""

from __future__ import annotations

from collections.abc import Mapping

from fleet.printable import html_text
from fleet.statistics import Histogram

WIDTH, HEIGHT = 460, 190
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 14, 26
# Of a list of bars.
NAME_WIDTH, ROW_HEIGHT = 190, 22
MOST_BARS = 16


def thousands(value: int) -> str:
    return f"{value:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def histogram_svg(histogram: Histogram, unit: str) -> str:
    """Returns a plot of the counts; values outside of the bins have a bar of their own at the end."""
    bars = [
        (count, f"{histogram.low + i * histogram.bin_width:.1f} to {histogram.low + (i + 1) * histogram.bin_width:.1f} {unit}", "bar")
        for i, count in enumerate(histogram.counts)
    ]
    bars.append((histogram.above, f"{histogram.high:g} {unit} and more", "bar outside"))
    if histogram.below:
        bars.insert(0, (histogram.below, f"below {histogram.low:g} {unit}", "bar outside"))
    most = max(1, *(count for count, _, _ in bars))
    bar_width = (WIDTH - LEFT - RIGHT) / len(bars)
    floor = HEIGHT - BOTTOM
    parts = [_bar(LEFT + i * bar_width, floor, bar_width, (floor - TOP) * bar[0] / most, bar) for i, bar in enumerate(bars)]
    first_bin_x = LEFT + bar_width * bool(histogram.below)
    ticks = 4
    for i in range(ticks + 1):
        x = first_bin_x + i * bar_width * len(histogram.counts) / ticks
        value = histogram.low + i * (histogram.high - histogram.low) / ticks
        text = f"\N{GREATER-THAN OR EQUAL TO} {value:g} {unit}" if i == ticks else f"{value:g}"
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 9}" text-anchor="middle">{text}</text>')
    parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{floor}" y2="{floor}"/>')
    for count, y in ((most, TOP), (0, floor)):
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{thousands(count)}</text>')
    return _svg(HEIGHT, parts)


def bars_svg(counts: Mapping[str, int]) -> str:
    """Returns a plot with a horizontal bar for each name, the largest first; of many names the last bar is their rest."""
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    if len(rows) > MOST_BARS:
        rest = rows[MOST_BARS - 1 :]
        rows[MOST_BARS - 1 :] = [(f"{thousands(len(rest))} others", sum(count for _, count in rest))]
    most = max(1, *(count for _, count in rows))
    parts = []
    for i, (name, count) in enumerate(rows):
        y = i * ROW_HEIGHT
        width = (WIDTH - NAME_WIDTH - 70) * count / most
        shown = name if len(name) <= 34 else name[:33] + "\N{HORIZONTAL ELLIPSIS}"
        parts.append(f'<text x="{NAME_WIDTH - 8}" y="{y + 15}" text-anchor="end">{html_text(shown)}</text>')
        parts.append(f'<rect class="bar" x="{NAME_WIDTH}" y="{y + 4}" width="{width:.1f}" height="{ROW_HEIGHT - 7}">{_title(name, count)}</rect>')
        parts.append(f'<text x="{NAME_WIDTH + width + 6:.1f}" y="{y + 15}">{thousands(count)}</text>')
    return _svg(ROW_HEIGHT * len(rows), parts)


def _bar(x: float, floor: float, width: float, height: float, bar: tuple[int, str, str]) -> str:
    count, name, kind = bar
    shape = f'x="{x + 0.5:.1f}" y="{floor - height:.1f}" width="{width - 1:.1f}" height="{height:.1f}"'
    return f'<rect class="{kind}" {shape}>{_title(name, count)}</rect>'


def _title(name: str, count: int) -> str:
    return f"<title>{html_text(name)}: {thousands(count)}</title>"


def _svg(height: int, parts: list[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img">{"".join(parts)}</svg>'

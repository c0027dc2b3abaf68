"""Whatever scenes and files are called, a page shows it, and executes none of it."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from fleet.html_page import Column, link, page, section, table
from fleet.plots import MOST_BARS, bars_svg, histogram_svg
from fleet.printable import html_text
from fleet.statistics import Histogram

ODD = "<script>alert(\"1\")</script>&'\udcff\n"


def test_what_is_odd_is_escaped() -> None:
    cells = [(link(f"pages/a#%?{ODD}", ODD), html_text(ODD))]
    sections = [section(ODD, ODD, table([Column(ODD), Column("b", is_text=True)], cells)), bars_svg({ODD: 1})]
    data = page(ODD, ODD, [(ODD, 1)], ODD, sections).decode()
    assert "<script" not in data and "&lt;script&gt;" in data
    assert 'href="pages/a%23%25%3F%3Cscript%3Ealert%28%221%22%29%3C/script%3E%26%27%FF%0A"' in data


def test_no_name_changes_how_the_rest_is_shown() -> None:
    """All of Unicode's controls, formats (U+202E turns the direction), separators and surrogates are shown by their numbers."""
    categories = ("Cc", "Cf", "Cs", "Zl", "Zp")
    odd = "".join(filter(lambda c: unicodedata.category(c) in categories, map(chr, range(sys.maxunicode + 1))))
    assert "\u202e" in odd and len(odd) > 2000
    data = page(odd, odd, [(odd, 1)], odd, [section(odd, odd, table([Column(odd)], [(link("x", odd), html_text(odd))]))]).decode()
    assert not set(odd) & set(data) - {"\n"} and "\\u202e" in data


@pytest.mark.parametrize("names", [1, MOST_BARS, MOST_BARS + 1, 1000])
def test_bars_of_many_names(names: int) -> None:
    plot = bars_svg({f"type {i}": i + 1 for i in range(names)})
    assert plot.count("<rect") == min(names, MOST_BARS)
    assert ("others" in plot) == (names > MOST_BARS)


def test_a_histogram_without_values_is_a_plot() -> None:
    assert histogram_svg(Histogram.empty(0.0, 8.0, 40), "m").startswith("<svg")

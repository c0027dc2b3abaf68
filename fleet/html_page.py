"""Parts of the pages that fleet writes: one HTML file each, which loads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from fleet.plots import thousands
from fleet.printable import html_text

STYLE = Path(__file__).with_name("page.css")


@dataclass(frozen=True)
class Column:
    title: str
    is_text: bool = False


def link(target: str, name: str) -> str:
    return f'<a href="{quote(target, errors="surrogateescape")}">{html_text(name)}</a>'


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> str:
    """Returns a table of cells that are HTML."""
    kinds = [' class="text"' if column.is_text else "" for column in columns]
    head = "".join(f"<th{kind}>{html_text(column.title)}</th>" for column, kind in zip(columns, kinds))
    body = "".join("<tr>" + "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(row, kinds)) + "</tr>\n" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>'


def section(title: str, note: str, content: str, kind: str = "") -> str:
    return f'<section class="{kind}"><h2>{html_text(title)}</h2><p>{html_text(note)}</p>{content}</section>\n'


def page(title: str, subtitle: str, totals: Sequence[tuple[str, int]], run: str, sections: Iterable[str]) -> bytes:
    """Returns the bytes of a page."""
    counts = "".join(f"<div><dt>{html_text(name)}</dt><dd>{thousands(count)}</dd></div>" for name, count in totals)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<link rel="icon" href="data:,"><title>{html_text(title)}</title><style>\n{STYLE.read_text(encoding="utf-8")}</style></head>\n'
        f"<body><header><h1>{html_text(title)} <span>{html_text(subtitle)}</span></h1><dl>{counts}</dl>"
        f'<div id="run">{html_text(run)}</div></header>\n<main>\n{"".join(sections)}</main></body></html>\n'
    ).encode()

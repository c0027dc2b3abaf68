"""Text from recordings and file names, for a terminal, a line of a file, or a page."""

from __future__ import annotations

import html


def printable(text: str) -> str:
    """Returns the text with what is no printable character (control characters, bytes of a name that are not UTF-8) escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def html_text(text: str) -> str:
    """Returns the HTML of a text that may be anything. Nothing in it, such as U+202E, changes how the rest of a page is shown."""
    return html.escape(printable(text))

"""Text from recordings and file names, for a terminal or a line of a file."""

from __future__ import annotations


def printable(text: str) -> str:
    """Returns the text with what is no printable character (control characters, bytes of a name that are not UTF-8) escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)

#!/usr/bin/env python3
"""Breaks the comments of all sources at 100 columns, which clang-format leaves alone, and the text of pages at 120.

A line that fits stays as it is, since a contract has a line for each of its parts; a longer one
flows into the next line where that continues its sentence or paragraph. Comments behind code, and
lines without a place to break, as rows of tables, stay.

    tools/wrap_text.py           breaks them
    tools/wrap_text.py --check   names the files with longer lines, and fails if there are any
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

COMMENT_COLUMNS, PAGE_COLUMNS = 100, 120
SLASHES = (".cc", ".h", ".js", ".proto")
HASHES = (".bazel", ".bzl", ".BUILD", ".cmake", ".py", ".pyi", ".sh", ".txt")

# What begins a line that does not continue the one above.
OPENING = re.compile(r"[-*|] |\d+[.)] |\S+:$|#|clang-format|NOLINT|buildifier:|shellcheck |mypy:|type:")
DIRECTIVE = re.compile(r"clang-format|NOLINT|buildifier:|shellcheck |mypy:|type:|!")
# What would begin a list, a quotation or a heading of a page.
MARK = re.compile(r"(?:[-+*]|#+|\d+[.)])$|>")
ITEM = re.compile(r"\s*(?:[-*]|\d+[.)]) ")
# What of a page is no text: headings, tables, quotations, links by name, HTML, blocks that are
# indented.
NO_TEXT = re.compile(r"#+ |\||>|\[[^]]+\]: |<|    ")


def is_flowing(line: str, following: str) -> bool:
    """Returns whether the text of the next line belongs to the paragraph of this one."""
    if not following or following[0].isspace() or OPENING.match(following):
        return False
    ends_sentence = line.rstrip().endswith((".", ":", "?", "!"))
    return not ends_sentence or len(line) + len(following.split()[0]) > 112


def broken(prefix: str, text: str, columns: int) -> list[str]:
    """Returns the lines of one text, of which those after the first stand below its first word."""
    opening = re.match(r"\s*(?:[-*] |\d+[.)] )?", text)
    assert opening is not None
    hanging = " " * opening.end()
    lines, line = [], prefix + text[: opening.end()]
    is_empty = True
    for word in text[opening.end() :].split(" "):
        if not is_empty and len(line) + 1 + len(word) > columns and not MARK.match(word):
            lines.append(line.rstrip())
            line, is_empty = prefix + hanging, True
        line += word if is_empty else " " + word
        is_empty = False
    return lines + [line.rstrip()]


def wrapped(prefix: str, texts: Sequence[str]) -> list[str]:
    """Returns the lines of a block of comments that begin with this prefix."""
    lines: list[str] = []
    texts = list(texts)
    while texts:
        text = texts.pop(0)
        if len(prefix + text) <= COMMENT_COLUMNS or DIRECTIVE.match(text):
            lines.append((prefix + text).rstrip())
            continue
        while texts and is_flowing(prefix + text, texts[0]):
            text += " " + texts.pop(0)
            # The rest of the paragraph flows on only as far as lines were long.
            if len(broken(prefix, text, COMMENT_COLUMNS)[-1]) + 20 < COMMENT_COLUMNS and text.rstrip().endswith((".", ":")):
                break
        lines += broken(prefix, text, COMMENT_COLUMNS)
    return lines


def wrap_comments(source: str, marker: str) -> str:
    """Returns a source with its comments broken."""
    comment = re.compile(rf"(\s*{marker} )(.*)|(\s*{marker})$")
    out: list[str] = []
    block: list[str] = []
    prefix = ""

    def flush() -> None:
        out.extend(wrapped(prefix, block))
        block.clear()

    for line in source.split("\n"):
        found = comment.match(line)
        if found is None or not found.group(1):
            flush()
            out.append(line)
            continue
        if found.group(1) != prefix:
            flush()
            prefix = found.group(1)
        block.append(found.group(2))
    flush()
    return "\n".join(out)


def wrap_page(source: str) -> str:
    """Returns a Markdown page, of which paragraphs and items of lists with a line that is too wide are broken anew."""
    out: list[str] = []
    text: list[str] = []
    is_code = False

    def flush() -> None:
        if any(len(line) > PAGE_COLUMNS for line in text):
            text[:] = broken("", " ".join([text[0], *(line.strip() for line in text[1:])]), PAGE_COLUMNS)
        out.extend(text)
        text.clear()

    for line in source.split("\n"):
        is_fence = line.lstrip().startswith("```")
        if is_fence or is_code or not line or NO_TEXT.match(line):
            flush()
            out.append(line)
        else:
            if ITEM.match(line):
                flush()
            text.append(line)
        is_code ^= is_fence
    flush()
    return "\n".join(out)


def main(arguments: Sequence[str]) -> int:
    if list(arguments) not in ([], ["--check"]):
        print(f"tools/wrap_text.py: unknown arguments {list(arguments)}", file=sys.stderr)
        return 2
    names = subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True).stdout.split()
    longer = 0
    for path in map(Path, names):
        if path.suffix not in (*SLASHES, *HASHES, ".md") or not path.exists() or (path.suffix == ".txt" and path.name != "CMakeLists.txt"):
            continue
        source = path.read_text(encoding="utf-8")
        result = wrap_page(source) if path.suffix == ".md" else wrap_comments(source, "//" if path.suffix in SLASHES else "#")
        if result == source:
            continue
        if arguments:
            print(f"{path}: has lines that are too wide: tools/format.sh")
            longer += 1
        else:
            path.write_text(result, encoding="utf-8")
    return 1 if longer else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

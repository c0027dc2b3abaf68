"""Which function of a C++ file a place is in: lists of exceptions name it, since lines move and change."""

from __future__ import annotations

from pathlib import Path

from clang.cindex import Cursor, CursorKind, Index, TranslationUnit

ROOT = Path(__file__).resolve().parent.parent
FUNCTIONS = (CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.FUNCTION_TEMPLATE, CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR,
             CursorKind.CONVERSION_FUNCTION)
CLASSES = (CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL, CursorKind.CLASS_TEMPLATE, CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION)
SCOPES = (CursorKind.NAMESPACE, *CLASSES)
OUTSIDE = "(outside of functions)"


def parse(name: str, text: str) -> TranslationUnit:
    """The file of this tree, with this text in place of its own, for one instruction set and without assertions."""
    arguments = ["-std=c++17", "-xc++", "-DNDEBUG", "-DHWY_COMPILE_ONLY_STATIC", f"-I{ROOT}", f"-I{ROOT}/bazel-bin"]
    return Index.create().parse(str(ROOT / name), arguments, [(str(ROOT / name), text)])


class Functions:
    """The functions of a file by the names of their classes and their own, and what else it declares outside of functions."""

    def __init__(self, unit: TranslationUnit) -> None:
        # Of each the offsets and the lines where it begins and ends, and its name.
        self.named: list[tuple[tuple[int, int], tuple[int, int], str]] = []
        self._read(unit.cursor, unit.spelling, "")

    def _read(self, scope: Cursor, path: str, prefix: str) -> None:
        for cursor in scope.get_children():
            if cursor.location.file and cursor.location.file.name == path:
                start, end = cursor.extent.start, cursor.extent.end
                if cursor.kind != CursorKind.NAMESPACE:
                    self.named.append(((start.offset, end.offset), (start.line, end.line + 1), prefix + cursor.spelling))
                if cursor.kind in SCOPES:
                    self._read(cursor, path, prefix + (cursor.spelling + "::" if cursor.kind in CLASSES else ""))

    def at(self, offset: int) -> str:
        """The innermost that has this place; OUTSIDE what is compiled for this instruction set."""
        return min(((end - start, name) for (start, end), _, name in self.named if start <= offset < end), default=(0, OUTSIDE))[1]

    def at_line(self, line: int) -> str:
        """The innermost that has code on this line; OUTSIDE likewise."""
        return min(((end - start, name) for _, (start, end), name in self.named if start <= line < end), default=(0, OUTSIDE))[1]

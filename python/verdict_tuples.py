"""Makes collision2d/verdicts.py: the messages that a Verdict consists of as named tuples, documented as in verdict.proto.

verdict_tuples.py DESCRIPTORS OUTPUT: DESCRIPTORS is what `protoc --include_source_info --descriptor_set_out` writes.
"""

import sys
from pathlib import Path

from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field
from google.protobuf.descriptor_pb2 import FileDescriptorSet

HEAD = '''"""What a TrajectoryChecker says of candidates: named tuples with the fields of collision2d/v1/verdict.proto, in their order.

Positions are in the scene's frame (m), times on its clock (s), angles in rad. What is not set is None.
"""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple

from collision2d.results import Point
'''
TYPES = {
    Field.TYPE_DOUBLE: "float", Field.TYPE_INT32: "int", Field.TYPE_INT64: "int", Field.TYPE_BOOL: "bool",
    Field.TYPE_STRING: "str", Field.TYPE_ENUM: "str",
}


def type_of(field):
    """As python/src/messages.cc makes the values."""
    is_message = field.type == Field.TYPE_MESSAGE
    name = field.type_name.rpartition(".")[2] if is_message else TYPES[field.type]
    if field.label == Field.LABEL_REPEATED:
        return f"Tuple[{name}, ...]"
    return f"Optional[{name}]" if is_message or field.proto3_optional else name


def docstring(text):
    lines = "\n    ".join(map(str.strip, text.strip().splitlines()))
    return [f'    """{lines}"""'] if lines else []


def main():
    descriptors, output = map(Path, sys.argv[1:])
    (file,) = FileDescriptorSet.FromString(descriptors.read_bytes()).file
    comments = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}
    wanted = {"Verdict"}
    # Messages come after those that they consist of.
    for message in reversed(file.message_type):
        if message.name in wanted:
            wanted |= {field.type_name.rpartition(".")[2] for field in message.field if field.type == Field.TYPE_MESSAGE}
    lines = [HEAD]
    for m, message in enumerate(file.message_type):
        if message.name not in wanted:
            continue
        lines += ["", f"class {message.name}(NamedTuple):"]
        lines += docstring(comments.get((4, m)) or message.name) + [""]
        for f, field in enumerate(message.field):
            lines += [f"    {field.name}: {type_of(field)}", *docstring(comments.get((4, m, 2, f), ""))]
        lines.append("")
    output.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()

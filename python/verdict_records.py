"""Makes collision2d/_verdicts.py: the messages that a Verdict consists of as records, documented as in verdict.proto.

verdict_records.py DESCRIPTORS OUTPUT: DESCRIPTORS is what `protoc --include_source_info --descriptor_set_out` writes.
"""

import sys
from pathlib import Path

from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field
from google.protobuf.descriptor_pb2 import FileDescriptorSet

HEAD = '''"""What a TrajectoryChecker says of candidates: records with the fields of collision2d/v1/verdict.proto.

Positions are in the scene's frame (m), times on its clock (s), angles in rad. What is not set is None.
"""

from dataclasses import dataclass
from typing import Optional, Tuple

from collision2d._records import Record
from collision2d._results import Point
'''
TYPES = {
    Field.TYPE_DOUBLE: ("float", "0.0"), Field.TYPE_INT32: ("int", "0"), Field.TYPE_INT64: ("int", "0"), Field.TYPE_BOOL: ("bool", "False"),
    Field.TYPE_STRING: ("str", '""'), Field.TYPE_ENUM: ("str", '"unspecified"'), Field.TYPE_MESSAGE: (None, "None"),
}


def type_of(field):
    """As python/src/results.cc makes the values, and what it is in a verdict of a version that does not have the field."""
    name, default = TYPES[field.type]
    name = name or field.type_name.rpartition(".")[2]
    if field.label == Field.LABEL_REPEATED:
        return f"Tuple[{name}, ...] = ()"
    return f"Optional[{name}] = None" if field.type == Field.TYPE_MESSAGE or field.proto3_optional else f"{name} = {default}"


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
        lines += ["", "@dataclass(frozen=True, eq=False, kw_only=True)", f"class {message.name}(Record):"]
        lines += docstring(comments.get((4, m)) or message.name) + [""]
        for f, field in enumerate(message.field):
            lines += [f"    {field.name}: {type_of(field)}", *docstring(comments.get((4, m, 2, f), ""))]
        lines.append("")
    output.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()

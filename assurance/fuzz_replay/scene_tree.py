"""Scenes as trees: read from protobuf's text format, written as text or binary by the schema in proto/collision2d/v1/*.proto.

Shares no code with the library: neither protobuf nor a generated parser.
"""

import re
import struct

SCALARS = {"double", "string", "int32", "int64", "bool", "bytes"}


class Schema:
    """Messages by name: {field name: (number, type, is repeated)}."""

    def __init__(self, paths):
        self.messages = {}
        for path in paths:
            with open(path, encoding="utf-8") as file:
                self._read(re.sub(r"//[^\n]*", "", file.read()))

    def _read(self, text):
        stack = []
        pattern = r"(message|enum|oneof)\s+(\w+)\s*\{|(repeated\s+|optional\s+)?([\w.]+)\s+(\w+)\s*=\s*(\d+)\s*;|(\})"
        for match in re.finditer(pattern, text):
            kind, name, label, type_name, field, number, end = match.groups()
            if end:
                stack.pop()
            elif kind:
                stack.append((kind, name))
                if kind == "message":
                    self.messages.setdefault(name, {})
            elif stack and stack[-1][0] != "enum" and type_name != "option":
                message = [name for kind, name in stack if kind == "message"][-1]
                is_repeated = bool(label) and label.strip() == "repeated"
                self.messages[message][field] = (int(number), type_name, is_repeated)


class Node:
    """A field: its name, and its text value or its children."""

    def __init__(self, name, value=None, children=None):
        self.name, self.value, self.children = name, value, children

    def copy(self):
        children = None if self.children is None else [child.copy() for child in self.children]
        return Node(self.name, self.value, children)


def parse(text):
    """The fields of a message in text format, without comments and lists in brackets."""
    tokens = re.findall(r'"(?:[^"\\]|\\.)*"|[{}:]|[^\s{}:"]+', re.sub(r"#[^\n]*", "", text))
    position = 0

    def fields():
        nonlocal position
        result = []
        while position < len(tokens) and tokens[position] != "}":
            name = tokens[position]
            position += 1
            if tokens[position] == ":":
                result.append(Node(name, value=tokens[position + 1]))
                position += 2
            else:
                position += 1
                result.append(Node(name, children=fields()))
                position += 1
        return result

    return fields()


def to_text(nodes):
    return " ".join(
        f"{n.name}: {n.value}" if n.children is None else f"{n.name} {{ {to_text(n.children)} }}" for n in nodes
    )


def varint(value):
    result = b""
    while value > 127:
        result += bytes([value & 127 | 128])
        value >>= 7
    return result + bytes([value])


def field(number, wire_type, content):
    return varint(number << 3 | wire_type) + content


def delimited(content):
    return varint(len(content)) + content


def to_binary(nodes, schema, message="Scene"):
    result = b""
    for node in nodes:
        number, type_name, _ = schema.messages[message][node.name]
        if node.children is not None:
            result += field(number, 2, delimited(to_binary(node.children, schema, type_name)))
        elif type_name == "double":
            result += field(number, 1, struct.pack("<d", float(node.value)))
        elif type_name == "string":
            result += field(number, 2, delimited(node.value[1:-1].encode()))
        else:
            result += field(number, 0, varint(1))
    return result


def walk(nodes, schema, message="Scene"):
    """Yields (the list that holds the node, its index, its type, the message it is in), for every node."""
    for index, node in enumerate(nodes):
        type_name = schema.messages[message][node.name][1]
        yield nodes, index, type_name, message
        if node.children is not None:
            yield from walk(node.children, schema, type_name)

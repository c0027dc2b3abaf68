"""The framing of a stream of records (.pbs): before each record a varint of its length."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO

# A varint of 64 bits.
MAX_VARINT_BYTES = 10
# Protobuf writes no longer message: a greater length is damage.
MAX_LENGTH = (1 << 31) - 1


class FramingError(ValueError):
    """The bytes at `offset` are no record: what follows cannot be separated into records."""

    def __init__(self, offset: int, reason: str):
        super().__init__(f"byte {offset}: {reason}")
        self.offset = offset


class FileBytes:
    """The bytes of a file, read when they are asked for. (Mapped memory would kill the process if the file is cut meanwhile.)"""

    def __init__(self, file: BinaryIO) -> None:
        self._descriptor = file.fileno()
        self._size = os.fstat(self._descriptor).st_size

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, part: slice) -> bytes:
        """Errors: OSError."""
        begin, end, _ = part.indices(self._size)
        data = os.pread(self._descriptor, end - begin, begin)
        if len(data) < end - begin:
            raise OSError(f"the file was cut while it was read: {len(data)} of the {end - begin} bytes from byte {begin} are left")
        return data


Data = bytes | FileBytes


def encode_varint(value: int) -> bytes:
    """Returns the varint of a number that is not negative."""
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def decode_varint(data: Data, begin: int) -> tuple[int, int]:
    """Returns the number of the varint at `begin`, and where the varint ends. Errors: FramingError."""
    value = 0
    for length, byte in enumerate(data[begin : begin + MAX_VARINT_BYTES]):
        value |= (byte & 0x7F) << (7 * length)
        if byte < 0x80:
            return value, begin + length + 1
    raise FramingError(begin, "a record's length is cut off or no varint")


def record_ends(data: Data) -> Iterator[int]:
    """Yields the offset of the end of each record, in order; memory does not grow with their number.

    Errors: FramingError at the first record whose length is no varint, exceeds MAX_LENGTH, or exceeds the data.
    """
    begin = 0
    while begin < len(data):
        length, content = decode_varint(data, begin)
        if length > MAX_LENGTH:
            raise FramingError(begin, f"a record's length is {length} bytes")
        if content + length > len(data):
            raise FramingError(begin, f"a record of {length} bytes is cut off after {len(data) - content}")
        begin = content + length
        yield begin


def records(data: Data) -> Iterator[bytes]:
    """Yields the content of each record without its length. Errors: as record_ends."""
    begin = 0
    for end in record_ends(data):
        _, content = decode_varint(data, begin)
        yield data[content:end]
        begin = end


def framed(content: bytes) -> bytes:
    """Returns a record: its length and its content."""
    return encode_varint(len(content)) + content

"""The framing agrees with Protobuf's own, and damage is found where it is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from google.protobuf.internal import encoder

from fleet.framing import MAX_LENGTH, FileBytes, FramingError, decode_varint, encode_varint, framed, record_ends, records

NUMBERS = [0, 1, 127, 128, 300, (1 << 31) - 1, 1 << 31, (1 << 64) - 1]


@pytest.mark.parametrize("number", NUMBERS)
def test_varints_are_those_of_protobuf(number: int) -> None:
    encoded = encode_varint(number)
    assert encoded == getattr(encoder, "_VarintBytes")(number)
    assert decode_varint(b"x" + encoded + b"y", 1) == (number, 1 + len(encoded))


def test_records_come_back() -> None:
    choose = random.Random(1)
    contents = [choose.randbytes(choose.choice([0, 1, 127, 128, 1000, 20000])) for _ in range(100)]
    stream = b"".join(map(framed, contents))
    assert list(records(stream)) == contents
    assert list(record_ends(stream))[-1] == len(stream)
    assert list(records(b"")) == []


def test_a_file_is_as_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.pbs"
    stream = b"".join(map(framed, (b"one", b"", b"x" * 1000)))
    for data in (stream, b""):
        path.write_bytes(data)
        with open(path, "rb") as file:
            assert list(records(FileBytes(file))) == list(records(data))


def test_a_file_that_is_cut_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.pbs"
    path.write_bytes(framed(b"x" * 100) * 2)
    with open(path, "rb") as file:
        stream = records(FileBytes(file))
        assert next(stream) == b"x" * 100
        path.write_bytes(framed(b"x" * 100)[:50])
        with pytest.raises(OSError, match="the file was cut while it was read: 0 of the 10 bytes from byte 101 are left"):
            next(stream)


@pytest.mark.parametrize(
    "rest, reason",
    [
        (b"\x80", "cut off or no varint"),
        (b"\xff" * 10, "cut off or no varint"),
        (encode_varint(MAX_LENGTH + 1), f"length is {MAX_LENGTH + 1}"),
        (encode_varint(5) + b"1234", "a record of 5 bytes is cut off after 4"),
    ],
)
def test_damage_is_named_behind_the_good_records(rest: bytes, reason: str) -> None:
    good = framed(b"abc")
    stream = records(good + rest)
    assert next(stream) == b"abc"
    with pytest.raises(FramingError, match=f"byte {len(good)}: .*{reason}") as error:
        next(stream)
    assert error.value.offset == len(good)


def test_each_cut_of_a_stream_keeps_what_precedes_it() -> None:
    stream = framed(b"a" * 3) + framed(b"b" * 200)
    for length in range(len(stream) + 1):
        ends = []
        try:
            for end in record_ends(stream[:length]):
                ends.append(end)
            assert length in (0, 4, len(stream))
        except FramingError:
            pass
        assert ends == [end for end in (4, len(stream)) if end <= length]

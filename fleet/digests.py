"""SHA-256 of files. Each file that a later run reads carries the digest of its content: damage is detected before anything is parsed."""

from __future__ import annotations

import enum
import errno
import hashlib
import json
import os
import stat
from dataclasses import dataclass
from typing import Any

from fleet.errors import DamagedError

# Error numbers which mean that a file is absent, or that something else has replaced it.
NO_FILE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


class Verify(enum.Enum):
    """How closely the files of a finished shard are checked before it counts as done."""

    NONE = "none"  # Only outcome.json and statistics.json, which are read anyway.
    SIZES = "sizes"
    DIGESTS = "digests"


def digest_of_file(path: str) -> str:
    """Returns the SHA-256 of the file's bytes in hexadecimal. Errors: OSError."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


@dataclass(frozen=True)
class FileDigest:
    """Size and SHA-256 of a file."""

    size: int
    sha256: str

    @classmethod
    def of(cls, path: str) -> FileDigest:
        """Errors: OSError."""
        return cls(os.path.getsize(path), digest_of_file(path))

    def check(self, path: str, verify: Verify) -> None:
        """Errors: DamagedError if the file is not what it was; OSError if it cannot be read."""
        if verify is Verify.NONE:
            return
        size = _size_of_regular(path)
        if size != self.size:
            raise DamagedError(f"{path}: has {size} bytes instead of {self.size}")
        if verify is Verify.DIGESTS and digest_of_file(path) != self.sha256:
            raise DamagedError(f"{path}: its SHA-256 is not the recorded one")

    def read(self, path: str) -> bytes:
        """Returns the bytes of the file. Errors: as check by digests."""
        data = read_regular(path)
        if hashlib.sha256(data).hexdigest() != self.sha256:
            raise DamagedError(f"{path}: its SHA-256 is not the recorded one")
        return data


def read_regular(path: str) -> bytes:
    """Returns the bytes of a file. Errors: DamagedError if there is no regular file; OSError if it cannot be read."""
    _size_of_regular(path)
    with open(path, "rb") as file:
        return file.read()


def _size_of_regular(path: str) -> int:
    try:
        status = os.stat(path)
    except OSError as error:
        if error.errno in NO_FILE:
            raise DamagedError(f"{path}: {error.strerror}") from error
        raise
    if not stat.S_ISREG(status.st_mode):
        raise DamagedError(f"{path}: is not a regular file")
    return status.st_size


@dataclass(frozen=True)
class Seal:
    """The end of a file, with the SHA-256 of the file's name, a line feed, and all that precedes the seal: files that have changed places do not
    match."""

    before: bytes
    after: bytes

    def close(self, name: str, body: bytes) -> bytes:
        digest = hashlib.sha256(os.fsencode(f"{name}\n") + body).hexdigest()
        return body + self.before + digest.encode() + self.after

    def read(self, path: str) -> bytes:
        """Returns the file's bytes without the seal. Errors: as read_regular; DamagedError also if the seal does not match."""
        data = read_regular(path)
        name = os.path.basename(path)
        body = data[: max(0, len(data) - len(self.close(name, b"")))]
        if self.close(name, body) != data:
            raise DamagedError(f"{path}: its name and content do not have the SHA-256 at its end")
        return body


SEALED_LINES = Seal(b'{"sha256": "', b'"}\n')
SEALED_PAGE = Seal(b"<!-- SHA-256 of the name and of all that precedes: ", b" -->\n")
_SEALED_OBJECT = Seal(b',\n "sha256": "', b'"\n}\n')
_END_OF_OBJECT = b"\n}\n"


def to_bytes(value: Any) -> bytes:
    """Returns JSON with one form for each value."""
    return (json.dumps(value, sort_keys=True, indent=1) + "\n").encode()


def seal_object(name: str, fields: dict[str, Any]) -> bytes:
    """Returns the fields, which are not empty, as a JSON object with a seal as its last member, for a file of this name."""
    return _SEALED_OBJECT.close(name, to_bytes(fields).removesuffix(_END_OF_OBJECT))


def read_sealed_object(path: str) -> dict[str, Any]:
    """Returns the fields. Errors: as Seal.read."""
    fields: dict[str, Any] = json.loads(_SEALED_OBJECT.read(path) + _END_OF_OBJECT)
    return fields

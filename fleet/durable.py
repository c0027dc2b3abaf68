"""Files and folders that are there entirely, or not at all, even if the machine fails."""

from __future__ import annotations

import os
from contextlib import suppress


def sync_folder(folder: str) -> None:
    """Makes the names in the folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(path: str) -> None:
    """Makes the folder and those above it that are absent, and makes their names durable. Errors: OSError."""
    absent = []
    folder = os.path.abspath(path)
    while not os.path.lexists(folder):
        absent.append(folder)
        folder = os.path.dirname(folder)
    os.makedirs(path, exist_ok=True)
    for folder in absent:
        sync_folder(os.path.dirname(folder))


def remove_file(path: str) -> None:
    """Removes the file if there is one; it does not come back. Errors: OSError."""
    with suppress(FileNotFoundError):
        os.unlink(path)
        sync_folder(os.path.dirname(path))


def write_file(path: str, data: bytes, mode: int = 0o644) -> None:
    """Replaces the file by one with this content. Errors: OSError; the former file is then unchanged."""
    temporary = f"{path}.{os.uname().nodename}.{os.getpid()}.tmp"
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.rename(temporary, path)
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    sync_folder(os.path.dirname(path))


def copy_file(path: str, to: str, mode: int = 0o644) -> None:
    """Replaces `to` by a copy of the file, which fits into memory. Errors: OSError."""
    with open(path, "rb") as file:
        write_file(to, file.read(), mode)


def publish_folder(temporary: str, final: str) -> bool:
    """Makes the folder's files durable and gives it its final name, in the same file system.

    Returns False, and leaves both as they are, if there is a folder of the final name. Errors: OSError.
    """
    for parent, _, files in os.walk(temporary):
        for name in files:
            descriptor = os.open(os.path.join(parent, name), os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        sync_folder(parent)
    try:
        os.rename(temporary, final)
    except OSError:
        # Renaming onto a folder that is not empty fails, with one of several errors.
        if not os.path.isdir(final):
            raise
        return False
    sync_folder(os.path.dirname(final))
    return True

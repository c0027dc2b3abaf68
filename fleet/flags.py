"""Flags that more than one command has, and numbers within a range."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeVar

from fleet.digests import Verify
from fleet.network import Access, Certificates

# Each worker is a process of about 70 MB.
MOST_WORKERS = 1024
# The names of a shard's files fit into one command line.
MOST_SCENES_PER_SHARD = 1 << 15
LEAST_SECONDS, MOST_SECONDS = 0.001, 1e6
# 1 PB; the limit in bytes fits into 64 bits.
MOST_MEMORY_MB = 10**9
MOST_METRES = 1e6


Number = TypeVar("Number", int, float)


def in_range(convert: type[Number], low: Number, high: Number) -> Callable[[str], Number]:
    """Returns a converter for argparse that refuses everything but numbers from `low` to `high`."""

    def convert_in_range(text: str) -> Number:
        try:
            value = convert(text)
        except ValueError:
            value = None
        # A comparison with a NaN is false.
        if value is None or not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text} is no {'whole number' if convert is int else 'number'} from {low} to {high}")
        return value

    return convert_in_range


def path(text: str) -> str:
    """Converts for argparse; refuses an empty path."""
    if not text:
        raise argparse.ArgumentTypeError("is empty")
    return text


def add_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--verify", choices=[verify.value for verify in Verify], default=Verify.DIGESTS.value,
        help="how finished shards are checked; digests (default): their bytes are read and compared with their SHA-256",
    )


def add_access(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tls-ca-file", "--tls_ca_file", type=path, metavar="PEM", help="the CA that has signed the certificates of the cluster")
    parser.add_argument("--tls-cert", "--tls_cert", type=path, metavar="PEM", help="the certificate of this process")
    parser.add_argument("--tls-key", "--tls_key", type=path, metavar="PEM", help="its private key")
    parser.add_argument("--insecure", action="store_true", help="without TLS beyond this machine: whoever reaches a port runs programs there")


def access_of(known: argparse.Namespace) -> Access:
    """Errors: UsageError if only some of the flags are given, or if a file cannot be used."""
    return Access(Certificates.of(known.tls_ca_file, known.tls_cert, known.tls_key), known.insecure)

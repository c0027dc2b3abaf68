"""The commands tools/fleet.sh scheduler and worker: they become a process of Dask, protected from others in the network."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from distributed.comm.addressing import parse_address, parse_host_port
from distributed.utils import get_ip_interface

from fleet.errors import UsageError
from fleet.flags import MOST_WORKERS, access_of, add_access, in_range, path
from fleet.network import Access, RefusedError, hear_scheduler
from fleet.progress import say

# The pages of statistics of a process are for its own machine.
DASHBOARD = "127.0.0.1:0"
LISTENING_DANGER = "whoever reaches its port runs programs there"
# These flags would open another port, or bypass the checks of addresses.
REFUSED_FLAGS = ("--protocol", "--jupyter", "--listen-address", "--contact-address")
LOOPBACK = "127.0.0.1"
ANSWER_SECONDS = 10.0


def run_scheduler(arguments: Sequence[str]) -> None:
    """Becomes a scheduler. Errors: UsageError."""
    known, rest = _parser("scheduler").parse_known_args(arguments)
    _become("dask_scheduler", access_of(known), known, rest)


def run_worker(arguments: Sequence[str]) -> None:
    """Becomes workers of a scheduler elsewhere. Errors: UsageError, also if the scheduler refuses the certificate."""
    known, rest = worker_parser().parse_known_args(arguments)
    access = access_of(known)
    try:
        access.check_scheduler(known.address)
        hear_scheduler(known.address, access.certificates, ANSWER_SECONDS)
    except (UsageError, RefusedError) as error:
        raise UsageError(f"{known.address}: {error}") from error
    except OSError as error:
        say(f"{known.address}: {error}; waiting for it")
    if access.is_open and not (known.host or known.interface):
        # A worker of Dask listens at every network interface by default.
        known.host = LOOPBACK
    _become("dask_worker", access, known, [known.address, "--nthreads=1", "--memory-limit=0", f"--nworkers={known.nworkers}", *rest])


def worker_parser() -> argparse.ArgumentParser:
    parser = _parser("worker")
    parser.add_argument("address", metavar="ADDRESS", help="of the scheduler, as tls://host:8786")
    parser.add_argument("--nworkers", type=in_range(int, 1, MOST_WORKERS), default=1, metavar="N", help="processes; default: 1")
    return parser


def _parser(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"tools/fleet.sh {command}", allow_abbrev=False, description=__doc__, epilog=f"Other flags are those of dask-{command}."
    )
    parser.add_argument("--host", type=path, help="where to listen")
    parser.add_argument("--interface", type=path, help="the network to listen at")
    parser.add_argument("--dashboard-address", type=path, default=DASHBOARD, help=f"where pages of statistics are served, without TLS; default: {DASHBOARD}")
    add_access(parser)
    return parser


def _become(module: str, access: Access, known: argparse.Namespace, arguments: Sequence[str]) -> None:
    for argument in arguments:
        if argument.partition("=")[0] in REFUSED_FLAGS:
            raise UsageError(f"{argument.partition('=')[0]} is decided by the other flags, and cannot be given")
    try:
        host = get_ip_interface(known.interface) if known.interface else _host_of(known.host or "")
        dashboard = _host_of(known.dashboard_address)
    except ValueError as error:
        raise UsageError(str(error)) from error
    access.check_open(host, LISTENING_DANGER)
    Access(insecure=access.insecure).check_open(dashboard, "whoever reaches --dashboard-address reads what is replayed")
    options = [f"--dashboard-address={known.dashboard_address}", "--no-dashboard"]
    options += [f"--{name}={value}" for name, value in (("host", known.host), ("interface", known.interface)) if value]
    environment = dict(os.environ)
    if access.certificates is not None:
        options += access.certificates.dask_flags
        environment["DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION"] = "True"
    command = [sys.executable, "-m", f"distributed.cli.{module}", *options, *arguments]
    os.execve(sys.executable, command, environment)


def _host_of(text: str) -> str:
    """Returns the host of an address with or without protocol and port; empty if it has none. Errors: ValueError."""
    place = parse_address(text)[1]
    return str(parse_host_port(place, 0)[0]) if place else ""

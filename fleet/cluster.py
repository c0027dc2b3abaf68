"""Where the tasks run: processes of this machine, or the workers of a scheduler elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import Protocol

from distributed import Client

from fleet.errors import IncompleteError, UsageError
from fleet.network import Certificates, RefusedError, wait_for_scheduler

START_SECONDS = 60.0
# So many workers that die so soon, with no task done in between, were not killed by chance: there
# is no point in another one.
SOON_SECONDS = 5.0
SOON_DEATHS = 20
# How long a run waits for a scheduler elsewhere to come back.
RECONNECT_SECONDS = 60.0
FIRST_SECONDS = 5.0
LOOPBACK = "127.0.0.1"
# Settings of Dask for a local cluster: a task fails after so many of its workers have died;
# profiling is off.
ENVIRONMENT = {
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "50",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "30s",
    "DASK_DISTRIBUTED__ADMIN__LOG_FORMAT": "%(levelname)s %(name)s: %(message)s",
}


class Cluster(Protocol):
    """A scheduler with workers."""

    def connect(self) -> Client:
        """Returns a client of a scheduler that runs. Errors: UsageError, IncompleteError; OSError if the caller may try again."""

    def mend(self, tasks_left: int) -> None:
        """Replaces workers that have died; to be called regularly. Errors: IncompleteError if they die at once, again and again."""

    def close(self) -> None:
        """Ends what was started."""


@dataclass(frozen=True)
class _Worker:
    process: subprocess.Popen[bytes]
    begin: float  # s, of time.monotonic().


class LocalCluster:
    """A scheduler and workers as processes of this machine. Each dies with this process; workers that die are replaced."""

    def __init__(self, workers: int) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="collision2d_fleet.")
        self._workers: list[_Worker | None] = [None] * workers
        self._soon_deaths = 0
        self._tasks_left = 0
        self._scheduler: subprocess.Popen[bytes] | None = None
        self._starts = 0
        self._log = os.path.join(self._folder.name, "log")

    def connect(self) -> Client:
        if self._scheduler is None or self._scheduler.poll() is not None:
            self._start()
        return Client(scheduler_file=self._scheduler_file, set_as_default=False, timeout=START_SECONDS)

    def mend(self, tasks_left: int) -> None:
        if tasks_left != self._tasks_left:
            self._tasks_left, self._soon_deaths = tasks_left, 0
        for i, worker in enumerate(self._workers):
            if worker is not None and worker.process.poll() is None:
                continue
            if worker is not None:
                was_soon = time.monotonic() - worker.begin < SOON_SECONDS
                self._soon_deaths = self._soon_deaths + 1 if was_soon else 0
            if self._soon_deaths > SOON_DEATHS:
                raise IncompleteError(f"workers die as soon as they start:\n{self._log_tail()}")
            options = ["--nthreads", "1", "--no-nanny", "--memory-limit", "0", "--death-timeout", "60"]
            folder = ["--host", LOOPBACK, "--local-directory", os.path.join(self._folder.name, f"worker{i}")]
            process = self._spawn("dask_worker", "--scheduler-file", self._scheduler_file, *options, *folder)
            self._workers[i] = _Worker(process, time.monotonic())

    def close(self) -> None:
        self._end_workers()
        if self._scheduler is not None:
            _end(self._scheduler)
        self._folder.cleanup()

    @property
    def _scheduler_file(self) -> str:
        return os.path.join(self._folder.name, f"scheduler{self._starts}.json")

    def _start(self) -> None:
        self._end_workers()
        self._starts += 1
        self._scheduler = self._spawn("dask_scheduler", "--host", LOOPBACK, "--port", "0", "--scheduler-file", self._scheduler_file)
        deadline = time.monotonic() + START_SECONDS
        while not os.path.exists(self._scheduler_file):
            if self._scheduler.poll() is not None or time.monotonic() > deadline:
                raise IncompleteError(f"the scheduler does not start:\n{self._log_tail()}")
            time.sleep(0.05)
        self.mend(self._tasks_left)

    def _end_workers(self) -> None:
        for worker in self._workers:
            if worker is not None:
                _end(worker.process)
        self._workers = [None] * len(self._workers)

    def _log_tail(self) -> str:
        with open(self._log, encoding="utf-8", errors="replace") as file:
            return file.read()[-2000:]

    def _spawn(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments, "--no-dashboard", "--dashboard-address", f"{LOOPBACK}:0"]
        with open(self._log, "ab") as log:
            return subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "--", *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **ENVIRONMENT},
            )


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


class RemoteCluster:
    """The workers of a scheduler that somebody else has started."""

    def __init__(self, address: str, certificates: Certificates | None = None) -> None:
        self._address = address
        self._certificates = certificates
        self._was_reached = False

    def connect(self) -> Client:
        seconds = RECONNECT_SECONDS if self._was_reached else FIRST_SECONDS
        try:
            wait_for_scheduler(self._address, self._certificates, seconds)
            security = self._certificates.security if self._certificates else None
            client = Client(self._address, security=security, set_as_default=False, timeout=START_SECONDS)
        except (OSError, ValueError, RefusedError) as error:
            how = "refused" if isinstance(error, RefusedError) else f"cannot be reached within {seconds:g} s"
            raise (IncompleteError if self._was_reached else UsageError)(f"--scheduler={self._address}: {how}: {error}") from error
        self._was_reached = True
        return client

    def mend(self, tasks_left: int) -> None:
        pass

    def close(self) -> None:
        pass


def worker_count(client: Client) -> int:
    return len(client.scheduler_info()["workers"])

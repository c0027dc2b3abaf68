"""Where the tasks run: processes of this machine, or the workers of a scheduler elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Protocol

from distributed import Client

from fleet.errors import IncompleteError, UsageError

START_SECONDS = 60.0
# How long a run waits for a scheduler elsewhere to come back.
RECONNECT_SECONDS = 60.0
# Settings of Dask for our own processes. A task is given up after its worker has died this often.
ENVIRONMENT = {
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "5",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "30s",
    "DASK_DISTRIBUTED__ADMIN__LOG_FORMAT": "%(levelname)s %(name)s: %(message)s",
}


class Cluster(Protocol):
    """A scheduler with workers."""

    def connect(self) -> Client:
        """Returns a client of a scheduler that runs. Errors: UsageError, IncompleteError."""

    def mend(self) -> None:
        """Replaces workers that have died; called now and then."""

    def close(self) -> None:
        """Ends what was started."""


class LocalCluster:
    """A scheduler and workers as processes of this machine. Each dies with this process; workers that die are replaced."""

    def __init__(self, workers: int) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="collision2d_fleet.")
        self._workers: list[subprocess.Popen[bytes] | None] = [None] * workers
        self._scheduler: subprocess.Popen[bytes] | None = None
        self._starts = 0

    @property
    def log(self) -> str:
        return os.path.join(self._folder.name, "log")

    def connect(self) -> Client:
        if self._scheduler is None or self._scheduler.poll() is not None:
            self._start()
        return Client(scheduler_file=self._scheduler_file, set_as_default=False, timeout=START_SECONDS)

    def mend(self) -> None:
        for i, worker in enumerate(self._workers):
            if worker is None or worker.poll() is not None:
                options = ["--nthreads", "1", "--no-nanny", "--memory-limit", "0", "--death-timeout", "60"]
                folder = ["--local-directory", os.path.join(self._folder.name, f"worker{i}")]
                self._workers[i] = self._spawn("dask_worker", "--scheduler-file", self._scheduler_file, *options, *folder)

    def close(self) -> None:
        for process in [*self._workers, self._scheduler]:
            if process is not None:
                process.kill()
                process.wait()
        self._folder.cleanup()

    @property
    def _scheduler_file(self) -> str:
        return os.path.join(self._folder.name, f"scheduler{self._starts}.json")

    def _start(self) -> None:
        for i, worker in enumerate(self._workers):
            if worker is not None:
                worker.kill()
                worker.wait()
                self._workers[i] = None
        self._starts += 1
        self._scheduler = self._spawn("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", self._scheduler_file)
        deadline = time.monotonic() + START_SECONDS
        while not os.path.exists(self._scheduler_file):
            if self._scheduler.poll() is not None or time.monotonic() > deadline:
                with open(self.log, encoding="utf-8", errors="replace") as file:
                    raise IncompleteError(f"the scheduler does not start:\n{file.read()[-2000:]}")
            time.sleep(0.05)
        self.mend()

    def _spawn(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments, "--no-dashboard"]
        with open(self.log, "ab") as log:
            return subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "--", *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **ENVIRONMENT},
            )


class RemoteCluster:
    """The workers of a scheduler that somebody else has started."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._was_reached = False

    def connect(self) -> Client:
        seconds = RECONNECT_SECONDS if self._was_reached else 10.0
        try:
            client = Client(self._address, set_as_default=False, timeout=seconds)
        except (OSError, ValueError) as error:
            text = f"--scheduler={self._address}: cannot be reached within {seconds:g} s: {error}"
            raise (IncompleteError if self._was_reached else UsageError)(text) from error
        self._was_reached = True
        return client

    def mend(self) -> None:
        pass

    def close(self) -> None:
        pass


def worker_count(client: Client) -> int:
    return len(client.scheduler_info()["workers"])


def run_worker(arguments: Sequence[str]) -> None:
    """Becomes a worker of a scheduler elsewhere; `arguments` are those of dask-worker."""
    options = ["--nthreads", "1", "--memory-limit", "0", "--no-dashboard"]
    os.execv(sys.executable, [sys.executable, "-m", "distributed.cli.dask_worker", *options, *arguments])

"""Gives tasks to a cluster until each has a result, whatever dies meanwhile."""

from __future__ import annotations

import queue
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

from distributed import Client, Future
from distributed.scheduler import KilledWorker

from fleet.cluster import Cluster, worker_count
from fleet.errors import IncompleteError

Task = TypeVar("Task")
Result = TypeVar("Result")

# Tasks for each worker that are given to the scheduler: one that runs, and others that wait.
TASKS_PER_WORKER = 3
# How often a task may fail, and how often the scheduler may be lost without a task being done in
# between.
TRIES = 2
SCHEDULER_LOSSES = 3
POLL_SECONDS = 0.5
# Without workers, a run says so this often.
PATIENCE_SECONDS = 30.0


class _SchedulerLost(Exception):
    pass


class Schedule(Generic[Task, Result]):
    """Calls function(task) for each task on the cluster, and on_result(task, result) exactly once for each, in any order.

    The function may be called several times for a task. Memory of the scheduler does not grow with the number of tasks.
    """

    def __init__(
        self,
        cluster: Cluster,
        function: Callable[[Task], Result],
        on_result: Callable[[Task, Result], None],
        describe: Callable[[Task], str],
        note: Callable[[str], None],
    ) -> None:
        """`describe` names a task in errors; `note` receives messages that are not errors."""
        self._cluster = cluster
        self._function = function
        self._on_result = on_result
        self._describe = describe
        self._note = note
        self._remaining: dict[int, Task] = {}
        self._failures: Counter[int] = Counter()

    def run(self, tasks: Sequence[Task]) -> None:
        """Returns when all tasks are done. Errors: IncompleteError if a task fails TRIES times, or if the scheduler is lost for good."""
        self._remaining = dict(enumerate(tasks))
        losses = 0
        while self._remaining:
            before = len(self._remaining)
            try:
                with self._client() as client:
                    self._run_on(client)
            except _SchedulerLost as error:
                losses = losses + 1 if len(self._remaining) == before else 1
                if losses > SCHEDULER_LOSSES:
                    raise IncompleteError(f"the scheduler was lost {losses} times without a task done in between") from error
                self._note("the scheduler was lost; its tasks are given to a new one")

    @contextmanager
    def _client(self) -> Iterator[Client]:
        """Errors: _SchedulerLost, and those of Cluster.connect."""
        try:
            client = self._cluster.connect()
        except OSError as error:
            raise _SchedulerLost from error
        try:
            yield client
        finally:
            _close(client)

    def _run_on(self, client: Client) -> None:
        """Errors: _SchedulerLost, and as run."""
        waiting = sorted(self._remaining, reverse=True)
        given: dict[int, Future] = {}
        ended: queue.SimpleQueue[int] = queue.SimpleQueue()
        last_end = time.monotonic()
        while self._remaining:
            self._cluster.mend(len(self._remaining))
            workers = worker_count(client)
            while waiting and len(given) < TASKS_PER_WORKER * max(1, workers):
                number = waiting.pop()
                given[number] = self._give(client, number, ended)
            try:
                number = ended.get(timeout=POLL_SECONDS)
            except queue.Empty:
                if client.status != "running":
                    raise _SchedulerLost from None
                if workers == 0 and time.monotonic() - last_end > PATIENCE_SECONDS:
                    self._note("the scheduler has no workers; waiting for some")
                    last_end = time.monotonic()
                continue
            last_end = time.monotonic()
            if not self._take(number, given.pop(number)):
                waiting.append(number)

    def _give(self, client: Client, number: int, ended: queue.SimpleQueue[int]) -> Future:
        # A key of its own, so that a task that is given again is not answered with its former
        # failure.
        key = f"task-{number}-{uuid.uuid4().hex}"
        try:
            future = client.submit(self._function, self._remaining[number], key=key, pure=False)
        except (OSError, RuntimeError) as error:
            raise _SchedulerLost from error
        future.add_done_callback(lambda _: ended.put(number))
        return future

    def _take(self, number: int, future: Future) -> bool:
        """Returns whether the task is done. Errors: as _run_on."""
        if future.status in ("cancelled", "lost"):
            raise _SchedulerLost
        try:
            result = future.result(timeout=60)
        except Exception as error:  # The function may raise anything.
            if future.status != "error":
                raise _SchedulerLost from error
            self._failures[number] += 1
            if self._failures[number] < TRIES:
                return False
            raise IncompleteError(f"{self._describe(self._remaining[number])}: {_words(error)}") from error
        self._on_result(self._remaining.pop(number), result)
        return True


def _words(error: Exception) -> str:
    if isinstance(error, KilledWorker):
        return f"its workers died again and again: {error}"
    return str(error) or repr(error)


def _close(client: Client) -> None:
    try:
        client.close(timeout=5)
    except (OSError, TimeoutError, RuntimeError):
        # The scheduler is gone, and need not be told.
        return

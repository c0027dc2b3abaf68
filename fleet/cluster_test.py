"""When a cluster is given up."""

from __future__ import annotations

import sys

import pytest

from fleet import cluster
from fleet.cluster import SOON_DEATHS, LocalCluster, RemoteCluster
from fleet.errors import IncompleteError, UsageError


def test_a_scheduler_elsewhere_that_is_never_reached_or_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "FIRST_SECONDS", 0.1)
    monkeypatch.setattr(cluster, "RECONNECT_SECONDS", 0.2)
    remote = RemoteCluster("tcp://127.0.0.1:1")
    with pytest.raises(UsageError, match="tcp://127.0.0.1:1: cannot be reached within 0.1 s"):
        remote.connect()
    remote._was_reached = True
    with pytest.raises(IncompleteError, match="cannot be reached within 0.2 s"):
        remote.connect()


def test_workers_that_die_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    local = LocalCluster(1)

    def let_one_die(tasks_left: int) -> None:
        local.mend(tasks_left)
        worker = local._workers[0]
        assert worker is not None
        worker.process.wait()

    try:
        for tasks_left in range(2 * SOON_DEATHS, 1, -1):
            let_one_die(tasks_left)
        with pytest.raises(IncompleteError, match="workers die as soon as they start"):
            for _ in range(SOON_DEATHS + 2):
                let_one_die(1)
    finally:
        local.close()

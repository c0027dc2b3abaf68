"""A run: from the recordings to the manifest and the summary."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from fleet import durable
from fleet.cluster import Cluster, LocalCluster, RemoteCluster
from fleet.digests import Verify
from fleet.errors import DamagedError, Exit, IncompleteError, UsageError
from fleet.identity import Identity
from fleet.inputs import Inputs, find_inputs
from fleet.manifest import NAME as MANIFEST
from fleet.manifest import make_manifest, write_manifest
from fleet.network import Certificates
from fleet.pages import PageTask, page_name, write_mcap, write_page
from fleet.progress import Progress, print_lines, say
from fleet.replay_shard import Done, Job, replay_shard
from fleet.replay_tool import ReplayTool, install_tool
from fleet.report import Damage, Report, make_report, write_quarantine
from fleet.schedule import Schedule
from fleet.shards import Plan, Shard, ShardSize, StreamScan, make_plan, scan_stream
from fleet.store import Store, folder_lock
from fleet.summary_page import write_summary
from fleet.supervised import Limits


@dataclass(frozen=True)
class RunOptions:
    """The options of the command line."""

    inputs: tuple[str, ...]
    out: str
    tool: ReplayTool
    scheduler: str | None  # An address that Access.check_scheduler allows; None: a cluster of `workers` processes on this machine.
    certificates: Certificates | None  # Of the scheduler's cluster.
    workers: int
    size: ShardSize
    limits: Limits
    retries_quarantined: bool
    verify: Verify
    mcap: str | None = None  # A file.


def run(options: RunOptions) -> Exit:
    """Replays what is missing. Errors: UsageError, IncompleteError."""
    if options.mcap is not None and Store(options.out).owns(options.mcap):
        raise UsageError(f"--mcap: {options.mcap} is a file of the run in --out")
    inputs = find_inputs(options.inputs, options.out)
    if inputs.left_out:
        say(f"{len(inputs.left_out)} links or further names of what is replayed under another path are left out, as {inputs.left_out[0]}")
    with folder_lock(options.out):
        try:
            tool, digest = install_tool(options.tool, options.out, options.limits)
            Identity(digest, tool.options, options.size.scenes).claim(options.out)
            Store(options.out).create()
            cluster = _cluster(options)
        except OSError as error:
            raise UsageError(str(error)) from error
        job = Job(inputs.root, os.path.abspath(options.out), tool, digest, options.limits, options.verify)
        try:
            return _Run(options, job, inputs, cluster).run()
        except (OSError, DamagedError) as error:
            raise IncompleteError(str(error)) from error
        finally:
            cluster.close()


def _cluster(options: RunOptions) -> Cluster:
    if options.scheduler is None:
        return LocalCluster(options.workers)
    return RemoteCluster(options.scheduler, options.certificates)


class _Run:
    """The state that the steps of a run share."""

    def __init__(self, options: RunOptions, job: Job, inputs: Inputs, cluster: Cluster) -> None:
        self._options = options
        self._job = job
        self._inputs = inputs
        self._cluster = cluster
        self._store = Store(job.out)
        self._keys: dict[tuple[str, int], str] = {}
        self._there = 0
        self._damaged: list[Damage] = []

    def run(self) -> Exit:
        plan = make_plan(self._inputs, self._scan(), self._options.size)
        # While there is a manifest, everything that it lists is there.
        durable.remove_file(os.path.join(self._job.out, MANIFEST))
        self._store.clear_making()
        if self._options.retries_quarantined:
            say(f"{self._store.discard_quarantined()} shards with quarantined scenes are replayed again")
        self._replay(plan)
        manifest = make_manifest(plan, self._keys, self._store)
        report = make_report(manifest, self._store, self._damaged)
        write_quarantine(self._store, report.quarantined)
        write_summary(report, self._job, self._write_pages(report, plan))
        no_mcap = self._write_mcap(report, plan)
        self._store.clear_making()
        write_manifest(manifest, self._job.out)
        print_lines(self._result(report))
        if no_mcap:
            say(f"--mcap={self._options.mcap} is not written: {no_mcap}")
        return Exit.COMPLETE if report.is_everything_used and not no_mcap else Exit.WITH_FINDINGS

    def _scan(self) -> list[StreamScan]:
        scans: list[StreamScan] = []
        function = partial(scan_stream, self._inputs.root, self._options.size)
        Schedule[str, StreamScan](self._cluster, function, lambda _, scan: scans.append(scan), str, say).run(self._inputs.streams)
        return scans

    def _replay(self, plan: Plan) -> None:
        say(f"{plan.items} scenes in {len(plan.shards)} shards")
        with Progress(plan.items) as progress:

            def take(shard: Shard, done: Done) -> None:
                self._keys[shard.position] = done.key
                self._there += done.was_there
                if done.damage:
                    self._damaged.append(Damage(shard.name_of(0), done.damage))
                progress.add(done.items, done.was_there)

            schedule = Schedule[Shard, Done](self._cluster, partial(replay_shard, self._job), take, lambda shard: shard.name_of(0), say)
            try:
                schedule.run(plan.shards)
            except (IncompleteError, KeyboardInterrupt) as error:
                why = str(error) or "stopped"
                text = f"{why}\n{len(self._keys)} of {len(plan.shards)} shards are done; the same command does the others"
                raise IncompleteError(text) from error

    def _write_pages(self, report: Report, plan: Plan) -> dict[str, str]:
        """Returns why there is no page, for those that could not be written."""
        shards = {self._keys[shard.position]: shard for shard in plan.shards}
        rows = report.statistics.extreme_rows()
        names = {page_name(row.key, row.item): row for row in rows}
        tasks = [PageTask(self._job, shards[row.key], row.item, name) for name, row in sorted(names.items())]
        missing: dict[str, str] = {}

        def take(task: PageTask, reason: str | None) -> None:
            if reason is not None:
                missing[task.name] = reason

        Schedule[PageTask, str | None](self._cluster, write_page, take, lambda task: f"page {task.name}", say).run(tasks)
        return missing

    def _write_mcap(self, report: Report, plan: Plan) -> str | None:
        """Writes the scenes that have pages to one file. Returns why that is not done; None if it is, or if no file was asked for."""
        if self._options.mcap is None:
            return None
        shards = {self._keys[shard.position]: shard for shard in plan.shards}
        places = sorted({(shards[row.key].position, row.item, row.key) for row in report.statistics.extreme_rows()})
        return write_mcap(self._job, [(shards[key], item) for _, item, key in places], self._options.mcap)

    def _result(self, report: Report) -> Iterator[str]:
        statistics = report.statistics
        yield (
            f"{report.items} scenes in {report.shards} shards: {report.shards - self._there} shards replayed now, {self._there} were there"
            + (f", {len(report.damaged)} were damaged and are replayed again" if report.damaged else "")
        )
        yield (
            f"{statistics.counts['candidates']} candidates in {statistics.cycles} planning cycles: "
            f"{statistics.counts['colliding']} collide, {statistics.counts['leaving_road']} leave the road; "
            f"{statistics.cycles_without_free} cycles without a free candidate"
        )
        for named in report.unused:
            yield f"not used: {named.name}: {named.rejected.reason}"
        for lost in report.lost:
            yield f"not used: {lost.source}: {lost.reason}"
        for named in report.quarantined:
            yield f"quarantined: {named.name} ({named.rejected.scene_id}): {named.rejected.reason}"
        for damage in report.damaged:
            yield f"damaged, replayed again: {damage.name}: {damage.reason}"
        yield f"summary: {os.path.join(self._job.out, 'index.html')}"

"""The replay pages that the summary links to."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from fleet import durable
from fleet.digests import SEALED_PAGE, read_regular
from fleet.errors import DamagedError
from fleet.isolate import Failure
from fleet.replay_shard import Job
from fleet.replay_tool import replay, replay_to_mcap
from fleet.shards import Shard
from fleet.store import Store

FOLDER = "pages"


@dataclass(frozen=True)
class PageTask:
    """A page of one item of a shard."""

    job: Job
    shard: Shard
    item: int
    name: str


def page_name(key: str, item: int) -> str:
    """Returns a name for the item's page."""
    return f"{key[:16]}-{item:06}.html"


def write_page(task: PageTask) -> str | None:
    """Writes OUT/pages/NAME unless it is there and whole. Returns None, or why there is no page. Errors: OSError, EnvironmentFailure."""
    pages = os.path.join(task.job.out, FOLDER)
    path = os.path.join(pages, task.name)
    with suppress(DamagedError):
        SEALED_PAGE.read(path)
        return None
    item = task.shard.items(task.job.root)[task.item]
    with Store(task.job.out).workplace(task.name) as folder:
        replayed = replay(task.job.tool, [item], task.item, folder, task.job.limits, with_page=True)
        if isinstance(replayed, Failure):
            return replayed.reason
        durable.make_folder(pages)
        durable.write_file(path, SEALED_PAGE.close(task.name, read_regular(replayed.page)))
    return None


def write_mcap(job: Job, scenes: Sequence[tuple[Shard, int]], path: str) -> str | None:
    """Writes one MCAP file of these items of shards. Returns None, or why it could not be. Errors: OSError, EnvironmentFailure."""
    if not scenes:
        return "there is no scene to show"
    with Store(job.out).workplace("mcap") as folder:
        replayed = replay_to_mcap(job.tool, [shard.items(job.root)[item] for shard, item in scenes], folder, job.limits)
        if isinstance(replayed, Failure):
            return replayed.reason
        durable.copy_file(replayed, os.path.abspath(path))
    return None

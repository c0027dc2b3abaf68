"""The task of a worker: replays one shard, and publishes its verdicts exactly once."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fleet.account import Account, account
from fleet.isolate import Failure, Poison, isolate
from fleet.keys import digest_of_file, shard_key
from fleet.replay_tool import EnvironmentFailure, ReplayTool, replay
from fleet.scene_outline import Outline, outline_of
from fleet.shards import Item, Shard
from fleet.statistics import Statistics
from fleet.store import OUTCOME, QUARANTINE, STATISTICS, VERDICTS, Outcome, Rejected, Store, to_bytes
from fleet.supervised import Limits
from fleet.tool_setup import check_tool
from fleet.tries import Tries


@dataclass(frozen=True)
class Job:
    """What all shards of a run have in common."""

    root: str  # Folder of the input.
    out: str
    tool: ReplayTool
    tool_digest: str
    limits: Limits


@dataclass(frozen=True)
class Done:
    """What a worker reports of a shard."""

    key: str
    items: int
    was_there: bool  # An earlier attempt had published it.


@dataclass(frozen=True)
class _Piece:
    """The replay of a part of the shard."""

    verdicts: str  # A file.
    account: Account
    statistics: Statistics


def replay_shard(job: Job, shard: Shard) -> Done:
    """Replays the shard unless that is done. May be run any number of times, at the same time too, and die at any moment.

    Errors: EnvironmentFailure, with the machine's name.
    """
    try:
        return _replay_shard(job, shard)
    except (OSError, ValueError, EnvironmentFailure) as error:
        raise EnvironmentFailure(f"on {os.uname().nodename}: {error}") from error


def _replay_shard(job: Job, shard: Shard) -> Done:
    items = shard.items(job.root)
    key = shard_key(job.tool_digest, job.tool.options, items)
    store = Store(job.out)
    outcome = store.outcome(key)
    was_there = outcome is not None
    if outcome is None:
        _check_tool(job.tool, job.tool_digest, job.limits)
        with store.workplace(key) as folder:
            outcome = _replay_into(folder, job, items, store.tries(key))
            store.publish(folder, key)
    return Done(key, outcome.items, was_there)


@lru_cache(maxsize=8)
def _check_tool(tool: ReplayTool, digest: str, limits: Limits) -> None:
    """Once in each process. Errors: EnvironmentFailure."""
    found = digest_of_file(tool.path)
    if found != digest:
        raise EnvironmentFailure(f"{tool.path} has the digest {found}, not {digest}")
    check_tool(tool, limits)


def _replay_into(folder: str, job: Job, items: Sequence[Item], tries: Tries) -> Outcome:
    """Writes a shard's files to the folder. Failures, which may have taken long, are noted in `tries` too."""
    outlines = [outline_of(item) for item in items]
    pieces_folder = os.path.join(folder, "pieces")
    os.mkdir(pieces_folder)

    def attempt(first: int, last: int) -> _Piece | Failure:
        failure = tries.take(first, last)
        if failure is not None:
            return failure
        result = _replay_piece(job, items[first:last], outlines[first:last], first, pieces_folder)
        if isinstance(result, Failure):
            tries.note(first, last, result)
        return result

    pieces, poison = isolate(len(items), attempt)
    statistics = Statistics()
    for piece in pieces:
        statistics.merge(piece.statistics)
    quarantined = _write_quarantine(os.path.join(folder, QUARANTINE), poison, items, outlines)
    digest, size = _join([piece.verdicts for piece in pieces], os.path.join(folder, VERDICTS))
    shutil.rmtree(pieces_folder)
    unused = tuple(rejected for piece in pieces for rejected in piece.account.rejected)
    outcome = Outcome(len(items), sum(piece.account.cycles for piece in pieces), digest, size, unused, quarantined)
    for name, value in ((OUTCOME, outcome.to_json()), (STATISTICS, statistics.to_json())):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(to_bytes(value))
    return outcome


def _replay_piece(job: Job, items: Sequence[Item], outlines: Sequence[Outline], first: int, pieces: str) -> _Piece | Failure:
    folder = os.path.join(pieces, f"{first:06}")
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    replayed = replay(job.tool, items, first, folder, job.limits)
    if isinstance(replayed, Failure):
        return replayed
    statistics = Statistics()
    accounted = account(replayed, items, outlines, first, statistics)
    return accounted if isinstance(accounted, Failure) else _Piece(replayed.verdicts, accounted, statistics)


def _write_quarantine(folder: str, poison: Sequence[Poison], items: Sequence[Item], outlines: Sequence[Outline]) -> tuple[Rejected, ...]:
    quarantined = []
    for found in poison:
        item = items[found.item]
        rejected = Rejected(found.item, outlines[found.item].scene_id or "", "; then ".join(found.reasons), False, item.suffix, len(item.data))
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, rejected.file), "wb") as file:
            file.write(item.data)
        quarantined.append(rejected)
    return tuple(quarantined)


def _join(parts: Sequence[str], path: str) -> tuple[str, int]:
    """Writes the concatenation of the files; returns its SHA-256 and size. Moves the first of them."""
    if parts:
        os.rename(parts[0], path)
    with open(path, "ab") as joined:
        for part in parts[1:]:
            with open(part, "rb") as file:
                shutil.copyfileobj(file, joined)
    return digest_of_file(path), os.path.getsize(path)

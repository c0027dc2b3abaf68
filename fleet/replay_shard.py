"""The task of a worker: replays one shard, and publishes its verdicts exactly once."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fleet.account import Account, account
from fleet.digests import FileDigest, Verify, digest_of_file, to_bytes
from fleet.errors import DamagedError
from fleet.isolate import Failure, Poison, isolate
from fleet.options import shard_key
from fleet.replay_tool import EnvironmentFailure, ReplayTool, check_tool, replay
from fleet.scene_outline import Outline, outline_of
from fleet.shards import Item, Shard
from fleet.statistics import Statistics
from fleet.store import OUTCOME, QUARANTINE, STATISTICS, VERDICTS, Outcome, Rejected, Store
from fleet.supervised import Limits
from fleet.tries import Tries


@dataclass(frozen=True)
class Job:
    """What all shards of a run have in common."""

    root: str  # Folder of the input.
    out: str
    tool: ReplayTool
    tool_digest: str
    limits: Limits
    verify: Verify = Verify.DIGESTS


@dataclass(frozen=True)
class Done:
    """What a worker reports of a shard."""

    key: str
    items: int
    was_there: bool  # An earlier attempt had published it.
    damage: str = ""  # What was wrong with the shard in its place; empty if there was none, or a whole one.


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
    except (OSError, ValueError, DamagedError, EnvironmentFailure) as error:
        raise EnvironmentFailure(f"on {os.uname().nodename}: {error}") from error


def _replay_shard(job: Job, shard: Shard) -> Done:
    items = shard.items(job.root)
    key = shard_key(job.tool_digest, job.tool.options, items)
    store = Store(job.out)
    damage = ""
    try:
        if store.outcome(key, job.verify) is not None:
            return Done(key, len(items), was_there=True)
    except DamagedError as error:
        damage = str(error)
    _check_tool(job.tool, job.tool_digest, job.limits)
    with store.workplace(key) as folder:
        _replay_into(folder, key, job, items, store.tries(key))
        store.publish(folder, key)
    return Done(key, len(items), False, damage)


@lru_cache(maxsize=8)
def _check_tool(tool: ReplayTool, digest: str, limits: Limits) -> None:
    """Once in each process. Errors: EnvironmentFailure."""
    found = digest_of_file(tool.path)
    if found != digest:
        raise EnvironmentFailure(f"{tool.path} has the digest {found}, not {digest}")
    check_tool(tool, limits)


def _replay_into(folder: str, key: str, job: Job, items: Sequence[Item], tries: Tries) -> None:
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
    _join([piece.verdicts for piece in pieces], os.path.join(folder, VERDICTS))
    shutil.rmtree(pieces_folder)
    _write(os.path.join(folder, STATISTICS), to_bytes(statistics.to_json()))
    names = VERDICTS, STATISTICS, *(os.path.join(QUARANTINE, rejected.file) for rejected in quarantined)
    files = {name: FileDigest.of(os.path.join(folder, name)) for name in names}
    unused = tuple(rejected for piece in pieces for rejected in piece.account.rejected)
    cycles = sum(piece.account.cycles for piece in pieces)
    _write(os.path.join(folder, OUTCOME), Outcome(key, len(items), cycles, files, unused, quarantined).to_bytes())


def _write(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


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
        rejected = Rejected(found.item, outlines[found.item].scene_id or "", "; then ".join(found.reasons), False, item.suffix)
        os.makedirs(folder, exist_ok=True)
        _write(os.path.join(folder, rejected.file), item.data)
        quarantined.append(rejected)
    return tuple(quarantined)


def _join(parts: Sequence[str], path: str) -> None:
    """Writes the concatenation of the files. Moves the first of them."""
    if parts:
        os.rename(parts[0], path)
    with open(path, "ab") as joined:
        for part in parts[1:]:
            with open(part, "rb") as file:
                shutil.copyfileobj(file, joined)

"""Options of the replay tool, in one form for each meaning, and the keys of outputs that depend on them."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Sequence

from fleet.errors import UsageError
from fleet.shards import Item

# Set for each shard, or without meaning for one: they change no verdict.
OWN_FLAGS = ("out", "threads", "default_scenes", "records", "format", "page", "jsonl", "timings", "mcap")
# They take options from elsewhere, which the key of a shard would not contain.
INDIRECT_FLAGS = ("flagfile", "fromenv", "tryfromenv")


def canonical_options(arguments: Sequence[str]) -> tuple[str, ...]:
    """Returns the flags as the tool spells them (--closed_loop), sorted; of a flag that is given twice the last one.

    Errors: UsageError for a flag that is set for each shard, for one that takes options from elsewhere, and for what is no flag.
    """
    options: dict[str, str] = {}
    for argument in arguments:
        match = re.fullmatch(r"--([A-Za-z][A-Za-z0-9_-]*)(=.*)?", argument, re.DOTALL)
        if match is None:
            raise UsageError(f"'{argument}' is neither an input nor an option of the form --name=value")
        name, value = match[1].replace("-", "_"), match[2] or ""
        if name in OWN_FLAGS:
            raise UsageError(f"--{name} is chosen for each shard, and cannot be given")
        if name in INDIRECT_FLAGS:
            raise UsageError(f"--{name} takes options from elsewhere; give them on the command line, since the keys of the verdicts contain them")
        meant = name.removeprefix("no") if not value else name
        options[meant] = f"--{name}{value}"
    return tuple(options[name] for name in sorted(options))


# Part of every key: a change of what fleet itself writes changes it.
FORMAT = "collision2d fleet 2"


def shard_key(tool_digest: str, options: Iterable[str], items: Iterable[Item]) -> str:
    """Returns the key of a shard: the SHA-256 of the tool's digest, the canonical options, and the items' bytes and formats.

    Where the items come from is not part of it: a recording that is moved or copied keeps its key.
    """
    digest = hashlib.sha256(json.dumps([FORMAT, tool_digest, list(options)]).encode())
    for item in items:
        digest.update(os.fsencode(f"\n{item.suffix} {len(item.data)}\n"))
        digest.update(item.data)
    return digest.hexdigest()

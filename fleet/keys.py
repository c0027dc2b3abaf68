"""Keys: digests of everything that an output depends on."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable

from fleet.shards import Item

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

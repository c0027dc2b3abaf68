"""What the outputs in a folder depend on besides the input. A folder is for one tool, one set of options, and one size of shards."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass

from fleet import durable
from fleet.digests import read_sealed_object, seal_object
from fleet.errors import DamagedError, UsageError
from fleet.progress import say
from fleet.store import Store

NAME = "plan.json"


@dataclass(frozen=True)
class Identity:
    """What the outputs in a folder depend on; compared field by field."""

    tool_sha256: str
    options: tuple[str, ...]
    scenes_per_shard: int

    def claim(self, out: str) -> None:
        """Writes it to the folder. Errors: UsageError if the folder has shards of another run, with what differs; OSError."""
        try:
            former = read_identity(out)
        except DamagedError as error:
            # Nothing is mixed up: the keys of the shards depend on all of this too.
            say(f"{error}: it is written again")
            former = None
        if former is None or not Store(out).has_shards():
            durable.write_file(os.path.join(out, NAME), seal_object(NAME, asdict(self)))
            return
        for name, ours in asdict(self).items():
            theirs = getattr(former, name)
            if ours != theirs:
                raise UsageError(
                    f"--out={out}: holds a run with {name} {_words(theirs)}; this one has {_words(ours)}. "
                    "Give another folder (tools/fleet.sh diff compares the two), or go on as before; "
                    f"the tool of that run is {out}/tool/{former.tool_sha256[:16]}/replay (--tool)"
                )


def read_identity(out: str) -> Identity | None:
    """Returns that of the folder's run, None if it has none. Errors: DamagedError, OSError."""
    path = os.path.join(out, NAME)
    if not os.path.lexists(path):
        return None
    fields = read_sealed_object(path)
    return Identity(fields["tool_sha256"], tuple(fields["options"]), fields["scenes_per_shard"])


def _words(value: object) -> str:
    return " ".join(value) or "(none)" if isinstance(value, tuple) else str(value)

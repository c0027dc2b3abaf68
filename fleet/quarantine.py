"""The quarantine of a run, for people: the poison as files that can be replayed, and why it is there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence

from fleet import durable
from fleet.printable import printable
from fleet.report import Named
from fleet.store import QUARANTINE, Store

LIST = "list.tsv"


def file_name(named: Named) -> str:
    return f"{named.key[:16]}-{named.rejected.file}"


def write_quarantine(store: Store, quarantined: Sequence[Named]) -> None:
    """Rebuilds OUT/quarantine: the items, and list.tsv with file, source, scene and reason. Without items there is no such folder. Errors: OSError."""
    folder = os.path.join(store.out, QUARANTINE)
    shutil.rmtree(folder, ignore_errors=True)
    if not quarantined:
        return
    os.makedirs(folder)
    lines = []
    for named in quarantined:
        durable.copy_file(store.quarantined(named.key, named.rejected), os.path.join(folder, file_name(named)))
        fields = file_name(named), named.name, named.rejected.scene_id, named.rejected.reason
        lines.append("\t".join(map(printable, fields)) + "\n")
    durable.write_file(os.path.join(folder, LIST), "".join(lines).encode())

"""The interface to the C++ replay tool: its command line, its files and its messages. No other module knows them."""

from __future__ import annotations

import os
import re
import signal
import struct
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fleet import durable, framing
from fleet.digests import digest_of_file
from fleet.errors import UsageError
from fleet.isolate import Failure
from fleet.shards import Item
from fleet.supervised import Limits, run_supervised

USAGE_STATUS = 2  # A flag's value makes no sense, or the output cannot be written.
NO_START_STATUSES = (126, 127)  # Of setpriv, prlimit and the loader: the tool or one of its libraries is missing, or cannot be executed.
UNUSED_STATUS = 1  # Some input could not be used; each is named on standard error.
UNUSED_PREFIX = "replay: not used: "
OUT_OF_MEMORY = "replay: out of memory"  # The tool ends with USAGE_STATUS then; behind it may be the name of the scene.
# Lines of standard output that are not a scene's.
OTHER_LINES = ("scene  ", "total of ", "    ")
# The end of a scene's line: pairs checked and milliseconds, and perhaps what collides between
# instants only.
ELAPSED = re.compile(r" \d+ +(\d+\.\d\d)(?:  \d+ (?:collide|leave).*)?$")
RESOURCE_WORDS = "the scene takes longer than its limit"
# The scene's id, and where the record is in its stream, are reported besides.
ITEM_PREFIX = re.compile(r'^(scene ".*?"|record \d+ at byte \d+): ')
STREAM_NAME = "records.pbs"
OUT_NAME = "out"
STDOUT_NAME = "stdout"


class EnvironmentFailure(Exception):
    """The tool cannot work here, whatever the scene: it does not start, or cannot write."""


@dataclass(frozen=True)
class ReplayTool:
    """An executable, and the options that it is given."""

    path: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class Unused:
    """A message about an input that could not be used."""

    item: int | None  # Index of the file in the shard; None for a record of a stream. The messages about records have the records' order.
    reason: str

    @property
    def is_about_resources(self) -> bool:
        """The scene ran into the limit of time: under another one, or on another machine, it might not."""
        return RESOURCE_WORDS in self.reason


@dataclass(frozen=True)
class Replayed:
    """What the tool has written for some items."""

    verdicts: str  # The path of a stream of SceneVerdicts.
    page: str  # The path of the page, if there is one.
    elapsed_ms: tuple[float, ...]  # Of each scene with verdicts, in order.
    unused: tuple[Unused, ...]


def replay(
    tool: ReplayTool, items: Sequence[Item], first: int, folder: str, limits: Limits, with_page: bool = False
) -> Replayed | Failure:
    """Replays the items first, first + 1, ... of a shard: records of one stream, or files. Writes below `folder`, which exists.

    Failure: the tool crashed, or ran into a limit. Errors: EnvironmentFailure, OSError.
    """
    inputs = _write_inputs(items, first, folder)
    outputs = ["--profiles", "--page=file"] if with_page else ["--noprofiles", "--page=none"]
    stderr = _run(tool, outputs, inputs, folder, limits)
    if isinstance(stderr, Failure):
        return stderr
    out, stdout = os.path.join(folder, OUT_NAME), os.path.join(folder, STDOUT_NAME)
    verdicts, page = os.path.join(out, "verdicts.pbs"), os.path.join(out, "index.html")
    if not os.path.exists(verdicts):
        raise EnvironmentFailure(f"the replay tool says: {stderr.strip()}")
    return Replayed(verdicts, page, _elapsed_ms(stdout), _unused(stderr))


def replay_to_mcap(tool: ReplayTool, items: Sequence[Item], folder: str, limits: Limits) -> str | Failure:
    """Replays items of any shards into one MCAP file, whose path is returned. Writes below `folder`, which exists. Failure, errors: as replay."""
    inputs = _write_files({f"{i:06}{item.suffix}": item.data for i, item in enumerate(items)}, folder)
    file = os.path.join(folder, "scenes.mcap")
    stderr = _run(tool, ["--profiles", "--page=none", f"--mcap={file}"], inputs, folder, limits)
    return stderr if isinstance(stderr, Failure) else file


def _run(tool: ReplayTool, outputs: Sequence[str], inputs: Sequence[str], folder: str, limits: Limits) -> str | Failure:
    """Returns what the tool says on standard error. Failure, errors: as replay."""
    out, stdout = os.path.join(folder, OUT_NAME), os.path.join(folder, STDOUT_NAME)
    command = [tool.path, "--nojsonl", *outputs, *tool.options, *_limit_options(limits), "--threads=1", f"--out={out}", *inputs]
    ended = run_supervised(command, folder, limits, lambda: os.path.getsize(stdout), stdout)
    is_out_of_memory = ended.status == USAGE_STATUS and ended.last_line.startswith(OUT_OF_MEMORY)
    if ended.status in (USAGE_STATUS, *NO_START_STATUSES, -signal.SIGXFSZ) and not is_out_of_memory:
        raise EnvironmentFailure(f"the replay tool says: {ended.stderr.strip()}")
    if ended.status in (0, UNUSED_STATUS):
        return ended.stderr
    # Without the scene's name, which the fleet adds itself.
    is_named = is_out_of_memory and ended.last_line != OUT_OF_MEMORY
    reason = OUT_OF_MEMORY.removeprefix("replay: ") if is_named else ended.describe(limits)
    return Failure(reason, suspect=_items_done(os.path.join(out, "run.items.partial")))


def input_index(input_file: str) -> int | None:
    """Returns the index, in its shard, of the file that RunMetadata.input_file names; None if the items are records."""
    match = re.match(r"(\d{6,})\.", input_file)
    return int(match[1]) if match else None


def record_digest(item: Item) -> str:
    """Returns RunMetadata.input_digest of a record, of its bytes without their length."""
    _, begin = framing.decode_varint(item.data, 0)
    return input_digest(item.data[begin:])


def input_digest(data: bytes) -> str:
    """Returns RunMetadata.input_digest of bytes: 64-bit FNV-1a over words of 8, the last one padded with its length."""
    whole = len(data) & ~7
    last = int.from_bytes(data[whole:], "little") | len(data) - whole << 56
    digest = 0xCBF29CE484222325
    for (word,) in (*struct.iter_unpack("<Q", data[:whole]), (last,)):
        digest = (digest ^ word) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        digest ^= digest >> 32
    return f"fnv1a64-words:{digest:016x}"


def _write_inputs(items: Sequence[Item], first: int, folder: str) -> list[str]:
    """Returns the names of the files that contain the items. The verdicts contain these names: they depend on the items' indices only."""
    if items[0].suffix == ".pbs":
        return _write_files({STREAM_NAME: b"".join(item.data for item in items)}, folder)
    return _write_files({f"{i:06}{item.suffix}": item.data for i, item in enumerate(items, first)}, folder)


def _write_files(contents: Mapping[str, bytes], folder: str) -> list[str]:
    for name, data in contents.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    return list(contents)


def _items_done(items: str) -> int | None:
    """Returns how many items a run had done that has not ended: the file has a line for each."""
    try:
        with open(items, "rb") as file:
            return file.read().count(b"\n")
    except FileNotFoundError:
        return None


def _limit_options(limits: Limits) -> list[str]:
    """Returns the limits as the tool itself watches them: it then names the scene; after one that took too long it goes on."""
    return [f"--scene_time_limit_s={limits.scene_seconds:g}", f"--memory_limit_mb={limits.memory_bytes // 10**6}"]


def _elapsed_ms(stdout: str) -> tuple[float, ...]:
    with open(stdout, encoding="utf-8", errors="replace") as file:
        found = [ELAPSED.search(line.rstrip("\n")) for line in file if not line.startswith(OTHER_LINES)]
    return tuple(float(match[1]) for match in found if match)


def _unused(stderr: str) -> tuple[Unused, ...]:
    messages = [line.removeprefix(UNUSED_PREFIX) for line in stderr.splitlines() if line.startswith(UNUSED_PREFIX)]
    unused = []
    for message in messages:
        name, _, reason = message.partition(": ")
        unused.append(Unused(input_index(name), ITEM_PREFIX.sub("", reason)))
    return tuple(unused)


# A scene that every version can replay.
PLAIN_SCENE = b"""id: "plain" time_step_s: 0.1
ego { shapes { rectangle { length_m: 4 width_m: 2 } } }
static_obstacles { id: "disc" shapes { disc { center { x: 30 } radius_m: 1 } } }
candidates { poses { time_s: 0 } poses { time_s: 1 x: 10 } }
"""


def install_tool(tool: ReplayTool, out: str, limits: Limits) -> tuple[ReplayTool, str]:
    """Returns the tool as it is copied to OUT/tool, and its digest. Errors: UsageError if it cannot be read or run, or refuses an option."""
    try:
        digest = digest_of_file(tool.path)
        folder = os.path.join(os.path.abspath(out), "tool", digest[:16])
        copy = os.path.join(folder, "replay")
        durable.make_folder(folder)
        if not (os.path.isfile(copy) and digest_of_file(copy) == digest):
            durable.copy_file(tool.path, copy, mode=0o755)
    except OSError as error:
        raise UsageError(f"--tool={tool.path}: cannot be copied to {out}: {error}") from error
    installed = replace(tool, path=copy)
    try:
        check_tool(installed, limits)
    except EnvironmentFailure as error:
        raise UsageError(f"--tool={tool.path}: {error}") from error
    return installed, digest


def check_tool(tool: ReplayTool, limits: Limits) -> None:
    """Errors: EnvironmentFailure if the tool does not replay a plain scene with its options on this machine."""
    with tempfile.TemporaryDirectory(prefix="collision2d_fleet.") as folder:
        replayed = replay(tool, [Item(".textproto", PLAIN_SCENE)], 0, folder, limits)
    if isinstance(replayed, Failure):
        raise EnvironmentFailure(f"the replay tool does not work: {replayed.reason}")
    if replayed.unused:
        raise EnvironmentFailure(f"the replay tool does not replay a plain scene: {replayed.unused[0].reason}")

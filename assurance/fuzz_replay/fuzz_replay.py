#!/usr/bin/env python3
"""Feeds mutated scenes, streams and recordings of other formats to the replay tool, by structure rather than by bytes.

Usage: fuzz_replay.py REPLAY PROTO_FOLDER [--inputs=N] [--seed=N] [--keep=FOLDER]

Checks that the tool never crashes or hangs, that every file yields scenes or a reason why not, that what must be refused
is, and that nothing is dropped in silence: what is doubled, unknown, empty or assumed is in the notes. Names and ids may
have hidden characters, which must not reach the terminal. For every 50 inputs there is a run into a folder where a name of the
output is taken by what is no regular file, or with an input that never ends. Files that fail are kept in FOLDER. Exit status 1 if
there are any.
"""

import argparse
import json
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from commonroad_cases import commonroad_case
from hostile import SURROUNDINGS, hidden_case, hidden_on_terminal, hidden_text, visible
from protobuf_cases import commonroad_protobuf_case
from recording_cases import interaction_case, lanelet2_case, mcap_case, osi_case, waymo_case
from scene_cases import SEED, binary_case, huge_case, noise_case, stream_case, text_case
from scene_tree import Schema

KINDS = [text_case, text_case, binary_case, binary_case, stream_case, commonroad_case, commonroad_case, noise_case, hidden_case,
         commonroad_protobuf_case, osi_case, mcap_case, waymo_case, lanelet2_case, interaction_case]
# One input in so many asks for very much, which takes seconds and up to a gigabyte.
HUGE_EVERY = 500
BATCH = 250
# s; for a batch, which takes a few.
TIMEOUT_S = 300
# The most that the tool may take for a scene.
MEMORY_MB = 2000
SCENE_S = 20


def run_tool(replay, files, folder, with_page):
    """Runs the tool on these files: (what is wrong with the run itself, verdicts by file, reasons by file)."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    command = [replay, *files, f"--out={out}", "--threads=1", f"--scene_time_limit_s={SCENE_S}", f"--memory_limit_mb={MEMORY_MB}"]
    command += [] if with_page else ["--page=none", "--metrics=none", "--noprofiles"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        return f"hangs: more than {TIMEOUT_S} s", {}, {}
    if done.returncode not in (0, 1):
        return f"status {done.returncode}: {done.stderr[-500:]!r}", {}, {}
    if not (out / "run.json").exists():
        return "no end record", {}, {}
    if f'"exit_status": {done.returncode},' not in (out / "run.json").read_text():
        return "another status in the end record", {}, {}
    hidden = hidden_on_terminal(done.stdout) or hidden_on_terminal(done.stderr)
    if hidden is not None:
        return f"hidden characters on the terminal: {hidden!r}", {}, {}
    return None, *read_results(out, done.stderr.decode(errors="replace"), files)


def read_results(out, errors, files):
    notes = {file: [] for file in files}
    shown = {visible(file): file for file in files}
    with open(out / "verdicts.jsonl", encoding="utf-8") as lines:
        for line in lines:
            file = json.loads(re.search(r'"input_file":("[^"]*")', line).group(1))
            scene_id = re.search(r'"scene_id":("(?:[^"\\]|\\.)*")', line)
            notes[file].append((scene_id and json.loads(scene_id.group(1)), json.loads(line[line.rindex('"notes":') + 8 : line.rindex("]") + 1])))
    reasons = {file: [] for file in files}
    for line in errors.splitlines():
        match = re.match(r"replay: not used: ([^: ]+)", line)
        if match and match.group(1) in shown:
            reasons[shown[match.group(1)]].append(line)
        elif not line.startswith("replay: nothing sampled: "):
            reasons.setdefault("", []).append(line)
    return notes, reasons


def complaint(case, notes, reasons):
    """What the tool should have done with this file and did not; None if all is well."""
    if not notes and not reasons:
        return "neither a scene nor a reason"
    if case.refused and notes:
        return "is not refused"
    if case.refused and not reasons:
        return "is refused without a reason"
    if any(words in reason for reason in reasons for words in ("out of memory", "longer than its limit")):
        return f"needs more than {MEMORY_MB} MB or {SCENE_S} s"
    if case.scenes is not None and len(notes) != case.scenes:
        return f"{len(notes)} scenes, not {case.scenes}"
    if case.unusable is not None and len(reasons) != case.unusable:
        return f"{len(reasons)} reasons, not {case.unusable}"
    if case.scene_id is not None and [scene_id for scene_id, _ in notes] != [case.scene_id]:
        return f"{notes[0][0]!r} is not the id {case.scene_id!r}"
    text = "\n".join(note for _, scene in notes for note in scene)
    missing = [words for words in case.evidence if words not in text]
    if notes and missing:
        return f"{missing} is not in the notes: {text!r}"
    return None


def check(replay, cases, folder, with_page):
    """Yields (case, complaint) for the cases that fail."""
    names = {}
    for index, case in enumerate(cases):
        path = folder / f"{index}{case.suffix}{case.extension}"
        content = case.content.encode() if isinstance(case.content, str) else case.content
        # An empty file is a case of its own, which the tool's tests have.
        path.write_bytes(content or b" ")
        names[str(path)] = case
    wrong, notes, reasons = run_tool(replay, list(names), folder, with_page)
    if wrong is not None and len(cases) > 1:
        middle = len(cases) // 2
        yield from check(replay, cases[:middle], folder, with_page)
        yield from check(replay, cases[middle:], folder, with_page)
        return
    if wrong is not None:
        yield cases[0], wrong
        return
    for name, case in names.items():
        what = complaint(case, notes[name], reasons[name])
        if what is not None:
            yield case, what
    if "" in reasons:
        yield cases[0], f"unexpected on standard error: {reasons[''][:3]}"


def show_progress(done, total, begin, failures):
    """On a terminal after each batch, in place; in a log a line now and then."""
    if not sys.stderr.isatty() and done % (20 * BATCH) != 0:
        return
    elapsed = time.monotonic() - begin
    left = elapsed / done * (total - done)
    start, end = ("\r\033[K", "") if sys.stderr.isatty() else ("", "\n")
    print(f"{start}{done}/{total} inputs, {done / elapsed:.0f}/s, {left:.0f} s left, {failures} failures", end=end, file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("replay")
    parser.add_argument("proto_folder", type=pathlib.Path)
    parser.add_argument("--inputs", type=int, default=100000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("out/fuzz_replay"))
    options = parser.parse_args()
    schema = Schema([options.proto_folder / "scene.proto", options.proto_folder / "trajectory.proto"])
    generator = random.Random(options.seed)
    begin = time.monotonic()
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        good_scene = pathlib.Path(scratch) / "good.textproto"
        good_scene.write_text(SEED, encoding="utf-8")
        for done in range(0, options.inputs, BATCH):
            size = min(BATCH, options.inputs - done)
            kinds = [huge_case if (done + i) % HUGE_EVERY == HUGE_EVERY // 2 else generator.choice(KINDS) for i in range(size)]
            cases = [kind(generator, schema) for kind in kinds]
            for case in cases:
                case.suffix = hidden_text(generator) if generator.random() < 0.1 else ""
            for case, what in check(options.replay, cases, pathlib.Path(scratch), with_page=done // BATCH % 8 == 0):
                failures += 1
                options.keep.mkdir(parents=True, exist_ok=True)
                path = options.keep / f"seed{options.seed}_{failures}{case.extension}"
                path.write_bytes(case.content.encode() if isinstance(case.content, str) else case.content)
                print(f"\n{path}: {what}", file=sys.stderr)
            for _ in range(size // 50):
                what = generator.choice(SURROUNDINGS)(generator, options.replay, good_scene, pathlib.Path(scratch))
                if what is not None:
                    failures += 1
                    print(f"\n{what}", file=sys.stderr)
            show_progress(done + size, options.inputs, begin, failures)
    peak_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    minutes = (time.monotonic() - begin) / 60
    print(f"fuzz_replay: seed {options.seed}: {options.inputs} inputs in {minutes:.0f} minutes, {failures} failures, at most {peak_mb:.0f} MB")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

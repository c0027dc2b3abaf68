"""What is around the inputs: characters that nobody sees, output folders that hold no regular files, inputs that never end."""

import os
import pathlib
import shutil
import subprocess
import threading
import unicodedata

from scene_cases import Case, seed_tree
from scene_tree import to_binary, to_text

# They control a terminal, turn the direction of writing, or are invisible.
HIDDEN = ["\x1b[2J", "\x1b]0;x\x07", "\r", "\t", "\x7f", "\x9b2J", "\x85", "\xad", "\u200b", "\u200f", "\u2028", "\u202e", "\u2066", "\ufeff",
          "\u061c", "\u2060", "\U000e0041"]
RUN_FILES = ["run.json", "run.items", "verdicts.jsonl", "verdicts.pbs", "index.html"]
KINDS = ["link", "dangling", "device", "fifo", "folder"]
TIMEOUT_S = 60


def hidden_text(random):
    return "".join(random.choice([random.choice(HIDDEN), random.choice("abcäあ7_.")]) for _ in range(random.randrange(1, 6)))


def visible(text):
    """As VisibleText of the library shows it."""

    def shown(c):
        if unicodedata.category(c) not in ("Cc", "Cf", "Zl", "Zp"):
            return c
        code = ord(c)
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"

    return "".join(map(shown, text))


def hidden_on_terminal(output):
    """The first line with a character that must not reach a terminal; None if there is none."""
    for line in output.decode(errors="replace").split("\n"):
        if visible(line) != line:
            return line
    return None


def hidden_case(random, schema):
    """A good scene, the ids of which have hidden characters; the verdicts must have them as they are."""
    nodes = seed_tree(random)
    is_text = random.random() < 0.5
    names = {}

    def rename(node):
        if node.name in ("id", "obstacle_id", "type", "text"):
            name = names.setdefault(node.value, f"{node.value[1:-1]}{hidden_text(random)}")
            octal = "".join(f"\\{byte:03o}" for byte in name.encode())
            node.value = f'"{octal if is_text else name}"'
        for child in node.children or []:
            rename(child)

    for node in nodes:
        rename(node)
    content = to_text(nodes) if is_text else to_binary(nodes, schema)
    return Case(".textproto" if is_text else ".pb", content, scenes=1, unusable=0, scene_id=names['"seed"'])


def make(kind, path, victim):
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to({"link": victim, "dangling": path.parent / "nowhere", "device": "/dev/null"}[kind])


def run(command):
    """(the exit status, the output); a status of None: it hangs."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        return None, b""
    return done.returncode, done.stdout


def output_folder(random, replay, scene, folder):
    """Runs the tool where a name of its output is taken by what is no regular file; what is wrong, None if nothing is."""
    command, name = random.choice(
        [(["--page=folder"], name) for name in RUN_FILES]
        + [(["--sample_every=1"], "pairs.capture"), (["--keep=free"], "shrunk.textproto")]
    )
    arguments = {"pairs.capture": ["capture"], "shrunk.textproto": ["shrink"]}.get(name, [])
    name += random.choice(["", ".partial"])
    kind = random.choice(KINDS)
    out, victim = folder / "hostile", folder / "victim"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    victim.write_text("precious")
    taken = out / name
    make(kind, taken, victim)
    before = os.lstat(taken)
    status, output = run([replay, *arguments, scene, f"--out={out}", *command])
    what = f"{kind} {name}, {arguments + command}: status {status}: {output[-300:]!r}"
    after = os.lstat(taken) if os.path.lexists(taken) else None
    is_same = after is not None and (before.st_ino, before.st_mode) == (after.st_ino, after.st_mode)
    is_same = is_same and victim.read_text() == "precious"
    is_named = f"{taken}: cannot be written: it is a".encode() in output
    return None if status == 2 and is_named and is_same and os.listdir(out) == [name] else what


def endless_input(random, replay, scene, folder):
    """Runs the tool on an input that never ends; what is wrong, None if nothing is."""
    path = folder / f"endless{random.choice(['.pb', '.pbs', '.textproto', '.txtpb', '.xml'])}"
    path.unlink(missing_ok=True)
    block = random.choice([b"\0", b"\xff", b"\x7f", b"(", b"# ", b"<a>", b"id: ", random.randbytes(16)]) * 4096
    start = random.choice([b"", random.randbytes(9), pathlib.Path(scene).read_bytes()])
    is_device = random.random() < 0.3
    if is_device:
        path.symlink_to(random.choice(["/dev/zero", "/dev/urandom"]))
    else:
        os.mkfifo(path)

    def feed():
        try:
            with open(path, "wb", buffering=0) as pipe:
                pipe.write(start)
                while True:
                    pipe.write(block)
        except OSError:
            pass

    feeder = threading.Thread(target=feed)
    if not is_device:
        feeder.start()
    # A stream has no end of records either.
    out = f"--out={folder / 'endless_out'}"
    status, output = run([replay, path, out, "--memory_limit_mb=1000", "--records=0:20", "--page=none"])
    if not is_device:
        # Without it the feeder would wait for a reader, were the tool killed.
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        feeder.join()
    hidden = hidden_on_terminal(output)
    is_right = status in (0, 1) and hidden is None
    return None if is_right else f"endless {path.suffix}, {start[:9]!r} {block[:16]!r}: status {status}: {output[-300:]!r}"


SURROUNDINGS = [output_folder, output_folder, output_folder, endless_input]

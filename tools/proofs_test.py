#!/usr/bin/env python3
"""Plants faults into a copy of the sources, each of which tools/proofs.py --check must find; it must pass without them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import proofs  # noqa: E402

GEOMETRY = "collision2d/geometry/"
# The proof, the file, what is replaced by what, and the message.
FAULTS = [
    ("posing", GEOMETRY + "pose2.h", "", "", ""),
    ("posing", GEOMETRY + "tolerances.h", "= 32.0 * 0x1p-53;", "= 31.0 * 0x1p-53;", "posing.g: not proven"),
    ("posing", GEOMETRY + "tolerances.h", "= 32.0 * 0x1p-53;", "= 40.0 * 0x1p-53;", "it does not need 1 of"),
    ("posing", GEOMETRY + "pose2.h", "cos * v.x - sin * v.y", "cos * v.x - sin * v.y + 0.1 * v.y", "posing.g: not proven"),
    ("orientation", GEOMETRY + "orientation.h", "(3.0 + 16.0", "(3.0 + 8.0", "orientation.g: not proven"),
    ("rise", "collision2d/query/stages/support.h", "direction.x * (to.x", "2.5 * direction.x * (to.x", "not trivially equal"),
    ("rotation", "collision2d/motion/search/pair_motion.cc", "+ sin * sin - 1.0", "- 1.0 + sin * sin", "has no 'cos"),
    ("posing", GEOMETRY + "tolerances.h", "Proof: posing.", "", "kPosingConvexityError: the comment says neither"),
    ("posing", GEOMETRY + "tolerances.h", "Proof: cross.", "Proof: crossing.", "marks and files of tools/proofs differ: cross, crossing"),
    ("posing", GEOMETRY + "vec2.h", "std::abs(a.x) +", "0x1p-50 + std::abs(a.x) +", "0x1p-50 is not the value of a named constant"),
    ("posing", "tools/proofs/posing.g", "of at most 1", "of at most 2", "the table of proofs is not that of the sources"),
]  # fmt: skip


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for part in [*proofs.FOLDERS, "tools/proofs"]:
            shutil.copytree(proofs.ROOT / part, root / part)
        for part in ["tools/proofs.py", proofs.NUMERICS]:
            (root / part).parent.mkdir(exist_ok=True)
            shutil.copy(proofs.ROOT / part, root / part)
        for name, file, old, new, message in FAULTS:
            text = (root / file).read_text(encoding="utf-8")
            if old not in text:
                sys.exit(f"tools/proofs_test.py: {file} has no '{old}'")
            (root / file).write_text(text.replace(old, new, 1), encoding="utf-8")
            run = subprocess.run([root / "tools/proofs.py", "--check", name], capture_output=True, text=True)
            (root / file).write_text(text, encoding="utf-8")
            if (run.returncode == 0) != (message == "") or not re.search(re.escape(message), run.stderr):
                sys.exit(f"tools/proofs_test.py: '{new}' in {file} gives {run.returncode}: {run.stdout}{run.stderr}")
    print(f"tools/proofs_test.py: {len(FAULTS) - 1} faults found")


if __name__ == "__main__":
    main()

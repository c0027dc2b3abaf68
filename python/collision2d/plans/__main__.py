"""python3 -m collision2d.plans: a row for each scene. Exit status: 0; 1 if some plan could not be judged; 2 for flags."""

import argparse
import sys
import warnings
from collections import Counter

from collision2d import ImplausibleSceneWarning
from collision2d.plans import Unusable, judge

COUNTS = ("plans", "free", "collide", "leave the road")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m collision2d.plans", description="Judges CommonRoad solutions (.xml) and Waymo submissions (.binproto).")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--scenarios", metavar="DIR", help="the folder of the scenarios; without it that of each file")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ImplausibleSceneWarning)  # Notes say the same.
    totals: Counter[str] = Counter()
    for path in arguments.files:
        said: set[str] = set()  # Notes that many scenes of a file share are printed once.
        for found in judge(path, scenarios=arguments.scenarios):
            if isinstance(found, Unusable):
                totals["not judged"] += 1
                print(f"plans: not judged: {found.reason}", file=sys.stderr)
                continue
            verdicts = found.verdicts
            row = dict(zip(COUNTS, (len(verdicts), *(int(flags.sum()) for flags in (verdicts.is_free, verdicts.collides, verdicts.leaves_road)))))
            totals.update(scenes=1, **row)
            print(f"{verdicts.scene.id}: " + ", ".join(f"{count} {name}" for name, count in row.items()))
            print(*(f"  {note}\n" for note in found.notes if note not in said), sep="", end="")
            said.update(found.notes)
    print(", ".join(f"{totals[name]} {name}" for name in ("scenes", *COUNTS, "not judged")))
    return 1 if totals["not judged"] else 0


if __name__ == "__main__":
    sys.exit(main())

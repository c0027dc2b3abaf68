"""python3 -m collision2d.plans: a row for each scene. Exit status: 0; 1 if some plan could not be judged; 2 for flags."""

import argparse
import sys
import warnings

from collision2d import ImplausibleSceneWarning
from collision2d.plans import Unusable, judge


def main() -> int:
    about = "Judges CommonRoad solutions (.xml) and Waymo submissions (.binproto)."
    parser = argparse.ArgumentParser(prog="python3 -m collision2d.plans", description=about)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--scenarios", metavar="DIR", help="the folder of the scenarios; without it that of each file")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ImplausibleSceneWarning)  # Notes say the same.
    totals = dict.fromkeys(("scenes", "plans", "free", "collide", "leave the road", "not judged"), 0)
    for path in arguments.files:
        said: set[str] = set()  # Notes that many scenes of a file share are printed once.
        for found in judge(path, scenarios=arguments.scenarios):
            if isinstance(found, Unusable):
                totals["not judged"] += 1
                print(f"plans: not judged: {found.reason}", file=sys.stderr)
                continue
            verdicts = found.verdicts
            flags = {"free": verdicts.is_free, "collide": verdicts.collides, "leave the road": verdicts.leaves_road}
            row = {"plans": len(verdicts), **{name: int(each.sum()) for name, each in flags.items()}}
            for name, count in [("scenes", 1), *row.items()]:
                totals[name] += count
            print(f"{verdicts.scene.id}: " + ", ".join(f"{count} {name}" for name, count in row.items()))
            for note in found.notes:
                if note not in said:
                    print(f"  {note}")
                said.add(note)
    print(", ".join(f"{count} {name}" for name, count in totals.items()))
    return 1 if totals["not judged"] else 0


if __name__ == "__main__":
    sys.exit(main())

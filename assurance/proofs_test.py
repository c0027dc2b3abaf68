#!/usr/bin/env python3
"""Plants faults into the sources as assurance/proofs.py reads them, each of which its --check must find."""

import sys

import proofs

# A proof, a file, what is replaced by what, and the message.
FAULTS = [
    ("posing", "geometry/tolerances.h", "= 32.0 * 0x1p-53;", "= 32.0 * 0x1p-53;", ""),
    ("posing", "geometry/tolerances.h", "= 32.0 * 0x1p-53;", "= 31.0 * 0x1p-53;", "posing.g: not proven"),
    ("posing", "geometry/tolerances.h", "= 32.0 * 0x1p-53;", "= 40.0 * 0x1p-53;", "it does not need 1 of"),
    ("posing", "geometry/pose2.h", "internal::Rounded(cos * v.x) - internal::Rounded(sin * v.y)", "internal::Rounded(cos * v.x) - internal::Rounded(sin * v.y) + 0.1 * v.y", "posing.g: not proven"),
    ("orientation", "geometry/orientation.h", "(3.0 + 16.0", "(3.0 + 8.0", "orientation.g: not proven"),
    ("rise", "query/stages/support.h", "direction.x * (to.x", "2.5 * direction.x * (to.x", "not trivially equal"),
    ("rotation", "motion/search/pair_motion.cc", "+ sin * sin - 1.0", "- 1.0 + sin * sin", "has no 'cos"),
    ("posing", "geometry/tolerances.h", "Proof: posing.", "", "kPosingConvexityError: the comment says neither"),
    ("posing", "geometry/tolerances.h", "Proof: cross.", "Proof: crossing.", "differ: cross, crossing"),
    ("posing", "geometry/vec2.h", "std::abs(a.x) +", "0x1p-50 + std::abs(a.x) +", "0x1p-50 is not the value of a named"),
    ("posing", "assurance/proofs/posing.g", "of at most 1", "of at most 2", "the table of proofs is not that of the sources"),
]

text_of = proofs.text_of
for name, place, old, new, message in FAULTS:
    path = place if place.startswith("assurance/") else "collision2d/" + place
    faulty = text_of(path).replace(old, new, 1)
    proofs.text_of = lambda file, path=path, faulty=faulty: faulty if file == path else text_of(file)
    for cached in (proofs.code_of, proofs.constants, proofs.functions):
        cached.cache_clear()
    found = ""
    try:
        proofs.main("--check", [name])
    except proofs.Failure as failure:
        found = str(failure)
    if old not in text_of(path) or message not in found or not message and found:
        sys.exit(f"assurance/proofs_test.py: {path} with '{new}': '{found}', not '{message}'")
print(f"assurance/proofs_test.py: {len(FAULTS) - 1} faults found")

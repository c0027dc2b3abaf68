#pragma once

#include <vector>

#include "collision2d/golden/golden_file.h"

namespace collision2d {

// The inputs of the golden files, from a fixed seed, by + - * / and sqrt only: the same on every
// machine.

// Pairs in special positions, pairs that are apart, overlap, and were moved into contact, round
// ones, and sequences.
std::vector<GoldenLine> GoldenPairs();

// Scenes of traffic, of any shapes, of touching ones, far out, and small.
std::vector<GoldenLine> GoldenScenes();

}  // namespace collision2d

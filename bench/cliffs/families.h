#pragma once

#include <vector>

#include "bench/cliffs/hard_pair.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {

// Pairs that are hard in one way, for any number of vertices.
struct CliffFamily {
  const char* name;         // snake_case, as in the CSV.
  const char* description;  // A noun phrase for --help.
  int least_vertices;
  int most_vertices;
  // Pair number `index` of shapes of `vertices` vertices (a multiple of 4), of which rounding may
  // take some away. The index chooses between variants; index 0 is the plainest one.
  HardPair (*make)(int vertices, int index, Random* random);
};

inline constexpr int kMostCliffVertices = 2000;

// Shapes that overlap deeply, so that many edges of the CSO are candidates for the penetration
// depth.
std::vector<CliffFamily> DeepFamilies();

// Shapes that touch within the rounding of their coordinates.
std::vector<CliffFamily> ContactFamilies();

// Shapes with lengths of very different magnitudes, in contact or metres apart: rounding takes away
// vertices, or a dimension, or turns edges.
std::vector<CliffFamily> ScaleFamilies();

// All of these.
std::vector<CliffFamily> AllFamilies();

// b in a frame of its own, with its origin in the middle of b and a random heading: contact is as
// good as posing is accurate.
HardPair WithPose(const ConvexPolygon& a, const ConvexPolygon& b, Random* random);

}  // namespace collision2d::bench

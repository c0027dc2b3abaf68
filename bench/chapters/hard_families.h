#pragma once

#include <array>
#include <optional>
#include <vector>

#include "collision2d/collision2d.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {

// A pair of shapes whose query may be slow; with a pose of b in the frame of a, or both in one
// frame. Radii are 0.
struct HardPair {
  ConvexPolygon a;
  ConvexPolygon b;
  std::optional<Pose2> a_from_b;
};

// The vertices of b in the frame of a, as Pose2::operator* rounds them.
std::vector<Vec2> VerticesOfB(const HardPair& pair);

// What makes a family's pairs hard.
enum class Hardness {
  // They overlap deeply: many edges of the CSO may have the penetration depth.
  kDeep,
  // They touch within the rounding of their coordinates.
  kContact,
  // Lengths of very different magnitudes, in contact or metres apart: rounding takes away vertices,
  // or a dimension, or turns edges.
  kScale,
};

inline constexpr int kMostCliffVertices = 2000;

// Pairs that are hard in one way, for any number of vertices.
struct CliffFamily {
  const char* name;         // snake_case, as in the CSV.
  const char* description;  // A noun phrase for --help.
  Hardness hardness;
  // Pair number `index` of shapes of `vertices` vertices (a multiple of 4), of which rounding may
  // take some away. The index chooses between variants; index 0 is the plainest one.
  HardPair (*make)(int vertices, int index, Random* random);
  int least_vertices = 4;
  int most_vertices = kMostCliffVertices;
};

std::vector<CliffFamily> AllFamilies();

// What Levels 1 to 3 say about a pair.
struct LevelAnswers {
  bool collides = false;
  double distance_m = 0.0;
  Separation separation;
};

// Whether the answer of each level is right by exact integers, which share nothing with the
// queries: booleans, signs and status exactly; distance and depth within the stated error,
// kDistanceRelativeError of the pair's size and of the coordinates that posing rounds.
std::array<bool, 3> AreRight(const HardPair& pair, const LevelAnswers& answers);

}  // namespace collision2d::bench

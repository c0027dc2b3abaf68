#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// The relative position of the shapes of a pair. The first three classes are those of Zhang et al.,
// Barycode-based GJK, section IV.
enum class PairClass {
  kDistant,      // Apart; the distance is uniform in [0.1, 20) m.
  kOverlapping,  // Penetrating, at any depth: centre distances are drawn uniformly, then pairs that miss are dropped.
  kTouching,     // A distant pair after b moved by Box2D's separation vector: the gap or overlap that single precision
                 // leaves at these coordinates, below kTouchingGap_m.
  kContact,      // A distant pair after b moved by our own separation vector: apart or overlapping by the rounding
                 // error of double precision. Not in the paper; the hardest case.
};

inline constexpr std::array<PairClass, 4> kPairClasses = {PairClass::kDistant, PairClass::kOverlapping,
                                                          PairClass::kTouching, PairClass::kContact};

// m. Bounds on the gap or depth of kTouching and kContact: a few units in the last place of
// coordinates of 50 m, in single and in double precision.
inline constexpr double kTouchingGap_m = 1e-5;
inline constexpr double kContactGap_m = 1e-13;

// "distant", "overlapping", "touching", "contact".
const char* Name(PairClass pair_class);

// Two shapes in one frame, radii 0.
struct PolygonPair {
  ConvexPolygon a;
  ConvexPolygon b;
};

// Returns the polygon pairs of the paper's tables. Each shape has exactly vertex_count vertices on
// an ellipse, a diameter uniform in [1, 5) m, any heading, and all vertices within 50 m of the
// origin in both coordinates.
// The same arguments give the same pairs; a longer list begins with the shorter one.
// REQUIRES: vertex_count >= 3, pair_count >= 0.
std::vector<PolygonPair> PaperPairs(PairClass pair_class, int vertex_count, int pair_count, uint64_t seed);

// The vertices of one such shape, about the origin, counter-clockwise.
// REQUIRES: vertex_count >= 3.
std::vector<Vec2> PaperPolygon(int vertex_count, Random* random);

}  // namespace collision2d

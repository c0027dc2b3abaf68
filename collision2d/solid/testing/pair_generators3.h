#pragma once

#include <vector>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/point_pair3.h"
#include "collision2d/testing/random.h"

namespace collision2d::solid {

// How the shapes of a random pair are placed before scale and offset.
enum class PairFamily3 {
  kIndependent,  // No relation; about half of them overlap.
  kLattice,      // Both on one small lattice; many touch.
  kExactGap,     // At a contact with an exact relation; for this and the next three see near_touching_pairs3.h.
  kRoundedGap,
  kUlp,
  kSupportGap,
  kIdentical,          // The same shape twice, moved by a distance that is often 0 or tiny.
  kNested,             // A smaller copy within the shape, sharing a point in every second pair.
  kCentimetresFarOut,  // kLattice in whole centimetres, up to 10^6 m from the origin.
};

inline constexpr int kPairFamily3Count = 9;

// The name without the k.
const char* Name(PairFamily3 family);

// Returns a random pair of that family with at most `max_points` (>= 14) each; the contacts have 4
// to 14. Finally, in three pairs of four, both shapes are scaled by one factor, and in half of
// these moved away from the origin by up to 10^6 m. The factor is a power of two, which changes no
// relation, or 10^-3 to 10^6 (kUlp: to 10^4). Lattices and exact gaps are never rounded: their
// factors are powers of two, and they are not moved.
PointPair3 RandomPair3(PairFamily3 family, int max_points, Random* random);

// Returns a random family: all equally often, except that the two that always collide are rare and
// kIndependent is the most frequent; half of the pairs collide.
PairFamily3 RandomFamily3(Random* random);

// Two shapes, each in its own frame. Exact answers are for a and Posed(b, a_from_b).
struct PosedPair3 {
  std::vector<Vec3> a;
  std::vector<Vec3> b;
  Pose3 a_from_b;
};

// Returns the pair with b in a frame of its own. If `exactly`, the pose is a lattice translation
// and a rotation by right angles, which rounds nothing for pairs with short coordinates; otherwise
// the rotation is arbitrary, and a pair near contact remains near it.
PosedPair3 WithPose(const PointPair3& pair, bool exactly, Random* random);

}  // namespace collision2d::solid

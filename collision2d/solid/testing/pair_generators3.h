#ifndef COLLISION2D_SOLID_TESTING_PAIR_GENERATORS3_H_
#define COLLISION2D_SOLID_TESTING_PAIR_GENERATORS3_H_

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
  kExactGap,     // At a contact, exactly; see near_touching_pairs3.h for this and the next three.
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

// A random pair of that family with at most `max_points` (>= 14) each; the contacts have 4 to 14. At last, in three
// pairs of four, both shapes are scaled by one factor, and moved away from the origin by up to 10^6 m in half of these.
// The factor is a power of two, which changes no relation, or 10^-3 to 10^6 (kUlp: to 10^4). The lattices and exact
// gaps are never rounded: theirs are powers of two and no offset.
PointPair3 RandomPair3(PairFamily3 family, int max_points, Random* random);

// Each family equally often, but the two that always collide rarely, and kIndependent most: half of the pairs collide.
PairFamily3 RandomFamily3(Random* random);

// Two shapes, each in its own frame. Exact answers are for a and Posed(b, a_from_b).
struct PosedPair3 {
  std::vector<Vec3> a;
  std::vector<Vec3> b;
  Pose3 a_from_b;
};

// The pair with b in a frame of its own: by right angles and lattice translations if `exactly`, which for pairs with
// short coordinates rounds nothing; else any rotation, which makes of a pair near contact one that is still nearly so.
PosedPair3 WithPose(const PointPair3& pair, bool exactly, Random* random);

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_TESTING_PAIR_GENERATORS3_H_

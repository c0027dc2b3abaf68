#ifndef COLLISION2D_TESTING_PAIR_GENERATORS_H_
#define COLLISION2D_TESTING_PAIR_GENERATORS_H_

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// How the shapes of a random pair are placed before scale and offset.
enum class PairFamily {
  kIndependent,   // No relation; about half of them overlap.
  kGrid,          // Vertices on one small integer grid.
  kVertexVertex,  // A vertex of b at a gap before a vertex of a.
  kVertexEdge,    // A vertex of b at a gap before an edge of a.
  kEdgeEdge,      // Two parallel edges at a gap.
  kSharedEdge,    // An edge (or a vertex) of both shapes to the bit.
  kIdentical,     // The same shape twice, moved by the gap.
  kNested,        // A smaller copy within the shape, sharing a corner in every second pair.
  // Exactly in a special position; see lattice_pairs.h.
  kCollinearEdges,
  kVertexOnEdge,
  kPointsAndSegments,
  kSlivers,
  kCentimetresFarOut,
  kSubnormal,
};

inline constexpr int kPairFamilyCount = 14;

// The name without the k.
const char* Name(PairFamily family);

// True for the families of lattice_pairs.h, whose pairs have the same bits with every compiler and C library.
inline bool IsPortable(PairFamily family) { return family >= PairFamily::kCollinearEdges; }

struct ShapePair {
  ConvexPolygon a;
  ConvexPolygon b;
  PairFamily family;
};

// A random pair of that family in one frame, radii 0, at most `max_vertices` (>= 6) each.
// The gap is 0, or +-10^-15 to +-10^-3 of the size. Both shapes are then scaled by one factor of 10^-3 to 10^6 and
// moved up to 10^6 m away from the origin, or scaled down to the subnormal numbers (those of lattice_pairs.h have their
// own gaps and places); at last, in one pair of four, one coordinate of b moves to the neighbouring double. Over the
// families as RandomFamily mixes them, 30 to 70 % of the pairs collide.
ShapePair RandomPair(PairFamily family, int max_vertices, Random* random);

// kIndependent and the near-touching families, in equal parts, except for the two that always collide, which are rarer.
PairFamily RandomFamily(Random* random);

}  // namespace collision2d

#endif  // COLLISION2D_TESTING_PAIR_GENERATORS_H_

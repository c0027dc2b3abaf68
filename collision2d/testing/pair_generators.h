#pragma once

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// How the shapes of a random pair are placed before scale and offset.
enum class PairFamily {
  kIndependent,   // No relation; about half of them overlap.
  kGrid,          // Vertices on one small integer grid.
  kVertexVertex,  // A vertex of b at a given gap from a vertex of a.
  kVertexEdge,    // A vertex of b at a given gap from an edge of a.
  kEdgeEdge,      // Two parallel edges at a given gap.
  kSharedEdge,    // Both shapes contain the same edge (or vertex), to the bit.
  kIdentical,     // The same shape twice, moved by the gap.
  kNested,        // A smaller copy within the shape, sharing a corner in every second pair.
  kChamfers,  // Corners cut off, by 10^-7 to 10^-1 of their edges; a vertex or an edge of b at a given gap from an edge of a.
  kNearlyStraight,  // The same with corners between the ends of edges that turn by little more than rounding.
  // The following are exactly in a special position; see lattice_pairs.h.
  kCollinearEdges,
  kVertexOnEdge,
  kPointsAndSegments,
  kSlivers,
  kCentimetresFarOut,
  kSubnormal,
};

inline constexpr int kPairFamilyCount = 16;

// The name without the k.
const char* Name(PairFamily family);

// True for the families of lattice_pairs.h, whose pairs have the same bits with every compiler and
// C library.
inline bool IsPortable(PairFamily family) { return family >= PairFamily::kCollinearEdges; }

struct ShapePair {
  ConvexPolygon a;
  ConvexPolygon b;
  PairFamily family;
};

// Returns a random pair of that family in one frame, with radii 0 and at most `max_vertices` (>= 8)
// vertices each. The gap is 0, or +-10^-15 to +-10^-3 of the size. Both shapes are then scaled by
// one factor of 10^-3 to 10^6 and moved up to 10^6 m away from the origin, or scaled down to
// subnormal numbers (the families of lattice_pairs.h choose their own gaps and places). Finally, in
// one pair of four, one coordinate of b moves to the neighbouring double. With the families mixed
// as RandomFamily mixes them, 30 to 70 % of the pairs collide.
ShapePair RandomPair(PairFamily family, int max_vertices, Random* random);

// Returns kIndependent or a near-touching family, all equally often, except for the two that always
// collide, which are rarer.
PairFamily RandomFamily(Random* random);

}  // namespace collision2d

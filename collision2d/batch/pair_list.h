#ifndef COLLISION2D_BATCH_PAIR_LIST_H_
#define COLLISION2D_BATCH_PAIR_LIST_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"

namespace collision2d {

// Shape a of one batch and shape b of another (or of the same) batch.
struct IndexPair {
  int a = 0;
  int b = 0;
};

// Bit i % 64 of mask[i / 64]: whether the shapes of pairs[i] collide, which is
// Collides(a.shape(i), b.shape(j), RelativePose(a.world_from_shape(i), b.world_from_shape(j))) for
// the pair {i, j}, on every instruction set. Bits beyond the last pair are 0. Any order; pairs may
// repeat.
// Errors (InvalidArgument, naming argument, index and value; nothing has been written then): an
// index outside its batch; a mask that has not one word for each 64 pairs, rounded up; more than
// 2^31 - 1 pairs.
// No allocation. O(pairs). See CollisionMask for all pairs of a body and a batch, for much less.
absl::Status CollidingPairs(const PolygonBatch& a, const PolygonBatch& b, absl::Span<const IndexPair> pairs,
                            absl::Span<uint64_t> mask);

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_PAIR_LIST_H_

#ifndef COLLISION2D_BENCH_ROWS_ROW_H_
#define COLLISION2D_BENCH_ROWS_ROW_H_

#include "absl/types/span.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {

// What the levels of a query answer for one pair.
enum class Level {
  kCollides = 1,    // 1 if the shapes share a point, otherwise 0.
  kDistance = 2,    // m; 0 if they collide.
  kSeparation = 3,  // m; minus the penetration depth if they collide.
};

// One algorithm of the tables: a row. Keeps the pairs in its own format, in the order of the pairs.
class Row {
 public:
  virtual ~Row() = default;

  // As printed in the tables and written to the CSV; no comma.
  virtual const char* name() const = 0;

  virtual bool HasLevel(Level level) const = 0;

  // Takes these pairs instead of the previous ones. Not timed. The pairs must outlive the next Run.
  virtual void Prepare(absl::Span<const PolygonPair> pairs) = 0;

  // Writes the answers for pairs begin, ..., end - 1 to the same places of `results`. The loop over the pairs is in
  // here, so that a pair costs no virtual call.
  // REQUIRES: HasLevel(level), Prepare was called.
  virtual void Run(Level level, int begin, int end, double* results) = 0;
};

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_ROWS_ROW_H_

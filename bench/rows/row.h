#pragma once

#include <vector>

#include "absl/types/span.h"
#include "bench/rows/layout.h"
#include "bench/rows/shape_memory.h"
#include "collision2d/collision2d.h"
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
  virtual void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) = 0;
  void Prepare(absl::Span<const PolygonPair> pairs) { Prepare(pairs, Layout::kContiguous); }

  // Writes the answers for pairs begin, ..., end - 1 to the same places of `results`. The loop over
  // the pairs is in here, so that a pair costs no virtual call.
  // REQUIRES: HasLevel(level), Prepare was called.
  virtual void Run(Level level, int begin, int end, double* results) = 0;

  // The memory that holds the shapes of a pair, without the row's list of pairs. Empty for rows
  // whose library allocates parts of a shape where the row cannot see them.
  // REQUIRES: Prepare was called.
  virtual std::vector<MemoryBlock> ShapeMemory(int pair) const { return {}; }

  // For a row that poses b: the vertices of each b after posing, whose rounding differs from that
  // of the pairs. Its answers are about these. Empty for a row that answers about the pairs
  // themselves.
  virtual std::vector<std::vector<Vec2>> PosedVerticesOfB() const { return {}; }
};

}  // namespace collision2d::bench

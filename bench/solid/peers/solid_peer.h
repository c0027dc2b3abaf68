#pragma once

#include "bench/solid/solid_dataset.h"

namespace collision2d::bench {

enum class SolidQuery {
  kCollides,     // 1 or 0.
  kDistance,     // m, 0 if they collide.
  kPenetration,  // m, the depth; NaN if the peer reports none.
};

// A library that answers pairs of solids.
class SolidPeer {
 public:
  virtual ~SolidPeer() = default;

  // As in the tables.
  virtual const char* name() const = 0;

  virtual bool Has(SolidQuery query) const = 0;

  // Makes the library's own shapes and poses of the data set: not timed.
  virtual void Prepare(const SolidDataset& dataset) = 0;

  // Answers pairs begin, ..., end - 1 into results[begin], ..., results[end - 1].
  // REQUIRES: Has(query), and Prepare was called.
  virtual void Run(SolidQuery query, int begin, int end, double* results) = 0;
};

}  // namespace collision2d::bench

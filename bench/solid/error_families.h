#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/solid/peers/solid_peer.h"
#include "bench/solid/solid_dataset.h"

namespace collision2d::bench {

// Pairs whose right answers are known without any of the libraries: coordinates are multiples of a
// power of two and poses are translations, so that nothing is rounded; where the answer is not in
// closed form it is brute force in 80-bit arithmetic.
struct ErrorFamily {
  SolidDataset dataset;
  // Of each pair: m, negative if they overlap.
  std::vector<double> signed_distance_m;
  // All pairs overlap, so that depths are asked for.
  bool overlapping = false;

  bool IsWrong(SolidQuery query, size_t pair, double answer) const;
};

// Each of so many pairs. Brute force takes some 0.4 s for one of the pairs that need it.
std::vector<ErrorFamily> MakeErrorFamilies(int pairs, uint64_t seed);

}  // namespace collision2d::bench
